"""The trained tagger as a detector: what it sees of a word and of its situation (how its marginals
become claims: tagger/spans.py).

It is stacked on the rules: what they would decide at a token is one of its features, so it knows
everything they know and learns when to believe them (docs/accuracy.md). A situation is a number
(tagger/codes.py), worked out for all tokens of a batch at once; its features are written out when
it is met for the first time.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, compress, count, pairwise
from operator import eq

import numpy as np
from numpy.typing import NDArray

from maskera.kernels.type_scores import Keys
from maskera.lexicon.memo import Memo
from maskera.lexicon.table import QUOTES, TokenTable, has_capital, quoted
from maskera.lexicon.vocab import Lexeme
from maskera.mentions import Detection, probabilities
from maskera.tagger import codes
from maskera.tagger.codes import (
    ECHOES,
    RULING_LABEL,
    TAGS,
    TOPICS,
    Situation,
    Surroundings,
)

Topic = Callable[[Lexeme], str]
"""What a word speaks of, "" for most. Two topics count by themselves: `fiction` (book, character)
and `self` (I, my)."""
Topics = Memo[Lexeme, int]
"""The same as numbers (see topics_of)."""
Numbers = NDArray[np.int64]

FICTION, SELF = "fiction", "self"
RETOLD = 2  # words of fiction in a text that retells a story
OWN = (
    0.01,
    0.04,
)  # shares of words for the writer's own person: between texts on a subject, mixed ones, and stories of one's life
BEHIND, AHEAD = 8, 5  # tokens from which a telling word is seen


def topics_of(topic: Topic) -> Topics:
    """The numbers of topics, kept word by word."""
    return Memo(lambda word: TOPICS.number(topic(word)))


def word_features(
    word_of: Callable[[str], Lexeme], names: frozenset[str]
) -> Callable[[str | int], Iterator[str]]:
    """The features of a type: a form of the first stream, a situation of the second, surroundings
    of the third, both as numbers. names: labels of proper names."""

    def features(key: str | int) -> Iterator[str]:
        if isinstance(key, str):
            return _form(word_of(key), names)
        if key & codes.SURROUNDINGS:
            return _surroundings(codes.surroundings_of(key))
        return _situation(codes.situation_of(key))

    return features


def of_figures(form: str) -> Iterator[str]:
    """What a number in figures may be: its length, its century, whether it can be a day or month."""
    yield f"d={len(form)}"
    if form.isdecimal() and len(form) == 4:
        yield f"y={form[:2]}"
    elif form.isdecimal() and len(form) <= 2:
        yield "d31" if 1 <= int(form) <= 31 else "d99"
        yield "d12" if 1 <= int(form) <= 12 else "d13"


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
        yield from of_figures(lower)
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
        for flag in sorted(entry.flags):  # sums of floats go by their order
            yield f"f={flag}{entry.label}"
    yield "first=" + (word.entries[0].label if word.entries else "")


def _situation(situation: Situation) -> Iterator[str]:
    initial, all_caps, glued, within_quotes, pos, ruling = situation
    rule = ruling.label if ruling else ""
    yield f"i={initial}"
    if all_caps:
        yield "loud"
    if pos:
        yield f"t={pos}"
        yield f"t={pos} r={rule}"
    if within_quotes:
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


def _surroundings(surroundings: Surroundings) -> Iterator[str]:
    before, after, echo, retold, own, rule = surroundings
    yield f"cue={before}"
    yield f"cue={before} r={rule}"
    yield f"after={after}"
    yield f"after={after} r={rule}"
    yield f"cues={before},{after}"
    yield f"echo={echo}"
    yield f"echo={echo} r={rule}"
    yield f"retold={retold} r={rule}"
    yield f"own={own} r={rule}"


def streams(
    tables: Sequence[TokenTable], decided: Sequence[Sequence[Detection]], topics: Topics
) -> list[tuple[Keys, ...]]:
    """The three streams of type keys, a sequence for each sentence of each document. decided: what
    the rules would decide in each (non-overlapping detections in text order)."""
    edges = list(accumulate([len(table.words) for table in tables], initial=0))
    rulings = np.zeros(edges[-1], np.int64)
    ruled = [
        (edge + token, number)
        for table, rules, edge in zip(tables, decided, edges, strict=False)
        for token, number in _rulings(table, rules)
    ]
    if ruled:
        places, numbers = zip(*ruled, strict=True)
        rulings[list(places)] = numbers
    labels = rulings >> RULING_LABEL
    situations = _situations(tables, rulings)
    around = _around(tables, edges, labels, topics)
    return [
        (
            table.document.tokens.forms[span.start : span.end],
            situations[edge + span.start : edge + span.end],
            around[edge + span.start : edge + span.end],
        )
        for table, edge in zip(tables, edges, strict=False)
        for span in table.document.sentences
    ]


def _rulings(table: TokenTable, decided: Sequence[Detection]) -> Iterator[tuple[int, int]]:
    """The tokens of which the rules decide something, and their rulings as numbers."""
    starts, ends = table.document.tokens.starts, table.document.tokens.ends
    for detection in decided:
        ranked = probabilities(detection.hypotheses)
        label, most = ranked[0]
        whole, second = most, ""
        if len(ranked) > 1:
            whole = math.fsum([share for _, share in ranked])
            if ranked[1][1] > 0.05 * most:
                second = ranked[1][0]
        number = codes.ruling_number(label, int(10 * min(0.999, whole)), second)
        first = bisect_right(ends, detection.span.start)
        end = bisect_left(starts, detection.span.end, first)
        if first < end:
            yield first, number | codes.BEGINS
        for token in range(first + 1, end):
            yield token, number


def _situations(tables: Sequence[TokenTable], rulings: Numbers) -> Numbers:
    """The situation of every token of a batch."""
    numbers = rulings << codes.RULING
    for bit, column in (
        (codes.INITIAL, [bytes(table.sentence_initial) for table in tables]),
        (codes.ALL_CAPS, [bytes(table.all_caps_sentence) for table in tables]),
        (codes.GLUED, list(map(_glued, tables))),
        (codes.QUOTED, list(map(_quoted, tables))),
        (codes.TAG, list(map(_tags, tables))),
    ):
        numbers |= _column(column) << bit
    return numbers


def _column(parts: Sequence[bytes]) -> Numbers:
    return np.frombuffer(b"".join(parts), np.uint8).astype(np.int64)


def _glued(table: TokenTable) -> bytes:
    tokens = table.document.tokens
    return bytes([False, *map(eq, tokens.starts[1:], tokens.ends)][: len(tokens)])


def _quoted(table: TokenTable) -> bytes:
    if QUOTES.isdisjoint(table.vocabulary):
        return bytes(len(table.words))
    return bytes(table.fact(quoted))


def _tags(table: TokenTable) -> bytes:
    tags = table.document.tokens.pos
    return bytes(map(TAGS.__getitem__, tags)) if tags else bytes(len(table.words))


def _around(
    tables: Sequence[TokenTable], edges: Sequence[int], labels: Numbers, topics: Topics
) -> Numbers:
    """The surroundings of every token of a batch. edges: where each document begins, and where the
    last one ends; labels: that the rules give to each token."""
    spoken = [bytes(map(topics.__getitem__, table.words)) for table in tables]
    owned = [
        (edge, sentence)
        for table, edge in zip(tables, edges, strict=False)
        for sentence in table.document.sentences
    ]
    before, after = _nearest(
        _column(spoken),
        np.array([edge + sentence.start for edge, sentence in owned], np.int64),
        np.array([edge + sentence.end for edge, sentence in owned], np.int64),
    )
    texts = [retold << codes.RETOLD | own << codes.OWN for retold, own in map(_of_text, spoken)]
    numbers: Numbers = np.repeat(
        np.array(texts, np.int64), [end - start for start, end in pairwise(edges)]
    )
    numbers |= codes.SURROUNDINGS
    numbers |= before << codes.BEFORE
    numbers |= after << codes.AFTER
    numbers |= _column(list(map(_echoes, tables))) << codes.ECHO
    numbers |= labels << codes.RULE
    return numbers


def _of_text(topics: bytes) -> tuple[bool, int]:
    """Whether a text of these topics retells a story, and how much it speaks of its writer."""
    share = topics.count(TOPICS.number(SELF)) / max(len(topics), 1)
    return topics.count(TOPICS.number(FICTION)) >= RETOLD, (share >= OWN[0]) + (share >= OWN[1])


def _nearest(topics: Numbers, starts: Numbers, ends: Numbers) -> tuple[Numbers, Numbers]:
    """The topic of the nearest telling word before each token in its sentence, and after it.
    starts, ends: of the sentences."""
    size = len(topics)
    places = np.arange(size)
    first, last = places.copy(), places.copy()  # of its sentence; of none, a token is one itself
    lengths = ends - starts
    covered = np.repeat(starts - (lengths.cumsum() - lengths), lengths) + np.arange(lengths.sum())
    first[covered], last[covered] = np.repeat(starts, lengths), np.repeat(ends - 1, lengths)
    told = topics > 0
    left = np.full(size, -1)
    left[1:] = np.maximum.accumulate(np.where(told, places, -1))[:-1]
    right = np.full(size, size)
    right[:-1] = np.minimum.accumulate(np.where(told, places, size)[::-1])[::-1][1:]
    near_left = (left >= first) & (places - left <= BEHIND)
    near_right = (right <= last) & (right - places <= AHEAD)
    padded = np.append(topics, 0)
    return padded[np.where(near_left, left, size)], padded[np.where(near_right, right, size)]


def _echoes(table: TokenTable) -> bytes:
    """How the form of a token is written elsewhere: C for a small or first word that has a capital
    inside a sentence, l the other way."""
    words, lowers, initial = table.words, table.lowers, table.sentence_initial
    found = bytearray(len(words))
    capital = {
        lowers[place]
        for place in table.where(has_capital)
        if words[place].shape == "capital" and not initial[place]
    }
    if not capital:
        return bytes(found)
    places = list(compress(count(), map(capital.__contains__, lowers)))
    small = {lowers[place] for place in places if words[place].shape == "lower"}
    for place in places:
        if initial[place] or words[place].shape == "lower":
            found[place] = _C
        elif lowers[place] in small:
            found[place] = _L
    return bytes(found)


_C, _L = ECHOES.index("C"), ECHOES.index("l")
