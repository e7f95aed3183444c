"""IBANs that read as one of a country: its letters, its length, right check digits."""

from __future__ import annotations

from random import Random

from maskera.rules.checks import IBAN_LENGTHS, iban_code, mod_97

LETTERS = "ABCDEFGHJKLMNPRSTUVWXYZ"
ALIKE = (
    *("AT EE LT BA XK".split(), "DE RS ME".split(), "CZ ES SE SK TN".split(), "HU PL".split()),
    *("DK FI".split(), "GB IE".split()),
)
"""Countries whose IBANs are of one length and have letters in the same places (SWIFT IBAN Registry,
release 99): each may stand for the others. Of others the country stays."""


def written_as_iban(form: str) -> bool:
    """Whether a form has the letters of a country and the length of its IBANs."""
    code = iban_code(form)
    return len(code) == IBAN_LENGTHS.get(code[:2]) and code[2:4].isdecimal() and code.isalnum()


def iban_like(form: str, rng: Random) -> str:
    """Another IBAN in the shape of one: GB29 NWBK 6016 1331 9268 19 -> IE71 QTDA 0439 7752
    6054 43."""
    code = iban_code(form)
    group = next((each for each in ALIKE if code[:2] in each), [code[:2]])
    country = rng.choice([one for one in group if one != code[:2]] or group)
    account = "".join(_other(sign, rng) for sign in code[4:])
    check = 98 - mod_97(f"{account}{country}00")
    signs = iter(f"{country}{check:02d}{account}")
    new = "".join(next(signs) if iban_code(sign) else sign for sign in form)
    return new if form.upper() == form else new.lower()


def _other(sign: str, rng: Random) -> str:
    signs = "0123456789" if sign.isdecimal() else LETTERS
    return rng.choice([other for other in signs if other != sign])
