"""The command line: it parses, calls and prints. Exit codes: 0 done, 1 some documents failed (named
on standard error), 2 wrong use.

Longer than 400 lines because each command and its options stand beside what they call.
"""

from __future__ import annotations

import sys
import traceback
from pathlib import Path
from typing import Annotated

import typer

from maskera import __version__
from maskera.cli.batch import batch
from maskera.cli.detect import detect
from maskera.cli.doctor import doctor
from maskera.cli.inputs import stderr
from maskera.cli.lazy import Commands
from maskera.cli.listing import labels, policies
from maskera.cli.pseudonymize import pseudonymize
from maskera.cli.reveal import key, reveal
from maskera.errors import MaskeraError, cause
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
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    pass


app.command()(detect)
app.command()(pseudonymize)
app.command()(batch)
app.command()(policies)
app.command()(labels)
app.command()(key)
app.command()(reveal)
app.command()(doctor)


def main() -> None:
    """Run the command line."""
    end_tidily()
    try:
        app()
    except MaskeraError as error:
        stderr.print(f"maskera: {error}", markup=False)
        sys.exit(2)
    except BrokenPipeError:
        sys.exit(1)
    except OSError as error:  # of the streams: a file that fails is named where it is opened
        stderr.print(f"maskera: reading or writing failed ({cause(error)})", markup=False)
        sys.exit(2)
    except Exception as error:  # a fault of ours: its message could quote the essay, so only its kind and place are told
        last = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(last.filename).name}:{last.lineno}"
        stderr.print(
            f"maskera: internal error: {type(error).__name__} at {where}; please report it",
            markup=False,
        )
        sys.exit(1)
