"""Sets of strings that are mapped from a file, compiled and not."""

from __future__ import annotations

from types import ModuleType
from zlib import crc32

import numpy as np
import pytest
from both import both
from hypothesis import given
from hypothesis import strategies as st

BOTH = both("strings")
TEXTS = st.text(max_size=6)


@pytest.mark.parametrize("kernel", BOTH)
@given(known=st.sets(TEXTS, max_size=30), others=st.lists(TEXTS, max_size=10))
def test_a_string_has_its_number_and_no_other_has_one(
    kernel: ModuleType, known: set[str], others: list[str]
) -> None:
    strings = sorted(known)
    table = kernel.Strings(*kernel.table_of(strings))
    assert len(table) == len(strings)
    assert [table.find(string) for string in strings] == list(range(len(strings)))
    assert [table[number] for number in range(len(strings))] == strings
    assert all(table.find(other) == -1 for other in others if other not in known)


@pytest.mark.parametrize("kernel", BOTH)
def test_a_half_of_a_surrogate_pair_is_in_no_table(kernel: ModuleType) -> None:
    assert kernel.Strings(*kernel.table_of(["å"])).find("\ud800") == -1


@pytest.mark.parametrize("kernel", BOTH)
@pytest.mark.parametrize("number", [-1, 2])
def test_a_number_of_no_string_is_refused(kernel: ModuleType, number: int) -> None:
    with pytest.raises(IndexError):
        kernel.Strings(*kernel.table_of(["a", "b"]))[number]


@pytest.mark.parametrize("kernel", BOTH)
@pytest.mark.parametrize("slots", [0, 3, 2])
def test_a_table_that_does_not_fit_is_refused(kernel: ModuleType, slots: int) -> None:
    text, starts, _ = kernel.table_of(["a", "b"])
    with pytest.raises(ValueError, match="does not fit"):
        kernel.Strings(text, starts, np.zeros(slots, np.uint32))


@pytest.mark.parametrize("kernel", BOTH)
def test_a_number_beyond_the_table_ends_in_an_error_and_no_crash(kernel: ModuleType) -> None:
    text, starts, slots = kernel.table_of(["a", "b"])
    table = kernel.Strings(text, starts, np.full_like(slots, 9))
    with pytest.raises(IndexError):
        table.find("a")


WORDS = ["b", "bil", "bila", "bilar", "bilen", "åar", "ås", "åsar"]
ENDINGS = {"": {"ar": "+ar", "en": "+en", "x": "+x"}, "ar": {"": "ar>", "en": "ar>en"}}


@pytest.mark.parametrize("kernel", BOTH)
@pytest.mark.parametrize(
    ("string", "found"),
    [
        ("bil", ["+ar", "+en"]),
        ("bilar", ["ar>", "ar>en"]),
        ("ås", ["+ar"]),  # letters are counted, not bytes
        ("åar", []),  # one letter before the ending
        ("bila", []),
        ("\ud800a", []),
        ("b", []),
        ("", []),
    ],
)
def test_a_string_is_told_what_it_becomes_with_other_endings(
    kernel: ModuleType, string: str, found: list[str]
) -> None:
    table = kernel.Strings(*kernel.table_of(WORDS))
    exchanges = kernel.Exchanges(table, bytes([9] * len(WORDS)), 9, ENDINGS)
    assert exchanges.of(string, 2) == found


@pytest.mark.parametrize("kernel", BOTH)
def test_what_is_too_rare_is_not_told(kernel: ModuleType) -> None:
    table = kernel.Strings(*kernel.table_of(WORDS))
    numbers = bytes(10 * (word == "bilen") for word in WORDS)
    assert kernel.Exchanges(table, numbers, 9.5, ENDINGS).of("bil", 2) == ["+en"]
    assert kernel.Exchanges(table, numbers, 9.5, {}).of("bil", 2) == []


@pytest.mark.parametrize("kernel", BOTH)
@given(known=st.sets(TEXTS, min_size=1), endings=st.sets(TEXTS, max_size=5), string=TEXTS)
def test_exchanges_are_as_if_each_were_looked_up(
    kernel: ModuleType, known: set[str], endings: set[str], string: str
) -> None:
    table = kernel.Strings(*kernel.table_of(sorted(known)))
    every = {one: {other: (one, other) for other in sorted(endings)} for one in endings}
    longest_first = sorted((one for one in endings if string.endswith(one)), key=len, reverse=True)
    assert kernel.Exchanges(table, bytes(len(known)), 0, every).of(string, 0) == [
        (one, other)
        for one in longest_first
        for other in sorted(endings)
        if string.removesuffix(one) + other in known
    ]


@pytest.mark.parametrize("kernel", BOTH)
@given(known=st.sets(TEXTS, max_size=30), others=st.lists(TEXTS, max_size=10))
def test_a_string_is_known_by_its_hash(
    kernel: ModuleType, known: set[str], others: list[str]
) -> None:
    hashes = {crc32(one.encode()) for one in known}
    table = kernel.Hashes(np.array(sorted(hashes), np.uint32))
    assert all(table.has(kernel.crc_of(one)) for one in known)
    found = [table.has(kernel.crc_of(one)) for one in others]
    assert found == [crc32(one.encode()) in hashes for one in others]


@pytest.mark.parametrize("kernel", BOTH)
@pytest.mark.parametrize("first", [0, 2**31, 2**32 - 20_000])
def test_hashes_that_stand_close_together_are_found_where_none_is_foretold(
    kernel: ModuleType, first: int
) -> None:
    hashes = np.arange(first, first + 20_000, 2, dtype=np.uint64).astype(np.uint32)
    table = kernel.Hashes(hashes)
    assert all(map(table.has, hashes[::97].tolist()))
    assert not any(map(table.has, (hashes[::97] + np.uint32(1)).tolist()))
    assert not any(map(table.has, [one for one in (1, 2**30, 2**32 - 1) if one not in hashes]))


@pytest.mark.parametrize("kernel", BOTH)
def test_measures_are_those_of_the_column_and_of_nothing_else(kernel: ModuleType) -> None:
    strings = kernel.Strings(*kernel.table_of(["bok", "hus", "katt"]))
    frequencies, odds = np.array([52, 0, 7], np.uint8), np.array([-3, kernel.UNKNOWN, 20], np.int8)
    measures = kernel.Measures(strings, frequencies, odds)
    forms = ("bok", "hus", "katt", "mus")
    assert list(map(measures.zipf, forms)) == [5.2, 0.0, 0.7, 0.0]
    assert list(map(measures.ordinary, forms)) == [-0.3, None, 2.0, None]
