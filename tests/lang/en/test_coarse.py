"""The eight types beside the labels of essays."""

from __future__ import annotations

import pytest

from maskera.lang import load_pack
from maskera.lang.en.coarse import ALIASES, BEYOND, Types

PACK = load_pack("en")
TYPES = Types(PACK.taxonomy, PACK.vocab)


def test_every_label_has_one_type_and_every_type_a_label() -> None:
    assert set(TYPES.of) == set(PACK.taxonomy.categories) | set(BEYOND)
    assert set(TYPES.labels) == {
        "PERSON", "LOC", "ORG", "CODE", "DEM", "DATETIME", "QUANTITY", "MISC",
    }  # fmt: skip
    assert sum(map(len, TYPES.labels.values())) == len(TYPES.of)


def test_names_of_other_corpora_are_understood_and_no_others() -> None:
    assert {TYPES.resolve(label) for label in ALIASES} <= set(TYPES.labels)
    assert TYPES.resolve("PERSON") == "PERSON"
    assert TYPES.resolve("vegetable") == ""


@pytest.mark.parametrize(
    ("type_", "words", "labels"),
    [
        ("PERSON", "Mr A . Smith", [{"title"}, {"initials"}, {"initials"}, None]),
        ("PERSON", "Smith", [None]),
        ("DATETIME", "3 May 2001", [{"day"}, {"month_word"}, {"year"}]),
        ("DATETIME", "two weeks", [{"period"}, {"period"}]),
        ("ORG", "Republic of Turkey", [{"body"}] * 3),
        ("LOC", "Turkey", [None]),
    ],
)
def test_what_a_token_of_a_type_may_be(
    type_: str, words: str, labels: list[set[str] | None]
) -> None:
    for found, wanted in zip(TYPES.narrowed(type_, words.split()), labels, strict=True):
        assert found == wanted if wanted else found <= TYPES.labels[type_] and len(found) > 1
