"""Candidates, orthography, clusters, gains."""

from __future__ import annotations

import numpy as np
import pytest

from learn.invented import PLACES, corpus
from maskera.learn import clusters
from maskera.learn.features import counts
from maskera.learn.learner import learner
from maskera.learn.pool import pool
from maskera.learn.prior import Prior
from maskera.text import Document

TEXTS = pool(document for document, _ in corpus(8))
READY = learner(TEXTS, Prior())


@pytest.mark.parametrize(
    ("form", "flags"),
    [
        ("Anna", "F........"),
        ("EU", "FA......."),
        ("B", "F.S......"),
        ("2019", "...4....."),
        ("3,5", "....fn..."),
        ("A4-sida", "F....n.hm"),
        ("t.ex", ".....np.."),
        ("hem", "........."),
    ],
)
def test_orthography(form: str, flags: str) -> None:
    assert clusters.orthography(form) == flags


def test_names_and_numbers_are_candidates_and_common_words_are_not() -> None:
    found = {TEXTS.forms[token] for token in READY.candidate.nonzero()[0]}
    assert {"Umtar", "070"} <= found and len(found & set(PLACES)) >= 2
    assert not {"the", "friend", "."} & found


def test_a_common_word_at_the_beginning_is_no_candidate() -> None:
    texts = pool(
        [Document("a", "Home is good. We are home. You go home. I am home. My home.\nhome home")]
    )
    assert not learner(texts, Prior()).candidate[0]


def test_clusters_hold_each_candidate_once() -> None:
    for kind in clusters.KINDS:
        members = [token for its in READY.by_kind[kind].values() for token in its.tokens]
        assert sorted(members) == READY.candidate.nonzero()[0].tolist()


def test_what_is_decided_gains_nothing() -> None:
    undecided = np.ones(len(TEXTS), bool)
    terms = READY.by_kind["term"]
    ranked = clusters.ordered(terms.values(), undecided, TEXTS.forms, READY.zipfs)
    assert [gain for gain, _ in ranked] == sorted((gain for gain, _ in ranked), reverse=True)
    undecided[list(ranked[0][1].tokens)] = False
    again = clusters.ordered(terms.values(), undecided, TEXTS.forms, READY.zipfs)
    assert ranked[0][1].key not in {cluster.key for _, cluster in again}


def test_numbers_of_a_few_digits_come_last_where_rules_have_read_them() -> None:
    texts = pool([Document("a", "We met Junna.\nIt was 7.\nI am 7 or 7.\nIn 1999 I met Tavi.")])
    ready = learner(texts, Prior())
    undecided = np.ones(len(texts), bool)
    for doubt in (None, np.full(len(texts), 0.5)):
        ranked = clusters.ordered(
            ready.by_kind["term"].values(), undecided, texts.forms, ready.zipfs, doubt, True
        )
        keys = [cluster.key for _, cluster in ranked]
        assert max(map(keys.index, ("junna", "tavi"))) < keys.index("1999") < keys.index("7")
    terms = ready.by_kind["term"].values()
    assert clusters.ordered(terms, undecided, texts.forms, ready.zipfs)[0][1].key == "7"


def test_a_card_shows_places_of_its_cluster() -> None:
    cluster = clusters.Cluster("term", "x", tuple(range(100)))
    shown = clusters.shown(cluster, np.random.default_rng(1))
    assert len(set(shown)) == clusters.PLACES and set(shown) <= set(cluster.tokens)


def test_gain_is_the_doubt_of_the_places_left_and_before_that_what_they_are_worth() -> None:
    terms = READY.by_kind["term"]
    cluster = max(terms.values(), key=lambda each: len(each.tokens))
    undecided = np.ones(len(TEXTS), bool)
    undecided[cluster.tokens[0]] = False
    doubt = np.arange(len(TEXTS)) / len(TEXTS)
    left = list(cluster.tokens[1:])
    ((gain, _),) = clusters.ordered([cluster], undecided, TEXTS.forms, READY.zipfs, doubt)
    assert gain == doubt[left].sum()
    for zipf, worth in ((3.4, 1.0), (3.5, 0.5), (4.4, 0.5), (4.5, 0.2), (7.0, 0.2)):
        zipfs = clusters.Zipfs(TEXTS, READY.source.counts, Prior())
        zipfs.of = dict.fromkeys(zipfs.of, zipf)
        ((gain, _),) = clusters.ordered([cluster], undecided, TEXTS.forms, zipfs)
        assert gain == pytest.approx(worth * len(left))


def test_a_situation_is_the_orthography_and_the_neighbours() -> None:
    texts = pool([Document("a", "We met Junna today.\nWe met Tavi 7 times.\nJunna")])
    keys = clusters._situations(texts, clusters.Zipfs(texts, counts(texts), Prior()))
    named = {
        f"{form} {number}": key
        for number, (form, key) in enumerate(zip(texts.forms, keys, strict=True))
        if form in ("Junna", "Tavi")
    }
    assert list(named.values()) == ["x F........u x", "x F........u 9", "^ F........u $"]
