"""Days, months, weekdays and years in words and as bare numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator

from maskera.detect.patterns import BEFORE
from maskera.detect.sight import Sight
from maskera.lang.sv.ages import PEOPLE, turned_in_month
from maskera.lang.sv.patterns import NO_YEARS_AFTER
from maskera.lang.sv.persons import BE
from maskera.lang.sv.quantities import ORDINAL_ENDING, QUANTITY, YEARS
from maskera.mentions import Detection, Evidence

_MONTH_PARTS = frozenset(
    "i den början slutet mitten av sedan sen till från och hela under förra nästa denna på mellan tidigt sent sista första".split()
)
_SEASONS = frozenset("hösten våren sommaren vintern".split())
_YEAR_BEFORE = _SEASONS | frozenset(
    "år året i sedan sen från till före efter under född föddes mellan och januari jul julen innan fram kring omkring runt ca den ht vt "
    "åren".split()
)
_YEAR_UNIT = re.compile(
    r"^(?:kr|kronor|sek|personer|människor|invånare|meter|km|gram|kg|euro|dollar|elever|ord|talets?|tal|tals|talen|gånger|procent|%|kcal|barn|kvadrat\w*|mil|år|arbets\w*|studenter|bilar|liter|watt|stycken)$"
)
_YEAR_ALONE = frozenset("kom gifte oss hit dit studenten examen hem tog gick blev dog".split())  # before a short year: kom hit -09
_IS = frozenset(("är", "var", "blir", ":"))
_NO_YEAR_AFTER = frozenset(("kl", "klockan", "nummer", "nr", "kod", "koden", "lägenhet", "lgh", "isbn", "kostar", "för"))
_OF_TWO_YEARS = frozenset("läsåret läsår säsongen säsong skolåret verksamhetsåret budgetåret vintern".split())
_NO_FROST = re.compile(r"0|[5-9]")  # mellan -98 och -02, but not mellan -10 och -20
_FROM_TO = frozenset("mellan från till tills före efter innan".split())
_BORN_ENDINGS = frozenset(("a", "an", "or", "orna"))
_PRONOUNS = frozenset("jag du han hon hen vi de dom".split())
_PAST = ("ade", "des", "dde")
_SINCE = frozenset("sedan sen född föddes året".split())
_MODERN = re.compile(r"(?:19|20)\d\d$")
_AFTER_DATE = frozenset(
    "och i är var på kl klockan till som men för med så kommer jag vi han hon ska åkte fick blev denna förra nästa från samma "
    "varje eller detta hade har när om fast nu".split()
)


def day(sight: Sight, index: int) -> Iterator[Detection]:
    """A number as the day of a date, with the month number that may follow."""
    last = ordinal_end(sight, index)
    one = sight.left(index)
    following = last + 1
    dot = False
    if last == index and sight.glued(index) and sight.at(following) == "." and sight.entry(following + 1, "month_word"):
        dot, following = True, following + 1
    elif sight.at(following) == "i" and sight.entry(following + 1, "month_word") and not turned_in_month(sight, index):
        following += 1
    evidence = [Evidence("number", -3.0)]
    month = sight.entry(following, "month_word")
    if month:
        evidence.append(Evidence("cue:_ month", DAY_AND_MONTH if month.weight >= 0 or one == "den" else 3.0))
    elif one == "den" or sight.left(index, 2) == "den":
        evidence.append(Evidence("cue:den _", 3.4 if not noun_follows(sight, last) else 0.5))
    if sight.entry(index - 1, "weekday") or (one == "den" and sight.entry(index - 2, "weekday")):
        evidence.append(Evidence("cue:weekday _", 3.0))
    after, other = sight.right(last), sight.right(last, 2)
    if after in ("-", "–", "och", "till") and other.isdecimal() and int(other) <= 31 and sight.entry(last + 3, "month_word"):
        evidence.append(Evidence(f"cue:_ {after} day month", DAY_AND_MONTH))
    if one == "den" and (match := sight.right(last)).isdecimal() and 1 <= int(match) <= 12 and not sight.glued(last):
        evidence.append(Evidence("cue:den _ month number", 3.0))
        if not QUANTITY.match(sight.right(last, 2)):
            yield sight.claim(last + 1, last + 1, "month_digit", Evidence("cue:den day _", 2.5))
    month_at = last + 2 if sight.right(last) == "i" else -1
    in_range = 0 < month_at < len(sight.words) and sight.at(month_at).isdecimal() and 1 <= int(sight.at(month_at)) <= 12
    if in_range and not QUANTITY.match(sight.right(month_at)) and (one in ("den", "d") or not noun_follows(sight, month_at)):
        ordinal = month_at + 2 if sight.right(month_at) == ":" and ORDINAL_ENDING.match(sight.right(month_at, 2)) else month_at
        evidence.append(Evidence("cue:den _ i month number", 4.0))
        yield sight.claim(month_at, ordinal, "month_digit", Evidence("cue:den day i _", 3.0))
    yield from _month_number(sight, index, last)
    if last > index and one == "den":
        evidence.append(Evidence("ordinal", 1.0))
    if len(evidence) > 1:
        end = last + 1 if dot else last
        yield sight.claim(index, end, "day", *evidence)


def ordinal_end(sight: Sight, index: int) -> int:
    """The last token of a number with its ordinal ending, if it has one: 3, 3:e, 3e."""
    if not sight.glued(index):
        return index
    if sight.right(index) == ":" and ORDINAL_ENDING.match(sight.right(index, 2)):
        return index + 2
    return index + 1 if ORDINAL_ENDING.match(sight.right(index)) else index


def _month_number(sight: Sight, index: int, last: int) -> Iterator[Detection]:
    """A number as that of a month: i 7 månaden, den 3:e månaden, månad 5."""
    one, after = sight.left(index), sight.right(last)
    if (last > index and after in ("månad", "månaden")) or (after == "månaden" and one in ("i", "den") and int(sight.lowers[index]) <= 12):
        yield sight.claim(index, last, "month_digit", Evidence("cue:_ månaden", 2.5 if last > index else MONTH_NUMBER))
    if one in ("månad", "månaden"):
        yield sight.claim(index, index, "month_digit", Evidence("cue:månad _", 4.0))


def ordinal_day(sight: Sight, index: int) -> Iterator[Detection]:
    """An ordinal in words before a month's number: den första i 9, tredje i femte."""
    month_at = index + 2
    if sight.right(index) != "i" or month_at >= len(sight.words) or sight.sentence[month_at] != sight.sentence[index]:
        return
    number = sight.at(month_at)
    entry = sight.entry(month_at, "ordinal")
    value = int(number) if number.isdecimal() and len(number) < 3 else entry.value if entry else 0
    if 1 <= value <= 12 and not QUANTITY.match(sight.right(month_at)) and not noun_follows(sight, month_at):
        yield sight.claim(index, index, "day", Evidence("cue:ordinal i month number", ORDINAL_AND_MONTH))
        yield sight.claim(month_at, month_at, "month_digit", Evidence("cue:ordinal day i _", ORDINAL_AND_MONTH))


