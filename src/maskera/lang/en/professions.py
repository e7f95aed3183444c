"""Trades of the writer, of the writer's people and of particular others, by what stands round the
words for them; and trades of no list, by their place and ending."""

from __future__ import annotations

from collections.abc import Iterator

from maskera.lang.en import situations
from maskera.lang.en.institutions import EMPLOYING
from maskera.lang.en.situations import ARTICLES, FIRST, OTHERS, OWN, SELF, THEIRS, words
from maskera.lexicon.gazetteer import Entry
from maskera.lexicon.table import TokenTable
from maskera.lexicon.vocab import CAPITALS
from maskera.mentions import Detection, Evidence

UNLISTED = Evidence("cue:works as _, by its ending", 3.0)
BARE = Evidence("cue:am _, without an article, by its ending", 2.2)
COMPOSED = Evidence("cue:a noun and a word that makes a trade of it", 1.6)
NOUN_ZIPF = 4.6  # from which on a word before a trade is as often an adjective
ADJECTIVES = tuple("ed ing ful ous ive al ic ible able ish less ant ent ern y ly ese ian".split())
"""How words end that are hardly nouns before a trade."""
MODIFIERS = 2  # nouns before a trade that say which: primary school teacher
RARE = 3.5  # Zipf under which a word that an open list has as a trade is hardly anything else
UNKNOWN = 3.3  # Zipf under which a word of no list that ends like one may be a trade
ATTESTED = 1.5  # Zipf of a form that is in use
BEFORE_NAME = THEIRS | {",", "whose"}
LONGEST = 3  # words of a trade of no list
ENDS = ("er", "or", "ist", "man", "woman")
"""How words end that are trades where "a" is left out before them; of more endings, adjectives."""


def claim(table: TokenTable, first: int, last: int, entry: Entry, own: bool) -> Iterator[Detection]:
    """A listed trade with the evidence for its being somebody's."""
    open_word = entry.weight < 1 and first == last and "pl" not in entry.flags
    if open_word and table.words[first].zipf >= RARE:
        return
    if "title" in table.words[last].labels and situations.name_follows(table, last):
        return  # Professor Lindqvist
    first = _with_modifiers(table, first)
    before = situations.before(table, first)
    rest = situations.bare(table, before)
    near = rest[0] if rest else ""
    wish = not words(table, "wish").isdisjoint(before[:4])
    evidence = [Evidence("list:prof", min(entry.weight, 2.0) - 3.2, entry.form)]
    if near in ("as", "like") and not words(table, "works_as").isdisjoint(before):
        evidence.append(Evidence("cue:works as _", 5.0))
    elif near == "as":
        evidence.append(Evidence("cue:as _", 2.5))
    elif near in OWN or (near in THEIRS and own):
        evidence.append(Evidence("cue:my _", 3.6))
    elif near in words(table, "be") and not wish:
        who = before[len(before) - len(rest) + 1 :][:3]
        told = not (FIRST | OTHERS | SELF).isdisjoint(who) or situations.people(table, first)
        evidence.append(Evidence("cue:is _", 4.4 if told else 1.2))
    elif near in (",", "(") and _apposed(table, first):
        evidence.append(Evidence("cue:name, _", 3.2))
    elif before[:1] and before[0] in words(table, "trained"):
        evidence.append(Evidence(f"cue:{before[0]} _", 3.0))
    elif before[:1] == ["the"] and own:
        evidence.append(Evidence("cue:the _", 1.8))
    elif own and not before[:1] and table.right(last) in words(table, "acts"):
        evidence.append(Evidence("cue:_ says", 3.2))
    if situations.name_follows(table, last):
        evidence.append(Evidence("cue:_ name", 3.0))
    elif table.right(last) in (",", "called", "named") and _name_at(table, last + 2):
        evidence.append(Evidence("cue:_, name", 2.6))
    elif _name_told(table, last):
        evidence.append(Evidence("cue:_, whose name is", 3.0))
    elif _at_house(table, last):
        evidence.append(Evidence("cue:_ at a house", 1.3))
    if len(evidence) == 1:
        return
    if "pl" in entry.flags:
        evidence.append(Evidence("plural", -2.5))
    if wish:
        evidence.append(Evidence("cue:wants to be _", -3.0))
    if own:
        evidence.append(Evidence("the writer's own story", 0.8))
    yield table.claim(
        first, last, "prof", *evidence, features=situations.features(table, last, entry)
    )


def _at_house(table: TokenTable, last: int) -> bool:
    """Whether the name of what may be a place of work stands behind a trade: dishwasher in Heaven
    Dragon."""
    if table.right(last) not in EMPLOYING | {"in"}:
        return False
    at = last + 2
    while table.at(at) in ARTICLES:
        at += 1
    return at < len(table.words) and table.words[at].shape in CAPITALS


def _apposed(table: TokenTable, first: int) -> bool:
    """Whether what a trade says more of stands before the comma: Anna, a nurse; my father, a judge;
    39, physical therapist."""
    at = first - 1
    while at > 0 and (table.lowers[at] in ARTICLES or table.at(at) in words(table, "softening")):
        at -= 1
    if at < 1 or table.lowers[at] not in (",", "("):
        return False
    before = table.words[at - 1]
    age = before.shape == "digit" and len(before.lower) == 2
    return age or situations.person(before) or table.entry(at - 1, "fam") is not None


