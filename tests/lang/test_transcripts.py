"""Interjections and speakers of talk that is written down."""

from __future__ import annotations

import pytest

from maskera import Document, Pipeline
from maskera.lang.sv.transcripts import speakers


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("I: Hej!\nR: Hej.\nI: Jaha.", ["I:", "R:", "I:"]), ("IP1: Ja.\nIP2: Nej.", ["IP1:", "IP2:"]),
        ("A : Hej. ␤ B : Hej.", ["A :", "B :"]),
        ("K: Ring mig!", []), ("Anna: Hej\nBo: Hej", []), ("Mötet är kl 8.\nA: bra.", []), ("AB:12\nC:4", []),
    ],
)  # fmt: skip
def test_a_letter_at_the_beginning_of_lines_says_who_speaks(text: str, found: list[str]) -> None:
    assert [text[start:end] for start, end in speakers(text)] == found


@pytest.mark.parametrize(
    "text",
    [
        "I: Mhm.", "I: Vad sa du?\nA: Mm-hm. Aha.\nA: M-hm.", "R: Öhm... kanske.\nI: Och sen?", "B: Joråsåatte.\nA: Njae. Nja.",
        "IP1: Jorå.\nIP2: Joo, näe.",
        "S: Var bor du?\nK: Tja, här.",
    ],
)  # fmt: skip
def test_talk_names_nobody(nlp: Pipeline, text: str) -> None:
    assert not nlp.detect(Document("d", text))[1]


@pytest.mark.parametrize(
    ("text", "names"),
    [("Jag heter Eh Doh.", ["Eh Doh"]), ("A: Mhm, Bo med.\nB: Hmm, Anna!", ["Bo", "Anna"])],
)
def test_names_beside_sounds_stay(nlp: Pipeline, text: str, names: list[str]) -> None:
    assert [
        text[mention.span.start : mention.span.end]
        for mention in nlp.detect(Document("d", text))[1]
    ] == names
