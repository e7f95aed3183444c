"""What marks mean, and so which of them share a pseudonym: a referent, or one part of a name of
several parts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from maskera.mentions import Mention
from maskera.replace.referents import kind, parts
from maskera.replace.shape import fold
from maskera.taxonomy import Taxonomy

if TYPE_CHECKING:
    from maskera.review.state import Mark, State


def referent_keys(marks: Iterable[Mark], text: str, taxonomy: Taxonomy) -> dict[int, str]:
    """Mark key -> what shares a pseudonym: "firstname:3", and "firstname:3:2" for the second first
    name of somebody who has two."""
    ordered = sorted(
        {mark.key: mark for mark in marks}.values(), key=lambda mark: (mark.start, mark.end)
    )
    mentions = [Mention(mark.span, mark.label, mark.number) for mark in ordered]
    found = parts(text, mentions, [fold(text[mark.start : mark.end]) for mark in ordered], taxonomy)
    return {
        mark.key: f"{kind(mark.label, taxonomy)}:{mark.number}" + (f":{part + 1}" if part else "")
        for mark, part in zip(ordered, found, strict=True)
    }


def same(state: State, key: int, text: str, taxonomy: Taxonomy) -> tuple[int, ...]:
    """The marks that count and share a pseudonym with this one, this one among them."""
    mark = state.mark(key)
    if not mark.number:
        return (key,)
    names = referent_keys((*state.applied, mark), text, taxonomy)
    return tuple(each for each, name in names.items() if name == names[key])


def chosen_bases(state: State, text: str, taxonomy: Taxonomy) -> dict[int, str]:
    """Mark key -> the base form that a person chose for what it means; of the marks that count,
    those that have one."""
    if not state.bases:
        return {}
    return {
        key: state.bases[name]
        for key, name in referent_keys(state.applied, text, taxonomy).items()
        if name in state.bases
    }


def carried(
    bases: Mapping[str, str],
    before: Iterable[Mark],
    after: Iterable[Mark],
    text: str,
    taxonomy: Taxonomy,
) -> Mapping[str, str]:
    """The chosen base forms after a change of marks: one stays with its part of a name when that
    becomes another part of it, as by a first name marked before it.
    """
    if not bases:
        return bases
    old, new = (referent_keys(marks, text, taxonomy) for marks in (before, after))
    came: dict[str, str] = {}
    for key, name in new.items():
        if key in old and _whole(old[key]) == _whole(name):
            came.setdefault(name, old[key])
    stale = {*came, *came.values()}
    kept = {name: base for name, base in bases.items() if name not in stale}
    return kept | {name: bases[once] for name, once in came.items() if once in bases}


def _whole(key: str) -> list[str]:
    return key.split(":")[:2]
