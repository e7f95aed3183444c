"""Model files: written and read again; another file is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from maskera.errors import DataError
from maskera.io.models import load, save
from maskera.kernels.crf import Weights
from maskera.kernels.network import Weights as Network


def test_a_model_is_written_and_read_again(tmp_path: Path) -> None:
    path = tmp_path / "m.model"
    weights = Weights(["O"], ["bias"], b"12345678", b"", b"", b"", {"seed": 1})
    save(weights, path)
    assert load(path, Weights) == weights
    assert b"pickle" not in path.read_bytes()


@pytest.mark.parametrize("content", [b"", b"not a model", b"x\x9c\x03\x00\x00\x00\x00\x01"])
def test_another_file_is_no_model(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "broken.model"
    path.write_bytes(content)
    with pytest.raises(DataError, match=r"^broken.model: not a tagger model"):
        load(path, Weights)


def test_a_missing_model_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="none"):
        load(tmp_path / "none.model", Weights)


def test_a_model_of_another_kind_is_no_model(tmp_path: Path) -> None:
    save(Weights(["O"], [], b"", b"", b"", b"", {}), tmp_path / "linear.model")
    with pytest.raises(DataError, match=r"^linear.model: not a tagger model"):
        load(tmp_path / "linear.model", Network)
