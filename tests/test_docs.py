"""The documentation site: every page is in the navigation, no link is dead, examples run, the site
builds without a warning and fetches nothing."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import pytest
from browsing import chromium_running, expect, patient
from calling import Cli
from conftest import ROOT

DOCS = ROOT / "docs"
PAGES = sorted(DOCS.rglob("*.md"))
MADE = (
    "reference/commands.md",
    "reference/policies.md",
    "reference/labels.md",
    "reference/recognizers.md",
    "reference/http.md",
    "reference/test-suite.md",
)
"""Pages that tools/docs_pages.py makes when the site is built."""
NAVIGATION = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:\n")[2]
IN_NAVIGATION = re.findall(r"[\w/-]+\.md", NAVIGATION)
TUTORIALS = sorted((DOCS / "tutorials").glob("*.md"))
TASKS = {
    "teacher",
    "annotator",
    "corpus-engineer",
    "researcher",
    "data-protection-officer",
}


MODULE = re.compile(r"`((?:[a-z_]+/)+[a-z_]+\.py)`")
DOTTED = re.compile(r"(?:`|from |import )(maskera(?:\.(?!toml\b)\w+)+)")


def no_modules(text: str) -> list[str]:
    """The modules that a page names (`label/merge.py`) and that are not there."""
    roots = (ROOT, ROOT / "src", ROOT / "src" / "maskera")
    named = set(MODULE.findall(text))
    gone = [name for name in named if not any((root / name).is_file() for root in roots)]
    return sorted((*gone, *(name for name in set(DOTTED.findall(text)) if not is_there(name))))


def is_there(dotted: str) -> bool:
    """Whether a module or what stands in one has this name; it may need what is not installed."""
    above, _, name = dotted.rpartition(".")
    try:
        return hasattr(import_module(above), name) or find_spec(dotted) is not None
    except ImportError as error:
        return not (error.name or "").startswith("maskera")


def name_of(page: Path) -> str:
    return page.relative_to(DOCS).as_posix()


def links(page: Path) -> Iterator[str]:
    """What a page links to outside its code blocks, without addresses on the web."""
    text = re.sub(r"^ *```.*?^ *```$", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    yield from re.findall(r"\]\((?!https?:|mailto:)([^)\s]+)\)", re.sub(r"`[^`\n]*`", "", text))


def blocks(page: Path, kind: str) -> list[str]:
    """The code blocks of a language, those in lists without their indent."""
    found = re.findall(
        rf"^( *)```{kind}\n(.*?)^ *```$", page.read_text(encoding="utf-8"), re.M | re.S
    )
    return [re.sub(rf"^{indent}", "", code, flags=re.M) for indent, code in found]


@pytest.mark.parametrize(
    "page", [page for page in PAGES if "lab" not in page.parts], ids=lambda page: page.stem
)
def test_the_modules_that_a_page_names_are_there(page: Path) -> None:
    assert no_modules(page.read_text(encoding="utf-8")) == []


def test_a_module_that_is_gone_is_found() -> None:
    assert no_modules("`label/merge.py` and `label/agree.py`") == ["label/agree.py"]
    named = "`maskera.kernels.crf`, from maskera.lang import load_pack, `maskera.annotate.crf`"
    assert no_modules(named) == ["maskera.annotate.crf"]


def test_every_page_is_in_the_navigation_once() -> None:
    assert sorted(IN_NAVIGATION) == sorted([*map(name_of, PAGES), *MADE])


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_no_link_of_a_page_is_dead(page: Path) -> None:
    dead = []
    for link in links(page):
        target, _, anchor = link.partition("#")
        file = (page.parent / target).resolve() if target else page
        if file.is_relative_to(DOCS) and file.relative_to(DOCS).as_posix() in MADE:
            continue
        if not file.is_file() or (anchor and file.suffix == ".md" and anchor not in anchors(file)):
            dead.append(link)
    assert dead == []


def anchors(page: Path) -> set[str]:
    """What headings of a page are called in links."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.M)
    return {
        re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", heading.lower()).strip())
        for heading in headings
    }


