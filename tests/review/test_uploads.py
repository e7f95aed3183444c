"""Uploaded files: their format is told by name and content, their marks are kept, and what is wrong
with one costs no other."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable
from pathlib import Path

import docx
import pytest
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from hypothesis import given
from hypothesis import strategies as st
from timing import grows_in_proportion

from maskera.errors import DataError
from maskera.lang import load_pack
from maskera.mentions import Mention
from maskera.review import uploads
from maskera.text import Document

SWEDISH = load_pack("sv")


def read(
    name: str, content: bytes | str, **known: str
) -> list[Document | tuple[Document, tuple[Mention, ...]] | DataError]:
    return list(
        uploads.read(
            name, content.encode() if isinstance(content, str) else content, SWEDISH, known
        )
    )


def word(*paragraphs: str) -> docx.document.Document:
    made = docx.Document()
    for each in paragraphs:
        made.add_paragraph(each)
    return made


def saved(document: docx.document.Document) -> bytes:
    stream = io.BytesIO()
    document.save(stream)
    return stream.getvalue()


def text_of(item: object) -> str:
    assert isinstance(item, Document), item
    return item.text


def test_a_text_file_is_one_essay_called_after_the_file() -> None:
    (found,) = read(
        "mapp\\A1.txt", "genre: narrative\nlevel: B\n\nJag heter Anna.\n", level="A", author="L17"
    )
    assert isinstance(found, Document)
    assert (found.id, found.text, found.meta) == (
        "A1",
        "Jag heter Anna.\n",
        {"genre": "narrative", "level": "B", "author": "L17"},
    )


def test_marks_in_a_text_file_are_taken_over() -> None:
    (found,) = read("A1.txt", "Jag bor i [[Malmö|city|ref=1]].")
    assert isinstance(found, tuple)
    assert found[0].text == "Jag bor i Malmö." and found[1][0].label == "city"
    (plain,) = read("A2.txt", "Jag skriver [[så här]] ibland.")
    assert text_of(plain) == "Jag skriver [[så här]] ibland."


def test_lines_of_json_are_an_essay_each_and_a_bad_one_costs_no_other() -> None:
    lines = '{"id": "A", "text": "Hej Anna."}\n{"id": \n{"id": "B", "text": "Hej.", "genre": "narrative", "level": "A"}\n'
    first, wrong, second = read("essays.jsonl", lines, level="C")
    assert (
        text_of(first) == "Hej Anna."
        and isinstance(wrong, DataError)
        and "essays.jsonl:2" in str(wrong)
    )
    assert (
        isinstance(second, Document)
        and second.meta == {"genre": "narrative", "level": "A"}
        and isinstance(first, Document)
    )
    assert first.meta == {"level": "C"}


def test_each_line_of_json_says_for_itself_whether_it_is_annotated() -> None:
    lines = (
        '{"id": "A", "text": "Hej Anna.", "spans": [{"start": 4, "end": 8, "label": "firstname_female"}]}\n\n{"id": \n'
        '{"id": "B", "text": "Hej."}\n{"id": "C", "text": "Hej.", "spans": []}\n{"id": "D", "text": "Hej.", "mentions": []}\n'
    )
    marked, broken, plain, *empty = read("gold.jsonl", "\ufeff" + lines)
    assert isinstance(marked, tuple) and len(marked[1]) == 1 and isinstance(broken, DataError)
    assert isinstance(plain, Document), "nobody has annotated it"
    assert [each[1] for each in empty if isinstance(each, tuple)] == [(), ()], (
        "somebody has, and found nothing"
    )


def test_an_essay_without_marks_beside_one_with_marks_is_a_text_alone() -> None:
    rows = "-DOCSTART- (A)\n\nAnna\tB-firstname_female\n\n-DOCSTART- (B)\n\nMalmö\tO\n"
    marked, plain = read("A.conll", rows)
    assert isinstance(marked, tuple) and len(marked[1]) == 1 and isinstance(plain, Document)


def test_a_graph_of_svala_keeps_its_labels_and_one_without_labels_is_a_text() -> None:
    token, edge = (
        '{"id": "s0", "text": "Malmö "}',
        '"id": "e-s0-t0", "ids": ["s0", "t0"], "manual": %s',
    )
    graph = '{"source": [%s], "target": [{"id": "t0", "text": "Malmö "}], "edges": {"e-s0-t0": {%s, "labels": %s}}}'
    (marked,) = read("A.json", graph % (token, edge % "true", '["city", "1"]'))
    assert isinstance(marked, tuple) and [m.label for m in marked[1]] == ["city"]
    assert text_of(read("A.json", graph % (token, edge % "false", "[]"))[0]) == "Malmö "


def test_sparvs_xml_is_read() -> None:
    (found,) = read(
        "A.xml", '<text><sentence><token pos="PM">Malmö</token><token>!</token></sentence></text>'
    )
    assert text_of(found).split() == ["Malmö", "!"]


def test_word_files_give_paragraphs_and_cells_in_order() -> None:
    made = word("Först.")
    table = made.add_table(rows=2, cols=2)
    for number, cell in enumerate(cell for row in table.rows for cell in row.cells):
        cell.text = f"ruta {number}"
    table.rows[0].cells[0].merge(table.rows[0].cells[1])
    made.add_paragraph("Sist\tmed tabb.")
    (found,) = read("Min uppsats.DOCX", saved(made))
    assert isinstance(found, Document) and found.id == "Min uppsats"
    assert found.text.splitlines() == [
        "Först.",
        "ruta 0",
        "ruta 1",
        "ruta 2",
        "ruta 3",
        "Sist\tmed tabb.",
    ]


def test_words_that_are_inserted_linked_or_in_a_form_are_text_and_what_was_struck_out_is_not() -> (
    None
):
    made = word()
    space = nsdecls("w")
    made.element.body.insert(0, parse_xml(
        f"<w:p {space}><w:r><w:t>Jag </w:t></w:r><w:ins><w:r><w:t>bor</w:t></w:r></w:ins>"
        "<w:del><w:r><w:t>hatar</w:t></w:r></w:del>"
        "<w:hyperlink><w:r><w:t> i Malmö</w:t></w:r></w:hyperlink></w:p>"
    ))  # fmt: skip
    made.element.body.insert(
        1,
        parse_xml(
            f"<w:sdt {space}><w:sdtContent><w:p><w:r><w:t>Namn: Anna</w:t></w:r></w:p></w:sdtContent></w:sdt>"
        ),
    )
    assert text_of(read("A.docx", saved(made))[0]) == "Jag bor i Malmö\nNamn: Anna"


def test_headers_comments_and_codes_of_fields_are_no_text_of_an_essay_and_its_notes_are() -> None:
    made = word("Jag bor i Malmö.")
    made.sections[0].header.paragraphs[0].text = "Anna Lindqvist, grupp 3"
    made.add_comment(made.paragraphs[0].runs, "Bra, Anna!", author="Lisa")
    space = nsdecls("w")
    made.element.body.insert(1, parse_xml(
        f"<w:p {space}><w:r><w:instrText>HYPERLINK mailto:a@b.se</w:instrText></w:r>"
        "<w:r><w:t>Hej då.</w:t></w:r></w:p>"
    ))  # fmt: skip
    note = f"<w:footnotes {space}><w:footnote><w:p><w:r><w:t>Staden.</w:t></w:r></w:p></w:footnote></w:footnotes>"
    content = io.BytesIO(saved(made))
    with zipfile.ZipFile(content, "a") as archive:
        archive.writestr("word/footnotes.xml", note)
    told = text_of(read("A.docx", content.getvalue())[0])
    assert told == "Jag bor i Malmö.\nHej då.\nStaden."


def test_a_word_file_that_would_fill_the_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads, "MOST_UNPACKED", 1000)
    (found,) = read("A.docx", saved(word("Hej.")))
    assert isinstance(found, DataError) and "A.docx" in str(found)


def test_what_is_no_word_file_is_told_in_one_sentence() -> None:
    empty = io.BytesIO()
    zipfile.ZipFile(empty, "w").close()
    for content in (b"", b"Jag heter Anna"):
        (found,) = read("A.docx", content)
        assert isinstance(found, DataError) and str(found) == "A.docx: is no whole docx file"
    (found,) = read("A.docx", empty.getvalue())
    assert str(found) == "A.docx: is no docx file (it has no word/document.xml)"


def repacked(content: bytes, name: str, inside: str) -> bytes:
    """A Word file with something else inside one of its parts."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as archive, zipfile.ZipFile(made, "w") as new:
        for part in archive.namelist():
            new.writestr(part, inside if part == name else archive.read(part))
    return made.getvalue()


