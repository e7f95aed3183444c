"""Mentions written alike settle their label together and hear the words near them."""

from __future__ import annotations

import msgspec
import pytest

from maskera import Document, Pipeline
from maskera.label.harmonize import harmonized
from maskera.lang.sv.harmonize import AGREEING, nearby
from maskera.lexicon.table import TokenTable, token_table
from maskera.mentions import Evidence, Hypothesis, Mention
from maskera.text import Span


def table(rules: Pipeline, text: str) -> TokenTable:
    (document,) = rules.language.models.tag([Document("d", text)])
    return token_table(document, rules.language.vocab)


def mention(text: str, form: str, nth: int = 0, **scores: float) -> Mention:
    """The nth occurrence of a form, with these log-odds."""
    start = -1
    for _ in range(nth + 1):
        start = text.index(form, start + 1)
    order = sorted(scores.items(), key=lambda pair: -pair[1])
    hypotheses = tuple(Hypothesis(label, (Evidence("given", score),)) for label, score in order)
    return Mention(Span(start, start + len(form)), order[0][0], hypotheses=hypotheses)


@pytest.mark.parametrize("doubt", [0.4, 1.8])
def test_the_doubtful_mention_follows_the_sure_one(rules: Pipeline, doubt: float) -> None:
    text = "Valko skrev. Sedan gick Valko hem."
    sure = mention(text, "Valko", 0, firstname_male=4.0, city=-3.0)
    doubtful = mention(text, "Valko", 1, city=doubt, firstname_male=0.3)
    assert [
        m.label for m in harmonized(table(rules, text), [sure, doubtful], AGREEING, nearby)
    ] == ["firstname_male"] * 2


def test_two_sure_mentions_of_different_kinds_stay_so(rules: Pipeline) -> None:
    text = "Henrietta Lund bor i Lund."
    name, town = (
        mention(text, "Lund", 0, surname=5.0, city=0.0),
        mention(text, "Lund", 1, city=6.0, surname=0.0),
    )
    assert [m.label for m in harmonized(table(rules, text), [name, town], AGREEING, nearby)] == [
        "surname",
        "city",
    ]


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("Min bror Ustym var elva.", "firstname_male"),
        ("Min dotter Ustym var elva.", "firstname_female"),
        ("Ustym ringde. Hon var trött.", "firstname_female"),
        ("Ustym ringde. Bussen kom.", "firstname_unknown"),
    ],
)
def test_people_spoken_of_near_a_name_tell_its_gender(
    rules: Pipeline, text: str, label: str
) -> None:
    (found,) = harmonized(
        table(rules, text),
        [mention(text, "Ustym", firstname_unknown=1.0, firstname_male=0.5, firstname_female=0.5)],
        AGREEING,
        nearby,
    )
    assert found.label == label
    assert found.hypotheses[0].label == label
    assert found.hypotheses[0].score == sum(
        evidence.weight for evidence in found.hypotheses[0].evidence
    )


def test_what_is_said_once_holds_for_all_that_are_written_alike(rules: Pipeline) -> None:
    text = "Min syster Merin bakar. På torget stod folk och väntade länge på att bussen skulle komma fram till slut, sade Merin."
    first, second = (
        mention(text, "Merin", nth, firstname_unknown=1.0, firstname_female=0.5) for nth in (0, 1)
    )
    assert {m.label for m in harmonized(table(rules, text), [first, second], AGREEING, nearby)} == {
        "firstname_female"
    }


def test_labels_of_form_are_left_alone(rules: Pipeline) -> None:
    text = "7 maj, 7 år"
    day, age = mention(text, "7", 0, day=2.0), mention(text, "7", 1, age_digits=2.0)
    assert harmonized(table(rules, text), [day, age], AGREEING, nearby) == [day, age]


def test_whose_wife_somebody_is_does_not_tell_of_himself(rules: Pipeline) -> None:
    text = "Jans hustru var trött."
    said = nearby(
        table(rules, text),
        msgspec.structs.replace(
            mention(text, "Jans", firstname_unknown=1.0), features=frozenset(("gen",))
        ),
    )
    assert said == {}
