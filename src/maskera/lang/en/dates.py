"""Dates in words and ages: 3 May 2020, May 3rd, the fifth of June, Monday 9th; forty years old,
aged 16, when I was seven, has 84 years; days and months in figures (14 of 8, on the 4th).

Longer than 400 lines because the same few readers of days, months and numbers serve all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from maskera import expressions as re
from maskera.lang.en.features import kind_of
from maskera.lang.en.initials import letter
from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import Lexeme
from maskera.mentions import Detection, Evidence, Trust
from maskera.rules.rule import Rule, Stage, Trigger, lexeme, listed
from maskera.taxonomy import FIRSTNAMES, FULL_NAME, PLACES
from maskera.text import number_of

_WORDS = word_list("en", "dates")

ORDINAL = frozenset(("st", "nd", "rd", "th"))
SMALL_WORDS = frozenset(("of", "the", ","))
YEARS = _WORDS["years"]
MONTHS = _WORDS["months"]
TURNED = _WORDS["turned"]
OLD = frozenset(("old",))
AM = _WORDS["am"]
SUBJECT = _WORDS["subject"]
BARE_SUBJECT = _WORDS["bare_subject"]
CONTRACTED = _WORDS["contracted"]
AGE_AFTER = frozenset(("",)) | (_WORDS["age_after"] | {"!", ")", ",", ".", ";"})
SEVERAL = _WORDS["several"]
UNITS = frozenset(("unit", "currency", "quantity"))
SOON = _WORDS["soon"]
WILL = _WORDS["will"]
LIVED = _WORDS["lived"]
HUMAN = _WORDS["human"]
BECOME = _WORDS["become"]
HAVE = _WORDS["have"]
HAD = HAVE - {"with"}
NO_AGE = _WORDS["no_age"]
OLD_THING = _WORDS["old_thing"]
PARENT = _WORDS["parent"]
WEATHER = _WORDS["weather"]
MOST_CHILDREN = 15
LEAST_OF_PARENTS, MOST_OF_PARENTS = 13, 60  # years; less may be a time of day
_OLD_END = re.compile(r"-?(?:year|yr|month|week)s?-olds?$")
PERSONS = FULL_NAME | {"fam"}
OLDEST = 115
DAY_AFTER = (_WORDS["day_after"] | {"!", ")", ",", "-", ".", ":", ";", "?"}) | {""}
EVERY = _WORDS["every"]
HOURS = _WORDS["hours"]
OF_A_DATE = _WORDS["of_a_date"] | {",", ".", "(", "-", "–"}
"""What stands between a date and the weekday that is said of it."""
FAR, NEAR = 6, 4  # such tokens, and those of the date in which its month is
PART_OF_DAY = _WORDS["part_of_day"]
SHORTENED = 4  # letters of a month before a full stop: Nov. 9, Sept. 3
OFTEN_A_WORD = 5.5  # Zipf: may and march in small letters are words
LIKE_A_WORD = 4.0  # least log-odds of such a word
WHEN = _WORDS["when"]
ON = _WORDS["on"]
ROW = _WORDS["row"] | {"&", "-", "–"}
SENTENCE = 20  # words before a number in which another age is looked for
IN_A_ROW = Evidence("number:in a row with another", 3.0)
MONTH_NUMBER = Evidence("date:day of month in figures", 3.0)
THE_DAY = Evidence("date:on the _th", 2.5)
OF_DATE = Evidence("date:parts of one date", 6.0)
ALONE = Evidence("date:month alone", 1.0)
OLD_ENOUGH = Evidence("age:years old", 6.0)
SAID = Evidence("age:said of somebody", 4.0)
BESIDE = Evidence("age:beside a name", 2.5)
AT_AGE = Evidence("age:of a person, or when something happened", 3.0)


def _in_a_row(table: TokenTable, last: int, label: str, trust: Trust) -> Iterator[Detection]:
    """The day or the ages behind another: October 6 and [7], six, [four] and [two]."""
    joint = table.right(last)
    if joint not in ROW and not (label != "day" and joint == ","):
        return
    first = last + 2
    if table.at(first) == "the" if label == "day" else joint == "," and table.at(first) in ROW:
        first += 1
    if first >= len(table.words) or table.sentence[first] != table.sentence[last]:
        return
    if label == "day":
        if (day := _day_at(table, first)) and table.at(day[1] + 1) in DAY_AFTER:
            yield table.claim(*day, "day", IN_A_ROW, trust=trust)
        return
    digits = table.words[first].shape == "digit"
    number = digits if label == "age_digits" else "number" in table.words[first].labels
    if number and table.at(first + 1) in AGE_AFTER | YEARS | ROW and _possible(table, first):
        yield table.claim(first, first, label, IN_A_ROW)
        yield from _in_a_row(table, first, label, trust)


def _weekday(table: TokenTable, index: int) -> Iterator[Detection]:
    """A weekday and the day behind it: Monday 9th; the weekday of a date in figures: Friday 12/3."""
    after = index + 2 if table.at(index + 1) in PART_OF_DAY | {",", "("} else index + 1
    figures = table.at(after).isdecimal() and table.glued(after)
    if figures and table.at(after + 1) in ("/", ".", "-") and table.at(after + 2).isdecimal():
        if table.at(after + 1) == "/" or table.at(after + 3) in (".", "-"):
            yield table.claim(index, index, "day", OF_DATE, trust=Trust.FORMAL)
    elif (day := _day_at(table, index + 1)) and not _counts(table, index, day[1]):
        yield table.claim(index, index, "day", OF_DATE, trust=Trust.FORMAL)
        yield table.claim(*day, "day", OF_DATE, trust=Trust.FORMAL)
    elif _says_of_date(table, index):
        yield table.claim(index, index, "day", OF_DATE, trust=Trust.FORMAL)


def _counts(table: TokenTable, weekday: int, day: int) -> bool:
    """Whether a number behind a weekday and a comma counts something: on Monday, 10 people came."""
    behind = day + 1
    if table.at(weekday + 1) != "," or behind >= len(table.words):
        return False
    word = table.words[behind]
    return word.shape == "lower" and "month_word" not in word.labels and word.lower not in DAY_AFTER


def _says_of_date(table: TokenTable, index: int) -> bool:
    """Whether a weekday is said of the date before it: 12 March 2019 was a Tuesday; 1 May. It was a
    Wednesday."""
    before = index - 1
    if table.at(before) not in OF_A_DATE - {"."}:
        return False
    while index - before <= FAR and table.at(before) in OF_A_DATE:
        before -= 1
    if before == _year_at(table, before):
        before -= 1 + (table.at(before - 1) in (",", "of"))
    near = range(before, max(-1, before - NEAR), -1)
    months = [at for at in near if "month_word" in table.words[at].labels]
    return bool(months) and (
        _day_before(table, months[0]) is not None or _day_at(table, months[0] + 1) is not None
    )


def _date(table: TokenTable, month: int) -> Iterator[Detection]:
    before = _day_before(table, month)
    dotted = table.at(month + 1) == "." and len(table.lowers[month]) <= SHORTENED
    after = _day_at(table, month + 1 + dotted) if before is None else None
    ends = (after or (month, month))[1]
    year = _year_at(table, ends + 1)
    parts = [part for part in (before, after) if part]
    word = table.words[month]
    telling = word.shape in ("capital", "upper") and not table.sentence_initial[month]
    if parts or year is not None:
        yield table.claim(month, month, "month_word", OF_DATE, trust=Trust.FORMAL)
    elif telling or word.zipf < OFTEN_A_WORD or table.left(month) in WHEN:
        evidence = [Evidence("list:month", 2.0), ALONE]
        if word.shape == "lower" and (word.zipf > OFTEN_A_WORD or word.lower == "march"):
            evidence.append(Evidence("ordinary word", -max(word.plain, LIKE_A_WORD)))
        if table.left(month) in WHEN:
            evidence.append(Evidence("cue:in _", 3.0))
        yield table.claim(month, month, "month_word", *evidence)
    for part in (*parts, *_days_before(table, before)):
        yield table.claim(*part, "day", OF_DATE, trust=Trust.FORMAL)
    if year is not None:
        yield table.claim(year, year, "year", OF_DATE, trust=Trust.FORMAL)
    start = before[0] if before else month
    while start > 0 and table.lowers[start - 1] in SMALL_WORDS | PART_OF_DAY:
        start -= 1
    if start > 1 and table.lowers[start - 1] == "." and table.glued(start - 2):
        start -= 1  # Wed., 5th of June
    if parts and start > 0 and "weekday" in table.words[start - 1].labels:
        yield table.claim(start - 1, start - 1, "day", OF_DATE, trust=Trust.FORMAL)


def _is_day(table: TokenTable, index: int) -> bool:
    if not 0 <= index < len(table.words):
        return False
    lower = table.lowers[index]
    if lower.isdecimal():
        return len(lower) <= 2 and 1 <= int(lower) <= 31
    entry = table.entry(index, "ordinal")
    return entry is not None and 1 <= entry.value <= 31


def _day_at(table: TokenTable, index: int) -> tuple[int, int] | None:
    """The tokens of a day that begins here, or behind "the": 3, 3rd, third."""
    while index < len(table.words) and table.lowers[index] in SMALL_WORDS:
        index += 1
    if not _is_day(table, index):
        return None
    ordinal = table.at(index + 1) in ORDINAL and table.glued(index)
    if not ordinal and table.at(index + 1) in HOURS:
        return None  # Monday 5 o'clock
    if table.glued(index) and not ordinal and table.at(index + 1) in (":", ".", "/", "%"):
        ends = table.at(index + 1) in (":", ".") and not table.at(index + 2).isdecimal()
        if not ends:
            return None  # a time, a price
    return index, index + 1 if ordinal else index


def _days_before(table: TokenTable, day: tuple[int, int] | None) -> Iterator[tuple[int, int]]:
    """The days in a row before the one before a month: from [5] to 12 August, [7]-18 May."""
    while day and day[0] > 1 and table.lowers[day[0] - 1] in ROW | {",", "the"}:
        link = day[0] - 2 if table.lowers[day[0] - 1] == "the" else day[0] - 1
        ordinal = link > 1 and table.lowers[link - 1] in ORDINAL and table.glued(link - 2)
        first = link - 2 if ordinal else link - 1
        counts = first > 0 and table.words[first].shape == "digit" and _is_day(table, first)
        if not counts or table.lowers[link] not in (ROW if not ordinal else ROW | {","}):
            return
        if first > 0 and table.lowers[first - 1] in (".", ":", "/") and table.glued(first - 1):
            return  # the minutes of a time
        day = first, link - 1
        yield day


def _day_before(table: TokenTable, month: int) -> tuple[int, int] | None:
    """The tokens of a day that ends here: 3 May, 3rd of May, 3. May."""
    index = month - 1
    if index > 0 and table.lowers[index] == "." and table.glued(index - 1) and month - 2 >= 0:
        decimal = (
            month > 2 and table.lowers[month - 3] in (".", ":", ",") and table.glued(month - 3)
        )
        told = table.left(month - 2) in ON | WHEN | {""}  # and not: he is ten. May I come?
        number = told and table.words[month - 2].shape == "digit" and _is_day(table, month - 2)
        return (month - 2, month - 1) if number and not decimal else None
    while index >= 0 and table.lowers[index] in SMALL_WORDS:
        index -= 1
    if index >= 2 and table.lowers[index - 1] in (".", ":") and table.glued(index - 1):
        return None  # 1.30, may be 2
    if index >= 1 and table.lowers[index] in ORDINAL and table.glued(index - 1):
        return (index - 1, index) if _is_day(table, index - 1) else None
    return (index, index) if _is_day(table, index) else None


def _year_at(table: TokenTable, index: int) -> int | None:
    while index < len(table.words) and table.lowers[index] in (",", "of"):
        index += 1
    lower = table.at(index)
    return index if len(lower) == 4 and lower.isdecimal() and 1500 <= int(lower) < 2200 else None


def _age(table: TokenTable, index: int) -> Iterator[Detection]:
    """A number that says how old somebody is."""
    last = index
    while last + 1 < len(table.words) and last - index < 3 and _number_goes_on(table, index, last):
        last += 1 if table.lowers[last + 1] != "-" else 2
    label = "age_digits" if table.words[index].shape == "digit" else "age_string"
    if index and "number" in table.words[index - 1].labels and label == "age_string":
        return  # inside a number that began before
    if _in_decimals(table, index, last):
        return
    behind = [table.right(last, step) for step in range(1, 5)]
    plain = [word for word in behind if word != "-"]
    years, old = plain[0].removesuffix("-old") if plain else "", plain[1:2] == ["old"]
    if years in YEARS and (years != plain[0] or old or plain[1:3] == ["of", "age"]):
        yield table.claim(index, last, label, OLD_ENOUGH, trust=Trust.FORMAL)
    elif table.left(index) in TURNED:
        yield table.claim(index, last, label, SAID, trust=Trust.FORMAL)
    elif not _possible(table, index):
        return
    elif (
        _became(table, index)
        or _again(table, index, behind[0])
        or (_said_of(table, index) and behind[0] in AGE_AFTER | YEARS)
    ):
        yield table.claim(index, last, label, SAID)
    elif _at_the_age(table, index, behind[0]):
        yield table.claim(index, last, label, AT_AGE)
    elif _beside(table, index, behind[0], plain):
        yield table.claim(index, last, label, BESIDE)
    elif _of_child(table, index, behind[0]):
        yield table.claim(index, last, label, SAID, trust=Trust.FORMAL)


def is_old(word: Lexeme) -> bool:
    """Whether a word says how old somebody is: seven-year-old, year-old."""
    return word.lower.endswith(("-old", "-olds")) and _OLD_END.search(word.lower) is not None


def no_age(table: TokenTable, first: int, last: int) -> bool:
    """Whether a number counts something else: a mother of four, three years in Leeds, a
    hundred-year-old house; or is that of many: six-year-olds."""
    behind = table.right(last)
    if _of_list(table, first, last) or table.lowers[first : last + 1] == ["half"]:
        return True
    for at in range(last, min(last + 3, len(table.words))):
        if is_old(table.words[at]):
            thing = table.right(at) in OLD_THING and "prof" not in _labels(table, at + 2)
            return thing or table.lowers[at].endswith("s")  # and not: a 60-year-old bus driver
    if table.left(first) == "of" and table.left(first, 2) in PARENT and behind not in YEARS:
        # In a post a description is marked with its number (father of 3), and the tagger goes by
        # it.
        return (
            table.fact(kind_of) != "post"
            and _value(table, first) <= MOST_CHILDREN
            and not (
                table.words[first].shape == "digit"
                and number_of(table.lowers[first]) > MOST_CHILDREN
            )
        )
    if behind in YEARS:
        return table.left(first) in AM and table.right(last, 2) in NO_AGE
    return table.words[last].shape == "digit" and table.left(first) in AM and _warm(table, first)


def _of_list(table: TokenTable, first: int, last: int) -> bool:
    """Whether a number is that of a class (2B), or counts what follows on a line: a bicycle, 2.
    that she comes."""
    behind = last + 1
    if table.words[first].shape != "digit" or behind + 1 >= len(table.words):
        return False
    if not table.glued(last):
        return False
    letter = table.words[behind]
    if letter.shape == "upper" and len(letter.lower) == 1 and table.at(first - 1) == "(":
        return True
    listed = table.at(first - 1) in (",", ";", ":") and letter.lower == "."
    return listed and table.words[behind + 1].shape == "lower" and not table.few_capitals


def _warm(table: TokenTable, index: int) -> bool:
    """Whether what is so many degrees stands before "is": in Riyadh was [47], the summer is
    [38]."""
    subject = index - 2
    if subject < 0 or table.sentence[subject] != table.sentence[index]:
        return False
    if table.lowers[subject] in WEATHER:
        return True
    place = not PLACES.isdisjoint(table.words[subject].labels)
    opened = table.left(subject, 2) in ("", ",", "and", "but")  # not: my brother in Leeds is 45
    return place and opened and table.left(subject) in ("in", "at")


def _in_decimals(table: TokenTable, first: int, last: int) -> bool:
    """Whether a number is part of a time, a price or a date in figures: 19.30, 3:45."""
    after = table.at(last + 1) in (".", ":", ",", "/") and table.glued(last + 1)
    before = first > 1 and table.lowers[first - 1] in (".", ":", "/") and table.glued(first - 1)
    digits = table.at(last + 2).isdecimal() if after else before and table.at(first - 2).isdecimal()
    return (after and table.glued(last) and digits) or (
        before and table.glued(first - 2) and digits
    )


def _became(table: TokenTable, index: int) -> bool:
    """Whether a verb or "the age of" stands before a number: became 60, at the age of 60."""
    left = table.left(index)
    return left in BECOME or (left == "of" and table.left(index, 2) == "age")


def _said_of(table: TokenTable, index: int) -> bool:
    """Whether somebody is the number: I'm 20, my sister is six."""
    at = 1
    while table.left(index, at) in SOON:
        at += 1
    several = table.left(index, at) in SEVERAL or table.left(index, at + 1) in SEVERAL
    if several and table.right(index) not in YEARS:
        return False  # we were six at table
    if table.right(index) in YEARS and table.right(index, 2) in NO_AGE:
        return False  # I'm eleven years in Leeds, he is two years younger
    if table.left(index, at) in CONTRACTED:
        return True
    if table.left(index, at) == "be" and table.left(index, at + 1) in WILL | SOON:
        at += 1
        while table.left(index, at) in SOON:  # will soon be nine
            at += 1
    if at == 1 and table.left(index) in BARE_SUBJECT:
        return True  # he 9
    bearer = index - at - 1
    subject = table.at(bearer) in SUBJECT or _person(table, bearer) or _unlisted(table, bearer)
    return table.left(index, at) in AM | WILL and subject