def test_the_search_for_dead_links_finds_one(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("[a](none.md) [b](https://example.org) `[c](code.md)`", encoding="utf-8")
    assert list(links(page)) == ["none.md"]


def test_the_page_on_http_has_every_schema_and_links_to_none_that_is_missing() -> None:
    pytest.importorskip("fastapi", reason="FastAPI is not installed (extra `service`)")
    sys.path.insert(0, str(ROOT / "tools"))
    import docs_http
    from maskera.service.openapi import COMPONENTS

    page = docs_http.http()
    headings = re.findall(r"^### (\w+)$", page, re.M)
    assert set(headings) == set(COMPONENTS)
    assert set(re.findall(r"\]\(#(\w+)\)", page)) <= {heading.lower() for heading in headings}
    operations = re.findall(r"^## (GET|POST) (\S+)$", page, re.M)
    for method, path in operations:
        told = page.partition(f"## {method} {path}\n")[2].partition("\n## ")[0]
        assert "| 200 | `" in told, path
        assert ("Request:" in told) == (method == "POST"), path
    assert "| `release` | string | The new text. |" in page


def test_a_newcomer_is_one_click_from_every_tutorial_and_task() -> None:
    start = set(links(DOCS / "index.md"))
    assert {f"tutorials/{task}.md" for task in TASKS} <= start
    how_to = re.findall(r"[\w/-]+\.md", NAVIGATION.partition("- How to:")[2].partition("- Ref")[0])
    in_one = start | {link for page in TUTORIALS for link in links(page)}
    elsewhere = {"pos.md", "annotated.md", "contributing.md", "adding/language.md"}
    assert {
        page for page in how_to if page not in in_one and not page.startswith("adding/")
    } <= elsewhere


@pytest.mark.parametrize("page", [*TUTORIALS, DOCS / "svenska.md"], ids=lambda page: page.stem)
def test_the_commands_of_a_tutorial_run_one_after_the_other(
    maskera: Cli, tmp_path: Path, page: Path
) -> None:
    shutil.copytree(ROOT / "samples", tmp_path / "essays", ignore=shutil.ignore_patterns("en"))
    maskera.write("essays.csv", "id,text,level\ne1,Jag heter Anna.,A\n")
    commands = [
        line
        for block in blocks(page, "sh")
        for line in block.splitlines()
        if line.startswith("maskera ")
    ]
    assert commands
    for line in commands:
        if "corrected.jsonl" in line and not (tmp_path / "corrected.jsonl").exists():
            shutil.copy(tmp_path / "tasks.jsonl", tmp_path / "corrected.jsonl")
        run = maskera(*shlex.split(line)[1:])
        assert run.code == 0, (line, run.err)


@pytest.mark.parametrize("page", [*TUTORIALS, DOCS / "reference/python.md"], ids=name_of)
def test_the_python_of_a_page_runs(page: Path) -> None:
    for code in blocks(page, "python"):
        exec(compile(code, page.name, "exec"), {})


def test_json_shown_is_json() -> None:
    for page in TUTORIALS:
        for block in blocks(page, "json"):
            assert isinstance(json.loads(block), dict)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built strictly: a warning is an error."""
    pytest.importorskip("mkdocs", reason="MkDocs is not installed (extra `dev`)")
    pytest.importorskip("material", reason="Material for MkDocs is not installed (extra `dev`)")
    pytest.importorskip("mkdocstrings", reason="mkdocstrings is not installed (extra `dev`)")
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-W", "ignore", "-m", "mkdocs", "build", "--strict", "--quiet", "-d"]
    built = subprocess.run(
        [*command, str(folder)],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stdout + built.stderr
    return folder


def test_pages_of_the_site_fetch_nothing(site: Path) -> None:
    pages = list(site.rglob("*.html"))
    assert len(pages) > len(PAGES)
    for page in pages:
        html = page.read_text(encoding="utf-8")
        fetched = re.findall(
            r"<(?:script|img|iframe|source)\b[^>]*\bsrc=[\"']?(https?:[^\"' >]+)"
            r"|<link\b[^>]*\brel=[\"']?(?:stylesheet|preconnect|preload)[^>]*?(https?:[^\"' >]+)",
            html,
        )
        assert fetched == [], page.name
        assert not re.search(r"<code>\w+ notest", html), f"{page.name}: an example is no block"


def test_the_search_index_is_read_without_a_server(site: Path) -> None:
    index = (site / "search" / "search_index.js").read_text(encoding="utf-8")
    assert "pseudonymize" in index
    assert "Dataskydd" in index or "dataskydd" in index  # the Swedish page is in it


def test_the_search_answers_in_a_browser_without_a_server(site: Path) -> None:
    asked: list[str] = []
    with chromium_running() as browser:
        page = patient(browser.new_page())
        page.on("request", lambda request: asked.append(request.url))
        page.goto((site / "index.html").as_uri())
        # The page listens for keys; of a value that is put in it sees only what is there at the focus.
        page.locator("input.md-search__input").first.press_sequentially("maskera.toml")
        # Each letter asks again: what the first letters find stands there until the last is answered.
        first = page.locator(".md-search-result__item:first-child a[href*='/configuration.html']")
        expect(first.first).to_be_attached()
    assert [url for url in asked if url.startswith("http")] == []


def test_pages_made_at_build_time_name_what_there_is(site: Path) -> None:
    commands = (site / "reference" / "commands.html").read_text(encoding="utf-8")
    for command in ("pseudonymize", "detect", "batch", "evaluate", "benchmark", "serve", "risk"):
        assert f"maskera {command}" in commands
    assert "firstname_female" in (site / "reference" / "labels.html").read_text(encoding="utf-8")
    assert "/v1/pseudonymize" in (site / "reference" / "http.html").read_text(encoding="utf-8")
    assert "dummy" in (site / "reference" / "policies.html").read_text(encoding="utf-8")
    python = (site / "reference" / "python.html").read_text(encoding="utf-8")
    assert "maskera.pipeline.load" in python
    suite = (site / "reference" / "test-suite.html").read_text(encoding="utf-8")
    assert "sv-homonyms-" in suite and 'href="../annotation.html"' in suite


PLOTTED = """\
| set | mode | F1 | words |
| --- | --- | --- | --- |
| one | `a` | .914 (.8) | 13,903 |
| two | b | - | 1 |

<!-- bars: F1; words by set; mode -->
"""


@pytest.fixture(scope="module")
def plots() -> Iterator[ModuleType]:
    sys.path.insert(0, str(ROOT / "tools"))
    yield import_module("docs_plots")
    sys.path.remove(str(ROOT / "tools"))


def test_plots_say_what_their_table_says(plots: ModuleType) -> None:
    svg = ElementTree.fromstring(plots.with_plots(PLOTTED).splitlines()[-1])
    said = [one.text for one in svg.iter() if one.tag.endswith("text")]
    assert {"one, a", "two, b", "0.914", "13,903", "1"} <= set(said)
    assert "0.8" not in said  # a second figure of a cell
    assert plots.with_plots("a <!-- bars: F1 -->\n") == "a <!-- bars: F1 -->\n"


@pytest.mark.parametrize(
    "text",
    ["<!-- bars: F1 -->", PLOTTED.replace("F1;", "F2;"), PLOTTED.replace("mode -->", "m -->")],
)
def test_a_plot_without_its_table_or_column_stops_the_build(plots: ModuleType, text: str) -> None:
    with pytest.raises(plots.PlotError, match="page, line"):
        plots.with_plots(text)


def test_the_site_has_plots(plots: ModuleType) -> None:
    marked = [page for page in PAGES if "<!-- bars: " in page.read_text(encoding="utf-8")]
    assert {"accuracy.md", "learn.md", "risk.md"} <= set(map(name_of, marked))
    for page in marked:
        assert "<!-- bars: " not in plots.with_plots(page.read_text(encoding="utf-8"))
