"""Mentions that are written alike settle their label together, with what the words around them say:
the gender of a first name, the order of a name's parts, a quarter of a town, the writer's place of
work; and none is foreign that lies where English is spoken."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import attrgetter

import msgspec

from maskera.label.harmonize import harmonized, told
from maskera.lang.en import (
    abroad,
    extents,
    institutions,
    kin_names,
    kinds_told,
    namesakes,
    people_told,
    word_names,
)
from maskera.lang.en.called import QUOTES, genders
from maskera.lang.en.extents import NAMES
from maskera.lang.en.full_names import FIELD
from maskera.lang.en.institutions import form
from maskera.lang.en.last_steps import joined, one_role
from maskera.lang.en.namesakes import land, listed_given, where_one_is
from maskera.lang.en.surroundings import goes_on
from maskera.lang.en.unlisted import with_remaining
from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import CAPITALS
from maskera.mentions import Mention
from maskera.rules import family_name_first
from maskera.taxonomy import FIRSTNAMES, FULL_NAME, LISTED_NAMES

_WORDS = word_list("en", "harmonize")

MALE, FEMALE, UNKNOWN = "firstname_male", "firstname_female", "firstname_unknown"
AGREEING = LISTED_NAMES | {"middlename", "transport_name"}
PATRONYMICS = ("ovich", "evich", "ovych", "evych", "ovna", "evna", "ivna", "ichna")
BEFORE_FAMILY = frozenset(("singh", "kaur"))
BEHIND_GIVEN = {
    **dict.fromkeys(_WORDS["behind_female"], FEMALE),
    **dict.fromkeys(_WORDS["behind_male"], MALE),
}
"""Words behind a first name that tell its bearer's gender."""
INSIDE = 5.0  # log-odds that a name of a town behind one of them is the town's
WINDOW = 8  # tokens before and behind a name in which people are spoken of
BESIDE = 3  # tokens before a name in which a relative's word is that person's
BETWEEN = _WORDS["between"] | {"(", ",", ".", ":"}
"""What may stand between them: my sister, Anna; my brother is called Tom."""
INTRODUCING = _WORDS["introducing"]  # the oldest is Anna, she is 12
NAMING = _WORDS["naming"]  # her name is Anna, he is called Tom
RELATIVE, NEAR = 8.0, 1.5  # log-odds of such a word; of another so near as one token
UNLISTED = 3.0  # times they count for a name of no list
LISTED = 3.5  # log-odds of the gender that lists have for a name, ours of short ones among them
KNOWN = 3.0  # weight of a name of one gender alone from which words further off do not change it
COURTESY, EPITHETS = _WORDS["courtesy"], _WORDS["epithet"]
SURNAME = 2.0  # weight of a surname that a courtesy title asks for
IN_TOWN = 7.0  # of one that no list has, before its town: 5 of 5 in training/en
QUARTER = 3.0  # log-odds that what lists have as a quarter, before its town, is one
BEFORE, BEHIND = 6, 14  # tokens before and behind a name in which pronouns may mean its bearer
_score = attrgetter("score")
EITHER = "either"
"""Kind of a listed name that men and women bear alike: nothing but a relative's word beside it
tells its gender, for pronouns near it are as often somebody else's."""


def harmonize(table: TokenTable, mentions: Sequence[Mention]) -> list[Mention]:
    """See the module."""
    if not mentions:
        return with_remaining(table, [])
    # Once so that others written alike hear of it, and once because the place of a name says more
    # than others do.
    placed = _in_order(table, family_name_first.ordered(table, mentions, nearby))
    heard = harmonized(table, placed, AGREEING, nearby)
    settled = _in_order(table, family_name_first.ordered(table, heard, nearby))
    settled = kin_names.kunyas(table, extents.with_particles(table, settled))
    settled = [mention for mention in settled if not _title(table, mention)]
    settled = [one for mention in settled for one in extents.parted(table, mention)]
    pronouns = _pronouns(table, settled)
    settled = [
        kin_names.before_name(table, _either(table, mention, pronouns)) for mention in settled
    ]
    settled = kin_names.throughout(table, extents.with_joined_initials(table, settled))
    placed = namesakes.settled(table, settled, lambda one: bool(kin_names.of_relative(table, one)))
    placed = [_titled(table, extents.genitive(table, one)) for one in placed]
    placed = kinds_told.settled(table, institutions.settled(table, placed))
    placed = people_told.settled(table, placed)
    placed = extents.repeated(table, placed)
    placed = extents.numbered(table, placed)
    homes = [_at_home(table, mention) for mention in placed]
    return abroad.marked(table, with_remaining(table, one_role(table, homes)))


