"""Words that make a number a quantity or a length of time, for all who read numbers by their
neighbours."""

from __future__ import annotations

from collections.abc import Callable

from maskera import expressions as re
from maskera.lexicon.memo import Memo
from maskera.lexicon.tsv import word_list

_WORDS = word_list("sv", "quantities")


def _words(expression: str) -> Callable[[str], bool]:
    """Whether a word is one of an expression; asked once for each word."""
    whole = re.compile(rf"^(?:{expression})$")
    return Memo[str, bool](lambda word: whole.match(word) is not None).__getitem__


is_quantity = _words(_WORDS.either("quantity"))
counts_years = _words(r"år(?!ig)\w{0,2}|ar|åren|years?")
is_ordinal_ending = _words("e|a|de|dje|nde|te|ende")
is_house_letter = _words("[a-hA-H]")
