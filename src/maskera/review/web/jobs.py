"""Work that takes longer than a page may: it goes on in a thread, and its page tells how far it has
come. Kept in memory alone.

Whatever a job does it does in transactions of its own, so that nothing is lost or half done when
the server is stopped in the middle.
"""

import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable

from maskera.errors import MaskeraError
from maskera.review.people import User
from maskera.service.problems import log_crash

KEPT = 100  # jobs that are remembered
AT_ONCE = 2  # jobs at work; the others wait
WAITING = 2  # pages that wait for their job at once: each holds one of the few threads of all
TOLD = 1000  # sentences on what went wrong that a job keeps
# Seconds that a page waits for a job, so that short ones need no page of their own; an upload
# begins with a process, which takes about one.
SOON = 4.0

Problem = MaskeraError | tuple[str, dict[str, object]]
"""What was not done, and why: an error, or the key of a text with its values."""


class Job:
    """One piece of work. kind: the key of its texts; back: the page to go on with; total: 0 as long
    as nobody knows."""

    def __init__(self, kind: str, user: User, total: int, back: str) -> None:
        self.id = secrets.token_urlsafe(16)
        self.kind = kind
        self.user_id = user.id
        self.total = total
        self.back = back
        self.good = self.bad = 0
        self.problems: list[Problem] = []
        self.crashed = False
        self._ended = threading.Event()

    @property
    def done(self) -> int:
        """How much of it is done."""
        return self.good + self.bad

    @property
    def ended(self) -> bool:
        """Whether it is over."""
        return self._ended.is_set()

    def count(self, number: int = 1) -> None:
        """So many more are done."""
        self.good += number

    def refuse(self, problem: Problem) -> None:
        """One was not done."""
        self.bad += 1
        if len(self.problems) < TOLD:
            self.problems.append(problem)

    def wait(self, seconds: float) -> bool:
        """Whether it ends within this time."""
        return self._ended.wait(seconds)

    def run(self, work: Callable[["Job"], None]) -> None:
        """Do the work; whatever goes wrong is told by the job."""
        try:
            work(self)
        except MaskeraError as error:
            self.refuse(error)
        except Exception as error:  # else nobody would hear of it
            log_crash(error)
            self.crashed = True
        finally:
            self._ended.set()


class Jobs:
    """The jobs of one server."""

    def __init__(self) -> None:
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._lock = threading.Lock()
        self._turn = threading.Semaphore(AT_ONCE)
        self._patience = threading.Semaphore(WAITING)

    def start(
        self, kind: str, user: User, work: Callable[[Job], None], total: int = 0, back: str = "/"
    ) -> Job:
        """Begin a piece of work; comes back when it is done, or after SOON seconds, or at once where
        too many wait already."""
        job = Job(kind, user, total, back)
        with self._lock:
            self._jobs[job.id] = job
            for old in [key for key, each in self._jobs.items() if each.ended][
                : max(len(self._jobs) - KEPT, 0)
            ]:
                del self._jobs[old]
        threading.Thread(
            target=self._in_turn, args=(job, work), name=f"job {kind}", daemon=True
        ).start()
        if self._patience.acquire(blocking=False):
            try:
                job.wait(SOON)
            finally:
                self._patience.release()
        return job

    def of(self, job_id: str, user: User) -> Job | None:
        """The job of this id, when it is this person's."""
        with self._lock:
            job = self._jobs.get(job_id)
        return job if job is not None and job.user_id == user.id else None

    def _in_turn(self, job: Job, work: Callable[[Job], None]) -> None:
        with self._turn:
            job.run(work)
