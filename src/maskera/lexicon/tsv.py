"""Word lists as TSV files: form, label, weight (log-odds) and a note; read once for each language
pack."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path

from maskera.errors import DataError
from maskera.io.rows import line_that_fails

Row = tuple[str, str, float, str]
"""Form, label, weight and note of an entry."""

MANY = "mul"
"""What stands for the code of a language where lists hold for many: names and their endings."""


class WordLists:
    """The lists of a folder. A list that the folder does not have is empty, so that a language may
    have few."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._read: dict[str, tuple[Row, ...]] = {}
        self._ranks: dict[str, dict[tuple[str, bool, str], list[tuple[int, str]]]] = {}

    def rows(self, name: str) -> tuple[Row, ...]:
        """The rows of a list (`cues.tsv`, `pseudonyms/names.tsv`), in the order of the file; raises
        DataError with file and line for a row that is none."""
        if name not in self._read:
            self._read[name] = self._rows(name)
        return self._read[name]

    def _rows(self, name: str) -> tuple[Row, ...]:
        file = self._folder / name if self._folder else None
        if not file or not file.is_file():
            return ()
        lines = file.read_text(encoding="utf-8").splitlines()[1:]
        same, weights = dict[str, str](), _Weights()  # they come again and again
        one = same.setdefault
        try:
            return tuple(
                [
                    (form, one(label, label), weights[weight], one(note, note))
                    for form, label, weight, note in [line.split("\t") for line in lines]
                ]
            )
        except ValueError:
            raise DataError(
                f"{name}:{line_that_fails(lines, _row)}: "
                "expected form, label, weight and note between tabs"
            ) from None

    def ranked(
        self, name: str, label: str, *, reserve: bool = False, kind: str = ""
    ) -> tuple[str, ...]:
        """The forms of a pseudonym list with a label, of the first rank or of the reserve, by their
        rank and then the alphabet."""
        if name not in self._ranks:
            ranks: dict[tuple[str, bool, str], list[tuple[int, str]]] = {}
            for form, its, _, note in self.rows(f"pseudonyms/{name}.tsv"):
                marks = notes(note)
                key = its, "reserve" in marks, marks.get("kind", "")
                ranks.setdefault(key, []).append((int(marks.get("rank", "0")), form))
            self._ranks[name] = ranks
        return tuple(form for _, form in sorted(self._ranks[name].get((label, reserve, kind), ())))


class _Weights(dict[str, float]):
    """Weights by how they are written."""

    def __missing__(self, written: str) -> float:
        self[written] = float(written)
        return self[written]


def _row(line: str) -> Row:
    form, label, weight, note = line.split("\t")
    return form, label, float(weight), note


@cache
def shipped(code: str) -> WordLists:
    """The lists of data/<code>; the same for all who ask, so that a list is read once."""
    return WordLists(Path(__file__).parent.parent / "data" / code)


class Words:
    """The words that a module of a language's rules names: a list of `words/`, by label, read when
    first asked for. One that begins or ends in a hyphen stands for all that end or begin so."""

    def __init__(self, lists: WordLists, name: str) -> None:
        self._lists, self._name = lists, name
        self._sets: dict[str, frozenset[str]] = {}

    @cached_property
    def _rows(self) -> dict[str, dict[str, int]]:
        rows: dict[str, dict[str, int]] = {}
        for form, label, _, note in self._lists.rows(f"words/{self._name}.tsv"):
            rows.setdefault(label, {})[form] = int(noted(note, "rank") or 0)
        return rows

    def ranks(self, label: str) -> Mapping[str, int]:
        """The words of a label, each with the rank that its note gives (rank=3; else 0); raises
        DataError for a label that no word has."""
        if label not in self._rows:
            raise DataError(f"words/{self._name}.tsv: no word has the label {label!r}")
        return self._rows[label]

    def __getitem__(self, label: str) -> frozenset[str]:
        if label not in self._sets:
            self._sets[label] = frozenset(self.ranks(label))
        return self._sets[label]

    def endings(self, label: str) -> tuple[str, ...]:
        """What the words of a label end in that begin with a hyphen, in the order of the file."""
        return tuple(form.removeprefix("-") for form in self.ranks(label))

    def ranked(self, label: str) -> tuple[str, ...]:
        """The words of a label by their rank and then the alphabet."""
        ranks = self.ranks(label)
        return tuple(sorted(ranks, key=lambda form: (ranks[form], form)))

    def either(self, *labels: str) -> str:
        """The words of some labels as the alternatives of an expression, those that go on before
        or behind together, else the longest first: `(?:\\w*(?:kod|nr)|(?:nummer)\\w*|tel)`."""
        groups: dict[tuple[bool, bool], list[str]] = {}
        for form in {form for label in labels for form in self.ranks(label)}:
            groups.setdefault((form[0] == "-", form[-1] == "-"), []).append(form.strip("-"))
        return f"(?:{'|'.join(_group(groups[key], *key) for key in sorted(groups, reverse=True))})"


def _group(forms: Sequence[str], before: bool, behind: bool) -> str:
    longest_first = sorted(forms, key=lambda form: (-len(form), form))
    inner = "|".join(re.escape(form).replace(r"\ ", " ") for form in longest_first)
    around = r"\w*" * before, r"\w*" * behind
    return f"{around[0]}(?:{inner}){around[1]}" if before or behind else inner


def word_list(code: str, name: str) -> Words:
    """The list data/<code>/words/<name>.tsv, for the module of that name."""
    return Words(shipped(code), name)


def notes(note: str) -> dict[str, str]:
    """`of=Lund;def=1` as a mapping."""
    if ";" not in note:  # as most
        name, _, value = note.partition("=")
        return {name: value} if name else {}
    return dict([pair.split("=", 1) for pair in note.split(";") if pair])


def noted(note: str, name: str) -> str:
    """The value of one name in a note, "" for none: a tenth of the time of all of them."""
    return f";{note}".partition(f";{name}=")[2].partition(";")[0]
