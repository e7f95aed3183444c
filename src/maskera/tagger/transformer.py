"""A fine-tuned token classifier (BERT, RoBERTa) as a tagger: a local folder in, probabilities of
labels out. Extra `transformers`; nothing is downloaded, no pickle is read, no code of a model is run.

A word has the label of its first piece. A text that is longer than a window is read in windows that
overlap; what two windows hold counts in the one where it stands further from the edge.
"""

from __future__ import annotations

import os
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

import numpy as np

from maskera.errors import DataError, of_extra
from maskera.kernels.type_scores import Block, Floats
from maskera.lexicon.table import TokenTable
from maskera.mentions import Detection
from maskera.tagger.scorers import tempered
from maskera.tagger.spans import OUTSIDE

OWN = "maskera"
"""What config.json holds beside what the library writes: temperature and card."""
LONGEST = 512  # pieces of a window, the special ones among them
OVERLAP = 64  # pieces that a window shares with the next one
BATCH = 8  # windows
# A transformer errs where the rules do, too, so that in full both would count twice. Of a small one
# (docs/transformers.md), on the 61 essays held out when it was trained: labelled F1 .799 in full,
# .808 with .6 and 1, .820 so; in another run .824, .828 and .829. As one of two taggers it counts
# in full: there half costs .006.
BESIDE_RULES = (0.5, 4 / 3)
_UNPAIRED = re.compile("[\ud800-\udfff]")  # halves of surrogate pairs, which no tokenizer takes


class Window(NamedTuple):
    """Numbers of pieces, special ones included; and of the words whose first piece is among them,
    place in the window and number."""

    pieces: Sequence[int]
    firsts: Sequence[tuple[int, int]]


class Loaded(NamedTuple):
    """What the library has read of a folder (untyped). size: pieces that a window may have."""

    tokenizer: Any
    model: Any
    size: int


class Transformer:
    """The tagger of a folder that `maskera train --engine transformer` wrote; read when the first
    document comes. Raises MissingExtra without torch and transformers, DataError for a folder that
    is none."""

    calibrated = True
    beside_rules = BESIDE_RULES

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = Lock()  # a tokenizer of the library cannot be shared by threads
        self._loaded = cache(self._load)

    def _load(self) -> tuple[Loaded, list[str], float]:
        loaded = load(self._folder)
        said = getattr(loaded.model.config, OWN, None)
        labels = [*loaded.model.config.id2label.values()]
        if not isinstance(said, dict) or OUTSIDE not in labels:
            raise DataError(f"{self._folder}: no model that `maskera train` has written")
        loaded.model.eval()
        return loaded, labels, float(said["temperature"])

    def labels(self) -> Sequence[str]:
        """See Scorer."""
        with self._lock:
            return self._loaded()[1]

    def marginals(
        self, tables: Sequence[TokenTable], decided: Sequence[Sequence[Detection]]
    ) -> Block:
        """See Scorer; each document by itself, so that none depends on its neighbours."""
        with self._lock:
            loaded, labels, temperature = self._loaded()
            rows = [np.zeros((0, len(labels)), np.float32)]
            lengths: list[int] = []
            for table in tables:
                document = table.document
                tokens = document.tokens
                found = windows(loaded, document.text, tokens.starts, tokens.ends)
                of_words = probabilities(loaded, found, len(tokens), labels.index(OUTSIDE))
                for sentence in document.sentences:
                    rows.append(of_words[sentence.start : sentence.end])
                    lengths.append(len(rows[-1]))
        return Block(tempered(np.concatenate(rows), temperature), lengths)


def libraries() -> tuple[Any, Any]:
    """torch and transformers, told to stay off the network. Raises MissingExtra without them."""
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    extra = ("a transformer", "transformers")
    return of_extra("torch", *extra), of_extra("transformers", *extra)


