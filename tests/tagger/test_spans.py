"""How runs of the tagger's labels are cut into mentions; the marginals are given, so that only the
cutting is tried."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from maskera import Document, Pipeline
from maskera.kernels.type_scores import Block, Floats
from maskera.lang.sv.ensemble import UNOPENED
from maskera.lexicon.table import TokenTable, token_table
from maskera.mentions import Detection
from maskera.rules.name_parts import PARTICLES
from maskera.tagger import spans
from maskera.taxonomy import shipped

LABELS = ["O", "fam", "prof", "edu", "city", "firstname_female", "other_institution", "extra"]


EXTENTS = spans.extents(shipped(), PARTICLES, UNOPENED)


def sure(found: Sequence[str]) -> Floats:
    """The probabilities of a tagger that is sure of the label of every token."""
    rows = np.full((len(found), len(LABELS)), 0.001, np.float32)
    rows[np.arange(len(rows)), [LABELS.index(label) for label in found]] = 0.99
    return rows


def claimed(table: TokenTable, rows: Floats) -> list[Detection]:
    """What such probabilities claim in one document."""
    lengths = [len(sentence) for sentence in table.document.sentences]
    return spans.of_marginals([table], Block(rows, lengths), LABELS, EXTENTS)[0]


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
        ("Lidköpings gator är fina", "city city O O", ["Lidköpings"]),
        ("i Dagens Nyheter ekonomi står", "O other_institution other_institution other_institution O", ["Dagens Nyheter"]),
        ("syster/Leila, *Elsa* kom", " ".join(["firstname_female"] * 7) + " O", ["syster", "Leila", "Elsa"]),
        ("på H&M i Lund/Malmö", "O other_institution other_institution other_institution O city city city", ["H&M", "Lund", "Malmö"]),
        ("mina syskon är här", "O fam fam O", ["syskon"]),
        ("som våra lärare sa", "prof prof prof O", ["lärare"]),
        ("i en traktor föddes han i maj när solen sken", "extra extra extra extra O O O O O O", ["i en traktor föddes"]),
        ("i en traktor föddes han.", "extra extra extra extra O O", ["i en traktor föddes han"]),  # one word is left of the sentence
        ("vi kom och traktorn brann", "O O extra extra extra", ["traktorn brann"]),
    ],
)  # fmt: skip
def test_a_run_is_cut_where_one_mention_ends(
    rules: Pipeline, text: str, labels: str, expected: list[str]
) -> None:
    (document,) = rules.language.models.tag([Document("d", text)])
    table = token_table(document, rules.language.vocab)
    claims = claimed(table, sure(labels.split()))
    assert [text[claim.span.start : claim.span.end] for claim in claims] == expected


@pytest.mark.parametrize(
    "text",
    ["Boken (ISBN 978-91-7001-532-5) är billig.", "isbn: 91-7001-532-5", "ISBN 9789170015325"],
)
def test_the_number_of_a_book_is_nobodys(nlp: Pipeline, text: str) -> None:
    assert not nlp.detect(Document("d", text))[1]


def test_a_clause_tells_what_there_is_inside_it_if_it_is_none(nlp: Pipeline) -> None:
    (document,) = nlp.language.models.tag([Document("d", "vi kom till Falun i maj")])
    table = token_table(document, nlp.language.vocab)
    rows = np.full((6, len(LABELS)), 0.001, np.float32)
    rows[:, LABELS.index("extra")], rows[:, LABELS.index("O")] = 0.6, 0.394
    rows[3, LABELS.index("city")], rows[3, LABELS.index("O")] = 0.36, 0.034
    claims = claimed(table, rows)
    found = {
        document.text[claim.span.start : claim.span.end]: claim.hypotheses[0].label
        for claim in claims
    }
    assert found == {"vi kom till Falun i maj": "extra", "Falun": "city"}


def test_what_is_rather_nothing_is_no_end_of_a_mention_and_takes_nothing_from_it(
    nlp: Pipeline,
) -> None:
    (document,) = nlp.language.models.tag([Document("d", "vi läste matematik igår kväll")])
    table = token_table(document, nlp.language.vocab)
    rows = np.full((5, len(LABELS)), 0.0, np.float32)
    rows[:, LABELS.index("edu")] = 0, 0.1, 0.9, 0.2, 0.1
    rows[:, LABELS.index("O")] = 1 - rows[:, LABELS.index("edu")]
    (claim,) = claimed(table, rows)
    assert document.text[claim.span.start : claim.span.end] == "matematik"
    assert claim.hypotheses[0].score == pytest.approx(np.log(9), rel=1e-3)
    rows[2] = rows[3]
    (claim,) = claimed(table, rows)
    assert (
        document.text[claim.span.start : claim.span.end] == "läste matematik igår kväll"
    )  # nothing better in it


def test_a_clause_too_doubtful_to_count_hides_no_name(nlp: Pipeline) -> None:
    text = "Vi paddlade kanot på Dalälven i tre dagar."
    assert "Dalälven" in [
        text[mention.span.start : mention.span.end]
        for mention in nlp.detect(Document("d", text))[1]
    ]
