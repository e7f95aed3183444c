"""Days, months, weekdays and years in words and as bare numbers.

Longer than 400 lines because the parts of a date are claimed by each other.
"""

from __future__ import annotations

from collections.abc import Iterator

from maskera import expressions as re
from maskera.lang.sv.ages import PEOPLE, turned_in_month
from maskera.lang.sv.patterns import NO_YEARS_AFTER
from maskera.lang.sv.persons import BE
from maskera.lang.sv.quantities import counts_years, is_ordinal_ending, is_quantity
from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import Vocab
from maskera.mentions import Detection, Evidence, Trust
from maskera.rules.patterns import BEFORE
from maskera.text import number_of

_WORDS = word_list("sv", "dates")

_MONTH_PARTS = _WORDS["month_parts"]
_SEASONS = _WORDS["seasons"]
_YEAR_BEFORE = _SEASONS | _WORDS["year_before"]
_YEAR_UNIT = re.compile(rf"^{_WORDS.either('unit')}$")
_YEAR_ALONE = _WORDS["year_alone"]  # before a short year: kom hit -09
_IS = _WORDS["is"] | {":"}
_NO_YEAR_AFTER = _WORDS["no_year_after"]
_OF_TWO_YEARS = _WORDS["of_two_years"]
_NO_FROST = re.compile(r"0|[5-9]")  # mellan -98 och -02, but not mellan -10 och -20
_FROM_TO = _WORDS["from_to"]
_BORN_ENDINGS = frozenset(("a", "an", "or", "orna"))
_PRONOUNS = _WORDS["pronouns"]
_PAST = ("ade", "des", "dde")
_BORN = _WORDS["born"]
_SINCE = _WORDS["since"]
_MODERN = re.compile(r"(?:19|20)\d\d$")
_AFTER_DATE = _WORDS["after_date"]


def day(table: TokenTable, index: int) -> Iterator[Detection]:
    """A number as the day of a date, with the month number that may follow."""
    last = ordinal_end(table, index)
    one = table.left(index)
    following = last + 1
    dot = False
    if (
        last == index
        and table.glued(index)
        and table.at(following) == "."
        and table.entry(following + 1, "month_word")
    ):
        dot, following = True, following + 1
    elif (
        table.at(following) == "i"
        and table.entry(following + 1, "month_word")
        and not turned_in_month(table, index)
    ):
        following += 1
    evidence = [Evidence("number", -3.0)]
    month = table.entry(following, "month_word")
    if month:
        evidence.append(
            Evidence("cue:_ month", DAY_AND_MONTH if month.weight >= 0 or one == "den" else 3.0)
        )
    elif one == "den" or table.left(index, 2) == "den":
        evidence.append(Evidence("cue:den _", 3.4 if not noun_follows(table, last) else 0.5))
    weekday_before = table.entry(index - 1, "weekday")
    if weekday_before and CLOCK.match(table.text, table.span(index, index).start):
        return  # lördag 18.30
    if weekday_before or (one == "den" and table.entry(index - 2, "weekday")):
        evidence.append(Evidence("cue:weekday _", 3.0))
    after, other = table.right(last), table.right(last, 2)
    day_at = last + 2
    if weekday_before and table.entry(day_at, "weekday"):  # lördag 3 och söndag 4 maj
        day_at += 1
        other = table.at(day_at)
    if (
        after in ("-", "–", "och", "till")
        and other.isdecimal()
        and number_of(other) <= 31
        and table.entry(day_at + 1, "month_word")
    ):
        evidence.append(Evidence(f"cue:_ {after} day month", DAY_AND_MONTH))
    elif _in_row(table, last):
        evidence.append(Evidence("cue:_ in a row of days", DAY_AND_MONTH))
    if (
        one == "den"
        and (match := table.right(last)).isdecimal()
        and 1 <= number_of(match) <= 12
        and not table.glued(last)
    ):
        evidence.append(Evidence("cue:den _ month number", 3.0))
        if not is_quantity(table.right(last, 2)):
            yield table.claim(last + 1, last + 1, "month_digit", Evidence("cue:den day _", 2.5))
    month_at = last + 2 if table.right(last) == "i" else -1
    in_range = (
        0 < month_at < len(table.words)
        and table.at(month_at).isdecimal()
        and 1 <= number_of(table.at(month_at)) <= 12
    )
    if (
        in_range
        and not is_quantity(table.right(month_at))
        and (one in ("den", "d") or not noun_follows(table, month_at))
    ):
        ordinal = (
            month_at + 2
            if table.right(month_at) == ":" and is_ordinal_ending(table.right(month_at, 2))
            else month_at
        )
        evidence.append(Evidence("cue:den _ i month number", 4.0))
        yield table.claim(month_at, ordinal, "month_digit", Evidence("cue:den day i _", 3.0))
    yield from _month_number(table, index, last)
    if last > index and one == "den":
        evidence.append(Evidence("ordinal", 1.0))
    if len(evidence) > 1:
        end = last + 1 if dot else last
        yield table.claim(index, end, "day", *evidence)


