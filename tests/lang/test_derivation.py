"""How Swedish words are made of names, and the same words of other names."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskera.lang import load_pack
from maskera.lang.pack import Morphology

TOWN, FAMILY, GIVEN = "place.settlement", "person.family", "person.given.female"


@cache
def forms() -> Morphology:
    return load_pack("sv").morphology


def turned(word: str, name: str, kind: str, other: str) -> str:
    how = forms().derived(word, name, kind)
    return forms().derive(other, how) if how else ""


@pytest.mark.parametrize(
    ("word", "name", "other", "made"),
    [
        ("göteborgsk", "göteborg", "Växjö", "växjöitisk"),
        ("göteborgska", "göteborg", "Säbyfors", "säbyforsiska"),
        ("malmöitiskt", "malmö", "Lövsta", "lövstiskt"),
        ("lundensiska", "lund", "Rom", "romerska"),
        ("romarna", "rom", "Milano", "milaneserna"),
        ("umebor", "umeå", "Lövsta", "Lövstabor"),
        ("Lundastudent", "lund", "Åsforsa", "Åsforsastudent"),
        ("Umeåskolan", "umeå", "Åsforsa", "Åsforsaskolan"),
        ("Malmöpolisen", "malmö", "Lilla Edet", "Lilla Edet-polisen"),
        ("Malmöpolisen", "malmö", "Fiskängen", "Fiskängspolisen"),
        ("göteborgsk", "göteborg", "Lilla Edet", "lillaedetsk"),
        ("stockholmarnas", "stockholm", "Lövsta", "Lövstabornas"),
    ],
)
def test_of_places(word: str, name: str, other: str, made: str) -> None:
    assert turned(word, name, TOWN, other) == made


@pytest.mark.parametrize(
    ("word", "name", "kind", "other", "made"),
    [
        ("Nilssönerna", "nilsson", FAMILY, "Berg", "Bergarna"),
        ("Karlssonarnas", "karlsson", FAMILY, "Berg", "Bergarnas"),
        ("Annorna", "anna", GIVEN, "Eva", "Evorna"),
        ("Evor", "eva", GIVEN, "Karin", "Karinar"),
        ("Eva-gänget", "eva", GIVEN, "Karin", "Karin-gänget"),
        ("Volvojobbarna", "volvo", "org.work", "Lövstas Fabriker", "Lövstajobbarna"),
        ("Volvojobbarna", "volvo", "org.work", "Lingonfors Industri", "Lingonforsjobbarna"),
        ("Ikea-kassen", "ikea", "org.work", "Butik Kornet", "Kornet-kassen"),
        ("Chalmeristerna", "chalmers", "org.school", "Örebro universitet", "Örebro-studenterna"),
        ("Norrgårdseleverna", "norrgårdsskolan", "org.school", "Ekskolan", "Ekseleverna"),
        ("Blåklintseleverna", "blåklintsskolan", "org.school", "Rävskolan", "Rävseleverna"),
    ],
)
def test_of_people(word: str, name: str, kind: str, other: str, made: str) -> None:
    assert turned(word, name, kind, other) == made


@pytest.mark.parametrize(
    ("word", "name", "kind"),
    [
        ("Lundgren", "lund", TOWN),
        ("lunden", "lund", TOWN),
        ("Lund", "lund", TOWN),
        ("Hjorten", "hjo", TOWN),
        ("Anna-Karin", "anna", GIVEN),
        ("bergstopp", "berg", FAMILY),
        ("Idag", "ida", GIVEN),
    ],
)
def test_what_is_made_of_no_name(word: str, name: str, kind: str) -> None:
    assert forms().derived(word, name, kind) is None


@given(
    st.sampled_from(["göteborgsk", "malmöbor", "Malmöpolisen", "Karlssonarna"]),
    st.sampled_from(["göteborg", "malmö", "karlsson"]),
    st.sampled_from([TOWN, FAMILY]),
    st.sampled_from(["Lövsta", "A-stad", "Nya Åsen", "<CITY_1>", "@extra", "Rom"]),
)
def test_what_is_made_names_the_other(word: str, name: str, kind: str, other: str) -> None:
    made = turned(word, name, kind, other)
    assert name not in made.lower()
    assert not made or not other.startswith(("<", "@")) or made.startswith(other)
