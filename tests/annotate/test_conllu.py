"""CoNLL-U."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskera.annotate import conllu
from maskera.errors import DataError
from maskera.lang.sv.suc import universal
from maskera.text import Document, Span

SHARED = Path(__file__).parents[3] / "shared" / "data" / "ud"


def row(
    number: str, form: str, upos: str = "_", xpos: str = "_", feats: str = "_", misc: str = "_"
) -> str:
    return "\t".join([number, form, "_", upos, xpos, feats, "_", "_", "_", misc])


def sentence(*rows: str, comments: tuple[str, ...] = ()) -> str:
    return "\n".join([*comments, *rows]) + "\n\n"


def only(content: str) -> Document:
    (item,) = conllu.read(content, "folder/bank.conllu", universal)
    assert isinstance(item, Document), str(item)
    return item


def test_words_tags_and_sentences() -> None:
    document = only(
        sentence(
            row("1", "Jag", "PRON", feats="Case=Nom"),
            row("2", "bor", "VERB", misc="SpaceAfter=No"),
            row("3", ".", "PUNCT"),
        )
        + sentence(row("1", "Ja"))
    )
    assert document.text == "Jag bor. Ja" and document.id == "bank"
    assert (
        document.tokens.pos == ("PRON", "VERB", "PUNCT", "")
        and document.tokens[0].morphology == "Case=Nom"
    )
    assert document.sentences == (Span(0, 3), Span(3, 4))


def test_a_multiword_token_is_one_token_and_an_empty_node_none() -> None:
    document = only(
        sentence(
            row("1-2", "iscensatt", misc="SpaceAfter=No"),
            row("1", "i", "ADP"),
            row("2", "scen", "NOUN"),
            row("2.1", "x"),
            row("3", "!"),
        )
    )
    assert document.text == "iscensatt!"
    assert [(token.form, token.pos) for token in document.tokens] == [
        ("iscensatt", "ADP"),
        ("!", ""),
    ]


def test_spaces_after_and_before_are_kept() -> None:
    document = only(
        sentence(
            row("1", "a", misc=r"SpacesBefore=\s\n|SpacesAfter=\s\s"),
            row("2", "b", misc=r"SpacesAfter=\r\n\t\p\u00A0\\"),
        )
    )
    assert document.text == " \na  b\r\n\t|\u00a0\\"


def test_the_text_of_a_sentence_tells_spaces_that_the_words_do_not() -> None:
    document = only(
        sentence(row("1", "Hej"), row("2", ","), row("3", "du"), comments=("# text = Hej,  du",))
    )
    assert document.text == "Hej,  du"
    assert document.tokens.starts == (0, 3, 6)


def test_a_paragraph_begins_on_a_new_line() -> None:
    assert (
        only(sentence(row("1", "a")) + "# newpar id = p2\n" + sentence(row("1", "b"))).text
        == "a\nb"
    )


def test_documents_by_newdoc() -> None:
    content = (
        "# newdoc id = A1\n" + sentence(row("1", "a")) + "# newdoc\n" + sentence(row("1", "b"))
    )
    assert [
        (item.id, item.text)
        for item in conllu.read(content, "bank.conllu")
        if isinstance(item, Document)
    ] == [
        ("A1", "a"),
        ("bank-2", "b"),
    ]


def test_sucs_tags_are_used_where_universal_ones_are_missing() -> None:
    document = only(
        sentence(row("1", "Lunds", xpos="PM|GEN"), row("2", "x", "NOUN", xpos="PM|GEN"))
    )
    assert document.tokens.pos == ("PROPN", "NOUN") and document.tokens.morphology == (
        "Case=Gen",
        "",
    )


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("1\tAnna\n", "f:1: not a CoNLL-U line"),
        (row("x", "Anna"), "f:1: not a CoNLL-U line"),
        (
            sentence(row("1", "Anna"), row("3", "b")),
            "f:2: the words of a sentence are not numbered",
        ),
        (
            sentence(row("1", "Anna"), comments=("# text = Eva",)),
            "f:3: the tokens of the sentence before do not make up its # text",
        ),
        (sentence(row("1", "Anna"), comments=("# text = Anna Eva",)), "f:3: the tokens"),
        ("", "f: no tokens"),
        ("# text = Anna\n", "f: no tokens"),
    ],
)
def test_bad_input_is_one_sentence_without_text(content: str, message: str) -> None:
    (error,) = conllu.read(content, "f")
    assert isinstance(error, DataError) and str(error).startswith(message)
    assert "Anna" not in str(error) and "Eva" not in str(error)


def test_a_broken_document_costs_no_other() -> None:
    content = (
        "# newdoc id = a\n" + row("1", "x") + "\n1\n# newdoc id = b\n" + sentence(row("1", "y"))
    )
    error, document = conllu.read(content, "f")
    assert isinstance(error, DataError) and isinstance(document, Document) and document.id == "b"
    error, document = conllu.read(
        "# newdoc\n# text = Q\n" + row("1", "x") + "\n# newdoc id = b\n" + sentence(row("1", "y")),
        "f",
    )
    assert isinstance(error, DataError) and isinstance(document, Document) and document.id == "b"


@pytest.mark.parametrize("key", ["SpacesAfter", "SpacesBefore"])
@pytest.mark.parametrize("space", [r"\ud83d", r"\u0041", "Farid", r"\sx"])
def test_a_space_that_is_none_is_named_and_not_shown(key: str, space: str) -> None:
    error, document = conllu.read(
        sentence(row("1", "x", misc=f"{key}={space}"))
        + "# newdoc id = b\n"
        + sentence(row("1", "y")),
        "f",
    )
    assert (
        isinstance(error, DataError)
        and str(error) == "f:1: SpacesBefore or SpacesAfter is not white space"
    )
    assert isinstance(document, Document) and document.id == "b"


@pytest.mark.parametrize("begin", ["# newdoc id = a\n", ""])
def test_a_byte_order_mark_is_no_part_of_a_line(begin: str) -> None:
    content = "\ufeff" + begin + sentence(row("1", "x"))
    for written in (content, content.encode()):
        (document,) = conllu.read(written, "a.conllu")
        assert isinstance(document, Document) and (document.id, document.text) == ("a", "x")


def test_bytes_that_are_not_utf_8_are_named() -> None:
    (error,) = conllu.read(b"# x\n1\t\xff", "f")
    assert str(error) == "f:2: not UTF-8 text (byte 3)"


@given(
    st.lists(
        st.lists(
            st.tuples(st.text("ab-å😀", min_size=1, max_size=4), st.booleans()),
            min_size=1,
            max_size=5,
        ),
        min_size=1,
        max_size=4,
    )
)
def test_offsets_point_at_the_words(sentences: list[list[tuple[str, bool]]]) -> None:
    content = "".join(
        sentence(
            *(
                row(str(number), form, misc="SpaceAfter=No" if glued else "_")
                for number, (form, glued) in enumerate(words, 1)
            )
        )
        for words in sentences
    )
    document = only(content)
    flat = [word for words in sentences for word in words]
    assert (
        document.text
        == "".join(form + ("" if glued else " ") for form, glued in flat[:-1]) + flat[-1][0]
    )
    assert all(
        document.text[token.span.start : token.span.end] == token.form for token in document.tokens
    )
    assert [len(span) for span in document.sentences] == [len(words) for words in sentences]


@pytest.mark.skipif(not SHARED.is_dir(), reason="needs ../shared/data")
def test_the_treebank_says_what_its_text_lines_say() -> None:
    path = SHARED / "sv_talbanken-ud-dev.conllu"
    wanted = [
        line[9:].strip()
        for line in path.read_text(encoding="utf-8").split("\n")
        if line.startswith("# text = ")
    ]
    found = [
        document.text[document.tokens.starts[span.start] : document.tokens.ends[span.end - 1]]
        for document in conllu.read(path.read_bytes(), path.name)
        if isinstance(document, Document)
        for span in document.sentences
    ]
    assert found == wanted
