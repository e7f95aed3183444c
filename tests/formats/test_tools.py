"""The formats of annotation tools: what is written is read back, by us and by the tools' own
libraries, whatever characters a text holds."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskera.errors import DataError
from maskera.formats import FORMATS, FOUND_RENDERERS, RENDERERS, annotated_readers, label_map
from maskera.formats.inputs import files, format_of, read_all
from maskera.formats.standoff import Utf16
from maskera.mentions import Mention
from maskera.result import Result, release
from maskera.taxonomy import shipped
from maskera.text import Document, Span

from .making import anna, annotated, results

TOOLS = ("cas", "xmi", "label-studio", "doccano", "brat", "webanno")
# Of XML's control characters and lone line ends no tool keeps all; brat and WebAnno write lines.
UNSAFE = str.maketrans(dict.fromkeys("\x00\x1c\x85\r\t\ufeff", " "))
READERS = annotated_readers(shipped())
tools = pytest.mark.parametrize("name", TOOLS)


@pytest.fixture(scope="module", autouse=True)
def cassis() -> Iterator[None]:
    pytest.importorskip("cassis")
    yield


def _plain(result: Result) -> tuple[Document, list[Mention]]:
    """The document of a result, of characters that every tool keeps, and its mentions, bare and
    without outer space (which no annotator marks)."""
    document = Document(result.document.id, result.document.text.translate(UNSAFE))
    mentions = []
    for found in result.mentions:
        surface = document.text[found.span.start : found.span.end]
        start = found.span.start + len(surface) - len(surface.lstrip())
        if surface.strip():
            span = Span(start, start + len(surface.strip()))
            mentions.append(Mention(span, found.label, found.number))
    return document, mentions


def _key(mentions: list[Mention] | tuple[Mention, ...], numbers: bool) -> list[object]:
    return [(found.span, found.label, found.number if numbers else 0) for found in mentions]


@tools
@given(results())
def test_what_is_written_is_read_back(
    name: str, tmp_path_factory: pytest.TempPathFactory, result: Result
) -> None:
    document, mentions = _plain(result)
    file = tmp_path_factory.mktemp("tool") / f"essay1{FORMATS[name].suffix}"
    file.with_suffix(".txt").write_bytes(document.text.encode())
    content = FOUND_RENDERERS[name](document, mentions)
    ((read, found),) = annotated(READERS[name](content, str(file)))
    if name != "webanno":  # it keeps no space before the first word
        assert read.text == document.text
    assert _key(found, name != "doccano") == _key(mentions, name != "doccano")


def test_no_file_changes_what_the_next_one_is_written_or_read_with() -> None:
    """The type system is read once; one file's own types are no other's."""
    document, mentions = _plain(anna())
    before = FOUND_RENDERERS["xmi"](document, mentions)
    foreign = before.replace(
        "<cas:View",
        '<x:Own xmlns:x="http:///x.ecore" xmi:id="9999" sofa="1" begin="0" end="1"/><cas:View',
    )
    assert foreign != before
    for content in (foreign, before):
        ((read, found),) = annotated(READERS["xmi"](content, "f.xmi"))
        assert read.text == document.text and len(found) == len(mentions)
    assert FOUND_RENDERERS["xmi"](document, mentions) == before


@tools
def test_a_release_is_written_with_its_labels_and_without_originals(name: str) -> None:
    content = RENDERERS[name](release(anna()))
    assert "firstname" in content and "Göteborg" not in content
    assert "Nya Tuna" in content or json.dumps("Nya Tuna")[1:-1] in content


@given(st.text("aå😀\u0308\u200d", max_size=12))
def test_utf16_offsets_are_java_s(text: str) -> None:
    utf16 = Utf16(text)
    for offset in range(len(text) + 1):
        units = len(text[:offset].encode("utf-16-le")) // 2
        assert (utf16.units(offset), utf16.points(units)) == (units, offset)


@pytest.mark.parametrize("sign", ["\x00", "\x01", "\x0b", "\ufffe"])
def test_a_sign_that_no_xml_may_hold_is_shown_as_unknown(sign: str) -> None:
    document = Document("d", f"Hej{sign}Anna")
    written = FOUND_RENDERERS["xmi"](document, [Mention(Span(4, 8), "firstname_female", 1)])
    ((read, (found,)),) = annotated(READERS["xmi"](written, "f.xmi"))
    assert (read.text, found.span) == ("Hej\ufffdAnna", Span(4, 8))


@pytest.mark.parametrize("units", [-1, 1, 3, 99])
def test_an_offset_inside_a_character_or_outside_the_text_is_refused(units: int) -> None:
    with pytest.raises(DataError, match="is no place in the text"):
        Utf16("😀").points(units)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("cas", "{}"),
        ("cas", "[1"),
        ("xmi", "<a/>"),
        ("label-studio", "{}"),
        ("label-studio", '[{"data": {}}]'),
        (
            "label-studio",
            '[{"data": {"text": "Anna"}, "id": 1, "annotations": [{"result": [{"type": "labels", '
            '"value": {"start": 0, "end": 9, "labels": ["city"]}}]}]}]',
        ),
        ("doccano", '{"text": 1}'),
        ("doccano", '{"text": "Anna", "label": [[0, 9, "city"]]}'),
        ("doccano", '{"text": "Anna", "label": [[0, 4, "hemlig etikett"]]}'),
        ("brat", "T1\tcity 0 4\tAnna"),
        ("webanno", "Anna"),
        ("webanno", "#FORMAT=WebAnno TSV 3.3\nAnna"),
    ],
)
def test_what_is_no_such_file_is_one_sentence_without_its_words(name: str, content: str) -> None:
    (error,) = READERS[name](content, "f.x")
    assert isinstance(error, DataError)
    assert str(error).startswith("f.x") and "Anna" not in str(error)


def test_the_last_annotation_of_a_task_counts_and_a_cancelled_one_does_not() -> None:
    def done(start: int, end: int, **more: object) -> dict[str, object]:
        value = {"start": start, "end": end, "labels": ["city"]}
        return {"result": [{"type": "labels", "value": value}], **more}

    task = {
        "id": 7,
        "data": {"text": "Lund Rom Ystad"},
        "annotations": [done(0, 4), done(5, 8), done(9, 14, was_cancelled=True)],
        "predictions": [done(0, 4)],
    }
    ((document, found),) = annotated(READERS["label-studio"](json.dumps([task]), "a.json"))
    assert document.id == "7" and [mention.span for mention in found] == [Span(5, 8)]


def test_stacked_and_sub_token_spans_of_webanno_are_read() -> None:
    content = (
        "#FORMAT=WebAnno TSV 3.3\n"
        "#T_SP=webanno.custom.Other|value\n"
        "#T_SP=de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity|identifier|value\n\n\n"
        "#Text=Nya York och Lundabo\n"
        "1-1\t0-3\tNya\tx\t*[1]|*[2]\tcity[1]|area[2]\t\n"
        "1-2\t4-8\tYork\t_\t*[1]\tcity[1]\t\n"
        "1-3\t9-12\toch\t_\t_\t_\t\n"
        "1-4\t13-20\tLundabo\t_\t_\t_\t\n"
        "1-4.1\t13-17\tLund\t_\t3\tcity\t\n"
    )
    ((document, found),) = annotated(READERS["webanno"](content, "a.tsv"))
    assert document.text == "Nya York och Lundabo"
    assert [(m.span.start, m.span.end, m.label, m.number) for m in found] == [
        (0, 3, "area", 0),
        (0, 8, "city", 0),
        (13, 17, "city", 3),
    ]


@pytest.mark.parametrize(
    ("name", "kind"),
    [("cas", "cas"), ("label-studio", "label-studio"), ("svala", "svala")],
)
def test_what_a_json_file_holds_its_beginning_tells(name: str, kind: str) -> None:
    from maskera.formats import SECRET_RENDERERS

    content = (
        SECRET_RENDERERS[name](anna()) if name == "svala" else RENDERERS[name](release(anna()))
    )
    assert format_of("a.json", content.encode()) == kind
    assert format_of("a.json", b'[{"annotations": {}, "doc_id": "1", "text": "x"}]') == "tab"


def test_a_folder_of_brat_is_read_file_by_file_not_twice(tmp_path: Path) -> None:
    document, mentions = _plain(anna())
    (tmp_path / "essay1.txt").write_text(document.text, encoding="utf-8")
    (tmp_path / "essay1.ann").write_text(
        FOUND_RENDERERS["brat"](document, mentions), encoding="utf-8"
    )
    (tmp_path / "essay2.txt").write_text("Hej.", encoding="utf-8")
    assert [Path(str(file)).name for file in files(tmp_path)] == ["essay1.ann", "essay2.txt"]
    table = {**READERS, "text": READERS["marked"]}
    read = annotated(read_all([tmp_path], table))
    assert [(document.id, len(found)) for document, found in read] == [("essay1", 5), ("essay2", 0)]


def test_a_label_map_goes_both_ways(tmp_path: Path) -> None:
    file = tmp_path / "map.tsv"
    file.write_text(
        "PER\tfirstname_female\nPerson\tfirstname_female\nGPE\tcity\nPER\tsurname\n",
        encoding="utf-8",
    )
    labels, theirs = label_map.read(file, shipped()), label_map.theirs(file, shipped())
    assert labels == {"PER": "firstname_female", "Person": "firstname_female", "GPE": "city"}
    assert theirs == {"firstname_female": "PER", "city": "GPE", "surname": "PER"}
    document, mention = Document("a", "Anna"), Mention(Span(0, 4), "firstname_female")
    content = label_map.writing(FOUND_RENDERERS["doccano"], theirs)(document, [mention])
    assert '"PER"' in content
    reader = annotated_readers(shipped(), labels)["doccano"]
    ((_, (found,)),) = annotated(reader(content, "a"))
    assert found == mention


@pytest.mark.parametrize(
    ("rows", "wrong"),
    [
        ("PER", "map.tsv:1: expected their label, a tab, our label"),
        ("PER\tcity\nPER\tcity", "map.tsv:2: this row is there twice"),
        ("PER\tnonsense", "map.tsv:1: "),
    ],
)
def test_a_row_of_a_label_map_that_is_none_is_named(tmp_path: Path, rows: str, wrong: str) -> None:
    (tmp_path / "map.tsv").write_text(rows, encoding="utf-8")
    with pytest.raises(DataError, match=r"map\.tsv") as raised:
        label_map.read(tmp_path / "map.tsv", shipped())
    assert wrong in str(raised.value)