def _again(table: TokenTable, index: int, behind: str) -> bool:
    """Whether a number is another age at which something happened: was six when, and nine when."""
    return behind == "when" and table.left(index) in ROW and _said_before(table, index)


def _said_before(table: TokenTable, index: int) -> bool:
    """Whether the sentence has told how old somebody was when something happened: was six when."""
    return any(
        table.at(at) == "when" and _number(table.words[at - 1]) and table.at(at - 2) in AM | BECOME
        for at in range(table.since(index - 1, SENTENCE) + 2, index)
    )


def _at_the_age(table: TokenTable, index: int, behind: str) -> bool:
    """Whether a number is an age by the person or the verb before it: a woman of 74, died at 93."""
    if no_age(table, index, index):
        return False
    if table.left(index) == "of":
        human = _grown(table, index - 2) or _person(table, index - 2)
        return human and (behind in YEARS or not UNITS & _labels(table, index + 1))
    grown = index + 1 < len(table.words) and 12 < _value(table, index) <= OLDEST
    if grown and table.left(index) in ("at", "with") and (behind in SUBJECT or behind == "years"):
        return True  # at fourteen we left, with thirty years
    if behind not in AGE_AFTER | ROW or table.left(index) != "at":
        return False
    lived = not LIVED.isdisjoint(table.left(index, step) for step in range(2, 6))
    return lived or _had_a_child(table, index)


