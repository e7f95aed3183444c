"""The least masking that leaves no risky combination: exact and greedy set cover, and a knapsack.

An entity with risk p carries I = -log2(1 - p) bits. A set of kept entities is risky if its bits
come to B = -log2(1 - R) or more: if one minus the product of (1 - p) reaches the bound R.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from maskera.errors import MaskeraError

SIZE = 3  # entities of a combination that is looked for, unless said otherwise
MOST_SETS = 100_000
NODES = 100
"""Of the search for the exact solution of one document: the same on any machine, where a limit of
time is not. Most need one; of 85 like entities, whose 98,770 triples all are risky, that takes
23 s."""
TINY = 1e-9  # bits; sums of the same numbers in another order may differ by less
STEPS = 100  # of a bit: the knapsack counts in hundredths


@dataclass(frozen=True, slots=True)
class Item:
    """An entity that may be masked: its information in bits (0 or more), what masking it costs."""

    name: str
    bits: float
    loss: int


@dataclass(frozen=True, slots=True)
class Choice:
    """The names of what is to be masked, and how they were found.

    method: exact, greedy, knapsack or riskiest (the entities of the highest risk, until no
    combination of the others is risky). size: of combinations. cost: sum of losses. lower: no
    choice costs less. sets: how many risky combinations there were. note: what had to be given up,
    in words.
    """

    masked: frozenset[str]
    method: str
    size: int
    cost: int
    lower: float
    sets: int
    note: str = field(default="")


def bits_of(risk: float) -> float:
    """-log2(1 - risk); MaskeraError outside [0, 1)."""
    if not 0 <= risk < 1:
        raise MaskeraError(f"a bound or risk lies from 0 to below 1, not {risk}")
    return -math.log2(1 - risk)


def check_bound(risk: float) -> None:
    """Raises MaskeraError for a bound that is not between 0 and 1."""
    if not 0 < risk < 1:
        raise MaskeraError(f"a bound lies between 0 and 1, both excluded, not {risk}")


def least(items: Iterable[Item], bits: float, size: int = SIZE, exact: bool = True) -> Choice:
    """What to mask so that no combination of up to `size` kept items comes to so many bits.

    The same whatever the order of the items. Greedy where SciPy is absent or the search too long; above
    MOST_SETS combinations the riskiest, which holds for all of them. So a stricter bound is kept to
    in combinations of the same size, and an exact choice never costs more than one for it.
    """
    ordered = _ordered(items)
    sets = risky_sets(ordered, bits, size)
    riskiest = _riskiest(ordered, bits, size)
    if sets is None:
        note = f"more than {MOST_SETS} risky combinations of up to {size}; masked the riskiest"
        return _choice(ordered, riskiest, "riskiest", size, 0.0, MOST_SETS, note)
    if not sets:
        return Choice(frozenset(), "exact", size, 0, 0.0, 0)
    # The riskiest hit every set, too, and cost a stricter bound no less.
    greedy = min(_greedy(ordered, sets), riskiest, key=lambda places: _cost(ordered, places))
    milp = _solver()
    if milp is None:
        note = "SciPy is not installed" if exact else ""
        bound = float(_disjoint(ordered, sets))
        return _choice(ordered, greedy, "greedy", size, bound, len(sets), note)
    if not exact:
        lower = _relaxed(milp, ordered, sets)
        return _choice(ordered, greedy, "greedy", size, lower, len(sets))
    found, lower = _exact(milp, ordered, sets)
    if found is None:
        note = f"no exact solution within {NODES} nodes of the search"
        return _choice(ordered, greedy, "greedy", size, lower, len(sets), note)
    return _choice(ordered, found, "exact", size, lower, len(sets))


def risky_sets(items: Sequence[Item], bits: float, size: int) -> list[tuple[int, ...]] | None:
    """The inclusion-minimal sets of up to `size` items that come to so many bits; None if too many.

    By places in `items`. Items are taken in falling order of bits, so a set is complete as soon as
    it reaches the bound, and a branch ends where even the next-largest items would not reach it.
    """
    order = sorted(range(len(items)), key=lambda place: -items[place].bits)
    worth = [items[place].bits for place in order]
    found: list[tuple[int, ...]] = []
    branches: list[tuple[tuple[int, ...], int, float]] = [((), 0, 0.0)]
    while branches:
        chosen, start, total = branches.pop()
        room = size - len(chosen)
        for at in range(start, len(order)):
            if total + room * worth[at] < bits - TINY:
                break
            reached = total + worth[at]
            if reached >= bits - TINY:
                found.append((*chosen, order[at]))
                if len(found) > MOST_SETS:
                    return None
            elif room > 1:
                branches.append(((*chosen, order[at]), at + 1, reached))
    return found


def whole_text(items: Iterable[Item], bits: float) -> Choice:
    """What to mask so that all kept items together stay under so many bits: a knapsack.

    Bits are rounded up to hundredths, so that the bound holds.
    """
    ordered = _ordered(items)
    weights = [math.ceil(item.bits * STEPS - TINY) for item in ordered]
    room = max(math.ceil(bits * STEPS - TINY) - 1, 0)
    best = np.zeros(room + 1, np.int64)
    taken = []
    for item, weight in zip(ordered, weights, strict=True):
        added = np.full_like(best, -1)
        if weight <= room:
            added[weight:] = best[: room + 1 - weight] + item.loss
        taken.append(added > best)
        best = np.maximum(best, added)
    left, kept = room, set()
    for place in range(len(ordered) - 1, -1, -1):
        if taken[place][left]:
            kept.add(place)
            left -= weights[place]
    masked = [place for place in range(len(ordered)) if place not in kept]
    cost = sum(ordered[place].loss for place in masked)
    return _choice(ordered, masked, "knapsack", len(ordered), float(cost), 0)


def _ordered(items: Iterable[Item]) -> list[Item]:
    return sorted(items, key=lambda item: (-item.bits, item.loss, item.name))


def _riskiest(items: Sequence[Item], bits: float, size: int) -> Sequence[int]:
    """The first items in falling order of bits, until `size` of those that follow stay under the
    bound. What a looser bound takes is part of it.
    """
    starts = (
        start
        for start in range(len(items))
        if sum(item.bits for item in items[start : start + size]) < bits - TINY
    )
    return range(next(starts, len(items)))


def _cost(items: Sequence[Item], places: Iterable[int]) -> int:
    return sum(items[place].loss for place in places)


def _choice(
    items: Sequence[Item],
    places: Iterable[int],
    method: str,
    size: int,
    lower: float,
    sets: int,
    note: str = "",
) -> Choice:
    chosen = list(places)
    names = frozenset(items[place].name for place in chosen)
    return Choice(names, method, size, _cost(items, chosen), round(lower, 6), sets, note)


def _greedy(items: Sequence[Item], sets: Sequence[tuple[int, ...]]) -> list[int]:
    """Again and again what hits most of the sets that are left for its loss; then what proves
    needless goes."""
    holding: dict[int, set[int]] = {}
    for number, members in enumerate(sets):
        for place in members:
            holding.setdefault(place, set()).add(number)
    left = len(sets)
    chosen: set[int] = set()
    # What an item hits of those left can only fall: the first whose number is still true is best.
    ranked = [(-len(hit) / items[place].loss, place) for place, hit in holding.items()]
    heapq.heapify(ranked)
    while left:
        worth, place = heapq.heappop(ranked)
        hit = holding[place]
        if -len(hit) / items[place].loss != worth:
            heapq.heappush(ranked, (-len(hit) / items[place].loss, place))
            continue
        chosen.add(place)
        left -= len(hit)
        for number in tuple(hit):
            for member in sets[number]:
                holding[member].discard(number)
    hits = [sum(place in chosen for place in members) for members in sets]
    of_place: dict[int, list[int]] = {}
    for number, members in enumerate(sets):
        for place in members:
            of_place.setdefault(place, []).append(number)
    for place in sorted(chosen, key=lambda at: (-items[at].loss, at)):
        if all(hits[number] > 1 for number in of_place[place]):
            chosen.remove(place)
            for number in of_place[place]:
                hits[number] -= 1
    return sorted(chosen)


def _disjoint(items: Sequence[Item], sets: Sequence[tuple[int, ...]]) -> int:
    """The cheapest members of sets that share none: no cover costs less."""
    used: set[int] = set()
    total = 0
    for members in sorted(sets, key=lambda members: (len(members), members)):
        if used.isdisjoint(members):
            used.update(members)
            total += min(items[place].loss for place in members)
    return total


def _solver() -> Any | None:
    try:
        from scipy import optimize, sparse
    except ImportError:
        return None
    return optimize, sparse


def _exact(
    scipy: Any, items: Sequence[Item], sets: Sequence[tuple[int, ...]]
) -> tuple[list[int] | None, float]:
    """The cheapest cover and a bound from below; None where the search is too long to prove it."""
    found = _solved(scipy, items, sets, integer=True)
    if found.status != 0:
        return None, _relaxed(scipy, items, sets)
    chosen = [place for place, value in enumerate(found.x) if value > 0.5]
    return chosen, float(sum(items[place].loss for place in chosen))


def _relaxed(scipy: Any, items: Sequence[Item], sets: Sequence[tuple[int, ...]]) -> float:
    """The cost of the cover with parts of items: no cover costs less."""
    found = _solved(scipy, items, sets, integer=False)
    return float(found.fun) if found.status == 0 else float(_disjoint(items, sets))


def _solved(
    scipy: Any, items: Sequence[Item], sets: Sequence[tuple[int, ...]], integer: bool
) -> Any:
    optimize, sparse = scipy
    rows = np.repeat(np.arange(len(sets)), [len(members) for members in sets])
    columns = np.concatenate([np.asarray(members) for members in sets])
    table = sparse.csr_array((np.ones(len(rows)), (rows, columns)), (len(sets), len(items)))
    return optimize.milp(
        np.array([item.loss for item in items], np.float64),
        constraints=optimize.LinearConstraint(table, lb=1),
        bounds=optimize.Bounds(0, 1),
        integrality=np.full(len(items), int(integer)),
        options={"node_limit": NODES},
    )
