"""Write the public test suite from tests/cases: benchmark/<language>.jsonl and benchmark/suite.json.

A version is a snapshot: figures of one version can be compared, and cases change. Where the suite
that is there differs from the cases of today, only a new version may be written.

use: python tools/write_benchmark.py VERSION [FOLDER]
"""

from __future__ import annotations

import hashlib
import re
import sys
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from cases.reading import FOLDER, LANGUAGES, read_all
from cases.reading import Case as Line

from maskera.evaluate.phenomena import Case, Place, Trap

SUITE = Path(__file__).parent.parent / "benchmark"
LICENCE = "MIT"
_WORD = re.compile(r"\w+(?:[-.:/@]\w+)*")


class Block(msgspec.Struct, frozen=True):
    """Which cases are of a phenomenon; without files of every file, without headings of every heading."""

    name: str
    about: str
    files: tuple[str, ...] = ()
    headings: tuple[str, ...] = ()

    def holds(self, file: str, heading: str) -> bool:
        """Whether a case of a file, below a heading, is of this phenomenon."""
        return (not self.files or file in self.files) and (
            not self.headings or heading.lower().startswith(self.headings)
        )


def blocks() -> tuple[Block, ...]:
    """The table of phenomena, in its order."""
    table = tomllib.loads((SUITE / "phenomena.toml").read_text(encoding="utf-8"))
    return msgspec.convert(table["phenomenon"], tuple[Block, ...])


def headings(language: str) -> dict[str, list[tuple[int, str]]]:
    """The comments of each file of cases, with their line numbers."""
    found = {}
    for path in (FOLDER / language).glob("*.txt"):
        lines = enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        found[path.name] = [(n, line[1:].strip()) for n, line in lines if line.startswith("#")]
    return found


def suite(language: str) -> list[Case]:
    """The cases of a language; ids stay when lines move and change with the line."""
    lines, table, above = read_all(language), blocks(), headings(language)
    like = labels_of_forms(lines)
    cases = []
    for line in lines:
        file = line.file.removesuffix(".txt")
        heading = next((text for n, text in reversed(above[line.file]) if n < line.number), "")
        name = next((block.name for block in table if block.holds(file, heading)), "")
        if not name:
            raise SystemExit(f"{language}/{line.id}: of no phenomenon in phenomena.toml")
        spans = tuple(Place(m.span.start, m.span.end, m.label) for m in line.mentions)
        cases.append(
            Case(
                id=f"{language}-{line.pin.replace('.txt:', '-')}",
                language=language,
                phenomenon=name,
                topic=file,
                text=line.text,
                spans=spans,
                must_not=tuple(traps(line, like)),
            )
        )
    return cases


def labels_of_forms(lines: Iterable[Line]) -> Mapping[str, set[str]]:
    """The labels of every word that is marked by itself somewhere, in small letters."""
    labels = defaultdict(set)
    for line in lines:
        for mention in line.mentions:
            labels[line.text[mention.span.start : mention.span.end].lower()].add(mention.label)
    return labels


def traps(line: Line, like: Mapping[str, set[str]]) -> Iterable[Trap]:
    """The words of a case that are not marked though they hold a digit, or are marked elsewhere."""
    for word in _WORD.finditer(line.text):
        start, end = word.span()
        if any(start < mention.span.end and mention.span.start < end for mention in line.mentions):
            continue
        labels = like.get(word[0].lower())
        if labels:
            yield Trap(start, end, tuple(sorted(labels)))
        elif any(map(str.isdigit, word[0])):
            yield Trap(start, end)


def encoded(cases: Iterable[Case]) -> bytes:
    """The file of a language."""
    return b"".join(msgspec.json.encode(case) + b"\n" for case in cases)


def with_contents(page: str, about: Mapping[str, Any]) -> str:
    """The page with a table of the phenomena and their cases."""
    begin, end = "<!-- contents -->", "<!-- /contents -->"
    rows = ["| phenomenon | what | Swedish | English |", "| --- | --- | --- | --- |"]
    for block in blocks():
        if block.about:
            counts = (about[code]["phenomena"].get(block.name, 0) for code in ("sv", "en"))
            rows.append(f"| {block.name} | {block.about} | {' | '.join(map(str, counts))} |")
    totals = (about[code]["cases"] for code in ("sv", "en"))
    rows.append(f"| all | | {' | '.join(map(str, totals))} |")
    head, _, rest = page.partition(begin)
    return f"{head}{begin}\n\n" + "\n".join(rows) + f"\n\n{end}{rest.partition(end)[2]}"


def main(version: str, folder: Path = SUITE) -> None:
    """Write the suite and what it holds."""
    files, about = {}, {}
    for language in LANGUAGES:
        cases = suite(language)
        files[language] = encoded(cases)
        about[language] = {
            "file": f"{language}.jsonl",
            "sha256": hashlib.sha256(files[language]).hexdigest(),
            "cases": len(cases),
            "spans": sum(len(case.spans) for case in cases),
            "must_not": sum(len(case.must_not) for case in cases),
            "phenomena": Counter(case.phenomenon for case in cases),
        }
    described = folder / "suite.json"
    if described.exists():
        old = msgspec.json.decode(described.read_bytes())
        same = all(
            old["languages"].get(code, {}).get("sha256") == its["sha256"]
            for code, its in about.items()
        )
        if old["version"] == version and not same:
            raise SystemExit(f"version {version} is out with other cases: give the next one")
    for language, content in files.items():
        (folder / f"{language}.jsonl").write_bytes(content)
    if folder == SUITE:
        page = SUITE / "README.md"
        page.write_text(with_contents(page.read_text(encoding="utf-8"), about), encoding="utf-8")
    table = {
        "name": "maskera test suite",
        "version": version,
        "licence": LICENCE,
        "languages": about,
    }
    described.write_bytes(msgspec.json.format(msgspec.json.encode(table), indent=2) + b"\n")


if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        raise SystemExit(__doc__)
    main(sys.argv[1], *map(Path, sys.argv[2:3]))
