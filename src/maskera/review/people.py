"""Who works in a project: users with roles, passwords as scrypt, sessions as digests of what the
browser holds."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
import unicodedata
from dataclasses import dataclass
from functools import cache
from typing import Any

import sqlalchemy as sql
from sqlalchemy.exc import IntegrityError

from maskera.errors import MaskeraError
from maskera.replace import shape
from maskera.review import schema
from maskera.review.project import Project, inserted

LEAST_PASSWORD = 10  # characters
SCRYPT = (
    14,
    8,
    1,
)  # log2 of n, r, p: 16 MB and about 50 ms (OWASP's cheat sheet lists it with p 5; logins are throttled beside)
IDLE, LONGEST = (
    8 * 3600.0,
    7 * 86400.0,
)  # seconds after which a session ends: without a request, and at all
NOTED = 60.0  # seconds; a session is not written at every request


@dataclass(frozen=True, slots=True)
class User:
    """A person with an account."""

    id: int
    name: str
    role: str
    language: str
    active: bool

    def may(self, role: str) -> bool:
        """Whether the person's role is this one or above it."""
        return schema.ROLES.index(self.role) >= schema.ROLES.index(role)


@dataclass(frozen=True, slots=True)
class Session:
    """A login: whose, and the token that every form must carry."""

    user: User
    csrf: str


def add(
    project: Project,
    name: str,
    password: str,
    role: str,
    language: str = "sv",
    by: int | None = None,
) -> User:
    """A new account; raises MaskeraError for a name that is taken or empty, a short password, an
    unknown role."""
    name = unicodedata.normalize("NFC", name).strip()
    check_name(name)
    if folded(name) in {folded(user.name) for user in users(project)}:
        raise MaskeraError("this user name is taken")
    _check_role(role)
    values = {
        "name": name,
        "role": role,
        "password": _hashed(password),
        "language": language,
        "active": True,
        "created": time.time(),
    }
    try:
        with project.write() as connection:
            user_id = inserted(connection, schema.user, values)
            project.log(connection, "user added", by, detail=f"{name} ({role})")
    except IntegrityError:
        raise MaskeraError("this user name is taken") from None
    return User(user_id, name, role, language, True)


def users(project: Project) -> list[User]:
    """All accounts by name."""
    with project.read() as connection:
        return [
            _user(row)
            for row in connection.execute(sql.select(schema.user).order_by(schema.user.c.name))
        ]


def change(
    project: Project, user_id: int, *, role: str | None = None, active: bool | None = None, password: str | None = None,
    language: str | None = None, by: int | None = None,
) -> None:  # fmt: skip
    """Change what is given; a new password, and an account that is closed, end all sessions of the
    person.

    Raises MaskeraError when nobody could administer the project afterwards.
    """
    values: dict[str, object] = {}
    if role is not None:
        _check_role(role)
        values["role"] = role
    if active is not None:
        values["active"] = active
    if password is not None:
        values["password"] = _hashed(password)
    if language is not None:
        values["language"] = language
    with project.write() as connection:
        if not connection.execute(
            sql.update(schema.user).where(schema.user.c.id == user_id).values(**values)
        ).rowcount:
            raise MaskeraError("there is no such account")
        admins = sql.select(schema.user.c.id).where(
            schema.user.c.role == "admin", schema.user.c.active
        )
        if connection.execute(admins).first() is None:
            raise MaskeraError("one administrator at least must stay")
        if password is not None or active is False:
            connection.execute(
                sql.delete(schema.session).where(schema.session.c.user_id == user_id)
            )
        if values.keys() - {"language"}:
            name = connection.execute(
                sql.select(schema.user.c.name).where(schema.user.c.id == user_id)
            ).scalar_one()
            told = {
                "role": role,
                "active": "opened" if active else "closed",
                "password": "new password",
            }
            project.log(
                connection,
                "user changed",
                by,
                detail=f"{name}: {', '.join(told[each] or '' for each in values if each in told)}",
            )


