"""Weekdays that fit their date, and holidays that keep their day or move with it."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskera.replace.holidays import Holidays, easter, of_islamic
from maskera.result import LeakStatus

from .making import released, replaced, swedish, texts

IDS = [str(number) for number in range(8)]
MONTHS = [
    *("januari", "februari", "mars", "april", "maj", "juni"),
    *("juli", "augusti", "september", "oktober", "november", "december"),
]
WEEKDAYS = ["måndag", "tisdag", "onsdag", "torsdag", "fredag", "lördag", "söndag"]
POLICIES = ["swell", "natural"]


def said(day: int, month: str, year: int | None = None, weekday: str = "") -> str:
    its = [f"[[{weekday}|day|1 def]] den"] if weekday else ["den"]
    its += [f"[[{day}|day|2]]", f"[[{month}|month_word|3]]"]
    return " ".join([*its, f"[[{year}|year|4]]"] if year else its)


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("scope", ["mention", "document", "corpus"])
@given(
    day=st.dates(date(1931, 1, 1), date(2029, 12, 31)),
    named=st.integers(0, 6),
    key=st.binary(min_size=16, max_size=16),
)
def test_a_weekday_is_that_of_its_new_date(
    policy: str, scope: str, day: date, named: int, key: bytes
) -> None:
    text = said(day.day, MONTHS[day.month - 1], day.year, WEEKDAYS[named] + "en")
    weekday, number, month, year = texts(replaced(text, policy, scope=scope, key=key))
    new = date(int(year), MONTHS.index(month) + 1, int(number))
    assert weekday == WEEKDAYS[new.weekday()] + "en"


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("id", IDS)
def test_two_days_of_one_date_have_each_its_weekday(policy: str, id: str) -> None:
    text = (
        "[[lördagen|day|1 def]] den [[3|day|2]] och [[söndagen|day|3 def]] den [[4|day|4]] "
        "[[maj|month_word|5]] [[2014|year|6]]"
    )
    first, one, second, other, month, year = texts(replaced(text, policy, id=id))
    if " " in one:
        pytest.skip("the two days have come to lie in two months, which is said")
    for weekday, number in ((first, one), (second, other)):
        new = date(int(year), MONTHS.index(month) + 1, int(number))
        assert weekday == WEEKDAYS[new.weekday()] + "en"


@pytest.mark.parametrize("id", IDS)
def test_weekdays_of_dates_without_year_are_of_one_year(id: str) -> None:
    text = (
        f"{said(3, 'maj', None, 'Lördagen')} kom jag. {said(9, 'juni', None, 'Måndagen')} for jag."
    )
    one, day, month, two, number, other = texts(replaced(text.replace("|2]", "|5]", 0), id=id))
    fits = [
        year
        for year in range(1990, 2040)
        if all(
            int(digits) <= 28
            and WEEKDAYS[date(year, MONTHS.index(name) + 1, int(digits)).weekday()] + "en"
            == weekday.lower()
            for weekday, digits, name in ((one, day, month), (two, number, other))
        )
    ]
    assert fits


@pytest.mark.parametrize("id", IDS)
def test_a_year_alone_is_that_of_other_dates_only_if_their_weekdays_say_so(id: str) -> None:
    entry, other = said(3, "januari", None, "Måndagen"), said(9, "januari", None, "Söndagen")
    text = f"{entry} kom jag. Farfar dog år [[1992|year|9]]. {other} for jag."
    one, day, _, _, two, number, _ = texts(replaced(text, id=id))
    apart = int(number) - int(day)
    assert (WEEKDAYS.index(two.lower()[:-2]) - WEEKDAYS.index(one.lower()[:-2]) - apart) % 7 == 0


@pytest.mark.parametrize("id", IDS)
def test_a_weekday_behind_its_date_in_the_sentence_follows_it(id: str) -> None:
    text = "Den [[13|day|1]] [[augusti|month_word|2]] [[1986|year|3]] var en [[onsdag|day|4]]."
    number, month, year, weekday = texts(replaced(text, id=id))
    assert weekday == WEEKDAYS[date(int(year), MONTHS.index(month) + 1, int(number)).weekday()]


@pytest.mark.parametrize("id", IDS)
def test_weekdays_alone_turn_with_that_of_the_date(id: str) -> None:
    text = f"{said(13, 'augusti', 1986, 'Onsdagen')} kom jag. På [[torsdagen|day|7 def]] for jag."
    weekday, *_, after = texts(replaced(text, id=id))
    if weekday.lower() == "onsdagen":
        pytest.skip("the date has come to lie on its own weekday, so that nothing turns")
    place = WEEKDAYS.index(weekday.lower().removesuffix("en"))
    assert after == WEEKDAYS[(place + 1) % 7] + "en"


STAY = [
    "Den [[13|day|1]] [[april|month_word|2]] firar vi Songkran.",
    "Meskel är den [[27|day|1]] [[september|month_word|2]].",
    "Den [[21|day|1]] [[mars|month_word|2]] är det Nowrooz.",
    "Den [[24:e|day|1]] [[december|month_word|2]] firar vi jul.",
    "På julafton den [[24|day|1]] [[december|month_word|2]] åt vi skinka.",
    "På nyårsafton den [[31|day|1]] [[december|month_word|2]] smäller det.",
    "Sveriges nationaldag är den [[6|day|1]] [[juni|month_word|2]].",
    "Den [[1|day|1]] [[maj|month_word|2]] går arbetarna i förstamajtåg.",
    "Alla hjärtans dag är den [[14|day|1]] [[februari|month_word|2]].",
    "Den [[13|day|1]] [[december|month_word|2]] kommer Lucia med ljus i håret.",
    "Internationella kvinnodagen är [[8|day|1]] [[mars|month_word|2]].",
    "Valborg firar man den [[30|day|1]] [[april|month_word|2]].",
    "Halloween är den [[31|day|1]] [[oktober|month_word|2]].",
    "Den [[21|day|1]] [[mars|month_word|2]] firar kurderna Newroz.",
    "Nobelfesten är alltid den [[10|day|1]] [[december|month_word|2]].",
    "Den [[6|day|1]] [[januari|month_word|2]] är trettondagen.",
    "Midsommar är i [[juni|month_word|1]].",
    "Jul är det bästa som finns. Den [[24|day|1]] [[december|month_word|2]] kommer tomten.",
    "Vi firar den [[6|day|1]] [[juni|month_word|2]] med tårta i parken.",
    "På julafton, den [[24:e|day|1]], äter vi julbord.",
    "Den [[24|day|1]] och [[25|day|2]] [[december|month_word|3]] firar vi jul hemma.",
]
GO = [
    "Den [[24:e|day|1]] [[mars|month_word|2]] flyttade vi.",
    "Jag föddes den [[24|day|1]] [[december|month_word|2]] på julafton.",
    "Min födelsedag är den [[6|day|1]] [[juni|month_word|2]], på nationaldagen.",
    "Vi firade vårt bröllop den [[24|day|1]] [[december|month_word|2]].",
    "Hon fyller år den [[13|day|1]] [[december|month_word|2]] och vi firar Lucia.",
    "Den [[24|day|1]] [[december|month_word|2]] kom jag till Sverige.",
    "Vi firade den [[7|day|1]] [[juni|month_word|2]] med tårta.",
    "Den [[20|day|1]] [[december|month_word|2]] köpte vi en julgran.",
    "Den [[8|day|1]] [[mars|month_word|2]] fick jag mitt första jobb.",
    "Jul är det bästa som finns. Min son är född den [[24|day|1]] [[december|month_word|2]].",
    "Den [[1|day|1]] [[maj|month_word|2]] började jag på ett nytt jobb.",
    "På nyårsafton tänkte jag på den [[14|day|1]] [[juli|month_word|2]].",
]


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("text", STAY)
def test_the_day_of_a_holiday_stays(text: str, policy: str) -> None:
    result = replaced(text, policy)
    assert texts(result) == [
        text.split("[[")[place + 1].split("|")[0] for place in range(text.count("[["))
    ]
    assert {replacement.action for replacement in result.replacements} == {"keep"}
    assert result.leaks is LeakStatus.PASS


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("text", GO)
def test_a_day_that_is_somebodys_own_goes(text: str, policy: str) -> None:
    result = replaced(text, policy)
    assert {replacement.action for replacement in result.replacements} == {"replace"}
    day, month = texts(result)[:2]
    assert f"[[{day}|day" not in text or f"[[{month}|month" not in text


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("id", IDS)
@pytest.mark.parametrize(
    ("word", "days"),
    [
        ("Midsommarafton", {2014: (6, 20), 2015: (6, 19), 2016: (6, 24), 2013: (6, 21), 2017: (6, 23)}),
        ("Påskdagen", {2014: (4, 20), 2015: (4, 5), 2016: (3, 27), 2013: (3, 31), 2017: (4, 16)}),
        ("Långfredagen", {2014: (4, 18), 2015: (4, 3), 2016: (3, 25), 2013: (3, 29), 2017: (4, 14)}),
        ("Mors dag", {2014: (5, 25), 2015: (5, 31), 2016: (5, 29), 2013: (5, 26), 2017: (5, 28)}),
    ],
)  # fmt: skip
def test_a_moving_holiday_is_that_of_the_new_year(
    word: str, days: dict[int, tuple[int, int]], id: str, policy: str
) -> None:
    month, day = days[2015]
    text = f"{word} {said(day, MONTHS[month - 1], 2015)} åkte vi hem."
    number, name, year = texts(replaced(text, policy, id=id))
    assert int(year) != 2015
    assert (MONTHS.index(name) + 1, int(number)) == days[int(year)]


def test_the_year_beside_a_holiday_goes_and_its_weekday_follows() -> None:
    text = f"Vi firade jul {said(24, 'december', 2015, 'torsdagen')} hos farmor."
    weekday, day, month, year = texts(replaced(text))
    assert (day, month) == ("24", "december") and year != "2015"
    assert weekday == WEEKDAYS[date(int(year), 12, 24).weekday()] + "en"


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("id", IDS)
@pytest.mark.parametrize(
    "text",
    [
        "Vi träffades [[2015-09-14|date_digits|1]], en [[måndag|day|2]].",
        "[[2019-05-03|date_digits|1]] var en [[fredag|day|2]].",
    ],
)
def test_a_weekday_is_that_of_the_new_date_in_digits(text: str, id: str, policy: str) -> None:
    digits, weekday = texts(replaced(text, policy, id=id))
    assert weekday == WEEKDAYS[date.fromisoformat(digits).weekday()]


def test_a_weekday_of_another_sentence_is_not_that_of_a_date_in_digits() -> None:
    text = (
        "Jag kom [[2015-09-14|date_digits|1]]. På [[fredag|day|2]] den [[3|day|3]] blir det fest."
    )
    assert len(texts(replaced(text))) == 3


@pytest.mark.parametrize("id", IDS)
def test_a_feast_of_the_moon_moves_with_its_year(id: str) -> None:
    text = f"Ramadan började {said(2, 'april', 2022)}. Eid var {said(2, 'maj')}."
    day, month, year, later, behind = texts(replaced(text, id=id))
    began = date(int(year), MONTHS.index(month) + 1, int(day))
    assert abs(began - of_islamic(islamic_year(began), 9, 1)) <= timedelta(1)
    feast = date(int(year), MONTHS.index(behind) + 1, int(later))
    assert timedelta(28) <= feast - began <= timedelta(32)


def islamic_year(day: date) -> int:
    first = (day.year - 622) * 33 // 32
    return next(year for year in range(first - 1, first + 3) if of_islamic(year, 10, 1) > day)


@pytest.mark.parametrize(
    ("islamic", "gregorian"),
    [
        ((1443, 9, 1), (2022, 4, 3)),
        ((1445, 12, 10), (2024, 6, 17)),
        ((1421, 10, 1), (2000, 12, 28)),
    ],
)
def test_the_islamic_year_is_reckoned(
    islamic: tuple[int, int, int], gregorian: tuple[int, int, int]
) -> None:
    assert of_islamic(*islamic) == date(*gregorian)


def test_the_same_month_elsewhere_is_replaced_and_no_leak() -> None:
    text = (
        "Den [[24|day|1]] [[december|month_word|2]] firar vi jul hemma. "
        "Jag föddes den [[24|day|1]] [[december|month_word|2]]."
    )
    assert released(text).startswith("Den 24 december firar vi jul hemma.")
    assert not released(text).endswith("den 24 december.")
    assert replaced(text).leaks is LeakStatus.PASS


@given(st.integers(1583, 3999))
def test_easter_is_a_sunday_in_its_season(year: int) -> None:
    day = easter(year)
    assert day.isoweekday() == 7 and date(year, 3, 22) <= day <= date(year, 4, 25)


@pytest.mark.parametrize(
    ("feast", "day"),
    [
        ("ortodoxa påskdagen", date(2024, 5, 5)),
        ("jom kippur", date(2024, 10, 12)),
        ("rosh hashana", date(2023, 9, 16)),
        ("pesach", date(2024, 4, 23)),
        ("chanukka", date(2021, 11, 29)),
        ("kinesiska nyåret", date(2024, 2, 10)),
        ("kinesiska nyåret", date(2043, 2, 10)),
        ("diwali", date(2023, 11, 12)),
        ("fjärde advent", date(2023, 12, 24)),
    ],
)
def test_a_feast_is_on_its_day_in_each_year(feast: str, day: date) -> None:
    holidays = Holidays(swedish().vocab.lists.rows("fixed_dates.tsv")).named(feast).holidays
    assert (day.month, day.day) in holidays[0].days(day.year)


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("number", range(4))
def test_a_feast_moves_with_its_year(policy: str, number: int) -> None:
    text = "Jom kippur är den [[12|day|1]] [[oktober|month_word|2]] [[2024|year|3]]."
    day, month, year = texts(replaced(text, policy, id=str(number)))
    holiday = Holidays(swedish().vocab.lists.rows("fixed_dates.tsv")).named("jom kippur").holidays
    months = {"september": 9, "oktober": 10}
    assert year != "2024" and (months[month], int(day)) in holiday[0].days(int(year))


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("number", range(4))
def test_the_weekday_of_a_holiday_follows_its_year(policy: str, number: int) -> None:
    text = "Julafton [[2023|year|1]] var en [[söndag|day|2]]."
    year, weekday = texts(replaced(text, policy, id=str(number)))
    names = "måndag tisdag onsdag torsdag fredag lördag söndag".split()
    assert names[date(int(year), 12, 24).weekday()] == weekday


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("number", range(4))
def test_the_weekday_of_a_feast_is_right_where_the_year_stands_before(
    policy: str, number: int
) -> None:
    text = (
        "Alla helgons dag [[2023|year|1]] var [[lördagen|day|2]] den [[4|day|3]] "
        "[[november|month_word|4]]."
    )
    assert texts(replaced(text, policy, id=str(number)))[1] == "lördagen"


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("number", range(4))
def test_a_day_near_a_feast_stays_as_far_from_it(policy: str, number: int) -> None:
    text = (
        "Påskafton är den [[8|day|1]] [[april|month_word|2]] [[2023|year|3]] "
        "och annandagen den [[10|day|4]] [[april|month_word|5]]."
    )
    months = {"mars": 3, "april": 4}
    eve, month, year, monday, of = texts(replaced(text, policy, id=str(number)))
    first = date(int(year), months[month], int(eve))
    assert date(int(year), months[of], int(monday)) - first == timedelta(2)


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("number", range(4))
def test_a_day_alone_stays_behind_the_holiday_before_it(policy: str, number: int) -> None:
    text = "Lucia den [[13|day|1]] [[december|month_word|2]] och sedan lov från den [[20:e|day|3]]."
    lucia, _, free = texts(replaced(text, policy, id=str(number)))
    assert lucia == "13" and int(free.partition(":")[0]) > 13


def test_every_holiday_of_the_list_has_days_in_every_year() -> None:
    holidays = Holidays(swedish().vocab.lists.rows("fixed_dates.tsv"))
    assert len(holidays.every) > 50
    for year in (1999, 2024):
        for holiday in holidays.every:
            days = [date(year, *day) for day in holiday.days(year)]
            assert days and all(
                later - one in (timedelta(1), timedelta(-364), timedelta(-365))
                or abs(later - one) > timedelta(60)  # two feasts of one name
                for one, later in pairwise(days)
            )


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize(
    "text",
    [
        "Jag åt glass [[6/6|date_digits|1]] på nationaldagen.",
        "På julafton, [[24/12|date_digits|1]], äter vi skinka.",
        "Kvinnodagen [[8/3|date_digits|1]] är viktig.",
        "På valborg [[30/4|date_digits|1]] brinner det.",
    ],
)
def test_a_date_in_digits_stays_on_the_holiday_that_is_named(text: str, policy: str) -> None:
    result = replaced(text, policy)
    assert not any(one.hidden for one in result.replacements)


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize(
    "text",
    [
        "Jag föddes [[6/6|date_digits|1]] 1990.",
        "Vi möttes [[3/4|date_digits|1]] på julafton.",
        "Jag är född [[24/12|date_digits|1]] på julafton.",
        "Vi kom hem [[24/12|date_digits|1]] i regn.",
    ],
)
def test_another_date_in_digits_goes(text: str, policy: str) -> None:
    (one,) = [r for r in replaced(text, policy).replacements if not r.follows]
    assert one.hidden


def test_the_year_of_a_holiday_in_digits_goes() -> None:
    (new,) = texts(replaced("Vi åkte hem [[2019-12-24|date_digits|1]] på julafton.", "natural"))
    assert new.endswith("-12-24") and not new.startswith("2019")


def _date(parts: list[str]) -> date:
    day, month, year = parts
    return date(int(year), MONTHS.index(month) + 1, int(day))


@pytest.mark.parametrize("number", range(20))
def test_feasts_and_dates_across_new_year_keep_their_order(number: int) -> None:
    text = (
        f"På nyårsafton {said(31, 'december', 2019)} dog han. Nyårsdagen, {said(1, 'januari', 2020)}, "
        f"reste vi. {said(17, 'januari', 2020, 'Fredagen')} begrovs han. {said(3, 'april', 2020)} flyttade vi."
    )
    new = texts(replaced(text, "natural", id=f"n{number}"))
    eve, first, later = _date(new[:3]), _date(new[3:6]), _date(new[7:10])
    assert (eve.month, eve.day) == (12, 31) and first == eve + timedelta(1)
    assert later == first + timedelta(17)  # a day farther than it was
    assert new[6].lower() == WEEKDAYS[later.weekday()] + "en"
    assert later < _date(new[10:]) < later + timedelta(150)


@pytest.mark.parametrize("number", range(8))
def test_a_feast_of_which_the_year_alone_is_said_has_its_day(number: int) -> None:
    text = "Julafton [[2022|year|1]] var fin. Den [[27|day|2]] [[december|month_word|3]] [[2022|year|4]] kom de."
    year, *behind = texts(replaced(text, "natural", id=f"j{number}"))
    assert _date(behind) == date(int(year), 12, 28)
    # Nothing names a feast.
    year, *other = texts(replaced(text.replace("Julafton", "Året"), "natural", id=f"j{number}"))
    assert _date(other) != date(int(year), 12, 28)


@pytest.mark.parametrize("number", range(6))
def test_weekdays_of_two_sentences_are_of_two_dates(number: int) -> None:
    text = (
        "Nyårsdagen [[2023|year|1]] var en [[söndag|day|2]]. "
        f"{said(2, 'januari', None, 'Måndagen')} började jag."
    )
    year, day, weekday, number_said, month = texts(replaced(text, "natural", id=f"w{number}"))
    first = date(int(year), 1, 1)
    assert day == WEEKDAYS[first.weekday()]
    second = _date([number_said, month, year])
    assert second == first + timedelta(2) and weekday.lower().startswith(WEEKDAYS[second.weekday()])
