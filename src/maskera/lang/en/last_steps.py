"""Last step of settling names: one behind a title that is a first name elsewhere."""

from __future__ import annotations

from operator import attrgetter

from maskera.label.harmonize import told
from maskera.lang.en.extents import NAMES
from maskera.lang.en.institutions import form
from maskera.lexicon.table import TokenTable
from maskera.mentions import Mention
from maskera.taxonomy import FIRSTNAMES, FULL_NAME


def joined(table: TokenTable, one: Mention, other: Mention) -> bool:
    """Whether two names are one person\'s: side by side."""
    last = table.last_token(one.span)
    return (
        one.label in NAMES | {"initials"}
        and other.label in NAMES | {"initials"}
        and table.first_token(other.span) == last + 1
        and table.adjacent(last)
        and table.sentence[last] == table.sentence[last + 1]
    )


def one_role(table: TokenTable, mentions: list[Mention]) -> list[Mention]:
    """The mentions; a name behind a title is a first name where it stands alone as one, and nobody
    is named in full: Mrs Abrehet came; Abrehet is my mother here."""
    alone: dict[str, set[str]] = {}
    for place, mention in enumerate(mentions):
        if mention.label in FULL_NAME:
            beside = (*mentions[max(0, place - 1) : place], *mentions[place + 1 : place + 2])
            run = any(
                joined(table, *sorted((mention, other), key=attrgetter("span"))) for other in beside
            )
            alone.setdefault(form(table, mention), set()).add("run" if run else mention.label)
    both = {
        name: label
        for name, labels in alone.items()
        if "surname" in labels and len(labels) == 2
        for label in labels & FIRSTNAMES
    }
    return [
        told(mention, both[name], "a first name elsewhere")
        if mention.label == "surname" and (name := form(table, mention)) in both
        else mention
        for mention in mentions
    ]
