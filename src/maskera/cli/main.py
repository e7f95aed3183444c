"""The command line: it parses, calls and prints. Exit codes: 0 done, 1 some documents failed (named
on standard error), 2 wrong use.
"""

from __future__ import annotations

import os
import sys
import traceback
from pathlib import Path
from typing import Annotated

import typer

from maskera import __version__
from maskera.cli import configuration
from maskera.cli.lazy import Commands
from maskera.errors import MaskeraError, cause
from maskera.io.output import note
from maskera.io.workers import end_tidily

app = typer.Typer(
    name="maskera",
    cls=Commands,
    help="Find, label and replace personal information in text, first of all in Swedish learner essays.",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(__version__)
        raise typer.Exit


@app.callback()
def _main(
    context: typer.Context,
    config: Annotated[
        Path | None,
        typer.Option(
            "--config",
            metavar="FILE",
            help="Options from this file; else from the nearest maskera.toml, from the working directory upwards.",
            show_default=False,
            readable=False,
        ),
    ] = None,
    no_config: Annotated[
        bool, typer.Option("--no-config", help="Look for no maskera.toml.")
    ] = False,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    if config and no_config:
        raise MaskeraError("--config and --no-config exclude each other")
    try:
        path = config or (None if no_config else configuration.find(Path.cwd()))
        if path is None or context.invoked_subcommand is None:
            return
        found = context.obj = configuration.read(path)
        given = configuration.defaults(found, context.command, context, context.invoked_subcommand)
    except MaskeraError as fault:
        if context.invoked_subcommand != "doctor":
            raise
        context.obj = fault
        return
    if given:
        context.default_map = {context.invoked_subcommand: given}
        note(f"settings from {path}")


def main() -> None:
    """Run the command line."""
    end_tidily()
    if sys.stderr is None:  # closed before the start, as by a scheduler: then nobody is told
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - open as long as the process
    try:
        app()
    except MaskeraError as error:
        note(str(error))
        sys.exit(2)
    except BrokenPipeError:
        sys.exit(1)
    except OSError as error:  # of the streams: a file that fails is named where it is opened
        note(f"reading or writing failed ({cause(error)})")
        sys.exit(2)
    except Exception as error:  # a fault of ours: its message could quote the essay, so only its kind and place are told
        last = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(last.filename).name}:{last.lineno}"
        note(f"internal error: {type(error).__name__} at {where}; please report it")
        sys.exit(1)
