"""Wider words that stand side by side are said once, and what else is told of a hidden state
right behind it goes: two sisters and a brother -> siblings, two, five and nine -> one to nine,
pregnant in the fifth month -> @health.

Rows of the language's `pseudonyms/general.tsv`: `and` and `or` join words, `none` stands before
what there is none of, `tail` is what goes behind a mention of the label that `to` names (`_` stands
for a word).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import msgspec

from maskera.mentions import Mention
from maskera.replace.generalize import EDUCATION, FAMILY, PROFESSION, REACH, General
from maskera.replace.shape import carry_case
from maskera.result import Replacement
from maskera.text import Document, Span

ONCE = ("age", EDUCATION, PROFESSION)
"""Kinds of labels whose neighbours are said once."""
LINKS = ("and", "or")
JOINT = re.compile(r"(?P<comma>,)?\s+(?:(?P<and>\w+)\s+)??(?:(?P<own>\w+)\s+)?")
AND = re.compile(r"\s+(\w+)")
LAST = re.compile(r"(?<!\w)(\w+)\s+$")


class Owner(msgspec.Struct, frozen=True):
    """The determiner before a relative: of whom (one form for all numbers), "" for none. edit: what
    becomes of it before several, where that is something else. adjective: whether one stands between."""

    whose: str = ""
    edit: tuple[Span, str] | None = None
    adjective: bool = False


def united(
    document: Document, replacements: Sequence[Replacement], table: General
) -> tuple[Replacement, ...]:
    """The replacements where relatives joined by `and` that have become one wider word are one, in the
    place of the first; the others have no text then. What becomes of determiners and of what joins
    them are further ones, with the action `agree`: they hide nothing."""
    found = list(replacements)
    more: list[Replacement] = []
    at = 0
    while at < len(replacements):
        end = _end(document, replacements, at, table)
        if end > at:
            edits = _unite(document, found, at, end, table)
            label = found[at].mention.label
            more += [
                Replacement(Mention(span, label), "agree", text, follows=True)
                for span, text in edits
            ]
        at = end + 1
    more += _said_once(document, found, table)
    states = {*table.to.get("tail", {}).values()}
    taken = [replacement.mention.span for replacement in replacements]
    for replacement in replacements:
        label = replacement.mention.label
        replaced = replacement.action == "replace"
        if not replaced or label not in states:
            continue
        span = _tail(document, replacement.mention, table)
        if span and not any(map(span.overlaps, taken)):
            more.append(Replacement(Mention(span, label), "agree", "", follows=True))
    return (*found, *more)


def _said_once(
    document: Document, found: list[Replacement], table: General
) -> Iterator[Replacement]:
    """Neighbours in a row that have become one band of ages, or one word for trades or subjects,
    are said once: two, five and nine -> one to nine. What joined them is further replacements."""
    labels = frozenset().union(*map(table.taxonomy.labels, ONCE))
    of_one = labels | table.taxonomy.labels(FAMILY)  # a nurse or a doctor, my sister or my brother
    said = 0  # the last that has its text
    comma: tuple[Span, int] | None = None  # what parts it from the one before: becomes the `and`
    for place in range(1, len(found)):
        one, other, before = found[said], found[place], found[place - 1].mention
        own, joined = "", ""
        if one.action == other.action == "replace":
            own, joined = _joint(document, before, other.mention, table) or ("", "")
        said_of = {one.mention.label, other.mention.label}
        if joined == "or":
            if not (said_of <= of_one and (not own or _determiner(own, table))):
                joined = ""
        elif own or not said_of <= labels:
            joined = ""
        if joined and one.text.lower() == other.text.lower():
            found[place] = msgspec.structs.replace(other, text="")
            between = Span(before.span.end, other.mention.span.start)
            yield Replacement(Mention(between, before.label), "agree", "", follows=True)
            if joined == "and" and comma and comma[1] == said:
                word = document.text[between.start : between.end].rstrip()
                yield Replacement(Mention(comma[0], before.label), "agree", word, follows=True)
        else:
            parts = Span(before.span.end, before.span.end + 1)
            comma = (parts, place) if joined == "comma" else None
            said = place


def _end(document: Document, replacements: Sequence[Replacement], at: int, table: General) -> int:
    """The place of the last of a row of relatives that begins at a place; `and` stands before or
    behind the last."""
    end = at
    if not _wider(replacements[at], table):
        return end
    owner = _owner(document, replacements[at].mention, table)
    for place in range(at, len(replacements) - 1):
        link = _link(document, replacements[place], replacements[place + 1], owner, table)
        if not link:
            break
        behind = AND.match(document.text, replacements[place + 1].mention.span.end)
        if link == "and" or (behind and behind[1].lower() in table.to.get("and", {})):
            end = place + 1
    return end


def _wider(replacement: Replacement, table: General) -> bool:
    """Whether it is a relative that is replaced."""
    label = replacement.mention.label
    return replacement.action == "replace" and table.taxonomy.kind(label) == FAMILY


def _link(
    document: Document, one: Replacement, other: Replacement, owner: Owner, table: General
) -> str:
    """How two neighbours that have become the same word are joined: "and", "comma", or "" """
    words = [table.read.get(each.text.lower(), ("", ""))[0] for each in (one, other)]
    relatives = _wider(one, table) and _wider(other, table)
    joint = _joint(document, one.mention, other.mention, table)
    if joint and (joint[1] == "or" or (owner.adjective and joint[0])):
        return ""
    if document.text[other.mention.span.end :].lstrip()[:1].isupper():
        return ""  # my brother Ali, who is named
    if not relatives or not words[0] or words[0] != words[1] or not joint:
        return ""
    own, joined = joint
    counted = own in table.to.get("indefinite", {}) or table.number(own) > 0
    if own in table.to.get("none", {}):  # two daughters and no son
        counted = _last(document, one.mention.span.start)[0] not in table.to["none"]
    if own and not counted and table.to.get("plural", {}).get(own, own) != owner.whose:
        return ""
    return joined


def _joint(
    document: Document, one: Mention, other: Mention, table: General
) -> tuple[str, str] | None:
    """The word before the second of two neighbours, in small letters, "" for none, and how they are
    joined: "and", "or", "comma", or ""; None where something else stands between them."""
    joint = JOINT.fullmatch(document.text[one.span.end : other.span.start])
    if joint is None:
        return None
    own, joined = (joint["own"] or "").lower(), (joint["and"] or "").lower()
    if not joined and any(own in table.to.get(link, {}) for link in LINKS):
        own, joined = "", own
    links = [link for link in LINKS if joined in table.to.get(link, {})]
    if joined and not links:
        return None
    return own, links[0] if links else "comma" if joint["comma"] else ""


def _determiner(word: str, table: General) -> bool:
    return word in table.to.get("indefinite", {}) or table.before.has("whose", word)


def _owner(document: Document, mention: Mention, table: General) -> Owner:
    end = begin = mention.span.start
    word, determiner = _last(document, begin)
    counted = word in table.to.get("indefinite", {}) or table.number(word) > 0
    if counted:
        begin = determiner.start
        word, determiner = _last(document, begin)
    plural = table.to.get("plural", {})
    if table.before.has("whose", word) and (counted or word in plural):
        written = document.text[determiner.start : determiner.end]
        made = carry_case(written, plural.get(word, word))
        gap = document.text[determiner.end : begin]
        return Owner(plural.get(word, word), (Span(determiner.start, end), f"{made}{gap}"))
    if counted:
        return Owner(edit=(Span(begin, end), ""))
    if table.before.has("whose", word):
        return Owner(word)
    if not table.before.has("between", word):
        return Owner()
    own, whose = _last(document, determiner.start)
    if not table.before.has("whose", own):
        return Owner(adjective=True)
    made = carry_case(document.text[whose.start : whose.end], plural.get(own, own))
    return Owner(plural.get(own, own), (whose, made), adjective=True)


def _last(document: Document, start: int) -> tuple[str, Span]:
    """The word before a place, in small letters, and where it stands; "" where none does."""
    before = LAST.search(document.text[max(0, start - REACH) : start])
    if not before:
        return "", Span(start, start)
    begin = max(0, start - REACH) + before.start(1)
    return before[1].lower(), Span(begin, begin + len(before[1]))


def _unite(
    document: Document, found: list[Replacement], at: int, end: int, table: General
) -> Iterator[tuple[Span, str]]:
    """One for all from place `at` to `end`; the edits of what stands before and between them."""
    owner = _owner(document, found[at].mention, table)
    word, form = table.read[found[at].text.lower()]
    definite = form in ("def", "defpl") and not owner.whose
    text = table.inflected(word, frozenset({"pl", "def"} if definite else {"pl"}))
    for place in range(at + 1, end + 1):
        yield Span(found[place - 1].mention.span.end, found[place].mention.span.start), ""
        found[place] = msgspec.structs.replace(found[place], text="")
    found[at] = msgspec.structs.replace(found[at], text=carry_case(found[at].text, text))
    if not owner.edit or (at and found[at - 1].mention.span.end > owner.edit[0].start):
        return  # nothing, or a number that is somebody's age
    if document.text[owner.edit[0].start : owner.edit[0].end] != owner.edit[1]:
        yield owner.edit


def _tail(document: Document, mention: Mention, table: General) -> Span | None:
    """Where what is told of a hidden state right behind it stands."""
    tails = [phrase for phrase, of in table.to["tail"].items() if of == mention.label]
    phrases = "|".join(re.escape(phrase).replace("_", r"\w+") for phrase in sorted(tails))
    match = re.compile(rf"\s+(?:{phrases})(?!\w)").match(document.text, mention.span.end)
    return Span(match.start(), match.end()) if match else None
