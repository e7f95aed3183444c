"""Many documents: whatever the number of workers, shards and interruptions, each document comes out once and the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from maskera.batch import Job, Outcome, run, shard_of
from maskera.text import Document

SETTINGS: dict[str, Any] = {"mode": "rules", "key": b"sixteen bytes at least"}
DOCUMENTS = [Document(f"class {number % 3}/essay{number}", f"Jag heter Farida och bor i Borås. Nummer {number}.") for number in range(12)]


def texts(folder: Path) -> dict[str, str]:
    return {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in folder.rglob("*") if path.is_file()}


def test_two_workers_write_what_one_writes(tmp_path: Path) -> None:
    one = list(run(Job(SETTINGS, "text", tmp_path / "one"), DOCUMENTS, 1))
    two = list(run(Job(SETTINGS, "text", tmp_path / "two"), DOCUMENTS, 2))
    assert {outcome.id for outcome in one} == {outcome.id for outcome in two} == {document.id for document in DOCUMENTS}
    assert texts(tmp_path / "one") == texts(tmp_path / "two")
    assert not any("Farida" in text or "Borås" in text for text in texts(tmp_path / "one").values())


def test_a_resumed_run_does_only_what_is_missing(tmp_path: Path) -> None:
    whole = Job(SETTINGS, "text", tmp_path)
    list(run(whole, DOCUMENTS[:5], 1))
    rest = list(run(whole, DOCUMENTS, 1, resume=True))
    assert {outcome.id for outcome in rest} == {document.id for document in DOCUMENTS[5:]}
    assert len(texts(tmp_path)) == len(DOCUMENTS)


@pytest.mark.parametrize("count", [1, 2, 5])
def test_every_document_is_in_exactly_one_shard(tmp_path: Path, count: int) -> None:
    done = [outcome.id for part in range(count) for outcome in run(Job(SETTINGS, "text", tmp_path), DOCUMENTS, 1, (part, count))]
    assert sorted(done) == sorted(document.id for document in DOCUMENTS)
    assert {shard_of(document.id, count) for document in DOCUMENTS} <= set(range(count))


def test_a_document_that_fails_is_named_and_the_others_are_written(tmp_path: Path) -> None:
    settings = {**SETTINGS, "scope": "author"}
    known = Document("known", "Jag heter Farida.", meta={"author": "a1"})
    outcomes = list(run(Job(settings, "text", tmp_path), [Document("unknown", "Jag heter Farida."), known], 1))
    assert outcomes[0].problem and "unknown" in outcomes[0].problem
    assert outcomes[1] == Outcome("known", tmp_path / "known.txt", leaks="PASS")


def test_a_job_does_not_print_the_key(tmp_path: Path) -> None:
    assert "sixteen bytes" not in repr(Job(SETTINGS, "text", tmp_path))
