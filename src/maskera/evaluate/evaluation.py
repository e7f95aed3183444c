"""Everything that is measured on aligned documents, as one value: what `maskera evaluate` prints,
writes as JSON and reports."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial

import msgspec
import numpy as np

from maskera.evaluate import confusion as confusions
from maskera.evaluate.align import OUTSIDE, Pair
from maskera.evaluate.attributes import (
    claims_personal,
    covered,
    features,
    features_exact,
    personal_flag,
    selective,
    tells_features,
    tells_personal,
)
from maskera.evaluate.identity import BCubed, bcubed
from maskera.evaluate.misses import Misses, misses
from maskera.evaluate.muc import MEDLOCK, Muc, muc
from maskera.evaluate.review import Calibration, Review, calibration, review
from maskera.evaluate.scores import (
    SCHEMES,
    Counts,
    Interval,
    Scheme,
    bootstrap,
    casing,
    grouped,
    total,
)
from maskera.taxonomy import Taxonomy

SEED = 2026
UNKNOWN = "unknown"
"""The name of the row for documents without this piece of metadata."""


class Row(msgspec.Struct, frozen=True):
    """Counts with the shares that follow from them, and 95 % intervals where they were drawn; see
    scores.Counts."""

    precision: float
    recall: float
    f1: float
    f2: float
    gold: int
    found: int
    right: float
    intervals: Mapping[str, Interval] = {}


class TokenClasses(msgspec.Struct, frozen=True):
    """Token classification as in the 2025 study: with the unmarked tokens as a class and without."""

    accuracy: float
    mcc: float
    mcc_masked: float
    all_classes: confusions.Averages
    marked_classes: confusions.Averages


class Evaluation(msgspec.Struct, frozen=True):
    """The figures of one prediction. Shares are fractions of 1.

    main: labelled, unlabelled, token, typed token, with intervals. missed: personal tokens still
    there, at most, if these documents were drawn at random from a corpus. selective: the same over
    mentions that concern the writer. schemes: MUC and CoNLL. per_group: labels as their seven
    general groups. covered, covered_personal: share of (personal) gold mentions wholly masked. What
    the gold says nothing of, the writer (selective, covered_personal, personal_flag) or features,
    is empty or None; so is what the prediction cannot say (selective, personal_flag).
    """

    documents: int
    tokens: int
    main: Mapping[str, Row]
    missed: Misses
    selective: Mapping[str, Row]
    schemes: Mapping[str, Row]
    muc: Mapping[str, int]
    per_label: Mapping[str, Row]
    per_group: Mapping[str, Row]
    per_genre: Mapping[str, Row]
    per_level: Mapping[str, Row]
    per_casing: Mapping[str, Row]
    per_casing_token: Mapping[str, Row]
    averages: confusions.Averages
    classes: TokenClasses
    covered: float
    covered_personal: float | None
    personal_flag: Row | None
    features: Mapping[str, Row]
    features_exact: float | None
    identity: BCubed
    identity_matched: BCubed
    confusion: Sequence[tuple[str, str, int]]
    confusion_mentions: Sequence[tuple[str, str, int]]
    calibration: Calibration
    review: Review


def evaluate(
    pairs: Sequence[Pair],
    taxonomy: Taxonomy,
    *,
    draws: int = 1000,
    seed: int = SEED,
    boundary: float = 0.5,
) -> Evaluation:
    """Measure everything. taxonomy: of the labels, for their general groups and spaces of identity; a
    label of another is a group and a space by itself. draws: of the bootstrap, 0 for none; boundary: the probability from which
    the detector decides to mask."""
    rng = np.random.default_rng(seed)
    table = partial(_table, rng=rng, draws=draws)
    told, marked = tells_personal(pairs), tells_features(pairs)
    claimed = told and claims_personal(pairs)
    by_token = confusions.token_confusion(pairs)
    token_rows = confusions.per_label(by_token)
    labels = grouped(pairs, lambda _, mention: mention.label)
    coarse = [pair.relabelled(partial(general, taxonomy)) for pair in pairs]
    main = table(pairs, SCHEMES)
    return Evaluation(
        documents=len(pairs),
        tokens=by_token.total(),
        main=main,
        missed=_missed(main["token"], by_token.total()),
        selective=table(selective(pairs), SCHEMES) if claimed else {},
        schemes=table(pairs, MEDLOCK, draws=0),
        muc=msgspec.structs.asdict(sum(map(muc, pairs), Muc())),
        per_label=_rows(labels),
        per_group=_rows(grouped(coarse, lambda _, mention: mention.label)),
        per_genre=_by_meta(pairs, "genre"),
        per_level=_by_meta(pairs, "level"),
        per_casing=_rows(grouped(pairs, lambda pair, mention: casing(pair.surface(mention)))),
        per_casing_token=_rows(token_casing(pairs)),
        averages=confusions.averages(labels),
        classes=TokenClasses(
            confusions.accuracy(by_token),
            confusions.matthews(by_token),
            confusions.matthews(confusions.masked_or_not(by_token)),
            confusions.averages(token_rows),
            confusions.averages(
                {label: row for label, row in token_rows.items() if label != OUTSIDE}
            ),
        ),
        covered=covered(pairs),
        covered_personal=covered(pairs, personal_only=True) if told else None,
        personal_flag=row(personal_flag(pairs)) if claimed else None,
        features=_rows(features(pairs, taxonomy)) if marked else {},
        features_exact=features_exact(pairs) if marked else None,
        identity=bcubed(pairs, taxonomy),
        identity_matched=bcubed(pairs, taxonomy, missing=False),
        confusion=_cells(by_token),
        confusion_mentions=_cells(confusions.mention_confusion(pairs)),
        calibration=calibration(pairs),
        review=review(pairs, boundary),
    )


def _missed(row: Row, tokens: int) -> Misses:
    """What the prediction left, its unmarked tokens taken as the sample that was reviewed."""
    unmarked, right = tokens - row.found, int(row.right)
    return misses(row.gold - right, unmarked, right, unmarked)


def general(taxonomy: Taxonomy, label: str) -> str:
    """The general group of a label; a label of another scheme is its own group."""
    category = taxonomy.categories.get(label)
    return category.general if category else label


def row(counts: Counts, intervals: Mapping[str, Interval] | None = None) -> Row:
    """Counts as a row of a table."""
    return Row(
        counts.precision,
        counts.recall,
        counts.f1,
        counts.f2,
        counts.gold,
        counts.found,
        counts.right,
        intervals or {},
    )


def token_casing(pairs: Iterable[Pair]) -> dict[str, Counts]:
    """Masked or not, apart by the casing of the token."""
    table: dict[str, Counts] = {}
    for pair in pairs:
        for form, gold, found in zip(
            pair.document.tokens.forms, pair.gold_tokens, pair.found_tokens, strict=True
        ):
            if gold == found == OUTSIDE:
                continue
            expected, claimed = gold != OUTSIDE, found != OUTSIDE
            name = casing(form)
            table[name] = table.get(name, Counts(0, 0, 0)) + Counts(
                expected and claimed, int(expected), int(claimed)
            )
    return dict(sorted(table.items()))


def _table(
    pairs: Sequence[Pair], schemes: Mapping[str, Scheme], *, rng: np.random.Generator, draws: int
) -> dict[str, Row]:
    table = {}
    for name, scheme in schemes.items():
        counts = [scheme(pair) for pair in pairs]
        table[name] = row(total(counts), bootstrap(counts, rng, draws) if draws else None)
    return table


def _rows(table: Mapping[str, Counts]) -> dict[str, Row]:
    return {name: row(counts) for name, counts in table.items()}


def _by_meta(pairs: Sequence[Pair], key: str) -> dict[str, Row]:
    """Labelled counts apart by a piece of metadata; empty when no document has it."""
    if not any(pair.document.meta.get(key) for pair in pairs):
        return {}
    return _rows(grouped(pairs, lambda pair, _: pair.document.meta.get(key) or UNKNOWN))


def _cells(confusion: confusions.Confusion) -> list[tuple[str, str, int]]:
    return [(gold, found, count) for (gold, found), count in sorted(confusion.items())]
