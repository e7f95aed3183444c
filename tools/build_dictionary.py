"""Compile what a large dictionary of Swedish knows -> src/maskera/data/sv/dictionary.hashes.

usage: build_dictionary.py       needs the extra `lexicon`, spacy-lookups-data above all; run
build_lexicon.py first, then write_sources.py

A file of its own, because its licence is another than the lexicon's. Forms that have been counted
in text, or judged by hand, are left out: what the lexicon says of them is better founded.
"""

from __future__ import annotations

import gzip
import json
from array import array
from importlib import resources

import msgspec
import spacy_lookups_data

from build_lexicon import MARKUP, SV, Row, frequencies, merged, word_case
from maskera.lexicon.gazetteer import Dictionary, hashed

OUT = SV / "dictionary.hashes"
# Log-odds of being an ordinary word, from the words in small letters of swell_train, essays_train
# and training/ that the dictionary has: in no list 15,302 are none and 302 part of a name (3.9), as
# names of data sets only 317 and 22 (2.6), in lists by hand 228 and 63 (1.3).
UNLISTED, FOREIGN, LISTED = 3.0, 2.0, 1.0
FREQUENT = 3.0  # Zipf; rarer forms in lists by hand are names nearly as often as not, even if the dictionary has them (36 to 50)


def forms() -> set[str]:
    """The single words in small letters of the dictionary: base forms and inflected ones."""
    path = resources.files(spacy_lookups_data) / "data" / "sv_lemma_lookup.json.gz"
    lookup: dict[str, str] = json.loads(gzip.decompress(path.read_bytes()))
    return {
        form
        for form in (*lookup, *lookup.values())
        if len(form) > 2 and form.isalpha() and form.islower()
    }


def odds(rows: list[Row], zipf: float) -> float | None:
    """How ordinary a form of the dictionary is that has these rows in the lists; None when the
    lists know better."""
    if not rows:
        return UNLISTED
    if any(row.label == "ordinary" or row.label in MARKUP for row in rows):
        return None
    if not any(row.by_hand for row in rows):
        return FOREIGN
    return LISTED if zipf >= FREQUENT else None


def main() -> None:
    """Build the file and say what is in it."""
    table, counted, zipf = merged(), word_case(), frequencies()
    levels: dict[float, set[int]] = {}
    for form in sorted(forms() - counted.keys()):
        level = odds(table.get(form, []), zipf.get(form, 0.0))
        if level is not None:
            levels.setdefault(level, set()).add(hashed(form))
    dictionary = Dictionary(
        {level: array("I", sorted(hashes)).tobytes() for level, hashes in sorted(levels.items())}
    )
    OUT.write_bytes(msgspec.msgpack.encode(dictionary))
    print(
        {level: len(hashes) for level, hashes in levels.items()},
        f"{OUT.stat().st_size / 1e6:.2f} MB",
    )


if __name__ == "__main__":
    main()
