from __future__ import annotations

import json
from pathlib import Path

import pytest

from maskera.evaluate.__main__ import main

LINE = {
    "id": "a",
    "text": "Elin bor i Lund.",
    "spans": [
        {"start": 0, "end": 4, "label": "firstname_female"},
        {"start": 11, "end": 15, "label": "city"},
    ],
}


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    for name, spans in (("gold", LINE["spans"]), ("pred", LINE["spans"][:1])):
        (tmp_path / f"{name}.jsonl").write_text(
            json.dumps({**LINE, "spans": spans}) + "\n", encoding="utf-8"
        )
    return [str(tmp_path / name) for name in ("gold.jsonl", "pred.jsonl")]


def test_the_main_table_is_printed(files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(files) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("1 document, 5 tokens\n")
    assert [line.split()[1:5] for line in printed.splitlines() if line.startswith("labelled")] == [
        ["1.000", "0.500", "0.667", "0.556"]
    ]
    assert [line.split()[0] for line in printed.splitlines()[-2:]] == ["city", "firstname_female"]


def test_files_of_a_folder_that_are_left_out_are_told(
    files: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "b").mkdir()
    for name in ("a.jsonl", "a.md"):
        (tmp_path / "b" / name).write_bytes(Path(files[1]).read_bytes())
    assert main([files[0], str(tmp_path / "b")]) == 0
    assert capsys.readouterr().err.endswith(
        "b: files left out (1): no format is known for .md (1)\n"
    )


def test_wrong_use_and_files_that_do_not_fit_give_2_and_a_sentence(
    files: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(files[:1]) == 2
    Path(files[1]).write_text('{"id": "b", "text": "", "mentions": []}', encoding="utf-8")
    assert main(files) == 2
    assert "the prediction has no document 'a'" in capsys.readouterr().err
