"""Cue phrases before and after a mention (data/<code>/cues.tsv: `lives in _`, `_ says`), and what
they say of a label."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from maskera.kernels.cues import Phrases, Said
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

QUOTES = frozenset("\"”“’'(")  # looked through for what stands before them


class Cues:
    """The phrases by side; of several that fit, the longest of each group counts."""

    def __init__(self, rows: Iterable[Row], taxonomy: Taxonomy) -> None:
        groups = {group: taxonomy.labels(*kinds) for group, kinds in GROUPS.items()}
        self.phrases = Phrases(QUOTES)
        for form, group, weight, _ in rows:
            after = form.startswith("_ ")
            phrase = form[2:] if after else form[:-2]
            words = phrase.split(" ")
            said = groups[group], Evidence(f"cue:{phrase}", weight)
            self.phrases.add(words if after else words[::-1], after, group, said)

    def strong_before(self, table: TokenTable, index: int, least: float) -> set[str]:
        """The groups that a phrase before the token speaks for with at least this weight."""
        said = self.phrases.before(table.normalized, table.sentence, index)
        if not said:
            return set()
        return {group for group, (_, evidence) in said.items() if evidence.weight >= least}

    def evidence(self, table: TokenTable, first: int, last: int) -> list[Said]:
        """What the surroundings of tokens `first` to `last` say: labels and the evidence for them."""
        words = table.normalized
        return [
            *self.phrases.before(words, table.sentence, first).values(),
            *self.phrases.after(words, last).values(),
        ]


__all__ = ["Cues", "Said"]
