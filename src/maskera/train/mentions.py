"""Training of the personal-information tagger: annotated essays in, a model file out; reproducible
by seed."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec
import numpy as np

from maskera.annotate.tokens import normal
from maskera.errors import DataError
from maskera.kernels.network import Weights
from maskera.kernels.type_scores import Keys
from maskera.label.merge import resolve_overlaps
from maskera.lang.pack import LanguagePack
from maskera.lexicon.table import TokenTable, token_table
from maskera.lexicon.vocab import UNKNOWN_ORDINARY, Lexeme, shape
from maskera.mentions import Detection
from maskera.pipeline import CONSIDERED_ODDS, rules
from maskera.tagger import features
from maskera.taxonomy import LISTED_KINDS
from maskera.text import Document
from maskera.train import Example, augment, coarse, corpora, network, news

SETTINGS = network.Settings()
# Of 30 essays seen eight times come 72 steps and F1 .287 on essays_dev; 400 steps give .864, 1,000
# .869 (one seed each; rules alone .868).
LEAST_STEPS = 1000
ESSAY = "essay"  # kind of the texts that are annotated in the labels of a language
UNSAID = 0.3  # share of texts whose kind the tagger is not told, so that it learns to do without
WITHOUT_RULES = 0.2  # share of copies in which the tagger is not given what the rules say
TERMS = ("attribute.profession", "attribute.education", "attribute.sensitive")
"""Kinds whose words a copy may doubt: lists are made from such texts, so there they know nearly all
of them, and elsewhere they do not."""
FORM = "w="  # the feature that is a form itself
CARELESS = (
    0.5  # share of copies written carelessly; .3 costs learner sentences a point (docs/accuracy.md)
)


class Hidden(str):
    """The type key of a form that the lexicon is not to know this time."""

    __slots__ = ()

    def __hash__(self) -> int:
        return hash(("hidden", str(self)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hidden) and str(self) == str(other)


class Doubted(str):
    """The type key of a form that keeps what is counted of it, while no list has it this time and
    the tagger is not to know it by heart: how a trade or an illness of no list looks."""

    __slots__ = ()

    def __hash__(self) -> int:
        return hash(("doubted", str(self)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Doubted) and str(self) == str(other)


def bare(word: Lexeme) -> Lexeme:
    """What is known of a form but for the lists."""
    none = frozenset[str]()
    return msgspec.structs.replace(
        word, entries=(), labels=none, meant_entries=(), head="", head_labels=none
    )


def unlisted(form: str) -> Lexeme:
    """What is known of a form that is in no list."""
    lower = normal(form).lower()
    return Lexeme(
        lower,
        shape(form),
        (),
        frozenset(),
        False,
        UNKNOWN_ORDINARY,
        UNKNOWN_ORDINARY,
        0.0,
        read=lower,
    )


def rule_decisions(seen: TokenTable, language: LanguagePack) -> list[Detection]:
    """What the rules would decide, as the tagger is told of it: the best claims that do not
    overlap."""
    return resolve_overlaps(rules(seen, language, tags=True), CONSIDERED_ODDS)


def examples(
    text: corpora.Annotated,
    hidden: frozenset[str],
    language: LanguagePack,
    without_rule_features: bool = False,
    kind: str | None = None,
    doubted: frozenset[str] = frozenset(),
) -> Iterator[Example]:
    """The training sequences of one text, a sentence each. without_rule_features: so that the
    tagger learns to do without what the rules say. kind: of the text, where the tagger is told.
    hidden, doubted: forms in lower case that the lexicon is not to know; of the second it keeps
    what is counted."""

    genitive = language.vocab.genitive.bare
    known = language.vocab.word

    def as_seen(form: str) -> str:
        lower = normal(form).lower()
        if lower in hidden or genitive(lower) in hidden:
            return Hidden(form)
        return Doubted(form) if lower in doubted else form

    def word(form: str) -> Lexeme:
        seen = as_seen(form)
        if isinstance(seen, Hidden):
            return unlisted(form)
        return bare(known(form)) if isinstance(seen, Doubted) else known(form)

    document = next(language.models.tag([Document(text.id, text.text, language.code)]))
    seen = token_table(document, language.vocab.with_words(word))
    _forget_terms(seen, doubted)
    labels = coarse.answers(document, text, language)
    decided = [] if without_rule_features else rule_decisions(seen, language)
    own, topics = language.models.streams, features.topics_of(language.models.topic)
    sentences: Iterable[Sequence[Keys]] = (
        own(seen, decided, kind) if own else features.streams([seen], [decided], topics)
    )
    for (forms, *others), span in zip(sentences, document.sentences, strict=True):
        keys = [as_seen(form) if hidden or doubted else form for form in map(str, forms)]
        yield (keys, *map(_listed, others)), labels[span.start : span.end]


def _forget_terms(table: TokenTable, doubted: frozenset[str]) -> None:
    """Take terms of several words out of a table that hold a form that no list is to have."""
    for index, length in [*table.multiword.items()]:
        if not doubted.isdisjoint(table.lowers[index : index + length]):
            del table.multiword[index]
            table.multiword_limit.pop(index, None)


def _listed(stream: Keys) -> Sequence[Hashable]:
    return stream.tolist() if isinstance(stream, np.ndarray) else stream


class Version(NamedTuple):
    """A text to train on. drawn: whether its mentions were drawn anew. hidden: words that the
    lexicon is not to know. without_rules: the tagger is not given what the rules
    say. kind: of the text, as the tagger is given it. doubted: words that no list is to have."""

    text: corpora.Annotated
    drawn: bool
    hidden: frozenset[str]
    without_rules: bool
    kind: str | None
    doubted: frozenset[str] = frozenset()


def copies(
    texts: Iterable[corpora.Annotated], times: int, language: LanguagePack, rng: Random
) -> Iterator[Example]:
    """The training sequences of each version of each text."""
    for text, _, hidden, without_rules, kind, doubted in versions(texts, times, language, rng):
        yield from examples(text, hidden, language, without_rules, kind, doubted)


def versions(
    texts: Iterable[corpora.Annotated], times: int, language: LanguagePack, rng: Random
) -> Iterator[Version]:
    """Each text as it is, and so many times with its mentions drawn anew, some of them carelessly
    written."""
    pools = augment.Pools(language.vocab.gazetteer)

    def kind(text: corpora.Annotated) -> str | None:
        told = language.models.streams and rng.random() >= UNSAID
        return (text.kind if told else "") if language.models.streams else None

    types = language.models.types
    for text in texts:
        yield Version(text, False, frozenset(), False, kind(text))
        for _ in range(times):
            doubted = frozenset[str]()
            if text.types and types:
                drawn, hidden = coarse.redrawn(text, types, pools, rng), frozenset[str]()
            else:
                drawn, hidden = augment.redrawn(text, pools, rng, language.models.composed)
                drawn = msgspec.structs.replace(drawn, kind=text.kind)
                if rng.random() < CARELESS:
                    drawn = msgspec.structs.replace(augment.noisy(drawn, rng), kind=text.kind)
                if share := language.models.doubted:
                    doubted = _some_terms(drawn, language, share, rng)
            without = rng.random() < WITHOUT_RULES
            yield Version(drawn, True, hidden, without, kind(text), doubted)


def _some_terms(
    text: corpora.Annotated, language: LanguagePack, share: float, rng: Random
) -> frozenset[str]:
    """The words in small letters of a share of a text's trades, studies and sensitive terms."""
    terms = language.taxonomy.labels(*TERMS)
    chosen = [span for span in text.spans if span.label in terms and rng.random() < share]
    words = " ".join(text.text[span.start : span.end] for span in chosen).split()
    return frozenset(word for word in words if word.isalpha() and word.islower())


