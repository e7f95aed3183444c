"""Places and names that a reader believes: quarters, islands, towns of a size, usual names."""

from __future__ import annotations

from dataclasses import replace as changed

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskera.lang.sv import atlas, natural
from maskera.policy import load_policy
from maskera.replace import names, replace
from maskera.replace.keyed import Permutation
from maskera.replace.shape import fold

from .making import KEY, marked, replaced, swedish, texts

AKIN = {"arabic": ("somali", "northafrican")}  # of some names a list of these says the origin
IDS = [str(number) for number in range(6)]
TOWNS = atlas.atlas(swedish().vocab)


@pytest.mark.parametrize(
    ("quarter", "town"),
    [
        ("Rinkeby", "Stockholm"),
        ("Majorna", "Göteborg"),
        ("Rosengård", "Malmö"),
        ("Tensta", "Stockholm"),
        ("Angered", "Göteborg"),
        ("Hjällbo", "Göteborg"),
        ("Araby", "Växjö"),
        ("Ryd", "Linköping"),
        ("Gottsunda", "Uppsala"),
    ],
)
def test_a_quarter_becomes_no_town(quarter: str, town: str) -> None:
    cities = {fold(one) for one in swedish().vocab.lists.ranked("towns", "city")}
    cities |= {fold(form) for form, *_ in swedish().vocab.lists.rows("municipalities.tsv")}
    for number in IDS:
        for policy in ("swell", "natural"):
            text = f"[[{quarter}|city|1]] i [[{town}|city|2]]"
            assert fold(texts(replaced(text, policy, id=number))[0]) not in cities


@pytest.mark.parametrize(
    ("area", "town", "country"),
    [
        ("Salaheddine", "Aleppo", "Syrien"),
        ("Abu Nuwas", "Bagdad", "Irak"),
        ("Abdali", "Amman", "Jordanien"),
        ("Lambeth", "London", "Storbritannien"),
    ],
)
def test_a_quarter_abroad_becomes_a_quarter_of_the_country_drawn(
    area: str, town: str, country: str
) -> None:
    for number in IDS:
        text = f"[[{area}|area|1 foreign]], [[{town}|city|2 foreign]], [[{country}|country|3]]"
        new, _, land = texts(replaced(text, "natural", id=number))
        its = TOWNS.parts("area").get(TOWNS.country_of(land), ())
        assert new in its or new.endswith(("staden", "stadsdelen", "kvarteren"))


@pytest.mark.parametrize(
    "town", ["Sarajevo", "Aleppo", "Mosul", "Isfahan", "Kismayo", "Lviv", "Afrin", "Mostar"]
)
def test_a_town_abroad_becomes_one_of_its_size(town: str) -> None:
    size = TOWNS.sizes().get(fold(town))
    if size is None:
        pytest.skip("a town of unknown size")
    for number in IDS:
        (new,) = texts(replaced(f"[[{town}|city|1 foreign]]", "natural", id=number))
        assert 0.2 < TOWNS.sizes()[fold(new)] / size < 5


@pytest.mark.parametrize("town", ["Lund", "Göteborg", "Arvika", "Umeå", "Borås"])
def test_the_mainland_becomes_no_island(town: str) -> None:
    isle = atlas.isle(swedish().vocab, lambda form: "")
    for number in IDS:
        assert not isle(texts(replaced(f"[[{town}|city|1]]", "natural", id=number))[0])


@pytest.mark.parametrize("town", ["Visby", "Borgholm", "Slite", "Färjestaden"])
@pytest.mark.parametrize("policy", ["swell", "natural"])
def test_a_town_on_an_island_becomes_no_island(town: str, policy: str) -> None:
    isle = {
        fold(f)
        for f, label, *_ in swedish().vocab.lists.rows("pseudonyms/islands.tsv")
        if label == "isle"
    }
    for number in IDS:
        new = texts(replaced(f"i [[{town}|city|1]]", policy, id=number))[0]
        assert not new.endswith(("ön", "holmen")) and fold(new) not in isle


@pytest.mark.parametrize("isle", ["Gotland", "Öland", "Tjörn"])
def test_an_island_becomes_an_island(isle: str) -> None:
    for policy in ("swell", "natural"):
        assert texts(replaced(f"på [[{isle}|region|1]]", policy))[0].endswith(("ön", "holmen"))


