"""tools/risk_policies.py, which writes the tables of docs/risk.md: on invented essays."""

from __future__ import annotations

import importlib.util
import sys
from types import ModuleType

import pytest
from conftest import ROOT

from maskera.mentions import Mention
from maskera.pipeline import load
from maskera.result import Result, release
from maskera.text import Document, Span

TEXTS = {
    "a": ("Jag heter Nadia och bor i Gränna. Min moster är kirurg.",
          {"Nadia": "firstname_female", "Gränna": "city", "moster": "fam", "kirurg": "prof"}),
    "b": ("Jag heter Omar och bor i Kiruna. Min bror är bagare.",
          {"Omar": "firstname_male", "Kiruna": "city", "bror": "fam", "bagare": "prof"}),
}  # fmt: skip
Gold = list[tuple[Document, list[Mention]]]


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    """The tool as a module."""
    spec = importlib.util.spec_from_file_location("risk_policies", ROOT / "tools/risk_policies.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def gold() -> Gold:
    """Two essays with what concerns their writers."""
    found = []
    for name, (text, marked) in TEXTS.items():
        spans = [
            (Span(text.index(f), text.index(f) + len(f)), label) for f, label in marked.items()
        ]
        mentions = [Mention(span, label, 1, frozenset(), 1.0, 1.0) for span, label in spans]
        found.append((Document(name, text), mentions))
    return found


def test_the_table_tells_what_a_policy_leaves(tool: ModuleType, gold: Gold) -> None:
    table = {
        name: tool.measured(gold, load("sv", policy=name, key=tool.KEY))
        for name in ("swell", "careful", "category")
    }
    assert table["swell"].kept == 1.0 and table["careful"].kept < 1.0
    assert table["category"].eight == 0.0 and table["category"].unchanged == 1.0
    assert table["swell"].unique == 1.0
    assert "| swell | " in tool.table([("swell", table["swell"])])


def test_the_floor_and_the_facts_are_of_the_gold(tool: ModuleType, gold: Gold) -> None:
    cut = tool.cut(gold)
    assert "Nadia" not in cut["a"] and "Gränna" not in cut["a"] and "kirurg" in cut["a"]
    assert [fact.text for fact in tool.facts(gold, without=tool.KEPT)["b"]] == ["Omar", "Kiruna"]
    assert [fact.text for fact in tool.facts(gold, tool.KEPT)["b"]] == ["bror", "bagare"]
    nobody = [(document, [m for m in mentions if m.label == "x"]) for document, mentions in gold]
    assert tool.facts(nobody) == {"a": [], "b": []}


def test_a_word_outside_that_is_replaced_counts_as_changed(tool: ModuleType, gold: Gold) -> None:
    nlp = load("sv", policy="category", key=tool.KEY)
    results: dict[str, Result] = {document.id: nlp(document) for document, _ in gold}
    assert tool.unchanged(gold, results) == 1.0
    fewer = [(document, mentions[1:]) for document, mentions in gold]  # without the first names
    words = sum(len(document.text.split()) - len(mentions) for document, mentions in fewer)
    assert tool.unchanged(fewer, results) == pytest.approx((words - 2) / words)
    assert "Nadia" not in release(results["a"]).text
