"""Covered says of every mark what looking at each place says."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from maskera.review.overlap import Covered
from maskera.review.state import Mark

MARKS = st.builds(
    lambda start, length: Mark(0, start, start + length, "city"),
    st.integers(0, 20),
    st.integers(1, 6),
)


@given(st.lists(MARKS, max_size=8), MARKS)
def test_a_mark_touches_what_shares_a_letter_with_it(placed: list[Mark], mark: Mark) -> None:
    places = [(each.start, each.end) for each in placed]
    assert Covered(places).touches(mark.start, mark.end) == any(
        mark.span.overlaps(each.span) for each in placed
    )
