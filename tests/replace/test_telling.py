"""No pseudonym is an original of its document, has a word of one, or is one slip away from one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import OSA

from maskera.lexicon.tsv import shipped
from maskera.replace.shape import fold
from maskera.replace.telling import Telling

from .making import replaced, texts

LABELS = ("firstname_female", "firstname_male", "surname")


def told(*originals: str) -> Telling:
    return Telling.of(map(fold, originals), lambda word: None, lambda form: form)


@pytest.mark.parametrize(
    ("original", "name"),
    [
        ("Anna", "Ann"), ("Anna", "Hanna"), ("Maria", "Marie"), ("Eva", "Ewa"), ("Karin", "Karina"),
        ("Jon", "Jan"), ("Erik", "Eric"), ("Nilsson", "Nelsson"), ("Lena", "Elna"), ("Sara", "Zara"),
        ("Irak", "Iran"), ("Olsson", "Ohlsson"), ("Anna", "Anna-Ann"),
    ],
)  # fmt: skip
def test_a_name_one_slip_away_is_near(original: str, name: str) -> None:
    assert told(original).is_near(name)


@pytest.mark.parametrize(
    ("original", "name"),
    [("Anna", "Johanna"), ("Eva", "Liv"), ("Jansson", "Johansson"),
     ("Ali", "Alice"), ("Per", "Peter"), ("Malmö", "Malung"), ("Sara", "Klara")],
)  # fmt: skip
def test_what_differs_more_is_not(original: str, name: str) -> None:
    assert not told(original).is_near(name)


@given(st.sampled_from(LABELS), st.data(), st.sampled_from(("document", "corpus", "mention")))
def test_no_drawn_name_is_near_an_original(label: str, data: st.DataObject, scope: str) -> None:
    names = data.draw(
        st.lists(
            st.sampled_from(shipped("sv").ranked("names", label)),
            min_size=1,
            max_size=6,
            unique=True,
        )
    )
    text = ". ".join(f"[[{name}|{label}|{n}]]" for n, name in enumerate(names, 1))
    key = data.draw(st.binary(min_size=16, max_size=16))
    new = texts(replaced(text, key=key, scope=scope))
    assert not any(OSA.distance(fold(a), fold(b)) <= 1 for a in names for b in new)
    if scope != "mention":
        assert len({*map(fold, new)}) == len({*names})
