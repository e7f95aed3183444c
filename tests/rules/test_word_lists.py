"""Claims of lists: what a small letter tells, and what it does not in a text that has no other."""

from __future__ import annotations

import pytest

from maskera import Document, Pipeline
from maskera.lexicon.table import token_table
from maskera.mentions import strength


def odds(rules: Pipeline, text: str, form: str) -> float:
    """Log-odds that a form is personal information, by the rules."""
    claimed = rules.claim_many([Document("d", text)])[0][1]
    assert claimed is not None
    return next(strength(claim) for claim in claimed[1] if claim.span.start == text.index(form))


@pytest.mark.parametrize("form", ["fatima", "stockholm"])
def test_a_small_letter_counts_against_a_name_unless_the_text_has_no_other(
    rules: Pipeline, form: str
) -> None:
    among_capitals = odds(rules, f"Igår kom {form} hit. Vi åt.", form)
    among_small = odds(rules, f"igår kom {form} hit. vi åt.", form)
    assert (
        odds(rules, f"Igår kom {form.capitalize()} hit. Vi åt.", form.capitalize())
        > among_small
        > among_capitals
    )


@pytest.mark.parametrize(
    ("text", "quiet"),
    [
        ("vi bor här.", True), ("Vi bor här.", False), ("", True), ("12 !", True), ("jag bor i LUND", False),
        ("Hej! " + "vi bor här. " * 9, True), ("Hej! vi bor här.", False), ("Vi bor här och där och " * 20, False),
    ],
)  # fmt: skip
def test_a_text_with_hardly_any_capital_is_quiet(rules: Pipeline, text: str, quiet: bool) -> None:
    assert (
        token_table(
            rules.language.tokenization(Document("d", text)), rules.language.vocab
        ).few_capitals
        == quiet
    )
