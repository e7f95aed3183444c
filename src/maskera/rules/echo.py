"""A name that is sure in one place of a text is lifted in the others."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from maskera.annotate.tokens import normal
from maskera.lexicon.memo import Memo
from maskera.lexicon.table import TokenTable
from maskera.lexicon.vocab import Vocab
from maskera.mentions import Detection, Evidence, Hypothesis, extended, likeliest, place

# A form that is a name in one place of an essay is one in the others, too: 96 % in essays_train.
_ELSEWHERE = Evidence("elsewhere in the text", 2.0)
SURE = 1.5  # log-odds
LONGEST = 60  # characters of a name; a longer claim is a clause, and no cache may keep what it says


class _Forms(msgspec.Struct, frozen=True, gc=False):
    """A name as it is compared, and the same without the ending of a genitive."""

    form: str
    bare: str


def _forms(vocab: Vocab) -> Memo[str, _Forms]:
    def forms(written: str) -> _Forms:
        form = normal(written).lower()
        return _Forms(form, vocab.genitive.bare(form))

    return Memo(forms)


def echoed(
    table: TokenTable,
    detections: Sequence[Detection],
    claimed: set[int],
    labels: frozenset[str],
) -> list[Detection]:
    """What is surely a name in one place of the essay is lifted in the others, and claimed where
    nothing else claims it.

    claimed: where claims have been made, also those that no longer stand. labels: which are names.
    """
    sure: dict[str, tuple[str, frozenset[str]]] = {}
    sources: dict[str, set[int]] = {}
    text, genitive, forms = table.document.text, table.vocab.genitive, table.vocab.derived(_forms)
    people = table.labels("person")
    for detection in detections:
        best = likeliest(detection)
        if best.score <= SURE or best.label not in labels:
            continue
        span = detection.span
        form = forms[text[span.start : span.end]].form
        if len(form) > 2:
            sources.setdefault(form, set()).add(span.start)
            sure.setdefault(form, (best.label, best.features - {"gen"}))
            if "gen" in best.features:
                sure.setdefault(genitive.bare(form), (best.label, best.features - {"gen"}))
    if not sure:
        return list(detections)
    lifted = []
    for detection in detections:
        span = detection.span
        if span.end - span.start > LONGEST:
            lifted.append(detection)
            continue
        name = forms[text[span.start : span.end]]
        known = sure.get(name.form) or sure.get(name.bare)
        if known and sources.get(name.form) != {span.start}:
            family = people if known[0] in people else (known[0],)
            detection = Detection(
                span,
                tuple(
                    [
                        extended(h, (_ELSEWHERE,)) if h.label in family else h
                        for h in detection.hypotheses
                    ]
                ),
            )
        lifted.append(detection)
    wanted = {genitive.of(form): known for form, known in sure.items()} | sure
    claimed = claimed.union([detection.span.start for detection in detections])
    unclaimed = [
        index
        for index in table.among(wanted.keys())
        if table.document.tokens.starts[index] not in claimed
    ]
    for index in unclaimed:
        lower = table.lowers[index]
        known, owns = wanted[lower], lower not in sure
        word = table.words[index]
        weight = -0.5 - max(
            0.0, word.plain if word.shape == "lower" or table.sentence_initial[index] else 0.0
        )
        features = known[1] | ({"gen"} if owns else set())
        lifted.append(
            Detection(
                table.span(index, index),
                (
                    Hypothesis(
                        known[0], (_ELSEWHERE, Evidence("in no list", weight)), frozenset(features)
                    ),
                ),
            )
        )
    return sorted(lifted, key=place) if unclaimed else lifted
