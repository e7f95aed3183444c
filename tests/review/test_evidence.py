"""Evidence in words: the sources that detectors name have sentences in both languages, and what is
shown is no name of a rule."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import maskera
from maskera.mentions import Evidence
from maskera.pipeline import Pipeline, load
from maskera.review.people import LANGUAGES
from maskera.review.web.evidence import sentence, told
from maskera.review.web.site import texts
from maskera.taxonomy import taxonomy
from maskera.text import Document

TEXT = (
    "Jag heter Anna Berg och bor på Storgatan 12 i Malmö. Min kompis Blorka kommer från Lund och är"
    " 14 år. Hennes mamma jobbar på Volvo sedan den 3 maj 2015. Ring 070-123 45 67, mvh A.B."
)
TEXTS = {
    "sv": (
        TEXT,
        "Min syster Sanna är sjuksköterska och bor i Kiruna med sin man. Farfar Nils kom från Norge"
        " år 1951 och arbetade på Bulten i Hallsberg. Jag går på Tegelbruksskolan och har astma.",
    ),
    "en": (
        "My name is Oluwaseun Adeyemi and I come from Ibadan in Nigeria. I work as a bus driver for"
        " Stagecoach, and my wife Folake teaches maths at Firth Park Library. She has diabetes.",
        "My neighbour, Mrs Hattersley, is 84. She lives at 17 Barnsley Rd, Sheffield, and her son"
        " J. P. Hattersley is a plumber. Alex Morgan, his friend, was born in Leeds in May 1990.",
    ),
}
SOURCE = re.compile(r"""Evidence\(\s*f?"([^"{]+)""")


def sources() -> set[str]:
    """What stands in the code as the source of a piece of evidence, up to what is filled in."""
    files = Path(maskera.__file__).parent.rglob("*.py")
    return {found for file in files for found in SOURCE.findall(file.read_text(encoding="utf-8"))}


@pytest.mark.parametrize("language", LANGUAGES)
def test_nearly_every_source_in_the_code_is_told(language: str) -> None:
    found = sources()
    assert {"tagger", "balance", "elsewhere in the text"} <= found, "the search finds them"
    known = texts(language)
    own = known["why.own"].split("{")[0]
    untold = {
        source
        for source in found
        if sentence(Evidence(source, 1.0), "city", language).startswith(own)
    }
    assert len(untold) <= len(found) / 20, untold  # the rest is called by its own name until then


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_shown_of_an_essay_is_in_words(nlp: Pipeline, language: str) -> None:
    _, mentions = nlp.detect(maskera.text.Document("E1", TEXT))
    shown = [
        each.words
        for mention in mentions
        for hypothesis in mention.hypotheses
        for each in told(hypothesis.evidence, hypothesis.label, language)[0]
    ]
    assert len(shown) > 10
    for words in shown:
        assert not re.search(r"\b(cue|list|form|tag|case|role|check):|_", words), words
        assert words == words.strip() and not words.endswith(":"), words


def test_swedish_has_no_english_words_of_cues() -> None:
    cue = Evidence("cue:family word, _,", 1.5)
    assert sentence(cue, "firstname_female", "sv") == "Orden intill: familjeord, …,"
    assert sentence(cue, "firstname_female", "en") == "The words beside it: family word, …,"


def test_a_list_is_called_by_its_label() -> None:
    listed = Evidence("list:city", 0.5, "Malmö")
    assert (
        sentence(listed, "surname", "sv")
        == "Står i listan ”stad, ort, by; i Sverige även stadsdel”: Malmö"
    )


def test_a_rule_of_the_projects_own_is_called_by_its_name() -> None:
    assert sentence(Evidence("patients", 4.0), "extra", "en").endswith(": patients")


def test_the_weightiest_comes_first_and_what_says_nothing_is_counted() -> None:
    evidence = [Evidence("number", -0.1), Evidence("tagger", 4.0), Evidence("definite", -1.5)]
    shown, rest = told(evidence, "city", "en")
    assert [(each.strength, each.favours) for each in shown] == [
        ("speaks strongly for", True),
        ("speaks against", False),
    ]
    assert rest == 1
    assert [(each.start, each.length) for each in shown] == [(50.0, 40.0), (35.0, 15.0)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_label_has_its_guideline(language: str) -> None:
    known = texts(language)
    assert all(len(known[f"guide.{label}"]) > 10 for label in taxonomy().categories)
    assert not {key for key in known if key.startswith("guide.")} - {
        f"guide.{label}" for label in taxonomy().categories
    }


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", ["sv", "en"])
def test_what_rules_say_of_texts_of_both_languages_is_told(code: str, language: str) -> None:
    """Not one in a hundred pieces of evidence is called by the name that its rule has in code."""
    read = load(code, mode="rules+pos")
    own, shown = texts(language)["why.own"].split("{")[0], 0
    untold: list[str] = []
    for text in TEXTS[code]:
        for mention in read.detect(Document("E1", text, code))[1]:
            for each in (e for h in mention.hypotheses for e in h.evidence):
                shown += 1
                if sentence(each, mention.label, language).startswith(own):
                    untold.append(each.source)
    assert shown > 30 and len(untold) <= shown / 100, untold
