"""Things named behind the noun that says what they are: kyrkan Emma, gymmet Styrkan, biografen heter
Saga, en sjö som heter Anten (data/sv/headed.tsv has the nouns).

Lists and tagger know many of these names as people's, so they are claimed in their place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from maskera.lang.sv.institutions import PRESCHOOLS, in_their_place, of_work
from maskera.lang.sv.naming import SAID
from maskera.lang.sv.persons import is_somebody, owner_of_place
from maskera.lexicon.table import QUOTES, TokenTable
from maskera.lexicon.triggers import Test, one_of
from maskera.lexicon.tsv import notes, word_list
from maskera.lexicon.vocab import CAPITALS, Lexeme, Vocab
from maskera.mentions import Detection, Evidence, Hypothesis, Trust, likeliest, strength
from maskera.taxonomy import FULL_NAME, INSTITUTIONS
from maskera.text import Span

_WORDS = word_list("sv", "headed")

SURE = 8.0  # outweighs a listed first name behind "heter" (up to 7)
FREQUENT, USUAL = 5.2, 3.5
"""Zipf from which a word is no name, but has a capital by mistake, and from which it is one only
where a name may end."""
MOST_WORDS = 3  # with a capital in a name
WINDOW = 8  # tokens before "heter" in which its subject stands: gymmet där jag tränar heter _
BACK = 24  # tokens before "den heter" in which what it is stands
_CALLED = _WORDS["called"]
_DEFINITE = tuple(sorted(_WORDS["definite_endings"]))
_IS_CALLED = one_of(_CALLED)
_THAT = frozenset(("den", "det"))
_ARTICLES = frozenset(("en", "ett"))
_PEOPLE = frozenset(("fam", "prof", "title"))
_PLACED = frozenset("city country region area".split())
_THINGS = INSTITUTIONS | {"place", "geo", "region", "area", "transport_name"}
_AND = frozenset(("och", "o", "&", ","))
LABELS = INSTITUTIONS | {"place", "geo", "transport_name"}
"""What the nouns of the list say of their names."""


class Heads(NamedTuple):
    """Nouns, definite and in all forms -> the label of what they are; whether a word is a definite
    one behind which a name may stand, and whether it is a noun that is tied to another."""

    definite: Mapping[str, str]
    every: Mapping[str, str]
    is_head: Test
    is_tied: Test


def heads(vocab: Vocab) -> Heads:
    """The nouns of the list, with the genitives of the definite ones left aside."""
    definite: dict[str, str] = {}
    every: dict[str, str] = {}
    for form, label, _, note in vocab.lists.rows("headed.tsv"):
        definite[form] = every[form] = label
        if bare := notes(note).get("indefinite"):
            every[bare] = label

    def is_tied(word: Lexeme) -> bool:
        noun, hyphen, _ = word.lower.partition("-")
        return bool(hyphen) and noun in every

    return Heads(definite, every, one_of(definite.keys() - PRESCHOOLS), is_tied)


def claims(table: TokenTable) -> Sequence[Detection]:
    """The names behind a noun, and those behind a word for being called so."""
    return table.fact(_all)


def _all(table: TokenTable) -> list[Detection]:
    return [*_found(table)]


def _found(table: TokenTable) -> Iterator[Detection]:
    known = table.vocab.derived(heads)
    for head in table.where(known.is_head):
        small = 0
        if last := _beside(table, head) or (small := _beside_in_small_letters(table, head)):
            label = known.definite[table.lowers[head]]
            last += _owned(table, last, known.every)
            named = (
                table.words[head].shape == "capital"
                and not table.sentence_initial[head]
                and label in INSTITUTIONS
            )  # Restaurangen Saffran
            first = head if named or small else head + 1
            yield _claim(table, first, last, label, of_work(table, head))
    yield from _hyphened(table, known)
    for verb in table.where(_IS_CALLED):
        if (subject := _subject(table, verb, known.every)) is None:
            continue
        first = verb + 1 + (table.right(verb) == "för")
        first += table.at(first) in QUOTES
        if last := _called(table, first, verb):
            last += _owned(table, last, known.every)
            label = known.every[table.lowers[subject]]
            works = of_work(table, subject - (table.left(subject) in _ARTICLES))
            yield _claim(table, first, last, label, works)


def _hyphened(table: TokenTable, known: Heads) -> Iterator[Detection]:
    """Names whose noun is tied to another behind it: Mälardalens universitet-studenter."""
    for index in table.where(known.is_tied):
        owner = index - 1
        if (
            owner >= 0
            and table.adjacent(owner)
            and table.lowers[owner].endswith("s")
            and table.words[owner].shape in CAPITALS
            and table.words[index].shape not in CAPITALS  # Lars Berg-Nilsson
            and not (table.sentence_initial[owner] and table.words[owner].plain > 0)
        ):
            noun = table.lowers[index].partition("-")[0]
            span = Span(table.span(owner, owner).start, table.span(index, index).start + len(noun))
            evidence = Evidence("cue:noun _", SURE, "a noun behind its genitive says what it is")
            yield Detection(span, (Hypothesis(known.every[noun], (evidence,), trust=Trust.FORMAL),))


def told(table: TokenTable, tagged: list[Detection]) -> list[Detection]:
    """The tagger's claims, in text order, with these in the place of the people and towns they
    overlap; a thing it has found itself stays."""
    found: Sequence[Detection] = claims(table)
    if not found:
        return tagged
    things = [
        claim.span for claim in tagged if likeliest(claim).label in _THINGS and strength(claim) > 0
    ]
    found = [
        claim
        for claim in found
        if not any(span.overlaps(claim.span) and not _within(span, claim.span) for span in things)
    ]
    return in_their_place(tagged, found)


def _within(one: Span, other: Span) -> bool:
    return one != other and other.covers(one)


def _claim(table: TokenTable, first: int, last: int, label: str, works: bool) -> Detection:
    label = "work" if works and label in INSTITUTIONS else label
    evidence = Evidence("cue:noun _", SURE, "the noun before it says what it is")
    return table.claim(first, last, label, evidence, trust=Trust.FORMAL)


def _beside(table: TokenTable, head: int) -> int:
    """The last token of a name with a capital right behind a noun; 0 for none."""
    first = head + 1
    if not (
        table.adjacent(head)
        and table.sentence[head] == table.sentence[min(first, len(table.words) - 1)]
        and table.words[head].shape != "upper"
        and _capital(table, first)
    ):
        return 0
    word = table.words[first]
    if word.zipf >= FREQUENT or _placed(table, first, table.lowers[head]):
        return 0
    last = first
    while (
        last - first < MOST_WORDS - 1
        and table.adjacent(last)
        and _capital(table, last + 1)
        and table.words[last + 1].zipf < FREQUENT
    ):
        last += 1
    if _person(table, first) or word.zipf >= USUAL or word.plain > 0:
        return last if _ends(table, head, last) else 0
    return last


def _beside_in_small_letters(table: TokenTable, head: int) -> int:
    """The token of a name in small letters right behind a noun; 0 for none. Two definite nouns stand
    beside each other where one names the other: på rökeriet måsen, but not på kaféet maten."""
    name = head + 1
    if name >= len(table.words) or not table.adjacent(head):
        return 0
    word = table.words[name]
    told = (
        word.shape == "lower"
        and word.lower.endswith(_DEFINITE)
        and 0 < word.zipf < USUAL  # no slip
        and word.labels.isdisjoint(_PEOPLE)
        and table.right(name) not in _AND  # städar på hotellet trapporna och rummen
        and table.vocab.derived(heads).definite[table.lowers[head]] in INSTITUTIONS
        and not _placed(table, name, table.lowers[head])
    )
    return name if told and _ends(table, head, name) else 0


def _ends(table: TokenTable, head: int, last: int) -> bool:
    """Whether what follows lets the name be a thing's: the clause ends or goes on as behind a noun,
    or the noun begins it and the thing is said to lie somewhere."""
    after = table.right(last)
    if after in SAID["lies"]:
        return not table.left(head)
    if after in _AND:
        return not (after != "," and last + 2 < len(table.words) and _person(table, last + 2))
    return not after[:1].isalpha() or after in SAID["follows_thing"]


def _called(table: TokenTable, first: int, verb: int) -> int:
    """The last token of what a thing is called; 0 for nothing that is a name."""
    if first >= len(table.words) or table.sentence[first] != table.sentence[verb]:
        return 0
    word = table.words[first]
    if (
        not word.lower[:1].isalnum()
        or word.lower in SAID["no_thing_name"]
        or table.all_caps_sentence[first]
    ):
        return 0
    last = first
    if _capital(table, first):
        while (
            last - first < MOST_WORDS
            and table.adjacent(last)
            and table.sentence[last + 1] == table.sentence[first]
            and (_capital(table, last + 1) or table.words[last + 1].shape == "digit")
        ):
            last += 1
        return last
    if (
        word.lower in SAID["begins_name"]
        and table.adjacent(first)
        and table.right(first)[:1].isalpha()
    ):
        return first + 1
    return 0 if word.zipf >= FREQUENT or "country" in word.labels else first


def _owned(table: TokenTable, last: int, known: Mapping[str, str]) -> bool:
    """Whether a name goes on in a noun behind a genitive: Rosenlunds kafé."""
    owner = table.lowers[last].endswith("s") and table.adjacent(last)
    return owner and table.right(last) in known


def _subject(table: TokenTable, verb: int, known: Mapping[str, str]) -> int | None:
    """The noun for what is called something: gymmet heter, gymmet där jag tränar heter, ett gym som
    heter, jag tränar på ett gym, det heter; None where a person is (läraren på gymmet heter)."""
    before = table.left(verb)
    if before in SAID["person_before"]:
        return None
    back = before in _THAT
    for index in range(verb - 1 - back, max(-1, verb - (BACK if back else WINDOW) - 1), -1):
        if not back and table.sentence[index] != table.sentence[verb]:
            return None
        lower, word = table.lowers[index], table.words[index]
        if lower in known:
            owner = index if back or before == "som" else owner_of_place(table, index)
            if is_somebody(table.words[owner]):
                return None
            return owner if table.lowers[owner] in known else index
        if not word.labels.isdisjoint(_PEOPLE) or _person(table, index):
            return None
        if lower in _CALLED:
            return None
    return None


def _placed(table: TokenTable, index: int, head: str) -> bool:
    """Whether a word is a town rather than the name of what stands there: sjukhuset Danderyd; but
    the lake Urmia is none."""
    natural = table.vocab.derived(heads).definite[head] == "geo"
    return any(
        entry.label in _PLACED and entry.weight > 0 and not (natural and entry.label == "city")
        for entry in table.words[index].entries
    )


def _person(table: TokenTable, index: int) -> bool:
    return any(
        entry.label in FULL_NAME and entry.weight > 0 for entry in table.words[index].entries
    )


def _capital(table: TokenTable, index: int) -> bool:
    return (
        index < len(table.words)
        and table.words[index].shape in CAPITALS
        and not (table.all_caps_sentence[index] or table.sentence_initial[index])
    )
