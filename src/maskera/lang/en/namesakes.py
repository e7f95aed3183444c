"""Places and people of one name, told apart by where the name stands: from Jordan, Jordan said;
Charlotte moved to Charlotte; I love Holland."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

import msgspec

from maskera.label.harmonize import told
from maskera.lang.en.initials import first_name
from maskera.lang.en.institutions import form
from maskera.lang.en.people import gives_or_gets
from maskera.lang.en.surnames import COURTESY, TITLES
from maskera.lang.en.surroundings import goes_on
from maskera.lang.en.word_names import STRONG
from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import word_list
from maskera.mentions import Mention
from maskera.taxonomy import FULL_NAME

_WORDS = word_list("en", "namesakes")

IN = _WORDS["in"]
"""Words before a place that hardly stand before a person."""
MOTION, ORIGIN = _WORDS["motion"], _WORDS["origin"]
"""Words before "to" a place (went, back), and before "from" one: I am from Jordan."""
OF_LAND = _WORDS["of_land"]
"""Words of which a country has one: the capital of Georgia."""
MOVES = _WORDS["moves"]
"""What people do and places do not: Charlotte moved."""
MOVING = 4  # tokens before "to" in which one moves: took the train to Victoria
THERE, CLAUSE = _WORDS["there"], 8  # what a place is called again by, and the tokens of a clause
GREETED, BEFORE_PLACE = _WORDS["greeted"], _WORDS["before_place"]
"""Verbs whose object is a person (I met Sydney), and words before which no person is meant."""
MISSED = _WORDS["missed"]
"""Verbs whose object may be a town, one of which is a title, too: I miss Lima."""
SIGNING = _WORDS["signing"]
"""Words before "from" and who signs: love from Vera."""
DONE_TO = _WORDS["done_to"]
"""Words before somebody to whom, with whom or for whom something is done."""
CAUCASUS, PEOPLE, SPOKEN = _WORDS["caucasus"], _WORDS["georgian"], _WORDS["spoken"]
"""Neighbours, food and money of Georgia, its people, and words before their language."""
GEORGIA = "GE"
TOWN_LETTERS = _WORDS["town_letters"]
"""Letters by which people call a town that are a state's, too: LA."""
PRONOUNS = {"he": "firstname_male", "she": "firstname_female"}
WHERE = ("city", "country", "region")
LEAST = 3.0  # weight of a country from which it is rarely a first name
LAND = 3.5  # log-odds that a country of which a first name is rare is one


def where_one_is(table: TokenTable, mention: Mention) -> str:
    """The label of a place by lists for a name that stands where one lives, goes to or comes from
    (in Regina, moved to Charlotte, from Jordan), "" elsewhere: in Regina Spektor's songs."""
    first, last = table.first_token(mention.span), table.last_token(mention.span)
    before = table.left(first)
    if (before not in IN and before not in ("to", "from", "of")) or "gen" in mention.features:
        return ""
    if _signed(table, first) or goes_on(table, last):
        return ""
    if before == "of":
        moved = table.left(first, 2) in OF_LAND
    elif before == "to":
        moved = any(table.left(first, step) in MOTION for step in range(2, 2 + MOVING))
    else:
        named = first > 1 and table.words[first - 2].shape == "capital"
        moved = before in IN or named or table.left(first, 2) in ORIGIN
    listed = table.words[first].entries if moved else ()
    labels = [entry.label for entry in listed if entry.label in WHERE]
    if "country" in labels and "region" not in labels:
        return "country"  # from Chad, which is a town, too; but not from Georgia
    return next(iter(labels), "")


def land(table: TokenTable, mention: Mention) -> Mapping[str, float]:
    """What says that a name is a country's, which few are called by: I love Holland."""
    rare = _rarely_given(table, table.first_token(mention.span))
    return {"country": LAND} if rare and not _does(table, mention) else {}


