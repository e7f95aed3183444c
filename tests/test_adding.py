"""The pages of docs/adding: what they show runs as it stands there, one page after the other."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import maskera
from maskera.formats import Format
from maskera.lang.da import pack as danish
from maskera.lang.pack import LanguagePack
from maskera.policy import load_policy
from maskera.taxonomy import shipped

KEY = bytes(32)
ADDING = Path(__file__).parent.parent / "docs" / "adding"


def blocks(page: str, kind: str) -> list[str]:
    """The fenced blocks of a page."""
    return re.findall(
        rf"^```{kind}\n(.*?)^```$", (ADDING / page).read_text(encoding="utf-8"), re.M | re.S
    )


def test_the_label_of_the_page_is_one_block_and_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (block,) = blocks("label.md", "toml")
    (tmp_path / "own.toml").write_text(block, encoding="utf-8")
    assert block.count("[[label]]") == 1
    (code,) = blocks("label.md", "python")
    exec(compile(code, "label.md", "exec"), {})


def test_the_page_on_labels_names_every_kind() -> None:
    table = (ADDING / "label.md").read_text(encoding="utf-8").partition("## Kinds")[2]
    rows = [
        re.findall(r"`([^`]+)`", line.split("|")[1])
        for line in table.splitlines()[4:]
        if "|" in line
    ]
    named: set[str] = set()
    for cell in (cell for row in rows for cell in row):
        first, *others = cell.split(" ")
        above = first.rsplit(".", 1)[0]
        if first == "person.given.male":
            named |= {first, *(f"{above}{other}" for other in others)}
        else:
            named |= {first, *(f"{first.split('.')[0]}{other}" for other in others)}
    assert {category.kind for category in shipped().categories.values()} <= named


def test_the_language_of_the_page_begins_with_three_lists(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "data" / "fi"
    folder.mkdir(parents=True)
    text = (ADDING / "language.md").read_text(encoding="utf-8")
    lists = re.findall(r"^```tsv (\S+)\n(.*?)^```$", text, re.M | re.S)
    assert [name for name, _ in lists] == ["names.tsv", "places.tsv", "cues.tsv"]
    for name, rows in lists:
        (folder / name).write_text(rows, encoding="utf-8")
    (code,) = blocks("language.md", "python")
    exec(compile(code, "language.md", "exec"), {})


def test_the_page_on_languages_names_every_part_of_a_pack() -> None:
    text = (ADDING / "language.md").read_text(encoding="utf-8")
    parts = {field.name for field in fields(LanguagePack)} - {"code"}
    assert parts <= set(re.findall(r"^\| `(\w+)` \|", text, re.M))
    lines = len((Path(danish.__file__)).read_text(encoding="utf-8").splitlines())
    assert f"(`lang/da`, {lines} lines)" in text


def test_the_format_of_the_page_is_a_function_and_a_record() -> None:
    (code,), (record,) = blocks("format.md", "python"), blocks("format.md", "text")
    page: dict[str, Any] = {}
    exec(compile(code, "format.md", "exec"), page)
    made = eval(record.rstrip(",\n"), {"Format": Format, "markdown": SimpleNamespace(**page)})
    released = maskera.release(maskera.load("sv", "category", key=KEY)("Anna bor i Lund."))
    assert made.render(released) == "**<FIRSTNAME_FEMALE_1>** bor i **<CITY_2>**."
    assert (made.name, made.suffix) == ("markdown", ".md")


def test_the_policy_of_the_page_is_one_file(tmp_path: Path) -> None:
    (block,), (command,) = blocks("policy.md", "toml"), blocks("policy.md", "sh")
    (tmp_path / "ours.toml").write_text(block, encoding="utf-8")
    assert "--policy ours.toml" in command
    nlp = maskera.load("sv", tmp_path / "ours.toml", key=KEY)
    result = nlp("Min mamma är läkare och jag är 25 år.")
    assert maskera.release(result).text == "Min <REF> är <REF> och jag är <AGE> år."
    assert nlp.policy.rule("city") == load_policy("swell").rule("city")
