"""The index of rules: who is asked where, and what exclusions leave of claims."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from conftest import KEY
from hypothesis import given
from hypothesis import strategies as st

from maskera import Document, Pipeline, load
from maskera.lexicon.table import TokenTable, token_table
from maskera.mentions import Detection, Evidence, Exclusion, Hypothesis, Trust
from maskera.rules.engine import Excluded, Index, claims
from maskera.rules.rule import DOCUMENT, Rule, Stage, entries, lexeme, listed, regex, where, words
from maskera.text import Span

PAGE = Path(__file__).parents[2] / "docs" / "adding" / "rule.md"


def claim(start: int, end: int, *labels: str, trust: Trust = Trust.EVIDENCE) -> Detection:
    return Detection(
        Span(start, end),
        tuple(Hypothesis(label, (Evidence("t", 2.0),), trust=trust) for label in labels),
    )


def nothing(table: TokenTable, place: object) -> Iterator[Detection]:
    yield from ()


def table(rules: Pipeline, text: str) -> TokenTable:
    (document,) = rules.annotate([Document("d", text)])
    return token_table(document, rules.language.vocab)


def test_rules_are_asked_where_their_trigger_says(rules: Pipeline) -> None:
    asked = [
        Rule("a.words", Stage.CLAIM, nothing, words("Bor")),
        Rule("a.listed", Stage.CLAIM, nothing, listed("country")),
        Rule("a.lexeme", Stage.CLAIM, nothing, lexeme(lambda word: word.shape == "digit")),
        Rule("a.regex", Stage.CLAIM, nothing, regex(r"\d+")),
        Rule("a.once", Stage.CLAIM, nothing, DOCUMENT),
        Rule("a.other", Stage.EXCLUDE, nothing, DOCUMENT),
    ]
    seen = table(rules, "Jag bor i Polen sedan 2010.")
    places = [
        (rule.name, place.group() if isinstance(place, re.Match) else place)
        for rule, place in Index(asked, Stage.CLAIM).places(seen)
    ]
    assert sorted(places, key=str) == [
        ("a.lexeme", 5), ("a.listed", 3), ("a.once", None), ("a.regex", "2010"), ("a.words", 1),
    ]  # fmt: skip


def test_what_stands_beside_a_token_is_asked_once_for_rules_side_by_side(rules: Pipeline) -> None:
    looked: list[int] = []

    def before_a_number(table: TokenTable, index: int) -> bool:
        looked.append(index)
        return table.right(index).isdecimal()

    gated = where(words("sedan", "i"), before_a_number)
    asked = [
        Rule("a.first", Stage.CLAIM, nothing, gated),
        Rule("a.second", Stage.CLAIM, nothing, gated),
        Rule("a.any", Stage.CLAIM, nothing, words("i")),
    ]
    seen = table(rules, "Jag bor i Polen sedan 2010.")
    places = [(rule.name, place) for rule, place in Index(asked, Stage.CLAIM).places(seen)]
    assert places == [("a.any", 2), ("a.first", 4), ("a.second", 4)]
    assert looked == [2, 4]


def test_a_rule_of_entries_is_asked_about_each_entry_of_one_word_or_several(
    rules: Pipeline,
) -> None:
    asked = [
        Rule("a.country", Stage.CLAIM, nothing, entries("country")),
        Rule("a.town", Stage.CLAIM, nothing, entries("city", "region")),
    ]

    def found(text: str) -> set[tuple[str, int, int, str]]:
        return {
            (rule.name, place.first, place.last, place.entry.label)
            for rule, place in Index(asked, Stage.CLAIM).places(table(rules, text))
        }

    assert ("a.town", 3, 4, "city") in found("Jag bor i New York nu.")
    assert ("a.country", 3, 3, "country") in found("Jag bor i Polen nu.")
    assert found("?!") == set()
    assert not {name for name, *_ in found("Jag bor här nu.")} - {"a.town"}


def test_a_fact_of_a_document_is_asked_once(rules: Pipeline) -> None:
    asked: list[int] = []

    def length(seen: TokenTable) -> int:
        asked.append(len(seen.words))
        return len(seen.words)

    seen = table(rules, "Jag bor här.")
    assert [seen.fact(length), seen.fact(length)] == [4, 4]
    assert asked == [4]
    assert table(rules, "Jag.").fact(length) == 2


def test_a_claim_has_the_trust_of_its_rule_and_no_less_than_its_own(rules: Pipeline) -> None:
    def both(table: TokenTable, place: int) -> Iterator[Detection]:
        yield claim(0, 3, "city")
        yield claim(4, 7, "city", trust=Trust.CERTAIN)

    rule = Rule("a.b", Stage.CLAIM, both, trust=Trust.FORMAL)
    found = claims(Index([rule], Stage.CLAIM), table(rules, "Jag bor här."))
    assert [each.hypotheses[0].trust for each in found] == [Trust.FORMAL, Trust.CERTAIN]


def test_what_is_excluded_goes_but_for_labels_that_may_stay_and_what_is_certain() -> None:
    found = Excluded(
        [
            Exclusion(Span(0, 10), "a.title"),
            Exclusion(Span(20, 25), "a.day", "", True, frozenset({"day"})),
        ]
    )
    assert found.left(claim(8, 12, "city")) is None
    assert found.left(claim(10, 12, "city")) == claim(10, 12, "city")
    assert found.left(claim(2, 5, "city", trust=Trust.CERTAIN)) is not None
    assert found.left(claim(20, 25, "day", "surname")) == claim(20, 25, "day")
    assert found.left(claim(20, 26, "surname")) == claim(20, 26, "surname")
    assert {hit.rule for hit in found.hits.values()} == {"a.title", "a.day"}


SPANS = st.lists(st.tuples(st.integers(0, 30), st.integers(1, 9)), max_size=8)


@given(SPANS, SPANS)
def test_exactly_what_overlaps_is_excluded(
    excluded: list[tuple[int, int]], claimed: list[tuple[int, int]]
) -> None:
    spans = [Span(start, start + length) for start, length in excluded]
    found = Excluded([Exclusion(span, "a.b") for span in spans])
    for start, length in claimed:
        one = claim(start, start + length, "city")
        assert (found.left(one) is None) == any(span.overlaps(one.span) for span in spans)


def test_the_page_runs() -> None:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    exec(compile(code, "rule.md", "exec"), {})


def test_a_rule_that_triggers_nowhere_costs_no_claim() -> None:
    rule = Rule("a.b", Stage.CLAIM, nothing, words("xyzzy"))
    nlp = load("sv", mode="rules", key=KEY, recognizers=[rule])
    plain = load("sv", mode="rules", key=KEY)
    document = Document("d", "Jag heter Anna och bor i Lund.")
    assert nlp.detect(document)[1] == plain.detect(document)[1]