def nearby(table: TokenTable, mention: Mention) -> Mapping[str, float]:
    """What lists and the words beside a mention say of its label: log-odds by label."""
    if any(one.source == FIELD.source for one in mention.hypotheses[0].evidence):
        return {mention.label: INSIDE}
    if mention.label in FULL_NAME and _behind_a_town(table, mention):
        return {"region": INSIDE}
    if mention.label in FULL_NAME and (place := where_one_is(table, mention)):
        return {place: INSIDE}
    if mention.label in FIRSTNAMES:
        return {**_of_word(table, mention), **_gender(table, mention), **land(table, mention)}
    if mention.label == "city" and (odds := _quarter(table, mention)):
        return {"area": odds}
    return {}


def _of_word(table: TokenTable, mention: Mention) -> Mapping[str, float]:
    """The gender that our list of names that are words, or short, tells: Teddy, Len."""
    first = table.first_token(mention.span)
    label = word_names.gender(table, first)
    other = label in (MALE, FEMALE) and mention.label in (MALE, FEMALE) and label != mention.label
    return {label: LISTED} if other and table.lowers[first] not in word_names.DOUBTFUL else {}


def _behind_a_town(table: TokenTable, mention: Mention) -> bool:
    """Whether a name that lists have as a state's, too, stands behind a town: Athens, Georgia."""
    first = table.first_token(mention.span)
    if table.left(first) != "," or not table.left(first, 2):
        return False
    town = table.words[first - 2]
    return (
        town.shape in CAPITALS
        and any(e.label == "city" for e in town.entries[:1])
        and any(e.label == "region" for e in table.words[first].entries)
    )


def _gender(table: TokenTable, mention: Mention) -> Mapping[str, float]:
    first, last = table.first_token(mention.span), table.last_token(mention.span)
    relatives, people = table.vocab.derived(genders)
    for place in range(first - 1, max(-1, first - BESIDE - 1), -1):
        if table.sentence[place] != table.sentence[first]:
            break  # from nan. connor gave
        if table.lowers[place] in relatives:
            if (
                table.words[place].labels & {"title", "fam"} == {"title"}
                and "," in table.lowers[place:first]
            ):
                break  # Mrs Kavanagh, Tomasz's mum
            return {relatives[table.lowers[place]]: RELATIVE}
        if table.lowers[place] in people and not NAMING.isdisjoint(table.lowers[place:first]):
            return {people[table.lowers[place]]: RELATIVE}
        if table.lowers[place] not in BETWEEN and table.words[place].shape not in CAPITALS:
            break
    if label := BEHIND_GIVEN.get(table.right(last), ""):
        return {label: RELATIVE}  # Sukhwinder Kaur
    if label := _introduced(table, first, last, people):
        return {label: RELATIVE}
    if _listed_either(table, mention):
        return {}
    listed = {e.label: e.weight for e in table.words[first].entries if e.label in FIRSTNAMES}
    alone = next(iter(listed)) if len(listed) == 1 else ""
    said = {alone: LISTED} if alone in (MALE, FEMALE) else {}
    if alone in (MALE, FEMALE) and listed[alone] >= KNOWN:
        return said
    low, high = max(0, first - WINDOW), min(len(table.words), last + 1 + WINDOW)
    for place in range(low, high):
        if label := people.get(table.lowers[place], ""):
            distance = first - place if place < first else place - last
            said[label] = said.get(label, 0.0) + NEAR / max(1, distance)
    if mention.label == UNKNOWN and not listed:
        return {label: UNLISTED * weight for label, weight in said.items()}
    return said


def _introduced(table: TokenTable, first: int, last: int, people: Mapping[str, str]) -> str:
    """The gender of the pronoun that goes on with who has been introduced: the oldest is Mursal,
    she is 12; "" for none."""
    if table.left(first) not in INTRODUCING:
        return ""
    behind = table.right(last, 2 if table.right(last) == "," else 1)
    return people.get(behind, "") if behind in ("he", "she") else ""


def _listed_either(table: TokenTable, mention: Mention) -> bool:
    """Whether lists have a name as one of either gender."""
    entries = table.words[table.first_token(mention.span)].entries
    return any(e.label == UNKNOWN and e.kind == EITHER for e in entries)


