"""What is said of a text that is to leave: PASS only where everything found is gone."""

from __future__ import annotations

from dataclasses import replace

import pytest
from conftest import KEY

import maskera
from maskera import Document, LeakStatus, Pipeline

REVIEW_OF_A_BOOK = (
    "Jag heter Farid Rostami. Boken handlar om Selma Berg som växte upp i Umeå. "
    "Selma Berg skriver att Umeå var kallt."
)
ESSAY = "Jag heter Farid Rostami och bor i Malmö."


def of(document: Document | str, **settings: object) -> maskera.Result:
    return maskera.load(mode="rules", key=KEY, **settings)(document)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", [ESSAY, "Det regnar idag."])
def test_a_policy_that_replaces_nothing_leaves_the_text_unchanged(text: str) -> None:
    result = of(text, policy="mark-only")
    assert result.leaks is LeakStatus.UNCHANGED and result.holds_originals
    assert maskera.release(result).leaks is LeakStatus.UNCHANGED


def test_so_does_a_genre_that_is_skipped() -> None:
    document = Document("a", ESSAY, meta={"genre": "narrative"})
    assert of(document, skip_genres=["narrative"]).leaks is LeakStatus.UNCHANGED
    assert of(document, skip_genres=["evaluative"]).leaks is LeakStatus.PASS


def test_and_a_policy_of_ones_own_that_keeps_all_that_is_there() -> None:
    swell = maskera.load_policy("swell")
    keep = dict.fromkeys(("firstname_male", "surname", "city"), maskera.Rule("keep"))
    policy = replace(swell, name="ours", rules={**swell.rules, **keep})
    assert of(ESSAY, policy=policy).leaks is LeakStatus.UNCHANGED
    one = replace(swell, name="ours", rules={**swell.rules, "city": maskera.Rule("keep")})
    assert of(ESSAY, policy=one).leaks is LeakStatus.PASS


@pytest.mark.parametrize("text", ["Jag bor i Sverige.", "Min mamma är läkare.", "", "Hej!"])
def test_what_no_policy_replaces_passes(text: str) -> None:
    result = of(text)
    assert result.leaks is LeakStatus.PASS and not result.holds_originals


def test_a_selective_run_that_keeps_a_name_says_so() -> None:
    document = Document("a", REVIEW_OF_A_BOOK, meta={"genre": "evaluative"})
    result = of(document)
    assert "Selma" in maskera.release(result).text
    assert result.leaks is LeakStatus.SELECTIVE and result.kept >= 2 and result.holds_originals
    assert of(document, selective=False).leaks is LeakStatus.PASS


def test_a_selective_run_that_keeps_nothing_passes() -> None:
    result = of(Document("a", ESSAY, meta={"genre": "evaluative"}))
    assert result.leaks is LeakStatus.PASS and not result.kept


def test_a_leak_goes_before_what_was_meant(rules: Pipeline) -> None:
    nlp = replace(rules, selective=True)
    document, mentions = nlp.detect(Document("a", REVIEW_OF_A_BOOK))
    hidden = [m for m in mentions if m.span.start < 24]  # of the writer's name, not a second one
    result = nlp.replace(replace(document, text=REVIEW_OF_A_BOOK + " Rostami."), hidden)
    assert result.leaks is LeakStatus.FAIL


@pytest.mark.parametrize(
    "text",
    [
        "Jag jobbar på SKF. Min man är också SKF:are.",
        "Jag jobbar på SKF. SKF:aren är trött.",
        "Jag jobbar på SKF. SKF:arna äter.",
        "Jag jobbar på SKF. En SKF-anställd är trött.",
    ],
)
def test_a_word_made_of_an_acronym_follows_it(text: str) -> None:
    nlp = maskera.load(mode="rules", key=KEY)
    document, mentions = nlp.detect(Document("a", text))
    own = [mention for mention in mentions if mention.span.start < 18]
    result = nlp.replace(document, own)
    assert "SKF" not in maskera.release(result).text and result.leaks is LeakStatus.PASS


def test_a_word_made_of_another_acronym_tells_nothing() -> None:
    nlp = maskera.load(mode="rules", key=KEY)
    document, mentions = nlp.detect(Document("a", "Jag jobbar på SKF. En IT-anställd är trött."))
    result = nlp.replace(document, [mention for mention in mentions if mention.span.start < 18])
    assert "IT-anställd" in maskera.release(result).text and result.leaks is LeakStatus.PASS


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Vi köpte Kiviksäpplen.", True),
        ("Rinkebysvenska är roligt.", True),
        ("Beirutexplosionen var hemsk.", True),
        ("Jag åt Kalmarkakan.", False),
        ("Vi läste om Stockholmssyndromet.", False),
        ("Jag tycker om Vinterkvällar.", False),
    ],
)
def test_a_town_before_any_noun_wants_a_look(text: str, told: bool) -> None:
    result = maskera.load(key=KEY)(Document("a", text))
    assert not result.replacements
    assert result.leaks is (LeakStatus.REVIEW if told else LeakStatus.PASS)
