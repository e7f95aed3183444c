"""Names that are words, where a person alone can stand: Lucia bor i Rom, sten ringde mig, Sol
och jag, jag åkte med björn till havet."""

from __future__ import annotations

from collections.abc import Iterator

from maskera.lang.sv.impersonal_names import FAVOURITE
from maskera.lang.sv.persons import POSSESSIVES
from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import CAPITALS, Lexeme
from maskera.mentions import Detection, Evidence, Hypothesis, Trust
from maskera.rules.rule import Rule, Stage, lexeme, words
from maskera.taxonomy import FIRSTNAMES, FULL_NAME

_WORDS = word_list("sv", "name_places")

LEAST = {**dict.fromkeys(FIRSTNAMES, 1.3), "surname": 2.5}
"""Log-odds of a name from which a word is one where nothing else can stand."""
WELL_KNOWN = 2.5  # the same in small letters behind a verb, where any noun may stand
# So sure that it outweighs a silent tagger, and that it does not: a person then looks at the text.
SURE, DOUBTFUL = 8.0, 4.4
_PERSON_VERBS = _WORDS["person_verb"]
_PEOPLE = frozenset(("fam", "prof", "title"))
_NEVER = frozenset(("country", "nationality", "month_word", "day"))
_DEFINITE = ("n", "en")
RARE = 3.5  # Zipf below which a definite noun is none that all have


def _is_word_too(word: Lexeme) -> bool:
    """Whether a form is a listed name and a word, and may stand for nobody else."""
    return (
        word.plain > 0
        and not word.genitive
        and not word.misspelt
        and word.labels.isdisjoint(_NEVER)
        and any(entry.weight >= LEAST.get(entry.label, 99.0) for entry in word.entries)
        and word.lower not in _WORDS["person_noun"]
    )


def _called_so(table: TokenTable, cue: int) -> Iterator[Detection]:
    """selam är mitt smeknamn: what stands first and is said to be what somebody is called."""
    first = cue - 3
    if first < 0 or table.left(cue, 3) == "" or table.left(cue, 4) != "":
        return
    word = table.words[first]
    told = table.left(cue) in POSSESSIVES and table.left(cue, 2) in _WORDS["be"]
    if told and word.lower.isalpha() and word.lower not in _WORDS["no_name"]:
        evidence = Evidence("place:of a person", SURE)
        yield table.claim(first, first, "firstname_unknown", evidence, trust=Trust.FORMAL)


def _may_be_definite(word: Lexeme) -> bool:
    return (
        word.shape in CAPITALS
        and word.labels.isdisjoint(_PEOPLE | _NEVER)
        and word.zipf < RARE
        and word.lower.endswith(_DEFINITE)
    )


def _from_a_name(table: TokenTable, index: int) -> Iterator[Detection]:
    """Liljan jobbar: what somebody is called after a name, where a person alone can stand."""
    lower = table.lowers[index]
    if table.left(index) or table.right(index) not in _PERSON_VERBS or not _acts(table, index):
        return
    for ending in _DEFINITE:
        for entry in table.gazetteer.entries(lower.removesuffix(ending)):
            if entry.label in FULL_NAME and entry.weight >= WELL_KNOWN:
                evidence = Evidence("place:of a person", DOUBTFUL, entry.form)
                yield table.claim(index, index, entry.label, evidence, trust=Trust.FORMAL)
                return


def _begins(table: TokenTable, index: int) -> bool:
    """Whether a subject may begin at a word: first in its sentence, or behind a conjunction."""
    return not table.left(index) or table.left(index) in _WORDS["before"]


def _acts(table: TokenTable, index: int) -> bool:
    """Whether it does what only people do: _ sa att, _ hjälper mig, _ är min vän, _ är 23 år, _ är
    från, _ är snäll; but not _ sa han, where it is no subject."""
    verb, after = table.right(index), table.right(index, 2)
    if verb in _PERSON_VERBS:
        return after not in _WORDS["subject"] and after != table.lowers[index]
    if verb in _WORDS["helps"]:
        return after in _WORDS["whom"]
    return verb in _WORDS["be"] and _is_somebody(table, index)


def _is_somebody(table: TokenTable, index: int) -> bool:
    """Whether what stands behind the verb after a word is said of people: min bästa vän, en snäll
    granne, 23 år, från."""
    step = 2
    if table.right(index, step).isdecimal():
        return table.right(index, step + 1) == "år"
    if table.right(index, step) in _WORDS["said_of_person"]:
        return True
    if table.right(index, step) not in _WORDS["of_person"] | POSSESSIVES:
        return False
    step += 1
    while table.right(index, step) in _WORDS["skipped"]:
        step += 1
    if not table.right(index, step):
        return False
    word = table.words[index + step]
    labels = word.labels | word.head_labels
    if word.lower.startswith(FAVOURITE):
        entries = table.gazetteer.entries(word.lower.removeprefix(FAVOURITE))
        labels |= {entry.label for entry in entries}
    return not labels.isdisjoint(_PEOPLE) and labels.isdisjoint(_NEVER)


def _with_somebody(table: TokenTable, index: int) -> bool:
    """Whether it stands beside a person: _ och jag, _ och min syster."""
    if table.right(index) not in _WORDS["and"] or table.left(index) != "":
        return False
    other = table.right(index, 2)
    if other == "jag":
        return True
    return other in POSSESSIVES and not table.words[index + 3].labels.isdisjoint({"fam"})


def _met(table: TokenTable, index: int) -> float:
    """How surely it is whom somebody does something with, with nothing of its own behind it: pratade
    med _ igår, ringde _, åkte med _ till havet; 0 of pratade med klara ord."""
    if table.right(index) and table.right(index) not in _WORDS["behind"]:
        return 0.0
    word, before = table.words[index], table.left(index)
    if before != "med":
        return SURE if before in _WORDS["object_verb"] else 0.0
    verbs = {table.left(index, 2), table.left(index, 3)}
    if not verbs.isdisjoint(_WORDS["talking_verb"]):
        return SURE
    if verbs.isdisjoint(_WORDS["companion_verb"]):
        return 0.0
    known = any(e.label in FIRSTNAMES and e.weight >= WELL_KNOWN for e in word.entries)
    return SURE if known or word.shape in CAPITALS else DOUBTFUL


def _claims(table: TokenTable, index: int) -> Iterator[Detection]:
    word = table.words[index]
    sure = 0.0
    if _begins(table, index) and (_acts(table, index) or _with_somebody(table, index)):
        sure = SURE
    elif not table.sentence_initial[index]:
        sure = _met(table, index)
    if not sure:
        return
    yield Detection(
        table.span(index, index),
        tuple(
            Hypothesis(
                entry.label,
                (Evidence("place:of a person", sure - lower),),
                frozenset(),
                Trust.FORMAL,
            )
            for lower, entry in enumerate(
                sorted((e for e in word.entries if e.label in FIRSTNAMES), key=lambda e: -e.weight)
            )
        ),
    )


CLAIMS = (
    Rule(
        "name.said_to_be_one",
        Stage.CLAIM,
        _called_so,
        words(*_WORDS["called_so"]),
        frozenset(("firstname_unknown",)),
        Trust.FORMAL,
        "name_places",
    ),
    Rule(
        "name.word_as_person",
        Stage.CLAIM,
        _claims,
        lexeme(_is_word_too),
        FULL_NAME,
        Trust.FORMAL,
        "name_places",
    ),
    Rule(
        "name.definite_of_a_name",
        Stage.CLAIM,
        _from_a_name,
        lexeme(_may_be_definite),
        FULL_NAME,
        Trust.FORMAL,
        "name_places",
    ),
)
