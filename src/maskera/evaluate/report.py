"""The report: one self-contained HTML page with every table, the charts and the error browser. It
holds essay text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from importlib import resources

from maskera.evaluate.align import OUTSIDE
from maskera.evaluate.browser import browser
from maskera.evaluate.charts import bar, heat_map, lines
from maskera.evaluate.evaluation import Evaluation, Row
from maskera.evaluate.faults import Fault
from maskera.evaluate.tables import Table
from maskera.io.output import counted

NOTICE = (
    "This page holds text of the essays and marks what is personal in it. Keep it where the essays are kept, and do not pass it on with "
    "the pseudonymized texts."
)
SECTIONS = {
    "summary": "Summary",
    "labels": "Labels",
    "groups": "Groups",
    "confusion": "Confusion",
    "doubt": "Doubt and review",
    "errors": "Errors",
}
BESIDE = "<th>measure</th><th>share</th>"
EXPLANATIONS = {
    "labelled": "same ends and same label",
    "unlabelled": "same ends, whatever the label",
    "token": "token masked or not",
    "typed token": "token with the same label",
    "ent_type": "some overlap and same label",
}


def report(
    evaluation: Evaluation,
    faults: Sequence[Fault],
    gold: str,
    found: str,
    tables: Sequence[Table] = (),
) -> str:
    """The page. gold and found: what to call the two sides; tables: any further tables, put behind
    the groups."""
    sections = {
        "summary": _summary(evaluation),
        "labels": _rows(evaluation.per_label, "label") + _averages(evaluation),
        "groups": _groups(evaluation) + "".join(map(table_html, tables)),
        "confusion": _confusion(evaluation.confusion_mentions),
        "doubt": _doubt(evaluation),
        "errors": browser(faults),
    }
    body = "".join(
        f'<section><h2 id="{key}">{SECTIONS[key]}</h2>{content}</section>'
        for key, content in sections.items()
    )
    links = "".join(f'<a href="#{key}">{name}</a>' for key, name in SECTIONS.items())
    lead = (
        f'<p class="soft">{counted(evaluation.documents, "document")}, {counted(evaluation.tokens, "token")}</p>'
        f'<p class="notice">{NOTICE}</p><nav>{links}</nav>'
    )
    return page(f"{found} against {gold}", lead + body)


def page(title: str, body: str) -> str:
    """A self-contained page with the report's style and script."""
    folder = resources.files("maskera.evaluate")
    style, script = (
        folder.joinpath(name).read_text(encoding="utf-8") for name in ("page.css", "page.js")
    )
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>{escape(title)}</title>'
    return (
        f'<!doctype html>\n<html lang="en"><head>{head}<style>{style}</style></head>'
        f"<body><main><h1>{escape(title)}</h1>{body}</main><script>{script}</script></body></html>\n"
    )


def scrolled(body: str) -> str:
    """What may be wider than the window: it is scrolled by itself, with the keys, too."""
    return f'<div class="wide" tabindex="0">{body}</div>'


