"""Documents in place: what is personal goes, formatting and structure stay."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path

import pytest
from calling import Cli, one_sentence
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("lxml")

from maskera.formats.office import IN_PLACE
from maskera.formats.office.mail import open_message
from maskera.text import Edit, Span, splice

FLAGS = ("--mode", "rules", "-o", "out/")
SENTENCE = "Jag heter Farid Hemligson och bor i Malmö."


@pytest.fixture
def cli(
    capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Cli:
    return Cli(capfdbinary, monkeypatch, tmp_path)


def unpacked(content: bytes) -> str:
    """All that stands in a package, or in a file."""
    if not content.startswith(b"PK"):
        return content.decode()
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        return "\n".join(
            package.read(name).decode("utf-8", "replace") for name in package.namelist()
        )


def personal(content: bytes) -> list[str]:
    text = unpacked(content)
    return [word for word in ("Farid", "Hemligson", "Malmö", "Lärarsson") if word in text]


def word() -> bytes:
    docx = pytest.importorskip("docx")
    document = docx.Document()
    paragraph = document.add_paragraph("Jag heter ")
    paragraph.add_run("Far").bold = True
    paragraph.add_run("id Hemligson och bor i Malmö.").italic = True
    section = document.sections[0]
    section.header.paragraphs[0].text = "Uppsats av Farid Hemligson"
    section.footer.paragraphs[0].text = "Malmö"
    table = document.add_table(1, 2)
    table.cell(0, 0).text, table.cell(0, 1).text = "Malmö", "Det regnar."
    document.add_comment(paragraph.runs, "Bra, Farid!", author="Lisa Lärarsson", initials="LL")
    document.core_properties.author = "Farid Hemligson"
    document.core_properties.last_modified_by = "Lisa Lärarsson"
    document.core_properties.title = "Farids liv"
    content = io.BytesIO()
    document.save(content)
    return tracked(content.getvalue())


def tracked(content: bytes) -> bytes:
    """The same with a deletion and a link."""
    deleted = (
        '<w:p><w:del w:id="9" w:author="Lisa Lärarsson">'
        "<w:r><w:delText>Farid</w:delText></w:r></w:del></w:p>"
    )
    link = (
        '<Relationship Id="rId99" TargetMode="External" Target="mailto:farid@hemligson.se" Type='
        '"http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink"/>'
    )
    new = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(new, "w") as package:
        for name in old.namelist():
            part = old.read(name).decode("latin-1")
            if name == "word/document.xml":
                part = part.replace(
                    "<w:sectPr", deleted.encode().decode("latin-1") + "<w:sectPr", 1
                )
            if name == "word/_rels/document.xml.rels":
                part = part.replace("</Relationships>", link + "</Relationships>")
            package.writestr(name, part.encode("latin-1"))
    return new.getvalue()


def test_word_keeps_its_runs_and_loses_its_people(cli: Cli) -> None:
    docx = pytest.importorskip("docx")
    run = cli("pseudonymize", cli.write("essay.docx", word()), *FLAGS)
    assert run.code == 0, run.err
    content = (cli.folder / "out" / "essay.docx").read_bytes()
    assert personal(content) == []
    new = docx.Document(io.BytesIO(content))
    first = new.paragraphs[0]
    assert next(r.text for r in first.runs) == "Jag heter "
    assert (first.runs[1].bold, first.runs[2].italic) == (True, True)
    name = first.runs[1].text
    assert name in new.sections[0].header.paragraphs[0].text
    assert name in next(iter(new.comments)).text
    assert next(iter(new.comments)).author == "Author"
    assert new.tables[0].cell(0, 1).text == "Det regnar."
    assert new.tables[0].cell(0, 0).text in first.text
    assert (new.core_properties.author, new.core_properties.title) == ("", "")
    assert "targets of links emptied (1)" in run.err


WORD_PARTS = {
    "word/document.xml": """
<w:p><w:bookmarkStart w:id="9" w:name="Farid_Hemligson"/><w:r><w:t>Farid bor här.</w:t></w:r>
<w:bookmarkEnd w:id="9"/><w:hyperlink w:anchor="Farid_Hemligson" w:tooltip="Farid" w:tgtFrame="Farid"/></w:p>
<w:p><w:r><w:instrText> REF Farid_Hemligson </w:instrText></w:r></w:p>
<w:sdt><w:sdtPr><w:alias w:val="Farid"/><w:tag w:val="Farid"/><w:dropDownList><w:listItem
 w:displayText="Farid" w:value="Farid"/></w:dropDownList></w:sdtPr><w:sdtContent><w:p/></w:sdtContent></w:sdt>
