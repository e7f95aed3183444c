"""Of what kind a text is taken to be, in the labels of learner texts and in the eight types."""

from __future__ import annotations

import pytest

from maskera.lang import load_pack
from maskera.lang.en.features import KINDS, kind_of, kind_of_learners
from maskera.lexicon.table import TokenTable, token_table
from maskera.text import Document

PACK = load_pack("en")
COURT = (
    "PROCEDURE\nThe applicant lodged an application. The applicant was born in 1960. Then the Court "
    "decided to examine it.\nTHE FACTS\nThe applicant lives in Quorvale."
)
BIOGRAPHY = "Ellen Quist (born 3 May 1901) was a painter. She was a former teacher."
MAIL = "Dear Mr Whitlow,\nI am writing about the room.\nKind regards\nIbtisam"
POST = "@quista : my boiler is broken again #help"
STORY = "On Sunday we went to the sea with my aunt and ate fish."


def table(text: str, kind: str = "") -> TokenTable:
    document = Document("a", text, "en", meta={"kind": kind} if kind else {})
    return token_table(next(iter(PACK.models.tag([document]))), PACK.vocab)


@pytest.mark.parametrize(
    ("text", "kind"),
    [(COURT, "court"), (BIOGRAPHY, "biography"), (MAIL, "mail"), (POST, "post"), (STORY, "")],
)
def test_the_words_of_a_text_tell_its_kind(text: str, kind: str) -> None:
    assert kind_of(table(text)) == kind


@pytest.mark.parametrize("text", [MAIL, POST, STORY, ""])
def test_what_a_learner_may_have_written_is_read_as_an_essay(text: str) -> None:
    assert kind_of_learners(table(text)) == "essay"


@pytest.mark.parametrize(("text", "kind"), [(COURT, "court"), (BIOGRAPHY, "biography")])
def test_what_no_learner_writes_is_none(text: str, kind: str) -> None:
    assert kind_of_learners(table(text)) == kind


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("text", [COURT, MAIL, STORY])
def test_a_kind_that_is_said_goes_before_all(text: str, kind: str) -> None:
    assert kind_of_learners(table(text, kind)) == kind_of(table(text, kind)) == kind


def test_a_kind_that_nobody_knows_is_not_said() -> None:
    assert kind_of_learners(table(MAIL, "sonnet")) == "essay"
    assert kind_of(table(MAIL, "sonnet")) == "mail"
