"""The names that pseudonyms are drawn from in keyed scopes: those of the lists, then the lexicon's."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import zip_longest

from maskera.lexicon.gazetteer import Entry
from maskera.replace.shape import fold

ORIGIN_WEIGHT = 2.5  # log-odds from which a name of an origin is drawn


def by_label(
    own: Mapping[str, Sequence[str]], entries: Iterable[Entry], family: str
) -> Mapping[str, list[str]]:
    """The names of each label: those of our lists first, so that they keep their label. A first
    name has one gender, so that no two pools share it. family: the label of surnames."""
    table: dict[str, list[str]] = {}
    seen: set[tuple[bool, str]] = set()
    for label, its in own.items():
        table[label] = [form for form in its if (label == family, fold(form)) not in seen]
        seen.update((label == family, fold(form)) for form in its)
    for entry in entries:
        mark = (entry.label == family, fold(entry.form))
        if mark not in seen and entry.form[:1].isupper():
            seen.add(mark)
            table[entry.label].append(entry.form)
    return table


def likely_first(
    usual: Sequence[str], entries: Iterable[Entry], home: Collection[str]
) -> list[str]:
    """The names that learners may name, the likeliest first: by turns a usual one and two of other
    origins, of each origin as its part of the lists is. home: origins that are none, or ours."""
    others: dict[str, list[tuple[int, str]]] = {}
    rest: list[tuple[int, str]] = []
    for entry in entries:
        known = entry.kind not in home and entry.weight >= ORIGIN_WEIGHT
        (others.setdefault(entry.kind, []) if known else rest).append((-entry.value, entry.form))
    foreign = sorted(
        (place / len(its), form)
        for its in others.values()
        for place, (_, form) in enumerate(sorted(its), start=1)
    )
    turns = zip_longest(usual, (f for _, f in foreign[::2]), (f for _, f in foreign[1::2]))
    mixed = [name for turn in turns for name in turn if name]
    return [*mixed, *(form for _, form in sorted(rest))]
