"""Illness, belief and other sensitive words, by list and by the parts of the body, where they are
said of somebody."""

from __future__ import annotations

from collections.abc import Iterator

from maskera.lang.en import situations
from maskera.lang.en.situations import OTHERS, OWN, SELF, THEIRS, words
from maskera.lexicon.gazetteer import Entry
from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import word_list
from maskera.mentions import Detection, Evidence

_WORDS = word_list("en", "health")

TROUBLE, ACHING, VALUES = _WORDS["trouble"], _WORDS["aching"], _WORDS["value"]
"""Words for an illness before its part (problem with lung), what a part that hurts does, and what
somebody's sugar is: high, not good."""

OFTEN = 4.5  # Zipf from which on a term of an open list is hardly an illness
WINDOW = 8  # tokens before a word in which its bearer is named
WHERE = _WORDS["where"]
TO_WHAT = _WORDS["to_what"]
CLOSING = _WORDS["closing"] | {"", "!", ",", ".", ";"}
"""What stands behind an illness that is told by one word."""
BETWEEN = _WORDS["between"]
"""Words between an illness and its place: cataract in both eyes."""
HAVING, BY = _WORDS["having"], frozenset(("with", "from", "for"))
ORGANS = _WORDS["organ"]
"""Words that stand for an illness also behind "with" and "for"."""
ILL_OF = Evidence("body:has the _", 2.6)
AILING = Evidence("body:an illness of a part", 2.4)
HURT = Evidence("body:a part that is hurt", 1.8)


def claim(table: TokenTable, first: int, last: int, entry: Entry, own: bool) -> Iterator[Detection]:
    """A listed word with the evidence for its being said of somebody."""
    if entry.weight < 1 and first == last and table.words[first].zipf >= OFTEN:
        return  # open terms: cold, cut, order
    before = situations.before(table, first, WINDOW)
    evidence = [Evidence("list:sensitive", min(entry.weight, 2.0) - 2.6, entry.form)]
    mine = not SELF.isdisjoint(before)
    person = mine or not OTHERS.isdisjoint(before) or situations.people(table, first)
    if person and not words(table, "suffers").isdisjoint(before[:4]):
        evidence.append(Evidence("cue:has _", 3.6 if mine else 3.0))
    elif before[:1] and before[0] in OWN | THEIRS:
        evidence.append(Evidence("cue:my _", 2.6))
    elif mine:
        evidence.append(Evidence("cue:my ... _", 1.2))
    if len(evidence) > 1:
        if own:
            evidence.append(Evidence("the writer's own story", 0.8))
        yield table.claim(first, _with_place(table, last), "sensitive", *evidence)


def _with_place(table: TokenTable, last: int) -> int:
    """Where a word ends with the part of the body or the thing that it is about: arthritis [in both
    knees], allergic [to nuts]."""
    end = last + 2
    if table.right(last) in WHERE | TO_WHAT and end < len(table.words):
        while table.at(end) in BETWEEN and end - last < 4:
            end += 1
        same = end < len(table.words) and table.sentence[end] == table.sentence[last]
        allergy = table.lowers[last] in words(table, "allergy")
        if same and table.right(last) in WHERE and table.at(end) in words(table, "body_part"):
            return end
        if same and allergy and table.words[end].shape == "lower" and table.right(last) in TO_WHAT:
            return end
    return last


def of_body(table: TokenTable, at: int) -> Iterator[Detection]:
    """A part of somebody's body that ails (ear pain, weak heart) or is hurt (broke my [arm])."""
    before = situations.before(table, at, WINDOW)
    if (SELF | OTHERS).isdisjoint(before) and not situations.people(table, at):
        return
    first = at - 1 if table.left(at) in words(table, "ailing") else at
    last = at + 1 if table.right(at) in words(table, "ailment") else at
    if first == last:
        first = _ailment_before(table, at)
    if first < last:
        yield table.claim(first, last, "sensitive", AILING)
    elif table.left(at) in OWN | THEIRS and _aches(table, at):
        yield table.claim(at, at, "sensitive", HURT)
    elif not words(table, "hurts").isdisjoint(before[:4]):
        hurt = [place for place, word in enumerate(before[:4]) if word in words(table, "hurts")]
        if set(before[: hurt[0]]) <= BETWEEN:
            yield table.claim(at, at, "sensitive", HURT)


def ill_of(table: TokenTable, at: int) -> Iterator[Detection]:
    """A part or a word that stands for an illness of it, where somebody has it: has sugar, has the
    lung, with pressure, it was his heart."""
    before = situations.before(table, at, 4)
    if before[:1] == ["the"] or before[:1] == ["bad"]:
        before = before[1:]
    near = before[0] if before else ""
    if near in OWN and _not_right(table, at):
        yield table.claim(at, at, "sensitive", ILL_OF)
        return
    troubled = near == "with" and before[1:2] and before[1] in TROUBLE
    told = near in HAVING | BY and (
        situations.before(table, at, 1) == ["the"] or table.right(at) in CLOSING
    )
    his = near in OWN | THEIRS and "was" in before[1:2] and "it" in before[2:3]
    if told and near in BY and not troubled:
        told = table.lowers[at] in ORGANS
    somebody = not (SELF | OTHERS).isdisjoint(before) or situations.people(table, at)
    if his or (told and (somebody or near in BY)):
        yield table.claim(at, at, "sensitive", ILL_OF)


def _aches(table: TokenTable, part: int) -> bool:
    """Whether a part of the body is said to have pain: my leg have pain; hurts: my foot hurts."""
    says = table.right(part)
    return says in ACHING or (says in HAVING and table.right(part, 2) in words(table, "ailment"))


def _not_right(table: TokenTable, at: int) -> bool:
    """Whether somebody's own sugar or pressure is said to be a number, high or not good."""
    if table.right(at) not in words(table, "be"):
        return False
    value = at + 2
    figure = value < len(table.words) and table.words[value].shape == "digit"
    return figure or table.right(at, 2) in VALUES


def _ailment_before(table: TokenTable, part: int) -> int:
    """Where an illness begins whose place a part of the body is: pain in my [neck]; the part itself
    for none."""
    at = part - 1
    while at > 0 and table.left(at + 1) in BETWEEN and part - at < 3:
        at -= 1
    ails = words(table, "ailment") | words(table, "ailing")
    return at - 1 if table.left(at + 1) in WHERE and table.left(at) in ails else part
