"""The parts of an estimate: the trigram model, logistic regression, figures, the indicators."""

from __future__ import annotations

import math
import random
from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from timing import steps

from maskera.risk import assess, logistic, ngrams, texts
from maskera.risk.assess import stack
from maskera.risk.direct import direct_of
from maskera.risk.indicators import classification, lookup, perturbation, probability, sequence
from maskera.risk.indicators.perturbation import nearness
from maskera.risk.model import Corpus, RiskModel, Stack, load_model
from maskera.risk.ngrams import Trigrams, common, grams
from maskera.risk.scores import auc, average_precision, calibration_error
from maskera.risk.texts import Marked, Text, person_of, reduced
from maskera.text import Span
from maskera.train.risk import even

JUDGING = (
    assess, texts, ngrams, classification, lookup, perturbation, probability, sequence,
)  # fmt: skip
WORDS = ["anna", "bor", "i", "lund", "hon", "läser", "och", "skriver", "1987"]


def text_of(name: str, words: str, *forms: str) -> Text:
    """A text with the first place of each form as a mention."""
    marked = [
        Marked(Span(words.index(form), words.index(form) + len(form)), "city", "city", form)
        for form in forms
    ]
    return Text(name, words, tuple(sorted(marked, key=lambda mention: mention.span)))


def test_probabilities_of_all_words_come_to_one() -> None:
    rng = random.Random(3)
    corpus = [[rng.choice(WORDS) for _ in range(40)] for _ in range(4)]
    base = 1 / (len(WORDS) + 1)
    model = Trigrams(corpus, frequency=lambda word: base)
    for scorer in (model.whole(), model.without(corpus[0])):
        for context in (["anna", "bor"], ["<s>", "<s>"], ["lund", "zebra"]):
            total = sum(scorer.probability(word, context) for word in [*WORDS, "zebra"])
            assert total == pytest.approx(1)


def test_a_text_taken_out_of_the_corpus_is_as_if_it_had_never_been_in_it() -> None:
    rng = random.Random(4)
    corpus = [[rng.choice(WORDS) for _ in range(30)] for _ in range(5)]
    without = Trigrams(corpus).without(corpus[2])
    never = Trigrams([*corpus[:2], *corpus[3:]]).whole()
    for place in range(28):
        span = (place, place + 2)
        assert without.log_probs(corpus[2], span) == pytest.approx(never.log_probs(corpus[2], span))


def test_witten_bell_agrees_with_nltk() -> None:
    lm = pytest.importorskip("nltk.lm")
    words = "anna bor i lund och anna läser i lund och hon bor i lund".split()
    counter = lm.NgramCounter()
    counter.update([[(word,) for word in words]])
    counter.update([list(pairwise(words))])
    oracle = lm.WittenBellInterpolated(2, vocabulary=lm.Vocabulary(words), counter=counter)
    vocabulary = len(set(words)) + 1  # nltk counts the unknown word
    counts = Counter(words)
    pairs = Counter(pairwise(words))
    model = Trigrams(
        [], {**{(w,): n for w, n in counts.items()}, **pairs}, lambda _: 1 / vocabulary
    )
    for context, word in (("i", "lund"), ("anna", "bor"), ("lund", "hon")):
        follow = [pair for pair in pairs if pair[0] == context]
        total = sum(pairs[pair] for pair in follow)
        lower = model.whole().probability(word, [])
        expected = (pairs[context, word] + len(follow) * lower) / (total + len(follow))
        assert model.whole().probability(word, [context]) == pytest.approx(expected)
        weight = len(follow) / (total + len(follow))
        higher = oracle.score(word, [context]) - weight * oracle.score(word)
        ours = model.whole().probability(word, [context]) - weight * lower
        assert ours == pytest.approx(higher)


