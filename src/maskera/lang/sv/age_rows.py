"""Rows of numbers: in "4, 7 och 11 år" all are ages where one is. Whose stands before the first, what they count after the last."""

from __future__ import annotations

from collections.abc import Iterator

from maskera.detect.sight import Sight
from maskera.lang.sv.ages import AFTER_AGE, OLD, PEOPLE, TURN, of_person
from maskera.lang.sv.persons import BE, UNMARKED_PLURAL
from maskera.lang.sv.quantities import QUANTITY, YEARS
from maskera.mentions import Detection, Evidence

_AND = frozenset(("och", "o", "å", "&", "samt", "respektive", "resp"))
_A = frozenset(("en", "min", "vår", "hans", "hennes"))
_THEY = frozenset(("de", "dom", "dem"))
_OLDEST = 120
_LONGEST = 12  # members of a row, and words, that are looked back over
_SENTENCE = 60  # words of the sentence before, in which those may stand that "de" are
_WINDOW = 7  # words before the verb in which a row's people stand
_UNIT = frozenset(("månader", "mån", "månad", "veckor"))
# Log-odds: a row of bare numbers said of people counts nothing else; one with "år gamla" is of whoever it is said.
_SAID_OF_PEOPLE, _OLD_TOGETHER = 10.0, 9.0


def claims(sight: Sight, index: int) -> Iterator[Detection]:
    """The ages of the row that begins with token `index`, if one does and it is said of people."""
    # Of most numbers of a row this is all that is asked: each looking ahead to its end would take quadratic time.
    if in_two_words(sight, index - 1) or start(sight, index) != index or len(members := _members(sight, index)) < 2:
        return
    cue = _cue(sight, index, members[-1][1])
    if cue:
        for first, last in members:
            label = "age_digits" if sight.words[first].shape == "digit" else "age_string"
            yield sight.claim(first, last, label, Evidence("number", -3.8), cue)


def start(sight: Sight, index: int) -> int:
    """The first number of the row in which the number at `index` stands: itself where it stands alone."""
    for _ in range(_LONGEST):
        before = index - 2 if index > 1 and _parts(sight, index - 1) else index - 1
        if before >= 0 and _unit(sight.lowers[before]):
            before -= 1
        elif before == index - 1:
            break
        if not _number(sight, before) or sight.sentence[before] != sight.sentence[index]:
            break
        index = before - 1 if in_two_words(sight, before - 1) else before
    return index


def _members(sight: Sight, index: int) -> list[tuple[int, int]]:
    """First and last tokens of the numbers of a row: the last two have a conjunction between them, or each has its "år"."""
    found = [(index, _end(sight, index))]
    counted = True
    while True:
        last = found[-1][1]
        unit = _unit(sight.right(last))
        counted &= unit
        after = last + 1 + unit
        apart = _parts(sight, after) if sight.right(last, after - last) else False
        following = after + apart
        if not (apart or unit) or not sight.right(last, following - last) or not _number(sight, following):
            return found if counted else []
        found.append((following, _end(sight, following)))
        if apart and sight.lowers[after] in _AND:
            return found


def _unit(lower: str) -> bool:
    return lower in _UNIT or YEARS.match(lower) is not None


def _parts(sight: Sight, index: int) -> bool:
    return sight.lowers[index] == "," or sight.lowers[index] in _AND


def _number(sight: Sight, index: int) -> bool:
    if index < 0:
        return False
    lower = sight.lowers[index]
    if lower.isdecimal():
        return len(lower) <= 3 and int(lower) <= _OLDEST
    number = sight.entry(index, "number")
    return number is not None and 0 < number.value <= _OLDEST


def in_two_words(sight: Sight, index: int) -> bool:
    """Whether the number word is the first of two: tjugo fem."""
    if index < 0 or not sight.lowers[index].isalpha() or not sight.adjacent(index):
        return False
    tens, unit = sight.entry(index, "number"), sight.entry(index + 1, "number")
    return tens is not None and unit is not None and tens.value in range(20, 100, 10) and 1 <= unit.value <= 9


def _end(sight: Sight, index: int) -> int:
    return index + 1 if in_two_words(sight, index) else index


def _cue(sight: Sight, first: int, last: int) -> Evidence | None:
    """What makes a row one of ages: people it is said of, or "år gamla" after it."""
    after = sight.right(last)
    unit = _unit(after)
    if unit and OLD.match(sight.right(last, 2)):
        return Evidence("cue:_ och _ år gamla", _OLD_TOGETHER)
    counted = QUANTITY.match(after) or (after.isalnum() and after not in AFTER_AGE)
    if counted and not unit:
        return None
    return Evidence("cue:people är _ och _", _SAID_OF_PEOPLE) if _of_people(sight, first) else None


def _of_people(sight: Sight, first: int) -> bool:
    """Whether a row is said of several people: mina barn är _, två söner (,) _, ett par på _; also of "de", if told before who."""
    verb = first - 1
    if "fam" in sight.words[verb].labels and sight.left(first):
        return _several(sight, verb, first)
    if sight.left(first) == "på":
        return of_person(sight, first) and not _of_one(sight, first - 2)
    if sight.left(first) in (",", "(", ":"):
        return _several(sight, verb - 1, verb)
    if sight.left(first) not in BE | TURN:
        return False
    low = max(0, verb - _WINDOW)
    while sight.sentence[low] != sight.sentence[verb]:
        low += 1
    if sight.left(first, 2) in _THEY and (number := sight.sentence[verb]):
        before = sight.document.sentences[number - 1]
        return _several(sight, max(before.start, before.end - _SENTENCE), before.end) or _several(sight, low, verb)
    return _several(sight, low, verb)


def _of_one(sight: Sight, person: int) -> bool:
    """Whether one person alone is spoken of, whose row is a height: en lång kille på en och nittio; not en son och en dotter."""
    begin = person - 1 if sight.left(person) in _A else person - 2
    return sight.left(person, person - begin) in _A and sight.left(begin) not in _AND


def _several(sight: Sight, low: int, high: int) -> bool:
    """Whether tokens from `low` up to `high` speak of two people or more, by kin or by name."""
    people = 0
    for index in range(max(0, low), high):
        word = sight.words[index]
        family = next((entry for entry in word.entries or word.meant_entries if entry.label == "fam"), None)
        if family:
            people += 2 if "pl" in family.flags or family.form in UNMARKED_PLURAL else 1
        elif word.lower == "jag" or (word.shape == "capital" and not word.labels.isdisjoint(PEOPLE)):
            people += 1
    return people > 1
