"""The model of the relation to the writer, as a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from maskera.errors import DataError
from maskera.label.relation import RelationModel, load, save


def test_a_model_is_read_as_it_was_written(tmp_path: Path) -> None:
    model = RelationModel({"bias": -1.5, "+1=!": 0.25})
    save(model, tmp_path / "relation.tsv")
    assert load(tmp_path / "relation.tsv") == model


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "relation.tsv:1: not a relation model"),
        (b"word\ta\tb\n", "relation.tsv:1: not a relation model"),
        (b"feature\tweight\nbias\tx\n", "relation.tsv:2: the weight is not a number"),
        (b"feature\tweight\n\xff\t0\n", "relation.tsv:2: not UTF-8"),
    ],
)
def test_a_file_that_is_none_is_refused(content: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "relation.tsv"
    path.write_bytes(content)
    with pytest.raises(DataError, match=message):
        load(path)