def _had_a_child(table: TokenTable, index: int) -> bool:
    """Whether a number says how old somebody was who had a child: my first child at nineteen and
    my second at twenty-two."""
    child = "fam" in _labels(table, index - 2) or "ordinal" in _labels(table, index - 2)
    had = child and not HAD.isdisjoint(table.lowers[table.since(index - 1, SENTENCE) : index])
    word = table.words[index]
    years = int(word.lower) if word.lower.isdecimal() else _value(table, index)
    return had and LEAST_OF_PARENTS <= years <= MOST_OF_PARENTS


def _value(table: TokenTable, index: int) -> float:
    """What a number in words is; 0 for one in figures: at 16 we ate may be a time."""
    entry = table.entry(index, "number")
    return entry.value if entry and table.words[index].shape != "digit" else 0


def _grown(table: TokenTable, index: int) -> bool:
    """Whether a token is a word for one person, not a relative: a man, this girl, the student."""
    if index < 1:
        return False
    word = table.words[index]
    return word.lower in HUMAN or not word.labels.isdisjoint({"prof", "fam"})


def _beside(table: TokenTable, index: int, behind: str, plain: list[str]) -> bool:
    """Whether somebody has so many years, or the number stands behind a name between commas."""
    if table.left(index) in HAVE:
        return plain[:1] != [] and plain[0] in YEARS and NO_AGE.isdisjoint(plain[1:2])
    ends = behind in (",", ")", ".", "", "and") or (behind in YEARS and plain[1:2] != ["ago"])
    between = table.left(index) in (",", "(") and ends
    if between and behind in YEARS and "prof" in _labels(table, index - 2):
        return False  # I am a housekeeper, three years now
    name = index - 2
    while between and name > 0 and _initial(table, name):  # Marcus T., 19,
        name -= 1
    return between and (_person(table, name) or _grown(table, name) or _unlisted(table, name))


