"""Institutions told by the word before them: employers behind a verb (han jobbar Volvo, he works at
Volvo), preschools (dagis solrosen).

The tagger has not learned from such sentences, so these are claimed in its place, too.
"""

from __future__ import annotations

from collections.abc import Iterator

from maskera.lang.sv.naming import SAID
from maskera.lang.sv.persons import BE
from maskera.lexicon.gazetteer import Entry
from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import word_list
from maskera.mentions import Detection, Evidence, likeliest, strength
from maskera.rules import engine
from maskera.rules.rule import Rule, Stage, lexeme, words
from maskera.taxonomy import FIRSTNAMES, FULL_NAME, INSTITUTIONS

_WORDS = word_list("sv", "institutions")

_FINITE = _WORDS["finite"]
_WORK = _WORDS["work"]
_ENGLISH = _WORDS["english"]
_AT = frozenset(("at", "for"))
_VERBS = _FINITE | _WORK | _ENGLISH
_SUBJECTS = _WORDS["subjects"]
_PEOPLE = FULL_NAME | {"fam", "prof", "title"}
_NO_NAME = frozenset(("fam", "prof", "title", "weekday"))
_NO_PRESCHOOL = FIRSTNAMES | {"city", "country"}
LISTED = {
    "work": 0.0,
    "other_institution": 2.0,
}  # log-odds from which an entry of the lists is one that somebody may work at
SURE, WORKED = (
    4.0,
    6.5,
)  # log-odds of an employer or preschool there, and of a preschool as an employer, which is a school by all its words
PRESCHOOLS = _WORDS["preschools"]
_PRESCHOOLS = tuple(PRESCHOOLS)
_PLACED = _WORDS["placed"]
_WORKING = _FINITE | _WORK | _WORDS["working"]
_ANOTHER_CLAUSE = _WORDS["another_clause"] | {","}
WINDOW = 5  # tokens before the word for a preschool
_DEFINITE = ("en", "et", "an")
_FOLLOWS = _WORDS["follows"]  # after the name of a preschool in small letters
_OTHERWISE = _WORDS["otherwise"]  # what else is spoken of there
FREQUENT, RARE = 4.2, 3.8
"""Zipf from which a word is no preschool's name, and from which it is none without a definite
ending."""


def _named_preschool(table: TokenTable, head: int) -> Iterator[Detection]:
    """The name behind a word for a preschool."""
    if table.right(head) and _preschool(table, head + 1):
        work = of_work(table, head)
        named = (
            table.words[head].shape == "capital" and not table.sentence_initial[head]
        )  # Förskolan Ekorren
        first = head if named or (work and table.lowers[head].endswith(_DEFINITE)) else head + 1
        yield table.claim(
            first,
            head + 1,
            "work" if work else "school",
            Evidence("cue:preschool _", WORKED if work else SURE),
        )


def of_work(table: TokenTable, head: int) -> bool:
    """Whether somebody works there: jobbar (som barnskötare) på förskolan _, är lärare på förskolan
    _."""
    if table.left(head) not in _PLACED:
        return False
    for steps in range(2, WINDOW + 1):
        word = table.left(head, steps)
        if not word or word in _ANOTHER_CLAUSE:
            return False
        if word in _WORKING or (
            "prof" in table.words[head - steps].labels and table.left(head, steps + 1) in BE
        ):
            return True
    return False


def _preschool(table: TokenTable, index: int) -> bool:
    """Whether a word behind one for preschools is the name of one: a capital, or a definite noun
    with which something ends."""
    word = table.words[index]
    after = table.right(index)
    ends = (
        not after[:1].isalnum()
        or after in _FOLLOWS
        or (after in SAID["lies"] and not table.left(index, 2))
    )
    named = any(e.label in _NO_PRESCHOOL and e.weight > 1 for e in word.entries)
    if word.zipf >= FREQUENT or word.meant or word.lower in _OTHERWISE or (named and not ends):
        return False
    if word.shape == "capital":
        return not (table.sentence_initial[index] or table.all_caps_sentence[index])
    return (
        ends
        and (word.shape == "lower" or table.all_caps_sentence[index])
        and (word.lower.endswith(_DEFINITE) or (0 < word.zipf < RARE and word.plain > 0))
        and word.labels.isdisjoint(_NO_NAME)
    )


