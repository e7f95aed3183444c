"""The shell of the pages: who is let in, what a forged request gets, limits, and errors that tell
nothing."""

from __future__ import annotations

import asyncio
import html
import re
import time
import tomllib
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any
from urllib.parse import quote

import pytest
import sqlalchemy as sql
from fastapi import Depends, FastAPI, UploadFile
from sqlalchemy.exc import OperationalError
from starlette.testclient import TestClient
from waiting import wait_until

from maskera.errors import DataError, MaskeraError
from maskera.review import people, readings
from maskera.review.people import LANGUAGES, User
from maskera.review.project import Project, open_project
from maskera.review.web import guard, throttle
from maskera.review.web.app import create_app
from maskera.review.web.guard import HEADERS
from maskera.review.web.site import COOKIE, FOLDER, RefusalError
from maskera.review.workbench import Workbench
from review.conftest import PASSWORD, SECRET, Client, Closing, csrf_of

WORD = "Plantagenet"
ADMINS = ("/people", "/trail", "/trail/whole")
ANYBODY = ("/account",)


def app_of(browser: TestClient) -> FastAPI:
    assert isinstance(browser.app, FastAPI)
    return browser.app


def enter(browser: TestClient, password: str = PASSWORD, name: str = "Alva", **headers: str) -> Any:
    return browser.post("/login", data={"name": name, "password": password}, headers=headers)


def test_the_cookie_is_out_of_reach(client: Client, workbench: Workbench, admin: User) -> None:
    answer = enter(client(None))
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    held = answer.headers["set-cookie"].lower()
    assert (
        all(flag in held for flag in ("httponly", "samesite=strict", "path=/"))
        and "secure" not in held
        and "domain" not in held
    )
    with TestClient(
        create_app(workbench, secure=True),
        base_url="https://maskera.example",
        follow_redirects=False,
    ) as behind_tls:
        answer = enter(behind_tls)
        held = answer.headers["set-cookie"]
        assert held.startswith(f"__Host-{COOKIE}=") and "; secure" in held.lower()
        assert answer.headers["strict-transport-security"] == "max-age=31536000"
        assert behind_tls.get("/").status_code == 200, "the cookie is known again"
        token = csrf_of_page(behind_tls.get("/").text)
        gone = behind_tls.post("/logout", data={"csrf": token}).headers["set-cookie"]
        assert gone.startswith(f'__Host-{COOKIE}="";') and "; secure" in gone.lower()
        assert behind_tls.get("/").status_code == 303
    assert "strict-transport-security" not in client(admin).get("/").headers


def csrf_of_page(page: str) -> str:
    """The token of a page's forms."""
    found = re.search(r'name="csrf" value="([^"]+)"', page)
    assert found
    return found[1]


def test_who_is_not_logged_in_sees_the_login_alone(
    client: Client, project: Project, admin: User, closing: Closing
) -> None:
    browser = client(None)
    for path in (*ADMINS, *ANYBODY):
        answer = browser.get(path)
        assert (answer.status_code, answer.headers["location"], answer.text) == (
            303,
            f"/login?after={quote(path, safe='')}",
            "",
        ), path
    assert browser.get("/").headers["location"] == "/login"
    for language, told in (("sv", "Du är utloggad"), ("en", "You are logged out")):
        answer = browser.get("/people", headers={"hx-request": "true", "accept-language": language})
        assert (answer.status_code, answer.headers["hx-retarget"]) == (
            401,
            "#notice",
        ) and told in answer.text
        assert (
            "hx-redirect" not in answer.headers and 'href="/login" target="_blank"' in answer.text
        )
    browser.cookies.set(COOKIE, "x" * 43)
    assert browser.get("/people").status_code == 303
    assert browser.post("/people", data={"name": WORD, "role": "admin"}).status_code == 303
    assert (
        len(people.users(closing(open_project(project.engine.url.render_as_string(), SECRET)))) == 1
    )


def _url(client: Client, admin: User) -> str:
    return str(app_of(client(None)).state.site.workbench.project.engine.url)


def test_a_session_of_another_project_is_foreign(
    client: Client, admin: User, tmp_path: Any, closing: Closing
) -> None:
    from maskera.review.project import create, url_of

    other = closing(create(url_of(str(tmp_path / "other.db")), SECRET))
    people.add(other, "Alva", PASSWORD, "admin")
    browser = client(None)
    browser.cookies.set(COOKIE, people.log_in(other, "Alva", PASSWORD) or "")
    assert browser.get("/people").status_code == 303


