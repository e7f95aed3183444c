"""Choosing what to mask: against brute force, and what must hold whatever the entities."""

from __future__ import annotations

import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from timing import steps

from maskera.errors import MaskeraError
from maskera.risk import masking
from maskera.risk.masking import Item, bits_of, check_bound, least, risky_sets, whole_text

pytest.importorskip("scipy")

RISKS = st.lists(st.tuples(st.floats(0, 0.99), st.integers(1, 9)), min_size=0, max_size=8)
ALIKE = st.lists(st.tuples(st.sampled_from([0.3, 0.5, 0.6]), st.just(1)), min_size=4, max_size=8)


def items_of(risks: list[tuple[float, int]]) -> list[Item]:
    return [Item(f"e{n}", bits_of(risk), loss) for n, (risk, loss) in enumerate(risks)]


def brute(items: list[Item], bits: float, size: int) -> int:
    """The cheapest set of masks, by trying all."""
    sets = [
        sum(1 << place for place in combination)
        for length in range(1, size + 1)
        for combination in itertools.combinations(range(len(items)), length)
        if sum(items[place].bits for place in combination) >= bits - masking.TINY
    ]
    costs = [0]
    for item in items:
        costs += [cost + item.loss for cost in costs]
    return min(cost for mask, cost in enumerate(costs) if all(mask & risky for risky in sets))


def holds(items: list[Item], masked: frozenset[str], bits: float, size: int) -> bool:
    """Whether no combination of what is kept reaches the bound: the largest tell."""
    kept = sorted((item.bits for item in items if item.name not in masked), reverse=True)
    return sum(kept[:size]) < bits + masking.TINY


@given(RISKS, st.floats(0.05, 0.95), st.integers(1, 3))
def test_exact_equals_brute_force_and_greedy_is_never_cheaper(
    risks: list[tuple[float, int]], bound: float, size: int
) -> None:
    items, bits = items_of(risks), bits_of(bound)
    exact, greedy = least(items, bits, size), least(items, bits, size, exact=False)
    assert exact.cost == brute(items, bits, size)
    assert exact.lower - 1e-4 <= exact.cost <= greedy.cost
    assert greedy.lower <= exact.cost + 1e-4
    for choice in (exact, greedy):
        assert holds(items, choice.masked, bits, size)


def test_exact_equals_brute_force_with_twelve_entities() -> None:
    rng = random.Random(12)
    for _ in range(3):
        items = items_of([(rng.random() * 0.9, rng.randint(1, 8)) for _ in range(12)])
        assert least(items, 2.0, 3).cost == brute(items, 2.0, 3)


@given(ALIKE, st.sampled_from([0.7, 0.8, 0.9]), st.randoms(use_true_random=False))
def test_the_order_of_entities_does_not_matter(
    risks: list[tuple[float, int]], bound: float, rng: random.Random
) -> None:
    """Entities that are alike: only among choices of one cost could the order decide."""
    items = items_of(risks)
    shuffled = rng.sample(items, len(items))
    for choose in (least, whole_text):
        assert choose(items, bits_of(bound)) == choose(shuffled, bits_of(bound))


@given(RISKS, st.floats(0.05, 0.95), st.floats(0.05, 0.95))
def test_a_looser_bound_never_costs_more(
    risks: list[tuple[float, int]], one: float, other: float
) -> None:
    items = items_of(risks)
    strict, loose = sorted((bits_of(one), bits_of(other)))
    assert least(items, loose).cost <= least(items, strict).cost
    assert whole_text(items, loose).cost <= whole_text(items, strict).cost


@given(RISKS, st.floats(0.05, 0.95))
def test_the_whole_text_stays_under_the_bound(risks: list[tuple[float, int]], bound: float) -> None:
    items, bits = items_of(risks), bits_of(bound)
    choice = whole_text(items, bits)
    assert sum(item.bits for item in items if item.name not in choice.masked) < bits
    rounded = [Item(i.name, masking.math.ceil(i.bits * 100 - 1e-9) / 100, i.loss) for i in items]
    limit = masking.math.ceil(bits * 100 - 1e-9) / 100
    assert choice.cost == brute_whole(rounded, limit)


def brute_whole(items: list[Item], bits: float) -> int:
    return min(
        sum(item.loss for n, item in enumerate(items) if mask >> n & 1)
        for mask in range(2 ** len(items))
        if sum(i.bits for n, i in enumerate(items) if not mask >> n & 1) < bits - 1e-6
        or mask == 2 ** len(items) - 1
    )