def _employed(table: TokenTable, verb: int) -> Iterator[Detection]:
    """The employer behind a verb of work."""
    first = verb + 1
    if table.lowers[verb] in _ENGLISH:
        first += table.right(verb) in _AT
    last = first + table.multiword.get(first, 1) - 1
    if last >= len(table.words) or table.sentence[last] != table.sentence[verb]:
        return
    if (
        _is_told(table, verb, first)
        and any(map(_employer, table.entries(first, last)))
        and not _limit(table, last)
    ):
        yield table.claim(
            first,
            last,
            "work",
            Evidence("cue:verb _", SURE, "an employer behind a verb of work"),
        )


def _where_one_works(table: TokenTable, where: int) -> Iterator[Detection]:
    """The employer before a clause that says who works there: Saab, där vi båda arbetar."""
    last = where - 2
    verb = next((n for n in range(2, WINDOW) if table.right(where, n) in _WORKING), 0)
    people = any(_person(table, where + step) for step in range(1, verb))
    if last < 0 or table.left(where) != "," or table.left(where, 2) == "" or not people:
        return
    first = last
    while table.left(first) and table.words[first - 1].shape == "capital":
        first -= 1
    for start in range(first, last + 1):
        if any(map(_employer, table.entries(start, last))) and table.words[start].shape != "lower":
            yield table.claim(
                start,
                last,
                "work",
                Evidence("cue:_, där man arbetar", SURE, "an employer where somebody works"),
            )
            return


def _person(table: TokenTable, index: int) -> bool:
    return table.lowers[index] in _SUBJECTS or not table.words[index].labels.isdisjoint(_PEOPLE)


def _is_told(table: TokenTable, verb: int, first: int) -> bool:
    """Whether what comes behind the verb is no subject: "min man jobbar Max", but "idag jobbar
    Max"."""
    form = table.lowers[verb]
    if form in _ENGLISH:
        return first > verb + 1
    before = table.left(verb)
    return (
        form in _WORK
        or before in _SUBJECTS
        or bool(before and not table.words[verb - 1].labels.isdisjoint(_PEOPLE))
    )


def _employer(entry: Entry) -> bool:
    return entry.weight >= LISTED.get(entry.label, entry.weight + 1)


def _limit(table: TokenTable, last: int) -> bool:
    """Whether a number follows: jobbar max 4 timmar."""
    after = table.right(last)
    return after.isdecimal() or any(
        entry.label == "number" for entry in table.gazetteer.entries(after)
    )


CLAIMS: tuple[Rule, ...] = (
    Rule(
        "work.where_one_works",
        Stage.CLAIM,
        _where_one_works,
        words("där"),
        frozenset(("work",)),
        cases="work",
    ),
    Rule(
        "work.behind_verb",
        Stage.CLAIM,
        _employed,
        words(*_VERBS),
        frozenset(("work",)),
        cases="work",
    ),
    Rule(
        "school.preschool",
        Stage.CLAIM,
        _named_preschool,
        lexeme(lambda word: word.lower.endswith(_PRESCHOOLS)),
        frozenset(("school", "work")),
        cases="school",
    ),
)
_INDEX = engine.Index(CLAIMS, Stage.CLAIM)


def told(table: TokenTable, tagged: list[Detection]) -> list[Detection]:
    """The tagger's claims, in text order, with these in the place of those they overlap, but for
    institutions that have one inside."""
    found = list(engine.claims(_INDEX, table))
    if not found:
        return tagged
    whole = [
        claim.span
        for claim in tagged
        if likeliest(claim).label in INSTITUTIONS and strength(claim) > 0
    ]
    found = [
        claim
        for claim in found
        if not any(span != claim.span and span.covers(claim.span) for span in whole)
    ]
    return in_their_place(tagged, found)


def in_their_place(tagged: list[Detection], found: list[Detection]) -> list[Detection]:
    """The tagger's claims, in text order, with those found in the place of what they overlap."""
    if not found:
        return tagged
    kept = [
        claim for claim in tagged if not any(claim.span.overlaps(other.span) for other in found)
    ]
    return sorted([*kept, *found], key=lambda claim: claim.span)
