"""Values by what words begin with."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from maskera.lexicon.beginnings import Beginnings

PAIRS = st.lists(st.tuples(st.text("ab", min_size=2, max_size=4), st.integers(0, 5)))


def test_values_come_in_the_order_given() -> None:
    found = Beginnings([("lund", "Lund"), ("lu", "Luleå"), ("lund", "Lunden"), ("lun", "Lunden")])
    assert found.of("lundabo") == ["Lund", "Luleå", "Lunden", "Lunden"]
    assert found.of("luftig") == ["Luleå"]
    assert found.of("l") == [] and not {"l", "lo"} & found.tips


@given(pairs=PAIRS, word=st.text("ab", max_size=6))
def test_all_are_found_that_a_word_begins_with(pairs: list[tuple[str, int]], word: str) -> None:
    fitting = [value for beginning, value in pairs if word.startswith(beginning)]
    assert Beginnings(pairs).of(word) == fitting