def _of_child(table: TokenTable, index: int, behind: str) -> bool:
    """Whether a number stands right behind a first name in a sentence that speaks of several
    relatives: three kids, Suhayb 9, Hodan 7 and Anas 18 months."""
    if not index or not (behind in (",", ")", ".", "", "and", "&") or behind in YEARS | MONTHS):
        return False
    name = index - 1
    labels = table.words[name].labels
    if labels.isdisjoint(FIRSTNAMES) or "city" in labels or not table.adjacent(name):
        return False
    return any(
        entry.label == "fam" and "pl" in entry.flags
        for at in range(table.since(name, SENTENCE), name)
        for entry in table.words[at].entries
    )


def _initial(table: TokenTable, index: int) -> bool:
    """Whether a token is an initial behind a name, or its full stop."""
    return letter(table, index - (table.lowers[index] == "."))


def _unlisted(table: TokenTable, index: int) -> bool:
    """Whether a token may be a name of no list: Semisi, 29."""
    if index < 0:
        return False
    word = table.words[index]
    return word.shape == "capital" and not word.entries and word.plain <= 0


def _possible(table: TokenTable, index: int) -> bool:
    """Whether a number may be an age."""
    lower = table.lowers[index]
    return not lower.isdecimal() or number_of(lower) <= OLDEST


