"""Who and what the mentions mean: mentions gathered to referents, each of which gets one pseudonym."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

import msgspec
from rapidfuzz.fuzz import ratio

from maskera.lexicon.tsv import MANY, noted, shipped
from maskera.mentions import Mention
from maskera.replace.shape import fold
from maskera.taxonomy import GIVEN_NAME, Taxonomy
from maskera.text import Document

FAMILY = "person.family"
SAME = 80  # the same, for a form right beside the one it is like: Sofiia Sofia, but not Anna Anneli
ALIKE = 60  # rapidfuzz ratio from which a form is taken for a spelling of a name part: Sofiia/Sofia 91, Meh/Mehmet 67


class Referent(msgspec.Struct, frozen=True, gc=False):
    """What one pseudonym stands for: the places of its mentions in the list of mentions, and the
    base form that speaks for them. halves: of a double first name (gun-marie) its names, folded,
    where the text has each of them of this person as well; of a double surname where it has one."""

    label: str
    number: int
    mentions: tuple[int, ...]
    form: str
    canonical: str
    halves: tuple[str, ...] = ()


def gather(
    document: Document,
    mentions: Sequence[Mention],
    forms: Sequence[str],
    folds: Sequence[str],
    apart: bool,
    taxonomy: Taxonomy,
    kin: bool = True,
) -> list[Referent]:
    """The referents in order of first appearance; `apart` makes every mention one of its own (scope
    mention).

    forms, folds: the base forms of the mentions, and these folded. Mentions of one kind and number
    belong together, and the label of the first speaks for them; the parts of a name get a pseudonym
    each. One surname is one surname, whoever bears it; with `kin` also where women have another
    form of it than men (Ivanov, Ivanova).
    """
    groups: dict[tuple[object, ...], list[int]] = {}
    families, shared = taxonomy.labels(FAMILY), _shared(taxonomy)
    doubles = {} if apart else _doubles(mentions, folds, taxonomy)
    for place, (mention, folded, part) in enumerate(
        zip(mentions, folds, parts(document.text, mentions, folds, taxonomy), strict=True)
    ):
        label = mention.label
        key: tuple[object, ...] = (shared.get(label, label), mention.number, part)
        if apart:
            key = (place,)
        elif not mention.number:
            meant = "" if label in families else fold(mention.referent)
            key = (*key, meant or folded)
        groups.setdefault(key, []).append(place)
    referents = [
        msgspec.structs.replace(one, halves=halves)
        if doubles and (halves := doubles.get((one.number, folds[one.mentions[0]]), ()))
        else one
        for one in (_referent(mentions, forms, places, taxonomy) for places in groups.values())
    ]
    if doubles:
        referents = _gendered(referents, folds, doubles, taxonomy)
    if apart:
        return referents
    referents = _families(referents, families, kin)
    return _joined_families(referents, families) if kin else referents


def _gendered(
    referents: Sequence[Referent],
    folds: Sequence[str],
    doubles: Mapping[tuple[int, str], tuple[str, ...]],
    taxonomy: Taxonomy,
) -> list[Referent]:
    """The same, where the halves of a double first name have its gender: Ann of Ann-Katrin."""
    unknown = taxonomy.labels(f"{GIVEN_NAME}.unknown")
    labels = {
        (one.number, half): one.label
        for one in referents
        for half in doubles.get((one.number, folds[one.mentions[0]]), ())
    }
    return [
        msgspec.structs.replace(one, label=labels.get((one.number, fold(one.form)), one.label))
        if one.label in unknown
        else one
        for one in referents
    ]


def _doubles(
    mentions: Sequence[Mention], folds: Sequence[str], taxonomy: Taxonomy
) -> dict[tuple[int, str], tuple[str, ...]]:
    """The first names in two halves that the text has of the same person apart, too (Gun-Marie, Gun
    Marie): number and folded form -> the halves, folded."""
    if "-" not in "".join(folds):  # as in most texts
        return {}
    given = taxonomy.labels(GIVEN_NAME)
    borne = {
        (mention.number, folded)
        for mention, folded in zip(mentions, folds, strict=True)
        if mention.number and mention.label in given
    }
    return {
        (number, folded): tuple(halves)
        for number, folded in sorted(borne)
        if len(halves := folded.split("-")) > 1 and all((number, half) in borne for half in halves)
    }


def parts(
    text: str, mentions: Sequence[Mention], folds: Sequence[str], taxonomy: Taxonomy
) -> list[int]:
    """Which part of what its kind and number mean each mention is, 0 for the first or only one.
    `mentions` are in text order.

    Two mentions of one kind and number in a row of names are two parts of a name (Garcia Marquez,
    Tran Thi Linh); a later mention goes to the part it looks like. A double first name is a
    part beside its halves where the text has these, too.
    """
    found: list[int] = []
    known: dict[tuple[str, int], list[set[str]]] = {}
    for number, form in _doubles(mentions, folds, taxonomy):
        known.setdefault(("firstname", number), []).extend(
            {one} for one in (*form.split("-"), form)
        )
    row: dict[
        str, int
    ] = {}  # kind -> its latest part in the row of names that goes on, whose bearer and end these are
    bearer = end = 0
    names, shared = taxonomy.labels("person"), _shared(taxonomy)
    for mention, folded in zip(mentions, folds, strict=True):
        if not mention.number or mention.label not in names:
            found.append(0)
            continue
        name, start = shared.get(mention.label, mention.label), mention.span.start
        if mention.number != bearer or start - end > 3 or text[end:start].strip(" -\u00a0"):
            bearer, row = mention.number, {}
        row[name] = _part(known.setdefault((name, mention.number), []), folded, row.get(name, -1))
        end = mention.span.end
        found.append(row[name])
    return found


def kind(label: str, taxonomy: Taxonomy) -> str:
    """What shares a pseudonym under one number: a first name is one name, whichever gender its
    mentions were given, and an institution is one, whether somebody works or shops there.
    """
    return _shared(taxonomy).get(label, label)


@lru_cache(8)
def _shared(taxonomy: Taxonomy) -> Mapping[str, str]:
    """The labels that share a pseudonym with others, and by what."""
    institutions = dict.fromkeys(taxonomy.labels("org"), "institution")
    return institutions | dict.fromkeys(taxonomy.labels(GIVEN_NAME), "firstname")


def _part(parts: list[set[str]], folded: str, beside: int) -> int:
    """Which part of the name a form is, given the part right before it (-1 for none); a new one is
    added to `parts`.

    Alone, a form belongs to the part it is most like, however little, for one number is one person;
    beside another it must be a spelling.
    """
    for number, forms in enumerate(parts):
        if folded in forms:  # nothing is liker
            return number
    likeness = [max(ratio(folded, form) for form in forms) for forms in parts]
    best = max(range(len(parts)), key=likeness.__getitem__, default=-1)
    if best >= 0 and (beside < 0 or likeness[best] >= (SAME if best == beside else ALIKE)):
        parts[best].add(folded)
        return best
    parts.append({folded})
    return len(parts) - 1


def _referent(
    mentions: Sequence[Mention], forms: Sequence[str], places: list[int], taxonomy: Taxonomy
) -> Referent:
    first = mentions[places[0]]
    if len(places) == 1:
        return Referent(first.label, first.number, (places[0],), forms[places[0]], first.referent)
    gendered = taxonomy.labels(f"{GIVEN_NAME}.male", f"{GIVEN_NAME}.female")
    its = [mentions[place] for place in places]
    label = next((one.label for one in its if one.label in gendered), first.label)
    canonical = next((one.referent for one in its if one.referent), "")
    counts: dict[str, int] = {}
    for place in places:
        counts[forms[place]] = counts.get(forms[place], 0) + 1
    form = max(counts, key=counts.__getitem__)  # of equally many the first
    return Referent(label, first.number, tuple(places), form, canonical)


_GENDERED = sorted(
    [
        (ending.removeprefix("-"), noted(note, "shared"))
        for ending, _, _, note in shipped(MANY).rows("words/referents.tsv")
    ],
    key=lambda ending: -len(ending[0]),
)
"""Endings of surnames of which women have one and men another, the longest first, and what both
share."""
LEAST_SURNAME = 4  # letters of what is left


@lru_cache(10_000)
def _of_family(surname: str) -> str:
    """What the forms of a folded surname for women and men share: ivanova, ivanov; kowalska,
    kowalski; petrauskienė, petrauskas."""
    for ending, of_all in _GENDERED:
        if surname.endswith(ending):
            shared = surname.removesuffix(ending) + of_all
            return shared if len(shared) >= LEAST_SURNAME else surname
    return surname


def _families(referents: list[Referent], families: frozenset[str], kin: bool) -> list[Referent]:
    """Surnames of the same form become one referent: a family keeps one name."""
    merged: dict[object, Referent] = {}
    for number, referent in enumerate(referents):
        key: object = number
        if referent.label in families:
            surname = fold(referent.form)
            key = (FAMILY, _of_family(surname) if kin else surname)
        if key in merged:
            first = merged[key]
            merged[key] = Referent(
                first.label,
                first.number,
                first.mentions + referent.mentions,
                first.form,
                first.canonical,
            )
        else:
            merged[key] = referent
    return list(merged.values())


def _joined_families(referents: list[Referent], families: frozenset[str]) -> list[Referent]:
    """The same, where a double surname knows its halves if the text has one of them: Stensson-Wahl
    beside Stensson."""
    surnames = {fold(one.form) for one in referents if one.label in families}
    if not any("-" in surname for surname in surnames):
        return referents

    def halves(one: Referent) -> tuple[str, ...]:
        its = tuple(fold(one.form).split("-")) if one.label in families else ()
        return its if len(its) > 1 and not surnames.isdisjoint(its) else one.halves

    return [msgspec.structs.replace(one, halves=halves(one)) for one in referents]
