"""The span scores of Medlock (2006) beside token F1, as he scored: one kind of mention, which is a run
of sensitive tokens in a sentence."""

from __future__ import annotations

from itertools import groupby

import msgspec
import numpy as np
from numpy.typing import NDArray

from maskera.evaluate.align import Pair
from maskera.evaluate.muc import MEDLOCK
from maskera.evaluate.scores import Counts
from maskera.learn.pool import Pool
from maskera.mentions import Mention
from maskera.text import Span


class Schemes(msgspec.Struct, frozen=True):
    """F1 after so many tokens read: muc gives a run with other ends half a credit, conll none."""

    tokens: int
    muc: float
    conll: float


def schemes(tokens: int, texts: Pool, found: NDArray[np.bool_], gold: NDArray[np.bool_]) -> Schemes:
    """The scores of what was found in texts, token by token, against what is there."""
    pairs = [
        Pair(document, right, marked, (), ())
        for document, right, marked in zip(
            texts.documents, _mentions(texts, gold), _mentions(texts, found), strict=True
        )
    ]

    def f1(name: str) -> float:
        return sum(map(MEDLOCK[name], pairs), Counts(0, 0, 0)).f1

    return Schemes(tokens, f1("muc"), f1("conll, untyped"))


def _mentions(texts: Pool, sensitive: NDArray[np.bool_]) -> list[tuple[Mention, ...]]:
    found: list[list[Mention]] = [[] for _ in texts.documents]
    sentence_of = texts.sentence_of.tolist()
    for (sentence, held), run in groupby(
        range(len(texts)), lambda token: (sentence_of[token], bool(sensitive[token]))
    ):
        if held:
            tokens = list(run)
            _, first = texts.place(tokens[0])
            _, last = texts.place(tokens[-1])
            number = int(texts.documents_of[sentence])
            found[number].append(Mention(Span(first.start, last.end), "marked"))
    return [tuple(mentions) for mentions in found]
