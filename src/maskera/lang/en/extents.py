"""Where an English mention begins and ends: a name before a participle or a place of work, a country
without its article, a genitive without s."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from operator import attrgetter

import msgspec

from maskera import expressions as re
from maskera.annotate.tokens import normal
from maskera.label.harmonize import told
from maskera.lang.en.dates import ORDINAL
from maskera.lang.en.derivation import without_participle
from maskera.lang.en.initials import first_name, given_label, letter
from maskera.lang.en.morphology import APOSTROPHES, base
from maskera.lang.en.names import FRENCH, HEADS, IRISH
from maskera.lang.en.people import OWNED, owns
from maskera.lang.en.word_names import tells_kind
from maskera.lexicon.table import TokenTable
from maskera.lexicon.vocab import CAPITALS, Vocab
from maskera.mentions import Mention
from maskera.taxonomy import FULL_NAME, LISTED_NAMES
from maskera.text import Span

NAMES = FULL_NAME | {"middlename"}
OWNING = LISTED_NAMES | {"middlename", "transport_name"}
"""Labels of what may have something: Charles' house."""
SURE = 0.5  # probability of a name that is one wherever it stands
_IN_WORD = re.compile(r"\w")
_QUOTED = re.compile(r"(?:^|[\s(])['‘’`´]\S*[^'’`´]*$")


def parted(table: TokenTable, mention: Mention) -> list[Mention]:
    """The mentions that one is made of, each without the article of a country; the letter of a
    number (7B Larch Close) is the number's."""
    whole = _owner(table, _lettered(table, mention))
    parts = [part for each in _employed(table, whole) for part in _listed_up(table, each)]
    return [_bare(table, one) for part in parts for one in _tied(table, part)]


def repeated(table: TokenTable, mentions: Sequence[Mention]) -> list[Mention]:
    """The mentions; a name of several words of which a part is a mention elsewhere is all of it
    there, too: he went to Cheltenham General. [Cheltenham General] called."""
    labels = table.labels("org", "site")
    longs: dict[str, Mention] = {}
    for mention in mentions:
        first, last = table.first_token(mention.span), table.last_token(mention.span)
        if mention.label in labels and first < last and mention.probability >= SURE:
            longs.setdefault(table.document.text[mention.span.start : mention.span.end], mention)
    if not longs:
        return list(mentions)
    named = _named_after_towns(table, longs)
    kept = sorted((_part_of(table, one, named) for one in mentions), key=attrgetter("span"))
    starts = [one.span.start for one in kept]
    for span, name in _places(table, longs):
        first = bisect_right(starts, span.start)
        first -= first > 0 and kept[first - 1].span.overlaps(span)
        last = bisect_left(starts, span.end)
        inside = kept[first:last]
        if not any(one.span == span or not span.covers(one.span) for one in inside):
            kept[first:last] = [msgspec.structs.replace(longs[name], span=span)]
            starts[first:last] = [span.start]
    return kept


def numbered(table: TokenTable, mentions: Sequence[Mention]) -> list[Mention]:
    """The mentions, and the number before a street that has one elsewhere in the text: at 6 Cnoc na
    Gréine, Kilrush; mould at [6] Cnoc na Gréine."""
    starts = {mention.span.start for mention in mentions}
    streets: dict[str, Mention] = {}
    for number, street in pairwise(mentions):
        if number.label != "street_nr" or street.label != "place":
            continue
        first = table.first_token(street.span)
        if table.last_token(number.span) == first - 1 and table.adjacent(first - 1):
            streets[text_of(table, street).lower()] = number
    found = list(mentions)
    for mention in mentions if streets else ():
        at = table.first_token(mention.span) - 1
        its = streets.get(text_of(table, mention).lower())
        if its is None or mention.label != "place" or not table.adjacent(at):
            continue
        span = table.span(at, at)
        if table.words[at].shape == "digit" and span.start not in starts:
            found.append(msgspec.structs.replace(its, span=span))
    return sorted(found, key=attrgetter("span"))


