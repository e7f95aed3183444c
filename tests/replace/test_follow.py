"""Words that name a country beside its name: they follow the country that was drawn."""

from __future__ import annotations

from dataclasses import replace

import pytest
from conftest import KEY
from hypothesis import given, settings
from hypothesis import strategies as st

import maskera
from maskera import LeakStatus
from maskera.lang import load_pack
from maskera.replace import replace as replaced
from maskera.result import Result, release

from .making import marked

SWEDISH = load_pack("sv")
SWELL = maskera.load_policy("swell")


def followed(text: str, policy: maskera.Policy = SWELL) -> Result:
    document, mentions = marked(text)
    return replaced(document, mentions, SWEDISH, policy, KEY)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Jag är syrier. Jag kommer från [[Syrien|country|1]].", ["syrier"]),
        ("Vi är syrier, syrierna är många. [[Syrien|country|1]]", ["syrier", "syrierna"]),
        ("Hon är polska, han är polack. De kom från [[Polen|country|1]].", ["polska", "polack"]),
        ("Polackernas mat är god i [[Polen|country|1]].", ["Polackernas"]),
        ("Jag talar somaliska och är från [[Somalia|country|1]].", ["somaliska"]),
        ("En iransk film från [[Iran|country|1]], ett iranskt brev.", ["iransk", "iranskt"]),
        ("Det kostar fem zloty i [[Polen|country|1]].", ["zloty"]),
        ("en svensk-finsk familj i [[Finland|country|1]]", ["finsk"]),
        ("Jag är somalier. Jag kommer från [[Somalia|country|1]].", ["somalier"]),
        ("I [[Vietnam|country|1]] betalar man med dong.", ["dong"]),
        ("Det kostar 5 sol i [[Peru|country|1]].", ["sol"]),
        ("Vi talar mandarin i [[Kina|country|1]].", ["mandarin"]),
        ("Pengarna heter riel i [[Kambodja|country|1]].", ["riel"]),
    ],
)
def test_they_are_replaced_in_the_form_they_had(text: str, words: list[str]) -> None:
    result = followed(text)
    made = [r for r in result.replacements if r.follows]
    original = [result.document.text[r.mention.span.start : r.mention.span.end] for r in made]
    assert original == words
    drawn = SWEDISH.texts.country_words.country(result.aliases["country", 1])
    for one, replacement in zip(original, made, strict=True):
        assert replacement.hidden and replacement.text != one
        here = {word.form for word in SWEDISH.texts.country_words.read(one.casefold())}
        there = SWEDISH.texts.country_words.read(replacement.text.casefold())
        # Nothing is read of euro and dollar, which belong to many.
        assert not there or any(drawn in w.countries and w.form in here for w in there)
        assert one not in release(result).text
    assert result.leaks is LeakStatus.PASS


@pytest.mark.parametrize(
    "text",
    [
        "Jag är syrier.",  # no country is hidden
        "Jag talar svenska och engelska. Jag kommer från [[Syrien|country|1]].",
        "En finne i [[Syrien|country|1]], som ser ut som en polack.",
        "Jag bor i [[Sverige|country|1]] och är svensk.",
        "Det är som det är i [[Kirgizistan|country|1]].",  # som: a currency, too
        "Betala mig. Jag gillar sol. [[Peru|country|1]] är varmt.",
        "Jag äter en mandarin i [[Kina|country|1]].",
    ],
)
def test_others_stay(text: str) -> None:
    result = followed(text)
    assert not [r for r in result.replacements if r.follows]
    assert result.leaks is LeakStatus.PASS


@pytest.mark.parametrize("number", range(8))
def test_two_languages_of_one_country_become_two(number: int) -> None:
    text = "Jag pratar dari och pashto. Jag kommer från [[Afghanistan|country|1]]."
    document, mentions = marked(text)
    key = bytes([number]) * 32
    result = replaced(document, mentions, SWEDISH, SWELL, key)
    first, second = (r.text for r in result.replacements if r.follows)
    assert first != second


def test_what_is_marked_follows_and_keeps_its_label() -> None:
    text = "Jag är [[eritrean|sensitive]] från [[Eritrea|country|1]]."
    first, second = followed(text).replacements
    assert (first.mention.label, first.action) == ("sensitive", "replace")
    assert first.text != "eritrean" and second.text != "Eritrea"


