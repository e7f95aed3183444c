"""The tables."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskera.errors import DataError
from maskera.formats import (
    JOINERS,
    READABLE,
    RENDERERS,
    SECRET_RENDERERS,
    SUFFIXES,
    annotated_readers,
    readers,
    renderers,
)
from maskera.formats.inputs import BY_SUFFIX
from maskera.result import release
from maskera.taxonomy import shipped
from maskera.text import Document

from .making import anna

READERS = readers(shipped())


def test_a_name_is_either_public_or_secret() -> None:
    assert not RENDERERS.keys() & SECRET_RENDERERS.keys()
    assert {"text", "html", "xml", "conll"} <= RENDERERS.keys()
    assert {"svala", "jsonl"} <= SECRET_RENDERERS.keys()


def test_every_format_that_is_written_has_a_suffix_and_the_tables_agree() -> None:
    assert SUFFIXES.keys() == RENDERERS.keys() | SECRET_RENDERERS.keys()
    assert JOINERS.keys() <= SUFFIXES.keys()
    assert annotated_readers(shipped()).keys() <= READERS.keys() == set(READABLE)
    assert set(BY_SUFFIX.values()) <= READERS.keys()
    assert renderers(shipped()).keys() == RENDERERS.keys()


@pytest.mark.parametrize("name", sorted(RENDERERS))
def test_no_public_format_shows_an_original(name: str) -> None:
    content = RENDERERS[name](release(anna()))
    assert not any(original in content for original in ("Anna", "New York", "Göteborg"))


@pytest.mark.parametrize("name", sorted({**RENDERERS, **SECRET_RENDERERS}))
def test_every_format_is_written_the_same_each_time(name: str) -> None:
    written = [
        RENDERERS[name](release(anna())) if name in RENDERERS else SECRET_RENDERERS[name](anna())
        for _ in range(2)
    ]
    assert written[0] == written[1] != ""


@pytest.mark.parametrize("name", READABLE)
@given(st.binary(max_size=60) | st.text(max_size=60))
def test_no_reader_ever_raises(name: str, content: bytes | str) -> None:
    for item in READERS[name](content, "f"):
        assert isinstance(item, Document | DataError)


SECRET = "Zebulon"


@pytest.mark.parametrize("name", READABLE)
@given(
    st.lists(
        st.sampled_from(
            [
                SECRET,
                "{",
                "}",
                '"',
                ":",
                "[[",
                "]]",
                "|",
                "\n",
                "\t",
                "<w>",
                "<text>",
                "</w>",
                "<ANON>",
                " ",
                "1",
                "B-city",
            ]
        )
    )
)
def test_no_error_holds_a_piece_of_the_text(name: str, pieces: list[str]) -> None:
    for item in READERS[name]("".join(pieces), "f"):
        if isinstance(item, DataError):
            assert SECRET not in str(item)
