"""The tagger's third stream: what stands round a name further off than its window."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskera.lang import load_pack
from maskera.lang.en.around import NOTHING, Around, around, features
from maskera.lexicon.table import token_table
from maskera.text import Document

PACK = load_pack("en")


def keys(text: str) -> dict[str, Around]:
    """The key of the last token of each form."""
    table = token_table(PACK.tokenization(Document("a", text, "en")), PACK.vocab)
    return dict(zip(table.document.tokens.forms, around(table), strict=True))


@pytest.mark.parametrize(
    ("text", "name", "told"),
    [
        ("She works nights and days at the Quorvex here.", "Quorvex", "works_at"),
        ("He is a welder in the old Quorvex here.", "Quorvex", "trade"),
        ("I am studying since May in Quorvex now.", "Quorvex", "studies_at"),
    ],
)
def test_what_is_told_before_a_name(text: str, name: str, told: str) -> None:
    key = keys(text)[name]
    assert told in key.classes
    assert any(feature.startswith(f"ac={told}") for feature in features(key))


def test_nothing_of_another_sentence_is_told() -> None:
    assert keys("I was a welder. In Quorvex it rains.")["Quorvex"].classes == ()


def test_articles_are_left_out_and_rare_words_stand_for_their_list() -> None:
    key = keys("We went to the old Quorvex today.")["Quorvex"]
    assert (key.skipped, key.second, key.after) == ("to", "went", "today")
    assert keys("We met a phlebotomist at Quorvex.")["Quorvex"].second == "prof"


@pytest.mark.parametrize(
    ("text", "gender"),
    [
        ("I know Quorvex and she laughs.", "f"),
        ("I know Quorvex and he laughs.", "m"),
        ("I know Quorvex, he and she laugh.", "b"),
        ("I know Quorvex and they laugh.", ""),
    ],
)
def test_pronouns_near_a_name(text: str, gender: str) -> None:
    assert keys(text)["Quorvex"].gender == gender


def test_words_of_one_name_share_what_stands_before_it() -> None:
    found = keys("She works at Quorvex Zelbrun Foods now.")
    assert found["Quorvex"] == found["Zelbrun"] == found["Foods"]


def test_a_name_hears_of_its_other_places() -> None:
    alone = keys("I like Quorvex. It rains.")["Quorvex"]
    heard = keys("I work at Quorvex. I like Quorvex. It rains.")["Quorvex"]
    assert alone.elsewhere == () and "works_at" in heard.elsewhere


def test_ordinary_words_have_no_key_and_no_features() -> None:
    found = keys("The rain came and we sat there.")
    assert set(found.values()) == {NOTHING}
    assert not list(features(NOTHING))


@given(st.text("ab ABI.,'\n1é", max_size=60))
def test_any_text_has_a_key_a_token(text: str) -> None:
    table = token_table(PACK.tokenization(Document("a", text, "en")), PACK.vocab)
    assert len(around(table)) == len(table.words)
