"""The commands that list what there is: policies and labels."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

from maskera.cli.options import PolicyName
from maskera.io.streams import standard_output
from maskera.policy import load_policy, shipped
from maskera.taxonomy import taxonomy

UNFOLDED = 10_000  # columns, more than a row has


def policies() -> None:
    """List the policies: what each does."""
    table = Table(box=None, pad_edge=False)
    table.add_column("policy", style="bold", no_wrap=True)
    table.add_column("what it does")
    for name in shipped():
        table.add_row(name, load_policy(name).description)
    _show(table)


def labels(policy: PolicyName = "swell") -> None:
    """List the labels, and what a policy does with each."""
    rules = load_policy(policy)
    table = Table(box=None, pad_edge=False)
    for heading in ("group", "label", "what it is", rules.name):
        table.add_column(
            heading, no_wrap=heading == "label", overflow="fold"
        )  # it is what one copies
    for category in taxonomy().categories.values():
        rule = rules.rule(category.label)
        table.add_row(
            category.group,
            category.label,
            category.description,
            rule.action
            + (f" ({rule.generator or rule.template})" if rule.generator or rule.template else ""),
        )
    _show(table)


def _show(table: Table) -> None:
    """In the width of a terminal; elsewhere, where lines are looked for, one line a row."""
    Console(width=None if standard_output().isatty() else UNFOLDED).print(table)
