"""Which sentences to read next: the most doubtful ones, no two alike in a batch, and a tenth drawn
at random (learning-and-risk 3.4)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from maskera.learn.features import lower
from maskera.learn.pool import Pool

LENGTH = 3  # added to a sentence's length, so that the shortest do not come first
RANDOM_SHARE = 0.1
# Tokens of a batch, up to so many read.
BATCHES = ((2_000, 500), (4_000, 1_000), (8_000, 2_000))
LAST_BATCH = 4_000


def batch_size(read: int) -> int:
    """Tokens of the next batch, after so many."""
    return next((size for bound, size in BATCHES if read < bound), LAST_BATCH)


def doubts(probability: NDArray[np.float64]) -> NDArray[np.float64]:
    """Doubt of each token: the probability of the less likely of sensitive or not."""
    return np.minimum(probability, 1 - probability)


def scores(texts: Pool, doubt: NDArray[np.float64]) -> NDArray[np.float64]:
    """The score of each sentence: its tokens' doubt over its length and LENGTH."""
    if not len(texts.lengths):
        return np.zeros(0)
    return np.asarray(np.add.reduceat(doubt, texts.starts[:-1]) / (texts.lengths + LENGTH))


def batch(
    texts: Pool,
    unread: Sequence[int],
    size: int,
    rng: np.random.Generator,
    doubt: NDArray[np.float64] | None,
) -> tuple[list[int], list[int]]:
    """The next sentences, about `size` tokens of them: by doubt, and those drawn at random.

    doubt: of each token; None draws all at random. The drawn ones come first, so that they are of
    all unread sentences.
    """
    lengths = texts.lengths
    order = [unread[place] for place in rng.permutation(len(unread)).tolist()]
    drawn = _filled(order, lengths, size * (RANDOM_SHARE if doubt is not None else 1.0))
    if doubt is None:
        return [], drawn
    taken, of_sentence = set(drawn), scores(texts, doubt)
    ranked = sorted((s for s in unread if s not in taken), key=lambda s: (-of_sentence[s], s))
    seen: set[frozenset[str]] = set()
    distinct: list[int] = []
    later: list[int] = []
    for sentence in ranked:
        names = capitalized(texts, sentence)
        (later if names and names in seen else distinct).append(sentence)
        seen.add(names)
    rest = size - int(lengths[drawn].sum()) if drawn else size
    return _filled(distinct + later, lengths, rest), drawn


def capitalized(texts: Pool, sentence: int) -> frozenset[str]:
    """The words of a sentence that have a capital."""
    start, end = texts.starts[sentence], texts.starts[sentence + 1]
    return frozenset(lower(form) for form in texts.forms[start:end] if form[0].isupper())


def _filled(order: Sequence[int], lengths: NDArray[np.intp], size: float) -> list[int]:
    """From the first on until their tokens are `size` at least."""
    found: list[int] = []
    total = 0
    for sentence in order:
        if total >= size:
            break
        found.append(sentence)
        total += int(lengths[sentence])
    return found
