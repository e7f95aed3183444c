"""The commands `learn ...`: a project of texts without annotation becomes a recognizer."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console

from maskera.errors import MaskeraError
from maskera.io.output import note
from maskera.learn import model
from maskera.learn import simulate as simulation
from maskera.learn.clusters import KINDS
from maskera.learn.learner import ENGINES
from maskera.learn.pool import read_gold
from maskera.learn.prior import NONE, prior

stderr = Console(stderr=True, highlight=False, soft_wrap=True, emoji=False)
learn = typer.Typer(
    help="Make a recognizer for texts of a new kind or language from few decisions.",
    no_args_is_help=True,
    rich_markup_mode="rich",
)
LANGUAGE = (
    f"Pack whose lists and claims are known beforehand; {NONE}: letters, shapes, counts alone."
)
POOL = "Annotated texts; their labels stay hidden until they are asked for."
STRATEGY = "What is read: doubtful sentences, random ones, or cards first and then doubtful ones."
TEST = "Annotated texts to score on; else a fifth of the pool, held out by the seed."
Language = Annotated[str, typer.Option("--language", help=LANGUAGE)]
Engine = Annotated[str, typer.Option("--engine", help="crf, or hmm (the character model of 2006).")]
By = Annotated[str, typer.Option("--by", help="What a card asks about: term or situation.")]
Seed = Annotated[int, typer.Option("--seed", min=0, help="The same seed and decisions give the same model.")]  # fmt: skip


@learn.command()
def simulate(
    gold: Annotated[list[Path], typer.Argument(metavar="POOL...", help=POOL, readable=False)],
    strategy: Annotated[str, typer.Option("--strategy", help=STRATEGY)] = "doubtful",
    test: Annotated[list[Path] | None, typer.Option("--test", help=TEST, readable=False)] = None,
    tokens: Annotated[int, typer.Option("--tokens", min=0, help="Read up to so many tokens.")] = 8000,
    cards: Annotated[int, typer.Option("--cards", min=0, help="Cards decided first with --strategy cards.")] = 300,
    by: By = KINDS[0], language: Language = NONE, engine: Engine = ENGINES[0],
    models: Annotated[Path | None, typer.Option("--models", help="Folder of trained models for the language pack.", readable=False)] = None,
    seed: Seed = 7,
    as_json: Annotated[bool, typer.Option("--json", help="Write the curve as JSON.")] = False,
) -> None:  # fmt: skip
    """Replay cards and reading on annotated texts, and print the learning curve: token F1, marked
    or not.

    Example: [bold]maskera learn simulate gold.jsonl --strategy doubtful --json[/bold]
    """
    _check("strategy", strategy, simulation.STRATEGIES)
    _check("kind of card", by, KINDS)
    _check("engine", engine, ENGINES)
    model.require()
    read = read_gold(gold, note)
    if not read:
        _no_documents(as_json)
        return
    if test:
        tested, named = read_gold(test, note), ", ".join(path.name for path in test)
    else:
        read, tested = simulation.held_out(read, seed)
        named = f"held out: {len(tested)} of {len(read) + len(tested)} documents, seed {seed}"
        stderr.print(f"no --test: scored on a share that is {named}", markup=False)
    tried = simulation.trial(read, tested, prior(language, models), engine)
    curve, whole = simulation.simulate(
        tried, strategy, tokens, cards, seed, "term" if by == KINDS[0] else "situation", _progress
    )
    if as_json:
        found = simulation.Curve(
            curve,
            whole,
            strategy,
            cards if strategy == "cards" else 0,
            seed,
            language,
            engine,
            named,
        )
        typer.echo(msgspec.json.encode(found).decode())
        return
    for point in curve:
        typer.echo(f"{point.tokens:8} tokens read  F1 {point.f1:.3f}")
    typer.echo(f"{whole.tokens:8} tokens (all)   F1 {whole.f1:.3f}")


def _no_documents(as_json: bool) -> None:
    stderr.print("maskera: no documents", markup=False)
    if as_json:
        typer.echo('{"curve":[],"pool":{"tokens":0,"f1":0.0}}')


def _check(what: str, given: str, there: tuple[str, ...]) -> None:
    if given not in there:
        raise MaskeraError(f"no {what} {given!r}; there are {', '.join(there)}")


def _progress(line: str) -> None:
    if stderr.is_terminal:
        stderr.print(line, markup=False)
