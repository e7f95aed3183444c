"""Names in the fields of forms and headers, in lists of who was there, in brackets behind who it is
and before an address: Line manager: Poppy Field; Apologies: Bev, Miss Quill; mum (Shanice); <Grace>
hey; but not From: Head Office.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from maskera.lang.en.full_names import (
    DOCTOR,
    FAMILY,
    FIELD,
    GIVEN,
    MOST,
    PERSON,
    is_given,
    is_title,
    line_begins,
    may_be_part,
    person,
    same_line,
)
from maskera.lang.en.initials import letter
from maskera.lang.en.names import PARTICLES
from maskera.lang.en.people import KNOWN
from maskera.lang.en.word_names import is_person, may_be_word
from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import CAPITALS
from maskera.mentions import Detection, Trust
from maskera.rules.rule import Rule, Stage, words
from maskera.taxonomy import FULL_NAME, INSTITUTIONS

_WORDS = word_list("en", "fields")

NAMED = ("work", "other_institution", "school", "city")
"""Kinds of fields for what has the label of the field."""
FIELDS: Mapping[str, str] = {
    form: kind for kind in (*NAMED, DOCTOR, FAMILY, GIVEN, PERSON) for form in _WORDS[kind]
}
BORN, ROLES = _WORDS["born"], _WORDS["role_in_brackets"]
"""What stands in brackets behind somebody's name: before when they were born, and who they are (Ro
(SIL))."""
BETWEEN = frozenset((*",;&/()<>[]–—+•@", "and"))
"""What stands between the names in a field, or around some of them."""
LONGEST = 4  # words of what a field is called
LABELS = FULL_NAME | INSTITUTIONS | {"city", "initials"}


def _opens(table: TokenTable, index: int) -> bool:
    """Whether what a field is called may begin at a token: a line, a cell or a sentence does."""
    if index == 0 or line_begins(table, index):
        return True
    before = table.words[index - 1]
    apart = before.shape in ("mark", "digit") or not table.adjacent(index - 1)
    return apart or table.words[index].shape in CAPITALS


def name_of_field(table: TokenTable, colon: int) -> tuple[int, str]:
    """Where what a field is called begins that ends at a colon, and its kind; the colon and "" for
    none: Line manager:, Referee 2:."""
    for size in range(LONGEST, 0, -1):
        first = colon - size
        if first >= 0 and same_line(table, first, colon):
            name = " ".join(word for word in table.lowers[first:colon] if not word.isdecimal())
            if name in FIELDS and _opens(table, first):
                return first, FIELDS[name]
    return colon, ""


def called(table: TokenTable, index: int) -> bool:
    """Whether a word is part of what a field is called: [Line] manager: Ruby."""
    for colon in range(index + 1, min(index + 1 + LONGEST, len(table.words))):
        if table.lowers[colon] == ":":
            return name_of_field(table, colon)[0] <= index
        if table.words[colon].shape == "mark":
            return False
    return False


def _field(table: TokenTable, colon: int) -> Iterator[Detection]:
    """What stands in a field."""
    if not (kind := name_of_field(table, colon)[1]):
        return
    first, last = colon + 1, _end_of_cell(table, colon + 1)
    if kind in NAMED:
        yield from _house(table, first, last, kind)
        return
    for part in _parts(table, first, last):
        if len(part) == 1 and table.at(part.start - 1) == ")" and part.start > first + 1:
            yield table.claim(part.start, part.start, "surname", FIELD, trust=Trust.FORMAL)
            continue  # Winifred (Winnie) Mensah
        claims = list(person(table, part, kind))
        if not claims and part[0] == first and table.words[first].shape in CAPITALS:
            return  # To: Housing Team, Ashford
        yield from claims


def _house(table: TokenTable, first: int, last: int, label: str) -> Iterator[Detection]:
    """The name of a firm, a school or a town: up to a comma, a bracket or the end."""
    end = first
    while end <= last and table.words[end].shape != "mark":
        end += 1
    part = range(first, end)
    names = [table.words[at] for at in part]
    if not names or not all(
        word.shape in CAPITALS or table.lowers[at] in PARTICLES | {"and", "the"}
        for at, word in zip(part, names, strict=True)
    ):
        return
    usual = all(word.plain > KNOWN for word in names)
    if (
        names[0].shape in CAPITALS
        and not (usual and len(names) == 1)
        and "prof" not in names[-1].labels
    ):
        yield table.claim(first, end - 1, label, FIELD, trust=Trust.FORMAL)


def _end_of_cell(table: TokenTable, first: int) -> int:
    """The last token of a field: at the end of the line, before a wide gap, a bar or a sentence's
    end, and before what the next field is called."""
    last = first - 1
    for index in range(first, len(table.words)):
        word = table.lowers[index]
        if not same_line(table, index - 1, index) or word in ("|", "¦"):
            break
        if index > first and not table.adjacent(index - 1) and not table.glued(index - 1):
            break
        if word == ":":
            last = _before_field(table, first, index)
            break
        if (
            word == "."
            and index > first
            and not (letter(table, index - 1) or is_title(table, index - 1))
        ):
            break
        last = index
    return last


def _before_field(table: TokenTable, first: int, colon: int) -> int:
    """The last token before what a field is called that ends at a colon: Driver: Ivy Moss [Policy
    no]:"""
    if table.words[colon - 1].shape == "lower":
        colon -= 1
    for size in range(LONGEST, 0, -1):
        if colon - size >= first and " ".join(table.lowers[colon - size : colon]) in FIELDS:
            return colon - size - 1
    return colon - 2


def _parts(table: TokenTable, first: int, last: int) -> Iterator[range]:
    """The runs of words between commas, semicolons, "and" and brackets; what stands in brackets is
    left out."""
    begin, depth = first, 0
    for index in range(first, last + 2):
        word = table.lowers[index] if index <= last else ","
        if word in BETWEEN:
            if not depth and begin < index:
                yield range(begin, index)
            depth += (word in "(<[") - (word in ")>]")
            depth = max(depth, 0)
            begin = index + 1


def _bracket(table: TokenTable, bracket: int) -> Iterator[Detection]:
    """Somebody in brackets behind who it is (mum (Shanice), his dad (Wayne Moxley)), or before
    them: Pat (her brother), Ro (SIL)."""
    before, last = bracket - 1, bracket + 1
    while last < len(table.words) and table.lowers[last] != ")" and last - bracket <= MOST:
        last += 1
    if before < 0 or table.at(last) != ")" or not same_line(table, before, last):
        return
    inside = range(bracket + 1, last)
    born = table.lowers[inside.start] in BORN if len(inside) else False
    if "fam" in table.words[before].labels or is_person(table, before):
        if table.words[inside.start].shape in CAPITALS and len(inside):
            yield from person(table, inside)
        return
    relative = is_person(table, inside.stop - 1) or table.lowers[inside.start] in ROLES
    aged = len(inside) == 1 and table.lowers[inside.start].isdecimal()
    if (
        not (relative or aged or born)
        or (len(inside) > 3 and not born)
        or table.words[before].shape not in CAPITALS
    ):
        return
    first = before
    while (
        first and before - first < 2 and table.adjacent(first - 1) and may_be_part(table, first - 1)
    ):
        first -= 1
    if aged and not (may_be_word(table.words[before]) or is_given(table, range(first, first + 1))):
        return
    yield from person(table, range(first, before + 1))


def _quoted_sender(table: TokenTable, bracket: int) -> Iterator[Detection]:
    """Who stands before an address in angle brackets, and in them at the beginning of a line: Rose
    Pike <rose@pike.example>, <Grace> hey."""
    end = bracket + 1
    if end < len(table.words) and "@" in table.lowers[end]:
        first = bracket
        while first and bracket - first <= 3 and table.adjacent(first - 1):
            if not (may_be_part(table, first - 1) or letter(table, first - 1)):
                break
            first -= 1
        if first < bracket:
            yield from person(table, range(first, bracket))
    elif (
        table.at(end + 1) == ">"
        and line_begins(table, bracket)
        and table.words[end].shape in CAPITALS
    ):
        yield from person(table, range(end, end + 1))


RULES = (
    Rule("name.field", Stage.CLAIM, _field, words(":"), LABELS, cases="fields"),
    Rule("name.in_brackets", Stage.CLAIM, _bracket, words("("), LABELS, cases="fields"),
    Rule("name.sender", Stage.CLAIM, _quoted_sender, words("<"), LABELS, cases="fields"),
)
