"""The schemes of the message understanding conferences and of CoNLL (Medlock 2006;
evaluation-and-risk 3.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from maskera.evaluate.align import Pair
from maskera.evaluate.scores import Counts, Scheme, labelled, unlabelled
from maskera.mentions import Mention


class Muc(msgspec.Struct, frozen=True):
    """Slots after aligning key and response one to one: correct, partial (other extent), incorrect
    (other label), missing, spurious."""

    correct: int = 0
    partial: int = 0
    incorrect: int = 0
    missing: int = 0
    spurious: int = 0

    def __add__(self, other: Muc) -> Muc:
        return Muc(
            *(
                a + b
                for a, b in zip(
                    msgspec.structs.astuple(self), msgspec.structs.astuple(other), strict=True
                )
            )
        )

    @property
    def possible(self) -> int:
        """Mentions of the gold."""
        return self.correct + self.partial + self.incorrect + self.missing

    @property
    def actual(self) -> int:
        """Mentions of the prediction."""
        return self.correct + self.partial + self.incorrect + self.spurious

    def counts(self, partial_credit: float = 0.5) -> Counts:
        """As counts with this credit for a partial slot: 0.5 as Medlock scored, 0 as MUC-7."""
        return Counts(self.correct + partial_credit * self.partial, self.possible, self.actual)


def muc(pair: Pair, typed: bool = False) -> Muc:
    """The slots of one document. Untyped, the label plays no part; typed, an aligned pair with
    another label is incorrect.

    Alignment: same ends first (they overlap nothing else), then left to right, each predicted
    mention with the first free gold mention that it overlaps; in every chain of overlaps that gives
    as many partial slots as there can be.
    """
    correct = partial = incorrect = aligned = 0
    for gold, found in alignment(pair.gold, pair.found):
        aligned += 1
        if typed and gold.label != found.label:
            incorrect += 1
        elif gold.span == found.span:
            correct += 1
        else:
            partial += 1
    return Muc(correct, partial, incorrect, len(pair.gold) - aligned, len(pair.found) - aligned)


def alignment(
    gold: Sequence[Mention], found: Sequence[Mention]
) -> Iterator[tuple[Mention, Mention]]:
    """Mentions of two sides that overlap, one to one and in text order (see muc)."""
    mine = theirs = 0
    while mine < len(gold) and theirs < len(found):
        key, response = gold[mine], found[theirs]
        if key.span.end <= response.span.start:
            mine += 1
        elif response.span.end <= key.span.start:
            theirs += 1
        else:
            yield key, response
            mine += 1
            theirs += 1


def muc_scheme(partial_credit: float = 0.5, typed: bool = False) -> Scheme:
    """The MUC scheme with this credit, as a scheme of counts."""
    return lambda pair: muc(pair, typed).counts(partial_credit)


MEDLOCK: dict[str, Scheme] = {
    "muc": muc_scheme(0.5),
    "muc, no partial credit": muc_scheme(0.0),
    "muc, typed": muc_scheme(0.5, typed=True),
    "conll": labelled,
    "conll, untyped": unlabelled,
}
"""Medlock's schemes beside the token scheme: CoNLL counts a span with other ends as one missed and
one spurious."""
