from __future__ import annotations

from maskera.evaluate.align import pair
from maskera.evaluate.attributes import covered, features, features_exact, personal_flag, selective
from maskera.evaluate.scores import Counts
from maskera.taxonomy import shipped
from maskera.text import Document

from .build import mention, words

DOCUMENT = Document("d", words(8))
MINE, THEIRS = {"personal": 1.0}, {"personal": 0.0}


def test_the_flag_is_judged_where_both_sides_have_the_mention() -> None:
    gold = [
        mention(0, 1, **MINE),
        mention(2, 3, **MINE),
        mention(4, 5, **THEIRS),
        mention(6, 7, **MINE),
    ]
    found = [
        mention(0, 1, personal=0.7),
        mention(2, 3, personal=0.3),
        mention(4, 5, personal=0.5),
        mention(6, 7, "year", personal=0.9),
    ]
    assert personal_flag([pair(DOCUMENT, gold, found)]) == Counts(1, 2, 2)


def test_selective_leaves_what_concerns_the_writer_on_either_side() -> None:
    gold, found = (
        [mention(0, 1, **MINE), mention(2, 3, **THEIRS)],
        [mention(0, 1, **THEIRS), mention(4, 5, **MINE)],
    )
    (only,) = selective([pair(DOCUMENT, gold, found)])
    assert (only.gold, only.found) == ((gold[0],), (found[1],))


def test_features_one_by_one_and_all_together() -> None:
    gold = [
        mention(0, 1, features=frozenset({"gen", "foreign"})),
        mention(2, 3),
        mention(4, 5, features=frozenset({"pl"})),
    ]
    found = [
        mention(0, 1, features=frozenset({"gen"})),
        mention(2, 3, features=frozenset({"gen"})),
        mention(6, 7),
    ]
    made = [pair(DOCUMENT, gold, found)]
    assert features(made, shipped()) == {
        "def": Counts(0, 0, 0),
        "foreign": Counts(0, 1, 0),
        "gen": Counts(1, 1, 2),
        "pl": Counts(0, 0, 0),
    }
    assert features_exact(made) == 0.0
    assert features_exact([pair(DOCUMENT, gold, gold)]) == 1.0


def test_a_mention_is_covered_when_all_its_tokens_are_masked_under_whatever_label() -> None:
    gold = [mention(0, 5, **MINE), mention(8, 11, **THEIRS)]
    whole = pair(DOCUMENT, gold, [mention(0, 1, "year"), mention(2, 7, "year", **THEIRS)])
    assert covered([whole]) == 0.5
    assert covered([whole], personal_only=True) == 1.0
    assert covered([pair(DOCUMENT, gold, [mention(0, 3)])], personal_only=True) == 0.0
    assert covered([]) == 0.0
