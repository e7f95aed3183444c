"""The page on which learners hand in a text: write, see what will be hidden, correct that, send.
Nobody logs in.

Between the steps the server keeps nothing: the form carries the text and what was ticked, and a
token of ours says that the form is.
"""

import ipaddress
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Depends
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response

from maskera.review import segments
from maskera.review.essays import Content, TakenError
from maskera.review.project import Project
from maskera.review.state import Add, Mark, Reject, State, apply
from maskera.review.view import View, look
from maskera.review.web.essays_list import genres
from maskera.review.web.people import LETTERS
from maskera.review.web.site import RefusalError, Site, check_origin, language_of
from maskera.taxonomy import Taxonomy
from maskera.text import Document

LONGEST = 30_000  # characters of a text
LEVELS = ("A1", "A2", "B1", "B2", "C1", "C2")
UNKNOWN, NUMBER, OTHER = "person.given.unknown", "number.identifier", "text.clause"
KINDS = (
    UNKNOWN, "person.family", "place.settlement", "place.country", "site", "org.school", "org.work", "org.other",
    NUMBER, "contact.email", OTHER,
)  # fmt: skip
"""What a learner may call a word that was missed, said in plain words by the texts."""
VALID = 24 * 3600.0  # seconds that a form can be sent after it was asked for
LOOKS, SENDS = (
    (300, 600.0),
    (60, 3600.0),
)  # so many from one address in so many seconds; a class sits behind one address
REMEMBERED = 10_000  # addresses
MOST_ADDED = (
    500  # places that are marked for what was missed; each takes time that grows with them all
)
AT_ONCE, PATIENCE = 4, 10.0  # texts looked at at once; seconds that another waits for its turn


class Rate:
    """Counts what comes from an address; in memory alone."""

    def __init__(self, most: int, window: float) -> None:
        self._most, self._window = most, window
        self._times: OrderedDict[str, list[float]] = OrderedDict()
        self._lock = threading.Lock()

    def full(self, address: str) -> bool:
        """Counts one more, and says whether that is too many."""
        now = time.monotonic()
        with self._lock:
            times = [at for at in self._times.pop(address, []) if at > now - self._window][
                -self._most :
            ]
            self._times[address] = [*times, now]
            while len(self._times) > REMEMBERED:
                self._times.popitem(last=False)
        return len(times) >= self._most


