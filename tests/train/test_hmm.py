"""`maskera train --engine hmm`: what it writes, and that it is used."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from maskera import Document, load
from maskera.cli.main import app
from maskera.tagger import hmm
from maskera.tagger.engines import HMM

NAMES = "vrelda omskäl tjirpa quenso brolme fjanda ruvik slonke dvargi hempla".split()
LINES = [f"nu [[{name}|firstname_unknown]] eller också ." for name in NAMES] + [
    "nu kommer våren och vi går ut .",
    "eller också stannar vi hemma .",
]
KEY = b"nothing is drawn in this test"


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("hmm")
    (folder / "texts").mkdir()
    (folder / "texts" / "a.txt").write_text("\n".join(LINES * 3), encoding="utf-8")
    arguments = [f"{folder / 'texts'}=0", "-o", str(folder / "models"), "--what", "mentions"]
    done = CliRunner().invoke(app, ["train", *arguments, "--engine", "hmm"])
    assert done.exit_code == 0, (done.output, done.exception)
    assert "sentences held out" in done.stderr
    return folder / "models"


def test_it_writes_one_file_that_finds_what_it_has_learnt(trained: Path) -> None:
    assert [path.name for path in trained.iterdir()] == [HMM]
    text = "nu hempla eller också ."
    assert load(models=trained, key=KEY).detect(Document("a", text))[1][0].label == (
        "firstname_unknown"
    )
    assert not load(key=KEY).detect(Document("a", text))[1]
    assert not load(models=trained, key=KEY).detect(Document("a", "nu kommer våren ."))[1]


def test_the_temperature_makes_it_less_sure(trained: Path) -> None:
    _, temperature = hmm.load(trained / HMM)
    assert 0.25 <= temperature <= 32


def test_a_corpus_that_does_not_mark_all_teaches_what_it_marks(tmp_path: Path) -> None:
    """Of English: what is not marked as a place may be anything."""
    lines: list[object] = [{"annotates": ["LOC"]}]
    for number, name in enumerate(NAMES):
        text = f"now in {name} again"
        span = {"start": 7, "end": 7 + len(name), "label": "LOC"}
        lines.append({"id": str(number), "text": text, "spans": [span]})
    corpus = tmp_path / "places.jsonl"
    corpus.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    whole = tmp_path / "whole.jsonl"
    text = "now in Lund again"
    span = {"start": 7, "end": 11, "label": "city"}
    whole.write_text(json.dumps({"id": "a", "text": text, "spans": [span]}), encoding="utf-8")
    arguments = [f"{corpus}=0", f"{whole}=0", "-o", str(tmp_path / "models"), "--what", "mentions"]
    done = CliRunner().invoke(app, ["train", *arguments, "--engine", "hmm", "--language", "en"])
    assert done.exit_code == 0, (done.output, done.exception)
    model, _ = hmm.load(tmp_path / "models" / HMM)
    assert model.labels == ("O", "city")
    assert model.decode("now in Lund again".split()) == ["O", "O", "city", "O"]
