"""Events that single a writer out: in the newspaper, a prize, stuck in a lift all night, the first
woman who ... (label `extra`; data/sv/rare_events.tsv has the words).

The whole clause is claimed. What many write of their lives is no such event (the matches one won
against another class, what one remembers of a friend).
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from maskera import expressions as re
from maskera.lexicon.table import QUOTES, TokenTable
from maskera.lexicon.vocab import Vocab
from maskera.mentions import Detection, Evidence, Trust
from maskera.rules.rule import of_document
from maskera.text import Span

SURE = 6.0  # enough where the tagger says nothing (0.42 of it counts, -2.2 stands against it)
LEAST, MOST = 4, 40  # tokens of an event: fewer tell nothing, more are several sentences
_ENDS = frozenset(".!?;)…") | QUOTES
_BEGINS = _ENDS | frozenset(":(–")
_LINKS = frozenset("och men så att när där som då eftersom medan för".split())
_ASIDE = frozenset("nej ja men haha så vilket inte ni du".split())
"""What begins a remark behind the event: ", ja, och jag är fortfarande anställd"."""
_SETTLEMENTS = frozenset(("city", "country"))
_OPENINGS = frozenset("och men så sen sedan då också ja".split())
_GAP = r"(?:[^\W\d_]+ ){0,3}?"
_I = r"(?:jag|vi)"
_US = r"(?:mig|mej|oss|honom|henne)"
_OURS = r"(?:min|mitt|mina|vår|vårt|våra)"
_SUBJECT = rf"(?:{_I}|{_OURS} (?:\w+ )?(?:%(relative)s))"
_TIME = r"(?:hela (?:natten|dagen|kvällen|dygnet)|(?:\w+ ){0,2}(?:timmar|dygn|nätter|timme))"


class Event(NamedTuple):
    """A kind of rare event. expression: with %(list)s for the words of a list. keys: the lists of which a text
    must have a word, or the words themselves. whole: the clause begins where the clause with the
    match does; else at the match, or at its group `from`."""

    name: str
    keys: tuple[str, ...]
    expression: str
    whole: bool = True


EVENTS = (
    Event(
        "reported",
        ("press", "broadcast"),
        rf"(?:(?:%(press)s|%(broadcast)s) {_GAP}(?:%(reported)s) {_GAP}{_US}|"
        rf"(?:%(reported)s) (?:\w+ )?(?:om )?{_US} (?:i|på) (?:%(press)s|%(broadcast)s))\b",
    ),
    Event(
        "shown",
        ("press", "broadcast", "sidan"),
        rf"\b(?:(?:{_I}|{_OURS} \w+) (?:%(shown)s) (?:\w+ ){{0,2}}?(?:i|på) (?:%(press)s|första sidan)|"
        rf"{_I} (?:(?:var|kom) med|hamnade|intervjuades|kom) (?:i|på) (?:%(broadcast)s))\b(?! (?:och|eller) )",
        whole=False,
    ),
    Event(
        "won",
        ("won", "pris", "guld"),
        rf"\b(?:{_SUBJECT} (?:\w+ )?(?:%(won)s) (?:\w+ ){{0,3}}?\w*(?:%(contest)s)\b(?! (?:på|i) (?:%(circle)s)\b)|"
        rf"(?:{_SUBJECT}|{_OURS} \w+) (?:fick|tog) (?:\w+ )?(?:pris|guld|medalj) (?:av|i|för|på) (?!(?:%(circle)s)\b))",
        whole=False,
    ),
    Event(
        "stuck",
        ("stuck", "fast"),
        rf"\b(?:%(stuck)s|satt fast|suttit fast) (?:i|på) (?!(?:%(traffic)s)\b)(?:\w+ ){{1,6}}?{_TIME}\b",
    ),
    Event(
        "honoured",
        ("dignitary",),
        rf"\b(?:{_I} (?:\w+ )?(?:%(met)s) (?:\w+ )?|{_I} (?:\w+ )?(?:%(gave)s) {_GAP}(?:för|med|åt) |"
        rf"{_GAP}(?:av|från) )(?:%(dignitary)s) (?:när|som|på|i|och)\b(?! (?:en |min )?(?:dröm|film|bok)\w*)",
    ),
    Event(
        "rescued",
        ("rescued",),
        rf"\b(?:{_I} )(?:\w+ ){{0,2}}?(?:blev|blivit|bli) (?:\w+ ){{0,2}}?(?:%(rescued)s) (?:\w+ ){{0,4}}?av (?:en|ett)\b",
    ),
    Event(
        "only_one",
        ("första", "enda", "ende", "förste"),
        rf"\b{_SUBJECT} (?:är|var|blev) (?:också )?den (?:första|förste|enda|ende) (?:%(unique)s) "
        r"(?:\w+ ){0,2}?(?:i|från|på|med|utan) (?:hela )?(?!(?:%(circle)s)\b)\w",
        whole=False,
    ),
    Event(
        "exhibited",
        ("exhibited",),
        r"\b(?:hänger|hängde|ligger|låg|står|stod|finns|hamnade|sitter) (?:nu |idag |i dag |där |kvar )?(?:på|i) (?:%(exhibited)s)\b",
    ),
    Event(
        "record",
        ("record",),
        rf"\b(?:{_SUBJECT} (?:har |satte |slog |tog )(?:\w+ ){{0,3}}?|"
        r"(?:det|som) (?:är|var|blev) (?:fortfarande |nytt |ett )*)\w*(?:%(record)s)\b",
        whole=False,
    ),
    Event(
        "live",
        ("direktsändning", "direktsänd", "direktsända"),
        rf"\b(?:{_I}|{_OURS}|{_US}) [^.!?;:\n]{{0,80}}\b(?:i direktsändning|i direktsända? (?:radio|tv|teve))\b",
    ),
    Event(
        "before",
        ("dignitary",),
        rf"\b(?:{_I}|{_OURS} \w+|han|hon) [^.!?;:\n]{{0,60}}\b(?:inför|framför|åt) (?:%(dignitary)s)\b",
    ),
    Event(
        "named_after",
        ("efter",),
        r"\b(?:döpte|döpt|döptes|uppkallad|uppkallade|uppkallat) (?:\w+ ){0,4}?efter (?:mig|mej|oss)\b",
    ),
    Event(
        "born",
        ("born", "baby"),
        rf"\b(?:(?:%(baby)s|{_SUBJECT}) (?:%(born)s|kom ut|kom till världen)) (?:\w+ ){{0,2}}?"
        r"(?:i|på) (?:(?:en|ett) (?:\w+ )?(?:%(vehicle)s)|(?:%(vehicle_known)s))\b",
    ),
)


class Known(NamedTuple):
    """An event with the words filled in."""

    event: Event
    keys: frozenset[str]
    expression: re.Pattern[str]


def known(vocab: Vocab) -> tuple[Known, ...]:
    """The events with the words of the list."""
    lists: dict[str, list[str]] = defaultdict(list)
    for form, kind, *_ in vocab.lists.rows("rare_events.tsv"):
        lists[kind].append(form)
    alternatives = {kind: "|".join(map(re.escape, forms)) for kind, forms in lists.items()}
    return tuple(
        Known(
            event,
            frozenset(word for key in event.keys for word in lists.get(key, (key,))),
            re.compile(event.expression % _Filled(alternatives), re.IGNORECASE),
        )
        for event in EVENTS
    )


class _Filled(dict[str, str]):
    """Word lists by name; a list that is not there has no word."""

    def __missing__(self, name: str) -> str:
        return r"(?!)"


def claims(table: TokenTable) -> Iterator[Detection]:
    """The clauses that tell of a rare event; of events that tell of one clause the first of the table."""
    taken: list[Span] = []
    for event, keys, expression in table.vocab.derived(known):
        if keys.isdisjoint(table.vocabulary):
            continue
        for match in expression.finditer(table.text):
            begun = match.start("from" if "from" in match.groupdict() else 0)
            first = _token(table, begun)
            first = _beginning(table, first) if event.whole else first
            last = _end(table, _token(table, match.end() - 1))
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
            yield table.claim(first, last, "extra", evidence, trust=Trust.FORMAL)


def _token(table: TokenTable, offset: int) -> int:
    """The token at an offset."""
    return max(bisect_right(table.document.tokens.starts, offset) - 1, 0)


def _beginning(table: TokenTable, index: int) -> int:
    """Where the clause of a token begins: at the sentence, or behind a conjunction or sign."""
    first = index
    while table.left(first) and table.left(first) not in _BEGINS | _LINKS:
        first -= 1
    while first < index and table.at(first) in _OPENINGS | {","}:
        first += 1
    return first


def _end(table: TokenTable, index: int) -> int:
    """The last token before the sign that ends the clause, and before the town at its end."""
    last = index
    while (sign := table.right(last)) and not _ENDS.issuperset(sign):
        if sign == "," and table.right(last, 2) in _ASIDE:
            break
        last += 1
    placed = table.at(last - 1) == "i" and not table.words[last].labels.isdisjoint(_SETTLEMENTS)
    return last - 2 if placed and last - 2 >= index else last


CLAIMS = (of_document("event.rare", claims, "extra", frozenset(("extra",))),)
