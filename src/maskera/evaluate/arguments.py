"""The arguments and options that the commands of the measuring side share, with their help texts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated

import typer

from maskera.evaluate.read import EVALUATED

UNIFORM = "uniform"


def one_of(names: Callable[[], Iterable[str]]) -> Callable[[str], list[str]]:
    """What a shell completes: those of the names that begin like what is typed."""
    return lambda incomplete: [name for name in names() if name.startswith(incomplete)]


_READ = sorted((*EVALUATED, "text"))
FORMATS = ", ".join(_READ)
Gold = Annotated[
    Path,
    typer.Argument(
        help="Manual annotation: a file or folder (.jsonl, SVALA .json, .conll, marked .txt, TAB .json, .itac).",
        readable=False,
    ),
]
Pred = Annotated[
    Path,
    typer.Argument(
        help="What a detector found, over the same texts and ids, in any of these formats.",
        readable=False,
    ),
]
GoldFormat = Annotated[
    str,
    typer.Option(
        "--gold-format",
        help=f"How to read GOLD where the suffix does not tell: {FORMATS}.",
        show_default=False,
        autocompletion=one_of(lambda: _READ),
    ),
]
PredFormat = Annotated[
    str,
    typer.Option(
        "--pred-format",
        help="The same for PRED.",
        show_default=False,
        autocompletion=one_of(lambda: _READ),
    ),
]
LabelMap = Annotated[
    Path | None,
    typer.Option(
        "--label-map",
        help="Labels of an annotation tool in ours: a file with their label, a tab, our label a line.",
        show_default=False,
        readable=False,
    ),
]
Recognizers = Annotated[
    Path | None,
    typer.Option(
        "--recognizers",
        help="TOML file of recognizers that has labels of your own, so that they can be read.",
        show_default=False,
        readable=False,
    ),
]
Json = Annotated[
    bool, typer.Option("--json", help="Print everything as JSON, shares as fractions of 1.")
]
Report = Annotated[
    Path | None,
    typer.Option(
        "--report",
        help="Write a page with tables, charts and every error; it holds essay text.",
        show_default=False,
        readable=False,
    ),
]
Threshold = Annotated[
    float,
    typer.Option(
        min=0.0,
        max=1.0,
        help="Mentions of PRED less probable than this do not count; they only order the review curve.",
    ),
]
Draws = Annotated[
    int,
    typer.Option(
        min=0, help="Draws of the bootstrap for 95 % intervals over documents; 0 for none."
    ),
]
Seed = Annotated[int, typer.Option(min=0, help="Seed of the bootstrap.")]
Official = Annotated[
    bool,
    typer.Option(
        "--official", help="Text Anonymization Benchmark: count as its script does, quirks and all."
    ),
]
Weights = Annotated[
    str,
    typer.Option(
        help="Text Anonymization Benchmark: uniform, unigram, or a masked language model on this machine."
    ),
]
SkipGenre = Annotated[
    str,
    typer.Option(
        "--skip-genre", help="Genres that topic selection leaves out, separated by commas."
    ),
]
Language = Annotated[str, typer.Option("--language", help="Language of the texts.")]
