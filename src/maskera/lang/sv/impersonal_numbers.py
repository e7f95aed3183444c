"""Numbers that identify nobody: of books and laws, sums, measures, scores; ages of people in
general or of things."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from maskera import expressions as re
from maskera.lang.sv import age_rows, ages
from maskera.lang.sv.patterns import NUMBER_WORDS
from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import word_list
from maskera.text import Span

_WORDS = word_list("sv", "impersonal_numbers")


def _behind(words: Sequence[str]) -> str:
    """What asks for one of these words and a blank before a place."""
    return "|".join(rf"(?<=\b{word} )" for word in words)


def _not_behind(words: Sequence[str]) -> str:
    """What asks that none of them stands before a place."""
    return "".join(f"(?<!{word} )" for word in words)


_BOOK = re.compile(r"\b(?:isbn|issn)\b(?:-1[03])?[\s:.]*(?:\d[\s-]?)+x?\b", re.IGNORECASE)
# What fractions are said of: 1/2 dl, 3/4 timme, 1/2 gul lök, 1/2 pizza.
_PORTIONS = (
    rf"(?:(?:{_WORDS.either('portion_unit')}|(?:dag|vecka)(?! \d))\b"
    rf"|(?:{_WORDS.either('of_ingredient')} )?{_WORDS.either('ingredient')}\b)"
)
_TEST = rf"{_WORDS.either('test')}\b"
# How many points of how many somebody or something got, and what stands before it: betyg 4/5, fick
# 7/10, ger filmen 4/5. The clause ends there, or goes on with a test: fick 1/10 jobb is a date, and
# so is fick 5/6, 7/6 och 8/6 tider.
_POINTS = re.compile(
    r"\d{1,3} ?/ ?(?:5|6|10|20|50|100)\b(?=\s*(?:$|\n|//)| ?(?:,(?! ?\d)|[^\w\s,/–-](?!\d))"
    rf"| (?:{_WORDS.either('point_goes_on')}|(?:som|i) betyg)\b(?! \d)"
    rf"| (?:på|i) (?:\w+ ){{0,2}}{_TEST})"
)
_POINTED = re.compile(
    rf"(?:\b{_WORDS.either('score')}(?: {_WORDS.either('score_is')})?[: ]*"
    rf"|\b{_WORDS.either('gets')} "
    rf"|\b(?:ger|ge) (?!{_WORDS.either('gives_no_score')} )(?:\w+ ){{0,3}})$",
    re.IGNORECASE,
)
# Of a test that is named with them, points may be out of any number: skrev 9/12 på provet, klarade
# 11/12 frågor, på provet fick jag 7/8.
_OUT_OF = r"\d{1,3} ?/ ?(?:[4-9]|[1-9]\d|100)\b"
_SCORE = re.compile(rf"{_OUT_OF} (?:{_WORDS.either('out_of')}\b|(?:på|i) (?:\w+ ){{0,2}}{_TEST})")
_SCORED = re.compile(
    rf"\b(?:{_WORDS.either('scored')}(?: {_WORDS.either('who_scored')})?|rätt på) $",
    re.IGNORECASE,
)
_CLOSING = re.compile(rf"{_OUT_OF}(?=\s*(?:$|\n)| ?[,.!?;)](?! ?\d))")
_TESTED = re.compile(
    rf"\b(?:på|i) (?:\w+ ){{0,2}}{_TEST} {_WORDS.either('tested')} (?:\w+ ){{1,2}}$",
    re.IGNORECASE,
)
# The number of a law, an inquiry, a bill: skollagen (2010:800), SOU 2017:35, prop. 2015/16:122; but
# not of a magazine (2009:3).
_ACT = re.compile(r"(?:1[789]|20)\d\d(?:/\d\d)? ?: ?(?:\d{1,4}|[A-Z]\w{1,3}\d{1,3})\b")
_ACTED = re.compile(
    rf"\b(?:{_WORDS.either('law_end')} ?\( ?(?-i:SFS )?"
    rf"|(?:(?-i:\w*FS|SOU|Ds)|{_WORDS.either('law_number')})\.? ?)(?:nr )?$",
    re.IGNORECASE,
)
# A class at school (i 7A, Ali (7A), Noah från 7A, but not the month in den 1a i 6e), and a place in
# a race or a number of rooms (kom 4:a, bor i 3:a).
_GRADE = (
    r"(?<=\b[Ii] )(?<!bor i )(?<!bodde i )(?<!ligger i )(?:[3-9][a-dA-DF-Hf-h]"
    r"|[12][b-dA-DF-Hf-h])\b(?! ?\d)|(?<=\()[1-9] ?[a-dA-DF]\b(?! ?\d)"
    rf"|(?:{_behind(_WORDS.ranked('before_class'))})[1-9][A-DF]\b(?! ?\d)"
)
_PLACED = (
    rf"(?:{_behind(_WORDS.ranked('before_place'))}|(?<=\bär )(?=\d:))\d{{1,2}}:[ae]\b"
    rf"(?! (?:i )?(?:\d|{_WORDS.either('month')}))"
)
# The time of day: with a colon (10:02, 9:30-11), or behind a word for it or the bracket of a chat
# (vid 11.30, klockan 7.45 till 8.15, [10.02]); and a span of which one end is no date (12.00 till
# 12.10).
_HOUR, _TILL, _NO_MONTH = r"(?:[01]?\d|2[0-4])", r" ?(?:[-–]|till|och) ?", r"(?:00|1[3-9]|[2-5]\d)"
_TIME_OF_DAY = (
    r"(?:(?<=\b[Vv]id )|(?<=\b[Kk]l )|(?<=\b[Kk]l\. )|(?<=\b[Kk]lockan )|(?<=\bomkring )"
    rf"|(?<=\brunt )|(?<=\[)|(?<![:.])(?={_HOUR}:))"
    rf"{_HOUR}[.:][0-5]\d(?::[0-5]\d)?(?:{_TILL}{_HOUR}(?:[.:][0-5]\d)?)?(?![\w/-]|[.:]\d)"
    rf"|(?<![\w/.:-]){_HOUR}[.:][0-5]\d{_TILL}{_HOUR}[.:]{_NO_MONTH}(?![\w/-]|[.:]\d)"
    rf"|(?<![\w/.:-]){_HOUR}[.:]{_NO_MONTH}{_TILL}{_HOUR}[.:][0-5]\d(?![\w/-]|[.:]\d)"
    # klockan 14. Maj bakar
    rf"|(?:(?<=\b[Kk]l )|(?<=\b[Kk]l\. )|(?<=\b[Kk]lockan )){_HOUR}\b(?![.:/-]? ?\d)"
    # and with two digits before the dot what is no date: landvetter 06.40
    rf"|(?<![\w/.:-])(?<!\d )(?:[01]\d|2[0-3])\.{_NO_MONTH}(?! ?[\d/-]|\w|[.:]\d)"
)
# Weeks of the year: v 44, v. 12-15, vecka 7.
_WEEK = (
    r"(?:(?<=\b[Vv] )|(?<=\b[Vv]\. )|(?<=\b[Vv]\.)|(?<=\b[Vv]ecka )|(?<=\b[Vv]eckorna ))"
    r"[1-5]?\d(?: ?(?:[-–,]|och) ?[1-5]?\d)*\b(?! ?[/.:]?\d)"
)
# Shares and decimals that are no date, sum or phone number: 0.1234, 0,5, 2.7183; but not 5.2019.
_DECIMAL = re.compile(
    r"(?:0[.,]\d{1,9}|[1-9]\d{0,2}[.,](?!(?:19|20)\d\d(?!\d))\d{3,9})(?!\w|[.,:/-]\d| ?[-/]? ?\d)"
)
# The version of a program, and others that it is set beside: version 3.11.4 är bättre än 2.7.18.
_VERSION = r"\d{1,4}(?:\.\d{1,6}){1,3}(?![\w/-]|\.\d)"
_VERSIONS = re.compile(
    rf"{_VERSION}(?:[ ,)]+(?:\w+ ){{0,3}}(?:{_WORDS.either('beside_version')}|,)(?: \w+){{0,2}}? "
    rf"v?{_VERSION}){{0,8}}"
)
_VERSIONED = re.compile(rf"\b{_WORDS.either('program')}[ :]*$", re.IGNORECASE)
# The scores of a match, of its sets, one after the other: 25-23, 19-25 och 15-12.
_SETS = re.compile(r"\d{1,3}[-–]\d{1,3}(?:(?:, | och |; )\d{1,3}[-–]\d{1,3}){1,20}(?![\w-]|[./]\d)")
_MATCH = re.compile(rf"\b{_WORDS.either('match')}\b[^.!?\n]*$", re.IGNORECASE)
_OF_MATCH = re.compile(
    rf" (?:{_WORDS.either('match')}|(?:(?:till|mot) (?:\w+ ){{1,3}})?i {_WORDS.either('sport')})\b",
    re.IGNORECASE,
)
_SINGLE_SCORE = re.compile(rf"\d{{1,3}}[-–]\d{{1,3}}(?= i {_WORDS.either('sport')}\b)")
# A number with many zeros at its end: skriv 1000000 i rutan.
_ROUND_NUMBER = "0000"
_WHOLE = re.compile(r"[1-9]\d*(?![\w/-]|[.,:]\d| \d)")
# Somebody counts, or says a row of numbers in their order: 1 2 3 4 5, lottoraden 3 7 12 19 24.
_ROW = re.compile(r"[1-9]\d?(?:,? \d{1,2}){4,40}(?![\w-]|[.,:/]\d| \d)")
# 21/1 av kirurg: no share, for those are less than one
_DAY_OF_MONTH = r"(?:1[3-9]|2\d|3[01]) ?/ ?(?:1[0-2]|[1-9])\b"
# What a number begins that is of no person: decades, round the clock, parts of a whole, sums,
# measures, a span of ages.
_NOBODYS = re.compile(
    rf"24/7\b(?! \d{{4}})|\d{{1,2}} [1-3]/[2-4] {_WORDS.either('measure')}\b"
    rf"|(?<=\b\d )[1-3]/[2-4](?![/\d])|(?!{_DAY_OF_MONTH})\d{{1,2}} ?/ ?\d{{1,2}} {_WORDS.either('share_of')}\b|"
    rf"(?<![Dd]en )[1-9] ?/ ?[2-68](?: ?[-–] ?[1-9](?: ?/ ?[2-68])?)? ?{_PORTIONS}"
    r"|(?<![Dd]en )(?:[12]/3|[13]/4|1/[25]) var(?= av\b|\s*[.,!?]|\s*$)|(?:(?<=äger )"
    r"|(?<=ägde )|(?<=ärvde ))[1-3]/[2-6]\b"
    r"|(?:(?<=[Bb]ara \()|(?<=nästan \()|(?<=Nästan \()|(?<=ungefär \()"
    r"|(?<=cirka \())[1-4]/[2-6](?=\))"
    rf"|{_GRADE}|{_PLACED}|{_TIME_OF_DAY}|{_WEEK}"
    r"|\d+(?: [+*=÷] \d+)+\b|\d{2,4}(?=[- ]?tal(?:et|ets|en|s)?\b)"
    rf"|\d+(?: \d{{2,3}})?(?:[,.]\d+)? ?(?:%|{_WORDS.either('measure')}\b)"
    r"|(?:(?<=\b[Ll]gr )|(?<=\b[Ll]po )|(?<=\b[Ll]pf )|(?<=\b[Gg]y ))(?:20)?\d\d\b"
    r"|(?:(?<=från )|(?<=mellan ))\d\d (?:till|och|[-–]) \d\d år\b"
)
# The word before an address on a network, which is also a surname, as "hans" is a name.
_IP = re.compile(
    r"\b(?:hans )?ip(?=(?:[ -]?(?:adress\w*|nummer\w*|numret|nr))?[\s:]*(?:(?:är|var"
    r"|blir)\b[\s:]*)?"
    r"(?:\d{1,3}(?:\.\d{1,3}){3}|[\da-f]{1,4}:[\da-f:]+))|\borg(?=\.? ?-?(?:nr|num))",
    re.IGNORECASE,
)
# What such an address has and few texts have: 1.2.3, ::, a:b:c, 556677-1234. The mark comes first,
# for what begins with one character of a set is looked for three times as fast.
_DOTTED = re.compile(
    r"[.:-](?:(?<=\d\.)\d+\.\d|(?<=:):|(?<=[\da-f]:)[\da-f]+:[\da-f]|(?<=\d{6}-)\d{4})"
)
# Sums with blanks between thousands (6 535 271, 24 000 – 28 000, 24-28 000), unless words before
# them say that they are somebody's.
_GOES_ON = (" ", "-", "–")
_GOES_ON_BEHIND = "+.,/-"  # a number that does not begin there
_THOUSANDS = r"[1-9]\d{0,2}(?: \d{3})+"
_SUM = re.compile(
    rf"(?<![+.,/-])(?<!\d[ -])(?<!\d, )(?:[1-9]\d?(?: \d{{3}}){{2,3}}|[1-9]\d{{2}}(?: \d{{3}})+ 000"
    rf"|{_THOUSANDS} ?[-–] ?{_THOUSANDS}|[1-9]\d{{0,2}} ?[-–] ?[1-9]\d{{0,2}}"
    rf"(?: \d{{3}})? 000|[1-9]\d{{2,4}}00 ?[-–] ?[1-9]\d{{2,4}}00)"
    r"(?! ?[-–/]? ?\d)"
)
# Round sums without a word for money behind them, also several (32000 och jag 28000), but no year
# and no town's code (41100 Lund); what stands before such a sum, and what behind one: tjänar 18000,
# hyran ska vara max 12000, 45000 i skulder.
_ROUND = r"(?!(?:19|20)\d\d\b)[1-9]\d{1,4}[05]0\b(?!(?-i: ?[A-ZÅÄÖ])|[.,:/-]\d| \d)"
_ROUND_ENDS = ("00", "50")
_ROUND_SUM = re.compile(
    rf"{_ROUND}(?: ?(?:och|eller|men|till|,|-|–) ?(?:\w+ ){{0,2}}{_ROUND})*", re.IGNORECASE
)
_MONEY = re.compile(
    rf"\b(?:{_WORDS.either('pays')}(?:ar?|ade|at)|skyldig|{_WORDS.either('money')})"
    rf"(?: {_WORDS.either('between_money_and_sum')})*:? $",
    re.IGNORECASE,
)
_OF_MONEY = re.compile(
    rf" (?:(?:i|per|om) (?:{_WORDS.either('per_time')}|år(?! (?:19|20)\d\d))|(?:före|efter) skatt"
    rf"|i {_WORDS.either('in_money')}|på {_WORDS.either('bank')}|brutto|netto)\b",
    re.IGNORECASE,
)
# What stands before the age of anybody: when one turns 18. But not "min man", "hans man".
_ANYBODY = re.compile(
    rf"(?:(?:(?<!\w){_not_behind(_WORDS.ranked('own_man'))}man"
    rf"|\b{_WORDS.either('people')})(?: som)?(?: har)? {_WORDS.either('be_or_turn')}"
    rf"(?: över| under)?"
    rf"|\b{_WORDS.either('anybody')}(?: har)? (?:fyller|fyllt)"
    r"|\b(?:när|innan|tills) (?:de|dom|alla) (?:är|blir)"
    rf"|\b(?:{_not_behind(_WORDS.ranked('own_children'))}(?<!\d )barn|{_WORDS.either('those')})"
    r" som (?:är|blir|har fyllt)(?: över| under)?) $",
    re.IGNORECASE,
)
# Behind a difference of ages: 4 år äldre, 2 år och 3 månader yngre, 5 eller 6 år äldre; broken off
# (äldre ...) it may be one.
_DIFFERENCE = re.compile(
    r"(?:(?: ?[-–] ?| eller )\w+)? ?(?:år|åre|ar)(?: och (?:\w+ ){1,2}(?:månad|månader|halvt))?"
    r" (?:äldre|yngre|elder)\b"
    r"(?! ?(?:\.\.|…))",
    re.IGNORECASE,
)
_TURNS = tuple(f"{word} " for word in _WORDS.ranked("turns"))  # what _ANYBODY ends with
WINDOW = 50  # letters before a number in which such words stand
_ENDING = re.compile(r"\d[:-]?(ans?)\b")


def of_anybody(text: str, start: int) -> bool:
    """Whether an age that begins there, in digits or words, is that of anybody: när man är femton
    år."""
    return (
        text.endswith(_TURNS, 0, start)
        and _ANYBODY.search(text, max(0, start - WINDOW), start) is not None
    )


_OF_CLASS = re.compile(r"[a-df-h]\b", re.IGNORECASE)
"""The letter of a class, glued to its number; an `e` makes an ordinal."""


_FRACTION = re.compile(r"\d+[.,]\d+")
_OLD = re.compile(r"[ -]?(?:år|mån)")


def impersonal_age(table: TokenTable, age: Span) -> bool:
    """Whether an age is that of anybody or of a thing, a difference, half of a number or a fraction
    that counts no years (medelvärdet blev 3.8); of a row, what stands before the first tells."""
    if _FRACTION.fullmatch(table.text, age.start, age.end) and not _OLD.match(table.text, age.end):
        return True
    if ages.begun_before(table, table.first_token(age)) or _DIFFERENCE.match(table.text, age.end):
        return True
    if _OF_CLASS.match(table.text, age.end):  # Isatou 4c
        return True
    first = age_rows.start(table, table.first_token(age))
    return of_anybody(table.text, table.document.tokens.starts[first]) or ages.of_thing(
        table, first
    )


def _numbers(digits: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Where digits stand side by side."""
    start = end = -1
    for place in digits:
        if place != end:
            if start >= 0:
                yield start, end
            start = place
        end = place + 1
    if start >= 0:
        yield start, end


