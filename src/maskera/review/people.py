"""Who works in a project: accounts with roles, and the sessions of who is logged in.

Accounts and sessions are sealed under the project's key: who can write the database but lacks the
key can make neither, and what does not open is refused and told in the trail.

Longer than 400 lines because accounts and sessions are opened and stored here alone.
"""

from __future__ import annotations

import hashlib
import secrets
import time
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sql
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from maskera.errors import MaskeraError
from maskera.io import decoders
from maskera.io.cipher import WrongKeyError
from maskera.replace import shape
from maskera.review import passwords, schema
from maskera.review.places import account_place, session_place
from maskera.review.project import Project, inserted
from maskera.review.second import step_of

LANGUAGES = ("sv", "en")
"""Of the pages; the first where nobody has said another."""

LONGEST_NAME = 80  # characters
LONGEST_AGENT = 200  # characters kept of what a browser calls itself
# Seconds after which a session ends: without a request, and at all.
IDLE, LONGEST = 8 * 3600.0, 7 * 86400.0
NOTED = 60.0  # seconds; a session is not written at every request
_USER, _SESSION = schema.user.c, schema.session.c


class Account(msgspec.Struct, frozen=True):
    """What is sealed in an account's row. given: the password was set by somebody else, and must be
    changed first of all. epoch: counts what ended all sessions, so that none comes back. second: the
    secret of the second factor, b"" without one; used: the step of time of its last code."""

    name: str
    role: str
    password: str
    language: str = "sv"
    active: bool = True
    created: float = 0.0
    given: bool = False
    epoch: int = 0
    second: bytes = b""
    used: int = 0


class Login(msgspec.Struct, frozen=True):
    """What is sealed in a session's row. agent: what the browser calls itself."""

    user_id: int
    csrf: str
    created: float
    seen: float
    epoch: int
    agent: str = ""


Sealed = TypeVar("Sealed", Account, Login)


class CodeError(MaskeraError):
    """The password was right, the code of the second factor was not."""

    def __init__(self) -> None:
        super().__init__("the code is not the one of now")


@dataclass(frozen=True, slots=True)
class User:
    """A person with an account. given: the password is not yet their own; second: whether a code
    is asked for, too."""

    id: int
    name: str
    role: str
    language: str
    active: bool
    given: bool = False
    second: bool = False

    def may(self, role: str) -> bool:
        """Whether the person's role is this one or above it."""
        return schema.ROLES.index(self.role) >= schema.ROLES.index(role)


@dataclass(frozen=True, slots=True)
class Session:
    """A login: whose, and the token that every form must carry."""

    user: User
    csrf: str


@dataclass(frozen=True, slots=True)
class Listed:
    """A session as its owner sees it. id: by which it can be ended; current: the one that asks."""

    id: str
    began: float
    seen: float
    agent: str
    current: bool


def add(
    project: Project,
    name: str,
    password: str,
    role: str,
    language: str = "",
    by: int | None = None,
    given: bool = False,
) -> User:
    """A new account; raises MaskeraError for a name that is taken or empty, a password that is too
    short or long, an unknown role. language: of the pages, else that of the project's texts where
    there are pages in it; given: the password must be changed at the first login."""
    if not language:
        texts = project.settings.language
        language = texts if texts in LANGUAGES else LANGUAGES[0]
    check_name(name)
    name = unicodedata.normalize("NFC", name).strip()
    _check_role(role)
    account = Account(
        name, role, passwords.hashed(password), language, created=time.time(), given=given
    )
    try:
        with project.write() as connection:
            # A row's place is its number, which is known once it is there.
            row = {"lookup": _lookup(project, name), "sealed": b""}
            user_id = inserted(connection, schema.user, row)
            _store(project, connection, user_id, account)
            project.log(connection, "user added", by, detail=f"{name} ({role})")
    except IntegrityError:
        raise MaskeraError("this user name is taken") from None
    return _user(user_id, account)


def users(project: Project) -> list[User]:
    """All accounts by name."""
    with project.read() as connection:
        found = dict(_accounts(project, connection))
    _tell(project, found)
    known = [_user(key, account) for key, account in found.items() if account is not None]
    return sorted(known, key=lambda user: user.name)


