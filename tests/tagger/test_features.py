"""What the tagger sees of a token beside its form, against a plain reading of the definition."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskera import Document, Pipeline
from maskera.lexicon.table import TokenTable, token_table
from maskera.mentions import Detection, Evidence, Hypothesis
from maskera.tagger import codes
from maskera.tagger.codes import Names, Ruling, Situation, Surroundings
from maskera.tagger.features import AHEAD, BEHIND, streams, topics_of

NAMES = st.sampled_from(["", "city", "fam", "firstname_female", "a label of one's own"])
TAGGED = ["", *codes.UPOS[1:-1]]
RULINGS = st.none() | st.builds(Ruling, NAMES.filter(bool), st.integers(0, 9), NAMES, st.booleans())


@given(RULINGS)
def test_a_ruling_is_read_from_its_number(ruling: Ruling | None) -> None:
    number = codes.NO_RULING
    if ruling:
        number = codes.ruling_number(ruling.label, ruling.bucket, ruling.second) | ruling.begins
    assert codes.ruling_of(number) == ruling


def test_a_name_keeps_its_number_and_there_are_no_more_than_fit() -> None:
    names = Names(3)
    assert [names.number(name) for name in ("", "b", "a", "b")] == [0, 1, 2, 1]
    assert [names[number] for number in range(3)] == ["", "b", "a"]
    with pytest.raises(ValueError, match="more than 3 names"):
        names.number("c")


def table(nlp: Pipeline, text: str) -> TokenTable:
    """A document as the rules see it."""
    (document,) = nlp.language.models.tag([Document("d", text)])
    return token_table(document, nlp.language.vocab)


def seen(nlp: Pipeline, *texts: str) -> list[tuple[str, Situation, Surroundings]]:
    """Every token of the texts, in one batch: its form, situation and surroundings."""
    tables = [table(nlp, text) for text in texts]
    topics = topics_of(nlp.language.models.topic)
    return [
        (str(form), codes.situation_of(int(place)), codes.surroundings_of(int(around)))
        for sentence in streams(tables, [[] for _ in tables], topics)
        for form, place, around in zip(*sentence, strict=True)
    ]


def test_a_situation_tells_of_place_quotes_and_tag(nlp: Pipeline) -> None:
    found = {form: place for form, place, _ in seen(nlp, 'Hon sa "hej där" igår, Anna.')}
    assert found["Hon"].initial
    assert not found["sa"].initial
    assert found["där"].quoted
    assert not found["igår"].quoted
    assert found[","].glued
    assert found["Hon"].pos == "PRON"


def test_a_ruling_stands_at_its_tokens_alone(nlp: Pipeline) -> None:
    seen_by_rules = table(nlp, "Jag bor i Lilla Edet nu")
    claim = Detection(
        seen_by_rules.span(3, 4), (Hypothesis("city", (Evidence("list:city", 2.0),)),)
    )
    ((_, places, around),) = streams(
        [seen_by_rules], [[claim]], topics_of(nlp.language.models.topic)
    )
    rulings = [codes.situation_of(int(place)).ruling for place in places]
    assert rulings == [
        None,
        None,
        None,
        Ruling("city", 8, "", True),
        Ruling("city", 8, "", False),
        None,
    ]
    labels = [codes.surroundings_of(int(number)).rule for number in around]
    assert labels == ["", "", "", "city", "city", ""]


def test_a_tag_that_is_not_universal_is_none_that_a_model_knows(nlp: Pipeline) -> None:
    assert codes.UPOS[codes.TAGS["NN"]] == codes.UPOS[codes.TAGS["?"]] == "?"
    assert codes.TAGS.keys() == set(codes.UPOS), "asking adds none"


@pytest.mark.parametrize(
    ("texts", "form", "echo"),
    [
        (["Jag såg Björn. björn är här."], "björn", "C"),
        (["Jag såg Björn. En björn är här."], "Björn", "l"),
        (["Jag såg Björn.", "En björn är här."], "björn", ""),  # of another document
        (["Björn är här. En björn."], "björn", ""),  # a first word has its capital anyway
    ],
)
def test_an_echo_is_of_the_same_document(
    nlp: Pipeline, texts: list[str], form: str, echo: str
) -> None:
    echoes = [around.echo for word, _, around in seen(nlp, *texts) if word == form]
    assert echo in echoes
    assert set(echoes) <= {echo, "" if echo == "l" else echo, "C"}


WORDS = st.sampled_from("jag jobbar stad sjukhus boken och i Lund fin min . ! bio vän".split())


@given(st.lists(st.lists(WORDS, max_size=25), min_size=1, max_size=3))
def test_topics_are_those_of_the_nearest_telling_words(
    nlp: Pipeline, texts: list[list[str]]
) -> None:
    tables = [table(nlp, " ".join(words)) for words in texts]
    topic = nlp.language.models.topic
    found = [
        codes.surroundings_of(int(number))
        for _, _, around in streams(tables, [[] for _ in tables], topics_of(topic))
        for number in around
    ]
    expected = []
    for each in tables:
        topics = [topic(word) for word in each.words]
        for span in each.document.sentences:
            for index in range(span.start, span.end):
                left = topics[max(span.start, index - BEHIND) : index]
                right = topics[index + 1 : min(span.end, index + 1 + AHEAD)]
                expected.append(
                    (
                        next((t for t in reversed(left) if t), ""),
                        next((t for t in right if t), ""),
                    )
                )
    assert [(around.before, around.after) for around in found] == expected
