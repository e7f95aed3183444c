"""Accounts and sessions: what is stored of a password, who gets in, for how long, and that somebody
can always administer."""

from __future__ import annotations

import hashlib
import os
import re
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sql

from maskera.errors import MaskeraError
from maskera.review import passwords, people, places, schema
from maskera.review.people import User
from maskera.review.project import Project, Settings, create, url_of
from review.conftest import PASSWORD, SECRET, Closing


def stored(project: Project, table: sql.Table) -> list[sql.Row[tuple[object, ...]]]:
    with project.read() as connection:
        return list(connection.execute(sql.select(table)).all())


def account(project: Project, key: int) -> people.Account:
    """What is sealed in an account's row."""
    row = next(row for row in stored(project, schema.user) if row.id == key)
    plain = project.keys.project.open(row.sealed, places.account_place(key))
    return msgspec.msgpack.decode(plain, type=people.Account)


def test_a_password_is_stored_as_scrypt_with_a_salt_of_its_own(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passwords, "SCRYPT", (14, 8, 1))
    for name in ("Anna", "Berit"):
        people.add(project, name, PASSWORD, "reviewer")
    first, second = (account(project, key).password for key in (1, 2))
    assert first.startswith("scrypt$14$8$1$") and first != second and PASSWORD not in first
    assert people.log_in(project, "Anna", PASSWORD) is not None
    monkeypatch.setattr(passwords, "SCRYPT", (4, 8, 1))
    assert (
        people.log_in(project, "Anna", PASSWORD) is not None
    )  # what it was made with stands beside it


def test_passwords_are_hashed_at_the_strength_that_owasp_asks_for() -> None:
    """Password Storage Cheat Sheet: N = 2^17, r = 8, p = 1, or what it calls equal."""
    source = Path(passwords.__file__).read_text(encoding="utf-8")
    log_n, r, p = map(int, re.findall(r"(?m)^SCRYPT = \((\d+), (\d+), (\d+)\)$", source)[0])
    equal = {17: 1, 16: 2, 15: 3, 14: 5, 13: 10}
    assert r == 8 and p >= equal[log_n]
    began = time.process_time()
    stored = passwords.scrypt(PASSWORD, b"0" * 16, log_n, r, p)
    assert time.process_time() - began > 0.05 and passwords.verified(PASSWORD, stored)


@pytest.mark.skipif(sys.platform != "linux", reason="priorities of threads are Linux's")
def test_hashes_are_made_by_few_threads_that_let_readers_go_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: dict[int, int] = {}

    def measured(normal: bytes, **how: Any) -> bytes:
        made[threading.get_native_id()] = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
        return hashlib.sha256(normal).digest()

    monkeypatch.setattr("hashlib.scrypt", measured)
    with ThreadPoolExecutor(20) as readers:
        list(readers.map(passwords.hashed, [PASSWORD] * 40))
    own = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
    assert len(made) <= passwords.AT_ONCE <= 8, "each takes 32 MB: 256 MB in all"
    assert all(nice == max(own, passwords.NICE) for nice in made.values())