<w:p><w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:name w:val="Farid"/><w:helpText w:val="Farid"/>
<w:textInput><w:default w:val="Farid"/></w:textInput></w:ffData></w:fldChar></w:r></w:p>
<w:p><w:smartTag w:element="PersonName"><w:smartTagPr><w:attr w:name="n" w:val="Farid"/></w:smartTagPr>
<w:r><w:t>Farid.</w:t></w:r></w:smartTag></w:p>
<w:p><w:r><w:pict><v:shape xmlns:v="urn:schemas-microsoft-com:vml" id="Farid_1" alt="Farid"><v:textpath
 string="Farid"/></v:shape></w:pict></w:r></w:p><w:sectPr""",
    "customXml/item1.xml": '<x by="Farid">Farid Hemligson</x>',
    "word/diagrams/drawing1.xml": (
        '<d xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:t>Farid</a:t></d>'
    ),
}
"""Places beside the text in which Word keeps words of people; the first stands in the body."""


def test_word_loses_what_its_users_named(cli: Cli) -> None:
    docx = pytest.importorskip("docx")
    body, parts = io.BytesIO(), io.BytesIO()
    document = docx.Document()
    document.add_paragraph(SENTENCE)
    document.save(body)
    added = dict(WORD_PARTS)
    with zipfile.ZipFile(body) as old, zipfile.ZipFile(parts, "w") as new:
        for name in old.namelist():
            if name in added and not name.startswith("word/document"):
                continue
            part = old.read(name)
            if name == "word/document.xml":
                part = part.replace(b"<w:sectPr", added.pop(name).encode(), 1)
            new.writestr(name, part)
        for name, part in added.items():
            new.writestr(name, part)
    run = cli("pseudonymize", cli.write("essay.docx", parts.getvalue()), *FLAGS)
    assert run.code == 0, run.err
    content = (cli.folder / "out" / "essay.docx").read_bytes()
    assert personal(content) == []
    assert unpacked(content).count("Bookmark1") == 3
    assert len(docx.Document(io.BytesIO(content)).paragraphs) > 4


@pytest.mark.parametrize("said", [True, False])
def test_word_renames_styles_whoever_made_them(cli: Cli, said: bool) -> None:
    docx = pytest.importorskip("docx")
    from docx.enum.style import WD_STYLE_TYPE

    document, content = docx.Document(), io.BytesIO()
    style = document.styles.add_style("Farid stil", WD_STYLE_TYPE.CHARACTER)
    style.font.bold = True
    if not said:  # LibreOffice does not say which styles are a user's
        del style.element.attrib[next(one for one in style.element.attrib if "custom" in one)]
    document.add_paragraph(SENTENCE).add_run(" Det regnar.", style)
    document.add_paragraph("Ett citat.", "Quote")
    document.save(content)
    run = cli("pseudonymize", cli.write("essay.docx", content.getvalue()), *FLAGS)
    assert run.code == 0, run.err
    written = (cli.folder / "out" / "essay.docx").read_bytes()
    assert personal(written) == []
    first, quote = docx.Document(io.BytesIO(written)).paragraphs
    assert first.runs[-1].style.font.bold
    assert quote.style.name == "Quote"


NAMED_FIELDS = """<text:user-field-decls><text:user-field-decl text:name="who"
 office:value-type="string" office:string-value="Farid"/></text:user-field-decls>
