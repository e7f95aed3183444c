"""A learned recognizer as a file of a models folder (`learned.model`), and a language pack that
finds what it finds. Words of the texts stand in it as keyed hashes: nobody reads them there, but who
guesses a word can look whether the texts had it, so the file is kept as the texts are.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import blake2b, sha256
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from maskera.errors import DataError, MaskeraError
from maskera.io import arrays
from maskera.io.arrays import Arrays
from maskera.label.merge import without_rivals
from maskera.lang import load_pack, plain
from maskera.lang.pack import LanguagePack
from maskera.learn.committee import Committee
from maskera.learn.features import Counts
from maskera.learn.labelling import Labeller
from maskera.learn.learner import MARKED
from maskera.learn.letters import Letters
from maskera.learn.model import Crf, Source, sensitive
from maskera.learn.numbers import whole
from maskera.learn.pool import pool as pool_of
from maskera.learn.prior import NONE, Prior, prior
from maskera.learn.repetition import repeated
from maskera.lexicon.table import TokenTable
from maskera.mentions import Detection, Evidence, Exclusion, Hypothesis, is_certain, place
from maskera.tagger.characters import CharacterModel
from maskera.taxonomy import Taxonomy
from maskera.text import Document, Span

VERSION = 1
SALT = 16  # bytes
FLOOR = 1e-4  # probabilities are cut off here before they become log-odds
GROUP = "Misc"  # of SVALA's, for labels that are the project's own
FOUND_BY = "learned"  # source of the evidence
# Policies mark from .5 on, the learner from MARKED on: the scale is moved so that both agree.
MOVED = -math.log(MARKED / (1 - MARKED))


@dataclass(frozen=True)
class Learned:
    """What was learnt, with what of the pool is needed to use it on other texts."""

    language: str
    marks: Committee
    labeller: Labeller
    counts: Counts
    columns: Mapping[str, int]


def save(learned: Learned, path: Path) -> None:
    """Write the file; what was learnt is the key of its hashes, so that the same decisions give the
    same file."""
    marks = learned.marks.crf.weights
    salt = sha256(marks.tobytes()).digest()[:SALT]
    names = [*learned.columns]
    places = [learned.columns[name] for name in names]
    used = np.flatnonzero(
        marks[places].any(1) | learned.labeller.chain.weights[places].any(1)
    ).tolist()
    kept = [places[number] for number in used]
    forms = sorted(learned.counts.total)
    counted = (learned.counts.total, learned.counts.capital, learned.counts.small)
    columns: dict[str, NDArray[Any]] = {
        "salt": np.frombuffer(salt, np.uint8),
        "names": _hashes(salt, [names[number] for number in used]),
        "marks": marks[kept].astype(np.float32),
        "mark_letters": marks[len(learned.columns) :].astype(np.float32),
        "mark_moves": learned.marks.crf.moves,
        "labels": learned.labeller.chain.weights[kept].astype(np.float32),
        "label_moves": learned.labeller.chain.moves,
        "forms": _hashes(salt, forms),
        "counts": np.array([[of.get(form, 0) for of in counted] for form in forms], np.int32),
    }
    for name, model in (("private", learned.marks.letters.sensitive), ("other", learned.marks.letters.other)):  # fmt: skip
        columns |= _spelled(name, model, salt)
    meta = {
        "version": VERSION,
        "language": learned.language,
        "marked": list(learned.marks.labels),
        "labels": list(learned.labeller.chain.labels),
        "undecided": sorted(learned.labeller.undecided),
    }
    arrays.write(path, columns, meta)


def load(path: Path) -> Learned:
    """Read the file. Raises DataError for one of another kind or of a newer version."""
    what = "a recognizer of maskera learn"
    held = arrays.read(
        path, what, "salt", "names", "marks", "mark_letters", "mark_moves", "labels", "label_moves", "forms", "counts",
        *(f"{name}_{part}" for name in ("private", "other") for part in ("grams", "counts", "histories", "followed")),
    )  # fmt: skip
    version = held.meta.get("version")
    if version != VERSION:
        raise DataError(f"{path.name}: written by another version of maskera ({version})")
    labels = tuple(held.meta["labels"])
    if held["labels"].shape != (len(held["names"]), len(labels)):
        raise DataError(f"{path.name}: not {what} (its arrays do not fit)")
    salt = held["salt"].tobytes()
    total, capital, small = (
        _Hashed(salt, held["forms"], held["counts"][:, number]) for number in range(3)
    )
    return Learned(
        held.meta["language"],
        Committee(
            Crf(
                tuple(held.meta["marked"]),
                np.vstack([held["marks"], held["mark_letters"]]).astype(float),
                np.array(held["mark_moves"]),
            ),
            Letters(_model("private", held, salt), _model("other", held, salt)),
        ),
        Labeller(
            Crf(labels, held["labels"].astype(float), np.array(held["label_moves"])),
            frozenset(held.meta.get("undecided", ())),
        ),
        Counts(total, capital, small),
        _Hashed(salt, held["names"], np.arange(len(held["names"]))),
    )


def pack(code: str, path: Path) -> LanguagePack:
    """The pack of a language with what the recognizer of a file finds in place of what its tagger
    and rules find, but for what rules are certain of. Raises MaskeraError for a recognizer of
    another language."""
    learned = load(path)
    if learned.language != code:
        raise MaskeraError(f"{path}: learned with --language {learned.language}, not {code}")
    base = plain.pack(NONE) if code == NONE else load_pack(code)
    taxonomy = _with_labels(base.taxonomy, learned.labeller.chain.labels)
    found = _Finder(learned)

    def exclude(
        table: TokenTable, claims: Sequence[Detection]
    ) -> tuple[Sequence[Detection], Sequence[Exclusion]]:
        kept = [claim for claim in claims if _is_learned(claim)]
        others = [claim for claim in claims if not _is_learned(claim)]
        rest, excluded = base.rules.exclude(table, others)
        return [*kept, *rest] if kept else rest, excluded

    return replace(
        base,
        taxonomy=taxonomy,
        vocab=base.vocab.with_taxonomy(taxonomy),
        rules=replace(base.rules, exclude=exclude),
        models=replace(base.models, combine=found.combine, typed=None),
    )


class _Finder:
    """The claims of a recognizer."""

    def __init__(self, learned: Learned) -> None:
        self._learned = learned

    @cached_property
    def _prior(self) -> Prior:  # a pipeline of its own: read when the first document comes
        return prior(self._learned.language)

    def combine(
        self, tables: Sequence[TokenTable], rules: Sequence[Sequence[Detection]], least: float
    ) -> list[list[Detection]]:
        """See lang.pack.Ensemble. Of the rules what is certain stays: a personal number is one,
        whatever was learnt."""
        if not tables:
            return []
        code = self._learned.language
        texts = pool_of(
            Document(str(number), table.document.text, code) for number, table in enumerate(tables)
        )
        source = Source(texts, self._prior, self._learned)
        probability = repeated(texts, sensitive(self._learned.marks.marginals(source)))
        probability = whole(source.wholes, probability)
        marked = np.flatnonzero(probability >= MARKED)
        labels: dict[int, str] = dict(
            zip(marked.tolist(), self._learned.labeller.labels(source, marked), strict=True)
        )
        known = [{m.span: m for m in mentions} for mentions in self._prior.mentions(texts)]
        found: list[list[Detection]] = [[] for _ in tables]
        for run in _runs(marked, labels, source):
            number = int(texts.documents_of[texts.sentence_of[run[0]]])
            tokens, first = texts.documents[number].tokens, texts.firsts[number]
            span = Span(tokens.starts[run[0] - first], tokens.ends[run[-1] - first])
            label, claim = labels[run[0]], known[number].get(span)
            features = claim.features if claim and claim.label == label else frozenset[str]()
            evidence = _evidence(float(probability[run].mean()))
            found[number].append(Detection(span, (Hypothesis(label, evidence, features),)))
        return list(map(_with_certain, found, rules))


def _with_certain(learned: Sequence[Detection], rules: Sequence[Detection]) -> list[Detection]:
    certain = list(filter(is_certain, rules))
    return sorted([*without_rivals(learned, certain), *certain], key=place)


def _runs(
    marked: NDArray[np.intp], labels: Mapping[int, str], source: Source
) -> Iterator[list[int]]:
    """Tokens side by side in a sentence that have one label."""
    sentence_of, run = source.texts.sentence_of, list[int]()
    for token in marked.tolist():
        if run and not (
            token == run[-1] + 1
            and sentence_of[token] == sentence_of[run[-1]]
            and labels[token] == labels[run[-1]]
        ):
            yield run
            run = []
        run.append(token)
    if run:
        yield run


def _evidence(probability: float) -> tuple[Evidence, Evidence]:
    p = min(max(probability, FLOOR), 1 - FLOOR)
    return (
        Evidence(FOUND_BY, math.log(p / (1 - p))),
        Evidence(f"{FOUND_BY}:threshold", MOVED, f"marked from {MARKED} on"),
    )


def _is_learned(claim: Detection) -> bool:
    return any(e.source == FOUND_BY for h in claim.hypotheses for e in h.evidence)


def _with_labels(taxonomy: Taxonomy, labels: Sequence[str]) -> Taxonomy:
    """The taxonomy with the labels that are the project's own: policies hide them."""
    for label in labels:
        if label not in taxonomy.categories:
            block = {"name": label, "group": GROUP, "kind": f"own.{label}", "description": label}
            taxonomy = taxonomy.extended(block, "learned labels")
    return taxonomy


