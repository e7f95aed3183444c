"""XML, valid against the schema."""

from __future__ import annotations

from dataclasses import replace
from importlib import resources

import pytest
from hypothesis import given
from lxml import etree

from maskera.formats import xml
from maskera.formats.xml import NOT_IN_XML
from maskera.pipeline import Pipeline
from maskera.result import LeakStatus, Release, Result, release
from maskera.text import Document

from .making import GOLDEN, anna, result, results

SCHEMA = etree.XMLSchema(
    etree.fromstring(resources.files("maskera").joinpath("data", "maskera.xsd").read_bytes())
)


def parsed(released: Release) -> etree._Element:
    tree = etree.fromstring(xml.render(released).encode())
    SCHEMA.assertValid(tree)
    return tree


def test_the_worked_example() -> None:
    rendered = xml.render(release(replace(anna(), leaks=LeakStatus.PASS, genre="narrative")))
    assert rendered == (GOLDEN / "anna.xml").read_text(encoding="utf-8")


def test_a_guessed_genre_is_told_as_a_guess() -> None:
    guess = parsed(
        release(Result(Document("a", "hej", meta={"genre": "letter", "genre_source": "text"}), ()))
    )
    stated = parsed(release(Result(Document("a", "hej", meta={"genre": "letter"}), ())))
    assert guess.get("genre") == stated.get("genre") == "letter"
    assert (guess.get("genre_source"), stated.get("genre_source")) == ("text", None)


def test_labels_are_attributes_of_mentions() -> None:
    first, city, *_ = parsed(release(anna())).iter("mention")
    assert dict(first.attrib) == {
        "label": "firstname_female",
        "number": "1",
        "action": "replace",
        "start": "10",
        "end": "13",
    }
    assert city.get("features") == "foreign" and [word.text for word in city] == ["Dubai"]


def test_proper_names_have_sucs_tag() -> None:
    words = {word.text: word for word in parsed(release(anna())).iter("word")}
    assert (words["Dubai"].get("pos"), words["Dubai"].get("suc")) == ("PROPN", "PM")
    assert words["läkare"].get("suc") is None


def test_a_removed_mention_is_an_empty_element_before_its_sentence() -> None:
    tree = parsed(release(result("Ja. I Lund nu.", ("Lund", "city", 1, ""))))
    assert [(child.tag, len(child)) for child in tree] == [
        ("sentence", 2),
        ("mention", 0),
        ("sentence", 3),
    ]


@pytest.mark.parametrize(
    "text", ["", " \n", "\x00\x0b\ud800\uffff", "a]]>b &amp; <mention>", "\r\n\t\x85\u2028x"]
)
def test_no_text_makes_it_ill_formed(text: str) -> None:
    tree = parsed(release(Result(Document('x"<&\x01', text), ())))
    assert tree.get("id") == 'x"<&\ufffd'


@given(results())
def test_any_release_is_valid_and_its_text_can_be_put_together_again(any_result: Result) -> None:
    released = release(any_result)
    tree = parsed(released)
    text = tree.get("head", "") + "".join(
        word.text + word.get("tail", "") for word in tree.iter("word")
    )
    assert text == NOT_IN_XML.sub("\ufffd", released.text)
    for element in tree.iter("word", "sentence"):
        stretch = text[int(element.get("start")) : int(element.get("end"))]
        assert stretch.split() and (element.tag == "sentence" or stretch == element.text)
    spans = sorted(
        (int(element.get("start")), int(element.get("end"))) for element in tree.iter("mention")
    )
    assert spans == sorted((mention.span.start, mention.span.end) for mention in released.mentions)


@pytest.mark.parametrize(
    "text",
    ["Anna bor i ett hus i Lund. Det regnar", "mitt @ 3 <hus> & \x01 😀\r\n\u2028 bilens", ""],
)
def test_part_of_speech_and_morphology_are_of_the_schema(nlp: Pipeline, text: str) -> None:
    tree = etree.fromstring(xml.render(release(nlp(text)), nlp.annotator).encode())
    SCHEMA.assertValid(tree)
    words = list(tree.iter("word"))
    assert all(word.get("pos") for word in words)
    assert all((word.get("suc") == "PM") == (word.get("pos") == "PROPN") for word in words)


def test_the_schema_refuses_what_is_not_its_own() -> None:
    assert not SCHEMA.validate(
        etree.fromstring('<document id="a"><sentence start="0" end="1"/></document>')
    )
    assert not SCHEMA.validate(etree.fromstring('<document id="a" leaks="MAYBE"/>'))
    assert not SCHEMA.validate(etree.fromstring("<document/>"))