def _person(table: TokenTable, index: int) -> bool:
    """Whether a token of the text is a relative or a name with a capital."""
    if index < 0:
        return False
    word = table.words[index]
    return not word.labels.isdisjoint({"fam", "prof"}) or (
        word.shape in ("capital", "upper") and not word.labels.isdisjoint(PERSONS)
    )


def _in_figures(table: TokenTable, index: int) -> Iterator[Detection]:
    """the 14 of 8; on the 4th, Friday 12th."""
    if not _is_day(table, index) or table.lowers[index - 1 : index] in (["£"], ["$"]):
        return
    month = index + 2
    if (
        table.right(index) == "of"
        and table.at(month).isdecimal()
        and 1 <= number_of(table.at(month)) <= 12
        and (table.left(index) in ON | {"the"} or "weekday" in _labels(table, index - 1))
    ):
        yield table.claim(index, index, "day", MONTH_NUMBER)
        yield table.claim(month, month, "month_digit", MONTH_NUMBER)
    ordinal = table.at(index + 1) in ORDINAL and table.glued(index)
    near = 2 if table.left(index) == "the" else 1
    dated = ordinal and table.left(index, near) in ON
    if dated and table.right(index, 2) in DAY_AFTER:
        yield table.claim(index, index + 1, "day", THE_DAY)
    last = index + 1 if ordinal else index
    behind = [table.right(last, step) for step in (1, 2, 3)]
    monthly = behind[2] == "month" or (behind[2] and "month_word" in table.words[last + 3].labels)
    if behind[0] == "of" and behind[1] in EVERY and monthly:
        yield table.claim(index, last, "day", THE_DAY, trust=Trust.FORMAL)


