"""The command `train`: annotated essays in, models out, each with a card of what it was made of."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from maskera import genre
from maskera.annotate import models
from maskera.errors import MaskeraError
from maskera.label import relation
from maskera.lang import LANGUAGES
from maskera.train import genre as genres
from maskera.train import mentions, network
from maskera.train import relation as relations

stderr = Console(stderr=True, highlight=False, soft_wrap=True)
CORPORA = "FILE.jsonl (id, text, spans), a folder of marked essays, FILE.txt of a named-entity corpus; =N draws N copies anew."
WHAT = ("mentions", "relation", "genre")


def train(
    corpora: Annotated[list[str], typer.Argument(help=CORPORA)],
    output: Annotated[Path, typer.Option("--output", "-o", help="Folder for the models; give it to --models afterwards.")],
    what: Annotated[str, typer.Option("--what", help="Which models, separated by commas: " + ", ".join(WHAT) + ".")] = ",".join(WHAT),
    language: Annotated[str, typer.Option("--language", help="Language of the texts.")] = "sv",
    seed: Annotated[int, typer.Option("--seed", help="The same seed and texts give the same models.")] = 7,
    epochs: Annotated[int, typer.Option("--epochs", min=1, help="How often the tagger sees all texts.")] = mentions.SETTINGS.epochs,
) -> None:  # fmt: skip
    """Train models on annotated essays: the tagger, the relation to the writer, the genre classifier.

    Example: [bold]maskera train essays.jsonl=6 more.jsonl=1 -o models/[/bold]
    """
    wanted = [name.strip() for name in what.split(",")]
    if unknown := set(wanted) - set(WHAT):
        raise MaskeraError(f"no model {sorted(unknown)[0]!r} to train; there are {', '.join(WHAT)}")
    corpus = [_corpus(argument) for argument in corpora]
    spoken = LANGUAGES[language](None)
    output.mkdir(parents=True, exist_ok=True)
    started = time.monotonic()

    def progress(line: str) -> None:
        stderr.print(f"{time.monotonic() - started:6.0f} s  {line}", markup=False)

    annotated = [path for path, _ in corpus if path.suffix != ".txt"]
    if "relation" in wanted:
        marks = [pair for path in annotated for pair in relations.pairs(path, spoken)]
        if not marks:
            raise MaskeraError(f"{', '.join(path.name for path in annotated)}: no mention to train on")
        relation.save(relations.fit(marks), output / "relation.tsv")
        progress(f"relation.tsv: {len(marks)} mentions")
    if "genre" in wanted:
        essays = [pair for path in annotated for pair in genres.pairs(path, spoken)]
        if essays:
            genre.save_model(genres.fit(essays), output / "genre.tsv")
        progress(f"genre.tsv: {len(essays)} essays")
    if "mentions" in wanted:
        weights = mentions.train(corpus, spoken, seed, progress, network.Settings(epochs=epochs))
        models.save(weights, output / "mentions.model")
        progress(f"mentions.model: {len(weights.features)} features, {len(weights.labels)} labels; card: {weights.card}")


def _corpus(argument: str) -> tuple[Path, int]:
    name, equals, times = argument.partition("=")
    if equals and not times.isdigit():
        raise MaskeraError(f"{argument}: after = stands a number of copies")
    path = Path(name)
    if not path.is_dir() and (path.suffix not in (".jsonl", ".txt") or not path.is_file()):
        raise MaskeraError(f"{name}: no .jsonl or .txt file and no folder to train on")
    return path, int(times or 1)
