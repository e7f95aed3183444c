"""Fine-tuning a transformer, from the command line to what it finds. The encoder is tiny and random
(tests/tiny.py): what it learns by heart shows that it learns, not how well one would do."""

from __future__ import annotations

import json
import re
import socket
from pathlib import Path
from random import Random

import numpy as np
import pytest
import tiny
from click.testing import Result
from typer.testing import CliRunner

from maskera import Document, Pipeline, load
from maskera.cli.main import app
from maskera.formats import marked
from maskera.tagger import transformer
from maskera.taxonomy import shipped
from maskera.train import calibration
from maskera.train import transformer as fine

pytest.importorskip("torch", reason=tiny.REASON)
pytest.importorskip("transformers", reason=tiny.REASON)
pytestmark = pytest.mark.filterwarnings("ignore")  # of the model libraries
# Words that no list has, so that only the transformer can know them.
NAMES = "vrelda omskäl tjirpa quenso brolme fjanda ruvik slonke dvargi hempla".split()
TOWNS = "grumsla pylorp vaskelin odderbo krimsjö zurkeby njutfors blekta harvkil svepla".split()
MARKED = [
    *(
        f"nu [[{name}|firstname_unknown]] eller [[{town}|city]] också ."
        for name, town in zip(NAMES, TOWNS, strict=True)
    ),
    *(
        f"här [[{town}|city]] men [[{name}|firstname_unknown]] ."
        for name, town in zip(NAMES, reversed(TOWNS), strict=True)
    ),
]
PLAIN = [marked.parse(line, "", shipped(), 1)[0] for line in MARKED]
KEY = b"nothing is drawn in this test"


def train(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["train", *map(str, arguments)])


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny.bert(tmp_path_factory.mktemp("base"), PLAIN, places=64)


