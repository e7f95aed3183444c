"""Corners of documents that no reader sees: a name is hidden in each, and none may come out."""

from __future__ import annotations

import io
import re
import struct
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path

import pytest
from calling import Cli
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("lxml", reason="lxml is not installed (extra `office`)")

from maskera.formats.office.pictures import left_as_they_are, without_metadata

SENTENCE = "Jag heter Farid Hemligson och bor i Malmö."
HIDDEN = ("Farid", "Hemligson", "Undangömd")  # the last stands in no text
FLAGS = ("--mode", "rules", "-o", "out/")


@pytest.fixture
def cli(
    capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Cli:
    return Cli(capfdbinary, monkeypatch, tmp_path)


def everything(content: bytes) -> str:
    """All that a file holds, packed files within it too, as text of either encoding."""
    parts = [content.decode("utf-8", "ignore"), content.decode("utf-16-le", "ignore")]
    if content.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(content)) as package:
            parts += package.namelist()
            parts += [everything(package.read(name)) for name in package.namelist()]
    return "\n".join(parts)


def left(content: bytes) -> list[str]:
    return [name for name in HIDDEN if name in everything(content)]


def packed(files: Mapping[str, bytes | str]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as package:
        for name, content in files.items():
            package.writestr(name, content)
    return out.getvalue()


def unpacked(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        return {name: package.read(name) for name in package.namelist()}


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


HEAD = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0))
BODY = chunk(b"IDAT", zlib.compress(b"\0\0\0\0")) + chunk(b"IEND", b"")
PNG = HEAD + chunk(b"tEXt", b"Author\0Farid Hemligson") + BODY


def segment(kind: int, data: bytes) -> bytes:
    return bytes((0xFF, kind)) + struct.pack(">H", len(data) + 2) + data


FORM = segment(0xE0, b"JFIF\0") + segment(0xDB, b"table")
SCAN = segment(0xDA, b"scan") + b"\x12\x34\xff\xd9"


def test_pictures_lose_what_they_tell_and_stay_what_they_show() -> None:
    assert without_metadata(PNG) == HEAD + BODY
    told = segment(0xE1, b"Exif\0\0Farid") + segment(0xED, b"Farid") + segment(0xFE, b"Farid")
    jpeg = b"\xff\xd8" + FORM + told + SCAN
    assert without_metadata(jpeg) == b"\xff\xd8" + FORM + SCAN
    gif = b"GIF89a Farid"
    assert without_metadata(gif) == gif


def test_what_nobody_looks_at_is_counted() -> None:
    told = left_as_they_are(
        ["ppt/media/a.PNG", "ppt/media/b.mp4", "Media/c.mp3", "ppt/slides/media.xml"]
    )
    assert list(told.values()) == [1, 2]


@given(st.sampled_from((b"\xff\xd8", b"\x89PNG\r\n\x1a\n", b"")), st.binary(max_size=60))
def test_a_broken_picture_comes_out_and_comes_out_once(head: bytes, rest: bytes) -> None:
    once = without_metadata(head + rest)
    assert once.startswith(head)
    assert without_metadata(once) == once


