"""What is done with many essays at once, a batch at a time."""

from collections.abc import Iterable, Sequence
from typing import Any

from maskera.io.batches import batched
from maskera.review import essays, readings
from maskera.review.essays import Row
from maskera.review.people import User
from maskera.review.project import Settings
from maskera.review.readings import RefusedError, StaleError
from maskera.review.view import DOUBTFUL, unseen
from maskera.review.web.jobs import Job
from maskera.review.workbench import Workbench

BATCH = 50  # essays that a job does before it says how far it has come


def may(settings: Settings, do: str) -> str:
    """The least role that may do this with many essays at once."""
    roles = {"reviewed": settings.bulk_role, "release": settings.release_role, "delete": "admin"}
    return roles.get(do, "reviewer")


def allowed(settings: Settings, user: User) -> frozenset[str]:
    """What of it this person may do: the rest is not offered."""
    return frozenset(do for do in ("reviewed", "release", "delete") if user.may(may(settings, do)))


def set_genre(
    workbench: Workbench, job: Job, chosen: Sequence[int], genre: str, user: User
) -> None:
    """Give essays a genre, and look at them again; released ones keep theirs."""
    for part in batched(chosen, BATCH):
        rows = essays.listed(workbench.project, part)
        kept = [row for row in rows if row.status != "released"]
        essays.set_genre(workbench.project, [row.id for row in kept], genre, user.id)
        workbench.refresh([row.id for row in kept])
        job.count(len(kept))
        _refuse(job, (row for row in rows if row.status == "released"), "released")


def set_reviewed(workbench: Workbench, job: Job, chosen: Sequence[int], user: User) -> None:
    """Say of essays that this person is done with them; of a double review only of those that they
    have begun.

    Not of one with mentions that its file leaves out and nobody has looked at: its own page is the
    place to say so.
    """
    for part in batched(chosen, BATCH):
        for essay in essays.every(workbench.project, ids=part):
            try:
                reading = readings.of(workbench.project, essay, user)
                if reading.of_two and reading.user_id != user.id:
                    _refuse(job, [essay.row], "unbegun")
                    continue
                if essay.row.status == "released":
                    _refuse(job, [essay.row], "released")
                    continue
                if workbench.project.settings.undecided_block and any(
                    mark.doubt >= DOUBTFUL for mark in reading.state.marks
                ):
                    _refuse(job, [essay.row], "undecided")
                    continue
                if unseen(reading.state) and not reading.state.leaks_accepted:
                    _refuse(job, [essay.row], "unseen")
                    continue
                workbench.finish(essay, reading, True, user)
                job.count()
            except StaleError:
                _refuse(job, [essay.row], "changed")
            except RefusedError:
                _refuse(job, [essay.row], "other")


def release(workbench: Workbench, job: Job, chosen: Sequence[int], user: User) -> None:
    """Release the essays that may leave."""
    codes = {
        "not reviewed": "not_reviewed",
        "leaks": "leaks",
        "changed": "changed",
        "undecided": "undecided",
    }
    for part in batched(chosen, BATCH):
        rows = essays.listed(workbench.project, part)
        refused = workbench.release([row.id for row in rows if row.status != "released"], user)
        for row in rows:
            if row.id in refused:
                _refuse(job, [row], codes[refused[row.id]])
            elif row.status != "released":
                job.count()
            else:
                _refuse(job, [row], "released")


def _refuse(job: Job, rows: Iterable[Row], code: str) -> None:
    for row in rows:
        problem: tuple[str, dict[str, Any]] = (f"progress.why_{code}", {"name": row.name})
        job.refuse(problem)
