"""Numbers of lines by the vehicle beside them."""

from __future__ import annotations

from collections.abc import Iterator

from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import word_list
from maskera.mentions import Detection, Evidence

WORDS = word_list("en", "names")["lines"]
LINE = Evidence("number:of a line", 4.5)


def claim(table: TokenTable, index: int) -> Iterator[Detection]:
    """bus 49, bus 9A, train № 69, the 73 bus, flight FR7112."""
    for near in (index + 1 + (table.at(index + 1) == "№"), index - 1):
        if not 0 <= near < len(table.words) or table.words[near].shape != "digit":
            continue
        if len(table.lowers[near]) <= 3 and table.lowers[index] not in ("number", "route"):
            last = near + (near > index and _glued_letter(table, near + 1))
            yield table.claim(near, last, "transport_nr", LINE)


def _glued_letter(table: TokenTable, index: int) -> bool:
    lower = table.at(index)
    return len(lower) == 1 and lower.isalpha() and table.glued(index - 1)
