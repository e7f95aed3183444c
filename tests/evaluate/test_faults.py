from __future__ import annotations

from collections import Counter

from hypothesis import given

from maskera.evaluate.align import Pair, pair
from maskera.evaluate.faults import faults
from maskera.evaluate.scores import labelled, total
from maskera.text import Document, Span

from .build import mention, pairs

TEXT = "Elin Vik bor i Lund sedan maj 2019 med sin hund."


def test_each_kind_of_error_has_its_name_its_words_and_its_surroundings() -> None:
    gold = [
        mention(0, 4, "firstname_female"),
        mention(5, 8, "surname"),
        mention(15, 19, "city"),
        mention(26, 29, "month_word"),
    ]
    found = [
        mention(0, 8, "surname"),
        mention(15, 19, "surname"),
        mention(26, 34, "month_word"),
        mention(43, 47, "city", probability=0.6),
    ]
    made = pair(Document("d", TEXT, meta={"genre": "narrative"}), gold, found)
    listed = list(faults([made]))
    assert [(fault.kind, fault.gold, fault.found, fault.text) for fault in listed] == [
        ("wrong label and extent", "firstname_female", "surname", "Elin Vik"),
        ("miss", "surname", "", "Vik"),
        ("wrong label", "city", "surname", "Lund"),
        ("wrong extent", "month_word", "month_word", "maj 2019"),
        ("extra", "", "city", "hund"),
    ]
    extent = listed[3]
    assert (extent.gold_span, extent.found_span, extent.span) == (
        Span(26, 29),
        Span(26, 34),
        Span(26, 34),
    )
    assert (extent.before[-6:], extent.after[:4], extent.genre) == ("sedan ", " med", "narrative")
    assert (listed[4].probability, listed[4].casing, listed[1].probability) == (0.6, "lower", 0.0)


def test_what_is_right_is_no_error() -> None:
    same = [mention(0, 4, "firstname_female")]
    assert not list(faults([pair(Document("d", TEXT), same, same)]))


@given(pairs())
def test_errors_and_right_mentions_make_up_both_sides(made: list[Pair]) -> None:
    kinds = Counter(fault.kind for fault in faults(made))
    counts = total(map(labelled, made))
    assert counts.right + kinds.total() - kinds["extra"] == counts.gold
    assert counts.right + kinds.total() - kinds["miss"] == counts.found