<text:p><text:bookmark text:name="Farid_1"/> <text:bookmark-ref text:ref-name="Farid_1">Farid</text:bookmark-ref>
 <text:a xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="#Farid_1" office:title="Farid" office:target-frame-name="Farid">hit</text:a>
 <text:drop-down><text:label text:value="Farid"/>x</text:drop-down>
 <text:text-input text:description="Farid">x</text:text-input></text:p><text:p>"""


def test_opendocument_loses_what_its_users_named(cli: Cli) -> None:
    opendocument = pytest.importorskip("odf.opendocument")
    from odf import text

    document, plain, named = opendocument.OpenDocumentText(), io.BytesIO(), io.BytesIO()
    document.text.addElement(text.P(text=SENTENCE))
    document.save(plain)
    with zipfile.ZipFile(plain) as old, zipfile.ZipFile(named, "w") as new:
        for name in old.namelist():
            new.writestr(name, old.read(name).replace(b"<text:p>", NAMED_FIELDS.encode(), 1))
    run = cli("pseudonymize", cli.write("essay.odt", named.getvalue()), *FLAGS)
    assert run.code == 0, run.err
    content = (cli.folder / "out" / "essay.odt").read_bytes()
    assert personal(content) == []
    assert unpacked(content).count("Bookmark1") == 3


def test_opendocument_renames_styles_and_keeps_what_they_do(cli: Cli) -> None:
    opendocument = pytest.importorskip("odf.opendocument")
    from odf import style, text

    document, content = opendocument.OpenDocumentText(), io.BytesIO()
    paragraph = text.P(text=SENTENCE)
    for name in ("Farid stil", "Citat"):
        bold = style.Style(name=name, family="text", displayname=name)
        bold.addElement(style.TextProperties(fontweight="bold"))
        document.styles.addElement(bold)
        paragraph.addElement(text.Span(text=" Det regnar.", stylename=bold))
    paragraph.addElement(text.Span(text=" Det snöar.", stylename="Farid"))  # there is no such style
    document.text.addElement(paragraph)
    document.save(content)
    run = cli("pseudonymize", cli.write("essay.odt", content.getvalue()), *FLAGS)
    assert run.code == 0, run.err
    written = (cli.folder / "out" / "essay.odt").read_bytes()
    assert personal(written) == []
    again = opendocument.load(io.BytesIO(written))
    used = [span.getAttribute("stylename") for span in again.getElementsByType(text.Span)]
    assert used == ["Style1", "Citat", "Style2"]
    assert {one.getAttribute("name") for one in again.getElementsByType(style.Style)} >= {*used[:2]}


def test_opendocument_keeps_its_spans_and_loses_its_people(cli: Cli) -> None:
    opendocument = pytest.importorskip("odf.opendocument")
    from odf import dc, text

    document = opendocument.OpenDocumentText()
    paragraph = text.P(text="Jag heter ")
    paragraph.addElement(text.Span(text="Farid"))
    paragraph.addText(" Hemligson och bor i Malmö.")
    document.text.addElement(paragraph)
    note = text.Note(id="n", noteclass="footnote")
    note.addElement(text.NoteCitation(text="1"))
    body = text.NoteBody()
    body.addElement(text.P(text="Farid flyttade till Malmö."))
    note.addElement(body)
    paragraph.addElement(note)
    document.meta.addElement(dc.Creator(text="Lisa Lärarsson"))
    content = io.BytesIO()
    document.save(content)
    run = cli("pseudonymize", cli.write("essay.odt", content.getvalue()), *FLAGS)
    assert run.code == 0, run.err
    new = (cli.folder / "out" / "essay.odt").read_bytes()
    assert personal(new) == []
    again = opendocument.load(io.BytesIO(new))
    assert len(again.getElementsByType(text.Span)) == 1
    assert len(again.getElementsByType(text.Note)) == 1


def slides() -> bytes:
    """A presentation with a title, a table, notes and a chart whose workbook tells its values."""
    pptx = pytest.importorskip("pptx", reason="python-pptx is not installed (extra `dev`)")
    from pptx.chart.data import CategoryChartData
    from pptx.enum.chart import XL_CHART_TYPE
    from pptx.util import Inches

    show = pptx.Presentation()
    slide = show.slides.add_slide(show.slide_layouts[5])
    paragraph = slide.shapes.title.text_frame.paragraphs[0]
    paragraph.add_run().text = "Jag heter "
    bold = paragraph.add_run()
    bold.text, bold.font.bold = "Farid", True
    paragraph.add_run().text = " Hemligson."
    table = slide.shapes.add_table(1, 2, 0, Inches(2), Inches(4), Inches(1)).table
    table.cell(0, 0).text, table.cell(0, 1).text = "Jag bor i Malmö.", "Det regnar."
    slide.notes_slide.notes_text_frame.text = SENTENCE
    chart = CategoryChartData()
    chart.categories = ["Farid Hemligson", "Malmö"]
    chart.add_series("Ålder", (17, 18))
    column = XL_CHART_TYPE.COLUMN_CLUSTERED
    slide.shapes.add_chart(column, 0, Inches(4), Inches(4), Inches(2), chart)
    show.core_properties.author = "Lisa Lärarsson"
    content = io.BytesIO()
    show.save(content)
    return content.getvalue()


def test_slides_keep_their_runs_and_lose_their_people(cli: Cli) -> None:
    pptx = pytest.importorskip("pptx", reason="python-pptx is not installed (extra `dev`)")
    run = cli("pseudonymize", cli.write("show.pptx", slides()), *FLAGS)
    assert run.code == 0, run.err
    content = (cli.folder / "out" / "show.pptx").read_bytes()
    assert personal(content) == []
    assert ".xlsx" not in "".join(zipfile.ZipFile(io.BytesIO(content)).namelist())
    slide = pptx.Presentation(io.BytesIO(content)).slides[0]
    title = slide.shapes.title.text_frame.paragraphs[0]
    assert title.runs[0].text == "Jag heter "
    assert title.runs[1].font.bold
    assert title.runs[1].text in slide.notes_slide.notes_text_frame.text
    table = next(shape.table for shape in slide.shapes if shape.has_table)
    assert table.cell(0, 1).text == "Det regnar."
    chart = next(shape.chart for shape in slide.shapes if shape.has_chart)
    assert list(chart.plots[0].series[0].values) == [17, 18]
    assert next(iter(chart.plots[0].categories)).split()[0] == title.runs[1].text


def test_the_prompts_of_a_template_stay_and_its_footers_do_not(cli: Cli) -> None:
    pptx = pytest.importorskip("pptx", reason="python-pptx is not installed (extra `dev`)")
    show = pptx.Presentation(io.BytesIO(slides()))
    footers = show.slide_layouts[5].placeholders
    footer = next(one for one in footers if one.placeholder_format.type.name == "FOOTER")
    footer.text_frame.text = SENTENCE
    content = io.BytesIO()
    show.save(content)
    run = cli("pseudonymize", cli.write("show.pptx", content.getvalue()), *FLAGS)
    assert run.code == 0, run.err
    new = (cli.folder / "out" / "show.pptx").read_bytes()
    assert personal(new) == []

    def prompts(content: bytes) -> list[str]:
        master = pptx.Presentation(io.BytesIO(content)).slide_master
        return [shape.text_frame.text for shape in master.placeholders]

    assert prompts(new) == prompts(slides())


NOTED = f"""Date: Mon, 2 Mar 2020 10:00:00 +0100 (Farid)
From: Lisa Lärarsson <lisa@skola.se>
MIME-Version: 1.0 (Farid)
Content-Type: multipart/mixed; boundary="Farid"; name="Hemligson"

