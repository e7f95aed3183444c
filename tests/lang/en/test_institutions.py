"""Trades before a name, the last word of a name and pronouns settle what the tagger cannot see."""

from __future__ import annotations

import pytest

from maskera.lang import load_pack
from maskera.lang.en.harmonize import harmonize
from maskera.lang.en.institutions import settled
from maskera.lexicon.table import TokenTable, token_table
from maskera.mentions import Evidence, Hypothesis, Mention
from maskera.text import Document, Span

PACK = load_pack("en")


def given(text: str, *names: tuple[str, str]) -> tuple[TokenTable, list[Mention]]:
    table = token_table(PACK.tokenization(Document("a", text, "en")), PACK.vocab)
    mentions, at = [], 0
    for name, label in names:
        at = text.index(name, at)
        thought = Hypothesis(label, (Evidence("list", 2.0),))
        mentions.append(
            Mention(Span(at, at + len(name)), label, probability=0.9, hypotheses=(thought,))
        )
        at += len(name)
    return table, mentions


def labels(text: str, *names: tuple[str, str]) -> list[str]:
    return [mention.label for mention in settled(*given(text, *names))]


@pytest.mark.parametrize(
    ("text", "trade", "name", "label"),
    [
        ("I am packer at Quorvex here.", "packer", "Quorvex", "city"),
        ("She is a cook in Zelbrun Hotel.", "cook", "Zelbrun Hotel", "other_institution"),
        ("My uncle was a teacher at Plimstow College.", "teacher", "Plimstow College", "school"),
        ("He is driver with the Brontak Group.", "driver", "Brontak Group", "other_institution"),
        ("I was cleaner there in Quorvex.", "cleaner", "Quorvex", "surname"),
    ],
)
def test_who_has_a_trade_works_where_it_is_had(
    text: str, trade: str, name: str, label: str
) -> None:
    assert labels(text, (trade, "prof"), (name, label)) == ["prof", "work"]


@pytest.mark.parametrize(
    ("text", "trade", "name", "label"),
    [
        ("She is a teacher in Athens.", "teacher", "Athens", "city"),
        (
            "The doctor at Plimstow Clinic said no.",
            "doctor",
            "Plimstow Clinic",
            "other_institution",
        ),
        ("She is a teacher. In Quorvex it rains.", "teacher", "Quorvex", "city"),
        ("He is the son of a cook from Quorvex.", "cook", "Quorvex", "city"),
        ("I am a cook in winter and Quorvex is cold.", "cook", "Quorvex", "city"),
    ],
)
def test_towns_and_the_trades_of_others_tell_no_place_of_work(
    text: str, trade: str, name: str, label: str
) -> None:
    assert labels(text, (trade, "prof"), (name, label)) == ["prof", label]


@pytest.mark.parametrize(
    ("name", "taken_for", "label"),
    [
        ("Quorvex Road", "city", "place"),
        ("Bethel Lutheran Church", "other_institution", "place"),
        ("Quorvex Road", "work", "work"),
        ("Quorvex", "city", "city"),
        ("Quorvex Trust", "other_institution", "other_institution"),
    ],
)
def test_the_last_word_of_a_street_or_church_is_sure(name: str, taken_for: str, label: str) -> None:
    assert labels(f"We waited at {name} for long.", (name, taken_for)) == [label]


def test_a_name_ends_before_the_pronoun() -> None:
    table, mentions = given("When I go to Quorvex I check it.", ("Quorvex I", "city"))
    (mention,) = settled(table, mentions)
    assert table.document.text[mention.span.start : mention.span.end] == "Quorvex"
    table, mentions = given("The king was Quorvex I, they say.", ("Quorvex I", "city"))
    assert settled(table, mentions) == mentions


def test_one_place_of_work_is_one_throughout() -> None:
    text = "I work at Quorvex Foods. At Quorvex Foods we sing. Zelbrun Foods is bigger."
    names = (
        ("Quorvex Foods", "work"),
        ("Quorvex Foods", "other_institution"),
        ("Zelbrun Foods", "other_institution"),
    )
    assert labels(text, *names) == ["work", "work", "other_institution"]


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("We all say Kim. Last year she came with soup.", "firstname_female"),
        ("We all say Kim. Last year he came with soup.", "firstname_male"),
        ("We all say Kim. Last year they came with soup.", "firstname_unknown"),
        ("We all say Kim. He and she came.", "firstname_unknown"),
    ],
)
def test_pronouns_of_one_kind_tell_the_gender_of_a_name_of_both(text: str, label: str) -> None:
    table, mentions = given(text, ("Kim", "firstname_unknown"))
    assert [mention.label for mention in harmonize(table, mentions)] == [label]


@pytest.mark.parametrize(
    ("form", "label"),
    [
        ("Peravia", "region"),
        ("Podlasie", "region"),
        ("Kroatien", "country"),
        ("Panamá", "country"),
        ("island", "head_geo"),
    ],
)
def test_regions_abroad_and_countries_in_words_of_their_own_are_listed(
    form: str, label: str
) -> None:
    labels = [entry.label for entry in PACK.vocab.gazetteer.entries(form.lower())]
    assert next(iter(labels), "") == label


@pytest.mark.parametrize(
    ("text", "label"),
    [("She is at the PA now.", "other_institution"), ("She is from PA now.", "region")],
)
def test_letters_of_a_state_behind_an_article_are_a_hospitals(text: str, label: str) -> None:
    assert labels(text, ("PA", "region")) == [label]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I was in a school name Fatima for long.", ["school"]),
        ("Our school called Fatima yesterday.", ["firstname_female"]),
        ("A girl called Fatima came.", ["firstname_female"]),
    ],
)
def test_what_is_called_by_a_persons_name_is_none(text: str, expected: list[str]) -> None:
    assert labels(text, ("Fatima", "firstname_female")) == expected
