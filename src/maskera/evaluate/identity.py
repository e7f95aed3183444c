"""Running numbers: B-cubed of which mentions mean the same referent (Bagga and Baldwin 1998)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from maskera.evaluate.align import Pair
from maskera.mentions import Mention
from maskera.taxonomy import Taxonomy


class BCubed(msgspec.Struct, frozen=True):
    """Mean shares over `mentions` gold mentions."""

    precision: float
    recall: float
    f1: float
    mentions: int


def bcubed(pairs: Iterable[Pair], taxonomy: Taxonomy, missing: bool = True) -> BCubed:
    """B-cubed of running numbers.

    A cluster is the mentions of a document with one number in one identity space of the taxonomy
    (names, places, institutions ...; every other label by itself); number 0 says nothing, so such a
    mention stands alone. Gold and predicted mentions are the same when their spans are. A gold
    mention gives |both clusters| / |predicted cluster| to precision and |both clusters| / |gold
    cluster| to recall. missing: a gold mention that was not found is alone in the prediction (which
    costs recall where it has company in the gold); else it is left out on both sides. Predicted
    mentions that are not in the gold are left out, and documents whose gold has no numbers at all.
    """
    precision = recall = 0.0
    count = 0
    for pair in pairs:
        if not any(mention.number for mention in pair.gold):
            continue
        claimed = {mention.span: mention for mention in pair.found}
        items = [mention for mention in pair.gold if missing or mention.span in claimed]
        gold = _clusters(items, taxonomy)
        found = _clusters([claimed.get(mention.span) for mention in items], taxonomy)
        gold_size, found_size = Counter(gold), Counter(found)
        for (expected, given), size in Counter(zip(gold, found, strict=True)).items():
            precision += size * size / found_size[given]
            recall += size * size / gold_size[expected]
        count += len(items)
    if not count:
        return BCubed(0.0, 0.0, 0.0, 0)
    p, r = precision / count, recall / count
    return BCubed(p, r, 2 * p * r / (p + r), count)


def _clusters(mentions: Sequence[Mention | None], taxonomy: Taxonomy) -> list[tuple[str, int]]:
    clusters = []
    for index, mention in enumerate(mentions):
        if mention is None or mention.number == 0:
            clusters.append(("alone", index))
        else:
            category = taxonomy.categories.get(mention.label)
            clusters.append((category.identity if category else mention.label, mention.number))
    return clusters
