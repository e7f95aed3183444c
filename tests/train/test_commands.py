"""`maskera train` as it is called: what it writes, and one clear sentence where there is nothing to learn from."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from maskera import Document, load
from maskera.cli import app

pytest.importorskip("scipy", reason="the extra `train` is not installed")
TEXT = "Jag heter [[Farida|firstname_female|personal]] och bor i [[Borås|city|personal]].\n"


def test_all_models_of_a_folder_of_texts_are_written_and_used(tmp_path: Path) -> None:
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "a.txt").write_text(TEXT * 3, encoding="utf-8")
    models = tmp_path / "models"
    done = CliRunner().invoke(app, ["train", f"{tmp_path / 'texts'}=1", "-o", str(models), "--what", "relation,mentions", "--epochs", "1"])
    assert done.exit_code == 0, done.output
    assert "epoch 1 of 1" in done.stderr and "3 texts, 1 copies" in done.stderr
    assert {path.name for path in models.iterdir()} == {"mentions.model", "relation.tsv"}
    assert load(models=models, key=b"nothing is drawn in this test").detect(Document("a", "Jag bor i Lund."))[1]


@pytest.mark.parametrize(("what", "said"), [("mentions", "no text to train on"), ("relation", "no mention to train on")])
def test_no_texts_are_one_sentence(what: str, said: str, tmp_path: Path) -> None:
    empty = tmp_path / "empty.jsonl"
    empty.write_bytes(b"")
    done = CliRunner().invoke(app, ["train", str(empty), "--what", what, "-o", str(tmp_path / "models")])
    assert done.exit_code == 1
    assert isinstance(done.exception, Exception) and str(done.exception) == f"empty.jsonl: {said}"
