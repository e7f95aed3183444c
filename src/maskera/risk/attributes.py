"""Writers and their quasi-identifiers, from mentions and metadata, generalized by the language's lists."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from maskera.lexicon.gazetteer import Entry
from maskera.risk.k_report import Generalize, Value, joined
from maskera.risk.population import Population, Read
from maskera.risk.texts import Marked, Text
from maskera.text import number_of

if TYPE_CHECKING:
    from maskera.lang.pack import LanguagePack

CONCERNS = 0.5  # probability from which a mention is taken to concern the writer
BANDS = (10, 20)  # years of age
OLDEST = 120
AGE = "age"  # the attribute of all labels of ages
ONE = {"age": AGE}
"""Kinds whose labels are one attribute."""
SETS = frozenset(["attribute.family", "attribute.sensitive"])
"""Kinds of which all that is said is the value; of the others it is what is said first."""
AT_HOME = "in the country"


def rows(
    texts: Sequence[Text],
    attributes: Iterable[str],
    meta: Iterable[str],
    kinds: Mapping[str, str],
    value: Callable[[Marked, str], Value],
    sets: Container[str] = (),
) -> dict[str, dict[str, Value]]:
    """Writer (author, else document) -> attribute -> value.

    kinds: label -> attribute (age_digits and age_string are both `age`). value: of a mention. Of most
    attributes the first value counts, of labels in `sets` all.
    """
    wanted = set(attributes)
    found: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for text in texts:
        writer = found[text.meta.get("author") or text.id]
        for marked in text.mentions:
            attribute = kinds.get(marked.label, marked.label)
            if marked.personal < CONCERNS or attribute not in wanted:
                continue
            if marked.label in sets or not writer[attribute]:
                writer[attribute].add(value(marked, text.written(marked)))
        for name in meta:
            if text.meta.get(name):
                writer[name].add(str(text.meta[name]))
    return {
        writer: {name: joined(values) for name, values in held.items()}
        for writer, held in found.items()
    }


class Readings:
    """What a language's lists know of a form: number of years, base form, class, country."""

    def __init__(self, language: LanguagePack) -> None:
        self._language = language
        self._gazetteer = language.vocab.gazetteer

    def value(self, marked: Marked, written: str) -> Value:
        """The value of a mention, inflection and spelling apart."""
        return self.of(frozenset([marked.label]), written)

    def of(self, labels: Container[str], written: str) -> Value:
        """The value of what a text or a population file says of an attribute with these labels."""
        form = written.casefold()
        if form.isdecimal():
            return str(number_of(form))
        for entry in self._gazetteer.entries(form):
            if entry.label in labels or (entry.value >= 0 and entry.label == "number"):
                return str(entry.value) if entry.value >= 0 else entry.canonical.casefold()
        return form

    def sets(self) -> frozenset[str]:
        """The labels of which all that is said is the value."""
        taxonomy = self._language.vocab.taxonomy
        return frozenset(label for kind in SETS for label in taxonomy.labels(kind))

    def ladders(self, widths: Sequence[int] = BANDS) -> dict[str, list[tuple[str, Generalize]]]:
        """Attribute -> what may be done to it, from fine to coarse. widths: of bands of ages."""
        of_kind: dict[str, list[tuple[str, Generalize]]] = {
            "place.settlement": [("country", self._country)],
            "place.country": [("continent", self._continent)],
            "attribute.profession": [("group", self._group)],
            "attribute.education": [("kind of education", self._kind)],
            "attribute.sensitive": [("kind", self._kind)],
            "date.year": [("decades", _decade)],
        }
        taxonomy = self._language.vocab.taxonomy
        found = {
            label: of_kind[kind]
            for label in taxonomy.categories
            if (kind := taxonomy.kind(label)) in of_kind
        }
        bands = [(f"bands of {width} years", _band(width)) for width in widths]
        return {**found, AGE: bands}

    def _country(self, value: Value) -> Value:
        return self._each(value, lambda entry: entry.country or AT_HOME)

    def _continent(self, value: Value) -> Value:
        return self._each(value, lambda entry: entry.kind or "")

    def _kind(self, value: Value) -> Value:
        return self._each(value, lambda entry: entry.kind or "")

    def _group(self, value: Value) -> Value:
        table = self._language.texts.general
        if not table:
            return value
        (label,) = self._language.vocab.taxonomy.labels("attribute.profession")
        return joined(table.wider(label, part) for part in value.split(", "))

    def _each(self, value: Value, read: Callable[[Entry], Value]) -> Value:
        parts = []
        for part in value.split(", "):
            entries = self._gazetteer.entries(part)
            parts.append(next((told for entry in entries if (told := read(entry))), "other"))
        return joined(parts)


def generalized(
    found: Sequence[Mapping[str, Value]], ladders: Mapping[str, Sequence[tuple[str, Generalize]]]
) -> list[dict[str, Value]]:
    """The rows with every attribute on the first rung of its ladder."""
    first = {name: rungs[0][1] for name, rungs in ladders.items() if rungs}
    return [
        {
            name: first[name](value) if name in first and value else value
            for name, value in row.items()
        }
        for row in found
    ]


def _band(width: int) -> Generalize:
    def banded(value: Value) -> Value:
        ages = [int(part) for part in value.split(", ") if part.isdigit()]
        return joined(f"{age // width * width}-{age // width * width + width - 1}" for age in ages)

    return banded


def _decade(value: Value) -> Value:
    years = [part for part in value.split(", ") if part.isdigit()]
    return joined(f"{year[:-1]}0s" for year in years)


def understood(found: Population, kinds: Mapping[str, str], read: Read) -> Population:
    """A population file with attributes for columns and values as texts of a language have them.

    kinds: as rows() has them; read: Readings.of.
    """
    columns = {kinds.get(column, column): column for column in found.columns}
    labels = {
        name: frozenset([name, *(each for each, kind in kinds.items() if kind == name)])
        for name in columns
    }
    rows = [
        {name: read(labels[name], row[column]) for name, column in columns.items()}
        for row in found.rows
    ]
    return Population(tuple(columns), rows, found.weights, kinds, read)
