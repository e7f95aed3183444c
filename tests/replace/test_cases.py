"""Every line of tests/cases/sv/replace.txt holds, for three document ids."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from .making import replaced, texts

CASES = Path(__file__).parent.parent / "cases" / "sv" / "replace.txt"
LINES = [
    pytest.param(line, id=f"{number}")
    for number, line in enumerate(CASES.read_text(encoding="utf-8").splitlines(), start=1)
    if line and not line.startswith("#")
]


@pytest.mark.parametrize("line", LINES)
def test_case(line: str) -> None:
    given, expected = line.split(" -> ")
    policy, label, features, original = (cell.strip() for cell in given.split("|"))
    for name in ("A1", "B2", "C3"):
        (new,) = texts(replaced(f"sen [[{original}|{label}|1 {features}]] ja", policy, id=name))
        if expected.startswith("/"):
            assert re.fullmatch(expected[1:-1].replace("\\/", "/"), new), new
            assert new != original
        else:
            assert new == expected
