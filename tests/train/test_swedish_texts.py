"""The invented Swedish essays of training/essays that its README lists: readable, consistent, and
without a real number."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from conftest import ROOT

from .learner_texts import (
    FEW,
    assert_flags,
    assert_header,
    assert_markup,
    assert_numbers,
    text_of,
    words_of,
)

FOLDER = ROOT / "training" / "essays"
RARE = ("SA", "SB", "SC", "SD", "SE", "SF")
"""The hands that are rich in what is rare, and have many texts with almost nothing."""
HANDS = (*RARE, "SG", "SH", "SI", "SJ")
FILES = sorted(path for path in FOLDER.glob("*.txt") if path.stem[:2] in HANDS)
RICH = {"work": 40, "prof": 80, "sensitive": 40, "extra": 25, "fam": 60, "other_institution": 30}
"""What the first hands were written for, and how often each must be met at least."""
EVERYDAY = {"day": 40, "age_string": 30, "school": 20, "edu": 12, "surname": 40, "place": 35}
"""What the everyday texts of the other hands hold at least."""


def of(hands: tuple[str, ...]) -> list[Path]:
    return [path for path in FILES if path.stem[:2] in hands]


def surfaces(label: str) -> list[tuple[str, str]]:
    """File name and words of every mention of a label."""
    texts = [(path, *text_of(path)) for path in FILES]
    return [
        (path.name, words_of(document, mention))
        for path, document, mentions in texts
        for mention in mentions
        if mention.label == label
    ]


def test_there_are_ten_of_each_hand() -> None:
    assert Counter(path.stem[:2] for path in FILES) == dict.fromkeys(HANDS, 10)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_text_is_readable_and_consistent(path: Path) -> None:
    assert_header(path)
    assert_markup(path)
    assert_numbers(path)
    assert_flags(path)


def test_what_is_rare_is_met_and_a_quarter_concerns_almost_nobody() -> None:
    files = of(RARE)
    counts = Counter(mention.label for path in files for mention in text_of(path)[1])
    assert {label: counts[label] for label in RICH if counts[label] < RICH[label]} == {}
    assert sum(len(text_of(path)[1]) <= FEW for path in files) >= len(files) // 4


def test_everyday_texts_are_dense() -> None:
    files = of(tuple(hand for hand in HANDS if hand not in RARE))
    counts = Counter(mention.label for path in files for mention in text_of(path)[1])
    assert {label: counts[label] for label in EVERYDAY if counts[label] < EVERYDAY[label]} == {}
    assert sum(counts.values()) >= 20 * len(files)


def test_numbers_and_addresses_are_nobodys() -> None:
    """Telephone numbers that PTS keeps for fiction; domains that nobody can have (RFC 2606)."""
    for name, words in surfaces("phone_nr"):
        assert re.fullmatch(r"070174060[5-9]|07017406[1-9]\d", re.sub(r"\D", "", words)), name
    for name, words in surfaces("email"):
        assert re.search(r"[@.]example\.(?:com|org|net)$", words), name
    assert [surfaces(label) for label in ("personid_nr", "account_nr", "url")] == [[], [], []]