def _pronouns(table: TokenTable, mentions: Sequence[Mention]) -> Mapping[str, str]:
    """First names that men and women bear, or of which nothing is known -> the gender of the
    pronouns near them in the text, where all are of one."""
    _, people = table.vocab.derived(genders)
    near: dict[str, set[str]] = {}
    for mention in mentions:
        if mention.label not in FIRSTNAMES:
            continue
        first, last = table.first_token(mention.span), table.last_token(mention.span)
        places = (
            *range(max(0, first - BEFORE), first),
            *range(last + 1, min(len(table.words), last + 1 + BEHIND)),
        )
        said = {people[table.lowers[at]] for at in places if table.lowers[at] in people}
        near.setdefault(form(table, mention), set()).update(said)
    return {name: next(iter(said)) for name, said in near.items() if len(said) == 1}


def _either(table: TokenTable, mention: Mention, pronouns: Mapping[str, str]) -> Mention:
    """A name of men and women with the gender that a relative's word or all pronouns tell; else it
    is of either. One that no list has so is the likelier of both."""
    if mention.label not in FIRSTNAMES:
        return mention
    either = _listed_either(table, mention)
    first = table.first_token(mention.span)
    word = "" if either else word_names.gender(table, first)
    other = _gender(table, mention).get(mention.label, 0) >= RELATIVE  # Mrs Fortune
    if word in (MALE, FEMALE) and mention.label not in table.words[first].labels and not other:
        return told(mention, word, "a name that is a word")
    if not either and mention.label != UNKNOWN:
        return mention
    said = _gender(table, mention)
    if either and said and mention.label != UNKNOWN:
        return mention
    if label := pronouns.get(form(table, mention), ""):
        return told(mention, label, "the pronouns of the text")
    if either:
        return told(mention, UNKNOWN, "a name of men and women")
    likelier = [h for h in mention.hypotheses if h.label in (MALE, FEMALE)]
    if not likelier:
        return mention
    return told(mention, max(likelier, key=_score).label, "the likelier gender")


def _title(table: TokenTable, mention: Mention) -> bool:
    """Whether a name is a title or an epithet before one: Haji Gul, Big Trev."""
    last = table.last_token(mention.span)
    if mention.label not in FULL_NAME or last + 1 >= len(table.words) or not table.adjacent(last):
        return False
    after = table.words[last + 1]
    named = after.shape in CAPITALS and not after.labels.isdisjoint(FULL_NAME)
    epithet = table.lowers[last] in EPITHETS and mention.label in FIRSTNAMES
    return named and (epithet or "title" in table.words[last].labels)


def _titled(table: TokenTable, mention: Mention) -> Mention:
    """A double name behind a title alone is a surname: Ms Hollis-Grant."""
    first, last = table.first_token(mention.span), table.last_token(mention.span)
    if mention.label not in FIRSTNAMES or "-" not in table.lowers[first] or first != last:
        return mention
    if goes_on(table, last):
        return mention  # Mrs Marie-Claude Whitcombe
    titled = extents.behind_title(table, first)
    return told(mention, "surname", "behind a title") if titled else mention


def _quarter(table: TokenTable, mention: Mention) -> float:
    """The log-odds that a name is a quarter's: lists have it so, and no town is so called (in
    Clayton, Melbourne; but not in Clayton, Missouri); or no list has it as a town's, and its town
    stands behind it: in Kalihi, Honolulu; but not to Paris, London and Rome."""
    first, last = table.first_token(mention.span), table.last_token(mention.span)
    entries = {e.label for e in table.entries(first, last)}
    comma = table.right(last) == ","
    behind = last + 2 + (comma and table.right(last, 2) == "in")
    towns = table.words[behind].entries[:2] if behind < len(table.words) else ()
    if comma and entries.isdisjoint(("area", "city")):
        return IN_TOWN if any(e.label == "city" for e in towns) else 0
    if table.right(last) in (",", "in") and any(e.label == "city" and e.weight >= 3 for e in towns):
        opened = table.left(first) in ("in", "at", "from", "to", ",", "near", "the")
        return QUARTER if "area" in entries and opened else 0
    return QUARTER if "area" in entries else 0


