"""Pages of the documentation site that are made at build time (a hook of MkDocs): commands from
their parsers, policies, labels, recognizers, the HTTP service from its OpenAPI document, the test suite from
its folder. So they are never behind the program.

use: `make docs`; or python tools/docs_pages.py PAGE, which prints one.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import click
import typer

from docs_http import http
from docs_recognizers import recognizers
from docs_text import cell, plain, table
from maskera.cli.main import app
from maskera.policy import load_policy, shipped
from maskera.taxonomy import taxonomy

ROOT = Path(__file__).parent.parent


def commands() -> str:
    """Every command with its arguments and options."""
    parts = ["# Command line", "`maskera COMMAND --help` says the same on a terminal."]
    root = typer.main.get_command(app)
    parts += ["## maskera", "Before or after the command:", _parameters(root)]
    for names, command in walk(app):
        parts += [f"## maskera {' '.join(names)}", plain(command.help or "")]
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
    return table(("argument or option", "what"), rows)


def _parameter(parameter: Any) -> tuple[str, str]:
    named = ", ".join([*parameter.opts, *parameter.secondary_opts])
    if parameter.param_type_name == "argument":
        named = str(parameter.metavar or parameter.name).upper()
    return f"`{named}`", cell(plain(getattr(parameter, "help", None) or ""))


def policies() -> str:
    """What each shipped policy does with each label."""
    parts = ["# Shipped policies", "A policy of your own: [policies](../policies.md)."]
    for name in shipped():
        policy = load_policy(name)
        rows = [
            (f"`{label}`", policy.rule(label).action, _rule(policy.rule(label)))
            for label in taxonomy().categories
        ]
        shown = table(("label", "action", "with"), rows)
        parts += [f"## {name}", cell(policy.description), shown]
    return "\n\n".join(parts) + "\n"


def _rule(rule: Any) -> str:
    shown = (getattr(rule, field, "") for field in ("generator", "template"))
    return " ".join(f"`{cell(str(value))}`" for value in shown if value)


def labels() -> str:
    """Every label with its group, kind and description."""
    rows = [
        (f"`{one.label}`", one.group, f"`{one.kind}`", cell(one.description))
        for one in taxonomy().categories.values()
    ]
    features = ", ".join(f"`{feature}`" for feature in sorted(taxonomy().features))
    return "\n\n".join(
        [
            "# Labels",
            f"Beside a label may stand {features}. How they are annotated: [guidelines](../annotation.md).",
            table(("label", "group", "kind", "what it is"), rows),
        ]
    )


def test_suite() -> str:
    """The page of the public test suite, which stands with its files, with links from here."""
    page = (ROOT / "benchmark" / "README.md").read_text(encoding="utf-8")
    return page.replace("](../docs/", "](../")


PAGES: Mapping[str, Callable[[], str]] = {
    "reference/commands.md": commands,
    "reference/policies.md": policies,
    "reference/labels.md": labels,
    "reference/recognizers.md": recognizers,
    "reference/http.md": http,
    "reference/test-suite.md": test_suite,
}


def on_page_markdown(markdown: str, **_: Any) -> str:
    """MkDocs asks this for every page: its parser takes a second word behind the language of an
    example (```python notest), by which tests leave it aside, for no example at all; and the page
    of the test suite stands elsewhere than its folder."""
    markdown = re.sub(r"^( *```\w+) notest$", r"\1", markdown, flags=re.M)
    return re.sub(
        r"\]\(\.\./((?:\.\./)*)benchmark/README\.md\)", r"](\1reference/test-suite.md)", markdown
    )


def on_files(files: Any, config: Any) -> Any:
    """MkDocs asks this for the pages that are no files."""
    from mkdocs.structure.files import File

    for path, make in PAGES.items():
        files.append(File.generated(config, path, content=make()))
    return files


if __name__ == "__main__":
    print(PAGES[sys.argv[1]]())
