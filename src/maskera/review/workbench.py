"""The workbench: a project and the pipeline together. Everything that pages and commands do with
essays goes through here.

Longer than 400 lines because it is the one interface of the pages to the project.
"""

from __future__ import annotations

import re
import time
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from maskera.errors import DataError
from maskera.formats.reading import Annotated
from maskera.genre import stated_genre
from maskera.io import decoders
from maskera.io.batches import batched, batches
from maskera.mentions import Exclusion, Mention
from maskera.pipeline import Pipeline, load
from maskera.policy import Policy
from maskera.replace.shape import folded
from maskera.review import essays, outside, readings, schema
from maskera.review.counters import decided, touched
from maskera.review.essays import Content, Essay
from maskera.review.imported import imported
from maskera.review.people import User
from maskera.review.project import Project, Settings
from maskera.review.readings import Reading, RefusedError, StaleError
from maskera.review.renderings import Renderings
from maskera.review.segments import leaks
from maskera.review.settle import Choice, Comparison, compare, settled
from maskera.review.state import Add, Change, Mark, Propagate, State, apply, initial
from maskera.review.view import (
    DOUBTFUL,
    Frozen,
    View,
    basis,
    frozen,
    look,
    redrawn,
    rendered,
    thawed,
)
from maskera.rules.user_file import Written
from maskera.taxonomy import Taxonomy
from maskera.text import Document

if TYPE_CHECKING:
    from maskera.learn.questions import Questions

CONSIDERED = 0.1  # probability from which a claim is kept as a candidate for reviewers
BATCH = 32
# Characters of an essay: a long thesis, and on a page a second or two for each decision. Detecting
# takes some 90 bytes a character: 80 MB of text, small when packed, took the server 7.8 GB.
LONGEST = 300_000
RECOGNIZERS = "recognizers.toml"
"""What faults in a project's own recognizers call them."""
WORDY = r"[\w\u0300-\u036f]"  # the accents of decomposed letters are no \w

NOT_ADDED: Mapping[str, str] = {
    "taken": "an essay of this id is in the project already",
    "author": "the project's scope is author, and the document names none",
    "empty": "it has no text",
    "long": f"it has more than {LONGEST:,} characters",
}


class NotAddedError(DataError):
    """A document that the project does not take. code: one of NOT_ADDED, by which pages say it in
    their language."""

    def __init__(self, name: str, code: str) -> None:
        super().__init__(f"document {name}: {NOT_ADDED[code]}")
        self.name = name
        self.code = code


