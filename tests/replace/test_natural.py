"""The policy natural: addresses are built from the names that they have, streets are of their own
towns."""

from __future__ import annotations

import re
import unicodedata

import pytest
from msgspec import structs
from timing import grows_in_proportion

from maskera.lang.sv import atlas, kinds, natural
from maskera.lang.sv.morphology import of_town
from maskera.lexicon.tsv import notes
from maskera.replace import replace
from maskera.replace.shape import fold

from .making import KEY, marked, policy_of, replaced, swedish, texts

ANN_AND_ANNA = "[[Ann|firstname_female|1]], [[Anna|firstname_female|2]] [[Berg|surname|2]]"


@pytest.mark.parametrize(
    ("text", "built"),
    [  # from which mentions, by their place, each address at the end is built
        (f"{ANN_AND_ANNA}: [[anna.berg@x.se|email|3]] [[ann.berg@x.se|email|4]]", [(1, 2), (0, 2)]),
        (f"{ANN_AND_ANNA}: [[annaberg@x.se|email|3]]", [(1, 2)]),
        (
            "[[Anna-Lena|firstname_female|1]] och [[Anna|firstname_female|2]]: [[anna-lena@x.se|email|3]]",
            [(0,)],
        ),
        ("[[Bo|firstname_male|1]] [[Ek|surname|1]]: [[bo.ek@x.se|email|2]]", [(0, 1)]),
        (
            "[[Bo|firstname_male|1]] [[Ek|surname|1]]: [[boek@x.se|email|2]] [[ekbo85@x.se|email|3]]",
            [(0, 1), (0, 1)],
        ),
        (
            "[[Le|firstname_female|1]] [[Na|surname|1]], [[Lena|firstname_female|2]]: [[lena@x.se|email|3]]",
            [(2,)],
        ),
    ],
)
def test_an_address_is_built_from_the_names_it_has_and_from_no_part_of_another(
    text: str, built: list[tuple[int, ...]]
) -> None:
    new = texts(replaced(text, "natural"))
    addresses = [re.sub(r"\d", "", address.split("@")[0]) for address in new[-len(built) :]]
    assert addresses == [".".join(_ascii(new[place]) for place in places) for places in built]


@pytest.mark.parametrize(
    ("address", "built"),
    [  # of Anna Ek and Ulla Berg; an initial stands for the name of the same person that it begins
        ("a.ek@x.se", "{a:.1}.{ek}"),
        ("anna.e@x.se", "{a}.{ek:.1}"),
        ("uberg@x.se", "{u:.1}.{berg}"),
        ("a.berg@x.se", "{berg}"),
        ("x.ek@x.se", "{ek}"),
    ],
)
def test_an_initial_beside_a_name_is_that_of_the_drawn_name(address: str, built: str) -> None:
    people = "[[Anna|firstname_female|1]] [[Ek|surname|1]], [[Ulla|firstname_female|2]] [[Berg|surname|2]]"
    a, ek, u, berg, new = texts(replaced(f"{people}: [[{address}|email|3]]", "natural"))
    assert new.split("@")[0] == built.format(
        a=_ascii(a), ek=_ascii(ek), u=_ascii(u), berg=_ascii(berg)
    )


def test_initials_are_those_of_the_names_drawn_for_the_same_person() -> None:
    people = "[[Anna|firstname_female|1]] [[Ek|surname|1]], [[Ulla|firstname_female|2]] [[Berg|surname|2]]"
    a, ek, u, _, first, second, third, other = texts(
        replaced(
            f"{people}: [[A.|initials|1]] [[E.|initials|1]] [[U|initials|2]] [[B.|initials|3]]",
            "natural",
        )
    )
    assert (first, second, third) == (f"{a[0]}.", f"{ek[0]}.", u[0])
    assert other != "B."