def _spelled(name: str, model: CharacterModel, salt: bytes) -> dict[str, NDArray[Any]]:
    grams, histories = sorted(model.grams), sorted(model.totals)
    followed = [[model.totals[each], model.followers[each]] for each in histories]
    return {
        f"{name}_grams": _hashes(salt, grams),
        f"{name}_counts": np.array([model.grams[gram] for gram in grams], np.int32),
        f"{name}_histories": _hashes(salt, histories),
        f"{name}_followed": np.array(followed, np.int32).reshape(-1, 2),
    }


def _model(name: str, held: Arrays, salt: bytes) -> CharacterModel:
    histories, followed = held[f"{name}_histories"], held[f"{name}_followed"]
    return CharacterModel(
        _Hashed(salt, held[f"{name}_grams"], held[f"{name}_counts"]),
        _Hashed(salt, histories, followed[:, 0]),
        _Hashed(salt, histories, followed[:, 1]),
    )


def _hashes(salt: bytes, words: Sequence[str]) -> NDArray[np.uint64]:
    return np.array([_hash(salt, word) for word in words], np.uint64)


def _hash(salt: bytes, word: str) -> int:
    digest = blake2b(word.encode("utf-8", "surrogatepass"), digest_size=8, key=salt).digest()
    return int.from_bytes(digest, "little")


class _Hashed(Mapping[str, int]):
    """Numbers by words, of which only hashes are known; an entry of zero is none."""

    def __init__(self, salt: bytes, hashes: NDArray[Any], values: NDArray[Any]) -> None:
        self._salt = salt
        self._of: dict[int, int] = dict(zip(hashes.tolist(), values.tolist(), strict=True))

    def __getitem__(self, word: str) -> int:
        return self._of[_hash(self._salt, word)]

    def __iter__(self) -> Iterator[str]:
        raise TypeError("the words themselves are not known")

    def __len__(self) -> int:
        return len(self._of)
