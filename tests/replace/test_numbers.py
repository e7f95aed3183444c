"""Numbers, ages and the ways of writing them."""

from __future__ import annotations

import unicodedata
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskera import LeakStatus
from maskera.replace.numbers import assign, luhn, near, pour, random_like

from .making import released, replaced, texts

ages = st.lists(st.integers(0, 120), min_size=1, max_size=40)


def around(value: int) -> list[int]:
    return [value + step for step in (-2, -1, 1, 2) if value + step >= 0]


@given(ages, st.integers(0, 1000))
def test_assigned_values_are_near_other_and_all_different(values: list[int], seed: int) -> None:
    assigned = assign(values, around, Random(seed))
    assert assigned.keys() == set(values)
    assert all(new in around(value) for value, new in assigned.items())
    assert len(set(assigned.values())) == len(assigned)


def test_an_assigned_value_is_none_of_the_originals_when_there_is_room() -> None:
    for seed in range(30):
        assert not {16, 18} & set(assign([16, 18], around, Random(seed)).values())


@given(st.binary(min_size=1, max_size=20), st.sampled_from([0, 1]))
def test_the_keyed_neighbour_is_near_other_and_injective(key: bytes, low: int) -> None:
    moved = [near(value, key, "age", low=low) for value in range(low, 130)]
    assert len(set(moved)) == len(moved)
    assert all(
        1 <= abs(new - value) <= 2 and new >= low
        for value, new in zip(range(low, 130), moved, strict=True)
    )


@given(st.text("0123456789", min_size=1, max_size=30))
def test_a_check_digit_makes_the_sum_right(digits: str) -> None:
    assert luhn(digits + str(luhn(digits))) == 0 or (luhn(digits + str(luhn(digits)) + "0") == 0)


def test_the_check_digit_of_the_standards_example() -> None:
    assert luhn("7992739871") == 3


@given(st.text(max_size=20), st.integers(0, 100))
def test_random_characters_differ_from_the_original_in_every_digit(form: str, seed: int) -> None:
    new = random_like(form, Random(seed))
    assert all(one != other for one, other in zip(form, new, strict=True) if one in "0123456789")


def test_digits_are_poured_into_their_places() -> None:
    assert pour("+46 70-1", "46701") == "+46 70-1"


@pytest.mark.parametrize("age", ["7", "25", "0", "1"])
def test_an_age_moves_by_two_years_at_most(age: str) -> None:
    new = int(released(f"Jag är [[{age}|age_digits|1]] år."[:-1]).split()[2])
    assert new >= 0 and 1 <= abs(new - int(age)) <= 2


def test_words_stay_words_and_a_misspelt_one_is_read() -> None:
    assert texts(replaced("[[tjugofem|age_string|1]]"))[0] in {
        "tjugotre",
        "tjugofyra",
        "tjugosex",
        "tjugosju",
    }
    assert texts(replaced("[[Sjutton|age_string|1]]"))[0] in {"Femton", "Sexton", "Arton", "Nitton"}
    assert texts(replaced("[[xqzzt|age_string|1]]"))[0].isalpha()


@pytest.mark.parametrize("policy", ["swell", "natural", "svala"])
@pytest.mark.parametrize("age", ["tjugoåtta", "åttio", "Tjugotvå"])
def test_an_age_in_decomposed_letters_is_read(age: str, policy: str) -> None:
    assert texts(
        replaced(f"[[{unicodedata.normalize('NFD', age)}|age_string|1]]", policy)
    ) == texts(replaced(f"[[{age}|age_string|1]]", policy))


@pytest.mark.parametrize("scope", ["document", "corpus"])
def test_nobody_becomes_zero_years_old(scope: str) -> None:
    for number in range(10):
        for age in ("1", "två", "2"):
            (new,) = texts(
                replaced(f"Han är [[{age}|age_digits|1]] år.", scope=scope, id=str(number))
            )
            assert new not in ("0", "noll", age)


@pytest.mark.parametrize("policy", ["swell", "natural"])
@pytest.mark.parametrize("id", ["A1", "B2", "C3", "D4"])
def test_halves_and_tenths_of_an_age_are_kept(policy: str, id: str) -> None:
    text = "[[tre och ett halvt|age_string|1]] [[Ett och ett halvt|age_string|2]] [[7,5|age_digits|3]] [[11 och en halv|age_digits|4]]"
    three, one, seven, eleven = texts(replaced(text, policy, id=id))
    assert three in {f"{word} och ett halvt" for word in ("ett", "två", "fyra", "fem")}
    assert one in {"Ett halvt", "Två och ett halvt", "Tre och ett halvt"}
    assert seven in {"5,5", "6,5", "8,5", "9,5"}
    assert eleven in {f"{number} och en halv" for number in (9, 10, 12, 13)}


def test_half_a_year_becomes_more() -> None:
    assert texts(replaced("[[ett halvt|age_string|1]]"))[0] in {
        "ett och ett halvt",
        "två och ett halvt",
    }


def test_one_age_is_one_age_in_digits_and_words() -> None:
    digits, word = texts(replaced("hon är [[8|age_digits|1]] ja [[åtta|age_string|1]]"))
    assert word == {"6": "sex", "7": "sju", "9": "nio", "10": "tio"}[digits]


def test_lines_are_numbered_in_order_and_pass_over_real_lines() -> None:
    assert texts(
        replaced("buss [[528|transport_nr|1]] och [[40|transport_nr|2]] och [[528|transport_nr|1]]")
    ) == ["1", "2", "1"]
    assert texts(replaced("buss [[1|transport_nr|1]] och [[2|transport_nr|2]]")) == ["3", "4"]


def test_house_numbers_are_others_from_1_to_50() -> None:
    numbers = texts(replaced("[[7|street_nr|1]] [[12 B|street_nr|2]] [[33|street_nr|3]]"))
    assert all(1 <= int(number) <= 50 for number in numbers) and len(set(numbers)) == 3
    assert not {"7", "12", "33"} & set(numbers)


@pytest.mark.parametrize("policy", ["swell", "natural", "dummy", "svala"])
@pytest.mark.parametrize(
    "number",
    [
        "[[noll sju noll ett två tre fyra fem sex|phone_nr]]",
        "[[åtta tre två sju nio nio|account_nr]]",
        "[[Fyra fem ett två|other_nr_seq]]",
        "[[nollsju tre fyra fem sex sju åtta|phone_nr]]",
        "[[niotvåsexett|other_nr_seq]]",
        "[[nittio noll tre tolv tolv trettiofyra|personid_nr]]",
    ],
)
def test_numbers_in_words_are_replaced(number: str, policy: str) -> None:
    result = replaced(f"Ring {number}.", policy)
    (made,) = result.replacements
    was = result.document.text[made.mention.span.start : made.mention.span.end]
    assert made.text.lower() != was.lower()
    assert result.leaks is LeakStatus.PASS


@given(st.tuples(*[st.integers(0, 255)] * 4), st.integers(0, 99))
def test_an_address_of_a_network_becomes_another_one(parts: tuple[int, ...], seed: int) -> None:
    drawn = random_like(".".join(map(str, parts)), Random(seed)).split(".")
    for before, after in zip(parts, drawn, strict=True):
        assert before != int(after) <= 255 and len(str(before)) == len(after)
