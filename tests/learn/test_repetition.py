"""A word that is sensitive elsewhere in its document."""

from __future__ import annotations

import numpy as np

from maskera.learn.pool import pool
from maskera.learn.repetition import repeated
from maskera.text import Document


def told(*texts: str, sure: dict[int, float]) -> list[float]:
    """The probabilities of the texts' tokens, .1 but for those that are given."""
    found = pool(Document(str(number), text) for number, text in enumerate(texts))
    given = np.full(len(found), 0.1)
    for token, probability in sure.items():
        given[token] = probability
    return [round(float(value), 2) for value in repeated(found, given)]


def test_the_places_of_a_name_speak_for_each_other() -> None:
    assert told("Kotka kom . KOTKA gick", sure={0: 0.9}) == [0.7, 0.1, 0.1, 0.3, 0.1]


def test_a_word_that_is_seldom_a_name_becomes_none() -> None:
    text = "Ada . Ada . Ada . Ada"
    assert told(text, sure={0: 0.9}) == [0.6, 0.1, 0.2, 0.1, 0.2, 0.1, 0.2]


def test_small_letters_other_documents_and_single_places_change_nothing() -> None:
    assert told("Kotka kotka", "Kotka", sure={0: 0.9}) == [0.9, 0.1, 0.1]
