"""The risk of a project's essays: assessed beside the requests, stored sealed next to the essay.

Every essay is judged by itself, as `pseudonymize --bound` judges it, so that what is stored of it
holds whatever is added to the project. Of a double review that is not settled, the list tells the
risk of what the detector found: neither reviewer is to see the other's work.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import msgspec
import sqlalchemy as sql

from maskera.errors import DataError, MaskeraError
from maskera.io import decoders
from maskera.io.cipher import WrongKeyError
from maskera.review import essays, readings, schema
from maskera.review.essays import Essay, place_of
from maskera.review.project import Project
from maskera.review.readings import Reading, StaleError
from maskera.review.view import View
from maskera.review.workbench import Workbench
from maskera.risk.assess import Direct, Entity, assess
from maskera.risk.choice import Bound, masked_by_bound
from maskera.risk.direct import direct_of
from maskera.risk.kinds import kinds_of
from maskera.risk.model import Corpus, RiskModel, load_model
from maskera.risk.ngrams import Gram
from maskera.risk.texts import text_of

BOUNDS = tuple(range(5, 100, 5))
"""The bounds that pages offer, in per cent."""
BEARING = ("language", "policy", "scope", "mode", "skip_genres", "selective_genres")
"""The settings on which the risk of an essay depends."""
UNSETTLED = 0
"""In the place of a revision: of two readings that are not settled, what the detector found."""

_RISK, _READING = schema.risk.c, schema.reading.c
_WITH_RISK = schema.reading.join(schema.essay).outerjoin(
    schema.risk, _RISK.essay_id == _READING.essay_id
)


class Counted(msgspec.Struct, frozen=True, array_like=True):
    """An entity as reports count it, without a word of it. stays: a mention of it is left standing
    by the project's policy."""

    label: str
    risk: float
    words: int
    direct: bool
    stays: bool


class Figures(msgspec.Struct, frozen=True):
    """What reports know of an essay. masked: for each of BOUNDS how many entities and how many
    words it would have masked."""

    entities: tuple[Counted, ...]
    masked: tuple[tuple[int, int], ...]


class Assessed(msgspec.Struct, frozen=True):
    """What was found of one essay.

    keys: the mark of each mention, in the order of the entities' mentions. staying: the names of
    entities of which the policy leaves a mention. masked: for each of BOUNDS the names of what it
    would have masked.
    """

    entities: tuple[Entity, ...]
    keys: tuple[int, ...]
    staying: frozenset[str]
    masked: tuple[frozenset[str], ...]

    @property
    def figures(self) -> Figures:
        """The same without words."""
        counted = tuple(
            Counted(each.label, each.risk, each.words, each.direct, each.name in self.staying)
            for each in self.entities
        )
        hidden = tuple(
            (len(names), sum(each.words for each in self.entities if each.name in names))
            for names in self.masked
        )
        return Figures(counted, hidden)

    @property
    def bits(self) -> float:
        """What all entities carry together."""
        return sum(each.information for each in self.entities)

    @property
    def left(self) -> float:
        """What those carry that stay."""
        return sum(each.information for each in self.entities if each.name in self.staying)


_ASSESSED = decoders.msgpack(Assessed)
_FIGURES = decoders.json(Figures)


@dataclass(frozen=True, slots=True)
class Listed:
    """An essay's row as reports list it. bits, left: as Assessed has them."""

    essay: int
    bits: float
    left: float
    figures: Figures


def share(bits: float) -> float:
    """The risk that so many bits come to, 0 to 1."""
    return -math.expm1(-bits * math.log(2))


