"""The command `maskera benchmark`: any detector's answers to the public test suite, scored by
phenomenon."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from maskera.errors import MaskeraError
from maskera.evaluate import output
from maskera.evaluate.arguments import Json, LabelMap
from maskera.evaluate.phenomena import ALL, Figures, asked, read_answers, read_cases, score
from maskera.evaluate.read import content
from maskera.formats import label_map
from maskera.formats.standoff import OURS
from maskera.io.output import note
from maskera.taxonomy import Taxonomy

OFFSETS = ("points", "utf16")
KEYS = {"phenomenon": lambda case: case.phenomenon, "topic": lambda case: case.topic}
COLUMNS = {
    "cases": "cases",
    "right": "right",
    "mentions": "mentions",
    "covered": "covered",
    "must_not": "must not",
    "must_not_marked": "marked",
    "token_precision": "token P",
    "token_recall": "token R",
    "typed_f1": "typed F1",
}
"""The figures in the printed table and their headings."""
WIDTH = 100  # columns of the printed table, headings unbroken, whatever is told of the terminal


def register(app: typer.Typer, taxonomy: Taxonomy) -> None:
    """Put the command on an app. taxonomy: of the labels of the suite."""

    def benchmark_command(
        suite: Annotated[
            Path,
            typer.Argument(
                help="The cases: benchmark/sv.jsonl or benchmark/en.jsonl.", readable=False
            ),
        ],
        answers: Annotated[
            Path,
            typer.Argument(
                help='What a detector found: JSON lines {"id", "spans": [{"start", "end", "label"}]}.',
                readable=False,
            ),
        ],
        labels: LabelMap = None,
        types: Annotated[
            str,
            typer.Option(
                "--types",
                help="Types that count (PERSON,LOC,ORG,DATETIME,CODE,DEM,MISC); else those of the label map, else all.",
                show_default=False,
            ),
        ] = "",
        offsets: Annotated[
            str,
            typer.Option("--offsets", help="What offsets count: points (code points) or utf16."),
        ] = "points",
        by: Annotated[
            str, typer.Option("--by", help="A row for each phenomenon or topic.")
        ] = "phenomenon",
        as_json: Json = False,
    ) -> None:
        """Score a detector's answers to the public test suite, by phenomenon.

        Example: [bold]maskera benchmark benchmark/sv.jsonl found.jsonl[/bold]
        """
        for said, known, option in ((offsets, OFFSETS, "--offsets"), (by, KEYS, "--by")):
            if said not in known:
                raise MaskeraError(f"{option}: {said!r} is none of {', '.join(known)}")
        cases = read_cases(content(suite), suite.name, taxonomy)
        table = label_map.read(labels, taxonomy) if labels else OURS
        kinds = asked(taxonomy, table, types)
        found, left_out = read_answers(
            content(answers), answers.name, cases, taxonomy, table, offsets == "utf16"
        )
        if unanswered := len(cases) - len(found):
            note(
                f"{answers.name}: {unanswered} of {len(cases)} cases have no line: nothing found there"
            )
        if left_out:
            note(f"{answers.name}: {left_out} spans have labels that the label map lacks: left out")
        figures = score(cases, found, kinds, taxonomy, KEYS[by])
        if as_json:
            shares = {name: row.shares() for name, row in figures.items()}
            output.print_json({"types": sorted(kinds), ALL: shares.pop(ALL), by: shares})
            return
        Console(width=WIDTH, highlight=False, markup=False, emoji=False).print(_table(figures, by))

    app.command("benchmark")(benchmark_command)


def _table(figures: dict[str, Figures], by: str) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column(by, no_wrap=True)
    for heading in COLUMNS.values():
        table.add_column(heading, justify="right", no_wrap=True)
    for name, row in figures.items():
        shares = row.shares()
        table.add_row(name, *(_shown(shares[column]) for column in COLUMNS))
    return table


def _shown(figure: float | int) -> str:
    return str(figure) if isinstance(figure, int) else f"{figure:.3f}"
