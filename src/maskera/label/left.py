"""What detection let pass, by the probabilities of the places it considered: sums of a document, which
add up over a corpus, and the bound that follows from them."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable, Collection, Sequence

from maskera.label.merge import resolve_overlaps
from maskera.mentions import Detection, Mention, likeliest, probability, strength
from maskera.result import Left
from maskera.text import Document, Span

Accepts = Callable[[str, float], bool]
CONFIDENCE = 0.95
STEPS = 200  # of a bisection: far below the last digit of a double
UNSURE = 0.35
"""Probability from which a person should look at a place that may be somebody's name: of such places in
essays_train half are names, and 4 of 911 texts of swell_dev have one."""
DIGITS = 4  # of what a run record holds


def left_of(
    document: Document,
    claims: Sequence[Detection],
    mentions: Sequence[Mention],
    least: float,
    names: Collection[str] = (),
    accepts: Accepts = lambda label, share: False,
) -> Left:
    """The tokens of claims that no mention touches, each claim with its probability.

    claims, mentions: in text order. least: log-odds below which a claim does not count. names: the
    labels of people's names. accepts: whether a label with a probability is decided on; a name that is
    and yet no mention was dropped for a reason, and is not unsure.
    """
    starts = document.tokens.starts

    def tokens(span: Span) -> int:
        return bisect_left(starts, span.end) - bisect_left(starts, span.start)

    ends = [mention.span.end for mention in mentions]
    passed = []
    for claim in claims:
        after = bisect_left(ends, claim.span.start + 1)
        if after == len(ends) or mentions[after].span.start >= claim.span.end:
            passed.append(claim)
    apart = resolve_overlaps(passed, least)
    doubts = [(probability(strength(claim)), tokens(claim.span)) for claim in apart]
    return Left(
        sum(mention.probability * tokens(mention.span) for mention in mentions),
        sum(size for _, size in doubts),
        sum(share * size for share, size in doubts),
        sum(share * (1 - share) * size * size for share, size in doubts),
        max((size for _, size in doubts), default=0),
        sum(
            share >= UNSURE
            and (label := likeliest(claim).label) in names
            and not accepts(label, share)
            for claim, (share, _) in zip(apart, doubts, strict=True)
        ),
    )


def most_left(left: Left, confidence: float = CONFIDENCE) -> float:
    """How many tokens are personal among those that detection let pass, at most: Bennett's bound
    (1962) of a sum of independent places of known mean and variance, none longer than the longest.

    Wider than Chernoff's (evaluate.misses.likely_left), which must know each place.
    """
    if left.variance <= 0:
        return left.expected
    scale, rest = left.variance / left.longest**2, -math.log(1 - confidence)

    def unlikely(more: float) -> bool:
        grown = 1 + more * left.longest / left.variance
        return scale * (grown * math.log(grown) - grown + 1) >= rest

    low, high = 0.0, float(left.longest)
    while not unlikely(high):
        low, high = high, 2 * high
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (low, middle) if unlikely(middle) else (middle, high)
    return min(left.expected + high, float(left.doubted))


def per_thousand(left: Left) -> int | None:
    """Of 1,000 personal tokens, how many are still there, at most (95 %), rounded up; None where no
    place was in doubt: that says nothing of places that were never considered."""
    if not left.doubted:
        return None
    return math.ceil(1000 * (most := most_left(left)) / (most + left.found) - 1e-9)


def sentence(left: Left) -> str:
    """What per_thousand() says, in words; "" where it says nothing."""
    bound = per_thousand(left)
    if bound is None:
        return ""
    return (
        f"at most {bound} of 1,000 personal tokens are still there"
        f" ({CONFIDENCE:.0%}, as far as the detector's probabilities are true)"
    )


def rounded(left: Left) -> Left:
    """As a run record shows it, and is read from one: whole numbers as fractions, too."""
    return Left(
        round(float(left.found), DIGITS),
        left.doubted,
        round(float(left.expected), DIGITS),
        round(float(left.variance), DIGITS),
        left.longest,
        left.unsure,
    )
