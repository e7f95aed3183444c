"""Labels of institutions and places that words around them or inside them settle, whatever the
tagger takes an unlisted name for: a place of work behind a trade (cook at Arla), a street or a
church by its last word; and what stands for the same elsewhere in the text."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from maskera.label.harmonize import told
from maskera.lang.en.beginnings import FOREIGN, beginnings
from maskera.lang.en.morphology import base
from maskera.lang.en.situations import words
from maskera.lang.en.surroundings import goes_on, nouns
from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import CAPITALS
from maskera.mentions import Mention
from maskera.taxonomy import FULL_NAME
from maskera.text import Span

_WORDS = word_list("en", "institutions")

SITES = frozenset(("place", "other_institution", "work", "school"))
HOUSES = SITES - {"place"}
"""Of 54 names behind one of these and "in" in training/en none is another."""
SETTLEMENTS = frozenset(("city", "country", "region", "area", "geo"))
UNSURE = SITES | SETTLEMENTS | FULL_NAME | {"transport_name"}
"""Labels that an unlisted name may have been given for want of anything better."""
EMPLOYING = _WORDS["employing"]
"""Behind a trade of the writer's people: in 84 of 88 such mentions of training/en the name is a
place of work. Behind "in" it is so in 48 of 60, where no list has the name as a town's."""
ARTICLES = _WORDS["articles"]
NOBODYS = frozenset(("the", ""))
"""What stands before the trade of somebody met: the doctor at the clinic."""
SAINTS = _WORDS["saints"]
CALLED = _WORDS["called"]
"""Words between a noun and the name of what it says: a school called _."""
WHERE = _WORDS["studied_where"]
STUDY = 6  # tokens before where one studies in which that is told
LATELY = _WORDS["lately"]
NO_ENGLISH = 3.0  # Zipf under which a noun like "clinica" is one of another language
SURE_HOUSES = _WORDS["sure_houses"]
"""Last words of what is no school's."""
SURE_PLACES = _WORDS["sure_places"]
"""Last words of several that are no town's and no institution's (12 of 13 in training/en)."""


def settled(table: TokenTable, mentions: Sequence[Mention]) -> list[Mention]:
    """The mentions with the labels that this module is about."""
    bare = (_without_article(table, mention) for mention in mentions)
    trimmed = [_without_pronoun(table, mention) for mention in bare if mention is not None]
    ends = {
        table.last_token(mention.span): table.first_token(mention.span)
        for mention in trimmed
        if mention.label == "prof"
    }
    trimmed = _by_noun_called(table, trimmed)
    trimmed = [_of_letters(table, _with_saint(table, mention)) for mention in trimmed]
    placed = [_by_head(table, _by_trade(table, mention, ends)) for mention in trimmed]
    return _alike(table, _in_towns(table, placed))


def _without_article(table: TokenTable, mention: Mention) -> Mention | None:
    """A name without the article it begins with, None for an article alone: at The [Lamb]."""
    if mention.label not in UNSURE:
        return mention
    first = table.first_token(mention.span)
    if table.lowers[first] != "the":
        return mention
    if first == (last := table.last_token(mention.span)):
        return None
    return msgspec.structs.replace(
        mention, span=Span(table.span(first + 1, last).start, mention.span.end)
    )


def _without_pronoun(table: TokenTable, mention: Mention) -> Mention:
    """A name without the pronoun behind it: when I go to [Luton] I check."""
    first, last = table.first_token(mention.span), table.last_token(mention.span)
    if mention.label not in UNSURE or last == first or table.lowers[last] != "i":
        return mention
    after = table.words[last + 1] if last + 1 < len(table.words) else None
    if after is None or after.shape != "lower":
        return mention
    whole = table.span(first, last - 1)
    return msgspec.structs.replace(mention, span=Span(whole.start, whole.end))


