"""Where tests of lexemes hold: the places that asking token by token gives, whatever else is asked."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from maskera.lexicon import gazetteer
from maskera.lexicon.genitive import NO_GENITIVE
from maskera.lexicon.triggers import MOST, Test, Triggers, one_of, only
from maskera.lexicon.vocab import Vocab

VOCAB = Vocab(gazetteer.of([gazetteer.Entry("Lund", "city", 3.0, "Lund")]), NO_GENITIVE, [])
FORMS = st.lists(st.sampled_from(["Anna", "bor", "i", "Lund", "12", ".", "LUND"]), max_size=12)
TESTS: list[Test] = [
    one_of({"lund", "anna"}),
    lambda lexeme: lexeme.shape == "upper",
    lambda lexeme: True,
    lambda lexeme: False,
    only("upper")(lambda lexeme: True),
    only("lower", "upper", listed=True)(lambda lexeme: lexeme.lower > "a"),
    only(listed=True)(lambda lexeme: lexeme.labels == {"city"}),
]


@given(st.lists(st.tuples(FORMS, st.sampled_from(TESTS)), max_size=6))
def test_the_places_are_those_where_the_test_holds(
    asked: list[tuple[list[str], Test]],
) -> None:
    triggers = Triggers()
    for forms, test in asked:
        words = [VOCAB.word(form) for form in forms]
        for known, places in triggers.places(words, test).items():
            assert list(places) == [place for place, word in enumerate(words) if known(word)]


def test_tests_that_are_made_anew_each_time_are_not_kept_for_ever() -> None:
    triggers, words = Triggers(), [VOCAB.word("Lund")]
    for _ in range(3 * MOST):
        found = triggers.places(words, one_of({"lund"}))
    assert len(found) <= MOST
    assert all(list(places) == [0] for places in found.values())


def test_a_test_is_asked_only_of_what_it_says() -> None:
    asked = []
    test = only("capital", listed=True)(lambda lexeme: asked.append(lexeme.lower) or True)
    words = [VOCAB.word(form) for form in ("Lund", "LUND", "Anna", "bor", "12")]
    assert list(Triggers().places(words, test)[test]) == [0]
    assert asked == ["lund"]
    assert [test(word) for word in words] == [True, False, False, False, False]
