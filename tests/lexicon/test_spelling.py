"""How names of places at home and abroad are spelt."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskera.lang import load_pack
from maskera.lexicon.spelling import BUCKETS, Spelling, odds

HOME = ("björkby", "ekby", "näsby", "åby", "lillsjö")
AWAY = ("karaköy", "zagora", "ouarzazate", "kirkuk", "qamishli")


def learned() -> Spelling:
    return Spelling(odds(HOME, AWAY).data)


@pytest.mark.parametrize(("home", "away"), [("almby", "zagorak"), ("storsjö", "kirkut")])
def test_an_unknown_name_is_told_by_its_runs(home: str, away: str) -> None:
    spelling = learned()
    assert spelling.abroad(home) < 0 < spelling.abroad(away)


def test_runs_of_nobody_say_nothing() -> None:
    assert abs(learned().abroad("öööö")) < abs(learned().abroad("åby")) / 2


def test_of_as_many_names_each_side_is_the_other_turned_round() -> None:
    there, back = odds(HOME, AWAY), odds(AWAY, HOME)
    assert (there == -back).all() and there.shape == (BUCKETS,)


@given(st.text(max_size=30))
def test_any_form_has_odds(form: str) -> None:
    assert abs(learned().abroad(form)) < 100


# Villages and rivers of which the lists know none.
@pytest.mark.parametrize("form", ["önnarsbo", "hästhagaryd", "norra lundeby", "kråkträsket"])
def test_swedish_villages_are_spelt_as_at_home(form: str) -> None:
    spelling = load_pack("sv").vocab.gazetteer.spelling
    assert spelling is not None and spelling.abroad(form) < 0


@pytest.mark.parametrize("form", ["tshabong", "al-qurayya", "krzeszów", "grünsfeld", "bukavuri"])
def test_villages_elsewhere_are_not(form: str) -> None:
    spelling = load_pack("sv").vocab.gazetteer.spelling
    assert spelling is not None and spelling.abroad(form) > 0
