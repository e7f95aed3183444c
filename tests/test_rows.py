"""Which line of a file of rows is wrong."""

from __future__ import annotations

import pytest

from maskera.io.rows import line_that_fails


def test_the_first_line_that_cannot_be_read_is_named_by_its_number_in_the_file() -> None:
    assert line_that_fails(["1", "x", "y"], int) == 3
    assert line_that_fails(["x"], int) == 2


def test_where_all_can_be_read_there_is_none() -> None:
    with pytest.raises(ValueError, match="all rows can be read"):
        line_that_fails(["1", "2"], int)
