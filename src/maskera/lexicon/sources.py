"""What the lexicon of a language is compiled from: settings, lists by hand, extracts of open data."""

from __future__ import annotations

import lzma
import math
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import msgspec

from maskera.annotate.tokens import normal, tokenize
from maskera.io import decoders
from maskera.lexicon.gazetteer import FLAGS

SETTINGS = "lexicon.toml"
TERM = 0.5  # weight of a term: most are ordinary words as well
NAME_SOURCES, NAME_COUNT = 4, 50  # nomquamgender: below, typos and words of other languages abound

UNCLEAR = 0.15, 0.85  # shares of women between which a name is of either gender
RARE = 0.5  # weight of a rarer name of a clear gender


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """lexicon.toml: what the compiler must know of a language.

    left_out: beginnings of the names of lists that hold no forms of the lexicon. common: labels and
    kinds of common nouns rather than names. own_names: the origin of names borne at home.
    genitive: the ending of genitives, "" where a form does not tell. marks: letters that learners
    write without their marks, and how. streets: endings of towns that are called after a street.
    borrowed: files of another language's folder ("sv/names_asia.tsv") that are read as well.
    terms: kind of a term in the extract `terms` -> its label; other kinds are left out. ambiguous:
    log-odds of being an ordinary word for an uncounted form that the dictionary or an open list of
    terms has and a list by hand has as a name; without it the lists by hand decide alone. rarest_name:
    count from which on names of a clear gender are taken that are rarer than others must be, but no
    words of the dictionary; 0 for none.
    """

    left_out: tuple[str, ...] = ()
    common: frozenset[str] = frozenset()
    own_names: str = ""
    genitive: str = ""
    marks: dict[str, str] = {}
    streets: tuple[str, ...] = ()
    borrowed: tuple[str, ...] = ()
    terms: dict[str, str] = {}
    ambiguous: float | None = None
    rarest_name: int = 0


class Row(NamedTuple):
    """One thing a form can be, before compiling."""

    form: str
    label: str
    weight: float
    canonical: str
    parent: str = ""
    country: str = ""
    kind: str = ""
    value: int = -1
    flags: frozenset[str] = frozenset()
    by_hand: bool = False


