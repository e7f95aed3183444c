"""The labels of the design, their groups, and the names they had in other years."""

from __future__ import annotations

from pathlib import Path

import pytest

from maskera.errors import DataError, MaskeraError
from maskera.policy import load_policy, shipped
from maskera.taxonomy import INSTITUTIONS, LISTED_NAMES, PERSON, PLACES, read, taxonomy

# docs/reference/contracts.md, row by row.
DESIGN = (
    "firstname_male firstname_female firstname_unknown surname middlename initials country city region area place geo street_nr zip_code "
    "license_nr school work other_institution transport_name transport_nr age_digits age_string day month_digit month_word year "
    "date_digits phone_nr account_nr other_nr_seq personid_nr email url extra prof edu fam sensitive"
).split()


def test_the_labels_are_those_of_the_design() -> None:
    assert sorted(taxonomy().categories) == sorted(DESIGN)
    assert taxonomy().features == {"gen", "def", "pl", "foreign"}
    assert taxonomy().comments == ("OBS!", "Com!", "Cit-FL")


def test_the_sets_of_labels_keep_to_their_spaces_of_identity() -> None:
    spaces = {label: category.identity for label, category in taxonomy().categories.items()}
    assert {label for label, space in spaces.items() if space == "person"} == PERSON
    assert {label for label, space in spaces.items() if space == "institution"} == INSTITUTIONS
    assert {spaces[label] for label in PLACES} == {"place"}
    assert {spaces[label] for label in LISTED_NAMES} == {"person", "place", "institution"}


def test_every_label_says_what_it_is_and_falls_into_one_of_seven_general_groups() -> None:
    categories = taxonomy().categories.values()
    assert all(category.description for category in categories)
    assert {category.general for category in categories} == {
        "name",
        "geographic",
        "institution",
        "transport",
        "age",
        "date",
        "other",
    }


@pytest.mark.parametrize(
    ("old", "label"),
    [
        ("transport", "transport_name"), ("country_of_origin", "country"), ("city-SWE", "city"), ("city_swe", "city"),
        ("age_digit", "age_digits"),
        ("date_digit", "date_digits"), ("1:female", "firstname_female"), ("nickname", "firstname_unknown"), ("username", "extra"),
        ("public_authority", "other_institution"), ("surname", "surname"),
    ],
)  # fmt: skip
def test_labels_of_other_years_are_understood(old: str, label: str) -> None:
    assert taxonomy().resolve(old) == label


@pytest.mark.parametrize("unknown", ["town", "", "1:child", "CITY", ":"])
def test_an_unknown_label_is_an_error_that_does_not_quote_it(unknown: str) -> None:
    with pytest.raises(DataError, match=r"^a label that is not in the taxonomy$"):
        taxonomy().resolve(unknown)


def test_every_alias_leads_to_a_label() -> None:
    assert {
        taxonomy().resolve(alias) for alias in taxonomy().aliases
    } <= taxonomy().categories.keys()


def test_names_of_a_person_share_their_numbers_and_numbers_do_not() -> None:
    assert taxonomy().same_identity("firstname_female", "surname")
    assert taxonomy().same_identity("email", "email")
    assert not taxonomy().same_identity("email", "phone_nr")
    assert not taxonomy().same_identity("surname", "city")


@pytest.mark.parametrize("name", sorted(set(shipped()) - {"careful"}))  # which says that it does
def test_sensitive_words_are_never_silently_replaced(name: str) -> None:
    assert load_policy(name).rule("sensitive").action in ("mark", "keep")


def test_the_kinds_of_a_label_are_its_own_and_all_above_it() -> None:
    labels = taxonomy()
    assert labels.labels("person.given") == set(LISTED_NAMES) & {
        label for label in labels.categories if label.startswith("firstname")
    }
    assert labels.labels("date.month", "age.words") == {"month_digit", "month_word", "age_string"}
    assert labels.labels("pers") == labels.labels("town") == frozenset()
    assert labels.label("person.family") == "surname" and labels.label("town") == ""
    assert labels.kind("city") == "place.settlement" and labels.kind("town") == ""


def test_the_types_of_tab_are_given_for_every_label() -> None:
    types = taxonomy().scheme("tab")
    assert set(types) == set(taxonomy().categories)
    assert set(types.values()) <= set("PERSON CODE LOC ORG DEM DATETIME QUANTITY MISC".split())
    assert types["initials"] == "PERSON" and types["zip_code"] == "LOC"
    assert types["extra"] == "MISC" and types["email"] == "CODE" and types["fam"] == "DEM"
    with pytest.raises(MaskeraError, match=r"^no scheme 'conll': .*; there is tab$"):
        taxonomy().scheme("conll")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[[label]\n", "own.toml:1: not TOML"),
        ('[[label]]\nname = "x"\n', "own.toml: .*group"),
        ('extends = "swell"\n[[label]]\nname = "x"\ngroup = "Nams"\nkind = "k"\ndescription = ""\n',
         "own.toml: label 'x': no group 'Nams'; there are Names"),
        ('extends = "swell"\n[[label]]\nname = "city"\ngroup = "Names"\nkind = "k"\ndescription = ""\n',
         "own.toml: label 'city' is given twice"),
        ('extends = "swell"\n[aliases]\na = "b"\n', "own.toml: alias 'a' leads to no label"),
        ('extends = "sweel"\n', "no taxonomy 'sweel'"),
        ('colour = "red"\n', "own.toml: .*colour"),
    ],
)  # fmt: skip
def test_a_taxonomy_with_a_fault_is_named(tmp_path: Path, text: str, sentence: str) -> None:
    (tmp_path / "own.toml").write_text(text, encoding="utf-8")
    with pytest.raises(MaskeraError, match=f"^{sentence}"):
        read(tmp_path / "own.toml")
    with pytest.raises(DataError, match=r"^none\.toml: cannot be read"):
        read(tmp_path / "none.toml")


def test_a_taxonomy_extends_another_and_a_label_stands_with_its_group(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(
        'extends = "swell"\n[[label]]\nname = "religion"\ngroup = "Mark"\n'
        'kind = "attribute.religion"\ndescription = "a faith"\n[aliases]\nfaith = "religion"\n',
        encoding="utf-8",
    )
    own = read(tmp_path / "own.toml")
    assert own.resolve("faith") == "religion" and own.resolve("city-SWE") == "city"
    assert own.categories["religion"].general == "other" and own.scheme("tab")["religion"] == "DEM"
    assert list(own.categories) == [*taxonomy().categories, "religion"]
    assert "religion" not in taxonomy().categories
