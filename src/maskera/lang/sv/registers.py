"""People in lists and registers, where no sentence tells: 1. Modig, Otto, 2010-03-04; Elev: Stolt,
Ebba; Storm/Ebba; hos fam. Modig."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from maskera import expressions as re
from maskera.lang.sv.where_people_stand import LEAST_GIVEN, SURE, called_one_of
from maskera.lexicon.table import TokenTable
from maskera.lexicon.triggers import only
from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import Lexeme
from maskera.mentions import Detection, Evidence, Trust
from maskera.rules.rule import Rule, Stage, lexeme, words
from maskera.taxonomy import FIRSTNAMES

_WORDS = word_list("sv", "registers")

_APART = re.compile(rf"(?:\d{{1,3}}[.)]?|.*\b(?i:{_WORDS.either('role')})[ \t]*:)[ \t]*")
_BREAKS = "\n␤"
_ENDS_CELL = re.compile(r"[ \t]*(?:(?P<mark>[;|(\t])|(?P<comma>,)|[\n␤]|$)")
_AND = frozenset(("och", "o", "&", ","))
_SIGNS = frozenset((",", "/", "&", "+", "och", "o"))
_NO_NAMES = frozenset(("month_word", "weekday", "god"))
SHORT, LEAST_COLUMN, LEAST_KNOWN = 4, 3, 2
"""Tokens of a line in a column of names, lines of such a column, and names in it."""
LEAST_ROWS = 2  # lines of one kind that make a register
LONGEST = 60  # characters in front of a name


@only("capital")
def _is_given(word: Lexeme) -> bool:
    """Whether a word is a first name rather than a surname."""
    return _best(word, FIRSTNAMES) >= max(LEAST_GIVEN, _best(word, frozenset(("surname",))))


def _best(word: Lexeme, labels: frozenset[str]) -> float:
    return max((entry.weight for entry in word.entries if entry.label in labels), default=0.0)


def _rows(table: TokenTable) -> dict[int, bool]:
    """The places of family names before a first name at the head of a line, and whether a number or
    who somebody is stands before them. Without such a sign the line goes on behind the name, so that
    it is no greeting: Modig, Otto, 2010; Modig Otto; 7B; but not Hej Otto, Kram, Otto."""
    rows: dict[int, bool] = {}
    for given in table.where(_is_given):
        comma = table.at(given - 1) == ","
        family = given - 1 - comma
        ends = _ENDS_CELL.match(table.text, table.span(given, given).end)
        if family < 0 or not ends or not (comma or ends["mark"]):
            continue
        word, start = table.words[family], table.span(family, family).start
        line = table.text[max(0, start - LONGEST) : start]
        line = line[max(line.rfind(mark) for mark in _BREAKS) + 1 :].strip()
        apart = comma and _APART.fullmatch(line) is not None
        if (
            word.shape == "capital"
            and word.lower.replace("-", "").isalpha()
            and (word.plain <= 0 or "surname" in word.labels or (apart and ends["comma"]))
            and (not _is_given(word) or (word.plain > 0 and "surname" in word.labels))
            and table.sentence[family] == table.sentence[given]
            and (apart or (not line and (ends["mark"] or (comma and ends["comma"]))))
        ):
            rows[family] = apart
    return rows


def _in_register(table: TokenTable, given: int) -> Iterator[Detection]:
    """1. Modig, Otto, 2010; Modig Otto; 7B, on two lines or more; but not Hej, Otto."""
    rows = table.fact(_rows)
    family = given - 1 - (table.at(given - 1) == ",")
    if family in rows and (rows[family] or len(rows) >= LEAST_ROWS):
        evidence = Evidence("place:in a register", SURE)
        yield table.claim(family, family, "surname", evidence, trust=Trust.FORMAL)


@only("capital")
def _may_be_given(word: Lexeme) -> bool:
    """Whether an ordinary word is a first name, too: Storm, Liv."""
    return (
        word.plain > 0
        and not word.genitive
        and _best(word, FIRSTNAMES) >= LEAST_GIVEN
        and word.labels.isdisjoint(_NO_NAMES)
        and word.lower not in _WORDS["no_name"]
    )


def _is_somebody(table: TokenTable, index: int) -> bool:
    """Whether a token is surely a first name."""
    if not 0 <= index < len(table.words):
        return False
    word = table.words[index]
    return word.plain <= 0 and bool(_is_given(word))


def _column(table: TokenTable) -> set[int]:
    """The first tokens of short lines one below the other, a third of them surely first names."""
    found: set[int] = set()
    run: list[int] = []
    for first, size in (*_lines(table), (0, LONGEST)):
        if size <= SHORT and table.words[first].shape == "capital":
            run.append(first)
            continue
        known = sum(_is_somebody(table, at) for at in run)
        if len(run) >= LEAST_COLUMN and known >= LEAST_KNOWN and 3 * known >= len(run):
            found |= set(run)
        run = []
    return found


def _lines(table: TokenTable) -> Iterator[tuple[int, int]]:
    """The first token of each line, behind a number at most, and how many it has."""
    starts, ends = table.document.tokens.starts, table.document.tokens.ends
    breaks = [
        at
        for at in range(1, len(starts))
        if any(mark in table.text[ends[at - 1] : starts[at]] for mark in _BREAKS)
    ]
    for first, last in pairwise((0, *breaks, len(starts))):
        numbered = table.words[first].shape == "digit" and last - first > 2
        skipped = (1 + (table.at(first + 1) in (".", ")"))) * numbered
        yield min(first + skipped, last - 1), last - first - skipped


def _among_names(table: TokenTable, index: int) -> Iterator[Detection]:
    """Storm/Ebba, Otto, Liv; Ebba x ␤ Storm sjuk: a word that is a first name beside others."""
    beside = (
        table.at(index - 1) in _SIGNS and _is_somebody(table, index - 2),
        table.at(index + 1) in _SIGNS and _is_somebody(table, index + 2),
    )
    if any(beside) or index in table.fact(_column):
        given = [entry for entry in table.words[index].entries if entry.label in FIRSTNAMES]
        given.sort(key=lambda entry: -entry.weight)
        yield called_one_of(table, index, given, "place:in a register", SURE)


def _of_family(table: TokenTable, noun: int) -> Iterator[Detection]:
    """hos fam. Modig, familjen Stolt; but not familjen Otto och Ebba."""
    name = noun + 1 + (table.lowers[noun] == "fam" and table.at(noun + 1) == ".")
    if not table.right(noun, name - noun) or not table.adjacent(name - 1):
        return
    word = table.words[name]
    several = table.right(name) in _AND and table.right(name, 2) != ""
    several = several and table.words[name + 2].shape == "capital"
    if word.shape == "capital" and word.lower.isalpha() and not several:
        evidence = Evidence("place:of a family", SURE)
        yield table.claim(name, name, "surname", evidence, trust=Trust.FORMAL)


CLAIMS = (
    Rule(
        "name.in_register",
        Stage.CLAIM,
        _in_register,
        lexeme(_is_given),
        frozenset(("surname",)),
        Trust.FORMAL,
        "registers",
    ),
    Rule(
        "name.among_names",
        Stage.CLAIM,
        _among_names,
        lexeme(_may_be_given),
        FIRSTNAMES,
        Trust.FORMAL,
        "registers",
    ),
    Rule(
        "name.of_family",
        Stage.CLAIM,
        _of_family,
        words(*_WORDS["family"]),
        frozenset(("surname",)),
        Trust.FORMAL,
        "registers",
    ),
)