def test_a_weaker_hash_is_made_anew_when_its_owner_logs_in(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    people.add(project, "Anna", PASSWORD, "reviewer")
    before = account(project, 1)
    monkeypatch.setattr(passwords, "SCRYPT", (6, 8, 1))
    assert people.log_in(project, "Anna", "fel lösenord") is None and account(project, 1) == before
    assert people.log_in(project, "Anna", PASSWORD) is not None
    after = account(project, 1)
    assert after.password.startswith("scrypt$6$8$1$")
    assert msgspec.structs.replace(after, password=before.password) == before
    assert people.log_in(project, "Anna", PASSWORD) is not None and account(project, 1) == after


def test_neither_name_nor_role_nor_hash_stands_in_the_clear(
    project: Project, tmp_path: Path
) -> None:
    people.add(project, "Plantagenet", PASSWORD, "curator")
    people.log_in(project, "Plantagenet", PASSWORD, "Mozilla/5.0 (Windows NT 10.0)")
    project.forget()
    held = b"".join(each.read_bytes() for each in tmp_path.iterdir() if each.is_file())
    for word in (b"plantagenet", b"curator", b"scrypt", b"windows"):
        assert word not in held.lower(), word


@pytest.mark.parametrize(
    ("name", "password"),
    [("Alva", "fel lösenord"), ("Alva", ""), ("Ingen", PASSWORD), ("", PASSWORD), ("\0", PASSWORD)],
)
def test_who_lacks_name_or_password_stays_out(
    project: Project, admin: User, name: str, password: str
) -> None:
    assert people.log_in(project, name, password) is None
    assert stored(project, schema.session) == []
    assert project.trail()[0].action == "login refused"


def test_a_name_that_does_not_exist_takes_equally_long(
    project: Project, admin: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    costs: list[tuple[int, ...]] = []
    scrypt = passwords.scrypt

    def counted(password: str, salt: bytes, *cost: int) -> str:
        costs.append(cost)
        return scrypt(password, salt, *cost)

    people.log_in(project, "Ingen", PASSWORD)
    monkeypatch.setattr(passwords, "scrypt", counted)
    for name in (admin.name, "Ingen"):
        assert people.log_in(project, name, "fel lösenord") is None
    assert costs == [passwords.SCRYPT, passwords.SCRYPT]
    monkeypatch.setattr(passwords, "SCRYPT", (5, 8, 1))  # the first login of a process, too
    costs.clear()
    people.add(project, "Berit", PASSWORD, "reviewer")
    for name in ("Berit", "Ingen"):
        people.log_in(project, name, "fel lösenord")
    assert costs == [passwords.SCRYPT] * 3


def test_names_are_compared_without_case_and_in_any_unicode_form(project: Project) -> None:
    people.add(project, " Åsa ", PASSWORD, "reviewer")
    for name in ("Åsa", "åsa", "A\u030asa", "ÅSA "):
        assert people.log_in(project, name, PASSWORD) is not None
        with pytest.raises(MaskeraError, match="taken"):
            people.add(project, name, PASSWORD, "reviewer")


@pytest.mark.parametrize(
    ("name", "password", "role"),
    [
        ("", PASSWORD, "admin"),
        ("  ", PASSWORD, "admin"),
        ("x" * 81, PASSWORD, "admin"),
        ("a\nb", PASSWORD, "admin"),
        ("Anna", "nio tecken"[:9], "admin"),
        ("Anna", "x" * 257, "admin"),
        ("Anna", PASSWORD, "owner"),
    ],
)
def test_a_bad_account_is_refused(project: Project, name: str, password: str, role: str) -> None:
    with pytest.raises(MaskeraError) as raised:
        people.add(project, name, password, role)
    assert password not in str(raised.value) and people.users(project) == []


def test_roles_include_those_below() -> None:
    def may(role: str) -> list[str]:
        return [each for each in schema.ROLES if User(1, "Anna", role, "sv", True).may(each)]

    assert may("reviewer") == ["reviewer"]
    assert may("curator") == ["reviewer", "curator"]
    assert may("admin") == ["reviewer", "curator", "admin"]


def test_a_session_is_stored_as_a_digest(project: Project, admin: User) -> None:
    secret = people.log_in(project, "Alva", PASSWORD)
    assert secret is not None
    row = stored(project, schema.session)[0]
    assert secret.encode() not in row.digest and len(row.digest) == 32
    session = people.session_of(project, secret)
    assert session is not None and session.user == admin and len(session.csrf) >= 40
    assert (
        people.session_of(project, secret[:-1]) is None and people.session_of(project, "") is None
    )


@pytest.mark.parametrize(("later", "alive"), [(people.IDLE - 60, True), (people.IDLE + 60, False)])
def test_a_session_ends_without_requests(
    project: Project, admin: User, monkeypatch: pytest.MonkeyPatch, later: float, alive: bool
) -> None:
    secret = people.log_in(project, "Alva", PASSWORD) or ""
    at = time.time() + later
    monkeypatch.setattr(time, "time", lambda: at)
    assert (people.session_of(project, secret) is not None) == alive


def test_a_session_that_is_used_goes_on_but_not_for_ever(
    project: Project, admin: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = people.log_in(project, "Alva", PASSWORD) or ""
    began = time.time()
    for used in range(0, int(people.LONGEST), int(people.IDLE) - 60):
        monkeypatch.setattr(time, "time", lambda used=used: began + used)
        assert people.session_of(project, secret) is not None
    monkeypatch.setattr(time, "time", lambda: began + people.LONGEST + 60)
    assert people.session_of(project, secret) is None
    people.log_in(project, "Alva", PASSWORD)
    assert len(stored(project, schema.session)) == 1  # what has ended is swept away


Change = Callable[[Project, User], None]


@pytest.mark.parametrize(
    ("change", "alive"),
    [
        (
            lambda project, user: people.change(project, user.id, password="ett annat lösenord"),
            False,
        ),
        (lambda project, user: people.change(project, user.id, active=False), False),
        (lambda project, user: people.change(project, user.id, role="curator"), True),
        (lambda project, user: people.change(project, user.id, language="en"), True),
    ],
)
def test_sessions_end_with_the_password_and_the_account(
    project: Project, reviewer: User, change: Change, alive: bool
) -> None:
    secret = people.log_in(project, "Rut", PASSWORD) or ""
    change(project, reviewer)
    assert (people.session_of(project, secret) is not None) == alive


def test_a_changed_role_holds_at_the_next_request(project: Project, reviewer: User) -> None:
    secret = people.log_in(project, "Rut", PASSWORD) or ""
    people.change(project, reviewer.id, role="curator")
    session = people.session_of(project, secret)
    assert session is not None and session.user.may("curator")


def test_a_closed_account_stays_out_until_it_is_opened(project: Project, reviewer: User) -> None:
    people.change(project, reviewer.id, active=False)
    assert people.log_in(project, "Rut", PASSWORD) is None
    people.change(project, reviewer.id, active=True)
    assert people.log_in(project, "Rut", PASSWORD) is not None


def test_one_administrator_stays(project: Project, admin: User, reviewer: User) -> None:
    for change in ({"role": "curator"}, {"active": False}):
        with pytest.raises(MaskeraError, match="one administrator"):
            people.change(project, admin.id, **change)  # type: ignore[arg-type]  # fields by name
    assert admin in people.users(project)  # nothing of the change was kept
    people.change(project, reviewer.id, role="admin")
    people.change(project, admin.id, active=False)


def test_an_account_that_is_not_there_cannot_be_changed(project: Project, admin: User) -> None:
    with pytest.raises(MaskeraError, match="no such account"):
        people.change(project, 99, role="admin")


def test_what_is_done_with_accounts_stands_in_the_trail_without_passwords(
    project: Project, admin: User, reviewer: User
) -> None:
    people.change(
        project,
        reviewer.id,
        role="curator",
        active=True,
        password="ett annat lösenord",
        by=admin.id,
    )
    people.change(project, reviewer.id, language="en", by=reviewer.id)
    lines = project.trail()
    assert (lines[0].user_id, lines[0].action, lines[0].detail) == (
        admin.id,
        "user changed",
        "Rut: curator, opened, new password",
    )
    assert (lines[1].action, lines[1].detail) == ("user added", "Rut (reviewer)")


def test_a_session_can_be_left(project: Project, admin: User) -> None:
    first, second = (
        people.log_in(project, "Alva", PASSWORD) or "",
        people.log_in(project, "Alva", PASSWORD) or "",
    )
    people.log_out(project, first)
    assert (
        people.session_of(project, first) is None and people.session_of(project, second) is not None
    )


def test_a_new_login_ends_the_session_that_the_browser_had(project: Project, admin: User) -> None:
    first = people.log_in(project, "Alva", PASSWORD) or ""
    elsewhere = people.log_in(project, "Alva", PASSWORD) or ""
    second = people.log_in(project, "Alva", PASSWORD, instead=first) or ""
    assert people.session_of(project, first) is None
    assert people.session_of(project, elsewhere) and people.session_of(project, second)
    assert people.log_in(project, "Alva", "fel lösenord", instead=second) is None
    assert people.session_of(project, second)  # who does not get in ends nothing


def test_sessions_are_listed_to_their_owner_and_ended_one_by_one(
    project: Project, admin: User, reviewer: User
) -> None:
    here = people.log_in(project, "Alva", PASSWORD, "Firefox\n on x\0") or ""
    there = people.log_in(project, "Alva", PASSWORD, "Safari" * 100) or ""
    theirs = people.log_in(project, "Rut", PASSWORD) or ""
    listed = people.sessions(project, admin, here)
    assert [(each.current, each.agent[:6]) for each in listed] == [
        (True, "Firefo"),
        (False, "Safari"),
    ]
    assert listed[0].agent == "Firefox on x" and len(listed[1].agent) == people.LONGEST_AGENT
    other = people.sessions(project, reviewer, theirs)[0].id
    people.end_session(project, admin, other)  # of somebody else
    people.end_session(project, admin, listed[1].id)
    people.end_session(project, admin, "00")
    with pytest.raises(MaskeraError, match="no such login"):
        people.end_session(project, admin, "x")
    assert people.session_of(project, here) and people.session_of(project, theirs)
    assert people.session_of(project, there) is None
    people.end_session(project, admin, "")
    assert people.session_of(project, here) is None and people.session_of(project, theirs)


@pytest.mark.parametrize(("texts", "pages"), [("en", "en"), ("sv", "sv"), ("da", "sv")])
def test_pages_are_in_the_language_of_the_texts_until_somebody_chooses(
    tmp_path: Path, closing: Closing, texts: str, pages: str
) -> None:
    made = closing(create(url_of(str(tmp_path / "p.db")), SECRET, Settings(language=texts)))
    assert people.add(made, "Alva", PASSWORD, "admin").language == pages
    assert people.add(made, "Bo", PASSWORD, "reviewer", "en").language == "en"
