"""Train the baseline of 2006 (maskera.tagger.hmm) on annotated texts. NumPy only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any

import numpy as np

from maskera.lang.pack import LanguagePack
from maskera.tagger import hmm
from maskera.text import Document
from maskera.train import Answer, calibration, coarse, corpora, mentions

Sentence = tuple[Sequence[str], Sequence[Answer]]


def train(
    corpus: Sequence[tuple[Path, int]],
    path: Path,
    language: LanguagePack,
    seed: int,
    progress: Callable[[str], None],
    reader: corpora.Reader = corpora.read,
    annotates: Mapping[str, frozenset[str]] = MappingProxyType({}),
) -> dict[str, Any]:
    """Fit the model and write it; returns its card. The arguments are those of
    maskera.train.mentions.train.

    The temperature is that of a model that has not seen a tenth of the texts, on these; the model
    that is written has seen all.
    """
    rng, counts = Random(seed), Counter[str]()
    learnt: list[Sentence] = []
    held: list[Sentence] = []
    both: list[Sentence] = []
    for name, texts, times in mentions.read(corpus, language, annotates, reader):
        counts[name] += len(texts)
        for part, its in zip((learnt, held), calibration.split(texts), strict=True):
            for version in mentions.versions(its, times, language, rng):
                found = _sentences(version.text, language)
                both += found
                if part is learnt or not version.drawn:
                    part += found
        progress(mentions.told(name, texts, times))
    card = mentions.card(language, counts, held_out=len(held), seed=seed)
    temperature = _temperature(hmm.fit(_spans(learnt)), held)
    progress(f"temperature {temperature:.2f}, of {len(held)} sentences held out")
    hmm.save(hmm.fit(_spans(both)), temperature, card, path)
    return card


def _temperature(model: hmm.Hmm, held: Sequence[Sentence]) -> float:
    if not held:
        return 1.0
    forms = [form for sentence, _ in held for form in sentence]
    answers = [answer for _, its in held for answer in its]
    rows = model.marginals(forms, [len(sentence) for sentence, _ in held]).astype(np.float32)
    return calibration.temperature(rows, calibration.allowed(answers, model.labels))


def _sentences(text: corpora.Annotated, language: LanguagePack) -> list[Sentence]:
    document = language.tokenization(Document(text.id, text.text, language.code))
    types = language.models.types
    beyond = types.beyond if types and not text.types else frozenset[str]()
    answers = [_narrowed(each, beyond) for each in coarse.answers(document, text, language)]
    return [
        (document.tokens.forms[s.start : s.end], answers[s.start : s.end])
        for s in document.sentences
        if len(s)
    ]


def _narrowed(answer: Answer, beyond: frozenset[str]) -> Answer:
    """What may be right but for what only a coarser scheme has: of that this model knows nothing."""
    rest = answer - beyond if isinstance(answer, frozenset) else frozenset((answer,))
    return next(iter(rest)) if len(rest) == 1 else rest


def _spans(sentences: Iterable[Sentence]) -> list[tuple[list[str], list[str]]]:
    """The parts of the sentences whose labels are certain."""
    found: list[tuple[list[str], list[str]]] = []
    for sentence in sentences:
        going = False
        for form, answer in zip(*sentence, strict=True):
            if not isinstance(answer, str):
                going = False
                continue
            if not going:
                found.append(([], []))
                going = True
            found[-1][0].append(form)
            found[-1][1].append(answer)
    return found
