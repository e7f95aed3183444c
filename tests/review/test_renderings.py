"""What is kept of essays that were looked at: no look differs from one that was made anew."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from maskera.pipeline import Pipeline, load
from maskera.result import LeakStatus
from maskera.review import essays, readings, view
from maskera.review import workbench as module
from maskera.review.people import User
from maskera.review.project import Settings
from maskera.review.renderings import Renderings
from maskera.review.state import (
    Accept,
    Add,
    Change,
    Comment,
    Pseudonym,
    Reject,
    Relabel,
    State,
    apply,
)
from maskera.review.view import look
from maskera.review.workbench import Workbench
from maskera.taxonomy import shipped
from maskera.text import Document

TEXT = "Jag heter Anna Berg och bor i Malmö. Anna går i skolan i Lund."


@pytest.fixture
def made(workbench: Workbench, monkeypatch: pytest.MonkeyPatch) -> list[State]:
    """The states that were rendered, in order."""
    states: list[State] = []
    rendered = view.rendered

    def noted(
        nlp: Pipeline, document: Document, state: State, settled: bool = False
    ) -> view.Rendered:
        states.append(state)
        return rendered(nlp, document, state, settled)

    monkeypatch.setattr(module, "rendered", noted)
    return states


CHANGES: Mapping[str, Callable[[State], Change]] = {
    "accept": lambda state: Accept((state.applied[0].key,)),
    "comment": lambda state: Comment("osäker", state.applied[0].key, ("OBS!",)),
    "reject": lambda state: Reject((state.applied[0].key,)),
    "relabel": lambda state: Relabel(state.applied[-1].key, "region"),
    "pseudonym": lambda state: Pseudonym(state.applied[0].key, "Stina"),
    "add": lambda state: Add(0, 3, "extra"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_is_looked_at_as_if_nothing_were_kept(
    workbench: Workbench, essay: Callable[..., int], reviewer: User, made: list[State], name: str
) -> None:
    row = essay(TEXT)
    held, reading, before = workbench.open(row, reviewer)
    state = apply(reading.state, CHANGES[name](reading.state), TEXT, shipped())
    made.clear()
    seen = workbench.look(held, state)
    assert len(made) == (name not in ("accept", "comment"))  # which change nothing in the text
    fresh = look(workbench.nlp(held.document), held.document, state)
    assert seen == fresh and seen.summary() == fresh.summary()
    assert workbench.look(held, reading.state) == before


def test_other_settings_genres_and_texts_are_rendered_anew(
    workbench: Workbench, essay: Callable[..., int], reviewer: User, made: list[State]
) -> None:
    row = essay(TEXT, genre="letter")
    held, reading, _ = workbench.open(row, reviewer)
    made.clear()
    workbench.look(held, reading.state)
    assert not made
    settings = set_policy(workbench, "category")
    assert "<" in workbench.look(held, reading.state).release.text
    workbench.project.change_settings(settings, None)
    assert "<" not in workbench.look(held, reading.state).release.text
    assert len(made) == 1
    essays.set_genre(workbench.project, [row], "review", None)
    other = essays.load(workbench.project, row)
    workbench.look(other, readings.of(workbench.project, other, reviewer).state)
    longer = replace(held, content=msgspec.structs.replace(held.content, text=TEXT + " Hej"))
    assert workbench.look(longer, reading.state).release.text.endswith(" Hej")
    assert len(made) == 3


def set_policy(workbench: Workbench, policy: str) -> Settings:
    """Give the project another policy; its settings before."""
    before = workbench.project.settings
    workbench.project.change_settings(msgspec.structs.replace(before, policy=policy), None)
    return before


def test_no_more_is_kept_than_may_be(
    workbench: Workbench, essay: Callable[..., int], reviewer: User, made: list[State]
) -> None:
    opened = [workbench.open(essay(f"{TEXT} {n}", f"E{n}"), reviewer)[:2] for n in range(4)]
    workbench._renderings = Renderings(most=3 * len(TEXT))  # two of them and a rest
    made.clear()
    for held, reading in (*opened, *opened[2:], opened[0]):
        workbench.look(held, reading.state)
    assert len(made) == 5  # the last two were there still, the first was not


def test_what_is_allowed_is_no_leak_when_an_essay_is_looked_at(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text('[[allow]]\nforms = ["Malmö FF"]\n', encoding="utf-8")
    nlp = load("sv", mode="rules", key=b"an invented key of 32 bytes, ok?", recognizers=path)
    document = Document("d", "Jag bor i Malmö. Jag gillar Malmö FF.", "sv")
    town = document.text.index("Malmö")
    change = Add(town, town + 5, "city")
    state = apply(State(), change, document.text, nlp.language.taxonomy)
    seen = look(nlp, document, state)
    again = view.thawed(nlp, document, state, view.frozen(seen), False)
    for one in (seen, again):
        assert one.findings and all(found.weak for found in one.findings)
        assert one.result.leaks is LeakStatus.REVIEW
