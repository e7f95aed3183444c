"""Golden output: whether the pipeline still finds, numbers and replaces exactly what it did, over
some 12,000 texts.

use: python tools/golden.py [--write | --compare CHECKOUT] [SET ...]; all sets when none is named.
Without an option the digests of tests/golden/digests.tsv are checked; --write records today's, in
the commit that changes behaviour; --compare runs another checkout too (main's, say) and shows which
documents differ, by offsets and labels only.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import re
import subprocess
import sys
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from pathlib import Path

from maskera.errors import DataError
from maskera.evaluate.read import read
from maskera.formats import readers
from maskera.formats.inputs import read_all
from maskera.pipeline import Pipeline, load
from maskera.result import Result
from maskera.taxonomy import shipped
from maskera.text import Document

ROOT = Path(__file__).parent.parent
SHARED = ROOT.parent / "shared" / "data"
DIGESTS = ROOT / "tests" / "golden" / "digests.tsv"
MODES = ("full", "rules")
KEY = b"the key of golden output is known to everybody"
HEAD = "# Written by tools/golden.py --write; a line changes only with the commit that means to.\n"
NOISED, SEED = 2000, 18
"""How many sentences are noised, and the seed by which they are chosen."""

Outcome = tuple[tuple[object, ...], ...]
"""What became of a document: a row a mention, and a last one with genre and verdict."""


def annotated(name: str) -> list[Document]:
    """The texts of an annotated set beside the repository; raises FileNotFoundError where it is
    absent."""
    path = SHARED / f"{name}.jsonl"
    if not path.is_file():
        raise FileNotFoundError(path)
    return [document for document, _ in read(path, shipped())]


def samples() -> list[Document]:
    """The Swedish sample essays of the repository (English ones stand in samples/en)."""
    found = []
    for item in read_all(sorted((ROOT / "samples").glob("*.txt")), readers(shipped())):
        if isinstance(item, DataError):
            raise item
        found.append(item)
    return found


def cases() -> list[Document]:
    """The sentences of tests/cases, each by a name that only a change of its line changes."""
    sys.path.insert(0, str(ROOT / "tests"))
    try:
        from cases.reading import read_all as read_cases
    finally:
        sys.path.remove(str(ROOT / "tests"))
    return [Document(case.pin, case.text) for case in read_cases()]


def _glued(text: str, rng: random.Random) -> str:
    """The text without one of its blanks in six, as forgotten ones."""
    return re.sub(" ", lambda _: "" if rng.random() < 1 / 6 else " ", text)


def _with_emoji(text: str, rng: random.Random) -> str:
    """The text with emoji for one blank in eight: of one code point, of several, with a joiner."""
    return re.sub(
        " ",
        lambda _: rng.choice((" 😀 ", "👍🏽 ", " 👩‍👧", " ❤️ ")) if rng.random() < 1 / 8 else " ",
        text,
    )


NOISES: Sequence[Callable[[str, random.Random], str]] = (
    lambda text, _: text.lower(),
    lambda text, _: text.upper(),
    _glued,
    lambda text, _: unicodedata.normalize("NFD", text),
    _with_emoji,
    lambda text, rng: re.sub(" ", lambda _: rng.choice("  \u00a0"), text),
)
"""What is done to a text, one noise a sentence in turn."""


def noised() -> list[Document]:
    """Sentences of learners and lines of essays, chosen and spoilt by a fixed seed."""
    rng = random.Random(SEED)
    lines = [d.text for name in ("swell_dev", "swell_train") for d in annotated(name)]
    lines += [
        line
        for name in ("essays_dev", "essays_train")
        for d in annotated(name)
        for line in d.text.splitlines()
    ]
    chosen = rng.sample([line for line in lines if " " in line], NOISED)
    return [
        Document(f"noised-{number}", NOISES[number % len(NOISES)](line, rng))
        for number, line in enumerate(chosen)
    ]


SETS: Mapping[str, Callable[[], list[Document]]] = {
    "samples": samples,
    "cases": cases,
    "swell_dev": partial(annotated, "swell_dev"),
    "essays_dev": partial(annotated, "essays_dev"),
    "noised": noised,
    "swell_train": partial(annotated, "swell_train"),
    "essays_train": partial(annotated, "essays_train"),
}
"""Name of a set -> what reads it; those that need the data beside the repository raise
FileNotFoundError without them."""


def outcome(result: Result) -> Outcome:
    """What must not change without being meant: spans, labels, numbers, features, replacements,
    genre and verdict."""
    rows: list[tuple[object, ...]] = []
    for replacement in result.replacements:
        mention = replacement.mention
        place, features = (mention.span.start, mention.span.end), ",".join(sorted(mention.features))
        new = replacement.text if replacement.hidden else ""
        rows.append((*place, mention.label, mention.number, features, replacement.action, new))
    genre = result.genre or result.document.meta.get("genre", "")
    return (*rows, (genre, str(result.leaks), result.named))


def outcomes(nlp: Pipeline, documents: Iterable[Document]) -> Iterator[tuple[str, Outcome]]:
    """The id of each document and what became of it."""
    return ((result.document.id, outcome(result)) for result in nlp.pipe(documents))


def digest(found: Iterable[tuple[str, Outcome]]) -> str:
    """One short hash of all outcomes of a set, whatever their order."""
    lines = sorted(json.dumps(pair, ensure_ascii=False) for pair in found)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


def pipelines() -> dict[str, Pipeline]:
    """A pipeline a mode, with the known key."""
    return {mode: load(mode=mode, key=KEY) for mode in MODES}


def recorded() -> dict[str, tuple[str, ...]]:
    """Set -> number of documents and a digest a mode, as recorded."""
    rows = [
        line.split("\t")
        for line in DIGESTS.read_text(encoding="utf-8").splitlines()
        if line and not line.startswith("#")
    ]
    return {name: tuple(rest) for name, *rest in rows[1:]}


def measured(name: str, nlps: Mapping[str, Pipeline]) -> tuple[str, ...]:
    """The same as it is today; raises FileNotFoundError where the texts are absent."""
    documents = SETS[name]()
    return (str(len(documents)), *(digest(outcomes(nlps[mode], documents)) for mode in MODES))


def write(names: Sequence[str]) -> None:
    """Record today's digests of these sets; others stay as they are."""
    kept, nlps = recorded() if DIGESTS.is_file() else {}, pipelines()
    for name in names:
        try:
            kept[name] = measured(name, nlps)
        except FileNotFoundError:
            print(
                f"{name}: left as it is, its texts do not lie beside the repository",
                file=sys.stderr,
            )
    rows = [("set", "documents", *MODES), *((name, *kept[name]) for name in SETS if name in kept)]
    DIGESTS.write_text(HEAD + "".join("\t".join(row) + "\n" for row in rows), encoding="utf-8")


