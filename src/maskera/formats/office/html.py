"""HTML in place: text between tags; titles, alternative texts, metadata, comments and targets of
links emptied, scripts taken out."""

from __future__ import annotations

import base64
import re
from collections.abc import Collection, Sequence
from typing import Any

from maskera.errors import DataError
from maskera.formats.office.markup import (
    BLANK,
    InPlace,
    Pieces,
    Rewritten,
    Shape,
    etree,
    holds,
    library,
    local,
    says,
    telling,
    telling_words,
)
from maskera.formats.office.pictures import without_metadata
from maskera.io.utf8 import decoded
from maskera.text import Edit

SHAPE = Shape(
    blocks=frozenset(
        "p div h1 h2 h3 h4 h5 h6 li td th tr table ul ol dl dt dd blockquote section article header text desc "
        "footer title caption figcaption pre body head option textarea aside main nav figure form "
        "fieldset legend address details summary dialog select optgroup iframe object rt "
        "annotation".split()
    ),
    fixed={"br": "\n"},
    skip=frozenset(("style", "meta", "link")),
    versions=frozenset(("del", "ins", "s", "strike")),
    apart=frozenset(("a", "button", "label", "time", "q", "cite", "input", "img")),
)
KEPT = frozenset(
    "accept-charset align bgcolor border cellpadding cellspacing charset checked class color cols "
    "colspan dir disabled face for headers height hidden http-equiv id lang language media method "
    "multiple name nowrap open rel reversed role rows rowspan scope selected size span src start "
    "style tabindex target type valign width xmlns".split()
)
"""Attributes that shape a page; all others may say what its text says."""
CALLED = frozenset(("id", "name", "class", "for", "headers"))
"""Attributes that call elements by names, several with spaces between; `href` does with a #."""
TARGETS = frozenset(("href", "action", "srcset", "poster", "formaction"))
SHOWN = TARGETS | {"id", "name", "class", "src", "for", "style", "headers", "content"}
LINKS = ("stylesheet", "icon")  # that a page looks by; others say whose it is
KEPT_META = ("viewport", "color-scheme")
KEPT_EQUIV = ("content-type", "content-language", "x-ua-compatible", "default-style")
_DOCTYPE = re.compile(
    r"<!DOCTYPE html( PUBLIC \"-//W3C//DTD [\w .]+//EN\"( \"http://www\.w3\.org/[\w./-]+\")?)?>",
    re.I,
)
_FORBIDDEN = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]"
    r"|&#0*(?:[0-8]|1[124-9]|2\d|3[01]|6553[45])(?!\d);?"
    r"|&#[xX]0*(?:[0-8bcefBCEF]|1[\da-fA-F]|[fF]{3}[eEfF])(?![\da-fA-F]);?"
)
"""Signs that no page may hold, as they are or by their numbers: no tree could be written with them."""
_STYLE_NOTE = re.compile(r"/\*.*?\*/", re.S)
_STYLE_TARGET = re.compile(r"(?:url\((?!\s*['\"]?(?:#|data:))[^)]*\)|@import[^;]*;)", re.I)
_STYLE_TEXT = re.compile(r"\"[^\"\n]*\"|'[^'\n]*'")
_SELECTED = re.compile(r"(?<=[.#])[\w-]+")
_DATA = re.compile(r"(data:image/\w+;base64,)(.+)", re.S)


