"""Ages told by a birthday: her 58th birthday, on my thirtieth birthday; but not his birthday on the
5th, an 18th birthday card."""

from __future__ import annotations

from collections.abc import Iterator

from maskera.lang.en.dates import ORDINAL
from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import word_list
from maskera.mentions import Detection, Evidence, Trust
from maskera.rules.rule import Rule, Stage, words

POSSESSIVE = word_list("en", "word_names")["possessive"]
OLDEST = 110
BIRTHDAY = Evidence("age:a birthday", 6.0)
LABELS = frozenset(("age_digits", "age_string"))


def _birthday(table: TokenTable, index: int) -> Iterator[Detection]:
    last = first = index - 1
    if first < 1 or table.sentence[first] != table.sentence[index]:
        return
    digits = table.at(last) in ORDINAL and table.glued(last - 1)
    first -= digits
    label = "age_digits" if digits or table.lowers[first][0].isdigit() else "age_string"
    entry = table.entry(first, "ordinal")
    number = table.lowers[first].rstrip("".join(ORDINAL)) if label == "age_digits" else ""
    value = int(number) if number.isdecimal() else entry.value if entry is not None else -1
    if 0 < value <= OLDEST and _somebodys(table, first):
        yield table.claim(first, last, label, BIRTHDAY, trust=Trust.FORMAL)


def _somebodys(table: TokenTable, first: int) -> bool:
    """Whether somebody's birthday is told: my _, Anna's _."""
    before = table.left(first)
    return before in POSSESSIVE or (first > 0 and table.words[first - 1].genitive) or before == "'s"


CLAIMS = (Rule("age.birthday", Stage.CLAIM, _birthday, words("birthday"), LABELS, cases="dates"),)
