"""Values of the laboratory and measures of the body, which look like plates, house numbers, ages
and dates: Hb 132, CRP 120, 145/85."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from maskera import expressions as re
from maskera.lang.sv.patterns import CARS
from maskera.lexicon.table import TokenTable
from maskera.lexicon.triggers import one_of

_MEASURED = (
    "hb crp hba1c lpk tpk ldl hdl tsh inr psa alat asat ggt krea kreatinin egfr ferritin kalium natrium glukos kolesterol albumin "
    "bilirubin troponin d-dimer bnp probnp nt-probnp laktat urat urea evf mcv mch mchc neutrofiler folat kobalamin kalcium "
    "puls saturation saturationen spo2 pox temp tempen bmi"
).split()
_SAMPLES = ("", "p-", "b-", "s-", "fp-", "fs-", "u-")  # plasma, blood, serum, fasting, urine
_SURE = frozenset(
    f"{sample}{what}{value}"
    for sample in _SAMPLES
    for what in _MEASURED
    for value in ("", "-värde", "-värdet")
)
_PRESSURES = frozenset("blodtryck blodtrycket trycket tryck bt bp".split())
# Written so, and beside another one, for else they are words, lines of trains, items of lists.
_SHORT = frozenset("Na K Ca Mg SR AF GT ALP T3 T4 CK P Fe B12".split())
_MEASURE = one_of(_SURE | _PRESSURES | {form.lower() for form in _SHORT} | {"apgar"})
_SAYS = r"[ \t:=<>≈~(]*(?:(?:värdet?|är|var|på|blev|låg|ligger|steg|sjönk|till|ca|cirka|över|under|mättes|idag|igår)\b[ \t:=<>≈~]*){0,4}"
_NUMBER, _END = r"\d{1,3}(?:[.,]\d{1,2})?", r"(?![\w-]*\w|/ ?\d)"
_VALUE = re.compile(rf"{_SAYS}{_NUMBER}(?:[-–]{_NUMBER})?{_END}")
_APGAR = re.compile(rf"{_SAYS}\d{{1,2}}(?: ?[-–,/] ?\d{{1,2}}){{0,2}}{_END}")
_PRESSURE = re.compile(rf"{_SAYS}(?:[7-9]\d|[12]\d\d) ?/ ?(?:[3-9]\d|1[0-4]\d)(?!\d)")
_FORMS = dict.fromkeys(_PRESSURES, _PRESSURE) | {"apgar": _APGAR}


def body_measures(table: TokenTable) -> Iterator[tuple[int, int]]:
    """Where such a word and its value stand, but in sentences that speak of cars."""
    text, tokens = table.text, table.document.tokens
    found: dict[int, tuple[int, int]] = {}
    for index in table.where(_MEASURE):
        if value := _FORMS.get(table.lowers[index], _VALUE).match(text, tokens.ends[index]):
            found[index] = tokens.starts[index], value.end()
    measures = Counter([table.sentence[index] for index in found])
    for index, (start, end) in found.items():
        written, number = text[start : tokens.ends[index]], table.sentence[index]
        told = (
            table.lowers[index] in _SURE
            or table.lowers[index] in _FORMS
            or (written in _SHORT and measures[number] > 1)
        )
        sentence = table.document.sentences[number]
        if told and not CARS.search(
            text, tokens.starts[sentence.start], tokens.ends[sentence.end - 1]
        ):
            yield start, end
