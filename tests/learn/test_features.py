"""What the learner sees of a token: the pool's counts, how a document writes a word, shapes."""

from __future__ import annotations

import pytest

from maskera.learn import features
from maskera.learn.pool import Pool, pool
from maskera.learn.prior import Prior
from maskera.text import Document


def _pool(*texts: str) -> Pool:
    return pool(Document(str(number), text) for number, text in enumerate(texts))


def _rows(*texts: str) -> dict[str, set[str]]:
    """The features of each form; of one that comes again, those of its last place."""
    given = _pool(*texts)
    rows = features.features(given, features.counts(given), Prior())
    return {form: set(row) for form, row in zip(given.forms, rows, strict=True)}


@pytest.mark.parametrize(
    ("form", "shape"),
    [("Anna", "Xxxx"), ("Annabella", "Xxxxx"), ("2019", "9999"), ("A4-papper", "X9-xxxx"), ("€4", "€9"), ("½", "_")],
)  # fmt: skip
def test_shapes_cut_runs_at_four(form: str, shape: str) -> None:
    assert features.shape(form) == shape


def test_the_first_word_of_a_sentence_is_initial_whatever_marks_stand_before_it() -> None:
    given = _pool('"Junna came. - Tavi left.')
    initial = features.initials(given)
    assert [form for form, first in zip(given.forms, initial, strict=True) if first] == [
        "Junna",
        "Tavi",
    ]
    assert features.initials(_pool("...")) == [True]  # no word: the sign itself


def test_a_capital_at_the_beginning_of_a_sentence_counts_for_nothing() -> None:
    known = features.counts(_pool("Home is where Junna is. Is Junna home? Junna sleeps, tavi too."))
    assert known.written("junna") == "C"  # within sentences it always has one
    assert known.written("home") == "l" and known.written("is") == "l"
    assert known.written("tavi") == "l" and known.written("nobody") == "-"
    assert features.counts(_pool("a Tavi, a tavi")).written("tavi") == "c"
    assert (known.total["home"], known.capital.get("home", 0), known.small["home"]) == (2, 0, 1)


def test_ranks_are_powers_of_three() -> None:
    known = features.counts(_pool("no " * 2 + "yes " * 3 + "so " * 9))
    assert [known.rank(form) for form in ("never", "no", "yes", "so")] == [0, 1, 2, 3]


def test_a_document_tells_of_its_words_and_not_of_those_of_others() -> None:
    rows = _rows("Junna came. I saw Junna. Home, said Tavi, was home.", "Tavi, tavi and Junna")
    assert "dC" in rows["Junna"] and "dl" not in rows["Junna"]
    assert "dl" in rows["Home"] and "dC" not in rows["Home"]
    assert "dl" in rows["Tavi"]  # of the second document, where it is initial
    assert "dC" not in rows["Tavi"]


def test_neighbours_count_within_the_sentence_only() -> None:
    rows = _rows("red Junna\nblue")
    assert {"-1f=red", "1=", "b=red|"} <= rows["Junna"] and "1f=junna" in rows["red"]
    assert {"-1=", "1=", "b=|"} <= rows["blue"] and "-1f=junna" not in rows["blue"]


def test_features_that_come_once_have_no_column() -> None:
    columns = features.columns([["a", "b"], ["b", "c"], ["c"]])
    assert columns == {"b": 0, "c": 1}
    indices, edges = features.matrix([["a", "b"], [], ["c", "b"]], columns)
    assert indices.tolist() == [0, 1, 0] and edges.tolist() == [0, 1, 1, 3]