@pytest.mark.parametrize("name", ["dummy", "category", "remove", "svala"])
def test_where_no_country_is_drawn_they_are_marked_and_wait_for_a_person(name: str) -> None:
    text = "Jag är syrier. Jag kommer från [[Syrien|country|1]]."
    result = followed(text, maskera.load_policy(name))
    (marked_one,) = [r for r in result.replacements if r.follows]
    assert (marked_one.action, marked_one.text) == ("mark", "syrier")
    assert result.leaks is LeakStatus.REVIEW


def test_a_policy_that_lets_nothing_follow_marks_them() -> None:
    text = "Jag är syrier. Jag kommer från [[Syrien|country|1]]."
    result = followed(text, replace(SWELL, follow="none"))
    assert "syrier" in release(result).text and result.leaks is LeakStatus.REVIEW


def test_of_two_countries_each_is_followed_by_its_own() -> None:
    text = "Pappa är syrier från [[Syrien|country|1]], mamma är polska från [[Polen|country|2]]."
    result = followed(text)
    words = SWEDISH.texts.country_words
    first, second = (r.text for r in result.replacements if r.follows)
    for number, word in ((1, first), (2, second)):
        drawn = words.country(result.aliases["country", number])
        assert any(drawn in each.countries for each in words.read(word.casefold()))


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(["sg", "def", "pl", "defpl"]), st.booleans(), st.binary(min_size=16))
def test_whatever_is_drawn_no_form_of_the_original_is_left(
    form: str, genitive: bool, key: bytes
) -> None:
    words = SWEDISH.texts.country_words
    reading = next(w for w in words.read("syriern") if w.kind == "person")
    reading = type(reading)(reading.countries, "person", form, genitive)
    written = words.write("SY", reading)
    document, mentions = marked(f"{written} bor i [[Syrien|country|1]].")
    result = replaced(document, mentions, SWEDISH, SWELL, key)
    assert "syri" not in release(result).text.casefold()


@pytest.mark.parametrize(
    ("text", "endings"),
    [
        ("Jag är från [[Nederländerna|country|1]]. Holländare cyklar.", ("ar", "r", "er", "än")),
        ("Syrier dricker te i [[Syrien|country|1]].", ("ar", "er", "r", "än")),
    ],
)
def test_people_without_an_article_are_several(text: str, endings: tuple[str, ...]) -> None:
    (made,) = [r for r in followed(text).replacements if r.follows]
    assert made.text.endswith(endings)


def test_a_country_whose_language_is_spoken_of_is_not_drawn() -> None:
    words = SWEDISH.texts.country_words
    for number in range(12):
        document, mentions = marked(
            "Min far är ukrainare från [[Ukraina|country|1]], vi talar ryska och polska."
        )
        result = replaced(replace(document, id=str(number)), mentions, SWEDISH, SWELL, KEY)
        assert words.country(result.aliases["country", 1]) not in ("RU", "PL")


def test_a_language_that_the_drawn_country_speaks_too_stays_and_passes() -> None:
    policy = replace(SWELL, scope="document")
    results = [
        replaced(
            *marked("Jag kommer från [[Syrien|country|1]] och talar arabiska."),
            SWEDISH,
            policy,
            key,
        )
        for key in (bytes([number]) * 32 for number in range(8))
    ]
    stayed = [result for result in results if release(result).text.endswith("talar arabiska.")]
    assert stayed and all(result.leaks is LeakStatus.PASS for result in results)
    assert not any("Syrien" in release(result).text for result in results)


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("Jag är från [[Marocko|country|1]] och saknar rabat.", LeakStatus.REVIEW),
        ("Jag är från [[Italien|country|1]] och dricker rom.", LeakStatus.PASS),
    ],
)
def test_a_capital_in_small_letters_waits_for_a_person(text: str, verdict: LeakStatus) -> None:
    assert followed(text).leaks is verdict


@pytest.mark.parametrize("country", ["Jordanien", "Tunisien", "Georgien", "Armenien"])
def test_people_of_a_country_are_no_compound_of_its_name(country: str) -> None:
    """Jordanierna is no Jordanie-RNA."""
    people = SWEDISH.texts.country_words
    written = f"{country.removesuffix('en')}erna"
    result = followed(f"Vi bodde i [[{country}|country|1]]. {written} var snälla.")
    (word,) = [one for one in result.replacements if one.follows]
    assert word.text != written
    assert {(each.kind, each.form) for each in people.read(word.text.lower())} == {
        ("person", "defpl")
    }