def _in_row(table: TokenTable, last: int) -> bool:
    """Whether days follow of which the last one stands before a month: 1:a, 2:a och 3:e maj; 3, 4
    och 5 oktober."""
    for _ in range(MOST_DAYS):
        if table.right(last) not in _ROW or not table.right(last, 2).isdecimal():
            return False
        if not 1 <= number_of(table.right(last, 2)) <= LAST_DAY:
            return False
        listed = table.right(last) == ","
        first, last = last + 2, ordinal_end(table, last + 2)
        if table.entry(last + 1, "month_word"):
            return last > first or not listed  # Uppgift 3, 3 april
    return False


LAST_DAY, MOST_DAYS = 31, 8  # and days in a row before their month


def ordinal_end(table: TokenTable, index: int) -> int:
    """The last token of a number with its ordinal ending, if it has one: 3, 3:e, 3e."""
    if not table.glued(index):
        return index
    if table.right(index) == ":" and is_ordinal_ending(table.right(index, 2)):
        return index + 2
    return index + 1 if is_ordinal_ending(table.right(index)) else index


def ordinal_of_month(table: TokenTable, index: int) -> bool:
    """Whether an ordinal in words is a day whose month stands elsewhere: den fjärde, femte och
    sjätte maj; i januari, den nionde; Hon kommer i juli och landar den elfte; but not den nionde
    gången, and not den andra, which is the other one."""
    last = index
    while table.right(last) in _ROW and table.entry(last + 2, "ordinal"):
        last += 2
    if last > index and table.entry(last + 1, "month_word"):
        return True
    if (
        table.left(index) != "den"
        or table.lowers[index] in ("första", "andra")
        or noun_follows(table, index)
    ):
        return False
    before = index - 2 - (table.left(index, 2) == ",")
    if before >= 0 and table.sentence[before] == table.sentence[index]:
        month = table.entry(before, "month_word")
        if (month and month.weight >= 0) or table.entry(before, "weekday"):
            return True
    travels = any(table.left(index, steps) in _TRAVELS for steps in range(2, MONTH_WITHIN))
    return travels and any(
        (month := table.entry(place, "month_word")) is not None and month.weight >= 0
        for place in range(max(0, index - MONTH_NEAR), index)
    )


def _month_number(table: TokenTable, index: int, last: int) -> Iterator[Detection]:
    """A number as that of a month: i 7 månaden, den 3:e månaden, månad 5."""
    one, after = table.left(index), table.right(last)
    if (last > index and after in ("månad", "månaden")) or (
        after == "månaden" and one in ("i", "den") and number_of(table.lowers[index]) <= 12
    ):
        yield table.claim(
            index,
            last,
            "month_digit",
            Evidence("cue:_ månaden", 2.5 if last > index else MONTH_NUMBER),
        )
    if one in ("månad", "månaden"):
        yield table.claim(index, index, "month_digit", Evidence("cue:månad _", 4.0))


def ordinal_day(table: TokenTable, index: int) -> Iterator[Detection]:
    """An ordinal in words before a month's number: den första i 9, tredje i femte."""
    month_at = index + 2
    if (
        table.right(index) != "i"
        or month_at >= len(table.words)
        or table.sentence[month_at] != table.sentence[index]
    ):
        return
    number = table.at(month_at)
    entry = table.entry(month_at, "ordinal")
    value = (
        number_of(number) if number.isdecimal() and len(number) < 3 else entry.value if entry else 0
    )
    if (
        1 <= value <= 12
        and not is_quantity(table.right(month_at))
        and (not noun_follows(table, month_at) or table.entry(month_at + 1, "number"))
    ):
        day = Evidence("cue:ordinal i month number", ORDINAL_AND_MONTH)
        month = Evidence("cue:ordinal day i _", ORDINAL_AND_MONTH)
        yield table.claim(index, index, "day", day, trust=Trust.FORMAL)
        yield table.claim(month_at, month_at, "month_digit", month, trust=Trust.FORMAL)


