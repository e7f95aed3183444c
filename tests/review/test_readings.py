"""Chains of revisions: undo and redo, two people at once, two reviewers who do not see each other."""

from __future__ import annotations

from collections.abc import Callable
from unicodedata import normalize

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from maskera.review import essays, people, readings
from maskera.review.essays import Essay
from maskera.review.people import User
from maskera.review.project import Project
from maskera.review.readings import Reading, RefusedError, StaleError
from maskera.review.state import (
    Accept,
    AcceptLeaks,
    Add,
    Change,
    ChangeError,
    Comment,
    Merge,
    Pseudonym,
    Reject,
    Relabel,
    Split,
)
from maskera.review.workbench import Workbench
from review.conftest import PASSWORD

TEXT = "Jag heter Anna Berg och bor i Malmö. Anna går i skolan."
Adds = Callable[..., int]

CHANGES = st.sampled_from(
    [Accept((0,)), Reject((0,)), Reject((1,)), Relabel(0, "surname"), Merge((2,), 1), Split((3,)), Pseudonym(0, "Eva"), AcceptLeaks(),
     Comment("Vem?"), Add(43, 46, "fam"), Add(49, 54, "school")]
)  # fmt: skip


@pytest.fixture
def opened(workbench: Workbench, essay: Adds) -> Essay:
    """An essay that everybody reads."""
    return essays.load(workbench.project, essay(TEXT))


@pytest.fixture
def shared(project: Project, essay: Adds) -> Essay:
    """An essay of a project where two reviewers read each."""
    project.change_settings(msgspec.structs.replace(project.settings, double=True), None)
    return essays.load(project, essay(TEXT))


@pytest.fixture
def other(project: Project, admin: User) -> User:
    return people.add(project, "Siv", PASSWORD, "reviewer")


def now(workbench: Workbench, essay: Essay, user: User) -> Reading:
    return readings.of(workbench.project, essays.load(workbench.project, essay.row.id), user)


def change(workbench: Workbench, essay: Essay, user: User, *changes: Change) -> None:
    for each in changes:
        workbench.change(
            essays.load(workbench.project, essay.row.id), now(workbench, essay, user), each, user
        )


def step(workbench: Workbench, essay: Essay, user: User, back: bool) -> None:
    workbench.step(essay, now(workbench, essay, user), back, user)


@settings(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.lists(CHANGES | st.sampled_from(["undo", "redo"]), max_size=8))
def test_undo_then_redo_is_nothing_at_all(
    workbench: Workbench, opened: Essay, reviewer: User, steps: list[Change | str]
) -> None:
    for each in steps:
        try:
            if isinstance(each, str):
                step(workbench, opened, reviewer, each == "undo")
            else:
                change(workbench, opened, reviewer, each)
        except ChangeError:
            continue
    before = now(workbench, opened, reviewer)
    if before.before:
        step(workbench, opened, reviewer, back=True)
        after = now(workbench, opened, reviewer)
        assert after.after
        step(workbench, opened, reviewer, back=False)
        # Undo may lead to where another branch begins; redo takes the latest one, which is the one
        # undone.
        assert now(workbench, opened, reviewer).state == before.state or after.head != before.head
    while now(workbench, opened, reviewer).before:
        step(workbench, opened, reviewer, back=True)
    assert all(
        mark.decision != "accepted" for mark in now(workbench, opened, reviewer).state.marks
    ), "the beginning is the detector's"


def test_a_chain_is_undone_and_done_again_step_by_step(
    workbench: Workbench, opened: Essay, reviewer: User
) -> None:
    states = [now(workbench, opened, reviewer).state]
    for each in (Accept((0,)), Reject((1,)), Relabel(0, "surname"), Comment("Sedd")):
        change(workbench, opened, reviewer, each)
        states.append(now(workbench, opened, reviewer).state)
    for expected in states[-2::-1]:
        step(workbench, opened, reviewer, back=True)
        assert now(workbench, opened, reviewer).state == expected
    assert not now(workbench, opened, reviewer).before
    step(workbench, opened, reviewer, back=True)  # nothing is left to undo, and nothing happens
    for expected in states[1:]:
        step(workbench, opened, reviewer, back=False)
        assert now(workbench, opened, reviewer).state == expected
    assert not now(workbench, opened, reviewer).after


