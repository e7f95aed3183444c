"""Keyed choices."""

from __future__ import annotations

import subprocess
import sys
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from maskera.replace.keyed import Permutation, _part, digest, index, made_id, rng, shuffled

sizes = st.integers(1, 300)


@settings(max_examples=25, deadline=None)
@given(st.binary(min_size=1, max_size=40), sizes)
def test_a_permutation_gives_every_element_once_and_its_inverse_undoes_it(
    key: bytes, size: int
) -> None:
    permutation = Permutation(key, size, "surname")
    images = [permutation(place) for place in range(size)]
    assert sorted(images) == list(range(size))
    assert [permutation.inverse(image) for image in images] == list(range(size))


@settings(max_examples=25, deadline=None)
@given(st.binary(min_size=1, max_size=40), st.integers(2, 300), st.integers(1, 5))
def test_a_step_is_injective_and_never_stays(key: bytes, size: int, steps: int) -> None:
    permutation = Permutation(key, size, "x")
    images = [permutation.step(place, steps) for place in range(size)]
    assert len(set(images)) == size
    assert steps % size == 0 or all(image != place for place, image in enumerate(images))


def test_the_parts_of_the_material_do_not_run_together() -> None:
    assert digest(b"k", "ab", "c") != digest(b"k", "a", "bc") != digest(b"k", "abc")
    assert digest(b"k", "a") != digest(b"l", "a")


def test_letters_count_alike_however_they_are_composed_and_in_halves_too() -> None:
    assert (
        digest(b"k", "A\u030asa/\u00f6 1")
        == digest(b"k", "\u00c5sa/\u00f6 1")
        != digest(b"k", "Asa/\u00f6 1")
    )
    assert digest(b"k", "\u00c5sa").hex()[:16] == "9cbb22ed7297399d"
    assert digest(b"k", "\udce5") != digest(b"k", "\udce4")


def test_a_made_id_needs_the_key_and_keeps_nothing_of_the_text() -> None:
    assert made_id("a", b"one key") == made_id("a", b"one key") != made_id("a", b"another")
    assert made_id("a", b"one key") != made_id("b", b"one key")
    kept = _part.cache_info().currsize
    made_id("a text that nobody has asked for", b"one key")
    assert _part.cache_info().currsize == kept


def test_numbers_do_not_depend_on_pythons_hash_seed() -> None:
    program = "from maskera.replace.keyed import *; print(rng(b'k','a').random(), index(b'k', 997, 'a'), Permutation(b'k', 50)(7))"
    other = subprocess.run(
        [sys.executable, "-c", program],
        env={"PYTHONHASHSEED": "7"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert (
        other.stdout
        == f"{rng(b'k', 'a').random()} {index(b'k', 997, 'a')} {Permutation(b'k', 50)(7)}\n"
    )


def test_shuffling_one_at_a_time_gives_what_the_sample_of_all_gives() -> None:
    for size in (0, 1, 4, 27, 500):
        assert list(shuffled(Random(7), range(size))) == Random(7).sample(range(size), size)
