"""Write src/maskera/data/mul/telephones.tsv: for each country the telephone numbers that the
pseudonym of one may be, in its international form with an x for each digit that is drawn.

usage: telephone_series.py      then tidy_lists.py and write_sources.py

Regulators keep some numbers for fiction (FICTION). Elsewhere a series is a beginning that no number
given out has, as far as libphonenumber knows: that of its example number but for as few of the last
digits as can be.
"""

from __future__ import annotations

import random
from pathlib import Path

import phonenumbers
from phonenumbers import PhoneNumberFormat, PhoneNumberType, is_valid_number

TARGET = Path(__file__).parent.parent / "src" / "maskera" / "data" / "mul" / "telephones.tsv"
KINDS = {"fixed": PhoneNumberType.FIXED_LINE, "mobile": PhoneNumberType.MOBILE}
SAMPLES = 40  # numbers that tell what kind begins so
TRIES = 300  # numbers of a series of which none may be given out
LEAST_DRAWN = 3  # digits
"""A series begins as the example number, at least with its first digit where one does."""
FICTION = {
    # PTS, numbers for books and films: of the mobile ones 05 to 99, in Malmö 00 to 79
    ("SE", "fixed"): ["8-465 004 xx", "31-390 06 xx", "40-628 04 5x", "980-319 2xx"],
    ("SE", "mobile"): ["70-174 06 2x", "70-174 06 5x", "70-174 06 8x"],
    # Ofcom, "Numbers for use in TV and radio drama"
    ("GB", "fixed"): ["1632 960xxx", "20 7946 0xxx", "161 496 0xxx", "131 496 0xxx", "117 496 0xxx"],
    ("GB", "mobile"): ["7700 900xxx"],
    # North American Numbering Plan: 555-0100 to 555-0199 in every area
    ("US", "fixed"): [f"{area}-555-01xx" for area in (202, 305, 404, 512, 617, 702, 773, 916)],
    ("CA", "fixed"): [f"{area}-555-01xx" for area in (204, 403, 416, 514, 604, 613, 902)],
    # Bundesnetzagentur, "Rufnummern für Film und Fernsehen"
    ("DE", "fixed"): ["30 23125xxx", "40 66969xxx", "221 4710xxx", "69 90009xxx", "89 99998xxx"],
    ("DE", "mobile"): ["171 39200xx", "176 040690xx"],
    # Arcep, decision 2018-0881 with its later changes: for audiovisual works
    ("FR", "fixed"): ["1 99 00 xx xx", "2 61 91 xx xx", "3 53 01 xx xx", "4 65 71 xx xx", "5 36 49 xx xx"],
    ("FR", "mobile"): ["6 39 98 xx xx"],
    # ACMA, "Phone numbers for use in TV shows, films and creative works"
    ("AU", "fixed"): ["2 5550 xxxx", "3 5550 xxxx", "7 5550 xxxx", "8 5550 xxxx"],
    ("AU", "mobile"): [f"491 {last}" for last in (
        "570 006", "570 110", "570 156", "570 313", "570 737", "571 266", "571 491", "571 804"
    )],
    # ComReg, numbering conditions: for drama
    ("IE", "fixed"): ["20 91x xxxx"],
}  # fmt: skip


def beginnings(region: str, code: int) -> str:
    """The first two digits, or one where all that begin so are alike, of numbers that are rather
    mobile than not."""
    example = phonenumbers.example_number_for_type(region, KINDS["mobile"])
    if example is None:
        return ""
    rng, length = random.Random(region), len(str(example.national_number))
    rather: dict[str, bool] = {}
    for first in range(100):
        counts = dict.fromkeys(KINDS.values(), 0)
        for _ in range(SAMPLES):
            rest = "".join(rng.choice("0123456789") for _ in range(length - 2))
            found = phonenumbers.number_type(phonenumbers.parse(f"+{code}{first:02d}{rest}"))
            if found in counts:
                counts[found] += 1
        if any(counts.values()):
            rather[f"{first:02d}"] = counts[KINDS["mobile"]] > counts[KINDS["fixed"]]
    told: list[str] = []
    for one in sorted({each[0] for each in rather}):
        its = [each for each in rather if each[0] == one]
        mobile = [each for each in its if rather[each]]
        told += [one] if len(mobile) == len(its) else mobile
    return "|".join(told)


def series(region: str, kind: str) -> list[str]:
    """The series of a country, written as its numbers are."""
    if region in ("US", "CA") and kind == "mobile":
        return []
    if (region, kind) in FICTION:
        return FICTION[region, kind]
    example = phonenumbers.example_number_for_type(region, KINDS[kind])
    if example is None:
        return []
    written = phonenumbers.format_number(example, PhoneNumberFormat.INTERNATIONAL)
    code, _, shape = written.partition(" ")
    if code == "+1" and kind == "mobile":
        return []
    digits = "".join(filter(str.isdigit, shape))
    if code == "+1":
        return [f"{digits[:3]}-555-01xx"]
    rng = random.Random(region + kind)
    short = [str(first) for first in range(10, 1000)]
    same = [one for one in short if one[0] == digits[0]]
    longer = range(4, len(digits) - LEAST_DRAWN + 1)
    along = ([digits[: size - 1] + last for last in "123456789"] for size in longer)
    for begun in (same, *along, short):
        for first in rng.sample(begun, len(begun)):
            if not _given_out(code, first, len(digits), rng):
                rest = iter(first.ljust(len(digits), "x"))
                return ["".join(next(rest) if each.isdigit() else each for each in shape)]
    return []


def _given_out(code: str, first: str, length: int, rng: random.Random) -> bool:
    for _ in range(TRIES):
        rest = "".join(rng.choice("0123456789") for _ in range(length - len(first)))
        if is_valid_number(phonenumbers.parse(f"{code}{first}{rest}")):
            return True
    return False


def main() -> None:
    """Write the list."""
    lines = []
    for region in sorted(phonenumbers.SUPPORTED_REGIONS):
        code = phonenumbers.country_code_for_region(region)
        main_one = phonenumbers.region_code_for_country_code(code) == region
        mobile = beginnings(region, code) if main_one and code != 1 else ""
        for kind in KINDS:
            begun = mobile if kind == "mobile" else ""
            note = f"in={region}" + ";main=1" * main_one + f";begins={begun}" * bool(begun)
            note += ";fiction=1" * ((region, kind) in FICTION or code == 1)
            lines += [f"{code} {one}\t{kind}\t0\t{note}" for one in series(region, kind)]
            if not series(region, kind):
                print("none:", region, kind)
    rows = "\n".join(("form\tlabel\tweight\tnote", *sorted(lines)))
    TARGET.write_text(rows + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
