"""The part-of-speech tagger: what it sees of a word, and that its tags fall on the right tokens
whatever the batch."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maskera.annotate import pos
from maskera.annotate.pos import HIDES_FORM, INITIAL, PosTagger, features, keys, spelling
from maskera.annotate.tokens import sentences, tokenize
from maskera.kernels.crf import Weights
from maskera.text import Document, Span, Tokens

NOBODY = features(lambda form, lower: ())
LABELS = ["NOUN|Case=Nom", "PROPN", "PUNCT"]


def toy(seen: list[str] | None = None) -> PosTagger:
    """A model of three rules: a capital is PROPN, a mark PUNCT, everything else NOUN."""
    names = ["s=capital0", "s=capital1", "s=lower0", "s=lower1", "s=mark0"]
    labels = [1, 1, 0, 0, 2]
    columns = np.array([2 * len(LABELS) + label for label in labels], np.uint16)
    first = np.arange(len(names) + 1, dtype=np.uint32)
    transitions = np.zeros((3, 3), np.float32)
    weights = Weights(
        LABELS,
        names,
        first.tobytes(),
        columns.tobytes(),
        np.full(5, 2.0, np.float16).tobytes(),
        transitions.tobytes(),
        {"a": 1},
    )

    def facts(form: str, lower: str) -> tuple[str, ...]:
        if seen is not None:
            seen.append(form)
        return ()

    return PosTagger(weights, facts)


def read(text: str, identifier: str = "d") -> Document:
    """The text with tokens and sentences."""
    tokens = tokenize(text)
    return Document(identifier, text, tokens=tokens, sentences=sentences(text, tokens, frozenset()))


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ("anna", "lower"), ("Anna", "capital"), ("Anna-Lena", "capital"), ("ANNA", "upper"), ("McAdam", "mixed"), ("iPhone", "mixed"),
        ("A", "letter"), ("12", "digit"), ("3b", "digit"), ("!", "mark"), ("␤", "mark"), ("👋", "mark"), ("å", "lower"),
    ],
)  # fmt: skip
def test_spellings(form: str, expected: str) -> None:
    assert spelling(form) == expected


def test_the_first_word_of_a_sentence_is_told_apart_and_opening_marks_are_passed_over() -> None:
    assert keys(["-", "Anna", "Bor"]) == ["-", INITIAL + "Anna", "Bor"]
    assert keys(["-", "!"]) == ["-", "!"]
    assert "s=capital1" in NOBODY(INITIAL + "Anna") and "s=capital0" in NOBODY("Anna")


def test_a_sentence_in_capitals_is_read_in_small_letters_but_a_name_alone_is_not() -> None:
    assert keys(["JAG", "HETER", "ANNA"]) == [INITIAL + "jag", "heter", "anna"]
    assert keys(["ANNA", "!"]) == [INITIAL + "ANNA", "!"]


def test_a_form_that_is_a_name_in_the_lists_is_hidden_and_another_is_not() -> None:
    hidden = list(features(lambda form, lower: (HIDES_FORM,))("Anna"))
    assert "w=anna" not in hidden and not any(name.startswith("~p") for name in hidden)
    assert "~xna" in hidden
    assert "w=anna" in NOBODY("Anna")


def test_decomposed_letters_are_the_same_word() -> None:
    assert list(NOBODY("A\u030asa")) == list(NOBODY("Åsa"))


def test_tags_are_columns_of_the_document_and_nothing_else_changes() -> None:
    document = read("vi ser Anna. sedan går vi")
    tagged = toy()(document)
    assert tagged.tokens.pos == ("NOUN", "NOUN", "PROPN", "PUNCT", "NOUN", "NOUN", "NOUN")
    assert tagged.tokens.morphology == (
        "Case=Nom",
        "Case=Nom",
        "",
        "",
        "Case=Nom",
        "Case=Nom",
        "Case=Nom",
    )
    assert (tagged.text, tagged.sentences, tagged.tokens.forms) == (
        document.text,
        document.sentences,
        document.tokens.forms,
    )
    assert document.tokens.pos == ()


def test_tags_that_are_there_already_are_kept() -> None:
    done = Document(
        "d",
        "hej Bo",
        tokens=Tokens((0, 4), (3, 6), ("hej", "Bo"), ("INTJ", "X")),
        sentences=(Span(0, 2),),
    )
    one, other = toy().tag([done, read("hej Bo")])
    assert one.tokens.pos == ("INTJ", "X")
    assert other.tokens.pos == ("NOUN", "PROPN")


def test_documents_without_text_or_sentences_pass_through() -> None:
    assert toy()(Document("d", "")).tokens.pos == ()
    unsplit = Document("d", "hej Bo", tokens=tokenize("hej Bo"))
    assert toy()(unsplit).tokens.pos == ("NOUN", "PROPN")


def test_the_same_word_is_looked_at_once() -> None:
    seen: list[str] = []
    tagger = toy(seen)
    list(tagger.tag([read("en Bo en Bo"), read("och en Bo")]))
    assert seen.count("Bo") == 1


@given(st.lists(st.text("aB. \n!", max_size=30), max_size=8), st.integers(1, 30))
@settings(deadline=None, max_examples=60)
def test_the_batch_changes_no_tag_and_no_order(texts: list[str], batch: int) -> None:
    documents = [read(text, str(number)) for number, text in enumerate(texts)]
    alone = [toy()(document) for document in documents]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pos, "BATCH", batch)
        assert list(toy().tag(documents)) == alone
    assert all(len(document.tokens.pos) == len(document.tokens) for document in alone)
