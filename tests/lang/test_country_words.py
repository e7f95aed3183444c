"""Swedish words for people, adjective, language, money and capital of each country."""

from __future__ import annotations

import pytest

from maskera.lang import load_pack
from maskera.lang.sv.country_words import declined
from maskera.lexicon.tsv import notes, shipped

WORDS = load_pack("sv").texts.country_words
LISTS = shipped("sv")


@pytest.mark.parametrize(
    ("noun", "forms"),
    [
        ("syrier", "syrier syriern syrier syrierna"),
        ("finne", "finne finnen finnar finnarna"),
        ("norrman", "norrman norrmannen norrmän norrmännen"),
        ("italienare", "italienare italienaren italienare italienarna"),
        ("polack", "polack polacken polacker polackerna"),
        ("dansk/ar", "dansk dansken danskar danskarna"),
        ("islänning", "islänning islänningen islänningar islänningarna"),
    ],
)
def test_people_are_declined(noun: str, forms: str) -> None:
    assert list(declined(noun)) == forms.split()


@pytest.mark.parametrize(
    ("word", "country", "kinds"),
    [
        ("syriern", "SY", {"person"}),
        ("polskan", "PL", {"woman", "language"}),
        ("arabiska", "IQ", {"language"}),
        ("fransyskor", "FR", {"woman"}),
        ("liran", "TR", {"currency"}),
        ("damaskus", "SY", {"capital"}),
        ("persien", "IR", {"name"}),
        ("norrmännens", "NO", {"person"}),
    ],
)
def test_a_word_says_which_country_it_names(word: str, country: str, kinds: set[str]) -> None:
    assert {each.kind for each in WORDS.read(word) if country in each.countries} == kinds


@pytest.mark.parametrize("word", ["svensk", "svenska", "krona", "euro", "dollar", "hus"])
def test_ordinary_words_sweden_and_money_of_many_say_nothing(word: str) -> None:
    assert not WORDS.read(word)


@pytest.mark.parametrize(
    ("word", "before", "says"),
    [
        ("som", "landet", False),
        ("som", "det kostar hundra", True),
        ("sol", "jag gillar", False),
        ("sol", "vi betalade fem", True),
        ("tala", "jag kan", False),
        ("mandarin", "jag åt en", False),
        ("mandarin", "jag pratar", True),
    ],
)
def test_a_word_that_is_ordinary_too_says_so_beside_money_or_speaking(
    word: str, before: str, says: bool
) -> None:
    assert (WORDS.meant(WORDS.read(word), before.split()) is not None) == says


@pytest.mark.parametrize(
    ("before", "kind"), [("jag talar", "language"), ("hon är", "woman"), ("i den", "adjective")]
)
def test_what_stands_before_a_word_tells_what_it_is(before: str, kind: str) -> None:
    assert WORDS.meant(WORDS.read("polska"), before.split()).kind == kind


@pytest.mark.parametrize(
    ("word", "country", "held"),
    [
        ("polskfödd", "PL", True), ("halvsyrier", "SY", True), ("svensk-polsk", "PL", True),
        ("danskurs", "SY", False), ("polskfödd", "SY", False), ("polis", "PL", False),
    ],
)  # fmt: skip
def test_a_compound_holds_one(word: str, country: str, held: bool) -> None:
    assert (country in WORDS.holds(word)) is held


def test_every_country_that_is_drawn_has_all_of_its_words() -> None:
    drawn = {notes(note)["iso"] for *_, note in LISTS.rows("pseudonyms/countries.tsv")}
    listed = {
        notes(note)["iso"]: notes(note) for *_, note in LISTS.rows("pseudonyms/country_words.tsv")
    }
    assert listed.keys() >= drawn  # and lands that are never drawn: Grönland
    for word in ("syriern", "syriskt", "liran", "arabiska"):
        for reading in WORDS.read(word)[:1]:
            assert all(WORDS.write(iso, reading) for iso in drawn)
