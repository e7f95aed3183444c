"""Cue phrases before and after a mention (data/sv/cues.tsv: `jag heter _`, `_ säger`), and what they say of a label."""

from __future__ import annotations

from collections.abc import Iterator

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
LONGEST = 4


class Cues:
    """The phrases by side; of several that fit, the longest of each group counts."""

    def __init__(self) -> None:
        self._before: dict[str, dict[str, float]] = {}
        self._after: dict[str, dict[str, float]] = {}
        for affix, _ in table("cues"):
            side, phrase = (self._after, affix.form[2:]) if affix.form.startswith("_ ") else (self._before, affix.form[:-2])
            side.setdefault(phrase, {})[affix.label] = affix.weight
        self._last_words = {phrase.split(" ")[-1] for phrase in self._before}
        self._first_words = {phrase.split(" ")[0] for phrase in self._after}

    def before(self, sight: Sight, index: int) -> dict[str, tuple[str, float]]:
        """group -> (phrase, weight) for what stands before token `index`; quotation marks are looked through."""
        position = index
        while position and sight.lowers[position - 1] in "\"”'’:(" and sight.lowers[position - 1] != ":":
            position -= 1
        if not position or sight.lowers[position - 1] not in self._last_words:
            return {}
        found: dict[str, tuple[str, float]] = {}
        low = sight.sentence[index - 1] if index else 0
        for length in range(LONGEST, 0, -1):
            first = position - length
            if first < 0 or sight.sentence[first] != low:
                continue
            phrase = " ".join(sight.lowers[first:position])
            for group, weight in self._before.get(phrase, {}).items():
                found.setdefault(group, (phrase, weight))
        return found

    def after(self, sight: Sight, index: int) -> dict[str, tuple[str, float]]:
        """The same for what stands after token `index`."""
        following = index + 1
        if following >= len(sight.lowers) or sight.lowers[following] not in self._first_words:
            return {}
        found: dict[str, tuple[str, float]] = {}
        for length in range(LONGEST, 0, -1):
            phrase = " ".join(sight.lowers[following : following + length])
            for group, weight in self._after.get(phrase, {}).items():
                found.setdefault(group, (phrase, weight))
        return found

    def strong_before(self, sight: Sight, index: int, least: float) -> set[str]:
        """The groups that a phrase before the token speaks for with at least this weight."""
        return {group for group, (_, weight) in self.before(sight, index).items() if weight >= least}

    def evidence(self, sight: Sight, first: int, last: int) -> Iterator[tuple[frozenset[str], Evidence]]:
        """What the surroundings of tokens `first` to `last` say: labels and the evidence for them."""
        for side in (self.before(sight, first), self.after(sight, last)):
            for group, (phrase, weight) in side.items():
                yield GROUPS[group], Evidence(f"cue:{phrase}", weight)
