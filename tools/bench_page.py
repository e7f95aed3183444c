"""What `make bench` has measured, as tables on the terminal and as docs/performance.md."""

from __future__ import annotations

import os
import platform
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from rich import box
from rich.console import Console
from rich.table import Table as RichTable

LEFT_OUT = "-"
BEYOND = 10_000_000  # tokens a second that nobody waits for


@dataclass(frozen=True, slots=True)
class Rate:
    """Speed of one subject over one set of essays.

    warm, first: tokens a second of processor time, first pass None where not measured. peak: MB of
    its own process. found: mentions in 1,000 tokens.
    """

    name: str
    warm: float
    first: float | None
    peak: float | None
    found: float


@dataclass(frozen=True, slots=True)
class Figures:
    """All that one run has measured.

    machine: what it ran on. rates: by set of essays. tokens: how many stages and renderers went
    through; shared_out: how many the workers. stages, renderers: seconds. workers: seconds of one
    and of two, by subject. starts: seconds. references: subjects that the others are compared with,
    detector first. whole: the subject that does everything. loop: the one that tells what the
    machine gives two workers.
    """

    machine: Mapping[str, str]
    rates: Mapping[str, Sequence[Rate]]
    tokens: int
    shared_out: int
    stages: Mapping[str, float]
    renderers: Mapping[str, float]
    workers: Mapping[str, Mapping[str, float]]
    starts: Mapping[str, float]
    references: tuple[str, str]
    whole: str
    loop: str


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of text under headings; all columns but the first are numbers."""

    title: str
    headings: Sequence[str]
    rows: Sequence[Sequence[str]]


def machine(cores: int) -> dict[str, str]:
    """The machine, the versions and the hour."""
    load = f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"
    return {
        "date": f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC",
        "processor": f"{_processor()}, {cores} cores, {platform.system()} {platform.machine()}",
        "load before the run": f"{load} (0 is an idle machine)",
        "Python": platform.python_version(),
        "packages": ", ".join(
            f"{name} {_version(name)}"
            for name in ("maskera", "numpy", "presidio-analyzer", "spacy")
        ),
    }


def _processor() -> str:
    """Its name where the system tells."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or "unknown processor"
    return next(
        (line.partition(":")[2].strip() for line in lines if line.startswith("model name")),
        "unknown processor",
    )


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "absent"


def per_second(rate: float | None) -> str:
    """Three digits that count: 123456 -> 123,000."""
    if rate is None:
        return LEFT_OUT
    return f"{float(f'{rate:.3g}'):,.0f}" if rate < BEYOND else f"> {BEYOND:,}"


def times(rate: float, reference: float) -> str:
    """How many times the reference: 1.5 -> 1.50, 15 -> 15.0."""
    ratio = rate / reference
    return f"{ratio:.2f}" if ratio < 10 else f"{ratio:.1f}"


def tables(figures: Figures) -> list[Table]:
    """Everything measured, goals first."""
    return [
        goals(figures),
        *(rate_table(title, rates, figures.references) for title, rates in figures.rates.items()),
        stage_table(figures),
        renderer_table(figures),
        *([worker_table(figures)] if figures.workers else []),
        start_table(figures),
    ]


GOALS = {  # set of texts -> warm and first pass in tokens/s, and as multiples of the detector's
    "learner sentences": ((100_000, 1.3), (50_000, 1.0)),
    "invented essays": ((60_000, 1.0), None),
}
START, PEAK, GAIN = 0.40, 220, 1.9  # seconds, MB, times