def check(names: Sequence[str]) -> bool:
    """Whether all of these sets are as recorded; says of each what differs."""
    known, nlps, same = recorded(), pipelines(), True
    for name in names:
        try:
            now = measured(name, nlps)
        except FileNotFoundError:
            print(f"{name}: skipped, its texts do not lie beside the repository")
            continue
        columns = ("documents", *MODES)
        changed = [
            column
            for column, old, new in zip(columns, known.get(name, ("",) * 3), now, strict=True)
            if old != new
        ]
        print(
            f"{name}: {'as recorded' if not changed else 'changed in ' + ', '.join(changed)}",
            flush=True,
        )
        same &= not changed
    return same


def dump(names: Sequence[str]) -> None:
    """Every outcome as a JSON line on standard output: what --compare asks of another checkout.
    Holds pseudonyms, no originals."""
    nlps = pipelines()
    for name in names:
        documents = SETS[name]()
        for mode in MODES:
            for id_, found in outcomes(nlps[mode], documents):
                print(json.dumps([name, mode, id_, found]))


def _dumped(checkout: Path, names: Sequence[str]) -> dict[tuple[str, str, str], list[list[object]]]:
    """What the code of a checkout makes of the texts of this one."""
    environment = {**os.environ, "PYTHONPATH": str(checkout / "src")}
    run = subprocess.run(
        [sys.executable, __file__, "--dump", *names],
        env=environment,
        stdout=subprocess.PIPE,
        check=True,
    )
    rows = map(json.loads, run.stdout.splitlines())
    return {(name, mode, id_): found for name, mode, id_, found in rows}


def compare(checkout: Path, names: Sequence[str], most: int = 40) -> bool:
    """Whether another checkout makes the same of the same texts; shows at most so many documents
    that differ."""
    theirs, ours = _dumped(checkout, names), _dumped(ROOT, names)
    differ = [key for key in ours if ours[key] != theirs[key]]
    for key in islice(differ, most):
        print(*key)
        for sign, here, there in (("-", theirs, ours), ("+", ours, theirs)):
            for row in here[key]:
                if row not in there[key]:
                    print(
                        f"  {sign}",
                        *row[:-1] if len(row) > 3 else row,
                        *_what_else(row, there[key]),
                    )
    print(f"{len(differ)} of {len(ours)} outcomes differ")
    return not differ


def _what_else(row: list[object], others: list[list[object]]) -> list[str]:
    """A remark where only the pseudonym differs."""
    return ["(another pseudonym)"] if any(row[:-1] == other[:-1] for other in others) else []


def main(arguments: Sequence[str]) -> int:
    """Carry out one option; the exit code."""
    options = [argument for argument in arguments if argument.startswith("--")]
    rest = [argument for argument in arguments if not argument.startswith("--")]
    checkout = Path(rest.pop(0)).resolve() if options == ["--compare"] and rest else None
    available = (SHARED / "swell_dev.jsonl").is_file()
    names = rest or [name for name in SETS if available or name in ("samples", "cases")]
    if unknown := [name for name in names if name not in SETS]:
        print(f"golden: no set {unknown[0]!r}; there is {', '.join(SETS)}", file=sys.stderr)
        return 2
    if checkout:
        return 0 if compare(checkout, names) else 1
    if options == ["--dump"]:
        dump(names)
        return 0
    if options == ["--write"]:
        write(names)
        return 0
    if options:
        print(
            "golden: use: python tools/golden.py [--write | --compare CHECKOUT] [SET ...]",
            file=sys.stderr,
        )
        return 2
    return 0 if check(names) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
