"""Phrases beside claims, and claims without hope: compiled and not, and as their definition says."""

from __future__ import annotations

import math
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from both import both
from hypothesis import given
from hypothesis import strategies as st

from maskera.mentions import Detection, Evidence, Hypothesis
from maskera.text import Span

BOTH = both("cues")
WORDS = st.lists(st.sampled_from('a b c "'.split()), max_size=8)
PHRASES = st.lists(
    st.tuples(
        st.lists(st.sampled_from("abc"), min_size=1, max_size=3),
        st.booleans(),
        st.sampled_from("gh"),
        st.integers(-3, 4),
    ),
    max_size=8,
)
LABELS = {"g": frozenset({"city"}), "h": frozenset({"work", "city"})}
LIMIT = -6.0


def phrases(kernel: ModuleType, rows: list[tuple[list[str], bool, str, int]]) -> Any:
    made = kernel.Phrases(frozenset('"'))
    for words, behind, group, weight in rows:
        said = (LABELS[group], Evidence(f"{words}{behind}", weight))
        made.add(words if behind else words[::-1], behind, group, said)
    return made


def longest(
    rows: list[tuple[list[str], bool, str, int]], behind: bool, fits: Any
) -> dict[str, Evidence]:
    """The reason of the longest phrase of each group, by looking at all of them."""
    found: dict[str, tuple[int, Evidence]] = {}
    for words, side, group, weight in rows:
        old = found.get(group, (0, None))[0]
        if side == behind and fits(words) and len(words) >= old:
            found[group] = len(words), Evidence(f"{words}{side}", weight)
    return {group: reason for group, (_, reason) in found.items()}


@pytest.mark.parametrize("kernel", BOTH)
@given(rows=PHRASES, words=WORDS, data=st.data())
def test_of_the_phrases_of_a_group_the_longest_that_fits_counts(
    kernel: ModuleType,
    rows: list[tuple[list[str], bool, str, int]],
    words: list[str],
    data: st.DataObject,
) -> None:
    made, sentence = phrases(kernel, rows), sorted(data.draw(st.integers(0, 1)) for _ in words)
    for index in range(len(words)):
        low = index
        while low and words[low - 1] == '"':
            low -= 1
        same = [
            words[place] if sentence[place] == sentence[index - 1] else "." for place in range(low)
        ]
        said = made.before(words, sentence, index)
        assert {g: reason for g, (_, reason) in said.items()} == longest(
            rows, False, lambda phrase, same=same: same[-len(phrase) :] == phrase
        )
        behind = made.after(words, index)
        rest = words[index + 1 :]
        assert {g: reason for g, (_, reason) in behind.items()} == longest(
            rows, True, lambda phrase, rest=rest: rest[: len(phrase)] == phrase
        )


SCORES = st.floats(-9, 2)
CLAIMS = st.lists(
    st.tuples(
        st.integers(0, 7),
        st.integers(0, 1),
        st.lists(
            st.tuples(st.sampled_from(["city", "work", "age"]), SCORES), min_size=1, max_size=3
        ),
        st.booleans(),
    ),
    max_size=6,
)


def weighed(kernel: ModuleType, rows: Any, words: list[str], claimed: Any) -> Any:
    table = SimpleNamespace(
        normalized=words,
        sentence=[0] * len(words),
        document=SimpleNamespace(
            tokens=SimpleNamespace(
                starts=tuple(2 * place for place in range(len(words))),
                ends=tuple(2 * place + 1 for place in range(len(words))),
            )
        ),
    )
    claims = [
        Detection(
            Span(2 * first, 2 * (first + more) + 1 + cut),
            tuple(Hypothesis(label, (Evidence("x", score),)) for label, score in labels),
        )
        for first, more, labels, cut in sorted(claimed)
    ]
    scales = kernel.Scales(
        phrases(kernel, rows),
        frozenset(("city", "work")),
        frozenset((LABELS["h"],)),
        LIMIT,
        lambda table, first: [(LABELS["g"], Evidence("beside", 1.0))] if first % 2 else [],
        lambda table, claim, first, found: [Hypothesis("work", (Evidence("drawn", 1.0),))],
    )
    return claims, scales.weighed(table, claims, frozenset(range(0, len(words), 3)))


@given(rows=PHRASES, words=WORDS, claimed=CLAIMS)
def test_claims_are_weighed_alike_compiled_and_not(
    rows: list[tuple[list[str], bool, str, int]], words: list[str], claimed: Any
) -> None:
    (claims, one), (_, other) = (weighed(kernel, rows, words, claimed) for kernel in BOTH)
    assert one == other
    live, places = one
    assert len(live) == len(places) <= len(claims)
    for claim in live:
        scores = [hypothesis.score for hypothesis in claim.hypotheses]
        assert max(scores) > LIMIT or max(scores) + math.log(len(scores)) > LIMIT


@given(words=WORDS, claimed=CLAIMS)
def test_without_a_phrase_or_a_neighbour_a_claim_with_hope_stays_as_it_is(
    words: list[str], claimed: Any
) -> None:
    for kernel in BOTH:
        scales = kernel.Scales(
            phrases(kernel, []),
            frozenset(("city",)),
            frozenset(),
            LIMIT,
            lambda *_: [],
            lambda *_: [],
        )
        claims, _ = weighed(kernel, [], words, claimed)
        table = SimpleNamespace(
            normalized=words,
            sentence=[0] * len(words),
            document=SimpleNamespace(tokens=SimpleNamespace(starts=(), ends=())),
        )
        hopeful = [c for c in claims if max(h.score for h in c.hypotheses) > LIMIT]
        live, _ = scales.weighed(table, claims, frozenset())
        assert [claim for claim in live if claim in hopeful] == hopeful
