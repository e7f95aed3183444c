"""Essays that come annotated: the file's marks and numbers stand, and what the detector claims
beside them falls in with these."""

from __future__ import annotations

import msgspec
import pytest

from maskera.formats import marked
from maskera.review import essays
from maskera.review.people import User
from maskera.review.state import Accept
from maskera.review.workbench import Workbench
from maskera.taxonomy import shipped
from maskera.text import Document


def added(workbench: Workbench, written: str) -> int:
    text, marks = marked.parse(written, "E1", shipped())
    found = next(workbench.add([(Document("E1", text), marks)], None))
    assert isinstance(found, int), found
    return found


def numbers(workbench: Workbench, essay_id: int) -> list[tuple[str, int]]:
    """The words of an essay's marks, relatives aside, with their numbers."""
    essay = essays.load(workbench.project, essay_id)
    marks = workbench.final(essay).state.marks
    return [
        (essay.content.text[mark.start : mark.end], mark.number)
        for mark in marks
        if mark.label != "fam"
    ]


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        (
            "Jag heter [[Klara|firstname_female|ref=4]] och bor i [[Malmö|city|ref=7]]. Klaras bror bor i Kiruna. Jag gillar Malmö.",
            [("Klara", 4), ("Malmö", 7), ("Klaras", 4), ("Kiruna", 10), ("Malmö", 7)],
        ),
        (
            "Jag heter [[Klara|firstname_female]] och bor i Malmö. [[Klaras|firstname_female|gen]] bror bor i [[Malmö|city]].",
            [("Klara", 1), ("Malmö", 2), ("Klaras", 1), ("Malmö", 2)],
        ),
        (
            "Jag bor i [[Malmö|city]]. Jag heter [[Klara|firstname_female|ref=1]]. [[Klara|firstname_female]] gillar Malmö.",
            [("Malmö", 2), ("Klara", 1), ("Klara", 1), ("Malmö", 2)],
        ),
        (
            "Jag heter [[Klara|surname|ref=2]] och bor i [[Malmö|firstname_male|ref=1]]. Malmö är bra.",
            [("Klara", 2), ("Malmö", 1), ("Malmö", 4)],
        ),
        ("Vi var [[hemma|place]] och [[Hemma|place]].", [("hemma", 1), ("Hemma", 1)]),
    ],
)
def test_what_means_the_same_has_the_files_number(
    workbench: Workbench, written: str, expected: list[tuple[str, int]]
) -> None:
    assert numbers(workbench, added(workbench, written)) == expected


def test_accepted_candidates_give_nobody_a_second_name(
    workbench: Workbench, reviewer: User
) -> None:
    made = added(
        workbench,
        "Jag heter [[Klara|firstname_female|ref=1]] och bor i [[Malmö|city|ref=2]]. Jag gillar Malmö. Klara är glad.",
    )
    essay, reading, _ = workbench.open(made, reviewer)
    candidates = tuple(mark.key for mark in reading.state.marks if mark.decision == "candidate")
    assert len(candidates) == 2
    seen = workbench.change(essay, reading, Accept(candidates), reviewer)
    words = seen.release.text.replace(".", "").split()
    assert words[2] == words[10] and words[6] == words[9] and not {"Klara", "Malmö"} & {*words}


@pytest.mark.parametrize("double", [False, True])
def test_annotated_with_nothing_it_stays_so_whatever_the_settings(
    workbench: Workbench, curator: User, double: bool
) -> None:
    project = workbench.project
    project.change_settings(msgspec.structs.replace(project.settings, double=double), None)
    made = added(workbench, "Jag heter Klara Lind och bor i Kiruna.")
    bare = next(workbench.add([Document("E2", "Jag heter Klara Lind och bor i Kiruna.")], None))
    assert isinstance(bare, int)

    def counting(essay_id: int) -> int:
        return len(workbench.final(essays.load(project, essay_id)).state.applied)

    skipping = msgspec.structs.replace(project.settings, skip_genres=("narrative",))
    for genre in ("narrative", "argumentative", ""):
        essays.set_genre(project, [made, bare], genre, None)
        before = workbench.final(essays.load(project, made)).state
        project.change_settings(skipping, None)
        workbench.refresh()
        assert workbench.final(essays.load(project, made)).state == before and counting(made) == 0
        assert (counting(bare) == 0) == (genre == "narrative")
    essay = essays.load(project, made)
    assert (
        essay.row.leaks == "REVIEW"
        and workbench.preview(essay, project.settings).release.text == essay.content.text
    )
