"""What a Swedish mention takes along."""

from __future__ import annotations

import re

import pytest

from maskera import Document, Pipeline, load, release


@pytest.mark.parametrize(
    ("text", "forms"),
    [
        ("Lars' fru heter Leila.", ["Lars'", "Leila"]),
        ("Jag minns Anders’ bil.", ["Anders’"]),
        ("Vi var på LARS' fest med Leila.", ["LARS'", "Leila"]),
        ("Han sa 'jag heter Lars' och gick.", ["Lars"]),
        ("Jag bor hos Lars.", ["Lars"]),
        ("Jag bor hos Leila' nu.", ["Leila"]),
    ],
)
def test_an_apostrophe_behind_s_x_and_z_belongs_to_the_name(
    rules: Pipeline, text: str, forms: list[str]
) -> None:
    _, mentions = rules.detect(Document("d", text))
    names = [mention for mention in mentions if mention.label.startswith("firstname")]
    assert [text[mention.span.start : mention.span.end] for mention in names] == forms
    assert all(
        ("gen" in mention.features) == form.endswith(("'", "’"))
        for mention, form in zip(names, forms, strict=True)
    )


@pytest.mark.parametrize(
    "other", ["+46701740605", "0046 70 174 06 05", "+46 (0)70-174 06 05", "070 174 06 05"]
)
def test_a_phone_number_has_one_number_with_and_without_the_code_of_the_country(
    rules: Pipeline, other: str
) -> None:
    _, mentions = rules.detect(
        Document("d", f"Ring 070-174 06 05 eller {other}, inte 070-174 06 06.")
    )
    assert [mention.number for mention in mentions if mention.label == "phone_nr"] == [1, 1, 2]


def test_no_apostrophe_tells_how_the_original_ends(rules: Pipeline) -> None:
    result = rules("Jag känner Lars. Lars' fru heter Leila.")
    first, second = (each for each in result.replacements if each.mention.number == 1)
    assert "'" not in release(result).text and first.mention.referent == second.mention.referent
    assert second.text.removesuffix("s") == first.text.removesuffix("s")


def test_people_of_a_place_become_people_of_another(rules: Pipeline) -> None:
    result = rules("Vi bor i Uppsala. En uppsalabo kom. Hon är skåning. Jag minns göteborgaren.")
    home, citizen, southerner, guest = (each.text for each in result.replacements)
    assert citizen.startswith(home.lower()[:5]) and citizen.endswith("bo")
    assert southerner.endswith("bo") and guest.endswith("bon")


@pytest.mark.parametrize(
    "text",
    [
        "Vi bor i Karlstad. Alla karlstadsbor vet det.",
        "Vi bor i Lund. Lundaborna vet det. Jag är lundabo.",
    ],
)
def test_people_have_the_number_of_their_place(rules: Pipeline, text: str) -> None:
    _, mentions = rules.detect(Document("d", text))
    assert (
        len({mention.number for mention in mentions}) == 1
        and len({mention.referent for mention in mentions}) == 1
    )


def test_an_institution_has_one_number_whatever_it_is_to_the_writer(nlp: Pipeline) -> None:
    text = "Jag jobbar på Karolinska sjukhuset. Min syster läser på Karolinska institutet. Jag gillar Karolinska sjukhuset."
    _, mentions = nlp.detect(Document("d", text))
    work, school, liked = (
        mention for mention in mentions if mention.label in ("work", "school", "other_institution")
    )
    assert work.label != liked.label and work.number == liked.number != school.number


@pytest.mark.parametrize("policy", ["swell", "natural"])
@pytest.mark.parametrize(
    "text",
    [
        "Jag är från Filippinerna.",
        "Hon bor i Förenta staterna.",
        "Nederländernas flagga.",
        "På Kanarieöarna.",
        "Jag såg Alperna.",
    ],
)
def test_a_place_with_a_plural_name_is_no_people(policy: str, text: str) -> None:
    (new,) = (
        each.text
        for each in load("sv", policy=policy, key=b"a key for the plural")(text).replacements
        if each.hidden
    )
    assert not re.search("bors?$|bornas?$", new), new
