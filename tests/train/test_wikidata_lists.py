"""Lists from a dump of Wikidata: an invented one of thirty entities, plain and compressed."""

from __future__ import annotations

import bz2
import gzip
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT

TOOL = ROOT / "tools" / "wikidata_lists.py"


def item(number: int) -> dict[str, Any]:
    return {"mainsnak": {"datavalue": {"value": {"id": f"Q{number}"}}}}


def human(number: int, **claims: list[int]) -> dict[str, Any]:
    own = {name: [item(value) for value in values] for name, values in claims.items()}
    return {"id": f"Q{number}", "claims": {"P31": [item(5)], **own}}


def named(number: int, label: str, *aliases: str, language: str = "en") -> dict[str, Any]:
    return {
        "id": f"Q{number}",
        "labels": {language: {"value": label}},
        "aliases": {language: [{"value": alias} for alias in aliases]},
        "claims": {},
    }


PEOPLE = [human(1000 + number, P106=[100 + number % 3]) for number in range(20)]
ODD = [
    human(1100, P106=[100], P140=[110], P999=[120]),
    {"id": "Q1101", "claims": {"P31": [item(7)], "P106": [item(121)]}},  # no human
    {"id": "Q1102", "claims": {"P31": [item(5)], "P106": [{"mainsnak": {"snaktype": "novalue"}}]}},
    {"id": "Q1103", "claims": []},
]
VALUES = [
    named(100, "harbour pilot", "pilot of ships"),
    named(101, "bee  keeper"),
    named(102, "Hafenlotse", language="de"),
    named(110, "Quietist"),
    named(120, "never asked for"),
    named(121, "job of a horse"),
]


def dump() -> str:
    lines = [json.dumps(one) + "," for one in (*PEOPLE, *ODD, *VALUES)]
    lines[3:3] = ["{broken", '"no entity",']
    return "\n".join(("[", *lines, "]")) + "\n"


def run(path: Path, *more: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(TOOL), str(path), "-o", str(path.parent / "out"), *more]
    return subprocess.run(command, check=False, capture_output=True, text=True)


@pytest.mark.parametrize(
    ("suffix", "packed"),
    [("", lambda raw: raw), (".gz", gzip.compress), (".bz2", bz2.compress)],
)
def test_the_values_of_humans_become_terms(
    suffix: str, packed: Callable[[bytes], bytes], tmp_path: Path
) -> None:
    path = tmp_path / f"dump.json{suffix}"
    path.write_bytes(packed(dump().encode()))
    done = run(path)
    assert done.returncode == 0
    rows = (tmp_path / "out" / "terms.tsv").read_text(encoding="utf-8").splitlines()
    assert rows[0] == "term\tclass\tproperty\tcount"
    assert rows[1:] == [
        "Quietist\tDEM\tP140\t1",
        "bee keeper\tDEM\tP106\t7",
        "harbour pilot\tDEM\tP106\t8",
        "pilot of ships\tDEM\tP106\t8",
    ]
    assert "2 lines hold no entity (line 5, 6)" in done.stderr
    assert "broken" not in done.stderr


def test_a_language_and_a_table_of_properties(tmp_path: Path) -> None:
    path, table = tmp_path / "dump.json", tmp_path / "properties.tsv"
    path.write_text(dump(), encoding="utf-8")
    table.write_text("property\tclass\nP106\tMISC\n", encoding="utf-8")
    assert run(path, "--language", "de", "--properties", str(table)).returncode == 0
    rows = (tmp_path / "out" / "terms.tsv").read_text(encoding="utf-8").splitlines()
    assert rows[1:] == ["Hafenlotse\tMISC\tP106\t6"]


def test_bad_input_is_one_sentence(tmp_path: Path) -> None:
    path, table = tmp_path / "dump.json.gz", tmp_path / "properties.tsv"
    path.write_bytes(b"no gzip")
    table.write_text("P106 DEM\n", encoding="utf-8")
    for more in ((), ("--properties", str(table))):
        done = run(path, *more)
        assert done.returncode != 0 and len(done.stderr.splitlines()) == 1
