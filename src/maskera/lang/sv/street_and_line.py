"""House numbers after streets, line numbers after the words for buses and trains."""

from __future__ import annotations

from collections.abc import Iterator

from maskera.lang.sv.dates import noun_follows
from maskera.lang.sv.quantities import counts_years, is_house_letter, is_quantity
from maskera.lexicon.table import TokenTable
from maskera.lexicon.triggers import only
from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import Lexeme
from maskera.mentions import Detection, Evidence
from maskera.text import number_of

_WORDS = word_list("sv", "street_and_line")

_STREET = _WORDS.ranked("street")


_ALONE = _WORDS["alone"]
_TAILS = _WORDS["tails"]
_NO_PART = _WORDS["no_part"]
_DETERMINERS = _WORDS["determiners"]
_BARE = frozenset(f"{kind}{ending}" for kind in _STREET for ending in ("", "en", "et", "n"))
CUT_STREET = 6.0  # a number after it makes it an address
HOUSES = 2.0  # more for two numbers with a hyphen after a street
SPOKEN_NUMBER = 6.0  # a street and a number in words that counts nothing
_AT_HOME = _WORDS["at_home"]
# Of lines. A row after a sure cue, and what goes somewhere, counts nothing else: the weight of a
# claim that the tagger is silent about.
SURE_LINE, SURE_CUE = 6.0, 2.0
_NUMBERED = _WORDS["numbered"]
_NOT_BEFORE = frozenset(("after", "self"))
_FRACTION = frozenset((":", ".", ","))
_AND = _WORDS["and"] | {"&", ",", "/"}
_ENDINGS = frozenset(("an", "ans", "orna"))
_LONGEST = 12  # numbers of a row that are looked back over
_BOUND = _WORDS["bound"]
_STOPS = _WORDS["stops"]
_OFTEN = frozenset(("var", "varje"))
_GOES = _WORDS["goes"] | _STOPS
_RIDE, _CHANGES, _WHERE = _WORDS["ride"], _WORDS["changes"], _WORDS["where"]
_IS = _WORDS["is"]
_ALWAYS = _WORDS["always"]
_LATE = _WORDS["late"]
_LINE_GOES = _GOES | _BOUND


def house_number(table: TokenTable, index: int, end: int) -> Iterator[Detection]:
    """The number after a street, tokens `index` to `end`: Storgatan 5, Ringvägen 8 C, Kungsgatan
    tre; but not på gatan tolv barn."""
    before = index - 1
    if table.left(index) in ("nr", "nummer", "no"):
        before -= 1
    if before < 0 or table.sentence[before] != table.sentence[index]:
        return
    street = table.words[before]
    weight, cut = 0.0, False
    if street.lower.endswith(_STREET) and len(street.lower) > 4 and street.ordinary < 2.5:
        weight = 4.0
    elif "place" in street.labels and street.shape != "lower":
        weight = 2.5
    elif street.lower in _ALONE and table.words[before - 1].shape == "capital":
        weight = 4.0
    elif (
        street.shape == "capital"
        and not table.sentence_initial[before]
        and street.zipf < 3
        and not street.labels & {"month_word", "work", "transport_name"}
        and table.left(before) in ("på", "adress", ":")
    ):
        weight = 2.0
    elif cut := _cut_street(table, before) and not noun_follows(table, index):
        weight = CUT_STREET
    if not weight or is_quantity(table.right(end)) or counts_years(table.right(end)):
        return
    if table.words[index].shape != "digit":
        counts = noun_follows(table, end) and table.right(end) not in _AT_HOME
        if (
            street.lower in _BARE
            or counts
            or (table.right(end) in _AND and table.entry(end + 2, "number"))
        ):
            return
        weight = SPOKEN_NUMBER
    last = end
    following = table.at(end + 1)
    if is_house_letter(following) and table.adjacent(end):
        last = end + 1
    if through := _last_house(table, index, last):
        last, weight = through, weight + HOUSES
    if cut:
        yield table.claim(
            before - 1, before, "place", Evidence("cue:_ street cut in two, number", CUT_STREET)
        )
    yield table.claim(index, last, "street_nr", Evidence("cue:street _", weight))


def _last_house(table: TokenTable, first: int, last: int) -> int:
    """The last token of a span of houses, the first in tokens `first` to `last`: 5-7, 12–14 B; 0
    for none: på Storgatan 3-4 gånger."""
    one, two = table.lowers[first], table.right(last, 2)
    if (
        table.right(last) not in ("-", "–")
        or not (one.isdecimal() and two.isdecimal())
        or len(two) > 3
        or number_of(one) >= number_of(two)
    ):
        return 0
    end = last + 2
    if table.adjacent(end) and is_house_letter(table.right(end)):
        end += 1
    counts = is_quantity(table.right(end)) or counts_years(table.right(end))
    return (
        0 if counts or (noun_follows(table, end) and table.words[end + 1].shape == "lower") else end
    )


def _cut_street(table: TokenTable, tail: int) -> bool:
    """Whether a word before one for a street may be its first part: blå vägen 231, bondskrivar
    vägen 5; but not den vägen 3 gånger."""
    first = table.left(tail)
    determined = table.left(tail, 2) in _DETERMINERS
    return (
        table.lowers[tail] in _TAILS
        and first.isalpha()
        and len(first) > 2
        and first not in _NO_PART
        and not determined
    )


