"""How much personal information detection has left, at most: from a reviewed sample, from probabilities.

The unit is the token. From a random sample of tokens called unmarked, of which a person found x to be
personal, the upper end of Clopper and Pearson's interval (1934) holds in 95 of 100 samples, whatever
the share is. Probabilities give an estimate without review, as good as their calibration.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from maskera.label.left import CONFIDENCE, STEPS

CHERNOFF = 120  # values of the parameter, a twentieth of a decade apart from 10^-4 to 10^2 a token


@dataclass(frozen=True, slots=True)
class Misses:
    """What is still there, at most. Shares of personal tokens; 1 where nothing can be said.

    reviewed: tokens looked at of those called unmarked; found: how many of them were personal.
    rate: upper bound of their share. share: of all personal tokens, those that are still there, at
    most; estimate: the likeliest.
    """

    reviewed: int
    found: int
    rate: float
    share: float
    estimate: float
    confidence: float

    @property
    def sentence(self) -> str:
        """At most x of 1,000 personal tokens are still there (95 %)."""
        # Rounded up, and never less than the bound itself.
        per_thousand = math.ceil(1000 * self.share - 1e-9)
        return (
            f"at most {per_thousand} of 1,000 personal tokens are still there "
            f"({self.confidence:.0%}; {self.reviewed} tokens reviewed, {self.found} personal)"
        )


def upper(found: int, reviewed: int, confidence: float = CONFIDENCE) -> float:
    """Clopper-Pearson's one-sided upper bound of a share: the largest share at which so few would
    still be found with a probability of 1 - confidence. 1 where nothing was reviewed."""
    if not 0 <= found <= reviewed:
        raise ValueError(f"{found} of {reviewed} tokens")
    if found == reviewed:
        return 1.0
    low, high = found / reviewed, 1.0
    for _ in range(STEPS):
        middle = (low + high) / 2
        if _at_most(found, reviewed, middle) > 1 - confidence:
            low = middle
        else:
            high = middle
    return high


def _at_most(found: int, reviewed: int, share: float) -> float:
    """The probability of so few successes or fewer: the binomial distribution function."""
    if share <= 0:
        return 1.0
    if share >= 1:
        return float(found >= reviewed)
    log_odds = math.log(share) - math.log1p(-share)
    term = reviewed * math.log1p(-share)
    terms = [term]
    for times in range(1, found + 1):
        term += math.log((reviewed - times + 1) / times) + log_odds
        terms.append(term)
    most = max(terms)
    return min(1.0, math.exp(most) * math.fsum(math.exp(each - most) for each in terms))


def misses(
    found: int,
    reviewed: int,
    marked: float,
    unmarked: int,
    confidence: float = CONFIDENCE,
    effect: float = 1.0,
) -> Misses:
    """What is left in a corpus, by a random sample of its unmarked tokens.

    marked: personal tokens that were found (tokens called personal times their audited precision).
    unmarked: tokens called unmarked in all. effect: by which both counts are divided where whole
    documents were drawn, see design_effect().
    """
    missed = math.ceil(found / effect - 1e-9)
    rate = upper(missed, max(missed, math.floor(reviewed / effect)), confidence)
    share = _share(rate * unmarked, marked)
    estimate = _share((found / reviewed if reviewed else 1.0) * unmarked, marked)
    return Misses(reviewed, found, rate, share, estimate, confidence)


def design_effect(found: Iterable[int]) -> float:
    """How many times fewer independent misses there are than misses, when those of one document
    come together: the mean size of the document's misses that a miss belongs to (Kish 1965)."""
    counts = list(found)
    total = sum(counts)
    return sum(count * count for count in counts) / total if total else 1.0


def likely_left(
    doubts: Sequence[tuple[float, int]], confidence: float = CONFIDENCE
) -> tuple[float, float]:
    """How many tokens are personal among unmarked spans, given as calibrated probability and tokens:
    expected, and at most.

    The second is Chernoff's bound of a sum of independent spans, the least over its parameter: more
    are left in no more than 1 - confidence of all cases, as far as the probabilities are true.
    """
    expected = math.fsum(share * tokens for share, tokens in doubts)
    spans = Counter((share, tokens) for share, tokens in doubts if share > 0)  # many are alike
    if not spans:
        return 0.0, 0.0
    most = max(tokens for _, tokens in spans)
    rest = -math.log(1 - confidence)
    bounds = []
    for step in range(CHERNOFF):
        slope = 10 ** (-4 + 6 * step / CHERNOFF) / most
        grown = math.fsum(
            times * math.log1p(share * math.expm1(slope * tokens))
            for (share, tokens), times in spans.items()
        )
        bounds.append((grown + rest) / slope)
    return expected, min(
        *bounds, float(sum(tokens * times for (_, tokens), times in spans.items()))
    )


def _share(left: float, marked: float) -> float:
    total = left + marked
    return left / total if total > 0 else 0.0