def _in_order(table: TokenTable, mentions: Sequence[Mention]) -> list[Mention]:
    """The mentions; in a run of one-word names the first is no surname and the last no middle name
    and, behind an initial, no first name, unless the family's comes first; what a name is there it
    is where it stands alone."""
    eastern = {
        table.document.tokens.starts[token]
        for first, last in family_name_first.found(table, mentions)
        for token in range(first, last + 1)
    }
    result = list(mentions)
    alone: list[int] = []
    roles: dict[str, str] = {}
    for place, mention in enumerate(mentions):
        if mention.label not in NAMES:
            continue
        before = place > 0 and joined(table, mentions[place - 1], mention)
        after = place + 1 < len(mentions) and joined(table, mention, mentions[place + 1])
        if not (before or after):
            alone.append(place)
            continue
        if mention.span.start not in eastern:
            result[place] = _placed(table, mention, result[place - 1] if before else None, after)
        if result[place].label in FULL_NAME:
            roles.setdefault(form(table, mention), result[place].label)
    for place in alone:
        role = roles.get(form(table, mentions[place]), "")
        if role and (role == "surname") != (mentions[place].label == "surname"):
            result[place] = told(mentions[place], role, "part of a full name")
        elif not role and _addressed(table, mentions[place]):
            result[place] = told(mentions[place], "surname", "behind Mr or Mrs")
        elif not role and mentions[place].label == "surname":
            given = (
                kin_names.of_relative(table, mentions[place])
                or _speaker(table, mentions[place])
                or _coupled(table, result, place)
            )
            result[place] = told(result[place], given, "a relative's") if given else result[place]
    return result


def _addressed(table: TokenTable, mention: Mention) -> bool:
    """Whether a first name that is rather a surname stands behind Mr or Mrs: Mr Lee, Mrs Penrose;
    but not Mr Tuan."""
    first, last = table.first_token(mention.span), table.last_token(mention.span)
    at = first - 2 if table.left(first) == "." else first - 1
    if first != last or mention.label not in FIRSTNAMES or table.at(at) not in COURTESY:
        return False
    if table.right(last) in QUOTES and table.words[last + 2].shape in CAPITALS:
        return False  # Mr Desmond "Des" Quill
    entries = table.words[first].entries
    given = {entry.label for entry in entries if entry.label in FIRSTNAMES}
    relatives, _ = table.vocab.derived(genders)
    if len(given) == 1 and given <= {MALE, FEMALE} - {relatives.get(table.at(at), "")}:
        return True  # Mrs Llewellyn
    rare = bool(entries) and entries[0].kind == "nqg" and entries[0].weight < 0
    return rare or any(e.label == "surname" and e.weight >= SURNAME for e in entries)


def _coupled(table: TokenTable, mentions: Sequence[Mention], place: int) -> str:
    """The label of a first name before another one and the surname of both: Deb and Rusty Quill;
    "" for others."""
    mention = mentions[place]
    last, its = table.last_token(mention.span), mentions[place + 1 : place + 3]
    if table.at(last + 1) not in ("and", "&") or len(its) < 2 or its[0].label not in FIRSTNAMES:
        return ""
    if extents.behind_title(table, table.first_token(mention.span)):
        return ""
    beside = table.first_token(its[0].span) == last + 2 and joined(table, its[0], its[1])
    return listed_given(table, mention) if beside and its[1].label == "surname" else ""


def _speaker(table: TokenTable, mention: Mention) -> str:
    """The label of a first name that writes a line of a chat: [09:14] Deb: hi; "" for others."""
    first, last = table.first_token(mention.span), table.last_token(mention.span)
    opened = table.at(first - 1) == "]" and table.at(last + 1) in (":", "(")
    return listed_given(table, mention) if opened else ""


def _placed(table: TokenTable, mention: Mention, before: Mention | None, after: bool) -> Mention:
    """A name in a run with the label of its place. before: the mention before it in the run."""
    if not before and after and mention.label in ("surname", "middlename"):
        given = listed_given(table, mention)
        return told(mention, given, "the first of a person's names") if given else mention
    last = before is not None and not after
    written = form(table, mention)
    if before and (written.endswith(PATRONYMICS) or (after and written in BEFORE_FAMILY)):
        return told(mention, "middlename", "a father's name, or one before the family's")
    if last and mention.label == "middlename":
        return told(mention, "surname", "the last of a person's names")
    if last and before and mention.label in FIRSTNAMES:
        if before.label in ("initials", "middlename"):
            return told(mention, "surname", "behind an initial or a middle name")
        if before.label in FIRSTNAMES and not listed_given(table, mention):
            return told(mention, "surname", "behind a first name")
    return mention


def _at_home(table: TokenTable, mention: Mention) -> Mention:
    if "foreign" not in mention.features:
        return mention
    entries = [e for e in table.gazetteer.entries(form(table, mention)) if e.label == mention.label]
    if entries and entries[0].country not in abroad.ENGLISH:
        return mention
    return msgspec.structs.replace(mention, features=mention.features - {"foreign"})
