"""Days, months, weekdays, years in the original's form."""

from __future__ import annotations

import re
import unicodedata

import pytest

from .making import replaced, texts

MONTHS = [
    "januari",
    "februari",
    "mars",
    "april",
    "maj",
    "juni",
    "juli",
    "augusti",
    "september",
    "oktober",
    "november",
    "december",
]
WEEKDAYS = ["måndag", "tisdag", "onsdag", "torsdag", "fredag", "lördag", "söndag"]


def one(form: str, label: str, features: str = "", policy: str = "swell") -> str:
    return texts(replaced(f"x [[{form}|{label}|1 {features}]] y", policy))[0]


@pytest.mark.parametrize(
    ("form", "shape"),
    [
        ("15", r"\d{1,2}"),
        ("25.", r"\d{1,2}\."),
        ("8:e", r"(?:[12]|21|22):a|\d{1,2}:e"),
        ("2:a", r"(?:[12]|21|22):a|\d{1,2}:e"),
        ("08", r"\d\d"),
        ("tjugofemte", r"[a-zåäö]+(?:e|a)"),
    ],
)
def test_a_day_of_the_month_keeps_its_form(form: str, shape: str) -> None:
    new = one(form, "day")
    assert re.fullmatch(shape, new) and new != form
    if digits := re.search(r"\d+", new):
        assert 1 <= int(digits[0]) <= 28


@pytest.mark.parametrize(
    ("form", "features", "shape"),
    [
        ("fredag", "", "{}"),
        ("Fredagen", "def", "{}en"),
        ("fredagskväll", "", "{}skväll"),
        ("FREDAG", "", "{}"),
        ("fredak", "", "{}"),
        ("fredaken", "def", "{}en"),
        ("fre.", "", r"(?:mån|tis|ons|tor|lör|sön)\."),
    ],
)
def test_a_weekday_becomes_another_weekday(form: str, features: str, shape: str) -> None:
    new = one(form, "day", features)
    days = "|".join(day for day in WEEKDAYS if day != "fredag")
    assert re.fullmatch(shape.format(f"(?:{days})"), new.lower())
    assert new.isupper() == form.isupper() and new[0].isupper() == form[0].isupper()


@pytest.mark.parametrize(
    ("form", "own"),
    [
        *(("mars", 3), ("Mars", 3), ("MARS", 3), ("septemper", 9), ("Agustus", 8), ("oktobr", 10)),
        *(("aprill", 4), ("Mayy", 5), ("NOVEMBERR", 11)),
    ],
)
def test_a_month_becomes_another_month_spelt_right(form: str, own: int) -> None:
    new = one(form, "month_word")
    assert new.lower() in MONTHS and new.lower() != MONTHS[own - 1]
    assert new.isupper() == form.isupper() and new[0].isupper() == form[0].isupper()


def test_the_ending_of_a_month_stays() -> None:
    assert re.fullmatch("[a-z]+s", one("aprils", "month_word", "gen"))
    assert re.fullmatch("[a-z]+solen", one("marssolen", "month_word"))


def test_an_abbreviated_month_stays_short() -> None:
    assert len(one("nov", "month_word")) <= 5 and len(one("aug.", "month_word")) <= 6


@pytest.mark.parametrize("policy", ["swell", "natural"])
@pytest.mark.parametrize(
    ("form", "label", "features"),
    [
        ("måndag", "day", ""),
        ("LÖRDAGEN", "day", "def"),
        ("söndagsmässa", "day", ""),
        ("mån.", "day", ""),
        ("åttonde", "day", ""),
        ("tjugoförsta", "day", ""),
        ("åttiofem", "year", ""),
    ],
)
def test_decomposed_letters_are_read_and_those_that_stay_stay_decomposed(
    form: str, label: str, features: str, policy: str
) -> None:
    new = one(unicodedata.normalize("NFD", form), label, features, policy)
    assert unicodedata.normalize("NFC", new) == one(form, label, features, policy)
    assert not form.endswith("mässa") or new.endswith(unicodedata.normalize("NFD", "smässa"))


def test_month_numbers_keep_their_padding() -> None:
    assert re.fullmatch(r"0[1-9]|1[0-2]", one("07", "month_digit"))
    assert re.fullmatch(r"[1-9]|1[0-2]", one("7", "month_digit"))


