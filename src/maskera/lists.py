"""The commands that list what there is: policies and labels."""

from __future__ import annotations

import sys

from rich.console import Console
from rich.table import Table

from maskera.options import PolicyName
from maskera.policy import load_policy, shipped
from maskera.taxonomy import taxonomy


def policies() -> None:
    """List the policies: what each does."""
    table = Table(box=None, pad_edge=False)
    table.add_column("policy", style="bold")
    table.add_column("what it does")
    for name in shipped():
        table.add_row(name, load_policy(name).description)
    Console(soft_wrap=not sys.stdout.isatty()).print(table)


def labels(policy: PolicyName = "swell") -> None:
    """List the labels, and what a policy does with each."""
    rules = load_policy(policy)
    table = Table(box=None, pad_edge=False)
    for heading in ("group", "label", "what it is", rules.name):
        table.add_column(heading)
    for category in taxonomy().categories.values():
        rule = rules.rule(category.label)
        table.add_row(
            category.group,
            category.label,
            category.description,
            rule.action + (f" ({rule.generator or rule.template})" if rule.generator or rule.template else ""),
        )
    Console(soft_wrap=not sys.stdout.isatty()).print(table)