DAY_AND_MONTH = 9.0  # of 400 such pairs in the training texts all but one are dates: enough whatever the tagger thinks
ORDINAL_AND_MONTH = 6.0  # such a pair is hardly anything else, and too rare for the tagger to know
MONTH_NUMBER = 6.0  # i 7 månaden 2022
YEAR_IN_WORDS = 6.0  # hardly anything else, and too rare for the tagger to know
WEEKDAY = 6.0  # a weekday beside a date belongs to it by definition (docs/annotation.md), whatever the tagger thinks
BESIDE_BORN = 12  # tokens between two years of birth of one sentence
YEAR_OF_BIRTH = 6.0  # the tagger thinks of ages
SECOND_YEAR = 6.0  # a year and two digits after a hyphen, and the tagger sees no year in them
LONGEST_SPAN = 60  # years
MONTH_WITHIN = 6  # tokens
MONTH_NEAR = 20  # tokens before a day in words of which no month is said
_ROW = _WORDS["row"] | {",", "-", "–"}
_TRAVELS = _WORDS["travels"]
_ENGLISH_DATE = Evidence(
    "form:English date", 9.0
)  # leaves no choice (exclusions.py), though all its words are in lists of names
_ENGLISH_MONTHS = _WORDS["english_months"]
_ENGLISH_DAYS = _WORDS["english_days"]
_DATE = r"(?:(?:19|20)\d\d([-./ ]?)\d\d\1\d\d|\d{1,2}(?:[./-]\d{1,2}[./-]|/\d{1,2} )(?:19|20)?\d\d)"
_WHOLE_DATE = re.compile(rf"{_DATE}(?![\d/])")
_ENDS_WHOLE_DATE = re.compile(rf"(?<![\d/]){_DATE}$")
CLOCK = re.compile(r"(?:[01]?\d|2[0-4])[.:][0-5]\d(?![\d./-])")
LONGEST_DATE = 10  # characters
_SAID_OF_DATE = _WORDS["said_of_date"] | {"(", ","}
MOST_SAID = 6  # tokens between a date and the weekday said of it
_THAT_DAY = _WORDS["that_day"]
_BETWEEN = _WORDS["between"] | {",", "-", ".", ":", "–"}


def noun_follows(table: TokenTable, index: int) -> bool:
    """Whether a word stands behind a number that it may count."""
    after = table.right(index)
    return bool(after) and after.isalpha() and after not in _AFTER_DATE


def year(table: TokenTable, index: int, value: int) -> Iterator[Detection]:
    """Four digits as a year."""
    if table.left(index) in _IS and any(
        table.left(index, step).endswith(("kod", "koden")) for step in (2, 4, 5)
    ):
        return  # koden till porten är 1985
    modern = 1900 <= value <= 2035
    evidence = [Evidence("four digits", 1.8 if modern else 0.4 if value >= 1500 else -2.0)]
    one, after = table.left(index), table.right(index)
    if after in ("-", "–", "−") and table.right(index, 2).startswith("tal"):
        evidence.append(Evidence("cue:decade", -9.0))
    elif modern and (
        _spans(table, index + 1, index + 2)
        or _spans(table, index - 1, index - 2)
        or _begins_short_span(table, index)
    ):
        evidence.append(Evidence("cue:a span of years", 4.5))
    elif _YEAR_UNIT.match(after):
        evidence.append(Evidence("cue:quantity", -5.0))
    if one in _YEAR_BEFORE or table.entry(index - 1, "month_word"):
        evidence.append(
            Evidence(
                f"cue:{one} _", 2.5 if modern or one in _SEASONS | {"år", "året", "född"} else 1.2
            )
        )
    elif one in _NO_YEAR_AFTER:
        evidence.append(Evidence(f"cue:{one} _", -4.0))
    yield table.claim(index, index, "year", *evidence)


def _spans(table: TokenTable, between: int, other: int) -> bool:
    """Whether a hyphen stands at one token and a year at the other: 2000 - 2016."""
    return table.at(between) in ("-", "–") and bool(_MODERN.match(table.at(other)))


