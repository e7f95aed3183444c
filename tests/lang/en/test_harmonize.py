"""One name has one gender, by its lists and by the words around it."""

from __future__ import annotations

import pytest

from maskera.lang import load_pack
from maskera.lang.en.harmonize import harmonize
from maskera.lexicon.table import token_table
from maskera.mentions import Evidence, Hypothesis, Mention
from maskera.text import Document, Span

PACK = load_pack("en")


def labels(text: str, *names: tuple[str, str]) -> list[str]:
    table = token_table(PACK.tokenization(Document("a", text, "en")), PACK.vocab)
    mentions, at = [], 0
    for name, label in names:
        at = text.index(name, at)
        thought = Hypothesis(label, (Evidence("list", 2.0),))
        mentions.append(
            Mention(Span(at, at + len(name)), label, probability=0.9, hypotheses=(thought,))
        )
        at += len(name)
    return [mention.label for mention in harmonize(table, mentions)]


@pytest.mark.parametrize(
    ("text", "name", "label"),
    [
        ("My sister Xuqila came.", "Xuqila", "firstname_female"),
        ("My brother Xuqila came.", "Xuqila", "firstname_male"),
        ("My friend Anna came and he laughed.", "Anna", "firstname_female"),
    ],
)
def test_relatives_and_lists_tell_the_gender(text: str, name: str, label: str) -> None:
    other = "firstname_male" if label == "firstname_female" else "firstname_female"
    assert labels(text, (name, other)) == [label]


@pytest.mark.parametrize(
    ("text", "names", "expected"),
    [
        (
            "My sister Xuqila came. Later Xuqila sang.",
            (("Xuqila", "firstname_female"), ("Xuqila", "firstname_male")),
            ["firstname_female"] * 2,
        ),
        ("I saw Xuqila.", (("Xuqila", "firstname_unknown"),), ["firstname_unknown"]),
        (
            "My wife and Kevin sang. My father, Maria, did not.",
            (("Kevin", "firstname_male"), ("Maria", "firstname_female")),
            ["firstname_male", "firstname_male"],
        ),
        (
            "I work at Lucky Nails. Lucky Nails is closed. Big Nails is open.",
            (
                ("Lucky Nails", "work"),
                ("Lucky Nails", "other_institution"),
                ("Big Nails", "other_institution"),
            ),
            ["work", "work", "other_institution"],
        ),
    ],
    ids=["one gender throughout", "nothing tells", "the relative beside it", "place of work"],
)
def test_names_settle_together(
    text: str, names: tuple[tuple[str, str], ...], expected: list[str]
) -> None:
    assert labels(text, *names) == expected


def test_places_where_english_is_spoken_are_not_foreign() -> None:
    text = "I moved from Leeds to Lyon."
    table = token_table(PACK.tokenization(Document("a", text, "en")), PACK.vocab)
    mentions = [
        Mention(
            Span(at := text.index(name), at + len(name)),
            "city",
            features=frozenset({"foreign"}),
            hypotheses=(
                Hypothesis("city", (Evidence("list", 2.0),), features=frozenset({"foreign"})),
            ),
        )
        for name in ("Leeds", "Lyon")
    ]
    assert [m.features for m in harmonize(table, mentions)] == [frozenset(), {"foreign"}]


@pytest.mark.parametrize(
    ("text", "names", "expected"),
    [
        (
            "My name is Dinh Van Phuoc. They call me Dinh.",
            (("Dinh", "firstname_male"), ("Van", "surname"), ("Phuoc", "surname"),
             ("Dinh", "firstname_male")),
            ["surname", "middlename", "firstname_male", "surname"],
        ),
        (
            "He is Wyatt Schumacher. Wyatt paid.",
            (("Wyatt", "surname"), ("Schumacher", "surname"), ("Wyatt", "surname")),
            ["firstname_male", "surname", "firstname_male"],
        ),
        (
            "I met Boris Becker. Becker laughed.",
            (("Boris", "firstname_male"), ("Becker", "surname"), ("Becker", "firstname_male")),
            ["firstname_male", "surname", "surname"],
        ),
    ],
)  # fmt: skip
def test_a_name_is_what_it_is_in_a_full_name(
    text: str, names: tuple[tuple[str, str], ...], expected: list[str]
) -> None:
    assert labels(text, *names) == expected


