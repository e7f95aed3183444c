"""How runs of the tagger's labels are cut into mentions; the marginals are given, so that only the cutting is tried."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import numpy as np
import pytest

from maskera import Document, Pipeline
from maskera.annotate.crf import Block, Tagger
from maskera.detect import runs
from maskera.detect.sight import sight
from maskera.lang.sv.tagging import EXTENTS

LABELS = ["O", "fam", "edu", "city", "firstname_female", "other_institution", "extra"]


class Sure:
    """A tagger that is sure of the label of every token."""

    labels = LABELS

    def __init__(self, found: Sequence[str]) -> None:
        self._found = found

    def emissions(self, sequences: Sequence[Any]) -> list[int]:
        return [len(streams[0]) for streams in sequences]

    def marginals(self, lengths: Sequence[int]) -> Block:
        rows = np.full((len(self._found), len(LABELS)), 0.001, np.float32)
        rows[np.arange(len(rows)), [LABELS.index(label) for label in self._found]] = 0.99
        return Block(rows, lengths)


@pytest.mark.parametrize(
    ("text", "labels", "expected"),
    [
        ("min mormors syster kom", "O fam fam O", ["mormors", "syster"]),
        ("min liten bror kom", "O fam fam O", ["bror"]),
        ("min mamma och pappa kom", "O fam fam fam O", ["mamma", "pappa"]),
        ("min blivande kom", "O fam O", ["blivande"]),  # no listed word: the tagger's own
        ("examen i fysik här", "edu edu edu O", ["examen", "fysik"]),
        ("från Borlänge till Falun nu", "O city city city O", ["Borlänge", "Falun"]),
        ("Emma och Sara kom", "firstname_female firstname_female firstname_female O", ["Emma", "Sara"]),
        ("på Institutet för rymdfysik i Kiruna", "O other_institution other_institution other_institution other_institution city",
         ["Institutet för rymdfysik", "Kiruna"]),
        ("på Skogsängens sjukhus gick bra", "O other_institution other_institution other_institution other_institution",
         ["Skogsängens sjukhus"]),
        ("i Granhults plåt jobbar", "O other_institution other_institution O", ["Granhults plåt"]),  # a noun may end a name
        ("Granhults smide, Ekbergs plåt", " ".join(["other_institution"] * 5), ["Granhults smide", "Ekbergs plåt"]),
        ("båt , Sjöfrakt", "O other_institution other_institution", ["Sjöfrakt"]),
        ("i en traktor föddes han", "extra extra extra extra O", ["i en traktor föddes"]),
    ],
)  # fmt: skip
def test_a_run_is_cut_where_one_mention_ends(rules: Pipeline, text: str, labels: str, expected: list[str]) -> None:
    (document,) = rules.language.tag([Document("d", text)])
    seen = sight(document, rules.language.words)
    (claims,) = runs.claims([seen], [[]], cast(Tagger, Sure(labels.split())), rules.language.topic, EXTENTS)
    assert [text[claim.span.start : claim.span.end] for claim in claims] == expected


@pytest.mark.parametrize("text", ["Boken (ISBN 978-91-7001-532-5) är billig.", "isbn: 91-7001-532-5", "ISBN 9789170015325"])
def test_the_number_of_a_book_is_nobodys(nlp: Pipeline, text: str) -> None:
    assert not nlp.detect(Document("d", text))[1]
