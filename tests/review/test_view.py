"""What a state looks like: pseudonyms that people chose are inflected, take the case of the place,
and are leak-checked."""

from __future__ import annotations

from typing import Any

import pytest

from maskera.leaks.findings import findings, verdict
from maskera.leaks.words import Finding
from maskera.mentions import Mention
from maskera.pipeline import Pipeline
from maskera.result import LeakStatus
from maskera.review.essays import Content
from maskera.review.state import (
    Accept,
    AcceptLeaks,
    Add,
    Change,
    ChangeError,
    Mark,
    Pseudonym,
    Reject,
    Relabel,
    State,
    apply,
)
from maskera.review.view import View, look, reasons, redrawn, shared_base
from maskera.taxonomy import shipped
from maskera.text import Document

TEXT = (
    "Anna Berg bor i Malmö. Annas mamma heter ANNA och anna reser. Sverige är stort. Hon är 12 år."
)
MARKS = (
    Mark(0, 0, 4, "firstname_female", 1),
    Mark(1, 5, 9, "surname", 1),
    Mark(2, 16, 21, "city", 2),
    Mark(3, 23, 28, "firstname_female", 1, frozenset({"gen"})),
    Mark(4, 41, 45, "firstname_female", 1),
    Mark(5, 50, 54, "firstname_female", 1),
    Mark(6, 62, 69, "country", 3),
    Mark(7, 87, 89, "age_digits", 4),
)


def view(
    nlp: Pipeline, *changes: Change, text: str = TEXT, marks: tuple[Mark, ...] = MARKS
) -> View:
    state = State(marks)
    for change in changes:
        state = apply(state, change, text, shipped())
    return look(nlp, Document("E1", text), state)


def texts(seen: View) -> dict[int, str]:
    return {key: replacement.text for key, replacement in seen.replacements.items()}


def test_the_referents_pseudonym_is_inflected_and_takes_the_case_of_each_place(
    nlp: Pipeline,
) -> None:
    seen = view(nlp, Pseudonym(3, "stina"))
    made = texts(seen)
    assert [made[key] for key in (0, 3, 4, 5)] == ["Stina", "Stinas", "STINA", "stina"]
    assert "Stinas mamma heter STINA och stina reser." in seen.release.text
    assert seen.result.aliases[("firstname_female", 1)] == "stina"
    assert made[1] != "stina", "the surname under the same number has one of its own"


def test_only_here_is_exactly_what_was_written(nlp: Pipeline) -> None:
    drawn = texts(view(nlp))
    made = texts(view(nlp, Pseudonym(5, "Lill-Eva", referent=False)))
    assert made.pop(5) == "Lill-Eva"
    drawn.pop(5)
    assert made == drawn


def test_words_made_of_a_name_follow_a_choice_but_for_what_was_chosen_itself(
    nlp: Pipeline,
) -> None:
    text = "Vi bor i Lund. Lundaborna sjunger. Lundabon ler."
    marks = (Mark(0, 9, 13, "city", 1), Mark(1, 35, 43, "sensitive", 2))
    seen = view(nlp, Pseudonym(0, "Kalmar"), text=text, marks=marks)
    assert seen.release.text == "Vi bor i Kalmar. Kalmariterna sjunger. Kalmariten ler."
    own = view(nlp, Pseudonym(0, "Kalmar"), Pseudonym(1, "Någon", False), text=text, marks=marks)
    assert own.release.text == "Vi bor i Kalmar. Kalmariterna sjunger. Någon ler."