def change(
    project: Project, user_id: int, *, role: str | None = None, active: bool | None = None, password: str | None = None,
    language: str | None = None, by: int | None = None, given: bool = False, second: bytes | None = None,
    used: int = 0,
) -> None:  # fmt: skip
    """Change what is given; a new password, a second factor that begins or ends, and an account that
    is closed end all sessions of the person. given: they must change the password at their next login. second: the secret of a
    second factor, or b"" to do without; used: the step of time of the code by which it begins.

    Raises MaskeraError when nobody could administer the project afterwards.
    """
    if role is not None:
        _check_role(role)
    hashed = None if password is None else passwords.hashed(password)
    with project.write() as connection:
        accounts = {key: held for key, held in _accounts(project, connection) if held is not None}
        if user_id not in accounts:
            raise MaskeraError("there is no such account")
        before = accounts[user_id]
        ends = password is not None or second is not None or active is False
        accounts[user_id] = after = msgspec.structs.replace(
            before,
            role=before.role if role is None else role,
            active=before.active if active is None else active,
            password=hashed or before.password,
            given=before.given if password is None else given,
            language=before.language if language is None else language,
            second=before.second if second is None else second,
            used=before.used if second is None else used,
            epoch=before.epoch + ends,
        )
        if not any(each.active and each.role == "admin" for each in accounts.values()):
            raise MaskeraError("one administrator at least must stay")
        _store(project, connection, user_id, after)
        if ends:
            connection.execute(sql.delete(schema.session).where(_SESSION.user_id == user_id))
        told = [
            *([role] if role is not None else []),
            *(["opened" if active else "closed"] if active is not None else []),
            *(["new password"] if password is not None else []),
            *([f"second factor {'on' if second else 'off'}"] if second is not None else []),
        ]
        if told:
            detail = f"{after.name}: {', '.join(told)}"
            project.log(connection, "user changed", by, detail=detail)


def log_in(
    project: Project,
    name: str,
    password: str,
    agent: str = "",
    instead: str = "",
    code: str = "",
) -> str | None:
    """The secret of a new session; None when name or password is wrong. Takes equally long for
    names that do not exist.

    A hash of less strength than today's is made anew. agent: what the browser calls itself;
    instead: the secret of a session of the same browser, which ends. Raises CodeError where the
    account has a second factor and `code` is not its code of now, or was used before.
    """
    with project.read() as connection:
        named = sql.select(schema.user).where(_USER.lookup == _lookup(project, name))
        row = connection.execute(named).first()
    account = None if row is None else _account(project, row)
    if row is not None and account is None:
        project.refuse(f"account {row.id}")
    right = passwords.verified(password, None if account is None else account.password)
    if row is None or account is None or not account.active or not right:
        with project.write() as connection:
            project.log(connection, "login refused", None if row is None else row.id)
        return None
    if account.second and not use_code(project, row.id, code):
        raise CodeError
    if passwords.outdated(account.password):
        _strengthen(project, row.id, password)
    return begin(project, row.id, agent, instead)


def use_code(project: Project, user_id: int, code: str) -> bool:
    """Whether this is the code of now of the account's second factor; it holds once. A refusal is
    told in the trail."""
    with project.write() as connection:
        row = connection.execute(sql.select(schema.user).where(_USER.id == user_id)).first()
        account = None if row is None else _account(project, row)
        step = 0 if account is None else step_of(account.second, code, account.used)
        if account is None or not step:
            project.log(connection, "login refused", user_id, detail="code")
            return False
        _store(project, connection, user_id, msgspec.structs.replace(account, used=step))
    return True


def begin(project: Project, user_id: int, agent: str = "", instead: str = "") -> str | None:
    """The secret of a new session of somebody who has shown who they are; None where the account
    has been closed meanwhile."""
    secret, now = secrets.token_urlsafe(32), time.time()
    with project.write() as connection:
        row = connection.execute(sql.select(schema.user).where(_USER.id == user_id)).first()
        account = None if row is None else _account(project, row)
        if account is None or not account.active:
            return None
        ended = (_SESSION.seen < now - IDLE) | (_SESSION.created < now - LONGEST)
        if instead:
            ended |= _SESSION.digest == _digest(instead)
        connection.execute(sql.delete(schema.session).where(ended))
        csrf = secrets.token_urlsafe(32)
        login = Login(user_id, csrf, now, now, account.epoch, _kept(agent))
        values = {"digest": _digest(secret), "user_id": user_id, "created": now}
        connection.execute(
            sql.insert(schema.session).values(**values, **_sealed(project, secret, login))
        )
        project.log(connection, "login", user_id)
    return secret


def knows_password(project: Project, user: User, password: str) -> bool:
    """Whether this is the person's password."""
    with project.read() as connection:
        row = connection.execute(sql.select(schema.user).where(_USER.id == user.id)).first()
    account = None if row is None else _account(project, row)
    return passwords.verified(password, None if account is None else account.password)


def session_of(project: Project, secret: str) -> Session | None:
    """The session that a browser's secret belongs to, None when there is none or it has ended."""
    now, digest = time.time(), _digest(secret)
    with project.read() as connection:
        row = connection.execute(
            sql.select(schema.session).where(_SESSION.digest == digest)
        ).first()
        if row is None:
            return None
        login = _login(project, row)
        owner = sql.select(schema.user).where(_USER.id == row.user_id)
        found = connection.execute(owner).first()
    account = None if found is None else _account(project, found)
    if login is None or account is None:
        project.refuse(f"session of account {row.user_id}")
        return None
    if not account.active or login.epoch != account.epoch:
        return None
    if login.seen < now - IDLE or login.created < now - LONGEST:
        return None
    if login.seen < now - NOTED:
        noted = _sealed(project, secret, msgspec.structs.replace(login, seen=now))
        with project.write() as connection:
            connection.execute(
                sql.update(schema.session).where(_SESSION.digest == digest).values(**noted)
            )
    return Session(_user(row.user_id, account), login.csrf)