DAY_AND_MONTH = 9.0  # of 400 such pairs in the training texts all but one are dates: enough whatever the tagger thinks
ORDINAL_AND_MONTH = 6.0  # such a pair is hardly anything else, and too rare for the tagger to know
MONTH_NUMBER = 6.0  # i 7 månaden 2022
YEAR_IN_WORDS = 6.0  # hardly anything else, and too rare for the tagger to know
WEEKDAY = 6.0  # a weekday beside a date belongs to it by definition (ANNOTATION.md), whatever the tagger thinks
YEAR_OF_BIRTH = 6.0  # the tagger thinks of ages
SECOND_YEAR = 6.0  # a year and two digits after a hyphen, and the tagger sees no year in them
LONGEST_SPAN = 60  # years
MONTH_WITHIN = 6  # tokens
ENGLISH_DATE = Evidence("form:English date", 9.0)  # leaves no choice (vetoes.py), though all its words are in lists of names
_ENGLISH_MONTHS = frozenset(
    "jan feb mar apr may jun jul aug sep sept oct nov dec "
    "january february march april june july august september october november december".split()
)
_ENGLISH_DAYS = frozenset("mon tue tues wed thu thur thurs fri sat sun monday tuesday wednesday thursday friday saturday sunday".split())
_BETWEEN = frozenset((":", "e", "a", ".", "-", "–", ",", "till", "och"))


def noun_follows(sight: Sight, index: int) -> bool:
    """Whether a word stands behind a number that it may count."""
    after = sight.right(index)
    return bool(after) and after.isalpha() and after not in _AFTER_DATE


def year(sight: Sight, index: int, value: int) -> Iterator[Detection]:
    """Four digits as a year."""
    if sight.left(index) in _IS and any(sight.left(index, step).endswith(("kod", "koden")) for step in (2, 4, 5)):
        return  # koden till porten är 1985
    modern = 1900 <= value <= 2035
    evidence = [Evidence("four digits", 1.8 if modern else 0.4 if value >= 1500 else -2.0)]
    one, after = sight.left(index), sight.right(index)
    if after in ("-", "–", "−") and sight.right(index, 2).startswith("tal"):
        evidence.append(Evidence("cue:decade", -9.0))
    elif modern and (_spans(sight, index + 1, index + 2) or _spans(sight, index - 1, index - 2) or _begins_short_span(sight, index)):
        evidence.append(Evidence("cue:a span of years", 4.5))
    elif _YEAR_UNIT.match(after):
        evidence.append(Evidence("cue:quantity", -5.0))
    if one in _YEAR_BEFORE or sight.entry(index - 1, "month_word"):
        evidence.append(Evidence(f"cue:{one} _", 2.5 if modern or one in _SEASONS | {"år", "året", "född"} else 1.2))
    elif one in _NO_YEAR_AFTER:
        evidence.append(Evidence(f"cue:{one} _", -4.0))
    yield sight.claim(index, index, "year", *evidence)


