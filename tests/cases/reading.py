"""Detection cases: sentences with the mentions that must be found written into them. For
tests/test_cases.py and tools/pin_failures.py.

One case a line: `Jag heter [[Anna|firstname_female]] och bor i [[Rom|city|foreign]].` A line
without markup claims that nothing is found. `#` begins a comment. `\\n`, `\\t` and `\\u0308` stand
for what an editor would hide. Flags: gen, def, pl, foreign, ref=N. A folder holds the cases of one
language and, in known_failures_MODE.txt, those that are known to fail.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from maskera.mentions import Mention
from maskera.pipeline import load
from maskera.taxonomy import taxonomy
from maskera.text import Document, Span

FOLDER = Path(__file__).parent
LANGUAGES = tuple(sorted(path.name for path in FOLDER.iterdir() if any(path.glob("*.txt"))))
ELSEWHERE = {"replace.txt", "forms.txt"}  # cases of replacement, read by tests of their own
KEY = b"cases never draw a pseudonym, but a pipeline has a key"

_MARK = re.compile(r"\[\[([^|\]]+)\|([a-z_]+)(?:\|([^|\]]*))?\]\]")
_ESCAPE = re.compile(r"\\(n|t|u[0-9a-fA-F]{4})")


class CaseError(Exception):
    """A line that is no case; str() names file and line."""


@dataclass(frozen=True, slots=True)
class Expected:
    """A mention as marked; ref 0 where the line does not say who or what is meant."""

    span: Span
    label: str
    features: frozenset[str] = frozenset()
    ref: int = 0


@dataclass(frozen=True, slots=True)
class Case:
    """One line: where it stands, as written, its text without markup, and what must be found in it."""

    language: str
    file: str
    number: int
    line: str
    text: str
    mentions: tuple[Expected, ...]

    @property
    def id(self) -> str:
        """Where the case stands today."""
        return f"{self.file}:{self.number}"

    @property
    def pin(self) -> str:
        """What the case is called in the lists of known failures: stays when lines move, changes
        with the line."""
        return f"{self.file}:{hashlib.sha256(self.line.encode()).hexdigest()[:10]}"


def read_case(language: str, file: str, number: int, line: str) -> Case:
    """The case of one line; raises CaseError when the markup is broken or a label or flag unknown."""
    pieces: list[str] = []
    mentions: list[Expected] = []
    length = done = 0
    for mark in _MARK.finditer(line):
        before, surface = _plain(line[done : mark.start()]), _plain(mark[1])
        start = length + len(before)
        length = start + len(surface)
        features, ref = _flags(mark[3] or "", f"{file}:{number}")
        mentions.append(Expected(Span(start, length), mark[2], features, ref))
        pieces += before, surface
        done = mark.end()
    text = "".join((*pieces, _plain(line[done:])))
    if "[[" in text or "]]" in text:
        raise CaseError(f"{file}:{number}: broken markup")
    for mention in mentions:
        if mention.label not in taxonomy().categories:
            raise CaseError(f"{file}:{number}: label {mention.label!r} not in the taxonomy")
    return Case(language, file, number, line, text, tuple(mentions))


def _plain(marked: str) -> str:
    return _ESCAPE.sub(
        lambda found: {"n": "\n", "t": "\t"}.get(found[1]) or chr(int(found[1][1:], 16)), marked
    )


def _flags(written: str, where: str) -> tuple[frozenset[str], int]:
    features, ref = set(), 0
    for flag in filter(None, (flag.strip() for flag in written.split(","))):
        if re.fullmatch(r"ref=[1-9]\d*", flag):
            ref = int(flag[4:])
        elif flag in taxonomy().features:
            features.add(flag)
        else:
            raise CaseError(
                f"{where}: flag {flag!r} is none of {', '.join(sorted(taxonomy().features))}, ref=N"
            )
    return frozenset(features), ref


def read_file(path: Path) -> list[Case]:
    """The cases of a file, without comments and blank lines."""
    lines = enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
    return [
        read_case(path.parent.name, path.name, number, line)
        for number, line in lines
        if line.strip() and not line.startswith("#")
    ]


@cache
def read_all(language: str = "sv") -> tuple[Case, ...]:
    """All detection cases of a language, file by file."""
    paths = (
        path
        for path in sorted((FOLDER / language).glob("*.txt"))
        if path.name not in ELSEWHERE and not path.name.startswith("known_failures_")
    )
    return tuple(case for path in paths for case in read_file(path))


def files(language: str) -> list[str]:
    """The names of the case files of a language."""
    return sorted({case.file for case in read_all(language)})


def pins_file(language: str, mode: str) -> Path:
    """Where the known failures of a mode are listed: the pin of a case, a blank, its line."""
    return FOLDER / language / f"known_failures_{mode}.txt"


@cache
def read_pins(language: str, mode: str) -> frozenset[str]:
    """The pins of the cases that are known to fail in a mode; none where there is no list."""
    path = pins_file(language, mode)
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return frozenset(line.split(" ")[0] for line in lines if line and not line.startswith("#"))


@cache
def all_faults(language: str, mode: str) -> dict[Case, list[str]]:
    """What a mode, under the default policy, gets wrong in each case of a language, in words."""
    cases = read_all(language)
    found = load(language, mode=mode, key=KEY).detect_all(
        Document(case.id, case.text, language) for case in cases
    )
    return {case: compare(case, mentions) for case, (_, mentions) in zip(cases, found, strict=True)}


def compare(case: Case, found: list[Mention]) -> list[str]:
    """Spans and labels must agree; features where any is marked, `foreign` always; numbers where
    refs are marked."""
    expected = {(mention.span, mention.label): mention for mention in case.mentions}
    actual = {(mention.span, mention.label): mention for mention in found}
    wrong = [f"missed {_shown(case, *key)}" for key in sorted(expected.keys() - actual.keys())]
    wrong += [f"not marked {_shown(case, *key)}" for key in sorted(actual.keys() - expected.keys())]
    both = [(expected[key], actual[key]) for key in sorted(expected.keys() & actual.keys())]
    for wanted, mention in both:
        features = mention.features if wanted.features else mention.features & {"foreign"}
        if features != wanted.features:
            got = ",".join(sorted(features)) or "none"
            wrong.append(
                f"features {got} at {_shown(case, wanted.span, wanted.label)}, not {','.join(sorted(wanted.features)) or 'none'}"
            )
    referring = [(wanted, mention) for wanted, mention in both if wanted.ref]
    for index, (one, first) in enumerate(referring):
        for other, second in referring[index + 1 :]:
            comparable = taxonomy().same_identity(one.label, other.label)
            if comparable and (one.ref == other.ref) != (first.number == second.number):
                here, there = (
                    case.text[mention.span.start : mention.span.end] for mention in (one, other)
                )
                wrong.append(
                    f"{here!r} and {there!r} {'differ' if one.ref == other.ref else 'share'} in number"
                )
    return wrong


def _shown(case: Case, span: Span, label: str) -> str:
    return f"{case.text[span.start : span.end]!r} {label}"
