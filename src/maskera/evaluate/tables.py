"""The published tables over several annotations of the same documents (one column each: manual,
rules, rules+pos, full ...).

Volodina et al. 2020: tags per genre (Table 5), scores per label (Table 6). Derbring 2020: counts
per genre and label (Table 1), with and without part of speech (Table 2), with and without part of
speech and topic selection (Table 3), and the words behind the counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

import msgspec

from maskera.evaluate.align import Pair
from maskera.evaluate.scores import Counts, grouped, total
from maskera.mentions import Mention

MANUAL = "manual"
ANY = "unknown"
POS_LABELS = (
    "city",
    "country",
    "firstname_female",
    "firstname_male",
    "firstname_unknown",
    "surname",
)
"""The labels that part of speech and topic selection bear on in the 2020 study (its Tables 2 and
3)."""


class Table(msgspec.Struct, frozen=True):
    """A table ready to print: a title, column heads, and rows with a name first; the last row is a
    total where there is one."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Systems:
    """Aligned documents of several systems by name, all over the same gold; the gold is the column
    MANUAL."""

    pairs: Mapping[str, Sequence[Pair]]

    @property
    def names(self) -> tuple[str, ...]:
        """The columns, the gold first."""
        return (MANUAL, *self.pairs)

    @property
    def genres(self) -> dict[str, str]:
        """The genre of each document by its id, in all columns the same: the gold's, else the first
        that a column has; ANY without one."""
        told: dict[str, str] = {}
        for pair in chain.from_iterable(self.pairs.values()):
            told[pair.document.id] = told.get(pair.document.id) or pair.document.meta.get(
                "genre", ""
            )
        return {id_: genre or ANY for id_, genre in told.items()}

    def mentions(self, name: str) -> Iterable[tuple[Pair, Mention]]:
        """The mentions of one column, each with its document."""
        pairs = next(iter(self.pairs.values())) if name == MANUAL else self.pairs[name]
        for pair in pairs:
            for mention in pair.gold if name == MANUAL else pair.found:
                yield pair, mention

    def counts(
        self, key: Callable[[Pair, Mention], str], labels: Collection[str] = ()
    ) -> dict[str, Counter[str]]:
        """For each column how many mentions have which key; labels: of these labels only."""
        return {
            name: Counter(
                key(pair, m) for pair, m in self.mentions(name) if not labels or m.label in labels
            )
            for name in self.names
        }


def label_of(_: Pair, mention: Mention) -> str:
    """The label of a mention."""
    return mention.label


def tags_per_genre(systems: Systems) -> Table:
    """Number of tags per genre for each column, every genre of the documents in its row (2020
    study, Table 5)."""
    genres = systems.genres
    counts = systems.counts(lambda pair, _: genres[pair.document.id])
    essays = Counter(genres.values())
    rows = [
        (genre, str(essays[genre]), *(str(counts[name][genre]) for name in systems.names))
        for genre in sorted(essays)
    ]
    foot = ("total", str(essays.total()), *(str(counts[name].total()) for name in systems.names))
    return Table("Tags per genre", ("genre", "documents", *systems.names), (*rows, foot))


def scores_per_label(name: str, pairs: Sequence[Pair]) -> Table:
    """Precision, recall, F1 and F2 of each label, and of all (2020 study, Table 6)."""
    table = grouped(pairs, label_of)
    heads = ("label", "precision", "recall", "F1", "F2", "gold", "found")
    return Table(
        f"Scores per label: {name}",
        heads,
        (
            *(_scored(label, row) for label, row in table.items()),
            _scored("all", total(table.values())),
        ),
    )


def labels_per_genre(systems: Systems, labels: Collection[str] = ()) -> Table:
    """Counts per label and genre for each column: Derbring's Table 1; her Table 2 is that with
    POS_LABELS."""
    genre_of = systems.genres
    genres = sorted(set(genre_of.values()))
    counts = systems.counts(
        lambda pair, mention: f"{mention.label}\t{genre_of[pair.document.id]}", labels
    )
    totals = systems.counts(label_of, labels)
    by_genre = systems.counts(lambda pair, _: genre_of[pair.document.id], labels)
    shown = sorted({label for counter in totals.values() for label in counter})
    heads = (
        "label",
        *(f"{genre}: {name}" for genre in (*genres, "total") for name in systems.names),
    )

    def cells(label: str) -> tuple[str, ...]:
        per_genre = [
            str(counts[name][f"{label}\t{genre}"]) for genre in genres for name in systems.names
        ]
        return (label, *per_genre, *(str(totals[name][label]) for name in systems.names))

    sums = [str(by_genre[name][genre]) for genre in genres for name in systems.names]
    foot = ("total", *sums, *(str(totals[name].total()) for name in systems.names))
    return Table(
        "Tags per label and genre" + (", some labels" if labels else ""),
        heads,
        (*map(cells, shown), foot),
    )