def _begins_short_span(table: TokenTable, first: int) -> bool:
    """Whether a year begins a span whose second year has two digits: 1985-99, läsåret 2015/16; but
    not a month, 2015-03, or a number."""
    sign, short, year = table.right(first), table.right(first, 2), table.lowers[first]
    if (
        sign not in ("-", "–", "/")
        or len(short) != 2
        or not short.isdecimal()
        or not _MODERN.match(year)
    ):
        return False
    if (
        table.glued(first + 2) and table.right(first, 3) in ("-", "–", "/", ".", ":")
    ) and table.right(first, 4).isdecimal():
        return False
    before, after = table.left(first), table.right(first, 3)
    if after.isdecimal() or _YEAR_UNIT.match(after) or before in _NO_YEAR_AFTER:
        return False
    start = table.document.tokens.starts[first]
    if NO_YEARS_AFTER.search(table.text, max(0, start - BEFORE), start):
        return False
    month = (
        number_of(short) <= 12
        and sign != "–"
        and table.glued(first)
        and before not in _OF_TWO_YEARS
    )
    return not month and 1 <= (number_of(short) - number_of(year)) % 100 <= LONGEST_SPAN


def second_year(table: TokenTable, index: int) -> Iterator[Detection]:
    """Two digits as the second year of a span."""
    if (
        index > 1
        and table.right(index - 2, 2) == table.lowers[index]
        and _begins_short_span(table, index - 2)
    ):
        yield table.claim(index, index, "year", Evidence("cue:a span of years", SECOND_YEAR))


def year_of_birth(table: TokenTable, index: int) -> Iterator[Detection]:
    """Two digits with an ending, said of people: jag är en 92:a, mina bröder är 01:or; but not min
    bil är en 92:a, jag är 12:a i kön."""
    glued = table.right(index) == ":" and table.glued(index) and table.glued(index + 1)
    if (
        not glued
        or table.right(index, 2) not in _BORN_ENDINGS
        or table.right(index, 3) in ("i", "på", "av")
    ):
        return
    verb = index - 1 - (table.left(index) == "en")
    if (
        verb > 0
        and table.at(verb) in BE
        and (table.at(verb - 1) in _PRONOUNS or not table.words[verb - 1].labels.isdisjoint(PEOPLE))
    ):
        yield table.claim(index, index, "year", Evidence("cue:person är en _:a", YEAR_OF_BIRTH))


def short_year(table: TokenTable, index: int) -> Iterator[Detection]:
    """Two digits as a year: -89, född 85."""
    one, two = table.left(index), table.left(index, 2)
    after = table.right(index)
    if after in ("-", "–", ":") and table.right(index, 2).startswith(("tal", "års", "åri", "e")):
        return
    apostrophe = one in ("-", "–", "'", "’", "´") and table.glued(index - 1)
    evidence = [Evidence("two digits", -3.5)]
    before = two if apostrophe else one
    place = index - (2 if apostrophe else 1)
    if apostrophe and before == ".":  # nov. -15
        place -= 1
    if apostrophe:
        evidence.append(Evidence("cue:-_", 1.5))
    if before in _BORN:
        evidence.append(Evidence(f"cue:{before} _", 4.0))
    elif _born_beside(table, index - 1 - apostrophe):
        evidence.append(Evidence("cue:född 98 och en bror _", 4.0))
    elif table.entry(place, "month_word") and not counts_years(after):
        evidence.append(Evidence("cue:month _", 4.0 if apostrophe else 2.5))
    elif before in _SEASONS | {"ht", "vt"} or (apostrophe and before in ("sedan", "sen", "i")):
        evidence.append(Evidence(f"cue:{before} _", 3.0))
    elif (
        apostrophe
        and _NO_FROST.match(table.lowers[index])
        and (before in _FROM_TO or table.left(index, 5) == "mellan")
    ):
        evidence.append(Evidence(f"cue:{before} -_", 6.0))
    elif (
        apostrophe
        and not table.glued(index - 2)
        and (before in _YEAR_ALONE or before.endswith(_PAST))
    ):
        evidence.append(Evidence("cue:something happened _", 4.0))
    if len(evidence) > 1 and sum(item.weight for item in evidence) > -2:
        yield table.claim(index, index, "year", *evidence)


