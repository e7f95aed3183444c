"""The replay with hidden labels, and the command."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from calling import Cli

from learn.invented import corpus
from maskera.errors import MaskeraError
from maskera.learn import committee
from maskera.learn import simulate as simulation
from maskera.learn.prior import Prior

pytest.importorskip("scipy")


@pytest.fixture(autouse=True)
def one_member(monkeypatch: pytest.MonkeyPatch) -> None:
    """The loop is what is tested here; a committee of one is fitted in a fifth of the time."""
    monkeypatch.setattr(committee, "MEMBERS", 1)


def _file(path: Path, count: int, seed: int) -> Path:
    rows = [
        {
            "id": document.id,
            "text": document.text,
            "spans": [
                {"start": m.span.start, "end": m.span.end, "label": m.label} for m in mentions
            ],
        }
        for document, mentions in corpus(count, seed)
    ]
    path.write_bytes(b"".join(msgspec.json.encode(row) + b"\n" for row in rows))
    return path


@pytest.mark.parametrize("strategy", simulation.STRATEGIES)
@pytest.mark.parametrize("engine", ["crf", "hmm"])
def test_the_curve_rises_and_is_the_same_again(strategy: str, engine: str) -> None:
    def run() -> tuple[list[simulation.Point], simulation.Point]:
        tried = simulation.trial(corpus(30), corpus(10, 2), Prior(), engine)
        points, (pool, _) = simulation.simulate(tried, strategy, 700, 12, 3)
        return [point for point, _ in points], pool

    curve, whole = run()
    assert (curve, whole) == run()
    assert [point.tokens for point in curve] == ([0] if strategy == "cards" else []) + [500, 700]
    assert curve[-1].f1 > 0.8 and whole.f1 > 0.85


def test_a_pool_is_divided_by_the_seed() -> None:
    gold = corpus(20)
    kept, test = simulation.held_out(gold, 7)
    assert len(kept) == 16 and len(test) == 4 and simulation.held_out(gold, 7) == (kept, test)
    with pytest.raises(MaskeraError, match="--test"):
        simulation.held_out(gold[:1], 7)


def test_a_pool_without_mention_or_candidate_is_refused() -> None:
    bare = [(document, ()) for document, _ in corpus(3)]
    with pytest.raises(MaskeraError, match="no mention"):
        simulation.trial(bare, bare, Prior(), "crf")


def test_the_command_writes_the_contract(maskera: Cli, tmp_path: Path) -> None:
    gold, test = _file(tmp_path / "gold.jsonl", 25, 1), _file(tmp_path / "test.jsonl", 6, 2)
    done = maskera("learn", "simulate", str(gold), "--test", str(test), "--json", "--tokens", "600")
    assert done.code == 0, done.err
    found = msgspec.json.decode(done.out)
    assert [set(point) for point in found["curve"]] == [{"tokens", "f1"}] * 2
    assert found["curve"][-1]["tokens"] == 600 and found["pool"]["f1"] > 0.8
    assert len(found["schemes"]) == 3 and found["schemes"][-1]["muc"] > 0.8
    again = maskera(
        "learn", "simulate", str(gold), "--test", str(test), "--json", "--tokens", "600"
    )
    assert again.out == done.out


def test_the_held_out_share_is_said(maskera: Cli, tmp_path: Path) -> None:
    gold = _file(tmp_path / "gold.jsonl", 20, 1)
    done = maskera("learn", "simulate", str(gold), "--tokens", "300")
    assert done.code == 0 and "held out: 4 of 20 documents" in done.err


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"id": "a", "text": "Anna Hemlig"', "gold.jsonl:1: not a JSON object"),
        (
            '{"id": "a", "text": "Anna", "spans": [{"start": 0, "end": 9, "label": "x"}]}',
            "gold.jsonl:1: a span is empty or lies outside the text",
        ),
    ],
)
def test_bad_lines_are_named_and_not_quoted(
    maskera: Cli, tmp_path: Path, line: str, message: str
) -> None:
    (tmp_path / "gold.jsonl").write_text(line + "\n")
    done = maskera("learn", "simulate", str(tmp_path / "gold.jsonl"))
    assert done.code == 2 and message in done.err and "Hemlig" not in done.err
    assert done.err.count("\n") == 1


def test_unknown_names_are_refused(maskera: Cli, tmp_path: Path) -> None:
    gold = str(_file(tmp_path / "gold.jsonl", 3, 1))
    for option, value in (("--strategy", "best"), ("--engine", "magic"), ("--language", "xx")):
        done = maskera("learn", "simulate", gold, option, value)
        assert done.code == 2 and repr(value) in done.err


def test_no_documents_is_no_error(maskera: Cli, tmp_path: Path) -> None:
    (tmp_path / "empty.jsonl").write_text("")
    done = maskera("learn", "simulate", str(tmp_path / "empty.jsonl"), "--json")
    assert done.code == 0 and "no documents" in done.err
    assert msgspec.json.decode(done.out)["curve"] == []