class Workbench:
    """An open project at work. recognizers: a file of what the user adds to the rules. learning: the
    project of `maskera learn` beside it, where one is open."""

    def __init__(self, project: Project, recognizers: Path | None = None) -> None:
        self.project = project
        self.recognizers = recognizers
        self.learning: Questions | None = None
        self._nlp: tuple[Settings, Pipeline] | None = None
        self._renderings = Renderings()

    @property
    def taxonomy(self) -> Taxonomy:
        """The labels of the project, its own among them."""
        return self.nlp().language.taxonomy

    def nlp(self, document: Document | None = None, settings: Settings | None = None) -> Pipeline:
        """The pipeline as the project's settings (or others, for a preview) and the genre that is
        stated of an essay want it."""
        wanted, held = (
            settings or self.project.settings,
            self._nlp,
        )  # taken once: other threads may put another there
        if held is None or held[0] != wanted:
            held = (wanted, _pipeline(self.project, wanted, self.recognizers))
            if wanted == self.project.settings:
                self._nlp = held
        return replace(
            held[1],
            selective=document is not None and stated_genre(document) in wanted.selective_genres,
        )

    def detect(
        self, documents: Iterable[Document], settings: Settings | None = None
    ) -> Iterator[tuple[Content, State]]:
        """Documents with what the detector claims of them and the state that this makes, before
        anybody has looked."""
        nlp = self.nlp(settings=settings)
        keen = replace(nlp, policy=_keen(nlp.policy))
        for batch in batches(documents):
            for seen, claimed in nlp.claim_many(batch):
                mentions, claims = (
                    (nlp.mentions(*claimed), keen.mentions(*claimed)) if claimed else ([], [])
                )
                found = sorted(
                    [*mentions, *_candidates(mentions, claims)], key=lambda mention: mention.span
                )
                counting = {mention.span for mention in mentions}
                counts = {at: mention.span in counting for at, mention in enumerate(found)}
                yield (
                    Content(seen.id, seen.text, seen.language, dict(seen.meta), tuple(found)),
                    initial(found, counts),
                )

    def excluded(self, essay: Essay) -> list[Exclusion]:
        """What rules leave out of an essay, in text order, as `maskera detect --why` tells it."""
        ((_, _, found),) = self.nlp(essay.document).explain_many([essay.document])
        return found

    def add(
        self, items: Iterable[Document | Annotated | DataError], user: User | None
    ) -> Iterator[int | DataError]:
        """Store documents, detected (annotated ones with their own marks, accepted): for each the
        row's id, or what was wrong with it.

        What could not even be read comes out as it came, so that there is one answer for each item,
        in their order.
        """
        for batch in batched(items, BATCH):
            wanted = [self._wanted(item) for item in batch]
            found = self.detect([each[0] for each in wanted if not isinstance(each, DataError)])
            for each in wanted:
                if isinstance(each, DataError):
                    yield each
                    continue
                document, marks = each
                content, state = next(found)
                if marks is not None:
                    content, state = (
                        msgspec.structs.replace(content, annotated=True),
                        imported(state, marks, content.text, self.taxonomy),
                    )
                try:
                    yield self._add(content, state, user)
                except essays.TakenError:
                    yield NotAddedError(document.id, "taken")
                except DataError as error:
                    yield DataError(f"document {document.id}: {error}")

    def _wanted(
        self, item: Document | Annotated | DataError
    ) -> tuple[Document, tuple[Mention, ...] | None] | DataError:
        """A document and the marks that came with it (None: none did), or why it cannot be taken."""
        if isinstance(item, DataError):
            return item
        document, marks = (item, None) if isinstance(item, Document) else item
        if self.project.settings.scope == "author" and not document.meta.get("author"):
            return NotAddedError(document.id, "author")
        if not document.text.strip():
            return NotAddedError(document.id, "empty")
        if len(document.text) > LONGEST:
            return NotAddedError(document.id, "long")
        return replace(document, id=unicodedata.normalize("NFC", document.id)), marks

    def _add(self, content: Content, state: State, user: User | None, author: str = "") -> int:
        seen = look(self.nlp(content.document), content.document, state, content.settled)
        return essays.add(
            self.project, content, state, seen.summary(), user.id if user else None, author
        )

    def submit(self, document: Document, state: State, mentions: Sequence[Mention] = ()) -> int:
        """Store what a learner hands in; when the project keeps no originals, only the
        pseudonymized text and its marks.

        mentions: the detector's, of which the state was made. Of the author's code a digest is kept
        in any case, for deleting.
        """
        content = Content(
            document.id, document.text, document.language, dict(document.meta), tuple(mentions)
        )
        if not self.project.settings.collect_originals:
            seen = look(self.nlp(document), document, state)
            marks = tuple(
                Mark(
                    key,
                    m.span.start,
                    m.span.end,
                    m.label,
                    m.number,
                    m.features,
                    1.0,
                    0.5,
                    "",
                    "accepted",
                )
                for key, m in enumerate(seen.release.mentions)
                if len(m.span)
            )
            content = Content(
                document.id, seen.release.text, document.language, dict(seen.release.meta), (), True
            )
            state = State(
                tuple(sorted((*marks, *_seen_through(seen, marks)), key=lambda mark: mark.start))
            )
        return self._add(content, state, None, document.meta.get("author", ""))

    def open(self, essay_id: int, user: User) -> tuple[Essay, Reading, View]:
        """An essay, the reading that this person works on, and what it looks like. Raises
        DataError, RefusedError."""
        essay = essays.load(self.project, essay_id)
        reading = readings.of(self.project, essay, user)
        return essay, reading, self.look(essay, reading.state)

    def look(self, essay: Essay, state: State) -> View:
        """What a state of an essay looks like."""
        document, settled = essay.document, essay.content.settled
        settings = self.project.settings  # taken once: another request may change them
        nlp = self.nlp(document, settings)
        made = self._renderings.of(
            (document, basis(state), settings, settled),
            lambda: rendered(nlp, document, state, settled),
        )
        return look(nlp, document, state, settled, made)

    def preview(self, what: Essay | Document, settings: Settings) -> View:
        """What an essay, or a text that nobody stores, would look like under other settings; where
        nobody has decided, detected anew."""
        if isinstance(what, Essay):
            found = readings.all_of(self.project, what)
            if not _detectors(what, found):
                return look(
                    self.nlp(what.document, settings),
                    what.document,
                    _counting(found).state,
                    what.content.settled,
                )
        content, state = next(
            self.detect([what.document if isinstance(what, Essay) else what], settings)
        )
        return look(self.nlp(content.document, settings), content.document, state)

    def change(self, essay: Essay, reading: Reading, change: Change, user: User) -> View:
        """Carry out a change and store it; the new view. Raises ChangeError, StaleError,
        RefusedError."""
        _check_open(essay, reading)
        state = apply(reading.state, change, essay.content.text, self.taxonomy)
        seen = self.look(essay, state)
        told = touched(reading.state, state), decided(reading.state, state, DOUBTFUL)
        readings.store(
            self.project,
            essay,
            reading,
            change,
            state,
            self._summary(essay, reading, seen),
            user,
            *told,
        )
        return seen

    def redraw(self, essay: Essay, reading: Reading, seen: View, key: int, user: User) -> View:
        """Another pseudonym for the referent of a mark."""
        return self.change(
            essay, reading, redrawn(self.nlp(essay.document), seen, key, reading.head), user
        )

    def step(self, essay: Essay, reading: Reading, back: bool, user: User) -> View:
        """Undo (back) or redo; the view as it is where there is nothing."""
        _check_open(essay, reading)
        found = readings.step(self.project, essay, reading, back)
        if found is None:
            return self.look(essay, reading.state)
        seen = self.look(essay, found[1])
        readings.move(
            self.project,
            essay,
            reading,
            found[0],
            self._summary(essay, reading, seen),
            user,
            "undo" if back else "redo",
        )
        return seen

    def finish(self, essay: Essay, reading: Reading, done: bool, user: User) -> None:
        """Say that a reading is done, or take it up again."""
        _check_unreleased(essay)
        summary = {"status": "reviewed" if done and not reading.of_two else "in_review"}
        readings.finish(self.project, essay, reading, done, summary, user, self.taxonomy)

    def compare(self, essay: Essay) -> tuple[Comparison, Mapping[str, Reading]]:
        """The two readings of an essay side by side, and the readings by slot.

        Raises RefusedError where there are no two, or not both are done: until then neither
        reviewer may see the other's.
        """
        held = readings.all_of(self.project, essay)
        if any(slot not in held or not held[slot].done for slot in schema.DOUBLE):
            raise RefusedError("two readings of this essay must be done before they can be settled")
        first, second = (held[slot] for slot in schema.DOUBLE)
        return compare(
            first.state,
            second.state,
            essay.content.text,
            self.taxonomy,
            readings.original(self.project, essay, first),
        ), held

    def settle(
        self,
        essay: Essay,
        heads: tuple[int, int],
        choices: Mapping[int, Choice],
        comment: str,
        user: User,
    ) -> bool:
        """Make one reading of two; whether nothing was left open, so that the essay is reviewed.

        heads: the revisions that the curator looked at. Raises RefusedError, StaleError,
        ChangeError.
        """
        compared, held = self.compare(essay)
        pair = [held[slot] for slot in schema.DOUBLE]
        if user.id in (each.user_id for each in pair):
            raise RefusedError("whoever made one of two readings does not settle between them")
        if "settled" in held:
            raise StaleError("the essay is being settled already")
        if tuple(each.head for each in pair) != heads:
            raise StaleError("one of the two readings was taken up again")
        change = settled(compared, choices, comment)
        state = apply(State(), change, essay.content.text, self.taxonomy)
        decided = all(difference.at in choices for difference in compared.differences)
        summary = {
            **self.look(essay, state).summary(),
            "status": "reviewed" if decided else "in_review",
            "stage": "settled",
        }
        readings.settle(self.project, essay, change, state, summary, user, pair, decided)
        return decided

    def same_words(
        self, essay: Essay, mark: Mark, everywhere: bool
    ) -> list[tuple[int, tuple[tuple[int, int], ...]]]:
        """Where the words of a mark stand unmarked: rows' ids and places; in this essay, or in all
        that are not released."""
        form = essay.content.text[mark.start : mark.end]
        pattern = pattern_of(form)
        found = []
        for other in essays.every(self.project) if everywhere else (essay,):
            if other.row.status != "released" and folded(form) in folded(other.content.text):
                found.append(
                    (
                        other.row.id,
                        tuple(match.span() for match in pattern.finditer(other.content.text)),
                    )
                )
        return found

    def propagate(self, essay: Essay, mark: Mark, everywhere: bool, user: User) -> int:
        """Mark the same words with the same label wherever they stand unmarked; the number of
        places. Readings of others stay untouched."""
        done = 0
        for other, reading, places in self.spread(essay, mark, everywhere, user):
            number = mark.number if other.row.id == essay.row.id else 0
            adds = tuple(
                Add(start, end, mark.label, tuple(sorted(mark.features)), number)
                for start, end in places
            )
            self.change(other, reading, Propagate(adds), user)
            done += len(adds)
        return done

    def spread(
        self, essay: Essay, mark: Mark, everywhere: bool, user: User
    ) -> Iterator[tuple[Essay, Reading, tuple[tuple[int, int], ...]]]:
        """What propagate() would mark: essays, the readings to be changed, and the places.

        Left out: places that somebody has marked or rejected, readings that are done, others' and
        nobody's readings of a double review.
        """
        for essay_id, places in self.same_words(essay, mark, everywhere):
            other = essays.load(self.project, essay_id)
            try:
                reading = readings.of(self.project, other, user)
            except RefusedError:
                continue
            foreign = reading.of_two and reading.user_id != user.id and essay_id != essay.row.id
            decided = [each for each in reading.state.marks if each.decision != "candidate"]
            free = tuple(
                (start, end)
                for start, end in places
                if not any(m.start < end and start < m.end for m in decided)
            )
            if free and not foreign and not reading.done:
                yield other, reading, free

    def refresh(self, ids: Sequence[int] | None = None) -> None:
        """Look at essays (all, or these) again after the settings or a genre changed: doubtful
        places and leak verdicts."""
        for _ in self.looked_again(ids):
            pass

    def looked_again(self, ids: Sequence[int] | None = None) -> Iterator[int]:
        """The same, as it goes: the id of each essay that is done.

        Where nobody has decided anything yet, here or in the file, the detector is asked again.
        Released essays stay as they left.
        """
        for batch in batched(
            essays.ids(self.project, essays.Filter()) if ids is None else ids, BATCH
        ):
            held = {
                essay.row.id: essay
                for essay in essays.every(self.project, ids=batch)
                if essay.row.status != "released"
            }
            bases: dict[int, Mapping[str, Reading]] = {}
            for key, essay in held.items():
                with suppress(StaleError):  # somebody has deleted it meanwhile
                    bases[key] = readings.all_of(self.project, essay)
            fresh = [key for key, found in bases.items() if _detectors(held[key], found)]
            anew = dict(zip(fresh, self.detect([held[key].document for key in fresh]), strict=True))
            for key, found in bases.items():
                self._look_again(held[key], found, anew.get(key))
            yield from batch

    def _look_again(
        self, essay: Essay, found: Mapping[str, Reading], anew: tuple[Content, State] | None
    ) -> None:
        """Store how an essay looks now; not when somebody changed it meanwhile, for then it has
        been looked at."""
        counting = _counting(found)
        if anew is None and counting.slot == "first" and not _untouched(counting):
            return  # of one of two readings the row tells nothing
        summary = self.look(essay, anew[1] if anew else counting.state).summary()
        if anew and anew[1] == counting.state:
            anew = None
        if anew or any(getattr(essay.row, name) != value for name, value in summary.items()):
            readings.look_again(self.project, essay, found.values(), summary, anew)

    def release(self, ids: Sequence[int], user: User) -> dict[int, str]:
        """Release reviewed essays that may leave; row's id -> why not, for those that stay."""
        refused = dict.fromkeys(
            ids, "changed"
        )  # what it stays where somebody changes or deletes one meanwhile
        loaded = (
            essay for each in ids for essay in list(essays.every(self.project, ids=[each]))
        )  # as late as can be; none if gone
        for essay in loaded:
            with suppress(StaleError):
                reading = _counting(readings.all_of(self.project, essay))
                if essay.row.status != "reviewed":
                    refused[essay.row.id] = "not reviewed"
                elif self.project.settings.undecided_block and essay.row.doubtful:
                    refused[essay.row.id] = "undecided"
                elif not (seen := self.look(essay, reading.state)).may_leave:
                    refused[essay.row.id] = "leaks"
                else:
                    kept = essays.to_keep(self.project, essay, msgspec.msgpack.encode(frozen(seen)))
                    summary = {
                        **seen.summary(),
                        "status": "released",
                        "released": time.time(),
                        "frozen": kept,
                    }
                    readings.summarize(self.project, essay, reading, summary, user, "released")
                    del refused[essay.row.id]
        return refused

    def take_back(self, essay: Essay, user: User) -> None:
        """A released essay becomes a reviewed one again. Raises StaleError."""
        reading = _counting(readings.all_of(self.project, essay))
        summary = {"status": "reviewed", "released": None, "frozen": None}
        readings.summarize(self.project, essay, reading, summary, user, "release taken back")

    def final(self, essay: Essay) -> View:
        """The view that counts: the settled reading, or the only one; of a double review that is
        not settled, the first.

        Of a released essay, what left: the settings may have changed since. Raises ForeignRowError
        for one that nobody released: its row was written from outside.
        """
        state = _counting(readings.all_of(self.project, essay)).state
        if essay.row.status != "released":
            return self.look(essay, state)
        kept = essays.kept(self.project, essay)
        if kept is None:  # of a project from before anything was kept, as the trail says
            outside.check_released(self.project, essay.row.id)
            return self.look(essay, state)
        frozen_then = decoders.msgpack(Frozen).decode(kept)
        return thawed(
            self.nlp(essay.document), essay.document, state, frozen_then, essay.content.settled
        )

    def _summary(self, essay: Essay, reading: Reading, seen: View) -> Mapping[str, Any]:
        """What the row shows; of one of two readings nothing, so that neither reviewer sees the
        other's work."""
        status = {"status": "in_review"} if essay.row.status in ("new", "reviewed") else {}
        return status if reading.of_two else {**seen.summary(), **status}


