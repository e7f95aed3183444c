"""The page of a project's own recognizers: it shows what is loaded, saves what its own examples
prove, and says what is wrong with the rest."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from maskera.errors import DataError
from maskera.lang import load_pack
from maskera.review import essays, people
from maskera.review.people import LANGUAGES, User
from maskera.review.project import Project
from maskera.review.state import Add as Placed
from maskera.review.state import Relabel
from maskera.review.web.app import create_app
from maskera.review.web.site import texts
from maskera.review.workbench import Workbench
from maskera.rules.user_file import Written, faults
from review.conftest import COOKIE, TestClient, secret_of

Client = Callable[[User | None], Any]
Add = Callable[..., int]
CASE = """[[recognizer]]
name = "slip"
label = "other_nr_seq"
pattern = 'kvist\\d+'
examples = ["Vi skrev kvist17 på lappen."]
counter = ["kvistar"]
"""
TEXT = "Vi skrev kvist17 på lappen. Blåklint är ett fint ord."


def words(page: Any) -> str:
    """What a page says, without its marks."""
    return html.unescape(re.sub(r"<[^>]+>", " ", page.text))


def marks(workbench: Workbench, made: int) -> set[tuple[str, str]]:
    """The words that count in an essay, with their labels."""
    essay = essays.load(workbench.project, made)
    return {
        (essay.content.text[mark.start : mark.end], mark.label)
        for mark in workbench.final(essay).state.applied
    }


def test_only_administrators_see_and_change_them(
    client: Client, curator: User, admin: User
) -> None:
    browser = client(curator)
    assert browser.get("/recognizers").status_code == 403
    assert browser.post("/recognizers", data={"text": CASE}).status_code == 403
    assert "Projektet har inga egna." in words(client(admin).get("/recognizers"))
    assert 'href="/recognizers"' in client(admin).get("/settings").text


def test_what_is_saved_holds_for_essays_that_nobody_has_touched(
    client: Client, admin: User, workbench: Workbench, essay: Add
) -> None:
    made = essay(TEXT)
    before = marks(workbench, made)
    assert ("kvist17", "other_nr_seq") not in before
    browser = client(admin)
    assert browser.post("/recognizers", data={"text": CASE}).status_code == 303
    assert ("kvist17", "other_nr_seq") in marks(workbench, made)
    page = browser.get("/recognizers")
    assert "exempel som hittas: 1; motexempel som inte hittas: 1." in words(page)
    assert "[[recognizer]]" in page.text
    assert browser.post("/recognizers", data={"text": ""}).status_code == 303
    assert marks(workbench, made) == before
    assert "Projektet har inga egna." in words(browser.get("/recognizers"))


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("[[recognizer]\n", ["recognizers.toml:1: not TOML"]),
        (CASE.replace("kvistar", "kvist4"), ["recognizers.toml:1: recognizer 'slip': counter-example 1 is found"]),
        (CASE.replace("other_nr_seq", "nothing"), ["recognizers.toml:1: label 'nothing' is not in the taxonomy"]),
        ("\n[[list]]\nlabel = 'work'\nfile = '/etc/passwd'\n", ["recognizers.toml:2: list /etc/passwd: a file beside;"]),
        (
            CASE.replace("\\d+'", "(\\d+)+'") + "[[list]]\nlabel = 'work'\n",
            ["recognizers.toml:1: recognizer 'slip': the pattern", "recognizers.toml:7: neither a file nor forms"],
        ),
    ],
)  # fmt: skip
def test_each_fault_is_said_and_nothing_is_saved(
    text: str, sentences: list[str], client: Client, admin: User, project: Project
) -> None:
    people.change(project, admin.id, language="en")
    page = client(admin).post("/recognizers", data={"text": text})
    assert page.status_code == 422
    said = re.findall(r"<li>(.*?)</li>", page.text.partition('id="wrong"')[2].partition("</ul>")[0])
    assert len(said) == len(sentences)
    for each, sentence in zip(map(html.unescape, said), sentences, strict=True):
        assert each.startswith(sentence)
    kept = page.text.partition('<textarea name="text"')[2].partition("</textarea>")[0]
    assert html.unescape(kept).split(">", 1)[1].strip() == text.strip()
    assert project.refresh().recognizers == ""


SLIPS = (
    "[[list]\n",
    "[[other]]\nname = 'x'\n",
    "list = 3\n",
    "[[list]]\nlabel = 'work'\nforms = ['Lergöken']\nname = 'x'\n",
    "[[list]]\nlabel = 'work'\nforms = 3\n",
    "[[list]]\nforms = ['Lergöken']\n",
    "[[list]]\nlabel = 'work'\ntrust = 'much'\nforms = ['Lergöken']\n",
    "[[list]]\nlabel = 'nothing'\nforms = ['Lergöken']\n",
    "[[list]]\nlabel = 'work'\nforms = []\n",
    "[[list]]\nlabel = 'work'\nfile = 'x.txt'\n",
    "[[list]]\nlabel = 'work'\nforms = ['Lergöken']\nexamples = ['Nej.']\n",
    "[[list]]\nlabel = 'work'\nforms = ['Lergöken']\ncounter = ['Lergöken.']\n",
    "[[label]]\nname = 'Aa'\n",
    "[[label]]\nname = 'work'\n",
    "[[label]]\nname = 'boat'\naction = 'replace'\n",
    "[[label]]\nname = 'boat'\naction = 'placeholder'\n",
    CASE.replace("kvist17", "kvist"),
    CASE.replace("kvistar", "kvist4"),
    CASE.replace("kvist\\d+", "x*"),
    CASE.replace("kvist\\d+", "(kvist"),
    CASE.replace("kvist\\d+", "k(vi*)*"),
    CASE.replace("kvist\\d+", "(a|ab)*k"),
    CASE.replace("kvist\\d+", "k[[a]"),
)


@pytest.mark.parametrize("text", SLIPS)
def test_each_fault_is_said_in_the_readers_language(text: str, client: Client, admin: User) -> None:
    vocab, labels = load_pack("sv").vocab, load_pack("sv").taxonomy.categories
    page = client(admin).post("/recognizers", data={"text": text})
    said = html.unescape(page.text.partition('id="wrong"')[2].partition("</ul>")[0])
    try:
        (english,) = faults(Written("recognizers.toml", text), vocab, labels)
    except DataError as error:
        english = str(error)
    place, _, sentence = english.partition(": ")
    assert place in said and sentence not in said, said


def test_a_file_takes_the_place_of_what_is_there_and_a_list_is_added_to_it(
    client: Client, admin: User, workbench: Workbench, essay: Add
) -> None:
    made = essay(TEXT + " Vi läser Selma Lagerlöf. Blåklints chef är snäll.")
    browser = client(admin)
    sent = browser.post(
        "/recognizers/file", files={"file": ("r.toml", CASE.encode(), "text/plain")}
    )
    assert sent.status_code == 303
    listed = "# företag\nBlåklint\n  Ljus & Co  \n\n".encode("utf-8-sig")
    fields = {"kind": "list", "label": "work", "trust": "certain", "inflect": "1"}
    sent = browser.post("/recognizers/list", data=fields, files={"file": ("a.txt", listed)})
    assert sent.status_code == 303
    spared = browser.post(
        "/recognizers/list",
        data={"kind": "allow"},
        files={"file": ("b.txt", b"Selma Lagerl\xc3\xb6f")},
    )
    assert spared.status_code == 303
    found = marks(workbench, made)
    assert {("kvist17", "other_nr_seq"), ("Blåklint", "work"), ("Blåklints", "work")} <= found
    assert not {form for form, _ in found} & {"Selma", "Lagerlöf"}
    page = words(browser.get("/recognizers"))
    assert "2 former." in page and "1 former." in page


@pytest.mark.parametrize(
    ("path", "content"),
    [("file", b"\xff\xfe\x00"), ("list", b"\xff\xfe\x00"), ("list", b"# x\n\n")],
)
def test_a_file_that_is_no_text_or_has_no_form_is_refused(
    path: str, content: bytes, client: Client, admin: User, project: Project
) -> None:
    fields = {"kind": "list", "label": "work"} if path == "list" else {}
    answer = client(admin).post(
        f"/recognizers/{path}", data=fields, files={"file": ("a.txt", content)}
    )
    assert answer.status_code == 422
    assert project.refresh().recognizers == ""


def test_a_label_of_the_projects_own_can_be_chosen_and_shown(
    client: Client, admin: User, workbench: Workbench, essay: Add
) -> None:
    made = essay("Han är katolik och Anna är muslim.")
    label = '[[label]]\nname = "religion"\nkind = "quasi"\ngroup = "Mark"\naction = "placeholder"\ntemplate = "<TRO>"\n'
    rule = '[[recognizer]]\nname = "faith"\nlabel = "religion"\npattern = \'katolik\'\ntrust = "certain"\n'
    browser = client(admin)
    assert browser.post("/recognizers", data={"text": label + rule}).status_code == 303
    assert ("katolik", "religion") in marks(workbench, made)
    page = browser.get(f"/essays/{made}")
    assert page.status_code == 200 and 'data-label="religion"' in page.text
    found, reading, _ = workbench.open(made, admin)
    at = found.content.text.index("muslim")
    workbench.change(found, reading, Placed(at, at + 6, "religion"), admin)
    found, reading, view = workbench.open(made, admin)
    anna = next(mark for mark in view.applied if mark.start == found.content.text.index("Anna"))
    workbench.change(found, reading, Relabel(anna.key, "religion"), admin)
    assert ("Anna", "religion") in marks(workbench, made)
    assert "<TRO>" in workbench.final(essays.load(workbench.project, made)).release.text
    assert browser.get(f"/essays/{made}").status_code == 200
    for path in ("/", "/statistics", "/search?form=katolik", "/release", "/trail"):
        assert browser.get(path).status_code == 200
    assert "religion" in browser.get("/statistics").text
    tags = browser.get("/statistics/tags.csv").text
    assert "religion" in tags


def test_a_text_shows_what_they_would_change_and_is_not_stored(
    client: Client, admin: User, workbench: Workbench
) -> None:
    browser = client(admin)
    asked = {"text": CASE, "sample": TEXT}
    sides = re.findall(
        r'<p class="text">(.*?)</p>', browser.post("/recognizers/preview", data=asked).text, re.S
    )
    assert len(sides) == 2
    assert 'title="other_nr_seq' not in sides[0] and 'title="other_nr_seq' in sides[1]
    wrong = browser.post("/recognizers/preview", data={**asked, "text": "[[recognizer]"})
    assert "är inte TOML" in wrong.text
    assert workbench.project.refresh().recognizers == ""
    assert essays.rows(workbench.project, essays.Filter())[1] == 0


def test_the_file_of_the_server_is_shown_beside_the_projects_own(
    project: Project, admin: User, tmp_path: Path
) -> None:
    path = tmp_path / "own.toml"
    path.write_text(CASE, encoding="utf-8")
    browser = TestClient(create_app(Workbench(project, path)), base_url="http://127.0.0.1")
    browser.cookies.set(COOKIE, secret_of(project, admin), domain="127.0.0.1")
    page = words(browser.get("/recognizers"))
    assert "Ur filen som servern startades med" in page and "slip" in page
    browser.close()


def test_names_in_lists_stay_out_of_the_trail(
    client: Client, admin: User, project: Project
) -> None:
    text = "[[list]]\nlabel = 'work'\nforms = ['Blåklint']\n"
    assert client(admin).post("/recognizers", data={"text": text}).status_code == 303
    told = next(row for row in project.trail() if row.action == "settings")
    assert "Blåklint" not in told.detail and "3 lines" in told.detail


@pytest.mark.parametrize("language", ["sv", "en"])
@pytest.mark.parametrize("shown", LANGUAGES)
def test_the_example_can_be_saved_as_it_stands(language: str, shown: str) -> None:
    pack = load_pack(language)
    held = Written("example", texts(shown)["recognizers.example_text"])
    assert faults(held, pack.vocab, pack.taxonomy.categories) == []
