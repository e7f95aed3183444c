"""What stands beside the label: whether a mention concerns the writer, and what is marked on its
form (gen, def, pl, foreign)."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator

from maskera.evaluate.align import OUTSIDE, Pair
from maskera.evaluate.scores import Counts
from maskera.mentions import Mention
from maskera.taxonomy import Taxonomy

UNTOLD = 0.5  # the probability of which nobody has said anything
PERSONAL = 0.5  # the probability from which a mention counts as concerning the writer


def is_personal(mention: Mention) -> bool:
    """Whether a mention is flagged as concerning the writer."""
    return mention.personal >= PERSONAL


def tells_personal(pairs: Iterable[Pair]) -> bool:
    """Whether the gold flags any mention; formats without the flag leave all at UNTOLD, and one
    that nobody set leaves all at 0."""
    return any(mention.personal not in (0.0, UNTOLD) for pair in pairs for mention in pair.gold)


def claims_personal(pairs: Iterable[Pair]) -> bool:
    """Whether the prediction can say which mentions concern the writer: not if it has some, and all
    are at UNTOLD."""
    said = {mention.personal for pair in pairs for mention in pair.found}
    return said != {UNTOLD}


def tells_features(pairs: Iterable[Pair]) -> bool:
    """Whether the gold marks any feature; formats that cannot mark them have none."""
    return any(mention.features for pair in pairs for mention in pair.gold)


def selective(pairs: Iterable[Pair]) -> tuple[Pair, ...]:
    """The pairs with the mentions that concern the writer alone, on both sides (Medlock's selective
    anonymisation)."""
    return tuple(pair.restricted(is_personal) for pair in pairs)


def personal_flag(pairs: Iterable[Pair]) -> Counts:
    """The flag on mentions that both sides have with the same ends and label; those that only one
    side has play no part."""
    same = [(is_personal(gold), is_personal(found)) for gold, found in _same(pairs)]
    return Counts(
        sum(gold and found for gold, found in same),
        sum(gold for gold, _ in same),
        sum(found for _, found in same),
    )


def features(pairs: Iterable[Pair], taxonomy: Taxonomy) -> dict[str, Counts]:
    """Each feature of the taxonomy on mentions that both sides have with the same ends and label."""
    same = list(_same(pairs))

    def counts(feature: str) -> Counts:
        marks = [(feature in gold.features, feature in found.features) for gold, found in same]
        return Counts(
            sum(gold and found for gold, found in marks),
            sum(gold for gold, _ in marks),
            sum(found for _, found in marks),
        )

    return {feature: counts(feature) for feature in sorted(taxonomy.features)}


def features_exact(pairs: Iterable[Pair]) -> float:
    """Share of the mentions that both sides have (ends and label) whose features are all the same;
    0 when there is none."""
    same = [gold.features == found.features for gold, found in _same(pairs)]
    return sum(same) / len(same) if same else 0.0


def covered(pairs: Iterable[Pair], personal_only: bool = False) -> float:
    """Share of gold mentions of which every token is masked, under whatever label; 0 when there is
    none.

    personal_only: of those that concern the writer, but whatever the prediction thinks about that.
    """
    hidden = [
        _hidden(pair, mention)
        for pair in pairs
        for mention in pair.gold
        if not personal_only or is_personal(mention)
    ]
    return sum(hidden) / len(hidden) if hidden else 0.0


def _hidden(pair: Pair, mention: Mention) -> bool:
    tokens = pair.document.tokens
    first = bisect_right(tokens.ends, mention.span.start)
    last = bisect_left(tokens.starts, mention.span.end)
    return OUTSIDE not in pair.found_tokens[first:last]


def _same(pairs: Iterable[Pair]) -> Iterator[tuple[Mention, Mention]]:
    for pair in pairs:
        claimed = {(mention.span, mention.label): mention for mention in pair.found}
        for mention in pair.gold:
            if other := claimed.get((mention.span, mention.label)):
                yield mention, other
