"""The wrapped function: Sparv's columns in, one row a token out. Sparv itself is not needed."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskera.errors import DataError, MaskeraError
from maskera.mentions import Mention
from maskera.result import Replacement, Result
from maskera.text import Document, Span

sys.path.insert(0, str(Path(__file__).parent.parent))
from maskera_sparv.labelling import Row, documents, pipeline, rows

TEXT = "Jag heter Yasmin . Jag bor i Borås .\nHej Yasmin !"
SPANS = [match.span() for match in re.finditer(r"\S+", TEXT)]
WORDS = TEXT.split()
MSDS = [
    *("PN.UTR.SIN.DEF.SUB", "VB.PRS.AKT", "PM.NOM", "MAD", "PN.UTR.SIN.DEF.SUB", "VB.PRS.AKT"),
    *("PP", "PM.NOM", "MAD", "IN", "PM.NOM", "MAD"),
]
TEXTS = [(0, 36), (37, len(TEXT))]
SENTENCES = [[0, 1, 2, 3], [4, 5, 6, 7, 8], [9, 10, 11]]


def masking(*spans: tuple[int, int]):  # type: ignore[no-untyped-def]  # stands in for a Pipeline
    """A pipeline that finds the same places in every document and puts X there."""
    replacements = tuple(
        Replacement(Mention(Span(*span), "surname", 1), "replace", "X") for span in spans
    )
    return lambda document: Result(document, replacements)


def test_every_text_is_a_document_with_its_sentences_and_universal_tags() -> None:
    found = documents("essay", TEXT, TEXTS, SPANS, SENTENCES, MSDS)
    assert [(document.text, first) for document, first in found] == [(TEXT[:36], 0), (TEXT[37:], 9)]
    assert found[0][0].sentences == (Span(0, 4), Span(4, 9))
    assert found[0][0].tokens.pos[:3] == ("PRON", "VERB", "PROPN")
    assert found[1][0].tokens.starts == (0, 4, 11)


def test_tokens_outside_every_text_stay_as_they_are() -> None:
    found = documents("essay", TEXT, TEXTS[1:], SPANS, SENTENCES, MSDS)
    assert [row.replacement for row in rows(WORDS, found, masking((4, 10)))] == [
        *WORDS[:10],
        "X",
        "!",
    ]


def test_columns_of_different_length_are_refused_by_name_and_not_by_text() -> None:
    with pytest.raises(DataError, match="essay: 12 tokens but 11 tags"):
        documents("essay", TEXT, TEXTS, SPANS, SENTENCES, MSDS[:-1])


def test_a_name_and_a_town_get_label_number_and_pseudonym(tmp_path: Path) -> None:
    key = tmp_path / "key"
    key.write_bytes(b"0123456789abcdef")
    nlp = pipeline("swell", "rules", str(key))
    found = rows(WORDS, documents("essay", TEXT, TEXTS, SPANS, SENTENCES, MSDS), nlp)
    assert [row.label for row in found if row.label] == [
        "firstname_female",
        "city",
        "firstname_female",
    ]
    assert {"Yasmin", "Borås"}.isdisjoint(row.replacement for row in found)
    assert found[0] == Row("", "", "", "Jag")
    assert found == rows(
        WORDS,
        documents("essay", TEXT, TEXTS, SPANS, SENTENCES, MSDS),
        pipeline("swell", "rules", str(key)),
    )


def test_a_mention_of_several_tokens_stands_at_the_first() -> None:
    document = Document("d", "i New York nu")
    found = documents(
        "d",
        document.text,
        [(0, 13)],
        [(0, 1), (2, 5), (6, 10), (11, 13)],
        [[0, 1, 2, 3]],
        ["PP", "PM", "PM", "AB"],
    )
    assert [row.replacement for row in rows(document.text.split(), found, masking((2, 10)))] == [
        "i",
        "X",
        "",
        "nu",
    ]


def test_a_mention_inside_a_token_leaves_its_rest_and_two_in_one_token_both_go() -> None:
    found = documents("d", "J.K.-fans", [(0, 9)], [(0, 9)], [[0]], ["NN"])
    assert rows(["J.K.-fans"], found, masking((0, 2), (2, 4)))[0].replacement == "XX-fans"


def test_what_the_policy_keeps_is_no_mention_and_what_it_marks_is_one() -> None:
    found = documents(
        "d",
        "hos Anna i Lund",
        [(0, 15)],
        [(0, 3), (4, 8), (9, 10), (11, 15)],
        [[0, 1, 2, 3]],
        ["PP", "PM", "PP", "PM"],
    )
    name, town = Mention(Span(4, 8), "firstname_female", 1), Mention(Span(11, 15), "city", 2)
    kept = rows(
        "hos Anna i Lund".split(),
        found,
        lambda d: Result(d, (Replacement(name, "keep", "Anna"), Replacement(town, "mark", "Lund"))),
    )
    assert [row.label for row in kept] == ["", "", "", "city"] and kept[1] == Row(
        "", "", "", "Anna"
    )


def test_a_short_or_missing_key_is_refused_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "short").write_bytes(b"abc")
    for name in ("short", "missing"):
        with pytest.raises(MaskeraError, match="key file"):
            pipeline("swell", "rules", str(tmp_path / name))


@given(st.lists(st.text("abå", min_size=1, max_size=5), min_size=1, max_size=12), st.data())
def test_there_is_always_one_row_a_token(words: list[str], data: st.DataObject) -> None:
    text = " ".join(words)
    spans = [match.span() for match in re.finditer(r"\S+", text)]
    cut = sorted(data.draw(st.tuples(st.integers(0, len(text)), st.integers(0, len(text)))))
    found = documents("d", text, [(0, len(text))], spans, [range(len(words))], ["NN"] * len(words))
    assert len(rows(words, found, masking(tuple(cut)))) == len(words)  # type: ignore[arg-type]  # two, as sorted()