def load(folder: Path, labels: Sequence[str] | None = None) -> Loaded:
    """Tokenizer and token classifier of a local folder. labels: those of a classifier that is to be
    trained on what the folder has; None for one that is trained. Raises DataError for a folder
    without a model, with pickled weights alone, or with a tokenizer that tells no offsets."""
    torch, transformers = libraries()
    if not (folder / "config.json").is_file():
        raise DataError(f"{folder}: no folder of a model (no config.json)")
    if not any(folder.glob("*.safetensors")):
        raise DataError(f"{folder}: no weights as safetensors; pickled ones are not read")
    named: dict[str, Any] = {}
    if labels is not None:
        named["id2label"] = dict(enumerate(labels))
        named["label2id"] = {label: number for number, label in enumerate(labels)}
    local = {"local_files_only": True, "trust_remote_code": False}
    try:
        with without_warnings(transformers):
            tokenizer = transformers.AutoTokenizer.from_pretrained(folder, use_fast=True, **local)
            model = transformers.AutoModelForTokenClassification.from_pretrained(
                folder, use_safetensors=True, dtype=torch.float32, **named, **local
            )
    except Exception as error:  # of the libraries, which have dozens, for files that are broken
        raise DataError(
            f"{folder}: cannot be read as a token classifier ({type(error).__name__})"
        ) from None
    if not tokenizer.is_fast:
        raise DataError(f"{folder}: its tokenizer tells no offsets (no tokenizer.json)")
    return Loaded(tokenizer, model, _size(tokenizer, model))


def windows(loaded: Loaded, text: str, starts: Sequence[int], ends: Sequence[int]) -> list[Window]:
    """The windows of a text. starts, ends: of its words, in code points."""
    if not len(starts):
        return []
    encoded = loaded.tokenizer(
        _UNPAIRED.sub("\ufffd", text),
        truncation=True,
        max_length=loaded.size,
        stride=min(OVERLAP, loaded.size // 4),
        return_overflowing_tokens=True,
        return_offsets_mapping=True,
    )
    first_of: dict[int, int] = {}
    found: list[tuple[list[int], dict[int, tuple[int, int]]]] = []
    for pieces, offsets in zip(encoded["input_ids"], encoded["offset_mapping"], strict=True):
        here: dict[int, tuple[int, int]] = {}
        for place, (start, end) in enumerate(offsets):
            word = bisect_right(ends, start)
            while start < end and word < len(starts) and starts[word] < end:
                here.setdefault(word, (place, start))
                first_of[word] = min(first_of.get(word, start), start)
                word += 1
        found.append((pieces, here))
    return [
        Window(
            pieces, [(at, word) for word, (at, start) in here.items() if start == first_of[word]]
        )
        for pieces, here in found
    ]


def probabilities(loaded: Loaded, found: Sequence[Window], words: int, outside: int) -> Floats:
    """The probability of each label at each word; a word of which the tokenizer keeps nothing is
    OUTSIDE."""
    torch, _ = libraries()
    rows = np.zeros((words, loaded.model.config.num_labels), np.float32)
    rows[:, outside] = 1
    best = [-1] * words  # distance from the edge
    for start in range(0, len(found), BATCH):
        batch = found[start : start + BATCH]
        with torch.no_grad():
            scores = loaded.model(**padded(loaded, batch)).logits.softmax(-1).numpy()
        for window, its in zip(batch, scores, strict=True):
            for place, word in window.firsts:
                distance = min(place, len(window.pieces) - 1 - place)
                if distance > best[word]:
                    best[word], rows[word] = distance, its[place]
    return rows


def padded(loaded: Loaded, batch: Sequence[Window]) -> Any:
    """What the model takes of some windows."""
    return loaded.tokenizer.pad(
        {"input_ids": [[*window.pieces] for window in batch]}, return_tensors="pt"
    )


@contextmanager
def without_warnings(transformers: Any) -> Iterator[None]:
    """No warnings and no bars of the library while it reads or writes: nothing in them is for a user
    to act on."""
    log = transformers.utils.logging
    verbosity, bars = log.get_verbosity(), log.is_progress_bar_enabled()
    log.set_verbosity_error()
    log.disable_progress_bar()
    try:
        yield
    finally:
        log.set_verbosity(verbosity)
        if bars:
            log.enable_progress_bar()


def _size(tokenizer: Any, model: Any) -> int:
    """Pieces of a window: at most as many as tokenizer and encoder take. RoBERTa counts places from
    behind that of its padding."""
    sizes = [LONGEST, tokenizer.model_max_length]
    if places := getattr(model.config, "max_position_embeddings", None):
        padding = next(
            (
                module.padding_idx + 1
                for name, module in model.named_modules()
                if name.endswith("position_embeddings")
                and getattr(module, "padding_idx", None) is not None
            ),
            0,
        )
        sizes.append(places - padding)
    return int(min(sizes))
