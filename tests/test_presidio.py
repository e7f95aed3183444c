from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import pytest

import maskera

if TYPE_CHECKING:
    from maskera.presidio import MaskeraRecognizer

pytestmark = pytest.mark.skipif(
    find_spec("presidio_analyzer") is None, reason="presidio is not installed (extra `presidio`)"
)
TEXT = "Jag heter Farid Hemligson, bor i Malmö och har 070-174 06 35."


@pytest.fixture(scope="module")
def ours() -> Any:
    """The module. Presidio takes two seconds to import, here and not in every process of the tests."""
    return import_module("maskera.presidio")


@pytest.fixture(scope="module")
def recognizer(ours: Any) -> MaskeraRecognizer:
    made: MaskeraRecognizer = ours.MaskeraRecognizer("sv", mode="rules")
    return made


def test_mentions_are_results_with_a_sentence_of_reasons(recognizer: MaskeraRecognizer) -> None:
    results = recognizer.analyze(TEXT)
    assert [(TEXT[r.start : r.end], r.entity_type) for r in results] == [
        ("Farid", "PERSON"),
        ("Hemligson", "PERSON"),
        ("Malmö", "LOCATION"),
        ("070-174 06 35", "PHONE_NUMBER"),
    ]
    for result in results:
        reason = result.analysis_explanation.textual_explanation
        assert reason.endswith(".")
        assert f"{result.score:.2f}" in reason
        assert "Farid" not in reason


def test_only_what_is_asked_for_is_given(recognizer: MaskeraRecognizer) -> None:
    assert {r.entity_type for r in recognizer.analyze(TEXT, ["LOCATION"])} == {"LOCATION"}
    assert recognizer.analyze("Det regnar.") == []


def test_every_label_has_a_type_or_is_left_out(ours: Any) -> None:
    taxonomy = maskera.load(mode="rules").language.taxonomy
    types = ours.entity_types(taxonomy)
    assert types["firstname_male"] == "PERSON"
    assert "fam" not in types
    assert types.keys() <= taxonomy.categories.keys()


def test_a_map_of_ones_own(ours: Any, recognizer: MaskeraRecognizer) -> None:
    own = ours.MaskeraRecognizer("sv", recognizer.nlp, {"city": "GPE"})
    assert [(r.start, r.entity_type) for r in own.analyze(TEXT)] == [(TEXT.index("Malmö"), "GPE")]


def test_presidios_engine_takes_it(recognizer: MaskeraRecognizer) -> None:
    spacy = pytest.importorskip("spacy")
    from presidio_analyzer import AnalyzerEngine, RecognizerRegistry
    from presidio_analyzer.nlp_engine import SpacyNlpEngine

    class Blank(SpacyNlpEngine):
        def __init__(self) -> None:
            super().__init__(models=[{"lang_code": "sv", "model_name": "blank"}])
            self.nlp = {"sv": spacy.blank("sv")}

    registry = RecognizerRegistry([recognizer], supported_languages=["sv"])
    engine = AnalyzerEngine(registry, Blank(), supported_languages=["sv"])
    found = engine.analyze(TEXT, "sv", return_decision_process=True)
    assert {r.entity_type for r in found} == {"PERSON", "LOCATION", "PHONE_NUMBER"}
    assert all(r.analysis_explanation.textual_explanation for r in found)