def features_for_training(language: LanguagePack) -> Callable[[Any], Iterator[str]]:
    """The tagger's features; a hidden form has those of an unlisted one, a doubted form its own
    but for lists and the form itself."""
    names = language.taxonomy.labels(*LISTED_KINDS)
    of = language.models.features or (lambda word_of: features.word_features(word_of, names))
    known, unknown = of(language.vocab.word), of(unlisted)
    doubted = of(lambda form: bare(language.vocab.word(form)))

    def features_of(key: Any) -> Iterator[str]:
        if isinstance(key, Hidden):
            return unknown(str(key))
        if isinstance(key, Doubted):
            return (name for name in doubted(str(key)) if not name.startswith(FORM))
        return known(key)

    return features_of


def read(
    corpus: Sequence[tuple[Path, int]],
    language: LanguagePack,
    annotates: Mapping[str, frozenset[str]],
    reader: corpora.Reader,
) -> list[tuple[str, list[corpora.Annotated], int]]:
    """The texts of each corpus with its name (file=copies) and the number of its copies. Raises
    DataError for no texts and for no mention in any of them."""
    found = [
        (f"{path.name}={times}", _texts(path, language, annotates, reader), times)
        for path, times in corpus
    ]
    names = ", ".join(dict.fromkeys(path.name for path, _ in corpus))
    if not any(texts for _, texts, _ in found):
        raise DataError(f"{names}: no text to train on")
    # a tagger of no mention finds nothing, and vetoes what the rules find
    if not any(text.spans for _, texts, _ in found for text in texts):
        raise DataError(f"{names}: no mention to train on")
    return found


