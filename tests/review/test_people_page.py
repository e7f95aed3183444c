"""The pages /people and /account: what an administrator does with accounts, and everybody with
their own."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from browsing import at_rest, expect

from maskera.review import people, schema
from maskera.review.people import User
from maskera.review.project import Project
from maskera.review.web import throttle
from maskera.review.web.people import drawn_password
from maskera.review.web.site import COOKIE
from review.conftest import PASSWORD, Client

if TYPE_CHECKING:
    from playwright.sync_api import Page

OTHER = "ett annat lösenord"


def by_name(project: Project) -> dict[str, User]:
    return {user.name: user for user in people.users(project)}


def test_an_account_is_made_with_a_drawn_password_that_works(
    client: Client, project: Project, admin: User
) -> None:
    browser = client(admin)
    answer = browser.post("/people", data={"name": "Rut", "role": "curator"})
    password = re.findall(r'class="secret">([^<]+)<', answer.text)
    assert (
        answer.status_code == 200
        and len(password) == 1
        and "Rut har fått ett konto." in answer.text
    )
    assert people.log_in(project, "Rut", password[0]) is not None
    assert (
        password[0] not in browser.get("/people").text and by_name(project)["Rut"].role == "curator"
    )
    assert project.trail(action="user added")[0].user_id == admin.id


def test_drawn_passwords_are_long_legible_and_never_the_same() -> None:
    drawn = {drawn_password() for _ in range(200)}
    assert len(drawn) == 200 and all(
        re.fullmatch(r"[a-hj-kmnp-z2-9]{4}(-[a-hj-kmnp-z2-9]{4}){3}", each) for each in drawn
    )


def test_role_state_and_password_can_be_changed(
    client: Client, project: Project, admin: User, reviewer: User
) -> None:
    browser, path = client(admin), f"/people/{reviewer.id}"
    theirs = client(reviewer)
    assert (
        "har fått en annan roll" in browser.post(path, data={"do": "role", "role": "curator"}).text
    )
    assert theirs.get("/account").text.count("redaktör") == 1
    assert "är stängt" in browser.post(path, data={"do": "close"}).text
    assert theirs.get("/account").status_code == 303 and not by_name(project)["Rut"].active
    browser.post(path, data={"do": "open"})
    password = re.findall(
        r'class="secret">([^<]+)<', browser.post(path, data={"do": "password"}).text
    )
    assert (
        people.log_in(project, "Rut", PASSWORD) is None
        and people.log_in(project, "Rut", password[0]) is not None
    )


@pytest.mark.parametrize(
    ("path", "form", "told"),
    [
        ("/people", {"name": "alva", "role": "reviewer"}, "Användarnamnet är upptaget."),
        ("/people", {"name": " ", "role": "reviewer"}, "1 till 80 tecken"),
        ("/people", {"name": "Rut", "role": "king"}, "king"),
        ("/people/1", {"do": "role", "role": "reviewer"}, "Minst en administratör"),
        ("/people/1", {"do": "close"}, "Minst en administratör"),
        ("/people/99", {"do": "close"}, "Kontot finns inte."),
    ],
)
def test_what_cannot_be_done_is_said_above_the_list(
    client: Client, project: Project, admin: User, path: str, form: dict[str, str], told: str
) -> None:
    for headers in ({}, {"hx-request": "true"}):
        answer = client(admin).post(path, data=form, headers=headers)
        assert answer.status_code == 422 and told in answer.text and "Alva" in answer.text
        assert ("<html" in answer.text) == (not headers)
    assert people.users(project) == [admin]


def test_names_are_shown_as_text(client: Client, project: Project, admin: User) -> None:
    people.add(project, "<b>Rut</b>", PASSWORD, "reviewer")
    assert (
        "<b>Rut" not in client(admin).get("/people").text
        and "&lt;b&gt;Rut" in client(admin).get("/people").text
    )


def test_one_changes_ones_own_password_and_stays_logged_in_here_alone(
    client: Client, project: Project, reviewer: User
) -> None:
    browser, elsewhere = client(reviewer), client(reviewer)
    before = browser.cookies[COOKIE]
    answer = browser.post("/account/password", data={"old": PASSWORD, "new": OTHER, "again": OTHER})
    assert (answer.status_code, answer.headers["location"]) == (303, "/account?done=true")
    assert "httponly" in answer.headers["set-cookie"].lower() and browser.cookies[COOKIE] != before
    assert "Ändringen är sparad." in browser.get("/account?done=true").text
    assert elsewhere.get("/account").status_code == 303
    assert (
        people.log_in(project, "Rut", PASSWORD) is None
        and people.log_in(project, "Rut", OTHER) is not None
    )


@pytest.mark.parametrize(
    ("old", "new", "again", "status", "told"),
    [
        ("fel lösenord", OTHER, OTHER, 403, "nuvarande lösenordet stämmer inte"),
        (PASSWORD, OTHER, OTHER + "x", 422, "inte lika"),
        (PASSWORD, "kort", "kort", 422, "minst tio tecken"),
    ],
)
def test_a_password_that_is_not_changed(
    client: Client,
    project: Project,
    reviewer: User,
    old: str,
    new: str,
    again: str,
    status: int,
    told: str,
) -> None:
    answer = client(reviewer).post(
        "/account/password", data={"old": old, "new": new, "again": again}
    )
    assert answer.status_code == status and told in answer.text
    assert not any(secret in answer.text for secret in (old, new, again))
    assert people.log_in(project, "Rut", PASSWORD) is not None


def test_ones_logins_are_listed_and_ended(
    client: Client, project: Project, reviewer: User, admin: User
) -> None:
    browser, elsewhere, theirs = client(reviewer), client(reviewer), client(admin)
    page = browser.get("/account").text
    ids = re.findall(r'name="which" value="([0-9a-f]{64})"', page)
    assert len(ids) == 2 and page.count("den här</span>") == 1
    assert browser.post("/account/sessions", data={"which": ids[1]}).status_code == 303
    assert elsewhere.get("/account").status_code == 303
    assert browser.get("/account").status_code == theirs.get("/account").status_code == 200
    assert browser.post("/account/sessions", data={"which": "x"}).status_code == 422
    assert browser.post("/account/sessions").status_code == 303
    assert browser.get("/account").headers["location"].startswith("/login")


def test_a_drawn_password_must_be_changed(client: Client, project: Project, admin: User) -> None:
    browser = client(admin)
    browser.post("/people", data={"name": "Rut", "role": "reviewer"})
    rut = by_name(project)["Rut"]
    assert rut.given and not by_name(project)["Alva"].given
    people.change(project, rut.id, password=OTHER)
    assert not by_name(project)["Rut"].given
    browser.post(f"/people/{rut.id}", data={"do": "password"})
    assert by_name(project)["Rut"].given


def test_a_stolen_session_cannot_guess_the_password(client: Client, reviewer: User) -> None:
    browser = client(reviewer)
    guesses = [
        {"old": f"gissning {number}", "new": OTHER, "again": OTHER}
        for number in range(throttle.TRIES + 1)
    ]
    answers = [browser.post("/account/password", data=guess) for guess in guesses]
    assert [one.status_code for one in answers] == [403] * throttle.TRIES + [429]
    assert answers[-1].headers["Retry-After"] == "1"
    assert "Försök igen om 1 s." in answers[-1].text


def test_the_language_is_ones_own(client: Client, reviewer: User, admin: User) -> None:
    browser = client(reviewer)
    assert browser.post("/account/language", data={"language": "en"}).status_code == 303
    assert (
        "My account" in browser.get("/account").text
        and "Mitt konto" in client(admin).get("/account").text
    )
    assert browser.post("/account/language", data={"language": "../en"}).status_code == 422


def test_people_by_keyboard(page: Callable[..., Page], project: Project, admin: User) -> None:
    for width in (1280, 390):
        window = page(admin, width)
        window.goto("/people")
        assert window.evaluate("document.documentElement.scrollWidth") == width
        window.focus("#new-name")
        window.keyboard.type(f"Rut {width}")
        window.keyboard.press("Enter")
        expect(window.locator(".secret")).to_be_visible()
        at_rest(window)
        user = by_name(project)[f"Rut {width}"]
        # As one chooses "redaktör" from a list; further letters must come within a second.
        window.press(f"#role-{user.id}", "r")
        expect(window.locator(f"#role-{user.id}")).to_have_value("curator")
        window.keyboard.press("Tab")
        window.keyboard.press("Enter")
        expect(window.get_by_text("har fått en annan roll")).to_be_visible()
        assert by_name(project)[user.name].role == "curator"
        # The list was made anew, the place in it kept.
        expect(window.locator(f"#set-{user.id}")).to_be_focused()
        window.goto("/account")
        assert window.evaluate("document.documentElement.scrollWidth") == width
        labels = window.evaluate(
            "[...document.querySelectorAll('input:not([type=hidden], .hidden)')].every(each => each.labels.length)"
        )
        assert labels


def test_roles_have_a_name_in_the_list(client: Client, admin: User) -> None:
    text = client(admin).get("/people").text
    assert all(f'value="{role}"' in text for role in schema.ROLES)
