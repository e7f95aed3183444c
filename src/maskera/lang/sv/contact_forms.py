"""Numbers and addresses that have a form of their own in Swedish text: addresses read aloud or
broken up, numbers in words, interim personal numbers, organisations' numbers, accounts with a check
digit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from maskera import expressions as re
from maskera.lang.sv.accounts import account_right
from maskera.lang.sv.number_checks import personnummer
from maskera.lang.sv.numerals import glued
from maskera.lang.sv.patterns import (
    ACCOUNT_WORDS,
    COUNTED,
    ISBN,
    PERSON_WORDS,
    PHONE_WORDS,
    QUANTITY_AFTER,
    TOP_LEVEL,
)
from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import Lexeme
from maskera.mentions import Detection, Evidence, Trust
from maskera.rules.checks import card_number, counts, digits_of, luhn_right
from maskera.rules.forms import SURELY, certain, proved, universal
from maskera.rules.patterns import DIGIT, Cue, Pattern
from maskera.taxonomy import Taxonomy

_WORDS = word_list("sv", "contact_forms")


def _re(expression: str) -> re.Pattern[str]:
    return re.compile(expression, re.IGNORECASE)


# An address as it is read aloud or broken up: anna punkt berg snabel-a gmail punkt com, anna [at]
# exempel [.] se. A bare "at" is one only before a spelt full stop.
_WORD_DOT = r" ?(?:[(\[{] ?(?:punkt|dot|\.) ?[)\]}]|(?<= )(?:punkt|dot)(?= )) ?"
_SIGN = (
    r" ?(?:[(\[{] ?(?:punkt|dot|\.|understreck|bindestreck) ?[)\]}]"
    r"|(?<= )(?:punkt|dot|understreck|bindestreck)(?= )) ?"
)
_SPELT_AT = r" ?(?:[(\[{<] ?(?:at|@|snabel[- ]?a) ?[)\]}>]|(?<= )(?:snabel[- ]?a|kanelbulle|alfakrull)(?= )) ?"
_BRACKET_DOT = r" ?[(\[] ?(?:punkt|dot|\.) ?[)\]] ?"
_PART = r"[\w+-]+"
_IN_WORDS = rf"(?>{_WORDS.either('number_in_words')}{{1,6}})(?![^\W\d_])"
_LETTERS_APART = r"(?:\w ){2,}\w"
_LOCAL_PART = (
    rf"(?<![\w.+-])(?:{_LETTERS_APART}|{_PART})(?:(?:(?:\.|{_SIGN}){_PART})| {_IN_WORDS}){{0,6}}"
)
_DOMAIN = rf"{_PART}(?:(?:\.|{_WORD_DOT}){_PART}){{0,3}}?"
_ENDS = rf"(?:\.|{_WORD_DOT}){TOP_LEVEL}(?!\w)"
_ENDS_SPELT = rf"{_WORD_DOT}{TOP_LEVEL}(?!\w)"
_READ_ALOUD = rf"(?:{_SPELT_AT}{_DOMAIN}{_ENDS}|(?: at | ?@ ?){_DOMAIN}{_ENDS_SPELT})"

# minblogg punkt se; but not: på den punkt se till att, på en viktig punkt se över allt.
_PLAIN_URL = (
    rf"(?!{_WORDS.either('before_point')} )(?:[\w+-]+ (?:punkt|dot) ){{1,3}}(?-i:com|net|org|se)"
    rf"(?!\w| {_WORDS.either('after_point')}\b)"
)


# Where a number of digits with blanks between them begins and ends, and what it has.
_BEGINS, _ENDED = r"(?<![\w.,/+-])(?<!\d )", r"(?![\w-]|[.,:/]\d| \d)"
_DIGITS_APART = r"\d \d \d"
CENTURY_AND_ALL = 12  # digits of a personal number with its century


def _interim(text: str) -> str:
    """An interim personal number with its letter as the digit that stands for it in the check."""
    return re.sub(r"[A-Za-z]", "1", text)


def interim(text: str) -> Evidence | None:
    """YYMMDD-LNNN, L one of the letters for people without a number yet: calendar, and check digit.

    A wrong check digit needs the hyphen, or the century, to be one."""
    evidence, digits = personnummer(_interim(text)), digits_of(_interim(text))
    written_out = "-" in text or "+" in text or len(digits) == CENTURY_AND_ALL
    if evidence is None or not (written_out or luhn_right(digits[-10:])):
        return None
    return Evidence("check:interim number", evidence.weight)


def interim_right(text: str) -> bool:
    """Whether the check digit of an interim number is right."""
    return luhn_right(digits_of(_interim(text))[-10:])


def organisation_right(text: str) -> bool:
    """Whether ten digits are the number of an organisation: its third digit is 2 or more; Luhn."""
    digits = digits_of(text)[-10:]
    return digits[2] >= "2" and luhn_right(digits)


_OTHERS = Cue(
    "another number",
    _re(rf"\b(?:{_WORDS.either('other_number')}|\w*kort\w*(?: med)?(?: nummer)?)[\s:.]*(?:är\s)?$"),
    -6.0,
)
_FORMS: tuple[Pattern, ...] = (
    certain(
        "email-read-aloud",
        "email",
        rf"{_LOCAL_PART}{_READ_ALOUD}",
        rf"(?i:{_SPELT_AT}| at |@)",
        literals=(
            "@",
            " at ",
            *(f"{mark}{blank}at" for mark in "([{<" for blank in ("", " ")),
            "snabel",
            "kanelbulle",
            "alfakrull",
        ),
        core=f"(?i:{_READ_ALOUD})",
    ),
    certain(
        "email-letters-apart",
        "email",
        r"(?<!\S)(?:[\w.+-] ){2,}@(?:(?: [\w-]){2,}(?: \.(?: \w){2,})+"
        rf"| ?{_PART}(?:\.{_PART}){{0,3}}?\.{TOP_LEVEL})(?!\w)",
        " @ ",
        literals=("@",),
    ),
    certain(
        "url-read-aloud",
        "url",
        rf"(?<![\w.])(?:www(?:\.|{_WORD_DOT}){_DOMAIN}{_ENDS}"
        rf"|www ?\. ?{_PART}(?: ?\. ?{_PART}){{0,2}}? ?\. ?{TOP_LEVEL}(?!\w)"
        rf"|{_PART}(?:{_BRACKET_DOT}{_PART}){{0,3}}?{_BRACKET_DOT}(?-i:{TOP_LEVEL})(?!\w)|{_PLAIN_URL})"
        rf"(?:/{_PART})*",
        r"[wW]{3}|[(\[] ?(?:[Pp]unkt|[Dd]ot|\.)|\w (?:punkt|dot) (?:com|net|org|se)\b",
        literals=("www", "punkt", "dot", "(.", "( .", "[.", "[ ."),
    ),
    certain(
        "url-capitals",
        "url",
        r"(?-i:(?<![\w@.-])(?:[A-ZÅÄÖ\d][A-ZÅÄÖ\d-]+\.)+(?:COM|NET|ORG|INFO|EU"
        r"|(?<![A-ZÅÄÖ]{2} [A-ZÅÄÖ\d-]{3}\.)(?:SE|NU|FI|NO|DK|DE))(?![\w@.-]\w|\w))",
        r"[A-Z]\.(?:COM|NET|ORG|INFO|EU|SE|NU|FI|NO|DK|DE)\b",
        literals=(".com", ".net", ".org", ".info", ".eu", ".se", ".nu", ".fi", ".no", ".dk", ".de"),
    ),
    certain(
        "phone-letter-o",
        "phone_nr",
        r"(?<![\w-])O(?:7[02369]|8|[1-6]\d{1,2})[ -]\d{2,3}(?:[ -]?\d{2,3}){1,3}(?![\w-])",
        DIGIT,
        digits=7,
        core=r"\d[ -]\d\d",
    ),
    Pattern(
        "personnummer-interim",
        "personid_nr",
        _re(r"(?<![\w-])(?:(?:19|20)?\d{6})[-+ –]?[TRSUWXJKLMN]\d{3}(?!\w)"),
        3.0,
        interim,
        digits=9,
        core=r"\d\d{5}[-+ –]?[A-Za-z]\d{3}",
        proof=interim_right,
    ),
    Pattern(
        "personnummer-apart",
        "personid_nr",
        re.compile(
            rf"{_BEGINS}(?:(?:1 9|2 0) )?\d(?: \d){{5}}(?: ?[-+–] ?| )\d(?: \d){{3}}{_ENDED}"
        ),
        3.0,
        personnummer,
        (Cue("personnummer", _re(rf"{PERSON_WORDS}\W*(?:\w+\W+){{0,3}}$"), 3.0),),
        digits=10,
        core=_DIGITS_APART,
        trust=Trust.CERTAIN,
    ),
    Pattern(
        "card-apart",
        "other_nr_seq",
        re.compile(rf"{_BEGINS}\d(?: \d){{11,18}}{_ENDED}"),
        SURELY,
        proved("card", card_number),
        digits=12,
        core=_DIGITS_APART,
        trust=Trust.CERTAIN,
    ),
    Pattern(
        "organisation-number",
        "other_nr_seq",
        re.compile(r"(?<![\w.,/+-])(?:16)?[1-9]\d[2-9]\d{3}-\d{4}(?![\w-])"),
        SURELY,
        proved("luhn", organisation_right),
        digits=10,
        core=r"\d\d{5}-\d{4}",
        trust=Trust.CERTAIN,
    ),
    Pattern(
        "account-checked",
        "account_nr",
        re.compile(
            r"(?<![\w.,/+-])(?<!\d )[1-9]\d{3}(?:-\d)?[ ,.-]{0,2}\d(?:[ .-]?\d){5,9}"
            r"(?![\w-]|[.,/:]\d| \d)"
        ),
        SURELY,
        proved("clearing and account", account_right),
        (QUANTITY_AFTER, ISBN, _OTHERS),
        digits=10,
        core=r"\d\d{3}",
        trust=Trust.CERTAIN,
    ),
    Pattern(
        "digits-very-long",
        "other_nr_seq",
        re.compile(r"(?<![\w+.,/-])(?!\d+000(?!\d))\d{11,}(?![\w,-])"),
        3.0,
        None,
        (QUANTITY_AFTER, ISBN, COUNTED),
        digits=11,
        core=r"\d{11}",
        trust=Trust.CERTAIN,
    ),
    Pattern(
        "deposit",
        "account_nr",
        _re(
            rf"\b{_WORDS.either('deposit')}\b(?: \w+){{0,5}}? (?:på|till) (?:\w+ ){{0,2}}?"
            r"(?P<hit>\d[\d -]{8,20}\d)(?![\w-]|[.,/:]\d)"
        ),
        SURELY,
        None,
        (QUANTITY_AFTER,),
        word=_re("sätt|satt|över|för|flytta|swisha"),
        digits=10,
        trust=Trust.CERTAIN,
    ),
    Pattern(
        "phone-spaced",
        "phone_nr",
        re.compile(
            r"(?<![\w.,/+-])(?<!\d )(?:0|\+ ?4 ?6)(?: ?- ?| )\d(?:(?: ?- ?| )\d){6,10}"
            r"(?![\w-]|[.,/:]\d)(?! \d)"
        ),
        SURELY,
        digits=8,
        core=r"\d \d \d",
        trust=Trust.CERTAIN,
    ),
)


def patterns(taxonomy: Taxonomy) -> tuple[Pattern, ...]:
    """The forms of every language with Swedish cues against them, and the Swedish ones."""
    return (*universal((QUANTITY_AFTER, ISBN), taxonomy.label), *_FORMS)


# In a number read aloud: of a telephone, behind a word for it, and there in three words only.
LONGEST_CODE, LENGTHS = 4, range(8, 12)
"""Digits of an area code, and of a telephone number with it."""
LEAST_DIGITS, LEAST_CUED, LEAST_PAIRED = 7, 4, 6
MOST = 999  # of a number that stands in a row of them: femhundratolv trettiofyra
_BETWEEN = _WORDS["between"] | {",", "-", "–"}
_CUES = tuple(
    (label, _re(rf"(?:{words})[\s:]*(?:(?:är|var|på|nr|mig)\b[\s:]*){{0,2}}$"))
    for label, words in (
        ("personid_nr", PERSON_WORDS),
        ("account_nr", ACCOUNT_WORDS),
        ("phone_nr", PHONE_WORDS),
        (
            "other_nr_seq",
            rf"\b{_WORDS.either('code')}\b(?: {_WORDS.either('code_of')}(?: \w+){{1,4}}?)?",
        ),
    )
)
WINDOW = 48  # code points before the first word in which a cue ends


def _numbers(word: Lexeme) -> Sequence[int]:
    """The numbers from 0 to 999 that a word is: one, or several glued together (nollsju); none for
    another word."""
    if word.shape == "digit":
        return []
    values = [entry.value for entry in word.entries if entry.label == "number"]
    if values:
        return [int(values[0])] if 0 <= values[0] <= MOST else []
    return glued(word.lower)


def _is_number(word: Lexeme) -> bool:
    return bool(_numbers(word))


def in_words(table: TokenTable) -> Iterator[Detection]:
    """Numbers read aloud, digit by digit or in pairs: noll sju noll, ett två tre, fyra fem, sex sju.

    But not counting (noll ett två tre ...), nor few numbers in a row; two are a code where that is
    said (koden är trettiosju nittiotvå)."""
    done = -1
    for first in table.where(_is_number):
        if first <= done:
            continue
        last, values = _row(table, first)
        done = last
        digits = "".join(map(str, values))
        if values[0] == 0 and len(digits) <= LONGEST_CODE and (end := _groups(table, last, digits)):
            evidence = Evidence("form:number in words", SURELY)
            yield table.claim(first, end, "phone_nr", evidence, trust=Trust.CERTAIN)
            continue
        pair = len(values) == 2 and last == first + 1 and abs(values[1] - values[0]) > 1
        if len(digits) < LEAST_CUED or (len(values) < 3 and not pair):
            continue
        if not pair and counts(values):
            continue
        start = table.document.tokens.starts[first]
        before = table.text[max(0, start - WINDOW) : start]
        cued = next((label for label, cue in _CUES if cue.search(before)), "")
        paired = cued == "phone_nr" and len(digits) >= LEAST_PAIRED and not pair
        if len(values) < 4 and not (paired or (pair and cued == "other_nr_seq")):
            continue
        plus = int(table.left(first) == "plus")
        if table.left(first) == "46" and table.left(first, 2) == "+":
            plus = 2
        if plus or (digits[0] == "0" and len(digits) >= LEAST_DIGITS):
            yield table.claim(
                first - plus,
                last,
                cued or "phone_nr",
                Evidence("form:number in words", SURELY),
                trust=Trust.CERTAIN,
            )
        elif cued:
            yield table.claim(
                first, last, cued, Evidence("cue:number in words", SURELY), trust=Trust.CERTAIN
            )


def _groups(table: TokenTable, last: int, digits: str) -> int:
    """The last of the groups of digits that make number words a telephone number (noll åtta 13 75 38);
    0 where they do not."""
    length, index = len(digits), last + 1
    while index < len(table.words) and table.lowers[index].isdecimal():
        length += len(table.lowers[index])
        index += 1 + (table.at(index + 1) == "-")
    return index - 1 if length in LENGTHS and index > last + 2 else 0


def _row(table: TokenTable, first: int) -> tuple[int, list[int]]:
    """The last of the number words in a row, and their numbers; sjuttio två is one."""
    values, last, index = [*_numbers(table.words[first])], first, first + 1
    while index < len(table.words) and table.sentence[index] == table.sentence[first]:
        its = _numbers(table.words[index])
        if not its and values[-1] == 0:  # noll sjusex
            its = glued(f"noll{table.lowers[index]}")[1:]
        if its:
            tens = index == last + 1 and values[-1] in range(20, 100, 10) and 0 < its[0] < 10
            values[-1:] = [values[-1] + its[0], *its[1:]] if tens else [values[-1], *its]
            last = index
        elif table.lowers[index] not in _BETWEEN or index > last + 1:
            break
        index += 1
    return last, values