def log_in(project: Project, name: str, password: str) -> str | None:
    """The secret of a new session; None when name or password is wrong. Takes equally long for
    names that do not exist."""
    with project.read() as connection:
        row = next(
            (
                row
                for row in connection.execute(sql.select(schema.user))
                if folded(row.name) == folded(name)
            ),
            None,
        )
    known, decoy = (
        row is not None and row.active,
        _decoy(*SCRYPT),
    )  # made for every name, for the first takes its time
    right = _verified(password, row.password if row is not None else decoy)
    with project.write() as connection:
        if not (known and right and row is not None):
            project.log(connection, "login refused", row.id if row is not None else None)
            return None
        secret = secrets.token_urlsafe(32)
        now = time.time()
        connection.execute(
            sql.delete(schema.session).where(
                (schema.session.c.seen < now - IDLE) | (schema.session.c.created < now - LONGEST)
            )
        )
        values = {
            "digest": _digest(secret),
            "user_id": row.id,
            "csrf": secrets.token_urlsafe(32),
            "created": now,
            "seen": now,
        }
        connection.execute(sql.insert(schema.session).values(**values))
        project.log(connection, "login", row.id)
    return secret


def knows_password(project: Project, user: User, password: str) -> bool:
    """Whether this is the person's password."""
    with project.read() as connection:
        stored = connection.execute(
            sql.select(schema.user.c.password).where(schema.user.c.id == user.id)
        ).scalar_one()
    return _verified(password, stored)


def session_of(project: Project, secret: str) -> Session | None:
    """The session that a browser's secret belongs to, None when there is none or it has ended."""
    now = time.time()
    table = schema.session.c
    query = sql.select(schema.user, table.csrf, table.seen, table.created.label("began")).join(
        schema.session, schema.user.c.id == table.user_id
    )
    with project.read() as connection:
        row = connection.execute(query.where(table.digest == _digest(secret))).first()
    if row is None or not row.active or row.seen < now - IDLE or row.began < now - LONGEST:
        return None
    if row.seen < now - NOTED:
        with project.write() as connection:
            connection.execute(
                sql.update(schema.session).where(table.digest == _digest(secret)).values(seen=now)
            )
    return Session(_user(row), row.csrf)


def log_out(project: Project, secret: str) -> None:
    """End a session."""
    with project.write() as connection:
        connection.execute(
            sql.delete(schema.session).where(schema.session.c.digest == _digest(secret))
        )


def _user(row: sql.Row[Any]) -> User:
    return User(row.id, row.name, row.role, row.language, row.active)


def _check_role(role: str) -> None:
    if role not in schema.ROLES:
        raise MaskeraError(f"no role {role!r}; there are {', '.join(schema.ROLES)}")


def _digest(secret: str) -> bytes:
    return hashlib.sha256(secret.encode()).digest()


def folded(name: str) -> str:
    """By which names are compared: Anna and anna are one."""
    return shape.folded(name)


def check_name(name: str) -> None:
    """Raises MaskeraError for one that no account can have."""
    if not name.strip() or len(name) > 80 or not name.isprintable():
        raise MaskeraError("a user name has 1 to 80 characters")


def check_password(password: str) -> None:
    """Raises MaskeraError for one that is too short."""
    if len(password) < LEAST_PASSWORD:
        raise MaskeraError(f"a password has at least {LEAST_PASSWORD} characters")


def _hashed(password: str) -> str:
    """scrypt$log_n$r$p$salt$digest; raises MaskeraError for a short one."""
    check_password(password)
    salt = secrets.token_bytes(16)
    return _scrypt(password, salt, *SCRYPT)


def _scrypt(password: str, salt: bytes, log_n: int, r: int, p: int) -> str:
    normal = unicodedata.normalize("NFC", password).encode("utf-8", "surrogatepass")
    digest = hashlib.scrypt(normal, salt=salt, n=1 << log_n, r=r, p=p, maxmem=256 << 20)
    return f"scrypt${log_n}${r}${p}${salt.hex()}${digest.hex()}"


def _verified(password: str, stored: str) -> bool:
    _, log_n, r, p, salt, _ = stored.split("$")
    return hmac.compare_digest(
        _scrypt(password, bytes.fromhex(salt), int(log_n), int(r), int(p)), stored
    )


@cache
def _decoy(*cost: int) -> str:
    """What a password is checked against where there is no account."""
    return _scrypt("", secrets.token_bytes(16), *cost)
