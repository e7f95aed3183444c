"""Words for relatives, trades, studies and illnesses are somebody's or nobody's by what is near."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from maskera.lang import load_pack
from maskera.lang.en import dates, family_and_work, names, surnames, surroundings
from maskera.lexicon.table import TokenTable, token_table
from maskera.rules import engine
from maskera.rules.rule import Rule, Stage
from maskera.text import Document

PACK = load_pack("en")


LISTS = PACK.vocab.lists


def told(text: str, rules: Sequence[Rule] = family_and_work.rules(LISTS)) -> set[tuple[str, str]]:
    """Words and label of what some rules believe, without another those of family_and_work."""
    return {
        (text[claim.span.start : claim.span.end], hypothesis.label)
        for claim in engine.claims(engine.Index(rules, Stage.CLAIM), of(text))
        for hypothesis in claim.hypotheses
        if hypothesis.score > 0
    }


def of(text: str) -> TokenTable:
    return token_table(PACK.tokenization(Document("a", text, "en")), PACK.vocab)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I work as a welder.", ("welder", "prof")),
        ("I'm a dental nurse now.", ("dental nurse", "prof")),
        ("My husband is a very good plumber.", ("plumber", "prof")),
        ("We met Jean, a retired judge, there.", ("judge", "prof")),
        ("My older sister came.", ("sister", "fam")),
        ("I came with my aunt and uncle.", ("uncle", "fam")),
        ("I have two brothers.", ("brothers", "fam")),
        ("Then Mum laughed.", ("Mum", "fam")),
        ("She studied philosophy for a year.", ("philosophy", "edu")),
        ("I hold a diploma from there.", ("diploma", "edu")),
        ("My dad had a heart attack in May.", ("heart attack", "sensitive")),
        ("I'm diabetic and tired.", ("diabetic", "sensitive")),
        ("I have been ill. We think my son is, too. I said: wife is sick.", ("wife", "fam")),
        ("I told my story. We have two girls and I have one son.", ("son", "fam")),
        ("I am slicer and I like it.", ("slicer", "prof")),
        ("My uncle was a goat keeper.", ("goat keeper", "prof")),
        ("She is ticket girl there.", ("ticket girl", "prof")),
        ("My father, a judge, said no.", ("judge", "prof")),
        ("I am 39, dental technician, and new here.", ("dental technician", "prof")),
        ("My grandmother has arthritis in both knees.", ("arthritis in both knees", "sensitive")),
        ("I'm allergic to peaches.", ("allergic to peaches", "sensitive")),
        ("My son has a weak heart.", ("weak heart", "sensitive")),
        ("I had ear pain all week.", ("ear pain", "sensitive")),
        ("I have pain in my neck.", ("pain in my neck", "sensitive")),
        ("My mother has sugar and needs tea.", ("sugar", "sensitive")),
        ("My uncle has the lung, so he sits.", ("lung", "sensitive")),
        ("He was young. It was his heart.", ("heart", "sensitive")),
        (
            "I told him that I waited for my tooth and me. Surgeon says it is easy.",
            ("Surgeon", "prof"),
        ),
        ("She is a fish plant worker.", ("fish plant worker", "prof")),
        ("My father is tree surgeon.", ("tree surgeon", "prof")),
        ("My gran has osteoarthritis.", ("osteoarthritis", "sensitive")),
        ("I have a BTech from home.", ("BTech", "edu")),
        ("Then I broke my wrist.", ("wrist", "sensitive")),
        ("Nima is a physics student.", ("physics", "edu")),
    ],
)
def test_somebodys(text: str, expected: tuple[str, str]) -> None:
    assert expected in told(text)


@pytest.mark.parametrize(
    "text",
    [
        "Nurses work at night.",
        "A good teacher listens.",
        "I want to be a pilot.",
        "No mother wants that.",
        "Philosophy is hard.",
        "Asthma is common in cities.",
        "First we wash the rice.",
        "Give me a hand for a second.",
        "I said to us: we know that mother tongue matters, and I want a father figure.",
        "I am better and I was older.",
        "Break the arm of the chair.",
        "The heart of the matter is money.",
        "Hands were in the air and feet on the floor.",
    ],
)
def test_nobodys(text: str) -> None:
    assert told(text) == set()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I work at Brixelby Foods.", ("Brixelby Foods", "work")),
        ("I am a cook in Zorbal Kitchen.", ("Zorbal Kitchen", "work")),
        ("It is a village called Xuqovo.", ("Xuqovo", "city")),
        ("We crossed the river Quolva.", ("Quolva", "geo")),
        ("I came with the ship Nordmira.", ("Nordmira", "transport_name")),
        ("I study at Quennerby College.", ("Quennerby College", "school")),
        ("I am receptionist in the hotel Quolva.", ("Quolva", "work")),
        ("She is a phlebotomist at the Zorbal.", ("Zorbal", "work")),
        ("She was born in Xuqovo.", ("Xuqovo", "city")),
    ],
)
def test_names_by_the_words_before_them(text: str, expected: tuple[str, str]) -> None:
    assert expected in told(text, surroundings.CLAIMS)


@pytest.mark.parametrize(
    "text",
    ["I saw Brixelby there.", "We work in English.", "It was in May.", "The village is old."],
)
def test_capitals_of_which_nothing_tells(text: str) -> None:
    assert told(text, surroundings.CLAIMS) == set()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("My grandfather has 84 years.", ("84", "age_digits")),
        ("I'm 20, she knows it.", ("20", "age_digits")),
        ("When I was six I cried.", ("six", "age_string")),
        ("My uncle Ray, 61, sings.", ("61", "age_digits")),
        ("He came on the 4th.", ("4th", "day")),
        ("It was on the 14 of 8.", ("14", "day")),
        ("It was on the 14 of 8.", ("8", "month_digit")),
        ("On Nov. 9 we left.", ("9", "day")),
        ("On Saturday, April 27. Then rain.", ("27", "day")),
        ("My mother came in april.", ("april", "month_word")),
        ("They came on October 6 and 7.", ("7", "day")),
        ("My sons are six and four.", ("four", "age_string")),
        ("Bao is small, he 9 and happy.", ("9", "age_digits")),
        ("With thirteen years I left.", ("thirteen", "age_string")),
    ],
)
def test_ages_and_days(text: str, expected: tuple[str, str]) -> None:
    assert expected in told(text, dates.CLAIMS)


@pytest.mark.parametrize(
    "text",
    [
        "I have 3 years of experience.",
        "I got 4 of 5 points.",
        "The 4th floor is high.",
        "You may come.",
        "I'm 200 metres away.",
        "It was open from six to seven metres.",
        "At six we eat.",
        "They march every week.",
    ],
)
def test_numbers_that_are_no_age_and_no_day(text: str) -> None:
    assert told(text, dates.CLAIMS) == set()


def test_a_price_behind_a_month_is_no_day() -> None:
    text = "In May 3.50 was the price."
    assert told(text, dates.CLAIMS) == {("May", "month_word")}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I live in Quolvastraße 4 now.", ("Quolvastraße", "place")),
        ("I live in Quolvastraße 4 now.", ("4", "street_nr")),
        ("My address is Xuqovagatan 12.", ("Xuqovagatan", "place")),
        ("We met in Rue de Quolva 7.", ("Rue de Quolva", "place")),
        ("We met in rue de Quolva.", ("rue de Quolva", "place")),
        ("I met Anna van den Quolva there.", ("van den Quolva", "surname")),
        ("We went to St. Xuqova's Cathedral.", ("St. Xuqova's Cathedral", "place")),
        ("He works at Quolva Fungi now.", ("Quolva Fungi", "other_institution")),
    ],
)
def test_names_by_their_words(text: str, expected: tuple[str, str]) -> None:
    assert expected in told(text, (*names.rules(LISTS), *surnames.RULES))


@pytest.mark.parametrize(
    "text",
    [
        "I flew via Xuqovo.",
        "The boulevard was long and the avenue was wide.",
        "I live in the city of Xuqovo.",
        "We ate on Monday Morning and drank Tea.",
        "The Weather Is Bad.",
    ],
)
def test_words_that_are_no_part_of_a_name(text: str) -> None:
    assert told(text, names.rules(LISTS)) == set()
