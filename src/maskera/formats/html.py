"""A page that stands alone: the text with mentions highlighted by group and named in full, and a
legend. It prints well."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape

import msgspec

from maskera.result import GUESSED_GENRE, LeakStatus, Release, Result, release
from maskera.taxonomy import Category, Taxonomy
from maskera.text import Span

# Background and border of each group: black on every background has a contrast of 11:1 or more, the
# borders 4.5:1 on white, and the pairs can be told apart with the common colour-vision deficiencies
# (after Okabe and Ito). Line style repeats what colour says.
_COLOURS = (
    ("#cfe6f7", "#00568a", "solid"),
    ("#c9efe0", "#006b4d", "solid"),
    ("#fde8b9", "#7a5200", "solid"),
    ("#f6d5e5", "#96346b", "solid"),
    ("#f9d9c6", "#9c3f00", "dashed"),
    ("#e3dcf5", "#5b3fa0", "dashed"),
    ("#e6e6e6", "#4d4d4d", "dashed"),
    ("#ffffff", "#6b6b00", "dotted"),
)
_NOT_IN_HTML = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")

_STYLE = """
:root { color-scheme: light; }
body { font: 1rem/1.5 system-ui, sans-serif; color: #1a1a1a; background: #fff; margin: 0 auto; padding: 1.5rem; max-width: 74rem; }
h1 { font-size: 1.25rem; margin: 0 0 .25rem; overflow-wrap: anywhere; }
h2 { font-size: 1rem; margin: 0 0 .5rem; }
.facts, .notice { color: #4a4a4a; font-size: .875rem; margin: 0 0 1rem; }
footer .notice { margin-top: 1.5rem; }
.legend { list-style: none; display: flex; flex-wrap: wrap; gap: .4rem .9rem; padding: 0; margin: 0 0 1.25rem; font-size: .875rem; }
.sides { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); gap: 2rem; }
.text { white-space: pre-wrap; overflow-wrap: anywhere; line-height: 2.1; margin: 0; max-width: 46rem; }
mark { color: inherit; border-radius: .2rem; padding: .1rem .2rem; border: 1px solid; }
mark { -webkit-box-decoration-break: clone; box-decoration-break: clone; }
mark .label { font-size: .6875rem; line-height: 1; margin-left: .3rem; white-space: nowrap; color: #333; }
mark:target, mark:focus-visible { outline: 3px solid #1a1a1a; }
.leaks-FAIL { color: #a30000; font-weight: 700; }
@media print {
  body { padding: 0; max-width: none; font-size: 11pt; }
  mark, .legend mark { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  .legend, h1, h2 { break-after: avoid; }
}
"""


class _Shown(msgspec.Struct, frozen=True):
    span: Span
    label: str
    number: int
    features: frozenset[str]


def render(released: Release, taxonomy: Taxonomy) -> str:
    """The page of a released text; it never shows an original."""
    shown = [
        _Shown(mention.span, mention.label, mention.number, mention.features)
        for mention in released.mentions
    ]
    text = _section("", _highlighted(released.text, shown, taxonomy))
    labels = {mention.label for mention in released.mentions}
    return _page(released, labels, text, taxonomy)


def render_both(result: Result, taxonomy: Taxonomy) -> str:
    """The page of a result with the original beside the released text. A secret."""
    released = release(result)
    originals = [
        _Shown(mention.span, mention.label, mention.number, mention.features)
        for mention in sorted(
            (r.mention for r in result.replacements if r.action != "keep"),
            key=lambda mention: mention.span,
        )
    ]
    shown = [
        _Shown(mention.span, mention.label, mention.number, mention.features)
        for mention in released.mentions
    ]
    left = _section("Original", _highlighted(result.document.text, originals, taxonomy))
    right = _section("Released", _highlighted(released.text, shown, taxonomy))
    notice = '<p class="notice"><strong>This page shows the original text: it is a secret.</strong></p>\n'
    return _page(
        released,
        {mention.label for mention in shown},
        f'{notice}<div class="sides">\n{left}{right}</div>\n',
        taxonomy,
    )


def _page(released: Release, labels: Iterable[str], body: str, taxonomy: Taxonomy) -> str:
    title = _escaped(released.id)
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        f"<title>{title}</title>\n<style>{_STYLE}{_group_styles(taxonomy)}</style>\n</head>\n<body>\n"
        f"<header>\n<h1>{title}</h1>\n{_facts(released)}{_legend(labels, taxonomy)}</header>\n<main>\n{body}</main>\n"
        '<footer>\n<p class="notice">Pseudonymized text is still personal data for whoever holds the mapping.</p>\n</footer>\n'
        "</body>\n</html>\n"
    )


def _facts(released: Release) -> str:
    guessed = {"genre": " (guessed)"} if GUESSED_GENRE in released.meta.items() else {}
    facts = [
        f"{key}: {_escaped(value)}{guessed.get(key, '')}"
        for key, value in released.meta.items()
        if key != GUESSED_GENRE[0]
    ]
    if released.policy:
        facts.append(f"policy: {_escaped(released.policy)}")
    if released.leaks is not None:
        mark = f'<span class="leaks-{released.leaks.value}">{released.leaks.value}</span>'
        facts.append(
            f"leak check: {mark}{' (an original may still stand in this text)' if released.leaks is not LeakStatus.PASS else ''}"
        )
    return f'<p class="facts">{" · ".join(facts)}</p>\n' if facts else ""


def _legend(labels: Iterable[str], taxonomy: Taxonomy) -> str:
    """The groups that occur, with their labels."""
    table = taxonomy.categories
    present = set(labels)
    by_group: dict[str, list[str]] = {}
    for label in (*[known for known in table if known in present], *sorted(present - table.keys())):
        by_group.setdefault(taxonomy.category(label).group, []).append(label)
    entries = []
    for group, names in by_group.items():
        colour = _group_class(taxonomy.category(names[0]), taxonomy)
        mark = f'<mark class="{colour}">{_escaped(group)}</mark>'
        entries.append(f"<li>{mark} {_escaped(', '.join(names))}</li>")
    return f'<ul class="legend" aria-label="Legend">{"".join(entries)}</ul>\n' if by_group else ""


def _section(heading: str, text: str) -> str:
    return f'<section>\n{f"<h2>{heading}</h2>" if heading else ""}<p class="text">{text}</p>\n</section>\n'


def _highlighted(text: str, mentions: Sequence[_Shown], taxonomy: Taxonomy) -> str:
    pieces: list[str] = []
    done = 0
    for mention in mentions:
        category = taxonomy.category(mention.label)
        name = " ".join(
            [
                mention.label,
                *([str(mention.number)] if mention.number else []),
                *sorted(mention.features),
            ]
        )
        surface = _escaped(text[mention.span.start : mention.span.end])
        title = _escaped(f"{name}: {category.description}")
        pieces.append(_escaped(text[done : mention.span.start]))
        pieces.append(
            f'<mark class="{_group_class(category, taxonomy)}" title="{title}">{surface}<span class="label">{_escaped(name)}</span></mark>'
        )
        done = mention.span.end
    pieces.append(_escaped(text[done:]))
    return "".join(pieces)


def _groups(taxonomy: Taxonomy) -> list[str]:
    return list(dict.fromkeys(category.group for category in taxonomy.categories.values()))


def _group_class(category: Category, taxonomy: Taxonomy) -> str:
    return f"g{_groups(taxonomy).index(category.group)}"


def _group_styles(taxonomy: Taxonomy) -> str:
    rules = []
    for index in range(len(_groups(taxonomy))):
        background, border, line = _COLOURS[index % len(_COLOURS)]
        rules.append(
            f".g{index} {{ background: {background}; border-color: {border}; border-style: {line}; }}"
        )
    return "\n".join(rules) + "\n"


def _escaped(text: str) -> str:
    """The text as HTML; what HTML cannot hold becomes U+FFFD."""
    return escape(_NOT_IN_HTML.sub("\ufffd", text))