def pattern_of(form: str) -> re.Pattern[str]:
    """Where a form stands as words of its own, in capitals or not, its letters composed or not."""
    written = unicodedata.normalize("NFC", form), unicodedata.normalize("NFD", form)
    forms = "|".join(map(re.escape, written))
    return re.compile(rf"(?<!{WORDY})(?:{forms})(?!{WORDY})", re.IGNORECASE)


def _pipeline(project: Project, settings: Settings, recognizers: Path | None) -> Pipeline:
    held = Written(RECOGNIZERS, settings.recognizers)
    own: list[Path | Written] = [recognizers, held] if recognizers else [held]
    return load(
        settings.language, settings.policy, mode=settings.mode, key=project.keys.drawing, scope=settings.scope or None,
        skip_genres=settings.skip_genres, recognizers=own,
    )  # fmt: skip


def _keen(policy: Policy) -> Policy:
    lowered = {label: min(CONSIDERED, threshold) for label, threshold in policy.thresholds.items()}
    return replace(policy, threshold=min(CONSIDERED, policy.threshold), thresholds=lowered)


def _candidates(mentions: Sequence[Mention], claims: Sequence[Mention]) -> list[Mention]:
    """The claims that touch no mention, with the running numbers that they would have among the
    mentions."""
    at = {mention.span: mention.number for mention in mentions}
    known = {claim.number: at[claim.span] for claim in claims if claim.span in at}
    free = max((mention.number for mention in mentions), default=0)
    found = []
    for claim in claims:
        if not any(claim.span.overlaps(mention.span) for mention in mentions):
            if claim.number not in known:
                free += 1
                known[claim.number] = free
            found.append(msgspec.structs.replace(claim, number=known[claim.number]))
    return found


