"""What the learner sees of a token: letters, shapes and counts of the pool alone, and, where a
language pack is there, what it knows and claims of the token."""

from __future__ import annotations

import math
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from maskera.annotate.tokens import normal
from maskera.learn.pool import Pool
from maskera.learn.prior import Prior

AFFIXES = range(2, 5)
RUN = 4  # a run of one kind of character is cut at so many in a shape
WINDOW = (-2, -1, 1, 2)
YEARS = range(1900, 2100)


@lru_cache(100_000)
def lower(form: str) -> str:
    """A form as terms are compared."""
    return normal(form).lower()


@lru_cache(100_000)
def shape(form: str) -> str:
    """Anna -> Xxxx, 2019 -> 9999, A4-papper -> X9-xxxx: runs are cut at four."""
    kinds = (_kind(character) for character in form)
    return "".join("".join(list(run)[:RUN]) for _, run in groupby(kinds))


def _kind(character: str) -> str:
    if character.isdigit():
        return "9"
    if character.isalpha():
        return "X" if character.isupper() else "x"
    return character if unicodedata.category(character)[0] in "PS" else "_"


@dataclass(frozen=True)
class Counts:
    """What the pool tells of a form without anybody's answer: how often it stands there, how often
    within a sentence with a capital, and how often in small letters."""

    total: Mapping[str, int]
    capital: Mapping[str, int]
    small: Mapping[str, int]

    def rank(self, form: str) -> int:
        """How frequent a form is, on a scale of powers of three; 0 for one that never comes."""
        count = self.total.get(form, 0)
        return 1 + int(math.log(count, 3)) if count else 0

    def written(self, form: str) -> str:
        """How the pool writes a form: C with a capital within sentences, c sometimes, l never."""
        capital, small = self.capital.get(form, 0), self.small.get(form, 0)
        if not capital:
            return "l" if small else "-"
        return "c" if small else "C"


def counts(texts: Pool) -> Counts:
    """The counts of a pool."""
    total: Counter[str] = Counter()
    capital: Counter[str] = Counter()
    small: Counter[str] = Counter()
    initial = initials(texts)
    for form, first in zip(texts.forms, initial, strict=True):
        total[lower(form)] += 1
        if form[0].isupper() and not first:
            capital[lower(form)] += 1
        elif form[0].islower():
            small[lower(form)] += 1
    return Counts(total, capital, small)


def initials(texts: Pool) -> list[bool]:
    """Whether each token is the first word of its sentence."""
    words = texts.words
    found = [False] * len(texts)
    for start, end in zip(texts.starts[:-1].tolist(), texts.starts[1:].tolist(), strict=True):
        first = next((place for place in range(start, end) if words[place]), start)
        found[first] = True
    return found


@lru_cache(100_000)
def _own(form: str) -> tuple[str, ...]:
    low = lower(form)
    found = [
        f"f={low}",
        f"s={shape(form)}",
        f"S={''.join(kind for kind, _ in groupby(shape(form)))}",
    ]
    if form[0].isalpha():
        found += [f"<{low[:size]}" for size in AFFIXES if len(low) > size]
        found += [f">{low[-size:]}" for size in AFFIXES if len(low) > size]
    if digits := sum(map(str.isdigit, form)):
        found.append(f"d={min(digits, 9)}")
        if form.isdigit() and len(form) == RUN and form.isascii() and int(form) in YEARS:
            found.append("y=")
    return tuple(found)


@lru_cache(100_000)
def _beside(form: str) -> tuple[str, ...]:
    low = lower(form)
    return (f"f={low}", f"s={shape(form)}", f">{low[-3:]}")


def features(texts: Pool, known: Counts, prior: Prior) -> list[list[str]]:
    """The features of each token. known: the counts of the pool that is learned from, whatever
    the texts."""
    forms = texts.forms
    first = initials(texts)
    seen = [_counted(form, known) for form in forms]
    told = prior.features(texts)
    here = _document_words(texts, first)
    rows: list[list[str]] = []
    for start, end in zip(texts.starts[:-1].tolist(), texts.starts[1:].tolist(), strict=True):
        for place in range(start, end):
            form = forms[place]
            row = ["1", *_own(form), *seen[place], *told[place], *here[place]]
            if first[place]:
                row += ["first", f"first{shape(form)[:2]}"]
            if place - start and _glued(texts, place):
                row.append("glued")
            for offset in WINDOW:
                if start <= place + offset < end:
                    other = place + offset
                    names = _beside(forms[other]) if abs(offset) == 1 else _beside(forms[other])[:2]
                    row += [f"{offset}{name}" for name in names]
                    row += [f"{offset}{name}" for name in told[other]]
                    if abs(offset) == 1:
                        row += [f"{offset}{name}" for name in seen[other]]
                else:
                    row.append(f"{offset}=")
            before = lower(forms[place - 1]) if place > start else ""
            after = lower(forms[place + 1]) if place + 1 < end else ""
            row.append(f"b={before}|{after}")
            if place - 1 > start:
                row.append(f"bb={lower(forms[place - 2])}|{before}")
            if place + 2 < end:
                row.append(f"aa={after}|{lower(forms[place + 2])}")
            rows.append(row)
    return rows


def _counted(form: str, known: Counts) -> tuple[str, ...]:
    low = lower(form)
    written = known.written(low)
    return (f"n={known.rank(low)}", f"w={written}", f"w={written}{shape(form)[:2]}")


def _glued(texts: Pool, token: int) -> bool:
    number = int(texts.documents_of[texts.sentence_of[token]])
    tokens, index = texts.documents[number].tokens, token - texts.firsts[number]
    return tokens.starts[index] == tokens.ends[index - 1]


def _document_words(texts: Pool, first: Sequence[bool]) -> list[tuple[str, ...]]:
    """For a word that may be a name: how this document writes it elsewhere."""
    found: list[tuple[str, ...]] = []
    for begin, end in zip(texts.firsts[:-1], texts.firsts[1:], strict=True):
        forms = texts.forms[begin:end]
        capital = {
            lower(form)
            for form, initial in zip(forms, first[begin:end], strict=True)
            if form[0].isupper() and not initial
        }
        small = {lower(form) for form in forms if form[0].islower()}
        for form in forms:
            low = lower(form)
            marks = []
            if form[0].isalpha():
                if low in capital:
                    marks.append("dC")
                if low in small and form[0].isupper():
                    marks.append("dl")
            found.append(tuple(marks))
    return found


def matrix(
    rows: Sequence[Sequence[str]], columns: Mapping[str, int]
) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """Column numbers of the known features of each row, and where the rows end (CSR)."""
    indices: list[int] = []
    edges = [0]
    for row in rows:
        indices += [columns[name] for name in row if name in columns]
        edges.append(len(indices))
    return np.array(indices, np.int32), np.array(edges, np.int64)


def columns(rows: Sequence[Sequence[str]], least: int = 2) -> dict[str, int]:
    """Numbers for the features that come so often at least."""
    counted: Counter[str] = Counter()
    for row in rows:
        counted.update(row)
    return {
        name: number
        for number, name in enumerate(sorted(n for n, c in counted.items() if c >= least))
    }