def _places(table: TokenTable, names: Mapping[str, Mention]) -> list[tuple[Span, str]]:
    """Where names of several words stand, the longest first."""
    tokens, text = table.document.tokens, table.document.text
    beginning: dict[str, list[str]] = {}
    for name, mention in names.items():
        first = tokens.forms[table.first_token(mention.span)]
        beginning.setdefault(first, []).append(name)
    found = [
        (Span(start, start + len(name)), name)
        for start, form in zip(tokens.starts, tokens.forms, strict=True)
        for name in beginning.get(form, ())
        if text.startswith(name, start) and not _IN_WORD.match(text, start + len(name))
    ]
    return sorted(found, key=lambda one: (-len(one[1]), one[0]))


def _named_after_towns(table: TokenTable, names: Mapping[str, Mention]) -> Mapping[str, str]:
    """The last words of institutions that are named after a town and that -> their label."""
    orgs, found = table.labels("org"), dict[str, str]()
    for name, whole in names.items():
        town, _, rest = name.rpartition(" ")
        if whole.label in orgs and any(
            entry.label == "city" for entry in table.gazetteer.entries(town.lower())
        ):
            found.setdefault(rest, whole.label)
    return found


def _part_of(table: TokenTable, mention: Mention, named: Mapping[str, str]) -> Mention:
    """What is called by the last word of an institution that is named after a town and that, as it
    is: Sheffield Hallam took me, I love [Hallam]."""
    if mention.label not in FULL_NAME | table.labels("place", "site"):
        return mention
    label = named.get(text_of(table, mention))
    return told(mention, label, "the last word of an institution's name") if label else mention


def text_of(table: TokenTable, mention: Mention) -> str:
    """The words of a mention as they are written."""
    return table.document.text[mention.span.start : mention.span.end]


def _lettered(table: TokenTable, mention: Mention) -> Mention:
    first, last = table.first_token(mention.span), table.last_token(mention.span)
    ordinal = mention.label == "day" and table.at(last + 1) in ORDINAL and table.glued(last)
    if ordinal or (mention.label == "street_nr" and _letter_of_number(table, last + 1)):
        return msgspec.structs.replace(mention, span=table.span(first, last + 1))
    if mention.label == "place" and first < last and _letter_of_number(table, first):
        return msgspec.structs.replace(mention, span=table.span(first + 1, last))
    return mention


def _letter_of_number(table: TokenTable, index: int) -> bool:
    """Whether a token is a letter glued to the number before it alone."""
    letter = table.at(index)
    if len(letter) != 1 or not letter.isalpha() or table.glued(index):
        return False
    return index > 0 and table.glued(index - 1) and table.lowers[index - 1].isdecimal()


def genitive(table: TokenTable, mention: Mention) -> Mention:
    """The mention, in the genitive where it is said to have something, and in none where its name
    is one."""
    return _genitive(table, _named_so(table, mention))


def _tied(table: TokenTable, mention: Mention) -> list[Mention]:
    """A name that a hyphen ties to a participle is what lists have it as, and stands apart from the
    trade behind it: a Leeds-born nurse; a people's word is no part of that: a Dutch-born nurse."""
    first, last = table.first_token(mention.span), table.last_token(mention.span)
    written = table.lowers[first]
    entries = table.gazetteer.entries(name) if (name := without_participle(written)) else ()
    if name == written or not entries or mention.label in (entries[0].label, "extra"):
        return [mention]
    if first < last:
        if mention.label not in table.labels("attribute"):
            return [mention]
        rest = msgspec.structs.replace(mention, span=table.span(first + 1, last))
        if entries[0].label not in LISTED_NAMES:
            return [rest]
        place = msgspec.structs.replace(mention, span=table.span(first, first))
        return [told(place, entries[0].label, "before a participle"), rest]
    named = mention.label in NAMES and entries[0].label in LISTED_NAMES
    return [told(mention, entries[0].label, "before a participle") if named else mention]


