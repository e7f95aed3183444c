"""Genitives of names in s, x and z, which no letter marks."""

from __future__ import annotations

import pytest

from maskera import Document, Pipeline, load


@pytest.fixture(scope="module")
def full() -> Pipeline:
    return load("sv", key=b"a key for genitives")


@pytest.mark.parametrize(
    ("text", "genitive"),
    [
        ("Mats dotter är snäll.", True),
        ("Borås centrum är fint.", True),
        ("Lars gamla bil är trasig.", True),
        ("Jag gillar Alex kläder.", True),
        ("Jag gav Mats boken.", False),
        ("Mats bor här.", False),
        ("Min bror Mats bor i Lund.", False),
        ("Jag vet att min bror Lars kom hit.", False),
        ("Jag såg Lars hund.", True),
        ("Nu har Lars feber.", False),
        ("I Borås bor Leila.", False),
        ("I Paris man äter gott.", False),
        ("Jag träffade Jonas igår.", False),
        ("Jag skickade Lars brev.", False),
        ("Hon gav Max mat.", False),
        ("Han lånade Jonas pengar.", False),
        ("Jag lånade Jonas cykel.", True),
        ("Jag gav Mats dotter en bok.", True),
        ("Hon visade Mats gamla bil.", True),
        ("De visade Borås centrum.", True),
        ("Jag känner Jonas\nmamma är snäll.", False),
    ],
)
def test_what_is_owned_tells_of_the_genitive(full: Pipeline, text: str, genitive: bool) -> None:
    name = next(mention for mention in full.detect(Document("d", text))[1] if mention.label != "fam")
    assert ("gen" in name.features) == genitive


def test_two_names_in_one_clause_share_its_verb(full: Pipeline) -> None:
    _, mentions = full.detect(Document("d", "Jag träffade Markus och Markus lärare."))
    assert ["gen" in mention.features for mention in mentions if mention.label == "firstname_male"] == [False, True]


def test_a_relative_tells_of_it_without_tags_too(rules: Pipeline) -> None:
    result = rules("Jag känner Mats. Mats dotter heter Leila.")
    one, other = (each for each in result.replacements if each.mention.label == "firstname_male")
    assert one.mention.number == other.mention.number and one.mention.referent == other.mention.referent == "mats"
    assert other.text.removesuffix("s") == one.text.removesuffix("s") and other.text.endswith(("s", "x", "z"))
