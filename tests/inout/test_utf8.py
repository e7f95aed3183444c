"""Strict decoding: of a whole file, and line by line."""

from __future__ import annotations

import pytest

from maskera.errors import DataError
from maskera.io.utf8 import decoded, lines


def test_a_byte_order_mark_is_no_text() -> None:
    assert decoded("å".encode("utf-8-sig"), "a.txt") == "å"
    assert decoded("\ufeffå", "a.txt") == "å"


def test_utf_8_is_demanded_with_file_line_and_byte() -> None:
    with pytest.raises(DataError) as caught:
        decoded("hej\nAnna bor på".encode("latin-1"), "a.txt")
    assert str(caught.value) == "a.txt:2: not UTF-8 text (byte 15)"
    assert "Anna" not in str(caught.value)
    assert caught.value.__cause__ is None and caught.value.__suppress_context__


def test_the_byte_is_counted_with_the_mark() -> None:
    with pytest.raises(DataError, match="byte 4"):
        decoded(b"\xef\xbb\xbf\xff", "a.txt")


def test_a_bad_line_costs_no_other() -> None:
    first, second, third = lines(b"\xef\xbb\xbfone\r\n\xff\nthree", "f")
    assert first == (1, "one")
    assert isinstance(second[1], DataError) and str(second[1]).startswith("f:2:")
    assert third == (3, "three")


def test_only_the_first_line_can_have_a_byte_order_mark() -> None:
    assert [line for _, line in lines("\ufeffa\n\ufeffb", "f")] == ["a", "\ufeffb"]
