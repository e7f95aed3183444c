"""The pipeline under many hands at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from hypothesis import example, given
from hypothesis import strategies as st

from maskera import Pipeline
from maskera.formats import jsonl
from maskera.formats.standoff import Utf16
from maskera.service.engine import BATCH_CHARACTERS, BATCH_TEXTS, batches
from maskera.text import Document

NAMES = ("Anna", "Björn", "Shirin", "Karim", "Fatuma", "Olena", "Yusuf", "Mateusz")
TOWNS = ("Lund", "Malmö", "Borås", "Kiruna", "Damaskus", "Kiev")


def test_threads_answer_as_one_alone_does(nlp: Pipeline) -> None:
    # Every text brings words never seen before: the threads number new word types at the same time.
    texts = [
        f"Jag heter {NAMES[n % 8]} och bor i {TOWNS[n % 6]}. Ordet är x{n}yz{n * 7}q och w{n}v."
        for n in range(240)
    ]
    together = [Document(str(number), text) for number, text in enumerate(texts)]
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda document: jsonl.render(nlp(document)), together))
    assert found == [jsonl.render(nlp(document)) for document in together]


@given(st.lists(st.one_of(st.integers(0, 50), st.integers(0, 2 * BATCH_CHARACTERS)), max_size=60))
@example([1] * (2 * BATCH_TEXTS + 1))
def test_portions_hold_all_in_order_and_are_small(lengths: list[int]) -> None:
    documents = [Document(str(number), "x" * length) for number, length in enumerate(lengths)]
    found = list(batches(documents))
    assert [document for batch in found for document in batch] == documents
    for batch in found:
        assert 1 <= len(batch) <= BATCH_TEXTS
        assert len(batch) == 1 or sum(len(document.text) for document in batch) <= BATCH_CHARACTERS


@given(st.text(st.characters(codec="utf-8")))
def test_utf16_offsets_are_those_of_utf16(text: str) -> None:
    offset = Utf16(text).units
    assert [offset(place) for place in range(len(text) + 1)] == [
        len(text[:place].encode("utf-16-le")) // 2 for place in range(len(text) + 1)
    ]
