"""What a run tells of its documents on standard error: each that wants attention, and a summary."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable

from maskera.formats.manifest import Entry
from maskera.io.output import counted
from maskera.label.left import sentence
from maskera.result import Left
from maskera.tables.rewrite import Counts

TOLD = {
    "FAIL": "the leak check found an original in the new text (FAIL)",
    "REVIEW": "somebody should look at it (REVIEW)",
    "UNCHANGED": "nothing was replaced, it is as personal as the original (UNCHANGED)",
}
VERDICTS = ("PASS", "REVIEW", "FAIL", "SELECTIVE", "UNCHANGED")


class Summary:
    """The counts of a run; tells at once what is to be told of a document."""

    def __init__(self, warn: Callable[[str], None]) -> None:
        self._warn = warn
        self._begun = time.perf_counter()
        self._groups: Counter[str] = Counter()
        self._verdicts: Counter[str] = Counter()
        self._replaced = 0
        self._left: Left | None = Left()
        self.failed = 0

    def take(self, one: Entry, where: str = "") -> None:
        """Count a document, or a table's texts, and name it where it is not just fine. where: what
        became of one that was held back."""
        self._groups.update(one.mentions)
        self._verdicts.update(one.verdicts or {one.verdict: 1})
        self._replaced += one.replaced
        self._let_pass(one.left)
        self.failed += one.held or one.verdict == "FAIL"
        if one.named:
            self._warn(f"{one.id}: the document id contains a name, which file names show (REVIEW)")
        if one.verdict in TOLD and not (one.named and one.verdict == "REVIEW" and not one.held):
            self._warn(f"{one.id}: {_told(one)}{where if one.held else ''}")
        if one.kept:
            genre = f" of genre {one.genre}" if one.genre else ""
            mentions = counted(one.kept, "mention")
            why = (
                " as the bound on risk allows"
                if one.bound
                else " as they do not seem to concern the writer (--blanket replaces them)"
            )
            self._warn(f"{one.id}: selective: {mentions} kept in this text{genre},{why}")
        if one.withheld:
            self._warn(f"{one.id}: not shown of its header: {', '.join(one.withheld)}")

    def take_table(self, name: str, counts: Counts, strict: bool) -> None:
        """Count the rows of a table, and name the first that want a look or were held back."""
        self._groups.update(counts.groups)
        self._verdicts.update(counts.verdicts)
        self._replaced += counts.replaced
        self._let_pass(counts.left)
        for verdict, rows in counts.rows.items():
            held = verdict == "FAIL" or strict
            count = counts.verdicts[verdict]
            self.failed += count if held else 0
            numbers = ", ".join(map(str, rows)) + (" ..." if count > len(rows) else "")
            self._warn(
                f"{name}: {verdict} of {counted(count, 'text')}"
                f"{', left empty' if held else ''}: row {numbers}"
            )

    def _let_pass(self, left: Left | None) -> None:
        """Add what detection let pass; once it is not known of a document, it is not of all."""
        self._left = None if self._left is None or left is None else self._left + left

    def tell(self) -> None:
        """The summary: documents, mentions by group, replaced, verdicts, what detection has left at
        most, seconds; of no document nothing."""
        if not self._verdicts:
            return
        verdicts = ", ".join(
            f"{self._verdicts[name]} {name}"
            for name in VERDICTS
            if self._verdicts[name] or name in VERDICTS[:3]
        )
        groups = ", ".join(f"{name} {count}" for name, count in sorted(self._groups.items()))
        documents = counted(self._verdicts.total(), "document")
        left = f"; {bound}" if self._left and (bound := sentence(self._left)) else ""
        took = time.perf_counter() - self._begun
        self._warn(
            f"{documents}; {counted(self._groups.total(), 'mention')}"
            f"{f' ({groups})' if groups else ''}, {self._replaced} replaced; {verdicts}{left}; {took:.1f} s"
        )


def _told(one: Entry) -> str:
    """What is told of a document's verdict; of REVIEW also where a name is in doubt."""
    doubtful = one.left.unsure if one.left and one.verdict == "REVIEW" else 0
    places = "a word that may be" if doubtful == 1 else f"{doubtful} words that may be"
    return TOLD[one.verdict] + (f": {places} somebody's name" if doubtful else "")