def _with_saint(table: TokenTable, mention: Mention) -> Mention:
    """A house or place with the saint that it is called by: goes to [st vincents primary]."""
    if mention.label not in SITES:
        return mention
    alone = table.first_token(mention.span)
    if table.lowers[alone] in SAINTS and alone == table.last_token(mention.span):
        small = table.adjacent(alone) and table.words[alone + 1].shape == "lower"
        if small and table.words[alone].shape == "lower":
            return msgspec.structs.replace(mention, span=table.span(alone, alone + 1))
    at = table.first_token(mention.span) - 1
    if table.at(at) not in SAINTS or not table.adjacent(at):
        return mention
    street = (
        at > 0
        and table.adjacent(at - 1)
        and (table.glued(at - 1) or table.words[at - 1].shape in CAPITALS)
    )
    if street or table.sentence[at] != table.sentence[at + 1]:
        return mention  # 4 High St Apartments
    return msgspec.structs.replace(mention, span=Span(table.span(at, at).start, mention.span.end))


def _by_noun_called(table: TokenTable, mentions: Sequence[Mention]) -> list[Mention]:
    """The mentions; somebody after whom a house or the like is called is its name: a school name
    Fatima Balkhi."""
    if CALLED.isdisjoint(table.vocabulary):
        return list(mentions)
    result: list[Mention] = []
    for mention in mentions:
        first = table.first_token(mention.span)
        before = result[-1] if result else None
        if mention.label in FULL_NAME and table.left(first) in CALLED:
            noun = 2 + (table.left(first, 2) in ("is", "was"))
            caller = noun == 2 and not table.left(first, 4)  # our school called Anna
            label = table.vocab.derived(nouns).get(table.left(first, noun), "")
            if label and not caller:
                mention = told(mention, label, "what something is called")
        elif before is not None and mention.label in FULL_NAME and before.label in SITES:
            last = table.last_token(before.span)
            begin = table.left(table.first_token(before.span))
            if begin in CALLED and first == last + 1 and table.adjacent(last):
                whole = Span(before.span.start, mention.span.end)
                result[-1] = msgspec.structs.replace(before, span=whole, features=mention.features)
                continue
        result.append(mention)
    return result


def _of_letters(table: TokenTable, mention: Mention) -> Mention:
    """A hospital or the like where letters of a state stand behind an article: she is at the PA."""
    if mention.label != "region":
        return mention
    at = table.first_token(mention.span)
    if table.words[at].shape != "upper" or len(table.lowers[at]) > 3:
        return mention
    of_house = table.left(at) == "the" and at == table.last_token(mention.span)
    return told(mention, "other_institution", "letters behind an article") if of_house else mention


def _by_trade(table: TokenTable, mention: Mention, trades: dict[int, int]) -> Mention:
    """A place of work by the trade before it. trades: last token of a trade -> its first."""
    if mention.label not in UNSURE - {"work"}:
        return mention
    first, last = table.first_token(mention.span), table.last_token(mention.span)
    at = first - 1
    while at > 0 and table.lowers[at] in ARTICLES:
        at -= 1
    near = table.lowers[at] if at > 0 else ""
    if near == "," and _employer_of_line(table, first) and not _settlement(table, first, last):
        return told(mention, "work", "behind a trade on a line of years")
    if near not in EMPLOYING | {"in"} or table.sentence[at] != table.sentence[first]:
        return mention
    end = at - 1
    while end > 0 and table.lowers[end] in LATELY:
        end -= 1
    if end not in trades or table.sentence[end] != table.sentence[first]:
        return mention
    if table.left(trades[end]) in NOBODYS:
        return mention
    if near == "in" and _settlement(table, first, last):
        return mention
    if not all(word.shape in CAPITALS for word in (table.words[first], table.words[last])):
        return mention
    return told(mention, "work", "behind a trade")


def _settlement(table: TokenTable, first: int, last: int) -> bool:
    entries = table.entries(first, last) if last > first else table.words[first].entries
    return not SETTLEMENTS.isdisjoint(entry.label for entry in entries[:2])


def _of_saint(table: TokenTable, first: int, last: int) -> bool:
    return table.lowers[first] in SAINTS and base(table.lowers[last]) != table.lowers[last]


def _saints_town(table: TokenTable, first: int, last: int) -> bool:
    """Whether a town is called by a saint: his practice in St Marys; but not in St Mary's."""
    if table.lowers[first] not in SAINTS or last == first or table.left(first) != "in":
        return False
    named = last - first == 1 or (last - first == 2 and table.lowers[first + 1] == ".")
    return named and not table.words[last].genitive and not _studied(table, first)


