"""What a project's essays and the work on them come to: counts from the tallies beside the essays;
no essay is opened.

Days are of UTC, as numbers of days since 1970.
"""

from __future__ import annotations

import csv
import io
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sql

from maskera.evaluate.scores import Counts
from maskera.review import counters, schema
from maskera.review.essays import DAY, Filter
from maskera.review.project import Project
from maskera.review.settle import Figures, decoded, together
from maskera.taxonomy import Taxonomy

NONE = "–"  # no label: nothing is marked
REVIEWED = ("reviewed", "released")
DAYS = 30  # that the work of people is told of
_TABLE = schema.essay.c


@dataclass(frozen=True, slots=True)
class Share:
    """How much of the essays of one genre is personal information. words, marked, hidden_words: of
    those whose original is known."""

    essays: int
    words: int
    marked: int
    hidden: int
    hidden_words: int


@dataclass(frozen=True, slots=True)
class Correction:
    """What people made of one label in essays that are reviewed.

    kept: as the detector had it; resized: other ends; away: what it called so has another label;
    rejected: is nothing; here: what it called otherwise is this; added: what it let pass.
    """

    kept: int
    resized: int
    away: int
    rejected: int
    here: int
    added: int

    @property
    def counts(self) -> Counts:
        """Precision and recall of the detector, with what people decided as the truth."""
        return Counts(
            self.kept,
            self.kept + self.resized + self.here + self.added,
            self.kept + self.resized + self.away + self.rejected,
        )


@dataclass(frozen=True, slots=True)
class Statistics:
    """All figures of the essays of a filter.

    tags: (label, genre) -> mentions. history: day -> essays added, begun, reviewed, released on it.
    corrected: essays that corrections are of; confusion: (the detector's label, people's label) ->
    mentions in them, NONE for no label. agreed: essays that agreement is of. work: (user, day) ->
    doubtful places decided.
    """

    essays: int
    words: int
    tags: Mapping[tuple[str, str], int]
    shares: Mapping[str, Share]
    history: Mapping[int, tuple[int, int, int, int]]
    confusion: Mapping[tuple[str, str], int]
    corrections: Mapping[str, Correction]
    corrected: int
    agreement: Figures
    agreed: int
    work: Mapping[tuple[int, int], int]
    taxonomy: Taxonomy

    @property
    def labels(self) -> list[str]:
        """The labels that there are, in the order of the taxonomy."""
        return ordered((label for label, _ in self.tags), self.taxonomy)

    def of(self, label: str) -> int:
        """How many mentions of a label there are, over all genres."""
        return sum(self.tags.get((label, genre), 0) for genre in self.shares)

    @property
    def mentions(self) -> int:
        """How many mentions there are."""
        return sum(self.tags.values())

    @property
    def detector(self) -> Counts:
        """Precision and recall of the detector over all labels."""
        return sum((each.counts for each in self.corrections.values()), Counts(0, 0, 0))

    @property
    def timeline(self) -> list[tuple[int, int, int, int, int]]:
        """Each day on which something happened: how many essays had been added, begun, reviewed and
        released by its end."""
        so_far = [0, 0, 0, 0]
        told = []
        for day, counts in sorted(self.history.items()):
            so_far = [before + count for before, count in zip(so_far, counts, strict=True)]
            told.append((day, so_far[0], so_far[1], so_far[2], so_far[3]))
        return told


