"""House numbers after streets, line numbers after the words for buses and trains."""

from __future__ import annotations

from collections.abc import Iterator

from maskera.detect.sight import Sight
from maskera.lang.sv.dates import noun_follows
from maskera.lang.sv.quantities import HOUSE_LETTER, QUANTITY, YEARS
from maskera.mentions import Detection, Evidence

_STREET = tuple(
    (
        "gatan gata vägen väg gränd gränden stigen stig allén allé backen torget torg plan plats platsen esplanaden leden "
        "ringen slingan stråket kajen gången liden parken svängen brinken gårdsv gatu terrassen promenaden rundeln höjden rue "
        "street strasse straße caddesi sokak"
    ).split()
)


_TAILS = frozenset("gatan vägen gränden stigen torget allén backen".split())
_NO_PART = frozenset(
    "den det denna här där min din hans hennes vår deras samma hela halva andra första tredje sista rätta fel långa korta och över längs "
    "efter till från mot vid ner upp ut in på i av en ett någon ingen vilken varje bort fram tillbaka rakt följ följa ta".split()
)
_DETERMINERS = frozenset("den det denna denhär sidan hela".split())
CUT_STREET = 6.0  # a number after it makes it an address


def house_number(sight: Sight, index: int) -> Iterator[Detection]:
    """The number after a street: Storgatan 5, Ringvägen 8 C."""
    before = index - 1
    if sight.left(index) in ("nr", "nummer", "no"):
        before -= 1
    if before < 0 or sight.sentence[before] != sight.sentence[index]:
        return
    street = sight.words[before]
    weight, cut = 0.0, False
    if street.lower.endswith(_STREET) and len(street.lower) > 4 and street.ordinary < 2.5:
        weight = 4.0
    elif "place" in street.labels and street.shape != "lower":
        weight = 2.5
    elif (
        street.lower
        in ("väg", "gata", "gränd", "torg", "plan", "plats", "allé", "stig", "backe", "strand", "street", "road", "straat", "straße")
        and sight.words[before - 1].shape == "capital"
    ):
        weight = 4.0
    elif (
        street.shape == "capital"
        and not sight.initial[before]
        and street.zipf < 3
        and not street.labels & {"month_word", "work", "transport_name"}
        and sight.left(before) in ("på", "adress", ":")
    ):
        weight = 2.0
    elif cut := _cut_street(sight, before) and not noun_follows(sight, index):
        weight = CUT_STREET
    if not weight or QUANTITY.match(sight.right(index)) or YEARS.match(sight.right(index)):
        return
    last = index
    following = sight.at(index + 1)
    if HOUSE_LETTER.match(following) and sight.adjacent(index):
        last = index + 1
    if cut:
        yield sight.claim(before - 1, before, "place", Evidence("cue:_ street cut in two, number", CUT_STREET))
    yield sight.claim(index, last, "street_nr", Evidence("cue:street _", weight))


def _cut_street(sight: Sight, tail: int) -> bool:
    """Whether a word before one for a street may be its first part: blå vägen 231, bondskrivar vägen 5; but not den vägen 3 gånger."""
    first = sight.left(tail)
    determined = sight.left(tail, 2) in _DETERMINERS
    return sight.lowers[tail] in _TAILS and first.isalpha() and len(first) > 2 and first not in _NO_PART and not determined


def line_number(sight: Sight, index: int) -> Iterator[Detection]:
    """The number of a bus or train: buss 528, linje 3, 6:an."""
    before = index - 1
    if sight.left(index) in ("nr", "nummer", "nummret", "no", "numer"):
        before -= 1
    if before < 0 or sight.sentence[before] != sight.sentence[index]:
        return
    last = index
    if sight.glued(index) and HOUSE_LETTER.match(sight.right(index)):
        last = index + 1
    after = sight.right(last)
    cue = sight.entry(before, "transport_cue") or sight.entry(before, "transport_name")
    if cue and cue.kind != "after" and len(sight.lowers[index]) <= 4:
        if QUANTITY.match(after) or (after in (":", ".", ",") and sight.glued(last) and sight.right(last, 2).isdecimal()):
            return
        weight = 1.5 + min(cue.weight, 3.0) - (1.5 if cue.label == "transport_name" else 0.0)
        yield sight.claim(index, last, "transport_nr", Evidence(f"cue:{cue.form} _", weight))
    elif after in (":", "-") and sight.right(last, 2) in ("an", "ans", "orna") and sight.glued(index):
        near = any(sight.entry(where, "transport_cue") for where in range(max(0, index - 12), min(len(sight.words), index + 12)))
        yield sight.claim(index, last, "transport_nr", Evidence("cue:_:an", 0.0), Evidence("cue:transport near", 1.8 if near else -3.0))
    elif (
        sight.left(index) in ("eller", "och", ",", "/")
        and (earlier := sight.entry(index - 3, "transport_cue"))
        and sight.words[index - 2].shape == "digit"
    ) and not QUANTITY.match(after):
        yield sight.claim(index, last, "transport_nr", Evidence(f"cue:{earlier.form} number och _", 3.0))
