"""Notes of a row; the words of a rule."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskera.errors import DataError
from maskera.lexicon.tsv import WordLists, Words, noted, notes

NAMES = st.text("abcåö-", min_size=1, max_size=4)
VALUES = st.text("abc åö+|-=", max_size=6)


@given(st.dictionaries(NAMES, VALUES, max_size=4), NAMES)
def test_one_name_of_a_note_is_read_as_in_all_of_them(marks: dict[str, str], name: str) -> None:
    note = ";".join(f"{key}={value}" for key, value in marks.items())
    assert notes(note) == marks
    assert noted(note, name) == marks.get(name, "")


def test_a_name_is_not_found_inside_another() -> None:
    assert noted("in=Lund;origin=Nara", "in") == "Lund"
    assert noted("origin=Nara", "in") == ""
    assert noted("", "in") == ""


@pytest.fixture
def words(tmp_path: Path) -> Words:
    """A list with a word of each kind: whole, beginning, ending, of two words, with a rank."""
    rows = ["form\tlabel\tweight\tnote", "-kod\tcode\t1\t", "mån\tday\t1\trank=0"]
    rows += ["nr\tcode\t1\t", "nr.\tcode\t1\t", "nummer-\tcode\t1\t", "på rad\trow\t1\t"]
    rows += ["fre\tday\t1\trank=4"]
    (tmp_path / "words").mkdir()
    (tmp_path / "words" / "own.tsv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    return Words(WordLists(tmp_path), "own")


def test_words_come_by_label_and_rank(words: Words) -> None:
    assert words["row"] == {"på rad"}
    assert words.ranked("day") == ("mån", "fre")
    assert words.ranks("day") == {"mån": 0, "fre": 4}


@pytest.mark.parametrize(
    ("text", "matches"),
    [
        ("nr", True), ("nr.", True), ("nummer", True), ("nummerplåt", True), ("portkod", True), ("kod", True), ("på rad", True),
        ("nrx", False), ("nr!", False), ("plåtnummer", False), ("kodning", False), ("på  rad", False), ("", False),
    ],
)  # fmt: skip
def test_alternatives_are_whole_words_beginnings_and_endings(
    words: Words, text: str, matches: bool
) -> None:
    assert (re.fullmatch(words.either("code", "row"), text) is not None) == matches


def test_the_longest_alternative_stands_first(words: Words) -> None:
    found = re.match(words.either("code"), "nr.")
    assert found and found[0] == "nr."


def test_a_label_without_words_is_named_with_its_list(words: Words) -> None:
    for read in (words.ranked, words.ranks, words.either, words.__getitem__):
        with pytest.raises(DataError, match=r"^words/own\.tsv: no word has the label 'week'$"):
            read("week")