def test_a_change_after_undo_begins_another_branch(
    workbench: Workbench, opened: Essay, reviewer: User
) -> None:
    change(workbench, opened, reviewer, Accept((0,)))
    step(workbench, opened, reviewer, back=True)
    change(workbench, opened, reviewer, Reject((0,)))
    assert not now(workbench, opened, reviewer).after
    step(workbench, opened, reviewer, back=True)
    step(workbench, opened, reviewer, back=False)
    assert now(workbench, opened, reviewer).state.mark(0).decision == "rejected"
    told = [
        action
        for *_, action in readings.history(workbench.project, now(workbench, opened, reviewer))
    ]
    assert told == ["detected", "reject"]


def test_who_is_late_changes_nothing(
    workbench: Workbench, opened: Essay, reviewer: User, other: User
) -> None:
    seen = now(workbench, opened, other)
    change(workbench, opened, reviewer, Accept((0,)))
    after = now(workbench, opened, reviewer)
    with pytest.raises(StaleError):
        workbench.change(opened, seen, Reject((0,)), other)
    with pytest.raises(StaleError):
        workbench.finish(opened, seen, True, other)
    change(workbench, opened, reviewer, Accept((1,)))
    behind = now(workbench, opened, reviewer)
    with pytest.raises(StaleError):
        workbench.step(opened, after, True, other)
    assert now(workbench, opened, reviewer) == behind


def test_what_was_done_meanwhile_is_not_changed(
    workbench: Workbench, opened: Essay, reviewer: User, other: User
) -> None:
    seen = now(workbench, opened, other)
    workbench.finish(opened, seen, True, reviewer)
    with pytest.raises(StaleError):
        workbench.change(opened, seen, Reject((0,)), other)
    assert now(workbench, opened, reviewer).state == seen.state


def test_two_reviewers_do_not_see_each_other(
    workbench: Workbench, shared: Essay, reviewer: User, other: User
) -> None:
    first, second = now(workbench, shared, reviewer), now(workbench, shared, other)
    assert first.state == second.state
    change(workbench, shared, reviewer, Reject((0,)), Comment("Mitt"))
    assert now(workbench, shared, other).state == second.state
    assert now(workbench, shared, other).slot != now(workbench, shared, reviewer).slot
    before = essays.load(workbench.project, shared.row.id).row
    change(workbench, shared, other, Relabel(0, "surname"), Pseudonym(0, "Zorn"))
    assert now(workbench, shared, reviewer).state.mark(0).decision == "rejected"
    after = essays.load(workbench.project, shared.row.id).row
    assert (after.doubtful, after.leaks) == (before.doubtful, before.leaks), (
        "the list tells neither what the other did"
    )
    assert [action for *_, action in readings.history(workbench.project, now(workbench, shared, reviewer))] == [
        "detected", "reject", "comment",
    ]  # fmt: skip


def test_a_third_reviewer_is_refused_and_nobody_writes_in_anothers_reading(
    workbench: Workbench, shared: Essay, reviewer: User, other: User, curator: User
) -> None:
    free = now(workbench, shared, curator)
    change(workbench, shared, reviewer, Accept((0,)))
    change(workbench, shared, other, Accept((0,)))
    with pytest.raises(RefusedError):
        now(workbench, shared, curator)
    with pytest.raises((RefusedError, StaleError)):
        workbench.change(shared, free, Accept((1,)), curator)
    with pytest.raises(RefusedError):
        readings.store(
            workbench.project,
            shared,
            now(workbench, shared, reviewer),
            Accept((1,)),
            free.state,
            {},
            other,
        )


def test_what_is_done_or_released_stays_as_it_is(
    workbench: Workbench, opened: Essay, reviewer: User, curator: User
) -> None:
    change(workbench, opened, reviewer, Accept((0,)))
    workbench.finish(opened, now(workbench, opened, reviewer), True, reviewer)
    done = essays.load(workbench.project, opened.row.id)
    assert done.row.status == "reviewed"
    for refused in (
        lambda: workbench.change(done, now(workbench, opened, reviewer), Reject((0,)), reviewer),
        lambda: workbench.step(done, now(workbench, opened, reviewer), True, reviewer),
    ):
        with pytest.raises(RefusedError):
            refused()
    workbench.finish(done, now(workbench, opened, reviewer), False, reviewer)
    change(workbench, opened, reviewer, Reject((0,)))
    assert essays.load(workbench.project, opened.row.id).row.status == "in_review"


