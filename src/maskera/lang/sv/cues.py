"""Cue phrases before and after a mention (data/sv/cues.tsv: `jag heter _`, `_ säger`), and what they say of a label."""

from __future__ import annotations

from maskera.detect.sight import Sight
from maskera.lang.sv.affixes import table
from maskera.mentions import Evidence

FIRST_NAMES = frozenset(("firstname_male", "firstname_female", "firstname_unknown"))
NAMES = FIRST_NAMES | {"surname", "initials", "middlename"}
PLACES = frozenset(("city", "region", "country", "area", "geo"))
ORGANISATIONS = frozenset(("school", "work", "other_institution"))
GROUPS = {
    "name": NAMES,
    "place": PLACES,
    "country": frozenset(("country",)),
    "town": frozenset(("city",)),
    "area": frozenset(("area", "city")),
    "geo": frozenset(("geo",)),
    "street": frozenset(("place",)),
    "org": ORGANISATIONS,
    "work": frozenset(("work",)),
    "school": frozenset(("school",)),
}

QUOTES = frozenset("\"”'’(")  # looked through for what stands before them
Said = tuple[frozenset[str], Evidence]
"""The labels that a cue speaks for, and what it says."""


class Cues:
    """The phrases by side; of several that fit, the longest of each group counts."""

    def __init__(self) -> None:
        self._before: dict[str, dict[str, Said]] = {}
        self._after: dict[str, dict[str, Said]] = {}
        self._last_words: dict[str, int] = {}  # -> words of the longest phrase that ends so
        self._first_words: dict[str, int] = {}
        for affix, _ in table("cues"):
            after = affix.form.startswith("_ ")
            phrase = affix.form[2:] if after else affix.form[:-2]
            side, edges, edge = (self._after, self._first_words, 0) if after else (self._before, self._last_words, -1)
            side.setdefault(phrase, {})[affix.label] = (GROUPS[affix.label], Evidence(f"cue:{phrase}", affix.weight))
            words = phrase.split(" ")
            edges[words[edge]] = max(edges.get(words[edge], 0), len(words))

    def before(self, sight: Sight, index: int) -> dict[str, Said]:
        """What stands before token `index` says, by group; quotation marks are looked through."""
        lowers, position = sight.lowers, index
        while position and lowers[position - 1] in QUOTES:
            position -= 1
        found: dict[str, Said] = {}
        for length in range(self._last_words.get(lowers[position - 1], 0) if position else 0, 0, -1):
            first = position - length
            if first >= 0 and sight.sentence[first] == sight.sentence[index - 1]:
                for group, said in self._before.get(" ".join(lowers[first:position]), {}).items():
                    found.setdefault(group, said)
        return found

    def after(self, sight: Sight, index: int) -> dict[str, Said]:
        """The same for what stands after token `index`."""
        following = index + 1
        found: dict[str, Said] = {}
        for length in range(self._first_words.get(sight.at(following), 0), 0, -1):
            for group, said in self._after.get(" ".join(sight.lowers[following : following + length]), {}).items():
                found.setdefault(group, said)
        return found

    def strong_before(self, sight: Sight, index: int, least: float) -> set[str]:
        """The groups that a phrase before the token speaks for with at least this weight."""
        return {group for group, (_, evidence) in self.before(sight, index).items() if evidence.weight >= least}

    def evidence(self, sight: Sight, first: int, last: int) -> list[Said]:
        """What the surroundings of tokens `first` to `last` say: labels and the evidence for them."""
        before, after = sight.at(first - 1), sight.at(last + 1)
        found: list[Said] = []
        if before in self._last_words or before in QUOTES:
            found += self.before(sight, first).values()
        if after in self._first_words:
            found += self.after(sight, last).values()
        return found
