"""Dates in words and ages: 3 May 2020, May 3rd, the fifth of June, Monday 9th; forty years old,
aged 16, when I was seven."""

from __future__ import annotations

from collections.abc import Iterator

from maskera.lexicon.table import TokenTable
from maskera.mentions import Detection, Evidence, Trust

ORDINAL = frozenset(("st", "nd", "rd", "th"))
SMALL_WORDS = frozenset(("of", "the", ","))
YEARS = frozenset(("year", "years", "yrs", "yr", "yo", "months", "month"))
TURNED = frozenset(("turned", "turn", "turning", "aged", "age"))
OLD = frozenset(("old",))
AM = frozenset(("am", "is", "was", "are", "were", "be", "'m", "m"))
SUBJECT = frozenset(("i", "he", "she", "they", "we", "who", "brother", "sister", "son", "daughter",
                     "mother", "father", "wife", "husband"))  # fmt: skip
AGE_AFTER = frozenset((".", ",", "and", "when", "now", "!", ";", "but", "at", "so", ")", "then"))
OF_DATE = Evidence("date:parts of one date", 6.0)
ALONE = Evidence("date:month alone", 1.0)
OLD_ENOUGH = Evidence("age:years old", 6.0)
SAID = Evidence("age:said of somebody", 4.0)


def claims(table: TokenTable) -> Iterator[Detection]:
    """The parts of dates in words, each a claim of its own, and ages."""
    for index, word in enumerate(table.words):
        if "month_word" in word.labels:
            yield from _date(table, index)
        elif "weekday" in word.labels and (day := _day_at(table, index + 1)):
            yield table.claim(index, index, "day", OF_DATE, trust=Trust.FORMAL)
            yield table.claim(*day, "day", OF_DATE, trust=Trust.FORMAL)
        elif word.shape == "digit" or "number" in word.labels:
            yield from _age(table, index)


def _date(table: TokenTable, month: int) -> Iterator[Detection]:
    before = _day_before(table, month)
    after = _day_at(table, month + 1) if before is None else None
    ends = (after or (month, month))[1]
    year = _year_at(table, ends + 1)
    parts = [part for part in (before, after) if part]
    word = table.words[month]
    telling = word.shape in ("capital", "upper") and not table.sentence_initial[month]
    if parts or year is not None:
        yield table.claim(month, month, "month_word", OF_DATE, trust=Trust.FORMAL)
    elif (
        telling or word.zipf < 4.0 or table.left(month) in ("in", "since", "last", "until", "next")
    ):
        ambiguous = Evidence("ordinary word", -word.plain if word.shape == "lower" else 0.0)
        yield table.claim(month, month, "month_word", Evidence("list:month", 2.0), ambiguous, ALONE)
    for part in parts:
        yield table.claim(*part, "day", OF_DATE, trust=Trust.FORMAL)
    if year is not None:
        yield table.claim(year, year, "year", OF_DATE, trust=Trust.FORMAL)
    start = before[0] if before else month
    while start > 0 and table.lowers[start - 1] in SMALL_WORDS:
        start -= 1
    if parts and start > 0 and "weekday" in table.words[start - 1].labels:
        yield table.claim(start - 1, start - 1, "day", OF_DATE, trust=Trust.FORMAL)


def _is_day(table: TokenTable, index: int) -> bool:
    if not 0 <= index < len(table.words):
        return False
    lower = table.lowers[index]
    if lower.isdecimal():
        return len(lower) <= 2 and 1 <= int(lower) <= 31
    entry = table.entry(index, "ordinal")
    return entry is not None and 1 <= entry.value <= 31


def _day_at(table: TokenTable, index: int) -> tuple[int, int] | None:
    """The tokens of a day that begins here, or behind "the": 3, 3rd, third."""
    while index < len(table.words) and table.lowers[index] in SMALL_WORDS:
        index += 1
    if not _is_day(table, index):
        return None
    ordinal = table.at(index + 1) in ORDINAL and table.glued(index)
    if table.glued(index) and not ordinal and table.at(index + 1) in (":", ".", "/", "%"):
        return None  # a time, a price
    return index, index + 1 if ordinal else index


def _day_before(table: TokenTable, month: int) -> tuple[int, int] | None:
    """The tokens of a day that ends here: 3 May, 3rd of May."""
    index = month - 1
    while index >= 0 and table.lowers[index] in SMALL_WORDS:
        index -= 1
    if index >= 1 and table.lowers[index] in ORDINAL and table.glued(index - 1):
        return (index - 1, index) if _is_day(table, index - 1) else None
    return (index, index) if _is_day(table, index) else None


def _year_at(table: TokenTable, index: int) -> int | None:
    while index < len(table.words) and table.lowers[index] in (",", "of"):
        index += 1
    lower = table.at(index)
    return index if len(lower) == 4 and lower.isdecimal() and 1500 <= int(lower) < 2200 else None


def _age(table: TokenTable, index: int) -> Iterator[Detection]:
    """A number that says how old somebody is."""
    last = index
    while last + 1 < len(table.words) and last - index < 3 and _number_goes_on(table, index, last):
        last += 1 if table.lowers[last + 1] != "-" else 2
    label = "age_digits" if table.words[index].shape == "digit" else "age_string"
    if index and "number" in table.words[index - 1].labels and label == "age_string":
        return  # inside a number that began before
    behind = [table.right(last, step) for step in range(1, 5)]
    plain = [word for word in behind if word != "-"]
    if plain[:1] and plain[0] in YEARS and ("old" in plain[1:2] or "of" in plain[1:2]):
        yield table.claim(index, last, label, OLD_ENOUGH, trust=Trust.FORMAL)
    elif table.left(index) in TURNED:
        yield table.claim(index, last, label, SAID, trust=Trust.FORMAL)
    elif (
        table.left(index) in AM
        and table.left(index, 2) in SUBJECT
        and behind[0] in AGE_AFTER | YEARS | {""}
    ):
        yield table.claim(index, last, label, SAID)


def _number_goes_on(table: TokenTable, first: int, last: int) -> bool:
    if table.words[first].shape == "digit":
        return False
    following = table.lowers[last + 1]
    if following == "-" and last + 2 < len(table.words):
        return "number" in table.words[last + 2].labels
    return "number" in table.words[last + 1].labels
