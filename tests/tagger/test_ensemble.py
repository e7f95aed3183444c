"""What tagger and rules claim together."""

from __future__ import annotations

import pytest

from maskera.kernels.type_scores import Block
from maskera.lang.sv.ensemble import BALANCE
from maskera.mentions import Detection, Evidence, Hypothesis, Trust, probabilities
from maskera.tagger.ensemble import joined
from maskera.tagger.scorers import balance_for
from maskera.tagger.transformer import BESIDE_RULES
from maskera.text import Span

LEAST = -9.0


def claim(
    start: int, end: int, label: str, score: float, trust: Trust = Trust.EVIDENCE
) -> Detection:
    hypothesis = Hypothesis(label, (Evidence("test", score),), trust=trust)
    return Detection(Span(start, end), (hypothesis,))


def number(start: int, end: int, label: str, score: float) -> Detection:
    return claim(start, end, label, score, Trust.FORMAL)


def together(rules: list[Detection], tagged: list[Detection]) -> dict[tuple[int, int, str], float]:
    return {
        (detection.span.start, detection.span.end, label): round(probability, 2)
        for detection in joined(rules, tagged, BALANCE, LEAST)
        for label, probability in probabilities(detection.hypotheses)
    }


def test_both_agreeing_are_surer_than_one() -> None:
    both = together([claim(0, 5, "city", 2.0)], [claim(0, 5, "city", 2.0)])
    tagger = together([], [claim(0, 5, "city", 2.0)])
    rules = together([claim(0, 5, "city", 2.0)], [])
    assert both[0, 5, "city"] > tagger[0, 5, "city"] > rules[0, 5, "city"]


def test_the_rules_tell_where_a_number_ends_and_where_a_name_of_several_words() -> None:
    assert list(together([number(0, 12, "phone_nr", 3.0)], [claim(0, 9, "phone_nr", 2.0)])) == [
        (0, 12, "phone_nr")
    ]
    assert list(together([claim(0, 8, "city", 3.0)], [claim(4, 8, "city", 2.0)])) == [
        (0, 8, "city")
    ]


def test_the_tagger_cuts_no_claim_of_the_rules_in_two() -> None:
    found = together(
        [claim(0, 8, "city", 3.0)], [claim(0, 3, "city", 2.0), claim(4, 8, "city", 2.0)]
    )
    assert list(found) == [(0, 8, "city")]


def test_a_word_that_the_rules_know_supports_the_taggers_phrase() -> None:
    phrase, alone = claim(0, 20, "sensitive", 0.2), claim(0, 7, "sensitive", 2.0)
    assert (
        together([alone], [phrase])[0, 20, "sensitive"] > together([], [phrase])[0, 20, "sensitive"]
    )
    other = claim(0, 7, "city", 2.0)
    assert (
        together([other], [phrase])[0, 20, "sensitive"]
        == together([], [phrase])[0, 20, "sensitive"]
    )


def test_the_taggers_silence_does_not_undo_what_the_rules_are_sure_of() -> None:
    evidence, formal, certain = (
        together([claim(0, 5, "fam", 9.0, trust)], [])[0, 5, "fam"] for trust in Trust
    )
    assert certain > 0.99 > formal > 0.5 > evidence


def test_the_tagger_may_only_give_what_is_certain_another_label() -> None:
    card = claim(4, 20, "other_nr_seq", 3.0, Trust.CERTAIN)
    assert together([card], [claim(4, 9, "year", 5.0), claim(18, 25, "city", 5.0)]) == together(
        [card], []
    )
    doubted = together([card], [claim(4, 20, "other_nr_seq", -9.0)])
    assert doubted == together([card], [])
    renamed = together([card], [claim(4, 20, "account_nr", 9.0)])
    assert renamed[4, 20, "account_nr"] > renamed[4, 20, "other_nr_seq"]
    clause = together([card], [claim(0, 40, "extra", 3.0)])
    assert {(4, 20, "other_nr_seq"), (0, 40, "extra")} <= clause.keys()


def test_no_pile_of_cues_counts_more_than_the_limit() -> None:
    half, limit, twice = (
        together([claim(0, 5, "city", BALANCE.limit * times)], []) for times in (0.5, 1, 2)
    )
    assert half[0, 5, "city"] < limit[0, 5, "city"] == twice[0, 5, "city"]


def test_what_is_too_weak_together_is_left_out() -> None:
    assert joined([claim(0, 5, "city", -2.0)], [], BALANCE, -2.2) == []


def test_a_transformer_counts_half_and_two_taggers_in_full() -> None:
    """The silence of either weighs what that of the network does."""
    network = balance_for(StandIn(False, (1.0, 1.0)), BALANCE)
    pooled = balance_for(StandIn(True, (1.0, 1.0)), BALANCE)
    alone = balance_for(StandIn(True, BESIDE_RULES), BALANCE)
    assert network == BALANCE
    assert (pooled.tagger, pooled.rules) == (1, BALANCE.rules)
    assert alone.tagger == 0.5 and alone.rules == pytest.approx(BALANCE.rules * 4 / 3)
    silences = [each.tagger * each.silent_tagger for each in (network, pooled, alone)]
    assert silences == pytest.approx([silences[0]] * 3)


class StandIn:
    """A tagger that says nothing."""

    def __init__(self, calibrated: bool, beside_rules: tuple[float, float]) -> None:
        self.calibrated, self.beside_rules = calibrated, beside_rules

    def labels(self) -> list[str]:
        return ["O"]

    def marginals(self, tables: object, decided: object) -> Block:
        raise AssertionError("nobody asks")
