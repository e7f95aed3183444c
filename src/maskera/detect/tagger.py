"""The trained tagger as a detector: what it sees of a word and of its situation, and how its marginals become claims.

It is stacked on the rules: what they would decide at a token is one of its features, so it knows everything they know and learns when to
believe them (docs/accuracy.md).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from maskera.annotate.crf import Floats, Tagger
from maskera.detect.sight import Sight
from maskera.detect.words import Word
from maskera.mentions import Detection, Evidence, Hypothesis, probabilities
from maskera.text import Span

OUTSIDE = "O"
# Names are seen through their lists, not by their letters: which of them a corpus happens to hold must not matter.
NAMELIKE = frozenset(
    "firstname_male firstname_female firstname_unknown surname city region country area place geo school work other_institution".split()
)
QUOTES = frozenset('"”“»«')
LEAST = 0.015  # a token below this probability of being anything claims nothing
FLOOR = 1e-4  # marginals are cut off here before they become log-odds
KEPT = 4  # labels a claim carries for the reviewer


class Situation(NamedTuple):
    """What a token's place says, whatever its form: the key of the tagger's second stream of types.

    pos: the part of speech. rule: the rules' label there, bucket: their probability in tenths, second: their next label, begins: whether
    their span begins there.
    """

    initial: bool
    loud: bool
    glued: bool
    quoted: bool
    pos: str
    rule: str = ""
    bucket: int = 0
    second: str = ""
    begins: bool = False


def word_features(word_of: Callable[[str], Word]) -> Callable[[str | Situation], Iterator[str]]:
    """The features of a type: a form of the first stream, or a situation of the second."""

    def features(key: str | Situation) -> Iterator[str]:
        if isinstance(key, Situation):
            yield from _situation(key)
        else:
            yield from _form(word_of(key))

    return features


def _form(word: Word) -> Iterator[str]:
    lower = word.lower
    yield "bias"
    anonymous = word.ordinary <= 0 and not word.labels.isdisjoint(NAMELIKE)
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
    if word.genitive:
        yield "gen"
    if word.misspelt:
        yield "misspelt"
    if "-" in lower:
        yield "hyphen"
    if not word.entries:
        yield "unlisted"
        yield f"unlisted={word.shape}"
    seen = set()
    for entry in word.entries:
        if entry.label in seen:
            continue
        seen.add(entry.label)
        yield f"l={entry.label}"
        yield f"l={entry.label}{max(-2, min(4, math.floor(entry.weight)))}"
        yield f"ls={entry.label}{word.shape}"
        if entry.country:
            yield f"abroad={entry.label}"
        for flag in entry.flags:
            yield f"f={flag}{entry.label}"
    yield "first=" + (word.entries[0].label if word.entries else "")


def _situation(key: Situation) -> Iterator[str]:
    yield f"i={key.initial}"
    if key.loud:
        yield "loud"
    if key.pos:
        yield f"t={key.pos}"
        yield f"t={key.pos} r={key.rule}"
    if key.quoted:
        yield "quoted"
        yield f"quoted={key.rule}"
    if key.glued:
        yield "glued"
    if key.rule:
        yield f"r={key.rule}"
        yield f"r={key.rule}{key.bucket}"
        if key.begins:
            yield f"rb={key.rule}"
        if key.second:
            yield f"r2={key.rule}/{key.second}"
            yield f"rs={key.second}"
    else:
        yield "r="


def situations(sight: Sight, decided: Sequence[Detection]) -> list[Situation]:
    """The situation of every token, given what the rules would decide (non-overlapping detections in text order)."""
    tokens = sight.document.tokens
    count = len(tokens)
    rules: list[tuple[str, int, str, bool]] = [("", 0, "", False)] * count
    index = 0
    for detection in decided:
        ranked = probabilities(detection.hypotheses)
        bucket = int(10 * min(0.999, math.fsum(probability for _, probability in ranked)))
        second = ranked[1][0] if len(ranked) > 1 and ranked[1][1] > 0.05 * ranked[0][1] else ""
        while index < count and tokens.ends[index] <= detection.span.start:
            index += 1
        begins = True
        while index < count and tokens.starts[index] < detection.span.end:
            rules[index] = (ranked[0][0], bucket, second, begins)
            begins = False
            index += 1
    glued = [place > 0 and tokens.starts[place] == tokens.ends[place - 1] for place in range(count)]
    quoted = _quoted(sight)
    tags = tokens.pos or ("",) * count
    return [
        Situation(sight.initial[place], sight.loud[place], glued[place], quoted[place], tags[place], *rules[place])
        for place in range(count)
    ]


def _quoted(sight: Sight) -> list[bool]:
    """Whether each token stands between quotation marks of its sentence: titles, words of others."""
    found, within, sentence = [], False, -1
    for place, lower in enumerate(sight.lowers):
        if sight.sentence[place] != sentence:
            within, sentence = False, sight.sentence[place]
        if lower in QUOTES:
            within = not within
        found.append(within)
    return found


def streams(sight: Sight, decided: Sequence[Detection]) -> list[tuple[Sequence[str], Sequence[Situation]]]:
    """The two streams of type keys, a sequence for each sentence."""
    forms = sight.document.tokens.forms
    places = situations(sight, decided)
    return [(forms[s.start : s.end], places[s.start : s.end]) for s in sight.document.sentences]


def claims(
    sights: Sequence[Sight], decided: Sequence[Sequence[Detection]], tagger: Tagger, single: frozenset[str], particles: frozenset[str]
) -> list[list[Detection]]:
    """What the tagger claims in each document: runs of tokens with one likeliest label. All documents are scored in one go.

    decided: what the rules would decide in each. single: labels whose mentions are one token each (names); particles: small words that
    belong to the name after them.
    """
    sequences = [streams(sight, rules) for sight, rules in zip(sights, decided, strict=True)]
    marginals = iter(tagger.marginals(tagger.emissions([pair for pairs in sequences for pair in pairs])))
    found = []
    for sight in sights:
        probabilities = [next(marginals) for _ in sight.document.sentences]
        found.append(_document_claims(sight, probabilities, tagger.labels, single, particles))
    return found


def _document_claims(
    sight: Sight, marginals: Sequence[Floats], labels: list[str], single: frozenset[str], particles: frozenset[str]
) -> list[Detection]:
    outside = labels.index(OUTSIDE)
    found: list[Detection] = []
    for sentence, probability in zip(sight.document.sentences, marginals, strict=True):
        hot = (1.0 - probability[:, outside] > LEAST).nonzero()[0]
        if not len(hot):
            continue
        labelled = probability.copy()
        labelled[:, outside] = 0
        best = labelled.argmax(1).tolist()
        run: list[int] = []
        for place in [*hot.tolist(), -2]:
            broken = run and (place != run[-1] + 1 or best[place] != best[run[-1]])
            if broken or (run and labels[best[place]] in single and _separate(sight, sentence.start + run[-1], particles)):
                found.append(_claim(sight, sentence.start, run, probability, labels, outside))
                run = []
            if place >= 0:
                run.append(place)
    return found


def _separate(sight: Sight, last: int, particles: frozenset[str]) -> bool:
    """Whether the name ends with token `last`: it does at a blank, but for particles ("de Wit"); "J.K." is one."""
    tokens = sight.document.tokens
    return tokens.starts[last + 1] > tokens.ends[last] and sight.lowers[last] not in particles


def _claim(sight: Sight, offset: int, run: list[int], probability: Floats, labels: list[str], outside: int) -> Detection:
    mean = probability[run].mean(0)
    none = max(float(mean[outside]), FLOOR)
    ranked = sorted((place for place in range(len(labels)) if place != outside), key=lambda place: -mean[place])[:KEPT]
    hypotheses = tuple(
        Hypothesis(labels[place], (Evidence("tagger", math.log(max(float(mean[place]), FLOOR) / none)),))
        for place in ranked
        if mean[place] > 0.01 or place == ranked[0]
    )
    tokens = sight.document.tokens
    return Detection(Span(tokens.starts[offset + run[0]], tokens.ends[offset + run[-1]]), hypotheses)
