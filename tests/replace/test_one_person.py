"""One person stays one person: nicknames, parts of double names, other spellings of a full name."""

from __future__ import annotations

from functools import cache

import pytest

import maskera
from maskera import LeakStatus, Result
from maskera.result import release

KEY = b"an invented key of 32 bytes, ok?"
NAMES = ("firstname_male", "firstname_female", "firstname_unknown", "surname")


@cache
def result(text: str) -> Result:
    return maskera.load("sv", key=KEY)(text)


def people(text: str) -> set[int]:
    return {mention.number for mention in result(text).mentions if mention.label in NAMES}


@pytest.mark.parametrize(
    "text",
    [
        "Min kompis Alexandra bor här. Sandra är snäll. Alex gillar glass.",
        "Jag känner Mohammed. Mo är rolig.",
        "Elisabeth är min lärare. Lisa hjälper mig.",
        "Min vän Aleksandra är här. Sasha sover.",
        "Min morbror Gustav är gammal. Gurra skrattar.",
        "Min vän Anna-Karin kom. Anna är snäll.",
        "Nguyen Thi Linh är min granne. Thi Linh är snäll.",
        "Jag heter Mohammed Hassan. Min lärare skrev Muhammad Hasan.",
    ],
)
def test_they_are_one(text: str) -> None:
    assert len(people(text)) == 1
    assert result(text).leaks is LeakStatus.PASS


@pytest.mark.parametrize(
    "text",
    [
        "Min kompis Alexandra bor här. Anna är snäll.",
        "Anna-Karin och Anna är systrar.",
        "Min vän Alexander och min vän Alexandra är här. Alex sover.",
        "Jag heter Mohammed Hassan. Min lärare heter Muhammad Karimi.",
        "Jag känner Johanna. Min syster heter Anna.",
    ],
)
def test_others_are_two(text: str) -> None:
    assert len(people(text)) > 1


def test_a_nickname_follows_the_name_drawn() -> None:
    new = release(result("Min vän Aleksandra är här. Sasha sover.")).text.split()
    assert new[2] == new[5]


def test_a_word_in_small_letters_is_no_nickname() -> None:
    found = result("Jag känner Mohammed. Hon bor på en mo.")
    assert release(found).text.endswith("på en mo.") and found.leaks is LeakStatus.PASS


@pytest.mark.parametrize(
    "text",
    [
        "Min läkare heter Svensson. Svenson ringde igår.",
        "Jag heter Sara Karlsson. Sara Carlsson skrev du.",
        "Jag ringde Dr. Lindqvist. Lindkvist svarade.",
    ],
)
def test_a_surname_in_another_spelling_is_the_same_persons(text: str) -> None:
    assert len(people(text)) == 1


def test_a_title_cut_short_is_no_name() -> None:
    text = release(result("Min läkare Dr. Svensson är snäll.")).text
    assert text.startswith("Min läkare Dr. ") and "Svensson" not in text
