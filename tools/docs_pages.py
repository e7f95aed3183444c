"""Pages of the documentation site that are made at build time (a hook of MkDocs): commands from
their parsers, policies, labels, and the HTTP service from its OpenAPI document. So they are never
behind the program.

use: `make docs`; or python tools/docs_pages.py PAGE, which prints one.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import click
import typer

from maskera.cli.main import app
from maskera.policy import load_policy, shipped
from maskera.taxonomy import taxonomy


def commands() -> str:
    """Every command with its arguments and options."""
    parts = ["# Command line", "`maskera COMMAND --help` says the same on a terminal."]
    root = typer.main.get_command(app)
    parts += ["## maskera", "Before or after the command:", _parameters(root)]
    for names, command in walk(app):
        parts += [f"## maskera {' '.join(names)}", _plain(command.help or "")]
        if command.params:
            parts.append(_parameters(command))
    return "\n\n".join(parts) + "\n"


def walk(commands: typer.Typer) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every command that does something, with its names."""
    root = typer.main.get_command(commands)
    yield from _walk(root, click.Context(root, info_name="maskera"), ())  # type: ignore[arg-type]


def _walk(
    group: Any, context: Any, names: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], Any]]:
    for name in sorted(group.list_commands(context)):
        command = group.get_command(context, name)
        if hasattr(command, "list_commands"):
            if command.invoke_without_command:
                yield (*names, name), command
            yield from _walk(command, context, (*names, name))
        elif not command.hidden:
            yield (*names, name), command


def _parameters(command: Any) -> str:
    rows = [_parameter(one) for one in command.params if not getattr(one, "hidden", False)]
    return "\n".join(["| argument or option | what |", "| --- | --- |", *rows])


def _parameter(parameter: Any) -> str:
    named = ", ".join([*parameter.opts, *parameter.secondary_opts])
    if parameter.param_type_name == "argument":
        named = str(parameter.metavar or parameter.name).upper()
    return f"| `{named}` | {_cell(_plain(getattr(parameter, 'help', None) or ''))} |"


def _plain(text: str) -> str:
    """Help as Markdown: what is bold on a terminal is code."""
    text = re.sub(r"\[bold\](.*?)\[/bold\]", r"`\1`", text, flags=re.S).replace("\b", "")
    return re.sub(r"<(?=\w)", "&lt;", re.sub(r"[ ]{2,}", " ", text)).strip()


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def policies() -> str:
    """What each shipped policy does with each label."""
    parts = ["# Shipped policies", "A policy of your own: [policies](../policies.md)."]
    for name in shipped():
        policy = load_policy(name)
        rows = [
            f"| `{label}` | {policy.rule(label).action} | {_rule(policy.rule(label))} |"
            for label in taxonomy().categories
        ]
        head = ["| label | action | with |", "| --- | --- | --- |"]
        parts += [f"## {name}", _cell(policy.description), "\n".join([*head, *rows])]
    return "\n\n".join(parts) + "\n"


def _rule(rule: Any) -> str:
    shown = (getattr(rule, field, "") for field in ("generator", "template"))
    return " ".join(f"`{_cell(str(value))}`" for value in shown if value)


def labels() -> str:
    """Every label with its group, kind and description."""
    rows = [
        f"| `{category.label}` | {category.group} | `{category.kind}` | {_cell(category.description)} |"
        for category in taxonomy().categories.values()
    ]
    head = ["| label | group | kind | what it is |", "| --- | --- | --- | --- |"]
    features = ", ".join(f"`{feature}`" for feature in sorted(taxonomy().features))
    return "\n\n".join(
        [
            "# Labels",
            f"Beside a label may stand {features}. How they are annotated: [guidelines](../annotation.md).",
            "\n".join([*head, *rows]),
        ]
    )


def http() -> str:
    """Every route of the service."""
    from maskera.service.app import create_app
    from maskera.service.settings import Settings

    described = create_app(Settings(key=bytes(32))).openapi()
    parts = [
        "# HTTP service",
        "Made from the service's own `/openapi.json`; how to run it: [service](../service.md).",
    ]
    for path, methods in described["paths"].items():
        for method, its in methods.items():
            answers = [
                f"| {code} | {_cell(answer.get('description', ''))} |"
                for code, answer in its.get("responses", {}).items()
            ]
            parts += [
                f"## {method.upper()} {path}",
                _plain(its.get("description") or its.get("summary") or ""),
                "\n".join(["| answer | what |", "| --- | --- |", *answers]),
            ]
    return "\n\n".join(parts) + "\n"


PAGES: Mapping[str, Callable[[], str]] = {
    "reference/commands.md": commands,
    "reference/policies.md": policies,
    "reference/labels.md": labels,
    "reference/http.md": http,
}


def on_files(files: Any, config: Any) -> Any:
    """MkDocs asks this for the pages that are no files."""
    from mkdocs.structure.files import File

    for path, make in PAGES.items():
        files.append(File.generated(config, path, content=make()))
    return files


if __name__ == "__main__":
    print(PAGES[sys.argv[1]]())
