"""Two readings of one essay: what counts as a difference, what becomes of it, and who may see what
when."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from browsing import at_rest, expect
from hypothesis import given
from hypothesis import strategies as st

from maskera.evaluate.agreement import reliability
from maskera.review import double_review, essays, people, readings
from maskera.review.people import User
from maskera.review.project import Project
from maskera.review.readings import RefusedError, StaleError
from maskera.review.settle import Choice, Difference, compare, figures, group, settled, together
from maskera.review.state import (
    Accept,
    Add,
    Change,
    ChangeError,
    Comment,
    Features,
    Mark,
    Personal,
    Pseudonym,
    Reject,
    Relabel,
    Resize,
    Split,
    State,
    apply,
)
from maskera.review.workbench import Workbench
from maskera.taxonomy import shipped
from maskera.text import Document

from .conftest import PASSWORD, Client, end_sessions, log_in_again

if TYPE_CHECKING:
    from playwright.sync_api import Page

TEXT = "Anna och Berit bor i Malmö. Anna och Lund är här, och Anna sover nu."
LABELS = ("firstname_female", "city", "fam", "phone_nr")


def marked(*marks: tuple[str, str, int], skip: int = 0) -> State:
    """A state of TEXT: words in text order with label and number."""
    found, at = [], 0
    for key, (words, label, number) in enumerate(marks):
        start = TEXT.index(words, at)
        at = start + len(words)
        found.append(Mark(key + skip, start, at, label, number, decision="accepted"))
    return State(tuple(found))


PLAIN = marked(
    ("Anna", "firstname_female", 1), ("Malmö", "city", 2), ("Anna", "firstname_female", 1)
)


def test_a_label_of_the_project_s_own_can_be_settled_on() -> None:
    block = {"name": "religion", "group": "Mark", "kind": "quasi", "description": ""}
    own = shipped().extended(block, "own")
    second = apply(PLAIN, Relabel(1, "religion"), TEXT, own)
    found = compare(PLAIN, second, TEXT, own)
    change = settled(found, {0: Choice("own", "religion")})
    assert [mark.label for mark in change.marks if mark.applied][1] == "religion"
    assert figures(second, second, TEXT, own).labels["religion"] == (1, 1, 1)
    with pytest.raises(ChangeError, match="no label 'religion'"):
        settled(compare(PLAIN, second, TEXT, shipped()), {0: Choice("own", "religion")})


def kinds(first: State, second: State, machine: State | None = None) -> list[tuple[str, ...]]:
    """In what the readings differ, place by place."""
    return [each.kinds for each in compare(first, second, TEXT, shipped(), machine).differences]


def changed(state: State, *changes: Change) -> State:
    """The state after changes."""
    for change in changes:
        state = apply(state, change, TEXT, shipped())
    return state


def test_alike() -> None:
    found = compare(PLAIN, PLAIN, TEXT, shipped())
    assert len(found.agreed) == 3 and found.differences == ()


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (Reject((1,)), ("missing",)),
        (Resize(1, 21, 27), ("span",)),
        (Relabel(0, "firstname_unknown"), ("label",)),
        (Features(1, ("gen",)), ("features",)),
        (Personal((1,), False), ("personal",)),
        (Comment("Osäker", 1, ("OBS!",)), ("comment",)),
        (Split((2,)), ("number",)),
    ],
)
def test_one_difference(change: Change, expected: tuple[str, ...]) -> None:
    assert kinds(PLAIN, changed(PLAIN, change)) == [expected]


def test_personal_counts_where_both_speak_of_the_same() -> None:
    yes, no = changed(PLAIN, Personal((1,), True)), changed(PLAIN, Personal((1,), False))
    assert kinds(yes, no) == [("personal",)]
    by_hand = marked(("Malmö", "city", 2), skip=9)
    detected = changed(marked(("Malmö", "city", 2)), Personal((0,), False))
    assert kinds(by_hand, detected, marked(("Malmö", "city", 2))) == []


def test_a_pseudonym_differs_only_where_both_chose_one() -> None:
    one, other = (changed(PLAIN, Pseudonym(0, name)) for name in ("Doris", "Vera"))
    assert kinds(one, other) == [("pseudonym",), ("pseudonym",)]
    assert kinds(one, PLAIN) == []
    assert settled(compare(PLAIN, one, TEXT, shipped()), {}).bases == {"firstname:1": "Doris"}


def test_each_part_of_a_name_keeps_the_pseudonym_that_was_chosen_for_it() -> None:
    text = "Min vän Ali Hassan sover."
    both = State((Mark(0, 8, 11, "firstname_male", 1), Mark(1, 12, 18, "firstname_male", 1)))
    one, other = (
        apply(both, Pseudonym(0, "Doris"), text, shipped()),
        apply(both, Pseudonym(1, "Vera"), text, shipped()),
    )
    assert compare(one, other, text, shipped()).differences == ()
    assert settled(compare(one, other, text, shipped()), {}).bases == {
        "firstname:1": "Doris",
        "firstname:1:2": "Vera",
    }
    alone = apply(apply(both, Reject((0,)), text, shipped()), Pseudonym(1, "Vera"), text, shipped())
    assert alone.bases == {"firstname:1": "Vera"}
    assert settled(compare(one, alone, text, shipped()), {0: Choice("first")}).bases == {
        "firstname:1": "Doris",
        "firstname:1:2": "Vera",
    }
    relabelled = compare(one, apply(both, Relabel(0, "surname"), text, shipped()), text, shipped())
    for label, bases in (("firstname_female", {"firstname:1": "Doris"}), ("middlename", {})):
        assert settled(relabelled, {0: Choice("own", label)}).bases == bases, (
            "what was chosen for a first name is for no other name"
        )


def test_a_cluster_of_several_marks_is_one_difference() -> None:
    whole, parts = (
        marked(("Anna och Lund", "surname", 1)),
        marked(("Anna", "firstname_female", 1), ("Lund", "surname", 1)),
    )
    parts = msgspec.structs.replace(
        parts,
        marks=tuple(
            msgspec.structs.replace(
                m, start=m.start + 28 * (m.start < 28), end=m.end + 28 * (m.end < 28)
            )
            for m in parts.marks
        ),
    )
    [difference] = compare(whole, parts, TEXT, shipped()).differences
    assert (
        difference.kinds == ("span", "label")
        and len(difference.first) == 1
        and len(difference.second) == 2
    )


def test_numbers_are_names_of_groups() -> None:
    first = marked(
        ("Anna", "firstname_female", 1),
        ("Berit", "firstname_female", 2),
        ("Anna", "firstname_female", 1),
    )
    again = marked(
        ("Anna", "firstname_female", 7),
        ("Berit", "firstname_female", 3),
        ("Anna", "firstname_female", 7),
    )
    swapped = marked(
        ("Anna", "firstname_female", 2),
        ("Berit", "firstname_female", 1),
        ("Anna", "firstname_female", 2),
    )
    assert kinds(first, again) == kinds(first, swapped) == []
    apart = marked(
        ("Anna", "firstname_female", 7),
        ("Berit", "firstname_female", 3),
        ("Anna", "firstname_female", 9),
    )
    assert kinds(first, apart) == [("number",)]


def test_choices() -> None:
    second = changed(PLAIN, Relabel(1, "region"), Reject((2,)), Add(9, 14, "firstname_female"))
    found = compare(PLAIN, second, TEXT, shipped(), PLAIN)
    assert [each.kinds for each in found.differences] == [("missing",), ("label",), ("missing",)]

    def labels(*takes: Choice) -> list[tuple[str, str]]:
        state = changed(State(), settled(found, dict(enumerate(takes))))
        return [(TEXT[mark.start : mark.end], mark.label) for mark in state.applied]

    first, other, neither = Choice("first"), Choice("second"), Choice("neither")
    assert labels(first, first, first) == [
        ("Anna", "firstname_female"),
        ("Malmö", "city"),
        ("Anna", "firstname_female"),
    ]
    assert labels(other, other, other) == [
        ("Anna", "firstname_female"),
        ("Berit", "firstname_female"),
        ("Malmö", "region"),
    ]
    assert labels(neither, neither, neither) == [("Anna", "firstname_female")]
    assert labels(neither, Choice("own", "school"), first) == [
        ("Anna", "firstname_female"),
        ("Malmö", "school"),
        ("Anna", "firstname_female"),
    ]
    with pytest.raises(ChangeError):
        labels(Choice("own", "spaceship"))


def test_what_is_left_open_is_doubtful_and_what_is_refused_is_rejected() -> None:
    found = compare(PLAIN, changed(PLAIN, Relabel(1, "region")), TEXT, shipped(), PLAIN)
    state = changed(State(), settled(found, {}, "Se upp."))
    assert {(mark.label, mark.decision) for mark in state.marks if not mark.applied} == {
        ("city", "candidate"),
        ("region", "candidate"),
    }
    assert state.comment == "Se upp." and max(mark.doubt for mark in state.marks) == 0.5
    refused = changed(State(), settled(found, {0: Choice("neither")}))
    machine = msgspec.structs.replace(
        PLAIN,
        marks=tuple(
            msgspec.structs.replace(m, detected=(m.label, m.start, m.end)) for m in PLAIN.marks
        ),
    )
    refused = changed(
        State(),
        settled(
            compare(PLAIN, changed(PLAIN, Relabel(1, "region")), TEXT, shipped(), machine),
            {0: Choice("neither")},
        ),
    )
    assert [(mark.label, mark.decision) for mark in refused.marks if not mark.applied] == [
        ("city", "rejected")
    ]


def test_keys_stay_the_detectors_and_are_never_shared() -> None:
    machine = marked(("Anna", "firstname_female", 1))
    first, second = (
        changed(machine, Add(21, 26, "city")),
        changed(machine, Add(9, 14, "firstname_female")),
    )
    assert {m.key for m in first.marks} == {m.key for m in second.marks}
    found = compare(first, second, TEXT, shipped(), machine)
    state = changed(State(), settled(found, {0: Choice("second"), 1: Choice("first")}))
    assert len({mark.key for mark in state.marks}) == 3 and state.marks[0].key == 0


@st.composite
def states(draw: st.DrawFn) -> State:
    """A state of TEXT: words that do not overlap, with labels and numbers."""
    cuts = sorted(draw(st.sets(st.integers(0, len(TEXT) - 1), max_size=12)))
    marks = []
    for key, (start, end) in enumerate(zip(cuts[::2], cuts[1::2], strict=False)):
        label, number = draw(st.sampled_from(LABELS)), draw(st.integers(0, 3))
        if TEXT[start:end].strip():
            marks.append(
                Mark(
                    key,
                    start,
                    end,
                    label,
                    number * 4 + LABELS.index(label) if number else 0,
                    decision="accepted",
                )
            )
    return State(tuple(marks))


def shape(state: State) -> tuple[list[tuple[int, int, str]], set[frozenset[tuple[int, int]]]]:
    """Places with labels, and the groups that numbers make of them."""
    groups: dict[Any, set[tuple[int, int]]] = {}
    for mark in state.applied:
        groups.setdefault(group(mark, shipped()) if mark.number else mark.key, set()).add(
            (mark.start, mark.end)
        )
    return [(mark.start, mark.end, mark.label) for mark in state.applied], set(
        map(frozenset, groups.values())
    )


@given(states(), states())
def test_taking_one_side_throughout_gives_that_side(first: State, second: State) -> None:
    found = compare(first, second, TEXT, shipped())
    for side, state in (("first", first), ("second", second)):
        choices = {each.at: Choice(side) for each in found.differences}  # type: ignore[arg-type]  # a str of the loop, not a literal
        assert shape(changed(State(), settled(found, choices)))[0] == shape(state)[0]
    choices = {each.at: Choice("first") for each in found.differences}
    assert shape(changed(State(), settled(found, choices)))[1] == shape(first)[1]
    assert compare(first, first, TEXT, shipped()).differences == ()
    assert len(compare(second, first, TEXT, shipped()).differences) == len(found.differences)


@given(states(), states())
def test_every_mark_is_agreed_or_differs_once(first: State, second: State) -> None:
    found = compare(first, second, TEXT, shipped())
    assert len(found.agreed) + sum(len(each.first) for each in found.differences) == len(
        first.applied
    )
    assert len(found.agreed) + sum(len(each.second) for each in found.differences) == len(
        second.applied
    )
    ends = [(each.start, each.end) for each in found.differences]
    assert ends == sorted(ends) and all(a[1] <= b[0] for a, b in pairwise(ends))


@given(states(), states())
def test_figures_are_those_of_the_evaluation(first: State, second: State) -> None:
    found = figures(first, second, TEXT, shipped())
    units = [pair.split(" ") for pair, count in found.tokens.items() for _ in range(count)]
    expected, got = reliability(units), found.reliability
    for name in ("fleiss", "davies_fleiss", "alpha", "observed", "units"):
        assert getattr(got, name) == pytest.approx(getattr(expected, name))
    assert found.labelled == figures(second, first, TEXT, shipped()).labelled
    assert together([found, found], shipped()).labelled == found.labelled


def test_agreement_is_whole_and_none() -> None:
    assert (
        figures(PLAIN, PLAIN, TEXT, shipped()).labelled
        == figures(State(), State(), TEXT, shipped()).labelled
        == 1
    )
    assert figures(PLAIN, State(), TEXT, shipped()).labelled == 0
    one = figures(PLAIN, changed(PLAIN, Relabel(1, "region")), TEXT, shipped())
    assert one.labelled == pytest.approx(2 / 3) and one.unlabelled == 1 and one.differences == 1
    assert one.labels == {"city": (0, 1, 0), "firstname_female": (2, 2, 2), "region": (0, 0, 1)}


# --- the whole way of an essay
# -------------------------------------------------------------------------------------------------------


@pytest.fixture
def double(project: Project, admin: User) -> None:
    """Two reviewers an essay from now on."""
    project.change_settings(msgspec.structs.replace(project.settings, double=True), admin.id)


@pytest.fixture
def other(project: Project, admin: User) -> User:
    return people.add(project, "Olle", PASSWORD, "reviewer")


def do(workbench: Workbench, essay_id: int, user: User, make: Callable[[State], Change]) -> None:
    """Somebody changes their reading."""
    essay, reading, _ = workbench.open(essay_id, user)
    workbench.change(essay, reading, make(reading.state), user)


def finish(workbench: Workbench, essay_id: int, user: User, done: bool = True) -> None:
    """Somebody is done, or takes it up again."""
    essay, reading, _ = workbench.open(essay_id, user)
    workbench.finish(essay, reading, done, user)


def key_of(state: State, label: str) -> int:
    return next(mark.key for mark in state.applied if mark.label == label)


def row(workbench: Workbench, essay_id: int) -> essays.Row:
    return essays.load(workbench.project, essay_id).row


@pytest.fixture
def waiting(
    workbench: Workbench, essay: Callable[..., int], double: None, reviewer: User, other: User
) -> int:
    """An essay of which both readings are done; they differ at the city."""
    essay_id = essay()
    do(workbench, essay_id, reviewer, lambda state: Relabel(key_of(state, "city"), "region"))
    do(workbench, essay_id, other, lambda state: Accept((key_of(state, "city"),)))
    finish(workbench, essay_id, reviewer)
    finish(workbench, essay_id, other)
    return essay_id


def settle(
    workbench: Workbench, essay_id: int, user: User, take: Callable[[Difference], Choice | None]
) -> bool:
    """A curator settles an essay."""
    essay = essays.load(workbench.project, essay_id)
    found, held = workbench.compare(essay)
    choices = {each.at: choice for each in found.differences if (choice := take(each))}
    return workbench.settle(essay, (held["first"].head, held["second"].head), choices, "", user)


def test_from_new_to_released(
    workbench: Workbench,
    essay: Callable[..., int],
    double: None,
    reviewer: User,
    other: User,
    curator: User,
) -> None:
    essay_id = essay()
    assert (row(workbench, essay_id).status, row(workbench, essay_id).stage) == ("new", "open")
    before = row(workbench, essay_id)
    do(workbench, essay_id, reviewer, lambda state: Relabel(key_of(state, "city"), "region"))
    after = row(workbench, essay_id)
    assert after.status == "in_review"
    assert (after.doubtful, after.leaks, after.counts) == (
        before.doubtful,
        before.leaks,
        before.counts,
    )  # nothing is told to the other
    finish(workbench, essay_id, reviewer)
    assert row(workbench, essay_id).stage == "open"
    assert workbench.open(essay_id, other)[1].state.applied[-1].label != "region"
    finish(workbench, essay_id, other)
    assert (row(workbench, essay_id).status, row(workbench, essay_id).stage) == (
        "in_review",
        "waits",
    )
    assert settle(workbench, essay_id, curator, lambda difference: Choice("first"))
    assert (row(workbench, essay_id).status, row(workbench, essay_id).stage) == (
        "reviewed",
        "settled",
    )
    reading = workbench.open(essay_id, curator)[1]
    assert reading.slot == "settled" and reading.done
    assert "region" in {
        mark.label
        for mark in workbench.final(essays.load(workbench.project, essay_id)).state.applied
    }
    assert workbench.release([essay_id], curator) == {}
    assert row(workbench, essay_id).status == "released"
    workbench.take_back(essays.load(workbench.project, essay_id), curator)
    finish(workbench, essay_id, curator, done=False)
    do(workbench, essay_id, curator, lambda state: Relabel(key_of(state, "region"), "city"))
    assert (row(workbench, essay_id).status, row(workbench, essay_id).stage) == (
        "in_review",
        "settled",
    )


def test_nobody_compares_before_both_are_done(
    workbench: Workbench, essay: Callable[..., int], double: None, reviewer: User, curator: User
) -> None:
    essay_id = essay()
    finish(workbench, essay_id, reviewer)
    with pytest.raises(RefusedError):
        workbench.compare(essays.load(workbench.project, essay_id))


def test_a_single_reading_is_not_settled(workbench: Workbench, essay: Callable[..., int]) -> None:
    with pytest.raises(RefusedError):
        workbench.compare(essays.load(workbench.project, essay()))


def test_a_reading_can_be_taken_up_again_until_it_is_settled(
    workbench: Workbench, waiting: int, reviewer: User, curator: User
) -> None:
    finish(workbench, waiting, reviewer, done=False)
    assert row(workbench, waiting).stage == "open"
    assert list(double_review.agreements(workbench.project)) == []
    finish(workbench, waiting, reviewer)
    assert len(list(double_review.agreements(workbench.project))) == 1
    settle(workbench, waiting, curator, lambda difference: Choice("second"))
    with pytest.raises(RefusedError):
        finish(workbench, waiting, reviewer, done=False)


def test_settling_twice_or_what_has_moved_is_refused(
    workbench: Workbench, waiting: int, reviewer: User, curator: User
) -> None:
    essay = essays.load(workbench.project, waiting)
    _, held = workbench.compare(essay)
    heads = held["first"].head, held["second"].head
    finish(workbench, waiting, reviewer, done=False)
    do(workbench, waiting, reviewer, lambda state: Reject((state.applied[0].key,)))
    finish(workbench, waiting, reviewer)
    with pytest.raises(StaleError):
        workbench.settle(essay, heads, {}, "", curator)
    settle(workbench, waiting, curator, lambda difference: Choice("first"))
    with pytest.raises(StaleError):
        settle(workbench, waiting, curator, lambda difference: Choice("first"))


def test_what_was_taken_up_again_without_a_change_is_not_settled(
    workbench: Workbench,
    waiting: int,
    reviewer: User,
    curator: User,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    essay = essays.load(workbench.project, waiting)
    compared, held = workbench.compare(essay)
    finish(workbench, waiting, reviewer, done=False)
    monkeypatch.setattr(workbench, "compare", lambda _: (compared, held))  # it was looked at before
    with pytest.raises(StaleError):
        workbench.settle(essay, (held["first"].head, held["second"].head), {}, "", curator)
    assert row(workbench, waiting).stage == "open"


def test_what_is_left_open_keeps_the_essay_in_review(
    workbench: Workbench, waiting: int, curator: User
) -> None:
    assert not settle(workbench, waiting, curator, lambda difference: None)
    assert row(workbench, waiting).status == "in_review" and row(workbench, waiting).doubtful > 0
    essay, reading, view = workbench.open(waiting, curator)
    assert not reading.done and {mark.label for mark in view.queue} == {"city", "region"}
    workbench.finish(essay, reading, True, curator)
    assert row(workbench, waiting).status == "reviewed"


def test_what_a_file_left_out_and_neither_decided_stays_open(
    workbench: Workbench, double: None, reviewer: User, other: User, curator: User
) -> None:
    (found,) = workbench.add([(Document("E1", "Jag bor i Malmö."), ())], None)
    assert isinstance(found, int)
    for user in (reviewer, other):
        finish(workbench, found, user)
    settle(workbench, found, curator, lambda difference: None)
    assert row(workbench, found).leaks == "REVIEW" and workbench.release([found], curator) == {
        found: "leaks"
    }


# --- the pages
# -----------------------------------------------------------------------------------------------------------------------


def test_a_curator_does_not_settle_their_own_difference(
    workbench: Workbench, waiting: int, reviewer: User, curator: User, client: Client
) -> None:
    people.change(workbench.project, reviewer.id, role="curator")
    (own,) = (each for each in people.users(workbench.project) if each.id == reviewer.id)
    with pytest.raises(RefusedError, match="does not settle"):
        settle(workbench, waiting, own, lambda _: Choice("first"))
    for user, mine in ((own, True), (curator, False)):
        page = client(user).get(f"/settle/{waiting}").text
        assert ("en annan redaktör avgör" in page) == mine == ("Avgör</button>" not in page)
    essay = essays.load(workbench.project, waiting)
    heads = " ".join(
        str(readings.all_of(workbench.project, essay)[slot].head) for slot in ("first", "second")
    )
    answer = client(own).post(f"/settle/{waiting}", data={"heads": heads, "take0": "first"})
    assert answer.status_code == 403 and "avgör inte mellan dem" in answer.text
    assert settle(workbench, waiting, curator, lambda _: Choice("first"))


def test_the_list_tells_who_waits(
    client: Client, workbench: Workbench, waiting: int, curator: User, reviewer: User
) -> None:
    page = client(curator).get("/settle").text
    assert f'href="/settle/{waiting}"' in page and "Rut" in page and "Olle" in page
    assert f'href="/settle/{waiting}"' in client(curator).get("/").text
    assert f'href="/settle/{waiting}"' not in client(reviewer).get("/").text
    assert client(curator).get("/settle?stage=open").status_code == 200
    assert client(curator).get("/settle?stage=nonsense").status_code == 404


def test_a_curator_who_opens_what_two_have_read_comes_to_settle_it(
    client: Client,
    workbench: Workbench,
    project: Project,
    waiting: int,
    curator: User,
    reviewer: User,
) -> None:
    answer = client(curator).get(f"/essays/{waiting}?mark=3")
    assert (answer.status_code, answer.headers["location"]) == (303, f"/settle/{waiting}")
    assert client(reviewer).get(f"/essays/{waiting}").status_code == 200, (
        "who has read it sees their own"
    )
    third = people.add(project, "Tove", PASSWORD, "reviewer")
    assert client(third).get(f"/essays/{waiting}").status_code == 403
    finish(workbench, waiting, reviewer, done=False)
    assert client(curator).get(f"/essays/{waiting}").status_code == 403, (
        "nothing is shown before both are done"
    )


def test_reviewers_stay_out(client: Client, waiting: int, reviewer: User) -> None:
    for path in ("/settle", f"/settle/{waiting}"):
        assert client(reviewer).get(path).status_code == 403
    assert client(reviewer).post(f"/settle/{waiting}", data={"heads": "1 2"}).status_code == 403


def test_a_curator_who_reads_sees_nothing_before_both_are_done(
    client: Client,
    workbench: Workbench,
    essay: Callable[..., int],
    double: None,
    reviewer: User,
    curator: User,
) -> None:
    essay_id = essay()
    do(workbench, essay_id, curator, lambda state: Accept((key_of(state, "city"),)))
    finish(workbench, essay_id, reviewer)
    answer = client(curator).get(f"/settle/{essay_id}")
    assert answer.status_code == 403 and "Malmö" not in answer.text


def test_settling_by_the_form(
    client: Client, workbench: Workbench, waiting: int, curator: User
) -> None:
    browser = client(curator)
    page = browser.get(f"/settle/{waiting}").text
    assert "region" in page and 'name="take0"' in page
    held = readings.all_of(workbench.project, essays.load(workbench.project, waiting))
    heads = f"{held['first'].head} {held['second'].head}"
    assert browser.post(f"/settle/{waiting}", data={"heads": "x"}).status_code == 422
    assert (
        browser.post(
            f"/settle/{waiting}", data={"heads": heads, "take0": "own", "label0": "spaceship"}
        ).status_code
        == 422
    )
    answer = browser.post(
        f"/settle/{waiting}", data={"heads": heads, "label0": "place", "comment": "Gemensamt"}
    )
    assert answer.status_code == 303 and answer.headers["location"] == f"/essays/{waiting}"
    state = workbench.final(essays.load(workbench.project, waiting)).state
    assert "place" in {mark.label for mark in state.applied} and state.comment == "Gemensamt"
    assert (
        browser.post(f"/settle/{waiting}", data={"heads": heads, "take0": "first"}).status_code
        == 409
    )
    assert browser.get(f"/settle/{waiting}").status_code == 200


def test_settling_by_keys(
    page: Callable[..., Page], workbench: Workbench, waiting: int, curator: User
) -> None:
    window = page(curator)
    window.goto(f"/settle/{waiting}")
    window.keyboard.press("1")
    expect(window.locator(".difference.chosen")).to_have_count(1)
    window.keyboard.press("Enter")
    window.wait_for_url(f"**/essays/{waiting}")
    assert row(workbench, waiting).status == "reviewed"
    window.set_viewport_size({"width": 390, "height": 800})
    for path in ("/settle?stage=settled", f"/settle/{waiting}"):
        window.goto(path)
        assert window.evaluate("document.documentElement.scrollWidth") <= 390


def test_what_was_chosen_outlives_the_end_of_the_session(
    page: Callable[..., Page], workbench: Workbench, waiting: int, curator: User
) -> None:
    window = page(curator, failing=True)
    window.goto(f"/settle/{waiting}")
    window.fill("textarea", "Gemensamt")
    window.locator("input[value=first]").check()
    end_sessions(workbench.project)
    window.locator(".deciding button").click()
    expect(window.locator("#notice")).to_contain_text("utloggad")
    log_in_again(window, curator)
    window.locator(".deciding button").click()
    expect(window.locator("#notice")).to_contain_text("inloggad som Kurt")
    at_rest(window)
    window.locator(".deciding button").click()
    window.wait_for_url(f"**/essays/{waiting}")
    assert workbench.final(essays.load(workbench.project, waiting)).state.comment == "Gemensamt"
    assert row(workbench, waiting).status == "reviewed"
