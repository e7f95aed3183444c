"""Works, awards and contests of biographies in the eight types: what stands in quotation marks."""

from __future__ import annotations

import pytest
from conftest import KEY

from maskera import Document, Pipeline, load

LIFE = "Ines Varga (born 3 May 1961) is a Hungarian singer and a former teacher."


@pytest.fixture(scope="module")
def english() -> Pipeline:
    return load("en", key=KEY)


def found(nlp: Pipeline, text: str) -> dict[str, str]:
    ((document, mentions),) = nlp.typed_all([Document("d", text)], "tab")
    return {document.text[m.span.start : m.span.end]: m.label for m in mentions}


def test_a_title_in_quotation_marks_is_a_work_in_a_biography(english: Pipeline) -> None:
    text = f'{LIFE} She wrote the songs "Stick With Me" and "The Epic Fail".'
    assert {"Stick With Me": "MISC", "The Epic Fail": "MISC"}.items() <= found(
        english, text
    ).items()


def test_a_nickname_in_quotation_marks_is_a_persons(english: Pipeline) -> None:
    types = found(english, f'{LIFE} She married John "Jack" Harrison in 1990.')
    assert "MISC" not in {types[words] for words in types if "Jack" in words}


def test_an_award_is_no_body(english: Pipeline) -> None:
    types = found(english, f"{LIFE} She won the Grand Prize of the Danube Songwriting Competition.")
    assert all(types[words] == "MISC" for words in types if "Competition" in words)
