"""The tagger's model: one that has learned nothing is refused, for with it nothing would be found."""

from __future__ import annotations

from pathlib import Path

import pytest

from maskera import Document, load
from maskera.errors import DataError
from maskera.io import models
from maskera.kernels.network import Weights


def test_a_tagger_without_labels_is_refused(tmp_path: Path) -> None:
    models.save(Weights(["O"], *([[]] + [b""] * 9), {}), tmp_path / "mentions.model")
    nlp = load(models=tmp_path, key=b"nothing is drawn in this test")
    with pytest.raises(DataError, match=r"^mentions.model: the model knows no labels"):
        nlp.detect(Document("a", "Jag heter Farida och bor i Lund."))
