"""The error browser of the report: every error in its context, to be filtered by kind, label,
genre, level and casing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from html import escape
from itertools import pairwise

from maskera.evaluate.faults import KINDS, Fault

CLASSES = {
    "miss": "miss",
    "extra": "extra",
    "wrong label": "label",
    "wrong extent": "extent",
    "wrong label and extent": "extent",
}
MOST = 25


def browser(faults: Sequence[Fault]) -> str:
    """The filters and the errors, as HTML; holds essay text."""
    if not faults:
        return "<p>No errors.</p>"
    legend = (
        '<p class="soft"><span class="gold">Underlined</span>: marked in the gold. <span class="found">Highlighted</span>: marked in the '
        "prediction.</p>"
    )
    return (
        _repeated(faults)
        + "<h3>In context</h3>"
        + legend
        + _filters(faults)
        + "".join(map(_entry, faults))
    )


def _filters(faults: Sequence[Fault]) -> str:
    counts = Counter(fault.kind for fault in faults)
    boxes = "".join(
        f'<label><input type="checkbox" value="{kind}" checked> {kind} ({counts[kind]})</label>'
        for kind in KINDS
        if counts[kind]
    )
    labels = Counter(label for fault in faults for label in {fault.gold, fault.found} if label)
    choices = _choice("label", "any label", labels)
    for name in ("genre", "level", "casing"):
        choices += _choice(
            name,
            f"any {name}",
            Counter(value for fault in faults if (value := getattr(fault, name))),
        )
    search = '<input type="search" placeholder="search text or document" aria-label="search">'
    return (
        f'<div class="filters">{boxes}{choices}{search}<span id="shown" class="soft"></span></div>'
    )


def _choice(name: str, anything: str, counts: Counter[str]) -> str:
    if len(counts) < 2:
        return ""
    options = "".join(
        f'<option value="{escape(value)}">{escape(value)} ({counts[value]})</option>'
        for value in sorted(counts)
    )
    return f'<select name="{name}" aria-label="{name}"><option value="">{anything}</option>{options}</select>'


def _entry(fault: Fault) -> str:
    names = ("kind", "gold", "found", "genre", "level", "casing")
    marks = " ".join(f'data-{name}="{escape(getattr(fault, name))}"' for name in names)
    labels = " → ".join(
        f"<code>{escape(label)}</code>" if label else "nothing"
        for label in (fault.gold, fault.found)
    )
    probability = f" · probability {fault.probability:.2f}" if fault.found else ""
    kind = f'<span class="kind {CLASSES[fault.kind]}">{fault.kind}</span>'
    place = f"{escape(fault.document)} at {fault.span.start}"
    return (
        f'<div class="fault" {marks}><div class="head">{kind}{labels} · {place}{probability}</div>'
        f'<div class="text">{escape(fault.before)}{_marked(fault)}{escape(fault.after)}</div></div>'
    )


def _marked(fault: Fault) -> str:
    """The words of the error, cut where one side's mark begins or ends."""
    sides = [
        (name, span)
        for name, span in (("gold", fault.gold_span), ("found", fault.found_span))
        if span is not None
    ]
    cuts = sorted({place for _, span in sides for place in (span.start, span.end)})
    parts = []
    for start, end in pairwise(cuts):
        inside = " ".join(name for name, span in sides if span.start <= start and end <= span.end)
        words = escape(fault.text[start - fault.span.start : end - fault.span.start])
        parts.append(f'<span class="{inside}">{words}</span>' if inside else words)
    return "".join(parts)


def _repeated(faults: Iterable[Fault]) -> str:
    """The errors that come more than once, most frequent first."""
    counts = Counter((fault.kind, fault.gold, fault.found, fault.text.lower()) for fault in faults)
    rows = [
        (key, count)
        for key, count in sorted(counts.items(), key=lambda row: (-row[1], row[0]))
        if count > 1
    ][:MOST]
    if not rows:
        return ""
    body = "".join(
        f'<tr><td class="words">{escape(text)}</td><td class="words">{kind}</td><td class="words">{escape(gold or "nothing")} → '
        f"{escape(found or 'nothing')}</td><td>{count}</td></tr>"
        for (kind, gold, found, text), count in rows
    )
    head = '<th>words</th><th class="words">error</th><th class="words">gold → prediction</th><th>times</th>'
    return f'<h3>Most frequent</h3><div class="wide" tabindex="0"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'
