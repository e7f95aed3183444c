"""A few at a time: nothing is lost, nothing changes its place."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from maskera import Document
from maskera.io.batches import batched, batches


@given(st.lists(st.integers(0, 30)), st.integers(1, 60))
def test_portions_hold_all_documents_in_order_and_end_when_they_are_long_enough(
    lengths: list[int], characters: int
) -> None:
    documents = [Document(str(number), "a" * length) for number, length in enumerate(lengths)]
    found = list(batches(documents, characters))
    assert [document for batch in found for document in batch] == documents
    for batch in found:
        assert sum(len(document.text) for document in batch[:-1]) < characters
    assert all(sum(len(document.text) for document in batch) >= characters for batch in found[:-1])


@given(st.lists(st.integers()), st.integers(1, 9))
def test_batches_hold_all_in_order_and_only_the_last_is_shorter(
    items: list[int], size: int
) -> None:
    found = list(batched(iter(items), size))
    assert [item for batch in found for item in batch] == items
    assert all(len(batch) == size for batch in found[:-1])
    assert all(0 < len(batch) <= size for batch in found[-1:])
