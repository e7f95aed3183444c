"""The names of the writer's relatives and friends in a review, and the names of a book's."""

from __future__ import annotations

import pytest

from maskera import Document, Pipeline
from maskera.lang.sv.relation_propagation import shared


def named(nlp: Pipeline, text: str) -> list[str]:
    """The names that take over how surely a relative concerns the writer: with only relatives being
    the writer's, in text order."""
    document, mentions = nlp.detect(Document("review", text, meta={"genre": "evaluative"}))
    seen = nlp.claim_many([document])[0][1]
    assert seen is not None
    chances = [float(mention.label == "fam") for mention in mentions]
    found = zip(mentions, shared(seen[0], mentions, chances), strict=True)
    return [
        text[mention.span.start : mention.span.end]
        for mention, chance in found
        if mention.label != "fam" and chance
    ]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Min egen farmor Gunborg reste dit.", ["Gunborg"]),
        ("Min man, Sardar, läste boken.", ["Sardar"]),
        ("Min bästa vän Selin Kaya tipsade om filmen.", ["Selin", "Kaya"]),
        ("Mina döttrar Nasrin och Leila har läst boken.", ["Nasrin", "Leila"]),
        ("Mina barn, Elif, Emre och Deniz, älskar den.", ["Elif", "Emre", "Deniz"]),
        ("Min syster Leila och bror Reza läste den.", ["Leila", "Reza"]),
        ("Jag läste den med min kompis Fatima och hennes syster Leila.", ["Fatima", "Leila"]),
        ("Pappa Hamid gav mig boken.", ["Hamid"]),
        ("Min man läste den. Han heter Sardar.", ["Sardar"]),
        ("Jag har en syster. Hon heter Leila.", ["Leila"]),
    ],
)
def test_a_name_at_a_relative_of_the_writer_is_as_surely_the_writers(
    nlp: Pipeline, text: str, names: list[str]
) -> None:
    assert named(nlp, text) == names


@pytest.mark.parametrize(
    "text",
    [
        "Jag tycker om boken. Karl Oskars bror Robert och hans vän Arvid reser bort.",
        "Jag älskar filmen. Pappa Harald och mamma Emilie dansar.",
        "När dottern Anna dör blir jag ledsen.",
        "Jag tycker att syster Maria är bra. Bror Peter är tråkig.",
        "Min syster gillar Emma och Peter men jag gillar Maria.",
        "Min mamma såg filmen. Huvudpersonen heter Maria.",
        "Mina vänner läste den. Maria heter flickan.",
    ],
)
def test_the_relatives_of_a_book_give_nothing_to_their_names(nlp: Pipeline, text: str) -> None:
    assert named(nlp, text) == []


def test_a_row_ends_with_the_one_relative(nlp: Pipeline) -> None:
    assert named(nlp, "Min son Ali och Peter Pan är vänner.") == ["Ali"]