def goals(figures: Figures) -> Table:
    """What the project set itself, and whether this run met it; the ratios decide."""
    rows = []
    for title, rates in figures.rates.items():
        name = title.partition(":")[0]
        whole, base = (
            next(rate for rate in rates if rate.name == wanted)
            for wanted in (figures.whole, figures.references[0])
        )
        passes = zip(
            ("warm", "first pass"),
            GOALS.get(name, (None, None)),
            ((whole.warm, base.warm), (whole.first, base.first)),
            strict=True,
        )
        for what, goal, (ours, theirs) in passes:
            if goal and ours and theirs:
                least, ratio = goal
                rows += [
                    (f"{name}, {what}: tokens/s", f"{least:,}", per_second(ours), ours >= least),
                    (f"{name}, {what}: x {base.name}", f"{ratio}", times(ours, theirs), ours >= ratio * theirs),
                ]  # fmt: skip
    start = max(seconds for name, seconds in figures.starts.items() if name.startswith("load"))
    rows.append(("slowest cold start: s", f"{START:.2f}", f"{start:.2f}", start <= START))
    peaks = [
        rate.peak for rates in figures.rates.values() for rate in rates
        if rate.name == figures.whole and rate.peak is not None
    ]  # fmt: skip
    if peaks:
        peak = max(peaks)
        rows.append(("peak memory, everything on: MB", f"{PEAK}", f"{peak:.0f}", peak <= PEAK))
    if figures.whole in figures.workers:
        gain = speedup(figures.workers[figures.whole])
        most = (
            f" (plain loop: {speedup(figures.workers[figures.loop]):.2f})"
            if figures.loop in figures.workers
            else ""
        )
        rows.append(("two workers against one", f"{GAIN}", f"{gain:.2f}{most}", gain >= GAIN))
    return Table(
        "Goals",
        ("", "goal", "measured", "met"),
        [(name, goal, got, "yes" if met else "no") for name, goal, got, met in rows],
    )


def rate_table(title: str, rates: Sequence[Rate], references: tuple[str, str]) -> Table:
    """Modes and references over one set of essays."""
    references_ = [next(rate for rate in rates if rate.name == name) for name in references]
    base, base_first = [rate.warm for rate in references_], references_[0].first
    rows = [
        (
            rate.name,
            per_second(rate.first),
            per_second(rate.warm),
            *(times(rate.warm, each) for each in base),
            times(rate.first, base_first) if rate.first and base_first else LEFT_OUT,
            f"{rate.found:.0f}",
            LEFT_OUT if rate.peak is None else f"{rate.peak:.0f}",
        )
        for rate in rates
    ]
    headings = (
        "",
        "first, tokens/s",
        "warm, tokens/s",
        "x Presidio",
        "x spaCy",
        "first x Presidio",
        "found in 1,000",
        "peak MB",
    )
    return Table(title, headings, rows)


def stage_table(figures: Figures) -> Table:
    """Where the time of mode full goes."""
    total = sum(figures.stages.values())
    rows = [
        (
            name,
            per_second(figures.tokens / seconds),
            f"{1e6 * seconds / figures.tokens:.2f}",
            f"{100 * seconds / total:.0f}",
        )
        for name, seconds in [*figures.stages.items(), ("together", total)]
    ]
    return Table(
        "Stages of mode full, warm", ("", "tokens/s", "microseconds a token", "% of the time"), rows
    )


def renderer_table(figures: Figures) -> Table:
    """What each format costs on top."""
    total = sum(figures.stages.values())
    rows = [
        (
            name,
            per_second(figures.tokens / seconds),
            f"{1e6 * seconds / figures.tokens:.2f}",
            f"{100 * seconds / total:.0f}",
        )
        for name, seconds in figures.renderers.items()
    ]
    return Table("Renderers", ("", "tokens/s", "microseconds a token", "% of all stages"), rows)


def speedup(seconds: Mapping[str, float]) -> float:
    """How many times as fast two workers are as one."""
    return seconds["one"] / seconds["two"]


def worker_table(figures: Figures) -> Table:
    """Two workers against one, by the clock on the wall."""
    rows = [
        (name, *(per_second(figures.shared_out / taken[number]) if name != figures.loop else LEFT_OUT for number in ("one", "two")),
         f"{speedup(taken):.2f}")
        for name, taken in figures.workers.items()
    ]  # fmt: skip
    return Table("Two workers", ("", "tokens/s, one", "tokens/s, two", "two / one"), rows)


def start_table(figures: Figures) -> Table:
    """From calling a program to its end."""
    return Table(
        "Start, fresh process",
        ("", "seconds"),
        [(name, f"{seconds:.2f}") for name, seconds in figures.starts.items()],
    )


