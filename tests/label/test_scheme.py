"""Labels as the types of a coarser scheme."""

from __future__ import annotations

import pytest

from maskera.errors import MaskeraError
from maskera.label.scheme import coarser, masked
from maskera.mentions import Mention
from maskera.result import Replacement, Result
from maskera.taxonomy import shipped
from maskera.text import Document, Span

TEXT = "Anna Lind and Anna live in Rome\nOslo"
MENTIONS = [
    Mention(Span(0, 4), "firstname_female", 1),
    Mention(Span(5, 9), "surname", 1),
    Mention(Span(14, 18), "firstname_female", 1),
    Mention(Span(27, 31), "city", 1),
    Mention(Span(32, 36), "city", 2),
]


def test_names_beside_each_other_are_one_person() -> None:
    found = coarser(Document("a", TEXT, "en"), MENTIONS, shipped("swell"), "tab")
    assert [(TEXT[m.span.start : m.span.end], m.label, m.number) for m in found] == [
        ("Anna Lind", "PERSON", 1),
        ("Anna", "PERSON", 2),
        ("Rome", "LOC", 1),
        ("Oslo", "LOC", 2),
    ]


def test_an_unknown_scheme_is_refused() -> None:
    with pytest.raises(MaskeraError, match="no scheme 'x'"):
        coarser(Document("a", TEXT, "en"), MENTIONS, shipped("swell"), "x")


def test_masks_hold_what_either_found() -> None:
    document = Document("a", TEXT, "en")
    hidden = Replacement(MENTIONS[0], "replace", "Eva")
    kept = Replacement(MENTIONS[3], "mark", "Rome")
    typed = [Mention(Span(0, 9), "PERSON"), Mention(Span(32, 36), "LOC")]
    result = masked(Result(document, (hidden, kept)), typed)
    assert [one.mention.span for one in result.replacements] == [Span(0, 9), Span(32, 36)]
    assert all(one.hidden for one in result.replacements)
