"""Regions with a people of their own: the words for it follow what is drawn."""

from __future__ import annotations

import pytest

from maskera import LeakStatus, release
from maskera.replace.peoples import homelands

from .making import released, replaced, swedish, texts


@pytest.mark.parametrize(
    "text",
    [
        "Jag är [[katalan|sensitive]] från [[Katalonien|region|1 foreign]] och talar katalanska.",
        "De baskiska byarna i [[Baskien|region|1 foreign]]. Baskerna talar baskiska.",
        "Hon kommer från [[Tigray|region|1 foreign]] och pratar tigrinska.",
        "Vi är kurder från [[Kurdistan|region|1 foreign]].",
        "Mormor från [[Galicien|region|1 foreign]] kunde galiciska.",
    ],
)
def test_a_people_and_its_language_are_those_of_the_region_drawn(text: str) -> None:
    known = homelands(swedish().vocab.lists)
    for number in range(6):
        result = replaced(text, "natural", id=str(number))
        assert result.leaks is LeakStatus.PASS
        (drawn,) = (
            r.text for r in result.replacements if r.mention.label == "region" and not r.follows
        )
        assert drawn.casefold() in known, drawn
        made = [r.text.casefold() for r in result.replacements if r.mention.label != "region"]
        made += [r.text.casefold() for r in result.replacements if r.follows]
        words = known[drawn.casefold()].words
        assert made and all(one.startswith(tuple(w[:3] for w in words)) for one in made), made


def test_a_region_of_whose_people_nothing_is_said_is_drawn_as_any() -> None:
    found = set()
    for number in range(20):
        found |= {*texts(replaced("Vi var i [[Katalonien|region|1 foreign]].", id=str(number)))}
    assert not found <= {one.name for one in homelands(swedish().vocab.lists).values()}


def test_peoples_within_a_country_follow_that() -> None:
    text = "Jag är hazar och pashtun. Jag kommer från [[Afghanistan|country|1]]."
    new = released(text, "natural")
    assert "hazar" not in new and "pashtun" not in new
    text = "Vi läste om kurder. Jag kommer från [[Polen|country|1]]."
    assert "om kurder" in released(text, "natural")


@pytest.mark.parametrize(
    ("land", "people", "left"),
    [
        ("Grönland", "grönländare och pratar grönländska", "grönländ"),
        ("Jugoslavien", "jugoslav och pratar serbokroatiska", "jugoslav"),
        ("Västsahara", "sahrawi", "sahrawi"),
    ],
)
def test_people_of_a_land_that_is_never_drawn_follow_it(land: str, people: str, left: str) -> None:
    new = replaced(f"Jag kommer från [[{land}|country|1]]. Min far är {people}.", "natural")
    assert left not in release(new).text.lower() and new.leaks is LeakStatus.PASS


@pytest.mark.parametrize(("before", "behind"), [("", "är"), ("min", "är"), ("det", "språket")])
def test_a_word_of_which_one_speaks_as_of_a_language_is_one(before: str, behind: str) -> None:
    """Turkish has one word for both, Iraq another for the language: arabiska, irakiska."""
    words = swedish().texts.country_words
    reading = words.meant(words.read("turkiska"), before.split(), "turkiska", behind)
    assert reading is not None and words.write("IQ", reading) == "arabiska"


def test_before_a_verb_behind_an_article_it_is_an_adjective() -> None:
    words = swedish().texts.country_words
    reading = words.meant(words.read("turkiska"), ["de"], "turkiska", "är")
    assert reading is not None and reading.kind != "language"


@pytest.mark.parametrize(
    ("text", "before", "behind"),
    [
        ("Jag är halvfinsk. Mamma är från [[Finland|country|1]].", "är halv", "sk. Mamma"),
        ("Den ungerskfödde mannen är från [[Ungern|country|1]].", "Den ", "skfödde mannen"),
    ],
)
def test_a_compound_with_the_word_of_a_country_follows(text: str, before: str, behind: str) -> None:
    result = replaced(text, "natural")
    new = release(result).text
    assert result.leaks is LeakStatus.PASS
    assert before in new and behind in new and "finsk" not in new and "ungersk" not in new
    assert "halvfinsk" in released("Jag är halvfinsk från [[Polen|country|1]].", "natural")