def test_a_shared_background_holds_nothing_that_one_document_alone_has() -> None:
    shared = common([["anna", "bor"], ["anna", "läser"], ["anna", "bor", "zebra"]], 2)
    assert ("anna",) in shared
    assert ("anna", "bor") in shared
    assert not any("zebra" in gram or "läser" in gram for gram in shared)
    assert sum(grams(["a"]).values()) == 3


def test_logistic_regression_agrees_with_scikit_learn() -> None:
    linear = pytest.importorskip("sklearn.linear_model")
    rng = np.random.default_rng(5)
    table = rng.normal(size=(80, 4))
    right = rng.random(80) < 1 / (1 + np.exp(-table @ [1.0, -2.0, 0.5, 0.0]))
    rows = [{f"f{column}": value for column, value in enumerate(row)} for row in table]
    ours = logistic.fit(rows, right.tolist(), decay=0.5).table()
    theirs = linear.LogisticRegression(C=2.0, tol=1e-8, max_iter=1000).fit(table, right)
    weights = [ours.weights[f"f{column}"] for column in range(4)]
    assert weights == pytest.approx(theirs.coef_[0], abs=1e-3)
    assert ours.bias == pytest.approx(theirs.intercept_[0], abs=1e-3)
    assert ours({"f0": 1.0, "unknown": 9.0}) == pytest.approx(ours.bias + weights[0])


@given(st.lists(st.tuples(st.sampled_from([0.1, 0.2, 0.5, 0.9]), st.booleans()), min_size=2))
def test_figures_agree_with_scikit_learn(pairs: list[tuple[float, bool]]) -> None:
    metrics = pytest.importorskip("sklearn.metrics")
    values, right = [value for value, _ in pairs], [truth for _, truth in pairs]
    if len(set(right)) == 2:
        assert auc(values, right) == pytest.approx(metrics.roc_auc_score(right, values))
        precision = metrics.average_precision_score(right, values)
        assert average_precision(values, right) == pytest.approx(precision)
    else:
        assert auc(values, right) == 0.5


def test_calibration_is_0_where_shares_are_true() -> None:
    assert calibration_error([0.25] * 4, [True, False, False, False]) == 0
    assert calibration_error([0.9, 0.9], [False, False]) == pytest.approx(0.9)
    assert calibration_error([], []) == 0


WEIGHTS = Stack(["one", "two"], [0.5, 2.0], [1.0, -1.0], 0.25, 2.0)


@given(st.floats(-5, 5), st.floats(-5, 5), st.floats(0, 5))
def test_risk_grows_with_an_indicator_of_positive_weight(
    one: float, two: float, more: float
) -> None:
    lower = stack(WEIGHTS, {"one": one, "two": two})
    assert stack(WEIGHTS, {"one": one + more, "two": two}) >= lower
    assert stack(WEIGHTS, {"one": one, "two": two + more}) >= lower


def test_an_absent_indicator_is_not_one_that_says_zero() -> None:
    assert stack(WEIGHTS, {"two": 3.0}) == stack(WEIGHTS, {"one": 1.0, "two": 3.0})
    assert stack(WEIGHTS, {"two": 3.0, "one": None}) != stack(WEIGHTS, {"two": 3.0, "one": 0.0})


def test_lookup_knows_how_many_other_texts_hold_a_mention(model: RiskModel) -> None:
    texts = [
        text_of("a", "Jag bor i Lund i Sverige", "Lund", "Sverige"),
        text_of("b", "Hon bor i Gränna i Sverige", "Gränna", "Sverige"),
        text_of("c", "Sverige är stort och Lund är litet", "Sverige"),
    ]
    scores = lookup.scores(Corpus(texts), model)
    lund, sverige = scores[0]
    gränna = scores[1][0]
    assert gränna is not None and lund is not None and sverige is not None
    assert gränna > lund > sverige
    assert lookup.scores(Corpus(texts[:1]), model) == [[None, None]]


