"""A country becomes a plausible one: of its region, no dwarf state, no island for the mainland."""

from __future__ import annotations

import pytest

import maskera
from maskera.lexicon.tsv import notes, shipped
from maskera.replace.countries import EITHER, FEW, IN, ON, Country, groups, listed, plausible

from .making import KEY, replaced, texts

WORLD = {
    marks["iso"]: Country(
        marks["iso"], form, marks["cont"], marks["region"], int(marks["pop"]), marks["lie"]
    )
    for form, _, _, note in shipped("sv").rows("pseudonyms/countries.tsv")
    for marks in [notes(note)]
}


@pytest.mark.parametrize(
    "iso", "BA SY IQ AF SO ER PL TH CL CO IR TR FI UA ET DE NG VN RU CN UG".split()
)
def test_a_country_becomes_one_of_its_continent_that_is_no_dwarf(iso: str) -> None:
    first = plausible(WORLD[iso], WORLD.values())[0]
    assert len(first) >= 2
    assert all(one.continent == WORLD[iso].continent and one.size >= 1000 for one in first)


@pytest.mark.parametrize("iso", "BA SY IQ AF SO ER PL CL IR TR UA ET DE NG VN CN UG HU RS".split())
def test_the_mainland_becomes_no_island(iso: str) -> None:
    assert not any(one.lie == "island" for one in plausible(WORLD[iso], WORLD.values())[0])


@pytest.mark.parametrize(
    ("iso", "others"),
    [
        ("BA", "HR RS AL MK BG RO GR SI ME XK MD"),
        ("SY", "IQ IR IL JO LB PS TR"),
        ("SO", "ER ET DJ SD SS"),
        ("NZ", "AU PG FJ"),
        ("FI", "NO DK IS"),
        ("TH", "KH LA MM MY VN"),
    ],
)
def test_it_lies_in_the_same_part_of_the_world(iso: str, others: str) -> None:
    assert {one.iso for one in plausible(WORLD[iso], WORLD.values())[0]} <= set(others.split())


def test_a_dwarf_state_may_become_a_neighbour() -> None:
    assert plausible(WORLD["SM"], WORLD.values())[0]


def test_the_groups_of_a_keyed_scope_part_the_world_and_keep_dwarfs_apart() -> None:
    group = groups(list(WORLD.values()))
    assert group.keys() == WORLD.keys()
    for name in set(group.values()):
        sizes = [WORLD[iso].size for iso in group if group[iso] == name]
        assert len(sizes) >= FEW
        assert name == "" or name.endswith("dwarf") == (max(sizes) < 1000)


def test_one_of_the_next_circle_where_the_nearest_is_used_up() -> None:
    known = ("Ukraina", "Polen", "Ryssland")
    countries = [f"[[{name}|country|{at}]]" for at, name in enumerate(known, 1)]
    continents = {one.name: one.continent for one in WORLD.values()}
    for number in range(8):
        result = replaced("Vi kom från " + ", ".join(countries), "natural", id=str(number))
        assert {continents[made] for made in texts(result)} == {WORLD["PL"].continent}


def test_one_is_on_the_country_that_stands_for_one_that_one_was_on() -> None:
    said = {one.name: one.said for one in listed(shipped("sv")).values()}
    for name in ("Malta", "Cypern", "Kuba", "Filippinerna", "Irland"):
        ((_, drawn),) = countries(f"Vi bodde på {name} i två år.")
        assert said[drawn] in (ON, EITHER), name
    for name in ("Irland", "Japan", "Italien", "Indonesien"):
        ((_, drawn),) = countries(f"Vi bodde i {name} i två år.")
        assert said[drawn] in (IN, EITHER), name


def countries(text: str) -> list[tuple[str, str]]:
    return [
        (text[r.mention.span.start : r.mention.span.end], r.text)
        for r in maskera.load(key=KEY)(text).replacements
        if r.mention.label == "country"
    ]


@pytest.mark.parametrize("number", range(12))
def test_a_language_of_the_text_does_not_come_to_stand_there_twice(number: int) -> None:
    text = "Jag kommer från [[Eritrea|country|1]] och talar tigrinja. Arabiska kan jag också."
    (drawn,) = set(texts(replaced(text, "natural", id=str(number)))[:1])
    assert drawn not in ("Sudan", "Egypten", "Libyen", "Djibouti")


def test_a_country_may_have_likelier_ones_than_its_region_and_one_may_stand_for_none() -> None:
    world = listed(shipped("en"))
    assert {one.name for one in plausible(world["CA"], world.values())[0]} == {
        "Australia", "Ireland", "New Zealand",
    }  # fmt: skip
    every = [one for iso in world for some in plausible(world[iso], world.values()) for one in some]
    assert "Russia" not in {one.name for one in every}
    assert "Belarus" in {one.name for one in every}


@pytest.mark.parametrize("isle", ["Kreta", "Naxos"])
def test_a_country_of_whose_island_a_text_speaks_becomes_one_with_islands(isle: str) -> None:
    known = {notes(note)["in"] for *_, note in shipped("sv").rows("pseudonyms/isles.tsv")}
    isos = {one.name: one.iso for one in WORLD.values()}
    drawn = set()
    for number in range(25):
        text = f"Vi bor på [[{isle}|region|1 foreign]] i [[Grekland|country|2]]."
        _, country = texts(replaced(text, "natural", id=str(number)))
        assert isos[country] in known
        text = "Vi bor i [[Grekland|country|2]]."
        drawn |= {isos[one] for one in texts(replaced(text, "natural", id=str(number)))}
    assert not drawn <= known  # without an island any will do
