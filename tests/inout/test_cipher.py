"""Encryption at rest: what is sealed opens under its key, in its place, unchanged, and not
otherwise."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskera.io.cipher import Keys, Sealer, WrongKeyError

KEYS = Keys(b"one secret of the tests" * 2)
OTHERS = Keys(b"another secret of the tests" * 2)


@given(st.binary(max_size=200), st.text(max_size=20))
def test_what_is_sealed_opens_again_and_shows_nothing(plain: bytes, about: str) -> None:
    sealed = KEYS.project.seal(plain, about)
    assert KEYS.project.open(sealed, about) == plain
    assert len(plain) < 4 or plain not in sealed
    assert sealed != KEYS.project.seal(
        plain, about
    )  # another nonce: equal texts cannot be told by their rows


@given(st.binary(min_size=1, max_size=100), st.data())
def test_a_changed_byte_does_not_open(plain: bytes, data: st.DataObject) -> None:
    sealed = bytearray(KEYS.project.seal(plain, "essay 1"))
    sealed[data.draw(st.integers(0, len(sealed) - 1))] ^= data.draw(st.integers(1, 255))
    with pytest.raises(WrongKeyError):
        KEYS.project.open(bytes(sealed), "essay 1")


@pytest.mark.parametrize(
    "sealed",
    [b"", b"short", pytest.param(KEYS.project.seal(b"Anna", "essay 1")[:-1], id="cut")],
)
def test_a_piece_does_not_open(sealed: bytes) -> None:
    with pytest.raises(WrongKeyError):
        KEYS.project.open(sealed, "essay 1")


def test_another_place_and_another_key_do_not_open() -> None:
    sealed = KEYS.project.seal(b"Anna", "essay 1")
    for keys, about in ((KEYS, "essay 2"), (OTHERS, "essay 1")):
        with pytest.raises(WrongKeyError, match="does not open") as raised:
            keys.project.open(sealed, about)
        assert "Anna" not in str(raised.value)


def test_an_essay_has_a_key_of_its_own() -> None:
    row, sealer = KEYS.new_essay_key("essay 1")
    sealed = sealer.seal(b"Anna", "essay 1")
    assert KEYS.essay(row, "essay 1").open(sealed, "essay 1") == b"Anna"
    for stranger in (KEYS.project, KEYS.new_essay_key("essay 1")[1], Sealer(bytes(32))):
        with pytest.raises(WrongKeyError):
            stranger.open(sealed, "essay 1")
    with pytest.raises(WrongKeyError):
        KEYS.essay(row, "essay 2")


def test_digests_are_found_again_under_the_same_key_alone() -> None:
    assert KEYS.lookup("A1", "essay") == Keys(b"one secret of the tests" * 2).lookup("A1", "essay")
    assert (
        len(
            {
                KEYS.lookup("A1", "essay"),
                KEYS.lookup("A1", "author"),
                KEYS.lookup("A2", "essay"),
                OTHERS.lookup("A1", "essay"),
            }
        )
        == 4
    )
    assert KEYS.lookup("\ud800", "essay")  # an id of broken JSON can be looked up


def test_a_link_depends_on_all_before_it() -> None:
    first = KEYS.link(b"", b"a")
    assert KEYS.link(first, b"b") != KEYS.link(KEYS.link(b"", b"c"), b"b")
    assert OTHERS.link(b"", b"a") != first
