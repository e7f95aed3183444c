"""The trained tagger as a detector: what it sees of a word and of its situation (how its marginals
become claims: detect/runs.py).

It is stacked on the rules: what they would decide at a token is one of its features, so it knows
everything they know and learns when to believe them (docs/accuracy.md).
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import repeat
from operator import eq
from typing import NamedTuple

from maskera.lexicon.table import TokenTable, quoted
from maskera.lexicon.vocab import Lexeme
from maskera.mentions import Detection, probabilities


class Ruling(NamedTuple):
    """What the rules would decide on a token: their label, its probability in tenths, their next
    label, whether their span begins there."""

    label: str
    bucket: int
    second: str
    begins: bool


Situation = tuple[bool, bool, bool, bool, str, Ruling | None]
"""What a token's place says, whatever its form: the key of the tagger's second stream of types.
Whether it is initial and loud (see TokenTable), glued to the token before, and between quotation
marks; its part of speech; the ruling."""


Surroundings = tuple[str, str, str, bool, int, str]
"""What is to be seen from a token beyond the words beside it: the key of the third stream.

The topics of the nearest telling word before and after it in the sentence; its echo: whether the
form is written with a capital (C) or without (l) elsewhere, where that tells something; whether the
text retells a story; how much it speaks of its writer, in three steps; the rules' label here.
"""

Topic = Callable[[Lexeme], str]
"""What a word speaks of, "" for most. Two topics count by themselves: `fiction` (book, character)
and `self` (I, my)."""

FICTION, SELF = "fiction", "self"
RETOLD = 2  # words of fiction in a text that retells a story
OWN = (
    0.01,
    0.04,
)  # shares of words for the writer's own person: between texts on a subject, mixed ones, and stories of one's life
BEHIND, AHEAD = 8, 5  # tokens from which a telling word is seen


def word_features(
    word_of: Callable[[str], Lexeme], names: frozenset[str]
) -> Callable[[str | Situation | Surroundings], Iterator[str]]:
    """The features of a type: a form of the first stream, a situation of the second, surroundings
    of the third. names: labels of proper names."""

    def features(key: str | Situation | Surroundings) -> Iterator[str]:
        match key:
            case str():
                yield from _form(word_of(key), names)
            case (str(), _, _, _, _, _):
                yield from _surroundings(*key)
            case _:
                yield from _situation(*key)

    return features


def _form(word: Lexeme, names: frozenset[str]) -> Iterator[str]:
    lower = word.lower
    yield "bias"
    # Names are seen through their lists, not by their letters: which of them a corpus happens to
    # hold must not matter.
    anonymous = word.ordinary <= 0 and not word.labels.isdisjoint(names)
    if not anonymous:
        yield f"w={lower}"
    yield f"s={word.shape}"
    if word.shape == "mark":
        return
    if word.shape == "digit":
        yield f"d={len(lower)}"
        if lower.isdecimal() and len(lower) == 4:
            yield f"y={lower[:2]}"
        elif lower.isdecimal() and len(lower) <= 2:
            yield "d31" if 1 <= int(lower) <= 31 else "d99"
            yield "d12" if 1 <= int(lower) <= 12 else "d13"
        return
    for length in range(1, min(5, len(lower))):
        yield f"~x{lower[-length:]}"
    if not anonymous:
        for length in range(2, min(5, len(lower))):
            yield f"~p{lower[:length]}"
    yield f"n={min(len(lower), 12)}"
    yield f"o={max(-4, min(4, round(word.ordinary)))}"
    yield f"z={int(word.zipf)}"
    if word.shape != "lower":
        yield f"so={word.shape}{max(-3, min(3, round(word.ordinary)))}"
    yield f"p={word.shape}{max(-3, min(4, round(word.plain)))}"
    if word.genitive:
        yield "gen"
    if word.misspelt:
        yield "misspelt"
    if word.head:
        yield f"h={word.head}"
    for label in sorted(word.head_labels):
        yield f"hl={label}"
    if "-" in lower:
        yield "hyphen"
    if not word.entries:
        yield "unlisted"
        yield f"unlisted={word.shape}"
    table = set()
    for entry in word.entries:
        if entry.label in table:
            continue
        table.add(entry.label)
        yield f"l={entry.label}"
        yield f"l={entry.label}{max(-2, min(4, math.floor(entry.weight)))}"
        yield f"ls={entry.label}{word.shape}"
        if entry.country:
            yield f"abroad={entry.label}"
        for flag in entry.flags:
            yield f"f={flag}{entry.label}"
    yield "first=" + (word.entries[0].label if word.entries else "")


def _situation(
    initial: bool, loud: bool, glued: bool, quoted: bool, pos: str, ruling: Ruling | None
) -> Iterator[str]:
    rule = ruling.label if ruling else ""
    yield f"i={initial}"
    if loud:
        yield "loud"
    if pos:
        yield f"t={pos}"
        yield f"t={pos} r={rule}"
    if quoted:
        yield "quoted"
        yield f"quoted={rule}"
    if glued:
        yield "glued"
    yield f"r={rule}"
    if ruling:
        yield f"r={rule}{ruling.bucket}"
        if ruling.begins:
            yield f"rb={rule}"
        if ruling.second:
            yield f"r2={rule}/{ruling.second}"
            yield f"rs={ruling.second}"


def _surroundings(
    before: str, after: str, echo: str, retold: bool, own: int, rule: str
) -> Iterator[str]:
    yield f"cue={before}"
    yield f"cue={before} r={rule}"
    yield f"after={after}"
    yield f"after={after} r={rule}"
    yield f"cues={before},{after}"
    yield f"echo={echo}"
    yield f"echo={echo} r={rule}"
    yield f"retold={retold} r={rule}"
    yield f"own={own} r={rule}"


def local_features(table: TokenTable, decided: Sequence[Detection]) -> list[Situation]:
    """The situation of every token, given what the rules would decide (non-overlapping detections
    in text order)."""
    starts, ends = table.document.tokens.starts, table.document.tokens.ends
    rulings: list[Ruling | None] = [None] * len(starts)
    for detection in decided:
        ranked = probabilities(detection.hypotheses)
        bucket = int(10 * min(0.999, math.fsum(probability for _, probability in ranked)))
        second = ranked[1][0] if len(ranked) > 1 and ranked[1][1] > 0.05 * ranked[0][1] else ""
        first, end = (
            bisect_right(ends, detection.span.start),
            bisect_left(starts, detection.span.end),
        )
        rulings[first:end] = [
            Ruling(ranked[0][0], bucket, second, index == first) for index in range(first, end)
        ]
    glued = [False, *map(eq, starts[1:], ends)]
    tags = table.document.tokens.pos or ("",) * len(starts)
    return list(
        zip(
            table.sentence_initial,
            table.all_caps_sentence,
            glued,
            quoted(table),
            tags,
            rulings,
            strict=False,
        )
    )


def context_features(table: TokenTable, rules: Sequence[str], topic: Topic) -> list[Surroundings]:
    """The surroundings of every token; rules: the label that the rules give it."""
    topics = [topic(word) for word in table.words]
    count = len(topics)
    before, after = [""] * count, [""] * count
    for sentence in table.document.sentences:
        for index in [index for index in range(sentence.start, sentence.end) if topics[index]]:
            end = min(index + 1 + BEHIND, sentence.end)
            before[index + 1 : end] = [topics[index]] * (end - index - 1)
            start = max(index - AHEAD, sentence.start)
            after[start:index] = [here or topics[index] for here in after[start:index]]
    share = topics.count(SELF) / max(count, 1)
    retold, own = topics.count(FICTION) >= RETOLD, (share >= OWN[0]) + (share >= OWN[1])
    return list(
        zip(before, after, _echoes(table), repeat(retold), repeat(own), rules, strict=False)
    )


def _echoes(table: TokenTable) -> list[str]:
    """How the form of a token is written elsewhere: C for a small or first word that has a capital
    inside a sentence, l the other way."""
    capital = {
        w.lower
        for w, first in zip(table.words, table.sentence_initial, strict=True)
        if w.shape == "capital" and not first
    }
    if not capital:
        return [""] * len(table.words)
    small = {word.lower for word in table.words if word.shape == "lower"} & capital
    return [
        ""
        if word.lower not in capital
        else "C"
        if first or word.shape == "lower"
        else "l"
        if word.lower in small
        else ""
        for word, first in zip(table.words, table.sentence_initial, strict=True)
    ]


def streams(
    table: TokenTable, decided: Sequence[Detection], topic: Topic
) -> list[tuple[Sequence[Hashable], ...]]:
    """The three streams of type keys, a sequence for each sentence."""
    forms = table.document.tokens.forms
    places = local_features(table, decided)
    around = context_features(
        table, [place[-1].label if place[-1] else "" for place in places], topic
    )
    return [
        (forms[s.start : s.end], places[s.start : s.end], around[s.start : s.end])
        for s in table.document.sentences
    ]
