"""Events that single somebody out, by expressions over words of a list: in the
newspaper, a prize, stuck in a lift all night, the first woman who ...

The whole clause is claimed. A language says which kinds of event there are and how its clauses
begin and end.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from maskera import expressions as re
from maskera.lexicon.table import QUOTES, TokenTable
from maskera.lexicon.triggers import Test, one_of
from maskera.lexicon.vocab import Vocab
from maskera.mentions import Detection, Evidence, Exclusion, Trust
from maskera.rules.rule import Rule, Stage, of_document
from maskera.text import Span

SURE = 6.0  # enough where the tagger says nothing (0.42 of it counts, -2.2 stands against it)
LEAST, MOST = 4, 40  # tokens of an event: fewer tell nothing, more are several sentences
_ORDINARY = "exclude.ordinary_event"
LIST = "words/rare_events.tsv"
_ENDS = frozenset(".!?;)…") | QUOTES
_BEGINS = _ENDS | frozenset(":(–")
_CLAUSE = "text.clause"  # the kind of what an event is
_SETTLEMENTS = ("place.settlement", "place.country")


class Event(NamedTuple):
    """A kind of rare event. expression: with %(list)s for the words of a list. keys: the lists of
    which its sentence must have a word, or the words themselves. whole: what is claimed begins where the
    clause with the match does; else at the match, or at its group `from`."""

    name: str
    keys: tuple[str, ...]
    expression: str
    whole: bool = True


class Clauses(NamedTuple):
    """How clauses begin and end. links: words before one. openings: words at its start that are
    left out. aside: what begins a remark behind it, after a comma. within: the word between an
    event and the town at its end."""

    links: frozenset[str]
    openings: frozenset[str]
    aside: frozenset[str]
    within: str


class Known(NamedTuple):
    """An event with the words filled in."""

    event: Event
    expression: re.Pattern[str]


class Events(NamedTuple):
    """All events of a language, whether a word is one of any event's, and the places of these
    events by the word."""

    known: Sequence[Known]
    is_key: Test
    by_key: Mapping[str, Sequence[int]]


class _Filled(dict[str, str]):
    """Word lists by name; a list that is not there has no word."""

    def __missing__(self, name: str) -> str:
        return r"(?!)"


def rule(events: Sequence[Event], clauses: Clauses, label: str) -> Rule:
    """The rule that claims the events of a language under a label."""

    def known(vocab: Vocab) -> Events:
        return _known(vocab, events)

    def found(table: TokenTable) -> tuple[Detection, ...]:
        return tuple(_claims(table, known, clauses, label))

    def claims(table: TokenTable) -> Iterable[Detection]:
        return table.fact(found)

    return of_document("event.rare", claims, label, frozenset((label,)))


def ordinary(events: Sequence[Event], clauses: Clauses, cases: str) -> Rule:
    """The rule that excludes clauses which are like an event and single nobody out, though the
    tagger may take them for one: the only girl in the class."""

    def known(vocab: Vocab) -> Events:
        return _known(vocab, events)

    def exclude(table: TokenTable, _: None) -> Iterator[Exclusion]:
        taxonomy = table.vocab.taxonomy
        others = taxonomy.categories.keys() - taxonomy.labels(_CLAUSE)
        for _event, match in _matches(table, known):
            first = _beginning(table, _token(table, match.start()), clauses)
            last = _end(table, _token(table, match.end() - 1), clauses)
            if first <= last and table.sentence[first] == table.sentence[last]:
                yield Exclusion(
                    table.span(first, last),
                    _ORDINARY,
                    "an event that many tell of",
                    keeps=frozenset(others),
                )

    return Rule(_ORDINARY, Stage.EXCLUDE, exclude, cases=cases)


def _matches(
    table: TokenTable, known: Callable[[Vocab], Events]
) -> Iterator[tuple[Event, re.Match[str]]]:
    """The events that the sentences with one of their words tell of, and where."""
    tokens, sentences = table.document.tokens, table.document.sentences
    events = table.vocab.derived(known)
    asked = {
        (place, table.sentence[index])
        for index in table.where(events.is_key)
        for place in events.by_key[table.lowers[index]]
    }
    for place, number in sorted(asked):
        event, expression = events.known[place]
        start, end = sentences[number].start, sentences[number].end
        found = expression.finditer(table.text, tokens.starts[start], tokens.ends[end - 1])
        yield from ((event, match) for match in found)


def _known(vocab: Vocab, events: Sequence[Event]) -> Events:
    """The events with the words of the list."""
    lists: dict[str, list[str]] = defaultdict(list)
    for form, kind, *_ in vocab.lists.rows(LIST):
        lists[kind].append(form)
    alternatives = {kind: "|".join(map(re.escape, forms)) for kind, forms in lists.items()}
    by_key: dict[str, list[int]] = defaultdict(list)
    for place, event in enumerate(events):
        for word in {word for key in event.keys for word in lists.get(key, (key,))}:
            by_key[word].append(place)
    known = [
        Known(event, re.compile(event.expression % _Filled(alternatives), re.IGNORECASE))
        for event in events
    ]
    return Events(known, one_of(by_key.keys()), by_key)


def _claims(
    table: TokenTable, known: Callable[[Vocab], Events], clauses: Clauses, label: str
) -> Iterator[Detection]:
    """The clauses that tell of a rare event; of events that tell of one clause the first."""
    taken: list[Span] = []
    for event, match in _matches(table, known):
        begun = match.start("from" if "from" in match.groupdict() else 0)
        first = _token(table, begun)
        first = _beginning(table, first, clauses) if event.whole else first
        last = _end(table, _token(table, match.end() - 1), clauses)
        span = table.span(first, last) if first <= last else None
        if (
            span is None
            or not LEAST <= last - first + 1 <= MOST
            or table.sentence[first] != table.sentence[last]
            or any(span.overlaps(other) for other in taken)
        ):
            continue
        taken.append(span)
        evidence = Evidence(f"event:{event.name}", SURE)
        yield table.claim(first, last, label, evidence, trust=Trust.FORMAL)


def _token(table: TokenTable, offset: int) -> int:
    """The token at an offset."""
    return max(bisect_right(table.document.tokens.starts, offset) - 1, 0)


def _beginning(table: TokenTable, index: int, clauses: Clauses) -> int:
    """Where the clause of a token begins: at the sentence, or behind a conjunction or sign."""
    first = index
    while table.left(first) and table.left(first) not in _BEGINS | clauses.links:
        first -= 1
    while first < index and table.at(first) in clauses.openings | {","}:
        first += 1
    return first


def _end(table: TokenTable, index: int, clauses: Clauses) -> int:
    """The last token before the sign that ends the clause, and before the town at its end."""
    last = index
    while (sign := table.right(last)) and not _ENDS.issuperset(sign):
        if sign == "," and table.right(last, 2) in clauses.aside:
            break
        last += 1
    settlements = table.vocab.taxonomy.labels(*_SETTLEMENTS)
    settled = not table.words[last].labels.isdisjoint(settlements)
    placed = table.at(last - 1) == clauses.within and settled
    return last - 2 if placed and last - 2 >= index else last
