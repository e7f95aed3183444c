"""Numbers and addresses as they are written in Britain, Ireland, North America, Australia and New
Zealand, and their cue words. Checks: Luhn (cards), mod 97 (IBAN), calendar, libphonenumber, the
letters that a national insurance number may have.

Longer than 400 lines because all patterns share their cue words.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from maskera import expressions as re
from maskera.lang.en.numerals import TENS, UNITS
from maskera.lexicon.tsv import word_list
from maskera.mentions import Evidence, Trust
from maskera.rules.checks import iban_right, luhn_right
from maskera.rules.patterns import Cue, Pattern

_WORDS = word_list("en", "patterns")

ROUND_THE_CLOCK = [7, 24]  # 24/7
REGIONS = ("GB", "US", "IE", "CA", "AU", "NZ")  # whose numbers are tried, one after the other


def _re(expression: str) -> re.Pattern[str]:
    return re.compile(expression, re.IGNORECASE)


def _before(name: str, words: str, weight: float) -> Cue:
    """A cue that ends right before the match: words, then at most three small ones."""
    filling = rf"(?:{_WORDS.either('small')}\b[\s:.#]*)"
    return Cue(name, _re(rf"\b(?:{words})[\s:.,;=#(\"'-]*{filling}{{0,3}}$"), weight)


def _near(name: str, words: str, weight: float) -> Cue:
    return Cue(name, _re(words), weight)


def _after(name: str, words: str, weight: float) -> Cue:
    return Cue(name, _re(rf"[\s,.)]*(?:{words})"), weight, after=True)


def _behind(leads: Iterable[str]) -> str:
    """Behind one of these, whose lengths are fixed each."""
    return f"(?:{'|'.join(rf'(?<={lead})' for lead in leads)})"


def _last_of(name: str) -> re.Pattern[str]:
    """The last words of the forms of a list, as a token."""
    return _re(rf"^(?:{'|'.join(sorted({form.split()[-1] for form in _WORDS[name]}))})$")


def _digits(text: str) -> str:
    return "".join(c for c in text if c.isdigit())


def card(text: str) -> Evidence | None:
    """13 to 19 digits; a right check digit weighs much, a wrong one less."""
    digits = _digits(text)
    if not 13 <= len(digits) <= 19:
        return None
    return Evidence("check:luhn", 4.0 if luhn_right(digits) else -0.5)


def iban(text: str) -> Evidence:
    """Country, length and check digits of an IBAN."""
    return Evidence("check:mod97", 4.0 if iban_right(text) else -1.0)


def calendar(year: int, month: int, day: int) -> bool:
    """Whether there is such a day."""
    try:
        date(year, month, day)
    except ValueError:
        return False
    return True


def national_insurance(text: str) -> Evidence | None:
    """Two letters, six digits, a letter A to D. Letters that are never given out (QQ) are those of
    examples, and weigh no less in an essay."""
    letters = [c for c in text.upper() if c.isalpha()]
    if len(letters) != 3 or letters[2] not in "ABCD":
        return None
    odd = letters[0] in "DFIUV" or letters[1] in "DFIUVO"
    return Evidence("check:letters", -1.0 if odd else 2.0)


def social_security(text: str) -> Evidence | None:
    """Three, two and four digits; an area of 000 or 666, a group of 00, a serial of 0000 are never
    given out. 9xx are those of taxpayers without a number."""
    area, group, serial = (int(part) for part in re.findall(r"\d+", text))
    impossible = area in (0, 666) or not group or not serial
    return Evidence("check:area", -3.0 if impossible else 2.0)


def phone(text: str) -> Evidence | None:
    """What libphonenumber says: valid or possible in Britain, Ireland or North America, or by its
    prefix. Numbers kept for drama (Ofcom's, 555-01xx) are possible, not valid."""
    if not 7 <= len(_digits(text)) <= 15:
        return None
    import phonenumbers  # here, for it takes a tenth of a start and most texts need it not

    possible = False
    for region in REGIONS:
        try:
            number = phonenumbers.parse(text.replace("/", "-"), region)
        except phonenumbers.NumberParseException:
            return None
        if phonenumbers.is_valid_number(number):
            return Evidence("check:libphonenumber", 1.5, "valid")
        possible = possible or phonenumbers.is_possible_number(number)
    weight = 0.5 if possible else -1.0
    return Evidence("check:libphonenumber", weight, "possible" if possible else "impossible")


def size(text: str) -> Evidence | None:
    """A number of one or two digits is as often that of a page, a team or a list."""
    short = text.isdecimal() and len(text) < 3
    return Evidence("check:short", -2.5) if short else Evidence("check:short", 0.0)


def numeric_date(text: str) -> Evidence | None:
    """Day and month in either order, with or without a year; month and year; year first."""
    parts = re.findall(r"\d+", text)
    numbers = [int(part) for part in parts]
    if len(parts) == 2:
        one, two = numbers
        if len(parts[1]) == 4:
            return Evidence("check:calendar", 1.0) if 1 <= one <= 12 else None
        if "." in text and two > 12:
            return None  # 8.30 is a time; with full stops the day comes first
        fits = calendar(2000, two, one) or calendar(2000, one, two)
        if not fits or sorted(numbers) == ROUND_THE_CLOCK:
            return None
        # 4/27 is no fraction, and hardly a score.
        telling = "/" in text and max(numbers) > 12
        return Evidence("check:calendar", 2.0 if telling else 0.0)
    one, two, three = numbers
    if len(parts[0]) == 4:
        return Evidence("check:calendar", 1.5) if calendar(one, two, three) else None
    year = three if len(parts[2]) == 4 else 2000
    fits = 1 <= year <= 2200 and (calendar(year, two, one) or calendar(year, one, two))
    return Evidence("check:calendar", 1.5) if fits else None


_PHONE = _WORDS.either("phone")
_ACCOUNT = _WORDS.either("account")
_INSURANCE = _WORDS.either("insurance")
_TH = "(?:st|nd|rd|th)"
_ORDINAL = f"[0-9]{_TH} "
_COMPASS = r"(?:(?:[NSEW]|[NS][EW]|North|South|East|West)\.? )?"
_NUMBERED = (
    rf"{_COMPASS}\d{{1,3}}{_TH} {_WORDS.either('numbered_street')}\b"
    r"(?: (?:[NSEW]|[NS][EW])\b)?"
)
_STATES = _WORDS.either("state")
_TERRITORIES = _WORDS.either("territory")
_STREET_WORD = _WORDS.either("street")
_STREET_NAME = rf"(?:[A-Z][\w'’.-]* ){{1,4}}{_STREET_WORD}(?!\w)"
_VEHICLE = _WORDS.either("vehicle_of_line")
_LINE_NUMBER = _WORDS.either("line_number")
_RANGE = rf"(?:{_WORDS.either('range')}|[-–])"
_CODE = _WORDS.either("code")
_DOOR = _WORDS.either("door")
_QUANTITY = _after("quantity", rf"(?:{_WORDS.either('quantity')}|%)\b", -6.0)
_MONEY_BEFORE = _near("money", r"[£€$]\s?$", -8.0)
_UNITS = "|".join(UNITS[1:10])
_IN_WORDS = rf"(?:(?:{'|'.join(TENS)})(?:-(?:{_UNITS}))?|{'|'.join(UNITS[1:])})"
_OUTWARD = _WORDS.either("outward", "area")
_NUMBER_WORDS = ("number", "no", r"no\.")
_EXTENSION = (
    r"\bextension ", r"\bextension: ", r"\bextn ", r"\bext ", r"\bext\. ", r"\bext\.", r"\bext: ",
    r"\d{4} x", r"\d{4} x ",
)  # fmt: skip
_AT_NUMBER = (
    *(rf"\b{where} {number} " for where in sorted(_WORDS["at_house"]) for number in _NUMBER_WORDS),
    *(rf"\({number} " for number in _NUMBER_WORDS),
)
_NUMBERED_DOORS = tuple(
    rf"\b{door} {number}"
    for door in sorted(_WORDS["numbered_door"])
    for number in ("", "no ", r"no\. ", "number ")
)
_POSTCODE = r"[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}"

PATTERNS = (
    Pattern(
        "email", "email",
        re.compile(r"[\w.+-]*[\w+-]@\w[\w-]*(?:\.\w[\w-]*)+"), 9.0, needs="@",
        trust=Trust.CERTAIN,
    ),
    Pattern(
        "url", "url",
        _re(r"(?:https?://|www\.)[^\s<>\"”]*[^\s<>\"”.,;:!?)\]'’]"), 9.0, needs="www|http|WWW|Www",
        trust=Trust.CERTAIN,
    ),
    Pattern(
        "url.bare", "url",
        re.compile(
            rf"(?<![\w@.-])(?:[a-z0-9-]+\.)+{_WORDS.either('top_level')}"
            r"(?:/(?:[^\s<>\"”.,;:!?)\]]|\.(?=\w))*)?(?![\w@])"
        ),
        4.0, needs=r"\.[a-z]",
    ),
    Pattern(
        "phone.international", "phone_nr",
        re.compile(r"(?<![\w+])(?:\+|00)\d{1,3}[ .-]?(?:\(0\))?(?:[ .-]?\d){6,12}(?![\d-])"), 4.0,
        phone,
        (
            _before("phone", _PHONE, 2.0), _before("account", _ACCOUNT, -6.0),
            _before("reference", _WORDS.either("order"), -6.0),
            _near("insurance", rf"\b(?:{_INSURANCE})\b[^.]{{0,30}}$", -6.0),
        ),
        needs=r"\+|00",
    ),
    Pattern(
        "phone.british", "phone_nr",
        re.compile(r"(?<![\w+/-])(?:\(0\d{1,4}\)|\(0\) ?-?\d{2,4}|0\d{2,4})(?:[ .-]?\d){6,8}(?![\d-])"), 2.5, phone,
        (
            _before("phone", _PHONE, 2.5), _before("account", _ACCOUNT, -3.0), _QUANTITY,
            _before("reference", _WORDS.either("order"), -3.0),
        ),
        needs="0", digits=9,
    ),
    Pattern(
        "phone.american", "phone_nr",
        re.compile(r"(?<![\w+/-])(?:\+?1[ .-])?(?:\(\d{3}\) ?|\d{3}[ .-])\d{3}[ .-]\d{4}(?![\d-])"),
        3.0, phone,
        (_before("phone", _PHONE, 2.0), _before("insurance", r"sin|insurance|nhs", -3.0)),
        digits=10,
    ),
    Pattern(
        "phone.indian", "phone_nr", re.compile(r"(?<![\w+/-])[6-9]\d{4}[ -]?\d{5}(?![\w-])"), 1.0,
        None, (_before("phone", _PHONE, 4.0), _before("account", _ACCOUNT, -3.0), _QUANTITY),
        digits=10,
    ),
    Pattern(
        "phone.local", "phone_nr",
        re.compile(r"(?<![\w+/.-])[2-9]\d{2}[-.]\d{4}(?![\w-])"), -3.0, None,
        (_before("phone", _PHONE, 6.0), _near("line", r"\|\s?$", 6.0)), digits=7,
    ),
    Pattern(
        "phone.drama", "phone_nr", re.compile(r"(?<![\w+/.-])555[-.]01\d\d(?![\w-])"), 5.0,
        digits=7, needs="555", trust=Trust.FORMAL,
    ),
    Pattern(
        "phone.letter", "phone_nr",  # an O for the first zero
        re.compile(r"(?<![\w+/-])[Oo](?:[ .-]?\d){10}(?![\d-])"), 4.0, digits=10, needs="[Oo]7",
        trust=Trust.FORMAL,
    ),
    Pattern(
        "phone.digits", "phone_nr",
        re.compile(r"(?<![\w.,-])(?:\+ ?)?\d(?:[ ,.-]{1,2}\d){8,14}(?![\w-]|[.,]\d)"), 4.0,
        digits=9, trust=Trust.FORMAL,
    ),
    Pattern(
        "insurance.national", "personid_nr",
        _re(r"(?<!\w)[a-z]{2}[ -]?\d{2}[ -]?\d{2}[ -]?\d{2}[ -]?[a-d](?!\w)"), 3.5, national_insurance,
        (_before("insurance", _WORDS.either("insured"), 3.0),), digits=6,
    ),
    Pattern(
        "security.social", "personid_nr", re.compile(r"(?<![\w-])\d{3}-\d{2}-\d{4}(?![\w-])"), 3.0,
        social_security, (_before("security", _WORDS.either("social_security"), 3.0),),
        needs="-", digits=9,
    ),
    Pattern(
        "security.masked", "personid_nr",
        re.compile(r"(?<![\w-])[xX*]{3}-[xX*]{2}-\d{4}(?![\w-])"), 6.0,
        needs="-", digits=4, trust=Trust.FORMAL,
    ),
    Pattern(
        "insurance.canadian", "personid_nr",
        re.compile(r"(?<![\w-])\d{3}[ -]\d{3}[ -]\d{3}(?![\w-])"), 0.0, None,
        (_near("insurance", rf"\b(?:{_INSURANCE})\b[^.]{{0,30}}$", 6.0),), digits=9,
    ),
    *(
        Pattern(
            f"cued.{cue}", label,
            re.compile(r"(?<![\w-])\d{3,4}[ -]?\d{3,4}[ -]?\d{4}(?![\w-])"), -5.0, None,
            (_near(cue, rf"(?i:\b{_WORDS.either(cue)}\b)(?: ?[Nn]o\.)?[^.\d]{{0,24}}$", 11.0),),
            digits=10, word=_re(rf"^{_WORDS.either(cue)}$"),
        )
        for cue, label in (("identity", "personid_nr"), ("patient", "other_nr_seq"))
    ),
    Pattern(
        "licence.driving", "license_nr",  # British: begins with letters of the surname
        re.compile(
            r"(?<!\w)[A-Z]{1,5}9{0,4} ?\d{6} ?[A-Z][A-Z9] ?[\dA-Z][A-Z]{2}"
            r"(?: ?\d[\dA-Z])?(?!\w)"
        ),
        5.0, digits=6, trust=Trust.FORMAL,
    ),
    Pattern(
        "service.personal", "personid_nr", re.compile(r"(?<!\w)\d{7}[A-W][A-I]?(?!\w)"), 2.5, None,
        (_before("service", r"ppsn?|personal public service", 4.0),), digits=7,
    ),
    Pattern(
        "account.sort", "account_nr",
        re.compile(r"(?<![\w-])\d{2}-\d{2}-\d{2}(?:[ ,;/]{1,3}(?:a/c ?)?\d{8})?(?![\w-])"), 1.0,
        None,
        (
            _before("account", _ACCOUNT, 4.0),
            _after("account", rf"{_ACCOUNT}\b[\s.:]*\d{{6}}", 4.0),
        ),
        needs="-", digits=6,
    ),
    Pattern(
        "account.iban", "account_nr",
        _re(r"(?<!\w)[a-z]{2}\d{2}(?: ?[a-z\d]{4}){2,7}(?: ?[a-z\d]{1,4})?(?!\w)"), 3.0, iban,
        (_before("account", _ACCOUNT, 3.0),), digits=8,
    ),
    Pattern(
        "account.grouped", "account_nr",  # Polish, without its country's letters
        re.compile(r"(?<![\w-])\d\d(?: \d{4}){6}(?![\w-]| ?\d)"), 4.0, digits=26,
        trust=Trust.FORMAL,
    ),
    Pattern(
        "account.number", "account_nr",
        re.compile(r"(?<![\w-])\d[\d -]{3,16}\d(?![\w-])"), -2.0, None,
        (
            _before("account", _WORDS.either("account_number"), 6.0), _QUANTITY,
        ),
        digits=5, word=_re(r"acc|a/c|sort|routing|transit|bsb"),
    ),
    Pattern(
        "card", "other_nr_seq",
        re.compile(r"(?<![\w-])\d{4}(?:[ -]?\d{4}){2}[ -]?\d{1,7}(?![\w-])"),
        1.0, card, (_before("card", _WORDS.either("card"), 2.0),), digits=13,
    ),
    Pattern(
        "firm.family", "other_institution",  # D. Pugh & Daughter
        re.compile(
            r"(?<![\w.])(?:[A-Z]\.? ?){0,3}[A-Z][\w'’-]+"
            rf" (?:& {_WORDS.either('firm_with')}|and {_WORDS.either('firm_and')})"
            r"(?: Ltd\.?)?(?!\w)"
        ),
        8.0, needs=r"& |and [SBC]",
    ),
    Pattern(
        "house.saint", "other_institution",  # from St Bede's
        re.compile(r"(?<=(?:at|om|to) )St\.? [A-Z][a-z]+['’]s(?!\w| [A-Z])"), 5.0, needs="St",
    ),
    Pattern(
        "prison", "other_institution",
        re.compile(r"(?<!\w)HM(?:P|YOI|P[ /]+(?:& )?YOI) [A-Z][a-z]+(?: [A-Z][a-z]+)?(?!\w)"),
        8.0, needs="HM",
    ),
    Pattern(
        "post.british", "zip_code", re.compile(rf"(?<!\w){_POSTCODE}(?!\w)"), 5.0, digits=2,
    ),
    Pattern(
        "post.small", "zip_code",  # the second half has no c, i, k, m, o, v; 2nd is an ordinal
        re.compile(
            rf"(?<!\w)(?:{_OUTWARD.lower()})\d[a-z\d]? ?\d(?!{_TH})[abd-hjlnp-uw-z]{{2}}(?!\w)"
        ),
        5.0, digits=2,
    ),
    Pattern(
        "post.outward", "zip_code",
        re.compile(rf"(?<!\w){_WORDS.either('outward')}\d{{1,2}}(?!\w)"),
        -2.0, None,
        (
            _near("place", r"\b(?:[A-Z][a-z]+,? |postcode|in )$", 2.5),
            _before("transport", _WORDS.either("road"), -4.0),
        ),
        digits=2,
    ),
    Pattern(
        "post.outward_lived_in", "zip_code",
        re.compile(
            rf"(?<=\w )(?:{_OUTWARD}|{_OUTWARD.lower()})\d{{1,2}}(?!\w)"
        ),
        -3.0, None,
        (
            _near(
                "home",
                rf"\b{_WORDS.either('home', 'moving')}\b[^.!?\d]{{0,24}} "
                rf"{_WORDS.either('to_postcode')} $",
                7.0,
            ),
            _before("transport", _WORDS.either("road"), -6.0),
        ),
        digits=1,
    ),
    Pattern(
        "post.irish", "zip_code", re.compile(r"(?<!\w)[AC-FHKNPRTV-Y]\d[\dW] ?[A-Z\d]{4}(?!\w)"),
        2.0, None, (_before("post", r"eircode|postcode|post code", 4.0),), digits=2,
    ),
    Pattern(
        "post.canadian", "zip_code",
        re.compile(r"(?<!\w)[A-CEGHJ-NPR-TVXY]\d[A-Z] ?\d[A-Z]\d(?!\w)"),
        4.0, digits=3,
    ),
    Pattern(
        "post.american", "zip_code", re.compile(r"(?<![\w-])\d{5}(?:-\d{4})?(?![\w-])"), -2.5, None,
        (
            _near("state", r"\b[A-Z]{2},? $", 5.0),
            Cue("town", re.compile(r"\b[A-Z][a-z]{3,},? $"), 3.0),
            _before("zip", r"zip|zip code|postal code", 6.0),
            _before("identified", _WORDS.either("identified"), -6.0),
            _QUANTITY, _MONEY_BEFORE,
        ),
        digits=5,
    ),
    Pattern(
        "post.indian", "zip_code",
        re.compile(r"(?<![\w.,])[1-8]\d{2} ?\d{3}(?![\w-]|[.,]\d)"), -3.0, None,
        (
            Cue("town", re.compile(r"\b[A-Z][a-z]{3,} ?[-–] ?$"), 7.0),
            _before("pin", _WORDS.either("pin_code"), 8.0), _QUANTITY, _MONEY_BEFORE,
        ),
        digits=6,
    ),
    Pattern(
        "post.behind_street", "zip_code",
        re.compile(
            r"(?<=\d, )(?:\d{3} \d{2}|\d{5}|\d{2}-\d{3}|\d{4} [A-Z]{2})"
            r"(?= [A-ZÀ-Þ][^\W\d_]|\.?\s|\.?$)"
        ),
        3.0, None, (_QUANTITY,), needs=", ", digits=4,
    ),
    Pattern(
        "post.australian", "zip_code", re.compile(r"(?<![\w-])\d{4}(?![\w-])"), -3.0, None,
        (Cue("state", re.compile(rf"\b(?:{_TERRITORIES}),? $"), 8.0), _QUANTITY), digits=4,
    ),
    Pattern(
        "post.state", "region",
        re.compile(
            rf"(?<![\w.-])(?:(?:{_STATES})(?=,? (?:\d{{5}}(?!\d)|[A-Z]\d[A-Z] ?\d))"
            rf"|(?:{_TERRITORIES})(?=,? \d{{4}}(?!\d)))"
        ),
        5.0, needs="[A-Z]{2}", digits=3,
    ),
    Pattern(
        "street.numbered", "place", re.compile(rf"(?<!\w){_NUMBERED}"), 5.0, digits=1,
        needs=_ORDINAL,
    ),
    Pattern(
        "street.numbered_small", "place",  # on e 41st st; the 1st street is any
        re.compile(
            rf"(?<!\w)(?:(?:[nsew]|[ns][ew])\.? )?\d{{2,3}}{_TH} "
            rf"(?:{_WORDS.either('numbered_street').lower()})\b"
        ),
        5.0, digits=2, needs=_ORDINAL,
    ),
    Pattern(
        "street.number", "street_nr", re.compile(rf"(?<![\w-])\d{{1,5}}[A-Z]?(?= {_NUMBERED})"),
        5.0,
        digits=2, needs=_ORDINAL,
    ),
    # Australian: 4/27 Hill Street is flat 4 of number 27.
    Pattern(
        "street.flat", "other_nr_seq",
        re.compile(
            rf"(?<![\w/.,-])\d{{1,4}}[A-Z]?(?=/\d{{1,4}}[A-Z]?,? {_STREET_NAME})"
        ),
        5.0, digits=2, needs="/",
    ),
    Pattern(
        "street.house", "street_nr",
        re.compile(
            r"(?<![\w.,-])(?<![^\dA-Z]/)\d{1,5}[a-zA-Z]?"
            rf"(?=,? {_STREET_NAME})"
        ),
        4.0,
    ),
    Pattern(
        "street.hash", "street_nr",  # #1187, 4th Cross
        re.compile(rf"#\d{{1,5}}(?:[/-]\d{{1,3}})?[A-Z]?(?=, (?:\d{{1,2}}{_TH} )?[A-Z])"), 4.0,
        needs="#", digits=1,
    ),
    Pattern(
        "street.no", "street_nr",  # house no 212, H.No. 5/214, ward no. 6
        _re(
            r"(?:(?<=house no )|(?<=house no\. )|(?<=ward no )|(?<=ward no\. )"
            r"|(?<=h\.no\. )|(?<=h\.no\.)|(?<=h no )|(?<=door no )|(?<=plot no ))"
            r"\d{1,5}[a-z]?(?:[/-]\d{1,4}[a-z]?)?(?![\w/-])"
        ),
        5.0, digits=1,
    ),
    Pattern(
        "street.behind", "street_nr",
        _re(r"(?:(?<=number )|(?<=house ))\d{1,4}[a-z]?(?![\w/-])"), -3.0, None,
        (
            Cue(
                "street",
                re.compile(
                    rf"\b(?:{_STREET_WORD}|{_WORDS.either('more_street', 'street_in_small_letters')})"
                    ",? (?:house|number) $"
                ),
                7.0,
            ),
            _near("home", rf"\b{_WORDS.either('home')}\b[^.\d]{{0,24}} number $", 4.5),
            _QUANTITY,
        ),
        digits=1, word=_re("^(?:house|number)$"),
    ),
    Pattern(
        "street.neighbour", "street_nr",
        _re(r"(?<=\w )\d{1,3}[a-z]?(?![\w/-]|[.,:]\d)"), -3.0, None,
        (
            _near(
                "neighbour",
                rf"\b{_WORDS.either('lives_beside')}(?: (?:who )?liv(?:es?|ing))? "
                rf"{_WORDS.either('at_number')} $",
                7.0,
            ),
            _QUANTITY,
        ),
        digits=1, word=_re(rf"^{_WORDS.either('lives_beside')}$"),
    ),
    Pattern(
        "street.at_number", "street_nr",  # a bloke called Dougie at number 14, the pot at no. 9
        _re(rf"{_behind(_AT_NUMBER)}\d{{1,3}}[a-z]?(?![\w/-]|[.,:]\d)"), 4.0, None,
        (
            _near("rank", rf"\b{_WORDS.either('ranked')}\b[^.]{{0,12}}$", -8.0),
            _after("rank", rf"{_WORDS.either('of_a_row')}\b", -6.0), _QUANTITY,
        ),
        digits=1, word=_re(r"^(?:number|no)$"), across=True,
    ),
    Pattern(
        "street.left_at", "street_nr",  # left with Joy at 62
        _re(r"(?<= at )\d{1,3}[a-z]?(?![\w/-]|[.,:]\d)"), -3.0, None,
        (_near("left", rf"\b{_WORDS.either('left_with')}\b[^.\d]{{0,32}} at $", 8.0), _QUANTITY),
        digits=1, word=_last_of("left_with"),
    ),
    Pattern(
        "door.numbered", "other_nr_seq",  # from flat 5, for plot 17; but not flat 2 tyres
        _re(rf"{_behind(_NUMBERED_DOORS)}\d{{1,4}}[a-z]?(?![\w/-]|[.,:]\d)"), -3.0, None,
        (
            _near(
                "door",
                rf"(?:^|[\n.,;:(•*-]\s*|\b{_WORDS.either('before_door')} )"
                rf"{_WORDS.either('numbered_door')} (?:no\.? |number )?$",
                8.0,
            ),
            _QUANTITY,
        ),
        digits=1, word=_last_of("numbered_door"),
    ),
    Pattern(
        "phone.extension", "other_nr_seq",
        _re(rf"{_behind(_EXTENSION)}\d{{2,6}}(?![\w/-]|[.,]\d)"), 5.0, None, (_QUANTITY,), digits=2,
    ),
    Pattern(
        "code.password", "other_nr_seq",
        _re(
            rf"(?<![^\s:=])(?!{_WORDS.either('no_password')}\b)"
            r"(?=\w)[^\s\"”,;)]{2,}(?<=[\w!#*$%])"
        ),
        -3.0, None,
        (
            _near(
                "password",
                rf"\b{_WORDS.either('password')}(?:\s*[:=]|\s+is)\s*$",
                8.0,
            ),
        ),
        needs=r"[pP](?:ass|ASS|wd|w\b)|[wW]i-?[fF]i", word=_last_of("password"),
    ),
    Pattern(
        "code.password_digits", "other_nr_seq",  # password sardinha77
        _re(r"(?<= )(?=[^\s,;)]*\d)(?=[^\s,;)]*[a-z])[^\s\"”,;)]{5,}(?<=[\w!#*$%])"), -3.0, None,
        (_near("password", rf"\b{_WORDS.either('password')} $", 8.0),),
        digits=1, word=_last_of("password"),
    ),
    Pattern(
        "line.came", "transport_nr",
        re.compile(rf"(?<=[Tt]he )\d{{1,3}}[A-Z]?(?= {_WORDS.either('line_comes')}\b)"), 3.0,
        digits=1,
    ),
    Pattern(
        "name.mother", "firstname_female", re.compile(r"(?<![\w.@])Ma[A-Z][a-z]{3,}(?![\w@])"), 4.0,
        needs="Ma[A-Z]",
    ),
    Pattern(
        "line.lettered", "transport_nr", re.compile(r"(?<![\w-])[A-Z]{1,2}\d{1,3}(?![\w-])"), -3.0,
        None, (_near("line", rf"\b{_VEHICLE}(?: {_LINE_NUMBER})? $", 7.0),), digits=1, needs="[A-Z]",
    ),
    Pattern(
        "line.numbered", "transport_nr", re.compile(r"(?<![\w.,-])\d{1,3}[A-Z]?(?![\w-])"), -3.0,
        None,
        (
            _near("line", rf"\b{_VEHICLE} {_LINE_NUMBER} $", 7.0),
            _near("route", rf"\b{_VEHICLE}\b[^.\d]{{0,24}}\b{_LINE_NUMBER} $", 7.0),
        ),
        digits=1, word=_re(rf"^{_LINE_NUMBER}$"),
    ),
    Pattern(
        "flight", "transport_nr", re.compile(r"(?<!\w)(?:[A-Z]{3}|[A-Z][A-Z\d] ?)\d{2,4}(?!\w)"),
        -3.0, None,
        (
            _near(
                "flight",
                rf"\b{_WORDS.either('flight')}\b[^.]{{0,40}}$",
                6.0,
            ),
        ),
        digits=2, needs="[A-Z]",
    ),
    Pattern(
        "month.number", "month_digit", _re(r"(?<=\bmonth )(?:0?[1-9]|1[0-2])(?![\w/.]\d|\w)"), 3.5,
        digits=1, word=_re("^month$"),
    ),
    Pattern(
        "day.number", "day", _re(r"(?<=\bday )(?:0?[1-9]|[12]\d|3[01])(?![\w/.]\d|\w)"), -2.0, None,
        (
            _near("month", r"\bmonth \d{1,2},? (?:and )?day $", 6.0),
            _after("month", "month|year", 6.0),
        ),
        digits=1, word=_re("^day$"),
    ),
    Pattern(
        "plate.british", "license_nr", re.compile(r"(?<!\w)[A-Z]{2}\d{2} ?[A-Z]{3}(?!\w)"), 3.0,
        None, (_near("car", rf"\b{_WORDS.either('car')}", 2.0),),
        digits=2,
    ),
    Pattern(
        "plate.irish", "license_nr",
        re.compile(r"(?<![\w-])\d{2,3}-[A-Z]{1,2}-\d{3,6}(?![\w-])"),
        3.0, None, (_near("car", rf"\b{_WORDS.either('car')}", 2.0),),
        digits=2,
    ),
    Pattern(
        "plate.other", "license_nr",
        re.compile(
            r"(?<![\w-])(?:\d{2,3}-[A-Z]{1,2}-\d{1,6}|[A-Z]\d{2} [A-Z]{3}|"
            r"(?=[A-Z]*\d)[A-Z\d]{3}[ -](?=\d|[A-Z]*\d)[A-Z\d]{3,4}|"
            r"[A-Z]{1,3}[ -]?\d{2,4})(?![\w-])"
        ),
        -3.0, None,
        (
            _near(
                "plate",
                rf"\b{_WORDS.either('plate')}\b.{{0,20}}$",
                5.5,
            ),
            _near("car", rf"\b{_WORDS.either('vehicle')}\b.{{0,12}}$", 3.5),
        ),
    ),
    Pattern(
        "plate.cued", "license_nr",
        re.compile(
            r"(?<![\w-])(?=[A-Z -]*\d)[A-Z\d]{1,4}(?:[ -](?=[A-Z]|\d[\d-])[A-Z\d]{1,6}){0,2}"
            r"(?![\w-])"
        ),
        -3.0, None, (_before("plate", _WORDS.either("plate"), 6.5),), digits=1,
        word=_last_of("plate"),
    ),
    Pattern(
        "date.slash", "date_digits",
        re.compile(r"(?<![\w/.-])\d{1,2}([/.-])\d{1,2}\1(?:\d{4}|\d{2})(?![\w/-])"), 4.5,
        numeric_date, (_before("account", _ACCOUNT, -8.0),), digits=4,
    ),
    Pattern(
        "date.iso", "date_digits", re.compile(r"(?<![\w.-])(?:19|20)\d\d([.-])\d\d\1\d\d(?![\w-])"),
        5.0, numeric_date, needs=r"[.-]", digits=8,
    ),
    Pattern(
        "date.month", "date_digits", re.compile(r"(?<![\w/-])\d{1,2}/(?:19|20)\d\d(?![\w/-])"), 3.5,
        numeric_date, needs="/", digits=5,
    ),
    Pattern(
        "date.short", "date_digits",
        re.compile(r"(?<![\w/.-])\d{1,2}(?:/\d{1,2}|\.\d{1,2}(?:\.(?=,? [a-zà-ÿ\d]))?)(?![\w/%-])"),
        -1.5, numeric_date,
        (
            _before(
                "day", _WORDS.either("before_day"), 2.5
            ),
            _near(
                "occasion",
                rf"\b{_WORDS.either('occasion')}\b[^.\d]{{0,12}}$",
                2.5,
            ),
            _near("row", rf"\b\d{{1,2}}/\d{{1,2}} ?{_RANGE} ?$", 3.0),
            _after("row", rf"{_RANGE} ?\d{{1,2}}/\d{{1,2}}\b", 3.0),
            _MONEY_BEFORE, _QUANTITY,
            _near("score", rf"\b{_WORDS.either('score')}\b[^.]{{0,8}}$", -2.0),
        ),
        digits=2,
    ),
    Pattern(
        "name.also", "firstname_unknown",
        re.compile(r"(?<=[\s\"“‘'])[A-Z][a-z]+(?=[\"”’'),.;]|$)"), -3.0, None,
        (_near("called", rf"\b(?:{_WORDS.either('also_called')})[ :]+[\"“‘']?$", 6.0),),
        needs=rf"\b(?:{_WORDS.either('also_called')})\b",
    ),
    # One token with what follows, where a number in figures is one by itself: a five-year-old.
    Pattern(
        "age.in_words", "age_string",
        _re(rf"(?<![\w-]){_IN_WORDS}(?=-(?:year|month)s?-old(?!s?-))"), 5.0,
        needs="-", literals=("-old",),
    ),
    Pattern(
        "year", "year", re.compile(r"(?<![\w/.,£$€-])(?:1[89]\d\d|20[0-4]\d)(?![\w/-]|[.,]\d)"),
        2.0,
        None,
        (
            _before(
                "year", _WORDS.either("before_year"), 1.5
            ),
            _QUANTITY, _near("number", rf"\b{_WORDS.either('no_year')}\b[. :]*$", -4.0),
        ),
        digits=4,
    ),
    Pattern(
        "year.pair", "year",  # (2017/2018), 2017/18
        re.compile(
            r"(?<![\w/.,£$€-])(?:19[5-9]\d|20[0-4]\d)(?=/(?:19[5-9]\d|20[0-4]\d|\d\d)(?![\w/-]))"
            r"|(?<=(?<![\w/.,£$€-])(?:19|20)\d\d/)(?:19[5-9]\d|20[0-4]\d)(?![\w/-])"
        ),
        5.0, needs="/", digits=6, trust=Trust.FORMAL,
    ),
    Pattern(
        "year.short", "year", re.compile(r"(?<=[Ii]n )['’]\d\d(?![\w%'’])"), 4.0, digits=1,
        needs="['’]",
    ),
    Pattern(
        "code.cued", "other_nr_seq",
        re.compile(
            r"(?<![\w/.-])#?(?=(?:(?!ID|NO|NR|PIN)[A-Z]{2,3} )?[A-Z\d/-]*\d)"
            r"(?:[A-Z\d]{1,6}+(?![A-Z\d])|[A-Z\d](?=[A-Z]*\d)[A-Z\d]++)"
            r"(?:[ /-](?=[A-Z]*\d)[A-Z\d]++){0,4}(?:[/-][A-Z]{1,3})?[#*]?(?![\w/-]*\w|,\d{3})"
        ),
        -3.0, size,
        (
            _before("code", _CODE, 4.5), _before("door", _DOOR, 2.5), _QUANTITY, _MONEY_BEFORE,
            Cue("street", re.compile(rf"\b{_STREET_WORD}\.?,? #?$"), 6.0),
            _before("bus", _WORDS.either("counted"), -5.0),
        ),
    ),
    Pattern(
        "code.long", "other_nr_seq",
        re.compile(
            r"(?<![\w/.,+-])(?=[\w/-]*\d{3})"
            r"[A-Z]{1,5}[/ -]?\d[\dA-Z]*(?:[/-][\dA-Z]+)*(?![\w/-]|,\d{3})"
        ),
        1.5, None, (_before("code", _CODE, 3.0), _QUANTITY), digits=4,
    ),
    Pattern(
        "door.unit", "other_nr_seq", _re(r"(?<=unit )\d{1,3}[a-z]?(?![\w/-]|[.,:]\d)"), -3.0, None,
        (
            _near(
                "home",
                rf"\b{_WORDS.either('lives_beside', 'home', 'in_unit')}\b.{{0,16}} unit $",
                8.0,
            ),
        ),
        digits=1, word=_re("^unit$"), trust=Trust.FORMAL,
    ),
    Pattern(
        "door.bracketed", "other_nr_seq",  # Joseph Kurian (4C)
        re.compile(r"(?<=\()\d{1,3}[A-Z](?=\))"), -3.0, None,
        (Cue("name", re.compile(r"[a-z] [A-Z][a-z]+ \($|[,:.] [A-Z][a-z]+ \($"), 7.0),),
        needs=r"\(", digits=1,
    ),
    Pattern(
        "door.letter", "other_nr_seq", re.compile(r"(?<![\w-])[A-HJ-Z](?![\w'’.-])"), -3.0, None,
        (Cue("door", _re(rf"\b{_WORDS.either('lettered')} $"), 8.0),),
        needs="[A-HJ-Z]", word=_re(rf"^{_WORDS.either('lettered')}$"),
    ),
    Pattern(
        "user.at", "extra", re.compile(
            rf"(?<![\w@.+-])@(?!(?i:{_WORDS.either('everybody')})\b)[A-Za-z](?:[\w.-]*\w)?(?![\w@])"
        ),
        5.0, needs="@",
    ),
    Pattern(
        "user.reddit", "extra", re.compile(r"(?<![\w/])u/[\w-]{3,}"), 6.0, needs="u/",
    ),
    Pattern(
        "user.posted", "extra",
        re.compile(r"(?<=[Pp]osted by )(?=[\w.]*[a-z\d_])[a-z\d_][\w.]+\w"), 5.0,
        needs="osted by",
    ),
    Pattern(
        "user.numbered", "extra",
        re.compile(r"(?<![\w@./-])@?(?=\d*[A-Za-z])[A-Za-z\d.]+_(?:\w*\d\w*)(?![\w@])"), 4.0,
        needs="_", trust=Trust.CERTAIN,
    ),
    Pattern(
        "user", "extra", re.compile(r"(?<![\w@.])@?(?=\w*[a-z])\w*[a-z\d]_\w+(?![\w@])"), 2.0,
        needs="_",
    ),
    Pattern(
        "user.cued", "extra",
        _re(
            r"(?<![\w@.+/-])@?(?=[\w.-]*[^\W\d_]{2})(?=[\w-]*(?:\d|\.\w))"
            r"\w+(?:[.-]\w+)*(?![\w@'’/-]|\.\w)"
        ),
        -8.0, None,
        (
            Cue(
                "service _",
                _re(
                    rf"\b{_WORDS.either('user_service')}\b[\s:=,(\"“-]*"
                    rf"(?:{_WORDS.either('before_user')}\b[\s:=\"“]*){{0,4}}$"
                ),
                14.0,
            ),
        ),
        needs=r"[^\W\d_][.\d]", word=_re(rf"^{_WORDS.either('user_service')}$"), trust=Trust.CERTAIN,
    ),
)  # fmt: skip
"""What form alone tells."""
