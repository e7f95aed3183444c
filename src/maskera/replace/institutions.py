"""Named things that say what they are (a school, a library, a line): the noun is kept, the name
before it is drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import msgspec

from maskera.replace.draw import Draw, ForLabels, Pool
from maskera.replace.shape import fold


@dataclass(frozen=True, slots=True)
class Heads:
    """What a language knows of the nouns that end names.

    split: form -> (what stands before the noun, the noun, its indefinite form, the label it speaks
    for), None without one. join: (stem, noun, whether the noun is a word of its own) -> name.
    genitive: of a name. town: form -> the town where such a thing is known to be.
    """

    split: Callable[[str], tuple[str, str, str, str] | None]
    join: Callable[[str, str, bool], str]
    genitive: Callable[[str], str]
    town: Callable[[str], str]


def named(
    pools: Mapping[str, Pool],
    stems: Pool,
    estates: Pool,
    heads: Heads,
    kind: Callable[[str], str] | None = None,
    whole: str = "",
) -> ForLabels:
    """One of its kind: the noun before the name stays, and a town whose pseudonym is known is that
    town there too.

    pools: by label and by what kind() says of an original; a key with `+def` goes before it for
    definite originals. stems: before a noun in one word. estates: before it in words of their own,
    in the genitive. whole: nouns that speak for this label get a whole name from its pool instead.
    """

    def its_pool(draw: Draw, key: str, definite: bool) -> Pool:
        found = (pools.get(f"{key}+def") if definite else None) or pools.get(key)
        return found or pools[draw.label]

    def draw_name(draw: Draw) -> str:
        found = heads.split(draw.form)
        if found is None:
            return draw.pick(
                its_pool(draw, kind(draw.form) if kind else draw.label, "def" in draw.features)
            )
        before, noun, bare, label = found
        definite = noun != bare
        apart = not before or before.endswith((" ", "-"))
        stem = before.strip(" -")
        town = (
            None
            if draw.keyed
            else _town(draw, stem)
            or _town(draw, heads.town(draw.referent) or heads.town(draw.form))
        )
        if town is not None and stem:
            marked = apart and (definite or stem.endswith("s"))
            joined = (
                heads.join(heads.genitive(town), bare, True)
                if marked
                else heads.join(town, noun, apart)
            )
            if draw.free(joined):
                return joined
        if label == whole:
            return draw.pick(its_pool(draw, label, definite))
        if apart and not definite:
            return heads.join(
                heads.genitive(
                    _fresh(draw, estates, lambda name: heads.join(heads.genitive(name), noun, True))
                ),
                noun,
                True,
            )
        return heads.join(
            _fresh(draw, stems, lambda name: heads.join(name, noun, False)), noun, False
        )

    return ForLabels(frozenset(pools), draw_name)


def _town(draw: Draw, stem: str) -> str | None:
    """The pseudonym of the town that a name begins with, perhaps in the genitive."""
    forms = (stem, stem[:-1]) if stem.endswith("s") else (stem,)
    return next(
        (draw.drawn[folded] for form in forms if form and (folded := fold(form)) in draw.drawn),
        None,
    )


def _fresh(draw: Draw, pool: Pool, build: Callable[[str], str]) -> str:
    """A stem from the pool that makes a free name."""
    return msgspec.structs.replace(
        draw, free=lambda stem: draw.free(stem) and draw.free(build(stem))
    ).pick(pool)
