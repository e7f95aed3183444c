"""Fit the genre classifier: which genre an essay is, from its words, for texts whose metadata and
name do not tell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from maskera.genre import GenreModel, words_of
from maskera.lang.pack import LanguagePack
from maskera.train import corpora
from maskera.train.optimize import Doubles, descend

LEAST_TEXTS = 3  # a word in fewer texts says nothing
DECAY = 0.06  # L2 penalty
STEPS, RATE = 300, 0.05


def pairs(
    path: Path, language: LanguagePack, reader: corpora.Reader = corpora.read
) -> Iterator[tuple[set[str], str]]:
    """The words and the genre of every essay of a file or folder that has one. reader: gives
    the texts."""
    for text in reader(path, language.taxonomy):
        document = corpora.document(text, language)
        if genre := document.meta.get("genre"):
            yield words_of(language.tokenization(document)), genre


def fit(examples: Sequence[tuple[set[str], str]]) -> GenreModel:
    """Multinomial logistic regression over the presence of words, L2 penalty, by Adam;
    deterministic."""
    counts = Counter(word for words, _ in examples for word in words)
    names = sorted(word for word, count in counts.items() if count >= LEAST_TEXTS)
    genres = sorted({genre for _, genre in examples})
    column = {name: index for index, name in enumerate(names)}
    table = np.zeros((len(examples), len(names) + 1))
    table[:, -1] = 1
    for row, (words, _) in enumerate(examples):
        for word in words:
            if word in column:
                table[row, column[word]] = 1
    lengths = np.sqrt(table[:, :-1].sum(1, keepdims=True) + 1)
    table[:, :-1] /= lengths
    truth = np.zeros((len(examples), len(genres)))
    for row, (_, genre) in enumerate(examples):
        truth[row, genres.index(genre)] = 1
    penalty = np.full((len(names) + 1, 1), DECAY)
    penalty[-1] = 0

    def gradient(weights: Doubles) -> Doubles:
        scores = table @ weights
        shares = np.exp(scores - scores.max(1, keepdims=True))
        shares /= shares.sum(1, keepdims=True)
        summed: Doubles = table.T @ (shares - truth) + penalty * weights
        return summed / len(examples)

    weights = descend(np.zeros((len(names) + 1, len(genres))), gradient, STEPS, RATE)
    table_of = {
        name: tuple(round(float(value), 3) for value in weights[index])
        for name, index in column.items()
    }
    return GenreModel(
        tuple(genres), table_of, tuple(round(float(value), 3) for value in weights[-1])
    )