class Assessor:
    """Finds and stores the risk of a project's essays, with the model of the project's language."""

    def __init__(self, workbench: Workbench) -> None:
        self._workbench = workbench
        self._project = workbench.project
        self._refused: set[int] = set()  # essays whose rows somebody without the key has changed

    @property
    def available(self) -> bool:
        """Whether there is a model of risk for the project's language."""
        return available(self._project.settings.language)

    @property
    def version(self) -> bytes:
        """A digest of what a stored risk depends on beside its essay: the project's settings."""
        held = self._project.settings
        settings = {name: getattr(held, name) for name in BEARING}
        return self._project.keys.lookup(msgspec.json.encode(settings).decode(), "risk")

    def of(self, essay: Essay, reading: Reading, view: View) -> Assessed:
        """The risk of what somebody has before them: the stored one where it is of this revision,
        else assessed, and stored where it is what the list tells of."""
        told = not reading.of_two
        if told and (held := self._held(essay, reading.head)):
            return held
        found = self.assess(view)
        if told and essay.row.status != "released":
            self._store(essay, reading.head, found)
        return found

    def catch_up(self, most: int) -> int:
        """Assess so many essays at most whose risk is not known, or is of an earlier state; how
        many were."""
        if not self.available:
            return 0
        ids = stale(self._project, self.version, most, self._refused)
        for essay_id in ids:
            try:
                for essay in list(essays.every(self._project, ids=[essay_id])):
                    self._catch_up(essay)
            except (StaleError, sql.exc.IntegrityError):  # deleted meanwhile
                continue
            except DataError:
                self._refused.add(essay_id)
        return len(ids)

    def _catch_up(self, essay: Essay) -> None:
        found = readings.all_of(self._project, essay)
        reading = found.get("settled") or found.get("main")
        if reading is not None:
            self._store(essay, reading.head, self.assess(self._workbench.final(essay)))
        else:
            state = readings.original(self._project, essay, found["first"])
            self._store(essay, UNSETTLED, self.assess(self._workbench.look(essay, state)))

    def assess(self, view: View) -> Assessed:
        """The risk of a view: of the marks that count in it, in the original text."""
        document, made = view.result.document, view.result.decided
        pairs = sorted(zip(view.state.applied, made, strict=True), key=lambda pair: pair[0].span)
        model, grams, kinds, direct = _judge(self._project.settings.language)
        text = text_of(document, [each.mention for _, each in pairs], kinds)
        (found,) = assess(Corpus([text], grams), model, direct)
        staying = frozenset(
            marked.entity
            for marked, (_, each) in zip(text.mentions, pairs, strict=True)
            if not each.hidden
        )
        masked = tuple(masked_by_bound(found, Bound(each / 100))[0] for each in BOUNDS)
        return Assessed(found.entities, tuple(mark.key for mark, _ in pairs), staying, masked)

    def _held(self, essay: Essay, head: int) -> Assessed | None:
        wanted = (_RISK.essay_id == essay.row.id, _RISK.head == head, _RISK.version == self.version)
        with self._project.read() as connection:
            sealed = connection.execute(sql.select(_RISK.found).where(*wanted)).scalar()
        if sealed is None:
            return None
        try:
            return _ASSESSED.decode(essay.sealer.open(sealed, self._place(essay, head)))
        except WrongKeyError:  # it is worked out anew, and that is stored in its place
            return None

    def _store(self, essay: Essay, head: int, found: Assessed) -> None:
        sealed = essay.sealer.seal(msgspec.msgpack.encode(found), self._place(essay, head))
        row = {
            "essay_id": essay.row.id,
            "head": head,
            "version": self.version,
            "risk_bits": found.bits,
            "left_bits": found.left,
            "figures": msgspec.json.encode(found.figures).decode(),
            "found": sealed,
        }
        with self._project.write() as connection:
            connection.execute(sql.delete(schema.risk).where(_RISK.essay_id == essay.row.id))
            connection.execute(sql.insert(schema.risk).values(**row))

    def _place(self, essay: Essay, head: int) -> str:
        return f"{place_of(self._project, essay)} risk {head}"


def stale(project: Project, version: bytes, most: int, without: Collection[int] = ()) -> list[int]:
    """Essays, so many at most, of which no risk is stored that holds today; the latest first."""
    wanted = (_outdated(version), _READING.essay_id.not_in(without))
    with project.read() as connection:
        query = sql.select(_READING.essay_id).where(*wanted).distinct()
        query = query.order_by(_READING.essay_id.desc()).limit(most)
        return list(connection.execute(query.select_from(_WITH_RISK)).scalars())


def missing(project: Project, version: bytes) -> int:
    """How many essays stale() would give in all."""
    with project.read() as connection:
        query = sql.select(sql.func.count(_READING.essay_id.distinct())).where(_outdated(version))
        return int(connection.execute(query.select_from(_WITH_RISK)).scalar_one())


def shares(project: Project, ids: Sequence[int]) -> dict[int, float]:
    """Essay -> the risk of what stays of it, 0 to 1, of those whose risk is known."""
    with project.read() as connection:
        query = sql.select(_RISK.essay_id, _RISK.left_bits).where(_RISK.essay_id.in_(ids))
        return {row.essay_id: share(row.left_bits) for row in connection.execute(query)}


def listed(project: Project) -> list[Listed]:
    """All essays whose risk is known, those of which most stays first."""
    with project.read() as connection:
        columns = (_RISK.essay_id, _RISK.risk_bits, _RISK.left_bits, _RISK.figures)
        query = sql.select(*columns).order_by(_RISK.left_bits.desc(), _RISK.essay_id)
        return [
            Listed(row.essay_id, row.risk_bits, row.left_bits, _FIGURES.decode(row.figures))
            for row in connection.execute(query)
        ]


def _outdated(version: bytes) -> Any:
    """The condition that of the reading that counts no risk is stored."""
    told = sql.case((_READING.slot == "first", UNSETTLED), else_=_READING.head)
    unsettled = sql.and_(_READING.slot == "first", schema.essay.c.stage != "settled")
    counts = sql.or_(_READING.slot.in_(("main", "settled")), unsettled)
    holds = sql.and_(_RISK.head == told, _RISK.version == version)
    return sql.and_(counts, sql.or_(_RISK.essay_id.is_(None), sql.not_(holds)))


@cache
def available(language: str) -> bool:
    """Whether there is a model of risk for a language."""
    try:
        _judge(language)
    except MaskeraError:
        return False
    return True


@cache
def _judge(language: str) -> tuple[RiskModel, Mapping[Gram, int], Mapping[str, str], Direct]:
    """The model of risk of a language; MaskeraError where it has none."""
    model = load_model(language)
    return model, model.grams(), kinds_of(language), direct_of(language)