@pytest.mark.parametrize("label", ["firstname_male", "firstname_female", "surname"])
@pytest.mark.parametrize("scope", ["author", "corpus"])
def test_scopes_beyond_the_document_draw_usual_names(label: str, scope: str) -> None:
    lists = swedish().vocab.lists
    usual = [*lists.ranked("names", label), *lists.ranked("names", label, reserve=True)]
    new = [
        texts(replaced(f"[[{name}|{label}|1]]", scope=scope, author="a"))[0] for name in usual[:50]
    ]
    assert set(new) <= set(usual) | {*new[50:]} or sum(name in usual for name in new) > 25
    assert not any("-" in name for name in new)
    assert len(set(new)) == len(new)


@pytest.mark.parametrize(
    ("label", "forms"),
    [
        ("firstname_male", ("Ali", "Mohammed", "Omar", "Ahmed", "Ibrahim", "Erik")),
        ("firstname_female", ("Fatima", "Layla", "Maria", "Aylin", "Jana")),
        ("surname", ("Ali", "Hassan", "Mohammad", "Svensson", "Petrov")),
    ],
)
def test_a_corpus_has_one_usual_name_for_what_many_learners_are_called(
    label: str, forms: tuple[str, ...]
) -> None:
    lists = swedish().vocab.lists
    usual = [*lists.ranked("names", label), *lists.ranked("names", label, reserve=True)]
    new = [texts(replaced(f"[[{form}|{label}|1]]", scope="corpus"))[0] for form in forms]
    assert len(set(new)) == len(new)
    assert set(new) <= set(usual)


@pytest.mark.parametrize("form", ["Qwabelani", "Zdrxan", "Farzaneh", "Tsehaynesh"])
def test_a_rare_name_in_a_corpus_becomes_a_double_one_of_swedish_names(form: str) -> None:
    swedes = {
        entry.form
        for entry in swedish().vocab.gazetteer.of_label(["firstname_female"])
        if entry.kind == "swedish"
    } | {*swedish().vocab.lists.ranked("names", "firstname_female", reserve=True)}
    new = texts(replaced(f"[[{form}|firstname_female|1]]", scope="corpus"))[0]
    assert set(new.split("-")) <= swedes | {
        *swedish().vocab.lists.ranked("names", "firstname_female")
    }


@given(key=st.binary(min_size=16, max_size=16))
def test_names_that_are_exchanged_stay_different_and_tell_nothing(key: bytes) -> None:
    likely = ["Karin", "Carin", "Karim", "Maria", "Marie", "Marja", "Ann", "Anna", "Hanna", "Per"]
    others = ["Sven", "Bo", "Ulla", "Karin", "Maria", "Per", "Anna", "Olle", "Eva", "Ida", "Nils"]
    every = names.whole([*others, *(f"Xy{n:03}" for n in range(9))], 11, [*likely, "Zeta"])
    permutation = Permutation(key, every.parted)
    shown = [every.exchanged(permutation, place) for place in range(every.parted)]
    assert len(set(shown)) == len(shown)
    tells = [one for one, name in zip(every.originals, shown, strict=False) if fold(name) == one]
    assert len(tells) <= 1  # the first behind a run may meet its own


def test_names_of_a_corpus_are_never_shared() -> None:
    entries = swedish().vocab.gazetteer.of_label(["firstname_female"])[::400]
    forms = list(dict.fromkeys(fold(entry.form) for entry in entries if "-" not in entry.form))
    new = [
        texts(replaced(f"[[{form.title()}|firstname_female|1]]", scope="corpus"))[0]
        for form in forms
    ]
    assert len(set(new)) == len(new)


@pytest.mark.parametrize(
    ("label", "name", "origin"),
    [
        ("firstname_female", "Fatima", "arabic"),
        ("firstname_male", "Abdirahman", "somali"),
        ("surname", "Haddad", "arabic"),
        ("firstname_male", "Tesfay", "tigrinya"),
        ("surname", "Kowalski", "polish"),
        ("surname", "Yılmaz", "turkish"),
        ("surname", "Nguyen", "vietnamese"),
    ],
)
def test_names_of_the_same_origin_on_wish(label: str, name: str, origin: str) -> None:
    document, mentions = marked(f"[[{name}|{label}|1]]")
    lexicon = swedish().vocab.gazetteer
    for policy in (load_policy("natural"), changed(load_policy("natural"), names="origin")):
        (new,) = texts(replace(document, mentions, swedish(), policy, KEY))
        kinds = {entry.kind for entry in lexicon.entries(fold(new)) if entry.label == label}
        assert bool(kinds & {origin, *AKIN.get(origin, ())}) == (policy.names == "origin")