def _spans(sight: Sight, between: int, other: int) -> bool:
    """Whether a hyphen stands at one token and a year at the other: 2000 - 2016."""
    return sight.at(between) in ("-", "–") and bool(_MODERN.match(sight.at(other)))


def _begins_short_span(sight: Sight, first: int) -> bool:
    """Whether a year begins a span whose second year has two digits: 1985-99, läsåret 2015/16; but not a month, 2015-03, or a number."""
    sign, short, year = sight.right(first), sight.right(first, 2), sight.lowers[first]
    if sign not in ("-", "–", "/") or len(short) != 2 or not short.isdecimal() or not _MODERN.match(year):
        return False
    if (sight.glued(first + 2) and sight.right(first, 3) in ("-", "–", "/", ".", ":")) and sight.right(first, 4).isdecimal():
        return False
    before, after = sight.left(first), sight.right(first, 3)
    if after.isdecimal() or _YEAR_UNIT.match(after) or before in _NO_YEAR_AFTER:
        return False
    start = sight.document.tokens.starts[first]
    if NO_YEARS_AFTER.search(sight.text, max(0, start - BEFORE), start):
        return False
    month = int(short) <= 12 and sign != "–" and sight.glued(first) and before not in _OF_TWO_YEARS
    return not month and 1 <= (int(short) - int(year)) % 100 <= LONGEST_SPAN


def second_year(sight: Sight, index: int) -> Iterator[Detection]:
    """Two digits as the second year of a span."""
    if index > 1 and sight.right(index - 2, 2) == sight.lowers[index] and _begins_short_span(sight, index - 2):
        yield sight.claim(index, index, "year", Evidence("cue:a span of years", SECOND_YEAR))


def year_of_birth(sight: Sight, index: int) -> Iterator[Detection]:
    """Two digits with an ending, said of people: jag är en 92:a, mina bröder är 01:or; but not min bil är en 92:a, jag är 12:a i kön."""
    glued = sight.right(index) == ":" and sight.glued(index) and sight.glued(index + 1)
    if not glued or sight.right(index, 2) not in _BORN_ENDINGS or sight.right(index, 3) in ("i", "på", "av"):
        return
    verb = index - 1 - (sight.left(index) == "en")
    if verb > 0 and sight.at(verb) in BE and (sight.at(verb - 1) in _PRONOUNS or not sight.words[verb - 1].labels.isdisjoint(PEOPLE)):
        yield sight.claim(index, index, "year", Evidence("cue:person är en _:a", YEAR_OF_BIRTH))


def short_year(sight: Sight, index: int) -> Iterator[Detection]:
    """Two digits as a year: -89, född 85."""
    one, two = sight.left(index), sight.left(index, 2)
    after = sight.right(index)
    if after in ("-", "–", ":") and sight.right(index, 2).startswith(("tal", "års", "åri", "e")):
        return
    apostrophe = one in ("-", "–", "'", "’", "´") and sight.glued(index - 1)
    evidence = [Evidence("two digits", -3.5)]
    before = two if apostrophe else one
    place = index - (2 if apostrophe else 1)
    if apostrophe and before == ".":  # nov. -15
        place -= 1
    if apostrophe:
        evidence.append(Evidence("cue:-_", 1.5))
    if before in ("född", "föddes", "år", "årgång"):
        evidence.append(Evidence(f"cue:{before} _", 4.0))
    elif sight.entry(place, "month_word") and not YEARS.match(after):
        evidence.append(Evidence("cue:month _", 4.0 if apostrophe else 2.5))
    elif before in _SEASONS | {"ht", "vt"} or (apostrophe and before in ("sedan", "sen", "i")):
        evidence.append(Evidence(f"cue:{before} _", 3.0))
    elif apostrophe and _NO_FROST.match(sight.lowers[index]) and (before in _FROM_TO or sight.left(index, 5) == "mellan"):
        evidence.append(Evidence(f"cue:{before} -_", 6.0))
    elif apostrophe and not sight.glued(index - 2) and (before in _YEAR_ALONE or before.endswith(_PAST)):
        evidence.append(Evidence("cue:something happened _", 4.0))
    if len(evidence) > 1 and sum(item.weight for item in evidence) > -2:
        yield sight.claim(index, index, "year", *evidence)