def _rarely_given(table: TokenTable, index: int) -> bool:
    """Whether a word is a country that few are called by."""
    best = table.words[index].entries[:1]
    return bool(best) and best[0].label == "country" and best[0].weight > LEAST


def settled(
    table: TokenTable, mentions: Sequence[Mention], relative: Callable[[Mention], bool]
) -> list[Mention]:
    """The mentions; a town or country is one, however somebody else of its name is called, and a
    person, too: Sofia lives in Sofia; I met Sydney in Sydney. relative: whether a name is that of
    somebody's relative."""
    placed = _in_their_land(table, [_namesake(table, mention) for mention in mentions])
    told_of = _told_of(table, placed)
    lands = told_of | {form(table, one) for one in placed if one.label == "country"}
    return [_of_land(table, one, lands, told_of, relative) for one in placed] if lands else placed


def _told_of(table: TokenTable, mentions: Sequence[Mention]) -> set[str]:
    """The names of people and regions that are those of countries of which the text names a place:
    Georgia beside Tbilisi; or of Georgia the people or the money."""
    countries = {
        form(table, one): entry.country
        for one in mentions
        if one.label in (*FULL_NAME, "region")
        for entry in table.words[table.first_token(one.span)].entries
        if entry.label == "country" and entry.country
    }
    if not countries:
        return set()
    places = (
        one
        for one in mentions
        if one.label in ("city", "region") and form(table, one) not in countries
    )
    entries = (table.entries(table.first_token(t.span), table.last_token(t.span)) for t in places)
    codes = {entry.country for its in entries for entry in its if entry.label in ("city", "region")}
    if any(table.among(CAUCASUS)) or any(table.at(at - 1) in SPOKEN for at in table.among(PEOPLE)):
        codes.add(GEORGIA)
    return {name for name, code in countries.items() if code in codes}


def _in_their_land(table: TokenTable, mentions: list[Mention]) -> list[Mention]:
    """The mentions; a surname that stands alone is a town where the text names the country of one
    that is called so, but where a person stands: I miss Lima, beside Peru."""
    lands = {
        entry.country
        for one in mentions
        if one.label == "country"
        for entry in table.words[table.last_token(one.span)].entries
        if entry.label == "country"
    }
    if not lands:
        return mentions
    names = {form(table, one) for one in mentions if _named_in_full(table, one)}
    return [
        told(one, "city", "a town of a country in the text")
        if _may_be_town(table, one, lands) and form(table, one) not in names
        else one
        for one in mentions
    ]


def _named_in_full(table: TokenTable, mention: Mention) -> bool:
    """Whether a surname stands behind a name or a title."""
    first = table.first_token(mention.span)
    before = table.words[first - 1] if first else None
    if mention.label != "surname" or before is None:
        return False
    titled = before.lower in TITLES | COURTESY and not (
        before.lower in MISSED and before.shape == "lower"
    )
    return titled or not before.labels.isdisjoint(FULL_NAME)


def _may_be_town(table: TokenTable, mention: Mention, lands: Collection[str]) -> bool:
    """Whether a surname is a town's of one of these countries and stands where no person must."""
    first = table.first_token(mention.span)
    alone = mention.label == "surname" and first == table.last_token(mention.span)
    if not alone or "gen" in mention.features or table.words[first].shape != "capital":
        return False
    met = table.left(first) in GREETED
    entries = table.words[first].entries
    listed = any(one.label == "city" and one.country in lands for one in entries)
    return listed and not met and not _does(table, mention)


def _of_land(
    table: TokenTable,
    mention: Mention,
    lands: Collection[str],
    told_of: Collection[str],
    relative: Callable[[Mention], bool],
) -> Mention:
    """A name that is a country elsewhere in the text is it here, but where a person stands: Georgia
    is small; but Georgia said. A region is one where the text tells of the country."""
    name = form(table, mention)
    if mention.label == "region" and name in told_of:
        return told(mention, "country", "its places, people or money in the text")
    if mention.label not in FULL_NAME or name not in lands:
        return mention
    first = table.first_token(mention.span)
    person = _does(table, mention) or table.left(first) in GREETED or relative(mention)
    return mention if person else told(mention, "country", "a country elsewhere")


