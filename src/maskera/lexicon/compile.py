"""Compile the lexicon of a language: lists written by hand and extracts of open data sets ->
lexicon.bin and dictionary.hashes, which are generated and not committed.

usage: python -m maskera.lexicon.compile [CODE ...]     all languages that have a lexicon.toml

The build calls it; a language whose inputs are unchanged is passed over. Lists by hand go before
data sets: what they say of a form and label is not overruled. Each extract of open/ may be missing.
The dictionary is a file of its own, because its licence is another than the lexicon's; forms that
have been counted in text, or judged by hand, are left out of it: what the lexicon says of them is
better founded. The same inputs give the same bytes.
"""

from __future__ import annotations

import hashlib
import math
import sys
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from maskera.io import arrays
from maskera.lexicon.gazetteer import RARER_GENITIVE, Entry, columns, hashed, namesakes
from maskera.lexicon.letters import unmarked
from maskera.lexicon.sources import SETTINGS, Row, Sources, key
from maskera.lexicon.spelling import odds
from maskera.taxonomy import (
    ABROAD,
    FIRSTNAMES,
    FULL_NAME,
    GIVEN_NAME,
    PLACES,
    SURNAMES,
    TOWNS,
    shipped,
)

DATA = Path(__file__).parent.parent / "data"
LEXICON, DICTIONARY, CLUSTERS = "lexicon.bin", "dictionary.hashes", "clusters.bin"
# What the bytes depend on beside the lists: a change of these modules compiles anew.
CODE = (
    *("lexicon/compile", "lexicon/gazetteer", "lexicon/letters", "lexicon/sources"),
    "lexicon/spelling",
    *("annotate/tokens", "io/arrays", "kernels/strings"),
)
MOST_ODDS = 8.0
# Many learners leave the marks of letters out: "manga" is "många" more often than a name.
UNMARKED_ZIPF, UNMARKED_ODDS = 3.8, 1.2
HARDLY = -3.0  # weight of a relative's word that is a frequent name: Karim, Hanna
GENITIVE = 1.0  # log-odds by which a genitive is more ordinary than its name
SURE_PLACE = 3.0  # weight of a place whose genitive may be more frequent than itself: Kronobergs
LEAST_ZIPF = 2.2  # 90,000 forms; rarer ones are names, typos and English as often as Swedish words
NAMESAKE = 0.1  # inhabitants of a town in parts of its largest namesake's; fewer are seldom meant
FAMOUS = 3.0  # log-odds from which a town abroad goes before a namesake at home that has less
ELSEWHERE = 1.5  # log-odds by which a Swedish name (Jan) is less likely of its gender abroad
FEMALE, MALE = (shipped().label(f"{GIVEN_NAME}.{gender}") for gender in ("female", "male"))
OFTEN, MOSTLY = 500, 0.95  # count of a first name, share of a gender from which the other is rare
RARE_MOST, COMMON_MOST = 1.5, 0.6
# Log-odds of being an ordinary word, from the words in small letters of swell_train, essays_train
# and training/ that the dictionary has: in no list 15,302 are none and 302 part of a name (3.9), as
# names of data sets only 317 and 22 (2.6), in lists by hand 228 and 63 (1.3).
UNLISTED, FOREIGN, LISTED = 3.0, 2.0, 1.0
AMBIGUOUS_ZIPF = 3.5  # rarer forms of the dictionary that are names are names in most texts
FREQUENT = 3.0  # Zipf; rarer forms in lists by hand are names nearly as often as not (36 to 50)


