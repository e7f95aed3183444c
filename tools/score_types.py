"""Score detections in the eight types against a gold file: token F1, marked and labelled, against
every annotator's spans (union) and what at least half of them marked (merged).

usage: score_types.py GOLD FOUND.jsonl      GOLD: a .json file of the Text Anonymization Benchmark,
or JSON lines with id, text, spans (their labels may be those of another corpus). FOUND: what
`maskera detect GOLD --scheme tab --language en` writes.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from maskera.evaluate.tab import read_gold
from maskera.evaluate.types import TypeScores, score
from maskera.formats.tab import TabAnnotation, TabDocument, TabMention
from maskera.lang import load_pack
from maskera.text import Span


def gold(path: Path) -> list[TabDocument]:
    """The documents of a gold file."""
    if path.suffix == ".json":
        return list(read_gold(path.read_bytes(), str(path)))
    types = load_pack("en").models.types
    assert types
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        table = json.loads(line)
        if "text" not in table:
            continue  # the header
        mentions = tuple(
            TabMention(mark["start"], mark["end"], str(number), type_, "QUASI")
            for number, mark in enumerate(table["spans"])
            if (type_ := types.resolve(mark["label"]))
        )
        found.append(TabDocument(table["id"], table["text"], {"gold": TabAnnotation(mentions)}))
    return found


def main(gold_file: Path, found_file: Path) -> None:
    """Print both views."""
    found = {
        table["id"]: [
            (Span(mark["start"], mark["end"]), mark["label"]) for mark in table["mentions"]
        ]
        for table in map(json.loads, found_file.read_text(encoding="utf-8").splitlines())
    }
    documents = gold(gold_file)
    for view in ("union", "merged"):
        show(view, score(documents, found, view))


def show(view: str, scores: TypeScores) -> None:
    """One view, a line a figure."""
    for name, share in (("marked", scores.marked), ("labelled", scores.labelled)):
        print(f"{view:7} {name:9} P {share.precision:.3f}  R {share.recall:.3f}  F1 {share.f1:.3f}")
    print("        " + "  ".join(f"{type_} {s.f1:.3f}" for type_, s in scores.per_type.items()))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: score_types.py GOLD FOUND.jsonl")
    main(Path(sys.argv[1]), Path(sys.argv[2]))
