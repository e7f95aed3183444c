"""Numbers of several groups are sensitive as a whole or not at all."""

from __future__ import annotations

import numpy as np
import pytest
from timing import grows_in_proportion

from maskera.learn.numbers import grouped, whole
from maskera.learn.pool import pool
from maskera.learn.prior import NONE, prior
from maskera.text import Document


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Call 070-123 45 67.", ["070-123 45 67"]),
        ("ring (0703) 12 34 56 now", ["(0703) 12 34 56"]),
        ("+46 (0)70-123 45 67, +4520123456", ["+46 (0)70-123 45 67"]),
        ("20.12.34.56 / 12 345 67 89 .", ["20.12.34.56 / 12 345 67 89"]),
        ("nr 40128888", []),  # one group is one token
        ("at 12.30 - 14, 25 000 kr, 3, 4, 5, 6, 7, 8, 9", []),  # less than seven digits
        ("070\n1234567", []),  # on two lines
    ],
)
def test_a_number_is_told_by_what_stands_between_its_groups(text: str, found: list[str]) -> None:
    assert [text[s.start : s.end] for s in grouped(Document("d", text))] == found


def test_one_group_speaks_for_the_others_and_for_nothing_else() -> None:
    texts = pool([Document("a", "At 9 call 070-123 45 67 or 12 ."), Document("b", "070-1 23")])
    given = np.full(len(texts), 0.1)
    given[texts.forms.index("123")] = 0.8
    found = whole(prior(NONE).wholes(texts), given)
    marked = [form for form, p in zip(texts.forms, found, strict=True) if p == 0.8]
    assert marked == ["070", "-", "123", "45", "67"]


def test_what_a_pack_tells_by_its_form_is_whole_too() -> None:
    texts = pool([Document("a", "Bilen ABC 12D stod kvar. Boken heter ABC 123 sidor.")])
    wholes = prior("sv").wholes(texts)
    assert [[texts.forms[token] for token in tokens] for tokens in wholes] == [["ABC", "12", "D"]]


def test_a_row_of_digits_takes_linear_time() -> None:
    assert grows_in_proportion(
        lambda times: grouped(Document("d", "(1 " * times + "1" * times + " -" * times)), 20_000
    )