def _does(table: TokenTable, mention: Mention) -> bool:
    """Whether a name stands before what people alone do."""
    last = table.last_token(mention.span)
    if last + 1 >= len(table.words) or table.words[last + 1].shape != "lower":
        return False
    same = table.right(last, 2) in IN and table.right(last, 3) == table.at(last)
    return table.right(last) in STRONG | MOVES or same  # Austin is in Austin


def _namesake(table: TokenTable, mention: Mention) -> Mention:
    """A town is one, however somebody else of its name is called, and a person, too: Sofia lives in
    Sofia; I met Sydney in Sydney."""
    if mention.label in FULL_NAME and (place := where_one_is(table, mention)):
        return told(mention, place, "where one is")
    if mention.label == "region" and _town_by_letters(table, mention):
        return told(mention, "city", "a town by its letters")
    if mention.label != "country" and mention.label in table.labels("place", "site"):
        listed = table.entries(table.first_token(mention.span), table.last_token(mention.span))
        if listed and listed[0].label == "country" and " " in listed[0].form:
            return told(mention, "country", "a country of several words")
    if mention.label not in (*WHERE, "area", "work") or "gen" in mention.features:
        return mention
    first, last = table.first_token(mention.span), table.last_token(mention.span)
    if first == last and (label := _goes_on_as(table, first)):
        return _person(mention, label, "a pronoun goes on with it")
    if _signed(table, first) and (name := listed_given(table, mention)):
        return _person(mention, name, "who signs")
    if first < last:
        return mention
    name = listed_given(table, mention)
    likely = name and table.words[first].entries[0].label in FULL_NAME
    if likely and gives_or_gets(table, first):
        return _person(mention, name, "who gives or gets")
    if table.left(first) in IN | BEFORE_PLACE:
        return mention
    asked = table.left(first) in ("'s", "’s", "is", "are") and table.left(first, 2) == "how"
    if asked and not table.words[first].entries and mention.label != "work":
        return _person(mention, "firstname_unknown", "how somebody is")
    small = table.words[first].shape == "lower" and _rarely_given(table, first)
    greeted = table.left(first) in GREETED and not small  # with malaysia airlines
    person = _does(table, mention) or greeted
    name = listed_given(table, mention) if person else ""
    return _person(mention, name, "who does or is met") if name else mention


def _town_by_letters(table: TokenTable, mention: Mention) -> bool:
    """Whether letters that a state has, too, are a town's: downtown LA; but not Metairie, LA."""
    first = table.first_token(mention.span)
    return table.lowers[first] in TOWN_LETTERS and table.left(first) != ","


def _signed(table: TokenTable, index: int) -> bool:
    """Whether somebody signs there: love from Vera."""
    return table.left(index) == "from" and table.left(index, 2) in SIGNING


def _person(mention: Mention, label: str, why: str) -> Mention:
    named = told(mention, label, why)
    return msgspec.structs.replace(named, features=named.features - {"foreign"})


def _goes_on_as(table: TokenTable, index: int) -> str:
    """The label of the name of somebody to whom something is done, where a pronoun behind a comma
    goes on with it: I gave it to Selam, she lives here; "" for no such."""
    if table.left(index) not in DONE_TO or table.right(index) != ",":
        return ""
    moved = any(table.left(index, step) in MOTION for step in range(1, 2 + MOVING))
    place = moved or not THERE.isdisjoint(table.behind(index, CLAUSE))
    return "" if place else PRONOUNS.get(table.right(index, 2), "")


def listed_given(table: TokenTable, mention: Mention) -> str:
    """The label of a first name that lists have for a mention, "" for none."""
    entry = first_name(table.words[table.first_token(mention.span)])
    return entry.label if entry else ""
