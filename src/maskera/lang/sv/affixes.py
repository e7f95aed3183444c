"""Endings and neighbouring words that tell what an unknown name is: Hornsgatan, Tellusgymnasiet, Hagfors kommun, IFK Vinslöv."""

from __future__ import annotations

from importlib import resources

import msgspec


class Affix(msgspec.Struct, frozen=True):
    """One ending or neighbouring word: the label it points to, the weight in log-odds, whether the form is definite then."""

    form: str
    label: str
    weight: float
    definite: bool


def table(name: str) -> list[tuple[Affix, dict[str, str]]]:
    """The rows of a list in data/sv, with their notes."""
    rows = []
    lines = resources.files("maskera").joinpath("data", "sv", f"{name}.tsv").read_text(encoding="utf-8").splitlines()[1:]
    for line in lines:
        form, label, weight, note = line.split("\t")
        notes = dict(pair.split("=", 1) for pair in note.split(";") if pair)
        rows.append((Affix(form, label, float(weight), notes.get("def") == "1"), notes))
    return rows


class Affixes:
    """The affix lists of Swedish, by how they attach."""

    def __init__(self) -> None:
        suffixes: dict[str, list[Affix]] = {}
        self.next: dict[str, list[Affix]] = {}
        self.previous: dict[str, list[Affix]] = {}
        for affix, _ in table("place_suffixes"):
            suffixes.setdefault(affix.form.lower(), []).append(affix)
        for affix, _ in table("place_heads"):
            self.next.setdefault(affix.form.lower(), []).append(affix)
        for affix, notes in table("institution_suffixes"):
            for how in notes["how"].split("|"):
                target = {"suffix": suffixes, "next": self.next, "previous": self.previous}[how]
                target.setdefault(affix.form.lower(), []).append(affix)
        self.next_begins = frozenset(form.split(" ")[0] for form in self.next)
        self._suffixes = suffixes
        self._longest = max(map(len, suffixes))

    def ending(self, lower: str) -> list[Affix]:
        """What the longest known ending says of a word in lower case, if at least three letters stand before it."""
        for length in range(min(self._longest, len(lower) - 3), 1, -1):
            found = self._suffixes.get(lower[-length:])
            if found:
                return found
        return []