@pytest.mark.parametrize(
    ("form", "shape"),
    [
        ("2014", r"20\d\d"),
        ("89", r"\d\d"),
        ("-89", r"-\d\d"),
        ("00", r"\d\d"),
        ("'07", r"'\d\d"),
        ("nittiotvå", "nittio.+|nittio"),
    ],
)
def test_a_year_keeps_its_form(form: str, shape: str) -> None:
    new = one(form, "year")
    assert re.fullmatch(shape, new) and new != form


def test_years_move_by_two_at_most() -> None:
    for name in ("A1", "A2", "A3", "A4"):
        (new,) = texts(replaced("[[1999|year|1]]", id=name))
        assert 1 <= abs(int(new) - 1999) <= 2


def test_different_months_stay_different_and_the_same_stay_the_same() -> None:
    text = " ".join(
        f"[[{month}|month_word|{number}]]"
        for number, month in enumerate([*MONTHS, "mars", "Mars"], start=1)
    )
    new = texts(replaced(text))
    assert len(set(new[:12])) == 12 and all(
        one != other for one, other in zip(new, MONTHS, strict=False)
    )
    assert new[12] == new[2] == new[13].lower()


def test_digit_dates_become_ones_and_keep_delimiters() -> None:
    assert one("2018-12-01", "date_digits") == "1111-11-11"
    assert one("18/01/12", "date_digits") == "11/11/11"
    assert one("180112", "date_digits") == "111111"
    assert one("13/8 1979", "date_digits") == "11/1 1111"


@pytest.mark.parametrize("policy", ["swell", "dummy", "svala"])
def test_a_date_of_ones_becomes_twos(policy: str) -> None:
    assert one("1/1", "date_digits", policy=policy) == "2/2"
    assert one("11/11", "date_digits", policy=policy) == "22/22"
    assert one("1/1 2001", "date_digits", policy=policy) == "1/1 1111"


@pytest.mark.parametrize("number", range(12))
def test_days_of_one_month_keep_their_order(number: int) -> None:
    text = "den [[3|day|1]] [[maj|month_word|2]], den [[26|day|3]] [[maj|month_word|2]], den [[10|day|4]] [[maj|month_word|2]]"
    first, _, last, _, middle, _ = texts(replaced(text, "swell", id=str(number)))
    assert int(first) < int(middle) < int(last)
    assert (first, middle, last) != ("3", "10", "26")


@pytest.mark.parametrize("number", range(12))
def test_months_and_years_keep_their_order(number: int) -> None:
    text = (
        "från [[28|day|1]] [[maj|month_word|2]] [[2015|year|3]] till [[4|day|4]] "
        "[[juni|month_word|5]] [[2016|year|6]]"
    )
    _, month, year, _, later, last = texts(replaced(text, "swell", id=str(number)))
    assert MONTHS.index(month) < MONTHS.index(later)
    assert (month, later) != ("maj", "juni")
    assert 1 <= abs(int(year) - 2015) <= 2
    assert int(last) - int(year) >= 1


@pytest.mark.parametrize("number", range(6))
def test_all_months_of_a_year_have_no_order_but_each_another(number: int) -> None:
    text = " ".join(f"[[{month}|month_word|{at}]]" for at, month in enumerate(MONTHS, 1))
    found = texts(replaced(text, "swell", id=str(number)))
    assert all(new != old for new, old in zip(found, MONTHS, strict=True))


@pytest.mark.parametrize("scope", ["mention", "corpus"])
def test_months_of_other_scopes_are_drawn_as_they_were(scope: str) -> None:
    text = "från [[maj|month_word|1]] till [[juni|month_word|2]]"
    pairs = {tuple(texts(replaced(text, "swell", scope=scope, id=str(n)))) for n in range(20)}
    assert pairs and all(first != "maj" and last != "juni" for first, last in pairs)


@pytest.mark.parametrize("number", range(8))
def test_a_day_alone_is_of_the_month_named_before_it(number: int) -> None:
    text = (
        "från [[2|day|1]] till [[13|day|2]] [[november|month_word|3]], provet är den [[12|day|4]]."
    )
    first, last, _, between = map(str, texts(replaced(text, "swell", id=str(number))))
    assert int(first) < int(between) < int(last)


@pytest.mark.parametrize("number", range(8))
def test_a_date_without_its_year_is_of_the_one_before(number: int) -> None:
    text = "[[3|day|1]] [[mars|month_word|2]] [[2020|year|3]], [[5|day|4]] [[mars|month_word|2]]"
    first, _, _, last, _ = texts(replaced(text, "swell", id=str(number)))
    assert int(first) < int(last)
