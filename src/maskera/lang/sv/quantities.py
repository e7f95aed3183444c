"""Words that make a number a quantity or a length of time, for all who read numbers by their
neighbours."""

from __future__ import annotations

from maskera import expressions as re
from maskera.lexicon.tsv import word_list

_WORDS = word_list("sv", "quantities")

QUANTITY = re.compile(rf"^{_WORDS.either('quantity')}$")
YEARS = re.compile(r"^(?:år(?!ig)\w{0,2}|ar|åren|years?)$")
ORDINAL_ENDING = re.compile(r"^(?:e|a|de|dje|nde|te|ende)$")
HOUSE_LETTER = re.compile(r"^[a-hA-H]$")
