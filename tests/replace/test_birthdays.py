"""A birthday on a holiday that is named moves with its name, or both stay and a person looks."""

from __future__ import annotations

import pytest

import maskera
from maskera import LeakStatus
from maskera.lexicon.tsv import shipped
from maskera.replace.holidays import Holidays
from maskera.result import Result, release

from .making import KEY

HOLIDAYS = Holidays(shipped("sv").rows("fixed_dates.tsv"))
MONTHS = (
    "januari februari mars april maj juni juli augusti september oktober november december".split()
)


def of(text: str, policy: str) -> Result:
    return maskera.load(policy=policy, key=KEY)(text)


def day_of(text: str) -> tuple[int, int]:
    """Month and day of the one date in a text."""
    words = text.replace(",", "").replace(".", "").split()
    (at,) = [at for at, word in enumerate(words) if word in MONTHS]
    return MONTHS.index(words[at]) + 1, int(words[at - 1].partition(":")[0])


@pytest.mark.parametrize("policy", ["swell", "natural"])
@pytest.mark.parametrize(
    ("text", "holiday"),
    [
        ("Jag är född den 8 mars på internationella kvinnodagen.", "kvinnodagen"),
        ("Jag föddes på julafton den 24 december 1990.", "julafton"),
        ("Min bror fyller år den 13:e december, på lucia.", "lucia"),
        ("Hon föddes den 31 oktober på halloween.", "halloween"),
        ("Min födelsedag är alla hjärtans dag, den 14 februari.", "hjärtans"),
        ("Min pappa är född på nationaldagen den 6 juni.", "nationaldagen"),
    ],
)
def test_the_day_and_its_name_move_together(text: str, holiday: str, policy: str) -> None:
    result = of(text, policy)
    new = release(result).text
    (named,) = HOLIDAYS.places(new)
    assert holiday not in new and day_of(new) in named.holiday.ever()
    assert day_of(new) != day_of(text) and result.leaks is LeakStatus.PASS


@pytest.mark.parametrize("policy", ["swell", "natural"])
def test_both_stay_where_no_name_may_stand_for_it(policy: str) -> None:
    text = "Min dotter föddes den 6 juni på Sveriges nationaldag."
    result = of(text, policy)
    assert release(result).text == text and result.leaks is LeakStatus.REVIEW


@pytest.mark.parametrize("policy", ["swell", "natural"])
def test_the_same_day_again_is_the_same_day(policy: str) -> None:
    text = "Jag är född den 8 mars på kvinnodagen. Den 8 mars är min dag."
    first, second = release(of(text, policy)).text.split(". ")
    assert day_of(first) == day_of(second) != (3, 8)


@pytest.mark.parametrize("policy", ["swell", "natural"])
@pytest.mark.parametrize(
    "text",
    [
        "Vi firar jul den 24 december på julafton.",
        "Den 8 mars är internationella kvinnodagen.",
        "Vi gifte oss på alla hjärtans dag den 14 februari.",
    ],
)
def test_where_nobody_is_born_both_stay(text: str, policy: str) -> None:
    assert release(of(text, policy)).text == text


@pytest.mark.parametrize("policy", ["swell", "natural"])
def test_a_date_that_is_called_by_its_day_moves(policy: str) -> None:
    text = "Min bror fyller år den 1 april, på första april alltså."
    new = release(of(text, policy)).text
    assert "april" not in new and HOLIDAYS.places(new) == []
