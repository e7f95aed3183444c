"""JSON lines."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskera.errors import DataError
from maskera.formats import jsonl
from maskera.mentions import Evidence, Hypothesis, Mention
from maskera.result import LeakStatus, Replacement, Result, release
from maskera.taxonomy import shipped
from maskera.text import Document, Span

from .making import SHARED, anna, results


def only(content: bytes | str) -> tuple[Document, tuple[Mention, ...]]:
    (item,) = jsonl.read_annotated(content, "f.jsonl", shipped())
    assert not isinstance(item, DataError), str(item)
    return item


def test_a_text_without_annotation_can_be_refused() -> None:
    line = '{"id":"a1","text":"Hej","span":[]}'
    (bare,), (refused,) = (
        list(jsonl.read_annotated(line, "f.jsonl", shipped(), bare=accepted))
        for accepted in (True, False)
    )
    assert bare == (Document("a1", "Hej"), ())
    assert str(refused) == 'f.jsonl:1: neither "spans" nor "mentions": a text without annotation'


def error(line: str) -> str:
    (item,) = jsonl.read_annotated(line, "f.jsonl", shipped())
    assert isinstance(item, DataError)
    return str(item)


def test_a_line_is_a_document_and_its_strings_are_metadata() -> None:
    line = '{"id":"a1","text":"Hej å","genre":"narrative","level":"A","author":"w7","pages":3,"meta":{"l1":"Dari"}}\n'
    (document,) = jsonl.read(line.encode(), "f.jsonl")
    assert document == Document(
        "a1", "Hej å", meta={"l1": "Dari", "genre": "narrative", "level": "A", "author": "w7"}
    )


def test_a_number_as_id_is_taken_as_written() -> None:
    assert only('{"id":7,"text":""}')[0].id == "7"


def test_an_author_or_level_that_is_a_whole_number_is_taken_as_written() -> None:
    assert only('{"id":"a","text":"","author":17,"level":2}')[0].meta == {
        "author": "17",
        "level": "2",
    }
    assert only('{"id":"a","text":"","meta":{"author":17,"level":null}}')[0].meta == {
        "author": "17"
    }


@pytest.mark.parametrize("value", ["true", "1.5", '["w7"]', '{"id":"w7"}'])
def test_metadata_that_counts_and_is_of_another_kind_is_refused(value: str) -> None:
    assert error(f'{{"id":"a","text":"","genre":{value}}}') == 'f.jsonl:1: "genre" is not a string'
    assert (
        error(f'{{"id":"a","text":"","author":{value}}}')
        == 'f.jsonl:1: "author" is neither a string nor a whole number'
    )
    assert (
        error(f'{{"id":"a","text":"","meta":{{"level":{value}}}}}')
        == 'f.jsonl:1: "level" is neither a string nor a whole number'
    )


def test_the_language_of_a_line_is_the_documents() -> None:
    assert only('{"id":"a","text":"","language":"en"}')[0].language == "en"
    assert only('{"id":"a","text":""}')[0].language == "sv"


def test_a_broken_line_costs_no_other() -> None:
    content = (
        b'{"id":"a","text":"x"}\n{"id":\n\xff\n\n[1]\n{"id":"b","text":"y"}\n{"id":"a","text":"z"}'
    )
    items = list(jsonl.read(content, "f.jsonl"))
    assert [item.id if isinstance(item, Document) else str(item) for item in items] == [
        "a",
        "f.jsonl:2: not a JSON object in one line",
        "f.jsonl:3: not UTF-8 text (byte 1)",
        "f.jsonl:5: not a JSON object in one line",
        "b",
        "f.jsonl:7: id 'a' is taken already at f.jsonl:1",
    ]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"text":"Anna"}', '"id" is missing'),
        ('{"id":"","text":"Anna"}', '"id" is missing'),
        ('{"id":true,"text":"Anna"}', '"id" is missing'),
        ('{"id":"a"}', '"text" is missing'),
        ('{"id":"a","text":null}', '"text" is missing'),
        ('{"id":"a","text":"x","meta":[]}', '"meta" is not an object'),
        ('{"id":"a","text":"\\ud800"}', "not a JSON object in one line"),
        ('{"id":"a","text":"Anna","spans":{}}', '"spans" is not a list'),
        (
            '{"id":"a","text":"Anna","spans":[{"start":0,"end":9,"label":"city"}]}',
            "span 0-9 lies outside the text",
        ),
        (
            '{"id":"a","text":"Anna","spans":[{"start":3,"end":1,"label":"city"}]}',
            "span 3-1 is not a span of text",
        ),
        (
            '{"id":"a","text":"Anna","spans":[{"start":0,"end":2,"label":"Anna"}]}',
            'number 1 of "spans": a label that is not in the taxonomy',
        ),
        (
            '{"id":"a","text":"Anna","spans":[{"start":0,"end":2,"label":"city","text":"nA"}]}',
            "not what stands at 0-2",
        ),
        (
            '{"id":"a","text":"Anna","mentions":[{"start":0,"label":"city"}]}',
            'number 1 of "mentions" is not a mention',
        ),
        ('{"id":"a","text":"Anna","mentions":[7]}', 'number 1 of "mentions" is not a mention'),
        (
            '{"id":"a","text":"Anna","mentions":[{"start":0,"end":1,"label":"city","probability":2}]}',
            "not between 0 and 1",
        ),
        (
            '{"id":"a","text":"Anna","mentions":[{"start":0,"end":1,"label":"city","features":["Anna"]}]}',
            "a feature that is not in the taxonomy",
        ),
        (
            '{"id":"a","text":"Anna","spans":[{"start":0,"end":1,"label":"city","features":["Anna"]}]}',
            "a feature that is not in the taxonomy",
        ),
        (
            '{"id":"a","text":"Anna","spans":[{"start":0,"end":1,"label":"city","personal":"Anna"}]}',
            'number 1 of "spans" is not a mention',
        ),
        ("[" * 100_000, "not a JSON object"),
    ],
)
def test_what_is_wrong_is_said_with_the_line_and_no_text(line: str, message: str) -> None:
    assert message in error(line)
    assert error(line).startswith("f.jsonl:1: ") and "Anna" not in error(line)


def test_gold_spans_are_mentions() -> None:
    line = '{"id":"a","text":"i Lund","spans":[{"start":2,"end":6,"text":"Lund","label":"city","ref":3,"foreign":true,"personal":true}]}'
    assert only(line)[1] == (Mention(Span(2, 6), "city", 3, frozenset({"foreign"}), 1.0, 1.0),)


@pytest.mark.parametrize("key", ["spans", "mentions"])
def test_either_list_may_say_it_as_the_other_does(key: str) -> None:
    said = ('"number":3,"features":["foreign"]', '"ref":3,"foreign":true')
    for rest in said:
        line = f'{{"id":"a","text":"i Lund","{key}":[{{"start":2,"end":6,"label":"city",{rest},"probability":0.25,"personal":0.75}}]}}'
        assert only(line)[1] == (
            Mention(Span(2, 6), "city", 3, frozenset({"foreign"}), 0.25, 0.75),
        )


def test_a_gold_span_without_flag_is_not_personal() -> None:
    assert (
        only('{"id":"a","text":"Lund","spans":[{"start":0,"end":4,"label":"city"}]}')[1][0].personal
        == 0.0
    )


def test_detected_is_written_as_the_contract_says() -> None:
    reason = Evidence("list:surname", 2.0, "Björn")
    winner = Hypothesis("surname", (reason,))
    loser = Hypothesis("firstname_male", (Evidence("list", 1.0),))
    mention = Mention(
        Span(0, 5), "surname", 1, frozenset({"gen", "def"}), 0.75, 0.5, (winner, loser)
    )
    line = jsonl.render_detected(Document("a", "Björn 😀", meta={"level": "A"}), [mention])
    assert line == (
        '{"id":"a","text":"Björn 😀","meta":{"level":"A"},"mentions":[{"start":0,"end":5,"text":"Björn","label":"surname","number":1,'
        '"features":["def","gen"],"probability":0.75,"personal":0.5,"alternatives":[{"label":"firstname_male","probability":0.2447}],'
        '"evidence":[{"source":"list:surname","weight":2.0,"note":"Björn"}]}]}\n'
    )


def test_numbers_that_differ_by_how_they_were_summed_are_written_alike() -> None:
    def written(weight: float, probability: float) -> str:
        mention = Mention(
            Span(0, 4),
            "city",
            1,
            probability=probability,
            hypotheses=(Hypothesis("city", (Evidence("tagger", weight),)),),
        )
        return jsonl.render_detected(Document("a", "Lund"), [mention])

    assert (
        written(3.00787805, 0.95281304)
        == written(3.0078781, 0.95281309)
        != written(3.0079781, 0.95281309)
    )
    assert written(-0.00000001, 0.5) == written(0.00000001, 0.5)


def test_pseudonymized_has_three_keys_more_and_replacements() -> None:
    result = Result(
        Document("a", "Anna"),
        (Replacement(Mention(Span(0, 4), "surname"), "replace", "Eva"),),
        genre="narrative",
        leaks=LeakStatus.PASS,
    )
    table = json.loads(jsonl.render(result))
    assert list(table) == ["id", "text", "meta", "mentions", "release", "leaks", "genre"]
    assert list(table["mentions"][0])[-2:] == ["action", "replacement"]
    assert (table["release"], table["leaks"], table["genre"]) == ("Eva", "PASS", "narrative")
    assert (table["mentions"][0]["action"], table["mentions"][0]["replacement"]) == (
        "replace",
        "Eva",
    )


def test_the_genre_of_the_metadata_stands_where_none_was_found() -> None:
    assert (
        json.loads(jsonl.render(Result(Document("a", "", meta={"genre": "narrative"}), ())))[
            "genre"
        ]
        == "narrative"
    )


def test_a_released_line_has_no_original() -> None:
    line = jsonl.render_release(release(anna()))
    assert "Anna" not in line and "New York" not in line and "Göteborg" not in line
    table = json.loads(line)
    assert [table["text"][m["start"] : m["end"]] for m in table["mentions"]] == [
        "Eva",
        "Dubai",
        "Evas",
        "läkare",
        "Nya Tuna",
    ]


@given(results(), st.floats(0, 1), st.floats(0, 1))
def test_what_is_written_is_read_again(result: Result, probability: float, personal: float) -> None:
    mentions = tuple(
        Mention(
            m.span,
            m.label,
            m.number,
            m.features,
            round(probability, jsonl.DIGITS),
            round(personal, jsonl.DIGITS),
        )
        for m in sorted(result.mentions, key=lambda mention: mention.span)
    )
    assert only(jsonl.render_detected(result.document, mentions)) == (result.document, mentions)
    read = only(jsonl.render(result))
    assert read[0] == result.document and [m.span for m in read[1]] == [
        m.span for m in result.mentions
    ]


def test_probabilities_of_alternatives_survive() -> None:
    line = (
        '{"id":"a","text":"Lo","mentions":[{"start":0,"end":2,"label":"surname","probability":0.6,'
        '"alternatives":[{"label":"geo","probability":0.3}],"evidence":[{"source":"x","weight":1.79175946,"note":""}]}]}'
    )
    ((label, probability),) = only(line)[1][0].alternatives
    assert label == "geo" and probability == pytest.approx(0.3, abs=1e-6)


@pytest.mark.skipif(not SHARED.is_dir(), reason="needs ../shared/data")
@pytest.mark.parametrize(("name", "count"), [("essays_dev", 774), ("swell_dev", 375)])
def test_the_gold_of_the_data_folder_is_read(name: str, count: int) -> None:
    items = list(jsonl.read_annotated((SHARED / f"{name}.jsonl").read_bytes(), name, shipped()))
    assert sum(len(item[1]) for item in items if not isinstance(item, DataError)) == count
    assert not any(isinstance(item, DataError) for item in items)
