"""A table in, the same table with new texts out; by one process or several, in constant memory."""

from __future__ import annotations

import hmac
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from maskera.batch import Cluster
from maskera.errors import DataError, cause
from maskera.formats.manifest import Entry
from maskera.label.left import per_thousand, rounded
from maskera.pipeline import Pipeline
from maskera.result import LeakStatus, Left
from maskera.tables.chunks import Chunk, Columns, Done, Write
from maskera.tables.rows import new_texts, results_of, verdicts
from maskera.tables.streams import writing

NAMED_ROWS = 5  # of each verdict that wants attention; of the others there is a count
WORST = (LeakStatus.FAIL, LeakStatus.REVIEW, LeakStatus.UNCHANGED, LeakStatus.SELECTIVE)


class GivenUpError(DataError):
    """Rows of a table that could not be worked on."""


@dataclass(frozen=True, slots=True)
class Worked:
    """What became of a chunk: new texts and verdicts, and counts for the summary. No original."""

    texts: Sequence[str | None] = field(repr=False)
    verdicts: Sequence[str | None]
    groups: Mapping[str, int]
    replaced: int
    left: Left


@dataclass(slots=True)
class Counts:
    """The counts of a table: verdicts, mentions by group, mentions replaced, what detection let
    pass, and the rows (from 1) to name for each verdict that wants attention."""

    verdicts: Counter[str] = field(default_factory=Counter)
    groups: Counter[str] = field(default_factory=Counter)
    replaced: int = 0
    left: Left = field(default_factory=Left)
    rows: dict[str, list[int]] = field(default_factory=dict)

    def add(self, first: int, worked: Worked) -> None:
        """Count a chunk."""
        self.groups.update(worked.groups)
        self.replaced += worked.replaced
        self.left += worked.left
        for row, verdict in enumerate(worked.verdicts, first):
            if verdict is None:
                continue
            self.verdicts[verdict] += 1
            if verdict in ("FAIL", "REVIEW") and len(self.rows.get(verdict, ())) < NAMED_ROWS:
                self.rows.setdefault(verdict, []).append(row)

    @property
    def worst(self) -> str:
        """The verdict on the table: that of its worst row."""
        return next((one.value for one in WORST if self.verdicts[one.value]), "PASS")

    def entry(self, identifier: str, digest: str, settings: str, kind: str) -> Entry:
        """The table's line of the manifest."""
        return Entry(
            identifier,
            digest,
            settings,
            kind,
            self.worst,
            replaced=self.replaced,
            mentions=dict(self.groups),
            left=rounded(self.left),
            left_per_1000=per_thousand(self.left),
            verdicts=dict(self.verdicts),
        )


Work = Callable[[Iterable[Chunk]], Iterator[tuple[Chunk, Worked]]]
"""Chunks in, the same in order with what became of them out."""


def told_work(
    work: Work, tell: Callable[[int], None], chunks: Iterable[Chunk]
) -> Iterator[tuple[Chunk, Worked]]:
    """The work; tells of the rows of each chunk as it is done."""
    for chunk, done in work(chunks):
        tell(len(chunk.texts))
        yield chunk, done


def worked(
    nlp: Pipeline, texts: Sequence[str | None], ids: Sequence[object] | None, strict: bool
) -> Worked:
    """What becomes of a column of texts. FAIL, and with `strict` REVIEW, leaves no text."""
    results = results_of(nlp, texts, ids)
    found = [result for result in results if result is not None]
    categories = nlp.language.taxonomy.categories
    return Worked(
        new_texts(results, strict),
        verdicts(results),
        Counter(categories[mention.label].group for one in found for mention in one.mentions),
        sum(replacement.hidden for one in found for replacement in one.replacements),
        sum((one.left for one in found if one.left), Left()),
    )


def rewrite(
    chunks: Iterator[Chunk],
    write_table: Callable[[Iterable[Done], Write], None],
    work: Work,
    suffix: str,
    write: Write,
) -> Counts:
    """Write a table again with new texts. suffix: of the file, which says whether it is
    compressed."""
    counts = Counts()

    def done() -> Iterator[Done]:
        for chunk, one in work(chunks):
            counts.add(chunk.first, one)
            yield Done(chunk, one.texts, one.verdicts)

    with writing(suffix, write) as put:
        write_table(done(), put)
    return counts


def on_cluster(cluster: Cluster, strict: bool) -> Work:
    """The work of processes here or elsewhere; raises GivenUpError for a chunk over which worker after
    worker ended."""

    def work(chunks: Iterable[Chunk]) -> Iterator[tuple[Chunk, Worked]]:
        given: deque[Chunk] = deque()

        def columns() -> Iterator[_Column]:
            for chunk in chunks:
                given.append(chunk)
                yield chunk.texts, chunk.ids

        for _, done in cluster.each(partial(_worked, strict), columns()):
            chunk = given.popleft()
            if done is None:
                rows = f"rows {chunk.first} to {chunk.first + len(chunk.texts) - 1}"
                raise GivenUpError(
                    f"{rows}: worker after worker ended over them (killed, or out of memory)"
                )
            yield chunk, done

    return work


_Column = tuple[Sequence[str | None], Sequence[object] | None]
"""Texts and ids of some rows."""


def _worked(strict: bool, nlp: Pipeline, column: _Column) -> Worked:
    return worked(nlp, *column, strict)


def file_digest(path: Path, key: bytes, columns: Columns) -> str:
    """A digest of a table's file and of the columns asked for, under the key."""
    digest = hmac.new(key, repr(columns).encode(), "sha256")
    try:
        with path.open("rb") as stream:
            while piece := stream.read(1 << 20):
                digest.update(piece)
    except OSError as error:
        raise DataError(f"{path}: cannot be read ({cause(error)})") from None
    return digest.hexdigest()
