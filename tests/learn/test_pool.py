"""Texts as columns of tokens, and gold in JSON lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from maskera.errors import DataError, MaskeraError
from maskera.evaluate.align import OUTSIDE
from maskera.learn.pool import labels_of, pool, read_gold
from maskera.taxonomy import shipped
from maskera.text import Document


def test_columns_lead_back_to_the_texts() -> None:
    texts = pool([Document("a", "One two.\nThree"), Document("b", ""), Document("c", "Four, 5")])
    assert texts.forms == ("One", "two", ".", "Three", "Four", ",", "5")
    assert texts.starts.tolist() == [0, 3, 4, 7] and texts.firsts == (0, 4, 4, 7)
    assert texts.sentence_of.tolist() == [0, 0, 0, 1, 2, 2, 2]
    assert texts.words.tolist() == [True, True, False, True, True, False, True]
    for token, form in enumerate(texts.forms):
        document, span = texts.place(token)
        assert document.text[span.start : span.end] == form
    with pytest.raises(MaskeraError, match="no documents"):
        pool([])


def test_of_marks_that_overlap_the_first_and_longest_stays(tmp_path: Path) -> None:
    path = tmp_path / "gold.jsonl"
    marks = ((0, 4, "short"), (4, 9, "inner"), (0, 9, "outer"), (5, 14, "later"), (10, 14, "next"))
    spans = ",".join(f'{{"start": {a}, "end": {b}, "label": "{c}"}}' for a, b, c in marks)
    path.write_text(f'{{"text": "Anna Berg bor.", "spans": [{spans}]}}\n\n')
    gold = read_gold([path], shipped())
    ((document, mentions),) = gold
    assert document.id == "gold-1" and [m.label for m in mentions] == ["outer", "next"]
    assert labels_of(pool([document]), gold) == ["outer", "outer", "next", "next"]
    assert OUTSIDE not in {m.label for m in mentions}


def test_what_detect_wrote_is_read_like_a_gold(tmp_path: Path) -> None:
    """Its marks stand under `mentions`; a line with neither is no gold."""
    path = tmp_path / "found.jsonl"
    mark = '[{"start": 0, "end": 4, "label": "firstname_female", "probability": 0.9}]'
    path.write_text(f'{{"id": "a", "text": "Anna bor.", "meta": {{}}, "mentions": {mark}}}\n')
    ((_, mentions),) = read_gold([path], shipped())
    assert [(m.span.start, m.span.end, m.label) for m in mentions] == [(0, 4, "firstname_female")]
    path.write_text('{"id": "a", "text": "Anna bor."}\n')
    with pytest.raises(DataError, match=r'found.jsonl:1: neither "spans" nor "mentions"'):
        read_gold([path], shipped())