def test_the_addresses_of_many_people_take_time_in_proportion() -> None:
    letters = "bdfgklmnprst"

    def person(number: int) -> str:
        name = "".join(letters[number // 12**at % 12] + "aeiu"[at] for at in range(4)).title()
        return (
            f"[[{name}|firstname_female|{number}]] [[{name}sson|surname|{number}]] "
            f"[[{name.lower()}.{number}@post.se|email|{number}]] [[{name}x@a.se|email|{number}]] "
        )

    assert grows_in_proportion(
        lambda size: replaced("".join(map(person, range(1, size))), "natural"), 300
    )


def test_the_initials_of_many_people_take_time_in_proportion() -> None:
    assert grows_in_proportion(
        lambda size: replaced(
            "".join(f"[[A.|initials|{number}]] " for number in range(size)), "natural"
        ),
        1_000,
    )


def test_an_address_has_the_name_of_the_person_and_not_of_the_town_of_the_same_name() -> None:
    town, name, address = texts(
        replaced(
            "i [[Sofia|city|1 foreign]] bor [[Sofia|firstname_female|2]]: [[sofia@x.se|email|3]]",
            "natural",
        )
    )
    assert address.split("@")[0] == _ascii(name) != _ascii(town)


@pytest.mark.parametrize("address", ["robot@x.se", "ek.robot@x.se"])
def test_two_letters_within_a_word_are_no_name(address: str) -> None:
    name, *_, new = texts(
        replaced(f"[[Bo|firstname_male|1]] [[Lok|surname|1]]: [[{address}|email|2]]", "natural")
    )
    assert _ascii(name) not in new


def test_a_genitive_is_the_same_name() -> None:
    name, address = texts(
        replaced("[[Åsas|firstname_female|1 gen]] mejl [[asa@x.se|email|2]]", "natural")
    )
    assert address.split("@")[0] in (_ascii(name), _ascii(name)[:-1])


@pytest.mark.parametrize(
    "text",
    [  # the street's own town has the number 1
        "Först i [[Malmö|city|2]]. Nu på [[Kungsgatan|place|3 def]] 12 i [[Göteborg|city|1]].",
        "Från [[Malmö|city|2]] till [[Kungsgatan|place|3 def]] 12 B, 411 19 [[Göteborg|city|1]]",
        "I [[Göteborg|city|1]] bor jag på [[Kungsgatan|place|3 def]]. Förut bodde jag i [[Malmö|city|2]].",
        "[[Malmö|city|2]]! I [[Göteborg|city|1]] på [[Kungsgatan|place|3 def]], nära ett kafé i [[Paris|city|4 foreign]].",
    ],
)
def test_a_street_is_of_the_town_drawn_for_its_own(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        atlas,
        "streets",
        lambda vocab: {fold(town): (f"{town}gränd",) for town in natural.towns(vocab)},
    )
    drawn = replaced(text, "natural").aliases
    assert drawn["place", 3] == f"{drawn['city', 1]}gränd"


def test_a_street_of_a_town_of_which_none_are_known_is_of_no_other_town(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = "Först i [[Malmö|city|2]]. Nu på [[Kungsgatan|place|3 def]] 12 i [[Göteborg|city|1]]."
    other = replaced(text, "natural").aliases["city", 2]
    monkeypatch.setattr(atlas, "streets", lambda vocab: {fold(other): (f"{other}gränd",)})
    assert not replaced(text, "natural").aliases["place", 3].endswith("gränd")


def _ascii(name: str) -> str:
    return "".join(
        letter
        for letter in unicodedata.normalize("NFD", name.lower())
        if letter.isascii() and letter.isalpha()
    )


@pytest.mark.parametrize(
    ("text", "initials"),
    [
        (
            "[[Erik|firstname_male|1]] [[Ek|surname|1]], [[Åsa|firstname_female|2]] [[Ek|surname|2]]. [[Å.|initials|2]][[E.|initials|2]]",
            (2, 3),
        ),
        (
            "[[Isabel|firstname_female|1]] [[Fuentes|surname|1]] [[Öberg|surname|1]], [[I.|initials|1]][[F.|initials|1]] [[Ö.|initials|1]]",
            (0, 1, 2),
        ),
    ],
)
def test_initials_are_those_of_the_names_drawn_for_whose_they_are(
    text: str, initials: tuple[int, ...]
) -> None:
    new = texts(replaced(text, "natural"))
    assert new[-len(initials) :] == [f"{new[place][0]}." for place in initials]


@pytest.mark.parametrize(
    ("hospital", "ending"), [("Skaraborgs sjukhus", "s lasarett"), ("Skövde sjukhus", " lasarett")]
)
def test_the_town_of_an_institution_stands_in_the_genitive_where_the_original_did(
    hospital: str, ending: str
) -> None:
    town, new = texts(
        replaced(
            f"Jag bor i [[Skövde|city|1]], nära [[{hospital}|other_institution|2]].", "natural"
        )
    )
    assert (
        new == town.removesuffix("s") + ending if ending.startswith("s") else new == town + ending
    )


@pytest.mark.parametrize(
    ("form", "label", "kept", "expected"),
    [
        ("Hammarby IF", "other_institution", "IF", r" (?:BK|FF|IK|SK)$"),
        ("Falu lasarett", "work", "lasarett", r" sjukhus$"),
        ("Vårdcentralen Ekudden", "work", "Vårdcentralen", r"^Hälsocentralen "),
        ("Almby kommun", "region", "kommun", r" stad$"),
        ("Almby län", "region", "län", r"^\w+$"),
        ("Restaurang Ekudden", "work", "Restaurang", r"^(?:Lunch|Familje)restaurang "),
        ("Hjällbo bibliotek", "other_institution", "bibliotek", r" (?:folk|kommun)bibliotek$"),
        ("Almby kyrka", "place", "kyrka", r" (?:socken|församlings)kyrka$"),
    ],
)
def test_the_noun_of_a_kind_becomes_another_of_that_kind(
    form: str, label: str, kept: str, expected: str
) -> None:
    (new,) = texts(replaced(f"Vi nämnde [[{form}|{label}|1]].", "natural"))
    assert re.search(expected, new), new
    (new,) = texts(replaced(f"Vi nämnde [[{form}|{label}|1]].", "swell"))
    assert kept in new


@pytest.mark.parametrize(
    ("form", "label"),
    [
        ("IK Sirius", "other_institution"),  # an abbreviation before the name
        ("Hjällbo apotek", "other_institution"),  # no other word means a pharmacy
    ],
)
def test_a_noun_without_another_stays(form: str, label: str) -> None:
    (new,) = texts(replaced(f"Vi nämnde [[{form}|{label}|1]].", "natural"))
    assert {"IK", "apotek"} & set(new.split())


def test_a_large_town_of_a_country_with_few_mostly_becomes_a_large_one() -> None:
    text = "[[Nairobi|city|1 foreign]] i [[Kenya|country|2]]"
    sizes = atlas.atlas(swedish().vocab).sizes()
    drawn = [texts(replaced(text, "natural", id=str(number)))[0] for number in range(30)]
    assert sum(sizes.get(fold(town), 0) >= 700 for town in drawn) >= 20
    assert len(set(drawn)) >= 4


def test_a_town_at_home_becomes_one_of_about_its_size() -> None:
    sizes = swedish().vocab.derived(natural.sizes)
    drawn = {
        form: {
            texts(replaced(f"I [[{form}|city|1]].", "natural", key=bytes([n]) * 16))[0]
            for n in range(40)
        }
        for form in ("Göteborg", "Stockholm", "Eksjö", "Töre")
    }
    for large in ("Göteborg", "Stockholm"):
        assert min(sizes[fold(town)] for town in drawn[large]) >= 90
        assert len(drawn[large]) >= 5
    for small in ("Eksjö", "Töre"):
        assert max(sizes[fold(town)] for town in drawn[small]) <= 60
        assert len(drawn[small]) >= 20


def test_a_quarter_on_an_island_becomes_a_quarter() -> None:
    new = texts(
        replaced("På [[Hisingen|city|1]] i [[Göteborg|city|2]], på [[Gotland|city|3]].", "natural")
    )
    islands = swedish().vocab.derived(natural.towns)
    assert new[0] not in islands and fold(new[0]) not in swedish().vocab.derived(natural.sizes)


@pytest.mark.parametrize(
    ("lake", "country", "kind"),
    [
        ("Tanganyikasjön", "Tanzania", "lake"),
        ("Ararat", "Turkiet", "mountain"),
        ("Eufrat", "Irak", "river"),
        ("Lampedusa", "Italien", "isle"),
        ("Rhodos", "Grekland", "isle"),
        ("Hindukush", "Afghanistan", "mountain"),
        ("Nilen", "Egypten", "river"),
        ("Saharaöknen", "Libyen", "desert"),
    ],
)
def test_nature_abroad_becomes_real_nature_of_the_country_drawn_or_its_continent(
    lake: str, country: str, kind: str
) -> None:
    vocab = swedish().vocab
    known = {form for form, *_ in vocab.lists.rows("foreign_geo.tsv")}
    known |= {form for form, *_ in vocab.lists.rows("foreign_regions.tsv")}
    made = {one.text for one in vocab.derived(kinds.patterns).get(kind, ())}
    for id in map(str, range(4)):
        text = f"vid [[{lake}|geo|1 foreign]] i [[{country}|country|2]]"
        new, _ = texts(replaced(text, "natural", id=id))
        assert new in known | made, new
        assert new != lake


def test_a_continent_is_no_country_with_its_letters() -> None:
    for number in range(12):  # AF: Africa, Afghanistan
        text = "vid [[Shabelle|geo|1 foreign]] i [[Somalia|country|2]]"
        new, _ = texts(replaced(text, "natural", id=str(number)))
        assert new not in ("Kabulfloden", "Helmand"), new


def test_a_lake_at_home_stays_at_home() -> None:
    for id in map(str, range(4)):
        (new,) = texts(replaced("vid [[Siljan|geo|1]]", "natural", id=id))
        assert new not in {form for form, *_ in swedish().vocab.lists.rows("foreign_geo.tsv")}


def test_a_quarter_is_of_the_country_drawn_for_the_town_behind_it() -> None:
    areas = {form: note for form, _, _, note in swedish().vocab.lists.rows("foreign_areas.tsv")}
    for id in map(str, range(4)):
        text = "i [[Bole|area|1 foreign]] i [[Addis Abeba|city|2 foreign]]"
        quarter, _ = texts(replaced(text, "natural", id=id))
        assert "in=ET" in areas[quarter], quarter


def test_an_invented_province_loses_its_noun_where_that_stands_behind() -> None:
    for id in map(str, range(4)):
        province, _ = texts(
            replaced(
                "[[Herat|region|1 foreign]] provins i [[Afghanistan|country|2]]", "natural", id=id
            )
        )
        assert not province.endswith("provinsen")


def test_no_two_people_get_one_letter() -> None:
    people = "[[Oskar|firstname_male|{0}]] [[{1}|initials|{0}]]"
    text = " ".join(people.format(number + 1, letter) for number, letter in enumerate("BDFHK"))
    for id in map(str, range(5)):
        letters = texts(replaced(text, "natural", id=id))[1::2]
        assert len(set(letters)) == 5


def test_a_municipality_is_called_after_a_town() -> None:
    for number in range(5):
        new = texts(replaced("I [[Sigtuna kommun|region|1]].", "natural", id=str(number)))[0]
        town, _, noun = new.rpartition(" ")
        towns = map(of_town, swedish().vocab.derived(natural.towns))
        assert town in towns and noun in ("kommun", "stad")


@pytest.mark.parametrize(
    ("text", "town", "land"),
    [  # which mention is the town that no list has, and which the one that it lies beside
        ("[[Qarshaba|city|1,foreign]] nära [[Freiburg|city|2,foreign]]", 0, 1),
        ("Från [[Bologna|city|1,foreign]] till [[Qarshaba|city|2,foreign]].", 1, 0),
        (
            "[[Lyon|city|1,foreign]]. Sedan reste vi länge, till [[Qarshaba|city|2,foreign]] och [[Kraków|city|3,foreign]].",
            1,
            2,
        ),
    ],
)
def test_a_town_of_no_list_lies_where_what_is_named_nearest_does(
    text: str, town: int, land: int
) -> None:
    town_in = atlas.atlas(swedish().vocab).town_in
    for key in range(8):
        new = texts(replaced(text, "natural", id=f"A{key}"))
        assert town_in(new[town]) == town_in(new[land]) != ""


@pytest.mark.parametrize(
    ("text", "kind"),
    [  # by lists, by a word before it, by what one is on; rivers where nothing tells
        ("[[Kenya|country|1]]: sjön [[Nakurusjön|geo|2,foreign]].", "lake"),
        ("[[Indien|country|1]]. Floden [[Bukavuri|geo|2,foreign]] är bred.", "river"),
        ("[[Grekland|country|1]]. Vi bodde på [[Bukavuri|geo|2,foreign]].", "isle"),
        ("[[Iran|country|1]]. Berget [[Bukavuri|geo|2,foreign]] är högt.", "mountain"),
        ("[[Tyskland|country|1]]. Vi satt vid [[Bukavuri|geo|2,foreign]].", "river"),
    ],
)
def test_what_lies_abroad_becomes_another_of_its_kind(text: str, kind: str) -> None:
    things = kinds.catalogue(swedish().vocab, lambda *_: lambda: None, lambda *_: "").kinds
    isle = atlas.isle(swedish().vocab, things.named)
    for key in range(8):
        new = texts(replaced(text, "natural", id=f"A{key}"))[1]
        assert (atlas.ISLE if isle(new) else things.read(new, "").kind) == kind


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("Vi badade i [[Stora Gåslingen|geo|1]].", ("sjön", "tjärnen")),
        ("Vi satt vid [[Runn|geo|1]].", ("sjön", "tjärnen")),
        ("Vi åkte längs [[Nissan|geo|1]].", ("ån", "älven")),
        ("Vi gick upp på [[Städjan|geo|1]].", ("berget", "fjället")),
        ("Vi seglade över [[Hanöbukten|geo|1,def]].", ("bukten", "fjärden")),
    ],
)
def test_nature_at_home_becomes_another_of_its_kind(text: str, ends: tuple[str, ...]) -> None:
    for key in range(8):
        (new,) = texts(replaced(text, "natural", id=f"A{key}"))
        assert new.endswith(ends)


@pytest.mark.parametrize(
    ("town", "river"), [("Bagdad", "Tigris"), ("Budapest", "Donau"), ("Kairo", "Nilen")]
)
def test_a_river_of_several_countries_becomes_one_of_the_continent(town: str, river: str) -> None:
    countries = {
        form: notes(note).get("in", "")
        for form, _, _, note in swedish().vocab.lists.rows("foreign_geo.tsv")
    }
    continents = {
        notes(note)["iso"]: notes(note)["cont"]
        for *_, note in swedish().vocab.lists.rows("pseudonyms/countries.tsv")
    }
    own = {"Bagdad": "AS", "Budapest": "EU", "Kairo": "AF"}[town]
    for number in range(4):
        text = f"Vi bodde i [[{town}|city|1 foreign]] vid [[{river}|geo|2 foreign]]."
        _, new = texts(replaced(text, "natural", id=str(number)))
        assert new != river and continents[countries[new]] == own, new


STREETS = {
    form: note.removeprefix("in=").split("|")
    for form, _, _, note in swedish().vocab.lists.rows("pseudonyms/foreign_streets.tsv")
}


@pytest.mark.parametrize(
    "text",
    [
        "[[Lützowstraße|place|1,foreign]] [[12|street_nr|2]] i [[Hamburg|city|3,foreign]]",
        "[[Kraków|city|3,foreign]], [[ulica Mirowa|place|1,foreign]]",
        "[[Farhadigatan|place|1,foreign]] i [[Teheran|city|3,foreign]]",
        "i [[Italien|country|2]]. Vi bodde på [[Via Zucca|place|1,foreign]] i [[Parma|city|3,foreign]]",
    ],
)
def test_a_street_abroad_becomes_one_of_the_drawn_country(text: str) -> None:
    town_in = atlas.atlas(swedish().vocab).town_in
    labels = re.findall(r"\|(\w+)\|", text)
    for key in range(6):
        new = dict(zip(labels, texts(replaced(text, "natural", id=f"A{key}")), strict=True))
        assert town_in(new["city"]) in STREETS[new["place"]]


def test_a_street_at_home_is_none_abroad() -> None:
    for key in range(6):
        text = "[[Björkgatan|place|1]] [[12|street_nr|2]] i [[Umeå|city|3]]"
        assert texts(replaced(text, "natural", id=f"A{key}"))[0] not in STREETS


@pytest.mark.parametrize("noun", ["lägret", "marknaden", "stationen", "biografen"])
def test_what_a_noun_names_abroad_is_called_after_a_town_there(noun: str) -> None:
    town_in = atlas.atlas(swedish().vocab).town_in
    text = f"Hon bodde nära {noun} [[Qarshaba|place|1,foreign]] i [[Kenya|country|2]]."
    country_of = atlas.atlas(swedish().vocab).country_of
    for key in range(6):
        thing, land = texts(replaced(text, "natural", id=f"A{key}"))
        assert town_in(thing) == country_of(land)


def test_what_one_is_on_abroad_is_a_street() -> None:
    text = "Vi bodde på [[Qarshaba|place|1,foreign]] i [[Berlin|city|2,foreign]]."
    for key in range(6):
        assert texts(replaced(text, "natural", id=f"A{key}"))[0] in STREETS


@pytest.mark.parametrize("letters", ["P-O", "P.O.", "p-o"])
def test_the_letters_of_a_double_name_are_those_of_both_halves(letters: str) -> None:
    text = (
        "[[Per|firstname_male|1]] [[Olof|firstname_male|1]] ringde. [[Per-Olof|firstname_male|1]] "
        f"sov. [[{letters}|initials|1]] skrattar."
    )
    for number in range(4):
        *_, new, its = texts(replaced(text, "natural", id=str(number)))
        assert [half[0] for half in new.split("-")] == re.findall(r"\w", its.upper())


@pytest.mark.parametrize(
    ("text", "town"),
    [
        ("Jag växte upp i [[{}|city|1]] nära stranden.", "Trelleborg"),
        ("Vi bodde vid hamnen i [[{}|city|1]].", "Luleå"),
        ("Jag är från [[{}|city|1 foreign]] vid havet.", "Alexandria"),
        ("I [[{}|city|1 foreign]] hade farfar en fiskebåt.", "Latakia"),
    ],
)
def test_a_town_by_the_sea_stays_there_where_the_text_says_so(text: str, town: str) -> None:
    coast = atlas.coast(swedish().vocab)
    for number in range(8):
        (new,) = texts(replaced(text.format(town), "natural", id=str(number)))
        assert fold(new) in coast, new


@pytest.mark.parametrize("text", ["Jag växte upp i [[{}|city|1]].", "[[{}|city|1]] har en strand."])
def test_another_town_may_lie_anywhere(text: str) -> None:
    coast = atlas.coast(swedish().vocab)
    town = "Trelleborg" if text.startswith("Jag") else "Borås"
    drawn = [texts(replaced(text.format(town), "natural", id=str(n)))[0] for n in range(12)]
    assert any(fold(new) not in coast for new in drawn)


@pytest.mark.parametrize(
    ("country", "sea"), [("Kroatien", "Adriatiska havet"), ("Ukraina", "Svarta havet")]
)
def test_a_sea_abroad_is_one_of_the_country_drawn(country: str, sea: str) -> None:
    lands = {
        form: notes(note).get("in", "").split("|")
        for form, *_, note in swedish().vocab.lists.rows("pseudonyms/kinds.tsv")
    }
    world = atlas.atlas(swedish().vocab)
    for number in range(8):
        text = f"I [[{country}|country|1]] badade vi i [[{sea}|geo|2 foreign]]."
        land, new = texts(replaced(text, "natural", id=str(number)))
        iso = world.country_of(land)
        others = [form for form, its in lands.items() if iso in its and form != sea]
        near = {world.continents[one] for one in lands[new]}
        assert new in others if others else world.continents[iso] in near, (land, new)


@pytest.mark.parametrize("isle", ["Brač", "Hvar", "Zakynthos", "Gozo", "Djerba"])
def test_an_island_abroad_is_no_slip_for_another(isle: str) -> None:
    things = kinds.catalogue(swedish().vocab, lambda *_: lambda: None, lambda *_: "").kinds
    known = atlas.isle(swedish().vocab, things.named)
    for number in range(6):
        text = f"Vi åkte till ön [[{isle}|geo|1 foreign]]."
        (new,) = texts(replaced(text, "natural", id=str(number)))
        assert known(new) or new.endswith(("ön", "öarna", "holmen")), new


def test_postcode_and_area_code_are_those_of_the_town_drawn() -> None:
    codes, seen = swedish().vocab.derived(natural.codes), set()
    for number in range(30):
        text = (
            "[[Storgatan|place|1 def]] [[3|street_nr|2]], [[SE-211 42|zip_code|3]] [[Malmö|city|4]]"
            ", tel. [[040-12 34 56|phone_nr|5]]"
        )
        *_, postcode, town, phone = texts(replaced(text, "natural", id=str(number)))
        assert re.fullmatch(r"SE-\d{3} \d\d", postcode)
        assert postcode.removeprefix("SE-").startswith(codes[town]["zip"])
        area = codes[town].get("area", "")
        assert phone.startswith(f"0{area}-" if area else "070-")
        seen.add(area)
    assert len(seen) > 1


def test_a_mobile_phone_has_no_area_and_a_number_without_a_town_keeps_its_own() -> None:
    for number in range(8):
        text = "Jag bor i [[Malmö|city|1]]. Ring [[070-123 45 67|phone_nr|2]]."
        assert texts(replaced(text, "natural", id=str(number)))[1].startswith("070-")
        assert texts(replaced("Ring [[031-12 34 56|phone_nr|2]].", "natural"))[0].startswith("031-")


def test_letters_that_no_accent_makes_are_those_of_addresses() -> None:
    text = "[[Elif|firstname_female|1]] [[Yıldız|surname|1]]: [[elif.yildiz@x.se|email|2]]"
    given, family, address = texts(replaced(text, "natural"))
    assert address.split("@")[0] == f"{_ascii(given)}.{_ascii(family)}"


def test_the_shore_of_a_place_in_no_list_tells_that_it_is_by_the_sea() -> None:
    coast = atlas.coast(swedish().vocab)
    for number in range(6):
        text = "Vi går på stranden i [[Lökhamra|city|1]]."
        assert fold(texts(replaced(text, "natural", id=str(number)))[0]) in coast


def test_a_place_in_nature_has_another_noun_of_its_kind_but_in_a_corpus() -> None:
    for scope, kept in (("document", False), ("corpus", True)):
        text = "Vi gick i [[Gråängs naturreservat|geo|1]]."
        (new,) = texts(replaced(text, "natural", scope=scope))
        assert new.endswith(" naturreservat") is kept and new.endswith("reservat")


def test_a_house_that_is_named_after_a_town_follows_it() -> None:
    for number in range(8):
        text = "Han är på [[Norrtäljeanstalten|city|1]]. Den ligger i [[Norrtälje|city|1]]."
        document, mentions = marked(text, str(number))
        mentions = [structs.replace(one, referent="norrtälje") for one in mentions]
        house, town = texts(replace(document, mentions, swedish(), policy_of("natural"), KEY))
        assert house == f"{town}anstalten" or house == f"{town}sanstalten", (house, town)
    (new,) = texts(replaced("Vi handlar i [[Ekgallerian|city|1]].", "natural"))
    assert new.endswith("gallerian")


def test_no_town_is_drawn_whose_genitive_is_another_name() -> None:
    for number in range(60):
        text = "Vi kom från [[Homs|city|1 foreign]]."
        assert texts(replaced(text, "natural", id=str(number)))[0] != "Hama"


def test_a_quarter_abroad_is_one_of_the_town_drawn_for_its_own() -> None:
    of = {}
    for form, _, _, note in swedish().vocab.lists.rows("foreign_areas.tsv"):
        of.setdefault(form, notes(note).get("of"))
    for number in range(12):
        text = (
            "Hon bor i [[Berlin|city|1 foreign]], i [[Kreuzberg|area|2 foreign]], och han i "
            "[[Hamburg|city|3 foreign]], i [[Altona|area|4 foreign]]."
        )
        one, quarter, two, other = texts(replaced(text, "natural", id=str(number)))
        assert of[quarter] == one and of[other] == two
    without = {
        texts(replaced("Hon bor i [[Lyon|city|1 foreign]].", "natural", id=str(number)))[0]
        for number in range(30)
    }
    assert not without <= set(of.values())  # where no quarter is named, any town will do