BODY_OF_WORD = """
<w:p><w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:inline>
<wp:docPr id="7" name="Undangömd" descr="Undangömd"/><a:graphic><a:graphicData uri="x"><wps:wsp><wps:txbx>
<w:txbxContent><w:p><w:r><w:t>Farid Hemligson skrev.</w:t></w:r></w:p></w:txbxContent></wps:txbx></wps:wsp>
</a:graphicData></a:graphic></wp:inline></w:drawing></mc:Choice><mc:Fallback><w:pict><v:shape
 href="http://x.se/Undangömd" o:gfxdata="Undangömd"><v:textbox><w:txbxContent><w:p><w:r>
<w:t>Farid Hemligson skrev.</w:t></w:r></w:p></w:txbxContent></v:textbox></v:shape></w:pict></mc:Fallback>
</mc:AlternateContent></w:r></w:p>
<w:p><w:r><w:fldChar w:fldCharType="begin"><w:fldData>Undangömd</w:fldData></w:fldChar></w:r>
<w:r><w:instrText> INCLUDETEXT "C:\\\\Users\\\\Undan</w:instrText></w:r><w:r><w:instrText>gömd" </w:instrText></w:r>
<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>Hej.</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>
<w:p><w:fldSimple w:instr=" MERGEFIELD Undangömd "><w:r><w:t>Hej.</w:t></w:r></w:fldSimple></w:p>
<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> TOC \\o "1-3" \\h </w:instrText></w:r>
<w:r><w:fldChar w:fldCharType="separate"/></w:r>
<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> HYPERLINK \\l "_Toc12" </w:instrText></w:r>
<w:r><w:fldChar w:fldCharType="end"/></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>
<w:p><w:fldSimple w:instr=" PAGEREF _Toc12 "><w:r><w:t>3</w:t></w:r></w:fldSimple>
<w:permStart w:id="7" w:ed="Undangömd"/><w:hyperlink w:anchor="Undangömd"><w:r><w:t>hit</w:t></w:r></w:hyperlink></w:p>
<w:p><w:pPr><w:pStyle w:val="Own"/></w:pPr><w:r><w:object><o:OLEObject Type="Embed" r:id="rIdOle"/></w:object></w:r></w:p>
<w:p><w:hyperlink r:id="rIdChunk" w:docLocation="Undangömd"><w:r><w:t>dit</w:t></w:r></w:hyperlink></w:p>
<w:p><w:moveFromRangeStart w:id="8" w:name="moveUndangömd"/><w:moveFromRangeEnd w:id="8"/>
<w:moveToRangeStart w:id="9" w:name="moveUndangömd"/><w:moveToRangeEnd w:id="9"/><w:r><w:ruby><w:rt><w:r>
<w:t>Farid</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>Farid</w:t></w:r></w:rubyBase></w:ruby></w:r></w:p>
<w:altChunk r:id="rIdChunk"/><w:sectPr"""
SPACES = {
    "mc": "http://schemas.openxmlformats.org/markup-compatibility/2006",
    "wps": "http://schemas.microsoft.com/office/word/2010/wordprocessingShape",
    "wp": "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing",
    "a": "http://schemas.openxmlformats.org/drawingml/2006/main",
    "v": "urn:schemas-microsoft-com:vml",
    "o": "urn:schemas-microsoft-com:office:office",
}
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
TARGETS = {
    "rIdOle": ("package", "embeddings/Word1.docx"),
    "rIdBin": ("oleObject", "embeddings/oleObject1.bin"),
    "rIdChunk": ("aFChunk", "chunk.htm"),
    "rIdPng": ("image", "media/image1.png"),
    "rIdSvg": ("image", "media/image2.svg"),
    "rIdChart": ("chartEx", "charts/chartEx1.xml"),
    "rIdLayout": ("diagramLayout", "diagrams/layout1.xml"),
    "rIdVba": ("vbaProject", "vbaProject.bin"),
}