@pytest.fixture(scope="module")
def texts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("texts")
    (folder / "a.txt").write_text("\n".join(MARKED), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def trained(base: Path, texts: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A folder of models, and what training said; no socket was opened."""
    folder = tmp_path_factory.mktemp("models")

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("the network was called")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket, "getaddrinfo", refuse)
        patch.setattr(socket.socket, "connect", refuse)
        done = train(
            f"{texts}=0", "-o", folder, "--what", "mentions", "--engine", "transformer", "--base", base,
            "--epochs", 25, "--rate", 0.005,
        )  # fmt: skip
    assert done.exit_code == 0, (done.output, done.exception)
    return folder, done.stderr


def test_twenty_sentences_are_learnt_by_heart(trained: tuple[Path, str]) -> None:
    losses = [float(each) for each in re.findall(r"loss ([\d.]+)", trained[1])]
    assert len(losses) == 25 and losses[-1] < 0.05 < losses[0]
    assert {path.name for path in trained[0].iterdir()} == {"transformer"}
    assert "%|" not in trained[1]  # no bars of the library


def found(nlp: Pipeline) -> int:
    """How many of the mentions are found with their label."""
    of_all = nlp.detect_many([Document(str(n), text) for n, text in enumerate(PLAIN)])
    right = 0
    for (_, mentions), line in zip(of_all, MARKED, strict=True):
        spans = {(mention.span, mention.label) for mention in mentions}
        right += sum((m.span, m.label) in spans for m in marked.parse(line, "", shipped(), 1)[1])
    return right


@pytest.mark.parametrize("language", ["sv", "en"])
def test_what_it_has_learnt_is_found(trained: tuple[Path, str], language: str) -> None:
    assert found(load(language, models=trained[0], key=KEY)) >= 38  # of 40; rules have a say
    assert found(load(language, key=KEY)) <= 10


def test_a_document_does_not_depend_on_its_neighbours(trained: tuple[Path, str]) -> None:
    nlp = load(models=trained[0], key=KEY)
    alone = [nlp.detect(Document(str(n), text))[1] for n, text in enumerate(PLAIN)]
    order = [*range(len(PLAIN))]
    Random(3).shuffle(order)
    together = nlp.detect_many([Document(str(n), PLAIN[n]) for n in order])
    assert [mentions for _, mentions in together] == [alone[n] for n in order]


def test_a_seed_gives_one_model_and_another_seed_another(
    base: Path, texts: Path, tmp_path: Path
) -> None:
    weights = []
    for number, seed in enumerate((7, 7, 9)):
        folder = tmp_path / str(number)
        done = train(
            f"{texts}=1", "-o", folder, "--what", "mentions", "--engine", "transformer", "--base", base,
            "--epochs", 1, "--seed", seed,
        )  # fmt: skip
        assert done.exit_code == 0, done.exception
        weights.append((folder / "transformer" / "model.safetensors").read_bytes())
    assert weights[0] == weights[1] != weights[2]


def test_what_a_corpus_does_not_mark_is_not_negative(
    base: Path, texts: Path, tmp_path: Path
) -> None:
    """Of the names nothing is said in a corpus that marks places; they may be anything."""
    lines = [json.dumps({"annotates": ["LOC"]})]
    for number, line in enumerate(MARKED):
        text, mentions = marked.parse(line, "", shipped(), 1)
        spans = [{"start": m.span.start, "end": m.span.end, "label": "LOC"} for m in mentions if m.label == "city"]  # fmt: skip
        lines.append(json.dumps({"id": str(number), "text": text, "spans": spans}))
    corpus = tmp_path / "places.jsonl"
    corpus.write_text("\n".join(lines), encoding="utf-8")
    done = train(
        f"{texts}=0", f"{corpus}=0", "-o", tmp_path / "models", "--what", "mentions", "--language", "en",
        "--engine", "transformer", "--base", base, "--epochs", 20, "--rate", 0.005,
    )  # fmt: skip
    assert done.exit_code == 0, done.exception
    nlp = load("en", models=tmp_path / "models", key=KEY)
    _, mentions = nlp.detect(Document("a", PLAIN[0]))
    assert [mention.label for mention in mentions] == ["firstname_unknown", "city"]


def test_a_temperature_is_fitted_where_texts_are_many(base: Path, tmp_path: Path) -> None:
    folder = tmp_path / "texts"
    folder.mkdir()
    (folder / "a.txt").write_text("\n".join(MARKED * 2), encoding="utf-8")
    done = train(
        f"{folder}=0", "-o", tmp_path / "models", "--what", "mentions", "--engine", "transformer",
        "--base", base, "--epochs", 15, "--rate", 0.005,
    )  # fmt: skip
    assert done.exit_code == 0, done.exception
    config = json.loads((tmp_path / "models" / "transformer" / "config.json").read_bytes())
    assert config["maskera"]["card"]["held_out"] == 4
    assert config["maskera"]["temperature"] != 1
    assert "of 4 texts held out" in done.stderr


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--engine", "transformer"], "--engine transformer and --base FOLDER go together"),
        (["--base", "x"], "--engine transformer and --base FOLDER go together"),
        (["--engine", "gpt"], "no engine 'gpt'; there is network, transformer, hmm"),
        (["--rate", "0.1"], "--rate is of --engine transformer"),
        (["--engine", "transformer", "--base", "nowhere"], "nowhere: no folder of a model (no config.json)"),
    ],
)  # fmt: skip
def test_a_wrong_call_is_one_sentence(
    options: list[str], said: str, texts: Path, tmp_path: Path
) -> None:
    done = train(texts, "-o", tmp_path / "models", "--what", "mentions", *options)
    assert done.exit_code != 0 and said in str(done.exception)


def test_the_temperature_is_that_of_the_right_answers() -> None:
    """Of probabilities that are twice too sure in their logarithms the temperature is 2."""
    rng = np.random.default_rng(5)
    scores = rng.normal(0, 1.5, (20_000, 3))
    true = np.exp(scores)
    true /= true.sum(1, keepdims=True)
    drawn = (rng.random((20_000, 1)) > true.cumsum(1)).sum(1)
    right = np.eye(3, dtype=bool)[drawn]
    sure = np.exp(2 * scores)
    sure /= sure.sum(1, keepdims=True)
    assert calibration.temperature(sure.astype(np.float32), right) == pytest.approx(2, abs=0.1)
    assert calibration.temperature(true.astype(np.float32), right) == pytest.approx(1, abs=0.05)


def test_batches_hold_windows_of_like_length_once_each(base: Path) -> None:
    """Single sentences beside essays: hardly a piece is padding, and no epoch is like another."""
    loaded = transformer.load(base, ["O"])
    rng = Random(2)
    texts = ["nu " * rng.choice((2, 3, 40, 41)) for _ in range(300)]
    samples = [
        fine.Sample(text, range(0, len(text), 3), range(2, len(text), 3), ["O"] * (len(text) // 3))
        for text in texts
    ]
    batches = fine._Batches(loaded, samples, ["O"])
    first, second = batches.drawn(8), batches.drawn(8)
    assert sorted(number for batch in first for number in batch) == list(range(300))
    assert first != second
    pieces = sum(len(window.pieces) for window, _ in batches.windows)
    computed = sum(batches.batch(batch)[0]["input_ids"].numel() for batch in first)
    assert computed < 1.15 * pieces


def test_the_rate_rises_and_falls() -> None:
    shares = [fine._share(step, 100) for step in range(100)]
    assert shares[:10] == pytest.approx([0.1 * step for step in range(1, 11)])
    assert shares[9:] == sorted(shares[9:], reverse=True) and 0 < shares[-1] < 0.02
    assert fine._share(0, 1) == 1