def test_a_word_file_without_a_body_is_none() -> None:
    (found,) = read(
        "A.docx",
        repacked(saved(word("Hej.")), "word/document.xml", f"<w:document {nsdecls('w')}/>"),
    )
    assert str(found) == "A.docx: is no docx file (it has no word/document.xml)"


def test_a_damaged_or_encrypted_word_file_is_told_in_one_sentence() -> None:
    whole = saved(word("Jag heter Anna Lindqvist. " * 50))
    with zipfile.ZipFile(io.BytesIO(whole)) as archive:
        packed = archive.getinfo("word/document.xml").header_offset + 30 + len("word/document.xml")
    damaged, encrypted, strange = bytearray(whole), bytearray(whole), bytearray(whole)
    damaged[packed + 5 : packed + 60] = b"\xff" * 55
    for listed in re.finditer(rb"PK\x01\x02", whole):
        encrypted[listed.start() + 8] |= 1
        strange[listed.start() + 10] = 99  # no way of packing
    half, with_password = whole[: len(whole) // 2], bytes.fromhex("d0cf11e0a1b11ae1") + bytes(2000)
    for header in re.finditer(rb"PK\x03\x04", whole):
        encrypted[header.start() + 6] |= 1
    for content in (damaged, encrypted, strange, half, with_password):
        (found,) = read("A.docx", bytes(content))
        assert str(found) == "A.docx: is no whole docx file"


@pytest.mark.parametrize("piece", ["[[", "x [[ ", "[[a|", "[[a|b"])
def test_a_text_of_brackets_takes_time_in_proportion(piece: str) -> None:
    assert grows_in_proportion(lambda size: read("A.txt", piece * size), 2_000)


@pytest.mark.parametrize("name", ["bild.png", "uppsats", "", "a/b/c.pdf"])
def test_files_that_cannot_be_read_are_told_with_their_name(name: str) -> None:
    (found,) = read(name, "Jag heter Anna.")
    assert isinstance(found, DataError) and "Anna" not in str(found)


def test_a_text_that_is_not_utf8_is_told() -> None:
    (found,) = read("A.txt", b"Malm\x81\x8d")
    assert isinstance(found, DataError) and "A.txt:1" in str(found)


@given(st.sampled_from([f"A{suffix}" for suffix in uploads.SUFFIXES]), st.binary(max_size=200))
def test_no_bytes_at_all_raise(name: str, content: bytes) -> None:
    for item in uploads.read(name, content, SWEDISH, {}):
        assert isinstance(item, (Document, tuple, DataError))


def zipped(members: dict[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return stream.getvalue()


def test_a_zip_is_its_files() -> None:
    inside = saved(word("Jag heter Anna."))
    members = {
        "klass/A.txt": b"Hej.",
        "klass/B.docx": inside,
        "__MACOSX/klass/._A.txt": b"\0",
        "klass/.hidden.txt": b"nej",
        "klass/C.png": b"\x89PNG",
    }
    first, second, wrong = read("klass.zip", zipped(members))
    assert (text_of(first), text_of(second)) == ("Hej.", "Jag heter Anna.")
    assert str(wrong) == "C.png: an unknown format"


def test_files_of_one_name_in_folders_of_a_zip_are_two_essays() -> None:
    members = {"A/E1.txt": b"Hej.", "B/E1.txt": b"Nej.", "E1.txt": b"Ja."}
    found = [item.id for item in read("klass.zip", zipped(members)) if isinstance(item, Document)]
    assert found == ["A/E1", "B/E1", "E1"]
    around = {f"klass/{name}": content for name, content in members.items()}
    found = [item.id for item in read("klass.zip", zipped(around)) if isinstance(item, Document)]
    assert found == ["A/E1", "B/E1", "E1"]
    lines = b'{"id": "K7", "text": "Hej."}'  # who has an id of its own keeps it
    found = [item.id for item in read("k.zip", zipped({"A/x.jsonl": lines, "B/y.txt": b"Hej."}))]  # type: ignore[union-attr]
    assert found == ["K7", "B/y"]


def test_a_zip_that_was_packed_elsewhere_loses_no_file() -> None:
    """Of a folder above, or with the separators of Windows; what a system hides is left out."""
    members = dict.fromkeys(
        ("../E1.txt", "A\\E2.txt", "/A/E3.txt", "A/.E4.txt", "../.E5.txt"), b"Hej."
    )
    found = [item.id for item in read("klass.zip", zipped(members)) if isinstance(item, Document)]
    assert found == ["E1", "A/E2", "A/E3"]
    (found,) = read("klass.zip", zipped({"../../A\\B\\E1.txt": b"Hej."}))
    assert isinstance(found, Document) and found.id == "B/E1"


def test_files_of_one_name_in_folders_of_a_folder_are_two_essays() -> None:
    for name, found in (
        ("klass/A/E1.txt", "A/E1"),
        ("klass/E1.txt", "E1"),
        ("C:\\u\\E1.txt", "E1"),
    ):
        (item,) = read(name, "Hej.")
        assert isinstance(item, Document) and item.id == found


def test_an_upload_never_reads_a_file_of_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "E1.txt").write_text("Hemligson bor i Malmö.", encoding="utf-8")
    annotation = "T1\tfirstname_unknown 0 9\tHemligson\n"
    for name, content in (
        ("E1.ann", annotation.encode()),
        ("k.zip", zipped({"E1.ann": annotation.encode()})),
    ):
        (item,) = read(name, content)
        assert str(item) == "E1.ann: an unknown format"


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (lambda: b"not a zip", "a .zip that is damaged or encrypted"),
        (lambda: zipped({"A.txt": b"Hej."})[:-30], "a .zip that is damaged or encrypted"),
        (lambda: zipped({"B.zip": zipped({"A.txt": b"Hej."})}), "holds another .zip"),
        (lambda: zipped({"A.txt": b"\0" * (uploads.MOST_UNPACKED + 1)}), "holds more than 100 MB"),
    ],
    ids=["none", "damaged", "nested", "too much"],
)
def test_a_zip_that_is_none_or_too_much_is_refused(content: Callable[[], bytes], told: str) -> None:
    (found,) = read("klass.zip", content())
    assert str(found) == f"klass.zip: {told}"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "latin-1", "windows-1252"])
def test_what_word_processors_write_is_read(encoding: str) -> None:
    text = "Åsa bor på Ödegårdsvägen och trivs där."
    (found,) = read("A.txt", text.encode(encoding))
    assert text_of(found) == text


def test_a_genre_by_its_own_name_becomes_ours_and_an_unknown_one_is_refused() -> None:
    (found,) = read("A.txt", "genre: Berättande\n\nHej.")
    assert isinstance(found, Document) and found.meta["genre"] == "narrative"
    (wrong,) = read("A.txt", "genre: hemlighet\n\nHej.")
    assert "A: an unknown genre; there are argumentative," in str(wrong)
    assert "hemlighet" not in str(wrong)
