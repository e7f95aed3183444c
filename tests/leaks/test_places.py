"""Where replacements stand, and the same places with the letters of the text composed."""

from __future__ import annotations

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from maskera.leaks.places import Places, compose
from maskera.mentions import Mention
from maskera.result import Replacement
from maskera.text import Span


@given(st.text(alphabet="aåÅöAO\u030a\u0308\u0323. \n-한\u1112\u1161\u11ab\u212b"))
def test_composing_gives_nfc_and_the_origin_of_each_character(text: str) -> None:
    composed, origins = compose(text)
    assert composed == unicodedata.normalize("NFC", text)
    assert (
        len(origins) == len(composed) + 1
        and list(origins) == sorted(origins)
        and origins[-1] == len(text)
    )


def test_places_move_with_the_letters_and_blank_what_stands_there() -> None:
    text = unicodedata.normalize("NFD", "Åå Börje gå")
    place = Span(text.index("B"), text.index("e") + 1)
    composed, origins = compose(text)
    moved = Places([place], [Replacement(Mention(Span(0, 3), "city"), "replace", "x")]).moved(
        origins
    )
    assert moved.spans == [Span(3, 8)]
    assert moved.blanked(composed) == "Åå \0\0\0\0\0 gå"
    assert (moved.at(3, 4), moved.at(9, 11)) == (True, None)
