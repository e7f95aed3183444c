"""Sentences of tokens with mentions."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given

from maskera.annotate.tokens import tokenize
from maskera.formats.layout import Mark, sentences
from maskera.result import Result, release
from maskera.text import Document, Span

from .making import results


def forms(text: str, *marks: Mark) -> list[list[str]]:
    return [[word.form for word in sentence] for sentence in sentences(text, marks)]


def test_tokens_by_sentences() -> None:
    assert forms("Hej du. Ja!\nNej") == [["Hej", "du", "."], ["Ja", "!"], ["Nej"]]


def test_a_token_is_cut_where_a_mention_ends() -> None:
    text = "lundabor"
    first, second = sentences(text, [Mark(Span(0, 4), "city")])[0]
    assert (first.form, first.mention, second.form, second.mention) == ("lund", 0, "abor", -1)


def test_a_mention_keeps_its_sentences_together() -> None:
    assert forms("Ja! Nej! Ja", Mark(Span(0, 8), "extra")) == [["Ja", "!", "Nej", "!"], ["Ja"]]
    assert len(forms("Ja! Nej! Ja", Mark(Span(0, 2), "extra"), Mark(Span(4, 7), "extra"))) == 3


def test_names_are_proper_names_and_their_numbers_are_not() -> None:
    words = sentences(
        "Lund 22345 12",
        [Mark(Span(0, 4), "city"), Mark(Span(5, 10), "zip_code"), Mark(Span(11, 13), "age_digits")],
    )[0]
    assert [word.pos for word in words] == ["PROPN", "", ""]


def test_an_annotator_knows_more() -> None:
    def annotate(document: Document) -> Document:
        tokens = tokenize(document.text)
        return document.with_tokens(
            replace(tokens, pos=("VERB",) * len(tokens), morphology=("X=Y",) * len(tokens)),
            (Span(0, len(tokens)),),
        )

    (words,) = sentences("Hej! Lund", [Mark(Span(5, 9), "city")], annotate)
    assert [(word.pos, word.morphology) for word in words] == [("VERB", "X=Y")] * 3


@given(results())
def test_words_cover_all_but_whitespace_and_know_their_mention(any_result: Result) -> None:
    released = release(any_result)
    marks = [Mark(mention.span, mention.label) for mention in released.mentions]
    words = [word for sentence in sentences(released.text, marks) for word in sentence]
    covered = {place for word in words for place in range(word.span.start, word.span.end)}
    assert covered == {
        place for place, character in enumerate(released.text) if not character.isspace()
    }
    assert sum(len(word.form) for word in words) == len(covered)
    for word in words:
        inside = [index for index, mark in enumerate(marks) if mark.span.covers(word.span)]
        assert inside == ([word.mention] if word.mention >= 0 else [])
        assert word.mention >= 0 or not any(mark.span.overlaps(word.span) for mark in marks)
