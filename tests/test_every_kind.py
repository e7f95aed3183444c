"""One folder with one file of every kind goes in and comes out: opened without repair, pseudonymized,
passed by the leak check, its formatting kept."""

from __future__ import annotations

import csv
import io
import json
import shutil
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from calling import Cli
from waiting import PATIENCE

pytest.importorskip("lxml", reason="lxml is not installed (extra `office`)")
docx = pytest.importorskip("docx", reason="python-docx is not installed (extra `dev`)")
openpyxl = pytest.importorskip("openpyxl", reason="openpyxl is not installed (extra `office`)")
opendocument = pytest.importorskip("odf.opendocument", reason="odfpy is not installed (dev)")
parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed (extra `arrow`)")
pptx = pytest.importorskip("pptx", reason="python-pptx is not installed (extra `dev`)")

NAME, CITY = "Farid Hemligson", "Malmö"
PEOPLE = ("Farid", "Hemligson", "Lärarsson", CITY)
SENTENCE = f"Jag heter {NAME} och bor i {CITY}."


def saved(save: Callable[[io.BytesIO], None]) -> bytes:
    content = io.BytesIO()
    save(content)
    return content.getvalue()


def word() -> bytes:
    document = docx.Document()
    paragraph = document.add_paragraph("Jag heter ")
    paragraph.add_run(NAME).bold = True
    paragraph.add_run(f" och bor i {CITY}.")
    document.sections[0].header.paragraphs[0].text = f"Uppsats av {NAME}"
    document.sections[0].footer.paragraphs[0].text = CITY
    document.add_comment(paragraph.runs, "Bra, Farid!", author="Lisa Lärarsson", initials="LL")
    document.core_properties.author = NAME
    return saved(document.save)


def opendocument_text() -> bytes:
    from odf import dc, office, style, text

    document = opendocument.OpenDocumentText()
    bold = style.Style(name="Bold", family="text")
    bold.addElement(style.TextProperties(fontweight="bold"))
    document.automaticstyles.addElement(bold)
    layout = style.PageLayout(name="page")
    document.automaticstyles.addElement(layout)
    master = style.MasterPage(name="Standard", pagelayoutname=layout)
    for part, said in ((style.Header(), f"Uppsats av {NAME}"), (style.Footer(), CITY)):
        part.addElement(text.P(text=said))
        master.addElement(part)
    document.masterstyles.addElement(master)
    paragraph = text.P(text="Jag heter ")
    paragraph.addElement(text.Span(text=NAME, stylename=bold))
    paragraph.addText(f" och bor i {CITY}.")
    remark = office.Annotation()
    remark.addElement(dc.Creator(text="Lisa Lärarsson"))
    remark.addElement(text.P(text="Bra, Farid!"))
    paragraph.addElement(remark)
    document.text.addElement(paragraph)
    document.meta.addElement(dc.Creator(text="Lisa Lärarsson"))
    return saved(document.save)


def workbook() -> bytes:
    from openpyxl.comments import Comment
    from openpyxl.styles import Font

    book = openpyxl.Workbook()
    sheet = book.active
    sheet.append(["id", "text", "points"])
    sheet.append(["e1", SENTENCE, 7])
    sheet["C2"].font = Font(bold=True)
    sheet["D2"] = "=C2*2"
    sheet["A2"].comment = Comment("Farid fick sju.", "Lisa Lärarsson")
    sheet["B2"].comment = Comment("Bra, Farid!", "Lisa Lärarsson")
    sheet.oddHeader.left.text = f"Uppsatser av {NAME}"
    book.properties.creator = "Lisa Lärarsson"
    return saved(book.save)


def slides() -> bytes:
    show = pptx.Presentation()
    slide = show.slides.add_slide(show.slide_layouts[1])
    paragraph = slide.shapes.title.text_frame.paragraphs[0]
    paragraph.add_run().text = "Jag heter "
    bold = paragraph.add_run()
    bold.text, bold.font.bold = NAME, True
    slide.placeholders[1].text = f"Jag bor i {CITY}."
    return saved(show.save)


def rows() -> bytes:
    import pyarrow as pa

    table = pa.table({"id": ["e1"], "text": [SENTENCE], "points": [7]})
    return saved(lambda content: parquet.write_table(table, content))


def pages() -> bytes:
    """A PDF with a text layer of one line."""
    pypdf = pytest.importorskip("pypdf", reason="pypdf is not installed (extra `office`)")
    from pypdf.generic import DecodedStreamObject, DictionaryObject, NameObject

    writer = pypdf.PdfWriter()
    page = writer.add_blank_page(300, 300)
    font = {"/Type": "/Font", "/Subtype": "/Type1", "/BaseFont": "/Helvetica"}
    named = DictionaryObject({NameObject(k): NameObject(v) for k, v in font.items()})
    page[NameObject("/Resources")] = DictionaryObject(
        {NameObject("/Font"): DictionaryObject({NameObject("/F1"): named})}
    )
    stream = DecodedStreamObject()
    stream.set_data(f"BT /F1 12 Tf 10 100 Td (Jag heter {NAME}.) Tj ET".encode())
    page[NameObject("/Contents")] = stream
    return saved(writer.write)


