"""CoNLL in three columns."""

from __future__ import annotations

import pytest
from hypothesis import given

from maskera.errors import DataError
from maskera.formats import conll
from maskera.mentions import Mention
from maskera.result import Result, release
from maskera.taxonomy import shipped
from maskera.text import Document, Span

from .making import GOLDEN, anna, result, results


def only(content: str) -> tuple[Document, tuple[Mention, ...]]:
    (item,) = conll.read(content, "f.conll", shipped())
    assert not isinstance(item, DataError), str(item)
    return item


def surfaces(content: str) -> list[tuple[str, str]]:
    document, mentions = only(content)
    return [(document.text[m.span.start : m.span.end], m.label) for m in mentions]


def test_the_worked_example() -> None:
    rendered = conll.render(release(anna()))
    assert rendered == (GOLDEN / "anna.conll").read_text(encoding="utf-8")
    assert "Göteborg" not in rendered
    assert surfaces(rendered) == [
        ("Eva", "firstname_female"),
        ("Dubai", "city"),
        ("Evas", "firstname_female"),
        ("läkare", "prof"),
        ("Nya Tuna", "city"),
    ]


def test_two_mentions_side_by_side_begin_twice() -> None:
    rows = conll.render(
        release(result("Lund Ystad", ("Lund", "city", 1, "Ny Ort"), ("Ystad", "city", 2, "By")))
    )
    assert [row.split("\t")[2] for row in rows.strip().split("\n")] == [
        "B-city",
        "I-city",
        "B-city",
    ]


def test_a_read_document_has_tokens_tags_and_sentences() -> None:
    document, mentions = only("Jag\tPRON\tO\nbor\tVERB\tO\n\nLund\tPROPN\tB-city\n")
    assert document.text == "Jag bor\nLund"
    assert [(token.form, token.pos) for token in document.tokens] == [
        ("Jag", "PRON"),
        ("bor", "VERB"),
        ("Lund", "PROPN"),
    ]
    assert document.sentences == (Span(0, 2), Span(2, 3))
    assert mentions == (Mention(Span(8, 12), "city"),)


@pytest.mark.parametrize(
    ("labels", "found"),
    [
        ("B I O", ["a b"]),
        ("B B I", ["a", "b c"]),
        ("I I O", ["a b"]),  # nothing to continue: it begins
        ("O I O", ["b"]),
        ("B I E", ["a b c"]),
        ("S B E", ["a", "b c"]),
        ("S I O", ["a", "b"]),
        ("B E I", ["a b", "c"]),
    ],
)
def test_bio_and_bioes(labels: str, found: list[str]) -> None:
    rows = "\n".join(
        f"{form}\t_\t{label if label == 'O' else label + '-city'}"
        for form, label in zip("abc", labels.split(), strict=True)
    )
    assert [surface for surface, _ in surfaces(rows)] == found


def test_an_i_of_another_label_begins() -> None:
    assert surfaces("a\tB-city\nb\tI-place") == [("a", "city"), ("b", "place")]


def test_a_mention_does_not_run_over_a_blank_line() -> None:
    assert len(surfaces("a\tB-city\n\nb\tI-city")) == 2


def test_columns_may_be_separated_by_blanks_and_labels_be_old() -> None:
    assert surfaces("Lund NNP B-city-SWE") == [("Lund", "city")]


@pytest.mark.parametrize("line", ["Lund\tX\tcity", "Lund", "\t_\tO", "Lund\t_\tB-"])
def test_a_broken_line_is_named_and_not_shown(line: str) -> None:
    first, second = conll.read(
        f"a\tO\n{line}\n\n-DOCSTART- (b)\t_\tO\nb\tO\n", "f.conll", shipped()
    )
    assert (
        isinstance(first, DataError) and str(first) == "f.conll:2: not a token and a label in BIO"
    )
    assert not isinstance(second, DataError) and second[0].id == "b"


def test_an_unknown_label_is_told_by_its_line_and_not_shown() -> None:
    (error,) = conll.read("Lund\t_\tB-town", "f.conll", shipped())
    assert str(error) == "f.conll:1: a label that is not in the taxonomy"


def test_many_documents_in_a_file() -> None:
    content = conll.join([("a b", "x\t_\tO\n\n"), ("c", "y\t_\tO\n\n")])
    assert [
        item[0].id
        for item in conll.read(content, "f", shipped())
        if not isinstance(item, DataError)
    ] == [
        "a b",
        "c",
    ]
    assert [
        item[0].id
        for item in conll.read("# newdoc id = q\nx\tO\n", "f", shipped())
        if not isinstance(item, DataError)
    ] == ["q"]
    _, second = conll.read(conll.join([("a", "x\t_\tO\n\n"), ("a", "y\t_\tO\n\n")]), "f", shipped())
    assert isinstance(second, DataError) and "id 'a' is taken already" in str(second)


@pytest.mark.parametrize("identifier", ["class 1/essay (2)", "(a)", " a ", "a) (b", "a  b"])
def test_an_id_stays_as_it_is(identifier: str) -> None:
    (item,) = conll.read(conll.join([(identifier, "x\t_\tO\n\n")]), "f", shipped())
    assert not isinstance(item, DataError) and item[0].id == identifier


def test_what_would_end_a_line_or_a_column_does_not_stand_in_an_id() -> None:
    (item,) = conll.read(conll.join([("a\tb\r\nc", "x\t_\tO\n\n")]), "f", shipped())
    assert not isinstance(item, DataError) and item[0].id == "a_b__c"


@pytest.mark.parametrize("content", ["", "\n\n", "-DOCSTART-\t_\tO\n\n"])
def test_no_tokens_no_documents(content: str) -> None:
    assert list(conll.read(content, "f", shipped())) == []


@given(results())
def test_what_is_written_has_three_columns_and_is_read_again(any_result: Result) -> None:
    released = release(any_result)
    rows = conll.render(released)
    assert all(row == "" or row.count("\t") == 2 for row in rows.split("\n"))
    if rows.startswith("\ufeff") or not rows:
        return  # as the first character of a file it is a byte order mark
    document, mentions = only(rows)
    assert "".join(document.text.split()) == "".join(released.text.split())
    words = [m for m in released.mentions if released.text[m.span.start : m.span.end].strip()]
    assert [m.label for m in mentions] == [m.label for m in words]
    assert ["".join(document.text[m.span.start : m.span.end].split()) for m in mentions] == [
        "".join(released.text[m.span.start : m.span.end].split()) for m in words
    ]
