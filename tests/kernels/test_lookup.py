"""Looking words up: every place that has something, and nothing else, compiled or not."""

from __future__ import annotations

from itertools import accumulate
from types import ModuleType

import pytest
from both import both
from hypothesis import given
from hypothesis import strategies as st

KERNELS = both("lookup")
WORDS = st.lists(st.sampled_from("abcd"), max_size=12)


@given(words=WORDS)
def test_places_stand_under_each_number_of_their_word(words: list[str]) -> None:
    numbers = {"a": (0, 2), "b": (), "c": (2,), "d": (1,)}
    wanted = [
        [at for at, word in enumerate(words) if number in numbers[word]] for number in range(3)
    ]
    assert [kernel.noted(words, numbers, 3) for kernel in KERNELS] == [wanted] * len(KERNELS)


@given(words=WORDS, weights=st.lists(st.floats(-9, 9), min_size=4, max_size=4))
def test_weights_are_added_in_the_order_of_the_text(words: list[str], weights: list[float]) -> None:
    by_word = dict(zip("abcd", weights, strict=True))
    wanted = list(accumulate([by_word[word] for word in words], initial=0.0))
    assert [kernel.summed(words, by_word) for kernel in KERNELS] == [wanted] * len(KERNELS)


@pytest.mark.parametrize("kernel", KERNELS)
def test_a_form_begins_where_its_first_two_words_stand(kernel: ModuleType) -> None:
    after = {"new": {"york": 2}, "papua": {"new": 3}, "york": {}, "yorks": {}}
    bare = {"yorks": "york"}

    def limits(words: str) -> dict[int, int]:
        found: dict[int, int] = kernel.limits(words.split(), after, lambda w: bare.get(w, ""))
        return found

    assert limits("new york") == limits("new yorks") == {0: 2}
    assert limits("york new york") == {1: 2}
    assert limits("papua new york") == {0: 3, 1: 2}
    assert limits("papua new") == {0: 2}  # no longer than the text
    assert limits("new") == limits("york york") == limits("") == {}
