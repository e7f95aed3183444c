"""A name found in one place of a text is hidden in all: one that stays behind gives the others
away."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from itertools import compress

import msgspec

from maskera.label.slips import Forms, distance
from maskera.lexicon.table import TokenTable
from maskera.lexicon.triggers import only
from maskera.lexicon.vocab import CAPITALS, Lexeme
from maskera.mentions import Evidence, Hypothesis, Mention, probabilities

SURE = 0.8  # probability from which a mention is taken as the pattern for its repetitions, or several are together
SHORTEST = 2  # letters
LEAST_MISSPELT = 5  # letters of a name, and of a form that is a slip for it
WEIGHT = 2.0  # log-odds of a repetition: nearly always the same name
FREQUENT = 5.0  # Zipf from which a word is no genitive of a name (hans of Han)


def propagated(
    table: TokenTable,
    mentions: Sequence[Mention],
    labels: frozenset[str],
    repeats: Callable[[TokenTable, int], bool] = lambda table, index: False,
    capitalized: frozenset[str] = frozenset(),
) -> list[Mention]:
    """The mentions, in text order, with the unmarked repetitions of their one-word names, in any
    case and in the genitive.

    labels: which are names. Of names that are ordinary words as well ("Hans") only those are
    repetitions that a capital inside a sentence tells, or a relative behind a genitive (Pers
    mamma), or `repeats` of a place where one begins a sentence, and of those that always have a
    capital (`capitalized`) only the latter; the others are left to the detectors. A form in no list
    that may be a slip for a person's name in the text is that name.
    """
    tokens, genitive = table.document.tokens, table.vocab.genitive
    patterns: dict[str, Mention] = {}
    ordinary: set[str] = set()
    doubtful: dict[str, float] = {}  # form -> how likely all of its mentions are none
    for mention in mentions:
        if mention.label not in labels:
            continue
        last = table.last_token(mention.span)
        if tokens.starts[last] == mention.span.start:
            word = table.words[last]
            if len(word.lower) >= SHORTEST:
                form = genitive.bare(word.lower) if "gen" in mention.features else word.lower
                if not _sure(mention, labels):
                    doubtful[form] = doubtful.get(form, 1.0) * (1 - _share(mention, labels))
                    if word.ordinary > 0 or doubtful[form] > 1 - SURE:
                        continue
                patterns.setdefault(form, mention)
                if word.ordinary > 0:
                    ordinary.add(form)
    if not patterns:
        return list(mentions)
    slips = _slips(table, patterns)
    ordered = sorted(
        [_as_meant(table, mention, patterns, slips, labels) for mention in mentions], key=_start
    )
    starts = [mention.span.start for mention in ordered]
    taken = set(starts)
    found: list[Mention] = []
    wanted = {genitive.of(form): pattern for form, pattern in patterns.items()} | patterns
    inflected = {genitive.of(form): form for form in patterns}
    repeated = compress(range(len(table.lowers)), map(wanted.__contains__, table.lowers))
    for index in sorted({*repeated, *slips}):
        if slip := slips.get(index):
            (form, owns), pattern = slip, patterns[slip[0]]
        else:
            pattern, owns = wanted[table.lowers[index]], table.lowers[index] not in patterns
            form = inflected[table.lowers[index]] if owns else table.lowers[index]
        told = (
            slip is not None
            or (form not in capitalized and _titled(table, index))
            or (form not in ordinary and _no_word(table.words[index], owns))
            or (owns and _of_kin(table, index))
            or (form in ordinary and repeats(table, index))
        )
        if tokens.starts[index] in taken or not told:
            continue
        span = table.span(index, index)
        before = bisect_right(starts, span.start) - 1
        neighbours = ordered[max(0, before) : before + 2]
        if any(mention.span.overlaps(span) for mention in neighbours):
            continue
        features = (pattern.features - {"gen"}) | ({"gen"} if owns else set())
        evidence = (Evidence("elsewhere in the text", WEIGHT),)
        found.append(
            Mention(
                span,
                pattern.label,
                0,
                features,
                0.88,
                0.5,
                (Hypothesis(pattern.label, evidence, features),),
            )
        )
    return sorted([*ordered, *found], key=_start) if found else ordered


def _slips(table: TokenTable, patterns: Mapping[str, Mention]) -> dict[int, tuple[str, bool]]:
    """Tokens with a capital, in no list and no ordinary word, that may be slips for the name of a
    person in the text: their places -> the name in lower case, and whether its genitive is meant."""
    people = table.labels("person")
    names, found = Forms(), False
    sure = {form: one for form, one in patterns.items() if one.probability >= SURE}
    for form, pattern in sure.items():
        if pattern.label in people and len(form) >= LEAST_MISSPELT:
            names.add(form)
            found = True
    if not found:
        return {}
    slips: dict[int, tuple[str, bool]] = {}
    for index in table.where(_unknown_capital):
        word = table.words[index]
        if word.lower in sure:
            continue
        bare = table.vocab.genitive.bare(word.lower)
        close = [
            (edits, form, meant != word.lower)
            for meant in {word.lower, bare}
            for form in names.near(meant)
            for edits in [distance(meant, form)]
        ]
        if close:
            _, form, owns = min(close)
            slips[index] = form, owns
    return slips


@only(*CAPITALS)
def _unknown_capital(word: Lexeme) -> bool:
    return not word.entries and word.ordinary <= 0 and len(word.lower) >= LEAST_MISSPELT


def _as_meant(
    table: TokenTable,
    mention: Mention,
    patterns: Mapping[str, Mention],
    slips: Mapping[int, tuple[str, bool]],
    labels: frozenset[str],
) -> Mention:
    """A mention of one word that is a slip for a person's name in the text, as that person's: a
    person who is known comes before a town in no list."""
    last = table.last_token(mention.span)
    if (
        last not in slips
        or mention.label not in labels
        or table.document.tokens.starts[last] != mention.span.start
    ):
        return mention
    form, owns = slips[last]
    pattern = patterns[form]
    if pattern.span == mention.span:
        return mention
    own = mention.features & {"pl"}  # the Karimanziras, and Agnes Karimanzira
    features = (pattern.features - {"gen", "pl"}) | own | ({"gen"} if owns else set())
    kept = [one for one in mention.hypotheses if one.label == pattern.label]
    reason = Hypothesis(
        pattern.label, (Evidence("a slip for a name in the text", WEIGHT),), features
    )
    others = [one for one in mention.hypotheses if one.label != pattern.label]
    return msgspec.structs.replace(
        mention, label=pattern.label, features=features, hypotheses=(*(kept or [reason]), *others)
    )


def _sure(mention: Mention, labels: frozenset[str]) -> bool:
    """Whether a mention is surely a name, of whatever kind."""
    return mention.probability >= SURE or _share(mention, labels) >= SURE


def _share(mention: Mention, labels: frozenset[str]) -> float:
    """The probability that a mention is a name."""
    return math.fsum([p for label, p in probabilities(mention.hypotheses) if label in labels])


def _of_kin(table: TokenTable, index: int) -> bool:
    """Whether a relative stands behind a form that may be a name: Pers mamma, bos mamma."""
    word = table.words[index]
    if (
        word.zipf >= FREQUENT
        or (word.shape == "lower" and word.ordinary > 0)
        or not table.adjacent(index)
    ):
        return False
    return table.words[index + 1].shape == "lower" and not table.words[index + 1].labels.isdisjoint(
        table.labels("attribute.family")
    )


def _titled(table: TokenTable, index: int) -> bool:
    """Whether a capital tells of a name: inside a sentence that is not in capitals."""
    return table.words[index].shape in CAPITALS and not (
        table.sentence_initial[index] or table.all_caps_sentence[index]
    )


def _no_word(word: Lexeme, genitive: bool) -> bool:
    """Whether a form is no ordinary word, or the genitive of a name and has its capital: Annas, but
    not annas (a slip of annars)."""
    return word.ordinary <= 0 or (genitive and word.shape in CAPITALS)


def _start(mention: Mention) -> int:
    return mention.span.start
