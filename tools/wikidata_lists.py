"""Lists of terms from a dump of Wikidata: the values that the properties of humans have, with the
classes that a table gives the properties (Papadopoulou et al. 2023, section 4.1).

usage: wikidata_lists.py DUMP -o FOLDER [--language en] [--properties FILE.tsv]

DUMP: the JSON dump, an entity a line, plain or compressed (.gz, .bz2); it is read twice as a stream,
so that memory grows with the number of different values, not with the dump. FOLDER gets terms.tsv:
term, class, property, count (how many humans have the value), labels and aliases each a line.
FILE.tsv: property and class in columns; without it the table of evaluation-and-risk 2.1 in PROPERTIES.
Lines that hold no entity are counted and named by number. Works without a network.
"""

from __future__ import annotations

import argparse
import bz2
import gzip
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

HUMAN, INSTANCE = "Q5", "P31"
OPENERS = {".gz": gzip.open, ".bz2": bz2.open}
SHOWN = 10  # numbers of broken lines that are told
PROPERTIES: Mapping[str, str] = {
    **dict.fromkeys(
        "P106 P101 P39 P410 P241 P97 P511 P1035 P512 P812 P140 P611 P172 P103 P1412 P21 P91 P1050 "
        "P1340 P1884 P552 P1142 P102 P945 P3716 P53 P412 P411 P2596".split(),
        "DEM",
    ),
    **dict.fromkeys(
        "P166 P800 P1344 P607 P1303 P136 P641 P1411 P50 P69 P108 P463 P793".split(), "MISC"
    ),
}
"""Property of humans -> class of its values."""
Value = tuple[str, str]
"""A property and the item that is its value."""


class Broken:
    """The numbers of lines that hold no entity."""

    def __init__(self) -> None:
        self.lines: list[int] = []

    def told(self, path: Path) -> str:
        """One sentence on them; "" for none."""
        if not self.lines:
            return ""
        named = ", ".join(map(str, self.lines[:SHOWN]))
        more = ", ..." if len(self.lines) > SHOWN else ""
        return f"{path.name}: {len(self.lines)} lines hold no entity (line {named}{more})"


@contextmanager
def opened(path: Path) -> Iterator[IO[str]]:
    """The text of a plain or compressed file."""
    open_it: Any = OPENERS.get(path.suffix, open)
    with open_it(path, "rt", encoding="utf-8") as stream:
        yield stream


def entities(lines: Iterable[str], broken: Broken) -> Iterator[dict[str, Any]]:
    """The entities of a dump: an array of which each line holds one."""
    for number, line in enumerate(lines, start=1):
        written = line.strip().removesuffix(",")
        if written in ("", "[", "]"):
            continue
        try:
            entity = json.loads(written)
        except ValueError:
            entity = None
        if isinstance(entity, dict) and isinstance(entity.get("id"), str):
            yield entity
        else:
            broken.lines.append(number)


def items(entity: Mapping[str, Any], name: str) -> list[str]:
    """The items that are values of a property of an entity; other values are none."""
    found = []
    claims = entity.get("claims")
    statements = claims.get(name, ()) if isinstance(claims, dict) else ()
    for statement in statements if isinstance(statements, list) else ():
        snak = statement.get("mainsnak") if isinstance(statement, dict) else None
        value = snak.get("datavalue", {}).get("value") if isinstance(snak, dict) else None
        if isinstance(value, dict) and isinstance(value.get("id"), str):
            found.append(value["id"])
    return found


def values(found: Iterable[Mapping[str, Any]], properties: Mapping[str, str]) -> Counter[Value]:
    """How many humans have each value of each property."""
    counts: Counter[Value] = Counter()
    for entity in found:
        if HUMAN in items(entity, INSTANCE):
            counts.update({(name, item) for name in properties for item in items(entity, name)})
    return counts


def names(entity: Mapping[str, Any], language: str) -> list[str]:
    """Label and aliases of an entity in a language."""
    label = entity.get("labels", {}).get(language)
    aliases = entity.get("aliases", {}).get(language, [])
    written = [named.get("value", "") for named in ([label] if label else []) + aliases]
    return [" ".join(name.split()) for name in dict.fromkeys(written) if name.strip()]


def terms(
    found: Iterable[Mapping[str, Any]],
    counts: Mapping[Value, int],
    properties: Mapping[str, str],
    language: str,
) -> Iterator[tuple[str, str, str, int]]:
    """Term, class, property and count of every name of every value."""
    of_item: dict[str, list[tuple[str, int]]] = {}
    for (name, item), count in counts.items():
        of_item.setdefault(item, []).append((name, count))
    for entity in found:
        for term in names(entity, language) if entity["id"] in of_item else ():
            for name, count in sorted(of_item[entity["id"]]):
                yield term, properties[name], name, count


def read_properties(path: Path) -> dict[str, str]:
    """Property -> class, of a TSV file with such columns; its first line may name them."""
    found = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        name, tab, kind = line.partition("\t")
        if not line.strip() or (number == 1 and name == "property"):
            continue
        if not tab or not name.startswith("P") or not name[1:].isdecimal() or not kind.strip():
            sys.exit(f"{path}:{number}: expected a property and its class with a tab between them")
        found[name] = kind.split("\t")[0].strip()
    return found


def main(dump: Path, folder: Path, language: str, properties: Mapping[str, str]) -> None:
    """Read the dump twice and write the list."""
    broken = Broken()
    with opened(dump) as lines:
        counts = values(entities(lines, broken), properties)
    with opened(dump) as lines:
        rows = sorted(terms(entities(lines, Broken()), counts, properties, language))
    folder.mkdir(parents=True, exist_ok=True)
    written = ("\t".join(map(str, row)) for row in rows)
    content = "\n".join(("term\tclass\tproperty\tcount", *written)) + "\n"
    (folder / "terms.tsv").write_text(content, encoding="utf-8")
    print(f"{folder / 'terms.tsv'}: {len(rows)} terms of {len(counts)} values")
    if told := broken.told(dump):
        print(told, file=sys.stderr)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n\n")[0])
    parser.add_argument("dump", type=Path)
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--language", default="en")
    parser.add_argument("--properties", type=Path)
    given = parser.parse_args()
    try:
        table = read_properties(given.properties) if given.properties else PROPERTIES
        main(given.dump, given.output, given.language, table)
    except (OSError, EOFError, UnicodeDecodeError) as error:
        sys.exit(f"{given.dump}: cannot be read ({type(error).__name__})")