Farid
--Farid
Content-Type: text/plain; charset=utf-8; name="Farid.txt"
Content-Description: Hemligson

{SENTENCE}
--Farid--
Hemligson
"""


def test_a_message_says_nothing_between_its_parts(cli: Cli) -> None:
    from email import message_from_bytes, policy

    run = cli("pseudonymize", cli.write("letter.eml", NOTED), *FLAGS)
    assert run.code == 0, run.err
    content = (cli.folder / "out" / "letter.eml").read_bytes()
    assert personal(content) == []
    new = message_from_bytes(content, policy=policy.default)
    assert (new["Date"], new["MIME-Version"]) == ("Mon, 02 Mar 2020 10:00:00 +0100", "1.0")
    assert len(list(new.iter_parts())) == 1


MESSAGE = f"""Received: from farid-pc.example.net by mx.example.org; Mon, 2 Mar 2020 10:00:00 +0100
From: Farid Hemligson <farid@hemligson.se>
To: Lisa =?utf-8?q?L=C3=A4rarsson?= <lisa@skola.se>
Subject: Min uppsats
Date: Mon, 2 Mar 2020 10:00:00 +0100
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="x"

--x
Content-Type: text/plain; charset=utf-8

{SENTENCE}
From nu on regnar det.
--x
Content-Type: text/html; charset=iso-8859-1

<p>Jag heter <b>Farid</b> Hemligson.</p>
--x
Content-Type: image/png
Content-Disposition: attachment; filename="Farid.png"