class Compiler:
    """From the sources of a language to the columns of its lexicon and dictionary."""

    def __init__(self, sources: Sources) -> None:
        self._sources = sources
        self._settings = sources.settings
        self._counts, self._zipf = sources.counts, sources.frequencies
        self._dictionary = {form for (form,) in sources.extract("dictionary")}
        self._table = self._merged()

    def _merged(self) -> dict[str, list[Row]]:
        """All rows by form in lower case; one a form and label, those by hand first, of these the
        lists of names borne at home; a town at home before a less known namesake abroad, unless
        that is famous."""
        common, own = self._settings.common, self._settings.own_names
        table: dict[str, dict[str, Row]] = defaultdict(dict)
        at_home: dict[str, set[str]] = defaultdict(set)  # form -> what first name it is at home
        for row in self._sources.hand_written():
            written = key(row.form)
            bare = set() if row.label in FULL_NAME else {unmarked(written)}
            for form in {written} | bare:
                name = f"{row.label}/{row.canonical}"
                first = table[form].setdefault(name, row)
                better_known = first.country and not row.country and row.weight > first.weight
                famous = row.country and not first.country and row.weight >= FAMOUS > first.weight
                if better_known or famous or (own and row.kind == own):
                    table[form][name] = row
                if own and row.kind == own and row.label in FIRSTNAMES:
                    at_home[form].add(row.label)
        for form, labels in at_home.items():
            for name, row in table[form].items():
                if row.label in FIRSTNAMES - labels:
                    table[form][name] = row._replace(weight=row.weight - ELSEWHERE)
        given = {
            form
            for form, rows in table.items()
            if any(row.label in FIRSTNAMES for row in rows.values())
        }
        genitive = self._settings.genitive
        for form, rows in table.items():
            if form in given or form.removesuffix(genitive) in given:
                # Nina is no word without its marks (niña).
                table[form] = {
                    name: row
                    for name, row in rows.items()
                    if row.label not in common or key(row.form) == form
                }
        by_hand = {form: {row.label for row in rows.values()} for form, rows in table.items()}
        # Lists of names borne elsewhere have surnames that are first names here (Wyatt).
        borne = FULL_NAME if own else FIRSTNAMES
        for row in self._sources.open_data():
            form = key(row.form)
            known = by_hand.get(form, set())
            if row.label in known or known & {"ordinary", "nationality"}:
                continue
            if known & common and row.label in FULL_NAME | TOWNS:
                continue
            if row.label in FULL_NAME and known & borne and row.label not in SURNAMES:
                continue  # a gender given by hand stands
            table[form].setdefault(row.label, row)
        return {
            form: sorted(rows.values(), key=lambda row: (-row.weight, row.label, row.canonical))
            for form, rows in table.items()
        }

    def _common(self, row: Row, zipf: float) -> Row:
        """A name with its weight moved by how common it is, in tenfold steps; `value` tells it: ten
        times the logarithm of the count.

        First names by nomquamgender's counts, surnames by the frequency of the word; what neither
        knows is rare.
        """
        if row.label not in FULL_NAME:
            return row
        if row.label in SURNAMES:
            size = zipf + 0.5
        else:
            letters = unicodedata.normalize("NFD", row.form.lower())
            record = self._sources.names.get("".join(c for c in letters if c.isascii()))
            size = math.log10(record[1] + 1) if record else 1.0
            if record and not self._settings.own_names and record[1] >= OFTEN:
                # Lists of many origins have a name of both genders that hardly anybody has so.
                other = {FEMALE: 1 - record[2], MALE: record[2]}.get(row.label, 0.0)
                if other > MOSTLY:
                    row = row._replace(weight=row.weight - ELSEWHERE)
        moved = max(-RARE_MOST, min(COMMON_MOST, (size - 3.0) * 0.6))
        return row._replace(weight=row.weight + moved, value=round(10 * size))

    def _ordinariness(self, form: str, rows: list[Row]) -> float | None:
        """Log-odds that a form is an ordinary word: by hand, else counted, else from what the lists
        and its frequency say; the greater of hand and count in a language with many counts."""
        zipf = self._zipf.get(form, 0.0)
        judged = [row.weight for row in rows if row.label == "ordinary"]
        judged_alone = judged and self._settings.ambiguous is not None
        if form in self._counts and not judged_alone:
            ordinary, named = self._counts[form]
            counted = max(-4.0, min(MOST_ODDS, math.log((ordinary + 0.5) / (named + 0.5))))
            return max([counted, *judged]) if counted > 0 else counted
        if judged:
            return max(judged[0], min(judged[0] + 2.0, zipf - 1.0)) if judged[0] > 0 else judged[0]
        if self._ambiguous(form, rows, zipf):
            return self._settings.ambiguous
        if any(row.label in self._settings.common and row.weight > HARDLY for row in rows):
            return 3.0
        if not rows:
            return 1.5 if zipf >= 3.5 else 0.5
        if any("word" in row.flags for row in rows):
            return 1.0
        if not any(row.by_hand for row in rows):
            return max(-1.0, min(3.0, zipf - 2.5))  # names of data sets are words of any language
        return -2.0 if zipf == 0 or max(row.weight for row in rows) >= 3 else -0.5

    def _ambiguous(self, form: str, rows: list[Row], zipf: float) -> bool:
        """Whether a form is a name by hand and a word by open lists, and nobody has counted it."""
        if self._settings.ambiguous is None or zipf < AMBIGUOUS_ZIPF:
            return False
        common = self._settings.common
        named = any(row.by_hand and row.label not in common and row.weight > 0 for row in rows)
        sure = any(row.by_hand and row.label in common for row in rows)
        return named and not sure and form in self._dictionary

    def _of_genitive(self, stem: str, frequency: float) -> float:
        """At most how ordinary the genitive of a name is; that of a person's must be rarer than the
        name: Sveriges, but not jeans."""
        rows = self._table.get(stem, [])
        place = any(row.label in PLACES and row.weight >= SURE_PLACE for row in rows)
        if not rows or (not place and self._zipf.get(stem, 0.0) < frequency + RARER_GENITIVE):
            return MOST_ODDS
        odds = self._ordinariness(stem, rows)
        return odds + GENITIVE if odds is not None and odds < 0 else MOST_ODDS

    def _without_marks(self) -> set[str]:
        """Frequent words as they are written without the marks of their letters."""
        bare, marks = str.maketrans(self._settings.marks), set(self._settings.marks)
        return {
            form.translate(bare)
            for form, value in self._zipf.items()
            if value >= UNMARKED_ZIPF
            and marks & set(form)
            and (self._counts.get(form, (0, 0))[0] >= 3 or form not in self._table)
        }

    def lexicon(self) -> dict[str, NDArray[Any]]:
        """The columns of the lexicon (see gazetteer.COLUMNS)."""
        zipf, genitive = self._zipf, self._settings.genitive
        words = {
            form for form, value in zipf.items()
            if value >= LEAST_ZIPF and form[0].isalpha() and "\n" not in form
        }  # fmt: skip
        forms = sorted(self._table.keys() | words | self._counts.keys())
        without_marks = self._without_marks()
        entries: list[list[Entry]] = []
        ordinary: list[float | None] = []
        for form in forms:
            frequency = zipf.get(form, 0.0)
            rows = [self._common(row, frequency) for row in self._table.get(form, [])]
            odds = self._ordinariness(form, rows)
            ends = bool(genitive) and form.endswith(genitive) and not form.endswith(2 * genitive)
            told = form in self._counts
            if odds is not None and ends and not told and not any(row.by_hand for row in rows):
                odds = min(odds, self._of_genitive(form.removesuffix(genitive), frequency))
            if form in without_marks and not told and (odds is None or odds < UNMARKED_ODDS):
                odds = UNMARKED_ODDS
            ordinary.append(odds)
            entries.append([Entry(*row[:-1]) for row in rows if row.label != "ordinary"])
        found = columns(forms, entries, [zipf.get(form, 0.0) for form in forms], ordinary)
        return found | {
            "spelling": self._spelling(),
            "namesakes": namesakes(self._namesakes()),
        }

    def _namesakes(self) -> Iterator[tuple[str, str]]:
        """Towns of the data sets, in lower case, and their countries, where the entries of the form
        have a town of another country that is no far larger one (San Francisco)."""
        largest: dict[tuple[str, str], int] = {}
        for name, canonical, country, inhabitants in self._sources.extract("cities"):
            for form in {key(name), unmarked(key(name))} if name == canonical else ():
                largest[form, country] = max(int(inhabitants), largest.get((form, country), 0))
        most: dict[str, int] = defaultdict(int)
        for (form, _), people in largest.items():
            most[form] = max(most[form], people)
        for (form, country), people in largest.items():
            listed = {row.country for row in self._table.get(form, ()) if row.label in TOWNS}
            if country and listed - {country} and people >= NAMESAKE * most[form]:
                yield form, country

    def _spelling(self) -> NDArray[np.int8]:
        """How names of places abroad are spelt beside those at home (spelling.odds); names of both
        say nothing."""
        lies = {
            form: {bool(row.country) for row in rows if row.label in ABROAD}
            for form, rows in self._table.items()
        }
        return odds(
            *([form for form, its in lies.items() if its == {there}] for there in (False, True))
        )

    def dictionary(self) -> tuple[dict[str, NDArray[Any]], list[float]]:
        """The hashes of the dictionary's forms, an array for each level of log-odds; the levels."""
        levels: dict[float, set[int]] = {}
        for form in self._dictionary:
            level = None if form in self._counts else self._of_dictionary(form)
            if level is not None:
                levels.setdefault(level, set()).add(hashed(form))
        order = sorted(levels)
        hashes = (np.array(sorted(levels[level]), np.uint32) for level in order)
        return {str(number): column for number, column in enumerate(hashes)}, order

    def clusters(self) -> dict[str, NDArray[Any]]:
        """The hashes of the forms that have a cluster, in order, and its number for each; nothing
        where the language has no clusters."""
        rows = self._sources.extract("clusters")
        number = {hashed(form): int(cluster) for cluster, forms in rows for form in forms.split()}
        if not number:
            return {}
        order = sorted(number)
        return {
            "hashes": np.array(order, np.uint32),
            "clusters": np.array([number[form] for form in order], np.uint32),
        }

    def _of_dictionary(self, form: str) -> float | None:
        """How ordinary a form of the dictionary is; None when the lists know better."""
        rows = self._table.get(form)
        if not rows:
            return UNLISTED
        if any(row.label == "ordinary" or row.label in self._settings.common for row in rows):
            return None
        if not any(row.by_hand for row in rows):
            return FOREIGN
        return LISTED if self._zipf.get(form, 0.0) >= FREQUENT else None


