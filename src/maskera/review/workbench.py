"""The workbench: a project and the pipeline together. Everything that pages and commands do with essays goes through here."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from maskera.errors import DataError
from maskera.formats.reading import Annotated
from maskera.mentions import Mention
from maskera.pipeline import Pipeline, batched, load
from maskera.policy import Policy
from maskera.review import essays, readings
from maskera.review.essays import Content, Essay
from maskera.review.people import User
from maskera.review.project import Project, Settings
from maskera.review.readings import Reading, RefusedError
from maskera.review.state import Add, Change, Mark, State, apply, initial
from maskera.review.view import View, look, redrawn
from maskera.text import Document

CONSIDERED = 0.1  # probability from which a claim is kept as a candidate for reviewers
BATCH = 32


class Workbench:
    """An open project at work."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self._nlp: tuple[Settings, Pipeline] | None = None

    def nlp(self, genre: str = "", settings: Settings | None = None) -> Pipeline:
        """The pipeline as the project's settings (or others, for a preview) and the essay's genre want it."""
        wanted = settings or self.project.settings
        if self._nlp is None or self._nlp[0] != wanted:
            self._nlp = (wanted, _pipeline(self.project, wanted, self._nlp[1] if self._nlp else None))
        return replace(self._nlp[1], selective=genre in wanted.selective_genres)

    def detect(self, documents: Iterable[Document], settings: Settings | None = None) -> Iterator[tuple[Content, State]]:
        """Documents with what the detector claims of them and the state that this makes, before anybody has looked."""
        nlp = self.nlp(settings=settings)
        keen = replace(nlp, policy=_keen(nlp.policy))
        for batch in batched(documents, BATCH):
            for seen, mentions in keen.detect_many(batch):
                meta = dict(seen.meta)
                counts = {at: nlp.policy.accepts(mention.label, mention.probability) for at, mention in enumerate(mentions)}
                yield Content(seen.id, seen.text, seen.language, meta, tuple(mentions)), initial(mentions, counts)

    def add(self, items: Iterable[Document | Annotated], user: User | None) -> Iterator[int | DataError]:
        """Store documents, detected (annotated ones with their own marks, accepted); the row's id or what was wrong with each."""
        for item in items:
            document, marks = (item, None) if isinstance(item, Document) else item
            if self.project.settings.scope == "author" and not document.meta.get("author"):
                yield DataError(f"document {document.id}: the project's scope is author, and the document names none")
                continue
            content, state = next(self.detect([document]))
            if marks is not None:
                state = _imported(state, marks)
            try:
                yield self._add(content, state, user)
            except DataError as error:
                yield DataError(f"document {document.id}: {error}")

    def _add(self, content: Content, state: State, user: User | None) -> int:
        genre = content.meta.get("genre", "")
        document = Document(content.id, content.text, content.language, content.meta)
        seen = look(self.nlp(genre), document, state, content.settled)
        return essays.add(self.project, content, state, seen.summary(), user.id if user else None)

    def submit(self, document: Document, state: State) -> int:
        """Store what a learner hands in; when the project keeps no originals, only the pseudonymized text and its marks."""
        content = Content(document.id, document.text, document.language, dict(document.meta))
        if not self.project.settings.collect_originals:
            seen = look(self.nlp(document.meta.get("genre", "")), document, state)
            marks = tuple(
                Mark(key, m.span.start, m.span.end, m.label, m.number, m.features, 1.0, 0.5, "", "accepted")
                for key, m in enumerate(seen.release.mentions)
                if len(m.span)
            )
            content = Content(document.id, seen.release.text, document.language, dict(seen.release.meta), (), True)
            state = State(marks)
        return self._add(content, state, None)

    def open(self, essay_id: int, user: User) -> tuple[Essay, Reading, View]:
        """An essay, the reading that this person works on, and what it looks like. Raises DataError, RefusedError."""
        essay = essays.load(self.project, essay_id)
        reading = readings.of(self.project, essay, user)
        return essay, reading, self.look(essay, reading.state)

    def look(self, essay: Essay, state: State) -> View:
        """What a state of an essay looks like."""
        return look(self.nlp(essay.row.genre), essay.document, state, essay.content.settled)

    def change(self, essay: Essay, reading: Reading, change: Change, user: User) -> View:
        """Carry out a change and store it; the new view. Raises ChangeError, StaleError, RefusedError."""
        _check_open(essay, reading)
        state = apply(reading.state, change, essay.content.text)
        seen = self.look(essay, state)
        readings.store(
            self.project, essay, reading, change, state, self._summary(essay, reading, seen), user, _touched(reading.state, state)
        )
        return seen

    def redraw(self, essay: Essay, reading: Reading, seen: View, key: int, user: User) -> View:
        """Another pseudonym for the referent of a mark."""
        return self.change(essay, reading, redrawn(self.nlp(essay.row.genre), seen, key), user)

    def step(self, essay: Essay, reading: Reading, back: bool, user: User) -> View:
        """Undo (back) or redo; the view as it is where there is nothing."""
        _check_open(essay, reading)
        found = readings.step(self.project, essay, reading, back)
        if found is None:
            return self.look(essay, reading.state)
        seen = self.look(essay, found[1])
        readings.move(self.project, essay, reading, found[0], self._summary(essay, reading, seen), user, "undo" if back else "redo")
        return seen

    def finish(self, essay: Essay, reading: Reading, done: bool, user: User) -> None:
        """Say that a reading is done, or take it up again."""
        if essay.row.status == "released":
            raise RefusedError("the essay has been released: take the release back first")
        alone = reading.slot in ("main", "settled")
        summary = {"status": "reviewed" if done else "in_review"} if alone else {"status": "in_review"}
        readings.finish(self.project, essay, reading, done, summary, user)

    def same_words(self, essay: Essay, mark: Mark, everywhere: bool) -> list[tuple[int, tuple[tuple[int, int], ...]]]:
        """Where the words of a mark stand unmarked: rows' ids and places; in this essay, or in all that are not released."""
        form = essay.content.text[mark.start : mark.end]
        pattern = re.compile(rf"(?<!\w){re.escape(form)}(?!\w)", re.IGNORECASE)
        found = []
        for other in essays.every(self.project) if everywhere else (essay,):
            if other.row.status != "released" and form.casefold() in other.content.text.casefold():
                found.append((other.row.id, tuple(match.span() for match in pattern.finditer(other.content.text))))
        return found

    def propagate(self, essay: Essay, mark: Mark, everywhere: bool, user: User) -> int:
        """Mark the same words with the same label wherever they stand unmarked; the number of places. Readings of others stay untouched."""
        done = 0
        for essay_id, places in self.same_words(essay, mark, everywhere):
            other = essays.load(self.project, essay_id)
            try:
                reading = readings.of(self.project, other, user)
            except RefusedError:
                continue
            for start, end in places:
                blocking = [each for each in reading.state.applied if each.start < end and start < each.end]
                if blocking:
                    continue
                number = mark.number if essay_id == essay.row.id else 0
                self.change(other, reading, Add(start, end, mark.label, tuple(sorted(mark.features)), number), user)
                reading = readings.of(self.project, other, user)
                done += 1
        return done

    def refresh(self, ids: Sequence[int] = ()) -> None:
        """Look at essays again after the settings or a genre changed: doubtful places and leak verdicts."""
        for essay in list(essays.every(self.project, ids=ids)):
            if essay.row.status == "released":
                continue
            held = readings.all_of(self.project, essay)
            state = (held.get("settled") or held.get("main") or held["first"]).state
            readings.summarize(self.project, essay, self.look(essay, state).summary(), None, "looked again")

    def release(self, ids: Sequence[int], user: User) -> dict[int, str]:
        """Release reviewed essays that may leave; row's id -> why not, for those that stay."""
        refused: dict[int, str] = {}
        for essay_id in ids:
            essay = essays.load(self.project, essay_id)
            if essay.row.status != "reviewed":
                refused[essay_id] = "not reviewed"
            elif not self.final(essay).may_leave():
                refused[essay_id] = "leaks"
            else:
                readings.summarize(self.project, essay, {"status": "released", "released": time.time()}, user, "released")
        return refused

    def take_back(self, essay: Essay, user: User) -> None:
        """A released essay becomes a reviewed one again."""
        readings.summarize(self.project, essay, {"status": "reviewed", "released": None}, user, "release taken back")

    def final(self, essay: Essay) -> View:
        """The view that counts: the settled reading, or the only one; of a double review that is not settled, the first."""
        held = readings.all_of(self.project, essay)
        return self.look(essay, (held.get("settled") or held.get("main") or held["first"]).state)

    def _summary(self, essay: Essay, reading: Reading, seen: View) -> Mapping[str, Any]:
        """What the row shows; of one of two readings nothing, so that neither reviewer sees the other's work."""
        status = {"status": "in_review"} if essay.row.status in ("new", "reviewed") else {}
        return {**seen.summary(), **status} if reading.slot in ("main", "settled") else status


