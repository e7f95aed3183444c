"""Forms of numbers and addresses that are written alike in every language, with the checks that
prove them: web and mail addresses, IBAN, payment cards, telephones with the prefix of a country,
machines on a network, Bitcoin, places on earth, vehicles."""

from __future__ import annotations

from collections.abc import Callable

from maskera import expressions as re
from maskera.mentions import Evidence, Trust
from maskera.rules.checks import (
    IBAN_LENGTHS,
    bitcoin_address,
    card_number,
    iban_right,
    international,
    ipv4,
    ipv6,
    on_earth,
)
from maskera.rules.patterns import DIGIT, Check, Cue, Pattern

SURELY = 4.0  # log-odds of a form whose check digit or syntax is right
_END = r"[^\s<>\"”]*[^\s<>\"”.,;:!?)\]}'’]"  # of a web address; a full stop behind it ends the sentence


def proved(name: str, test: Callable[[str], bool]) -> Check:
    """A check that takes what a test says yes to, and nothing else."""

    def check(text: str) -> Evidence | None:
        return Evidence(f"check:{name}", 0.0) if test(text) else None

    return check


def _iban() -> str:
    """An expression for the IBANs of all countries, by their lengths."""
    by_length: dict[int, list[str]] = {}
    for country, length in IBAN_LENGTHS.items():
        by_length.setdefault(length, []).append(country)
    choices = [
        rf"(?:{'|'.join(countries)})\d\d(?:[ -]?[A-Z\d]){{{length - 4}}}"
        for length, countries in sorted(by_length.items())
    ]
    return rf"(?<![A-Z\d])(?:{'|'.join(choices)})(?![A-Z\d])"


_PAIR = r"[\da-fA-F]{2}"
_MAC = (
    (rf"{_PAIR}(?::{_PAIR}){{5}}(?:(?::{_PAIR}){{2}})?", f":{_PAIR}:{_PAIR}:"),
    (rf"{_PAIR}(?:-{_PAIR}){{5}}", f"-{_PAIR}-{_PAIR}-"),
    (r"[\da-f]{4}\.[\da-f]{4}\.[\da-f]{4}", r"\.[\da-fA-F]{4}\."),
)
"""Addresses of network hardware, and what each kind has; one sign is looked for far faster than a
set of three."""


def _hardware(text: str) -> bool:
    """Whether pairs or fours are no row of times: a letter, a pair above 59, or one of zeros."""
    pairs = re.findall(r"\w\w", re.sub(r"[:.-]", "", text))
    return any(not pair.isdecimal() or int(pair) > 59 or pair == "00" for pair in pairs)


def certain(
    name: str,
    label: str,
    expression: str,
    needs: str,
    test: Callable[[str], bool] | None = None,
    cues: tuple[Cue, ...] = (),
    literals: tuple[str, ...] = (),
    digits: int = 0,
    core: str = "",
) -> Pattern:
    """A form, in capitals or not, that nothing else has, or that a test proves; the rest as in
    Pattern."""
    return Pattern(
        name,
        label,
        re.compile(expression, re.IGNORECASE),
        SURELY,
        proved(name, test) if test else None,
        cues,
        needs,
        trust=Trust.CERTAIN,
        across=True,
        literals=literals,
        digits=digits,
        core=core,
    )


