"""Each rule that claims finds a mention that its file of cases marks, and stays silent in others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest
from cases.reading import FOLDER, Case, read_file

from maskera import Document
from maskera.lang import PACKS, load_pack
from maskera.lexicon.table import TokenTable, token_table
from maskera.rules import engine
from maskera.rules.rule import DOCUMENT, Rule, Stage

LANGUAGES = ("sv", "en")


@cache
def looked_at(language: str, name: str) -> tuple[tuple[Case, TokenTable], ...]:
    """The cases of a file, as rules see them."""
    pack = load_pack(language)
    found = read_file(FOLDER / language / f"{name}.txt")
    annotated = [pack.tokenization(Document(case.id, case.text, language)) for case in found]
    tables = [token_table(document, pack.vocab) for document in annotated]
    return tuple(zip(found, tables, strict=True))


@pytest.fixture(scope="module", autouse=True)
def no_table_stays() -> Iterator[None]:
    """All cases as tables would be in the way of every later collection of garbage."""
    yield
    looked_at.cache_clear()


def rules() -> list[tuple[str, Rule]]:
    return [(code, rule) for code in LANGUAGES for rule in load_pack(code).rules.claims]


@pytest.mark.parametrize(
    ("language", "rule"), rules(), ids=lambda value: value if isinstance(value, str) else value.name
)
def test_a_rule_claims_what_its_cases_mark_and_not_everything(language: str, rule: Rule) -> None:
    hits, silent = 0, 0
    index = engine.Index([rule], Stage.CLAIM)
    for case, table in looked_at(language, rule.cases):
        found = list(engine.claims(index, table))
        marked = {(mention.span, mention.label) for mention in case.mentions}
        hits += any((one.span, h.label) in marked for one in found for h in one.hypotheses)
        silent += not found
        if rule.labels:
            assert {h.label for one in found for h in one.hypotheses} <= rule.labels, case.id
        assert all(h.trust >= rule.trust for one in found for h in one.hypotheses), case.id
    assert hits
    assert silent or rule.when == DOCUMENT


def test_rules_have_names_of_their_own() -> None:
    for code in PACKS.keys() - {"none"}:
        names = [rule.name for rule in load_pack(code).rules.claims]
        assert len(set(names)) == len(names)
        assert all(re.fullmatch(r"[a-z_]+(\.[a-z_]+)?", name) for name in names)