class Sources:
    """What stands in the folder of a language, each part read once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.settings = decoders.convert(
            msgspec.toml.decode((folder / SETTINGS).read_bytes()), Settings
        )

    def extract(self, name: str) -> list[list[str]]:
        """The rows of an extract of open data; none where the language has no such extract."""
        path = self._folder / "open" / f"{name}.tsv.xz"
        if not path.is_file():
            lent = [path for path in self.borrowed if path.name == f"{name}.tsv.xz"]
            if not lent:
                return []
            path = lent[0]
        lines = lzma.decompress(path.read_bytes()).decode().splitlines()[1:]
        return [line.split("\t") for line in lines]

    @property
    def borrowed(self) -> list[Path]:
        """The files of other languages that are read as well."""
        return [self._folder.parent / name for name in self.settings.borrowed]

    @cached_property
    def frequencies(self) -> dict[str, float]:
        """Form -> its frequency class (wordfreq)."""
        rows = self.extract("frequencies")
        return {form: float(zipf) for zipf, forms in rows for form in forms.split(" ")}

    @cached_property
    def names(self) -> dict[str, tuple[int, int, float]]:
        """First name in ASCII letters -> number of sources, count, share of women."""
        rows = self.extract("first_names")
        return {form: (int(s), int(c), float(female)) for form, s, c, female in rows}

    @cached_property
    def counts(self) -> dict[str, tuple[int, int]]:
        """Form -> how often an ordinary word, how often a name (tools/count_word_case.py)."""
        path = self._folder / "counts" / "word_case.tsv"
        lines = path.read_text(encoding="utf-8").splitlines()[1:] if path.is_file() else []
        rows = (line.split("\t") for line in lines)
        return {form: (int(ordinary), int(named)) for form, ordinary, named in rows}

    def hand_written(self) -> Iterator[Row]:
        """The rows of the lists written by hand."""
        own = [
            path
            for path in sorted(self._folder.glob("*.tsv"))
            if not path.stem.startswith(self.settings.left_out)
        ]
        for path in (*own, *(path for path in self.borrowed if path.suffix == ".tsv")):
            abroad = path.stem.startswith("foreign")
            for line in path.read_text(encoding="utf-8").splitlines()[1:]:
                yield self._row(abroad, *line.split("\t"))

    def _row(self, abroad: bool, form: str, label: str, weight: str, note: str) -> Row:
        notes = dict(pair.split("=", 1) for pair in note.split(";") if pair)
        inside = notes.get("in", "")
        country = inside if len(inside) == 2 and inside.isupper() else ""
        parent = notes.get("of") or ("" if country else inside) or notes.get("county", "")
        keys = ("kind", "origin", "cont", "how", "side", "gender", "pos")
        kind = next((notes[key] for key in keys if key in notes), "")
        numbers = (notes.get(key, "") for key in ("value", "month", "day"))
        value = next((int(number) for number in numbers if number.lstrip("-").isdigit()), -1)
        flags = frozenset(flag for flag in FLAGS if notes.get(flag) == "1")
        canonical = notes.get("same") or notes.get("base") or form
        if (
            label == "city"
            and self.settings.streets
            and form.lower().endswith(self.settings.streets)
        ):
            label = "place"  # a stop or square that gave its quarter the name
        if abroad and not country:
            country = "??"  # in more than one country
        home = notes.get("iso", country)
        return Row(form, label, float(weight), canonical, parent, home, kind, value, flags, True)

    def open_data(self) -> Iterator[Row]:
        """The rows of the data sets: countries, towns, first names, surnames."""
        for name, canonical, iso in self.extract("countries"):
            yield Row(name, "country", 3.0, canonical, "", iso)
        for name, canonical, country, inhabitants in self.extract("cities"):
            weight = 0.5
            if int(inhabitants):
                size = math.log10(int(inhabitants))
                weight = max(0.5, min(3.0, size - 3.5)) if country else 2.0
            loosely = _loosely(name) if name == canonical else ()
            for written in {name, *loosely}:
                yield Row(written, "city", weight, canonical, "", country)
        words = {form for (form,) in self.extract("dictionary")}
        for name, (sources, count, female) in self.names.items():
            if sources < NAME_SOURCES or not name.isalpha() or len(name) < 3:
                continue
            if count < NAME_COUNT:
                clear = not UNCLEAR[0] <= female <= UNCLEAR[1] and name not in words
                if not clear or count < (self.settings.rarest_name or NAME_COUNT):
                    continue
                gender = "female" if female > UNCLEAR[1] else "male"
                form = name.capitalize()
                yield Row(form, f"firstname_{gender}", RARE, form, kind="nqg")
                continue
            low, high = UNCLEAR
            gender = "female" if female > high else "male" if female < low else "unknown"
            form = name.capitalize()
            yield Row(form, f"firstname_{gender}", 1.0 if count < 500 else 2.0, form, kind="nqg")
        for name, locale in self.extract("surnames"):
            yield Row(name, "surname", 2.0, name, kind=locale)
        for term, kind in self.extract("terms"):
            if label := self.settings.terms.get(kind):
                yield Row(term, label, TERM, term, kind=kind)


def _loosely(name: str) -> Iterator[str]:
    """How people write the name of a town, too: Stockton on Tees, Kings Lynn."""
    if name.count("-") > 1 and " " not in name:
        yield name.replace("-", " ")
    if "'s " in name:
        yield name.replace("'s ", "s ")


def key(form: str) -> str:
    """The form as it is looked up: its tokens, in lower case, joined by blanks."""
    if form.isalpha():
        return normal(form).lower()
    return " ".join(normal(token).lower() for token in tokenize(form).forms)
