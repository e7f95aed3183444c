"""Whether a mention concerns the writer: what is sure by its words."""

from __future__ import annotations

import pytest

from maskera import Document, Pipeline
from maskera.lang.sv.relation import INTRODUCED

REVIEW = {"genre": "evaluative"}


def sure(nlp: Pipeline, text: str) -> list[str]:
    """The forms that surely concern the writer of a review."""
    _, mentions = nlp.detect(Document("review", text, meta=REVIEW))
    return [
        text[mention.span.start : mention.span.end]
        for mention in mentions
        if mention.personal >= INTRODUCED
    ]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Jag heter Samira Haddad. Boken heter Utvandrarna.", ["Samira", "Haddad"]),
        ("Mitt namn är Olena Petrenko. Boken heter Utvandrarna.", ["Olena", "Petrenko"]),
        ("Alla kallar mig Samira. Boken heter Utvandrarna.", ["Samira"]),
        ("Boken handlar om Samira Haddad. Hon heter Samira.", []),
        ("Hennes namn är Olena Petrenko. Jag läste om Olena.", []),
    ],
)
def test_a_name_that_the_writer_gives_as_their_own_is_theirs(
    nlp: Pipeline, text: str, names: list[str]
) -> None:
    assert sure(nlp, text) == names


def test_a_name_of_the_author_whom_the_metadata_give_is_theirs(nlp: Pipeline) -> None:
    text = "Boken handlar om Karl Oskar. Jag gillar den. Jag och Samira läste den. Haddads bok är rolig."
    document, mentions = nlp.detect(
        Document("review", text, meta={**REVIEW, "author": "Samira Haddad"})
    )
    own = [
        document.text[mention.span.start : mention.span.end]
        for mention in mentions
        if mention.personal >= INTRODUCED
    ]
    assert own == ["Samira", "Haddads"]
    assert "Karl" not in own and not sure(nlp, text)


def test_a_signature_and_a_header_are_the_writers(nlp: Pipeline) -> None:
    assert sure(nlp, "Namn: Samira Haddad\n\nBoken är skriven av Vilhelm Moberg. Den är bra.") == [
        "Samira",
        "Haddad",
    ]
