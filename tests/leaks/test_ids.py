"""The leak check of ids: which of them show a name that was replaced."""

from __future__ import annotations

import pytest
from conftest import KEY

import maskera
from maskera import Document, LeakStatus, Pipeline

NAMED = "Jag heter Åsa Lindqvist. Min bror Bo bor i Lund."


@pytest.mark.parametrize(
    "identifier",
    [
        "Åsa_Lindqvist",
        "A\u030asa",
        "asa-3",
        "AsaL",
        "klass 1/LINDQVISTS",
        "asalindqvist",
        "brev_bo",
        "Lund",
        "uppsats-lund-3",
    ],
)
def test_an_id_that_shows_a_replaced_name_wants_a_review(rules: Pipeline, identifier: str) -> None:
    result = rules(Document(identifier, NAMED))
    assert result.named and result.leaks == maskera.release(result).leaks == LeakStatus.REVIEW


@pytest.mark.parametrize(
    "identifier",
    [
        "Sara_Holmberg",
        "HolmbergSara-2",
        "klass/Sara Holmberg",
        "Ingrid Falk",
        "Ek_Nadia",
        "uppsats-sara-berg",
    ],
)
def test_a_full_name_in_an_id_wants_a_review_though_no_text_has_it(
    rules: Pipeline, identifier: str
) -> None:
    assert rules(Document(identifier, NAMED)).leaks == LeakStatus.REVIEW


@pytest.mark.parametrize("identifier", ["850709-9805", "a 8507099805", "ring 070-174 06 05"])
def test_so_does_a_number_of_the_text(rules: Pipeline, identifier: str) -> None:
    text = "Mitt personnummer är 850709-9805 och min telefon 070-174 06 05."
    assert rules(Document(identifier, text)).leaks == LeakStatus.REVIEW


@pytest.mark.parametrize(
    "identifier",
    [
        "",
        "A8AT4",
        "text",
        "evaluative",
        "boende",
        "ÅL",
        "Malmö",
        "Vasagatan",
        "asp",
        "uppsats_skog",
        "ek-och-berg",
        "sommar dag",
        "falk_uppsats",
    ],
)
def test_an_id_without_one_does_not(rules: Pipeline, identifier: str) -> None:
    result = rules(Document(identifier, NAMED))
    assert not result.named and result.leaks == LeakStatus.PASS


def test_an_id_that_shows_a_name_makes_no_leak_milder(rules: Pipeline) -> None:
    document, mentions = rules.detect(Document("Åsa_Lindqvist", NAMED + " Åsa."))
    result = rules.replace(
        document, [mention for mention in mentions if mention.span.end <= len(NAMED)]
    )
    assert result.named and result.leaks == maskera.release(result).leaks == LeakStatus.FAIL


def test_a_name_that_is_kept_may_stand_in_the_id() -> None:
    assert not maskera.load(mode="rules", policy="mark-only", key=KEY)(
        Document("Åsa_Lindqvist", NAMED)
    ).named
