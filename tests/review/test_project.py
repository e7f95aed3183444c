"""The project: made, opened, locked; its settings; its transactions; and a trail in which nothing
can be changed unnoticed."""

from __future__ import annotations

import sqlite3
import stat
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
import sqlalchemy as sql

from maskera.errors import DataError
from maskera.io.cipher import WrongKeyError
from maskera.review import essays, people, schema
from maskera.review import project as project_module
from maskera.review.people import User
from maskera.review.project import Project, Settings, create, exists, file_of, open_project, url_of
from maskera.review.workbench import Workbench
from review.conftest import PASSWORD, SECRET, Closing, Prepare

WORD = "Plantagenet"
Essay = Callable[..., int]


def url(project: Project) -> str:
    return project.engine.url.render_as_string()


def tamper(project: Project, statement: str) -> None:
    """What somebody does who has the file and no key."""
    with sqlite3.connect(str(project.engine.url.database)) as connection:
        assert connection.execute(statement).rowcount
    connection.close()


def test_it_opens_with_its_key_and_with_no_other(project: Project, closing: Closing) -> None:
    with closing(open_project(url(project), SECRET)).read() as connection:
        assert (
            connection.execute(sql.select(schema.project.c.version)).scalar_one() == schema.VERSION
        )
    with pytest.raises(WrongKeyError, match="does not open this project"):
        open_project(url(project), b"x" * 32)


def test_it_is_never_made_over_another(project: Project, closing: Closing) -> None:
    with pytest.raises(DataError, match="a project in this database already"):
        create(url(project), b"x" * 32)
    assert closing(open_project(url(project), SECRET)).settings.title == "Prov"


def test_its_file_is_its_owners_alone(project: Project) -> None:
    file = file_of(url(project))
    assert file is not None
    for each in file.parent.glob("project.db*"):
        assert stat.S_IMODE(each.stat().st_mode) == 0o600, each


def test_looking_for_a_project_makes_none(tmp_path: Path) -> None:
    where = url_of(str(tmp_path / "none.db"))
    assert not exists(where)
    with pytest.raises(DataError, match=r"none\.db: there is no such project"):
        open_project(where, SECRET)
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "text.db").write_text("no database at all" * 100)
    with pytest.raises(DataError, match="cannot be opened: file is not a database"):
        exists(url_of(str(tmp_path / "text.db")))
    with pytest.raises(DataError, match=r"a\.db: cannot be written"):
        create(url_of(str(tmp_path / "folder" / "a.db")), SECRET)
    with pytest.raises(DataError, match="no such kind of database"):
        exists("nonsense://x")


@pytest.mark.parametrize("name", ["a b.db", "50%.db", "what?.db", "a#b.db", "å.db"])
def test_any_file_name_will_do(tmp_path: Path, name: str) -> None:
    create(url_of(str(tmp_path / name)), SECRET).engine.dispose()
    assert (tmp_path / name).exists() and exists(url_of(str(tmp_path / name)))


def test_urls_stay_and_postgresql_gets_its_driver() -> None:
    assert url_of("postgresql://anna@db/swell") == "postgresql+pg8000://anna@db/swell"
    assert url_of("mysql+pymysql://x/y") == "mysql+pymysql://x/y"
    assert file_of("postgresql+pg8000://anna@db/swell") is None
    with pytest.raises(DataError, match="names no user"):
        exists(url_of("postgresql:///swell"))


def test_a_later_version_is_told_apart(project: Project) -> None:
    tamper(project, "update project set version = 99")
    with pytest.raises(DataError, match="version 99"):
        open_project(url(project), SECRET)


def test_settings_are_kept_sealed_and_seen_by_others(project: Project, closing: Closing) -> None:
    other = closing(open_project(url(project), SECRET))
    project.change_settings(Settings(title=WORD, retention_days=7), None)
    assert other.settings.title == "Prov"
    assert other.refresh() == Settings(title=WORD, retention_days=7)
    assert project.trail()[0].action == "settings" and WORD in project.trail()[0].detail


def test_nothing_that_was_written_can_be_read_in_the_file(
    project: Project, workbench: Workbench, admin: User, essay: Essay
) -> None:
    essay(f"Jag heter {WORD} och bor i Malmö.", f"{WORD}1", author=WORD)
    project.change_settings(Settings(title=WORD, mode="rules"), admin.id)
    assert (
        WORD in people.add(project, f"{WORD} ", PASSWORD, "reviewer").name
    )  # who works here is no secret, as their names stand in the list
    held = b"".join(
        each.read_bytes() for each in Path(str(project.engine.url.database)).parent.iterdir()
    )
    assert (
        held.count(WORD.encode()) == held.count(f"{WORD}".encode())
        and b"Jag heter" not in held
        and "Malmö".encode() not in held
    )
    assert PASSWORD.encode() not in held and f"{WORD}1".encode() not in held


