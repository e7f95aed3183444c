"""Words for relatives and names beside them: a mother called by her child's name (Um Layth), Baba
before a name or for one, my father Farah."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import msgspec

from maskera.label.harmonize import told
from maskera.lang.en.called import genders
from maskera.lang.en.extents import NAMES
from maskera.lang.en.institutions import form
from maskera.lang.en.names import KUNYAS
from maskera.lang.en.namesakes import listed_given
from maskera.lang.en.surroundings import goes_on
from maskera.lang.en.word_names import POSSESSIVE
from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import CAPITALS
from maskera.mentions import Mention
from maskera.taxonomy import FIRSTNAMES, FULL_NAME

UNKNOWN = "firstname_unknown"
KIN_OR_NAME = word_list("en", "people")["kin_or_name"]
"""Words for relatives of other languages that are as often somebody's name: Abi, Lola."""


def kunyas(table: TokenTable, mentions: Sequence[Mention]) -> list[Mention]:
    """The mentions; a mother or father called by their child's name is one of two words: Um
    Layth."""
    found: list[Mention] = []
    for mention in mentions:
        first, last = table.first_token(mention.span), table.last_token(mention.span)
        whole_one = KUNYAS.get(table.lowers[first], "") if first < last else ""
        if mention.label in NAMES and whole_one:
            found.append(told(mention, whole_one, "after a child"))
            continue
        label = KUNYAS.get(table.left(first), "") if mention.label in NAMES else ""
        if not label or not table.adjacent(first - 1):
            found.append(mention)
            continue
        whole = table.span(first - 1, last)
        if found and found[-1].span.overlaps(whole):
            found.pop()
        named = mention if mention.label == label else told(mention, label, "after a child")
        found.append(msgspec.structs.replace(named, span=whole))
    return found


def before_name(table: TokenTable, mention: Mention) -> Mention:
    """A word for a relative that no list has as a first name, before a name: Massi Jasbir."""
    first = table.first_token(mention.span)
    labels = table.words[first].labels
    borne = any(e.label in FIRSTNAMES and e.weight >= 0 for e in table.words[first].entries)
    if mention.label not in NAMES or "fam" not in labels or borne:
        return mention
    if first + 1 < len(table.words) and table.adjacent(first):
        after = table.words[first + 1]
        if after.shape in CAPITALS and after.labels & FULL_NAME:
            return told(mention, "fam", "a relative's word before a name")
    return mention


def throughout(table: TokenTable, mentions: Sequence[Mention]) -> list[Mention]:
    """The mentions; a relative's word of another language with a capital is a name throughout where
    it stands right behind another relative's (my brother Bhai; but not my aunt Tita Rosa), and
    where it is short for a name of the text (Abi, of Abimbola) or as often one: I met Abi."""
    given: dict[str, str] = {}
    longer = {form(table, one): one.label for one in mentions if one.label in FIRSTNAMES}
    for mention in mentions:
        first, last = table.first_token(mention.span), table.last_token(mention.span)
        entry = table.entry(first, "fam") if first == last and mention.label == "fam" else None
        capital = table.words[first].shape == "capital"
        if entry is not None and entry.weight <= 1 and capital and not goes_on(table, last):
            kin = table.left(first) != "," and table.words[first - 1].shape == "lower"
            if kin and (label := of_relative(table, mention)):
                given[form(table, mention)] = label
            elif table.left(first) not in POSSESSIVE:
                given.setdefault(form(table, mention), _short_for(form(table, mention), longer))
    given = {word: label for word, label in given.items() if label}
    words = {form(table, one) for one in mentions if one.label == "fam"} - given.keys()
    return [_throughout(table, mention, given, words) for mention in mentions]


def _short_for(word: str, names: Mapping[str, str]) -> str:
    """The label of the name that a relative's word is short for, or of one of its own; "" for
    none."""
    longer = (name for name in sorted(names) if name.startswith(word) and name != word)
    label = names[found] if len(word) > 2 and (found := next(longer, "")) else ""
    return label or (UNKNOWN if word in KIN_OR_NAME else "")


def _throughout(
    table: TokenTable, mention: Mention, given: Mapping[str, str], kin: Collection[str]
) -> Mention:
    """A relative's word that is somebody's name throughout (given), and a first name that is a
    relative's word elsewhere in the text: Baba had surgery, [Baba] wants me to stay."""
    first, last = table.first_token(mention.span), table.last_token(mention.span)
    name = form(table, mention)
    capital = table.words[first].shape == "capital"
    if mention.label == "fam" and name in given and capital:
        return told(mention, given[name], "behind a relative's word")
    if mention.label in FIRSTNAMES and name in kin and first == last:
        entry = table.entry(first, "fam")
        if entry is not None and not of_relative(table, mention) and not goes_on(table, last):
            return told(mention, "fam", "a relative elsewhere in the text")
    return mention


def of_relative(table: TokenTable, mention: Mention) -> str:
    """The label of the first name of a relative: my father Farah, Auntie Hong; "" for another's."""
    first = table.first_token(mention.span)
    at = first - 2 if table.left(first) == "," else first - 1
    if at < 0 or table.sentence[at] != table.sentence[first] or table.entry(at, "fam") is None:
        return ""
    titled = "title" in table.words[at].labels and table.words[at].shape in CAPITALS
    entries = table.words[first].entries
    if titled and at == first - 1 and entries and entries[0].label == "surname":
        return ""  # Father Pike, Sister Moss; but not Brother Daniel
    relatives, _ = table.vocab.derived(genders)
    return relatives.get(table.lowers[at], "") or listed_given(table, mention) or UNKNOWN
