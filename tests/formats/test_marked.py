"""Inline markup."""

from __future__ import annotations

import pytest
from hypothesis import given
from timing import grows_in_proportion

from maskera.errors import DataError
from maskera.formats import jsonl, marked
from maskera.mentions import Mention
from maskera.result import Result
from maskera.taxonomy import shipped
from maskera.text import Document, Span

from .making import SHARED, annotated, results


def test_markup_gives_text_and_mentions() -> None:
    (item,) = marked.read(
        "level: A\n\nJag bor i [[Lund|city|personal,ref=2]] med [[Annas|firstname_female|gen]] bror.\n",
        "A1.txt",
        shipped(),
    )
    assert not isinstance(item, DataError)
    document, mentions = item
    assert document == Document("A1", "Jag bor i Lund med Annas bror.", meta={"level": "A"})
    assert mentions == (
        Mention(Span(10, 14), "city", 2, personal=1.0),
        Mention(Span(19, 24), "firstname_female", 0, frozenset({"gen"}), personal=0.0),
    )


WRITTEN = "a mark is written [[words|label]] or [[words|label|flags]]"
FLAGS = "def, foreign, gen, pl, personal and ref=NUMBER"


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("en\ntvå [[Lund|city", "a.txt:4: broken markup"),
        ("[[Lund]] x", "a.txt:3: broken markup"),
        ("[[Lund [[Lund|city]]", "a.txt:3: broken markup"),
        ("x ]] y", "a.txt:3: broken markup"),
        (
            "[[Lund|town]]",
            f"a.txt:3: mark 1 of the line: a label that is not in the taxonomy ({WRITTEN})",
        ),
        ("[[city|Lund]]", "a.txt:3: mark 1 of the line: a label that is not in the taxonomy"),
        (
            "[[Ystad|city]]\n[[Ystad|city]] [[Ystad|city|Lund]]",
            f"a.txt:4: mark 2 of the line: an unknown flag; there are {FLAGS}",
        ),
        ("[[Lu\nnd|city]] [[city|Lund]]", "a.txt:4: mark 2 of the line: a label"),
    ],
)
def test_broken_markup_is_named_with_file_and_line_and_no_text(body: str, message: str) -> None:
    (error,) = marked.read(f"level: A\n\n{body}", "a.txt", shipped())
    assert isinstance(error, DataError) and str(error).startswith(message)
    assert "Lund" not in str(error)


def test_labels_of_other_years_are_mapped() -> None:
    assert marked.parse("[[Lund|city-SWE]]", "a", shipped())[1][0].label == "city"


@given(results())
def test_written_and_read_again_is_the_same(result: Result) -> None:
    mentions = tuple(
        Mention(m.span, m.label, m.number, m.features, personal=float(m.number % 2))
        for m in sorted(result.mentions, key=lambda m: m.span)
    )
    try:
        written = marked.render(result.document, mentions)
    except DataError:
        surfaces = [result.document.text[m.span.start : m.span.end] for m in mentions]
        assert "]]" in result.document.text or any("]" in surface for surface in surfaces)
        return
    assert marked.parse(written, "a", shipped()) == (result.document.text, mentions)


@pytest.mark.skipif(not SHARED.is_dir(), reason="needs ../shared/data")
@pytest.mark.parametrize("name", ["essays_dev", "essays_train"])
def test_the_essays_are_what_their_json_lines_say(name: str) -> None:
    gold = {
        document.id: (document.text, mentions)
        for document, mentions in annotated(
            jsonl.read_annotated((SHARED / f"{name}.jsonl").read_bytes(), name, shipped())
        )
    }
    for path in (SHARED / name).glob("*.txt"):
        ((document, mentions),) = annotated(marked.read(path.read_bytes(), path.name, shipped()))
        assert gold.pop(document.id) == (document.text, mentions)
    assert not gold


@pytest.mark.parametrize("piece", ["[[", "x [[ ", "[[a|"])
def test_a_text_of_brackets_takes_time_in_proportion(piece: str) -> None:
    assert grows_in_proportion(
        lambda size: list(marked.read(piece * size, "a.txt", shipped())), 2_000
    )
