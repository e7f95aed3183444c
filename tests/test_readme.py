"""README and the pages on policies and annotated text are true: the table is what the program
gives, code blocks run, lists are whole."""

from __future__ import annotations

import importlib.util
import json
import re
import shlex
import shutil
import tomllib
from dataclasses import fields
from itertools import chain
from pathlib import Path
from types import ModuleType
from typing import get_args

import pytest
from calling import Cli
from conftest import ROOT

from maskera import load, release
from maskera.formats import RENDERERS, SECRET_RENDERERS, jsonl, marked
from maskera.lang import load_pack
from maskera.policy import (
    FIELDS,
    Action,
    Coupling,
    Follow,
    Morphology,
    Names,
    Policy,
    Scope,
    Spelling,
    load_policy,
    shipped,
)
from maskera.taxonomy import taxonomy

SHORT = (ROOT / "README.md").read_text(encoding="utf-8")
README = SHORT + "".join(
    (ROOT / "docs" / page).read_text(encoding="utf-8") for page in ("found.md", "usage.md")
)
"""The README and the pages that it leaves the details to."""


def refresher() -> ModuleType:
    spec = importlib.util.spec_from_file_location(
        "refresh_readme", ROOT / "tools" / "refresh_readme.py"
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


POLICIES = (ROOT / "docs" / "policies.md").read_text(encoding="utf-8")
ANNOTATED = (ROOT / "docs" / "annotated.md").read_text(encoding="utf-8")
TOOL = refresher()
ROWS = TOOL.rows(README)


def blocks(kind: str, page: str = README + POLICIES) -> list[str]:
    """The code blocks of a language."""
    return re.findall(rf"^```{kind}\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize(
    ("label", "text", "new"),
    ROWS,
    ids=[f"{label}-{number}" for number, (label, _, _) in enumerate(ROWS)],
)
def test_a_row_of_the_table_is_what_the_program_gives(label: str, text: str, new: str) -> None:
    assert TOOL.becomes(load(key=TOOL.KEY), label, text) == new, (
        "after a deliberate change: python tools/refresh_readme.py"
    )


def test_the_table_has_a_row_for_every_label_that_is_found_by_itself() -> None:
    assert {label for label, _, _ in ROWS} == taxonomy().categories.keys() - {"extra"}


@pytest.mark.parametrize("label", sorted({label for label, _, _ in ROWS}))
def test_what_is_replaced_is_gone_from_its_row(label: str) -> None:
    for its, text, new in ROWS:
        shown = re.findall(r"\*\*(.+?)\*\*", new)
        assert shown
        if its == label and load_policy("swell").rule(label).action != "mark":
            assert not set(shown) & set(re.findall(r"[\w-]+", text))


@pytest.mark.parametrize("code", blocks("python"))
def test_python_blocks_run(code: str) -> None:
    if "import spacy" in code:
        pytest.importorskip("spacy", reason="spaCy is not installed (extra `spacy`)")
    exec(compile(code, "README.md", "exec"), {})


@pytest.mark.parametrize("block", blocks("console"))
def test_console_blocks_print_what_they_show(maskera: Cli, block: str) -> None:
    command, _, shown = block.removeprefix("$ ").partition("\n")
    text, _, call = command.partition(" | ")
    stdin = shlex.split(text)[1] + "\n"
    maskera.write("ours.toml", blocks("toml", POLICIES)[0])
    assert maskera(*shlex.split(call)[1:], stdin=stdin.encode()).out == shown


def test_shell_blocks_run(maskera: Cli, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "samples", tmp_path / "essays", ignore=shutil.ignore_patterns("en"))
    lines = [
        line for block in blocks("sh") for line in block.splitlines() if line.startswith("maskera ")
    ]
    assert len(lines) >= 3
    for line in lines:
        assert maskera(*shlex.split(line)[1:]).code == 0, line
    written = [path for path in (tmp_path / "out").iterdir() if path.name != "manifest.jsonl"]
    assert len(written) == len(list((tmp_path / "essays").iterdir()))


@pytest.mark.parametrize("policy", blocks("toml"))
def test_the_policy_shown_is_one(tmp_path: Path, policy: str) -> None:
    path = tmp_path / "ours.toml"
    path.write_text(policy, encoding="utf-8")
    assert load_policy(str(path)).name == "ours"
    towns = release(load(policy=str(path), mode="rules")("Jag bor i Lund och Damaskus.")).text
    assert towns == "Jag bor i <CITY_1> och <CITY_2>."


def test_lists_name_what_there_is() -> None:
    assert all(f"| `{name}` |" in README for name in shipped())
    assert all(f"`{name}`" in README for name in [*RENDERERS, *SECRET_RENDERERS])


def test_the_page_on_policies_names_all_that_one_can_say() -> None:
    settings = {field.name for field in fields(Policy)} - {
        "source",
        "rules",
        "thresholds",
        "kinds",
        "groups",
    } | {"extends", "[rules]", "[thresholds]", "[kinds]", "[groups]"}
    words = (
        settings,
        *map(get_args, (Action, Morphology, Scope, Coupling, Follow, Names, Spelling)),
        [f"{{{field}}}" for field in FIELDS],
        load_pack("sv").generators,
    )
    assert [word for word in chain(*words) if f"`{word}`" not in POLICIES] == []
    for label in (label for label in load_policy("swell").rules if "+" in label):
        assert f"`{label}`" in POLICIES


def test_the_page_on_annotated_text_shows_one_essay_in_both_formats() -> None:
    ((shown,), (line,)) = blocks("text", ANNOTATED), blocks("json", ANNOTATED)
    (of_marked,), (of_json,) = (
        marked.read(shown, "gulnara.txt", taxonomy()),
        jsonl.read_annotated(line, "gold.jsonl", taxonomy()),
    )
    assert of_marked == of_json
    assert all(f"`{flag}`" in ANNOTATED for flag in (*taxonomy().features, "personal", "ref=N"))


def test_the_page_on_annotated_text_can_be_followed(maskera: Cli) -> None:
    pytest.importorskip("scipy", reason="the extra `train` is not installed")
    ((shown,), (line,)) = blocks("text", ANNOTATED), blocks("json", ANNOTATED)
    maskera.write("marked/gulnara.txt", shown)
    maskera.write("gold.jsonl", line)
    evaluate, train, detect = (
        shlex.split(call)[1:] for call in blocks("sh", ANNOTATED)[0].splitlines()
    )
    scores = json.loads(maskera(*evaluate, "--json").out)
    assert scores["labelled"]["f1"] == 1.0
    assert [maskera(*call).code for call in (train, detect)] == [0, 0]


PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_a_source_distribution_holds_what_the_readme_begins_with_and_nothing_compiled() -> None:
    lines = (ROOT / "MANIFEST.in").read_text(encoding="utf-8").splitlines()
    grafted = {line.removeprefix("graft ") for line in lines if line.startswith("graft ")}
    assert grafted >= {"src", "samples", "tests", "tools", "integrations", "docs"}
    assert "include Makefile Containerfile *.md LICENSE setup.py" in lines
    assert "global-exclude *.py[cod] *.so *.c lexicon.bin dictionary.hashes clusters.bin" in lines


def test_every_extra_is_told() -> None:
    extras = PYPROJECT["project"]["optional-dependencies"]
    table = README.partition("| extra |")[2].partition("\n\n")[0]
    assert (
        set(
            re.findall(
                r"`([a-z]+)`", "".join(line.split("|")[1] for line in table.splitlines()[1:])
            )
        )
        == extras.keys()
    )


def test_every_command_named_exists(maskera: Cli) -> None:
    named = set(re.findall(r"`maskera ([a-z]+)[ `]", README))
    assert named >= {
        "key",
        "reveal",
        "pseudonymize",
        "detect",
        "evaluate",
        "agreement",
        "policies",
        "labels",
    }
    for command in sorted(named):
        assert maskera(command, "--help").code == 0, command


def test_no_page_installs_from_an_index_where_maskera_is_not() -> None:
    for page in [
        ROOT / "README.md",
        *(ROOT / "docs").glob("*.md"),
        *(ROOT / "integrations").rglob("*.md"),
    ]:
        assert not re.search(
            r"\b(?:install|inject [\w-]+) (?:-\w+ )?'?maskera\b", page.read_text(encoding="utf-8")
        ), page.name


def test_pictures_and_files_named_are_there_and_small() -> None:
    for target in re.findall(r"\]\(((?!http)[^)]+)\)", SHORT):
        assert (ROOT / target).is_file()
        assert (ROOT / target).stat().st_size < 200_000
    for named in re.findall(r"`((?:docs|tools|src|samples)/[\w./-]+\.\w+)`", README):
        assert (ROOT / named).is_file(), named


def test_the_readme_is_a_screen_and_a_half() -> None:
    assert len(SHORT.splitlines()) <= 110