def gather(
    project: Project,
    taxonomy: Taxonomy,
    wanted: Filter,
    everything: bool = True,
    user_id: int | None = None,
    now: float | None = None,
) -> Statistics:
    """The figures of the essays of a filter (its status, genre and level).

    everything: also how reviewers agree where nothing is settled yet. user_id: the work of this
    person alone.
    """
    tags: dict[str, dict[str, int]] = {}
    shares: dict[str, list[int]] = {}
    history: dict[int, list[int]] = {}
    fates: dict[str, int] = {}
    figures: list[Figures] = []
    essays = words = corrected = 0
    with project.read() as connection:
        for row in connection.execute(sql.select(*_COUNTED).where(*_conditions(wanted))):
            counted = counters.decoded(row.counts)
            essays, words = essays + 1, words + row.words
            there = tags.setdefault(row.genre, {})
            for label, count in counted.labels.items():
                there[label] = there.get(label, 0) + count
            share = shares.setdefault(row.genre, [0, 0, 0, 0, 0])
            share[0] += 1
            if counted.known:
                for at, count in enumerate(
                    (row.words, sum(counted.labels.values()), counted.hidden, counted.hidden_words),
                    1,
                ):
                    share[at] += count
            for at, moment in enumerate((row.added, row.begun, row.finished, row.released)):
                if moment is not None:
                    history.setdefault(int(moment // DAY), [0, 0, 0, 0])[at] += 1
            if row.status in REVIEWED and counted.known:
                for fate, count in counted.fates.items():
                    fates[fate] = fates.get(fate, 0) + count
                corrected += 1
            if row.agreement and (everything or row.stage == "settled"):
                figures.append(decoded(row.agreement))
        work = _work(project, connection, wanted, user_id, time.time() if now is None else now)
    confusion = _confusion(fates)
    return Statistics(
        essays, words, {(label, genre): count for genre, there in tags.items() for label, count in there.items()},
        {genre: Share(*counts) for genre, counts in sorted(shares.items())},
        {day: (each[0], each[1], each[2], each[3]) for day, each in history.items()},
        confusion, _corrections(fates, confusion, taxonomy), corrected, together(figures, taxonomy), len(figures), work, taxonomy,
    )  # fmt: skip


def ordered(labels: Iterable[str], taxonomy: Taxonomy) -> list[str]:
    """Labels in the order of the taxonomy, each once."""
    known = set(labels)
    return [label for label in taxonomy.categories if label in known]


def date_of(day: int) -> str:
    """2026-11-21."""
    return datetime.fromtimestamp(day * DAY, UTC).strftime("%Y-%m-%d")


def _tags(found: Statistics, names: Mapping[int, str]) -> Iterator[Sequence[object]]:
    genres = list(found.shares)
    yield ["label", *(genre or NONE for genre in genres), "all"]
    for label in found.labels:
        counts = [found.tags.get((label, genre), 0) for genre in genres]
        yield [label, *counts, sum(counts)]


def _shares(found: Statistics, names: Mapping[int, str]) -> Iterator[Sequence[object]]:
    yield ["genre", "essays", "words", "mentions", "replaced", "replaced_words", "share_of_words"]
    for genre, each in found.shares.items():
        share = each.hidden_words / each.words if each.words else 0.0
        yield [
            genre or NONE,
            each.essays,
            each.words,
            each.marked,
            each.hidden,
            each.hidden_words,
            f"{share:.4f}",
        ]


def _history(found: Statistics, names: Mapping[int, str]) -> Iterator[Sequence[object]]:
    yield ["day", "added", "begun", "reviewed", "released"]
    for day, *counts in found.timeline:
        yield [date_of(day), *counts]


def _corrected(found: Statistics, names: Mapping[int, str]) -> Iterator[Sequence[object]]:
    yield [
        "label",
        "kept",
        "other_ends",
        "relabelled_away",
        "rejected",
        "relabelled_here",
        "added",
        "precision",
        "recall",
        "f1",
    ]
    for label, each in found.corrections.items():
        counts = each.counts
        figures = [f"{figure:.4f}" for figure in (counts.precision, counts.recall, counts.f1)]
        yield [
            label,
            each.kept,
            each.resized,
            each.away,
            each.rejected,
            each.here,
            each.added,
            *figures,
        ]


def _confused(found: Statistics, names: Mapping[int, str]) -> Iterator[Sequence[object]]:
    yield ["detector", "people", "mentions"]
    for (was, now), count in sorted(found.confusion.items()):
        yield [was, now, count]


def _agreement(found: Statistics, names: Mapping[int, str]) -> Iterator[Sequence[object]]:
    yield ["label", "both", "first", "second", "f1"]
    for label, (both, first, second) in found.agreement.labels.items():
        yield [label, both, first, second, f"{Counts(both, first, second).f1:.4f}"]


def _worked(found: Statistics, names: Mapping[int, str]) -> Iterator[Sequence[object]]:
    yield ["person", "day", "decided"]
    for (user_id, day), count in sorted(found.work.items()):
        yield [names.get(user_id, str(user_id)), date_of(day), count]


TABLES: Mapping[str, Callable[[Statistics, Mapping[int, str]], Iterator[Sequence[object]]]] = {
    "tags": _tags,
    "shares": _shares,
    "history": _history,
    "corrections": _corrected,
    "confusion": _confused,
    "agreement": _agreement,
    "work": _worked,
}
"""Every table as rows, the heading first. names: of users."""


def as_csv(rows: Iterable[Sequence[object]]) -> str:
    """Rows as CSV; no cell begins as a formula, which a spreadsheet would carry out."""
    stream = io.StringIO()
    writer = csv.writer(stream)
    for row in rows:
        writer.writerow(
            [
                f"'{cell}" if isinstance(cell, str) and cell[:1] in "=+-@\t\r" and cell else cell
                for cell in row
            ]
        )
    return stream.getvalue()


_COUNTED = [
    _TABLE[name]
    for name in ("genre", "status", "stage", "words", "counts", "agreement", "added", "begun", "finished", "released")
]  # fmt: skip


def _conditions(wanted: Filter) -> list[sql.ColumnElement[bool]]:
    asked = {_TABLE.status: wanted.status, _TABLE.genre: wanted.genre, _TABLE.level: wanted.level}
    return [column == value for column, value in asked.items() if value]


def _confusion(fates: Mapping[str, int]) -> dict[tuple[str, str], int]:
    found: Counter[tuple[str, str]] = Counter()
    for fate, count in fates.items():
        was, _, now = fate.replace("~", ">").partition(">")
        found[was or NONE, now or NONE] += count
    return dict(found)


def _corrections(
    fates: Mapping[str, int], confusion: Mapping[tuple[str, str], int], taxonomy: Taxonomy
) -> dict[str, Correction]:
    labels = ordered((label for pair in confusion for label in pair), taxonomy)
    away, here = Counter[str](), Counter[str]()
    for (was, now), count in confusion.items():
        if was != now and NONE not in (was, now):
            away[was] += count
            here[now] += count
    return {
        label: Correction(
            fates.get(f"{label}>{label}", 0), fates.get(f"{label}~{label}", 0), away[label], fates.get(f"{label}>", 0),
            here[label], fates.get(f">{label}", 0),
        )
        for label in labels
    }  # fmt: skip


def _work(
    project: Project, connection: sql.Connection, wanted: Filter, user_id: int | None, now: float
) -> dict[tuple[int, int], int]:
    revision, reading = schema.revision.c, schema.reading.c
    whole = revision.at / sql.literal_column(
        str(DAY)
    )  # written out: PostgreSQL must see that what it groups by is what it selects
    day: Any = (
        sql.cast(whole, sql.Integer)
        if project.engine.dialect.name == "sqlite"
        else sql.cast(sql.func.floor(whole), sql.Integer)
    )
    since = (now // DAY - DAYS + 1) * DAY
    query = sql.select(revision.user_id, day, sql.func.sum(revision.decided)).where(
        revision.at >= since, revision.decided > 0
    )
    if conditions := _conditions(wanted):
        joined = schema.revision.join(schema.reading, revision.reading_id == reading.id).join(
            schema.essay, reading.essay_id == _TABLE.id
        )
        query = query.select_from(joined).where(*conditions)
    if user_id is not None:
        query = query.where(revision.user_id == user_id)
    return {
        (user, at): int(count)
        for user, at, count in connection.execute(query.group_by(revision.user_id, day))
        if user is not None
    }
