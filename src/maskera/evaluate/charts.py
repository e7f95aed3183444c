"""Charts as inline SVG: lines, counts over time, heat maps, bars. Plain strings; every text goes
through html.escape."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from html import escape
from itertools import pairwise

Points = Sequence[tuple[float, float]]

WIDTH, HEIGHT = 420, 320
LEFT, RIGHT, TOP, BOTTOM = 48, 12, 12, 44
COLOURS = ("#1f5fa8", "#c2571a", "#2f7d4f", "#7a4a9c")
DASHES = ("", "7 3", "2 3", "9 3 2 3")  # so that curves are told apart without their colours
PARTS = ("#0072b2", "#56b4e9", "#e69f00", "#d55e00", "#cc79a7")
"""Colours of the parts of a bar, apart for every kind of colour vision (Okabe and Ito)."""
GREY = "#9aa3ad"


def lines(
    series: Mapping[str, Points],
    x_name: str,
    y_name: str,
    *,
    diagonal: bool = False,
    dots: bool = False,
    falling: bool = False,
    end: int = 1,
) -> str:
    """Curves over the unit square with a legend; x and y are shares of 1. diagonal: the line where
    both are equal, as a reference. falling: they leave the lower left free, not the right. end: the
    number that the right end of x stands for; x is still a share, of that."""
    parts = [_frame(x_name, y_name, end)]
    if diagonal:
        parts.append(
            f'<path d="M{_x(0)} {_y(0)}L{_x(1)} {_y(1)}" fill="none" stroke="{GREY}" stroke-dasharray="4 4"/>'
        )
    for index, (name, points) in enumerate(series.items()):
        colour = COLOURS[index % len(COLOURS)]
        path = "L".join(f"{_x(x)} {_y(y)}" for x, y in points)
        if points:
            parts.append(f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        for x, y in points if dots else ():
            parts.append(
                f'<circle cx="{_x(x)}" cy="{_y(y)}" r="4" fill="{colour}"><title>{_number(x, end, 3)}, {y:.3f}</title></circle>'
            )
        if len(series) > 1:
            height, left = TOP + 18 + 18 * index, _x(0) + 12 if falling else WIDTH - 150
            parts.append(
                f'<path d="M{left} {HEIGHT - BOTTOM - height}h18" stroke="{colour}" stroke-width="2"/>'
            )
            parts.append(
                f'<text x="{left + 24}" y="{HEIGHT - BOTTOM - height + 4}">{escape(name)}</text>'
            )
    return _svg(WIDTH, HEIGHT, parts, f"{y_name} against {x_name}")


def over_time(series: Mapping[str, Sequence[tuple[date, int]]], y_name: str) -> str:
    """Counts that hold from a day to the next one given, as steps with a legend; every series ends
    with the last day of all."""
    days = sorted({day for points in series.values() for day, _ in points}) or [date(1970, 1, 1)]
    first, last = days[0], max(days[-1], days[0] + timedelta(days=1))
    most = _nice(max((count for points in series.values() for _, count in points), default=0))
    width, height, right = 640, 300, 130

    def x(day: date) -> float:
        return round(LEFT + (day - first).days / (last - first).days * (width - LEFT - right), 1)

    def y(count: float) -> float:
        return round(height - BOTTOM - count / most * (height - TOP - BOTTOM), 1)

    parts = []
    for step in range(5):
        count = most * step / 4
        parts.append(f'<path d="M{x(first)} {y(count)}H{x(last)}" stroke="#e3e7eb"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y(count) + 4}" text-anchor="end">{count:g}</text>')
    ticks = min(3, (last - first).days)
    for step in range(ticks + 1):
        day = first + (last - first) * step / ticks
        anchor = "start" if not step else "end" if step == ticks else "middle"
        parts.append(
            f'<text x="{x(day)}" y="{height - BOTTOM + 16}" text-anchor="{anchor}">{day.isoformat()}</text>'
        )
    parts.append(f'<text x="{LEFT}" y="{height - 8}" class="axis">{escape(y_name)}</text>')
    for index, (name, points) in enumerate(series.items()):
        look = f'stroke="{COLOURS[index % len(COLOURS)]}" stroke-width="2" stroke-dasharray="{DASHES[index % len(DASHES)]}" fill="none"'
        if points:
            path = f"M{x(points[0][0])} {y(points[0][1])}"
            path += (
                "".join(f"H{x(day)}V{y(count)}" for _, (day, count) in pairwise(points))
                + f"H{x(last)}"
            )
            parts.append(
                f'<path d="{path}" {look}><title>{escape(name)}: {points[-1][1]}</title></path>'
            )
        top = TOP + 10 + 20 * index
        parts.append(
            f'<path d="M{width - right + 12} {top}h22" {look}/><text x="{width - right + 40}" y="{top + 4}">{escape(name)}</text>'
        )
    return _svg(width, height, parts, y_name)


def grid(
    rows: Sequence[str],
    columns: Sequence[str],
    cells: Mapping[tuple[str, str], int],
    title: str,
    *,
    down: bool = True,
) -> str:
    """Counts of a table, coloured by their share of the column (down), or of the largest cell; each
    cell has a title."""
    wide, high, room, top = 40, 22, 132, 104
    width, height = room + wide * len(columns) + 40, top + high * len(rows) + 4
    whole = {column: sum(cells.get((row, column), 0) for row in rows) for column in columns}
    most = max(cells.values(), default=0)
    parts = []
    for along, column in enumerate(columns):
        parts.append(
            f'<text transform="translate({room + wide * along + wide * 0.55:.0f} {top - 6}) rotate(-50)">{escape(column)}</text>'
        )
    for at, row in enumerate(rows):
        parts.append(
            f'<text x="{room - 6}" y="{top + high * at + high * 0.68:.0f}" text-anchor="end">{escape(row)}</text>'
        )
        for along, column in enumerate(columns):
            count = cells.get((row, column), 0)
            of = whole[column] if down else most
            share = count / of if of else 0.0
            parts.append(
                _cell(
                    room + wide * along,
                    top + high * at,
                    (wide, high),
                    count,
                    share,
                    f"{row}, {column}",
                    True,
                )
            )
    return _svg(width, height, parts, title)


def stacked(counts: Mapping[str, int], most: int) -> str:
    """A small horizontal bar of several parts, as long as its sum's share of `most`; five parts at
    most, in the colours of PARTS."""
    width, height, at = 180, 12, 0.0
    parts = [f'<rect width="{width}" height="{height}" rx="2" fill="#f3f5f7"/>']
    for (name, count), colour in zip(counts.items(), PARTS, strict=False):
        length = width * count / most if most else 0.0
        if count:
            title = f"<title>{escape(name)}: {count}</title>"
            parts.append(
                f'<rect x="{at:.1f}" width="{length:.1f}" height="{height}" fill="{colour}">{title}</rect>'
            )
        at += length
    return f'<svg class="bar" width="{width}" height="{height}" aria-hidden="true">{"".join(parts)}</svg>'


def heat_map(
    labels: Sequence[str], cells: Mapping[tuple[str, str], int], rows_name: str, columns_name: str
) -> str:
    """Counts of pairs of labels, coloured by their share of the row; each cell has a title.
    `labels`: in order, on both axes."""
    cell, room = 20, 132
    size = cell * len(labels)
    width, height = room + size + 20, room + size + 24
    whole = {row: sum(cells.get((row, column), 0) for column in labels) for row in labels}
    parts = [
        f'<text x="{room - 8}" y="{room - 30}" text-anchor="end" class="axis">{escape(rows_name)} ↓</text>',
        f'<text x="{room - 8}" y="{room - 12}" text-anchor="end" class="axis">{escape(columns_name)} →</text>',
    ]
    for index, label in enumerate(labels):
        place = room + cell * index + cell * 0.7
        name = escape(label)
        parts.append(f'<text x="{room - 6}" y="{place:.0f}" text-anchor="end">{name}</text>')
        parts.append(
            f'<text transform="translate({place:.0f} {room - 6}) rotate(-60)">{name}</text>'
        )
    for down, row in enumerate(labels):
        for along, column in enumerate(labels):
            count = cells.get((row, column), 0)
            x, y = room + cell * along, room + cell * down
            share = count / whole[row] if whole[row] else 0.0
            parts.append(
                _cell(x, y, (cell, cell), count, share, f"{row} → {column}", row == column)
            )
    return _svg(width, height, parts, f"{rows_name} against {columns_name}")


def bar(share: float, low: float | None = None, high: float | None = None) -> str:
    """A small horizontal bar of a share of 1, with the ends of an interval where there are some."""
    width, height = 120, 12
    parts = [
        f'<rect width="{width}" height="{height}" rx="2" fill="#e8ecf0"/>',
        f'<rect width="{width * share:.1f}" height="{height}" rx="2" fill="{COLOURS[0]}" opacity=".75"/>',
    ]
    if low is not None and high is not None:
        parts.append(
            f'<path d="M{width * low:.1f} {height / 2}H{width * high:.1f}" stroke="#111" stroke-width="2"/>'
        )
    return f'<svg class="bar" width="{width}" height="{height}" aria-hidden="true">{"".join(parts)}</svg>'


def bars(groups: Mapping[str, Mapping[str, float]], title: str) -> str:
    """Horizontal bars, a group of them for each name with its values by series, each with its
    number; the longest fills the width. Values are not negative."""
    series = list(dict.fromkeys(name for values in groups.values() for name in values))
    most = max((value for values in groups.values() for value in values.values()), default=0) or 1
    room, wide, high = 8 + 7 * max(map(len, groups), default=0), 320, 14
    parts, at = [], 4
    for index, name in enumerate(series if len(series) > 1 else ()):
        colour = COLOURS[index % len(COLOURS)]
        parts.append(f'<rect x="{room}" y="{at}" width="12" height="{high - 3}" fill="{colour}"/>')
        parts.append(f'<text x="{room + 18}" y="{at + high - 4}">{escape(name)}</text>')
        at += high + 4
    for group, values in groups.items():
        middle = at + high * len(values) / 2 + 4
        parts.append(
            f'<text x="{room - 8}" y="{middle:.0f}" text-anchor="end">{escape(group)}</text>'
        )
        for name, value in values.items():
            colour, length = COLOURS[series.index(name) % len(COLOURS)], wide * value / most
            parts.append(
                f'<rect x="{room}" y="{at}" width="{length:.1f}" height="{high - 3}" fill="{colour}">'
                f"<title>{escape(group)}, {escape(name)}: {value:g}</title></rect>"
            )
            parts.append(f'<text x="{room + length + 6:.1f}" y="{at + high - 4}">{value:,g}</text>')
            at += high
        at += 8
    return _svg(room + wide + 70, at, [f'<g font-size="12">{"".join(parts)}</g>'], title)


def _cell(
    x: int, y: int, size: tuple[int, int], count: int, share: float, title: str, diagonal: bool
) -> str:
    wide, high = size
    place = f'x="{x}" y="{y}" width="{wide - 1}" height="{high - 1}"'
    if not count:
        return f'<rect {place} fill="#f3f5f7"/>'
    # Even one error in a hundred must show, so colour grows with the square root of the share.
    strength = 0.12 + 0.88 * share**0.5
    colour = "31,95,168" if diagonal else "194,87,26"
    ink = "#fff" if strength > 0.6 else "#222"
    middle, base = x + wide / 2 - 0.5, y + high * 0.68
    digits = f'<text x="{middle}" y="{base:.0f}" text-anchor="middle" class="digits" fill="{ink}">{_short(count)}</text>'
    return f'<g><title>{escape(title)}: {count} ({share:.1%})</title><rect {place} fill="rgba({colour},{strength:.2f})"/>{digits}</g>'


def _nice(most: int) -> int:
    """The next number whose quarter is a whole and round one."""
    step = 1
    while True:
        for base in (1, 2, 5):
            if base * step * 4 >= most:
                return base * step * 4
        step *= 10


def _short(count: int) -> str:
    """Three characters at most, to fit a cell."""
    return str(count) if count < 1000 else f"{count // 1000}k" if count < 100_000 else "∞"


def _number(share: float, end: int, digits: int) -> str:
    """A share of the right end as it is written: shares of 1 with digits, others as whole numbers."""
    return f"{share:.{digits}f}" if end == 1 else f"{share * end:.0f}"


def _frame(x_name: str, y_name: str, end: int = 1) -> str:
    parts = []
    for step in range(6):
        share = step / 5
        parts.append(
            f'<path d="M{_x(0)} {_y(share)}H{_x(1)}M{_x(share)} {_y(0)}V{_y(1)}" stroke="#e3e7eb"/>'
        )
        anchor = "end" if share == 1 and end > 1 else "middle"  # a long number needs its room
        parts.append(
            f'<text x="{_x(share)}" y="{HEIGHT - BOTTOM + 16}" text-anchor="{anchor}">{_number(share, end, 1)}</text>'
        )
        parts.append(
            f'<text x="{LEFT - 6}" y="{_y(share) + 4}" text-anchor="end">{share:.1f}</text>'
        )
    middle_x, middle_y = (LEFT + WIDTH - RIGHT) / 2, (TOP + HEIGHT - BOTTOM) / 2
    parts.append(
        f'<text x="{middle_x}" y="{HEIGHT - 8}" text-anchor="middle" class="axis">{escape(x_name)}</text>'
    )
    parts.append(
        f'<text transform="translate(12 {middle_y}) rotate(-90)" text-anchor="middle" class="axis">{escape(y_name)}</text>'
    )
    return "".join(parts)


def _x(share: float) -> float:
    return round(LEFT + share * (WIDTH - LEFT - RIGHT), 1)


def _y(share: float) -> float:
    return round(HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM), 1)


def _svg(width: float, height: float, parts: Sequence[str], title: str) -> str:
    return (
        f'<svg viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" xmlns="http://www.w3.org/2000/svg">'
        f"<title>{escape(title)}</title>{''.join(parts)}</svg>"
    )
