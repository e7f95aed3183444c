"""Works, awards and contests of biographies in the eight types: what stands in quotation marks."""

from __future__ import annotations

import pytest
from conftest import KEY

from maskera import Document, Pipeline, load
from maskera.lang import load_pack
from maskera.lang.en.recognition import by_full_names
from maskera.lexicon.table import token_table
from maskera.mentions import Mention
from maskera.text import Span

PACK = load_pack("en")

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


def test_part_of_a_full_name_is_a_person() -> None:
    text = "Mary Ellen Lords sings. Lords left. The House of Lords sat in Lords Hall."
    types = {"Mary Ellen Lords": "PERSON", "Lords left": "ORG", "House of Lords": "ORG"}
    document = Document("a", text, "en")
    table = token_table(PACK.tokenization(document), PACK.vocab)
    ends = {words: len(words.removesuffix(" left")) for words in types}
    mentions = [
        Mention(Span(text.index(words), text.index(words) + ends[words]), label)
        for words, label in types.items()
    ]
    assert [one.label for one in by_full_names(table, mentions)] == ["PERSON", "PERSON", "ORG"]
    assert [one.label for one in by_full_names(table, mentions[1:])] == ["ORG", "ORG"]
