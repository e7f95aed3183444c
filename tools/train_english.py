"""Train the English models as they are shipped: the command of docs/english.md, with what each
corpus marks said in its first line.

usage: train_english.py DATA OUT [EPOCHS] [half]      DATA: the folder with en/ and tab/ (not in the
repository). OUT: the folder for the models. half: only every second of the documents of posts,
biographies and EWT, to measure on the others. Takes about six minutes of processor time.
"""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
POSTS = ROOT / "training" / "en_posts" / "mentions.tsv"
ALL = ["PERSON", "CODE", "LOC", "ORG", "DEM", "DATETIME", "QUANTITY", "MISC"]
Table = dict[str, Any]
"""A document or a header, as a JSON line has it."""
HEADERS: Mapping[str, Table] = {
    "posts": {"annotates": ALL, "kind": "post"},
    "biographies": {"annotates": ALL, "kind": "biography"},
    "templates": {
        "annotates": ["PERSON", "CODE", "LOC", "ORG", "DATETIME"], "kind": "template",
    },
    "ewt": {"annotates": ["PER", "LOC", "ORG"], "kind": "web"},
}  # fmt: skip
"""The first line of each corpus."""
COPIES = {
    "posts": 6, "biographies": 8, "templates": 0, "ewt": 1, "court": 2, "essays": 4, "sentences": 4,
}  # fmt: skip
"""Copies with other names. Posts and biographies are few beside the essays."""
SEED = 7
# The matrices are small: several threads wait for each other, and on a busy machine an epoch took
# 250 s of processor time instead of 18.
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}


def main(data: Path, out: Path, epochs: str, step: int) -> int:
    """Run `maskera train` on all corpora; its exit code. step: 2 for every second document."""
    with tempfile.TemporaryDirectory() as temporary:
        files = {
            "court": data / "tab" / "echr_train.json",
            "essays": ROOT / "training" / "en",
            "sentences": ROOT / "training" / "en_sentences",
        }
        for name, texts in corpora(data / "en", step).items():
            files[name] = Path(temporary) / f"{name}.jsonl"
            lines = map(json.dumps, (HEADERS[name] | more(name, data / "en"), *texts))
            files[name].write_text("\n".join(lines) + "\n", encoding="utf-8")
        command = [
            *(sys.executable, "-m", "maskera", "train", "--language", "en", "-o", str(out)),
            *(f"{files[name]}={copies}" for name, copies in COPIES.items()),
            *("--what", "mentions", "--seed", str(SEED), "--epochs", epochs),
        ]
        return subprocess.run(command, check=False, env={**os.environ, **ONE_THREAD}).returncode


def corpora(data: Path, step: int) -> dict[str, list[Table]]:
    """The documents of the corpora that are no files of their own."""
    return {
        "posts": [*[*_lines(data / "panorama_train.jsonl")][::step], *marked_posts(data)],
        "biographies": [*map(_document, json.loads((data / "wiki_dev.json").read_bytes()))][::step],
        "templates": [*_lines(data / "templates_train.jsonl")] if step == 1 else [],
        "ewt": [*_lines(data / "ewt_train.jsonl")][::step],
    }


def more(name: str, data: Path) -> Table:
    """What a header says beside: for biographies the mentions of 453 others, whose text is not
    there (Papadopoulou et al. 2023)."""
    if name != "biographies":
        return {}
    listed: dict[str, list[str]] = {}
    with (data / "wiki_span_probabilities.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            listed.setdefault(row["type"], []).append(row["span"].strip())
    return {"mentions": listed}


def marked_posts(data: Path) -> Iterator[Table]:
    """The posts whose mentions stand in training/en_posts."""
    spans: dict[str, list[Table]] = {}
    with POSTS.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            span = {"start": int(row["start"]), "end": int(row["end"]), "label": row["type"]}
            spans.setdefault(row["document"], []).append(span)
    for post in _lines(data / "panorama_subjects.jsonl"):
        if post["id"] in spans:
            yield {"id": post["id"], "text": post["text"], "spans": spans[post["id"]]}


def _lines(path: Path) -> Iterable[Table]:
    return map(json.loads, path.read_text(encoding="utf-8").splitlines())


def _document(table: Table) -> Table:
    """A document of the benchmark's format as a JSON line."""
    (annotation,) = table["annotations"].values()
    spans = [
        {"start": m["start_offset"], "end": m["end_offset"], "label": m["entity_type"]}
        for m in annotation["entity_mentions"]
    ]
    return {"id": table["doc_id"], "text": table["text"], "spans": spans}


def _arguments(arguments: Sequence[str]) -> tuple[str, int]:
    epochs = next((argument for argument in arguments if argument.isdecimal()), "8")
    return epochs, 2 if "half" in arguments else 1


if __name__ == "__main__":
    if not 3 <= len(sys.argv) <= 5:
        sys.exit("usage: train_english.py DATA OUT [EPOCHS] [half]")
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2]), *_arguments(sys.argv[3:])))
