"""First names and surnames: drawn by gender from the most frequent ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import overload

from maskera.replace.draw import Draw, ForLabels, Pool, Whole
from maskera.replace.shape import fold


def drawn(
    pools: Mapping[str, Pool],
    of_origin: Callable[[str, str, Sequence[str]], Pool | None] = lambda *_: None,
) -> ForLabels:
    """One of the pool of the label; a name means its form, not the person, so that one name is one
    name in every document of a scope.

    of_origin: label, form and the surnames of the person (within the document) -> the names of the
    same origin, for policies that ask for them; None where the origin is not known, or the home
    one.
    """

    def draw_name(draw: Draw) -> str:
        same = of_origin(draw.label, draw.form, _family(draw)) if draw.origin else None
        return draw.pick(same or pools[draw.label], draw.form)

    return ForLabels(frozenset(pools), draw_name)


def _family(draw: Draw) -> Sequence[str]:
    """The surnames of the person; none beyond the document, where a name means its form alone."""
    if draw.keyed or not draw.number:
        return ()

    def borne() -> Mapping[int, list[str]]:
        labels = draw.taxonomy.labels("person.family")
        found: dict[int, list[str]] = {}
        for mention, form in zip(draw.mentions, draw.forms, strict=True):
            if mention.label in labels:
                found.setdefault(mention.number, []).append(form)
        return found

    return draw.once("surnames", borne).get(draw.number, ())


class _WithDoubles(Sequence[str]):
    """Some names, and then the double names of all pairs of them."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names
        self._others = len(names) - 1

    def __len__(self) -> int:
        return len(self._names) * (1 + self._others)

    @overload
    def __getitem__(self, place: int) -> str: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[str]: ...

    def __getitem__(self, place: int | slice) -> str | Sequence[str]:
        if isinstance(place, slice):
            return [self[one] for one in range(*place.indices(len(self)))]
        names = self._names
        if place < len(names):
            return names[place]
        first, second = divmod(place - len(names), self._others)
        return f"{names[first]}-{names[second + (second >= first)]}"

    def __iter__(self) -> Iterator[str]:
        return (self[place] for place in range(len(self)))


def whole(
    names: Sequence[str], frequent: int = 0, originals: Sequence[str] = (), more: int = 0
) -> Whole:
    """All names of a kind, the frequent ones first; a name in no list becomes a double name, which
    none of the list is.

    frequent: how many of the first may be drawn. These stand in a secret order for as many
    originals, and double names of them for the others. With 0 all stand for one another.
    originals: the names that may be met, the likeliest first; without any, the names themselves.
    more: how many of the next make second halves of the double names for names in no list; with 0
    all do.
    """
    kept = single(names)
    known = {fold(name): place for place, name in enumerate(single(originals) or kept)}
    usual = kept[:frequent]
    shown = _WithDoubles(usual) if len(usual) * len(usual) >= len(known) else tuple(kept)
    parted = len(usual) if len(shown) != len(kept) else 0
    last = parted + more if more else len(kept)
    beginnings, endings = (usual, kept[parted:last]) if parted else (kept, kept)

    def composed(number: int) -> str:
        first, second = divmod(number, len(endings))
        return f"{beginnings[first]}-{endings[second]}"

    size = len(beginnings) * len(endings)
    return Whole(known, shown, composed, size, parted, tuple(known))


def single(names: Sequence[str]) -> list[str]:
    """The names of one word, each spelling once."""
    table: dict[str, str] = {}
    for name in names:
        if "-" not in name and " " not in name:
            table.setdefault(fold(name), name)
    return list(table.values())
