"""`make run`: pseudonymize the sample essays into a folder as text, HTML, XML and SVALA, and print
what was found and what it became.

use: python tools/run_samples.py SAMPLES OUT. Swedish ones lie in SAMPLES, English
ones in SAMPLES/en. They are invented, so their originals may be
shown; those of real essays never.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

from rich.console import Console
from rich.table import Table

from maskera.errors import DataError, MaskeraError
from maskera.formats import SECRET_RENDERERS, SUFFIXES, readers, rendered
from maskera.formats.inputs import read_all
from maskera.io.output import store
from maskera.pipeline import Pipeline, load
from maskera.result import Result
from maskera.taxonomy import shipped, taxonomy

BY_SUFFIX = ("text", "html", "xml", "svala")
KEY = b"the samples are invented, so their key is no secret"
COLOURS = {"PASS": "green", "REVIEW": "yellow", "FAIL": "bold red"}


def main(samples: Path, out: Path, console: Console) -> None:
    """Pseudonymize every sample, write it in each format and print the tables."""
    for language, folder, target in (("sv", samples, out), ("en", samples / "en", out / "en")):
        nlp = load(language, key=KEY)
        results = []
        for item in read_all(sorted(folder.glob("*.txt")), readers(shipped())):
            if isinstance(item, DataError):
                raise item
            results.append(nlp(item))
        if results:
            write(results, target, nlp)
            console.print(found(results))
            console.print(verdicts(results))
    console.print(
        f"written to {out}: {', '.join(f'{name}/' for name in BY_SUFFIX)} (svala/ holds the originals too), English ones to en/"
    )


def write(results: list[Result], out: Path, nlp: Pipeline) -> None:
    """Every result in every format."""
    for name in BY_SUFFIX:
        with store(out / name, SUFFIXES[name], secret=name in SECRET_RENDERERS) as put:
            for result in results:
                put(
                    result.document.id, rendered(result, name, nlp.language.taxonomy, nlp.annotator)
                )


def found(results: list[Result]) -> Table:
    """What was found, by label: the original, what stands there now, how often, and in which essay."""
    table = Table(title="Found and replaced", header_style="bold", title_justify="left")
    for heading in ("label", "original", "pseudonym", "essay"):
        table.add_column(heading, overflow="fold")
    table.add_column("count", justify="right")
    order = list(taxonomy().categories)
    rows: Counter[tuple[int, str, str, str]] = Counter()
    for result in results:
        text = result.document.text
        for replacement in result.replacements:
            span = replacement.mention.span
            new = replacement.text if replacement.hidden else f"({replacement.action})"
            rows[
                order.index(replacement.mention.label),
                text[span.start : span.end],
                new,
                result.document.id,
            ] += 1
    for (label, original, new, essay), count in sorted(rows.items()):
        table.add_row(order[label], original, new, essay, str(count))
    return table


def verdicts(results: list[Result]) -> Table:
    """Each essay with its genre, how much was found and what the leak check says."""
    table = Table(title="Essays", header_style="bold", title_justify="left")
    for heading in ("essay", "genre", "mentions", "replaced", "leak check"):
        table.add_column(
            heading, justify="right" if heading in ("mentions", "replaced") else "left"
        )
    for result in results:
        verdict = result.leaks.value if result.leaks else "not checked"
        hidden = sum(replacement.hidden for replacement in result.replacements)
        genre = result.genre or result.document.meta.get("genre", "")
        shown = f"[{COLOURS[verdict]}]{verdict}[/]" if verdict in COLOURS else verdict
        table.add_row(result.document.id, genre, str(len(result.mentions)), str(hidden), shown)
    return table


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("use: python tools/run_samples.py SAMPLES OUT")
    try:
        # A pipe has no width of its own: wide enough that no row is cut.
        main(
            Path(sys.argv[1]),
            Path(sys.argv[2]),
            Console() if sys.stdout.isatty() else Console(width=110),
        )
    except MaskeraError as error:
        sys.exit(f"maskera: {error}")
