"""Changes of an essay's state: what always holds, and what each of them does and refuses."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maskera.mentions import Mention
from maskera.review.state import (
    Accept,
    AcceptLeaks,
    Add,
    Change,
    ChangeError,
    Comment,
    Features,
    Mark,
    Merge,
    Personal,
    Propagate,
    Pseudonym,
    Reject,
    Relabel,
    Resize,
    Split,
    State,
    apply,
    initial,
    same,
)
from maskera.taxonomy import shipped, taxonomy
from maskera.text import Span

TEXT = "Jag heter Anna Berg och bor i Malmö. Anna ringer Åsa från Lund ␤ Vi bor i Malmo\u0308 och 👩\u200d🚀 är 12 år."
WORDS = [(10, 14), (15, 19), (30, 35), (37, 41), (49, 52), (58, 62), (74, 80)]
LABELS = ("firstname_female", "surname", "city", "region", "age_digits", "email", "work")
KEYS = st.integers(0, 12)
PLACES = st.tuples(
    st.integers(-1, len(TEXT) + 1), st.integers(-1, len(TEXT) + 1)
) | st.sampled_from(WORDS)
NUMBERS = st.integers(0, 8)
CHANGES = st.one_of(
    st.builds(
        lambda place, label, number: Add(*place, label, (), number),
        PLACES,
        st.sampled_from(LABELS),
        NUMBERS,
    ),
    st.builds(lambda keys: Accept(tuple(keys)), st.lists(KEYS, min_size=1, max_size=3)),
    st.builds(lambda keys: Reject(tuple(keys)), st.lists(KEYS, min_size=1, max_size=3)),
    st.builds(Relabel, KEYS, st.sampled_from((*LABELS, "nothing")), st.booleans()),
    st.builds(lambda key, place: Resize(key, *place), KEYS, PLACES),
    st.builds(
        lambda key, features: Features(key, tuple(features)),
        KEYS,
        st.sets(st.sampled_from(["gen", "def", "pl", "foreign", "no"])),
    ),
    st.builds(
        lambda keys, number: Merge(tuple(keys), number),
        st.lists(KEYS, min_size=1, max_size=3),
        NUMBERS,
    ),
    st.builds(lambda keys: Split(tuple(keys)), st.lists(KEYS, min_size=1, max_size=3)),
    st.builds(
        lambda keys, yes: Personal(tuple(keys), yes),
        st.lists(KEYS, min_size=1, max_size=3),
        st.booleans(),
    ),
    st.builds(Pseudonym, KEYS, st.sampled_from(["", "Eva", " ", "Ny\nköping"]), st.booleans()),
    st.builds(
        Comment,
        st.sampled_from(["", "Vad menas?"]),
        st.integers(-1, 5),
        st.sampled_from([(), ("OBS!",), ("Cit-FL",)]),
    ),
    st.builds(AcceptLeaks, st.booleans()),
)


def detected() -> State:
    """Seven places with numbers; the surname and the age are possible only."""
    labels = (
        "firstname_female",
        "surname",
        "city",
        "firstname_female",
        "firstname_female",
        "city",
        "city",
    )
    numbers = (1, 1, 2, 1, 3, 4, 2)
    mentions = [
        Mention(Span(*place), label, number)
        for place, label, number in zip(WORDS, labels, numbers, strict=True)
    ]
    return initial(mentions, {at: at not in (1, 4) for at in range(len(mentions))})


def after(state: State, *changes: Change) -> State:
    for change in changes:
        state = apply(state, change, TEXT, shipped())
    return state


def check(state: State) -> None:
    """What holds of every state."""
    end = 0
    for mark in state.applied:
        assert end <= mark.start < mark.end <= len(TEXT)
        assert TEXT[mark.start : mark.end].strip()
        end = mark.end
    kinds: dict[int, str] = {}
    for mark in state.applied:
        if mark.number:
            assert taxonomy().same_identity(
                kinds.setdefault(mark.number, mark.label), mark.label
            ), "one number, one referent"
    keys = [mark.key for mark in state.marks]
    assert len(set(keys)) == len(keys)
    assert all(key < state.unused for key in keys) or state.unused == 0
    assert list(state.marks) == sorted(
        state.marks, key=lambda mark: (mark.start, mark.end, mark.key)
    )
    counted = state.applied
    assert not any(
        mark.decision == "candidate" and any(mark.span.overlaps(each.span) for each in counted)
        for mark in state.marks
    )


@settings(max_examples=250, deadline=None)
@given(st.lists(CHANGES, max_size=12))
def test_marks_never_overlap_and_a_number_means_one_thing(changes: list[Change]) -> None:
    state = detected()
    for change in changes:
        before = state
        try:
            state = apply(state, change, TEXT, shipped())
        except ChangeError as error:
            assert not any(TEXT[start:end] in str(error) for start, end in WORDS), (
                "an error quotes no essay"
            )
            assert state == before
        check(state)


@settings(max_examples=100, deadline=None)
@given(st.lists(CHANGES, max_size=8))
def test_a_state_survives_being_stored(changes: list[Change]) -> None:
    for change in changes:
        coded = msgspec.msgpack.encode(change)
        assert msgspec.msgpack.decode(coded, type=Change) == change
    state = detected()
    for change in changes:
        try:
            state = apply(state, change, TEXT, shipped())
        except ChangeError:
            continue
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=State) == state


@settings(max_examples=100, deadline=None)
@given(st.lists(CHANGES, max_size=8), st.sampled_from(LABELS))
def test_what_is_added_and_rejected_counts_no_more(changes: list[Change], label: str) -> None:
    state = detected()
    for change in changes:
        try:
            state = apply(state, change, TEXT, shipped())
        except ChangeError:
            continue
    place = (92, 94)
    if any(mark.span.overlaps(Span(*place)) for mark in state.marks):
        return
    added = apply(state, Add(*place, label), TEXT, shipped())
    key = next(mark.key for mark in added.marks if mark.span == Span(*place))
    rejected = apply(added, Reject((key,)), TEXT, shipped())
    assert rejected.applied == state.applied
    assert rejected.mark(key).decision == "rejected"


def test_a_key_is_never_given_twice() -> None:
    state = after(detected(), Add(44, 48, "work"))
    first = max(mark.key for mark in state.marks)
    # An added place takes the candidates below it away; its own key must not be one that the
    # detector's evidence hangs on.
    state = after(detected(), Add(49, 57, "work"))
    assert [mark.key for mark in state.marks if mark.label == "work"] == [first]
    state = after(detected(), Reject((6,)), Add(74, 80, "region"))
    assert state.mark(first).label == "region"


def test_a_new_place_takes_the_number_of_the_same_words() -> None:
    state = after(detected(), Reject((2,)), Add(30, 35, "city"))
    assert [mark.number for mark in state.applied if mark.start == 30] == [
        5
    ]  # "Malmö" in other code points is another form
    state = after(detected(), Reject((3,)), Add(37, 41, "firstname_female"))
    assert [mark.number for mark in state.applied if mark.start == 37] == [1]
    state = after(detected(), Reject((3,)), Add(37, 41, "city"))
    assert [mark.number for mark in state.applied if mark.start == 37] == [5], (
        "a town of that name is somebody else"
    )


def test_adding_over_what_the_machine_marked_rejects_it_but_not_what_a_person_accepted() -> None:
    state = after(detected(), Add(10, 19, "firstname_female"))
    assert state.mark(0).decision == "rejected"
    assert [mark.key for mark in state.applied if mark.start == 10] == [7]
    with pytest.raises(ChangeError, match="overlap"):
        after(detected(), Accept((0,)), Add(10, 19, "firstname_female"))


def test_candidates_count_when_accepted_and_give_way_to_what_counts() -> None:
    state = detected()
    assert [mark.key for mark in state.applied] == [0, 2, 3, 5, 6]
    assert [mark.key for mark in after(state, Accept((1,))).applied] == [0, 1, 2, 3, 5, 6]
    assert [mark.key for mark in after(state, Resize(0, 10, 19)).marks] == [0, 2, 3, 4, 5, 6]


def test_another_kind_of_label_takes_another_number() -> None:
    assert after(detected(), Relabel(2, "region")).mark(2).number == 2
    assert after(detected(), Relabel(2, "work")).mark(2).number == 5
    state = after(detected(), Relabel(0, "surname", referent=True))
    assert [mark.label for mark in state.applied if mark.number == 1] == ["surname", "surname"]
    assert [
        mark.label for mark in after(detected(), Relabel(0, "surname")).applied if mark.number == 1
    ] == ["surname", "firstname_female"]


def test_referents_are_merged_and_split() -> None:
    state = after(detected(), Merge((5,), 2))
    assert [mark.number for mark in state.applied if mark.label == "city"] == [2, 2, 2]
    state = after(state, Split((6,)))
    assert state.mark(6).number == 4  # nobody has it any more
    assert sorted(same(state, 2, TEXT, shipped())) == [2, 5]
    with pytest.raises(ChangeError, match="same kind"):
        after(detected(), Merge((5,), 1))
    with pytest.raises(ChangeError, match="same kind"):
        after(detected(), Split((0, 5)))
    with pytest.raises(ChangeError, match="running number"):
        after(detected(), Merge((5,), 0))


def test_marks_that_come_back_together_share_a_new_number() -> None:
    state = after(
        detected(), Reject((2, 6)), Add(10, 14, "firstname_female", (), 2), Accept((2, 6))
    )
    assert state.mark(2).number == state.mark(6).number not in (0, 1, 2, 3, 4)
    check(state)


def test_a_mark_that_comes_back_does_not_share_a_number_given_away() -> None:
    state = after(detected(), Reject((4,)), Relabel(5, "work"), Merge((5,), 3))
    assert state.mark(5).number == 3
    assert after(state, Accept((4,))).mark(4).number not in (0, 1, 2, 3)


def test_a_pseudonym_is_the_referents_or_the_places() -> None:
    state = after(detected(), Pseudonym(0, "Eva"))
    assert state.bases == {"firstname:1": "Eva"}
    state = after(state, Pseudonym(3, " Lill \n Eva ", referent=False))
    assert state.mark(3).pseudonym == "Lill Eva"
    state = after(state, Pseudonym(0, "Stina"))
    assert (state.bases, state.mark(3).pseudonym) == ({"firstname:1": "Stina"}, "")
    assert after(state, Pseudonym(3, "")).bases == {}
    for written in (" ", "…", "x" * 201):
        with pytest.raises(ChangeError, match="pseudonym"):
            after(detected(), Pseudonym(0, written))


def test_a_comment_needs_a_label_with_an_exclamation_mark() -> None:
    state = after(detected(), Comment("Vem?", 0, ("OBS!", "Cit-FL")), Comment("En lång text"))
    assert (state.mark(0).comment, state.mark(0).comment_labels, state.comment) == (
        "Vem?",
        ("OBS!", "Cit-FL"),
        "En lång text",
    )
    assert after(state, Comment("", 0, ("Cit-FL",))).mark(0).comment == ""
    for labels in ((), ("Cit-FL",), ("Vad!",)):
        with pytest.raises(ChangeError):
            after(detected(), Comment("Vem?", 0, labels))


def test_accepted_leaks_are_taken_back_by_every_other_change_but_a_comment() -> None:
    state = after(detected(), AcceptLeaks())
    assert after(state, Comment("Sedd", 0, ("Com!",))).leaks_accepted
    assert not after(state, Accept((0,))).leaks_accepted
    assert not after(state, Pseudonym(0, "Eva")).leaks_accepted


def test_many_places_are_one_change() -> None:
    state = after(detected(), Reject((2, 6)))
    marked = after(state, Propagate((Add(30, 35, "city", (), 4), Add(74, 80, "city", ("gen",), 4))))
    assert [(mark.start, mark.number) for mark in marked.applied if mark.number == 4] == [
        (30, 4),
        (58, 4),
        (74, 4),
    ]
    with pytest.raises(ChangeError):
        after(state, Propagate((Add(30, 35, "city"), Add(33, 36, "city"))))


@pytest.mark.parametrize(
    "change",
    [Accept((99,)), Reject((99,)), Relabel(99, "city"), Resize(99, 0, 3), Features(99, ()), Personal((99,), True), Pseudonym(99, "Eva"),
     Comment("", 99), Merge((99,), 1), Split((99,)), Add(0, 3, "nothing"), Add(3, 4, "city"), Add(5, 5, "city"), Add(0, 999, "city"),
     Add(0, 3, "city", ("no",)), Features(0, ("no",)), Relabel(0, "nothing"), Resize(0, 14, 15)],
)  # fmt: skip
def test_what_cannot_be_done_is_refused(change: Change) -> None:
    with pytest.raises(ChangeError) as caught:
        after(detected(), change)
    assert caught.value.code != "other"


def test_doubt_ends_with_a_decision() -> None:
    mark = Mark(0, 0, 3, "city", probability=0.6)
    assert mark.doubt == pytest.approx(0.4)
    assert after(State((mark,)), Accept((0,))).mark(0).doubt == 0
    assert after(State((mark,)), Reject((0,))).mark(0).doubt == 0
