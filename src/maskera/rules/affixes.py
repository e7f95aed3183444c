"""Endings and neighbouring words that tell what an unknown name is: Elmgrove Avenue, Tellus College,
Restaurant Opal (data/<code>/place_suffixes.tsv, place_heads.tsv, institution_suffixes.tsv)."""

from __future__ import annotations

import msgspec

from maskera.lexicon.tsv import WordLists, notes

HOW = {"place_suffixes": "suffix", "place_heads": "next", "institution_suffixes": ""}
"""The lists, and how their affixes attach where a row does not say it."""


class Affix(msgspec.Struct, frozen=True):
    """One ending or neighbouring word: the label it points to, the weight in log-odds, whether the
    form is definite then."""

    form: str
    label: str
    weight: float
    definite: bool


class Affixes:
    """The affix lists of a language, by how they attach."""

    def __init__(self, lists: WordLists) -> None:
        suffixes: dict[str, list[Affix]] = {}
        self.next: dict[str, list[Affix]] = {}
        self.previous: dict[str, list[Affix]] = {}
        attached = {"suffix": suffixes, "next": self.next, "previous": self.previous}
        for name, usual in HOW.items():
            for form, label, weight, note in lists.rows(f"{name}.tsv"):
                marks = notes(note)
                for how in marks.get("how", usual).split("|"):
                    attached[how].setdefault(form.lower(), []).append(
                        Affix(form, label, weight, marks.get("def") == "1")
                    )
        self.next_begins = frozenset(form.split(" ")[0] for form in self.next)
        self._suffixes = suffixes
        self._longest = max(map(len, suffixes), default=0)

    def ending(self, lower: str) -> list[Affix]:
        """What the longest known ending says of a word in lower case, if at least three letters
        stand before it."""
        for length in range(min(self._longest, len(lower) - 3), 1, -1):
            found = self._suffixes.get(lower[-length:])
            if found:
                return found
        return []
