"""Sentences that tell of a rare event: what is claimed, how far, and the model as a file."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from timing import GROWTH, grows_in_proportion

from maskera import Document
from maskera.errors import DataError
from maskera.lang import load_pack
from maskera.lexicon.table import TokenTable, token_table
from maskera.mentions import Detection, Evidence, Hypothesis
from maskera.rules import event_sentences
from maskera.rules.event_sentences import EventModel, counts_of, load, rule, save, with_extents
from maskera.text import Span

GOAT = {"bias": -4.0, "word:get": 9.0, "word:kyrkan": 9.0}


def table(text: str) -> TokenTable:
    pack = load_pack("sv")
    return token_table(pack.tokenization(Document("a", text, "sv")), pack.vocab)


def claimed(text: str, weights: dict[str, float] = GOAT) -> list[str]:
    found = rule(EventModel(weights), "extra").apply(table(text), None)
    return [text[one.span.start : one.span.end] for one in found]


def test_the_clauses_that_speak_for_it_are_claimed() -> None:
    text = "Hej på dig! I fjol, minns du, sprang en get in i kyrkan. Vi mår bra allihop här."
    assert claimed(text) == ["sprang en get in i kyrkan"]
    assert claimed("Vi mår bra allihop här, och solen skiner.") == []
    assert claimed("En get i kyrkan!") == ["En get i kyrkan"]
    assert claimed("Kyrkan, get.") == []  # too short to tell anything


def test_what_another_rule_has_seen_is_left_to_it() -> None:
    text = "I fjol sprang en get in i kyrkan och tidningen skrev om oss."
    assert claimed(text, {**GOAT, "word:tidningen": 1.0})
    (other,) = [one for one in load_pack("sv").rules.claims if one.name == "event.rare"]
    told = rule(EventModel(GOAT), "extra", [other])
    assert list(other.apply(table(text), None))
    assert not list(told.apply(table(text), None))


def test_the_tagger_knows_better_where_an_event_ends() -> None:
    told = Detection(Span(0, 50), (Hypothesis("extra", (Evidence("event:told", 5.0),)),))
    city = Detection(Span(60, 65), (Hypothesis("city", (Evidence("list:city", 1.0),)),))
    seen = Detection(Span(7, 48), (Hypothesis("extra", (Evidence("tagger", 1.0),)),))
    doubtful = Detection(Span(7, 20), (Hypothesis("extra", (Evidence("tagger", -3.0),)),))
    assert [one.span for one in with_extents([told, city], [seen])] == [seen.span, city.span]
    assert with_extents([told, city], [doubtful]) == [told, city]
    assert with_extents([city], [seen]) == [city]


def test_names_and_numbers_are_nameless() -> None:
    words = table("Anna Svensson red 2019 på en get.").words
    names = counts_of(words).keys()
    assert not any("svensson" in name or "2019" in name for name in names)
    assert {"name", "digits", "word:get"} <= names


@settings(deadline=None, max_examples=30)
@given(st.text("get kyrkan, .!?\nåäöA1–", max_size=80))
def test_any_text_is_claimed_within_its_sentences(text: str) -> None:
    read = table(text)
    for found in rule(EventModel(GOAT), "extra").apply(read, None):
        first, last = read.first_token(found.span), read.last_token(found.span)
        assert read.sentence[first] == read.sentence[last]


def test_a_sentence_without_end_takes_linear_time() -> None:
    read = {times: table("get, kyrkan, " * times) for times in (4_000, GROWTH * 4_000)}
    found = rule(EventModel(GOAT), "extra")
    assert not list(found.apply(read[4_000], None))  # more than a sentence
    assert grows_in_proportion(lambda times: list(found.apply(read[times], None)), 4_000)


def test_a_model_is_read_as_it_was_written(tmp_path: Path) -> None:
    model = EventModel({"bias": -1.5, "word:get": 0.25})
    save(model, tmp_path / "events.tsv")
    assert load(tmp_path / "events.tsv") == model


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "events.tsv:1: not a model of events"),
        (b"word\ta\tb\n", "events.tsv:1: not a model of events"),
        (b"feature\tweight\nbias\tx\n", "events.tsv:2: the weight is not a number"),
        (b"feature\tweight\n\xff\t0\n", "events.tsv:2: not UTF-8"),
    ],
)
def test_a_file_that_is_none_is_refused(content: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / event_sentences.FILE
    path.write_bytes(content)
    with pytest.raises(DataError, match=message):
        load(path)
