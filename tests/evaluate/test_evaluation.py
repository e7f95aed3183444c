from __future__ import annotations

from pathlib import Path

import pytest
from timing import grows_in_proportion

from maskera.evaluate.align import align, pair
from maskera.evaluate.evaluation import evaluate, general
from maskera.evaluate.output import as_json
from maskera.evaluate.read import read
from maskera.evaluate.scores import labelled, total
from maskera.taxonomy import shipped, taxonomy
from maskera.text import Document

from .build import mention, random_pairs, words

DATA = Path(__file__).parents[3] / "shared" / "data"


def test_every_part_of_an_evaluation_counts_the_same_mentions() -> None:
    made = random_pairs(2)
    evaluation = evaluate(made, shipped(), draws=20)
    whole = total(map(labelled, made))
    for rows in (
        evaluation.per_label,
        evaluation.per_genre,
        evaluation.per_level,
        evaluation.per_casing,
    ):
        assert sum(row.right for row in rows.values()) == whole.right
        assert sum(row.gold for row in rows.values()) == whole.gold
        assert sum(row.found for row in rows.values()) == whole.found
    assert evaluation.main["labelled"].f1 == evaluation.schemes["conll"].f1 == whole.f1
    assert (
        evaluation.per_group["geographic"].right
        > evaluation.per_label["city"].right + evaluation.per_label["country"].right
    )  # city as country
    assert sum(count for *_, count in evaluation.confusion) == evaluation.tokens


def test_what_the_gold_says_nothing_of_is_not_scored() -> None:
    found = [mention(0, 1, personal=0.9, features=frozenset({"gen"}))]
    silent = as_json(
        evaluate([pair(Document("d", words(2)), [mention(0, 1)], found)], shipped(), draws=0)
    )
    assert [
        silent[name]
        for name in ("selective", "covered_personal", "personal_flag", "features", "features_exact")
    ] == [
        {},
        None,
        None,
        {},
        None,
    ]
    gold = [mention(0, 1, personal=0.0, features=frozenset({"def"}))]
    unset = evaluate([pair(Document("d", words(2)), gold, found)], shipped(), draws=0)
    assert (unset.selective, unset.covered_personal, unset.personal_flag) == ({}, None, None)
    told = evaluate(
        [pair(Document("d", words(2)), [*gold, mention(2, 3, personal=1.0)], found)],
        shipped(),
        draws=0,
    )
    assert told.selective["labelled"].found == 1 and told.personal_flag is not None
    assert (told.covered_personal, told.features_exact) == (0.0, 0.0)


def test_there_are_seven_general_groups() -> None:
    assert {general(taxonomy(), label) for label in taxonomy().categories} == {
        "name",
        "geographic",
        "institution",
        "transport",
        "age",
        "date",
        "other",
    }
    assert general(taxonomy(), "PERSON") == "PERSON"


def test_documents_without_metadata_make_no_table_of_it() -> None:
    document = Document("d", words(4))
    assert evaluate([pair(document, [mention(0, 1)], [])], shipped(), draws=0).per_genre == {}
    some = [
        pair(document, [mention(0, 1)], []),
        pair(Document("e", words(4), meta={"level": "B"}), [mention(0, 1)], []),
    ]
    assert set(evaluate(some, shipped(), draws=0).per_level) == {"B", "unknown"}


def test_selective_counts_what_concerns_the_writer() -> None:
    document = Document("d", words(4))
    gold = [mention(0, 1, personal=1.0), mention(2, 3, personal=0.0)]
    evaluation = evaluate([pair(document, gold, [mention(2, 3, personal=0.1)])], shipped(), draws=0)
    assert (evaluation.main["labelled"].recall, evaluation.selective["labelled"].recall) == (0.5, 0)
    assert (evaluation.covered, evaluation.covered_personal) == (0.5, 0)


def test_json_has_the_main_rows_by_name_with_shares_of_one() -> None:
    table = as_json(evaluate(random_pairs(1), shipped(), draws=20))
    assert list(table)[:6] == [
        "documents",
        "tokens",
        "labelled",
        "unlabelled",
        "token",
        "typed_token",
    ]
    row = table["labelled"]
    assert row["precision"] == pytest.approx(row["right"] / row["found"])
    assert row["intervals"]["f1"]["low"] <= row["f1"] <= row["intervals"]["f1"]["high"] <= 1


def test_the_seed_decides_the_intervals() -> None:
    one, same, other = (
        evaluate(random_pairs(1), shipped(), draws=50, seed=seed).main["labelled"].intervals
        for seed in (1, 1, 2)
    )
    assert one == same != other


def test_time_grows_with_the_essays() -> None:
    made = random_pairs(1, documents=600, count=200)
    assert grows_in_proportion(lambda size: evaluate(made[:size], shipped()), 100)


@pytest.mark.skipif(not DATA.exists(), reason="needs ../shared/data")
def test_the_gold_of_the_development_essays_is_the_same_in_both_of_its_formats() -> None:
    pairs = align(read(DATA / "essays_dev.jsonl", shipped()), read(DATA / "essays_dev", shipped()))
    evaluation = evaluate(pairs, shipped(), draws=0)
    assert (
        evaluation.documents,
        evaluation.main["labelled"].gold,
        evaluation.main["labelled"].f1,
    ) == (30, 774, 1)
    assert (
        evaluation.identity.f1,
        evaluation.features_exact,
        evaluation.personal_flag.f1,
        evaluation.covered,
    ) == (1, 1, 1, 1)
