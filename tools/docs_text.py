"""Markdown of the pages that are made at build time."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence


def plain(text: str) -> str:
    """Help as Markdown: what is bold on a terminal is code."""
    text = re.sub(r"\[bold\](.*?)\[/bold\]", r"`\1`", text, flags=re.S).replace("\b", "")
    return re.sub(r"<(?=\w)", "&lt;", re.sub(r"[ ]{2,}", " ", text)).strip()


def cell(text: str) -> str:
    """Text on one line, with which a table's cell goes on."""
    return " ".join(text.split()).replace("|", "\\|")


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; its cells are Markdown already."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
