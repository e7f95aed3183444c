"""Floors of the shipped models. The benchmark's development documents are among those that the
English model was fitted on, so these are floors against faults, not figures; the figures on
documents that a fold did not see are on the model's card and in docs/risk.md."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from conftest import ROOT

from maskera.formats.tab import TabDocument
from maskera.risk import scores
from maskera.risk.assess import Assessment, assess
from maskera.risk.choice import LEVELS, Bound, Level, masked_at, masked_by_bound
from maskera.risk.direct import direct_of
from maskera.risk.model import Corpus, load_model
from maskera.risk.texts import text_of_tab

TAB = ROOT.parent / "shared" / "data" / "tab" / "echr_dev.json"


@pytest.fixture(scope="module")
def documents() -> list[TabDocument]:
    if not Path(TAB).is_file():
        pytest.skip("the benchmark is not beside the repository")
    return msgspec.json.decode(TAB.read_bytes(), type=list[TabDocument])


@pytest.fixture(scope="module")
def assessed(documents: list[TabDocument]) -> list[Assessment]:
    model = load_model("en")
    corpus = Corpus([text_of_tab(document) for document in documents], model.grams())
    return assess(corpus, model, direct_of("en"))


@pytest.mark.parametrize(("language", "least"), [("en", 0.90), ("sv", 0.92)])
def test_unseen_documents_were_told_apart_when_the_model_was_fitted(
    language: str, least: float
) -> None:
    card = load_model(language).card
    assert card["auc"] >= least and card["calibration_error"] <= 0.04


def test_mentions_of_court_cases_are_told_apart(assessed: list[Assessment]) -> None:
    found = scores.agreement(assessed)
    assert found["auc"] >= 0.94 and found["calibration_error"] <= 0.07


def test_what_is_masked_finds_what_experts_mask_with_fewer_words(
    documents: list[TabDocument], assessed: list[Assessment]
) -> None:
    def measured(level: Level) -> dict[str, float]:
        masked = [masked_at(each, level) for each in assessed]
        return scores.against_tab(documents, assessed, masked)

    everything, default = measured(Level(0.0)), measured(LEVELS["default"])
    balanced = measured(LEVELS["balanced"])
    assert everything["entity_recall_quasi"] == 1.0
    assert default["entity_recall_direct"] == 1.0 and default["entity_recall_quasi"] >= 0.97
    assert default["words_masked"] <= 0.84 * everything["words_masked"]
    assert balanced["token_f1"] >= 0.90 and balanced["token_precision"] >= 0.85


def test_each_level_masks_all_that_a_laxer_one_does(assessed: list[Assessment]) -> None:
    for each in assessed:
        cautious, default, balanced = (
            masked_at(each, LEVELS[name]) for name in ("cautious", "default", "balanced")
        )
        assert balanced <= default <= cautious


def test_a_tighter_bound_masks_no_less_of_a_court_case(assessed: list[Assessment]) -> None:
    for each in assessed[:6]:
        loose = [masked_by_bound(each, Bound(risk))[1] for risk in (0.9, 0.6, 0.3)]
        costs = [choice.cost for choice in loose if choice.method == "exact"]
        assert costs == sorted(costs)
