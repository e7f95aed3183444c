"""The fit of the rules' weights: what annotated texts contradict loses, what they bear out gains."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from maskera import Document, load
from maskera.lang import load_pack
from maskera.mentions import Detection, Evidence, Hypothesis, probability
from maskera.rules.fitted import ANY
from maskera.text import Span
from maskera.train import rules

pytest.importorskip("scipy", reason="the extra `train` is not installed")


def claim(source: str, label: str = "city") -> Detection:
    return Detection(Span(0, 4), (Hypothesis(label, (Evidence(source, 0.0),)),))


def test_a_source_comes_to_count_what_it_is_right(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "DECAY", 0.001)
    good = [(claim("good"), "city")] * 90 + [(claim("good"), None)] * 10
    bad = [(claim("bad"), "city")] * 20 + [(claim("bad"), None)] * 80
    weights = rules.fit(good + bad).weights
    for source, share in (("good", 0.9), ("bad", 0.2)):
        odds = weights[source, ANY] + weights[source, "city"]
        assert math.isclose(probability(odds), share, abs_tol=0.001)


def test_few_examples_leave_the_weights_as_they_are() -> None:
    weights = rules.fit([(claim("rare"), None)]).weights
    assert all(abs(weight) < 0.02 for weight in weights.values())


def test_a_marked_span_under_another_label_speaks_for_all_that_was_claimed() -> None:
    two = Detection(
        Span(0, 4), tuple(Hypothesis(label, (Evidence(label, 0.0),)) for label in ("city", "area"))
    )
    weights = rules.fit([(two, "surname")] * 200).weights
    assert weights["city", ANY] > 0.1 and math.isclose(weights["city", ANY], weights["area", ANY])


def test_claims_of_both_modes_are_learned_from_and_the_same_way_twice(tmp_path: Path) -> None:
    texts = tmp_path / "texts.jsonl"
    texts.write_text(
        '{"id": "a", "text": "Jag bor i Lund.", "spans": [{"start": 10, "end": 14, "label": "city"}]}\n',
        encoding="utf-8",
    )
    pairs = rules.pairs(texts, load_pack("sv"))
    assert [label for found, label in pairs if found.span == Span(10, 14)] == ["city", "city"]
    assert rules.fit(pairs) == rules.fit(rules.pairs(texts, load_pack("sv")))


@pytest.mark.parametrize(
    ("language", "text"), [("sv", "Jag bor i Borås."), ("en", "I live in Manchester.")]
)
def test_the_corrections_hold_without_a_tagger_alone(
    tmp_path: Path, language: str, text: str
) -> None:
    (tmp_path / "rules.tsv").write_text(
        "source\tlabel\tcorrection\nlist:city\t\t-50\n"
        "list:a place and hardly anything else\t\t-50\n",
        encoding="utf-8",
    )
    document = Document("a", text)
    for mode, found in (("rules", 0), ("rules+pos", 0), ("full", 1)):
        nlp = load(language, mode=mode, models=tmp_path, key=b"nothing is drawn in this test")
        assert len(nlp.detect(document)[1]) == found, mode
