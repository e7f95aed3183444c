"""One name has one gender, by its lists and by the words around it."""

from __future__ import annotations

import pytest

from maskera.lang import load_pack
from maskera.lang.en.harmonize import harmonize
from maskera.lexicon.table import token_table
from maskera.mentions import Mention
from maskera.text import Document, Span

PACK = load_pack("en")


def labels(text: str, *names: tuple[str, str]) -> list[str]:
    table = token_table(PACK.tokenization(Document("a", text, "en")), PACK.vocab)
    mentions, at = [], 0
    for name, label in names:
        at = text.index(name, at)
        mentions.append(Mention(Span(at, at + len(name)), label, probability=0.9))
        at += len(name)
    return [mention.label for mention in harmonize(table, mentions)]


@pytest.mark.parametrize(
    ("text", "name", "label"),
    [
        ("My sister Xuqila came.", "Xuqila", "firstname_female"),
        ("My brother Xuqila came.", "Xuqila", "firstname_male"),
        ("My friend Anna came and he laughed.", "Anna", "firstname_female"),
    ],
)
def test_relatives_and_lists_tell_the_gender(text: str, name: str, label: str) -> None:
    other = "firstname_male" if label == "firstname_female" else "firstname_female"
    assert labels(text, (name, other)) == [label]


def test_a_name_that_nothing_tells_stays_as_it_is() -> None:
    assert labels("I saw Xuqila.", ("Xuqila", "firstname_unknown")) == ["firstname_unknown"]


def test_a_name_has_one_gender_throughout() -> None:
    text = "My sister Xuqila came. Later Xuqila sang."
    found = labels(text, ("Xuqila", "firstname_female"), ("Xuqila", "firstname_male"))
    assert found == ["firstname_female"] * 2


def test_places_where_english_is_spoken_are_not_foreign() -> None:
    text = "I moved from Leeds to Lyon."
    table = token_table(PACK.tokenization(Document("a", text, "en")), PACK.vocab)
    mentions = [
        Mention(
            Span(at := text.index(name), at + len(name)), "city", features=frozenset({"foreign"})
        )
        for name in ("Leeds", "Lyon")
    ]
    assert [m.features for m in harmonize(table, mentions)] == [frozenset(), {"foreign"}]


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("I met Alex and he laughed.", "firstname_unknown"),
        ("My brother Alex came.", "firstname_male"),
        ("My sister Alex came.", "firstname_female"),
    ],
)
def test_a_name_of_either_gender_has_that_of_a_relative_alone(text: str, label: str) -> None:
    assert labels(text, ("Alex", "firstname_male")) == [label]
