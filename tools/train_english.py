"""Train the English models as they are shipped: the command of docs/english.md, with what each
corpus marks said in its first line.

usage: train_english.py DATA OUT [EPOCHS]      DATA: the folder with en/ and tab/ (not in the
repository). OUT: the folder for the models. Takes about seven minutes of processor time.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
ALL = ["PERSON", "CODE", "LOC", "ORG", "DEM", "DATETIME", "QUANTITY", "MISC"]
CORPORA = {
    "panorama_train.jsonl": (3, {"annotates": ALL, "kind": "post"}),
    "templates_train.jsonl": (
        0,
        {"annotates": ["PERSON", "CODE", "LOC", "ORG", "DATETIME"], "kind": "template"},
    ),
    "ewt_train.jsonl": (1, {"annotates": ["PER", "LOC", "ORG"], "kind": "web"}),
}
"""Corpus -> copies with other names, first line."""
ESSAYS, SENTENCES, COURT, BIOGRAPHIES = 4, 4, 1, 2
"""Copies of the learner texts, of the learner sentences, of court cases and of biographies."""
SEED = 7
# The matrices are small: several threads wait for each other, and on a busy machine an epoch took
# 250 s of processor time instead of 18.
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}


def main(data: Path, out: Path, epochs: str) -> int:
    """Run `maskera train` on all corpora; its exit code."""
    with tempfile.TemporaryDirectory() as temporary:
        arguments = []
        for name, (copies, header) in CORPORA.items():
            file = Path(temporary) / name
            text = (data / "en" / name).read_text(encoding="utf-8")
            file.write_text(f"{json.dumps(header)}\n{text}", encoding="utf-8")
            arguments.append(f"{file}={copies}")
        arguments += [
            f"{ROOT / 'training' / 'en'}={ESSAYS}",
            f"{ROOT / 'training' / 'en_sentences'}={SENTENCES}",
            f"{data / 'tab' / 'echr_train.json'}={COURT}",
            f"{data / 'en' / 'wiki_dev.json'}={BIOGRAPHIES}",
        ]
        command = [
            *(sys.executable, "-m", "maskera", "train", *arguments, "--language", "en"),
            *("--what", "mentions", "--seed", str(SEED), "--epochs", epochs, "-o", str(out)),
        ]
        return subprocess.run(command, check=False, env={**os.environ, **ONE_THREAD}).returncode


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit("usage: train_english.py DATA OUT [EPOCHS]")
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2]), "".join(sys.argv[3:]) or "8"))