x
--x--
"""


def test_a_message_keeps_its_parts_and_loses_its_people(cli: Cli) -> None:
    from email import message_from_bytes, policy

    run = cli("pseudonymize", cli.write("letter.eml", MESSAGE), *FLAGS)
    assert run.code == 0, run.err
    content = (cli.folder / "out" / "letter.eml").read_bytes()
    new = message_from_bytes(content, policy=policy.default)
    everything = "".join(f"{name}: {value}\n" for name, value in new.items())
    everything += "".join(part.get_content() for part in new.walk() if not part.is_multipart())
    assert personal(everything.encode()) == []
    assert "hemligson.se" not in everything
    assert "skola.se" not in everything
    assert (new["Date"], new["Received"]) == ("Mon, 02 Mar 2020 10:00:00 +0100", None)
    plain, page = new.iter_parts()
    name = plain.get_content().split()[2]
    assert f"<p>Jag heter <b>{name}</b>" in page.get_content()
    assert plain.get_content().splitlines()[1] == "From nu on regnar det."
    assert "attachments are not kept" in run.err


def test_edits_of_a_message_go_to_the_part_they_stand_in() -> None:
    from email import message_from_bytes, policy

    lines = ("Subject: Resan dit", "Content-Type: text/plain; charset=utf-8", "", "Hej Farid, vi")
    document = open_message("\n".join((*lines, "ses.")).encode(), "a.eml")
    assert document.text == "Resan dit\nHej Farid, vi\nses.\n"
    at = document.text.index
    edits = [  # out of order; the second over two parts, the third over two lines of one
        Edit(Span(at("Farid"), at(", vi")), "Olle"),
        Edit(Span(at("dit"), at(" Farid")), "hem"),
        Edit(Span(at("vi"), at("ses") + 3), "hej då"),
    ]
    new = message_from_bytes(document.rewrite(edits).content, policy=policy.default)
    assert (new["Subject"], new.get_content()) == ("Resan hem", " Olle, hej då.\n")


@pytest.mark.parametrize("name", ["A; B: C", "<<FIRSTNAME_1>", 'x:"y";z', "a@b@c"])
def test_signs_of_a_pseudonym_break_no_header(name: str) -> None:
    document = open_message(b"To: Farid: x <farid@hemligson.se>\nSubject: Hej\n\nHej\n", "a.eml")
    new = document.rewrite([Edit(Span(0, 5), name)]).content
    assert b"arid" not in new and b"hemligson" not in new and new.startswith(b"To: ")


def test_a_mailbox_keeps_its_messages(cli: Cli) -> None:
    import mailbox

    one = MESSAGE.replace("\nFrom nu", "\n>From nu")
    box = "".join(f"From farid@hemligson.se Mon Mar  2 10:00:00 2020\n{one}\n" for _ in range(2))
    run = cli("pseudonymize", cli.write("all.mbox", box), *FLAGS)
    assert run.code == 0, run.err
    content = (cli.folder / "out" / "all.mbox").read_bytes()
    assert personal(content) == []
    assert b"hemligson" not in content
    new = mailbox.mbox(cli.folder / "out" / "all.mbox")
    assert len(new) == 2
    assert ">From nu on regnar det." in str(new[1].get_payload(0).get_payload(decode=True), "utf-8")
    new.close()


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252"])
def test_a_mail_that_does_not_say_its_encoding_is_read_whole(cli: Cli, encoding: str) -> None:
    mail = "From: a@b.se\nSubject: Hej\n\nJag heter Åke Törnqvist och bor i Malmö.\n".encode(
        encoding
    )
    run = cli("pseudonymize", cli.write("undeclared.eml", mail), *FLAGS)
    assert run.code == 0, run.err
    new = (cli.folder / "out" / "undeclared.eml").read_bytes().decode()
    assert "Jag heter " in new
    assert not re.search(r"rnqvist|Malm(?![a-zåäö]{3})|\bÅke\b", new)  # but Malmforsa, Åkermåla


def test_a_page_keeps_its_tags(cli: Cli) -> None:
    page = f"""<!DOCTYPE html><html><head><title>Farid Hemligson</title>
<meta name="author" content="Lisa Lärarsson"></head>
<body><!-- Farid --><p class="x">Jag heter <b>Farid</b> Hemligson &amp; bor i Malmö.</p><p>{SENTENCE}</p>
<a href="mailto:farid@hemligson.se">skriv</a>
<img alt="Farid" src="a.png"><script>var a = "Malmö"</script></body></html>"""
    run = cli("pseudonymize", cli.write("essay.html", page), *FLAGS)
    assert run.code == 0, run.err
    new = (cli.folder / "out" / "essay.html").read_bytes()
    assert personal(new) == []
    assert b'<p class="x">Jag heter <b>' in new
    assert b"&amp; bor i" in new
    assert "pictures are left as they are (1)" in run.err


def test_a_page_that_calls_its_parts_by_names_is_written(cli: Cli) -> None:
    page = f"""<html><head><title>Om mig</title><style>#farid .Hemligson {{color: red}}</style></head>
