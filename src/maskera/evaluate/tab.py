"""The Text Anonymization Benchmark (Pilán et al. 2022): its gold, and its metrics with a switch for
what its script does beside the paper.

Everything follows evaluation-and-risk 1.3. A system gives masks: spans of text for each
document. Gold comes from several annotators, and each annotator's entities are items of their own,
so every figure is a micro average over annotators (`by_annotator` gives them apart).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

import msgspec

from maskera.errors import DataError
from maskera.evaluate.align import check_ids
from maskera.formats.tab import TabDocument, TabMention
from maskera.io import decoders
from maskera.io.utf8 import decoded
from maskera.text import Span

WORD = re.compile(r"\w+")
TOKEN = re.compile(r"'s\b|n't\b|[^\W\d_]+|\S")
# The official script asks spaCy for ADP, PART, CCONJ and DET; these closed classes need no model.
# The last line is the script's own list.
_CLOSED_CLASSES = """
about above across after against along among around as at before behind below beneath beside between beyond by despite down during except
for from in inside into like near of off on onto out outside over past per since than through throughout till to toward towards under until
unto up upon via with within without 's ' not n't and or but nor both either neither plus a an the this that these those each every some any
all no another such what which half quite
mr mrs ms no nr about
"""
FUNCTION_WORDS = frozenset(_CLOSED_CLASSES.split())
PUNCTUATION = frozenset(" ,.-;:/&()[]–'\"’“”`")


class TabScores(msgspec.Struct, frozen=True):
    """Shares of 1; a share of nothing is 0. weighted: by information content; the same as uniform
    unless a weigher was given."""

    entity_recall_direct: float
    entity_recall_quasi: float
    entity_recall: float
    token_recall: float
    token_recall_per_type: Mapping[str, float]
    mention_recall: float
    token_precision: float
    mention_precision: float
    token_precision_weighted: float
    mention_precision_weighted: float
    token_f1: float
    direct: int
    quasi: int


@dataclass(frozen=True, slots=True)
class _Entity:
    direct: bool
    kind: str
    mentions: tuple[TabMention, ...]


Masks = Mapping[str, Sequence[Span]]
"""Document id -> the spans that a system masks."""

Weigher = Callable[[str, Sequence[Span], Sequence[Span]], Sequence[float]]
"""Text, all masks, units (masks or words of masks) -> how much each unit says; see
maskera.evaluate.information."""


def uniform(_: str, __: Sequence[Span], units: Sequence[Span]) -> Sequence[float]:
    """Every unit weighs 1."""
    return [1.0] * len(units)


def read_gold(content: bytes, source: str) -> tuple[TabDocument, ...]:
    """The documents of a file of the benchmark; raises DataError naming file and id."""
    try:
        documents = decoders.json(tuple[TabDocument, ...]).decode(decoded(content, source))
    except decoders.NOT_JSON:
        raise DataError(
            f"{source}: not a JSON list of documents of the Text Anonymization Benchmark"
        ) from None
    for document in documents:
        for name, annotation in document.annotations.items():
            for mention in annotation.entity_mentions:
                if not mention.start_offset < mention.end_offset <= len(document.text):
                    raise DataError(
                        f"{source}: document {document.doc_id!r}: a span of {name} is empty or leaves the text"
                    )
    return documents


def read_masks(content: bytes, source: str) -> Masks:
    """The masks of a system's file, {id: [[start, end], ...]}; a third element (the replacement, as
    in TAE) is ignored."""
    try:
        table = decoders.json(dict[str, list[list[int | str]]]).decode(decoded(content, source))
        return {
            id_: [Span(int(mask[0]), int(mask[1])) for mask in masks]
            for id_, masks in table.items()
        }
    except (*decoders.NOT_JSON, ValueError, IndexError):
        raise DataError(
            f"{source}: not a JSON object of masks, id to [[start, end], ...]"
        ) from None


def score(
    documents: Iterable[TabDocument],
    masks: Masks,
    *,
    official: bool = False,
    weigh: Weigher = uniform,
) -> TabScores:
    """All metrics of the benchmark.

    official: as its script counts. Masks that overlap or come twice count each time (else they are
    merged), and token and mention recall take all mentions of an entity that needs masking, also
    those marked NO_MASK (else only those to be masked). Raises DataError when ids differ, the gold
    has one twice, or a mask leaves its text.
    """
    documents = tuple(documents)
    _check(documents, masks)
    total = _Sums()
    for document in documents:
        spans = list(masks[document.doc_id])
        _score_document(document, spans if official else merged(spans), official, weigh, total)
    return total.scores()


def by_annotator(
    documents: Sequence[TabDocument],
    masks: Masks,
    *,
    official: bool = False,
    weigh: Weigher = uniform,
) -> dict[str, TabScores]:
    """The metrics against each annotator alone, over the documents that this annotator did."""
    names = sorted({name for document in documents for name in document.annotations})
    table = {}
    for name in names:
        theirs = [document.only(name) for document in documents if name in document.annotations]
        table[name] = score(
            theirs, {d.doc_id: masks[d.doc_id] for d in theirs}, official=official, weigh=weigh
        )
    return table


def merged(spans: Iterable[Span]) -> list[Span]:
    """The same spans without overlap, in order."""
    done: list[Span] = []
    for span in sorted(spans):
        if done and span.start < done[-1].end:
            done[-1] = Span(done[-1].start, max(done[-1].end, span.end))
        else:
            done.append(span)
    return done


class _Sums:
    """Running sums of one scoring; it exists because every document adds to all of them."""

    def __init__(self) -> None:
        self.entities: Counter[tuple[bool, bool]] = Counter()
        self.words: Counter[tuple[str, bool]] = Counter()
        self.mentions: Counter[bool] = Counter()
        self.precision: dict[str, list[float]] = {
            name: [0.0, 0.0] for name in ("token", "mention", "token weighted", "mention weighted")
        }

    def scores(self) -> TabScores:
        direct, quasi = (
            self.entities[kind, True] + self.entities[kind, False] for kind in (True, False)
        )
        kinds = sorted({kind for kind, _ in self.words})
        right = sum(count for (_, masked), count in self.words.items() if masked)
        recall = _share(right, self.words.total())
        precision = {name: _share(*sums) for name, sums in self.precision.items()}
        return TabScores(
            _share(self.entities[True, True], direct),
            _share(self.entities[False, True], quasi),
            _share(self.entities[True, True] + self.entities[False, True], direct + quasi),
            recall,
            {
                kind: _share(
                    self.words[kind, True], self.words[kind, True] + self.words[kind, False]
                )
                for kind in kinds
            },
            _share(self.mentions[True], self.mentions.total()),
            precision["token"],
            precision["mention"],
            precision["token weighted"],
            precision["mention weighted"],
            _share(2 * precision["token"] * recall, precision["token"] + recall),
            direct,
            quasi,
        )


def _score_document(
    document: TabDocument, masks: Sequence[Span], official: bool, weigh: Weigher, total: _Sums
) -> None:
    text = document.text
    covered = {offset for mask in masks for offset in range(mask.start, mask.end)}
    for entity in _entities(document):
        masked = [(mention, _hidden(text, mention.span, covered)) for mention in entity.mentions]
        total.entities[
            entity.direct, all(hidden for mention, hidden in masked if mention.masked)
        ] += 1
        for mention, hidden in masked:
            if official or mention.masked:
                total.mentions[hidden] += 1
                total.words.update(
                    (entity.kind, _hidden(text, word, covered))
                    for word in _words(text, mention.span)
                )
    annotators = [
        _covering([m.span for m in a.entity_mentions if m.masked])
        for a in document.annotations.values()
        if a.entity_mentions
    ]
    words = [word for mask in masks for word in _words(text, mask)]
    for level, units in (("token", words), ("mention", masks)):
        agreeing = [sum(covers(unit) for covers in annotators) for unit in units]
        for name, weights in (
            (level, uniform(text, masks, units)),
            (f"{level} weighted", weigh(text, masks, units)),
        ):
            sums = total.precision[name]
            sums[0] += sum(weight * count for weight, count in zip(weights, agreeing, strict=True))
            sums[1] += sum(weights) * len(annotators)


def _covering(spans: Sequence[Span]) -> Callable[[Span], bool]:
    """Whether one of the spans covers a span, told without asking each of them."""
    ordered = sorted(spans)
    starts, furthest = (
        [span.start for span in ordered],
        list(accumulate([span.end for span in ordered], max)),
    )

    def covers(unit: Span) -> bool:
        before = bisect_right(starts, unit.start)
        return before > 0 and unit.end <= furthest[before - 1]

    return covers


def _entities(document: TabDocument) -> Iterator[_Entity]:
    """The entities that need masking, each annotator's apart: one masked mention is enough; the
    first mention tells direct from quasi."""
    for annotation in document.annotations.values():
        entities: dict[str, list[TabMention]] = {}
        for mention in annotation.entity_mentions:
            entities.setdefault(mention.entity_id, []).append(mention)
        for mentions in entities.values():
            if any(mention.masked for mention in mentions):
                yield _Entity(
                    mentions[0].identifier_type == "DIRECT",
                    mentions[0].entity_type,
                    tuple(mentions),
                )


def _hidden(text: str, span: Span, covered: set[int]) -> bool:
    """Whether nothing of a span is left in sight but function words, titles and punctuation."""
    missing = {
        offset
        for offset in range(span.start, span.end)
        if offset not in covered and text[offset] not in PUNCTUATION
    }
    if missing:
        for word in TOKEN.finditer(text, span.start, span.end):
            if word[0].lower() in FUNCTION_WORDS:
                missing.difference_update(range(*word.span()))
    return not missing


def _words(text: str, span: Span) -> list[Span]:
    return [Span(*word.span()) for word in WORD.finditer(text, span.start, span.end)]


def _check(documents: Sequence[TabDocument], masks: Masks) -> None:
    ids = Counter(document.doc_id for document in documents)
    if twice := [id_ for id_, times in ids.items() if times > 1]:
        raise DataError(f"the gold has document {twice[0]!r} twice")
    check_ids(ids, masks, ("gold", "prediction"))
    for document in documents:
        if any(mask.end > len(document.text) or not len(mask) for mask in masks[document.doc_id]):
            raise DataError(
                f"document {document.doc_id!r}: a mask of the prediction is empty or leaves the text"
            )


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0