def open_html(content: bytes, source: str) -> InPlace:
    """A page in UTF-8; raises DataError where it is empty or in another encoding."""
    parser = library("lxml.html")
    text = _FORBIDDEN.sub(" ", decoded(content, source))
    try:
        plain = parser.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True)
        root = parser.document_fromstring(text.encode(), plain)
    except (etree().ParserError, ValueError):
        raise DataError(f"{source}: is no HTML page") from None
    etree().strip_elements(root, "script", "noscript", "template", with_tail=False)
    for link in [one for one in root.iter("link") if one.get("rel", "").lower() not in LINKS]:
        link.drop_tree()
    pieces = Pieces(SHAPE)
    pieces.add(root)

    def rewrite(edits: Sequence[Edit]) -> Rewritten:
        pieces.replace(edits)
        notes = _clean(root, telling_words(pieces.text, edits))
        kind = root.getroottree().docinfo.doctype if "<!doctype" in text.lower() else None
        if kind and not _DOCTYPE.fullmatch(kind):
            kind = "<!DOCTYPE html>"
        new: bytes = etree().tostring(
            root, method="html", encoding="utf-8", with_tail=False, doctype=kind
        )
        styles = (style.text or "" for style in root.iter("style"))
        return Rewritten(new, (*telling(root, SHOWN), *styles), tuple(notes))

    return InPlace(pieces.text, rewrite)


def _clean(root: Any, replaced: Collection[str]) -> list[str]:
    links = 0
    _rename(root, replaced)
    for element in root.iter():
        keeps = local(element) == "meta" and (
            element.get("name", "").lower() in KEPT_META
            or element.get("http-equiv", "").lower() in KEPT_EQUIV
        )
        if local(element) == "style":
            element.text = _style(element.text or "", replaced)
        for name, value in element.attrib.items():
            if name in TARGETS:
                if not value.startswith("#") and local(element) != "link":
                    element.set(name, "#")
                    links += 1
            elif name not in KEPT and not (keeps and name == "content"):
                element.set(name, "")
            elif name == "style":
                element.set(name, _style(value, replaced))
            elif name == "src":
                shown = not _is_other_page(element, value) and not _tells(value, replaced)
                links += not shown
                element.set(name, _picture(value) if shown else BLANK)
    pictures = sum(1 for _ in root.iter("img", "svg", "object", "embed", "iframe"))
    notes = ["comments, scripts and titles of elements are not kept"]
    notes += [f"targets of links emptied ({links})"] if links else []
    return notes + ([f"pictures are left as they are ({pictures})"] if pictures else [])


def _rename(root: Any, replaced: Collection[str]) -> None:
    """Give other names to elements that are called by a word that was replaced, also where links
    and styles refer to them."""
    names: dict[str, str] = {}
    for element in root.iter(etree().Element):
        for name in CALLED & set(element.attrib):
            for called in element.get(name).split():
                if _tells(called, replaced):
                    names.setdefault(called, f"name-{len(names) + 1}")
    if not names:
        return
    for element in root.iter(etree().Element):
        for name in CALLED & set(element.attrib):
            element.set(name, " ".join(names.get(one, one) for one in element.get(name).split()))
        if (new := names.get(element.get("href", "").removeprefix("#"))) is not None:
            element.set("href", f"#{new}")
        if local(element) == "style" and element.text:
            element.text = _SELECTED.sub(lambda one: names.get(one[0], one[0]), element.text)


def _tells(value: str, replaced: Collection[str]) -> bool:
    return not value.startswith("data:") and (says(value, replaced) or holds(value, replaced))


def _style(rules: str, replaced: Collection[str]) -> str:
    """Rules of style without comments, addresses and quoted texts that say a replaced word."""
    plain = _STYLE_TARGET.sub("", _STYLE_NOTE.sub("", rules))
    return _STYLE_TEXT.sub(lambda text: '""' if says(text[0], replaced) else text[0], plain)


def _is_other_page(element: Any, source: str) -> bool:
    """Whether an element shows a page, a sound or a film; pictures keep their place."""
    return local(element) not in ("img", "input") and not source.startswith("data:")


def _picture(source: str) -> str:
    """The address of a picture; of one that stands in it, without its metadata."""
    held = _DATA.fullmatch(source)
    if held is None:
        return source
    try:
        content = without_metadata(base64.b64decode(held[2]))
    except ValueError:  # no base64: no program shows it
        return source
    return held[1] + base64.b64encode(content).decode()
