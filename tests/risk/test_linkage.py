"""The linkage attack: its scores against oracles, its ranks, and that shuffled facts find by chance."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskera.risk.linkage import Bm25, CharacterRuns, Fact, attack, chosen, rank, shuffled

TEXTS = [
    "Jag bor i Gränna och är bagare.",
    "Jag bor i Lund. Min syster bor i Lund också, hon är läkare.",
    "Hon är läkare i Umeå och har en hund.",
]


def test_bm25_by_hand() -> None:
    index = Bm25(TEXTS)
    assert index.idf("gränna") == pytest.approx(math.log(1 + 2.5 / 1.5))
    lengths = [7, 13, 9]
    norm = 1.2 * (0.25 + 0.75 * lengths[1] / (sum(lengths) / 3))
    expected = math.log(1 + 2.5 / 1.5) * 2 * 2.2 / (2 + norm)
    assert index("LUND lund") == pytest.approx([0, expected, 0])


def test_character_runs_agree_with_scikit_learn() -> None:
    text = pytest.importorskip("sklearn.feature_extraction.text")
    theirs = text.TfidfVectorizer(analyzer="char_wb", ngram_range=(3, 5), lowercase=False)
    plain = ["jag bor i gränna", "hon bor i lund", "läkare i umeå"]
    table = theirs.fit_transform(plain)
    ours = CharacterRuns(plain)("grännas läkare")
    assert ours == pytest.approx((table @ theirs.transform(["grännas läkare"]).T).toarray()[:, 0])


def test_ties_share_their_rank() -> None:
    assert rank([3.0, 1.0, 3.0], 1) == 3
    assert rank([3.0, 1.0, 3.0], 0) == 1.5
    assert rank([0.0, 0.0, 0.0], 2) == 2


def test_facts_that_are_still_there_find_the_text_and_say_by_which_label() -> None:
    facts = {
        "a": [Fact("Gränna", "city"), Fact("bagare", "prof")],
        "b": [Fact("Lund", "city")],
        "c": [Fact("hund")],
    }
    found = attack(facts, dict(zip("abc", TEXTS, strict=True)), None)
    assert (found.top1, found.top5, found.reciprocal) == (1, 1, 1)
    assert set(found.by_label) == {"city", "prof", "fact"}
    assert sum(found.by_label.values()) == pytest.approx(1)
    hidden = dict.fromkeys("abc", "Jag bor i en stad.")
    assert attack(facts, hidden, None).top1 == 0


@given(st.integers(0, 10_000))
def test_shuffled_facts_find_by_chance(seed: int) -> None:
    rng = random.Random(seed)
    names = [f"w{n}" for n in range(30)]
    released = {n: " ".join(rng.choices("abcdefghij", k=20)) for n in names}
    facts = {n: [Fact(f"{n}x"), Fact(rng.choice("abcdefghij"))] for n in names}
    found = attack(shuffled(facts, seed), released, None, seed)
    assert found.top1 <= 0.3  # of thirty: one expected, nine would be a one in a million case
    assert set(shuffled(facts, seed)) == set(facts)
    assert all(shuffled(facts, seed)[name] is not facts[name] for name in names)


def test_an_attacker_knows_no_more_than_stated() -> None:
    facts = [Fact(str(n)) for n in range(10)]
    assert len(chosen(facts, 3, random.Random(1))) == 3
    assert chosen(facts[:2], 3, random.Random(1)) == facts[:2]
    assert chosen(facts, None, random.Random(1)) == facts
