"""The report page: which documents stand out, what in them does, and what would be masked.

A page of its own, without scripts of others and without the network. It shows the texts: a secret.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

from maskera.evaluate.charts import lines
from maskera.evaluate.report import page, table_of
from maskera.io.output import counted
from maskera.risk.assess import POPULATION, Assessment, Entity

NOTICE = (
    "This page shows the original texts: it is personal data, not to be shared. Risk is an estimate"
    " of what annotators would mask to protect the person, not the chance of an attack."
)
LEVELS = ((0.75, "high"), (0.5, "raised"), (0.25, "some"), (0.0, "low"))
STYLE = """<style>
:root { --high: #f2a08f; --raised: #f7cf96; --some: #f6eeb2; --low: #e4ebf2 }
@media screen and (prefers-color-scheme: dark) {
:root { --high: #6e2a20; --raised: #5f431a; --some: #4d4a1d; --low: #2f3a45 } }
mark.high { background: var(--high) } mark.raised { background: var(--raised) }
mark.some { background: var(--some) } mark.low { background: var(--low) }
mark { color: inherit; padding: 0 .15em; border-radius: .2em }
mark.masked { outline: 2px solid var(--accent) } mark.direct { border-bottom: 4px double currentColor }
.bar { display: inline-block; height: .7em; background: var(--accent); vertical-align: baseline }
td:has(.bar) { text-align: start }
pre.text { white-space: pre-wrap; font: inherit; line-height: 1.7 }
</style>"""
WORDS: Mapping[str, str] = {
    "probability": "the words are improbable here ({figure})",
    "classification": "such words in such a place are mostly masked ({figure})",
    "nearness": "{figure} words from a direct identifier",
    "perturbation": "it helps to guess a direct identifier ({figure})",
    "sequence": "a tagger of experts' masks marks it ({figure})",
    "lookup": "{figure} % of the other documents say it",
    "population": "{figure} persons of the population agree",
}
"""Reason -> what it is in words."""
NEAR = 20  # words from a direct identifier; farther, and it is no reason
KEY = (
    "<p>In the texts: "
    + " ".join(
        f'<mark class="{name}">{name}: {least:.2f} or more</mark>' for least, name in LEVELS[:-1]
    )
    + ' <mark class="low">low</mark> <mark class="low masked">would be masked</mark>'
    ' <mark class="low direct">identifies alone</mark>. Point at a mark for the reasons, or read the table under its text.</p>'
    "<p>An entity is all mentions of one person, place or other thing. Bits: what its risk p tells,"
    " -log2(1 - p), which adds up over entities; a document's risk is what all of its entities tell"
    " together, so that it nears 1 in texts with many. Direct: entities that identify alone.</p>"
)
"""What colours, frames and columns mean."""
SHOWN = 50  # documents with their text; the table has all


def level(risk: float) -> str:
    """high, raised, some or low."""
    return next(name for least, name in LEVELS if risk >= least)


def reasons(entity: Entity) -> Iterator[tuple[str, str]]:
    """The indicators behind a risk as reasons, each with the figure that a reader can make something
    of: words of distance, per cent of documents, persons; else the score."""
    for name, score in entity.why.items():
        if name == "perturbation" and score <= 0:  # by counts alone: nearness()
            distance = round(math.expm1(-score))
            if distance <= NEAR:
                yield "nearness", str(distance)
        elif name == "lookup":
            yield name, f"{100 * min(math.exp(-score), 1):.0f}"
        elif name == POPULATION and entity.persons:
            yield name, f"{entity.persons:.0f}"
        elif name in WORDS:
            yield name, f"{score:.2f}"


def _told(entity: Entity) -> str:
    return "; ".join(WORDS[name].format(figure=figure) for name, figure in reasons(entity))


def render_report(
    assessments: Sequence[Assessment],
    masked: Sequence[frozenset[str]],
    settings: Mapping[str, Any],
    figures: Mapping[str, Any],
) -> str:
    """The page of documents that are in the order given, with what would be masked in each."""
    count = counted(len(assessments), "document")
    lead = (
        f'{STYLE}<p class="notice">{NOTICE}</p><p>{count}. '
        f"Would be masked: {escape(_said(settings))}.</p>{KEY}"
    )
    parts = [
        _section(
            "Documents by risk",
            _plot(assessments) + _documents(assessments, masked),
        ),
        _section("Risk by label", _labels(assessments, masked)),
    ]
    if figures:
        parts.append(_section("Against annotators", _figures(assessments, figures)))
    shown = zip(assessments[:SHOWN], masked[:SHOWN], strict=True)
    parts.append(_section("Texts", "".join(_text(*pair) for pair in shown)))
    return page("Risk of identification", lead + "".join(parts))


def _said(settings: Mapping[str, Any]) -> str:
    """What decides over masks, in words: a threshold, or a bound."""
    alone = "what identifies alone"
    if "threshold" in settings:
        together = (
            f", and of the rest so much that what is kept stays under {settings['together']} together"
            if settings["together"]
            else ""
        )
        least = f"what has a risk of {settings['threshold']} or more"
        return f"{alone}, {least}{together} ({settings['mask']})"
    reached = (
        "all that is kept stays under"
        if settings["whole_text"]
        else f"no combination of up to {settings['size']} kept entities reaches"
    )
    by = ", counted in the population" if settings["population"] else ""
    return (
        f"{alone}, and the fewest words with which {reached} a risk of {settings['risk']} "
        f"({settings['bits']:g} bits{by})"
    )


def _section(title: str, body: str) -> str:
    return f"<section><h2>{title}</h2>{body}</section>"


def _plot(assessments: Sequence[Assessment]) -> str:
    """Share of documents (and of entities) whose risk is as high as x."""
    series = {
        "documents": _falling([each.risk for each in assessments]),
        "entities": _falling([e.risk for each in assessments for e in each.entities]),
    }
    return lines(series, "risk", "share with this risk or more")


def _falling(risks: Sequence[float]) -> list[tuple[float, float]]:
    if not risks:
        return []
    return [(x / 50, sum(risk >= x / 50 for risk in risks) / len(risks)) for x in range(51)]


def _documents(assessments: Sequence[Assessment], masked: Sequence[frozenset[str]]) -> str:
    rows = []
    most = max((each.bits for each in assessments), default=0.0) or 1.0
    for each, names in zip(assessments, masked, strict=True):
        words = sum(entity.words for entity in each.entities if entity.name in names)
        direct = sum(entity.direct for entity in each.entities)
        bar = f'<span class="bar" style="width:{each.bits / most * 8:.2f}em"></span>'
        cells = (len(each.entities), direct, len(names), words)
        rows.append(
            f'<tr><td class="words"><a href="#d-{escape(each.text.id)}">{escape(each.text.id)}</a>'
            f"</td><td>{each.risk:.2f}</td><td>{each.bits:.1f}</td><td>{bar}</td>"
            + "".join(f"<td>{cell}</td>" for cell in cells)
            + "</tr>"
        )
    heads = ("document", "risk", "bits", "", "entities", "direct", "masked", "words masked")
    return _table(heads, rows)


def _labels(assessments: Sequence[Assessment], masked: Sequence[frozenset[str]]) -> str:
    of_label: dict[str, list[tuple[float, bool]]] = defaultdict(list)
    for each, names in zip(assessments, masked, strict=True):
        for entity in each.entities:
            of_label[entity.label].append((entity.risk, entity.name in names))
    rows = []
    for label, found in sorted(of_label.items(), key=lambda pair: -len(pair[1])):
        mean = sum(risk for risk, _ in found) / len(found)
        share = sum(hidden for _, hidden in found) / len(found)
        rows.append(
            f'<tr><td class="words">{escape(label)}</td><td>{len(found)}</td>'
            f"<td>{mean:.2f}</td><td>{share:.0%}</td></tr>"
        )
    return _table(("label", "entities", "mean risk", "masked"), rows)


def _figures(assessments: Sequence[Assessment], figures: Mapping[str, Any]) -> str:
    rows = [
        f'<tr><td class="words">{escape(name.replace("_", " "))}</td><td>{value}</td></tr>'
        for name, value in figures.items()
    ]
    return _calibration(assessments) + _table(("figure", "value"), rows)


def _calibration(assessments: Sequence[Assessment]) -> str:
    """Predicted and true share in ten bins; on the diagonal both are equal."""
    bins: dict[int, list[tuple[float, bool]]] = defaultdict(list)
    for each in assessments:
        for risk, marked in zip(each.mentions, each.text.mentions, strict=True):
            if marked.identifier:
                bins[min(int(risk * 10), 9)].append((risk, marked.masked))
    points = [
        (sum(r for r, _ in found) / len(found), sum(m for _, m in found) / len(found))
        for _, found in sorted(bins.items())
    ]
    if not points:
        return ""
    return lines(
        {"mentions": points}, "risk", "share masked by annotators", diagonal=True, dots=True
    )


def _text(each: Assessment, names: frozenset[str]) -> str:
    text, done, pieces = each.text, 0, []
    entity_of = {place: entity for entity in each.entities for place in entity.mentions}
    for place, marked in enumerate(text.mentions):
        start, end = marked.span.start, marked.span.end
        if start < done:
            continue
        entity = entity_of[place]
        kinds = level(entity.risk) + (" masked" if entity.name in names else "")
        kinds += " direct" if entity.direct else ""
        title = f"{marked.label}, risk {entity.risk:.2f}: {_told(entity)}"
        pieces += [
            escape(text.text[done:start]),
            f'<mark class="{kinds}" title="{escape(title)}">{escape(text.text[start:end])}</mark>',
        ]
        done = end
    pieces.append(escape(text.text[done:]))
    return (
        f'<h3 id="d-{escape(text.id)}">{escape(text.id)}: {each.risk:.2f}</h3>'
        f'<pre class="text">{"".join(pieces)}</pre>'
        f"<details><summary>Entities and reasons</summary>{_entities(each, names)}</details>"
    )


def _entities(each: Assessment, names: frozenset[str]) -> str:
    """The entities of a text, the riskiest first: what is said of them when their marks are pointed
    at, for those who cannot point."""
    rows = []
    for entity in sorted(each.entities, key=lambda entity: -entity.risk):
        span = each.text.mentions[entity.mentions[0]].span
        masked = "yes" if entity.name in names else "no"
        rows.append(
            f'<tr><td class="words">{escape(each.text.text[span.start : span.end])}</td>'
            f'<td class="words">{escape(entity.label)}</td><td>{entity.risk:.2f}</td>'
            f'<td>{masked}</td><td class="words">{escape(_told(entity))}</td></tr>'
        )
    heads = ("entity", "label", "risk", "masked")
    head = "".join(f"<th>{name}</th>" for name in heads) + '<th class="words">reasons</th>'
    return table_of(head, "".join(rows))


def _table(heads: Sequence[str], rows: Sequence[str]) -> str:
    return table_of("".join(f"<th>{name}</th>" for name in heads), "".join(rows))