def test_wrong_name_and_wrong_password_are_told_alike(client: Client, admin: User) -> None:
    """But for the name, which stays in its field as it was written."""
    browser = client(None)
    answers = [enter(browser, "fel lösenord"), enter(browser, name="Ingen")]
    assert [answer.status_code for answer in answers] == [403, 403]
    pages = [answer.text for answer in answers]
    assert 'value="Ingen"' in pages[1]
    assert pages[0] == pages[1].replace('value="Ingen"', 'value="Alva"')


def from_address(browser: TestClient, address: str) -> TestClient:
    """A browser without a login at another address."""
    return TestClient(
        app_of(browser),
        base_url="http://127.0.0.1",
        follow_redirects=False,
        client=(address, 50000),
    )


def test_guessing_at_a_name_is_slowed_more_and_more(
    client: Client, admin: User, reviewer: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser, now = client(None), [1000.0]
    monkeypatch.setattr(throttle, "time", SimpleNamespace(monotonic=lambda: now[0]))
    assert [enter(browser, "gissning").status_code for _ in range(throttle.TRIES)] == [
        403
    ] * throttle.TRIES
    for seconds in (1.0, 2.0, 4.0, 8.0):
        told = enter(browser)
        assert told.status_code == 429  # even with the right password
        assert told.headers["Retry-After"] == f"{seconds:.0f}"
        assert f"För många försök. Försök igen om {seconds:.0f} s." in told.text
        now[0] += seconds - 0.01
        assert enter(browser).status_code == 429
        now[0] += 0.02
        assert enter(browser, "gissning").status_code == 403
    for _ in range(8):
        now[0] += throttle.LONGEST
        enter(browser, "gissning")
    assert "Försök igen om 15 min." in enter(browser).text
    now[0] += throttle.LONGEST
    assert enter(browser).status_code == 303 and enter(browser, "gissning").status_code == 403


def test_who_guesses_locks_nobody_out(client: Client, admin: User, reviewer: User) -> None:
    """Neither the same name at another address, nor another name at the same."""
    browser = client(None)
    for _ in range(3 * throttle.TRIES):
        enter(browser, "gissning", "Alva")
        enter(browser, "gissning", "Ingen")
    assert enter(browser, name="Alva").status_code == 429
    assert enter(browser, name="Rut").status_code == 303
    with from_address(browser, "192.0.2.7") as elsewhere:
        assert enter(elsewhere, name="Alva").status_code == 303


def test_an_address_that_guesses_at_many_names_waits_for_a_minute_at_most(
    client: Client, admin: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1000.0]
    monkeypatch.setattr(throttle, "time", SimpleNamespace(monotonic=lambda: now[0]))
    counter = throttle.Throttle()
    for number in range(throttle.ADDRESS_TRIES + 20):
        counter.count(f"namn {number}", "2001:db8::1")
    for address in ("2001:db8::1", "2001:db8::9:9"):  # one line of IPv6 has all of these
        assert counter.wait("alva", address) == throttle.LONGEST_ADDRESS
    for address in ("2001:db8:0:1::1", "192.0.2.1", ""):
        assert counter.wait("alva", address) == 0
    now[0] += throttle.FORGOTTEN + 1
    assert counter.wait("alva", "2001:db8::1") == 0


def test_an_account_of_ones_own_makes_no_guess_free() -> None:
    counter = throttle.Throttle()
    for _ in range(throttle.ADDRESS_TRIES):
        counter.count("rut", "192.0.2.1")
        counter.clear("rut", "192.0.2.1")
        counter.count("alva", "192.0.2.1")
    assert counter.wait("rut", "192.0.2.1") > 0
    for number in range(throttle.REMEMBERED + 10):
        counter.count(str(number))
    assert len(counter._tries) <= throttle.REMEMBERED


@pytest.mark.parametrize("field", ["name", "password", "after"])
def test_a_field_of_the_login_is_not_longer_than_it_may(
    client: Client, project: Project, admin: User, field: str
) -> None:
    form = {"name": "Alva", "password": PASSWORD, field: "å" * 5000}
    answer = client(None).post("/login", data=form)
    assert answer.status_code == 422 and "ååå" not in answer.text
    assert project.trail()[0].action == "user added"  # nobody has looked at it


def test_a_new_login_ends_the_old_one_of_the_browser(
    client: Client, project: Project, admin: User
) -> None:
    browser, other = client(None), client(admin)
    enter(browser)
    before = browser.cookies[COOKIE]
    enter(browser)
    assert before != browser.cookies[COOKIE] and people.session_of(project, before) is None
    assert other.get("/account").status_code == 200


def test_a_given_password_opens_nothing_but_its_change(
    client: Client, project: Project, admin: User
) -> None:
    people.add(project, "Nils", PASSWORD, "admin", given=True)
    browser = client(None)
    enter(browser, name="Nils")
    for path in ("/", "/upload", *ADMINS):
        answer = browser.get(path)
        assert (answer.status_code, answer.headers["location"]) == (303, "/account"), path
    page = browser.get("/account")
    assert page.status_code == 200 and "har du fått av någon annan" in page.text
    csrf = csrf_of(project, browser)
    add = {"name": "Mallory", "role": "admin", "csrf": csrf}
    assert browser.post("/people", data=add).headers["location"] == "/account"
    sent = {"old": PASSWORD, "new": PASSWORD, "again": PASSWORD, "csrf": csrf}
    assert browser.post("/account/password", data=sent).status_code == 422  # the same is no change
    sent |= {"new": "ett eget lösenord", "again": "ett eget lösenord"}
    assert browser.post("/account/password", data=sent).status_code == 303
    assert browser.get("/people").status_code == 200
    assert len(people.users(project)) == 2
    assert client(admin).get("/people").status_code == 200  # who made their own is never asked


def test_right_logins_are_no_tries(client: Client, admin: User) -> None:
    browser = client(None)
    assert [enter(browser).status_code for _ in range(2 * throttle.TRIES)] == [
        303
    ] * 2 * throttle.TRIES


def enter_at_once(browser: TestClient, tries: Sequence[tuple[str, str]]) -> list[int]:
    """The statuses of logins (name, password) that are all sent before any is answered."""
    import httpx

    async def many() -> list[int]:
        transport = httpx.ASGITransport(app_of(browser))
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as each:
            sent = (
                each.post("/login", data={"name": name, "password": password})
                for name, password in tries
            )
            return [answer.status_code for answer in await asyncio.gather(*sent)]

    return asyncio.run(many())


def test_guesses_at_once_are_no_way_around(
    client: Client, admin: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked: list[str] = []
    monkeypatch.setattr(
        people,
        "log_in",
        lambda project, name, password, *_: checked.append(password) or time.sleep(0.02),
    )
    guesses = [("Alva", f"gissning {number}") for number in range(40)]
    statuses = enter_at_once(client(None), guesses)
    assert (
        len(checked) == statuses.count(403) == throttle.TRIES
        and statuses.count(429) == 40 - throttle.TRIES
    )


def test_a_class_that_logs_in_at_once_is_let_in(client: Client, project: Project) -> None:
    names = [f"Elev {number}" for number in range(throttle.ADDRESS_TRIES + 20)]
    for name in names:
        people.add(project, name, PASSWORD, "reviewer")
    assert set(enter_at_once(client(None), [(name, PASSWORD) for name in names])) == {303}


def test_who_guesses_at_many_names_at_once_waits(client: Client, admin: User) -> None:
    guesses = [(f"Elev {number}", "gissning") for number in range(throttle.ADDRESS_TRIES + 20)]
    statuses = enter_at_once(client(None), guesses)
    assert statuses.count(403) == throttle.ADDRESS_TRIES and statuses.count(429) == 20


def test_after_the_login_one_is_where_one_wanted_to_go(client: Client, admin: User) -> None:
    browser = client(None)
    where = browser.get("/trail?essay=E1&before=3").headers["location"]
    page = browser.get(where).text
    wanted = html.unescape(re.findall(r'name="after" value="([^"]*)"', page)[0])
    assert wanted == "/trail?essay=E1&before=3"
    wrong = browser.post(
        "/login", data={"name": "Alva", "password": "fel lösenord", "after": wanted}
    )
    assert wrong.status_code == 403 and f'value="{html.escape(wanted)}"' in wrong.text
    answer = browser.post("/login", data={"name": "Alva", "password": PASSWORD, "after": wanted})
    assert (answer.status_code, answer.headers["location"]) == (303, wanted)


@pytest.mark.parametrize(
    "after",
    [
        "https://evil.example/",
        "//evil.example",
        "/\\evil.example",
        "/\t/evil.example",
        "evil",
        "",
        "\r\nX: y",
    ],
)
def test_the_login_leads_to_no_other_site(client: Client, admin: User, after: str) -> None:
    answer = client(None).post(
        "/login", data={"name": "Alva", "password": PASSWORD, "after": after}
    )
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert 'name="after" value="/"' in client(None).get("/login", params={"after": after}).text


@pytest.mark.parametrize(
    ("sent", "page", "wanted"),
    [
        ("/people", "http://127.0.0.1/people", "/people"), ("/bulk?page=2", "http://127.0.0.1/?page=2", "/?page=2"),
        ("/delete", "http://127.0.0.1/bulk?page=2", "/"), ("/people", "http://evil.example/people", "/"), ("/people", "", "/"),
    ],
)  # fmt: skip
def test_who_sends_a_form_when_the_session_has_ended_is_told(
    client: Client, admin: User, sent: str, page: str, wanted: str
) -> None:
    browser = client(None)
    where = browser.post(sent, headers={"referer": page}).headers["location"]
    for language, told in (
        ("sv", "det du skickade har inte sparats"),
        ("en", "what you sent was not saved"),
    ):
        answer = browser.get(where, headers={"accept-language": language}).text
        assert told in answer and f'name="after" value="{wanted}"' in answer
    assert "skickade" not in browser.get("/login").text


def test_a_page_of_a_session_before_is_given_the_token_that_holds(
    client: Client, project: Project, admin: User
) -> None:
    browser = client(admin)
    old, new = browser.headers.pop("x-csrf"), client(admin)
    browser.cookies.set(COOKIE, new.cookies[COOKIE], domain="127.0.0.1")
    asked = {"name": WORD, "role": "reviewer"}
    answer = browser.post("/people", data=asked, headers={"hx-request": "true", "x-csrf": old})
    assert (answer.status_code, answer.headers["hx-retarget"]) == (
        403,
        "#notice",
    ) and "inloggad som Alva" in answer.text
    assert len(people.users(project)) == 1
    token = answer.headers["x-csrf"]
    assert (
        browser.post(
            "/people", data=asked, headers={"hx-request": "true", "x-csrf": token}
        ).status_code
        == 200
    )
    for foreign in ({"sec-fetch-site": "cross-site"}, {"origin": "https://evil.example"}):
        refused = browser.post(
            "/people", data=asked, headers={"hx-request": "true", "x-csrf": old, **foreign}
        )
        assert refused.status_code == 403 and "x-csrf" not in refused.headers
    assert "x-csrf" not in browser.post("/people", data=asked).headers


def test_logging_out_ends_the_session_everywhere_it_is_held(client: Client, admin: User) -> None:
    browser, thief = client(admin), client(None)
    thief.cookies.set(COOKIE, browser.cookies[COOKIE])
    assert thief.get("/account").status_code == 200
    assert browser.post("/logout").headers["location"] == "/login"
    assert thief.get("/account").status_code == 303


@pytest.mark.parametrize("path", [*ADMINS, "/people/1"])
@pytest.mark.parametrize("role", ["reviewer", "curator"])
def test_a_missing_role_is_refused_and_told_nothing(
    client: Client, project: Project, admin: User, path: str, role: str
) -> None:
    people.add(project, WORD, PASSWORD, "reviewer")
    browser = client(people.add(project, "Rut", PASSWORD, role))
    answer = (
        browser.post(path, data={"do": "password"}) if path == "/people/1" else browser.get(path)
    )
    assert answer.status_code == 403 and WORD not in answer.text and "Din roll" in answer.text
    assert people.log_in(project, "Alva", PASSWORD) is not None
    with_menu = re.findall(r'href="(/\w*)"', answer.text)
    assert not {"/people", "/trail", "/settings"} & set(with_menu) and "/account" in with_menu


def test_a_forged_token_is_refused_and_nothing_happens(
    client: Client, project: Project, admin: User, reviewer: User
) -> None:
    browser, other = client(admin), client(reviewer)
    token = browser.headers.pop("x-csrf")
    for forged in (
        {},
        {"csrf": ""},
        {"csrf": token[:-1]},
        {"csrf": csrf_of(project, other)},
        {"csrf": "\u2603"},
    ):
        answer = browser.post("/people", data={"name": WORD, "role": "admin", **forged})
        assert answer.status_code == 403 and "Formuläret är för gammalt" in answer.text, forged
        assert WORD not in answer.text
    assert (
        browser.post(
            "/people", data={"name": WORD, "role": "admin"}, headers={b"x-csrf": b"\xff"}
        ).status_code
        == 403
    )
    assert len(people.users(project)) == 2
    assert (
        browser.post("/people", data={"name": WORD, "role": "reviewer", "csrf": token}).status_code
        == 200
    )


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
        ({"origin": "https://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"sec-fetch-site": "same-origin", "origin": "http://127.0.0.1"}, 303),
        ({"origin": "http://127.0.0.1"}, 303),
        ({}, 303),
    ],
)
def test_a_request_from_another_site_is_refused_whatever_it_carries(
    client: Client, admin: User, headers: dict[str, str], status: int
) -> None:
    assert (
        client(admin)
        .post("/account/language", data={"language": "en"}, headers=headers)
        .status_code
        == status
    )
    assert enter(client(None), **headers).status_code == status


def test_every_answer_has_the_security_headers(client: Client, admin: User) -> None:
    browser = client(admin)
    stranger = client(None)
    answers = [
        browser.get("/people"),
        browser.get("/nothing"),
        stranger.get("/people"),
        stranger.get("/static/base.css"),
        enter(stranger, "fel"),
    ]
    answers.append(stranger.post("/login", content=b"x" * (guard.STRANGER + 1)))
    for answer in answers:
        assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS, answer.request.url
    assert "unsafe" not in HEADERS["Content-Security-Policy"]


def test_backgrounds_are_the_pages_own_colours_which_a_dark_page_changes() -> None:
    sheets = sorted((FOLDER / "static").glob("*.css"))
    assert len(sheets) > 5
    fixed = [each.name for each in sheets if re.search(r"background: *#", each.read_text("utf-8"))]
    assert not fixed


def test_pages_have_no_inline_script_or_style(client: Client, admin: User) -> None:
    browser = client(admin)
    for path in (*ADMINS, *ANYBODY, "/login", "/nothing"):
        assert not re.search(
            r"<style|\sstyle=|\son\w+=|<script(?! src=)|javascript:", browser.get(path).text
        ), path


def test_no_method_but_those_that_are_meant(client: Client, admin: User) -> None:
    browser = client(admin)
    for method, path, status in (
        ("DELETE", "/people", 405),
        ("PUT", "/people/1", 405),
        ("GET", "/logout", 405),
        ("GET", f"/{WORD}", 404),
        ("GET", "/people/", 404),
    ):
        answer = browser.request(method, path)
        assert answer.status_code == status and WORD not in answer.text and "<h1>" in answer.text
    for path in (
        "/docs",
        "/redoc",
        "/openapi.json",
        "/people/",
        "/static/",
        "/static/../app.py",
        "/static/%2e%2e/app.py",
    ):
        assert browser.get(path).status_code == 404, path


def test_head_is_answered_as_get_without_the_body(client: Client, admin: User) -> None:
    for browser, path, status in (
        (client(None), "/login", 200),
        (client(None), "/", 303),
        (client(admin), "/people", 200),
    ):
        answer = browser.head(path)
        assert (answer.status_code, answer.content) == (status, b"")
        assert answer.headers["content-length"] == browser.get(path).headers["content-length"]


@pytest.mark.parametrize("number", ["99999999999999999999", "-1", "9" * 5000, "x"])
def test_a_number_that_no_row_can_have_is_nothing_and_no_crash(
    client: Client, admin: User, number: str, caplog: pytest.LogCaptureFixture
) -> None:
    browser = client(admin)
    for path in ("/essays/{}", "/essays/{}/mention/1", "/essays/{}/elsewhere/1", "/settle/{}"):
        assert browser.get(path.format(number)).status_code == 404, path
    for path in ("/essays/{}/accept", "/settle/{}", "/people/{}"):
        assert browser.post(path.format(number), data={"do": "close"}).status_code == 404, path
    for path, sent in (("/bulk", {"do": "reviewed"}), ("/release", {"show": "ready"})):
        assert browser.post(path, data={**sent, "id": number}).status_code == 422, path
    assert browser.get("/trail", params={"before": number}).status_code == 422
    assert "Error" not in caplog.text


def test_what_cannot_be_read_is_not_quoted(client: Client, admin: User) -> None:
    browser = client(admin)
    for answer in (
        browser.post(f"/people/{WORD}", data={"do": "role"}),
        browser.post("/people/1", data={"do": WORD}),
        browser.post("/people", json={"name": WORD}),
        browser.get(f"/trail?before={WORD}"),
        browser.post(
            "/people", content=WORD.encode(), headers={"content-type": "multipart/form-data"}
        ),
        browser.post(
            "/people",
            content=b"--b\r\n" + WORD.encode() * 9,
            headers={"content-type": "multipart/form-data; boundary=b"},
        ),
    ):
        assert answer.status_code in (400, 404, 422) and WORD not in answer.text, answer.request.url


@pytest.fixture
def broken(client: Client) -> Callable[[User, Callable[[], Any]], TestClient]:
    """A browser at whose application /broken does what is given."""

    def of(user: User, run: Callable[[], Any]) -> TestClient:
        browser = client(user)
        site = app_of(browser).state.site

        app_of(browser).add_api_route(
            "/broken", run, dependencies=[Depends(site.needs("reviewer"))]
        )
        return browser

    return of


def raising(error: Exception) -> Callable[[], Any]:
    def run() -> Any:
        raise error

    return run


@pytest.mark.parametrize(
    ("error", "status", "told"),
    [
        (KeyError(WORD), 500, "Något gick fel"),
        (OperationalError(f"select '{WORD}'", {}, Exception(WORD)), 503, "Databasen svarar inte"),
        (MaskeraError("this user name is taken"), 422, "Användarnamnet är upptaget."),
        (DataError("not in the list of sentences"), 422, "not in the list of sentences"),
        (
            readings.StaleError("somebody else has changed this essay; here is how it stands now"),
            409,
            "Någon annan har ändrat texten",
        ),
        (
            readings.RefusedError("two reviewers have this essay already"),
            403,
            "Två granskare har redan texten.",
        ),
        (RefusalError(403, "error.role"), 403, "Din roll räcker inte"),
    ],
)
def test_an_error_is_a_calm_page_and_a_line_for_htmx(
    broken: Any,
    admin: User,
    caplog: pytest.LogCaptureFixture,
    error: Exception,
    status: int,
    told: str,
) -> None:
    browser = broken(admin, raising(error))
    answer = browser.get("/broken")
    assert (
        answer.status_code == status
        and told in answer.text
        and WORD not in answer.text
        and "<h1>" in answer.text
    )
    assert WORD not in caplog.text and (type(error).__name__ in caplog.text) == (status >= 500)
    line = browser.get("/broken", headers={"hx-request": "true"})
    assert line.status_code == status and told in line.text and "<html" not in line.text
    if status != 500:
        assert line.headers["hx-retarget"] == "#notice"


def test_a_stranger_may_send_little_and_nobody_too_much(
    client: Client, admin: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "STRANGER", 1000)
    monkeypatch.setattr(guard, "BODY", 3000)
    form = {"content-type": "application/x-www-form-urlencoded"}
    stranger, browser = client(None), client(admin)

    def sent(by: TestClient, size: int, announced: bool = True) -> int:
        body = b"name=" + b"x" * (size - 5)
        content: Any = body if announced else (body[at : at + 100] for at in range(0, size, 100))
        answer = by.post("/login", content=content, headers=form)
        assert answer.status_code != 413 or "för mycket" in answer.text
        return answer.status_code

    for announced in (True, False):
        assert [sent(stranger, 1000, announced), sent(stranger, 1100, announced)] == [422, 413]
        assert [sent(browser, 3000, announced), sent(browser, 3100, announced)] == [422, 413]


def test_uploads_never_touch_the_disk(client: Client, admin: User) -> None:
    browser = client(admin)
    kinds: list[bool] = []

    async def take(file: UploadFile) -> str:
        kinds.append(bool(getattr(file.file, "_rolled", True)))
        return ""

    app_of(browser).add_api_route("/take", take, methods=["POST"])
    assert (
        browser.post("/take", files={"file": ("essays.txt", b"x" * 3_000_000)}).status_code == 200
    )
    assert kinds == [False]


def test_the_language_is_the_browsers_until_somebody_logs_in(
    client: Client, project: Project, admin: User
) -> None:
    browser = client(None)
    assert '<html lang="sv">' in browser.get("/login").text
    assert (
        '<html lang="en">'
        in browser.get("/login", headers={"accept-language": "de-DE,en-GB;q=0.8"}).text
    )
    people.change(project, admin.id, language="en")
    page = client(admin).get("/people", headers={"accept-language": "sv"}).text
    assert '<html lang="en">' in page and "Audit" not in page and "Trail" in page


def test_both_languages_have_the_same_texts_with_the_same_gaps() -> None:
    def table(language: str) -> dict[str, list[str]]:
        found = {}
        for file in FOLDER.joinpath("texts", language).iterdir():
            for key, text in tomllib.loads(file.read_text(encoding="utf-8")).items():
                found[f"{file.name} {key}"] = sorted(re.findall(r"\{\w+\}", text))
        return found

    first, *others = map(table, LANGUAGES)
    assert all(other == first for other in others)
    for language in LANGUAGES:
        problems = tomllib.loads(
            FOLDER.joinpath("texts", language, "problem.toml").read_text(encoding="utf-8")
        )
        assert all(
            text.count("#") <= key.count("#") and "{" not in text for key, text in problems.items()
        ), language


def test_two_processes_share_sessions_settings_and_changes(
    client: Client, project: Project, admin: User, closing: Closing
) -> None:
    """Two applications on one file, each with a connection of its own, as two processes have."""
    other = closing(open_project(project.engine.url.render_as_string(), SECRET))
    second = TestClient(
        create_app(Workbench(other)), base_url="http://127.0.0.1", follow_redirects=False
    )
    first = client(admin)
    second.cookies.set(COOKIE, first.cookies[COOKIE])
    assert second.get("/account").status_code == 200
    project.change_settings(project.settings.__class__(title=WORD, mode="rules"), admin.id)
    assert WORD in second.get("/account").text
    second.post(
        "/people", data={"name": "Nils", "role": "reviewer", "csrf": csrf_of(project, first)}
    )
    assert "Nils" in first.get("/people").text and project.broken_link() == 0
    first.post("/logout")
    assert second.get("/account").status_code == 303
    second.close()


def test_essays_are_purged_while_it_serves(
    project: Project, workbench: Workbench, essay: Any
) -> None:
    from maskera.review import essays, schema

    row = essay()
    with project.write() as connection:
        connection.execute(sql.update(schema.essay).values(expires=time.time() - 1))
    with TestClient(create_app(workbench)):
        wait_until(lambda: essays.find(project, "E1") is None)
    assert project.trail(row)[0].action == "essay deleted"


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1:8100", 200),
        ("localhost", 200),
        ("maskera.example", 200),
        ("attacker.example", 421),
        ("127.0.0.1.attacker.example:8100", 421),
    ],
)
def test_it_answers_under_its_own_names_alone(workbench: Workbench, host: str, status: int) -> None:
    with TestClient(create_app(workbench, hosts=["127.0.0.1", "maskera.example"])) as browser:
        answer = browser.get("/login", headers={"host": host})
        assert answer.status_code == status and ("--allow-host" in answer.text) == (status == 421)
        assert all(answer.headers[name] for name in HEADERS)


def test_a_body_that_does_not_come_is_not_waited_for(
    client: Client, admin: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "PAUSE", 0.05)
    monkeypatch.setattr(guard, "DRAIN_SECONDS", 0.05)
    sent: list[Any] = []

    async def slow() -> None:
        async def receive() -> Any:
            await asyncio.sleep(0 if not sent else 60)
            sent.append(1)
            return {"type": "http.request", "body": b"name=", "more_body": True}

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                sent.append(message["status"])

        form = [(b"content-type", b"application/x-www-form-urlencoded"), (b"host", b"127.0.0.1")]
        scope = {
            "type": "http", "method": "POST", "path": "/login", "raw_path": b"/login", "query_string": b"", "headers": form,
            "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80), "scheme": "http", "http_version": "1.1",
        }  # fmt: skip
        await app_of(client(None))(scope, receive, send)

    asyncio.run(slow())
    assert sent[-1] == 408
