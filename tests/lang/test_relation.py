"""Whether a mention concerns the writer: what is sure by its words."""

from __future__ import annotations

import pytest

from maskera import Document, Pipeline
from maskera.lang.sv.relation import INTRODUCED

REVIEW = {"genre": "evaluative"}


def sure(nlp: Pipeline, text: str) -> list[str]:
    """The forms that surely concern the writer of a review."""
    _, mentions = nlp.detect(Document("review", text, meta=REVIEW))
    return [text[mention.span.start : mention.span.end] for mention in mentions if mention.personal >= INTRODUCED]


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
def test_a_name_that_the_writer_gives_as_their_own_is_theirs(nlp: Pipeline, text: str, names: list[str]) -> None:
    assert sure(nlp, text) == names
