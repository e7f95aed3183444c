"""The worked example of docs/tutorials/data-protection-officer.md: its figures are what its commands
give on the samples, but for what better detection changes a little. The commands of docs/risk.md run."""

from __future__ import annotations

import json
import re
import shlex
import shutil
from pathlib import Path

import pytest
from calling import Cli
from conftest import ROOT

PAGE = ROOT / "docs" / "tutorials" / "data-protection-officer.md"
RISK = (ROOT / "docs" / "risk.md").read_text(encoding="utf-8")
ELSEWHERE = {"maskera train": "it takes minutes (tests/train)", "echr_dev": "it is not ours"}
"""What the page shows and is not run here."""


def said(name: str) -> int:
    """A figure of the page."""
    found = re.search(rf"<!-- {name} -->(\d+)<!-- / -->", PAGE.read_text(encoding="utf-8"))
    assert found, name
    return int(found[1])


def test_the_figures_of_the_page_are_what_its_commands_give(maskera: Cli, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "samples", tmp_path / "essays", ignore=shutil.ignore_patterns("en"))
    blocks = re.findall(r"^```sh\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.M | re.S)
    answers = {}
    for line in "".join(blocks).splitlines():
        run = maskera(*shlex.split(line)[1:])
        assert run.code == 0, (line, run.err)
        if "--json" in line:
            answers[line] = json.loads(run.out)
    risks = [json.loads(each) for each in (tmp_path / "before.jsonl").read_text().splitlines()]
    entities = [entity for document in risks for entity in document["entities"]]
    assert len(entities) == pytest.approx(said("entities"), rel=0.1)
    assert abs(sum(entity["direct"] for entity in entities) - said("direct")) <= 2
    (report,) = [found for line, found in answers.items() if "k-report" in line]
    assert round(report["figures"][-1]["unique"] * report["writers"]) == said("alone")
    linked = {line.split("--released ")[1].split()[0]: found for line, found in answers.items()
              if "linkage" in line}  # fmt: skip
    for folder, name in (("swell", "swell"), ("out", "careful")):
        found = linked[folder]["released"]
        assert abs(round(found["top1"] * found["queries"]) - said(name)) <= 1, name
    assert said("swell") > said("careful") + 2


def commands() -> list[str]:
    """Every command of docs/risk.md with its arguments, in the order of the page."""
    found = re.findall(r"`(maskera [a-z-]+ [^`]+)`|^\$ (maskera .+)$", RISK, re.M)
    return [line for pair in found for line in pair if line and "..." not in line]


def test_the_commands_of_the_page_on_risk_run(maskera: Cli, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "samples", tmp_path / "samples")
    shutil.copytree(tmp_path / "samples", tmp_path / "essays", ignore=shutil.ignore_patterns("en"))
    assert maskera("detect", "essays", "-f", "jsonl", "-o", "gold.jsonl").code == 0
    run = [line for line in commands() if not any(part in line for part in ELSEWHERE)]
    assert len(run) >= 7
    for line in run:
        arguments = []
        for word in shlex.split(line)[1:]:
            there = sorted(tmp_path.glob(word)) if "*" in word else []
            arguments += [str(path.relative_to(tmp_path)) for path in there] or [word]
        done = maskera(*arguments)
        assert done.code == 0, (line, done.err)
