"""What detectors claim and what becomes of it: Evidence, Hypothesis, Detection, Mention, Aliases.

No repr shows words of the text, so that none slips into a log.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from enum import IntEnum
from operator import attrgetter

import msgspec

from maskera.text import Span

_score = attrgetter("score")


class Trust(IntEnum):
    """How a claim of the rules meets the tagger.

    EVIDENCE is weighed against it. FORMAL decides the extent and counts more: characters and
    calendars, of which the tagger sees tokens only. CERTAIN wins: checksums and forms that nothing
    else has; the tagger may only give it another label.
    """

    EVIDENCE = 0
    FORMAL = 1
    CERTAIN = 2


_CERTAIN = Trust.CERTAIN


class Evidence(msgspec.Struct, frozen=True, gc=False):
    """One reason: its source (`list:surname`, `cue:jag heter`, `shape`), its weight in log-odds,
    and a note for the reviewer."""

    source: str
    weight: float
    note: str = ""

    def __repr__(self) -> str:
        return f"Evidence({self.source!r}, {self.weight!r})"


class Hypothesis(msgspec.Struct, frozen=True, gc=False):
    """A label that a span of text may have, and the reasons for and against.

    trust: how it meets the tagger. score: the sum of the evidence, log-odds against "no personal
    information here"; summed where it is not given: who knows it gives it.
    """

    label: str
    evidence: tuple[Evidence, ...]
    features: frozenset[str] = frozenset()
    trust: Trust = Trust.EVIDENCE
    score: float = 0.0

    def __post_init__(self) -> None:
        if self.score:
            return
        score = 0.0
        for evidence in self.evidence:  # half the time of sum()
            score += evidence.weight
        msgspec.structs.force_setattr(
            self, "score", score
        )  # kept: it is asked for five times as often as a hypothesis is made


class Detection(msgspec.Struct, frozen=True, gc=False):
    """A claim: this span may be one of these. Detectors claim, none decides."""

    span: Span
    hypotheses: tuple[Hypothesis, ...]


class Exclusion(msgspec.Struct, frozen=True, gc=False):
    """Why a span of text is not marked: the rule that says so, and a note for the reviewer.

    exact: it concerns claims on this very span only, else all that overlap it. keeps: the labels
    that may stay there.
    """

    span: Span
    rule: str
    note: str = ""
    exact: bool = False
    keeps: frozenset[str] = frozenset()


class Mention(msgspec.Struct, frozen=True, gc=False):
    """The decision on one span.

    number: the running number, one a referent within the essay (0 until identity is settled).
    features: what is marked on the form, a subset of {gen, def, pl, foreign}. probability: that
    this is personal information of the label; personal: that it concerns the writer (both 0 to 1).
    hypotheses: the winner first, then the losers, for reviewers. referent: a key of what is meant
    (canonical form of a place, say), empty when the form is all there is.
    """

    span: Span
    label: str
    number: int = 0
    features: frozenset[str] = frozenset()
    probability: float = 1.0
    personal: float = 0.5
    hypotheses: tuple[Hypothesis, ...] = ()
    referent: str = ""

    def __hash__(self) -> int:
        """By place and label: to hash the hypotheses as well takes five times as long."""
        return hash((self.span, self.label))

    def __repr__(self) -> str:
        shown = (
            self.span,
            self.label,
            self.number,
            sorted(self.features),
            self.probability,
            self.personal,
            self.hypotheses,
        )
        return f"Mention({', '.join(map(repr, shown))})"

    @property
    def alternatives(self) -> tuple[tuple[str, float], ...]:
        """The other labels with their probabilities, likeliest first."""
        return probabilities(self.hypotheses)[1:]


Aliases = Mapping[tuple[str, int], str]
"""(label, running number) -> base form of the pseudonym, for one document. A secret."""


def probability(odds: float) -> float:
    """The probability of log-odds: the logistic function, without its overflow."""
    return 0.5 + 0.5 * math.tanh(odds / 2)


def probabilities(hypotheses: tuple[Hypothesis, ...]) -> tuple[tuple[str, float], ...]:
    """The probability of each label, likeliest first; what is missing to 1 is the probability that
    none holds."""
    if len(hypotheses) == 1:  # as most claims have
        score = hypotheses[0].score
        ceiling = max(score, 0.0)
        share = math.exp(score - ceiling)
        return ((hypotheses[0].label, share / (math.exp(-ceiling) + share)),)
    scores = [(hypothesis.label, hypothesis.score) for hypothesis in hypotheses]
    if not scores:
        return ()
    scores.sort(key=lambda pair: -pair[1])
    ceiling = max(scores[0][1], 0.0)
    shares = [math.exp(score - ceiling) for _, score in scores]
    whole = math.exp(-ceiling) + math.fsum(shares)
    return tuple([(label, share / whole) for (label, _), share in zip(scores, shares, strict=True)])


def extended(
    hypothesis: Hypothesis, evidence: Iterable[Evidence], features: frozenset[str] = frozenset()
) -> Hypothesis:
    """The hypothesis with more evidence and features."""
    more = tuple(evidence)
    score = hypothesis.score
    for one in more:  # in the order in which all would be summed, so that it is the same sum
        score += one.weight
    return Hypothesis(
        hypothesis.label,
        hypothesis.evidence + more,
        hypothesis.features | features if features else hypothesis.features,
        hypothesis.trust,
        score,
    )


def trusted(detection: Detection, trust: Trust) -> Detection:
    """The claim with this trust under each of its labels."""
    return Detection(
        detection.span,
        tuple(
            [
                Hypothesis(h.label, h.evidence, h.features, trust, h.score)
                for h in detection.hypotheses
            ]
        ),
    )


def is_certain(detection: Detection) -> bool:
    """Whether a claim is CERTAIN under one of its labels."""
    if len(detection.hypotheses) == 1:  # as most have
        return detection.hypotheses[0].trust is _CERTAIN
    return _CERTAIN in [hypothesis.trust for hypothesis in detection.hypotheses]


def place(detection: Detection) -> tuple[int, int]:
    """Where it begins and ends; for sorting."""
    return detection.span.start, detection.span.end


def likeliest(detection: Detection) -> Hypothesis:
    """The hypothesis with the highest score; of equals the first."""
    if len(detection.hypotheses) == 1:
        return detection.hypotheses[0]
    return max(detection.hypotheses, key=_score)


def strength(detection: Detection) -> float:
    """Log-odds that the span is personal information of any of its labels."""
    if len(detection.hypotheses) == 1:
        return detection.hypotheses[0].score
    return total([hypothesis.score for hypothesis in detection.hypotheses])


def total(scores: Sequence[float]) -> float:
    """The log-odds that one of several labels holds, from the log-odds of each."""
    if len(scores) == 1:
        return scores[0]
    ceiling = max(scores)
    return ceiling + math.log(math.fsum([math.exp(score - ceiling) for score in scores]))
