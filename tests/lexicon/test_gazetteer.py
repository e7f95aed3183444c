"""The compiled lexicon: forms, longest matches, bounded caches, and files that are none."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from maskera.errors import DataError
from maskera.io.arrays import MAGIC, Arrays, write
from maskera.lexicon.gazetteer import FLAGS, Entry, Gazetteer, columns, hashed, longest, read

ROWS = {
    "anna": [("Anna", "firstname_female", 4.0)],
    "guinea": [("Guinea", "country", 3.0)],
    "new york": [("New York", "city", 5.0)],
    "papua nya guinea": [("Papua Nya Guinea", "country", 5.0)],
    "york": [("York", "city", 2.5), ("York", "surname", -0.5)],
}


def small_columns() -> dict[str, NDArray[Any]]:
    """A small lexicon by hand; `anna` is frequent and ordinary, the others are of unknown
    frequency."""
    flags = frozenset(FLAGS[:2])
    entries = [
        [Entry(form, label, weight, form, flags=flags) for form, label, weight in ROWS[key]]
        for key in ROWS
    ]
    others = len(ROWS) - 1
    return columns(list(ROWS), entries, [4.5] + [0.0] * others, [1.2] + [None] * others)


@pytest.fixture
def small() -> Gazetteer:
    return Gazetteer(Arrays({}, small_columns()))


def test_a_form_is_all_that_it_can_be(small: Gazetteer) -> None:
    assert [(entry.label, entry.weight) for entry in small.entries("york")] == [
        ("city", 2.5),
        ("surname", -0.5),
    ]
    assert small.entries("anna") == (
        Entry("Anna", "firstname_female", 4.0, "Anna", flags=frozenset(FLAGS[:2])),
    )


def test_a_form_in_no_list_is_nothing(small: Gazetteer) -> None:
    assert small.entries("annan") == ()
    assert small.entries("Anna") == ()  # looked up in lower case only
    assert small.ordinary("annan") is None
    assert small.zipf("annan") == 0.0


def test_frequency_and_ordinariness_are_tenths(small: Gazetteer) -> None:
    assert small.zipf("anna") == 4.5
    assert small.ordinary("anna") == 1.2
    assert small.ordinary("york") is None


@pytest.mark.parametrize(
    ("words", "start", "length"),
    [
        ("i papua nya guinea bor", 1, 3),
        ("i new york", 1, 2),
        ("papua nya zeeland", 0, 0),
        ("guinea", 0, 0),
        ("new", 0, 0),
    ],
)
def test_the_longest_form_wins(small: Gazetteer, words: str, start: int, length: int) -> None:
    split = words.split()
    assert small.longest_match(split, start, small.multiword_limits(split).get(start, 0)) == length


def test_all_entries_of_a_label(small: Gazetteer) -> None:
    assert [entry.form for entry in small.of_label(["country"])] == ["Guinea", "Papua Nya Guinea"]
    assert small.of_label(["email"]) == []


def test_entries_of_a_label_with_weight_and_frequency(small: Gazetteer) -> None:
    assert [entry.form for entry in small.of_label(["country", "surname"], weight=3.5)] == [
        "Papua Nya Guinea"
    ]
    assert [entry.form for entry in small.of_label(["country", "firstname_female"], zipf=4.5)] == [
        "Anna"
    ]


def test_the_names_of_a_label_are_those_of_its_entries(small: Gazetteer) -> None:
    for labels in (["country"], ["city", "surname"], ["email"]):
        entries = small.of_label(labels, weight=3.5)
        assert small.names_of_label(labels, 3.5) == [entry.form for entry in entries]
        assert small.names_of_label(labels, 3.5, "canonical") == [e.canonical for e in entries]


def test_a_form_is_known_or_not(small: Gazetteer) -> None:
    assert "york" in small
    assert "yor" not in small


def test_the_longest_form_by_its_first_two_words() -> None:
    assert longest(["york", "new york", "new york city", "new delhi"]) == {
        "new delhi": 2,
        "new york": 3,
    }


def test_the_cache_is_bounded() -> None:
    small = Gazetteer(Arrays({}, small_columns()), cache_size=2)
    for form in ("anna", "york", "guinea", "nobody"):
        small.entries(form)
    assert small.entries.cache_info().currsize == 2


def test_a_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "lexicon.bin"
    write(path, small_columns(), {})
    assert len(read(path)) == len(ROWS)


@given(content=st.binary(max_size=60))
def test_any_other_file_is_refused(
    content: bytes, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("bad") / "lexicon.bin"
    path.write_bytes(content)
    with pytest.raises(DataError, match=r"^lexicon\.bin: not a compiled lexicon"):
        read(path)


def test_a_missing_file_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="not a compiled lexicon"):
        read(tmp_path / "none.bin")


def dictionary(words: dict[float, set[str]]) -> Arrays:
    """A dictionary of some words, by their odds."""
    hashes = {
        str(number): np.array(sorted({hashed(word) for word in forms}), np.uint32)
        for number, forms in enumerate(words.values())
    }
    return Arrays({"odds": list(words)}, hashes)


@given(
    st.sets(st.text(min_size=1), max_size=30), st.sets(st.text(min_size=1), max_size=30), st.text()
)
def test_a_dictionary_has_its_words_and_hardly_any_other(
    sure: set[str], doubtful: set[str], other: str
) -> None:
    known = Gazetteer(Arrays({}, small_columns()), dictionary({3.0: sure, 1.0: doubtful}))
    assert all(known.spelled(word) in (3.0, 1.0) for word in sure | doubtful)
    if hashed(other) not in {hashed(word) for word in sure | doubtful}:
        assert known.spelled(other) is None


def test_without_a_dictionary_no_word_is_spelled(small: Gazetteer) -> None:
    assert small.spelled("anna") is None


@pytest.mark.parametrize("content", [b"", b"no dictionary", MAGIC])
def test_a_file_that_is_no_dictionary_is_refused(content: bytes, tmp_path: Path) -> None:
    lexicon, path = tmp_path / "lexicon.bin", tmp_path / "dictionary.hashes"
    write(lexicon, small_columns(), {})
    path.write_bytes(content)
    with pytest.raises(DataError, match=r"^dictionary\.hashes: not a compiled dictionary"):
        read(lexicon, path)


def test_a_lexicon_that_lacks_a_column_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "lexicon.bin"
    write(path, {name: column for name, column in small_columns().items() if name != "zipf"}, {})
    with pytest.raises(DataError, match="no array 'zipf'"):
        read(path)
