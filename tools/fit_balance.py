"""Choose the balance of tagger and rules on annotated data that the tagger was not trained on, and
print what each gives.

usage: fit_balance.py [DATA [MODEL]]      DATA holds swell_train.jsonl and essays_train.jsonl
(default ../shared/data)

A tagger is trained on six sevenths of the essays and of SweLL's sentences (or MODEL is taken, one
that was trained so); on the last seventh balances are tried. The best rows are near each other; the
one to take goes into lang/sv/tagging.py by hand, and the shipped tagger is trained on everything.
All weights times one factor change no decision but the probabilities: that scale is chosen by the
calibration error.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import msgspec

from maskera.evaluate.align import Pair, align
from maskera.evaluate.evaluation import evaluate
from maskera.evaluate.read import read
from maskera.formats import marked
from maskera.formats.reading import Annotated
from maskera.io import models
from maskera.lang import load_pack
from maskera.lang.sv import ensemble
from maskera.pipeline import load
from maskera.tagger.ensemble import EnsembleWeights
from maskera.taxonomy import shipped
from maskera.train import mentions

ROOT = Path(__file__).parent.parent
PARTS, HELD_OUT = 7, 3  # one text of seven, and which
COPIES = {"swell_train.jsonl": 2, "essays_train.jsonl": 3, "essays": 2}
SHARES = (0.15, 0.3, 0.45)  # of the rules beside the tagger
EXACT = (0.6, 0.9)  # the same for labels of form
SCALES = (0.4, 0.5, 0.65)
BIASES = (-0.2, -0.05, 0.1)


def split(data: Path, folder: Path) -> dict[str, tuple[Path, list[Annotated]]]:
    """The training files without the held-out texts, and those texts."""
    sets: dict[str, tuple[Path, list[Annotated]]] = {}
    for name in ("swell_train.jsonl", "essays_train.jsonl"):
        lines = (data / name).read_text(encoding="utf-8").splitlines(keepends=True)
        for part, chosen in (("train", False), ("held", True)):
            kept = [line for at, line in enumerate(lines) if (at % PARTS == HELD_OUT) is chosen]
            (folder / f"{part}_{name}").write_text("".join(kept), encoding="utf-8")
        sets[name] = (folder / f"train_{name}", read(folder / f"held_{name}", shipped()))
    (folder / "essays").mkdir()
    held: list[Annotated] = []
    for at, path in enumerate(sorted((ROOT / "training" / "essays").glob("*.txt"))):
        if at % PARTS == HELD_OUT:
            held += [
                item
                for item in marked.read(path.read_bytes(), path.name, shipped())
                if not isinstance(item, Exception)
            ]
        else:
            shutil.copy(path, folder / "essays")
    sets["essays"] = (folder / "essays", held)
    return sets


def grid(now: EnsembleWeights) -> Iterator[EnsembleWeights]:
    """The balances to try: how much rules count beside the tagger, then the scale of all, then how
    readily anything is believed."""
    for share, exact, scale, bias in product(SHARES, EXACT, SCALES, BIASES):
        yield msgspec.structs.replace(
            now, tagger=scale, rules=share * scale, formal_rules=exact * scale, bias=bias
        )


def main(data: Path, model: Path | None) -> None:
    """Print one line a balance."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        sets = split(data, folder)
        if model is None:
            corpus = [
                *((path, COPIES[name]) for name, (path, _) in sets.items()),
                (ROOT / "training" / "sentences", 1),
            ]
            weights = mentions.train(
                corpus,
                load_pack("sv"),
                7,
                lambda line: print(line, file=sys.stderr, flush=True),
            )
            models.save(weights, folder / "mentions.model")
        else:
            shutil.copy(model, folder / "mentions.model")
        nlp = load(key=b"nothing is drawn here", models=folder)
        held = {
            "sentences": sets["swell_train.jsonl"][1],
            "essays": sets["essays_train.jsonl"][1] + sets["essays"][1],
        }
        for balance in grid(ensemble.BALANCE):
            ensemble.BALANCE = balance
            cells = [
                f"tagger {balance.tagger:.2f} rules {balance.rules:.3f} exact {balance.formal_rules:.2f} bias {balance.bias:.2f}"
            ]
            for name, texts in held.items():
                found = [
                    (document, tuple(each))
                    for document, each in nlp.detect_many([document for document, _ in texts])
                ]
                pairs: list[Pair] = list(align(texts, found))
                figures = evaluate(pairs, shipped(), draws=0)
                labelled, token = figures.main["labelled"], figures.main["token"]
                cells.append(
                    f"{name}: F1 {labelled.f1:.4f} token {token.recall:.4f}/{token.precision:.4f} error {figures.calibration.error:.3f}"
                )
            print(" | ".join(cells), flush=True)


if __name__ == "__main__":
    main(
        Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT.parent / "shared" / "data",
        Path(sys.argv[2]) if len(sys.argv) > 2 else None,
    )