def show(figures: Figures) -> None:
    """Print the tables."""
    console = Console(highlight=False, width=110)
    for table in tables(figures):
        shown = RichTable(title=table.title, title_justify="left", box=box.SIMPLE_HEAD)
        for number, heading in enumerate(table.headings):
            shown.add_column(heading, justify="right" if number else "left", no_wrap=not number)
        for row in table.rows:
            shown.add_row(*row)
        console.print(shown)


def markdown(table: Table) -> str:
    """A table of a Markdown page under its title."""
    lines = [f"## {table.title}", "", "| " + " | ".join(table.headings) + " |"]
    lines.append("| --- |" + " ---: |" * (len(table.headings) - 1))
    lines += ["| " + " | ".join(row) + " |" for row in table.rows]
    return "\n".join(lines) + "\n"


HEAD = """# Performance

Written by `make bench`, all figures from one run. Run it on your own machine before you rely on a number: the ratios travel, the tokens
a second do not.
"""

METHOD = """
## How it was measured
- One core (the process and its children are pinned to it), one thread in NumPy, the network off. Stages, modes and references are timed
  in processor time, the fastest of three rounds counts; a round runs each subject once, so that a slow spell meets all of them. Workers
  and starts are timed by the clock on the wall: other load shows in them. Python has compiled the modules before, as it has those of
  what is installed.
- *Texts*: real learner sentences, twelve a text, and invented essays with about five times as many mentions (*found in 1,000*); no sentence
  twice. A run without them beside the repository reads the samples alone and meets no goal.
- *Tokens* are maskera's own for everybody. *First*: the first pass of a fresh process that has read its models and seen one line; every
  word form is new to it. *Warm*: the texts have been read once, and then one word in eight is drawn anew in each round, so that all forms
  have been seen and hardly a sentence has: keeping sentences would not help. A run over a large folder begins like the first and ends
  near the second.
- *detect* is detection alone; *pseudonymize* adds replacement, the leak check and the text that leaves. Reading and writing files is in
  neither.
- *Presidio* is its AnalyzerEngine over a blank Swedish spaCy pipeline with the pattern recognizers that it has for every language, without
  the one that needs a model. *spaCy* is the tokenizer of the same blank pipeline, nothing else.
- *x Presidio* and *x spaCy* are warm tokens/s as multiples of theirs; *first x* is that of the first
  pass. *Found in 1,000* is mentions in so many tokens.
- *Peak* is the most memory that the fresh process of the first pass has held, Python and its libraries included.
- Stages are timed one by one, each on what the one before gave, so they do not add up to the mode exactly. The leak check runs inside
  *replace* and was subtracted there.
- *Two workers* are two warm processes on two cores, each with every second document; handing texts over is included. The plain loop shows
  what the machine itself gives to two processes.
"""

REMARKS = """
## What the ratios mean
- *x Presidio* above 1: faster than Presidio with patterns alone, which looks for e-mail addresses, URLs, dates, phone numbers, IBAN and
  the like, and for no name, no place, no institution. It does much less (see *found*), so this is speed for unequal work, and no
  statement on quality. A Presidio that finds names needs a model on top: with a small Swedish CNN it did 16,000-20,000 tokens/s on
  another machine (DESIGN.md 10).
- *x spaCy* is a yardstick for the machine: a tokenizer in compiled code that finds nothing. Compare it between two runs before tokens a
  second are compared.
- On a machine that is not idle all of it wavers, ratios too, though less. If the plain loop gains much less than 2 from a second worker,
  the second core was not free, and the figure for two workers says nothing about maskera.
- Essays from few writers repeat their words. Text with many rare forms stays nearer to the first pass.
"""


def page(figures: Figures) -> str:
    """docs/performance.md."""
    about = "\n".join(f"- {name}: {what}" for name, what in figures.machine.items())
    return (
        HEAD
        + f"\n{about}\n\n"
        + "\n".join(markdown(table) for table in tables(figures))
        + METHOD
        + REMARKS
    )
