"""What names nobody in an English text, and why."""

from __future__ import annotations

import pytest

import maskera
from maskera import Document
from maskera.lang.en.dates import no_age
from maskera.lang.en.impersonal_words import passed
from maskera.lexicon.table import token_table

NLP = maskera.load("en", key=b"drawn from this one")


def told(text: str) -> tuple[dict[str, str], set[str]]:
    """What is excluded and by which rule; what is a mention of a person."""
    ((_, mentions, excluded),) = NLP.explain_many([Document("a", text, "en")])
    people = {text[m.span.start : m.span.end] for m in mentions if m.label in PEOPLE}
    return {text[one.span.start : one.span.end]: one.rule for one in excluded}, people


PEOPLE = NLP.language.taxonomy.labels("person")


@pytest.mark.parametrize(
    ("text", "word", "rule"),
    [
        ("My flatmate is a Dane. Danes cycle everywhere.", "Dane", "exclude.people"),
        ("Sri Lankan weddings are long.", "Sri", "exclude.people"),
        ("I said hi to Sri Lankan friends.", "Sri Lankan", "exclude.people"),
        ("We married on 14 February 2016, Valentine's Day.", "Day", "exclude.holiday"),
        ("Ray of light came in.", "Ray", "exclude.thing"),
        ("Sue them, my dad said.", "Sue", "exclude.thing"),
        ("Put water and ginger in the pot, then stir.", "ginger", "exclude.thing"),
        ("My homestay father was kind to me.", "father", "exclude.kin"),
        ("I am mother of two boys and I work.", "mother", "exclude.kin"),
        ("The kettle model KX-220 is broken.", "KX-220", "exclude.model"),
        ("The rent goes to BSB 000-418.", "BSB", "exclude.letters"),
        ('We all sang "Hey Jude" in the bus.', "Hey Jude", "exclude.title"),
    ],
)
def test_what_names_nobody_is_excluded(text: str, word: str, rule: str) -> None:
    excluded, people = told(text)
    assert excluded[word] == rule
    assert not people


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Yesterday Mr Dane came to us.", "Dane"),
        ("My friend Sri is from India.", "Sri"),
        ("Doris Day is my aunt.", "Day"),
        ("Ray helped me with the form.", "Ray"),
        ("Sue phoned them, my dad said.", "Sue"),
        ("I met Anna French-Baker today.", "French-Baker"),
        ("My friend ginger said that she comes.", "ginger"),
        ("I sang with Jude in the bus.", "Jude"),
    ],
)
def test_the_same_word_as_a_name_is_not(text: str, name: str) -> None:
    excluded, people = told(text)
    assert name in people
    assert name not in excluded


@pytest.mark.parametrize(
    ("text", "counted"),
    [("I am a mother of four and work at night.", True), ("@anna : I am a father of 3", False)],
)
def test_children_are_no_age_but_for_the_tagger_of_posts(text: str, counted: bool) -> None:
    document = next(iter(NLP.language.models.tag([Document("a", text, "en")])))
    table = token_table(document, NLP.language.vocab)
    number = table.lowers.index("of") + 1
    assert no_age(table, number, number) is counted


@pytest.mark.parametrize(
    ("text", "is_one"),
    [("The Diploma of Nursing is long.", True), ("The Bank of Nursing is big.", False)],
)
def test_what_somebody_has_passed_is_no_institution(text: str, is_one: bool) -> None:
    pack = NLP.language
    read = token_table(next(iter(pack.models.tag([Document("a", text, "en")]))), pack.vocab)
    assert passed(read, 1, 3) is is_one