def _owner(table: TokenTable, mention: Mention) -> Mention:
    """The one whose house, car or sister is taken for an institution or a place: Fatima's [house],
    in Jezza's flat."""
    first, last = table.first_token(mention.span), table.last_token(mention.span)
    things = (*table.words[first + 1 : last + 1], *table.words[last + 1 : last + 2])[
        : last - first or 1
    ]
    if mention.label not in table.labels("org", "site", "place") or not owns(table, first):
        return mention
    if not things or any(word.shape != "lower" or word.lower not in OWNED for word in things):
        return mention
    name = msgspec.structs.replace(
        mention, span=table.span(first, first), features=frozenset(["gen"])
    )
    return told(name, given_label(table.words[first]), "whose it is")


def _titled_person(table: TokenTable, mention: Mention) -> list[Mention]:
    """The names of somebody with a first name behind a title, and the place whose they are: Garda
    Sgt Thomas Keohane of Anglesea Street, Chef Maria DiNapoli; none in a name that ends in a
    kind."""
    first, last = table.first_token(mention.span), table.last_token(mention.span)
    given = first
    while given < last and not table.words[given].labels.isdisjoint(("title", "prof")):
        given += 1
    of = next((at for at in range(given, last) if table.lowers[at] == "of"), last + 1)
    titled = first < given or behind_title(table, first)
    if not titled or of - given != 2 or mention.label not in table.labels("org", "site"):
        return []
    entry = first_name(table.words[given])
    kind = tells_kind(table.words[given + 1])
    if entry is None or kind or table.words[given + 1].shape not in CAPITALS:
        return []
    parts = [(given, given, entry.label), (given + 1, given + 1, "surname")]
    parts += [(of + 1, last, mention.label)] if of < last else []
    return [
        told(
            msgspec.structs.replace(mention, span=table.span(*its), features=frozenset()),
            label,
            "behind a title",
        )
        for *its, label in parts
    ]


def _employed(table: TokenTable, mention: Mention) -> list[Mention]:
    """Somebody with an initial or a title, and where they work, are two: Dr. P. Whitfield of
    Pitsmoor Surgery."""
    if named := _titled_person(table, mention):
        return named
    first, last = table.first_token(mention.span), table.last_token(mention.span)
    titled = first + 1 < last and not table.words[first].labels.isdisjoint(("title", "prof"))
    first += titled  # Pastor Wilson of Living Faith Church
    if last - first < 2 or table.lowers[first + 1] != "of":
        return [mention]
    if mention.label not in table.labels("org", "site") or not (
        (titled and table.words[first].shape == "capital") or behind_title(table, first)
    ):
        return [mention]
    name = msgspec.structs.replace(mention, span=table.span(first, first), features=frozenset())
    rest = msgspec.structs.replace(mention, span=table.span(first + 2, last))
    return [told(name, "surname", "behind an initial or a title"), rest]


def _listed_up(table: TokenTable, mention: Mention) -> list[Mention]:
    """Two institutions with "and" between are two, where the first ends in a noun of its kind and
    the second in none: [Hull City Council] and [Mind]; but not the Library and Museum."""
    first, last = table.first_token(mention.span), table.last_token(mention.span)
    if mention.label not in table.labels("org") or last - first < 2 or _is_head(table, last):
        return [mention]
    for at in range(first + 1, last):
        if table.lowers[at] == "and" and _is_head(table, at - 1):
            spans = (table.span(first, at - 1), table.span(at + 1, last))
            return [msgspec.structs.replace(mention, span=span) for span in spans]
    return [mention]


def _is_head(table: TokenTable, index: int) -> bool:
    return any(entry.label in HEADS for entry in table.words[index].entries)


def with_particles(table: TokenTable, mentions: Sequence[Mention]) -> list[Mention]:
    """The mentions; the particle with a capital of a surname and the name behind it are one: Ní
    Mháille, Mrs Le Goff; but not Le Thi Hoa."""
    result: list[Mention] = []
    for mention in mentions:
        before = result[-1] if result else None
        if before is not None and mention.label in NAMES and before.label in NAMES:
            end, start = table.last_token(before.span), table.first_token(mention.span)
            capital = table.words[end].shape in CAPITALS
            alone = end == table.first_token(before.span)
            if table.lowers[end] == "nic":  # a first name, too
                alone = alone and len(result) > 1 and _beside(table, result[-2], before)
            behind = start == end + 1 and table.adjacent(end)
            irish = table.lowers[end] in IRISH
            french = table.lowers[end] in FRENCH and mention.label == "surname"
            if alone and capital and behind and (irish or french):
                span = Span(before.span.start, mention.span.end)
                whole = msgspec.structs.replace(mention, span=span)
                result[-1] = told(whole, "surname", "behind a particle")
                continue
        result.append(mention)
    return result


