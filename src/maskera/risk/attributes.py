"""Writers and their quasi-identifiers, from mentions and metadata, generalized by the language's lists."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from maskera.lexicon.gazetteer import Entry
from maskera.risk.k_report import Generalize, Value, joined
from maskera.risk.texts import Marked, Text

if TYPE_CHECKING:
    from maskera.lang.pack import LanguagePack

CONCERNS = 0.5  # probability from which a mention is taken to concern the writer
BANDS = (10, 20)  # years of age
OLDEST = 120
AT_HOME = "in the country"


def rows(
    texts: Sequence[Text],
    attributes: Iterable[str],
    meta: Iterable[str],
    kinds: Mapping[str, str],
    value: Callable[[Marked, str], Value],
) -> dict[str, dict[str, Value]]:
    """Writer (author, else document) -> attribute -> value.

    kinds: label -> attribute (age_digits and age_string are both `age`). value: of a mention.
    """
    wanted = set(attributes)
    found: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for text in texts:
        writer = found[text.meta.get("author") or text.id]
        for marked in text.mentions:
            attribute = kinds.get(marked.label, marked.label)
            if marked.personal >= CONCERNS and attribute in wanted:
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
        form = written.casefold()
        if form.isdigit():
            return str(int(form))
        for entry in self._gazetteer.entries(form):
            if entry.label == marked.label or (entry.value >= 0 and entry.label == "number"):
                return str(entry.value) if entry.value >= 0 else entry.canonical.casefold()
        return form

    def ladders(self) -> dict[str, list[tuple[str, Generalize]]]:
        """Attribute -> what may be done to it, from fine to coarse."""
        bands = [(f"bands of {width} years", _band(width)) for width in BANDS]
        return {
            "age": bands,
            "year": [("decades", _decade)],
            "city": [("country", self._country)],
            "country": [("continent", self._continent)],
            "edu": [("kind of education", self._kind)],
            "sensitive": [("kind", self._kind)],
        }

    def _country(self, value: Value) -> Value:
        return self._each(value, lambda entry: entry.country or AT_HOME)

    def _continent(self, value: Value) -> Value:
        return self._each(value, lambda entry: entry.kind or "")

    def _kind(self, value: Value) -> Value:
        return self._each(value, lambda entry: entry.kind or "")

    def _each(self, value: Value, read: Callable[[Entry], Value]) -> Value:
        parts = []
        for part in value.split(", "):
            entries = self._gazetteer.entries(part)
            parts.append(next((told for entry in entries if (told := read(entry))), "other"))
        return joined(parts)


def _band(width: int) -> Generalize:
    def banded(value: Value) -> Value:
        ages = [int(part) for part in value.split(", ") if part.isdigit()]
        return joined(f"{age // width * width}-{age // width * width + width - 1}" for age in ages)

    return banded


def _decade(value: Value) -> Value:
    years = [part for part in value.split(", ") if part.isdigit()]
    return joined(f"{year[:-1]}0s" for year in years)
