"""A clause that takes its sentence with it."""

from __future__ import annotations

import pytest

from maskera import Pipeline, load, release
from maskera.label.sentences import MOST, with_sentences
from maskera.lang import load_pack
from maskera.lexicon.table import token_table
from maskera.mentions import Mention
from maskera.text import Document, Span

CLAUSE = "en get sov i kyrkan"


def widened(text: str, *others: str, labels: tuple[str, ...] = ("extra",)) -> list[str]:
    pack = load_pack("sv")
    table = token_table(pack.tokenization(Document("a", text, "sv")), pack.vocab)
    forms = [(CLAUSE, "extra"), *((other, "city") for other in others)]
    mentions = [
        Mention(Span(at, at + len(form)), label)
        for form, label in forms
        for at in [text.index(form)]
    ]
    found = with_sentences(table, sorted(mentions, key=lambda each: each.span), labels)
    return [text[each.span.start : each.span.end] for each in found]


def test_the_sentence_goes_with_the_clause_and_what_is_in_it() -> None:
    text = f"Hej! – I Lund, minns du, {CLAUSE} och vi skrattade. Sedan for vi till Umeå."
    assert widened(text, "Lund", "Umeå") == [
        f"I Lund, minns du, {CLAUSE} och vi skrattade", "Umeå",
    ]  # fmt: skip
    assert widened(text, "Lund", "Umeå", labels=()) == ["Lund", CLAUSE, "Umeå"]


def test_a_long_sentence_keeps_what_stands_around() -> None:
    fits = "och så " * ((MOST - 5) // 2) + CLAUSE
    assert widened(f"{fits}.") == [fits]
    assert widened(f"och så {fits}.") == [CLAUSE]


@pytest.mark.parametrize("policy", ["natural", "category", "careful"])
def test_a_user_name_leaves_its_sentence(policy: str) -> None:
    nlp: Pipeline = load("sv", policy=policy, key=b"a key of the tests, long enough for everything")
    text = release(nlp("Jag sjunger ofta och min insta är sara.lindholm sedan i våras.")).text
    assert text.startswith("Jag sjunger ofta och min insta är ") and "lindholm" not in text
    assert text.endswith(" sedan i våras.")


@pytest.mark.parametrize(
    ("policy", "left"), [("swell", True), ("category", False), ("careful", False)]
)
def test_policies_that_ask_for_it(policy: str, left: bool) -> None:
    nlp: Pipeline = load("sv", policy=policy, key=b"a key of the tests, long enough for everything")
    text = release(nlp("Hunden bor med mig nu och hela tidningen skrev om oss.")).text
    assert ("Hunden bor med mig" in text) is left and "tidningen" not in text
