"""Lines that look like the original's."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskera.lang.sv.numerals import called

from .making import replaced, texts


@pytest.mark.parametrize(
    "line", ["femman", "FEMMAN", "Tolvan", "tjugofyran", "trettian", "femmans"]
)
def test_a_line_by_its_name_becomes_another_by_its_name(line: str) -> None:
    (new,) = texts(replaced(f"Jag tar [[{line}|transport_nr|1]] hem.", "natural"))
    names = {called(number) for number in range(1, 100)}
    assert new != line and new.lower().removesuffix("s") in names
    assert (new[0].isupper(), new.isupper()) == (line[0].isupper(), line.isupper())
    assert new.endswith("s") == line.endswith("s")


@pytest.mark.parametrize("line", ["5", "14", "528", "55X", "L7", "1423", "fem", "tolv"])
def test_another_has_as_many_digits_and_the_same_letters(line: str) -> None:
    (new,) = texts(replaced(f"Buss [[{line}|transport_nr|1]] går.", "natural"))
    assert new != line
    assert [sign.isdigit() for sign in new] == [sign.isdigit() for sign in line] or line.isalpha()
    assert [sign for sign in new if sign.isupper()] == [sign for sign in line if sign.isupper()]


@given(st.lists(st.integers(1, 999), min_size=1, max_size=8, unique=True))
def test_lines_become_others_each_its_own(lines: list[int]) -> None:
    text = " ".join(f"buss [[{line}|transport_nr|{place}]]" for place, line in enumerate(lines, 1))
    new = texts(replaced(text, "natural"))
    assert len(set(new)) == len(new)
    assert all(len(one) == len(str(line)) for one, line in zip(new, lines, strict=True))
    if len(lines) < 5:
        assert not set(new) & set(map(str, lines))


def test_one_line_in_two_forms_stays_one() -> None:
    text = "Buss [[5|transport_nr|1]]: [[femman|transport_nr|2]] går ofta."
    digits, name = texts(replaced(text, "natural"))
    assert called(int(digits)) == name


def test_no_line_becomes_a_word_of_the_text() -> None:
    for key in range(12):
        text = "Jag tar [[ettan|transport_nr|1]] och han trean."
        assert texts(replaced(text, "natural", id=f"A{key}")) != ["trean"]


def test_lines_of_a_corpus_keep_their_numbers_apart() -> None:
    lines = range(1, 10)
    new = [
        texts(replaced(f"Buss [[{line}|transport_nr|1]] går.", "natural", scope="corpus"))[0]
        for line in lines
    ]
    assert sorted(map(int, new)) == list(lines)
    assert all(int(one) != line for one, line in zip(new, lines, strict=True))