def word() -> bytes:
    docx = pytest.importorskip("docx", reason="python-docx is not installed (extra `dev`)")
    inner, outer = io.BytesIO(), io.BytesIO()
    for text, saved in ((SENTENCE, inner), (SENTENCE, outer)):
        document = docx.Document()
        document.add_paragraph(text)
        document.styles.add_style("Farids stil", 1)
        document.styles.add_style("Vår stil", 1)
        document.save(saved)
    files = unpacked(outer.getvalue())
    body = files["word/document.xml"].replace(b"<w:sectPr", BODY_OF_WORD.encode(), 1)
    spaces = "".join(
        f' xmlns:{name}="{uri}"'
        for name, uri in SPACES.items()
        if f"xmlns:{name}=".encode() not in body
    )
    files["word/document.xml"] = body.replace(b"<w:document", b"<w:document" + spaces.encode(), 1)
    added = "".join(
        f'<Relationship Id="{name}" Type="{RELATIONS}/{kind}" Target="{target}"/>'
        for name, (kind, target) in TARGETS.items()
    )
    relations = "word/_rels/document.xml.rels"
    files[relations] = files[relations].replace(b"</Rel", added.encode() + b"</Rel")
    kinds = "".join(
        f'<Default Extension="{ending}" ContentType="image/x"/>' for ending in ("png", "svg")
    )
    types = "[Content_Types].xml"
    files[types] = files[types].replace(b"</Types", kinds.encode() + b"</Types")
    binary = b"\xd0\xcf\x11\xe0" + SENTENCE.encode("utf-16-le")
    svg = "http://www.w3.org/2000/svg"
    chart = "http://schemas.microsoft.com/office/drawing/2014/chartex"
    return packed(
        files
        | {
            "word/embeddings/Word1.docx": inner.getvalue(),
            "word/embeddings/oleObject1.bin": binary,
            "word/vbaProject.bin": binary,
            "word/chunk.htm": f"<p>{SENTENCE}</p>".encode(),
            "word/media/image1.png": PNG,
            "word/media/image2.svg": (
                f'<svg xmlns="{svg}" aria-label="Undangömd"><metadata>Undangömd</metadata>'
                f"<title>Farid</title><text>{SENTENCE} <tspan>Farid</tspan> ler.</text></svg>"
            ).encode(),
            "word/charts/chartEx1.xml": (
                f"<c:chartSpace xmlns:c=\"{chart}\"><c:f>'Undangömd'!$A$1</c:f>"
                "<c:pt>Farid</c:pt></c:chartSpace>"
            ).encode(),
            "word/diagrams/layout1.xml": (
                '<d:layoutDef xmlns:d="http://schemas.openxmlformats.org/drawingml/2006/diagram">'
                '<d:title val="Undangömd"/><d:layoutNode name="Farid"/><d:constr forName="Farid"/>'
                "</d:layoutDef>"
            ).encode(),
            "customXml/item1.xml": b'<styles who="Undang\xc3\xb6md"/>',
            "docProps/custom.xml": '<Properties><property name="Undangömd"/></Properties>'.encode(),
            "ppt/changesInfos/changesInfo1.xml": "<chgInfo>Undangömd</chgInfo>".encode(),
        }
    )


def test_word_hides_nothing(cli: Cli) -> None:
    docx = pytest.importorskip("docx", reason="python-docx is not installed (extra `dev`)")
    before = word()
    assert left(before) == [*HIDDEN]
    run = cli("pseudonymize", cli.write("essay.docx", before), *FLAGS)
    assert run.code == 0, run.err
    content = (cli.folder / "out" / "essay.docx").read_bytes()
    assert left(content) == []
    assert "embedded files and macros taken out (4)" in run.err
    assert "pictures are left as they are (2)" in run.err
    new = docx.Document(io.BytesIO(content))
    assert "Vår stil" in [style.name for style in new.styles]
    files = unpacked(content)
    body = files["word/document.xml"].decode()
    assert body.count(" skrev.") == 2  # the text box, and what older programs show of it
    codes = (' TOC \\o "1-3" \\h ', ' HYPERLINK \\l "_Toc12" ', " PAGEREF _Toc12 ")
    assert all(code in body.replace("&quot;", '"') for code in codes)
    assert ("OLEObject" in body, "altChunk" in body) == (False, False)
    moves = re.findall(r'move(?:From|To)RangeStart w:id="." w:name="(\w+)"', body)
    assert len(moves) == 2 and len({*moves}) == 1  # what was moved whither
    relations = files["word/_rels/document.xml.rels"].decode()
    kept = ("rIdPng", "rIdSvg", "rIdChart", "rIdLayout")
    assert b'name="Node1"/><d:constr forName="Node1"' in files["word/diagrams/layout1.xml"]
    assert [name for name in TARGETS if f'"{name}"' in relations] == [*kept]
    assert files["word/media/image1.png"] == HEAD + BODY