def _counting(found: Mapping[str, Reading]) -> Reading:
    """The reading that counts: the settled one, or everybody's; of a double review that is not
    settled, the first."""
    return found.get("settled") or found.get("main") or found["first"]


def _detectors(essay: Essay, found: Mapping[str, Reading]) -> bool:
    """Whether all that stands in an essay's readings is the detector's, which may then say
    something else."""
    return not (essay.content.settled or essay.content.annotated) and all(
        map(_untouched, found.values())
    )


def _untouched(reading: Reading) -> bool:
    """Whether nobody has decided anything in a reading."""
    state = reading.state
    decided = any(mark.decision not in ("machine", "candidate") for mark in state.marks)
    return not (reading.before or reading.after or reading.done or decided)


def _check_unreleased(essay: Essay) -> None:
    if essay.row.status == "released":
        raise RefusedError(readings.RELEASED)


def _check_open(essay: Essay, reading: Reading) -> None:
    _check_unreleased(essay)
    if reading.done:
        raise RefusedError("this reading is done: take it up again first")


def _seen_through(seen: View, marks: Sequence[Mark]) -> Iterator[Mark]:
    """What the leak check saw in a released text, as candidates: once the original is gone, nobody
    could find it again."""
    taken = [(mark.start, mark.end) for mark in marks]
    for leak in leaks(seen):
        start, end = leak.finding.offset, leak.until
        if not any(a < end and start < b for a, b in taken):
            taken.append((start, end))
            yield Mark(
                len(taken),
                start,
                end,
                leak.finding.label,
                leak.finding.number,
                frozenset(),
                0.5,
                0.5,
                "",
                "candidate",
            )