def universal(against: tuple[Cue, ...], label: Callable[[str], str]) -> tuple[Pattern, ...]:
    """The forms. label: of a kind, in the taxonomy of a language. against: its cues that speak
    against numbers of this kind."""

    return (
        certain(
            "iban-country",
            label("number.account"),
            _iban(),
            DIGIT,
            iban_right,
            digits=2,
            core=r"\d\d(?<=[A-Za-z]{2}..)",
        ),
        certain(
            "card",
            label("number.identifier"),
            r"(?<![\w.,/+-])(?<!\d )(?:\d{12,19}|\d{4}([ .-])\d{4}\1\d{4}\1\d{4}(?:\1\d{1,3})?"
            r"|\d{4}[ .-]\d{6}[ .-]\d{4,5})(?![\w-]|[.,/:]\d)",
            DIGIT,
            card_number,
            against,
            digits=12,
            core=r"\d\d{3}[ .-]?\d\d",
        ),
        certain(
            "ipv4",
            label("number.identifier"),
            r"(?<![\w.,:/-])(?:\d{1,3}\.){3}\d{1,3}(?::\d{2,5}|/\d{1,2})?(?![\w-]|[.,:/]\d)",
            r"\.\d{1,3}\.\d{1,3}\.\d",
            ipv4,
            digits=4,
        ),
        certain(
            "ipv6",
            label("number.identifier"),
            r"(?<![\w:.])(?:[\da-f]{0,4}:){2,7}(?:[\da-f]{1,4}|\d{1,3}(?:\.\d{1,3}){3})?(?:%\w+)?"
            r"(?:/\d{1,3})?(?![\w:]|\.\d)",
            r":[\da-fA-F]{0,4}:",
            ipv6,
        ),
        *(
            certain(
                "mac",
                label("number.identifier"),
                rf"(?<![\w:.-]){expression}(?![\w:-]|\.\w)",
                needs,
                _hardware,
            )
            for expression, needs in _MAC
        ),
        certain(
            "bitcoin",
            label("number.identifier"),
            r"(?<!\w)(?:[13][1-9A-HJ-NP-Za-km-z]{25,34}|bc1[02-9ac-hj-np-z]{11,71})(?!\w)",
            DIGIT,
            bitcoin_address,
            digits=1,
            core=r"[13][A-Za-z\d]{20}",
        ),
        certain(
            "coordinates",
            label("number.identifier"),
            r"(?<![\w.,-])-?\d{1,2}\.\d{4,}[,;]? ?-?\d{1,3}\.\d{4,}(?!\w|[.,]\d)",
            r"\.\d{4}",
            on_earth,
            digits=10,
        ),
        certain(
            "vehicle",
            label("number.identifier"),
            r"(?-i:(?<!\w)(?=\w*[A-Z]\w*[A-Z])[A-HJ-NPR-Z\d]{13}\d{4}(?!\w))",
            r"\d{4}",
            digits=6,
        ),
        certain("ether", label("number.identifier"), r"(?<!\w)0x[\da-f]{40}(?!\w)", "0x"),
        certain(
            "url-scheme",
            label("contact.url"),
            rf"(?<!\w)(?:https?|h[tx]{{2}}ps?|ftp)://{_END}",
            "://",
        ),
        certain(
            "url-www-across",
            label("contact.url"),
            rf"(?<![\w.@-])www\.[\w-]+(?:\.[\w-]+)*\.[\w-]{{2,}}(?:[/?#]{_END})?(?!\w)",
            r"[wW]{3}\.",
            literals=("www.",),
        ),
        certain(
            "email-punycode",
            label("contact.email"),
            r"(?<![\w.+-])\w[\w.+-]{0,63}@(?:[\w-]+\.)+xn--[a-z\d-]*[a-z\d]\b",
            "[xX][nN]--",
            literals=("xn--",),
        ),
        certain(
            "email-capitals",
            label("contact.email"),
            r"(?-i:(?<![\w.+-])[A-Z\u00c0-\u00d6\u00d8-\u00de\d][A-Z\u00c0-\u00d6\u00d8-\u00de\d_.+-]{0,63}@(?:[A-Z\u00c0-\u00d6\u00d8-\u00de\d-]+\.)+[A-Z]{2,24})\b",
            r"[A-Z\d]@[A-Z\d]",
            literals=("@",),
        ),
    )


def alone(label: Callable[[str], str]) -> tuple[Pattern, ...]:
    """The forms for a language that has none of its own, which say more of addresses and telephones
    where they know its words. label: of a kind, "" where the taxonomy has none."""
    found = (
        *universal((), label),
        certain(
            "email-plain",
            label("contact.email"),
            r"(?<![\w.+-])\w[\w.+-]{0,63}@(?:[\w-]{1,63}\.)+[a-z]{2,24}\b",
            "@",
        ),
        certain(
            "phone-international",
            label("number.phone"),
            r"(?<![\w+])(?:\+|00)[1-9](?:[ .()/-]{0,3}\d){6,14}(?![\w-]*\d)",
            DIGIT,
            international,
            digits=7,
        ),
    )
    return tuple([pattern for pattern in found if pattern.label])