@pytest.mark.parametrize(
    ("text", "origin"),
    [
        ("[[Olena|firstname_female|1]] [[Kovalenko|surname|1]]", "ukrainian"),
        ("[[Mai|firstname_female|1]] [[Nguyen|surname|1]]", "vietnamese"),
        ("[[Aino|firstname_female|1]] [[Virtanen|surname|1]]", "finnish"),
        ("[[Anna|firstname_female|1]] [[Kowalski|surname|1]]", "swedish"),
        ("[[Fatima|firstname_female|1]] [[Lindqvist|surname|1]]", "arabic"),
    ],
)
def test_a_first_name_that_may_be_of_the_surnames_origin_is(text: str, origin: str) -> None:
    document, mentions = marked(text)
    policy = changed(load_policy("natural"), names="origin")
    new = texts(replace(document, mentions, swedish(), policy, KEY))[0]
    kinds = {one.kind for one in swedish().vocab.gazetteer.entries(fold(new))}
    assert kinds & {origin, *AKIN.get(origin, ())}


def test_a_swedish_name_stays_swedish() -> None:
    document, mentions = marked("[[Lindqvist|surname|1]]")
    policy = changed(load_policy("natural"), names="origin")
    assert texts(replace(document, mentions, swedish(), policy, KEY)) == texts(
        replace(document, mentions, swedish(), load_policy("natural"), KEY)
    )


def test_a_town_lies_in_the_country_said_right_behind_it() -> None:
    for number in IDS:
        text = "[[Victoria|city|1 foreign]] i [[Kanada|country|2]]"
        town, land = texts(replaced(text, id=number))
        assert TOWNS.town_in(town) == TOWNS.country_of(land)


@pytest.mark.parametrize("policy", ["swell", "natural"])
@pytest.mark.parametrize("said", [True, False])
def test_a_town_said_to_be_the_capital_becomes_a_capital(policy: str, said: bool) -> None:
    behind = "Det är huvudstaden" if said else "Det är fint"
    text = f"I [[Asunción|city|1 foreign]] i [[Paraguay|country|2]] bor vi. {behind}."
    capitals = set()
    for number in IDS:
        town, country = texts(replaced(text, policy, id=number))
        capitals.add(TOWNS.capitals[TOWNS.country_of(country)] == town)
    assert capitals == {True} if said else False in capitals


@pytest.mark.parametrize(("land", "iso"), [("Libanon", "LB"), ("Libyen", "LY")])
def test_a_town_of_two_countries_lies_in_the_one_of_the_text(land: str, iso: str) -> None:
    text = f"I [[{land}|country|1]], i [[Tripoli|city|2 foreign]], bor vi."
    for number in IDS:
        country, town = texts(replaced(text, "natural", id=number))
        assert TOWNS.town_in(town) == TOWNS.country_of(country) != iso


@pytest.mark.parametrize("quarter", ["Bergnäset", "Kronogården", "Höjdängen"])
def test_what_one_is_on_becomes_no_town(quarter: str) -> None:
    towns = set(map(fold, swedish().vocab.derived(natural.towns)))
    for number in IDS:
        for policy in ("natural", "swell"):
            text = f"Jag hade ett rum på [[{quarter}|city|1]] hos en fru."
            (new,) = texts(replaced(text, policy, id=number))
            assert fold(new) not in towns, new


def test_in_what_one_is_may_be_a_town() -> None:
    towns = set(map(fold, swedish().vocab.derived(natural.towns)))
    text = "Jag hade ett rum i [[Höjdängen|city|1]]."
    drawn = [texts(replaced(text, "natural", id=number))[0] for number in IDS]
    assert any(fold(new) in towns for new in drawn)


def test_a_country_seldom_becomes_one_that_dwarfs_it() -> None:
    drawn = [
        texts(replaced("Jag är från [[Ungern|country|1]].", "natural", id=str(number)))[0]
        for number in range(60)
    ]
    assert drawn.count("Ryssland") < 12 and len(set(drawn)) > 2


def test_a_house_said_with_its_town_has_no_other_in_its_name() -> None:
    for number in IDS:
        text = "Jag jobbar på [[Lasarettet|work|1]] i [[Landskrona|city|2]]."
        house, _ = texts(replaced(text, "natural", id=number))
        assert house in ("Sjukhuset", "Lasarettet")
