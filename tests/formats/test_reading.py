"""Ids: of a file, and those that come twice."""

from __future__ import annotations

import pytest

from maskera.errors import DataError
from maskera.formats.reading import SeenIds, document_id


def test_the_id_is_the_name_without_the_last_suffix() -> None:
    assert document_id("folder/A1.NB.txt") == "A1.NB"


def test_an_id_that_comes_twice_is_named_with_both_places() -> None:
    seen = SeenIds()
    seen.check("x", "f", 1)
    seen.check("y", "f", 2)
    with pytest.raises(DataError, match="f:3: id 'x' is taken already at f:1"):
        seen.check("x", "f", 3)
