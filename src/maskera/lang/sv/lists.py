"""Rows of the word lists in data/sv: form, label, weight, note."""

from __future__ import annotations

from functools import cache
from importlib import resources


@cache
def rows(name: str) -> tuple[tuple[str, str, float, str], ...]:
    """The rows of a list, in the order of the file."""
    lines = (
        resources.files("maskera")
        .joinpath("data", "sv", *name.split("/"))
        .read_text(encoding="utf-8")
        .splitlines()[1:]
    )
    return tuple(
        (form, label, float(weight), note)
        for form, label, weight, note in (line.split("\t") for line in lines)
    )


def notes(note: str) -> dict[str, str]:
    """`of=Malmö;def=1` as a mapping."""
    return dict(pair.split("=", 1) for pair in note.split(";") if pair)


def listed(name: str, label: str, *, reserve: bool = False, kind: str = "") -> tuple[str, ...]:
    """The forms of a pseudonym list with a label, of the first rank or of the reserve, by their
    rank and then the alphabet."""
    found = []
    for form, its, _, note in rows(f"pseudonyms/{name}.tsv"):
        marks = notes(note)
        if its == label and ("reserve" in marks) == reserve and marks.get("kind", "") == kind:
            found.append((int(marks.get("rank", "0")), form))
    return tuple(form for _, form in sorted(found))
