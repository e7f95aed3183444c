"""Another word of the same kind in the pseudonym of a named thing: Falu lasarett -> Arvika sjukhus.

A pseudonym keeps the noun that says the kind, and where few texts have that noun it finds the text
(docs/risk.md). Words are exchanged within a list of those that mean the same and agree in gender.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec

from maskera.replace.draw import Draw, ForLabels
from maskera.replace.shape import carry_case, fold


class Words(msgspec.Struct, frozen=True):
    """The words of a kind; last: whether they stand at the end of a name alone (Sirius IK is no IK
    Sirius)."""

    forms: Sequence[str]
    last: bool


Rings = Mapping[str, Words]
"""Folded word -> the words of its kind, itself among them."""


def rings(rows: Iterable[tuple[str, str, float, str]]) -> Rings:
    """The words of a list, a row each: word, kind, weight, note (`last=1`)."""
    kinds: dict[str, list[str]] = defaultdict(list)
    last = set()
    for word, kind, _, note in rows:
        kinds[kind].append(word)
        if note == "last=1":
            last.add(kind)
    return {
        fold(word): Words(tuple(forms), kind in last)
        for kind, forms in kinds.items()
        for word in forms
    }


def varied(drawn: Callable[[Draw], str], words_by_form: Rings) -> Callable[[Draw], str]:
    """The same pseudonyms, where words they share with their original are others of that kind.

    In scopes beyond the document they stay: there two originals must not come to share a name.
    """

    def draw_name(draw: Draw) -> str:
        name = drawn(draw)
        if draw.keyed:
            return name
        own = {fold(word) for word in draw.form.split(" ")}
        words = name.split(" ")
        new = " ".join(
            _other(draw, word, own, its)
            if fold(word) in own
            and (its := words_by_form.get(fold(word)))
            and (place or not its.last)
            else word
            for place, word in enumerate(words)
        )
        return new if draw.unused(new) else name

    return draw_name


def varied_for_labels(drawn: ForLabels, words_by_form: Rings) -> ForLabels:
    """The same of a generator that has pools for some labels."""
    return ForLabels(drawn.labels, varied(drawn, words_by_form), drawn.kinds)


def _other(draw: Draw, word: str, own: set[str], words: Words) -> str:
    others = [form for form in words.forms if fold(form) not in own]
    if not others:
        return word
    return carry_case(word, draw.rng("word of its kind", fold(word)).choice(others))