def test_the_same_words_are_marked_where_nobody_has_decided(
    workbench: Workbench, essay: Adds, reviewer: User, curator: User
) -> None:
    text = "det var blorka som kom. sedan gick blorka. en blorkas hatt, och blorka."
    one, two, done = (essays.load(workbench.project, essay(text, name)) for name in ("A", "B", "C"))
    assert not now(workbench, one, reviewer).state.marks
    change(
        workbench, one, reviewer, Add(8, 14, "firstname_female"), Add(35, 41, "firstname_female")
    )
    rejected = max(mark.key for mark in now(workbench, one, reviewer).state.marks)
    change(workbench, one, reviewer, Reject((rejected,)))
    workbench.finish(done, now(workbench, done, reviewer), True, reviewer)
    mark = next(each for each in now(workbench, one, reviewer).state.applied if each.start == 8)
    workbench.propagate(one, mark, False, reviewer)
    assert [m.start for m in now(workbench, one, reviewer).state.applied] == [8, 64]
    step(workbench, one, reviewer, back=True)
    assert [m.start for m in now(workbench, one, reviewer).state.applied] == [8], (
        "all of it is one step"
    )
    workbench.propagate(one, mark, True, reviewer)
    assert [m.start for m in now(workbench, two, reviewer).state.applied] == [8, 35, 64]
    assert not now(workbench, done, reviewer).before, "what is done is left alone"


@pytest.mark.parametrize("turn", [1, -1])
def test_the_same_words_are_the_same_however_they_are_composed(
    turn: int, workbench: Workbench, essay: Adds, reviewer: User
) -> None:
    text = "det var blörka, blörkan och ablörka. Blörka!"
    plain, apart = (normalize("NFC", text), normalize("NFD", text))[::turn]
    one, two = (
        essays.load(workbench.project, essay(text, name))
        for text, name in ((plain, "A"), (apart, "B"))
    )
    start, end = plain.index("bl"), plain.index(",")
    change(workbench, one, reviewer, Add(start, end, "firstname_female"))
    mark = next(each for each in now(workbench, one, reviewer).state.applied if each.start == start)
    assert workbench.propagate(one, mark, True, reviewer) == 3
    marked = [apart[each.start : each.end] for each in now(workbench, two, reviewer).state.applied]
    assert [normalize("NFC", form) for form in marked] == ["blörka", "Blörka"]


def test_part_of_a_decomposed_letter_is_no_word_of_its_own(
    workbench: Workbench, essay: Adds, reviewer: User
) -> None:
    text = normalize("NFD", "jo och så jörka och ajö och öjo.")
    one = essays.load(workbench.project, essay(text, "A"))
    change(workbench, one, reviewer, Add(0, 2, "firstname_female"))
    mark = next(each for each in now(workbench, one, reviewer).state.applied if each.start == 0)
    assert workbench.same_words(one, mark, False) == [(one.row.id, ((0, 2),))]


def test_marking_in_the_project_claims_no_reading_of_a_double_review(
    workbench: Workbench, shared: Essay, essay: Adds, reviewer: User
) -> None:
    essay("zxcvtt och zxcvtt.", "E2")
    change(workbench, shared, reviewer, Add(4, 9, "firstname_female"))
    two = essays.load(workbench.project, essay("Jag läste zxcvtt. zxcvtt!", "E3"))
    mark = msgspec.structs.replace(
        now(workbench, shared, reviewer).state.marks[0], start=10, end=16, label="surname"
    )
    workbench.propagate(two, mark, True, reviewer)
    claimed = [
        reading.user_id
        for each in essays.every(workbench.project)
        for reading in readings.all_of(workbench.project, each).values()
    ]
    assert claimed.count(reviewer.id) == 2, (
        "that of the essay at hand, and the one that was theirs before"
    )
