"""Commands that are imported when they are asked for: one alone for its own run, those of other
packages when one of them is, all for a list of all."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from itertools import islice
from typing import Any

import typer
from typer.core import TyperGroup

from maskera.cli.completion import COMPLETION, answer_at_once

MODULES: Mapping[str, str] = {
    "detect": "detect",
    "pseudonymize": "pseudonymize",
    "batch": "batch",
    "policies": "listing",
    "labels": "listing",
    "key": "reveal",
    "reveal": "reveal",
    "doctor": "doctor",
}
"""The commands of this package, each by the module that has a function of its name."""


class Commands(TyperGroup):
    """All commands of the program, imported as they are asked for."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """The arguments, --config and --no-config before the command wherever they were said."""
        if not COMPLETION.isdisjoint(args):
            answer_at_once()
        return super().parse_args(ctx, _leading(args))

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of a name; None for no command's."""
        if cmd_name not in self.commands:
            if cmd_name in MODULES:
                self.commands = {**self.commands, cmd_name: _here(cmd_name)}
            else:
                self.commands = {**self.commands, **_elsewhere()}
        return super().get_command(ctx, cmd_name)

    def list_commands(self, ctx: Any) -> list[str]:
        """The names of all."""
        return list(dict.fromkeys((*MODULES, *_elsewhere())))


def _leading(args: list[str]) -> list[str]:
    first: list[str] = []
    rest: list[str] = []
    given = iter(args)
    for one in given:
        if one == "--":
            rest += [one, *given]
        elif one == "--config":
            first += [one, *islice(given, 1)]
        else:
            (first if one == "--no-config" or one.startswith("--config=") else rest).append(one)
    return first + rest


def _here(name: str) -> Any:
    commands = typer.Typer(rich_markup_mode="rich")
    commands.command(name)(getattr(import_module(f"maskera.cli.{MODULES[name]}"), name))
    return typer.main.get_group(commands).commands[name]


@cache
def _elsewhere() -> Mapping[str, Any]:
    from maskera.cli.corpus_risk import attack, k_anonymity
    from maskera.cli.risk import risk
    from maskera.cli.silver import silver
    from maskera.evaluate.commands import register
    from maskera.learn.commands import learn
    from maskera.pipeline import MODES, load
    from maskera.review.commands import review
    from maskera.service.commands import serve
    from maskera.taxonomy import shipped
    from maskera.train.commands import train

    others = typer.Typer(rich_markup_mode="rich")
    others.command()(train)
    others.command()(silver)
    others.command()(serve)
    others.command()(risk)
    others.command("k-report")(k_anonymity)
    others.add_typer(attack, name="attack")
    others.add_typer(review, name="review")
    others.add_typer(learn, name="learn")
    register(
        others,
        lambda code, mode, documents: load(code, mode=mode).detect_all(documents),
        MODES,
        lambda code, recognizers: load(code, recognizers=recognizers or ()).language,
        shipped(),
    )
    return typer.main.get_group(others).commands
