"""Writes the manual page maskera(1) from the command line itself; click-man cannot read typer's
commands.

usage: write_man.py FILE
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer

from docs_pages import walk
from maskera import __version__
from maskera.cli.main import app

ENDS = (
    ("0", "done"),
    ("1", "some documents failed or were held back; they are named on standard error"),
    ("2", "wrong use"),
    ("130, 143", "ended by Ctrl-C, by SIGTERM or SIGHUP"),
)
FILES = (
    ("maskera.toml", "options of commands, from the working directory upwards (see --config)"),
    ("manifest.jsonl", "in the folder of an output: what became of each document; no words of it"),
)


def page() -> str:
    """The page in the language of man(7)."""
    lines = [
        f'.TH MASKERA 1 "" "maskera {__version__}" "User commands"',
        ".SH NAME",
        "maskera \\- find, label and replace personal information in text",
        ".SH SYNOPSIS",
        ".B maskera",
        "[\\-\\-config FILE | \\-\\-no\\-config] COMMAND [ARGUMENTS]",
        ".SH OPTIONS",
        *(line for one in typer.main.get_command(app).params for line in _parameter(one)),
        ".SH COMMANDS",
    ]
    for names, command in walk(app):
        lines += [f".SS maskera {_plain(' '.join(names))}", *_paragraphs(command.help or "")]
        for one in command.params:
            if not getattr(one, "hidden", False):
                lines += _parameter(one)
    for title, rows in (("EXIT STATUS", ENDS), ("FILES", FILES)):
        lines.append(f".SH {title}")
        for term, what in rows:
            lines += [".TP", f".B {_plain(term)}", _plain(what)]
    return "\n".join(lines) + "\n"


def _paragraphs(text: str) -> Iterator[str]:
    for number, block in enumerate(re.split(r"\n\s*\n", text.replace("\b", "").strip())):
        if number:
            yield ".PP"
        yield _plain(" ".join(block.split()))


def _parameter(parameter: Any) -> Iterator[str]:
    named = ", ".join([*parameter.opts, *parameter.secondary_opts])
    if parameter.param_type_name == "argument":
        named = str(parameter.metavar or parameter.name).upper()
    elif not parameter.is_flag:
        named += f" {parameter.metavar or 'VALUE'}"
    yield from (".TP", f".B {_plain(named)}")
    yield _plain(" ".join((getattr(parameter, "help", None) or "").split())) or "\\&"


def _plain(text: str) -> str:
    """Text in which nothing is a request, hyphens are those of options, and bold is bold."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    text = re.sub(r"\[bold\](.*?)\[/bold\]", r"\\fB\1\\fR", text)
    return f"\\&{text}" if text.startswith((".", "'")) else text


if __name__ == "__main__":
    target = Path(sys.argv[1])
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(page(), encoding="utf-8")