def test_sequences_end_at_line_breaks_and_full_stops_but_not_after_initials() -> None:
    text = text_of("a", "Mr. J. Doe came. He left\nAnd more")
    found = [" ".join(text.words[slice(*span)]) for span in sequence.sequences(text)]
    assert found == ["mr . j . doe came .", "he left", "and more"]
    endless = text_of("b", "ord " * 1000)
    lengths = [end - start for start, end in sequence.sequences(endless)]
    assert max(lengths) <= sequence.LONGEST and sum(lengths) == 1000


def test_what_stands_next_to_a_direct_identifier_is_nearer() -> None:
    text = text_of("a", "Elin Vik bor i Hamar och var en gång i Oslo", "Elin Vik", "Hamar", "Oslo")
    name, hamar, oslo = nearness(text, ["Elin Vik"])
    assert hamar > oslo
    assert name < oslo  # nothing else is direct


def test_words_are_reduced() -> None:
    assert [reduced(word) for word in ("Anna", "1984", "36110", "1234567")] == [
        "anna", "1984", "00000", "00000",
    ]  # fmt: skip
    assert person_of("Task: anonymise the following person: Elin Vik") == "Elin Vik"
    assert person_of("") == ""


def test_a_text_shows_no_word_of_it_when_printed() -> None:
    assert "Lund" not in repr(text_of("a", "Jag bor i Lund", "Lund"))


def test_ranges_cover_the_words_of_a_mention_with_signs_and_emoji() -> None:
    text = text_of("a", "😀 Jag bor i Bad-Ems, nu", "Bad-Ems")
    start, end = text.ranges[0]
    assert text.words[start:end] == ("bad", "-", "ems")
    assert math.isfinite(Corpus([text]).log_probs[0][0][0])


def test_mentions_know_their_place_among_those_of_their_kind() -> None:
    text = text_of(
        "a", "Elin Vik kom till Hamar och sedan till Oslo, Elin Vik", "Elin Vik", "Hamar", "Oslo"
    )
    described = classification.rows(Corpus([text]))[0]
    orders = {
        text.written(m): row["order"] for m, row in zip(text.mentions, described, strict=True)
    }
    kinds = {marked.kind for marked in text.mentions}
    assert len(kinds) == 1  # names and towns alike, so that they are numbered together
    assert orders == {"Elin Vik": 1.0, "Hamar": 0.5, "Oslo": 1 / 3}
    (kind,) = kinds
    subject = {
        text.written(m): row[f"{kind} subject"]
        for m, row in zip(text.mentions, described, strict=True)
    }
    assert subject == {"Elin Vik": 1.0, "Hamar": 0.0, "Oslo": 0.0}


def test_documents_count_the_same_whatever_they_hold() -> None:
    texts = [text_of("a", "Jag bor i Lund", "Lund"), text_of("b", "Lund och Umeå", "Lund", "Umeå")]
    assert even(texts) == [1.0, 0.5, 0.5]


def test_the_share_of_the_mask_is_a_share(model: RiskModel) -> None:
    text = text_of("a", "Elin Vik bor i Hamar", "Elin Vik", "Hamar")
    ((*shares,),) = sequence.scores(Corpus([text]), model)
    assert all(share is not None and 0 <= share <= 1 for share in shares)


def test_the_steps_of_judging_grow_as_the_text_does() -> None:
    model = load_model("sv")

    def judged(sentences: int) -> int:
        text, marked = "", []
        for number in range(sentences):
            form = f"Namn{number % 50}"
            start = len(text) + len("Jag heter ")
            span = Span(start, start + len(form))
            marked.append(Marked(span, "firstname_male", "firstname_male", form))
            text += f"Jag heter {form} och bor i Lund. "
        corpus = Corpus([Text("long", text, tuple(marked)), text_of("b", "Lund", "Lund")])
        return steps(lambda: assess.assess(corpus, model, direct_of("sv")), *JUDGING)

    judged(1)  # tables that are made once
    assert judged(400) < 5 * judged(100)
