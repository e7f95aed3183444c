"""Invented texts for the tests of learning: no word list, no real person."""

from __future__ import annotations

from random import Random

from maskera.learn.pool import Gold
from maskera.mentions import Mention
from maskera.text import Document, Span

NAMES = ("Zorak", "Milune", "Tavi", "Oresk", "Pelwin", "Junna", "Kasdo", "Ribelle", "Umtar", "Vexi")
PLACES = ("Darnholt", "Quistby", "Ormsund", "Felgrad", "Tolvik")
FRAMES = (
    ("my friend {} lives in {} now .", "NP"),
    ("yesterday {} and I walked home from {} .", "NP"),
    ("the weather was good and we ate soup .", ""),
    ("call me at 070 5{} before noon .", "D"),
    ("I like the big house with a red door .", ""),
    ("she met {} at the bus .", "N"),
)


def corpus(count: int, seed: int = 1) -> list[Gold]:
    """So many documents of six sentences each."""
    rng = Random(seed)
    return [_document(f"t{number}", rng) for number in range(count)]


def _document(name: str, rng: Random) -> Gold:
    text, mentions = "", []
    for _ in range(6):
        frame, kinds = rng.choice(FRAMES)
        for kind in kinds:
            before, _, after = frame.partition("{}")
            filler = {
                "N": rng.choice(NAMES),
                "P": rng.choice(PLACES),
                "D": f"{rng.randrange(10**6):06}",
            }[kind]
            start = len(text) + len(before) - (len("070 5") if kind == "D" else 0)
            label = {"N": "name", "P": "place", "D": "phone"}[kind]
            mentions.append(Mention(Span(start, len(text) + len(before) + len(filler)), label))
            frame = before + filler + after
        text += frame + "\n"
    return Document(name, text), tuple(mentions)
