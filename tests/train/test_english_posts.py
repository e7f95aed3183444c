"""The marks of forum posts lie in their texts, which are beside the repository."""

from __future__ import annotations

import csv
import json
from itertools import pairwise

import pytest
from conftest import ROOT

from maskera.lang import load_pack

MARKS = ROOT / "training" / "en_posts" / "mentions.tsv"
DATA = ROOT.parent / "shared" / "data" / "en"


def test_marks_are_in_order_and_apart() -> None:
    types = load_pack("en").models.types
    assert types
    with MARKS.open(encoding="utf-8", newline="") as file:
        rows = [*csv.DictReader(file, delimiter="\t")]
    assert len({row["document"] for row in rows}) > 250
    for row in rows:
        assert types.resolve(row["type"]) == row["type"]
        assert int(row["start"]) < int(row["end"])
    for before, after in pairwise(rows):
        if before["document"] == after["document"]:
            assert int(before["end"]) <= int(after["start"])


@pytest.mark.skipif(not DATA.is_dir(), reason="the English data is not there")
def test_marks_are_of_posts_that_nobody_else_marked() -> None:
    lines = (DATA / "panorama_subjects.jsonl").read_text(encoding="utf-8").splitlines()
    texts = {table["id"]: table["text"] for table in map(json.loads, lines)}
    annotated = (DATA / "panorama_train.jsonl").read_text(encoding="utf-8").splitlines()
    marked = set()
    with MARKS.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            mention = texts[row["document"]][int(row["start"]) : int(row["end"])]
            assert mention and mention == mention.strip()
            marked.add(row["document"])
    assert marked.isdisjoint(json.loads(line)["id"] for line in annotated)