def _born_beside(table: TokenTable, before: int) -> bool:
    """Whether a relative, or a conjunction, stands there and another's two digits before it:
    Tvillingarna är födda 98 och deras lillebror 02."""
    if before < 0 or not (
        "fam" in table.words[before].labels or table.normalized[before] in ("och", "&")
    ):
        return False
    for index in range(before - 1, max(0, before - BESIDE_BORN), -1):
        if table.sentence[index] != table.sentence[before]:
            return False
        if table.words[index].shape == "digit" and len(table.lowers[index]) == 2:
            return table.left(index) in _BORN or (
                table.left(index) in ("-", "–", "'", "’") and table.left(index, 2) in _BORN
            )
    return False


def year_in_words(table: TokenTable, first: int, last: int, value: int) -> Iterator[Detection]:
    """Number words as a year: född nittonhundraåttiotvå, kom hit tvåtusen femton, sedan nittiotvå,
    den åttonde i elfte sjuttiofem; but not tvåtusen människor."""
    dated = table.left(first, 2) == "i" and table.entry(first - 1, "ordinal") is not None
    one, after = table.left(first), table.right(last)
    whole = 1900 <= value <= 2035
    if (
        is_quantity(after)
        or counts_years(after)
        or not (whole or (50 <= value <= 99 and (dated or one in _SINCE)))
    ):
        return
    if (whole and value % 100) or not after.isalpha() or after in _AFTER_DATE:
        yield table.claim(first, last, "year", Evidence("a year in words", YEAR_IN_WORDS))


def month(table: TokenTable, index: int) -> Iterator[Detection]:
    """A month by name."""
    word = table.words[index]
    entry = table.entry(index, "month_word")
    if entry is None:
        return
    evidence = [Evidence("list:month_word", entry.weight - 1.0, entry.form)]
    one, after = table.left(index), table.right(index)
    day_before = index and (
        table.words[index - 1].shape == "digit"
        or is_ordinal_ending(one)
        or table.entry(index - 1, "ordinal")
        or one in (":", ".")
    )
    year_after = len(after) == 4 and after.isdecimal()
    if day_before or year_after:
        evidence.append(Evidence("cue:day or year beside", 3.5))
    elif one in _MONTH_PARTS:
        evidence.append(Evidence(f"cue:{one} _", 2.0))
    if after in ("månad", "månaden"):
        evidence.append(Evidence(f"cue:_ {after}", 2.0))
    if (
        word.shape == "capital"
        and not table.sentence_initial[index]
        and "word" in entry.flags
        and not day_before
    ):
        evidence.append(Evidence("case:capital", -1.0))
    if "word" in entry.flags and len(evidence) == 1:
        evidence.append(Evidence("ordinary word", -2.0))
    yield table.claim(index, index, "month_word", *evidence)


def weekday(table: TokenTable, index: int) -> Iterator[Detection]:
    """A weekday counts only inside a date, and there always: lördag den 3 maj, lördag 3/5, lördag 3
    till söndag 4 maj; or said of one: lördag, 2019-05-04; 2019-05-04 var en lördag; den 4 maj kom
    hon, det var en lördag."""
    if _date_after(table, index) or _date_before(table, index) or _said_of_date(table, index):
        yield table.claim(
            index, index, "day", Evidence("cue:weekday of a date", WEEKDAY), trust=Trust.FORMAL
        )
        return
    following = index + 1
    if table.right(index) == ",":
        following += 1
    if table.at(following) in ("den", "d"):
        following += 1
    if following < len(table.words) and table.sentence[following] == table.sentence[index]:
        number = table.words[following]
        if (
            number.shape == "digit"
            and len(number.lower) <= 2
            and (
                following > index + 1
                or table.right(following) == "/"
                or _month_after(table, following)
            )
        ) or "ordinal" in number.labels:
            if is_quantity(table.right(following)) or table.right(index) in ("kl", "klockan"):
                return
            yield table.claim(index, index, "day", Evidence("cue:weekday in a date", WEEKDAY))


def _date_after(table: TokenTable, index: int) -> bool:
    """Whether a date in digits with its year follows: lördag 2019-05-04; but not lördag 18.30."""
    first = index + 1
    while first < index + 3 and table.at(first) in (",", ":", "den", "d"):
        first += 1
    if first >= len(table.words) or table.sentence[first] != table.sentence[index]:
        return False
    start = table.span(first, first).start
    return _WHOLE_DATE.match(table.text, start) is not None


