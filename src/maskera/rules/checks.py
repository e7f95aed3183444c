"""Check digits and forms that hold in every language: Luhn, IBAN, payment cards, network addresses, Bitcoin addresses.

Each function takes a span of text as it is written, or the numbers read in it, and says whether it
passes; none raises.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from itertools import cycle, pairwise

from maskera import expressions as re

# The number of characters of an IBAN by country (SWIFT IBAN Registry, release 99).
_IBAN_LENGTHS = (
    "NO15 BE16 DK18 FI18 FK18 FO18 GL18 NL18 MK19 SD18 SI19 AT20 BA20 EE20 KZ20 LT20 LU20 MN20 XK20 CH21 HR21 LI21 LV21 "
    "BG22 BH22 CR22 DE22 GB22 GE22 IE22 ME22 RS22 AE23 GI23 IL23 IQ23 OM23 SO23 TL23 VA22 AD24 CZ24 ES24 MD24 PK24 RO24 "
    "SA24 SE24 SK24 TN24 VG24 DZ26 AO25 LY25 PT25 ST25 IS26 TR26 BI27 DJ27 FR27 GR27 IT27 MC27 MR27 SM27 AL28 AZ28 BY28 "
    "CY28 DO28 GT28 HN28 HU28 LB28 NI28 PL28 SV28 BR29 EG29 PS29 QA29 UA29 JO30 KW30 MU30 YE30 MT31 SC31 LC32 RU33"
)
IBAN_LENGTHS = {entry[:2]: int(entry[2:]) for entry in _IBAN_LENGTHS.split()}
# The first digits and numbers of digits that card issuers have (ISO/IEC 7812, ranges as published by the schemes).
_CARD = re.compile(
    r"4(?:\d{12}|\d{15}|\d{18})|(?:5[1-5]|2(?:2[3-6]|[3-6]\d))\d{14}|(?:222[1-9]|22[3-9]\d|27[01]\d|2720)\d{12}"
    r"|3[47]\d{13}|(?:30[0-5]|36\d|38\d|39\d)\d{11}|35(?:2[89]|[3-8]\d)\d{12}|6(?:011|4[4-9]\d|5\d\d)\d{12}"
    r"|62\d{14,17}|(?:5018|5020|5038|6304|6759|676[1-3])\d{8,15}"
)
_BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
_BECH32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
_BECH32_FACTORS = (0x3B6A57B2, 0x26508E6D, 0x1EA119FA, 0x3D4233DD, 0x2A1462B3)  # BIP 173
_BECH32_ENDS = (1, 0x2BC830A3)  # BIP 173, BIP 350

MOST_IN_VERSION = 31  # of a number between full stops in versions, sections and dates


def digits_of(text: str) -> str:
    """The digits 0 to 9 of a text."""
    return "".join([c for c in text if "0" <= c <= "9"])


def counts(values: Sequence[int]) -> bool:
    """Whether numbers go up or down by the same step: one counts, or says a table."""
    return len({after - before for before, after in pairwise(values)}) == 1


def luhn(digits: str) -> int:
    """The check digit that follows these digits."""
    odd = sum(sum(divmod(2 * int(c), 10)) for c in digits[::-1][::2])
    return -(odd + sum(map(int, digits[::-1][1::2]))) % 10


def luhn_right(digits: str) -> bool:
    """Whether the last of two or more digits is the check digit of those before it."""
    return len(digits) > 1 and luhn(digits[:-1]) == int(digits[-1])


def mod11_right(digits: str) -> bool:
    """Whether digits weighted 1, 2 ... 10, 1, 2 ... from the right sum up to a multiple of eleven."""
    weights = cycle(range(1, 11))
    return (
        sum(int(c) * weight for c, weight in zip(reversed(digits), weights, strict=False)) % 11 == 0
    )


def card_number(text: str) -> bool:
    """Whether the digits are those of a payment card: its issuer's first digits, its length and its Luhn digit."""
    digits = digits_of(text)
    return bool(_CARD.fullmatch(digits)) and luhn_right(digits) and len(set(digits)) > 1