def line_number(table: TokenTable, index: int, last: int) -> Iterator[Detection]:
    """The number of a bus or train in tokens `index` to `last`: buss 528, linje 3, spårvagn nr fem,
    bussarna 4, 6 och 55, 6:an."""
    first = _row_start(table, index)
    numbered = table.left(first) in _NUMBERED
    before = first - 1 - numbered
    spoken = table.words[index].shape != "digit"
    if table.glued(last) and is_house_letter(table.right(last)) and not spoken:
        last += 1
    after = table.right(last)
    if is_quantity(after) or (
        after in _FRACTION
        and table.glued(last)
        and table.glued(last + 1)
        and table.right(last, 2).isdecimal()
    ):
        return
    cue = None
    if before >= 0 and table.sentence[before] == table.sentence[index]:
        cue = table.entry(before, "transport_cue") or table.entry(before, "transport_name")
    if cue and cue.kind in _NOT_BEFORE:
        cue = None
    if spoken:
        if cue and cue.weight >= SURE_CUE and _ends_line(table, last, numbered):
            yield table.claim(index, last, "transport_nr", Evidence(f"cue:{cue.form} _", SURE_LINE))
    elif ending := _line_ending(table, last):
        yield table.claim(
            index,
            last,
            "transport_nr",
            Evidence("cue:_:an", 0.0),
            _called(table, first, last + ending),
        )
    elif cue and cue.weight >= SURE_CUE and (first < index or _goes_on(table, last)):
        yield table.claim(
            index, last, "transport_nr", Evidence(f"cue:{cue.form} numbers", SURE_LINE)
        )
    elif cue and len(table.lowers[index]) <= 4:
        weight = 1.5 + min(cue.weight, 3.0) - (1.5 if cue.label == "transport_name" else 0.0)
        yield table.claim(index, last, "transport_nr", Evidence(f"cue:{cue.form} _", weight))


def line_in_a_word(table: TokenTable, index: int) -> Iterator[Detection]:
    """A number with the ending of a noun as a line: jag tar fyran till stan, sexan är full; but not
    han går i fyran."""
    if (said := _called(table, index, index)).weight == SURE_LINE:
        yield table.claim(
            index,
            index,
            "transport_nr",
            Evidence("list:transport_cue", 0.0, table.lowers[index]),
            said,
        )


@only(listed=True)
def line_by_itself(word: Lexeme) -> bool:
    """Whether a word is a line with its number: fyran."""
    return any(entry.label == "transport_cue" and entry.kind == "self" for entry in word.entries)


def _in_a_word(table: TokenTable, index: int) -> bool:
    return 0 <= index < len(table.words) and line_by_itself(table.words[index])


def _row_start(table: TokenTable, index: int) -> int:
    """The first of numbers in a row, with or without endings: 4:an och 7:an, 2, 6 och 11."""
    for _ in range(_LONGEST):
        before = index - 2
        if before < 0 or table.left(index) not in _AND:
            break
        if table.lowers[before] in _ENDINGS:
            before -= 1 + (table.at(before - 1) in (":", "-"))
        if before < 0 or not table.left(index, index - before) or not _number(table, before):
            break
        index = before
    return index


def _number(table: TokenTable, index: int) -> bool:
    return table.words[index].shape == "digit" or table.entry(index, "number") is not None


def _goes_on(table: TokenTable, last: int) -> bool:
    """Whether another number of a row follows, which counts nothing."""
    return (
        table.right(last) in _AND
        and table.right(last, 2).isdecimal()
        and not is_quantity(table.right(last, 3))
    )


def _line_ending(table: TokenTable, last: int) -> int:
    """How many tokens the ending of a noun takes up that is glued to a number: 6:an, 3an; 0 for
    none."""
    if not table.glued(last):
        return 0
    if table.right(last) in _ENDINGS:
        return 1
    return (
        2
        if table.right(last) in (":", "-")
        and table.glued(last + 1)
        and table.right(last, 2) in _ENDINGS
        else 0
    )


def _ends_line(table: TokenTable, last: int, numbered: bool) -> bool:
    """Whether a number in words after one for a bus counts nothing: buss tolv går, but not bussen
    tre stationer, två och en halv."""
    after = table.right(last)
    return (
        numbered
        or after in _LINE_GOES
        or (not noun_follows(table, last) and table.right(last, 2) not in ("en", "ett"))
    )


def _called(table: TokenTable, first: int, last: int) -> Evidence:
    """What stands round 6:an or sexan: who takes it and where to, what it does, or that buses are
    spoken of at all."""
    for _ in range(_LONGEST):
        if table.right(last) not in _AND:
            break
        if table.right(last, 2).isdecimal() and (ending := _line_ending(table, last + 2)):
            last += 2 + ending
        elif _in_a_word(table, last + 2):
            last += 2
        else:
            break
    for _ in range(_LONGEST):
        if table.left(first) not in _AND or not _in_a_word(table, first - 2):
            break
        first -= 2
    after, then = table.right(last), table.right(last, 2)
    state = table.right(last, 3) if then in _ALWAYS else then
    ridden = not _RIDE.isdisjoint(table.left(first, step) for step in (1, 2, 3))
    changed = table.left(first) == "till" and table.left(first, 2) in _CHANGES and after in _WHERE
    goes = after in _GOES and (then in _BOUND or then in _OFTEN or after in _STOPS)
    if (
        (ridden and (after in _BOUND or table.words[first].shape == "digit"))
        or changed
        or goes
        or (after in _IS and state in _LATE)
    ):
        return Evidence("cue:_ goes somewhere", SURE_LINE)
    around = (
        table.entry(where, "transport_cue")
        for where in range(max(0, first - 12), min(len(table.words), first + 12))
    )
    near = any(cue and cue.kind not in _NOT_BEFORE for cue in around)
    return Evidence("cue:transport near", 1.8 if near else -3.0)
