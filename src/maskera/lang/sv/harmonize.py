"""Which mentions written alike have one label; what Swedish words nearby say of a first name's
gender, or that a town is part of one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from maskera.label import abroad
from maskera.label.harmonize import harmonized, told
from maskera.lang.sv import full_names, kunyas, name_lists, workplaces
from maskera.lang.sv.atlas import HOME
from maskera.lang.sv.context import ECHOED
from maskera.lang.sv.morphology import SILENT
from maskera.lang.sv.name_compounds import Compounds
from maskera.lang.sv.persons import FEMALE, MALE
from maskera.lang.sv.remaining import with_remaining
from maskera.lang.sv.roles import role
from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import noted, word_list
from maskera.lexicon.vocab import CAPITALS, Lexeme, Vocab
from maskera.mentions import Mention
from maskera.rules import family_name_first
from maskera.taxonomy import FIRSTNAMES, FULL_NAME, INSTITUTIONS, PLACES
from maskera.text import Span

_WORDS = word_list("sv", "harmonize")

AGREEING = ECHOED | {"middlename"}
_PEOPLE = FEMALE | MALE
WINDOW = (
    10  # tokens on either side, over the ends of sentences: "Min syster bor här. Hon heter ..."
)
WELL_KNOWN = 3.0  # weight of a name of one gender alone from which words nearby do not change it
BESIDE = 6.0  # log-odds where that word stands right before the name all the same: min dotter Nila
GENDER, MOST = 2.5, 1.5  # log-odds of a word beside the name; how many such words count at most
# Chosen on 200 essays by writers whose texts no tagger had seen then: they and essays_dev gain .004
# of F1, swell_dev nothing. Log-odds that what stands so beside a foreign town is a part of it: in
# the invented essays 51 are and 2 are not.
INSIDE = 4.0
TOWN_LEAST = 1.5  # weight of a town that others are said to lie in
# Parts of countries, by which a town that gives its name to one is no town: Herat provins,
# delstaten Puebla.
_PROVINCE = _WORDS["province"]
_DEFINITE = ("en", "et")
_NAMED_SO = frozenset(("city", "country"))
# Between a town and its country; and before a town.
_OF_COUNTRY = frozenset(("i", ",", "("))
_TO_TOWN = _WORDS["to_town"]
_INSIDE = _WORDS["inside"] | {"("}
"""Between a place and the one or the country that it lies in or near."""
_TRAVELS = _WORDS["travels"]
"""Verbs that lead to a town rather than to somebody, without more."""
_AND = frozenset(("och", "o", "&"))
_LIVES = _WORDS["lives"]
_IN_PROVINCE = (PLACES | {"place"}) - {"region", "country", "geo"}
SURE_TITLE = 3.0  # log-odds of a title before a name
TITLE = 4  # letters of a title that is cut short
CLUB_PLACES = PLACES | {"place"}
_HOUSES = INSTITUTIONS | CLUB_PLACES
_SETTLED = FIRSTNAMES | CLUB_PLACES
_AT = _WORDS["at"]
_FOR_A_CLUB = _WORDS["for_a_club"]
_PLAYS = _WORDS["plays"]
_FOND = _WORDS["fond"]
"""Words behind which "i" leads to a person."""
_SETTLEMENTS, _CAPITAL = _WORDS["settlements"], _WORDS["capital"]
QUARTER = _WORDS["quarter"]


def harmonize(table: TokenTable, mentions: Sequence[Mention]) -> list[Mention]:
    """The mentions with the labels that they settle on together, and by their place among names. An
    area lies abroad, by definition."""
    if not mentions:
        return _lying(table, with_remaining(table, []))
    # Once so that others written alike hear of it, and once because the place of a name says more
    # than others do.
    mentions = kunyas.of_fathers(table, kunyas.of_children(table, mentions))
    heard = harmonized(table, family_name_first.ordered(table, mentions, nearby), AGREEING, nearby)
    settled = [
        _settled(table, mention)
        if mention.label in _SETTLED
        else told(mention, "city", "from which the letter is")
        if mention.label == "surname" and _town_of_a_letter(table, mention)
        else mention
        for mention in name_lists.given(table, family_name_first.ordered(table, heard, nearby))
    ]
    settled = [_without_title(table, mention) for mention in settled if not _title(table, mention)]
    settled = full_names.settled(table, settled)
    settled = workplaces.settled(table, _institutions_again(table, settled))
    areas = [_abroad(mention) if mention.label == "area" else mention for mention in settled]
    return _lying(table, with_remaining(table, areas))


def _lying(table: TokenTable, mentions: list[Mention]) -> list[Mention]:
    """The mentions, with what lies abroad marked."""
    if not mentions:
        return mentions
    compounds = table.vocab.derived(Compounds)
    placed = abroad.placed(table, mentions, HOME, _INSIDE, compounds.entry, _WORDS["own"])
    return abroad.alike(table, placed)


def _settled(table: TokenTable, mention: Mention) -> Mention:
    """The name of a person or place with the label of which the words beside it leave no doubt."""
    if _province(table, mention):
        mention = _with_its_noun(table, told(mention, "region", "a part of a country"))
    if _named_like_a_town(table, mention):
        lived_in = told(mention, "city", "one lives there, or its country stands behind")
        mention = _where_it_lies(table, lived_in)
    if _said_to_be_a_town(table, mention):
        town = told(mention, "city", "said to be a town or a part of one")
        mention = _where_it_lies(table, town) if mention.label in FIRSTNAMES else town
    if label := _person_named_so(table, mention):
        person = told(mention, label, "said to be a person")
        mention = replace(person, features=mention.features - {"foreign"})
    if _club(table, mention):
        mention = told(mention, "other_institution", "a club that one plays for")
    return mention


def _title(table: TokenTable, mention: Mention) -> bool:
    """Whether a name is a title cut short before one: Dr. Svensson, Hr Svensson, Don Eusebio; but
    not Emir Hodzic, Don Carter, Emir. Han var snäll."""
    if mention.label not in FULL_NAME and mention.label not in INSTITUTIONS:
        return False
    last = table.last_token(mention.span)
    word = table.words[last]
    title = any(entry.label == "title" for entry in word.entries)
    if not title or len(word.lower) > TITLE:
        return False
    if mention.label in INSTITUTIONS and table.first_token(mention.span) < last:
        return False
    stop = table.right(last) == "."
    before_name = table.right(last, 1 + stop) != "" and (
        table.words[last + 1 + stop].shape in CAPITALS
    )
    if not before_name or stop or word.labels.isdisjoint(FULL_NAME):
        return before_name
    titled = max(e.weight for e in word.entries if e.label == "title")
    named = max(e.weight for e in word.entries if e.label in FULL_NAME)
    if titled <= SURE_TITLE or titled - named > SURE_TITLE:  # Hajj Osman, whom a list may know
        return titled > SURE_TITLE
    its = max(table.words[last + 1].entries, key=lambda e: e.weight, default=None)
    given = its is not None and its.label in FIRSTNAMES
    return given and table.left(last) not in ("heter", "hette")


def _without_title(table: TokenTable, mention: Mention) -> Mention:
    """A person taken for a house with her title: Magister Hed, Tant Astrid."""
    if mention.label not in _HOUSES:
        return mention
    first, last = table.first_token(mention.span), table.last_token(mention.span)
    listed = table.entries(first, last)  # Sankt Olof
    if last != first + 1 or listed or table.words[last].shape != "capital":
        return mention
    if table.lowers[first] in _WORDS["saint"]:  # kören i S:ta Eugenia
        return mention
    title = any(e.label == "title" and e.weight >= SURE_TITLE for e in table.words[first].entries)
    named = [entry for entry in table.words[last].entries if entry.label in FULL_NAME]
    if not title or not named:
        return mention
    person = told(mention, max(named, key=lambda e: e.weight).label, "behind a title")
    return replace(person, span=table.span(last, last), referent="")


def _institutions_again(table: TokenTable, mentions: Sequence[Mention]) -> list[Mention]:
    """The mentions with names taken for a person's made the institution of before, behind a word
    for being there: vårdcentralen Kronan ... läkaren på Kronan."""
    found: list[Mention] = []
    earlier: dict[str, str] = {}
    ends = {mention.span.end for mention in mentions if mention.label in FULL_NAME}
    starts = {mention.span.start for mention in mentions if mention.label in FULL_NAME}
    for mention in sorted(mentions, key=lambda mention: mention.span):
        if mention.label in INSTITUTIONS:
            form = table.document.text[mention.span.start : mention.span.end].lower()
            for each in (form, form.rpartition(" ")[2]):
                earlier.setdefault(each, mention.label)
        elif earlier and mention.label in FULL_NAME:
            form = table.document.text[mention.span.start : mention.span.end].lower()
            beside = mention.span.start - 1 in ends or mention.span.end + 1 in starts
            if (
                form in earlier
                and not beside
                and table.left(table.first_token(mention.span)) in _AT
            ):
                mention = told(mention, earlier[form], "an institution of before")
        found.append(mention)
    return found


def _person_named_so(table: TokenTable, mention: Mention) -> str:
    """The label of a first name that is a town's elsewhere: min vän heter Florens, Paris är min
    kusin; "" for a town."""
    if mention.label not in _NAMED_SO:
        return ""
    first, last = table.first_token(mention.span), table.last_token(mention.span)
    found = role(table, first, last) or _spoken_of(table, last)
    listed = [e for e in table.words[last].entries if e.label in FIRSTNAMES]
    called = table.left(first) in ("heter", "hette")
    if not found or not (listed or called) or table.left(first) in _TO_TOWN:
        return ""
    return max(listed, key=lambda e: e.weight).label if listed else "firstname_unknown"


def _spoken_of(table: TokenTable, last: int) -> bool:
    """Whether what is named is somebody: Kuba, han är 9."""
    return table.right(last) == "," and table.right(last, 2) in _WORDS["somebody"]


def _club(table: TokenTable, mention: Mention) -> bool:
    """Whether the name of a place is that of its club: spelar i Frölunda, hejar på Djurgården; but
    not bor i Frölunda."""
    if mention.label not in CLUB_PLACES:
        return False
    first = table.first_token(mention.span)
    if table.left(first) not in _FOR_A_CLUB:
        return False
    form = table.document.text[mention.span.start : mention.span.end].lower()
    before = {table.left(first, steps) for steps in (2, 3)}
    return not _PLAYS.isdisjoint(before) and form in table.vocab.derived(_clubs)


def _clubs(vocab: Vocab) -> frozenset[str]:
    """The names of clubs, in lower case."""
    rows = vocab.lists.rows("kinds.tsv")
    return frozenset(
        form.lower() for form, kind, _, note in rows if kind == "club" and "name" in note
    )


def _abroad(mention: Mention) -> Mention:
    if "foreign" in mention.features:
        return mention
    return replace(mention, features=mention.features | {"foreign"})


def _named_like_a_town(table: TokenTable, mention: Mention) -> bool:
    """Whether a first name is that of a town: one that one lives in (bor i Sofia), one abroad that
    one travels to (reste till Sofia) or is in (träffade Sofia i Sofia; but not kär i Sofia, nor i
    Sofia Ek), or one whose country the text says (till Sofia i Bulgarien; but not träffade Sofia i
    Bulgarien)."""
    if mention.label not in FIRSTNAMES:
        return False
    first, last = table.first_token(mention.span), table.last_token(mention.span)
    form = table.document.text[mention.span.start : mention.span.end].lower()
    countries = table.vocab.derived(_foreign_towns).get(form, frozenset())
    before, behind = table.left(first, 2), table.words[last + 1 : last + 3]
    if table.left(first) == "i":
        if before in _LIVES and table.entry(last, "city") is not None:
            return True
        named = bool(behind) and behind[0].shape in CAPITALS
        if countries and not named and before not in _FOND:
            return True
    if countries and before in _TRAVELS and table.left(first) == "till":
        return not behind or (behind[0].shape not in CAPITALS and behind[0].lower not in _AND)
    if table.left(first) not in _TO_TOWN or table.right(last) not in _OF_COUNTRY:
        return False
    land = behind[1].entries if len(behind) == 2 else ()
    return any(entry.label == "country" and entry.country in countries for entry in land)


def _said_to_be_a_town(table: TokenTable, mention: Mention) -> bool:
    """Whether a name that ends as a lake or a park does, or a first name that is a town's, too, is
    said to be a town: Bergsjön är en förort, Sofia är huvudstad."""
    last = table.last_token(mention.span)
    if table.right(last) not in ("är", "var", "e"):
        return False
    if mention.label in FIRSTNAMES:
        if not any(e.label == "city" for e in table.words[last].entries):
            return False
        if table.right(last, 2) in _CAPITAL or table.right(last, 3) in _CAPITAL:
            return True
    elif mention.label not in ("geo", "place") or "foreign" in mention.features:
        return False
    settled = any(table.right(last, steps) in _SETTLEMENTS for steps in (3, 4))
    return settled and table.right(last, 2) in ("en", "ett")


def _town_of_a_letter(table: TokenTable, mention: Mention) -> bool:
    """Whether a surname behind an initial is the town from which a letter is, before its date: Olga
    P. Boden den 3 maj."""
    first, last = table.first_token(mention.span), table.last_token(mention.span)
    dot = table.left(first) == "."
    initial = len(table.left(first, 1 + dot)) == 1 and table.left(first, 1 + dot).isalpha()
    if not initial or not any(
        e.label == "city" and e.weight >= TOWN_LEAST for e in table.words[last].entries
    ):
        return False
    day = last + 1 + (table.right(last) == "den")
    return table.at(day).isdigit() and table.entry(day + 1, "month_word") is not None


def _where_it_lies(table: TokenTable, mention: Mention) -> Mention:
    """The mention of a town, abroad where no town at home is as well known by the name."""
    word = table.words[table.last_token(mention.span)]
    here = any(e.label == "city" and not e.country and e.weight > 0 for e in word.entries)
    known_abroad = word.lower in table.vocab.derived(_foreign_towns)
    return _abroad(mention) if known_abroad and not here else mention


def _foreign_towns(vocab: Vocab) -> Mapping[str, frozenset[str]]:
    """Towns abroad, in lower case -> the countries that have one of the name."""
    towns: dict[str, set[str]] = {}
    for form, _, _, note in vocab.lists.rows("foreign_cities.tsv"):
        towns.setdefault(form.lower(), set()).add(noted(note, "in"))
    return {form: frozenset(countries) for form, countries in towns.items()}


def nearby(table: TokenTable, mention: Mention) -> Mapping[str, float]:
    """What the words beside a mention say of its label: log-odds by label."""
    if mention.label == "city":
        return {"area": INSIDE} if _inside_a_foreign_town(table, mention) else {}
    return _gender(table, mention) if mention.label in FIRSTNAMES else {}


def _province(table: TokenTable, mention: Mention) -> bool:
    """Whether a mention of a place is the name of a part of a country: Herat provins, i provinsen
    Herat; but not Herat provins, Kabul."""
    if mention.label not in _IN_PROVINCE:
        return False
    first, last = table.first_token(mention.span), table.last_token(mention.span)
    if table.right(last) in _PROVINCE:
        return True
    return table.left(first) in _PROVINCE and not (
        table.left(first, 2) and table.words[first - 2].shape in CAPITALS
    )


def _with_its_noun(table: TokenTable, mention: Mention) -> Mention:
    """A part of a country that is called so by its place is no name without its noun: Västra
    provinsen."""
    last = table.last_token(mention.span)
    if table.lowers[last] not in _WORDS["quarter_of_the_sky"] or not table.adjacent(last):
        return mention
    if not table.right(last).endswith(_DEFINITE):
        return mention
    span = Span(mention.span.start, table.span(last + 1, last + 1).end)
    return _abroad(replace(mention, span=span, referent=""))


def _inside_a_foreign_town(table: TokenTable, mention: Mention) -> bool:
    """i Boa Viagem i Recife; i Montevideo, i Palermo; i stadsdelen Mănăștur."""
    first, last = table.first_token(mention.span), table.last_token(mention.span)
    entries = table.entries(first, last)
    if any(entry.label == "city" and not entry.country for entry in entries):
        return False
    if table.left(first) in QUARTER or (
        table.right(last) == "i" and _foreign_town(table, last + 2)
    ):
        return True
    if table.left(first) == "i":
        return table.left(first, 2) == "," and _foreign_town(table, first - 3)
    return not entries and table.left(first) == "," and _foreign_town(table, first - 2)


def _foreign_town(table: TokenTable, index: int) -> bool:
    if not 0 <= index < len(table.words):
        return False
    return any(
        entry.label == "city" and entry.country and entry.weight >= TOWN_LEAST
        for entry in table.words[index].entries
    )


def _gender(table: TokenTable, mention: Mention) -> Mapping[str, float]:
    """The gender of a first name by the people spoken of around it, nearer ones counting more."""
    token, lowers = table.last_token(mention.span), table.lowers
    first, end = max(0, token - WINDOW), min(len(lowers), token + WINDOW + 1)
    if _PEOPLE.isdisjoint(lowers[first:end]):
        return {}
    # "Jans hustru", "Lars hustru" is a woman, and says nothing of Jan and Lars
    theirs = token + 1 if "gen" in mention.features or lowers[token].endswith(SILENT) else -1
    balance = 0.0
    for place in range(first, end):
        if place not in (token, theirs) and (lowers[place] in FEMALE or lowers[place] in MALE):
            balance += (1 if lowers[place] in FEMALE else -1) / abs(place - token)
    if not balance:
        return {}
    label = "firstname_female" if balance > 0 else "firstname_male"
    if _surely_not(table.words[token], label):
        noun = table.first_token(mention.span) - 1
        spoken_of = FEMALE if balance > 0 else MALE
        beside = noun >= 0 and lowers[noun] in spoken_of and "fam" in table.words[noun].labels
        return {label: BESIDE} if beside and "gen" not in mention.features else {}
    return {label: GENDER * min(MOST, abs(balance))}


def _surely_not(word: Lexeme, label: str) -> bool:
    """Whether lists know a first name well, and only with the other gender."""
    given = {entry.label: entry.weight for entry in word.entries if entry.label in FIRSTNAMES}
    return (
        len(given) == 1
        and given.keys().isdisjoint((label, "firstname_unknown"))
        and max(given.values()) >= WELL_KNOWN
    )