def _studied(table: TokenTable, first: int) -> bool:
    """Whether somebody is said to study in what begins at a token: schooling in St. Xavier's."""
    studies = words(table, "studies_at")
    behind = (table.left(first, step) for step in range(2, 2 + STUDY))
    return table.left(first) in WHERE and not studies.isdisjoint(behind)


def _employer_of_line(table: TokenTable, first: int) -> bool:
    """Whether a trade and a comma stand before a name on a line that begins with years: 2015-2022
    Site manager, [Budinvest], Poltava."""
    if table.at(first - 1) != "," or table.entry(first - 2, "prof") is None:
        return False
    text, start = table.document.text, table.span(first, first).start
    line = text.rfind("\n", 0, start) + 1
    return text[line : line + 4].isdigit()


def _only_settlement(table: TokenTable, first: int, last: int) -> bool:
    """Whether lists have a name as a town's and as no institution's: Grangemouth, not Denny's."""
    entries = table.entries(first, last) if last > first else table.words[first].entries
    labels = {entry.label for entry in entries}
    return "city" in labels and labels.isdisjoint(SITES) and not table.words[last].genitive


def _by_head(table: TokenTable, mention: Mention) -> Mention:
    """A street, a church or a station by its last word; what is a saint's, no town: St Mary's; a
    listed town that somebody works in."""
    first, last = table.first_token(mention.span), table.last_token(mention.span)
    if mention.label in ("work", "school") and _saints_town(table, first, last):
        return told(mention, "city", "a saint's town")
    if last > first and _of_saint(table, first, last):
        if mention.label in UNSURE - {"school", "work"} and _studied(table, first):
            return told(mention, "school", "a saint's where one studies")
        if mention.label in SETTLEMENTS:
            return told(mention, "other_institution", "a saint's")
    if (
        mention.label == "work"
        and table.left(first) == "in"
        and _only_settlement(table, first, last)
    ):
        return told(mention, "city", "a listed town behind in")
    told_so = _by_foreign_noun(table, first, last)
    if told_so and mention.label in UNSURE - {"work", "transport_name", told_so}:
        return told(mention, told_so, "by a noun of another language")
    if last == first or mention.label not in UNSURE - {"work", "place", "transport_name"}:
        return mention
    if table.lowers[last] in SURE_PLACES:
        return told(mention, "place", "by its last word")
    if mention.label == "school" and table.lowers[last] in SURE_HOUSES:
        return told(mention, "other_institution", "by its last word")
    return mention


def _by_foreign_noun(table: TokenTable, first: int, last: int) -> str:
    """The label that a noun of another language tells of a name that begins with it or stands
    behind it: Plaza de Olavide, the école Jules Ferry; "" for none."""
    if first and table.adjacent(first - 1) and not goes_on(table, last):
        noun = table.words[first - 1]
        label = table.vocab.derived(nouns).get(noun.lower, "")
        if label and noun.shape == "lower" and noun.zipf < NO_ENGLISH:
            return label
    word = table.words[first]
    if first == last or word.shape not in CAPITALS or word.zipf >= FOREIGN:
        return ""
    return table.vocab.derived(beginnings).get(word.lower, "")


def _in_towns(table: TokenTable, mentions: Sequence[Mention]) -> list[Mention]:
    """The mentions; what an institution is in is a town: Dock Coffee in [Fremantle]."""
    result: list[Mention] = []
    for mention in mentions:
        house = bool(result) and result[-1].label in HOUSES and mention.label in HOUSES
        if house:
            at = table.first_token(mention.span) - 1
            ends = at - 1 - (table.at(at - 1) == ",")
            if table.at(at) == "in" and ends == table.last_token(result[-1].span):
                mention = told(mention, "city", "behind an institution and in")
        result.append(mention)
    return result


def _alike(table: TokenTable, mentions: Sequence[Mention]) -> list[Mention]:
    """The mentions; a house is the writer's place of work throughout when it is so once, also
    under a part of its name."""
    work = {form(table, mention) for mention in mentions if mention.label == "work"}
    return [
        told(mention, "work", "the place of work of before")
        if mention.label in SITES - {"work"} and form(table, mention) in work
        else mention
        for mention in mentions
    ]


def form(table: TokenTable, mention: Mention) -> str:
    """The words of a mention in lower case, without the ending of a genitive."""
    written = table.document.text[mention.span.start : mention.span.end].lower()
    return written.removesuffix("'s").removesuffix("’s")
