"""The parts of a name: each has a pseudonym of its own, and keeps it whatever is marked around it."""

from __future__ import annotations

import pytest

from maskera.review.referents import chosen_bases, referent_keys, same
from maskera.review.state import Accept, Add, Change, Mark, Pseudonym, Reject, Relabel, State, apply
from maskera.taxonomy import shipped

TEXT = "Min vän Ali Hassan Perez Gomez bor här. Ali sover. Hasan och Gomez bil."
MARKS = ("Ali firstname_male", "Hassan firstname_unknown", "Perez surname", "Gomez surname", "Ali firstname_male", "Hasan firstname_male",
         "Gomez surname")  # fmt: skip
ALI, HASSAN, PEREZ, GOMEZ = (0, 4), (1, 5), (2,), (3, 6)


def marked() -> State:
    found, at = [], 0
    for key, (words, label) in enumerate(each.split() for each in MARKS):
        start = TEXT.index(words, at)
        at = start + len(words)
        found.append(Mark(key, start, at, label, 1))
    return State(tuple(found))


def bases(*changes: Change) -> dict[int, str]:
    state = marked()
    for change in changes:
        state = apply(state, change, TEXT, shipped())
    return chosen_bases(state, TEXT, shipped())


def test_the_first_part_is_called_as_a_name_of_one_part_is() -> None:
    keys = referent_keys(marked().marks, TEXT, shipped())
    assert [{keys[each] for each in part} for part in (ALI, HASSAN, PEREZ, GOMEZ)] == [
        {"firstname:1"}, {"firstname:1:2"}, {"surname:1"}, {"surname:1:2"},
    ]  # fmt: skip


@pytest.mark.parametrize("part", [ALI, HASSAN, PEREZ, GOMEZ])
def test_a_choice_is_for_one_part(part: tuple[int, ...]) -> None:
    for key in part:
        assert same(marked(), key, TEXT, shipped()) == part
        assert bases(Pseudonym(key, "Kalle")) == dict.fromkeys(part, "Kalle")
        assert bases(Pseudonym(key, "Kalle"), Pseudonym(part[0], "Olle")) == dict.fromkeys(
            part, "Olle"
        )
        assert bases(Pseudonym(key, "Kalle"), Pseudonym(part[-1], "")) == {}


def test_parts_are_relabelled_one_by_one() -> None:
    state = apply(marked(), Relabel(1, "middlename", referent=True), TEXT, shipped())
    assert [mark.key for mark in state.marks if mark.label == "middlename"] == list(HASSAN)


def test_a_choice_stays_with_its_part_when_another_goes_or_comes() -> None:
    both = Pseudonym(0, "Kalle"), Pseudonym(1, "Olle")
    assert bases(*both, Reject(ALI)) == dict.fromkeys(HASSAN, "Olle")
    assert bases(both[0], Reject(ALI)) == {}, "what was chosen for one is not the other's"
    assert bases(Reject(ALI), both[1], Accept(ALI)) == dict.fromkeys(HASSAN, "Olle")
    assert bases(*both, Reject(HASSAN), Accept(HASSAN)) == {
        **dict.fromkeys(ALI, "Kalle"),
        **dict.fromkeys(HASSAN, "Olle"),
    }
    assert bases(Reject(ALI), both[1], Add(8, 11, "firstname_male", (), 1)) == dict.fromkeys(
        HASSAN, "Olle"
    )
    assert bases(*both, Reject((*ALI, *HASSAN)), Accept(ALI)) == dict.fromkeys(ALI, "Kalle")
