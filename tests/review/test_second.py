"""The second factor: codes as the standard makes them, asked for at login, each good for once."""

from __future__ import annotations

import html
import re
import time
from types import SimpleNamespace

import msgspec
import pytest

from maskera.review import people, second
from maskera.review.people import CodeError, User
from maskera.review.project import Project
from maskera.review.web import throttle
from maskera.review.web.site import COOKIE
from review.conftest import PASSWORD, Client, csrf_of

SECRET = b"12345678901234567890"  # of the appendix of RFC 6238


def at(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Let it be so many seconds after 1970, for codes alone."""
    monkeypatch.setattr(second, "time", SimpleNamespace(time=lambda: seconds))


def code_at(seconds: int) -> str:
    return second._made(SECRET).generate(seconds).decode()


@pytest.mark.parametrize(
    ("seconds", "code"),
    [
        (59, "287082"),
        (1111111109, "081804"),
        (1111111111, "050471"),
        (1234567890, "005924"),
        (2000000000, "279037"),
        (20000000000, "353130"),
    ],
)
def test_codes_are_those_of_the_standard(
    monkeypatch: pytest.MonkeyPatch, seconds: int, code: str
) -> None:
    at(monkeypatch, seconds)
    step = seconds // 30
    assert second.step_of(SECRET, code) == second.step_of(SECRET, f" {code[:3]} {code[3:]}") == step
    for near in (-30, 30):
        at(monkeypatch, seconds + near)
        assert second.step_of(SECRET, code) == step
    for far in (-90, 90):
        at(monkeypatch, seconds + far)
        assert second.step_of(SECRET, code) == 0
    at(monkeypatch, seconds)
    assert second.step_of(SECRET, code, used=step) == 0
    assert second.step_of(SECRET, code, used=step - 1) == step


@pytest.mark.parametrize("code", ["", "28708", "2870820", "28708å", "\ud800", "287083"])
def test_what_is_no_code_is_refused(monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    at(monkeypatch, 59)
    assert second.step_of(SECRET, code) == 0


def test_secrets_are_read_as_they_are_written() -> None:
    made = second.new_secret()
    assert made != second.new_secret() and len(second.read_secret(made) or b"") == 20
    for wrong in ("", "A", "x" * 32, "AAAA", "å" * 32):
        assert second.read_secret(wrong) is None


def test_a_login_asks_for_a_code_and_takes_it_once(
    project: Project, admin: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    people.change(project, admin.id, second=SECRET, by=admin.id)
    assert project.trail()[0].detail == "Alva: second factor on"
    at(monkeypatch, 1111111111)
    for wrong in ("", "123456", code_at(1111110000)):
        with pytest.raises(CodeError):
            people.log_in(project, "Alva", PASSWORD, code=wrong)
        assert project.trail()[0].action == "login refused"
    right = code_at(1111111111)
    assert people.log_in(project, "Alva", "fel lösenord", code=right) is None
    assert people.log_in(project, "Alva", PASSWORD, code=right) is not None
    with pytest.raises(CodeError):
        people.log_in(project, "Alva", PASSWORD, code=right)
    at(monkeypatch, 1111111141)
    assert people.log_in(project, "Alva", PASSWORD, code=code_at(1111111141)) is not None


def test_it_is_turned_on_with_a_code_and_the_password(
    client: Client, project: Project, admin: User, reviewer: User
) -> None:
    browser = client(admin)
    page = browser.get("/account/second").text
    secret = re.findall(r'name="secret" value="([A-Z2-7]{32})"', page)[0]
    assert f"secret={secret}" in page and "otpauth://totp/" in page
    address = html.unescape(re.findall(r'href="(otpauth://[^"]+)"', page)[0])
    modules = re.findall(r'class="qrline"[^>]* d="([^"]+)"', second.picture(address))
    assert modules and modules[0] in page, "a telephone's camera can read it"
    other = client(admin)  # of a time when a password was enough
    known = second.read_secret(secret)
    assert known is not None
    right = second._made(known).generate(int(time.time())).decode()
    form = {"old": PASSWORD, "secret": secret, "code": right}
    for wrong, status in (
        ({"code": "abc"}, 422),
        ({"old": "fel lösenord"}, 403),
        ({"secret": "AAAA"}, 422),
    ):
        assert browser.post("/account/second", data={**form, **wrong}).status_code == status
        assert not people.users(project)[0].second
    assert browser.post("/account/second", data=form).status_code == 303
    assert other.get("/").status_code == 303, "it ended"
    browser.headers["x-csrf"] = csrf_of(project, browser)
    assert people.users(project)[0].second and "Stäng av" in browser.get("/account").text
    entering = client(None)
    login = {"name": "Alva", "password": PASSWORD}
    assert entering.post("/login", data=login).status_code == 403
    assert entering.post("/login", data={**login, "code": right}).status_code == 403, "used"
    coded = {**login, "code": second._made(known).generate(int(time.time()) + 30).decode()}
    assert entering.post("/login", data=coded).status_code == 303
    assert browser.post("/account/second", data={"old": "fel"}).status_code == 403
    assert browser.post("/account/second", data={"old": PASSWORD}).status_code == 303
    assert not people.users(project)[0].second


def test_an_administrator_turns_it_off_for_somebody(
    client: Client, project: Project, admin: User, reviewer: User
) -> None:
    people.change(project, reviewer.id, second=SECRET)
    browser = client(admin)
    assert "Utan kod" in browser.get("/people").text
    answer = browser.post(f"/people/{reviewer.id}", data={"do": "second"})
    assert "loggar in utan kod" in answer.text and "Utan kod" not in answer.text
    assert people.log_in(project, "Rut", PASSWORD) is not None
    assert client(reviewer).post("/people/1", data={"do": "second"}).status_code == 403


def test_who_has_the_password_cannot_guess_the_code_from_many_addresses(
    client: Client, project: Project, admin: User, reviewer: User
) -> None:
    from review.test_shell import from_address

    people.change(project, admin.id, second=SECRET)
    browser = client(None)
    statuses = []
    for number in range(throttle.TRIES + 3):
        with from_address(browser, f"192.0.2.{number}") as each:
            form = {"name": "Alva", "password": PASSWORD, "code": "12345x"}
            statuses.append(each.post("/login", data=form).status_code)
    assert statuses == [403] * throttle.TRIES + [429] * 3
    entered = browser.post("/login", data={"name": "Rut", "password": PASSWORD})
    assert entered.status_code == 303


def test_a_project_can_want_a_code_of_its_administrators(
    client: Client, project: Project, admin: User, curator: User
) -> None:
    kept = msgspec.structs.replace(project.settings, admin_code=True)
    project.change_settings(kept, admin.id)
    browser = client(admin)
    for path in ("/", "/people", "/settings"):
        assert browser.get(path).headers["location"] == "/account", path
    assert browser.post("/people/add", data={}).status_code in (303, 404)
    assert 'href="/account/second"' in browser.get("/account").text
    assert browser.get("/account/second").status_code == 200
    assert client(curator).get("/").status_code == 200, "it is asked of administrators"
    people.change(project, admin.id, second=second.read_secret(second.new_secret()), by=admin.id)
    begun = people.begin(project, admin.id, "")
    browser.cookies.set(COOKIE, begun or "", domain="127.0.0.1")
    assert browser.get("/settings").status_code == 200
