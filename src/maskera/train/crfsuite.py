"""Fit a linear-chain CRF with python-crfsuite (extra `train`) and turn it into the weights that
maskera.kernels.crf runs."""

from __future__ import annotations

import tempfile
from array import array
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from maskera.errors import MissingExtra
from maskera.kernels.crf import Weights
from maskera.kernels.type_scores import OFFSETS
from maskera.train import Example

EVERY = 10  # iterations between two lines of progress
LEAST_WEIGHT = 0.003  # smaller ones change no tag and make half of the file


def attributes(
    streams: Sequence[Sequence[Hashable]],
    features: Callable[[Any], Iterable[str]],
    seen: dict[Any, list[list[str]]],
) -> list[list[str]]:
    """The attributes of every token: the features of the types around it, marked with their offset."""
    length = len(streams[0])
    rows: list[list[str]] = [[] for _ in range(length)]
    for stream in streams:
        for place, key in enumerate(stream):
            if key not in seen:
                names = list(features(key))
                seen[key] = [
                    [f"{offset}|{name}" for name in names if reaches(name, offset)]
                    for offset in OFFSETS
                ]
            for names, offset in zip(seen[key], OFFSETS, strict=True):
                if 0 <= place - offset < length:
                    rows[place - offset] += names
    return rows


def reaches(name: str, offset: int) -> bool:
    """Affixes are seen from the token and its neighbours only, marked `~`; everything else from two
    places away."""
    return name[0] != "~" or abs(offset) <= 1


def fit(
    examples: Iterable[Example],
    features: Callable[[Any], Iterable[str]],
    card: dict[str, Any],
    parameters: Mapping[str, Any],
    progress: Callable[[str], None] = lambda line: None,
) -> Weights:
    """Train; `parameters` are crfsuite's for L-BFGS (c1, c2, max_iterations, feature.minfreq)."""
    try:
        import pycrfsuite
    except ImportError:
        raise MissingExtra("training", "train") from None

    class Trainer(pycrfsuite.Trainer):  # type: ignore[misc]  # untyped C extension
        """Tells of iterations; what else crfsuite reports is not printed."""

        def on_iteration(self, log: Any, info: Any) -> None:
            if info["num"] % EVERY == 0:
                progress(f"iteration {info['num']}, loss {info['loss']:.0f}")

        def _silent(self, *_: Any) -> None:
            pass

        on_start = on_featgen_progress = on_featgen_end = on_prepared = on_prepare_error = (
            on_optimization_end
        ) = on_end = _silent

    trainer = Trainer(algorithm="lbfgs", verbose=True)
    seen: dict[Any, list[list[str]]] = {}
    for streams, labels in examples:
        if labels:
            trainer.append(attributes(streams, features, seen), labels)
    trainer.set_params({"feature.possible_transitions": True, **parameters})
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "model")
        trainer.train(path)
        tagger = pycrfsuite.Tagger()
        tagger.open(path)
        info = tagger.info()
        tagger.close()
    return _weights(info, card)


def _weights(info: Any, card: dict[str, Any]) -> Weights:
    labels = sorted(info.labels, key=lambda label: int(info.labels[label]))
    number = {label: index for index, label in enumerate(labels)}
    scores: dict[str, dict[int, float]] = {}
    for (attribute, label), weight in info.state_features.items():
        offset, _, name = attribute.partition("|")
        scores.setdefault(name, {})[OFFSETS.index(int(offset)) * len(labels) + number[label]] = (
            weight
        )
    names, first, columns, values = [], array("I", [0]), array("H"), array("d")
    for name in sorted(scores):
        kept = [
            (column, weight)
            for column, weight in sorted(scores[name].items())
            if abs(weight) >= LEAST_WEIGHT
        ]
        if kept:
            names.append(name)
            columns.extend(column for column, _ in kept)
            values.extend(weight for _, weight in kept)
            first.append(len(columns))
    transitions = np.zeros((len(labels), len(labels)), np.float32)
    for (one, other), weight in info.transitions.items():
        transitions[number[one], number[other]] = weight
    halves = np.frombuffer(values.tobytes(), np.float64).astype(np.float16)
    return Weights(
        labels,
        names,
        first.tobytes(),
        columns.tobytes(),
        halves.tobytes(),
        transitions.tobytes(),
        card,
    )