def test_what_is_deleted_is_gone_from_the_log_of_writes_too(
    project: Project, admin: User, essay: Essay
) -> None:
    row = essay()
    log = Path(f"{project.engine.url.database}-wal")
    assert log.stat().st_size > 0
    essays.delete(project, [row], admin.id, "asked")
    assert log.stat().st_size == 0


def test_what_is_written_is_on_the_disk_and_what_is_deleted_overwritten(
    project: Project, closing: Closing, unsafe_disk: Prepare, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(project_module, "_prepare_sqlite", unsafe_disk)  # as it is shipped
    opened = closing(open_project(url_of(str(project.engine.url.database)), SECRET))
    with opened.read() as connection:
        held = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("synchronous", "secure_delete", "journal_mode")
        }
    assert held == {"synchronous": 2, "secure_delete": 1, "journal_mode": "wal"}  # 2: FULL


def test_a_transaction_is_whole_or_nothing(project: Project) -> None:
    with pytest.raises(RuntimeError), project.write() as connection:
        project.log(connection, "first", None)
        raise RuntimeError
    assert [row.action for row in project.trail()] == ["create"]
    assert project.broken_link() == 0


def test_writers_wait_for_each_other(project: Project) -> None:
    def write() -> None:
        for _ in range(20):
            with project.write() as connection:
                project.log(connection, "written", None)

    threads = [threading.Thread(target=write) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [row.id for row in project.trail(limit=1000)] == list(range(81, 0, -1))
    assert project.broken_link() == 0


def fill(project: Project) -> None:
    for number in range(2, 7):
        with project.write() as connection:
            project.log(connection, "change", None, detail=f"detail {number}")


def test_the_trail_is_read_newest_first_in_pages_and_by_what_is_asked(
    project: Project, admin: User, essay: Essay
) -> None:
    row = essay()
    fill(project)
    assert [line.detail for line in project.trail(limit=2)] == ["detail 6", "detail 5"]
    assert [line.id for line in project.trail(before=3, limit=5)] == [2, 1]
    assert [line.action for line in project.trail(essay_id=row)] == ["essay added"]
    people.log_in(project, admin.name, PASSWORD)
    assert [line.action for line in project.trail(user_id=admin.id)] == ["login"]
    assert {line.action for line in project.trail(action="change")} == {"change"}
    assert project.trail(user_id=99) == []


@pytest.mark.parametrize(
    ("statement", "broken"),
    [
        ("update audit set action = 'login' where id = 3", 3),
        ("update audit set at = at + 1 where id = 4", 4),
        ("update audit set user_id = 7 where id = 2", 2),
        ("update audit set detail = (select detail from audit where id = 5) where id = 4", 4),
        ("update audit set link = x'00' where id = 6", 6),
        ("delete from audit where id = 1", 1),
        ("delete from audit where id = 4", 4),
        ("delete from audit where id = 6", 6),
        ("delete from audit where id > 3", 4),
        ("delete from audit", 1),
        (
            "insert into audit select 7, at, user_id, essay_id, action, detail, link from audit where id = 6",
            7,
        ),
        ("update project set trail = x'00'", 7),
        ("update project set trail = (select link from audit where id = 6)", 7),
    ],
)
def test_tampering_is_found(project: Project, statement: str, broken: int) -> None:
    fill(project)
    assert project.broken_link() == 0
    tamper(project, statement)
    assert project.broken_link() == broken
    with project.write() as connection:
        project.log(connection, "later", None)  # who goes on working does not mend it
    assert project.broken_link() > 0


def test_details_die_with_their_essay(project: Project, admin: User, essay: Essay) -> None:
    row = essay(name=WORD)
    assert project.trail(essay_id=row)[0].detail == WORD
    essays.set_genre(project, [row], "narrative", admin.id)
    assert project.trail(essay_id=row)[0].detail == "narrative"
    essays.delete(project, [row], admin.id, "the writer asked")
    assert [(line.action, line.detail) for line in project.trail(essay_id=row)] == [
        ("essay deleted", "the writer asked"),
        ("genre", ""),
        ("essay added", ""),
    ]
    assert project.broken_link() == 0


def test_retention_deletes_what_is_due_and_nothing_else(project: Project, essay: Essay) -> None:
    project.change_settings(Settings(mode="rules", retention_days=30), None)
    due = essay(name="E1")
    project.change_settings(Settings(mode="rules"), None)
    kept = essay(name="E2")
    added = essays.load(project, due).row.added
    assert essays.purge(project) == 0
    assert essays.purge(project, added + 30 * essays.DAY - 1) == 0
    assert essays.purge(project, added + 30 * essays.DAY) == 1
    assert essays.load(project, kept).row.name == "E2" and essays.find(project, "E1") is None
    with project.read() as connection:
        left = (
            connection.execute(sql.select(schema.revision.c.id)).all(),
            connection.execute(sql.select(schema.reading.c.essay_id)).all(),
        )
    assert len(left[0]) == 1 and left[1] == [(kept,)]
    assert project.trail()[0].detail == "retention date"
