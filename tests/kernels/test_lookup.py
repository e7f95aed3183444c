"""Strings by number and numbers by string, from a mapped table, compiled and not."""

from __future__ import annotations

from types import ModuleType

import numpy as np
import pytest
from both import both
from hypothesis import given
from hypothesis import strategies as st

BOTH = both("lookup")
TEXTS = st.text(max_size=6)


@pytest.mark.parametrize("lookup", BOTH)
@given(known=st.sets(TEXTS, max_size=30), others=st.lists(TEXTS, max_size=10))
def test_a_string_has_its_number_and_no_other_has_one(
    lookup: ModuleType, known: set[str], others: list[str]
) -> None:
    strings = sorted(known)
    table = lookup.Strings(*lookup.table_of(strings))
    assert len(table) == len(strings)
    assert [table.find(string) for string in strings] == list(range(len(strings)))
    assert [table[number] for number in range(len(strings))] == strings
    assert all(table.find(other) == -1 for other in others if other not in known)


@pytest.mark.parametrize("lookup", BOTH)
def test_a_half_of_a_surrogate_pair_is_in_no_table(lookup: ModuleType) -> None:
    assert lookup.Strings(*lookup.table_of(["å"])).find("\ud800") == -1


@pytest.mark.parametrize("lookup", BOTH)
@pytest.mark.parametrize("number", [-1, 2])
def test_a_number_of_no_string_is_refused(lookup: ModuleType, number: int) -> None:
    with pytest.raises(IndexError):
        lookup.Strings(*lookup.table_of(["a", "b"]))[number]


@pytest.mark.parametrize("lookup", BOTH)
@pytest.mark.parametrize("slots", [0, 3, 2])
def test_a_table_that_does_not_fit_is_refused(lookup: ModuleType, slots: int) -> None:
    text, starts, _ = lookup.table_of(["a", "b"])
    with pytest.raises(ValueError, match="does not fit"):
        lookup.Strings(text, starts, np.zeros(slots, np.uint32))


@pytest.mark.parametrize("lookup", BOTH)
def test_a_number_beyond_the_table_ends_in_an_error_and_no_crash(lookup: ModuleType) -> None:
    text, starts, slots = lookup.table_of(["a", "b"])
    table = lookup.Strings(text, starts, np.full_like(slots, 9))
    with pytest.raises(IndexError):
        table.find("a")