def _labels(table: TokenTable, index: int) -> frozenset[str]:
    return table.words[index].labels if 0 <= index < len(table.words) else frozenset()


def _number_goes_on(table: TokenTable, first: int, last: int) -> bool:
    if table.words[first].shape == "digit":
        return False
    following = table.lowers[last + 1]
    if following == "-" and last + 2 < len(table.words):
        return "number" in table.words[last + 2].labels
    return "number" in table.words[last + 1].labels


def _number(word: Lexeme) -> bool:
    """Whether a token is a number, in figures or in words, and no month (may)."""
    listed_as = word.labels
    return (word.shape == "digit" or "number" in listed_as) and "month_word" not in listed_as


def _counting(word: Lexeme) -> bool:
    """The same, or an ordinal."""
    return _number(word) or ("ordinal" in word.labels and "month_word" not in word.labels)


def _rule(
    name: str,
    labels: str,
    find: Callable[[TokenTable, int], Iterator[Detection]],
    when: Trigger,
) -> Rule:
    """A rule of what it finds at a token, and of the days and ages that stand in a row with that."""

    def apply(table: TokenTable, index: int) -> Iterator[Detection]:
        for claim in find(table, index):
            yield claim
            said = claim.hypotheses[0]
            if said.label in ("day", "age_digits", "age_string"):
                yield from _in_a_row(table, table.last_token(claim.span), said.label, said.trust)

    return Rule(name, Stage.CLAIM, apply, when, frozenset(labels.split()), cases="dates")


CLAIMS: tuple[Rule, ...] = (
    _rule("date.month", "day month_word year", _date, listed("month_word")),
    _rule("date.weekday", "day", _weekday, listed("weekday")),
    _rule("age.number", "age_digits age_string", _age, lexeme(_number)),
    _rule("date.figures", "day month_digit", _in_figures, lexeme(_counting)),
)
"""In the order in which they are asked at one token."""
