"""Checks of Swedish numbers and addresses: Luhn (personnummer, giro), mod 97 (IBAN), calendar,
libphonenumber, octets; further evidence for what a pattern has matched, None where it cannot be.
"""

from __future__ import annotations

from datetime import date

from maskera import expressions as re
from maskera.mentions import Evidence
from maskera.replace.numbers import luhn


def _digits(text: str) -> str:
    return "".join(c for c in text if c.isdigit())


def _calendar(year: int, month: int, day: int) -> bool:
    try:
        date(year, month, day)
    except ValueError:
        return False
    return True


def _born(digits: str) -> bool:
    """Whether six or eight digits end as a day that leap years have; of a samordningsnummer the day
    is 60 more."""
    month, day = int(digits[-4:-2]), int(digits[-2:])
    return _calendar(2000, month, day - 60 if day > 60 else day)


def hidden_personnummer(text: str) -> Evidence | None:
    """YYMMDD-XXXX: a day of the calendar, the last four digits hidden."""
    return Evidence("check:calendar", 3.0) if _born(_digits(text)) else None


def personnummer(text: str) -> Evidence | None:
    """YYMMDD-NNNN or YYYYMMDD-NNNN with a day that leap years have (samordningsnummer: day + 60); a
    wrong check digit weighs less, not nothing."""
    digits = _digits(text)
    if not _born(digits[:-4]):
        return None
    short = digits[-10:]
    if luhn(short[:-1]) == int(short[-1]):
        return Evidence("check:luhn", 4.0)
    return Evidence(
        "check:luhn",
        0.5 if re.search(r"[-+]", text) or len(digits) == 12 else -1.5,
        "wrong check digit",
    )


def iban(text: str) -> Evidence | None:
    """Country letters, check digits, 11 to 30 characters; mod 97 must be 1, else it weighs less,
    and nothing in small letters."""
    code = re.sub(r"\s", "", text).upper()
    if not 14 <= len(code) <= 34 or sum(c.isdigit() for c in code) < 8:
        return None
    rest = int("".join(str(int(c, 36)) for c in code[4:] + code[:4])) % 97
    if rest != 1 and text[0].islower():
        return None
    return Evidence("check:mod97", 3.0 if rest == 1 else 0.0)


def phone(text: str) -> Evidence | None:
    """What libphonenumber says: possible and valid for Sweden or the country of its prefix."""
    digits = _digits(text)
    if not 7 <= len(digits) <= 15:
        return None
    if re.fullmatch(r"(?:19|20)\d\d-\d\d-\d\d", text.strip()):
        return None
    import phonenumbers  # here, for it takes a tenth of a start and most texts need it not

    try:
        number = phonenumbers.parse(text.replace("/", "-"), "SE")
    except phonenumbers.NumberParseException:
        return None
    if phonenumbers.is_valid_number(number):
        return Evidence("check:libphonenumber", 1.5, "valid")
    if phonenumbers.is_possible_number(number):
        return Evidence("check:libphonenumber", 0.5, "possible")
    return Evidence("check:libphonenumber", -1.0, "impossible")


def numeric_date(text: str) -> Evidence | None:
    """Whether the numbers can be a day: year-month-day, day/month(/year), month/year, YYMMDD,
    YYYYMMDD."""
    parts = [int(part) for part in re.findall(r"\d+", text)]
    raw = _digits(text)
    if len(parts) == 1:
        year, month, day = (int(raw[:-4]), int(raw[-4:-2]), int(raw[-2:]))
        if len(raw) == 8:
            if 1850 <= year <= 2100 and _calendar(year, month, day):
                return Evidence("check:calendar", 1.5)
            backwards = _calendar(int(raw[4:]) or 1, int(raw[2:4]), int(raw[:2]))
            return Evidence("check:calendar", -0.5, "day first") if backwards else None
        return Evidence("check:calendar", 0.0) if _calendar(2000, month, day) else None
    if len(parts) == 2:
        one, two = parts
        if two >= 1850 or one >= 1850:
            return Evidence("check:calendar", 0.0) if 1 <= min(one, two) <= 12 else None
        return Evidence("check:calendar", 0.0) if 1 <= one <= 31 and 1 <= two <= 12 else None
    one, two, three = parts[:3]
    if one > 31 or len(str(one)) == 4:
        fits = 1 <= two <= 12 and 1 <= three <= 31
    else:
        fits = (
            (1 <= one <= 31 and 1 <= two <= 12)
            or (1 <= two <= 31 and 1 <= one <= 12)
            or (1 <= two <= 12 and 1 <= three <= 31)
        )
    return Evidence("check:calendar", 1.0) if fits else None


def giro(text: str) -> Evidence | None:
    """Bankgiro and plusgiro numbers end in a Luhn digit."""
    digits = _digits(text)
    return Evidence("check:luhn", 0.5 if luhn(digits[:-1]) == int(digits[-1]) else -0.5)


def octets(text: str) -> Evidence | None:
    """Four numbers up to 255 without zeros before them; sections and versions seldom have high
    ones."""
    parts = text.split(":")[0].split("/")[0].split(".")
    if any(int(part) > 255 or part != str(int(part)) for part in parts):
        return None
    return Evidence("check:octets", 3.0 if any(int(part) > 31 for part in parts) else 0.0)


def address_spelt(text: str) -> Evidence:
    """Whether what stands before "at" is no word but part of an address: a full stop or digit in
    it, or a sign glued to it."""
    local = re.split(r"\s|[(\[]", text, maxsplit=1)[0]
    named = (
        "." in local
        or any(c.isdigit() for c in local)
        or text[len(local)] in "(["
        or re.search(r" (?:punkt|dot|snabel) .* ", text)
    )
    return Evidence("check:local part", 7.0 if named else 0.0)


def has_two_digits(text: str) -> Evidence | None:
    """A code has at least two digits, or three characters of which one is a digit."""
    digits = len(_digits(text))
    return Evidence("check:digits", 0.0) if digits >= 2 or (digits and len(text) >= 3) else None


def top_level(text: str) -> Evidence:
    """Whether the top level of a bare domain is one that no Swedish word is spelt like ("hem.de"
    may lack the blank after a full stop)."""
    name = text.partition("/")[0].rpartition(".")[2].lower()
    return Evidence("check:top level", {"se": 1.5}.get(name, 2.5 if len(name) > 2 else 0.0), name)
