"""`maskera train` as it is called: what it writes, and one clear sentence where there is nothing to
learn from."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
from click.testing import Result
from typer.testing import CliRunner

from maskera import Document, load
from maskera.cli.main import app
from maskera.train import Example, mentions

pytest.importorskip("scipy", reason="the extra `train` is not installed")
TEXT = "Jag heter [[Farida|firstname_female|personal]] och bor i [[Borås|city|personal]].\n"


def test_all_models_of_a_folder_of_texts_are_written_and_used(tmp_path: Path) -> None:
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "a.txt").write_text(TEXT * 3, encoding="utf-8")
    models = tmp_path / "models"
    done = CliRunner().invoke(
        app,
        [
            "train",
            f"{tmp_path / 'texts'}=1",
            "-o",
            str(models),
            "--what",
            "relation,mentions",
            "--epochs",
            "1",
        ],
    )
    assert done.exit_code == 0, done.output
    assert "epoch 1 of 1" in done.stderr and "3 texts, 1 copies" in done.stderr
    assert {path.name for path in models.iterdir()} == {"mentions.model", "relation.tsv"}
    assert load(models=models, key=b"nothing is drawn in this test").detect(
        Document("a", "Jag bor i Lund.")
    )[1]


@pytest.mark.parametrize(
    ("what", "said"), [("mentions", "no text to train on"), ("relation", "no mention to train on")]
)
def test_no_texts_are_one_sentence(what: str, said: str, tmp_path: Path) -> None:
    empty = tmp_path / "empty.jsonl"
    empty.write_bytes(b"")
    done = CliRunner().invoke(
        app, ["train", str(empty), "--what", what, "-o", str(tmp_path / "models")]
    )
    assert done.exit_code == 1
    assert isinstance(done.exception, Exception) and str(done.exception) == f"empty.jsonl: {said}"


def train(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["train", *map(str, arguments)])


def test_what_annotators_of_a_tool_marked_in_labels_of_their_own_trains(tmp_path: Path) -> None:
    text = "Jag heter Farida och bor i Borås."
    task = {"text": text, "label": [[10, 16, "PER"], [27, 32, "LOC"]]}
    (tmp_path / "tasks.jsonl").write_text(f"{json.dumps(task)}\n" * 3, encoding="utf-8")
    (tmp_path / "map.tsv").write_text("PER\tfirstname_female\nLOC\tcity\n", encoding="utf-8")
    given = (tmp_path / "tasks.jsonl", "-o", tmp_path / "models", "--epochs", 1)
    assert "PER" not in (refused := str(train(*given).exception)) and "tasks.jsonl:1" in refused
    done = train(*given, "--label-map", tmp_path / "map.tsv")
    assert done.exit_code == 0, done.output
    assert "3 texts" in done.stderr
    assert (tmp_path / "models" / "mentions.model").is_file()


def test_what_of_a_folder_is_left_out_is_told_once(tmp_path: Path) -> None:
    texts = tmp_path / "texts"
    texts.mkdir()
    (texts / "a.TXT").write_text(TEXT, encoding="utf-8")
    (texts / "b.JSONL").write_text(
        json.dumps({"id": "b", "text": "Hej.", "spans": []}), encoding="utf-8"
    )
    (texts / "c.md").write_text("Hej.", encoding="utf-8")
    done = train(texts, "-o", tmp_path / "models", "--epochs", "1")
    assert done.exit_code == 0, done.output
    assert (
        "texts: 2 texts, 1 copies" in done.stderr and done.stderr.count("files left out (1)") == 1
    )
    done = train(texts / "b.JSONL", "-o", tmp_path / "others")
    assert str(done.exception) == "b.JSONL: no mention to train on"


def test_a_corpus_of_news_teaches_the_tagger_alone(tmp_path: Path) -> None:
    news = tmp_path / "news.txt"
    news.write_text("Farida\tPER\nbor\tO\ni\tO\nLund\tLOC\n\n", encoding="utf-8")
    done = train(news, "-o", tmp_path / "models", "--epochs", "1")
    assert done.exit_code == 0, done.output
    for name in ("genre", "relation"):
        assert (
            f"{name}.tsv: left out, for a named-entity corpus teaches mentions alone" in done.stderr
        )
    assert {path.name for path in (tmp_path / "models").iterdir()} == {"mentions.model"}


@pytest.mark.parametrize("what", ["mentions", "relation"])
def test_texts_without_a_mention_are_one_sentence(what: str, tmp_path: Path) -> None:
    essays = tmp_path / "essays.jsonl"
    essays.write_text(
        json.dumps({"id": "a", "text": "Jag heter Farida.", "spans": []}), encoding="utf-8"
    )
    done = train(essays, "--what", what, "-o", tmp_path / "models")
    assert str(done.exception) == "essays.jsonl: no mention to train on"
    assert not list((tmp_path / "models").iterdir())


def test_a_marked_essay_is_no_corpus_of_news(tmp_path: Path) -> None:
    essay = tmp_path / "essay.txt"
    essay.write_text(TEXT, encoding="utf-8")
    done = train(essay, "-o", tmp_path / "models")
    assert str(done.exception).startswith(
        f"{essay}: no named-entity corpus"
    ) and "given as a folder" in str(done.exception)


@pytest.mark.parametrize(
    ("genres", "written"),
    [(("narrative", "narrative"), []), (("narrative", "argumentative"), ["genre.tsv"])],
)
def test_a_genre_model_takes_two_genres(
    genres: tuple[str, ...], written: list[str], tmp_path: Path
) -> None:
    rows = [
        {"id": str(number), "text": "Solen skiner.", "genre": genre, "spans": []}
        for number, genre in enumerate(genres)
    ]
    essays = tmp_path / "essays.jsonl"
    essays.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    done = train(essays, "-o", tmp_path / "models", "--what", "genre")
    assert [path.name for path in (tmp_path / "models").iterdir()] == written
    assert ("it takes essays of 2 genres" in done.stderr) == (not written)


def test_a_relation_model_takes_a_mention_that_concerns_the_writer(tmp_path: Path) -> None:
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "a.txt").write_text(TEXT.replace("|personal", ""), encoding="utf-8")
    done = train(tmp_path / "texts", "-o", tmp_path / "models", "--what", "relation")
    assert "no mention is marked as concerning the writer" in done.stderr
    assert not list((tmp_path / "models").iterdir())


@pytest.mark.parametrize(
    ("corpus", "older", "reason"),
    [
        ("texts", "relation.tsv", "no mention is marked as concerning the writer"),
        ("texts", "genre.tsv", "it takes essays of 2 genres or more"),
        ("news.txt", "genre.tsv", "a named-entity corpus teaches mentions alone"),
    ],
)
def test_an_older_model_does_not_stay_in_use_unsaid(
    corpus: str, older: str, reason: str, tmp_path: Path
) -> None:
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "a.txt").write_text(TEXT.replace("|personal", ""), encoding="utf-8")
    (tmp_path / "news.txt").write_text("Farida\tPER\n", encoding="utf-8")
    models = tmp_path / "models"
    models.mkdir()
    (models / older).write_text("older", encoding="utf-8")
    done = train(tmp_path / corpus, "-o", models)
    assert str(done.exception).startswith(
        f"{models / older}: this older model would stay in use, for {reason}"
    )
    assert [path.name for path in models.iterdir()] == [older]
    assert (
        train(tmp_path / corpus, "-o", models, "--what", "mentions", "--epochs", "1").exit_code == 0
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("-o", "file"), "file: cannot be written"),
        (("-o", "models", "--language", "xx"), "no language 'xx'; there is sv"),
    ],
)
def test_wrong_use_is_one_sentence(
    arguments: tuple[str, ...], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("file", "a.jsonl"):
        Path(name).write_bytes(b"")
    assert said in str(train("a.jsonl", *arguments).exception)
    assert train("a.jsonl", "-o", "models", "--seed", "-1").exit_code == 2
    assert (
        str(train("a.jsonl=²", "-o", "models").exception)
        == "a.jsonl=²: expected FILE=N with a whole number N"
    )


@pytest.mark.parametrize(("tokens", "epochs"), [(30, 1000), (15_000, 100), (15_000_000, 8)])
def test_a_small_corpus_is_seen_more_often(tokens: int, epochs: int) -> None:
    sentence: Example = ((), ["O"] * (tokens // 10))
    assert mentions._enough([sentence] * 10).epochs == epochs
    assert (
        msgspec.structs.replace(mentions._enough([sentence] * 10), epochs=mentions.SETTINGS.epochs)
        == mentions.SETTINGS
    )