def inputs(folder: Path) -> str:
    """A hash of all that the compiled files of a language follow from."""
    package = Path(__file__).parent.parent
    files = [package / f"{name}.py" for name in CODE]
    files += [
        folder / SETTINGS,
        *sorted(folder.glob("*.tsv")),
        *sorted(folder.glob("counts/*.tsv")),
        *Sources(folder).borrowed,
    ]
    files += sorted(folder.glob("open/*.tsv.xz"))
    found = hashlib.sha256()
    for file in files:
        content = file.read_bytes()
        found.update(f"{file.name} {len(content)}\n".encode())
        found.update(content)
    return found.hexdigest()


def up_to_date(folder: Path) -> bool:
    """Whether the compiled files of a language follow from its inputs as they are."""
    wanted = inputs(folder)
    return all(arrays.meta(folder / name).get("inputs") == wanted for name in (LEXICON, DICTIONARY))


def compile_language(folder: Path) -> Mapping[str, int]:
    """Write the two files of a language; how many forms, entries and dictionary words they hold."""
    compiler, facts = Compiler(Sources(folder)), {"inputs": inputs(folder)}
    lexicon = compiler.lexicon()
    hashes, levels = compiler.dictionary()
    arrays.write(folder / LEXICON, lexicon, facts)
    arrays.write(folder / DICTIONARY, hashes, {**facts, "odds": levels})
    if forms := compiler.clusters():
        arrays.write(folder / CLUSTERS, forms, facts)
    sizes = {"forms": len(lexicon["zipf"]), "entries": len(lexicon["row_flags"])}
    return {**sizes, "dictionary": sum(map(len, hashes.values()))}


def languages() -> list[Path]:
    """The folders of the languages that have a lexicon."""
    return sorted(path.parent for path in DATA.glob(f"*/{SETTINGS}"))


def compile_stale(folders: Iterable[Path] | None = None) -> list[Path]:
    """Compile what does not follow from its inputs any more; the folders that were compiled."""
    stale = [folder for folder in folders or languages() if not up_to_date(folder)]
    for folder in stale:
        sizes = compile_language(folder)
        told = ", ".join(f"{number:,} {name}" for name, number in sizes.items())
        print(f"lexicon of {folder.name}: {told}", file=sys.stderr)
    return stale


if __name__ == "__main__":
    compile_stale([DATA / code for code in sys.argv[1:]])