def table_of(heads: str, rows: str) -> str:
    """A table in a region of its own. heads: cells of the first row, of which none is empty; rows:
    those below, as HTML."""
    heads = heads.replace("<th></th>", "<td></td>")
    return scrolled(f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>")


def tables_page(title: str, tables: Sequence[Table]) -> str:
    """A page of published tables; it holds essay text where words are listed."""
    shown = "".join(table_html(table, "h2") for table in tables)
    return page(title, f'<p class="notice">{NOTICE}</p>{shown}')


def table_html(table: Table, heading: str = "h3") -> str:
    """A published table as HTML; a last row named total stands out. heading: of its title, h2 on a
    page without sections."""
    columns = list(zip(*table.rows, strict=True)) or [()] * len(table.columns)
    kinds = ["" if all(map(_figure, column)) else ' class="words"' for column in columns]
    heads = "".join(
        f"<th{kind}>{escape(name).replace(': ', '<br>')}</th>"
        for kind, name in zip(kinds, table.columns, strict=True)
    )
    rows = []
    for row in table.rows:
        cells = "".join(
            f"<td{kind}>{escape(cell)}</td>" for kind, cell in zip(kinds, row, strict=True)
        )
        rows.append(f'<tr class="{"total" if row[0] in ("total", "all") else ""}">{cells}</tr>')
    return f"<{heading}>{escape(table.title)}</{heading}>{table_of(heads, ''.join(rows))}"


def _figure(cell: str) -> bool:
    return not cell or cell.replace(".", "").replace("-", "").isdigit()


def _summary(evaluation: Evaluation) -> str:
    blanket = _rows(evaluation.main, "", EXPLANATIONS)
    selective = f"<h3>Selective: mentions that concern the writer</h3>{_rows(evaluation.selective, '', EXPLANATIONS)}"
    slots = ", ".join(f"{count} {name}" for name, count in evaluation.muc.items())
    identity, matched, flag = (
        evaluation.identity,
        evaluation.identity_matched,
        evaluation.personal_flag,
    )
    numbers = [
        (
            f"running numbers, B-cubed F1 (precision {identity.precision:.3f}, recall {identity.recall:.3f})",
            identity.f1,
        ),
        ("running numbers, B-cubed F1 over the mentions found", matched.f1),
    ]
    facts = [
        ("mentions wholly masked, under whatever label", evaluation.covered),
        ("mentions that concern the writer, wholly masked", evaluation.covered_personal),
        (
            "flag that a mention concerns the writer, F1 where both sides have the mention",
            flag.f1 if flag else None,
        ),
        (
            "all features right (gen, def, pl, foreign) where both sides have the mention",
            evaluation.features_exact,
        ),
        *(numbers if identity.mentions else ()),
        ("personal tokens still there, at most (95 %)", evaluation.missed.share),
        ("token accuracy", evaluation.classes.accuracy),
        ("Matthews correlation over labels", evaluation.classes.mcc),
        ("Matthews correlation, masked or not", evaluation.classes.mcc_masked),
    ]
    lines_ = "".join(
        f"<tr><td>{escape(name)}</td><td>{value:.3f}</td></tr>"
        for name, value in facts
        if value is not None
    )
    return (
        f"<h3>Blanket: every mention</h3>{blanket}{selective if evaluation.selective else ''}"
        f"<h3>MUC and CoNLL</h3>{_rows(evaluation.schemes, '')}<p class='soft'>Slots: {slots}.</p>"
        f"<h3>Beside the label</h3>{table_of(BESIDE, lines_)}"
    )


def _rows(rows: Mapping[str, Row], name: str, explained: Mapping[str, str] | None = None) -> str:
    heads = "".join(
        f"<th>{head}</th>"
        for head in (name, "P", "R", "F1", "", "F2", "gold", "found", "right", "F1, 95 %")
    )
    body = []
    for key, row in rows.items():
        interval = row.intervals.get("f1")
        chart = bar(row.f1, interval.low, interval.high) if interval else bar(row.f1)
        ends = f"{interval.low:.3f}-{interval.high:.3f}" if interval else ""
        note = (
            f' <span class="soft">{explained[key]}</span>' if explained and key in explained else ""
        )
        shares = f"<td>{row.precision:.3f}</td><td>{row.recall:.3f}</td><td>{row.f1:.3f}</td><td>{chart}</td><td>{row.f2:.3f}</td>"
        counts = f"<td>{row.gold}</td><td>{row.found}</td><td>{row.right:g}</td><td>{ends}</td>"
        body.append(f"<tr><td>{escape(key)}{note}</td>{shares}{counts}</tr>")
    if not any(row.intervals for row in rows.values()):
        heads = heads.removesuffix("<th>F1, 95 %</th>")
        body = [line.removesuffix("<td></td></tr>") + "</tr>" for line in body]
    return table_of(heads, "".join(body))


def _averages(evaluation: Evaluation) -> str:
    classes = evaluation.classes
    rows = [
        ("macro, mentions", evaluation.averages.macro),
        ("weighted, mentions", evaluation.averages.weighted),
        ("macro, marked tokens", classes.marked_classes.macro),
        ("weighted, marked tokens", classes.marked_classes.weighted),
        ("macro, all tokens", classes.all_classes.macro),
        ("weighted, all tokens", classes.all_classes.weighted),
    ]
    body = "".join(
        f"<tr><td>{name}</td>{''.join(f'<td>{share:.3f}</td>' for share in means.values())}</tr>"
        for name, means in rows
    )
    heads = "".join(f"<th>{head}</th>" for head in ("", "P", "R", "F1", "F2"))
    return f"<h3>Means over labels</h3>{table_of(heads, body)}"


def _groups(evaluation: Evaluation) -> str:
    tables = {
        "General groups (labels as groups on both sides)": evaluation.per_group,
        "Genre": evaluation.per_genre,
        "Level": evaluation.per_level,
        "Casing of the mention": evaluation.per_casing,
        "Casing of the token, masked or not": evaluation.per_casing_token,
        "Features, where both sides have the mention": evaluation.features,
    }
    return "".join(f"<h3>{name}</h3>{_rows(rows, '')}" for name, rows in tables.items() if rows)


def _confusion(cells: Sequence[tuple[str, str, int]]) -> str:
    table = {(gold, found): count for gold, found, count in cells}
    labels = [*sorted({label for pair in table for label in pair if label != OUTSIDE}), OUTSIDE]
    note = (
        "Mentions that overlap, one to one; O: nothing on that side. "
        "Colour grows with the share of the row; blue is right, orange wrong."
    )
    chart = heat_map(labels, table, "gold", "prediction")
    return f'<p class="soft">{note}</p>{scrolled(chart)}'


def _doubt(evaluation: Evaluation) -> str:
    calibration, review = evaluation.calibration, evaluation.review
    reliability = lines(
        {"predicted mentions": [(row.probability, row.right) for row in calibration.bins]},
        "probability",
        "share right",
        diagonal=True,
        dots=True,
    )
    recovered = {
        "missed tokens": list(zip(review.shares, review.recovered, strict=True)),
        "wrong tokens": list(zip(review.shares, review.corrected, strict=True)),
    }
    curve = lines(recovered, "share of tokens reviewed", "share recovered", diagonal=True)
    heads = "".join(
        f"<th>{name}</th>"
        for name in (
            "distance from the boundary",
            "tokens within",
            "errors within",
            "errors among them",
        )
    )
    bands = "".join(
        f"<tr><td>{band.width:g}</td><td>{band.tokens:.2%}</td><td>{band.errors:.1%}</td><td>{band.error_rate:.1%}</td></tr>"
        for band in review.bands
    )
    calibrated = f"{calibration.count} mentions; expected calibration error {calibration.error:.3f}, Brier score {calibration.brier:.3f}."
    reviewed = f"{review.missed} missed and {review.wrong} wrong of {review.tokens} tokens; area under the first curve {review.area:.3f}."
    return (
        f'<div class="row"><div><h3>Calibration</h3>{reliability}<p class="soft">{calibrated}</p></div>'
        f'<div><h3>Review, most doubtful first</h3>{curve}<p class="soft">{reviewed}</p></div></div>'
        f"<h3>Near the decision boundary</h3>{table_of(heads, bands)}"
    )