def year_in_words(sight: Sight, first: int, last: int, value: int) -> Iterator[Detection]:
    """Number words as a year: född nittonhundraåttiotvå, kom hit tvåtusen femton, sedan nittiotvå; but not tvåtusen människor."""
    one, after = sight.left(first), sight.right(last)
    whole = 1900 <= value <= 2035
    if QUANTITY.match(after) or YEARS.match(after) or not (whole or (50 <= value <= 99 and one in _SINCE)):
        return
    if (whole and value % 100) or not after.isalpha() or after in _AFTER_DATE:
        yield sight.claim(first, last, "year", Evidence("a year in words", YEAR_IN_WORDS))


def month(sight: Sight, index: int) -> Iterator[Detection]:
    """A month by name."""
    word = sight.words[index]
    entry = sight.entry(index, "month_word")
    if entry is None:
        return
    evidence = [Evidence("list:month_word", entry.weight - 1.0, entry.form)]
    one, after = sight.left(index), sight.right(index)
    day_before = index and (
        sight.words[index - 1].shape == "digit" or ORDINAL_ENDING.match(one) or sight.entry(index - 1, "ordinal") or one in (":", ".")
    )
    year_after = len(after) == 4 and after.isdecimal()
    if day_before or year_after:
        evidence.append(Evidence("cue:day or year beside", 3.5))
    elif one in _MONTH_PARTS:
        evidence.append(Evidence(f"cue:{one} _", 2.0))
    if after in ("månad", "månaden"):
        evidence.append(Evidence(f"cue:_ {after}", 2.0))
    if word.shape == "capital" and not sight.initial[index] and "word" in entry.flags and not day_before:
        evidence.append(Evidence("case:capital", -1.0))
    if "word" in entry.flags and len(evidence) == 1:
        evidence.append(Evidence("ordinary word", -2.0))
    yield sight.claim(index, index, "month_word", *evidence)


def weekday(sight: Sight, index: int) -> Iterator[Detection]:
    """A weekday counts only inside a date, and there always: lördag den 3 maj, lördag 3/5, lördag 3 till söndag 4 maj."""
    following = index + 1
    if sight.right(index) == ",":
        following += 1
    if sight.at(following) in ("den", "d"):
        following += 1
    if following < len(sight.words) and sight.sentence[following] == sight.sentence[index]:
        number = sight.words[following]
        if (
            number.shape == "digit"
            and len(number.lower) <= 2
            and (following > index + 1 or sight.right(following) == "/" or _month_after(sight, following))
        ) or "ordinal" in number.labels:
            if QUANTITY.match(sight.right(following)) or sight.right(index) in ("kl", "klockan"):
                return
            yield sight.claim(index, index, "day", Evidence("cue:weekday in a date", WEEKDAY))


def month_first(sight: Sight, index: int) -> Iterator[Detection]:
    """An English date, as headers of mail have it: Mon, Jan 15, 2024; Wednesday, May 8; June 3 2024. But not Jan 15, who is a person."""
    at_weekday = index - (sight.left(index) == ",") - 1
    weekday = at_weekday >= 0 and sight.sentence[at_weekday] == sight.sentence[index] and sight.lowers[at_weekday] in _ENGLISH_DAYS
    year_at = index + (3 if sight.right(index, 2) == "," else 2)
    dated = year_at < len(sight.words) and sight.sentence[year_at] == sight.sentence[index] and bool(_MODERN.match(sight.at(year_at)))
    if sight.lowers[index] not in _ENGLISH_MONTHS or not (weekday or dated) or not _day_number(sight.right(index)):
        return
    if weekday:
        yield sight.claim(at_weekday, at_weekday, "day", ENGLISH_DATE)
    yield sight.claim(index, index, "month_word", ENGLISH_DATE)
    yield sight.claim(index + 1, index + 1, "day", ENGLISH_DATE)
    if dated:
        yield sight.claim(year_at, year_at, "year", ENGLISH_DATE)


def _day_number(form: str) -> bool:
    return len(form) <= 2 and form.isdecimal() and 1 <= int(form) <= 31


def _month_after(sight: Sight, number: int) -> bool:
    """Whether a month follows a day of it, perhaps after an ending or another day: 3:e april, 3 till söndag 4 maj."""
    for place in range(number + 1, min(number + MONTH_WITHIN, len(sight.words))):
        word = sight.words[place]
        if "month_word" in word.labels:
            return sight.sentence[place] == sight.sentence[number]
        if word.shape != "digit" and word.lower not in _BETWEEN and "weekday" not in word.labels:
            return False
    return False
