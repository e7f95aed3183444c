"""IBANs that read as one of a country: its letters, its length, right check digits."""

from __future__ import annotations

from random import Random

from maskera import expressions as re
from maskera.rules.checks import IBAN_LENGTHS

LETTERS = "ABCDEFGHJKLMNPRSTUVWXYZ"
ALIKE = (
    *("AT EE LT BA XK".split(), "DE RS ME".split(), "CZ ES SE SK TN".split(), "HU PL".split()),
    *("DK FI".split(), "GB IE".split()),
)
"""Countries whose IBANs are of one length and have letters in the same places (SWIFT IBAN Registry,
release 99): each may stand for the others. Of others the country stays."""
_BLANK = re.compile(r"[\s-]")


def written_as_iban(form: str) -> bool:
    """Whether a form has the letters of a country and the length of its IBANs."""
    code = _BLANK.sub("", form).upper()
    return len(code) == IBAN_LENGTHS.get(code[:2]) and code[2:4].isdecimal() and code.isalnum()


def iban_like(form: str, rng: Random) -> str:
    """Another IBAN in the shape of one: GB29 NWBK 6016 1331 9268 19 -> IE71 QTDA 0439 7752
    6054 43."""
    code = _BLANK.sub("", form).upper()
    group = next((each for each in ALIKE if code[:2] in each), [code[:2]])
    country = rng.choice([one for one in group if one != code[:2]] or group)
    account = "".join(_other(sign, rng) for sign in code[4:])
    check = 98 - int("".join(str(int(sign, 36)) for sign in f"{account}{country}00")) % 97
    signs = iter(f"{country}{check:02d}{account}")
    new = "".join(sign if _BLANK.match(sign) else next(signs) for sign in form)
    return new if form.upper() == form else new.lower()


def _other(sign: str, rng: Random) -> str:
    signs = "0123456789" if sign.isdecimal() else LETTERS
    return rng.choice([other for other in signs if other != sign])
