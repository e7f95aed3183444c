"""What detection let pass: each place once, with its probability, and none that a mention touches."""

from __future__ import annotations

import math

import pytest

from maskera.label.left import left_of
from maskera.mentions import Detection, Evidence, Hypothesis, Mention
from maskera.result import Left
from maskera.text import Document, Span, Tokens

STARTS, ENDS = (0, 5, 9, 11, 17, 24), (4, 8, 10, 16, 23, 26)
FORMS = ("Anna", "bor", "i", "Lilla", "bommen", "nu")
TEXT = Document("d", " ".join(FORMS), "sv", {}, Tokens(STARTS, ENDS, FORMS))


def claim(start: int, end: int, share: float) -> Detection:
    odds = math.log(share / (1 - share))
    return Detection(Span(start, end), (Hypothesis("place", (Evidence("rule", odds),)),))


def mention(start: int, end: int, share: float = 1.0) -> Mention:
    return Mention(Span(start, end), "place", 1, frozenset(), share, 0.5, ())


def test_a_place_that_was_considered_counts_with_its_tokens() -> None:
    found = left_of(TEXT, [claim(0, 4, 0.9), claim(11, 23, 0.2)], [mention(0, 4, 0.9)], -3.0)
    assert found == Left(pytest.approx(0.9), 2, pytest.approx(0.4), pytest.approx(0.2 * 0.8 * 4), 2)


def test_what_a_mention_touches_has_not_been_let_pass() -> None:
    claims = [claim(11, 16, 0.3), claim(11, 23, 0.2)]
    assert left_of(TEXT, claims, [mention(17, 23)], -3.0).doubted == 1
    assert left_of(TEXT, claims, [mention(11, 16), mention(17, 23)], -3.0) == Left(found=2.0)


def test_places_that_overlap_count_once_and_the_unlikely_do_not_count() -> None:
    overlapping = [claim(11, 16, 0.3), claim(11, 23, 0.2)]
    assert left_of(TEXT, overlapping, [], -3.0).doubted <= 2
    assert left_of(TEXT, [claim(24, 26, 0.01)], [], -3.0) == Left()
    assert left_of(TEXT, [], [], -3.0) == Left()
