"""Whether a mention concerns the writer: the features that the relation model weighs, for Swedish."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path

from maskera import expressions as re
from maskera.label import relation
from maskera.lang.sv.bylines import by_the_writer
from maskera.lang.sv.own_case import of_own_case
from maskera.lang.sv.relation_propagation import shared
from maskera.lexicon.table import TokenTable, quoted
from maskera.lexicon.triggers import one_of
from maskera.lexicon.tsv import word_list
from maskera.mentions import Mention
from maskera.taxonomy import FULL_NAME, INSTITUTIONS, PERSON, PLACES
from maskera.text import Document

_WORDS = word_list("sv", "relation")

FIRST_PERSON = _WORDS["first_person"]
_FIRST_PERSON = one_of(FIRST_PERSON)
THIRD_PERSON = _WORDS["third_person"]
SAYS = _WORDS["says"]
INTRODUCING = (
    ("jag", "heter"),
    ("heter", "jag"),
    ("mitt", "namn", "är"),
    ("mit", "namn", "är"),
    ("kallar", "mig"),
    ("jag", "kallas"),
)
_LAST_WORDS = frozenset(words[-1] for words in INTRODUCING)
INTRODUCED = 0.95  # the least probability of a name after these words: nobody else can be meant, whatever the genre
WORD = re.compile(r"[^\W\d_][\w'’-]+")
NEAR, AROUND, FAR = 6, 14, 999  # tokens
OWN = (0, 1, 3, 6, 12)  # steps in the number of first-person words of the text
ABOUT = {
    **dict.fromkeys(PERSON, "names"),
    **dict.fromkeys(PLACES, "places"),
    **dict.fromkeys(INSTITUTIONS, "orgs"),
}
STANDINGS = 5_000  # kept, with their scores
GENERAL_GENRES = frozenset(("evaluative", "investigative"))


Standing = tuple[str, str, str, int, bool, bool, bool, bool, bool, bool]
"""What counts beside the words next to a mention: its label, how near the first person is, the kind
of text, how much it speaks of its writer, whether it is short; whether the mention is Sweden, has a
third person near, a verb of saying near, is quoted, is foreign."""
Beside = tuple[str, str, str]
"""The words two before, one before and one after a mention."""


def features(table: TokenTable, mentions: Sequence[Mention]) -> list[list[str]]:
    """The features of each mention, in order."""
    return [
        [*_general(*standing), *_neighbours(*beside)]
        for standing, beside in _standings(table, mentions)
    ]


def relation_to_writer(path: Path) -> Callable[[TokenTable, Sequence[Mention]], list[float]]:
    """Probability, for each mention, that it concerns the writer, by the model in a file."""
    model = relation.load(path)
    general = lru_cache(STANDINGS)(lambda *standing: model.score(_general(*standing)))

    def of_mentions(table: TokenTable, mentions: Sequence[Mention]) -> list[float]:
        standings = _standings(table, mentions)
        found = [
            model.probability(general(*standing) + model.score(_neighbours(*beside)))
            for standing, beside in standings
        ]
        found = shared(table, mentions, found)
        own = (
            _introduced(table, mentions)
            | by_the_writer(table.document.text, mentions, table.vocab.taxonomy)
            | _of_author(table.document, mentions)
            | of_own_case(table, mentions)
        )
        return [max(p, INTRODUCED) if place in own else p for place, p in enumerate(found)]

    return of_mentions


def _introduced(table: TokenTable, mentions: Sequence[Mention]) -> set[int]:
    """The places of the mentions that are a name that the writer gives as their own (jag heter Anna
    Ek), or go on with one."""
    found, end = set(), -1  # end: the last token of the name so far
    for place, mention in enumerate(mentions):
        own = False
        if mention.label in PERSON:
            first = table.first_token(mention.span)
            own = (end >= 0 and first == end + 1) or (
                table.left(first) in _LAST_WORDS
                and any(_follows(table, first, words) for words in INTRODUCING)
            )
        end = table.last_token(mention.span) if own else -1
        if own:
            found.add(place)
    return found


def _of_author(document: Document, mentions: Sequence[Mention]) -> set[int]:
    """The places of the names that share a word with the author of the metadata."""
    names = set(WORD.findall(document.meta.get("author", "").lower()))
    if not names:
        return set()
    forms = (
        (mention.referent, document.text[mention.span.start : mention.span.end].lower())
        for mention in mentions
    )
    return {
        place
        for place, form in enumerate(forms)
        if mentions[place].label in FULL_NAME and not names.isdisjoint(form)
    }


def _follows(table: TokenTable, index: int, words: Sequence[str]) -> bool:
    """Whether token `index` stands right after these words, in one sentence with them."""
    return all(
        table.left(index, steps) == word for steps, word in enumerate(reversed(words), start=1)
    )


def _standings(table: TokenTable, mentions: Sequence[Mention]) -> list[tuple[Standing, Beside]]:
    if not mentions:
        return []
    document, lowers, sentence = table.document, table.lowers, table.sentence
    starts = document.tokens.starts
    first = table.where(_FIRST_PERSON)
    genre = document.meta.get("genre", "")
    kind = "general" if genre in GENERAL_GENRES else "own" if genre else "unknown"
    own = bisect_right(OWN, len(first))
    short = len(document.sentences) <= 2
    in_quotes = table.fact(quoted)
    padded = ["^", "^", *lowers, "$"]  # two places before the first token, one behind the last
    found = []
    for mention in mentions:
        index = min(bisect_left(starts, mention.span.start), len(starts) - 1)
        last = bisect_left(starts, mention.span.end, index) - 1
        distance = _nearest(sentence, first, index)
        nearest = (
            "near"
            if distance <= NEAR
            else "around"
            if distance <= AROUND
            else "same"
            if distance < FAR
            else "none"
        )
        begin = max(0, index - NEAR)
        standing = (
            mention.label, nearest, kind, own, short, mention.referent == "sverige", _third_person(table, begin, index),
            not SAYS.isdisjoint(lowers[begin : last + NEAR]), in_quotes[index], "foreign" in mention.features,
        )  # fmt: skip
        found.append((standing, (padded[index], padded[index + 1], padded[last + 3])))
    return found


@lru_cache(STANDINGS)
def _general(
    label: str,
    nearest: str,
    kind: str,
    own: int,
    short: bool,
    sweden: bool,
    third: bool,
    says: bool,
    quoted: bool,
    foreign: bool,
) -> tuple[str, ...]:
    """The features that a standing gives."""
    about = ABOUT.get(label, label)
    return (
        f"label={label}", f"me={nearest}", f"label={label} me={nearest}", f"about={about} me={nearest}",
        f"genre={kind}", f"about={about} genre={kind}", f"genre={kind} me={nearest}", f"own={own} short={short}",
        f"about={about} own={own}", f"about={about} short={short}",
        *(("Sweden", f"Sweden me={nearest}") if sweden else ()),
        *(("third person near", f"third person near me={nearest}") if third else ()),
        *(("says", f"says about={about}") if says else ()),
        *(("quoted", f"quoted about={about}") if quoted else ()),
        *((f"foreign me={nearest}",) if foreign else ()),
    )  # fmt: skip


def _neighbours(earlier: str, before: str, after: str) -> tuple[str, str, str]:
    """The features that the words beside a mention give."""
    return f"-1={before}", f"-2={earlier} -1={before}", f"+1={after}"


def _third_person(table: TokenTable, begin: int, index: int) -> bool:
    """Whether a third person stands near token `index` in its sentence, from token `begin` on."""
    window = table.lowers[begin : index + NEAR + 1]
    if THIRD_PERSON.isdisjoint(window):
        return False
    return any(
        table.sentence[place] == table.sentence[index]
        for place, lower in enumerate(window, begin)
        if lower in THIRD_PERSON
    )


def _nearest(sentence: Sequence[int], places: Sequence[int], index: int) -> int:
    """How far the nearest of the places (sorted) in the sentence of token `index` is; FAR when
    there is none."""
    at = bisect_left(places, index)
    distance = FAR
    if at < len(places) and sentence[places[at]] == sentence[index]:
        distance = places[at] - index
    if at and sentence[places[at - 1]] == sentence[index]:
        distance = min(distance, index - places[at - 1])
    return distance
