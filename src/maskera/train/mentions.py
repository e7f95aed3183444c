"""Training of the personal-information tagger: annotated essays in, a model file out; reproducible by seed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import cpu_count, get_context
from pathlib import Path
from random import Random
from typing import Any

from maskera.annotate.crf import Weights
from maskera.annotate.tokens import normal
from maskera.detect import tagger
from maskera.detect.sight import Sight, sight
from maskera.detect.words import UNKNOWN_ORDINARY, Word, WordTable, shape
from maskera.label.merge import disentangle
from maskera.lang import LANGUAGES
from maskera.language import Language
from maskera.mentions import Detection
from maskera.pipeline import CONSIDERED_ODDS, rules
from maskera.text import Document
from maskera.train import corpora, crfsuite, news, redraw

PARAMETERS = {"c1": 0.05, "c2": 0.3, "max_iterations": 100, "feature.minfreq": 2}
RUNS = 2  # models fitted to draws of their own, at the same time, and averaged: more steady than one (docs/accuracy.md)
DEAF = 0.2  # share of copies in which the tagger is not told what the rules say
CARELESS = 0.3  # share of copies written carelessly: more costs points on clean text (DESIGN, The tagger)


class Hidden(str):
    """The type key of a form that the lexicon is not to know this time."""

    __slots__ = ()

    def __hash__(self) -> int:
        return hash(("hidden", str(self)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hidden) and str(self) == str(other)


class _Forgetful(WordTable):
    """A word table that has forgotten some forms."""

    def __init__(self, table: WordTable, hidden: frozenset[str]) -> None:
        self.gazetteer = table.gazetteer
        self._known = table
        self._hidden = hidden
        self.word = self._recalled  # type: ignore[assignment]  # the other is cached

    def forgot(self, form: str) -> bool:
        lower = normal(form).lower()
        return lower in self._hidden or (lower.endswith("s") and lower[:-1] in self._hidden)

    def _recalled(self, form: str) -> Word:
        return unlisted(form) if self.forgot(form) else self._known.word(form)


def unlisted(form: str) -> Word:
    """What is known of a form that is in no list."""
    lower = normal(form).lower()
    return Word(lower, shape(form), (), frozenset(), False, UNKNOWN_ORDINARY, 0.0, read=lower)


def rule_decisions(seen: Sight, language: Language) -> list[Detection]:
    """What the rules would decide, as the tagger is told of it: the best claims that do not overlap."""
    return disentangle(rules(seen, language, tags=True), CONSIDERED_ODDS)


def examples(text: corpora.Annotated, hidden: frozenset[str], language: Language, deaf: bool = False) -> Iterator[crfsuite.Example]:
    """The training sequences of one text, a sentence each. deaf: without what the rules say, so that the tagger learns to do without."""
    table = _Forgetful(language.words, hidden)
    document = next(language.tag([Document(text.id, text.text, language.code)]))
    seen = sight(document, table)
    labels = corpora.token_labels(document.tokens, text.spans)
    sentences = tagger.streams(seen, [] if deaf else rule_decisions(seen, language), language.topic)
    for (forms, *others), span in zip(sentences, document.sentences, strict=True):
        keys = [Hidden(form) if hidden and table.forgot(form) else form for form in map(str, forms)]
        yield (keys, *others), labels[span.start : span.end]


def copies(texts: Iterable[corpora.Annotated], times: int, language: Language, rng: Random) -> Iterator[crfsuite.Example]:
    """Each text as it is, and so many times with its mentions drawn anew, some of them carelessly written."""
    pools = redraw.Pools(language.gazetteer)
    for text in texts:
        yield from examples(text, frozenset(), language)
        for _ in range(times):
            drawn, hidden = redraw.redrawn(text, pools, rng)
            if rng.random() < CARELESS:
                drawn = redraw.careless(drawn, rng)
            yield from examples(drawn, hidden, language, rng.random() < DEAF)


def features_for_training(language: Language) -> Callable[[Any], Iterator[str]]:
    """The tagger's features; a hidden form has those of an unlisted one."""
    known, unknown = tagger.word_features(language.words.word), tagger.word_features(unlisted)
    return lambda key: unknown(str(key)) if isinstance(key, Hidden) else known(key)


def train(
    corpus: Sequence[tuple[Path, int]],
    language: Language,
    seed: int,
    progress: Callable[[str], None],
    parameters: dict[str, Any] | None = None,
    runs: int = RUNS,
) -> Weights:
    """Fit the tagger on annotated texts (.jsonl, or .txt of a named-entity corpus), each file with the number of re-drawn copies.

    runs: models that are averaged, each from draws of its own; a process for each processor. The same seed gives the same model.

    Raises DataError for a file that cannot be read, MissingExtra without python-crfsuite.
    """
    seeds = range(seed, seed + runs)
    processes = min(runs, cpu_count())
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        beside = [pool.submit(_runs_beside, corpus, language.code, seeds[start::processes], parameters) for start in range(1, processes)]
        models = {one: _run(corpus, language, one, progress, parameters) for one in seeds[::processes]}
        for start, found in enumerate(beside, start=1):
            models |= zip(seeds[start::processes], found.result(), strict=True)
    weights = crfsuite.averaged([models[one] for one in seeds])
    weights.card["runs"] = runs
    return weights


def _runs_beside(corpus: Sequence[tuple[Path, int]], code: str, seeds: Sequence[int], parameters: dict[str, Any] | None) -> list[Weights]:
    return [_run(corpus, LANGUAGES[code](None), seed, lambda line: None, parameters) for seed in seeds]


def _run(
    corpus: Sequence[tuple[Path, int]],
    language: Language,
    seed: int,
    progress: Callable[[str], None],
    parameters: dict[str, Any] | None,
) -> Weights:
    rng = Random(seed)
    sequences: list[crfsuite.Example] = []
    counts: dict[str, int] = {}
    for path, times in corpus:
        texts = list(news.read(path, language.gazetteer) if path.suffix == ".txt" else corpora.read(path))
        counts[path.name] = len(texts)
        sequences.extend(copies(texts, times, language, rng))
        progress(f"{path.name}: {len(texts)} texts, {times} copies")
    settings = {**PARAMETERS, **(parameters or {})}
    card = {
        "task": "mentions",
        "language": language.code,
        "texts": counts,
        "sequences": len(sequences),
        "seed": seed,
        "parameters": settings,
    }
    return crfsuite.fit(sequences, features_for_training(language), card, settings, progress)
