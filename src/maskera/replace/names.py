"""First names and surnames: drawn by gender from the most frequent ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from maskera.replace.draw import Draw, ForLabels, Pool, Whole
from maskera.replace.shape import fold


def drawn(pools: Mapping[str, Pool]) -> ForLabels:
    """One of the pool of the label; a name means its form, not the person, so that one name is one
    name in every document of a scope."""

    def draw_name(draw: Draw) -> str:
        return draw.pick(pools[draw.label], draw.form)

    return ForLabels(frozenset(pools), draw_name)


def whole(names: Sequence[str]) -> Whole:
    """All names of a kind stand for one another in a secret order; a name in no list becomes a
    double name, which none of the list is."""
    single = tuple(dict.fromkeys(name for name in names if "-" not in name and " " not in name))
    known: dict[str, int] = {}
    kept: list[str] = []
    for name in single:
        if fold(name) not in known:
            known[fold(name)] = len(kept)
            kept.append(name)

    def composed(number: int) -> str:
        first, second = divmod(number, len(kept))
        return f"{kept[first]}-{kept[second]}"

    return Whole(known, tuple(kept), composed, len(kept) ** 2)
