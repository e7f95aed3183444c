"""Fine-tune a token classifier of a local folder (BERT, RoBERTa) on annotated texts: extra
`transformers`; nothing is downloaded. See maskera.tagger.transformer for how it reads a text.

All layers are trained, with one linear layer over the last; the loss of a word is minus the logarithm
of the probability of its label, at its first piece. Where a corpus does not annotate all labels, it is
that of all labels that may be right.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from maskera.kernels.type_scores import Floats
from maskera.lang.pack import LanguagePack
from maskera.tagger.scorers import tempered
from maskera.tagger.transformer import (
    OWN,
    Loaded,
    Window,
    libraries,
    load,
    padded,
    probabilities,
    windows,
    without_warnings,
)
from maskera.text import Document
from maskera.train import Answer, calibration, coarse, corpora, mentions

# A corpus of ten batches is seen twenty times, as Mosbach et al. (2021, "On the stability of fine-
# tuning BERT") advise for small ones.
LEAST_STEPS = 200
LARGEST = 1.0  # norm of a gradient; longer ones are cut
WARM = 0.1  # share of the steps in which the rate rises to its height (Mosbach et al. 2021)
# Essays and single sentences in one batch would be padding for the most part: of the English
# training texts 2.4 pieces were computed for each that there is. Sorted all at once, each epoch
# would have the same batches.
SORTED = 32  # batches whose windows are put in order of length together
EPOCHS = 3


class Settings(msgspec.Struct, frozen=True):
    """How to fine-tune (Devlin et al. 2019, A.3). epochs: 0 for EPOCHS, and more where the corpus is
    small. batch: windows a step. rate: of AdamW, which rises for a tenth of the steps and falls evenly
    to nothing. decay: of weights, as a share of the rate."""

    epochs: int = 0
    batch: int = 8
    rate: float = 2e-5
    decay: float = 0.01


DEFAULT = Settings()


class Sample(NamedTuple):
    """A text with its words' places and answers."""

    text: str
    starts: Sequence[int]
    ends: Sequence[int]
    answers: Sequence[Answer]


def train(
    corpus: Sequence[tuple[Path, int]],
    base: Path,
    folder: Path,
    language: LanguagePack,
    seed: int,
    progress: Callable[[str], None],
    settings: Settings = DEFAULT,
    reader: corpora.Reader = corpora.read,
    annotates: Mapping[str, frozenset[str]] = MappingProxyType({}),
) -> dict[str, Any]:
    """Fine-tune what lies in `base` and write it to `folder`; returns the card. The rest as in
    maskera.train.mentions.train; the temperature is fitted on a tenth of the texts, of which it
    learns nothing.

    Raises DataError for a base that cannot be read, MissingExtra without torch and transformers.
    """
    libraries()
    rng, counts = Random(seed), Counter[str]()
    samples: list[Sample] = []
    held: list[Sample] = []
    for name, texts, times in mentions.read(corpus, language, annotates, reader):
        counts[name] += len(texts)
        learnt, kept = calibration.split(texts)
        samples += [
            _sample(version.text, language)
            for version in mentions.versions(learnt, times, language, rng)
        ]
        held += [_sample(text, language) for text in kept]
        progress(mentions.told(name, texts, times))
    labels = calibration.labels([sample.answers for sample in samples])
    torch, transformers = libraries()
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)  # of the new layer
        loaded = load(base, labels)
    card = mentions.card(language, counts, base=base.name, held_out=len(held), seed=seed)
    settings = fit(loaded, samples, labels, settings, seed, progress)
    card["settings"] = msgspec.to_builtins(settings)
    temperature = 1.0
    if held:
        rows, right = _said(loaded, held, labels)
        temperature = calibration.temperature(rows, right)
        loss = calibration.loss(tempered(rows, temperature), right)
        progress(f"temperature {temperature:.2f}, of {len(held)} texts held out; loss {loss:.4f}")
    else:
        progress(
            f"no temperature: it takes {calibration.FEWEST} texts of a corpus to hold some out"
        )
    setattr(loaded.model.config, OWN, {"temperature": temperature, "card": card})
    folder.mkdir(parents=True, exist_ok=True)
    with without_warnings(transformers):
        loaded.model.save_pretrained(folder)
        loaded.tokenizer.save_pretrained(folder)
    return card