def _pipeline(project: Project, settings: Settings, old: Pipeline | None) -> Pipeline:
    nlp = load(settings.language, settings.policy, mode=settings.mode, key=project.keys.drawing, scope=settings.scope or None)
    return replace(nlp, language=old.language) if old is not None and old.language.code == settings.language else nlp


def _keen(policy: Policy) -> Policy:
    lowered = {label: min(CONSIDERED, threshold) for label, threshold in policy.thresholds.items()}
    return replace(policy, threshold=min(CONSIDERED, policy.threshold), thresholds=lowered)


def _check_open(essay: Essay, reading: Reading) -> None:
    if essay.row.status == "released":
        raise RefusedError("the essay has been released: take the release back first")
    if reading.done and reading.slot in ("first", "second"):
        raise RefusedError("this reading is done: take it up again first")


def _imported(state: State, mentions: Sequence[Mention]) -> State:
    """Marks that came with the file count; what else the detector would mark stays as candidates where it does not overlap."""
    base = len(state.marks)
    marks = [
        Mark(base + at, m.span.start, m.span.end, m.label, m.number, m.features, 1.0, m.personal, "", "accepted")
        for at, m in enumerate(mentions)
    ]
    rest = [
        Mark(m.key, m.start, m.end, m.label, m.number + 1000, m.features, m.probability, m.personal, m.referent, "candidate")
        for m in state.marks
        if not any(m.span.overlaps(own.span) for own in marks)
    ]
    return State(tuple(sorted((*marks, *rest), key=lambda mark: mark.start)))


def _touched(before: State, after: State) -> str:
    """What a change did to labels, for the statistics: "+city -surname city>region"."""
    old = {mark.key: mark for mark in before.marks}
    told = []
    for mark in after.marks:
        was = old.get(mark.key)
        if was is None:
            told.append(f"+{mark.label}")
        elif was.label != mark.label:
            told.append(f"{was.label}>{mark.label}")
        elif was.applied != mark.applied:
            told.append(f"{'+' if mark.applied else '-'}{mark.label}")
    return " ".join(told)
