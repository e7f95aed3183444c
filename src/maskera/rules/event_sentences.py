"""Sentences that tell of a rare event without a word that says so: a linear model over their words
and pairs of words, fitted on annotated essays (train/events.py).

The rules of `rules/events.py` know what makes news; this knows how such stories sound (levande,
mitt i, hela, on the roof): rare things, acts and numbers side by side. It claims the clauses of the
sentence that speak for it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, pairwise
from pathlib import Path

import msgspec

from maskera.io import weights
from maskera.kernels.lookup import summed
from maskera.lexicon.memo import Memo
from maskera.lexicon.table import TokenTable
from maskera.lexicon.vocab import Lexeme
from maskera.mentions import Detection, Evidence, Trust, probability, strength
from maskera.rules.rule import Rule, of_document

FILE = "events.tsv"
SOURCE = "event:told"
BIAS = "bias"
LONG, SHORT = "long", "short"  # how long a sentence is, of 40 and of 12 tokens
LEAST_WORDS, MOST = 4, 40  # tokens of an event: fewer tell nothing, more are several sentences
LEAST = 0.2
"""Probability from which a sentence is claimed: the lowest threshold of a policy. A claim that is
not accepted in the end would have hidden the rules' names inside."""
SEEN = -1.0  # log-odds of a claim of the tagger whose extent is worth something
HOPELESS = math.log(LEAST / (1 - LEAST)) - 1e-6  # log-odds from which it may have that
MOST_OF_PAIRS = 2.0
"""Log-odds that pairs of words may add before a sentence is given up by its words alone: no event
that is found in 94 essays by other writers needs more."""
MARGIN = 0.5
"""What a token has to say on average for its clause to belong to the event: of the events of every
second essay for training .76 of what is claimed is marked then and .99 of the marked is claimed
(.3: .75, .995; .6: .77, .989)."""
AFFIXES = (4, 5)  # letters of the beginnings and ends of words
# Log-odds of a FORMAL claim over which the tagger is silent: .42 of it counts, and -2.2 against it.
SHARE, SILENCE = 0.42, 2.2
_CLAUSE_MARKS = frozenset(',;:–-()"”“»«')
_NAME, _NAMELESS = frozenset(("capital", "mixed", "upper")), frozenset(("mark", "digit"))


def features(word: Lexeme) -> tuple[str, ...]:
    """What the model knows of a token: the word as it is read, its ends, how frequent it is, and what
    the lists say; names and digits are nameless."""
    if word.shape == "mark":
        return (f"mark:{word.lower}",)
    if word.shape == "digit":
        return ("digits",)
    if word.shape in _NAME and word.ordinary <= 0:
        return ("name",)
    form = word.read or word.lower
    found = [f"word:{form}", f"frequency:{round(word.zipf)}"]
    found += [f"list:{label}" for label in sorted(word.labels)]
    for length in AFFIXES:
        if len(form) > length:
            found += (f"begins:{form[:length]}", f"ends:{form[-length:]}")
    return tuple(found)


def counts_of(words: Sequence[Lexeme]) -> dict[str, float]:
    """The row of a sentence: its features by the root of its length, and how long it is."""
    share = len(words) ** -0.5
    row: dict[str, float] = {}
    for name in chain(chain.from_iterable(map(features, words)), pairs_of(words)):
        row[name] = row.get(name, 0.0) + share
    return row | _form(words)


def pairs_of(words: Sequence[Lexeme]) -> Iterator[str]:
    """What the model knows of each word and the next."""
    return (f"pair:{one} {other}" for one, other in pairwise(map(_plain, words)))


def _plain(word: Lexeme) -> str:
    """A word as it is read; names, digits and marks are nameless."""
    nameless = word.shape in _NAMELESS or (word.shape in _NAME and word.ordinary <= 0)
    return "#" if nameless else word.read or word.lower


def _form(words: Sequence[Lexeme]) -> dict[str, float]:
    return {
        LONG: min(len(words), 40) / 40,
        SHORT: min(len(words), 12) / 12,
        f"last:{words[-1].lower}": 1.0,
    }


def sentences(table: TokenTable) -> Iterator[tuple[int, int]]:
    """First and last token of each sentence of so many words that it may tell something."""
    for sentence in table.document.sentences:
        if _enough(table.words[sentence.start : sentence.end]):
            yield sentence.start, sentence.end - 1


def _enough(words: Sequence[Lexeme]) -> bool:
    return sum(word.shape != "mark" for word in words) >= LEAST_WORDS