def test_a_set_is_minimal_and_reaches_the_bound() -> None:
    items = [Item("a", 3.0, 1), Item("b", 1.5, 1), Item("c", 1.5, 1), Item("d", 0.2, 1)]
    assert risky_sets(items, 3.0, 3) == [(0,), (1, 2)]
    assert risky_sets(items, 3.0, 1) == [(0,)]
    assert risky_sets(items, 9.0, 3) == []


def test_too_many_combinations_fall_back_aloud(monkeypatch: pytest.MonkeyPatch) -> None:
    items = [Item(f"e{n}", 1.0 + n / 100, 2) for n in range(20)]
    monkeypatch.setattr(masking, "MOST_SETS", 200)
    choice = least(items, 3.2, 3)
    assert "masked the riskiest" in choice.note
    assert (choice.method, choice.size) == ("riskiest", 3)
    assert choice.masked == {f"e{n}" for n in range(8, 20)}  # 1.05 + 1.06 + 1.07 < 3.2


@given(RISKS, st.floats(0.05, 0.95), st.floats(0.05, 0.95), st.integers(0, 20))
def test_a_stricter_bound_never_masks_less_where_combinations_are_too_many(
    risks: list[tuple[float, int]], one: float, other: float, most: int
) -> None:
    """The stricter of two bounds may have too many combinations, the other not: what is kept holds
    in combinations of the size asked for, and costs no less."""
    items = items_of(risks)
    strict, loose = sorted((bits_of(one), bits_of(other)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(masking, "MOST_SETS", most)
        tight, easy = least(items, strict), least(items, loose)
    assert holds(items, tight.masked, strict, 3) and holds(items, easy.masked, loose, 3)
    assert easy.cost <= tight.cost
    if "riskiest" in easy.method:
        assert easy.masked <= tight.masked


def test_a_stricter_bound_of_many_entities_masks_more() -> None:
    """Found on a text of 180 entities: pairs were looked for above 100,000 combinations of three,
    and the stricter bound, which no pair reached, masked nothing."""
    items = items_of([(0.2 + n % 90 / 1000, 2) for n in range(180)])
    loose, strict = least(items, bits_of(0.638)), least(items, bits_of(0.5))
    assert (loose.method, strict.method) == ("exact", "riskiest")
    assert 0 < loose.cost <= strict.cost
    assert holds(items, strict.masked, bits_of(0.5), 3)


def test_without_scipy_it_is_greedy_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(masking, "_solver", lambda: None)
    choice = least([Item("a", 2.0, 3), Item("b", 2.0, 1)], 3.0)
    assert (choice.masked, choice.method, choice.lower) == (frozenset({"b"}), "greedy", 1.0)
    assert "SciPy" in choice.note


@pytest.mark.parametrize("bound", [0, 1, -0.5, 1.5, float("nan")])
def test_a_bound_lies_between_0_and_1(bound: float) -> None:
    with pytest.raises(MaskeraError, match="between 0 and 1"):
        check_bound(bound)


def test_five_thousand_entities_stay_under_the_bound() -> None:
    items = [Item(f"e{n}", 0.5 + n % 7 / 10, 1 + n % 3) for n in range(5000)]
    assert holds(items, least(items, 1.0).masked, 1.0, 3)
    masked = whole_text(items, 5.0).masked
    assert sum(item.bits for item in items if item.name not in masked) < 5.0


@pytest.mark.parametrize(
    ("low", "bound"), [(1.2, 1.0), (0.05, 1.0), (0.5, 1.0), (0.33, 1.0)],
    ids=["each alone", "none", "pairs", "too many of three"],
)  # fmt: skip
def test_the_steps_of_choosing_grow_as_the_entities_do(
    monkeypatch: pytest.MonkeyPatch, low: float, bound: float
) -> None:
    monkeypatch.setattr(masking, "MOST_SETS", 2000)

    def chosen(count: int) -> int:
        items = [Item(f"e{n}", low + n % 97 / 1e4, 1 + n % 3) for n in range(count)]
        return steps(lambda: (least(items, bound, exact=False), whole_text(items, bound)), masking)

    assert chosen(1600) < 5 * chosen(400)


def test_a_long_search_ends_after_the_same_work_on_any_machine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip("scipy", reason="SciPy is not installed (extra `train`)")
    alike = [Item(f"e{number}", 1 + number / 100, 1 + number % 3) for number in range(20)]
    whole = least(alike, 3.0)
    assert (whole.method, whole.note) == ("exact", "")
    monkeypatch.setattr(masking, "NODES", 1)
    ended = least(alike, 3.0)
    assert ended.method == "greedy" and ended.cost >= whole.cost
    assert ended.note == "no exact solution within 1 nodes of the search"