def _date_before(table: TokenTable, index: int) -> bool:
    """Whether it is said of the date right before, or beside it in brackets: den 4 maj, en lördag;
    2019-05-04 var en lördag, julafton 2019 var en tisdag; but not: den 4 maj är jag ledig på
    lördag."""
    last = index - 1
    while last > index - MOST_SAID and table.at(last) in _SAID_OF_DATE:
        last -= 1
    if not 0 <= last < index - 1 or table.sentence[last] != table.sentence[index]:
        return False
    if table.entry(last, "month_word"):
        return table.words[last - 1].shape == "digit" or table.at(last - 1) in ("e", "a")
    end = table.span(last, last).end
    if table.words[last].shape != "digit":
        return False
    if _ENDS_WHOLE_DATE.search(table.text, max(0, end - LONGEST_DATE), end):
        return True
    return bool(_MODERN.match(table.at(last))) and (
        table.entry(last - 1, "month_word") is not None
        or table.lowers[last - 1] in table.vocab.derived(_days_of_feast)
    )


def _days_of_feast(vocab: Vocab) -> frozenset[str]:
    """The words that name one day of each year: julafton."""
    rows = vocab.lists.rows("fixed_dates.tsv")
    return frozenset(form for form, _, _, note in rows if note and ".." not in note)


def _said_of_date(table: TokenTable, index: int) -> bool:
    """Whether it is said of the one date of its sentence, or of the one before: den 4 maj kom hon,
    det var en lördag."""
    if not (
        table.left(index) == "en"
        and table.left(index, 2) in _IS
        and (first := table.left(index, 3)) in _THAT_DAY
    ):
        return False
    begins = table.document.sentences[table.sentence[index]].start
    if first and begins == index - 3 and begins:
        begins = table.document.sentences[table.sentence[index] - 1].start
    months = [at for at in range(begins, index) if table.entry(at, "month_word")]
    return len(months) == 1 and _has_day(table, months[0])


def _has_day(table: TokenTable, month: int) -> bool:
    """Whether a day of the month stands before it: 4 maj, 4:e maj, fjärde maj."""
    before = table.words[month - 1] if table.left(month) else None
    return before is not None and (
        before.shape == "digit" or before.lower in ("a", "e") or "ordinal" in before.labels
    )


def month_first(table: TokenTable, index: int) -> Iterator[Detection]:
    """An English date, as headers of mail have it: Mon, Jan 15, 2024; Wednesday, May 8; June 3
    2024. But not Jan 15, who is a person."""
    at_weekday = index - (table.left(index) == ",") - 1
    weekday = (
        at_weekday >= 0
        and table.sentence[at_weekday] == table.sentence[index]
        and table.lowers[at_weekday] in _ENGLISH_DAYS
    )
    year_at = index + (3 if table.right(index, 2) == "," else 2)
    dated = (
        year_at < len(table.words)
        and table.sentence[year_at] == table.sentence[index]
        and bool(_MODERN.match(table.at(year_at)))
    )
    if (
        table.lowers[index] not in _ENGLISH_MONTHS
        or not (weekday or dated)
        or not _day_number(table.right(index))
    ):
        return
    if weekday:
        yield table.claim(at_weekday, at_weekday, "day", _ENGLISH_DATE, trust=Trust.CERTAIN)
    yield table.claim(index, index, "month_word", _ENGLISH_DATE, trust=Trust.CERTAIN)
    yield table.claim(index + 1, index + 1, "day", _ENGLISH_DATE, trust=Trust.CERTAIN)
    if dated:
        yield table.claim(year_at, year_at, "year", _ENGLISH_DATE, trust=Trust.CERTAIN)


def _day_number(form: str) -> bool:
    return len(form) <= 2 and form.isdecimal() and 1 <= number_of(form) <= 31


def _month_after(table: TokenTable, number: int) -> bool:
    """Whether a month follows a day of it, perhaps after an ending or another day: 3:e april, 3
    till söndag 4 maj."""
    for place in range(number + 1, min(number + MONTH_WITHIN, len(table.words))):
        word = table.words[place]
        if "month_word" in word.labels:
            return table.sentence[place] == table.sentence[number]
        if word.shape != "digit" and word.lower not in _BETWEEN and "weekday" not in word.labels:
            return False
    return False
