"""Genitives of names in s, x and z, which no letter marks."""

from __future__ import annotations

import pytest

from maskera import Document, Pipeline, load


@pytest.fixture(scope="module")
def full() -> Pipeline:
    return load("sv", key=b"a key for genitives")


@pytest.mark.parametrize(
    ("text", "genitive"),
    [
        ("Mats dotter är snäll.", True),
        ("Borås centrum är fint.", True),
        ("Lars gamla bil är trasig.", True),
        ("Jag gillar Alex kläder.", True),
        ("Jag gav Mats boken.", False),
        ("Mats bor här.", False),
        ("Min bror Mats bor i Lund.", False),
        ("Jag vet att min bror Lars kom hit.", False),
        ("Jag såg Lars hund.", True),
        ("Nu har Lars feber.", False),
        ("I Borås bor Leila.", False),
        ("I Paris man äter gott.", False),
        ("Jag träffade Jonas igår.", False),
        ("Jag skickade Lars brev.", False),
        ("Hon gav Max mat.", False),
        ("Han lånade Jonas pengar.", False),
        ("Jag lånade Jonas cykel.", True),
        ("Jag gav Mats dotter en bok.", True),
        ("Hon visade Mats gamla bil.", True),
        ("De visade Borås centrum.", True),
        ("Jag känner Jonas\nmamma är snäll.", False),
    ],
)
def test_what_is_owned_tells_of_the_genitive(full: Pipeline, text: str, genitive: bool) -> None:
    name = next(
        mention for mention in full.detect(Document("d", text))[1] if mention.label != "fam"
    )
    assert ("gen" in name.features) == genitive


@pytest.mark.parametrize(
    ("text", "genitive"),
    [
        ("Tindra Kvistbäcks uppsats", True),
        ("Jag läste Tindra Vargflods långa uppsats.", True),
        ("Edvin Flatlunds mamma är snäll.", True),
        ("Jag läste Edvin Virdallas uppsats igår.", True),
        ("Jag träffade Edvin Virdallas igår.", False),
        ("Tindra Kvistnikos uppsats", False),
        ("Jag träffade Tindra Kvistbäcks igår.", False),
        ("Tindra Kvistbäcks bor här.", False),
    ],
)
def test_so_it_does_of_a_surname_in_no_list(full: Pipeline, text: str, genitive: bool) -> None:
    _, mentions = full.detect(Document("d", text))
    (name,) = (mention for mention in mentions if mention.label == "surname")
    assert ("gen" in name.features) == genitive


def test_two_names_in_one_clause_share_its_verb(full: Pipeline) -> None:
    _, mentions = full.detect(Document("d", "Jag träffade Markus och Markus lärare."))
    assert [
        "gen" in mention.features for mention in mentions if mention.label == "firstname_male"
    ] == [False, True]


@pytest.mark.parametrize(
    ("text", "name", "longer"),
    [
        (
            "Min kompis heter Mina. Jag träffade Mina i går. Minas mamma heter Gunilla.",
            "Mina",
            "Minas",
        ),
        ("Min son heter Matti. Mattis bil är röd.", "Matti", "Mattis"),
        ("Min fru heter Vera. Jag gillar Veras nya cykel.", "Vera", "Veras"),
        ("Min syster heter Lola. Lolas man kommer hit.", "Lola", "Lolas"),
        ("Linas mamma heter Eva. Lina bor här.", "Lina", "Linas"),
        ("Jonas bror heter Ali och Jona är lång.", "Jona", "Jonas"),
    ],
)
def test_a_name_in_s_is_the_genitive_of_the_one_that_the_text_has(
    full: Pipeline, text: str, name: str, longer: str
) -> None:
    mentions = [
        mention for mention in full.detect(Document("d", text))[1] if mention.label != "fam"
    ]
    found = {text[mention.span.start : mention.span.end]: mention for mention in mentions}
    one, other = found[name], found[longer]
    assert (one.number, one.label, one.referent) == (
        other.number,
        other.label,
        other.referent,
    ) and "gen" in other.features
    assert (
        other.hypotheses[0].label == other.label and other.hypotheses[0].features == other.features
    )


@pytest.mark.parametrize(
    ("text", "name", "longer"),
    [
        (
            "Min syster heter Andrea. Hennes man heter Andreas. Andreas mamma heter Gunilla.",
            "Andrea",
            "Andreas",
        ),
        ("Min dotter heter Jona. Jonas kommer hit.", "Jona", "Jonas"),
        ("Andreas fru heter Andrea. De bor i Lund.", "Andrea", "Andreas"),
        ("Jonas lilla syster Jona är fem år.", "Jona", "Jonas"),
        ("Tobias pappa heter Tobia.", "Tobia", "Tobias"),
    ],
)
def test_but_not_where_somebody_bears_it(full: Pipeline, text: str, name: str, longer: str) -> None:
    found = {
        text[mention.span.start : mention.span.end]: mention.number
        for mention in full.detect(Document("d", text))[1]
    }
    assert found[name] != found[longer]


@pytest.mark.parametrize(
    "text",
    [
        "Min vän heter Mo. Mos mamma är här.",
        "min vän heter bo. bos syster är här.",
        "Jag såg Per. Pers fru är här.",
    ],
)
def test_a_short_or_ordinary_name_is_found_again_before_a_relative(
    full: Pipeline, text: str
) -> None:
    mentions = [
        mention
        for mention in full.detect(Document("d", text))[1]
        if mention.label.startswith("firstname")
    ]
    assert (
        len(mentions) == 2
        and len({mention.number for mention in mentions}) == 1
        and "gen" in mentions[1].features
    )


def test_but_not_a_pronoun(full: Pipeline) -> None:
    text = "Min kompis heter Han. Hans mamma är här."
    assert all(
        mention.span.start != text.index("Hans") for mention in full.detect(Document("d", text))[1]
    )


def test_a_relative_tells_of_it_without_tags_too(rules: Pipeline) -> None:
    result = rules("Jag känner Mats. Mats dotter heter Leila.")
    one, other = (each for each in result.replacements if each.mention.label == "firstname_male")
    assert (
        one.mention.number == other.mention.number
        and one.mention.referent == other.mention.referent == "mats"
    )
    assert other.text.removesuffix("s") == one.text.removesuffix("s") and other.text.endswith(
        ("s", "x", "z")
    )


@pytest.mark.parametrize(
    "text",
    [
        "Min flickvän heter Selam. Selams pappa är sträng.",
        "alexander kallas sasha. sashas mormor bakar bullar.",
    ],
)
def test_the_genitive_of_a_first_name_is_one_whatever_gender_lists_give_it(
    full: Pipeline, text: str
) -> None:
    *_, name, owner = (
        mention
        for mention in full.detect(Document("d", text))[1]
        if mention.label.startswith("firstname")
    )
    assert name.number == owner.number and "gen" in owner.features
