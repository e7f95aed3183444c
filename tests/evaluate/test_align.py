from __future__ import annotations

import pytest

from maskera.errors import DataError
from maskera.evaluate.align import align, pair, token_labels
from maskera.mentions import Mention
from maskera.text import Document

from .build import mention, token_pair, words


def side(*documents: tuple[str, str, list[Mention]]) -> list[tuple[Document, tuple[Mention, ...]]]:
    return [(Document(id_, text), tuple(mentions)) for id_, text, mentions in documents]


def test_documents_meet_by_id_whatever_their_order() -> None:
    gold = side(("a", "Elin bor", []), ("b", "i Lund", [mention(2, 6)]))
    pairs = align(gold, reversed(gold))
    assert [p.document.id for p in pairs] == ["a", "b"]
    assert pairs[1].gold == pairs[1].found


@pytest.mark.parametrize(
    ("gold", "found", "message"),
    [
        (
            side(("a", "x", []), ("b", "x", []), ("c", "x", [])),
            side(("a", "x", [])),
            "the prediction has no document 'b' and 1 more",
        ),
        (
            side(("a", "x", [])),
            side(("a", "x", []), ("b", "x", [])),
            "the gold has no document 'b'",
        ),
        (
            side(("a", "x", []), ("a", "x", [])),
            side(("a", "x", [])),
            "the gold has document 'a' twice",
        ),
        (
            side(("a", "hemligt", [])),
            side(("a", "hemlig", [])),
            "document 'a': the two sides have different texts",
        ),
        (side(("a", "hemligt", [])), side(("a", "hemlits", [])), "apart from 5 on"),
        (
            side(("a", "ett två", [mention(0, 5), mention(4, 7)])),
            side(("a", "ett två", [])),
            "two spans of the gold overlap at character 4",
        ),
        (
            side(("a", "ett två", [])),
            side(("a", "ett två", [mention(0, 3), mention(0, 3)])),
            "two spans of the prediction overlap",
        ),
        (
            side(("a", "ett", [mention(1, 9)])),
            side(("a", "ett", [])),
            "span 1-9 of the gold is empty or leaves the text",
        ),
        (
            side(("a", "ett", [])),
            side(("a", "ett", [mention(1, 1)])),
            "span 1-1 of the prediction is empty",
        ),
        ([], side(("a", "ett", [])), "the gold has no documents"),
    ],
)
def test_sides_that_do_not_fit_are_refused_without_quoting_the_text(
    gold: list, found: list, message: str
) -> None:
    with pytest.raises(DataError) as raised:
        align(gold, found)
    assert message in str(raised.value)
    assert "hemlig" not in str(raised.value)


def test_texts_that_differ_in_white_space_alone_are_the_same_text() -> None:
    gold = side(("a", "Jag bor i New York.", [mention(10, 18)]))
    found = side(("a", "Jag bor i New  York .\n", [mention(10, 19)]))
    (only,) = align(gold, found)
    assert only.found == only.gold
    assert only.surface(only.found[0]) == "New York"


def test_a_threshold_makes_improbable_mentions_doubtful_and_takes_them_out_of_the_count() -> None:
    document = Document("a", "Elin bor i Lund")
    sure, unsure = mention(0, 4, probability=0.9), mention(11, 15, probability=0.2)
    made = pair(document, [], [unsure, sure], threshold=0.5)
    assert (made.found, made.doubtful) == ((sure,), (unsure,))
    assert pair(document, [], [unsure, sure]).doubtful == ()


def test_metadata_is_the_golds_completed_by_the_predictions() -> None:
    gold = [(Document("a", "x", meta={"level": "A"}), ())]
    found = [(Document("a", "x", meta={"level": "C", "genre": "narrative"}), ())]
    assert align(gold, found)[0].document.meta == {"level": "A", "genre": "narrative"}


def test_a_token_has_the_label_of_the_first_mention_that_touches_it() -> None:
    document = pair(
        Document("a", "Göteborg-Malmö tur retur"),
        [mention(0, 8, "city"), mention(9, 14, "region")],
        [],
    ).document
    assert document.tokens.forms[0] == "Göteborg-Malmö"
    assert token_labels(document.tokens, [mention(0, 8, "city"), mention(9, 14, "region")])[:2] == (
        "city",
        "O",
    )
    assert token_labels(document.tokens, [mention(16, 17, "year")])[:2] == ("O", "year")


def test_restricting_and_relabelling_change_mentions_and_tokens_alike() -> None:
    made = token_pair(4, [(0, 1, "city"), (2, 4, "year")], [(0, 1, "city")])
    only = made.restricted(lambda m: m.label == "city")
    assert (len(only.gold), only.gold_tokens) == (1, ("city", "O", "O", "O"))
    assert made.relabelled(str.upper).gold_tokens == ("CITY", "O", "YEAR", "YEAR")


def test_neither_a_pair_nor_its_document_shows_text() -> None:
    assert words(4) not in repr(token_pair(4, [(0, 1, "city")], []))
