"""Cue phrases before and after a mention (data/<code>/cues.tsv: `lives in _`, `_ says`), and what
they say of a label."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import Row
from maskera.mentions import Evidence
from maskera.taxonomy import Taxonomy

GROUPS: Mapping[str, tuple[str, ...]] = {
    "name": ("person",),
    "place": ("place",),
    "country": ("place.country",),
    "town": ("place.settlement",),
    "area": ("place.district", "place.settlement"),
    "geo": ("place.nature",),
    "street": ("site",),
    "org": ("org",),
    "work": ("org.work",),
    "school": ("org.school",),
}
"""What the cue lists call the kinds that a phrase speaks for."""

QUOTES = frozenset("\"”'’(")  # looked through for what stands before them
Said = tuple[frozenset[str], Evidence]
"""The labels that a cue speaks for, and what it says."""


class Phrase(msgspec.Struct):
    """A node in the tree of phrases, word by word away from the mention: what the phrase up to here
    says, by group, and longer ones."""

    said: dict[str, Said] = msgspec.field(default_factory=dict)
    longer: dict[str, Phrase] = msgspec.field(default_factory=dict)


NOTHING: Mapping[str, Said] = {}


class Cues:
    """The phrases by side; of several that fit, the longest of each group counts."""

    def __init__(self, rows: Iterable[Row], taxonomy: Taxonomy) -> None:
        groups = {group: taxonomy.labels(*kinds) for group, kinds in GROUPS.items()}
        self._before, self._after = Phrase(), Phrase()
        for form, group, weight, _ in rows:
            after = form.startswith("_ ")
            phrase = form[2:] if after else form[:-2]
            words = phrase.split(" ")
            node = self._after if after else self._before
            for word in words if after else reversed(words):
                node = node.longer.setdefault(word, Phrase())
            node.said[group] = (groups[group], Evidence(f"cue:{phrase}", weight))

    def before(self, table: TokenTable, index: int) -> Mapping[str, Said]:
        """What stands before token `index` says, by group; quotation marks are looked through."""
        reads, position = table.normalized, index
        while position and reads[position - 1] in QUOTES:
            position -= 1
        node, found = self._before, []
        number = table.sentence[index - 1]
        while node.longer and position and (longer := node.longer.get(reads[position - 1])):
            position -= 1
            if table.sentence[position] != number:
                break
            node = longer
            if node.said:
                found.append(node.said)
        return _longest(found)

    def after(self, table: TokenTable, index: int) -> Mapping[str, Said]:
        """The same for what stands after token `index`."""
        node, found = self._after, []
        following = index + 1
        while (
            node.longer
            and following < len(table.normalized)
            and (longer := node.longer.get(table.normalized[following]))
        ):
            following += 1
            node = longer
            if node.said:
                found.append(node.said)
        return _longest(found)

    def strong_before(self, table: TokenTable, index: int, least: float) -> set[str]:
        """The groups that a phrase before the token speaks for with at least this weight."""
        return {
            group
            for group, (_, evidence) in self.before(table, index).items()
            if evidence.weight >= least
        }

    def evidence(self, table: TokenTable, first: int, last: int) -> list[Said]:
        """What the surroundings of tokens `first` to `last` say: labels and the evidence for them."""
        before, after = table.at(first - 1), table.at(last + 1)
        found: list[Said] = []
        if before in self._before.longer or before in QUOTES:
            found += self.before(table, first).values()
        if after in self._after.longer:
            found += self.after(table, last).values()
        return found


def _longest(found: list[dict[str, Said]]) -> Mapping[str, Said]:
    """What phrases of growing length say together: the longest of each group counts, and comes
    first."""
    if len(found) < 2:
        return found[0] if found else NOTHING
    together: dict[str, Said] = {}
    for said in reversed(found):
        for group, what in said.items():
            together.setdefault(group, what)
    return together