def _name_told(table: TokenTable, last: int) -> bool:
    """Whether somebody's name is told right behind a trade: a nurse, her name was Joy; the driver
    name Kemal."""
    at = last + 1
    while table.at(at) in BEFORE_NAME and at - last < 3:
        at += 1
    if table.at(at) not in ("name", "named") or table.sentence[at] != table.sentence[last]:
        return False
    at += 2 if table.at(at + 1) in words(table, "be") else 1
    return at < len(table.words) and table.words[at].shape in CAPITALS


def _name_at(table: TokenTable, index: int) -> bool:
    return index < len(table.words) and situations.name_follows(table, index - 1)


def _with_modifiers(table: TokenTable, first: int) -> int:
    """Where a trade begins with the nouns that say which: [bus] driver, [primary school]
    teacher."""
    trades = words(table, "trade")
    start = first
    while (
        first - start < MODIFIERS
        and table.left(start) in trades
        and table.words[start - 1].shape == "lower"
    ):
        start -= 1
    return start - 1 if start == first and _noun_before(table, first) else start


def _noun_before(table: TokenTable, first: int) -> bool:
    """Whether a rarer word that is no adjective stands between "a", "was" or "my" and a trade:
    a [goat] keeper."""
    known = table.left(first, 2) in ARTICLES | OWN | words(table, "be") and table.left(first)
    return bool(known) and _noun(table, first - 1)


def behind_as(table: TokenTable, at: int) -> Iterator[Detection]:
    """works as [a] shrimp fisherman: a trade of no list, by its place and its ending."""
    if at + 1 == len(table.words):
        return  # works as
    before = situations.before(table, at + 1, 4)[1:]
    asked = not words(table, "wish").isdisjoint(before)
    if not asked and not words(table, "works_as").isdisjoint(before):
        yield from _by_ending(table, at, tuple(words(table, "trade_ending")), UNLISTED, 0.0)


def behind_be(table: TokenTable, at: int) -> Iterator[Detection]:
    """I am slicer: the same without an article, of a rare word alone."""
    somebody = not (FIRST | {"he", "she"}).isdisjoint(situations.before(table, at, 3))
    if somebody and table.right(at) not in ARTICLES:
        yield from _by_ending(table, at, ENDS, BARE, UNKNOWN)


def composed(table: TokenTable, last: int) -> Iterator[Detection]:
    """A noun and one that makes a trade of it (toddy tapper, petrol station man, ticket girl),
    where an article, a form of be, "as" or "my" stands before them."""
    if table.words[last].shape != "lower" or table.entry(last, "fam") is not None:
        return
    first = last
    while last - first < MODIFIERS and table.left(first) and _noun(table, first - 1):
        first -= 1
    before = situations.bare(table, situations.before(table, first))
    told = table.left(first) in ARTICLES | OWN | THEIRS or (
        before and (before[0] in words(table, "be") or before[0] in ("as", ",", "and"))
    )
    wish = not words(table, "wish").isdisjoint(before[:4])
    if first < last and told and not wish:
        yield table.claim(first, last, "prof", COMPOSED)


def _noun(table: TokenTable, index: int) -> bool:
    """Whether a token may be a noun that says which trade: goat, spare parts, ticket."""
    word = table.words[index]
    if word.shape != "lower" or word.lower in words(table, "softening"):
        return False
    return word.lower in words(table, "trade") or (
        2.0 <= word.zipf < NOUN_ZIPF
        and not word.lower.endswith(ADJECTIVES)
        and word.labels.isdisjoint({"nationality", "language", "ordinal", "number", "fam", "prof"})
    )


def _by_ending(
    table: TokenTable, at: int, ends: tuple[str, ...], evidence: Evidence, rarest: float
) -> Iterator[Detection]:
    """The words behind a token up to one that ends as trades do. rarest: Zipf under which it is
    to be; 0 for any."""
    first = at + 1
    while table.at(first) in ARTICLES or table.at(first) in words(table, "softening"):
        first += 1
    for last in range(first, min(first + LONGEST, len(table.words))):
        word = table.words[last]
        if word.shape != "lower" or table.sentence[last] != table.sentence[at]:
            return
        if table.entry(last, "prof") is not None:
            return
        rare = not rarest or (word.zipf < rarest and not _compared(table, word.lower))
        if len(word.lower) > 4 and word.lower.endswith(ends) and rare:
            yield table.claim(first, last, "prof", evidence)
            return
        named = table.at(last) in words(table, "trade") or 2.0 <= word.zipf < NOUN_ZIPF
        if rarest and not (named and not word.lower.endswith(ADJECTIVES)):
            return


def _compared(table: TokenTable, form: str) -> bool:
    """Whether a word is an adjective compared (skinnier), by its having a superlative."""
    return form.endswith("er") and table.vocab.word(form[:-2] + "est").zipf >= ATTESTED
