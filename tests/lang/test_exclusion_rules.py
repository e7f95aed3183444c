"""Each rule that excludes fires in the sentences under its name in the excluded.txt of its language,
and is silent in its counter-examples; what it excludes is kept with its name and a reason."""

from __future__ import annotations

import re
from collections import defaultdict

import pytest
from cases.reading import FOLDER, read_case
from conftest import KEY

from maskera import Document, Pipeline, load
from maskera.lang.en.impersonal import EXCLUSIONS as ENGLISH
from maskera.lang.sv.exclusions import EXCLUSIONS
from maskera.lexicon.table import token_table
from maskera.rules import engine
from maskera.rules.rule import Rule, Stage


def sentences(rule: Rule, language: str = "sv") -> tuple[list[str], list[str]]:
    """The texts under the name of a rule and under "not" and its name."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    heading = ""
    path = FOLDER / language / f"{rule.cases}.txt"
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("#"):
            heading = line.removeprefix("# ")
        elif line.strip():
            found[heading].append(read_case(language, path.name, number, line).text)
    return found[rule.name], found[f"not {rule.name}"]


def fires(nlp: Pipeline, rule: Rule, text: str) -> bool:
    (document,) = nlp.annotate([Document("d", text)])
    table = token_table(document, nlp.language.vocab)
    index = engine.Index([rule], Stage.EXCLUDE)
    return any(list(rule.apply(table, place)) for rule, place in index.places(table))


@pytest.mark.parametrize("rule", EXCLUSIONS, ids=lambda rule: rule.name)
def test_a_rule_fires_in_its_cases_and_is_silent_in_its_counter_examples(
    rules: Pipeline, rule: Rule
) -> None:
    yes, no = sentences(rule)
    assert yes and no
    assert [text for text in yes if not fires(rules, rule, text)] == []
    assert [text for text in no if fires(rules, rule, text)] == []


@pytest.fixture(scope="module")
def english() -> Pipeline:
    return load("en", mode="rules", key=KEY)


@pytest.mark.parametrize("rule", ENGLISH, ids=lambda rule: rule.name)
def test_an_english_rule_fires_in_its_cases_alone(english: Pipeline, rule: Rule) -> None:
    yes, no = sentences(rule, "en")
    assert yes and no
    assert [text for text in yes if not fires(english, rule, text)] == []
    assert [text for text in no if fires(english, rule, text)] == []


def test_english_exclusions_are_kept_with_their_reason(english: Pipeline) -> None:
    text = 'My sugar was at 540 and I sang the song "Oh Maria" to my sister on New Year\'s Eve.'
    ((_, mentions, exclusions),) = english.explain_many([Document("d", text)])
    assert [text[m.span.start : m.span.end] for m in mentions] == ["sister"]
    told = {(text[e.span.start : e.span.end], e.rule) for e in exclusions}
    assert ("Oh Maria", "exclude.title") in told
    assert all(exclusion.note for exclusion in exclusions)


@pytest.mark.parametrize("rules_of", [EXCLUSIONS, ENGLISH], ids=["sv", "en"])
def test_rules_have_names_of_their_own(rules_of: tuple[Rule, ...]) -> None:
    names = [rule.name for rule in rules_of]
    assert len(set(names)) == len(names)
    assert all(re.fullmatch(r"exclude\.[a-z_]+", name) for name in names)


def test_exclusions_are_kept_with_their_reason(rules: Pipeline) -> None:
    text = 'Jag läste boken "Bröderna Lejonhjärta" och kör en Volvo V70.'
    ((_, mentions, exclusions),) = rules.explain_many([Document("d", text)])
    assert mentions == []
    told = {(text[e.span.start : e.span.end], e.rule) for e in exclusions}
    assert ("Bröderna Lejonhjärta", "exclude.title") in told
    assert ("Volvo V70", "exclude.model") in told
    assert all(exclusion.note for exclusion in exclusions)