def _beside(table: TokenTable, one: Mention, other: Mention) -> bool:
    end = table.last_token(one.span)
    return one.label in NAMES and table.first_token(other.span) == end + 1 and table.adjacent(end)


def with_joined_initials(table: TokenTable, mentions: Sequence[Mention]) -> list[Mention]:
    """The mentions; initials side by side are one: B. F. Skinner, as B.F. are."""
    result: list[Mention] = []
    for mention in mentions:
        before = result[-1] if result else None
        if before is not None and before.label == mention.label == "initials":
            end, start = table.last_token(before.span), table.first_token(mention.span)
            if start == end + 1 and table.lowers[end] == "." and table.adjacent(end):
                span = Span(before.span.start, mention.span.end)
                result[-1] = msgspec.structs.replace(before, span=span)
                continue
        result.append(mention)
    return result


def behind_title(table: TokenTable, index: int) -> bool:
    """Whether a title or an initial stands before a token, with or without a full stop."""
    at = index - 2 if table.left(index) == "." else index - 1
    if at < 0 or table.sentence[at] != table.sentence[index]:
        return False
    return "title" in table.words[at].labels or letter(table, at)


def _bare(table: TokenTable, mention: Mention) -> Mention:
    """A country without its article: [The] Netherlands is flat."""
    first, last = table.first_token(mention.span), table.last_token(mention.span)
    if first == last or table.lowers[first] != "the":
        return mention
    if mention.label not in table.labels("place.country"):
        return mention
    return msgspec.structs.replace(mention, span=table.span(first + 1, last))


def _owners(vocab: Vocab) -> Collection[str]:
    """Well-known firms whose name is a genitive, in small letters: mcdonald's."""
    rows = vocab.lists.rows("pseudonyms/kinds.tsv")
    return frozenset(form.lower() for form, _, _, _ in rows if form.endswith("'s"))


def _named_so(table: TokenTable, mention: Mention) -> Mention:
    """A firm whose name is a genitive stands in none: at McDonald's."""
    if "gen" not in mention.features or mention.label not in table.labels("org", "site", "place"):
        return mention
    last = table.last_token(mention.span)
    ends = table.lowers[last]
    several = last > table.first_token(mention.span) and not table.words[last].genitive
    if several and base(ends) == ends and ends not in APOSTROPHES:  # Kenny's bar
        return msgspec.structs.replace(mention, features=mention.features - {"gen"})
    written = normal(table.document.text[mention.span.start : mention.span.end]).lower()
    if written not in table.vocab.derived(_owners):
        return mention
    return msgspec.structs.replace(mention, features=mention.features - {"gen"})


def _genitive(table: TokenTable, mention: Mention) -> Mention:
    """A name in s with the apostrophe behind it, before what is theirs: Charles' house."""
    last = table.last_token(mention.span)
    owned = last + 2
    if table.lowers[last][-1:] != "s" or owned >= len(table.words) or not table.glued(last):
        return mention
    mark = table.lowers[last + 1]
    if mark not in APOSTROPHES or table.glued(last + 1) or "gen" in mention.features:
        return mention
    if mention.label not in OWNING or table.words[owned].shape != "lower":
        return mention
    text, start = table.document.text, mention.span.start
    if _QUOTED.search(text[text.rfind("\n", 0, start) + 1 : start]):
        return mention  # 'I saw Charles' and left
    return msgspec.structs.replace(
        mention,
        span=table.span(table.first_token(mention.span), last + 1),
        features=mention.features | {"gen"},
    )
