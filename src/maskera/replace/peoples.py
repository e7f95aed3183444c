"""Regions with a people of their own: Catalonia, beside which a text says Catalan, becomes another
that has a people and a language (the Basque Country), so that their words can follow it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from maskera.lang.pack import Generator
from maskera.lexicon.tsv import WordLists, notes
from maskera.replace import places
from maskera.replace.countries import Country
from maskera.replace.draw import Draw, Pool
from maskera.replace.holidays import WORD
from maskera.replace.shape import fold, folded

SAID = ("adj", "language")
"""What a people may have words for, beside the noun for one of it."""


class Homeland(msgspec.Struct, frozen=True):
    """A region with a people: its name, the ISO codes of the countries that it lies in, the folded
    words for its people, which of SAID it has words for, and whether it is an island."""

    name: str
    lands: tuple[str, ...]
    words: tuple[str, ...]
    said: frozenset[str]
    isle: bool


def homelands(lists: WordLists) -> Mapping[str, Homeland]:
    """Those of a language's list (pseudonyms/people_words.tsv) by their folded names."""
    found: dict[str, Homeland] = {}
    for noun, _, _, note in lists.rows("pseudonyms/people_words.tsv"):
        marks = notes(note)
        if name := marks.get("home", ""):
            words = [noun.partition("/")[0], marks["adj"], *marks.get("language", "").split("|")]
            known = found.get(fold(name))
            found[fold(name)] = Homeland(
                name,
                tuple(marks["in"].split("|")),
                (*(known.words if known else ()), *(fold(word) for word in words if word)),
                frozenset(marks.keys() & set(SAID)),
                "isle" in marks,
            )
    return found


def region(
    atlas: places.Atlas,
    known: Mapping[str, Homeland],
    lands: Mapping[str, Country],
    otherwise: Generator,
) -> Generator:
    """A region, by `otherwise`; for one of whose people the text speaks another with a people, of
    the country drawn for its own, or where that is not named near it or on its continent. lands:
    countries by their ISO codes."""

    def near(own: Homeland, there: str) -> Sequence[tuple[str, ...]]:
        """The names that may stand for a homeland: the nearer circles first."""
        fitting = [
            one
            for one in known.values()
            if one is not own
            and one.said >= own.said
            and one.isle == own.isle
            and set(own.words).isdisjoint(one.words)
        ]

        def areas(iso: str) -> tuple[str, ...]:
            land = lands.get(iso)
            return (land.iso, land.region, land.continent) if land else ("", "", "")

        return [
            tuple(
                one.name
                for one in fitting
                if any(area and areas(iso)[circle] == area for iso in one.lands)
            )
            for circle, area in enumerate(areas(there))
        ]

    def draw_region(draw: Draw) -> str:
        own = known.get(fold(draw.form)) or known.get(fold(draw.form.rpartition(" ")[2]))
        if own is None or draw.keyed:
            return otherwise(draw)
        words = draw.once("words", lambda: set(WORD.findall(folded(draw.document.text))))
        name = fold(own.name)
        if any(word.startswith(own.words) for word in words - {name, f"{name}s"}):
            named = places.named_among(atlas, draw, own.lands)
            there = places.country_drawn(atlas, draw, named or own.lands[0])
            for names in near(own, there)[: 1 if named else None]:
                if any(map(draw.free, names)):
                    return draw.pick(Pool("homeland", names))
        return otherwise(draw)

    return draw_region