def interventions(
    systems: Systems, skipped: Collection[str], labels: Collection[str] = POS_LABELS
) -> Table:
    """Counts per label for each system without and with topic selection, which leaves out the
    skipped genres; Derbring's Table 3."""
    genres = systems.genres
    whole = systems.counts(label_of, labels)
    chosen = systems.counts(
        lambda pair, mention: "" if genres[pair.document.id] in skipped else mention.label, labels
    )
    names = tuple(systems.pairs)
    heads = (
        "label",
        *(f"{name}: {topic}" for name in names for topic in ("all genres", "selected")),
        MANUAL,
    )

    def cells(label: str) -> tuple[str, ...]:
        return (
            label,
            *(str(table[name][label]) for name in names for table in (whole, chosen)),
            str(whole[MANUAL][label]),
        )

    sums = [
        str(sum(table[name][label] for label in labels))
        for name in names
        for table in (whole, chosen)
    ]
    foot = ("total", *sums, str(sum(whole[MANUAL][label] for label in labels)))
    return Table(
        f"Topic selection without {', '.join(sorted(skipped)) or 'nothing'}",
        heads,
        (*map(cells, labels), foot),
    )


def words(systems: Systems, labels: Collection[str] = (), most: int = 20) -> Table:
    """The words behind each label for each column, most frequent first; holds essay text."""
    counts: dict[str, dict[str, Counter[str]]] = {}
    for name in systems.names:
        for pair, mention in systems.mentions(name):
            if not labels or mention.label in labels:
                counts.setdefault(mention.label, {}).setdefault(name, Counter())[
                    pair.surface(mention)
                ] += 1
    rows = [
        (label, *(_listed(counts[label].get(name, Counter()), most) for name in systems.names))
        for label in sorted(counts)
    ]
    return Table("Words behind each label", ("label", *systems.names), tuple(rows))


def sorted_out(systems: Systems, before: str, after: str, most: int = 20) -> Table:
    """The words that `before` marks and `after` does not (rules and rules+pos: what part of speech
    sorted out), rightly or wrongly."""
    rightly: dict[str, Counter[str]] = {}
    wrongly: dict[str, Counter[str]] = {}
    for one, other in zip(systems.pairs[before], systems.pairs[after], strict=True):
        kept = [mention.span for mention in other.found]
        gold = [mention.span for mention in one.gold]
        for mention in one.found:
            if not any(span.overlaps(mention.span) for span in kept):
                table = wrongly if any(span.overlaps(mention.span) for span in gold) else rightly
                table.setdefault(mention.label, Counter())[one.surface(mention)] += 1
    empty: Counter[str] = Counter()
    rows = [
        (
            label,
            *(
                cell
                for table in (rightly, wrongly)
                for cell in _sum_and_list(table.get(label, empty), most)
            ),
        )
        for label in sorted(rightly.keys() | wrongly.keys())
    ]
    heads = ("label", "rightly", "words", "wrongly", "words ")
    return Table(f"Marked by {before}, not by {after}", heads, tuple(rows))


def _scored(name: str, row: Counts) -> tuple[str, ...]:
    return (
        name,
        *(f"{value:.2f}" for value in (row.precision, row.recall, row.f1, row.f2)),
        str(row.gold),
        str(row.found),
    )


def _listed(counter: Counter[str], most: int) -> str:
    return ", ".join(
        f"{word} ({count})" if count > 1 else word
        for word, count in sorted(counter.items(), key=lambda row: (-row[1], row[0]))[:most]
    )


def _sum_and_list(counter: Counter[str], most: int) -> tuple[str, str]:
    return str(counter.total()), _listed(counter, most)
