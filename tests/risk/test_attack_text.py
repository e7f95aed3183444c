"""What `attack linkage` and `k-report` print can be read without a manual."""

from __future__ import annotations

import json
from pathlib import Path

from calling import Cli

TEXTS = {
    "a": "Jag bor i Lund och arbetar som kock på ett sjukhus.",
    "b": "Jag är 34 år, bor i Umeå och är målare. Min bror kommer från Norge.",
    "c": "Jag läser bara böcker.",
}


def test_an_attack_is_told_in_a_sentence(maskera: Cli, tmp_path: Path) -> None:
    for name, text in TEXTS.items():
        (tmp_path / "out").mkdir(exist_ok=True)
        (tmp_path / "out" / f"{name}.txt").write_text(text, encoding="utf-8")
    facts = [{"id": "a", "facts": ["Lund", "kock"]}, {"id": "b", "facts": ["Kiruna"]}]
    lines = "".join(json.dumps(each) + "\n" for each in facts)
    (tmp_path / "facts.jsonl").write_text(lines, encoding="utf-8")
    ended = maskera("attack", "linkage", "--facts", "facts.jsonl", "--released", "out")
    assert ended.code == 0
    first = ended.out.splitlines()[0]
    assert first.startswith(
        "Whoever knows 8 facts at most of a writer finds their text first in 50%"
    )
    assert "by chance 33%" in first and "…" not in ended.out
    assert max(map(len, ended.out.splitlines())) <= 130


def test_a_k_report_says_what_its_columns_are(maskera: Cli, tmp_path: Path) -> None:
    for name, text in TEXTS.items():
        (tmp_path / f"{name}.txt").write_text(text, encoding="utf-8")
    ended = maskera("k-report", "a.txt", "b.txt", "c.txt", "--k", "2")
    assert ended.code == 0 and "alone with their values (k = 1)" in ended.out
    assert "\nall of them" in ended.out
    ended = maskera("k-report", "a.txt", "b.txt", "c.txt", "--meta", "shoe")
    assert "maskera: --meta: no document says its 'shoe'" in ended.err
