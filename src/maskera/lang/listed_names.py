"""The names that pseudonyms are drawn from in keyed scopes: those of the lists, then the lexicon's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from maskera.lexicon.gazetteer import Entry
from maskera.replace.shape import fold


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