ODF = "urn:oasis:names:tc:opendocument:xmlns:{}:1.0"
ODF_SPACES = " ".join(
    [
        *(
            f'xmlns:{name}="{ODF.format(name)}"'
            for name in ("office", "text", "table", "form", "script", "meta", "config", "manifest")
        ),
        f'xmlns:draw="{ODF.format("drawing")}"',
        'xmlns:loext="urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0"',
        'xmlns:xhtml="http://www.w3.org/1999/xhtml"',
        'xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:dc="http://purl.org/dc/elements/1.1/"',
    ]
)
ODF_BODY = """<office:scripts><office:script>Undangömd</office:script></office:scripts>
<office:body><office:text>
<office:forms><form:form form:name="Undangömd"><form:text form:value="Undangömd"/></form:form></office:forms>
<text:p>{sentence}<text:bookmark text:name="Farid_1"/><text:note><text:note-citation text:label="Undangömd">1
</text:note-citation><text:note-body><text:p>Farid ler.</text:p></text:note-body></text:note></text:p>
<text:section text:name="Undangömd"><text:section-source xlink:href="file:///home/Undangömd/x.odt"/></text:section>
<table:table table:name="Table1"/><table:table table:name="Undangömds lista"/>
<text:p><draw:frame draw:name="Undangömd"><draw:object xlink:href="./Object 1"/>
<draw:image xlink:href="./ObjectReplacements/Object 1"/></draw:frame><draw:frame>
<draw:image xlink:href="Pictures/a.png"/></draw:frame><text:bibliography-mark text:author="Undangömd"
 text:bibliography-type="book">[1]</text:bibliography-mark><text:sequence text:ref-name="refFarid0"
 text:name="Table"/><office:annotation office:name="a" loext:parent-name="Undangömd"/><text:meta
 xhtml:about="Undangömd">x</text:meta><text:script>Undangömd</text:script> slut.</text:p>
</office:text></office:body>"""


def odt() -> bytes:
    def part(name: str, body: str) -> str:
        kind = f"office:document-{name}"
        return f'<?xml version="1.0" encoding="UTF-8"?><{kind} {ODF_SPACES}>{body}</{kind}>'

    settings = '<config:config-item config:type="string">Undangömd</config:config-item>'
    names = ("/", "content.xml", "Object 1/content.xml", "Basic/x.xml")
    entries = "".join(f'<manifest:file-entry manifest:full-path="{name}"/>' for name in names)
    return packed(
        {
            "mimetype": "application/vnd.oasis.opendocument.text",
            "content.xml": part("content", ODF_BODY.format(sentence=SENTENCE)),
            "meta.xml": part(
                "meta",
                "<office:meta><meta:generator>x</meta:generator><dc:contributor>Undangömd"
                '</dc:contributor><meta:user-defined meta:name="Undangömd">x</meta:user-defined>'
                "</office:meta>",
            ),
            "settings.xml": part("settings", f"<office:settings>{settings}</office:settings>"),
            "Object 1/content.xml": part(
                "content",
                '<office:body><office:spreadsheet><table:table table:cell-range-address="Farid.A1"><table:table-row><table:table-cell>'
                "<text:p>Farid</text:p></table:table-cell></table:table-row></table:table>"
                "</office:spreadsheet></office:body>",
            ),
            "ObjectReplacements/Object 1": "Undangömd".encode("utf-16-le"),
            "Pictures/a.png": PNG,
            "Basic/x.xml": "<x>Undangömd</x>",
            "manifest.rdf": "<x>Undangömd</x>",
            "META-INF/manifest.xml": f"<manifest:manifest {ODF_SPACES}>{entries}</manifest:manifest>",
        }
    )