<body id="farid"><p class="wide Hemligson" id="p1">{SENTENCE}</p><a href="#farid">upp</a>
<a href="#p1">hit</a><img src="FaridHemligson.jpg"><img src="a.png"></body></html>"""
    run = cli("pseudonymize", cli.write("essay.html", page), *FLAGS)
    assert run.code == 0, run.err
    new = (cli.folder / "out" / "essay.html").read_text(encoding="utf-8")
    assert personal(new.encode()) == []
    assert "#name-1 .name-2 {color: red}" in new
    kept = ('id="name-1"', 'class="wide name-2"', 'href="#name-1"', 'href="#p1"', 'src="a.png"')
    assert [one for one in kept if one not in new] == []
    assert "targets of links emptied (1)" in run.err


def test_tei_keeps_its_structure_and_loses_normalized_dates(cli: Cli) -> None:
    tei = f"""<?xml version="1.0" encoding="UTF-8"?>
<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><fileDesc><titleStmt>
<title>Uppsats</title><author>Lärarsson</author></titleStmt></fileDesc></teiHeader>
<text><body><p n="1">{SENTENCE} Jag är född <date when="1987-05-03">3 maj 1987</date>.
<note>Om <persName key="farid">Farid</persName>.</note></p></body></text></TEI>"""
    run = cli("pseudonymize", cli.write("essay.xml", tei), *FLAGS)
    assert run.code == 0, run.err
    new = (cli.folder / "out" / "essay.xml").read_bytes()
    assert personal(new) == []
    assert b"1987-05-03" not in new
    assert b'key="farid"' not in new
    assert b'<p n="1">' in new
    assert b"<title>Uppsats</title>" in new


def test_tei_loses_attributes_that_say_what_is_replaced(cli: Cli) -> None:
    tei = """<?xml version="1.0"?><!-- Farid --><?xml-model href="corpus.rng"?><?app Farid?>
