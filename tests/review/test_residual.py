"""How much is still there in essays that nobody read: by what people added to those they read, by
the detector's probabilities, and where it is said."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from maskera.evaluate.misses import misses
from maskera.review import essays
from maskera.review.counters import Counts, decoded, encoded
from maskera.review.people import User
from maskera.review.residual import residual
from maskera.review.state import Add
from maskera.review.workbench import Workbench
from review.conftest import Client

TEXT = "Jag heter Nadia Qwerberg och bor i Borås. Min vän Zxcva bor i Lund."
Essay = Callable[..., int]


def read(workbench: Workbench, key: int, user: User, missed: str = "") -> None:
    """Somebody opens an essay, marks what the detector missed, and calls it reviewed."""
    opened, reading, _ = workbench.open(key, user)
    essays.see(workbench.project, opened)
    if missed:
        start = opened.content.text.index(missed)
        change = Add(start, start + len(missed), "firstname_unknown", (), 0)
        workbench.change(opened, reading, change, user)
        opened, reading, _ = workbench.open(key, user)
    workbench.finish(opened, reading, True, user)


def test_nothing_is_known_before_somebody_reads(
    workbench: Workbench, reviewer: User, essay: Essay
) -> None:
    essay(TEXT)
    found = residual(workbench.project)
    assert (found.read, found.unread) == (0, 1) and found.by_review.share > 0.5
    assert residual(workbench.project, released=True).unread == 0 and not found.disagree


def test_what_people_added_bounds_what_is_left_in_the_others(
    workbench: Workbench, reviewer: User, essay: Essay
) -> None:
    first, second, third = (essay(TEXT, name) for name in ("E1", "E2", "E3"))
    read(workbench, first, reviewer, "bor")
    read(workbench, second, reviewer)
    found = residual(workbench.project)
    assert (found.read, found.unread, found.missed) == (2, 1, 1)
    left = decoded(essays.listed(workbench.project, [third])[0].counts).left
    words = len(TEXT.split())
    assert left is not None and left.missed == 0
    assert found.passed == 2 * (words - left.marked)
    expected = misses(1, found.passed, left.marked, words - left.marked)
    assert found.by_review == expected
    assert found.per_thousand[0] == -int(-1000 * expected.share // 1)
    read(workbench, third, reviewer)
    everything = residual(workbench.project)
    assert everything.unread == 0 and everything.by_review.rate < found.by_review.rate


def test_another_label_where_the_detector_marked_is_no_miss(
    workbench: Workbench, reviewer: User, essay: Essay
) -> None:
    read(workbench, essay(TEXT), reviewer, "vän")  # which it calls fam
    assert residual(workbench.project).missed == 0


def test_who_calls_essays_reviewed_without_opening_them_has_not_read_them(
    workbench: Workbench, reviewer: User, essay: Essay
) -> None:
    opened, reading, _ = workbench.open(essay(TEXT), reviewer)
    workbench.finish(opened, reading, True, reviewer)
    found = residual(workbench.project, released=True)
    assert (found.read, found.unread) == (0, 1)


def test_places_that_nobody_decided_on_count_by_their_probability(
    workbench: Workbench, essay: Essay
) -> None:
    key = essay(TEXT)
    held = decoded(essays.listed(workbench.project, [key])[0].counts)
    assert held.left is not None
    known = encoded(Counts(held.labels, left=type(held.left)(10, 0, ((300, 2), (100, 1)))))
    with workbench.project.write() as connection:
        connection.execute(essays.schema.essay.update().values(counts=known))
    found = residual(workbench.project)
    assert found.expected == pytest.approx(0.7 / 10.7) and found.expected < found.by_probability
    assert found.by_probability <= 3 / 13
    with workbench.project.write() as connection:  # as it was stored before this was counted
        connection.execute(essays.schema.essay.update().values(counts='{"labels":{"city":1}}'))
    assert residual(workbench.project).unread == 0


def test_the_statistics_and_the_release_say_it(
    client: Client, workbench: Workbench, reviewer: User, curator: User, essay: Essay
) -> None:
    first, second = essay(TEXT, "E1"), essay(TEXT, "E2")
    page = client(reviewer).get("/statistics").text
    assert "Ingen text har lästs och granskats än" in page
    read(workbench, first, reviewer, "bor")
    opened, reading, _ = workbench.open(second, reviewer)
    workbench.finish(opened, reading, True, reviewer)
    found = residual(workbench.project)
    told = rf"Av 1 000 personliga ord finns högst {found.per_thousand[0]} kvar i de 1 texter"
    assert re.search(told, client(reviewer).get("/statistics").text)
    assert re.search(told, client(curator).get("/release").text)
    assert 'id="residual"' not in client(curator).get("/release?show=held").text


def test_no_doubt_is_not_told_as_none_left(
    client: Client, workbench: Workbench, reviewer: User, essay: Essay
) -> None:
    key = essay(TEXT)
    held = decoded(essays.listed(workbench.project, [key])[0].counts)
    assert held.left is not None
    sure = encoded(Counts(held.labels, left=type(held.left)(10, 0, ())))
    with workbench.project.write() as connection:
        connection.execute(essays.schema.essay.update().values(counts=sure))
    page = client(reviewer).get("/statistics").text
    assert "tvekade inte om något ord" in page and "högst 0 av 1 000" not in page