def sessions(project: Project, user: User, secret: str) -> list[Listed]:
    """The sessions of a person that have not ended, the latest used first. secret: of the one that
    asks."""
    now = time.time()
    with project.read() as connection:
        rows = connection.execute(
            sql.select(schema.session).where(_SESSION.user_id == user.id)
        ).all()
    held = [(row.digest, login) for row in rows if (login := _login(project, row)) is not None]
    found = [
        Listed(digest.hex(), each.created, each.seen, each.agent, digest == _digest(secret))
        for digest, each in held
        if each.seen >= now - IDLE and each.created >= now - LONGEST
    ]
    return sorted(found, key=lambda each: (not each.current, -each.seen))


def end_session(project: Project, user: User, session_id: str) -> None:
    """End one session of a person, or with "" all of them; one of somebody else is left alone."""
    try:
        digest = bytes.fromhex(session_id)
    except ValueError:
        raise MaskeraError("there is no such login") from None
    ended = _SESSION.user_id == user.id
    if session_id:
        ended &= _SESSION.digest == digest
    with project.write() as connection:
        connection.execute(sql.delete(schema.session).where(ended))


def log_out(project: Project, secret: str) -> None:
    """End a session."""
    with project.write() as connection:
        connection.execute(sql.delete(schema.session).where(_SESSION.digest == _digest(secret)))


def foreign(project: Project) -> list[str]:
    """The accounts and sessions that somebody without the key has written or moved; the trail is
    told of them."""
    with project.read() as connection:
        accounts = dict(_accounts(project, connection))
        rows = connection.execute(sql.select(schema.session)).all()
    found = [f"account {key}" for key, account in accounts.items() if account is None]
    found += [f"session of account {row.user_id}" for row in rows if _login(project, row) is None]
    for each in found:
        project.refuse(each)
    return found


def folded(name: str) -> str:
    """By which names are compared: Anna and anna are one."""
    return shape.folded(name)


def check_name(name: str) -> None:
    """Raises MaskeraError for one that no account can have."""
    if not name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
        raise MaskeraError(f"a user name has 1 to {LONGEST_NAME} characters")


def _lookup(project: Project, name: str) -> bytes:
    """By which an account is found; no name is longer, and folding a long one takes its time."""
    return project.keys.lookup(folded(name.strip()[: 2 * LONGEST_NAME]), "account")


def _accounts(project: Project, connection: Connection) -> Iterator[tuple[int, Account | None]]:
    """All accounts by number, None for one that does not open."""
    for row in connection.execute(sql.select(schema.user).order_by(_USER.id)):
        yield row.id, _account(project, row)


def _opened(project: Project, sealed: bytes, place: str, kind: type[Sealed]) -> Sealed | None:
    """What is sealed in a row; None where somebody without the key has written or moved it."""
    try:
        plain = project.keys.project.open(sealed, place)
    except WrongKeyError:
        return None
    return decoders.msgpack(kind).decode(plain)


def _account(project: Project, row: sql.Row[Any]) -> Account | None:
    account = _opened(project, row.sealed, account_place(row.id), Account)
    known = account is not None and _lookup(project, account.name) == row.lookup
    return account if known else None


def _store(project: Project, connection: Connection, user_id: int, account: Account) -> None:
    sealed = project.keys.project.seal(msgspec.msgpack.encode(account), account_place(user_id))
    connection.execute(sql.update(schema.user).where(_USER.id == user_id).values(sealed=sealed))


def _strengthen(project: Project, user_id: int, password: str) -> None:
    """Hash a password anew that has just been found right, unless another was set meanwhile."""
    hashed = passwords.scrypt(password, secrets.token_bytes(16), *passwords.SCRYPT)
    with project.write() as connection:
        row = connection.execute(sql.select(schema.user).where(_USER.id == user_id)).one()
        now = _account(project, row)
        if now is not None and passwords.verified(password, now.password):
            after = msgspec.structs.replace(now, password=hashed)
            _store(project, connection, user_id, after)


def _tell(project: Project, found: dict[int, Account | None]) -> None:
    for key, account in found.items():
        if account is None:
            project.refuse(f"account {key}")


def _login(project: Project, row: sql.Row[Any]) -> Login | None:
    login = _opened(project, row.sealed, session_place(row.digest), Login)
    return login if login is not None and login.user_id == row.user_id else None


def _sealed(project: Project, secret: str, login: Login) -> dict[str, Any]:
    """The columns that hold a session as it is now."""
    plain = msgspec.msgpack.encode(login)
    return {
        "seen": login.seen,
        "sealed": project.keys.project.seal(plain, session_place(_digest(secret))),
    }


def _user(user_id: int, account: Account) -> User:
    return User(
        user_id,
        account.name,
        account.role,
        account.language,
        account.active,
        account.given,
        bool(account.second),
    )


def _kept(agent: str) -> str:
    return "".join(filter(str.isprintable, agent))[:LONGEST_AGENT]


def _check_role(role: str) -> None:
    if role not in schema.ROLES:
        raise MaskeraError(f"no role {role!r}; there are {', '.join(schema.ROLES)}")


def _digest(secret: str) -> bytes:
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).digest()
