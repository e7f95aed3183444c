"""Notes of a row."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from maskera.lexicon.tsv import noted, notes

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
