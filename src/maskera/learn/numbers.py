"""Numbers that are written in groups (070-123 45 67) are sensitive as a whole or not at all: a
recognizer of little training is sure of one group and not of the next, and half a telephone number
finds its owner."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from maskera import expressions as re
from maskera.text import Document, Span

LEAST = 7  # digits: of a telephone number without its area; what has fewer is an amount or a time
_BLANK = r"[^\S\n]"
_GROUPED = re.compile(
    rf"[+(]{{0,2}}\d+(?:(?:{_BLANK}|\.|\){_BLANK}?|\)?{_BLANK}?[-\u2010-\u2013/(]{_BLANK}?)\d+)+"
)


def grouped(document: Document) -> list[Span]:
    """Where numbers of several groups stand: digits of one line with a blank, hyphen, stroke, full
    stop or bracket between them."""
    found = _GROUPED.finditer(document.text)
    return [
        Span(*match.span()) for match in found if sum(map(str.isdecimal, match.group())) >= LEAST
    ]


def whole(
    groups: Sequence[NDArray[np.intp]], probability: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The probabilities of all tokens to be sensitive, those of a group as great as its greatest.
    groups: their tokens."""
    found = probability.copy()
    for tokens in groups:
        found[tokens] = probability[tokens].max()
    return found
