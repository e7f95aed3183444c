"""Work in the background: told as it goes, remembered for a while, and for its owner alone."""

from __future__ import annotations

import threading

from waiting import PATIENCE

from maskera.errors import DataError
from maskera.review.people import User
from maskera.review.web import jobs
from maskera.review.web.jobs import Job, Jobs
from maskera.review.web.progress import alike

ONE, OTHER = User(1, "En", "reviewer", "sv", True), User(2, "Två", "admin", "sv", True)


def test_short_work_is_done_when_start_comes_back() -> None:
    job = Jobs().start("upload", ONE, lambda job: job.count(3), 3)
    assert job.ended and job.done == job.good == 3 and not job.crashed


def test_long_work_goes_on_and_tells_how_far_it_is() -> None:
    begun, go = threading.Event(), threading.Event()

    def work(job: Job) -> None:
        job.count()
        begun.set()
        go.wait(PATIENCE)
        job.refuse(("upload.why_empty", {"name": "A"}))

    table = Jobs()
    jobs_soon, jobs.SOON = jobs.SOON, 0.05
    try:
        job = table.start("upload", ONE, work, 2)
    finally:
        jobs.SOON = jobs_soon
    assert begun.wait(PATIENCE) and not job.ended and job.done == 1
    go.set()
    assert job.wait(PATIENCE) and (job.good, job.bad) == (1, 1)


def test_where_many_pages_wait_for_their_jobs_the_next_does_not() -> None:
    go, table = threading.Event(), Jobs()

    def hold(job: Job) -> None:
        go.wait(PATIENCE)

    for _ in range(jobs.WAITING):
        assert table._patience.acquire(blocking=False)
    job = table.start("upload", ONE, hold)
    assert not job.ended
    go.set()
    assert job.wait(PATIENCE)
    table._patience.release()
    assert table.start("upload", ONE, lambda job: None).ended  # that one waited again


def test_a_job_is_its_owners() -> None:
    table = Jobs()
    job = table.start("upload", ONE, lambda job: None)
    assert (
        table.of(job.id, ONE) is job
        and table.of(job.id, OTHER) is None
        and table.of("x", ONE) is None
    )


def test_errors_end_it_and_are_told() -> None:
    def wrong(job: Job) -> None:
        raise DataError("A.txt: not UTF-8 text")

    def broken(job: Job) -> None:
        raise RuntimeError

    table = Jobs()
    told, crashed = table.start("upload", ONE, wrong), table.start("upload", ONE, broken)
    assert (
        told.ended
        and [str(each) for each in told.problems] == ["A.txt: not UTF-8 text"]
        and not told.crashed
    )
    assert crashed.ended and crashed.crashed and crashed.problems == []


def test_only_so_many_are_remembered_and_so_many_sentences_kept() -> None:
    table = Jobs()
    first = table.start("upload", ONE, lambda job: None)
    last = [table.start("upload", ONE, lambda job: None) for _ in range(jobs.KEPT + 1)][-1]
    assert table.of(first.id, ONE) is None and table.of(last.id, ONE) is last

    def much(job: Job) -> None:
        for _ in range(jobs.TOLD + 5):
            job.refuse(DataError("x"))

    job = table.start("upload", ONE, much)
    assert len(job.problems) == jobs.TOLD and job.bad == jobs.TOLD + 5


def test_what_is_refused_for_one_reason_stands_together() -> None:
    told = alike(
        [
            ("progress.why_leaks", {"name": "E1"}),
            ("progress.told", {"what": "E2.docx: not a Word file"}),
            ("progress.why_leaks", {"name": "E3"}),
            ("progress.why_released", {"name": "E4"}),
        ]
    )
    assert told == [
        ("progress.why_leaks", {"name": "E1, E3"}),
        ("progress.why_released", {"name": "E4"}),
        ("progress.told", {"what": "E2.docx: not a Word file"}),
    ]
