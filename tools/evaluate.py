"""`make evaluate`: score the shipped modes on the annotated data beside the repository; tables are
printed, reports in out/evaluation.

use: python tools/evaluate.py [DATA [OUT]]. Without the data there is nothing to score: a message,
and success.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from rich.console import Console

from maskera.evaluate import output
from maskera.evaluate.align import align
from maskera.evaluate.commands import published
from maskera.evaluate.evaluation import evaluate
from maskera.evaluate.faults import faults
from maskera.evaluate.read import read
from maskera.evaluate.report import report, tables_page
from maskera.evaluate.tab import read_gold, score
from maskera.evaluate.tables import Systems
from maskera.evaluate.utility import utility
from maskera.lang import load_pack
from maskera.pipeline import MODES, load
from maskera.taxonomy import shipped
from maskera.text import Document

SETS = ("essays_dev", "swell_dev")
SKIPPED = ("evaluative", "investigative")
KEY = b"make evaluate draws the same pseudonyms each time"


def main(folder: Path, out: Path) -> None:
    """Score every set that is there."""
    sets = {name: file for name in SETS if (file := folder / f"{name}.jsonl").exists()}
    if not sets:
        print(
            f"{folder}: no annotated data here, so nothing is scored (it lies beside the repository, not in it)"
        )
        return
    out.mkdir(parents=True, exist_ok=True)
    console = Console(highlight=False, width=110)
    for name, file in sets.items():
        _score_set(name, file, out, console)
    if (benchmark := folder / "tab" / "echr_dev.json").exists():
        _score_benchmark(benchmark, console)
    print(f"reports: {out}")


def _score_set(name: str, file: Path, out: Path, console: Console) -> None:
    gold = read(file, shipped())
    systems = {}
    for mode in MODES:
        nlp = load(mode=mode, key=KEY)
        begin = time.perf_counter()
        found = [nlp.detect(document) for document, _ in gold]
        seconds = time.perf_counter() - begin
        pairs = systems[mode] = align(
            gold, ((document, tuple(mentions)) for document, mentions in found)
        )
        evaluation = evaluate(pairs, shipped())
        console.rule(f"{name}, mode {mode} ({seconds:.1f} s to detect)")
        output.print_evaluation(evaluation, console)
        output.write_page(
            out / f"{name}-{mode}.html", report(evaluation, list(faults(pairs)), name, mode), ()
        )
    tables = published(Systems(systems), SKIPPED, most=12)
    output.write_page(
        out / f"{name}-tables.html", tables_page(f"{name}: the published tables", tables), ()
    )
    output.print_table(tables[0], console)
    results = [load(key=KEY)(document) for document, _ in gold] if name == "essays_dev" else []
    if results:
        output.print_utility(utility(results, load_pack("sv")), console)


def _score_benchmark(file: Path, console: Console) -> None:
    """The benchmark is English: a Swedish detector finds little there, but it shows that the
    measuring works."""
    documents = read_gold(file.read_bytes(), file.name)
    nlp = load(mode=MODES[-1], key=KEY)
    masks = {
        d.doc_id: [mention.span for mention in nlp.detect(Document(d.doc_id, d.text))[1]]
        for d in documents
    }
    console.rule(f"{file.name}, mode {MODES[-1]} (Swedish detection on English text)")
    output.print_tab(
        {"uniform": score(documents, masks), "official": score(documents, masks, official=True)},
        console,
    )


if __name__ == "__main__":
    arguments = [Path(argument) for argument in sys.argv[1:]]
    root = Path(__file__).parent.parent
    main(
        arguments[0] if arguments else root.parent / "shared" / "data",
        arguments[1] if len(arguments) > 1 else root / "out" / "evaluation",
    )
