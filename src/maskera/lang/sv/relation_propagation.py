"""Names that are as much the writer's as a relative or friend of theirs: min farmor Gulistan, mina
barn Elif och Emre, Han heter Sardar."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from maskera.lang.sv.persons import OTHERS, OWN
from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import word_list
from maskera.mentions import Mention
from maskera.taxonomy import PERSON

_WORDS = word_list("sv", "relation_propagation")

AND = frozenset(("och", "&", "samt"))
ROW = AND | {","}
SEVERAL = frozenset(("mina", "våra"))
WRITER = frozenset(("jag", "vi"))
ME = OWN | _WORDS["me"]
PRONOUNS = frozenset(("han", "hon"))
HAVE = frozenset(("har", "hade"))
AROUND = 14  # tokens behind a relative among which the writer is looked for
STOPS = frozenset(".!?")


class _Link(NamedTuple):
    """What a name may go on with: the place of the relative, whether there are several, and whether
    it is the name of one already."""

    relative: int
    several: bool
    named: bool


def shared(table: TokenTable, mentions: Sequence[Mention], chances: Sequence[float]) -> list[float]:
    """The probabilities that mentions concern the writer; a name has at least that of the writer's
    relative that it stands at.

    Only where the words say whose the relative is: in a review pappa Harald and dottern Anna are
    mostly of the book.
    """
    found = list(chances)
    links: dict[int, _Link] = {}  # by the last token of a relative, or of a name
    for place, mention in enumerate(mentions):
        if mention.label == "fam" and "def" not in mention.features:
            first = table.first_token(mention.span)
            if _of_writer(table, links, first):
                several = "pl" in mention.features or table.left(first) in SEVERAL
                links[table.last_token(mention.span)] = _Link(place, several, False)
        elif (
            links
            and mention.label in PERSON
            and (link := _beside(table, links, table.first_token(mention.span)))
        ):
            found[place] = max(found[place], found[link.relative])
            links[table.last_token(mention.span)] = link._replace(named=True)
    return found


def _of_writer(table: TokenTable, links: dict[int, _Link], first: int) -> bool:
    """Whether the relative at token `first` is the writer's: min egen farmor; in a row with one who
    is (min syster Leila och bror Reza, min kompis Noor och hennes syster Hiba); beside the writer
    (jag och farmor Gunborg); or impersonal by the words, first in a sentence that speaks of the
    writer (Pappa Hamid gav mig boken), or whom the writer has (jag har en syster).
    """
    near = table.left(first)
    row = first - 2 if near in OTHERS else first - 1
    if table.at(row) in ROW and row - 1 in links:
        return True
    for word in (near, table.left(first, 2), table.left(first, 3)):
        if word in OWN:
            return True
        if word in OTHERS or word in ROW:
            break
    if near:
        return (near in AND and table.left(first, 2) in WRITER) or (
            table.left(first, 2) in HAVE and table.left(first, 3) in WRITER
        )
    return any(table.right(first, step) in ME for step in range(1, AROUND))


def _beside(table: TokenTable, links: dict[int, _Link], first: int) -> _Link | None:
    """What a name from token `first` on goes on with: the relative or the name right before it, or
    before a comma (min man, Sardar), or in a row where there are several (mina barn Elif, Emre och
    Deniz); or whom the sentence before is about (Min man läste. Han heter _).
    """
    near = table.left(first)
    if near and first - 1 in links:
        return links[first - 1]
    if near in ROW and (link := links.get(first - 2)):
        return link if link.several or (near == "," and not link.named) else None
    if near == "heter" and table.left(first, 2) in PRONOUNS and not table.left(first, 3):
        return _told_of(table, links, first - 3)
    return None


def _told_of(table: TokenTable, links: dict[int, _Link], last: int) -> _Link | None:
    """The relative whom the sentence that ends at token `last` is about: its subject (Min man ...),
    or its end (Jag har en syster.)."""
    if last < 1:
        return None
    sentence = table.document.sentences[table.sentence[last]]
    if table.lowers[sentence.start] in OWN:
        return links.get(sentence.start + 1)
    end = last - 1 if table.lowers[last] in STOPS else last
    return (
        links.get(end)
        if table.at(sentence.start) in WRITER and table.at(sentence.start + 1) in HAVE
        else None
    )