class EventModel(msgspec.Struct, frozen=True):
    """Feature -> weight in log-odds, BIAS among them; unknown features weigh nothing."""

    weights: Mapping[str, float]

    def of_word(self, word: Lexeme) -> float:
        """What the features of a token weigh together."""
        found = map(self.weights.get, features(word))
        return math.fsum([weight for weight in found if weight is not None])

    def of_pairs(self, words: Sequence[Lexeme]) -> float:
        """What the pairs of a sentence weigh together."""
        known = self.weights
        return sum(known.get(name, 0.0) for name in pairs_of(words))

    def of_form(self, words: Sequence[Lexeme]) -> float:
        """What the length of a sentence and its last word weigh together."""
        known = self.weights
        return sum(known.get(name, 0.0) * value for name, value in _form(words).items())

    def most_of_form(self) -> float:
        """No length and last word weigh more."""
        lasts = [weight for name, weight in self.weights.items() if name.startswith("last:")]
        lengths = [self.weights.get(name, 0.0) for name in (LONG, SHORT)]
        return sum(max(0.0, weight) for weight in (*lengths, max(lasts, default=0.0)))


def rule(model: EventModel, label: str, others: Sequence[Rule] = ()) -> Rule:
    """The rule that claims what the model finds under a label, but where other rules of the label,
    which know what they see, have claimed something of the sentence."""
    weight, bias = Memo(model.of_word), model.weights.get(BIAS, 0.0)
    most = bias + model.most_of_form() + MOST_OF_PAIRS

    def claims(table: TokenTable) -> Iterator[Detection]:
        words = table.words
        so_far = summed(words, weight)
        for sentence in table.document.sentences:
            first, end = sentence.start, sentence.end
            length = math.sqrt(end - first)
            weighed = (so_far[end] - so_far[first]) / length
            if weighed + most < HOPELESS:
                continue  # nearly all
            told = words[first:end]
            odds = bias + weighed + model.of_form(told) + model.of_pairs(told) / length
            if probability(odds) >= LEAST and _enough(told):
                yield from _claim(table, first, end - 1, so_far, odds)

    def _claim(
        table: TokenTable, first: int, last: int, so_far: Sequence[float], odds: float
    ) -> Iterator[Detection]:
        begun, end = _extent(table, first, last, so_far)
        span = table.span(begun, end)
        if LEAST_WORDS <= end - begun + 1 <= MOST and not any(
            span.overlaps(claim.span) for other in others for claim in other.apply(table, None)
        ):
            evidence = Evidence(SOURCE, (odds + SILENCE) / SHARE)
            yield table.claim(begun, end, label, evidence, trust=Trust.FORMAL)

    return of_document("event.told", claims, label, frozenset((label,)))


def _extent(table: TokenTable, first: int, last: int, so_far: Sequence[float]) -> tuple[int, int]:
    """The run of clauses that says most, without the signs at its ends."""
    least, begun = math.inf, first  # what speaks before the best beginning so far
    best, found = -math.inf, (first, last)
    begin = first
    for index in range(first, last + 1):
        if index < last and table.lowers[index] not in _CLAUSE_MARKS:
            continue
        if (before := so_far[begin] - MARGIN * begin) < least:
            least, begun = before, begin
        if (said := so_far[index + 1] - MARGIN * (index + 1) - least) > best:
            best, found = said, (begun, index)
        begin = index + 1
    begun, end = found
    while end > begun and table.words[end].shape == "mark":
        end -= 1
    while begun < end and table.words[begun].shape == "mark":
        begun += 1
    return begun, end


def with_extents(rules: Sequence[Detection], tagged: Sequence[Detection]) -> Sequence[Detection]:
    """The claims of the rules, in their order; of sentences that tell of an event the tagger knows
    better where that begins and ends: its strongest claim of the label inside is taken."""
    if SOURCE not in [claim.hypotheses[0].evidence[0].source for claim in rules]:
        return rules
    return [_as_tagged(claim, tagged) if _is_told(claim) else claim for claim in rules]


def _is_told(claim: Detection) -> bool:
    return claim.hypotheses[0].evidence[0].source == SOURCE


def _as_tagged(claim: Detection, tagged: Sequence[Detection]) -> Detection:
    label = claim.hypotheses[0].label
    inside = [
        one
        for one in tagged
        if one.hypotheses[0].label == label
        and one.hypotheses[0].score >= SEEN
        and claim.span.overlaps(one.span)
    ]
    return Detection(max(inside, key=strength).span, claim.hypotheses) if inside else claim


def load(path: Path) -> EventModel:
    """Read a model; raises DataError with file and line."""
    return EventModel(weights.load(path, "a model of events"))


def save(model: EventModel, path: Path) -> None:
    """Write the model as rows, sorted by feature."""
    weights.save(model.weights, path, 2)