def test_a_text_with_chosen_pseudonyms_is_checked_for_leaks_once(
    nlp: Pipeline, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked = []

    def counted(text: str, *others: Any) -> tuple[Finding, ...]:
        checked.append(text)
        return findings(text, *others)

    monkeypatch.setattr("maskera.replace.findings", counted)
    monkeypatch.setattr("maskera.review.view.findings", counted)
    seen = view(nlp, Pseudonym(0, "Eva"), Pseudonym(2, "Kalmar"))
    assert checked == [seen.release.text]


def test_without_a_choice_it_is_as_drawn(nlp: Pipeline) -> None:
    assert view(nlp, Pseudonym(0, "Eva"), Pseudonym(0, "")).release == view(nlp).release


@pytest.mark.parametrize("change", [Pseudonym(2, "Anna"), Pseudonym(2, "anna", referent=False)])
def test_an_original_as_pseudonym_is_a_leak(nlp: Pipeline, change: Change) -> None:
    assert view(nlp).result.leaks is LeakStatus.PASS
    seen = view(nlp, change)
    assert seen.result.leaks is LeakStatus.FAIL
    assert seen.release.leaks is LeakStatus.FAIL
    assert seen.findings
    assert view(nlp, Pseudonym(0, "Berg")).result.leaks is LeakStatus.REVIEW, (
        "a surname that is a word too"
    )
    assert not view(nlp, change, AcceptLeaks()).may_leave, "nobody can accept that"


def test_what_is_rejected_leaks_where_the_same_is_hidden_elsewhere(nlp: Pipeline) -> None:
    seen = view(nlp, Reject((5,)))
    assert seen.result.leaks is LeakStatus.FAIL
    assert [seen.release.text[f.offset : f.offset + 4] for f in seen.findings] == ["anna"]


def test_the_verdict_is_that_of_the_text_that_leaves(nlp: Pipeline) -> None:
    for changes in ((), (Reject((2,)),), (Reject((5,)),), (Pseudonym(0, "Stina"), Reject((2,)))):
        seen = view(nlp, *changes)
        found = findings(
            seen.release.text, seen.result.document, seen.result.replacements, nlp.language
        )
        assert (seen.findings, seen.result.leaks) == (found, verdict(found))


def test_what_the_policy_marks_is_replaced_when_a_person_says_so(nlp: Pipeline) -> None:
    assert not view(nlp).replacements[6].hidden
    seen = view(nlp, Pseudonym(6, "Norge"))
    assert (seen.replacements[6].text, seen.replacements[6].hidden) == ("Norge", True)
    assert "Sverige" not in seen.release.text


def test_another_pseudonym_is_drawn_and_the_old_one_not_again(nlp: Pipeline) -> None:
    seen, met = view(nlp), set()
    for turn in range(6):
        met.add(texts(seen)[0])
        change = redrawn(nlp, seen, 0, turn)
        assert change.referent
        seen = look(nlp, seen.result.document, apply(seen.state, change, TEXT, shipped()))
        assert seen.result.leaks is LeakStatus.PASS
    assert len(met) >= 4, "it may come back by chance, but does not go to and fro"
    with pytest.raises(ChangeError) as caught:
        redrawn(nlp, seen, 6)
    assert caught.value.code == "fixed"


def test_each_part_of_a_name_is_chosen_and_drawn_by_itself(nlp: Pipeline) -> None:
    text = "Alis vän Ali Hassan Lind bor här. HASSANS bil är Hassans."
    gen = frozenset({"gen"})
    marks = (
        Mark(0, 0, 4, "firstname_male", 1, gen), Mark(1, 9, 12, "firstname_male", 1), Mark(2, 13, 19, "firstname_male", 1),
        Mark(3, 20, 24, "surname", 1), Mark(4, 34, 41, "firstname_male", 1, gen), Mark(5, 49, 56, "firstname_male", 1, gen),
    )  # fmt: skip
    drawn = view(nlp, text=text, marks=marks)
    before = texts(drawn)
    assert texts(view(nlp, Pseudonym(1, "Kalle"), text=text, marks=marks)) == {
        **before,
        0: "Kalles",
        1: "Kalle",
    }
    chosen = view(nlp, Pseudonym(4, "Kalle"), text=text, marks=marks)
    assert texts(chosen) == {**before, 2: "Kalle", 4: "KALLES", 5: "Kalles"}
    assert chosen.result.aliases == drawn.result.aliases, "the mapping speaks for the first part"
    assert [shared_base(chosen, part) for part in (marks[:2], (marks[5], marks[2]))] == [
        before[1],
        "Kalle",
    ]
    for key, part in ((0, (0, 1)), (4, (2, 4, 5))):
        change = redrawn(nlp, drawn, key)
        after = texts(view(nlp, change, text=text, marks=marks))
        assert {each for each in before if after[each] != before[each]} == set(part)
        assert (
            change.text not in before.values() and after[part[-1] if key == 0 else 2] == change.text
        )


def test_the_queue_begins_with_the_most_doubtful(nlp: Pipeline) -> None:
    unsure = (
        Mark(0, 0, 4, "surname", 1, probability=0.9), Mark(1, 5, 9, "city", 2, probability=0.55),
        Mark(2, 16, 21, "city", 3, probability=0.3, decision="candidate"), Mark(3, 23, 28, "surname", 1, probability=0.999),
    )  # fmt: skip
    assert [mark.key for mark in view(nlp, marks=unsure).queue] == [1, 2, 0]
    assert [mark.key for mark in view(nlp, Accept((1,)), Reject((2,)), marks=unsure).queue] == [0]


def test_reasons_are_the_detectors_and_stay_with_their_mark(nlp: Pipeline) -> None:
    mentions = nlp.detect(Document("E1", TEXT))[1]
    content = Content("E1", TEXT, "sv", {}, tuple(mentions))
    marks = tuple(
        Mark(at, m.span.start, m.span.end, m.label, m.number) for at, m in enumerate(mentions)
    )
    told = reasons(content, marks[0])
    assert told[0].label == mentions[0].label
    assert [reason.probability for reason in told] == sorted(
        (reason.probability for reason in told), reverse=True
    )
    weights = [[abs(evidence.weight) for evidence in reason.evidence] for reason in told]
    assert all(each == sorted(each, reverse=True) for each in weights)
    added = apply(State(marks), Add(70, 72, "extra"), TEXT, shipped())
    assert reasons(content, max(added.marks, key=lambda mark: mark.key)) == (), (
        "what a person marked has no evidence"
    )


def test_a_new_label_keeps_the_text_free_of_the_old_pseudonym(nlp: Pipeline) -> None:
    seen = view(nlp, Pseudonym(2, "Byhult"), Relabel(2, "work"))
    assert "Byhult" not in seen.release.text


def test_a_settled_text_is_not_replaced_again(nlp: Pipeline) -> None:
    seen = look(nlp, Document("E1", TEXT), State(MARKS), settled=True)
    assert seen.release.text == TEXT
    assert [mention.span.start for mention in seen.release.mentions] == [
        mark.start for mark in MARKS
    ]
    assert isinstance(seen.result.mentions[0], Mention)
