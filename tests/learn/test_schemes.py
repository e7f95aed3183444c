"""Spans of sensitive tokens, as Medlock scored them."""

from __future__ import annotations

import numpy as np

from maskera.learn.pool import pool
from maskera.learn.schemes import Schemes, schemes
from maskera.text import Document

TEXTS = pool([Document("a", "Ada Lind met Bo .\nBo left ."), Document("b", "Cy left .")])


def scored(*found: int) -> Schemes:
    gold = np.isin(np.arange(len(TEXTS)), (0, 1, 3, 5, 8))
    return schemes(9, TEXTS, np.isin(np.arange(len(TEXTS)), found), gold)


def test_what_is_the_same_is_all_right_and_nothing_is_nothing() -> None:
    assert scored(0, 1, 3, 5, 8) == Schemes(9, 1.0, 1.0)
    assert scored() == Schemes(9, 0.0, 0.0)


def test_half_a_name_is_half_right_to_muc_and_wrong_to_conll() -> None:
    """Four names in the texts; of the first one of two tokens is found."""
    assert scored(0, 3, 5, 8) == Schemes(9, 3.5 / 4, 3 / 4)


def test_a_run_ends_with_its_sentence_and_its_document() -> None:
    assert TEXTS.forms[4:6] == (".", "Bo")
    assert scored(0, 1, 3, 4, 5, 8).conll == 3 / 4  # "Bo ." and "Bo" are two