<TEI xmlns="http://www.tei-c.org/ns/1.0" xml:id="essay_Farid"><text><body><p n="1" xml:id="p1">
<persName xml:id="farid" nymRef="#farid" role="writer">Farid</persName> skrev till Lisa.
<note resp="#farid #p1">Ja.</note> <w lemma="Farid" pos="PM">Farid</w> <w lemma="bo">bor</w> här.
<ptr target="#essay_Farid"/></p></body></text></TEI><!-- Farid -->"""
    run = cli("pseudonymize", cli.write("essay.xml", tei), *FLAGS)
    assert run.code == 0, run.err
    new = (cli.folder / "out" / "essay.xml").read_text(encoding="utf-8")
    assert "farid" not in new.casefold()
    kept = ("xml-model", 'n="1"', 'xml:id="p1"', 'role="writer"', 'pos="PM"', 'lemma="bo"')
    assert [one for one in kept if one not in new] == []
    assert 'xml:id="id-1"' in new
    assert 'target="#id-1"' in new
    assert 'resp="#id-2 #p1"' in new


@pytest.mark.parametrize(
    ("name", "versions"),
    [
        ("a.html", "<p>Jag bor i <del>Ronneby</del><ins>Karlshamn</ins> nu.</p>"),
        ("a.tei", "<p>Jag bor i <del>Ronneby</del><add>Karlshamn</add> nu.</p>"),
        (
            "a.tei",
            "<p>Jag bor i <choice>\n<sic>Ronneby</sic>\n<corr>Karlshamn</corr>\n</choice> nu.</p>",
        ),
    ],
)
def test_versions_of_a_place_are_replaced_each(cli: Cli, name: str, versions: str) -> None:
    page = versions if name.endswith("html") else f"<TEI><text><body>{versions}</body></text></TEI>"
    run = cli("pseudonymize", cli.write(name, page), *FLAGS)
    assert run.code == 0, run.err
    new = (cli.folder / "out" / name).read_text(encoding="utf-8")
    towns = re.findall(r"<(\w+)>([^<>\s]+)</\1>", new)
    assert len(towns) == 2, new
    assert not {"Ronneby", "Karlshamn"} & {town for _, town in towns}


def test_versions_of_a_place_in_word_are_replaced_each(cli: Cli) -> None:
    docx = pytest.importorskip("docx")
    from docx.oxml import parse_xml

    document, content = docx.Document(), io.BytesIO()
    space = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    for before, old, new, after in (("i ", "Ronneby", "Karlshamn", " nu."), ("k", "a", "o", "m.")):
        document.element.body.insert(
            0,
            parse_xml(
                f'<w:p {space}><w:r><w:t xml:space="preserve">Jag bor {before}</w:t></w:r>'
                f'<w:del w:id="1"><w:r><w:delText>{old}</w:delText></w:r></w:del>'
                f'<w:bookmarkStart w:id="3" w:name="x"/><w:ins w:id="2"><w:r><w:t>{new[:3]}</w:t>'
                f'</w:r></w:ins><w:ins w:id="4"><w:r><w:t>{new[3:]}</w:t></w:r></w:ins>'
                f'<w:r><w:t xml:space="preserve">{after}</w:t></w:r></w:p>'
            ),
        )
    document.save(content)
    assert (
        "Jag bor kaom.\nJag bor i Ronneby, Karlshamn nu."
        in IN_PLACE["docx"](content.getvalue(), "a.docx").text
    )
    run = cli("pseudonymize", cli.write("a.docx", content.getvalue()), *FLAGS)
    assert run.code == 0, run.err
    made = docx.Document(cli.folder / "out" / "a.docx").element.body
    deleted = made.findall(".//{*}delText")[-1].text
    inserted = "".join(one.text or "" for one in made.findall(".//{*}ins//{*}t")[2:])
    assert deleted and inserted
    assert not {deleted, inserted} & {"Ronneby", "Karlshamn"}


def test_a_format_that_is_named_gives_the_text(cli: Cli) -> None:
    run = cli("pseudonymize", cli.write("essay.docx", word()), "-f", "text", "--mode", "rules")
    assert run.code == 0, run.err
    assert run.out.startswith("Jag heter ")
    assert "Det regnar." in run.out
    assert "Farid" not in run.out


def test_the_text_layer_of_a_pdf_is_read(cli: Cli) -> None:
    pypdf = pytest.importorskip("pypdf")
    from pypdf.generic import DecodedStreamObject, DictionaryObject, NameObject

    writer = pypdf.PdfWriter()
    page = writer.add_blank_page(300, 300)
    font = {"/Type": "/Font", "/Subtype": "/Type1", "/BaseFont": "/Helvetica"}
    named = DictionaryObject({NameObject(k): NameObject(v) for k, v in font.items()})
    page[NameObject("/Resources")] = DictionaryObject(
        {NameObject("/Font"): DictionaryObject({NameObject("/F1"): named})}
    )
    stream = DecodedStreamObject()
    stream.set_data(b"BT /F1 12 Tf 10 100 Td (Jag heter Farid Hemligson.) Tj ET")
    page[NameObject("/Contents")] = stream
    content = io.BytesIO()
    writer.write(content)
    run = cli("pseudonymize", cli.write("essay.pdf", content.getvalue()), *FLAGS)
    assert run.code == 0, run.err
    new = (cli.folder / "out" / "essay.txt").read_text(encoding="utf-8")
    assert new.startswith("Jag heter ")
    assert personal(new.encode()) == []


def test_an_original_beside_the_text_is_a_leak(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    from maskera.formats.office import ooxml

    monkeypatch.setattr(ooxml, "clean", lambda package, text: [])
    run = cli("pseudonymize", cli.write("essay.docx", word()), *FLAGS)
    assert run.code == 1
    one_sentence(run, "essay: the leak check found an original")
    assert not (cli.folder / "out" / "essay.docx").exists()


def test_a_folder_of_every_kind(cli: Cli) -> None:
    cli.write("in/essay.docx", word())
    cli.write("in/essay.txt", SENTENCE)
    cli.write("in/deep/essay.html", f"<p>{SENTENCE}</p>")
    run = cli("batch", "in", "-o", "out", "--workers", "1", "--mode", "rules")
    assert run.code == 0, run.err
    for name in ("essay.docx", "essay.txt", "deep/essay.html"):
        assert personal((cli.folder / "out" / name).read_bytes()) == []


def test_several_processes_write_what_one_writes(cli: Cli) -> None:
    for number in range(5):
        cli.write(f"in/{number}.html", f"<p>{SENTENCE} Jag är {20 + number} år.</p>")
    cli.write("in/broken.docx", b"Farid")
    (cli.folder / "my.key").write_bytes(bytes(range(32)))
    shared = ("--mode", "rules", "--key", "my.key")
    for workers in ("1", "2"):
        run = cli("batch", "in", "-o", f"out{workers}", "--workers", workers, *shared)
        assert run.code == 1
        assert run.err.endswith("maskera: in/broken.docx: is no whole docx file\n")
    again = cli("batch", "in", "-o", "out2", "--workers", "2", "--resume", *shared)
    assert again.summary.startswith("maskera: 5 documents;")
    first, second = (cli.folder / f"out{workers}" for workers in ("1", "2"))
    names = sorted(path.name for path in first.glob("*.html"))
    assert names == [f"{number}.html" for number in range(5)]
    for name in (*names, "manifest.jsonl"):
        assert (first / name).read_bytes() == (second / name).read_bytes()


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.docx", b"Farid", "is no whole docx file"),
        ("a.odt", b"PK\x03\x04Farid", "is no whole odt file"),
        ("a.tei", b"<TEI>Farid", "a.tei:1: not well-formed XML"),
        ("a.tei", b"<p>Farid</p>", "is no TEI document"),
        ("a.html", b"", "is no HTML page"),
        ("a.pptx", b"PK\x03\x04Farid", "is no whole pptx file"),
        ("a.eml", b"Farid", "is no e-mail message"),
        *(
            ("a.eml", b"%s\nSubject: Hej\n\nFarid\n" % broken, "is no e-mail message")
            for broken in (  # which Python's library meets with an error of its own
                b"Content-Type: multipart/mixed; boundary=x",  # no part begins
                b"To: Farid: text/plain; charset=latin- <a@b.se>",
                b"To: Farid <",
                b"Date: Mon, 2 Mar 2020 99999999999999999:00:00 +0100",
                b'Content-Type: text/plain; charset="a\x00b"',
            )
        ),
        ("a.mbox", b"Farid", "is no mbox file"),
        ("a.pdf", b"Farid", "cannot be read as PDF"),
    ],
)
def test_what_is_no_such_document_is_one_sentence(
    cli: Cli, name: str, content: bytes, said: str
) -> None:
    if name == "a.pdf":
        pytest.importorskip("pypdf")
    run = cli("pseudonymize", cli.write(name, content), *FLAGS)
    assert run.code == 1
    one_sentence(run, name, said)


def test_a_document_of_another_kind_is_one_sentence(cli: Cli) -> None:
    run = cli("pseudonymize", cli.write("a.pptx", word()), *FLAGS)
    one_sentence(run, "a.pptx: is no pptx file (it has no ppt/presentation.xml)")


@pytest.mark.parametrize("sign", ["\x00", "\x0b", "\x1f", "\ufffe", "&#0;", "&#x1F;", "&#11;"])
def test_signs_that_no_page_may_hold_are_blanks(sign: str) -> None:
    page = f'<p id="a{sign}b">Jag heter{sign}Farid{sign}<b title="{sign}">Ek</b>, &#233; &#12a</p>'
    opened = IN_PLACE["html"](page.encode(), "p.html")
    at = opened.text.index("Farid")
    new = opened.rewrite([Edit(Span(at, at + 7), "Olle E")]).content.decode()
    assert "Jag heter Olle E" in new and "Farid" not in new and "é" in new


def test_wrong_use_is_one_sentence(cli: Cli) -> None:
    name = cli.write("a.html", f"<p>{SENTENCE}</p>")
    for arguments, said in (((), "give --output"), (("-o", "b.docx"), "keeps its kind")):
        run = cli("pseudonymize", name, "--mode", "rules", *arguments)
        assert run.code == 2
        one_sentence(run, said)


@settings(max_examples=40, deadline=None)
@given(
    runs=st.lists(st.text("abc å", min_size=1, max_size=6), min_size=1, max_size=6),
    data=st.data(),
)
def test_edits_of_the_text_are_edits_of_the_pieces(runs: list[str], data: st.DataObject) -> None:
    page = "<p>" + "".join(f"<b>{run}</b>" for run in runs) + "</p>"
    opened = IN_PLACE["html"](page.encode(), "p.html")
    cuts = sorted(data.draw(st.sets(st.integers(0, len("".join(runs))), max_size=4)))
    edits = [Edit(Span(a, b), "NEW") for a, b in zip(cuts[::2], cuts[1::2], strict=False)]
    new = opened.rewrite(edits).content
    assert IN_PLACE["html"](new, "p.html").text == splice(opened.text, edits)[0]
    assert new.count(b"<b>") == len(runs)
