"""Adjectives around a wider word of another gender than the original, as in Swedish, where a
brother is of the common gender and a sibling neuter: before the noun, and where something is said
of it. They are known by part of speech and morphology."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence

from maskera.mentions import Mention
from maskera.replace.generalize import General
from maskera.result import Replacement
from maskera.text import Document, Span, Tokens

Gendered = Callable[[str, bool], str]
"""An adjective as it stands, and whether its neuter is asked for -> its form."""

NOUNS = frozenset(("NOUN", "PROPN"))
VERBS = frozenset(("AUX", "VERB"))
BEFORE_NOUNS = frozenset(("DET", "NUM", "ADP"))
REACH = 12  # tokens behind a word in which what is said of it is looked for
PHRASE = 4  # tokens of what stands between a word and its verb: the man in Rome sings


def agreeing(
    document: Document, replacements: Sequence[Replacement], table: General, gendered: Gendered
) -> Iterator[Replacement]:
    """What becomes of the adjectives, and of the article before one. Their action is `agree`: they
    hide nothing. Nothing where the document's tokens have no morphology."""
    tokens = document.tokens
    if not tokens.morphology:
        return
    taken = [replacement.mention.span for replacement in replacements]
    ends = [sentence.end for sentence in document.sentences]
    for replacement in replacements:
        neuter = _turned(document, replacement, table)
        if neuter is None:
            continue
        span = replacement.mention.span
        first = bisect_left(tokens.starts, span.start)
        behind = bisect_left(tokens.starts, span.end)
        sentence = bisect_left(ends, behind + 1)
        end = min(ends[sentence] if sentence < len(ends) else len(tokens), behind + REACH)
        begin = document.sentences[sentence].start if sentence < len(ends) else 0
        edits = [*_attributes(tokens, begin, first, table, neuter)]
        edits += [(at, "") for at in _predicates(tokens, begin, first, behind, end, table, neuter)]
        for at, determiner in edits:
            place = Span(tokens.starts[at], tokens.ends[at])
            text = determiner or gendered(tokens.forms[at], neuter)
            if text != tokens.forms[at] and not any(map(place.overlaps, taken)):
                mention = Mention(place, replacement.mention.label)
                yield Replacement(mention, "agree", text, follows=True)


def _turned(document: Document, replacement: Replacement, table: General) -> bool | None:
    """The gender of the wider word of one person, True for neuter, where the original had the other
    one; None where nothing has changed."""
    mention = replacement.mention
    if replacement.action != "replace" or mention.label not in table.to:
        return None
    word, form = table.read.get(replacement.text.lower(), ("", "pl"))
    written = document.text[mention.span.start : mention.span.end]
    entry = table.entry(mention.label, written) or table.entry(mention.label, written.split()[-1])
    if "pl" in form or entry is None or "pl" in mention.features:
        return None
    was = entry.canonical.lower().endswith(tuple(table.neuter))
    return None if (word in table.neuter) == was else word in table.neuter


def _asked(tokens: Tokens, at: int, neuter: bool) -> bool:
    """Whether a token is an indefinite adjective in the singular of the other gender."""
    morphology = tokens.morphology[at]
    gender = "Gender=Com" if neuter else "Gender=Neut"
    return tokens.pos[at] == "ADJ" and gender in morphology and "Number=Sing" in morphology


def _attributes(
    tokens: Tokens, begin: int, first: int, table: General, neuter: bool
) -> Iterator[tuple[int, str]]:
    """Places of adjectives right before a noun, and of the article before them with its form."""
    at = first
    while at > begin and _asked(tokens, at - 1, neuter):
        at -= 1
        yield at, ""
    if begin <= at - 1 and at < first:
        form = tokens.forms[at - 1]
        pairs = table.to.get("determiner", {}) if neuter else table.common
        if (other := pairs.get(form.lower())) is not None:
            yield at - 1, other if form.islower() else other.capitalize()


def _predicates(
    tokens: Tokens, begin: int, first: int, behind: int, end: int, table: General, neuter: bool
) -> Iterator[int]:
    """Places of the adjectives that are said of a noun: it has a verb right behind it, or which is,
    or a verb before it and the adjective behind."""
    at = _verb(tokens, behind, end)
    if at is None and behind < end and _inverted(tokens, begin, first, table):
        at = behind - 1 if tokens.pos[behind] not in VERBS else None
    if at is None:
        return
    other = found = False  # whether another noun, an adjective stands behind the last verb
    for place in range(at + 1, end):
        pos = tokens.pos[place]
        if pos == "PRON" and "Case=Nom" in tokens.morphology[place]:
            return  # somebody else, or told by a pronoun: and she is tired
        if pos == "DET" and tokens.forms[place - 1] == ",":
            return  # another: my brother is tall, the other one short
        if not other and _said(tokens, place, table, neuter, found):
            found = True
            yield place
        elif pos in VERBS:
            other = found = False
        elif pos in NOUNS:
            governed = _governed(tokens, place)
            subject = place + 1 < end and tokens.pos[place + 1] in VERBS
            if subject and not (governed and pos == "PROPN"):
                return
            other |= not governed


def _said(tokens: Tokens, at: int, table: General, neuter: bool, joined: bool) -> bool:
    """Whether a token is an adjective behind a verb, not one before its noun. Those with irregular
    forms are known whatever their tag. joined: whether such a one stands before it."""
    form = tokens.forms[at].lower()
    listed = form in (table.irregular if neuter else table.irregular.values())
    if listed and tokens.pos[at] == "VERB":  # is born; not: has borne
        return table.before.has("being", tokens.forms[at - 1].lower())
    if listed and tokens.pos[at - 1] in VERBS | {"ADV", "PRON"} | ({"CCONJ"} if joined else set()):
        return True
    noun = (
        at + 1 < len(tokens)
        and tokens.pos[at + 1] in NOUNS | {"ADJ"}
        and tokens.forms[at + 1].lower() not in table.to.get("when", {})
    )
    return _asked(tokens, at, neuter) and not noun and tokens.pos[at - 1] not in BEFORE_NOUNS


def _governed(tokens: Tokens, noun: int) -> bool:
    """Whether a preposition stands before a noun and what determines it."""
    before = (tokens.pos[place] for place in range(noun - 1, max(0, noun - PHRASE) - 1, -1))
    return next((pos for pos in before if pos not in ("PRON", "DET", "ADJ", "NUM")), "") == "ADP"


def _verb(tokens: Tokens, behind: int, end: int) -> int | None:
    """The place of the verb that a noun is the subject of; None for none."""
    at = behind
    if at < end and tokens.forms[at] == ",":
        at += 1
    if at < end and tokens.pos[at] == "PRON" and not tokens.morphology[at]:  # who, which
        at += 1
    elif at != behind:
        return None
    if at < end and tokens.pos[at] == "ADP":  # my brother in Rome is
        phrase = range(at + 1, min(at + 1 + PHRASE, end))
        at = next((place for place in phrase if tokens.pos[place] in VERBS), at)
    while at < end and tokens.pos[at] == "ADV":
        at += 1
    return at if at < end and tokens.pos[at] in VERBS else None


def _inverted(tokens: Tokens, begin: int, first: int, table: General) -> bool:
    """Whether an auxiliary stands before a noun and what determines it: today
    is my brother (Swedish)."""
    before = (place for place in range(first - 1, max(begin, first - PHRASE) - 1, -1))
    verb = next((place for place in before if tokens.pos[place] not in ("PRON", "DET", "ADJ")), -1)
    return verb >= 0 and (
        tokens.pos[verb] == "AUX" or table.before.has("being", tokens.forms[verb].lower())
    )