class Draft(msgspec.Struct, frozen=True):
    """What the form carries. off: places that are not to be hidden; added: places that were missed,
    with their labels."""

    text: str = ""
    level: str = ""
    genre: str = ""
    author: str = ""
    off: frozenset[tuple[int, int]] = frozenset()
    added: tuple[tuple[int, int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """What is hidden, or would be: the same words with the same meaning in one line. where: its
    places as the form sends them."""

    words: str
    instead: tuple[str, ...]
    label: str
    count: int
    where: str
    hidden: bool
    own: bool


async def sent(request: Request) -> FormData:
    """What the form sent."""
    check_origin(request)
    return await request.form()


def routes(site: Site) -> APIRouter:
    """The pages."""
    router = APIRouter()
    workbench, project = site.workbench, site.workbench.project
    looks, sends = Rate(*LOOKS), Rate(*SENDS)
    turn = threading.BoundedSemaphore(AT_ONCE)

    def shown(request: Request, template: str, status: int = 200, **values: Any) -> Response:
        language = language_of(request)
        settings = project.settings
        known: dict[str, Any] = {
            "own_language": language,
            "originals": settings.collect_originals,
            "longest": LONGEST,
        }
        return site.page(request, None, template, status, **known, **values)

    def writing(
        request: Request, draft: Draft, token: str, wrong: str = "", status: int = 200
    ) -> Response:
        """The first step. wrong: the key of what is to be mended."""
        if wrong and "hx-request" in request.headers:
            raise RefusalError(status, wrong)
        values = {
            "levels": LEVELS,
            "genres": genres(workbench),
            "needs_author": project.settings.scope == "author",
        }
        return shown(
            request, "collect.html", status, draft=draft, token=token, wrong=wrong, **values
        )

    def checking(
        request: Request, draft: Draft, token: str, wrong: str = "", status: int = 200
    ) -> Response:
        """The second step, or with htmx what changes of it."""
        _, document, _, seen = looked(draft, token)
        template = (
            "_collect_check.html" if "hx-request" in request.headers else "collect_check.html"
        )
        hidden = {key for key, made in seen.replacements.items() if made.hidden}
        values: dict[str, Any] = {
            "draft": draft, "token": token, "wrong": wrong, "rows": rows(seen, draft), "source": segments.source(seen),
            "target": segments.target(seen), "hidden": hidden, "kinds": [*map(seen.taxonomy.label, KINDS)], "document": document,
            "doubts": {leak.start: draft.text[leak.start : leak.end] for leak in segments.leaks(seen) if leak.key not in hidden},
        }  # fmt: skip
        return shown(request, template, status, **values)

    def looked(draft: Draft, token: str) -> tuple[Content, Document, State, View]:
        """A draft, detected and with what the learner corrected; under the id that its token gives
        it, so that pseudonyms stay."""
        if not turn.acquire(timeout=PATIENCE):
            raise RefusalError(503, "collect.busy")
        try:
            meta = {"level": draft.level, "genre": draft.genre, "author": draft.author}
            kept = {name: value for name, value in meta.items() if value}
            document = Document(receipt_of(token), draft.text, workbench.nlp().language.code, kept)
            content, state = next(workbench.detect([document]))
            document = content.document
            nlp = workbench.nlp(document)
            if draft.added:
                state = unseen(look(nlp, document, state), draft)
            state = corrected(state, draft, nlp.language.taxonomy)
            return content, document, state, look(nlp, document, state)
        finally:
            turn.release()

    def open_or_nothing() -> None:
        if not project.refresh().collect:
            raise RefusalError(404, "error.nothing")

    @router.get("/collect")
    def begin(request: Request) -> Response:
        open_or_nothing()
        return writing(request, Draft(), new_token(project))

    @router.post("/collect")
    def go_on(request: Request, form: Annotated[FormData, Depends(sent)]) -> Response:
        open_or_nothing()
        draft, token, do = (
            draft_of(form, genres(workbench), [*map(workbench.taxonomy.label, KINDS)]),
            str(form.get("token", "")),
            str(form.get("do", "look")),
        )
        if not valid(project, token):
            return writing(request, draft, new_token(project), "collect.old", 403)
        if looks.full(address(request)):
            return writing(request, draft, token, "collect.wait", 429)
        if do == "edit":
            return writing(request, draft, token)
        if not draft.text.strip():
            return writing(request, draft, token, "collect.empty", 422)
        if len(draft.text) > LONGEST:
            return writing(request, draft, token, "collect.long", 422)
        if project.settings.scope == "author" and not draft.author:
            return writing(request, draft, token, "collect.no_author", 422)
        if do != "send":
            return checking(request, draft, token)
        if form.get("consent") != "yes":
            return checking(request, draft, token, "collect.no_consent", 422)
        if sends.full(address(request)):
            return checking(request, draft, token, "collect.wait", 429)
        content, document, state, seen = looked(draft, token)
        try:
            workbench.submit(document, state, content.mentions)
        except TakenError:
            return shown(
                request, "collect_thanks.html", 409, receipt=receipt_of(token), again=True, text=""
            )
        return shown(
            request,
            "collect_thanks.html",
            receipt=receipt_of(token),
            again=False,
            text=seen.release.text,
        )

    return router


def new_token(project: Project) -> str:
    """What a form carries: when it was made, the receipt that its text will have, and our seal on
    both."""
    receipt = "-".join("".join(secrets.choice(LETTERS) for _ in range(4)) for _ in range(3))
    begun = f"{int(time.time())}.{receipt}"
    return f"{begun}.{project.keys.lookup(begun, 'collect').hex()}"


def valid(project: Project, token: str) -> bool:
    """Whether a token is ours, and not too old."""
    begun, _, seal = token.rpartition(".")
    right = secrets.compare_digest(
        project.keys.lookup(begun, "collect").hex(), seal.encode("ascii", "replace").decode()
    )
    return right and time.time() - int(begun.partition(".")[0]) < VALID


def receipt_of(token: str) -> str:
    """The receipt that a token holds."""
    return token.split(".")[1]


def address(request: Request) -> str:
    """Where a request comes from; of IPv6 the network, for one household has billions of addresses."""
    host = request.client.host if request.client else ""
    try:
        known = ipaddress.ip_address(host)
    except ValueError:
        return host
    return str(ipaddress.ip_network((known, 64), strict=False)) if known.version == 6 else host


def draft_of(form: FormData, known_genres: Iterable[str], known_labels: Collection[str]) -> Draft:
    """What a form carries; whatever no form of ours sends is left out."""
    level, genre = str(form.get("level", "")), str(form.get("genre", ""))
    text = str(form.get("text", "")).replace("\r\n", "\n").replace("\r", "\n")
    on = {place for value in form.getlist("on") for place in _places(str(value))}
    off = {place for value in form.getlist("shown") for place in _places(str(value))} - on
    added = []
    for value in dict.fromkeys(str(each) for each in form.getlist("word")):
        kind = str(form.get(f"kind {value}", ""))
        added += [
            (start, end, kind if kind in known_labels else "") for start, end in _places(value)
        ]
    return Draft(
        text,
        level if level in LEVELS else "",
        genre if genre in known_genres else "",
        str(form.get("author", "")).strip()[:80],
        frozenset(off),
        tuple(added),
    )


def _places(value: str) -> Iterator[tuple[int, int]]:
    """ "3-7 12-16" -> (3, 7), (12, 16)."""
    for each in value.split(" "):
        start, _, end = each.partition("-")
        if start.isdecimal() and end.isdecimal() and len(each) < 20:
            yield int(start), int(end)


def unseen(seen: View, draft: Draft) -> State:
    """The state without marks that hide nothing where the learner wants something hidden: a word
    for kin, say, that is only marked."""
    made = seen.replacements
    shown = [mark for mark in seen.state.applied if not made[mark.key].hidden]
    places = [place for place, _ in islice(_wanted(draft), MOST_ADDED)]
    below = tuple(
        mark.key
        for mark in shown
        if any(mark.start < end and start < mark.end for start, end in places)
    )
    return apply(seen.state, Reject(below), draft.text, seen.taxonomy)


def corrected(state: State, draft: Draft, taxonomy: Taxonomy) -> State:
    """What the detector says, as the learner corrected it."""
    text = draft.text
    marks = tuple(
        msgspec.structs.replace(mark, decision="rejected")
        if mark.applied and (mark.start, mark.end) in draft.off
        else mark
        for mark in state.marks
    )
    state = msgspec.structs.replace(state, marks=marks)
    for (start, end), kind in islice(_wanted(draft), MOST_ADDED):
        if not any(mark.start < end and start < mark.end for mark in state.applied):
            label = kind or _guess(state, text, start, end, taxonomy)
            state = apply(state, Add(start, end, label), text, taxonomy)
    return state


def _wanted(draft: Draft) -> Iterator[tuple[tuple[int, int], str]]:
    """All places that are to be hidden besides what the detector found, with the labels that the
    learner gave them."""
    for start, end, kind in _joined(draft):
        for place in _same(draft.text, start, end):
            yield place, kind


def _joined(draft: Draft) -> list[tuple[int, int, str]]:
    """Words that stand side by side are one name, unless they were called different things."""
    found: list[tuple[int, int, str]] = []
    for start, end, kind in sorted(draft.added):
        if not 0 <= start < end <= len(draft.text) or not draft.text[start:end].strip():
            continue
        if found and start < found[-1][1]:
            continue
        before = found[-1] if found else (0, 0, "")
        if (
            found
            and draft.text[before[1] : start] in (" ", "")
            and (not kind or not before[2] or kind == before[2])
        ):
            found[-1] = (before[0], end, before[2] or kind)
        else:
            found.append((start, end, kind))
    return found


def _same(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """A place, and wherever else the same words stand."""
    form, at = text[start:end], 0
    yield start, end
    while (at := text.find(form, at)) >= 0:
        stop = at + len(form)
        alone = not (text[at - 1 : at].isalnum() or text[stop : stop + 1].isalnum())
        if alone and at != start:
            yield at, stop
        at = stop


def _guess(state: State, text: str, start: int, end: int, taxonomy: Taxonomy) -> str:
    """What a missed word may be: what the detector held possible there, a number, a name, something
    else."""
    possible = [
        mark
        for mark in state.marks
        if mark.decision == "candidate" and (mark.start, mark.end) == (start, end)
    ]
    if possible:
        return max(possible, key=lambda mark: mark.probability).label
    words = text[start:end]
    if any(map(str.isdigit, words)):
        return taxonomy.label(NUMBER)
    return taxonomy.label(UNKNOWN if words[0].isupper() else OTHER)


def rows(seen: View, draft: Draft) -> list[Row]:
    """What is hidden and what the learner wants shown, in the order of the text."""
    text, made = draft.text, seen.replacements
    groups: dict[tuple[object, ...], list[Mark]] = {}
    for mark in seen.state.marks:
        refused = mark.decision == "rejected" and (mark.start, mark.end) in draft.off
        if refused or (mark.applied and made[mark.key].hidden):
            form = text[mark.start : mark.end]
            groups.setdefault((form.casefold(), mark.label, mark.number, mark.decision), []).append(
                mark
            )
    found = []
    for marks in groups.values():
        first = marks[0]
        form = text[first.start : first.end]
        added = first.decision == "accepted"  # nothing is but what the learner added
        instead = (
            tuple(dict.fromkeys(made[mark.key].text for mark in marks)) if first.applied else ()
        )
        where = " ".join(f"{mark.start}-{mark.end}" for mark in (marks[:1] if added else marks))
        found.append(Row(form, instead, first.label, len(marks), where, first.applied, added))
    return found
