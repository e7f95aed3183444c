"""Weighing by the surroundings: what is dropped on the way could not have counted."""

from __future__ import annotations

from pathlib import Path

import pytest

from maskera import Document, Pipeline
from maskera.label.merge import resolve_overlaps
from maskera.lang.sv import context, detection
from maskera.lang.sv.detection import cues
from maskera.lexicon.table import token_table
from maskera.pipeline import CONSIDERED_ODDS
from maskera.pipeline import rules as claimed

SAMPLES = sorted((Path(__file__).parent.parent.parent / "samples").glob("*.txt"))
TEXTS = [path.read_text(encoding="utf-8") for path in SAMPLES]


@pytest.mark.parametrize("text", [*TEXTS, *map(str.lower, TEXTS)])
def test_no_claim_is_dropped_that_would_be_considered(
    rules: Pipeline, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (document,) = rules.language.models.tag([Document("d", text)])
    table = token_table(document, rules.language.vocab)
    kept = claimed(table, rules.language, tags=True)
    monkeypatch.setattr(context, "HOPELESS", -100.0)
    monkeypatch.setattr(detection, "weighing", lambda vocab: context.scales(vocab.derived(cues)))
    every = claimed(table, rules.language, tags=True)
    assert len(kept) < len(every)
    assert resolve_overlaps(kept, CONSIDERED_ODDS) == resolve_overlaps(every, CONSIDERED_ODDS)


@pytest.mark.parametrize("genitive", ["Qorbina's", "Qorbina\u2019s", "Qo\u0308rbina's"])
def test_a_name_is_known_again_without_its_ending_however_its_marks_are_typed(
    rules: Pipeline, genitive: str
) -> None:
    again = genitive[:-2].lower()
    text = f"Min syster {genitive} man är snäll. Vi satt och sen kom {again}."
    found = rules(text).mentions
    assert text[found[-1].span.start : found[-1].span.end] == again