TEI = f"""<?xml version="1.0" encoding="UTF-8"?>
<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><fileDesc><titleStmt><title>Uppsats</title>
<author>{NAME}</author></titleStmt></fileDesc></teiHeader>
<text><body><p n="1">Jag heter <hi rend="bold">{NAME}</hi> och bor i {CITY}.</p></body></text></TEI>"""
MAIL = (
    f"From: {NAME} <farid@hemligson.se>\nTo: lisa@skola.se\nSubject: Hej\nMIME-Version: 1.0\n"
    f"Content-Type: text/plain; charset=utf-8\n\n{SENTENCE}\n"
)
FILES: Mapping[str, Callable[[], bytes]] = {
    "word.docx": word,
    "open.odt": opendocument_text,
    "book.xlsx": workbook,
    "show.pptx": slides,
    "rows.parquet": rows,
    "pages.pdf": pages,
    "page.html": lambda: f"<p>Jag heter <b>{NAME}</b> och bor i {CITY}.</p>".encode(),
    "tei.xml": TEI.encode,
    "mail.eml": MAIL.encode,
    "box.mbox": lambda: f"From farid Mon Mar  2 10:00:00 2020\n{MAIL}".encode(),
    "plain.txt": SENTENCE.encode,
    "comma.csv": lambda: f"id,text,points\ne1,{SENTENCE},7\n".encode(),
    "tabs.tsv": lambda: f"id\ttext\tpoints\ne1\t{SENTENCE}\t7\n".encode(),
    "lines.jsonl": lambda: json.dumps({"id": "e1", "text": SENTENCE}).encode() + b"\n",
    "words.conll": lambda: "\n".join(f"{word}\tO" for word in SENTENCE[:-1].split()).encode(),
}


@pytest.fixture
def out(maskera: Cli) -> Path:
    """The folder of what came out, all passed."""
    for name, content in FILES.items():
        maskera.write(f"in/{name}", content())
    maskera("key", "my.key")
    run = maskera(
        *("batch", "in", "-o", "out", "--workers", "1", "--key", "my.key", "--mode", "rules"),
        *("--text-column", "text", "--id-column", "id"),
    )
    assert run.code == 0, run.err
    manifest = (maskera.folder / "out" / "manifest.jsonl").read_text(encoding="utf-8")
    verdicts = [json.loads(line)["verdict"] for line in manifest.splitlines()]
    assert verdicts == ["PASS"] * len(FILES)
    return maskera.folder / "out"


def test_every_kind_comes_out_pseudonymized_in_its_form(out: Path) -> None:
    texts: dict[str, str] = {}

    document = docx.Document(str(out / "word.docx"))
    first = document.paragraphs[0]
    assert first.runs[1].bold
    section = document.sections[0]
    texts["docx"] = first.text
    texts["docx, beside"] = "\n".join(
        (
            section.header.paragraphs[0].text,
            section.footer.paragraphs[0].text,
            *(f"{one.text} {one.author} {one.initials}" for one in document.comments),
            document.core_properties.author,
        )
    )

    from odf import office, style, teletype, text

    odt = opendocument.load(str(out / "open.odt"))
    spans = odt.getElementsByType(text.Span)
    assert [span.getAttribute("stylename") for span in spans] == ["Bold"]
    texts["odt"] = teletype.extractText(odt.text)
    parts = [odt.getElementsByType(kind) for kind in (style.Header, style.Footer)]
    assert [len(part) for part in (*parts, odt.getElementsByType(office.Annotation))] == [1, 1, 1]
    texts["odt, beside"] = "\n".join(teletype.extractText(part[0]) for part in parts)

    sheet = openpyxl.load_workbook(out / "book.xlsx").active
    assert (sheet["A2"].value, sheet["C2"].value, sheet["D2"].value) == ("e1", 7, "=C2*2")
    assert sheet["C2"].font.bold
    assert (sheet["A2"].comment, sheet["B2"].comment) == (None, None)
    texts["xlsx"] = sheet["B2"].value
    texts["xlsx, beside"] = str(sheet.oddHeader.left.text)

    slide = pptx.Presentation(str(out / "show.pptx")).slides[0]
    assert slide.shapes.title.text_frame.paragraphs[0].runs[1].font.bold
    texts["pptx"] = f"{slide.shapes.title.text} och {slide.placeholders[1].text}"

    table = parquet.read_table(out / "rows.parquet").to_pylist()
    assert [(row["id"], row["points"]) for row in table] == [("e1", 7)]
    texts["parquet"] = table[0]["text"]
    for name, separator in (("comma.csv", ","), ("tabs.tsv", "\t")):
        with (out / name).open(encoding="utf-8", newline="") as stream:
            (row,) = csv.DictReader(stream, delimiter=separator)
        assert (row["id"], row["points"]) == ("e1", "7")
        texts[name] = row["text"]
    for name in ("page.html", "tei.xml", "mail.eml", "box.mbox", "lines.jsonl"):
        texts[name] = (out / name).read_text(encoding="utf-8")
    for name in ("pages.txt", "plain.txt", "words.txt"):
        texts[name] = (out / name).read_text(encoding="utf-8")

    for kind, shown in texts.items():
        assert not any(person in shown for person in PEOPLE), kind
        assert "beside" in kind or "Jag heter " in shown, kind
    for name in ("page.html", "tei.xml"):
        assert any(tag in texts[name] for tag in ("<b>", '<hi rend="bold">'))


OFFICE = ("word.docx", "open.odt", "show.pptx", "book.xlsx")


def test_libreoffice_opens_them(out: Path, tmp_path: Path) -> None:
    program = shutil.which("soffice")
    if program is None:
        pytest.skip("LibreOffice is not installed")
    home = f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}"
    files = [str(out / name) for name in OFFICE]
    subprocess.run(
        [program, home, "--headless", "--convert-to", "pdf", "--outdir", str(tmp_path), *files],
        check=True,
        capture_output=True,
        timeout=PATIENCE,
    )
    pypdf = pytest.importorskip("pypdf", reason="pypdf is not installed (extra `office`)")
    for name in OFFICE:
        made = pypdf.PdfReader(tmp_path / Path(name).with_suffix(".pdf"))
        shown = "\n".join(page.extract_text() for page in made.pages)
        assert "Jag heter " in shown, name
        assert not any(person in shown for person in PEOPLE), name