def impersonal(text: str, digits: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Where numbers of books and laws stand, decades, round the clock, parts of a whole, sums and
    measures; and the word "ip". digits: where they stand."""
    behind = 0
    for start, end in _numbers(digits):
        if start < behind or (start and (text[start - 1].isalnum() or text[start - 1] == "_")):
            continue
        after = text[end : end + 2]
        if (
            more := _NOBODYS.match(text, start)
            or _sum(text, start, end)
            or ("/" in after and _points(text, start))
        ):
            behind = more.end()
            yield more.span()
        elif nobodys := _of_nobody(text, start, end):
            behind = nobodys[1]
            yield nobodys
        elif (
            (":" in after or "/" in after)
            and (act := _ACT.match(text, start))
            and (law := _ACTED.search(text, max(0, start - WINDOW), start))
        ):
            behind = act.end()
            yield law.start(), behind
    dotted = 0 if ":" in text else digits[0] if digits else len(text)
    if _DOTTED.search(text, dotted):
        yield from [word.span() for word in _IP.finditer(text)]
    if digits and ("isbn" in (small := text.lower()) or "issn" in small):
        yield from [book.span() for book in _BOOK.finditer(text)]


def endings(text: str, digits: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Where endings stand that are glued to a number, and no name: 5:an, 3ans. digits: where they
    stand."""
    for _, end in _numbers(digits):
        if ending := _ENDING.match(text, end - 1):
            yield ending.span(1)


def _sum(text: str, start: int, end: int) -> re.Match[str] | None:
    """The sum that begins with the number there; None also where words before it say that it is
    somebody's number."""
    before = max(0, start - WINDOW)
    found = _SUM.match(text, start) if text[end : end + 1] in _GOES_ON else None
    if (
        not found
        and text.endswith(_ROUND_ENDS, start, end)
        and (found := _ROUND_SUM.match(text, start))
        and not _MONEY.search(text, before, start)
    ):
        found = found if _OF_MONEY.match(text, found.end()) else None
    return None if found and NUMBER_WORDS.search(text, before, start) else found


def _of_nobody(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Where the decimal, the versions with their program, the scores, the row of numbers or the
    round number is that begins with the number there; None where words before it say that it is
    somebody's."""
    if start and text[start - 1] in _GOES_ON_BEHIND:
        return None
    before, first = max(0, start - WINDOW), start
    found = _DECIMAL.match(text, start) or _SINGLE_SCORE.match(text, start)
    if not found and (found := _SETS.match(text, start)):
        of_match = _MATCH.search(text, before, start) or _OF_MATCH.match(text, found.end())
        found = found if of_match else None
    if not found and (found := _VERSIONS.match(text, start)):
        program = _VERSIONED.search(text, before, start)
        found, first = (found, program.start()) if program else (None, start)
    if not found and (found := _ROW.match(text, start)):
        values = map(int, re.findall(r"\d+", found.group()))
        found = found if all(one < other for one, other in pairwise(values)) else None
    if not found and text.endswith(_ROUND_NUMBER, start, end):
        found = _WHOLE.match(text, start)
    if not found or NUMBER_WORDS.search(text, before, start):
        return None
    return first, found.end()


def _points(text: str, start: int) -> re.Match[str] | None:
    """The points out of so many that begin there, where words before them say that they are that
    and no date."""
    for points, cue in ((_POINTS, _POINTED), (_SCORE, _SCORED), (_CLOSING, _TESTED)):
        if (found := points.match(text, start)) and cue.search(text, max(0, start - WINDOW), start):
            return found
    return None