def told(name: str, texts: Sequence[corpora.Annotated], times: int) -> str:
    """The line of progress on a corpus."""
    return f"{name.rpartition('=')[0]}: {len(texts)} texts, {times} copies"


def _texts(
    path: Path,
    language: LanguagePack,
    annotates: Mapping[str, frozenset[str]],
    reader: corpora.Reader,
) -> list[corpora.Annotated]:
    if coarse.is_coarse(path, annotates):
        if (types := language.models.types) is None:
            raise DataError(f"{path}: the tagger of this language knows no coarser scheme")
        return list(coarse.read(path, types, annotates.get(str(path))))
    if corpora.is_news(path):
        return list(news.read(path, language.vocab))
    kind = ESSAY if language.models.streams else ""
    texts = reader(path, language.taxonomy)
    return [msgspec.structs.replace(text, kind=kind) for text in texts]


def _enough(sequences: Sequence[Example]) -> network.Settings:
    """The settings with so many epochs that a small corpus, too, gets LEAST_STEPS steps."""
    batches = math.ceil(sum(len(labels) for _, labels in sequences) / SETTINGS.tokens)
    return msgspec.structs.replace(
        SETTINGS, epochs=max(SETTINGS.epochs, math.ceil(LEAST_STEPS / max(1, batches)))
    )


def train(
    corpus: Sequence[tuple[Path, int]],
    language: LanguagePack,
    seed: int,
    progress: Callable[[str], None],
    settings: network.Settings | None = None,
    reader: corpora.Reader = corpora.read,
    annotates: Mapping[str, frozenset[str]] = MappingProxyType({}),
) -> Weights:
    """Fit the tagger on annotated texts (.jsonl, a folder, or .txt of a named-entity corpus), each
    with the number of re-drawn copies.

    The same seed gives the same model, whose card counts the texts by file=copies. settings: None
    for SETTINGS, with more epochs where the corpus is small. reader: gives the texts.

    Raises DataError for a file that cannot be read, for no texts and for no mention in any of them,
    MissingExtra without SciPy.
    """
    network.require()
    rng = Random(seed)
    sequences: list[Example] = []
    counts: Counter[str] = Counter()
    for name, texts, times in read(corpus, language, annotates, reader):
        counts[name] += len(texts)
        sequences.extend(copies(texts, times, language, rng))
        progress(told(name, texts, times))
    if settings is None:
        settings = _enough(sequences)
        if settings.epochs > SETTINGS.epochs:
            progress(
                f"{settings.epochs} epochs instead of {SETTINGS.epochs}, for the corpus is small"
            )
    about = card(
        language,
        counts,
        sequences=len(sequences),
        seed=seed,
        settings=msgspec.to_builtins(settings),
    )
    return network.fit(sequences, features_for_training(language), about, settings, seed, progress)


def card(language: LanguagePack, texts: Mapping[str, int], **more: Any) -> dict[str, Any]:
    """What is kept in a model of how it was trained. texts: how many of each corpus."""
    return {"task": "mentions", "language": language.code, "texts": dict(texts), **more}