@pytest.mark.parametrize(
    ("text", "name", "label", "expected"),
    [
        ("My father Farah fished.", "Farah", "surname", "firstname_male"),
        ("Thank you. Auntie Hong", "Hong", "surname", "firstname_female"),
        ("I wrote to Mr Farah.", "Farah", "surname", "surname"),
        ("I work in Atlanta, Georgia.", "Georgia", "firstname_female", "region"),
        ("I met Anna, Georgia and Tom.", "Georgia", "firstname_female", "firstname_female"),
        ("I met Alex and he laughed.", "Alex", "firstname_female", "firstname_male"),
        ("My brother Alex came.", "Alex", "firstname_male", "firstname_male"),
        ("My sister Alex came.", "Alex", "firstname_male", "firstname_female"),
        ("We live in Regina.", "Regina", "firstname_female", "city"),
        ("We live in Regina Spektor's house.", "Regina", "firstname_female", "firstname_female"),
        ("I went with Regina.", "Regina", "firstname_female", "firstname_female"),
        ("I live in Brunswick, Melbourne.", "Brunswick", "city", "area"),
        ("I live in Melbourne.", "Melbourne", "city", "city"),
        ("I live in Springfield, Missouri.", "Springfield", "city", "city"),
    ],
)
def test_what_stands_beside_a_name_tells_what_it_is(
    text: str, name: str, label: str, expected: str
) -> None:
    assert labels(text, (name, label)) == [expected]


@pytest.mark.parametrize(
    ("text", "names", "expected"),
    [
        ("I am Um Layth.", (("Um", "firstname_male"), ("Layth", "firstname_male")),
         ["firstname_female"]),
        ("Vadim Ruslanovich Safin", (("Vadim", "firstname_male"), ("Ruslanovich", "surname"),
         ("Safin", "surname")), ["firstname_male", "middlename", "surname"]),
        ("Boris Singh Sandhu", (("Boris", "firstname_male"), ("Singh", "surname"),
         ("Sandhu", "surname")), ["firstname_male", "middlename", "surname"]),
        ("Boris Singh came.", (("Boris", "firstname_male"), ("Singh", "surname")),
         ["firstname_male", "surname"]),
    ],
)  # fmt: skip
def test_names_of_the_child_of_the_father_and_before_the_familys(
    text: str, names: tuple[tuple[str, str], ...], expected: list[str]
) -> None:
    assert labels(text, *names) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("My friend Sofia lives in Sofia.", ["firstname_female", "city"]),
        ("My friend Sofia knows Sofia.", ["firstname_female", "firstname_female"]),
    ],
)
def test_a_town_and_a_person_of_its_name_are_two(text: str, expected: list[str]) -> None:
    assert labels(text, ("Sofia", "firstname_female"), ("Sofia", "firstname_female")) == expected


@pytest.mark.parametrize(
    ("text", "names", "expected"),
    [
        ("My brother Bhai left. Bhai is tall.", ("Bhai", "Bhai"), ["firstname_male"] * 2),
        ("My aunt Tita Rosa came.", ("Tita",), ["fam"]),
        ("We love Tita and she sings.", ("Tita",), ["fam"]),
    ],
)
def test_a_relatives_word_behind_a_relative_is_a_name(
    text: str, names: tuple[str, ...], expected: list[str]
) -> None:
    assert labels(text, *((name, "fam") for name in names)) == expected


@pytest.mark.parametrize(
    ("text", "name", "label", "found"),
    [
        ("One of them was Lee Hannaford, who ran.", "Lee Hannaford", "work", "firstname surname"),
        ("My boss was Drinek Guferun.", "Drinek Guferun", "work", "firstname surname"),
        ("I gave it to DC Farrow.", "DC Farrow", "other_institution", "surname"),
        ("She introduced me to Midril.", "Midril", "city", "firstname"),
        ("The winner was Talok Foods, which grew.", "Talok Foods", "work", "work"),
        ("My landlord is Brookfield Homes, who sent it.", "Brookfield Homes", "work", "work"),
        ("I sent a parcel to Midril.", "Midril", "city", "city"),
    ],
)
def test_somebody_is_told_from_a_firm(text: str, name: str, label: str, found: str) -> None:
    assert [each.split("_")[0] for each in labels(text, (name, label))] == found.split()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("I saw it in the window of Bella Napoli.", ["other_institution"]),
        ("I saw it in the eyes of Bella Napoli.", ["firstname_female", "surname"]),
    ],
)
def test_a_house_is_told_from_somebody(text: str, found: list[str]) -> None:
    assert labels(text, ("Bella", "firstname_female"), ("Napoli", "surname")) == found