def fit(
    loaded: Loaded,
    samples: Sequence[Sample],
    labels: Sequence[str],
    settings: Settings,
    seed: int,
    progress: Callable[[str], None],
) -> Settings:
    """Change the model in place; the same seed and samples give the same. Returns the settings with
    the number of epochs that there were."""
    torch, _ = libraries()
    batches = _Batches(loaded, samples, labels)
    steps = math.ceil(len(batches.windows) / settings.batch)
    epochs = settings.epochs or max(EPOCHS, math.ceil(LEAST_STEPS / max(1, steps)))
    if not settings.epochs and epochs > EPOCHS:
        progress(f"{epochs} epochs instead of {EPOCHS}, for the corpus is small")
    model = loaded.model
    optimizer = torch.optim.AdamW(model.parameters(), lr=settings.rate, weight_decay=settings.decay)
    total, done = epochs * steps, 0
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        model.train()
        for epoch in range(epochs):
            losses = []
            for numbers in batches.drawn(settings.batch):
                inputs, right, places = batches.batch(numbers)
                with torch.autocast("cpu", torch.bfloat16, enabled=_has_bfloat16(torch)):
                    scores = model(**inputs).logits[places].float()
                only = scores.masked_fill(~right, -math.inf)
                loss = (scores.logsumexp(-1) - only.logsumexp(-1)).mean()
                for group in optimizer.param_groups:
                    group["lr"] = settings.rate * _share(done, total)
                optimizer.zero_grad()
                loss.backward()
                torch.nn.utils.clip_grad_norm_(model.parameters(), LARGEST)
                optimizer.step()
                done += 1
                losses.append(float(loss.detach()))
            progress(f"epoch {epoch + 1} of {epochs}, loss {np.mean(losses):.4f}")
        model.eval()
    return msgspec.structs.replace(settings, epochs=epochs)


def _has_bfloat16(torch: Any) -> bool:
    """Whether the processor multiplies numbers of 16 bits by itself: an epoch takes half the time
    then (580 us a piece instead of 1,130 with six layers of width 384)."""
    return any(
        getattr(torch.cpu, name, bool)()
        for name in ("_is_avx512_bf16_supported", "_is_amx_tile_supported")
    )


def _share(done: int, total: int) -> float:
    """What part of the rate is taken after so many of all steps."""
    warm = max(1, round(WARM * total))
    return min((done + 1) / warm, (total - done) / max(1, total - warm))


class _Batches:
    """The windows of the samples that hold a word, and the answers of their words."""

    def __init__(self, loaded: Loaded, samples: Sequence[Sample], labels: Sequence[str]) -> None:
        self._loaded = loaded
        self.windows: list[tuple[Window, NDArray[np.bool_]]] = []
        for sample in samples:
            right = calibration.allowed(sample.answers, labels)
            for window in windows(loaded, sample.text, sample.starts, sample.ends):
                if window.firsts:
                    words = [word for _, word in window.firsts]
                    self.windows.append((window, right[words]))

    def drawn(self, size: int) -> list[list[int]]:
        """The numbers of all windows in batches of like length, in an order drawn by chance."""
        torch, _ = libraries()
        order, batches = torch.randperm(len(self.windows)).tolist(), []
        for start in range(0, len(order), SORTED * size):
            some = sorted(
                order[start : start + SORTED * size],
                key=lambda number: len(self.windows[number][0].pieces),
            )
            batches += [some[at : at + size] for at in range(0, len(some), size)]
        return [batches[number] for number in torch.randperm(len(batches)).tolist()]

    def batch(self, numbers: Sequence[int]) -> tuple[Any, Any, Any]:
        """What the model takes of some windows, the labels that may be right of their words (words
        x labels), and the words' places (windows, pieces)."""
        torch, _ = libraries()
        chosen = [self.windows[number] for number in numbers]
        inputs = padded(self._loaded, [window for window, _ in chosen])
        rows = [row for row, (window, _) in enumerate(chosen) for _ in window.firsts]
        pieces = [place for window, _ in chosen for place, _ in window.firsts]
        right = torch.from_numpy(np.concatenate([right for _, right in chosen]))
        return inputs, right, (torch.tensor(rows), torch.tensor(pieces))


def _said(
    loaded: Loaded, held: Sequence[Sample], labels: Sequence[str]
) -> tuple[Floats, NDArray[np.bool_]]:
    """The probabilities of the words of some texts, and the labels that may be right of them."""
    rows, right = [], []
    for sample in held:
        found = windows(loaded, sample.text, sample.starts, sample.ends)
        rows.append(probabilities(loaded, found, len(sample.starts), 0))
        right.append(calibration.allowed(sample.answers, labels))
    return np.concatenate(rows), np.concatenate(right)


def _sample(text: corpora.Annotated, language: LanguagePack) -> Sample:
    document = language.tokenization(Document(text.id, text.text, language.code))
    tokens = document.tokens
    return Sample(text.text, tokens.starts, tokens.ends, coarse.answers(document, text, language))
