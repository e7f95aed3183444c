"""Try balances of tagger and rules on annotated data that the tagger was not trained on, and print what each gives.

usage: fit_balance.py [DATA]      DATA holds essays_dev.jsonl and swell_dev.jsonl (default ../shared/data)

The best rows are near each other; the one to take goes into lang/sv/tagging.py by hand. All weights times one factor change no decision but
the probabilities: `scale` calibrates them (expected calibration error).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import msgspec

from maskera.evaluate.align import align
from maskera.evaluate.evaluation import evaluate
from maskera.evaluate.read import read
from maskera.label.join import Balance
from maskera.lang.sv import tagging
from maskera.pipeline import load

SETS = ("swell_dev", "essays_dev")


def grid(now: Balance) -> Iterator[Balance]:
    """The balances to try: how much rules count beside the tagger, then the scale of both."""
    for share, scale in product((0.0, 0.15, 0.22, 0.3, 0.45), (0.6, 0.675, 0.75, 0.9)):
        tagger, exact = scale, scale * now.exact_rules / now.tagger
        yield msgspec.structs.replace(now, tagger=tagger, rules=share * scale, exact_rules=exact, bias=scale * now.bias / now.tagger)


def main(data: Path) -> None:
    """Print one line a balance."""
    gold = {name: read(data / f"{name}.jsonl") for name in SETS}
    nlp = load(key=b"nothing is drawn here")
    for balance in grid(tagging.BALANCE):
        tagging.BALANCE = balance
        cells = [f"tagger {balance.tagger:.3f} rules {balance.rules:.3f}"]
        for name, texts in gold.items():
            found = nlp.detect_many([document for document, _ in texts])
            figures = evaluate(align(texts, [(document, tuple(mentions)) for document, mentions in found]), draws=0)
            labelled, token = figures.main["labelled"], figures.main["token"]
            cells.append(
                f"{name}: F1 {labelled.f1:.3f} F2 {labelled.f2:.3f} token recall {token.recall:.3f} error {figures.calibration.error:.3f}"
            )
        print(" | ".join(cells), flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent.parent.parent / "shared" / "data")
