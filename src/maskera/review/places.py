"""What each sealed value of a project is bound to: moved to another row, or beside other values of
its row, it no longer opens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def account_place(user_id: int) -> str:
    """Of an account."""
    return f"account {user_id}"


def session_place(digest: bytes) -> str:
    """Of a session, by the digest of its secret."""
    return f"session {digest.hex()}"


def essay_place(lookup: bytes) -> str:
    """Of an essay's own values, by the keyed digest of its id."""
    return f"essay {lookup.hex()}"


def reading_place(place: str, slot: str, row: Mapping[Any, Any]) -> str:
    """Of a reading of the essay at `place`: whose it is, which revision holds, and whether it is
    done. row: the columns."""
    return f"{place} reading {slot} {row['user_id']} {row['head']} {bool(row['done'])}"


def revision_place(place: str, slot: str, row: Mapping[Any, Any]) -> str:
    """Of a revision of a reading: which it follows, who made it when, and what it is counted as.
    row: the columns."""
    told = (row.get(name) for name in ("parent", "user_id", "action", "labels", "decided"))
    return f"{place} revision {slot} {' '.join(map(str, told))} {float(row['at'])!r}"


def remark_place(place: str, row: Mapping[Any, Any]) -> str:
    """Of a remark on the essay at `place`: in which reading, on what, in answer to what, by whom.
    row: the columns."""
    told = (row[name] for name in ("slot", "mark", "parent", "user_id"))
    return f"{place} remark {' '.join(map(str, told))} {float(row['at'])!r}"
