"""Fitting the model of sentences that tell of a rare event."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from maskera.cli.main import app
from maskera.lang import load_pack
from maskera.rules.event_sentences import load
from maskera.train import events

pytest.importorskip("scipy", reason="the extra `train` is not installed")
THINGS = ("get", "säl", "gris", "björn", "höna", "gås")
PLACES = ("kyrkan", "bussen", "hissen", "badkaret")
TOLD = [
    f"[[En {thing} sov i {place} hela natten|extra|personal]]."
    for thing in THINGS
    for place in PLACES
]
EVERYDAY = [
    f"Jag åt {food} och läste en bok hemma." for food in ("soppa", "gröt", "fisk", "bröd")
] * 6


def test_what_events_are_told_with_weighs_for_them(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("\n".join([*TOLD, *EVERYDAY]) + "\n", encoding="utf-8")
    told = list(events.pairs(file, load_pack("sv")))
    assert len(told) == 2 * (len(TOLD) + len(EVERYDAY))  # as written, and in small letters
    assert sum(is_event for _, is_event in told) == 2 * len(TOLD)
    model = events.fit(told)
    assert model.weights["word:sov"] > 0 > model.weights["word:läste"]
    assert events.fit(told) == model
    assert not any("soppa" in name for name in events.fit(told[:52]).weights)  # too few have it


def test_a_name_that_is_no_clause_makes_no_event(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("Jag heter [[säl_i_kyrkan|extra|personal]] på forumet och mår bra.\n", "utf-8")
    assert list(events.pairs(file, load_pack("sv"))) == []


def test_the_command_writes_the_model_or_says_what_it_lacks(tmp_path: Path) -> None:
    def trained(name: str, lines: list[str]) -> tuple[str, Path]:
        folder, models = tmp_path / f"{name} texts", tmp_path / name
        folder.mkdir()
        (folder / "a.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
        wanted = ["train", str(folder), "--what", "events", "-o", str(models)]
        done = CliRunner().invoke(app, wanted)
        assert done.exit_code == 0, done.output
        return done.stderr, models / "events.tsv"

    said, file = trained("enough", [*TOLD, *EVERYDAY])
    assert "96 sentences, as written and in small letters, 48 of them events" in said
    assert load(file).weights
    said, file = trained("few", [*TOLD[:3], *EVERYDAY])
    assert "it takes 20 rare events" in said
    assert not file.exists()
