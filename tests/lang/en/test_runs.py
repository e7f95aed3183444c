"""Names of several words, of one kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maskera.kernels.type_scores import Block
from maskera.lang import load_pack
from maskera.lang.en.runs import columns, of_one_kind
from maskera.lexicon.table import TokenTable, token_table
from maskera.text import Document

PACK = load_pack("en")
LABELS = ["O", "firstname_female", "surname", "work", "other_institution", "place", "city", "prof"]
KNOWN = columns(LABELS, PACK.taxonomy)
NONE: Mapping[str, float] = {"O": 1.0}
GIRL = {"firstname_female": 0.5, "work": 0.3, "other_institution": 0.1, "O": 0.1}
FIRM = {"other_institution": 0.5, "work": 0.3, "surname": 0.1, "O": 0.1}
FAMILY = {"surname": 0.9, "work": 0.1}
TOWN = {"city": 0.8, "work": 0.2}
JOB = {"prof": 0.7, "work": 0.3}


def table(text: str) -> TokenTable:
    return token_table(next(iter(PACK.models.tag([Document("a", text, "en")]))), PACK.vocab)


def rows(found: Sequence[Mapping[str, float]]) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    return np.array([[one.get(label, 0.0) for label in LABELS] for one in found], np.float32)


def best(text: str, given_: Sequence[Mapping[str, float]]) -> list[str]:
    one = table(text)
    block = of_one_kind([one], Block(rows(given_), [len(given_)]), KNOWN)
    assert len(one.words) == len(given_)
    assert block.rows.sum(1) == pytest.approx(1, abs=1e-5)
    return [LABELS[number] for number in block.rows.argmax(1)]


def test_a_first_name_in_the_name_of_a_firm_is_the_firms() -> None:
    found = best("at Jamila Fabrics today", [NONE, GIRL, FIRM, NONE])
    assert found == ["O", *["work"] * 2, "O"] or found == ["O", *["other_institution"] * 2, "O"]


def test_a_town_that_begins_a_name_is_part_of_it() -> None:
    firm = {"work": 0.9, "city": 0.1}
    assert best("at Iowa Premium", [NONE, TOWN, firm]) == ["O", "work", "work"]


@pytest.mark.parametrize(
    ("text", "given_"),
    [
        ("my aunt Jamila Whitlow", [NONE, NONE, {"firstname_female": 1.0}, FAMILY]),
        ("Amazon Dartford", [{"work": 1.0}, TOWN]),  # a firm and its town
        ("Jamila, Fabrics", [GIRL, NONE, FIRM]),  # a comma between them
        ("jamila fabrics", [GIRL, FIRM]),  # no capitals
        ("Nurse Fabrics", [JOB, FIRM]),  # a trade is no part of a name
        ("Jamila Whitlow", [{"firstname_female": 0.8, "work": 0.2}, FAMILY]),
        ("Jamila Fabrics", [{**GIRL, "O": 0.6, "firstname_female": 0.0}, FIRM]),  # hardly a name
    ],
)
def test_other_words_stay_as_they_are(text: str, given_: Sequence[Mapping[str, float]]) -> None:
    one, before = table(text), rows(given_)
    after = of_one_kind([one], Block(before.copy(), [len(given_)]), KNOWN)
    assert np.array_equal(after.rows, before)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from([NONE, GIRL, FIRM, FAMILY, TOWN, JOB]), min_size=8, max_size=8))
def test_names_end_with_their_document(given_: list[Mapping[str, float]]) -> None:
    one, other = table("Jamila Fabrics Iowa Premium"), table("Koh Brothers Indian Creek")
    together = of_one_kind([one, other], Block(rows(given_), [4, 4]), KNOWN).rows
    apart = [
        of_one_kind([t], Block(rows(g), [4]), KNOWN).rows
        for t, g in ((one, given_[:4]), (other, given_[4:]))
    ]
    assert np.array_equal(together, np.concatenate(apart))
    assert together.sum(1) == pytest.approx(1, abs=1e-5)
