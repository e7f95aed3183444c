"""Where a place lies that no list knows: as the place or country does that it is said to lie in, else
as names spelt like its own do."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import chain

from msgspec.structs import replace

from maskera.lexicon.gazetteer import Entry
from maskera.lexicon.table import TokenTable
from maskera.mentions import Mention

# Tokens within which the place named nearest counts, and by how much (log-odds). Of the places of
# 3,050 invented essays in no list 13 fewer are mistaken with it; 2 or 60 tokens help less.
NEAR, BESIDE = 20, 1.0
ADDRESS = 6  # tokens between a street and its town: numbers and what parts them
_BETWEEN = frozenset((",", "-", "–"))


def placed(
    table: TokenTable,
    mentions: Sequence[Mention],
    home: str,
    inside: frozenset[str],
    made_of: Callable[[str], Entry | None] = lambda word: None,
    own: frozenset[str] = frozenset(),
) -> list[Mention]:
    """The mentions; places abroad have the feature `foreign`, whether a list has them or not.

    home: the code of the country at home. inside: words between a place and what it lies in (i).
    made_of: the listed name that a word in lower case is made of. own: words that names have at
    home (sankta).
    """
    labels, countries = table.vocab.taxonomy.abroad, table.vocab.taxonomy.labels("place.country")
    unmarked = {
        place: _listed(table, mention, made_of)
        for place, mention in enumerate(mentions)
        if mention.label in labels and "foreign" not in mention.features
    }
    if all(abroad is False for abroad in unmarked.values()):  # as in most texts
        return list(mentions)
    lies: dict[int, bool] = {}  # the first token of a place -> whether that is known to lie abroad
    for place, mention in enumerate(mentions):
        abroad = unmarked.get(place, True) if mention.label in labels else None
        if mention.label in countries:
            entry = table.entry(table.last_token(mention.span), mention.label)
            abroad = entry is None or entry.country != home
        if abroad is not None:
            lies[table.first_token(mention.span)] = abroad
    found = list(mentions)
    for place, abroad in unmarked.items():
        mention = mentions[place]
        if abroad is None:
            abroad = _said(table, mention, lies, inside)
        if abroad is None:
            here = not own.isdisjoint(_words(table, mention))
            abroad = not here and _spelt(table, mention, _near(table, mention, lies))
        if abroad:
            found[place] = replace(mention, features=mention.features | {"foreign"})
    return found


def alike(table: TokenTable, mentions: list[Mention]) -> list[Mention]:
    """The mentions; a town that lies abroad in one place does so wherever it is called the same."""
    labels = table.labels("place.settlement")
    last = [table.last_token(mention.span) for mention in mentions]
    towns = [place for place, mention in enumerate(mentions) if mention.label in labels]
    foreign = [place for place in towns if "foreign" in mentions[place].features]
    if not 0 < len(foreign) < len(towns):
        return mentions
    forms, found = {table.lowers[last[place]] for place in foreign}, list(mentions)
    for place in towns:
        if table.lowers[last[place]] in forms:
            mention = found[place]
            found[place] = replace(mention, features=mention.features | {"foreign"})
    return found


def _listed(
    table: TokenTable, mention: Mention, made_of: Callable[[str], Entry | None]
) -> bool | None:
    """Whether a place lies abroad as the lists have it, or what its name is made of (Oslobon), or
    of a name of several words the parts (Antwerpens centralstation); None for one that they do not
    have. A namesake at home goes before."""
    first, last = table.first_token(mention.span), table.last_token(mention.span)
    parts = chain.from_iterable([word.entries for word in table.words[first : last + 1]])
    labels = table.vocab.taxonomy.abroad
    within = made_of(table.lowers[last]) if first == last else None
    for entries in (table.entries(first, last), (within,) if within else parts):
        if abroad := {bool(entry.country) for entry in entries if entry.label in labels}:
            return all(abroad)
    return None


def _said(
    table: TokenTable, mention: Mention, lies: Mapping[int, bool], inside: frozenset[str]
) -> bool | None:
    """Whether the place lies abroad that this one is said to lie in, or that ends its address; None
    where none is."""
    last = table.last_token(mention.span)
    at = last + 1
    if table.at(at).isdigit():  # 12, 20250 Casablanca
        while at <= last + ADDRESS and (table.at(at).isdigit() or table.at(at) in _BETWEEN):
            at += 1
    elif table.at(at) not in inside:
        return None
    return lies.get(at + (table.at(at) in inside))


def _near(table: TokenTable, mention: Mention, lies: Mapping[int, bool]) -> float:
    """What the place named nearest says, as log-odds that this one lies abroad, too."""
    at = table.first_token(mention.span)
    far, abroad = min(
        ((abs(at - one), abroad) for one, abroad in lies.items()), default=(NEAR, False)
    )
    return 0.0 if far >= NEAR else BESIDE if abroad else -BESIDE


def _spelt(table: TokenTable, mention: Mention, near: float) -> bool:
    """Whether a name is spelt rather like those of places abroad. near: log-odds by what is near."""
    form = table.document.text[mention.span.start : mention.span.end].lower()
    if "gen" in mention.features:
        form = table.vocab.genitive.bare(form)
    spelling = table.gazetteer.spelling
    if spelling is None or (mention.label in table.labels("site") and _persons(table, mention)):
        return False
    return spelling.abroad(form) + near > 0


def _words(table: TokenTable, mention: Mention) -> Sequence[str]:
    """The words of a name, in lower case."""
    return table.lowers[table.first_token(mention.span) : table.last_token(mention.span) + 1]


def _persons(table: TokenTable, mention: Mention) -> bool:
    """Whether a house or park bears a first name or surname, whose spelling tells nothing of where
    it stands: kyrkan Betania."""
    first, last = table.first_token(mention.span), table.last_token(mention.span)
    names = table.labels("person.given", "person.family")
    return first == last and any(entry.label in names for entry in table.words[last].entries)
