"""What the how-to pages show runs as it stands there (tutorials, README, risk, recognizers and what
is added have tests of their own)."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable

import pytest
from calling import Cli
from conftest import ROOT

DOCS = ROOT / "docs"
ESSAY = "Jag heter Anna Lindqvist och bor i Malmö."
ELSEWHERE = "tls://"  # a scheduler that no test has
BRIEFLY = ("--epochs", "1")  # training, which these pages do not measure


def code(page: str, kind: str) -> list[str]:
    """The code blocks of a page that are of a kind."""
    text = (DOCS / page).read_text(encoding="utf-8")
    return re.findall(rf"^```{kind}\n(.*?)^```$", text, re.M | re.S)


def commands(page: str) -> list[list[str]]:
    """The arguments of every command of a page, in its order, without the comments."""
    lines = "".join(code(page, "sh")).splitlines()
    return [shlex.split(line, comments=True)[1:] for line in lines if line.startswith("maskera ")]


def run_page(maskera: Cli, page: str, before: Callable[[list[str]], None] = lambda _: None) -> None:
    """Run the commands of a page, one after the other. before: sees each."""
    here = [one for one in commands(page) if ELSEWHERE not in " ".join(one)]
    assert here
    for arguments in here:
        before(arguments)
        run = maskera(*arguments, *(BRIEFLY if arguments[0] == "train" else ()))
        assert run.code == 0, (arguments, run.err)


def test_tables(maskera: Cli) -> None:
    maskera("key", "my.key")
    for name in ("survey/a.csv", "answers.csv"):
        maskera.write(name, f"id,answer,n\n1,{ESSAY},7\n")
    run_page(maskera, "tables.md")
    for name in ("out/a.csv", "new.csv"):
        new = (maskera.folder / name).read_text(encoding="utf-8")
        assert "Anna" not in new
        assert new.endswith(",7\n")


def test_scale(maskera: Cli) -> None:
    pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed (extra `arrow`)")
    pytest.importorskip("distributed", reason="distributed is not installed (extra `dask`)")
    from pyarrow import parquet

    maskera("key", "my.key")
    maskera.write("texts/a.txt", ESSAY)
    parquet.write_table(pa.table({"text": [ESSAY]}), maskera.folder / "texts.parquet")
    for arguments in commands("scale.md"):  # in processes of their own: workers read the program
        if ELSEWHERE not in " ".join(arguments):
            done = subprocess.run(
                [sys.executable, "-m", "maskera", *arguments],
                cwd=maskera.folder,
                capture_output=True,
                text=True,
            )
            assert done.returncode == 0, (arguments, done.stderr)
    (new,) = parquet.read_table(maskera.folder / "out" / "texts.parquet")["text"].to_pylist()
    assert "Anna" not in new


def test_annotation_tools(maskera: Cli) -> None:
    shutil.copytree(
        ROOT / "samples", maskera.folder / "essays", ignore=shutil.ignore_patterns("en", "*M*")
    )
    maskera("detect", "essays", "-o", "found.jsonl")
    shutil.copy(maskera.folder / "found.jsonl", maskera.folder / "essays.jsonl")
    (labels,) = code("annotation-tools.md", "text")
    maskera.write("labels.tsv", labels)

    def corrected(arguments: list[str]) -> None:
        """What annotators hand back, who accept everything."""
        for name in set(arguments) & {"corrected.json", "corrected.jsonl"}:
            tasks = (maskera.folder / name.replace("corrected", "tasks")).read_text("utf-8")
            if name.endswith(".json"):
                found = json.loads(tasks)
                for task in found:
                    task["annotations"] = task.pop("predictions")
                tasks = json.dumps(found)
            maskera.write(name, tasks)

    run_page(maskera, "annotation-tools.md", corrected)


def test_annotated_text(maskera: Cli) -> None:
    marked = "Jag heter [[Anna|firstname_female]] och bor i [[Malmö|city]]."
    maskera.write("marked/a.txt", marked)
    maskera("detect", "marked", "--from", "marked", "-o", "gold.jsonl")
    run_page(maskera, "annotated.md")


@pytest.mark.parametrize("page", ["pipelines.md", "pos.md"])
def test_python(page: str, maskera: Cli) -> None:
    maskera("key", "my.key")
    for block in (*code(page, "python"), *code(page, "python notest")):
        if "frame" in block:
            continue  # tests/test_engines.py
        values: dict[str, object] = {}
        if "presidio" in block:
            presidio = pytest.importorskip("presidio_analyzer")
            values["registry"] = presidio.RecognizerRegistry(supported_languages=["sv"])
        for name in ("pyarrow", "spacy"):
            if f"import {name}" in block:
                pytest.importorskip(name)
        exec(compile(block, page, "exec"), values)
    assert [path.name for path in maskera.folder.iterdir()] == ["my.key"]
