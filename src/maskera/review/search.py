"""A form in all essays of a project: where it stands, what is marked there, and one decision on all
of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from maskera.replace.shape import folded
from maskera.review import essays, readings
from maskera.review.essays import Essay
from maskera.review.overlap import Covered
from maskera.review.people import User
from maskera.review.project import Project
from maskera.review.readings import Reading, RefusedError, StaleError
from maskera.review.state import Accept, Add, Change, Mark, Propagate, Reject
from maskera.review.workbench import Workbench, pattern_of

ACCEPT, REJECT, MARK = "accept", "reject", "mark"
UNDECIDED = ("machine", "candidate")
DECIDED, UNDONE = "search", "search undone"  # in the trail


@dataclass(frozen=True, slots=True)
class Hit:
    """An essay in which the form stands. undecided: marks right there on which nobody has decided;
    free: places without any mark; decided: how many places somebody has decided on."""

    essay: Essay
    reading: Reading
    undecided: tuple[Mark, ...]
    free: tuple[tuple[int, int], ...]
    decided: int

    def change(self, do: str, label: str) -> Change | None:
        """What the decision is here: one change, which one undo takes back; None where there is
        nothing to be decided."""
        keys = tuple(mark.key for mark in self.undecided)
        if do in (ACCEPT, REJECT) and keys:
            return Accept(keys) if do == ACCEPT else Reject(keys)
        if do == MARK and self.free:
            return Propagate(tuple(Add(start, end, label) for start, end in self.free))
        return None


def hits(workbench: Workbench, form: str, user: User) -> Iterator[Hit]:
    """The essays in which the form stands and that this person may change, in their order.

    Left out: released essays, readings that are done, others' and nobody's readings of a double
    review.
    """
    words, plain = pattern_of(form), folded(form)
    for essay in essays.every(workbench.project):
        if essay.row.status == "released" or plain not in folded(essay.content.text):
            continue
        spans = [match.span() for match in words.finditer(essay.content.text)]
        try:
            reading = readings.of(workbench.project, essay, user) if spans else None
        except (RefusedError, StaleError):
            continue
        if reading is None or reading.done or (reading.of_two and reading.user_id != user.id):
            continue
        at = {(mark.start, mark.end): mark for mark in reading.state.marks}
        shown = Covered(
            (mark.start, mark.end) for mark in reading.state.marks if mark.decision != "candidate"
        )
        undecided = tuple(
            at[span] for span in spans if span in at and at[span].decision in UNDECIDED
        )
        free = tuple(span for span in spans if span not in at and not shown.touches(*span))
        yield Hit(essay, reading, undecided, free, len(spans) - len(undecided) - len(free))


def decide(workbench: Workbench, hit: Hit, do: str, label: str, user: User) -> int | None:
    """Carry the decision out in one essay; the revision that it made, None where there was nothing.

    Raises StaleError, RefusedError, ChangeError.
    """
    change = hit.change(do, label)
    if change is None:
        return None
    workbench.change(hit.essay, hit.reading, change, user)
    return readings.of(workbench.project, hit.essay, user).head


@dataclass(frozen=True, slots=True)
class Decision:
    """What somebody decided in all essays at once. line: of the trail, which remembers it; at: when
    (seconds since 1970); made: essays and the revisions that it made in them."""

    line: int
    at: float
    made: tuple[tuple[int, int], ...]


def remember(project: Project, user: User, made: Sequence[tuple[int, int]]) -> None:
    """Tell the trail of a decision, so that it can be taken back, whoever has stopped the server
    meanwhile. made: essays and the revisions that it made in them."""
    told = " ".join(f"{essay}:{revision}" for essay, revision in made)
    with project.write() as connection:
        project.log(connection, DECIDED, user.id, detail=told)


def latest(project: Project, user: User) -> Decision | None:
    """The person's last decision, unless it was taken back."""
    rows, undone = (
        project.trail(user_id=user.id, action=each, limit=1) for each in (DECIDED, UNDONE)
    )
    if not rows or (undone and undone[0].id > rows[0].id):
        return None
    pairs = (each.split(":") for each in rows[0].detail.split())
    made = tuple((int(essay), int(revision)) for essay, revision in pairs)
    return Decision(rows[0].id, rows[0].at, made)


def undone(project: Project, user: User) -> None:
    """Tell the trail that the person takes their last decision back."""
    with project.write() as connection:
        project.log(connection, UNDONE, user.id)


def undo(workbench: Workbench, essay_id: int, revision: int, user: User) -> None:
    """Take back what decide() did in one essay. Raises StaleError where something has been changed
    since."""
    essay, reading, _ = workbench.open(essay_id, user)
    if reading.head != revision:
        raise StaleError(readings.STALE)
    workbench.step(essay, reading, True, user)
