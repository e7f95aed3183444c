"""Words near to another: none that is few edits away is left out, compiled or not."""

from __future__ import annotations

from types import ModuleType

import pytest
from both import both
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import OSA

KERNELS = both("near")
WORDS = st.text("abcåäöžŁ", min_size=1, max_size=7)


@given(words=st.lists(WORDS, max_size=30), word=WORDS, edits=st.integers(1, 2))
def test_all_that_are_few_edits_away_are_found(words: list[str], word: str, edits: int) -> None:
    one, other = (kernel.Near(words).to(word, edits) for kernel in KERNELS)
    assert one == other
    near = [each for each in sorted(words, key=len) if OSA.distance(word, each) <= edits]
    assert [each for each in one if OSA.distance(word, each) <= edits] == near


@pytest.mark.parametrize("kernel", KERNELS)
def test_words_of_other_letters_or_lengths_are_not_looked_at(kernel: ModuleType) -> None:
    words = kernel.Near(["dricka", "drickor", "springa", "drick", "är"])
    assert words.to("drikca", 1) == ["drick", "dricka"]
    assert words.to("drika", 2) == ["drick", "dricka"]
    assert words.to("xyz", 1) == []


@pytest.mark.parametrize("kernel", KERNELS)
def test_among_no_words_is_none(kernel: ModuleType) -> None:
    assert kernel.Near([]).to("a", 2) == []
