"""Names that stand side by side or alone: Ann Sofi is one first name, Sara Elias has a surname, and
Elias alone is then hers."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from msgspec.structs import replace

from maskera.label.harmonize import told
from maskera.lang.sv import name_lists
from maskera.lang.sv.derivation import nicknames
from maskera.lang.sv.persons import first_name
from maskera.lang.sv.roles import role_of
from maskera.lexicon.gazetteer import Entry
from maskera.lexicon.table import TokenTable
from maskera.mentions import Mention
from maskera.taxonomy import FIRSTNAMES, FULL_NAME, INSTITUTIONS

_PARTS = FULL_NAME | {"middlename"}
SURE_GIVEN = 3.0  # log-odds of a first name that is hardly the end of an institution's
LEAST_SURNAME = 1.0  # log-odds of a surname behind a first name, where it is a first name, too


def settled(table: TokenTable, mentions: Sequence[Mention]) -> list[Mention]:
    """The mentions, in text order; second halves of double names are first names, and surnames that
    stand alone are surnames. People named in a row (ali hassan och omar) are left as they are."""
    found = _called(table, _led(table, mentions))
    beside = [place for place in range(1, len(found)) if _beside(table, found, place)]
    if not beside:
        return _theirs(table, found)
    several = {mention.span for row in name_lists.rows(table, mentions) for mention in row}
    tied = {_form(table, m): m.label for m in found if m.label in FIRSTNAMES}
    for place in beside:
        before, mention = found[place - 1], found[place]
        if mention.span in several or before.label not in FIRSTNAMES:
            continue
        last = not _beside(table, found, place + 1)
        if label := tied.get(_joined(table, before, mention)):  # Gun-Marie elsewhere in the text
            found[place] = told(mention, label, "second half of a double name of the text")
        elif mention.label == "surname" and (name := _double(table, before, mention)):
            found[place] = told(mention, name.label, "second half of a double name")
        elif mention.label in FIRSTNAMES and last and _is_family_name(table, before, mention):
            found[place] = told(mention, "surname", "behind a first name")
    return _alone(table, _theirs(table, found))


def _called(table: TokenTable, found: list[Mention]) -> list[Mention]:
    """The same with surnames that stand alone and are what somebody in the text is called for
    short: Roger, som kallas Rogge."""
    known = table.vocab.derived(nicknames)
    shorts = {
        short: mention.label
        for mention in found
        if mention.label in FIRSTNAMES
        for short in known.get(_form(table, mention), ())
    }
    return [
        told(mention, label, "short for a name in the text")
        if mention.label == "surname"
        and (label := shorts.get(_form(table, mention), ""))
        and not (_beside(table, found, place) or _beside(table, found, place + 1))
        else mention
        for place, mention in enumerate(found)
    ]


def _led(table: TokenTable, mentions: Sequence[Mention]) -> list[Mention]:
    """The same with the first name of who leads an institution apart from it: Moderaternas Niclas
    Palm."""
    result: list[Mention] = []
    for mention, follows in zip_longest(mentions, mentions[1:]):
        if mention.label in INSTITUTIONS and follows and follows.label == "surname":
            first, last = table.first_token(mention.span), table.last_token(mention.span)
            if (
                first < last
                and table.first_token(follows.span) == last + 1
                and table.words[last - 1].genitive
                and (given := first_name(table.words[last], SURE_GIVEN)) is not None
            ):
                owner = replace(mention, span=table.span(first, last - 1))
                name = told(mention, given.label, "before a surname")
                result += [owner, replace(name, span=table.span(last, last), features=frozenset())]
                continue
        result.append(mention)
    return result


def _theirs(table: TokenTable, found: list[Mention]) -> list[Mention]:
    """The same with a school that is called after somebody in the text as that person's: Saras skola
    är stor."""
    if all(mention.label != "school" for mention in found):
        return found
    people = {_form(table, m): m for m in found if m.label in FIRSTNAMES}
    result = []
    for mention in found:
        first, last = table.first_token(mention.span), table.last_token(mention.span)
        owner = people.get(table.vocab.genitive.bare(table.lowers[first]))
        noun = table.words[last].shape == "lower" and last == first + 1
        if mention.label == "school" and owner is not None and noun:
            its = replace(
                told(mention, owner.label, "somebody in the text"), span=table.span(first, first)
            )
            mention = replace(its, features=its.features | {"gen"})
        result.append(mention)
    return result


def _alone(table: TokenTable, found: list[Mention]) -> list[Mention]:
    """The same with first names that stand alone and are somebody's surname in the text."""
    forms = [table.document.text[m.span.start : m.span.end] for m in found]
    families = {
        forms[place]
        for place, mention in enumerate(found)
        if mention.label == "surname"
        and (
            (_beside(table, found, place) and found[place - 1].label in FIRSTNAMES)
            or (_beside(table, found, place + 1) and found[place + 1].label in FIRSTNAMES)
        )  # Kim Ji-hoon
    }
    given = {
        forms[place]
        for place, mention in enumerate(found)
        if mention.label in FIRSTNAMES and _beside(table, found, place + 1)
    }
    return [
        told(mention, "surname", "the surname of somebody in the text")
        if mention.label in FIRSTNAMES
        and forms[place] in families - given
        and not _beside(table, found, place)
        and role_of(table, mention) is None
        else mention
        for place, mention in enumerate(found)
    ]


def _beside(table: TokenTable, found: Sequence[Mention], place: int) -> bool:
    """Whether the name at a place stands right behind the one before it."""
    if not 0 < place < len(found) or found[place].label not in _PARTS:
        return False
    before, its = found[place - 1], found[place]
    last = table.last_token(before.span)
    return (
        "gen" not in before.features
        and table.adjacent(last)
        and table.first_token(its.span) == last + 1
    )


def _form(table: TokenTable, mention: Mention) -> str:
    form = table.document.text[mention.span.start : mention.span.end].lower()
    return table.vocab.genitive.bare(form) if "gen" in mention.features else form


def _double(table: TokenTable, before: Mention, mention: Mention) -> Entry | None:
    """The first name that two words are with a hyphen between them."""
    entries = table.gazetteer.entries(_joined(table, before, mention))
    return next((entry for entry in entries if entry.label in FIRSTNAMES), None)


def _joined(table: TokenTable, before: Mention, mention: Mention) -> str:
    return f"{_form(table, before)}-{_form(table, mention)}"


def _is_family_name(table: TokenTable, before: Mention, mention: Mention) -> bool:
    """Whether a first name behind another is a surname, by the lists."""
    if _double(table, before, mention):
        return False
    entries = table.gazetteer.entries(_form(table, mention))
    family = max((e.weight for e in entries if e.label == "surname"), default=0.0)
    return family >= LEAST_SURNAME
