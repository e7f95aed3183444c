"""Quarters and regions abroad: of the town or the country drawn for their own."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable

from maskera.lang.pack import Generator
from maskera.replace.draw import Draw, Pool
from maskera.replace.places import BESIDE, Atlas, country_drawn
from maskera.replace.shape import fold

LONGEST_NOUN = 16  # characters behind a mention in which the noun for it stands


def part_of(
    atlas: Atlas,
    label: str,
    invented: Pool,
    isles: Callable[[str], Pool],
    isle: Callable[[str], bool],
    noun_behind: Callable[[str], bool] = lambda _: False,
) -> Generator:
    """A quarter by a quarter, a region by a region, an island by an island: of the town or the
    country drawn for its own, else an invented one. isles: the islands of a country, by its ISO
    code, "" in a keyed scope. isle: whether a form names an island. noun_behind: whether what
    stands behind a mention begins with a noun that says what it is; an invented name loses its own
    there (Herat provins)."""

    def draw_part(draw: Draw) -> str:
        iso = atlas.town_in(draw.referent) or atlas.town_in(draw.form)
        if isle(draw.form) or isle(draw.referent):
            return draw.pick(isles("" if draw.keyed else country_drawn(atlas, draw, iso)))
        if draw.keyed:
            return draw.pick(invented)
        known = atlas.parts(label)
        made, end = invented.preferred, draw.mention.span.end
        if noun_behind(draw.document.text[end : end + LONGEST_NOUN]):
            made = tuple(first for first, _, rest in (one.partition(" ") for one in made) if rest)
        behind = _town_behind(draw)
        land = atlas.town_in(behind) or country_drawn(atlas, draw, iso)
        its = behind or draw.drawn.get(atlas.town_of(draw.form), "")
        there = known.get(fold(its), ()) or known.get(land, ())
        return draw.pick(Pool(f"{label} of", tuple(there), made, invented.whole))

    return draw_part


def _town_behind(draw: Draw) -> str:
    """The town drawn for the one right behind a place (Bole i Addis Abeba), wherever else a place is
    called so; "" where none is there."""
    towns = draw.labels("place.settlement")
    starts = draw.once("starts", lambda: [mention.span.start for mention in draw.mentions])
    behind = bisect(starts, draw.mention.span.start)
    if behind == len(draw.mentions) or draw.mentions[behind].label not in towns:
        return ""
    near = starts[behind] - draw.mention.span.end <= BESIDE
    return draw.bases.get(behind, "") if near else ""
