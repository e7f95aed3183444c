"""The tables of a project. What tells of a person is in sealed columns; the rest is what lists and
counts need.

Times are seconds since 1970 (UTC).
"""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

VERSION = 2
ROLES = ("reviewer", "curator", "admin")
"""Each may do what those before it may."""
STATUSES = ("new", "in_review", "reviewed", "released")
DOUBLE = ("first", "second")
"""The slots of the two readings of a double review. "settled" is the curator's of the two, "main"
everybody's where there are no two."""
STAGES = ("", "open", "waits", "settled")
"""How far a double review is: there is none; it is being read; both are done and a curator must
settle them; that has begun or is done."""

metadata = MetaData()

project = Table(
    "project", metadata,
    Column("id", Integer, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("proof", LargeBinary, nullable=False),  # a constant under the project's key: tells a wrong key at once
    Column("settings", LargeBinary, nullable=False),  # sealed Settings: a policy of one's own may name places
    Column("created", Float, nullable=False),
    Column("trail", LargeBinary, nullable=False),  # chained digest of all audit lines ever written: none can be taken from the end
)  # fmt: skip

user = Table(
    "user_account", metadata,
    Column("id", Integer, primary_key=True),
    Column("lookup", LargeBinary, nullable=False, unique=True),  # keyed digest of the name
    Column("sealed", LargeBinary, nullable=False),  # people.Account: name, role, hash; who lacks the key makes none
)  # fmt: skip

session = Table(
    "user_session", metadata,
    Column("digest", LargeBinary, primary_key=True),  # of the cookie's value
    Column("user_id", ForeignKey("user_account.id", ondelete="CASCADE"), nullable=False),
    Column("created", Float, nullable=False),  # this and the next only to sweep by: the sealed ones hold
    Column("seen", Float, nullable=False),
    Column("sealed", LargeBinary, nullable=False),  # people.Login
)  # fmt: skip

essay = Table(
    "essay", metadata,
    Column("id", Integer, primary_key=True),
    Column("lookup", LargeBinary, nullable=False, unique=True),  # keyed digest of the essay's id
    Column("key", LargeBinary, nullable=False),  # the essay's own key, sealed; gone with the row
    Column("name", LargeBinary, nullable=False),  # sealed id of the essay
    Column("author", LargeBinary, nullable=True, index=True),  # keyed digest of the author
    Column("genre", String(40), nullable=False, default="", index=True),
    Column("guessed", Boolean, nullable=True),  # whether the genre is a guess; an earlier version did not note it
    Column("level", String(16), nullable=False, default=""),
    Column("words", Integer, nullable=False, default=0),
    Column("status", String(16), nullable=False, default="new", index=True),
    Column("doubtful", Integer, nullable=False, default=0, index=True),
    Column("leaks", String(8), nullable=False, default=""),
    Column("leaks_accepted", Boolean, nullable=False, default=False),
    Column("stage", String(8), nullable=False, default="", index=True),
    Column("counts", Text, nullable=False, default=""),  # counters.Counts as JSON: what statistics count, no text
    Column("agreement", Text, nullable=False, default=""),  # settle.Figures as JSON, of two readings that are done
    Column("added", Float, nullable=False),
    Column("begun", Float, nullable=True),  # when work on it began; when it was reviewed
    Column("finished", Float, nullable=True),
    Column("expires", Float, nullable=True, index=True),
    Column("opened", Float, nullable=True),  # when somebody first had its page before them
    Column("released", Float, nullable=True),
    Column("frozen", LargeBinary, nullable=True),  # sealed Frozen: what left, whatever becomes of the settings afterwards
    Column("content", LargeBinary, nullable=False),  # sealed Content but its mentions; large columns last: SQLite reads past them
    Column("mentions", LargeBinary, nullable=False),  # what the detector held possible, sealed; ten times as large as the text
)  # fmt: skip

assignment = Table(
    "assignment",
    metadata,
    Column("essay_id", ForeignKey("essay.id", ondelete="CASCADE"), primary_key=True),
    Column("user_id", ForeignKey("user_account.id"), primary_key=True),  # who is to read it
)

remark = Table(
    "remark", metadata,
    Column("id", Integer, primary_key=True),
    Column("essay_id", ForeignKey("essay.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("slot", String(8), nullable=False),  # of the reading in which it was made
    Column("mark", Integer, nullable=False),  # key of the mark that it is about; -1 for the essay
    Column("parent", Integer, nullable=True),  # the remark that it answers
    Column("user_id", ForeignKey("user_account.id"), nullable=False),
    Column("at", Float, nullable=False),
    Column("text", LargeBinary, nullable=False),  # sealed under the essay's key, at remark_place()
)  # fmt: skip

reading = Table(
    "reading", metadata,
    Column("id", Integer, primary_key=True),
    Column("essay_id", ForeignKey("essay.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("slot", String(8), nullable=False),
    Column("user_id", ForeignKey("user_account.id"), nullable=True),
    Column("head", Integer, nullable=False, default=0),  # id of the revision that holds
    Column("done", Boolean, nullable=False, default=False),
    Column("seal", LargeBinary, nullable=True),  # nothing, sealed at reading_place(): the columns hold together
    UniqueConstraint("essay_id", "slot"),
)  # fmt: skip

revision = Table(
    "revision", metadata,
    Column("id", Integer, primary_key=True),
    Column("reading_id", ForeignKey("reading.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("parent", Integer, nullable=True, index=True),
    Column("user_id", ForeignKey("user_account.id"), nullable=True),
    Column("at", Float, nullable=False),
    Column("action", String(24), nullable=False),
    Column("labels", Text, nullable=False, default=""),  # labels that the change touched, "city>region"
    Column("decided", Integer, nullable=False, default=0),  # doubtful places that the change decided
    Column("state", LargeBinary, nullable=False),  # sealed (change, state), at revision_place()
)  # fmt: skip

risk = Table(
    "risk", metadata,
    Column("essay_id", ForeignKey("essay.id", ondelete="CASCADE"), primary_key=True),
    Column("head", Integer, nullable=False),  # the revision that was assessed; 0: what the detector found
    Column("version", LargeBinary, nullable=False),  # keyed digest of the settings it was assessed under
    Column("risk_bits", Float, nullable=False),
    Column("left_bits", Float, nullable=False, index=True),  # of what the policy lets stand
    Column("figures", Text, nullable=False),  # risks.Figures as JSON: labels and numbers, no text
    Column("found", LargeBinary, nullable=False),  # sealed risks.Assessed
)  # fmt: skip

# What somebody did when, without reading the states.
Index("revision_work", revision.c.at, revision.c.user_id, revision.c.decided, revision.c.reading_id)

audit = Table(
    "audit", metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),  # numbered without a gap
    Column("at", Float, nullable=False),
    Column("user_id", Integer, nullable=True),  # no foreign key: a row outlives what it tells of
    Column("essay_id", Integer, nullable=True),
    Column("action", String(24), nullable=False),
    Column("detail", LargeBinary, nullable=False),  # sealed under the essay's key where there is one
    Column("link", LargeBinary, nullable=False),
)  # fmt: skip
