"""Rows of numbers: in "4, 7 och 11 år" all are ages where one is. Whose stands before the first,
what they count after the last."""

from __future__ import annotations

from collections.abc import Iterator

from maskera.lang.sv.ages import AFTER_AGE, BE_OR_TURN, OLD, PEOPLE, of_person
from maskera.lang.sv.persons import UNMARKED_PLURAL
from maskera.lang.sv.quantities import counts_years, is_quantity
from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import word_list
from maskera.mentions import Detection, Evidence

_WORDS = word_list("sv", "age_rows")

_AND = _WORDS["and"] | {"&"}
_A = _WORDS["a"]
_THEY = _WORDS["they"]
_OLDEST = 120
_LONGEST = 12  # members of a row, and words, that are looked back over
_SENTENCE = 60  # words of the sentence before, in which those may stand that "de" are
_WINDOW = 7  # words before the verb in which a row's people stand
_UNIT = _WORDS["unit"]
# Log-odds: a row of bare numbers said of people counts nothing else; one with "år gamla" is of
# whoever it is said.
_SAID_OF_PEOPLE, _OLD_TOGETHER = 10.0, 9.0


def claims(table: TokenTable, index: int) -> Iterator[Detection]:
    """The ages of the row that begins with token `index`, if one does and it is said of people."""
    # Of most numbers this is all that is asked: they stand alone, or in a row, in which each looking
    # ahead to its end would take quadratic time.
    if (
        not _following(table, _end(table, index))
        or in_two_words(table, index - 1)
        or start(table, index) != index
        or len(members := _members(table, index)) < 2
    ):
        return
    cue = _cue(table, index, members[-1][1])
    if cue:
        for first, last in members:
            label = "age_digits" if table.words[first].shape == "digit" else "age_string"
            yield table.claim(first, last, label, Evidence("number", -3.8), cue)


def start(table: TokenTable, index: int) -> int:
    """The first number of the row in which the number at `index` stands: itself where it stands
    alone."""
    for _ in range(_LONGEST):
        before = index - 2 if index > 1 and _parts(table, index - 1) else index - 1
        if before >= 0 and _unit(table.lowers[before]):
            before -= 1
        elif before == index - 1:
            break
        if not _number(table, before) or table.sentence[before] != table.sentence[index]:
            break
        index = before - 1 if in_two_words(table, before - 1) else before
    return index


def _members(table: TokenTable, index: int) -> list[tuple[int, int]]:
    """First and last tokens of the numbers of a row: the last two have a conjunction between them,
    or each has its "år"."""
    found = [(index, _end(table, index))]
    counted = True
    while True:
        last = found[-1][1]
        counted &= _unit(table.right(last))
        following = _following(table, last)
        if not following:
            return found if counted else []
        found.append((following, _end(table, following)))
        if table.lowers[following - 1] in _AND:
            return found


def _following(table: TokenTable, last: int) -> int:
    """The next number of a row, behind "år" or what parts them, or both; 0 for none."""
    following = last + 1 + _unit(table.right(last))
    if table.right(last, following - last) and _parts(table, following):
        following += 1
    there = following > last + 1 and table.right(last, following - last)
    return following if there and _number(table, following) else 0


def _unit(lower: str) -> bool:
    return lower in _UNIT or counts_years(lower)


def _parts(table: TokenTable, index: int) -> bool:
    return table.lowers[index] == "," or table.lowers[index] in _AND


def _number(table: TokenTable, index: int) -> bool:
    if index < 0:
        return False
    lower = table.lowers[index]
    if lower.isdecimal():
        return len(lower) <= 3 and int(lower) <= _OLDEST
    number = table.entry(index, "number")
    return number is not None and 0 < number.value <= _OLDEST


def in_two_words(table: TokenTable, index: int) -> bool:
    """Whether the number word is the first of two: tjugo fem."""
    if index < 0 or not table.lowers[index].isalpha():
        return False
    tens = table.entry(index, "number")
    if tens is None or tens.value not in range(20, 100, 10) or not table.adjacent(index):
        return False
    unit = table.entry(index + 1, "number")
    return unit is not None and 1 <= unit.value <= 9


def _end(table: TokenTable, index: int) -> int:
    return index + 1 if in_two_words(table, index) else index


def _cue(table: TokenTable, first: int, last: int) -> Evidence | None:
    """What makes a row one of ages: people it is said of, or "år gamla" after it."""
    after = table.right(last)
    unit = _unit(after)
    if unit and OLD.match(table.right(last, 2)):
        return Evidence("cue:_ och _ år gamla", _OLD_TOGETHER)
    counted = is_quantity(after) or (after.isalnum() and after not in AFTER_AGE)
    if counted and not unit:
        return None
    return Evidence("cue:people är _ och _", _SAID_OF_PEOPLE) if _of_people(table, first) else None


def _of_people(table: TokenTable, first: int) -> bool:
    """Whether a row is said of several people: mina barn är _, två söner (,) _, ett par på _; also
    of "de", if told before who."""
    verb = first - 1
    if "fam" in table.words[verb].labels and table.left(first):
        return _several(table, verb, first)
    if table.left(first) == "på":
        return of_person(table, first) and not _of_one(table, first - 2)
    if table.left(first) in (",", "(", ":"):
        return _several(table, verb - 1, verb)
    if table.left(first) not in BE_OR_TURN:
        return False
    low = table.since(verb, _WINDOW)
    if table.left(first, 2) in _THEY and (number := table.sentence[verb]):
        before = table.document.sentences[number - 1]
        return _several(table, max(before.start, before.end - _SENTENCE), before.end) or _several(
            table, low, verb
        )
    return _several(table, low, verb)


def _of_one(table: TokenTable, person: int) -> bool:
    """Whether one person alone is spoken of, whose row is a height: en lång kille på en och nittio;
    not en son och en dotter."""
    begin = person - 1 if table.left(person) in _A else person - 2
    return table.left(person, person - begin) in _A and table.left(begin) not in _AND


def _several(table: TokenTable, low: int, high: int) -> bool:
    """Whether tokens from `low` up to `high` speak of two people or more, by kin or by name."""
    people = 0
    for index in range(max(0, low), high):
        word = table.words[index]
        family = next(
            (entry for entry in word.entries or word.meant_entries if entry.label == "fam"), None
        )
        if family:
            people += 2 if "pl" in family.flags or family.form in UNMARKED_PLURAL else 1
        elif word.lower == "jag" or (
            word.shape == "capital" and not word.labels.isdisjoint(PEOPLE)
        ):
            people += 1
    return people > 1
