"""What detection let pass: each place once, with its probability, and none that a mention touches."""

from __future__ import annotations

import math

import pytest

from maskera import Pipeline
from maskera.label.left import left_of
from maskera.mentions import Detection, Evidence, Hypothesis, Mention
from maskera.result import Left
from maskera.text import Document, Span, Tokens

STARTS, ENDS = (0, 5, 9, 11, 17, 24), (4, 8, 10, 16, 23, 26)
FORMS = ("Anna", "bor", "i", "Lilla", "bommen", "nu")
TEXT = Document("d", " ".join(FORMS), "sv", {}, Tokens(STARTS, ENDS, FORMS))


def claim(start: int, end: int, share: float, label: str = "place") -> Detection:
    odds = math.log(share / (1 - share))
    return Detection(Span(start, end), (Hypothesis(label, (Evidence("rule", odds),)),))


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


def test_a_place_that_may_be_somebodys_name_is_unsure() -> None:
    def unsure(*claims: Detection) -> int:
        return left_of(TEXT, claims, [], -3.0, {"surname"}).unsure

    assert unsure(claim(0, 4, 0.4, "surname"), claim(11, 16, 0.4, "surname")) == 2
    assert unsure(claim(0, 4, 0.3, "surname"), claim(11, 16, 0.4, "place")) == 0


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("sen kom stig och vi åt", "REVIEW"),
        ("jag vill bo nära dig", "PASS"),
        ("Björnen sover.", "PASS"),
    ],
)
def test_a_text_with_what_may_be_a_name_wants_a_look(
    nlp: Pipeline, text: str, verdict: str
) -> None:
    assert nlp(text).leaks == verdict
