"""An IBAN becomes one that a bank's form would take; what only looks like one does not."""

from __future__ import annotations

from random import Random

import pytest

from maskera.replace.ibans import ALIKE, iban_like, written_as_iban
from maskera.replace.numbers import random_like
from maskera.rules.checks import IBAN_LENGTHS, iban_right


@pytest.mark.parametrize(
    "form",
    ["GB29 NWBK 6016 1331 9268 19", "DE89370400440532013000", "se45 5000 0000 0583 9825 7466",
     "NL91 ABNA 0417 1643 00", "MT84MALT011000012345MTLCAST001S"],
)  # fmt: skip
def test_an_iban_becomes_another(form: str) -> None:
    for seed in range(20):
        new = random_like(form, Random(seed))
        assert iban_right(new) and new != form
        assert [c.isspace() for c in new] == [c.isspace() for c in form]


def test_what_has_not_the_length_of_its_country_is_no_iban() -> None:
    assert not written_as_iban("GB29 NWBK 6016")
    assert not written_as_iban("PH-ID-2957005")
    assert not iban_right(random_like("HY44 1234 5678", Random(1)))


def test_countries_that_stand_for_one_another_have_one_length() -> None:
    for group in ALIKE:
        assert len({IBAN_LENGTHS[country] for country in group}) == 1
    assert iban_like("IE29 AIBK 9311 5212 3456 78", Random(0)).startswith("GB")
