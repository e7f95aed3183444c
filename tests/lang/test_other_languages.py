"""Words of other languages that are no names, and names that are spelt alike."""

from __future__ import annotations

import pytest

from maskera import Document, Pipeline
from maskera.lang.sv.other_languages import english_words, foreign_phrases, foreign_words
from maskera.lexicon.table import TokenTable, token_table


def table(rules: Pipeline, text: str) -> TokenTable:
    (document,) = rules.language.models.tag([Document("d", text)])
    return token_table(document, rules.language.vocab)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Mi trabajo är bra.", {"Mi", "trabajo", "Mi trabajo"}), ("jag och mi hermano", {"mi", "mi hermano", "hermano"}),
        ("He works at Ek.", {"He", "works", "He works"}),
        ("Viele Grüße", {"Viele", "Grüße", "Viele Grüße"}), ("My bor i Lund.", set()), ("He är min vän.", set()),
        ("Vi åt på Mi Casa.", set()), ("Min syster My home kom.", set()),
    ],
)  # fmt: skip
def test_two_words_that_stand_together(rules: Pipeline, text: str, found: set[str]) -> None:
    assert {text[span.start : span.end] for span in foreign_phrases(table(rules, text))} == found


@pytest.mark.parametrize(
    ("text", "some", "none"),
    [
        ("It works there and he lives. You can cook.", {"You"}, set()),
        ("Jag on is at for dig. Can kommer on fredag.", {"on"}, {"Can"}),
        ("Jag heter Will. He said no.", set(), {"Will"}),
    ],
)  # fmt: skip
def test_english_is_told_by_the_whole_text(
    rules: Pipeline, text: str, some: set[str], none: set[str]
) -> None:
    words = {text[span.start : span.end] for span in english_words(table(rules, text))}
    assert some <= words and words.isdisjoint(none)


@pytest.mark.parametrize(
    ("text", "some", "none"),
    [
        ("Minha rotina! Eu moro em Lund. Muito trabalho.", {"rotina", "moro", "trabalho"}, {"Lund"}),
        ("Ciao, io sono stanco. Mia kom hem.", {"stanco"}, {"Mia"}), ("Muito bra. Jag bor här.", set(), {"Muito"}),
        ("Io sono qui. Anna kom.", set(), {"Anna", "kom"}),
    ],
)  # fmt: skip
def test_a_language_is_told_by_the_whole_text(
    rules: Pipeline, text: str, some: set[str], none: set[str]
) -> None:
    words = {text[span.start : span.end] for span in foreign_words(table(rules, text))}
    assert some <= words and words.isdisjoint(none)
