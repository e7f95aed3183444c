"""Plots of the documentation site, drawn from the tables beside them (a hook of MkDocs): so a plot
never says anything else than its table.

`<!-- bars: F1; token recall -->` below a table becomes a chart of those columns, a row of the table
a group of bars named by its first cell. `<!-- bars: F1 by set; mode -->`: named by those columns.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from typing import Any

from maskera.evaluate.charts import bars

_PLOT = re.compile(r"^<!-- bars: (?P<columns>.+?)(?: by (?P<names>.+?))? -->$")
_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?|\.\d+")


class PlotError(Exception):
    """A mark that names no table, or columns that its table does not have."""


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """The page with a chart for each mark; called by MkDocs."""
    return with_plots(markdown, page.file.src_path)


def with_plots(markdown: str, source: str = "page") -> str:
    """The text with a chart (SVG, within a figure) for each mark; raises PlotError."""
    lines: list[str] = []
    rows: list[list[str]] = []  # of the table that was read last
    for number, line in enumerate(markdown.splitlines(), 1):
        if found := _PLOT.match(line):
            try:
                line = _chart(
                    rows, found["columns"].split("; "), (found["names"] or "").split("; ")
                )
            except PlotError as error:
                raise PlotError(f"{source}, line {number}: {error}") from None
        elif line.startswith("|"):
            cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
            rows = [*rows, cells] if lines and lines[-1].startswith("|") else [cells]
        lines.append(line)
    return "\n".join(lines) + "\n"


def _chart(rows: Sequence[Sequence[str]], columns: Sequence[str], names: Sequence[str]) -> str:
    if len(rows) < 3:
        raise PlotError("no table above the plot")
    header, _, *body = rows
    names = [name for name in names if name] or [header[0]]
    if missing := [name for name in (*columns, *names) if name not in header]:
        raise PlotError(f"the table has no column {missing[0]!r}, but {', '.join(header)}")
    groups = {
        ", ".join(_plain(row[header.index(name)]) for name in names): {
            _plain(column): value
            for column in columns
            if (value := _number(row[header.index(column)])) is not None
        }
        for row in body
        if len(row) == len(header)
    }
    title = ", ".join(map(_plain, columns))
    return f"<figure>{bars(groups, title)}<figcaption>{escape(title)}</figcaption></figure>"


def _plain(cell: str) -> str:
    return re.sub(r"[`*]|\]\([^)]*\)|\[", "", cell)


def _number(cell: str) -> float | None:
    """The first number of a cell; None where it begins with none."""
    found = _NUMBER.match(_plain(cell))
    return float(found[0].replace(",", "")) if found else None