def test_opendocument_hides_nothing(cli: Cli) -> None:
    before = odt()
    assert left(before) == [*HIDDEN]
    run = cli("pseudonymize", cli.write("essay.odt", before), *FLAGS)
    assert run.code == 0, run.err
    content = (cli.folder / "out" / "essay.odt").read_bytes()
    assert left(content) == []
    files = unpacked(content)
    body = files["content.xml"].decode()
    assert ('"Table1"' in body, "./Object 1" in body, "Pictures/a.png" in body) == (
        True,
        True,
        True,
    )
    assert " slut." in body
    assert files["Pictures/a.png"] == HEAD + BODY
    assert sorted(files) == sorted(
        "Object 1/content.xml|META-INF/manifest.xml|Pictures/a.png|content.xml|meta.xml|mimetype|settings.xml".split(
            "|"
        )
    )
    assert b"Basic" not in files["META-INF/manifest.xml"]


PAGE = f"""<!DOCTYPE html PUBLIC "-//Undangömd//DTD//SV"><html><head>
<meta http-equiv="refresh" content="3;url=http://x.se/Undangömd"><meta name="generator" content="Undangömd">
<style>h1:before {{content: "Farid"}}
p {{color: red; background: url(/~Undangömd/a.png)}} /* Undangömd */</style></head>
<body><p style="background:url('/Undangömd.png');margin:0">{SENTENCE}</p><iframe src="/Undangömd"></iframe>
<img src="bild.png"><nav><a>Hem</a><a>Farid</a><a>Hemligson</a></nav>
<p style="--n: 'Farid'">x</p></body></html>"""


def test_a_page_hides_nothing(cli: Cli) -> None:
    run = cli("pseudonymize", cli.write("page.html", PAGE), *FLAGS)
    assert run.code == 0, run.err
    content = (cli.folder / "out" / "page.html").read_bytes()
    assert left(content) == []
    page = content.decode()
    assert page.startswith("<!DOCTYPE html>\n")
    assert all(one in page for one in ("color: red", "margin:0", 'src="bild.png"'))


TEI = f"""<?xml version="1.0" encoding="UTF-8"?><?xml-model href="tei.rng"?>
<?xml-stylesheet title="Farid"?><?note Undangömd?><!DOCTYPE TEI [<!ENTITY me "Farid Hemligson">]>
<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><encodingDesc><projectDesc><p>Farid Hemligson skrev av.</p>
</projectDesc></encodingDesc><profileDesc><particDesc><person xml:id="FaridHemligson"
 age="17"><persName><forename>Farid</forename><surname>Hemligson
</surname></persName><birth when="1999-04-05"/></person></particDesc></profileDesc></teiHeader>
<text><body><p>{SENTENCE} Jag heter &me;.
<rs key="Undangömd" ref="http://x.se/Undangömd">Han</rs> <ref target="mailto:Undangömd@x.se">hit</ref>
<w lemma="Farid">Farids</w> <ref target="#a">dit</ref> <licence target="http://x.se/by"/></p>
<app><lem>Farid</lem><rdg>Hemligson</rdg></app><u who="#FaridHemligson">Hej.</u></body></text></TEI>"""


def test_tei_hides_nothing(cli: Cli) -> None:
    run = cli("pseudonymize", cli.write("tei.xml", TEI), *FLAGS)
    assert run.code == 0, run.err
    content = (cli.folder / "out" / "tei.xml").read_bytes()
    assert left(content) == []
    text = content.decode()
    assert text.startswith(
        '<?xml version="1.0" encoding="UTF-8"?>\n<?xml-model href="tei.rng"?>\n<TEI'
    )
    assert "1999-04-05" not in text and "age=" not in text
    assert ('xml:id="id-1"' in text, 'who="#id-1"' in text, 'target="#a"' in text) == (True,) * 3


def test_entities_that_grow_are_refused(cli: Cli) -> None:
    grown = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10 if n else "a" * 10}">' for n in range(12))
    bomb = f"<!DOCTYPE TEI [{grown}]><TEI><text>&e11;</text></TEI>"
    run = cli("pseudonymize", cli.write("tei.xml", bomb), *FLAGS)
    assert run.code == 1
    assert "not well-formed XML" in run.err
