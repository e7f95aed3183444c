"""Files and folders."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from timing import grows_in_proportion

from maskera.errors import DataError
from maskera.formats import annotated_readers, readers
from maskera.formats.inputs import (
    BY_SUFFIX,
    files,
    format_of,
    format_within,
    read_all,
    read_file,
    read_stream,
)
from maskera.taxonomy import shipped

from .making import annotated

READERS, ANNOTATED_READERS = readers(shipped()), annotated_readers(shipped())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "b.txt").write_text("Hej", encoding="utf-8")
    (tmp_path / "a.jsonl").write_text(
        '{"id":"x","text":"1"}\n{\n{"id":"y","text":"2"}\n', encoding="utf-8"
    )
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "b.txt").write_bytes("Göteborg".encode("latin-1"))
    (tmp_path / "sub" / "c.txt").write_text("Nej", encoding="utf-8")
    (tmp_path / "sub" / ".hidden.txt").write_text("x", encoding="utf-8")
    (tmp_path / "notes.rtf").write_bytes(b"PK")
    return tmp_path


def told(paths: list[Path], format_name: str = "") -> list[str]:
    return [
        str(item) if isinstance(item, DataError) else item.id
        for item in read_all(paths, READERS, format_name)
    ]


def test_a_folder_is_read_by_name_and_what_cannot_be_read_costs_no_other(folder: Path) -> None:
    assert told([folder]) == [
        "x",
        f"{folder / 'a.jsonl'}:2: not a JSON object in one line",
        "y",
        "b",
        f"{folder / 'sub' / 'b.txt'}:1: not UTF-8 text (byte 2); --encoding says what it is (mac-roman, koi8-r)",
        "sub/c",
    ]


def test_a_file_is_called_by_its_name_alone(folder: Path) -> None:
    assert told([folder / "sub" / "c.txt"]) == ["c"]


def test_an_id_that_came_before_is_refused(folder: Path) -> None:
    first, second = told([folder / "b.txt", folder / "b.txt"])
    assert first == "b" and "id 'b' is taken already" in second


def test_an_id_that_came_before_is_refused_on_standard_input(folder: Path) -> None:
    texts = "".join(
        f'<text id="{name}"><sentence><token>Hej</token></sentence></text>' for name in "bbc"
    )
    first, second, third = read_stream(f"<corpus>{texts}</corpus>".encode(), READERS)
    assert not isinstance(first, DataError) and first.id == "b"
    assert (
        isinstance(second, DataError) and str(second) == "stdin: id 'b' is taken already at stdin"
    )
    assert not isinstance(third, DataError) and third.id == "c"


@pytest.mark.parametrize(
    ("content", "named"),
    [
        ("Hej", [("stdin", True)]),
        ('{"id": "stdin5x", "text": "Hej"}', [("stdin5x", False)]),
        ('{"id": "stdin", "text": "Hej"}\n{"id": "stdin-2", "text": "du"}', [("stdin", False), ("stdin-2", False)]),
        ('[{"doc_id": "stdin", "text": "Hej"}]', [("stdin", False)]),
        ("<corpus><text><w>Hej</w></text><text><w>du</w></text><text id='b'><w>du</w></text></corpus>",
         [("stdin", True), ("stdin-2", True), ("b", False)]),
    ],
)  # fmt: skip
def test_what_standard_input_gives_no_id_is_nameless(
    content: str, named: list[tuple[str, bool]]
) -> None:
    read = [
        item for item in read_stream(content.encode(), READERS) if not isinstance(item, DataError)
    ]
    assert [(document.id, document.nameless) for document in read] == named
    marked = annotated(read_stream(b"i [[Lund|city]]", ANNOTATED_READERS, "marked"))
    assert [(document.id, document.nameless, len(mentions)) for document, mentions in marked] == [
        ("stdin", True, 1)
    ]


def test_standard_input_in_a_format_that_is_not_read_here_is_told() -> None:
    (error,) = read_stream(b'[{"doc_id": "a", "text": "Hej"}]', {"text": READERS["text"]})
    assert (
        isinstance(error, DataError)
        and str(error) == "stdin: no reader for the format 'tab'; there are text"
    )


@pytest.mark.parametrize("name", [b"sub/\xe5.txt", b"\xe5/d.txt"])
def test_a_name_that_is_not_utf_8_is_told_and_costs_no_other(folder: Path, name: bytes) -> None:
    path = Path(os.fsdecode(os.fsencode(folder) + b"/" + name))
    try:
        path.parent.mkdir(exist_ok=True)
        path.write_text("Hej", encoding="utf-8")
    except OSError:
        pytest.skip("this file system has names in UTF-8 only")
    found = told([folder])
    shown = f"{folder}/{name.decode('utf-8', 'backslashreplace')}: the name is not UTF-8; rename it"
    assert shown in found and {"b", "sub/c"} <= set(found) and len(found) == 7
    assert told([path]) == (["d"] if path.name == "d.txt" else [shown])


def test_a_folder_without_texts_says_so(tmp_path: Path) -> None:
    (only,) = told([tmp_path])
    assert "no file to read in this folder" in only
    (error,) = files(tmp_path)
    assert isinstance(error, DataError)
    (error,) = files(tmp_path, suffixes={".jsonl", ".txt"})
    assert str(error) == f"{tmp_path}: no file to read in this folder (.jsonl, .txt)"


def test_what_a_folder_holds_beside_texts_is_counted_and_read_where_a_format_is_named(
    folder: Path,
) -> None:
    for name in ("sub/more.RTF", "README", "sub/.hidden.md"):
        (folder / name).write_text("Hej", encoding="utf-8")
    sentences: list[str] = []
    assert len(list(read_all([folder], READERS, warn=sentences.append))) == 6
    assert sentences == [
        f"{folder}: files left out (3): no format is known for .rtf (2), files without suffix (1)"
    ]
    assert told([folder / "sub"], "text") == [
        f"{folder}/sub/b.txt:1: not UTF-8 text (byte 2); --encoding says what it is (mac-roman, koi8-r)",
        "c",
        "more",
    ]
    assert list(read_all([folder], READERS, "text", warn=sentences.append)) and len(sentences) == 1
    assert told([folder / "README"], "text") == ["README"]


def test_a_suffix_may_be_added(folder: Path) -> None:
    suffixes = {**BY_SUFFIX, ".rtf": "text"}
    (document,) = read_all([folder / "notes.rtf"], READERS, suffixes=suffixes)
    assert document in list(read_all([folder], READERS, suffixes=suffixes))


def test_links_are_followed_but_not_in_circles(
    folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (elsewhere / "d.txt").write_text("Hej", encoding="utf-8")
    (elsewhere / "back").symlink_to(folder)
    for name in ("link", "sub/link"):
        (folder / name).symlink_to(elsewhere)
    (folder / "sub" / "up").symlink_to("..")
    assert [name for name in told([folder]) if name.endswith("d")] == ["link/d", "sub/link/d"]
    assert len(told([folder])) == 8


def test_what_cannot_be_looked_into_is_told_and_costs_no_other(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "gone.txt").symlink_to("nowhere.txt")
    listed = Path.iterdir

    def forbidden(path: Path) -> Iterator[Path]:
        if path.name == "sub":
            raise PermissionError(13, "Permission denied")
        return listed(path)

    monkeypatch.setattr(Path, "iterdir", forbidden)
    assert told([folder])[3:] == [
        "b",
        f"{folder / 'gone.txt'}: cannot be read (No such file or directory)",
        f"{folder / 'sub'}: cannot be read (Permission denied)",
    ]
    long = (
        folder / ("x" * 300) / "a.txt"
    )  # of which not even is_file() can be asked, as below a folder that is locked
    assert told([long, folder / "b.txt"]) == [f"{long}: cannot be read (File name too long)", "b"]


def test_a_missing_file_and_an_unknown_suffix_are_named(folder: Path) -> None:
    missing, unknown = told([folder / "nope.txt", folder / "notes.rtf"])
    assert missing.endswith("nope.txt: cannot be read (No such file or directory)")
    assert unknown.endswith(
        "notes.rtf: no format is known for .rtf; save it as .docx, or name its format (see --help)"
    )
    for name, near in (
        ("b.ods", ".xlsx"),
        ("s.ODP", ".pptx"),
        ("x.png", ".txt"),
        ("t.CSV", ".jsonl"),
    ):
        with pytest.raises(DataError, match=f"save it as {near},"):
            format_of(name)
    with pytest.raises(DataError, match=r"save it as \.txt,"):
        format_of("b.rtf", suffixes={".jsonl": "jsonl"})


def test_a_format_can_be_named(folder: Path) -> None:
    assert told([folder / "a.jsonl"], "text") == ["a"]
    (unknown,) = told([folder / "b.txt"], "rtf")
    assert "no reader for the format 'rtf'" in unknown


def test_annotated_files_are_read_with_their_mentions(folder: Path) -> None:
    (folder / "m.txt").write_text("i [[Lund|city]]", encoding="utf-8")
    ((document, mentions),) = annotated(read_all([folder / "m.txt"], ANNOTATED_READERS, "marked"))
    assert document.text == "i Lund" and mentions[0].label == "city"
    (error,) = read_file(folder / "b.txt", ANNOTATED_READERS)
    assert isinstance(error, DataError)


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("a.TXT", b"", "text"),
        ("a.json", b"{}", "svala"),
        ("a.json", b" [", "tab"),
        ("a.json", "[", "tab"),
        ("a.json", "\ufeff [", "tab"),
        ("a.json", "\ufeff[".encode(), "tab"),
        ("a.json", "\ufeff{}".encode(), "svala"),
        ("a.xml", b"", "sparv"),
        ("a.conllu", b"", "conllu"),
    ],
)
def test_formats_by_suffix(name: str, content: bytes | str, expected: str) -> None:
    assert format_of(name, content) == expected


ROW = "\t".join(["1", "Hej", *"_" * 8])


@pytest.mark.parametrize("before", ["", "\ufeff", " \n"])
@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ('[{"doc_id": "a", "text": "Hej"}]', "tab"),
        ("[\n  {", "tab"),
        ('{"source": [], "target": [], "edges": {}}', "svala"),
        ('{"comment": "a \\"source\\": [", "target": [{"id": "t0"', "svala"),
        ('{\n  "version": 1,\n  "edges" : {', "svala"),
        ('{"id": "a", "text": "Hej"}', "jsonl"),
        (
            '{"source": "class 1", "id": "a", "text": "\\"edges\\": {"}\n{"id": "b", "text": ""}',
            "jsonl",
        ),
        ('<?xml version="1.0"?>\n<corpus>', "sparv"),
        ('<corpus>\n<text id="a">\n<sentence><token pos="NN">', "sparv"),
        ("<text><w>Hej", "sparv"),
        ("# newdoc id = a\n", "conllu"),
        ("# sent_id = 1\n# text = Hej\n", "conllu"),
        (f"# global.columns = ID FORM\n{ROW}\n", "conllu"),
        (f"{ROW}\r\n2\tdu", "conllu"),
        (ROW, "conllu"),
        ("-DOCSTART- (a)\t_\tO\n\nHej\t_\tO\n", "conll"),
        ("-DOCSTART- -X- O O\n", "conll"),
        ("Farida\tPROPN\tB-firstname_female\nler\tVERB\tO\n", "conll"),
        ("Hej\tO\r\n\r\nFarida\tB-firstname_female\r\nBerg\tI-surname\r\n", "conll"),
        ("Farida\t_\tS-firstname_female\n.\t_\tO", "conll"),
        ("Jag heter <ANON> Farida </ANON> .\nHej .\n", "itac"),
        ("<ANON> Farida\nBerg </ANON>", "itac"),
        ("Hej .\n" * 9 + "<ANON> Farida </ANON> ler .", "itac"),
        ("", "text"),
        ("Hej!", "text"),
        ("-DOCSTART-ar jag?", "text"),
        ("Hej\tdu\tO\nHej\tdu\tdu\n", "text"),
        ("Vitamin\tB-12\när bra.", "text"),
        ("Vad är <ANON> och </ANON>?", "text"),
        ("</ANON> kommer efter <ANON> .", "text"),
        ("[Stad] är fin. {Den} ligger", "text"),
        ("<3 Hej <wow>", "text"),
        ("# Min text\nHej", "text"),
        ("#sommar = bra", "text"),
        ("1\tHej\tdu", "text"),
        ("1 Hej du", "text"),
    ],
)
def test_content_without_a_name_is_known_by_its_beginning(
    before: str, content: str, expected: str
) -> None:
    assert format_within((before + content).encode()) == format_within(before + content) == expected


@pytest.mark.parametrize(
    "piece",
    [
        "#\n",
        "# text",
        "1\t",
        "{",
        '{"source":',
        "<",
        "<w",
        " ",
        "[ ",
        "a\tO\n\n",
        "a\t",
        "<ANON> ",
        " </ANON>",
    ],
)
def test_the_time_for_odd_beginnings_grows_with_them(piece: str) -> None:
    assert grows_in_proportion(lambda size: format_within(piece * size), 1_500)


def test_a_folder_within_is_left_out_and_the_folder_itself_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("a.txt", "out/a.txt", "out/b/c.txt", "outer/a.txt"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("Det regnar.", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert (
        files(Path(), tmp_path / "out")
        == files(tmp_path.relative_to(tmp_path), Path("out"))
        == [Path("a.txt"), Path("outer/a.txt")]
    )
    assert (
        files(Path("out"), Path("out"))
        == files(Path("out"), Path())
        == [Path("out/a.txt"), Path("out/b/c.txt")]
    )
    assert len(files(tmp_path, Path("elsewhere"))) == 4
