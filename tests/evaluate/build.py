"""Documents, mentions and random annotations for the tests of the measuring side; everybody in them
is invented."""

from __future__ import annotations

import random
from collections.abc import Sequence

from hypothesis import strategies as st

from maskera.evaluate.align import Pair, pair
from maskera.mentions import Mention
from maskera.text import Document, Span

LABELS = ("city", "surname", "year", "country")
Spans = Sequence[tuple[int, int, str]]


def mention(start: int, end: int, label: str = "city", **more: object) -> Mention:
    return Mention(Span(start, end), label, **more)  # type: ignore[arg-type]  # fields by name


def words(count: int) -> str:
    """A text of `count` tokens of one letter, so that token i stands at character 2 i."""
    return " ".join("abcdefghij"[index % 10] for index in range(count))


def token_pair(count: int, gold: Spans, found: Spans, id_: str = "d", **meta: str) -> Pair:
    """A pair over words(count); spans are (first token, last token + 1, label)."""
    sides = [[mention(2 * a, 2 * b - 1, label) for a, b, label in side] for side in (gold, found)]
    return pair(Document(id_, words(count), meta=meta), *sides)


@st.composite
def annotations(
    draw: st.DrawFn, count: int, labels: Sequence[str] = LABELS
) -> list[tuple[int, int, str]]:
    """Spans of tokens without overlap."""
    cuts = sorted(draw(st.sets(st.integers(0, count), max_size=12)))
    return [
        (a, b, draw(st.sampled_from(labels))) for a, b in zip(cuts[::2], cuts[1::2], strict=False)
    ]


@st.composite
def pairs(draw: st.DrawFn, labels: Sequence[str] = LABELS) -> list[Pair]:
    """One to four documents with random annotations on both sides."""
    counts = draw(st.lists(st.integers(1, 20), min_size=1, max_size=4))
    return [
        token_pair(n, draw(annotations(n, labels)), draw(annotations(n, labels)), f"d{i}")
        for i, n in enumerate(counts)
    ]


def random_pairs(seed: int, documents: int = 20, count: int = 40) -> list[Pair]:
    """Pairs in which the prediction is the gold with errors of every kind; the same for a seed."""
    rng = random.Random(seed)
    made = []
    for index in range(documents):
        cuts = sorted(rng.sample(range(count + 1), 16))
        gold = [(a, b, rng.choice(LABELS)) for a, b in zip(cuts[::2], cuts[1::2], strict=True)]
        found = []
        for a, b, label in gold:
            if rng.random() < 0.15:
                continue
            shorter = rng.random() < 0.2 and b - a > 1
            found.append(
                (a, b - 1 if shorter else b, rng.choice(LABELS) if rng.random() < 0.2 else label)
            )
        genre = rng.choice(("narrative", "evaluative"))
        made.append(
            token_pair(count, gold, found, f"d{index}", genre=genre, level=rng.choice("ABC"))
        )
    return made
