"""Annotated texts for training: read as everywhere else, and refused with file and line, never with
text."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from maskera.errors import DataError
from maskera.formats import FORMATS, FOUND_RENDERERS
from maskera.lang import load_pack
from maskera.mentions import Mention
from maskera.taxonomy import shipped
from maskera.text import Document, Span
from maskera.train import coarse, corpora, news, relation
from maskera.train import genre as genres

TEXT = "Hemlige Farid bor i Borås."


def line(*spans: object, **more: object) -> bytes:
    return json.dumps({"id": "a", "text": TEXT, "spans": spans, **more}).encode() + b"\n"


def test_labels_of_other_years_and_a_byte_order_mark_are_read(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(
        b"\xef\xbb\xbf"
        + line({"start": 20, "end": 25, "label": "city-SWE", "personal": True}, genre="narrative")
    )
    (text,) = corpora.read(path, shipped())
    assert text == corpora.Annotated(
        "a", TEXT, (corpora.Marked(20, 25, "city", personal=True),), "narrative"
    )


@pytest.mark.parametrize(("source", "genre"), [("text", ""), ("", "narrative")])
def test_a_genre_teaches_unless_it_was_guessed(source: str, genre: str, tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(line(genre="narrative", genre_source=source))
    assert next(corpora.read(path, shipped())).genre == genre


@pytest.mark.parametrize(
    ("identifier", "stated", "genre"),
    [
        ("a", "Recension", "evaluative"),
        ("A8UT1", "", "investigative"),
        ("A8UT1", "narrative", "narrative"),
        ("a", "dikt", "dikt"),
        ("a", "", ""),
    ],
)
def test_models_learn_genres_by_the_names_that_the_pipeline_has(
    identifier: str, stated: str, genre: str, tmp_path: Path
) -> None:
    language = load_pack("sv")
    path = tmp_path / "a.jsonl"
    path.write_bytes(
        line({"start": 8, "end": 13, "label": "firstname_male"}, id=identifier, genre=stated)
    )
    assert [name for _, name in genres.pairs(path, language)] == [genre] * bool(genre)
    ((features, _),) = relation.pairs(path, language)
    kind = {"evaluative": "general", "investigative": "general", "": "unknown"}.get(genre, "own")
    assert f"genre={kind}" in features


def test_what_nobody_said_concerns_the_writer_does_not(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(
        json.dumps(
            {"id": "a", "text": TEXT, "mentions": [{"start": 20, "end": 25, "label": "city"}]}
        ),
        encoding="utf-8",
    )
    assert not next(corpora.read(path, shipped())).spans[0].personal


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (
            line({"start": 20, "end": 25, "label": "stad"}),
            ":1: .*a label that is not in the taxonomy",
        ),
        (line() + "Hemlig på".encode("latin-1"), ":2: not UTF-8 text"),
        (line() + b'{"id": "b", "text": "Hemlig', ":2: not a JSON object"),
        (b'{"id": "b", "text": "Hemlig"}', ':1: neither "spans" nor "mentions"'),
        (line({"start": 20, "end": 99, "label": "city"}), ":1: .*outside the text"),
        (
            line(
                {"start": 20, "end": 25, "label": "city"}, {"start": 22, "end": 26, "label": "city"}
            ),
            "document 'a': spans overlap",
        ),
        (
            line({"start": 20, "end": 20, "label": "city"}),
            "document 'a': spans overlap or are empty",
        ),
    ],
)
def test_a_file_that_teaches_nothing_is_refused(
    content: bytes, reason: str, tmp_path: Path
) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(content)
    with pytest.raises(DataError, match=re.escape(str(path)) + ".*" + reason) as raised:
        list(corpora.read(path, shipped()))
    assert "emlig" not in str(raised.value)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (
            "Hej.\nHemlige [[Farid|prins]] bor här.\n".encode(),
            "a.txt:2: mark 1 of the line: a label",
        ),
        (
            "level: A\n\nHej.\nHemlige [[Farid|prins]] bor här.\n".encode(),
            "a.txt:4: mark 1 of the line: a label",
        ),
        ("Hej.\nHemlige på\n".encode("latin-1"), "a.txt:2: not UTF-8"),
    ],
)
def test_the_line_of_a_marked_file_is_named(content: bytes, reason: str, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(content)
    with pytest.raises(DataError, match=reason):
        list(corpora.read(tmp_path, shipped()))


@pytest.mark.parametrize("name", ["cas", "xmi", "label-studio", "doccano", "brat", "webanno"])
def test_what_an_annotation_tool_wrote_is_a_corpus(name: str, tmp_path: Path) -> None:
    pytest.importorskip("cassis")
    mentions = [Mention(Span(8, 13), "firstname_male"), Mention(Span(20, 25), "city")]
    path = tmp_path / f"a{FORMATS[name].suffix}"
    content = FOUND_RENDERERS[name](Document("a", TEXT), mentions)
    path.write_text(content + "\n" * (name == "doccano"), encoding="utf-8")
    path.with_suffix(".txt").write_text(TEXT, encoding="utf-8")
    if name != "brat":  # the .txt beside is its text
        path.with_suffix(".txt").unlink()
    (tmp_path / "other.json").write_text("{}", encoding="utf-8")
    expected = (corpora.Marked(8, 13, "firstname_male"), corpora.Marked(20, 25, "city"))
    told: list[str] = []
    for place in (path, tmp_path):
        (text,) = corpora.read(place, shipped(), told.append)
        assert (text.id, text.text, text.spans) == ("a", TEXT, expected)
    assert told == [f"{tmp_path / 'other.json'}: left out, for it is of no annotation tool"]
    assert not coarse.is_coarse(path, {})


def test_lines_with_spans_and_a_label_are_our_own(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(line({"start": 20, "end": 25, "label": "city"}, label=["x"]))
    assert corpora.tool_of(path) == ""
    assert next(corpora.read(path, shipped())).spans == (corpora.Marked(20, 25, "city"),)


def test_a_folder_is_read_with_its_folders_and_what_is_left_out_is_told(tmp_path: Path) -> None:
    marked = "level: A\n\nFarid bor i [[Borås|city]]."
    for name, content in {
        "b.txt": marked,
        "A.TXT": marked,
        "in/b.txt": marked,
        "notes.md": "Hemlig.",
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(content, encoding="utf-8")
    (tmp_path / "c.JSONL").write_bytes(line(id="c"))
    told: list[str] = []
    assert [text.id for text in corpora.read(tmp_path, shipped(), told.append)] == [
        "A",
        "b",
        "c",
        "b",
    ]
    assert told == [f"{tmp_path}: files left out (1): no format is known for .md (1)"]


def test_a_line_of_a_file_has_the_genre_that_its_name_tells(tmp_path: Path) -> None:
    (tmp_path / "A8AT4.txt").write_text(
        "Jag bor i [[Borås|city]].\nDet är bra.\n", encoding="utf-8"
    )
    documents = [
        corpora.document(text, load_pack("sv")) for text in corpora.read(tmp_path, shipped())
    ]
    assert [(document.id, document.meta) for document in documents] == [
        ("A8AT4-1", {"genre": "argumentative"}),
        ("A8AT4-2", {"genre": "argumentative"}),
    ]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"Farid\tPER\nHemlig\tstad Farid\n", ":2: the tag is none of 0"),
        (b"Farid\tPER\n\xe5\tO\n", ":2: not UTF-8"),
    ],
)
def test_a_news_corpus_is_refused_the_same_way(content: bytes, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "news.txt"
    path.write_bytes(content)
    with pytest.raises(DataError, match=reason) as raised:
        list(news.read(path, load_pack("sv").vocab))
    assert "stad" not in str(raised.value)
