"""The list of essays: what it shows, what it finds, what can be done with many at once, and what it
keeps out of addresses."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any
from unicodedata import normalize
from urllib.parse import quote

import pytest
import sqlalchemy as sql

from maskera.review import essays, readings, schema
from maskera.review.people import User
from maskera.review.project import Project, Settings
from maskera.review.state import Accept
from maskera.review.web.essays_list import closed, opened
from maskera.review.workbench import NotAddedError, Workbench
from maskera.text import Document
from review.conftest import agreed

Client = Callable[[User | None], Any]
Add = Callable[..., int]


def test_it_shows_every_essay_with_its_status_genre_level_words_and_counts(
    client: Client, reviewer: User, essay: Add
) -> None:
    essay(name="E1", genre="narrative", level="B")
    essay("Min stad är Malmö.", name="E2")
    page = client(reviewer).get("/").text
    assert (
        "E1" in page
        and "E2" in page
        and "berättande" in page
        and ">B<" in page
        and "1–2 av 2" in page
    )
    assert re.search(r"Alla <b>2</b>.*Nya <b>2</b>.*Granskade <b>0</b>", page, re.DOTALL)


def test_a_guessed_genre_is_shown_as_such_until_somebody_states_it(
    client: Client, reviewer: User, workbench: Workbench, essay: Add
) -> None:
    guess, stated = (
        essay(name="E1", genre="narrative", genre_source="text"),
        essay(name="E2", genre="narrative"),
    )
    browser = client(reviewer)
    assert browser.get("/").text.count("(gissad)") == 1
    assert (
        "berättande (gissad)" in browser.get(f"/essays/{guess}").text
        and "(gissad)" not in browser.get(f"/essays/{stated}").text
    )
    essays.set_genre(workbench.project, [guess], "narrative", None)
    assert "(gissad)" not in browser.get("/").text + browser.get(f"/essays/{guess}").text


def test_the_list_opens_no_essay_to_say_so_but_of_an_earlier_version(
    client: Client,
    reviewer: User,
    workbench: Workbench,
    essay: Add,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    essay(name="E1", genre="narrative", genre_source="text")
    older = essay(name="E2", genre="narrative", genre_source="text")
    with workbench.project.write() as connection:
        old = sql.update(schema.essay).where(schema.essay.c.id == older).values(guessed=None)
        connection.execute(old)
    asked: list[int] = []
    every = essays.every

    def noted(project: Project, ids: list[int]) -> Iterator[essays.Essay]:
        asked.extend(ids)
        return every(project, ids=ids)

    monkeypatch.setattr(essays, "every", noted)
    assert client(reviewer).get("/").text.count("(gissad)") == 2
    assert asked == [older]


def test_an_empty_project_says_so(client: Client, reviewer: User) -> None:
    assert "Här finns inga texter än." in client(reviewer).get("/").text


def test_nobody_sees_it_who_is_not_logged_in(client: Client, essay: Add) -> None:
    essay(name="E1")
    answer = client(None).get("/")
    assert answer.status_code == 303 and "E1" not in answer.text


def test_filters_narrow_it(client: Client, reviewer: User, essay: Add) -> None:
    essay(name="Första", genre="narrative", level="A")
    essay("Hej då.", name="Andra", genre="argumentative", level="B")
    browser = client(reviewer)
    for query, found in (
        ("genre=narrative", "Första"),
        ("level=B", "Andra"),
        ("status=new&level=A", "Första"),
    ):
        page = browser.get(f"/?{query}").text
        assert (
            f">{found}<" in page and f">{'Andra' if found == 'Första' else 'Första'}<" not in page
        )
    assert "Inga texter passar" in browser.get("/?status=released").text
    assert browser.get("/?page=0").status_code == 422


def test_a_search_finds_ids_and_texts_and_its_words_stand_in_no_address(
    client: Client, reviewer: User, essay: Add
) -> None:
    essay("Jag bor i Malmö.", name="E1")
    essay("Jag bor i Lund.", name="E2")
    browser = client(reviewer)
    where = browser.post("/filter", data={"words": "MALMÖ bor", "texts": "1"}).headers["location"]
    assert "malm" not in where.lower() and quote("MALMÖ") not in where
    page = browser.get(where).text
    assert ">E1<" in page and ">E2<" not in page and 'value="MALMÖ bor"' in page
    assert (
        ">E2<"
        not in browser.get(
            browser.post("/filter", data={"words": "malmö"}).headers["location"]
        ).text
    )
    assert (
        ">E2<"
        in browser.get(browser.post("/filter", data={"words": "e2"}).headers["location"]).text
    )


def test_letters_are_the_same_however_they_are_composed(
    client: Client, reviewer: User, workbench: Workbench, essay: Add
) -> None:
    apart = essay(normalize("NFD", "Jag bor i Örebro."), name=normalize("NFD", "Åsa"))
    essay("Jag bor i Örebro.", name="Ö2")
    browser = client(reviewer)
    for words in ("örebro", normalize("NFD", "ÖREBRO")):
        page = browser.get(
            browser.post("/filter", data={"words": words, "texts": "1"}).headers["location"]
        ).text
        assert ">Åsa<" in page and ">Ö2<" in page
    assert (
        ">Åsa<"
        in browser.get(browser.post("/filter", data={"words": "åsa"}).headers["location"]).text
    )
    assert (
        essays.find(workbench.project, "Åsa")
        == essays.find(workbench.project, normalize("NFD", "Åsa"))
        == apart
    )
    assert isinstance(next(workbench.add([Document("Åsa", "Hej.")], None)), NotAddedError), (
        "there are no two that look the same"
    )


def test_a_search_of_somebody_else_cannot_be_read(
    client: Client, reviewer: User, curator: User, essay: Add
) -> None:
    essay(name="E1")
    where = client(reviewer).post("/filter", data={"words": "hemligheten"}).headers["location"]
    assert "hemligheten" not in client(curator).get(where).text


def test_a_page_that_the_list_has_no_longer_is_its_last(
    client: Client, curator: User, essay: Add
) -> None:
    for number in range(53):
        essay("Hej.", name=f"T{number:02}")
    browser = client(curator)
    shrunk = browser.get("/?page=7").text
    assert "T00" in shrunk and "51–53 av 53" in shrunk and "Sida 2 av 2" in shrunk
    assert (
        "1–1 av 1"
        in browser.get(
            browser.post("/filter?page=2", data={"words": "T07"}).headers["location"] + "&page=2"
        ).text
    )
    assert (
        browser.get("/release?page=7").status_code
        == browser.get("/settle?page=7").status_code
        == 200
    )


def test_it_pages_and_sorts(
    client: Client, reviewer: User, workbench: Workbench, essay: Add
) -> None:
    for number in range(53):
        essay("Hej.", name=f"T{number:02}")
    browser = client(reviewer)
    assert "T52" in browser.get("/").text and "T00" not in browser.get("/").text
    last = browser.get("/?page=2").text
    assert "T00" in last and "T52" not in last and "Sida 2 av 2" in last
    names = re.findall(r">(T\d\d)<", browser.get("/?sort=name").text)
    assert names == sorted(names) and len(names) == 50


def test_a_genre_is_set_and_released_essays_keep_theirs(
    client: Client, reviewer: User, curator: User, workbench: Workbench, essay: Add
) -> None:
    one, two = essay(name="E1"), essay("Hej på dig.", name="E2")
    _review(workbench, two, reviewer)
    workbench.release([two], curator)
    answer = client(reviewer).post(
        "/bulk", data={"do": "genre", "genre": "narrative", "id": [one, two]}, follow_redirects=True
    )
    assert "Texter med ny genre: 1." in answer.text and "E2: texten är utlämnad" in answer.text
    assert [essays.load(workbench.project, each).row.genre for each in (one, two)] == [
        "narrative",
        "",
    ]
    assert (
        client(reviewer)
        .post("/bulk", data={"do": "genre", "genre": "påhittad", "id": [one]})
        .status_code
        == 422
    )


def test_marking_as_reviewed_takes_all_that_were_found(
    client: Client, reviewer: User, workbench: Workbench, essay: Add
) -> None:
    one, two = essay(name="E1", level="A"), essay("Hej.", name="E2", level="B")
    answer = agreed(client(reviewer), "/bulk?level=A", {"do": "reviewed", "which": "found"})
    assert "Texter markerade som granskade: 1." in answer.text
    assert [essays.load(workbench.project, each).row.status for each in (one, two)] == [
        "reviewed",
        "new",
    ]


def test_of_a_double_review_only_what_one_has_begun_is_marked(
    client: Client, reviewer: User, curator: User, admin: User, workbench: Workbench, essay: Add
) -> None:
    workbench.project.change_settings(Settings(mode="rules", double=True), admin.id)
    one = essay(name="E1")
    found = agreed(client(reviewer), "/bulk", {"do": "reviewed", "id": [one]}).text
    assert "E1: du har inte börjat granska texten." in found
    held, reading, _ = workbench.open(one, reviewer)
    workbench.change(held, reading, Accept((reading.state.marks[0].key,)), reviewer)
    agreed(client(reviewer), "/bulk", {"do": "reviewed", "id": [one]})
    assert readings.of(workbench.project, held, reviewer).done


def test_nothing_is_done_with_nothing(client: Client, reviewer: User, essay: Add) -> None:
    essay()
    answer = client(reviewer).post("/bulk", data={"do": "reviewed"})
    assert answer.status_code == 422 and "Ingen text är markerad" in answer.text


@pytest.mark.parametrize(("do", "allowed"), [("release", "curator"), ("delete", "admin")])
def test_roles_are_held_to(
    do: str, allowed: str, client: Client, reviewer: User, curator: User, admin: User, essay: Add
) -> None:
    one = essay()
    users = {"reviewer": reviewer, "curator": curator, "admin": admin}
    ranks = list(users)
    for role, user in users.items():
        status = client(user).post("/bulk", data={"do": do, "id": [one]}).status_code
        assert (status == 403) == (ranks.index(role) < ranks.index(allowed))


def test_deleting_asks_first_and_takes_exactly_what_it_counted(
    client: Client, admin: User, workbench: Workbench, essay: Add
) -> None:
    one, two = essay(name="E1"), essay("Hej.", name="E2")
    browser = client(admin)
    page = browser.post("/bulk", data={"do": "delete", "which": "found"}).text
    assert "Ta bort 2 texter?" in page and essays.rows(workbench.project, essays.Filter())[1] == 2
    three = essay("Sen.", name="E3")
    answer = browser.post("/delete", data={"sealed": _sealed(page)}, follow_redirects=True)
    assert "Borttagna texter: 2." in answer.text
    assert (
        essays.ids(workbench.project, essays.Filter()) == [three]
        and workbench.project.broken_link() == 0
    )
    assert {one, two}.isdisjoint(essays.ids(workbench.project, essays.Filter()))


def test_a_forged_deletion_is_refused(
    client: Client, admin: User, curator: User, workbench: Workbench, essay: Add
) -> None:
    one = essay()
    forged = closed(
        workbench.project.keys.project, b"\x92\x91" + bytes([one]) + b"\xc2", f"delete {curator.id}"
    )
    for sealed in ("", "x", "åäö", forged):
        assert client(admin).post("/delete", data={"sealed": sealed}).status_code in (403, 422)
    assert essays.ids(workbench.project, essays.Filter()) == [one]


def test_one_persons_essays_go_and_no_others(
    client: Client, admin: User, curator: User, workbench: Workbench, essay: Add
) -> None:
    essay(name="E1", author="L17")
    essay("Hej.", name="E2", author="l17 ")
    other = essay("Hallå.", name="E3", author="L18")
    browser = client(admin)
    assert "inga texter av den författaren" in browser.post("/author", data={"author": "L99"}).text
    page = browser.post("/author", data={"author": "L17"}).text
    assert "Ta bort 2 texter?" in page and "allt som finns av personen" in page
    browser.post("/delete", data={"sealed": _sealed(page)})
    assert essays.ids(workbench.project, essays.Filter()) == [other]
    assert client(curator).get("/author").status_code == 403


def test_one_persons_essays_are_found_however_the_code_is_composed(
    client: Client, admin: User, workbench: Workbench, essay: Add
) -> None:
    code, project = "Åsa01", workbench.project
    made = [
        essay(name="E1", author=normalize("NFD", code)),
        essay(name="E2", author=code),
        essay(name="E3", author="åsa01"),
    ]
    with project.write() as connection:  # as projects of before hold it
        before = {"author": project.keys.lookup(normalize("NFD", code).casefold(), "author")}
        connection.execute(
            sql.update(schema.essay).where(schema.essay.c.id == made[2]).values(before)
        )
    for written in (code, normalize("NFD", code), f" {code.upper()} "):
        assert sorted(essays.by_author(project, written)) == made
        assert client(admin).post("/author", data={"author": written}).status_code == 200
    assert essays.by_author(project, "Asa01") == []


def test_an_id_of_before_is_found_and_not_taken_twice(workbench: Workbench, essay: Add) -> None:
    content, state = next(workbench.detect([Document(normalize("NFD", "Åsa"), "Jag heter Åsa.")]))
    held = essays.add(workbench.project, content, state, {}, None)
    assert essays.find(workbench.project, "Åsa") == held
    assert essays.load(workbench.project, held).content.text == "Jag heter Åsa."
    assert isinstance(next(workbench.add([Document("Åsa", "Hej.")], None)), NotAddedError)


def test_what_goes_to_the_browser_sealed_comes_back_whole_or_not_at_all(
    workbench: Workbench,
) -> None:
    sealer = workbench.project.keys.project
    assert opened(sealer, closed(sealer, b"ord", "search 1"), "search 1") == b"ord"
    assert opened(sealer, closed(sealer, b"ord", "search 1"), "search 2") == b""
    assert (
        opened(sealer, "inte base64 é", "search 1") == b"" and closed(sealer, b"", "search 1") == ""
    )


def _review(workbench: Workbench, essay_id: int, user: User) -> None:
    held, reading, _ = workbench.open(essay_id, user)
    workbench.finish(held, reading, True, user)


def _sealed(page: str) -> str:
    found = re.search(r'name="sealed" value="([^"]+)"', page)
    assert found is not None
    return found[1]


def test_only_what_the_settings_let_somebody_do_is_offered(
    client: Client, project: Project, reviewer: User, curator: User, admin: User, essay: Add
) -> None:
    essay()

    def offered(user: User) -> set[str]:
        return set(re.findall(r'name="do" value="(\w+)"', client(user).get("/").text))

    assert offered(reviewer) == {"reviewed", "genre", "assign"}
    assert offered(curator) - offered(reviewer) == {"release"}
    project.change_settings(Settings(mode="rules", bulk_role="curator", release_role="admin"), None)
    assert offered(reviewer) == {"genre", "assign"}
    assert offered(curator) == {"genre", "assign", "reviewed"}
    assert offered(admin) == {"genre", "assign", "reviewed", "release", "delete"}


def test_an_empty_project_shows_the_way_in_and_nothing_to_search(
    client: Client, admin: User, essay: Add
) -> None:
    browser = client(admin)
    page = browser.get("/").text
    assert 'href="/upload"' in page and 'href="/next"' not in page and "/filter" not in page
    essay()
    assert "/filter" in browser.get("/").text and 'href="/next"' in browser.get("/").text
