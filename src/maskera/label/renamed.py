"""Names that are said to be another one of somebody named before: Nisse heter egentligen Nils, Nils
(Nisse), Robert, called Bob."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence

from maskera import expressions as re
from maskera.lexicon.table import TokenTable
from maskera.mentions import Mention
from maskera.taxonomy import GIVEN_NAME

_ENDED = re.compile(r"[.!?;\n]")


def renamed(table: TokenTable, mentions: Sequence[Mention], told: Sequence[int]) -> set[int]:
    """Where first names start that are said to be another one of whom the name before in the
    sentence means. told: the tokens that say so."""
    given = table.labels(GIVEN_NAME)
    names = sorted(m.span for m in mentions if m.label in given) if told else []
    found: set[int] = set()
    for here in [table.span(index, index).start for index in told] if names else ():
        at = bisect(names, here, key=lambda span: span.start)
        if 0 < at < len(names):
            end, start = names[at - 1].end, names[at].start
            if not _ENDED.search(table.document.text, end, start):
                found.add(start)
    return found
