"""Values of the laboratory and measures of the body, which look like plates, house numbers, ages and dates: Hb 132, CRP 120, 145/85."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from maskera.detect.sight import Sight
from maskera.lang.sv.patterns import CARS

_MEASURED = (
    "hb crp hba1c lpk tpk ldl hdl tsh inr psa alat asat ggt krea kreatinin egfr ferritin kalium natrium glukos kolesterol albumin "
    "bilirubin troponin d-dimer bnp probnp nt-probnp laktat urat urea evf mcv mch mchc neutrofiler folat kobalamin kalcium "
    "puls saturation saturationen spo2 pox temp tempen bmi"
).split()
_SAMPLES = ("", "p-", "b-", "s-", "fp-", "fs-", "u-")  # plasma, blood, serum, fasting, urine
_SURE = frozenset(f"{sample}{what}{value}" for sample in _SAMPLES for what in _MEASURED for value in ("", "-värde", "-värdet"))
_PRESSURES = frozenset("blodtryck blodtrycket trycket tryck bt bp".split())
# Written so, and beside another one, for else they are words, lines of trains, items of lists.
_SHORT = frozenset("Na K Ca Mg SR AF GT ALP T3 T4 CK P Fe B12".split())
_ALL = _SURE | _PRESSURES | {form.lower() for form in _SHORT} | {"apgar"}
_SAYS = r"[ \t:=<>≈~(]*(?:(?:värdet?|är|var|på|blev|låg|ligger|steg|sjönk|till|ca|cirka|över|under|mättes|idag|igår)\b[ \t:=<>≈~]*){0,4}"
_NUMBER, _END = r"\d{1,3}(?:[.,]\d{1,2})?", r"(?![\w-]*\w|/ ?\d)"
_VALUE = re.compile(rf"{_SAYS}{_NUMBER}(?:[-–]{_NUMBER})?{_END}")
_APGAR = re.compile(rf"{_SAYS}\d{{1,2}}(?: ?[-–,/] ?\d{{1,2}}){{0,2}}{_END}")
_PRESSURE = re.compile(rf"{_SAYS}(?:[7-9]\d|[12]\d\d) ?/ ?(?:[3-9]\d|1[0-4]\d)(?!\d)")
_FORMS = dict.fromkeys(_PRESSURES, _PRESSURE) | {"apgar": _APGAR}


def body_measures(seen: Sight) -> Iterator[tuple[int, int]]:
    """Where such a word and its value stand, but in sentences that speak of cars."""
    text, tokens = seen.text, seen.document.tokens
    found: dict[int, tuple[int, int]] = {}
    for index in seen.among(_ALL):
        if value := _FORMS.get(seen.lowers[index], _VALUE).match(text, tokens.ends[index]):
            found[index] = tokens.starts[index], value.end()
    measures = Counter([seen.sentence[index] for index in found])
    for index, (start, end) in found.items():
        written, number = text[start : tokens.ends[index]], seen.sentence[index]
        told = seen.lowers[index] in _SURE or seen.lowers[index] in _FORMS or (written in _SHORT and measures[number] > 1)
        sentence = seen.document.sentences[number]
        if told and not CARS.search(text, tokens.starts[sentence.start], tokens.ends[sentence.end - 1]):
            yield start, end
