"""Fit the model of sentences that tell of a rare event, from the clauses marked `extra` in annotated
essays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from maskera.lang.pack import LanguagePack
from maskera.lexicon.table import token_table
from maskera.risk import logistic
from maskera.rules.event_sentences import BIAS, LEAST_WORDS, EventModel, counts_of, sentences
from maskera.text import Document, Span
from maskera.train import corpora

LEAST = 12  # rows that have a feature, two of each sentence: no text can be read off the model
DECAY = 0.25
"""L2 penalty. On writers left out of five folds the area under precision and recall is .820, with .4
nearly the same; without pairs of words and with .66 it was .797 (found at a probability of .35: .53
and .46 of the sentences with an event, of what is claimed .91 and .90 are some)."""
SMALLEST = 0.02  # weights below this change no decision and make a third of the file
RARER = 1.3
"""Log-odds: events are 2.6 % of the sentences of the texts for training, many of which were written
to hold one, 1.4 % of essays by other writers, and none of 6,000 learner sentences."""
LEAST_EVENTS = 20  # fewer teach nothing but their own words

Example = tuple[Mapping[str, float], bool]


def pairs(
    path: Path, language: LanguagePack, reader: corpora.Reader = corpora.read
) -> Iterator[Example]:
    """Row and mark of every sentence of a file or folder; where something shorter than a clause is
    marked (a user name), the sentence is left out. reader: gives the texts."""
    labels = language.taxonomy.labels("text.clause")
    for text, document in _documents(path, language, reader):
        table = token_table(language.tokenization(document), language.vocab)
        marked = [Span(s.start, s.end) for s in text.spans if s.label in labels]
        for first, last in sentences(table):
            inside = _inside(table.span(first, last), marked, table.document.text)
            if not 0 < inside < LEAST_WORDS:
                yield counts_of(table.words[first : last + 1]), inside > 0


def _documents(
    path: Path, language: LanguagePack, reader: corpora.Reader
) -> Iterator[tuple[corpora.Annotated, Document]]:
    """Each text as it is written and in small letters, as some write all they write."""
    for text in reader(path, language.taxonomy):
        document = corpora.document(text, language)
        yield text, document
        lowered = document.text.lower()
        if len(lowered) == len(document.text):
            yield text, replace(document, text=lowered)


def _inside(sentence: Span, marked: Sequence[Span], text: str) -> int:
    """How many words of a sentence are marked as an event."""
    return sum(
        len(text[max(sentence.start, span.start) : min(sentence.end, span.end)].split())
        for span in marked
        if span.overlaps(sentence)
    )


def fit(examples: Sequence[Example]) -> EventModel:
    """Logistic regression with an L2 penalty; deterministic. Raises MissingExtra without SciPy."""
    rows, right = zip(*examples, strict=True)
    found = logistic.fit(rows, right, DECAY, LEAST)
    weights = np.frombuffer(found.weights, np.float32).tolist()
    named = zip(found.features, weights, strict=True)
    kept = {name: round(weight, 2) for name, weight in named if abs(weight) >= SMALLEST}
    return EventModel({BIAS: round(found.bias - RARER, 2), **kept})
