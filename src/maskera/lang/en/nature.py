"""Rivers, lakes, mountains, islands and seas: another of the kind, in the country drawn for the
original's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

import msgspec

from maskera.lexicon.tsv import notes, word_list
from maskera.lexicon.vocab import Vocab
from maskera.replace import places
from maskera.replace.draw import Draw, ForLabels, Pool
from maskera.replace.shape import fold

_WORDS = word_list("en", "nature")

TOLD, _NOUNS = _WORDS.ranked("kind"), _WORDS.ranks("noun")
"""Kinds that have nouns, and these with the place of their kind. Islands have a list of their own."""
KINDS = (*TOLD, "waters")  # seas without the word: the Baltic
LISTED = {"island": "isle", "ocean": "sea"}
"""Kinds as the lists of other languages have them."""
ANYWHERE = _WORDS["anywhere"]
"""Kinds of which another is drawn wherever the text plays."""
ON = "on"
_RIVER = "river"  # the one kind that stands without its noun in the list


def nature(vocab: Vocab, world: places.Atlas, otherwise: ForLabels) -> ForLabels:
    """Of what is listed, abroad or told by the word before it another of its kind; of the rest, and
    beyond the document, `otherwise`."""

    @cache
    def known() -> Mapping[str, tuple[str, str]]:
        """Folded name -> its kind and the code of its country, or _ and that of its continent."""
        return {fold(form): (kind, land or on) for form, kind, land, on in _rows(vocab)}

    @cache
    def lying(kind: str) -> Mapping[str, Sequence[str]]:
        """Code of a country, _ and the code of a continent, or "" for anywhere -> names."""
        found: dict[str, list[str]] = {}
        for form, its, land, on in _rows(vocab):
            if its == kind:
                on = on or f"_{world.continents.get(land, '')}"
                for where in dict.fromkeys((land, on, "")):
                    found.setdefault(where, []).append(form)
        return found

    def draw_nature(draw: Draw) -> str:
        if draw.keyed:
            return otherwise.draw(draw)
        lead, name, tail = _parts(draw.form)
        before, abroad = draw.words_before(), "foreign" in draw.features
        kind, land = known().get(fold(draw.form)) or known().get(fold(name)) or _listed(vocab, draw)
        kind = kind or next(filter(None, map(_kind, (lead, tail, *sorted(before)))), "")
        if abroad and not kind:
            kind = "isle" if ON in before else _RIVER if "the" in before else ""
        if not kind or not (land or abroad or kind in ANYWHERE):
            return otherwise.draw(draw)
        country = "" if land.startswith("_") else land
        there = places.country_drawn(world, draw, country) if country or abroad else land
        its = lying(kind)
        wide = its.get(f"_{world.continents.get(there, '')}") or its[""]
        own = fold(name)
        apart = msgspec.structs.replace(  # Taal is no Taal Lake
            draw, free=lambda new: own not in fold(new) and draw.free(new)
        )
        new = apart.pick(Pool(f"geo/{kind}", tuple(its.get(there, ())), tuple(wide)))
        if kind != _RIVER:
            return new
        river = new.removesuffix(" River")
        return " ".join(part for part in (lead, river, tail) if part) if lead or tail else new

    return ForLabels(otherwise.labels, draw_nature, otherwise.kinds)


def _rows(vocab: Vocab) -> Iterator[tuple[str, str, str, str]]:
    """Name, kind, code of its country, _ and the code of its continent where it has none."""
    for form, kind, _, note in vocab.lists.rows("pseudonyms/nature.tsv"):
        marks = notes(note)
        yield form, kind, marks.get("in", ""), f"_{marks['on']}" if "on" in marks else ""
    for form, *_, note in vocab.lists.rows("pseudonyms/islands.tsv"):
        yield form, "isle", notes(note)["in"], ""


def _listed(vocab: Vocab, draw: Draw) -> tuple[str, str]:
    """The kind and country that lists of names have of it, "" for none."""
    entries = vocab.gazetteer.entries(fold(draw.form))
    found = next((entry for entry in entries if entry.label == draw.label and entry.kind), None)
    if found is None:
        return "", ""
    kind = LISTED.get(found.kind, found.kind)
    land = found.country if len(found.country) == 2 and found.country.isalpha() else ""
    return (kind, land) if kind in KINDS else ("", "")


def _kind(word: str) -> str:
    """The kind that a word is a noun for, "" for none."""
    rank = _NOUNS.get(word.lower())
    return "" if rank is None else TOLD[rank]


def _parts(form: str) -> tuple[str, str, str]:
    """The noun before a name, the name, the noun behind it: River Tyne, Hudson River."""
    words = form.split(" ")
    if len(words) == 2 and _kind(words[0]):
        return words[0], words[1], ""
    if len(words) > 1 and _kind(words[-1]):
        return "", " ".join(words[:-1]), words[-1]
    return "", form, ""
