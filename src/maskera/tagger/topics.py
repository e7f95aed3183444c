"""What ordinary words speak of (data/<code>/topics.tsv: `job-` work, `station-` venue, `I` self);
the tagger is told of it from afar."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from maskera.lexicon.gazetteer import Entry
from maskera.lexicon.tsv import Row
from maskera.lexicon.vocab import Lexeme

KIN = "kin"
LEAST = 2  # letters of the shortest stem


class Topics:
    """The topic of a word: that of its longest stem in the list, kin for a word for a relative or
    friend, else "".

    family: labels of words for relatives and friends. A slip has the topic of the word that was
    meant.
    """

    def __init__(self, rows: Iterable[Row], family: frozenset[str]) -> None:
        self._family = family
        self._whole: dict[str, str] = {}
        self._stems: dict[str, str] = {}
        for form, topic, _, _ in rows:
            (self._stems if form.endswith("-") else self._whole)[form.removesuffix("-")] = topic
        self._longest = max(map(len, self._stems), default=0)

    def of(self, word: Lexeme) -> str:
        """The topic of a word."""
        return self._of_form(word.lower, word.entries) or (
            self._of_form(word.meant, word.meant_entries) if word.meant else ""
        )

    def _of_form(self, lower: str, entries: Sequence[Entry]) -> str:
        if lower in self._whole:
            return self._whole[lower]
        for length in range(min(self._longest, len(lower)), LEAST - 1, -1):
            if lower[:length] in self._stems:
                return self._stems[lower[:length]]
        return KIN if any(entry.label in self._family for entry in entries) else ""
