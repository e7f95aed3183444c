"""The lists that Swedish pseudonyms are drawn from."""

from __future__ import annotations

import pytest

from maskera.lang import load_pack
from maskera.lang.sv.atlas import atlas
from maskera.lang.sv.generators import compounds, name_pools
from maskera.lexicon.tsv import notes, shipped
from maskera.replace.draw import Pool
from maskera.replace.shape import fold

listed, rows = shipped("sv").ranked, shipped("sv").rows


def test_names_are_the_fifty_most_frequent_first_names_and_a_hundred_surnames_with_a_reserve() -> (
    None
):
    for label, count in (
        ("firstname_male", 50),
        ("firstname_female", 50),
        ("firstname_unknown", 50),
        ("surname", 100),
    ):
        names = listed("names", label)
        assert len(names) == len(set(names)) == count
        assert len(listed("names", label, reserve=True)) >= 30
    assert listed("names", "surname")[:3] == ("Andersson", "Johansson", "Karlsson")


def test_invented_towns_and_regions_exist_nowhere() -> None:
    lexicon = load_pack("sv").vocab.gazetteer
    assert len(listed("towns", "city")) >= 120
    for name in listed("towns", "city") + listed("towns", "region"):
        assert not {entry.label for entry in lexicon.entries(fold(name))} & {
            "city",
            "region",
            "country",
            "area",
        }


def test_every_country_has_five_towns_of_its_own() -> None:
    world = atlas(load_pack("sv").vocab)
    assert len(world.names) == 195 and "SE" not in world.names
    assert all(len(set(world.towns[iso])) == 5 for iso in world.names)
    towns = [town for its in world.towns.values() for town in its]
    assert len(towns) == len(set(towns))


def test_our_countries_lie_where_the_lexicon_has_them() -> None:
    lexicon = load_pack("sv").vocab.gazetteer
    for name, _, _, note in rows("pseudonyms/countries.tsv"):
        marks = notes(note)
        entries = [entry for entry in lexicon.entries(fold(name)) if entry.label == "country"]
        assert entries and entries[0].country == marks["iso"], name
        assert {entry.kind for entry in entries} <= {marks["cont"], ""}, name


def test_a_misspelt_country_and_town_are_placed() -> None:
    world = atlas(load_pack("sv").vocab)
    assert world.country_of("syrein") == "SY" and world.country_of("Qwert") == ""
    assert (
        world.town_in("Aleppo") == "SY"
        and world.town_in("London") == "GB"
        and world.town_in("Qwert") == ""
    )


def test_the_whole_of_a_kind_of_name_is_no_mirror_and_shares_nothing_with_another_kind() -> None:
    pools: dict[str, Pool] = name_pools(load_pack("sv").vocab)
    wholes = [
        pools[label].whole for label in ("firstname_male", "firstname_female", "firstname_unknown")
    ]
    names = [set(map(fold, whole().names)) for whole in wholes if whole is not None]
    assert all(len(its) > 1000 for its in names)
    assert not names[0] & names[1] and not names[0] & names[2] and not names[1] & names[2]


@pytest.mark.parametrize(
    ("label", "pattern"), [("school", "{genitive} skola"), ("place", "{genitive}vägen")]
)
def test_a_composed_genitive_takes_no_second_s(label: str, pattern: str) -> None:
    whole = compounds(load_pack("sv").vocab, label, pattern)()
    composed = {whole.composed(number) for number in range(0, whole.composed_size, 997)}
    assert any("fors skola" in name or "forsvägen" in name for name in whole.names)
    assert not any(
        ending in name for name in {*whole.names, *composed} for ending in ("ss skola", "ssvägen")
    )
    assert len(set(map(fold, whole.names))) == len(whole.names)
