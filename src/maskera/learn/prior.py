"""Prior: what is known of the words before anybody has answered: nothing, or what a language pack
knows and claims."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from maskera.evaluate.tab import merged
from maskera.learn.numbers import grouped
from maskera.learn.pool import Pool
from maskera.lexicon.vocab import Vocab
from maskera.mentions import Mention
from maskera.pipeline import Pipeline, load
from maskera.text import Document, Span

NONE = "none"
LEAST = 0.1  # a claim below this probability is no feature
COMMON, RARE = 4.5, 3.0  # Zipf values of learning-and-risk 3.2
NEVER_SMALL, SELDOM_SMALL = 2.5, 4.0  # Zipf values that stand for them where no pack counts
FEW = 5
FORM = "form:"  # how the evidence of what numbers and addresses look like begins


class Prior:
    """No knowledge but the pool's own counts (`--language none`)."""

    code = NONE

    def features(self, texts: Pool) -> list[tuple[str, ...]]:
        """What is known of each token, as features of the learner."""
        return [()] * len(texts)

    def guesses(self, texts: Pool) -> NDArray[np.float64]:
        """The probability of each token to be sensitive, before anything is learnt; 0 where nothing
        is claimed."""
        return np.zeros(len(texts))

    def labels(self, texts: Pool) -> list[str]:
        """The label that is claimed of each token, "" for none."""
        return [""] * len(texts)

    def mentions(self, texts: Pool) -> list[list[Mention]]:
        """What is claimed in each document."""
        return [[] for _ in texts.documents]

    def wholes(self, texts: Pool) -> list[NDArray[np.intp]]:
        """The tokens of each number or address that is sensitive as a whole or not at all."""
        return [
            np.arange(first + begin, first + end)
            for first, document, mentions in zip(
                texts.firsts, texts.documents, self.mentions(texts), strict=False
            )
            for begin, end in tokens_of(
                document, merged([*grouped(document), *_told_by_form(mentions)])
            )
        ]

    def zipf(self, form: str, small: int) -> float:
        """General frequency of a lower form on Zipf's scale; small: how often the pool has it in
        small letters, which stands in where nothing else is known."""
        return NEVER_SMALL if not small else SELDOM_SMALL if small < FEW else 5.0


class PackPrior(Prior):
    """The word lists of a language pack, its counts, and its claims."""

    def __init__(self, code: str, models: Path | None = None, mode: str = "full") -> None:
        self.code = code
        self._nlp: Pipeline = load(code, mode=mode, models=models)
        self._mentions: tuple[Pool | None, list[list[Mention]]] = None, []

    @property
    def _vocab(self) -> Vocab:
        return self._nlp.language.vocab

    def features(self, texts: Pool) -> list[tuple[str, ...]]:
        """See Prior."""
        word: Callable[[str], tuple[str, ...]] = self._word()
        found = []
        for form, (label, probability) in zip(texts.forms, self._claimed(texts), strict=True):
            told = word(form)
            if label:
                bucket = min(int(probability * 5), 4)
                told = (
                    *told,
                    "claim",
                    f"claim={label}",
                    f"claim={label}{bucket}",
                    f"claim{bucket}",
                )
            found.append(told)
        return found

    def _word(self) -> Callable[[str], tuple[str, ...]]:
        known: dict[str, tuple[str, ...]] = {}
        vocab = self._vocab

        def word(form: str) -> tuple[str, ...]:
            if form not in known:
                lexeme = vocab.word(form)
                known[form] = (
                    *(f"in={label}" for label in sorted(lexeme.labels)),
                    f"z={int(lexeme.zipf)}",
                    f"o={max(-4, min(4, round(lexeme.ordinary)))}",
                )
            return known[form]

        return word

    def guesses(self, texts: Pool) -> NDArray[np.float64]:
        """See Prior."""
        return np.array([probability for _, probability in self._claimed(texts)])

    def labels(self, texts: Pool) -> list[str]:
        """See Prior."""
        return [label for label, _ in self._claimed(texts)]

    def zipf(self, form: str, small: int) -> float:
        """See Prior."""
        return self._vocab.word(form).zipf

    def mentions(self, texts: Pool) -> list[list[Mention]]:
        """See Prior."""
        if self._mentions[0] is not texts:
            bare = (Document(d.id, d.text, self.code) for d in texts.documents)
            self._mentions = texts, [found for _, found in self._nlp.detect_all(bare)]
        return self._mentions[1]

    def _claimed(self, texts: Pool) -> list[tuple[str, float]]:
        found: list[tuple[str, float]] = []
        for document, mentions in zip(texts.documents, self.mentions(texts), strict=True):
            found += _of_tokens(document, mentions)
        return found


def _of_tokens(document: Document, mentions: list[Mention]) -> list[tuple[str, float]]:
    found = [("", 0.0)] * len(document.tokens)
    rising = sorted(mentions, key=lambda mention: mention.span)
    places = tokens_of(document, [mention.span for mention in rising])
    for mention, (begin, end) in zip(rising, places, strict=True):
        if mention.probability >= LEAST:
            found[begin:end] = [(mention.label, mention.probability)] * (end - begin)
    return found


def tokens_of(document: Document, spans: Iterable[Span]) -> list[tuple[int, int]]:
    """The first token of each of these spans, which rise, and the one behind its last."""
    starts, ends = document.tokens.starts, document.tokens.ends
    return [(bisect_right(ends, span.start), bisect_left(starts, span.end)) for span in spans]


def _told_by_form(mentions: Iterable[Mention]) -> list[Span]:
    return [
        mention.span
        for mention in mentions
        if any(
            evidence.source.startswith(FORM)
            for hypothesis in mention.hypotheses[:1]
            for evidence in hypothesis.evidence
        )
    ]


def prior(language: str, models: Path | None = None) -> Prior:
    """The prior of a language, or of none. Raises MaskeraError for a language without a pack."""
    return Prior() if language == NONE else PackPrior(language, models)
