"""Indicator 4: what a tagger trained on experts' masks says, the mean of 1 - p(O) over a mention."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from maskera.kernels.crf import Tagger
from maskera.risk.model import Corpus, RiskModel
from maskera.risk.texts import Text, reduced

OUTSIDE = "O"
LONGEST = 120  # words of a sequence: a text without full stops must not become one
SHORT = 2  # letters: a full stop after so short a word ends no sentence (Mr., no., initials)
WORD = "w"  # before a word that is a feature
ENDS = frozenset(".!?")
Streams = Sequence[Sequence[str]]


def scores(corpus: Corpus, model: RiskModel) -> list[list[float | None]]:
    """The mean share of the mask in each mention; no log-odds, for the tagger is too sure of texts
    that are unlike those it was trained on."""
    tagger = Tagger(model.sequence, features)
    outside = tagger.labels.index(OUTSIDE)
    found: list[list[float | None]] = []
    for text in corpus.texts:
        cut = list(sequences(text))
        emissions = tagger.emissions([streams(text, start, end) for start, end in cut])
        masked = 1 - tagger.marginals(emissions).rows[:, outside]
        found.append([_mean(masked[slice(*span)].tolist()) for span in text.ranges])
    return found


def _mean(shares: Sequence[float]) -> float | None:
    return sum(shares) / len(shares) if shares else None


def sequences(text: Text) -> Iterator[tuple[int, int]]:
    """Ranges of words that the tagger sees together: up to a line break or a full stop before a capital."""
    edges = [0]
    for place in range(1, len(text.places)):
        before, here = text.places[place - 1], text.places[place]
        word = text.text[slice(*before)]
        ends = (
            word in ENDS
            and text.text[here[0]].isupper()
            and (place < 2 or len(text.words[place - 2]) > SHORT)
        )
        broken = "\n" in text.text[before[1] : here[0]]
        if broken or ends or place - edges[-1] >= LONGEST:
            edges.append(place)
    edges.append(len(text.places))
    yield from ((start, end) for start, end in pairwise(edges) if start < end)


def streams(text: Text, start: int, end: int) -> Streams:
    """The keys of the words of a range: each as written, and whether the text has it in small letters."""
    forms = [text.text[begin:stop] for begin, stop in text.places[start:end]]
    return [forms, [f"\t{_situation(form, text.small)}" for form in forms]]


def _situation(form: str, small: frozenset[str]) -> str:
    if not form[:1].isupper():
        return "small"
    return "capital, also small" if form.lower() in small else "capital"


def features(key: str) -> Iterable[str]:
    """The features of a type: its form, its shape, its affixes (~: not from afar)."""
    if key.startswith("\t"):
        return [key]
    low = key.lower()
    found = [f"{WORD} {reduced(key)}", f"s {_shape(key)}"]
    found += [f"~p {low[:length]}" for length in (1, 2, 3) if len(low) > length]
    found += [f"~e {low[-length:]}" for length in (1, 2, 3, 4) if len(low) > length]
    return found


def _shape(form: str) -> str:
    """Anna -> Xxxx, 1984 -> 0000: runs are cut at four."""
    shape = ""
    for sign in form:
        mark = "0" if sign.isdigit() else "X" if sign.isupper() else "x" if sign.isalpha() else sign
        if shape[-4:] != mark * 4:
            shape += mark
    return shape


def labels(text: Text) -> list[str]:
    """B, I or O for each word, as the annotator masked."""
    found = [OUTSIDE] * len(text.words)
    for marked, (start, end) in zip(text.mentions, text.ranges, strict=True):
        if marked.masked and start < end:
            found[start:end] = ["B", *["I"] * (end - start - 1)]
    return found