def iban_right(text: str) -> bool:
    """Whether letters and digits, blanks and hyphens aside, are an IBAN: the length of its country, and mod 97 is 1 (ISO 13616)."""
    code = iban_code(text)
    if len(code) != IBAN_LENGTHS.get(code[:2]) or not (code.isascii() and code.isalnum()):
        return False
    return mod_97(code[4:] + code[:4]) == 1


def iban_code(text: str) -> str:
    """The letters and digits of an IBAN in capitals, without blanks and hyphens."""
    return re.sub(r"[\s-]", "", text).upper()


def mod_97(code: str) -> int:
    """The remainder of an IBAN's account, country and check digits in this order (ISO 13616)."""
    return int("".join([str(int(sign, 36)) for sign in code])) % 97


def on_earth(text: str) -> bool:
    """Whether two decimal numbers are a latitude and a longitude, and not two shares of a whole."""
    north, east = (abs(float(number)) for number in re.findall(r"\d+\.\d+", text))
    return north <= 90 and east <= 180 and max(north, east) > 1


def ipv4(text: str) -> bool:
    """Whether a text is an address of IPv4 rather than the number of a version or a section: a part
    of it is greater than theirs."""
    parts = text.partition("/")[0].partition(":")[0].split(".")
    whole = all(int(part) < 256 and part == str(int(part)) for part in parts)
    return whole and any(int(part) > MOST_IN_VERSION for part in parts)


def ipv6(text: str) -> bool:
    """Whether a text is an address of IPv6 that tells one machine: eight groups, or `::` and two
    groups or more with a digit; but not `12::14`, as times and ranges are written."""
    from ipaddress import AddressValueError, IPv6Address  # late: most texts have none

    address = text.partition("/")[0].partition("%")[0]
    try:
        IPv6Address(address)
    except AddressValueError:
        return False
    groups = [group for group in address.split(":") if group]
    pair = len(groups) == 2 and all(group.isdecimal() and len(group) < 3 for group in groups)
    return len(groups) > 1 and not pair and any(c.isdigit() for c in address) and len(address) > 4


def bitcoin_address(text: str) -> bool:
    """Whether a text is a Bitcoin address: Base58Check (1..., 3...), or Bech32 (bc1...)."""
    if text[:3].lower() == "bc1":
        return _bech32(text)
    number = 0
    for c in text:
        if c not in _BASE58:
            return False
        number = number * 58 + _BASE58.index(c)
    if number >= 1 << 200:
        return False
    raw = number.to_bytes(25, "big")
    return hashlib.sha256(hashlib.sha256(raw[:21]).digest()).digest()[:4] == raw[21:]


def _bech32(text: str) -> bool:
    if text not in (text.lower(), text.upper()):
        return False
    lower = text.lower()
    if not 14 <= len(lower) <= 74 or any(c not in _BECH32 for c in lower[3:]):
        return False
    values = [3, 3, 0, 2, 3, *map(_BECH32.index, lower[3:])]  # "bc" spread out, as BIP 173 has it
    check = 1
    for value in values:
        top, check = check >> 25, (check & 0x1FFFFFF) << 5 ^ value
        for bit, factor in enumerate(_BECH32_FACTORS):
            check ^= factor if top >> bit & 1 else 0
    return check in _BECH32_ENDS


def international(text: str) -> bool:
    """Whether a text is a telephone number with the prefix of a country: with a plus a possible one,
    behind 00 one that is given out."""
    import phonenumbers  # late: it takes a tenth of a start and most texts need it not

    try:
        number = phonenumbers.parse(re.sub(r"^00", "+", text.replace("/", "-")))
    except phonenumbers.NumberParseException:
        return False
    if text.startswith("+"):
        return phonenumbers.is_possible_number(number)
    return phonenumbers.is_valid_number(number)
