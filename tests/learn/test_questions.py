"""What is asked next, what an answer says, and taking it back."""

from __future__ import annotations

from pathlib import Path

import pytest

from learn.invented import corpus
from maskera.errors import DataError, MaskeraError
from maskera.evaluate.align import OUTSIDE
from maskera.learn.decisions import SPLIT
from maskera.learn.learner import learner
from maskera.learn.pool import pool
from maskera.learn.prior import Prior
from maskera.learn.project import Card, Sentence, Setup, create, open_project
from maskera.learn.questions import Questions

pytest.importorskip("scipy")
pytest.importorskip("cryptography")
KEY = b"k" * 32


@pytest.fixture
def questions(tmp_path: Path) -> Questions:
    texts = tuple((document.id, document.text) for document, _ in corpus(10))
    project = create(tmp_path / "p.learn", Setup(texts, "none", ("name", "place"), 7), KEY)
    return Questions(project, learner(pool(project.documents), Prior()))


def test_a_card_is_asked_until_it_is_answered_and_again_when_that_is_taken_back(
    questions: Questions,
) -> None:
    first = questions.card("term")
    assert first is not None and questions.card("term") == first
    assert all(place.word.lower() == first.cluster.key for place in first.places)
    whole = {" ".join(document.text.split()) for document in questions.learner.texts.documents}
    for place in first.places:  # as it is written, marks without blanks before them
        after = place.after.removesuffix(" …")
        assert any(f"{place.word}{after}" in text for text in whole)
    questions.decide(first, "2")
    second = questions.card("term")
    assert second is not None and second.cluster != first.cluster
    questions.decide(second, "s")
    assert [card.answer for card in questions.project.answers if isinstance(card, Card)] == [
        "place",
        SPLIT,
    ]
    assert questions.undo() and questions.undo() and questions.undo() is None
    assert questions.card("term") == first


def test_a_sentence_taken_back_comes_again_as_it_was_answered(questions: Questions) -> None:
    shown = questions.sentence()
    assert shown is not None and shown.drawn and shown.marked == ()  # nothing is known yet
    last = len(shown.forms)
    questions.read(shown, f"1-2 name; {last} 2")
    questions.undo()
    again = questions.sentence()
    assert again is not None and again.first == shown.first and again.drawn
    assert again.guess[:2] == ("name", "name") and again.guess[-1] == "place"
    questions.read(again, "1-2 o")
    (answer,) = questions.project.answers
    assert isinstance(answer, Sentence)
    assert answer.labels == (*[OUTSIDE] * (last - 1), "place")
    assert questions.shown(shown.first) is None  # it is read


@pytest.mark.parametrize("line", ["villain", "0", "3", "", "2-1", "O O"])
def test_an_answer_that_is_no_label_is_refused_and_keeps_the_card(
    questions: Questions, line: str
) -> None:
    asked = questions.card("term")
    assert asked is not None
    with pytest.raises(DataError, match="the answer is no label of the project"):
        questions.decide(asked, line)
    assert questions.card("term") == asked and not questions.project.answers


@pytest.mark.parametrize("line", ["99 name", "2-1 name", "0 o", "-1 name", "1- name", "x name"])
def test_corrections_of_no_tokens_are_refused(questions: Questions, line: str) -> None:
    with pytest.raises(DataError, match="the answer names no tokens of the sentence"):
        questions.corrected([OUTSIDE] * 5, line)


def test_an_answer_of_another_process_is_never_written_over(questions: Questions) -> None:
    asked = questions.card("term")
    assert asked is not None
    other = open_project(questions.project.path, KEY)
    other.add(Card("term", asked.cluster.key, "name"))
    with pytest.raises(MaskeraError, match="another process has answered meanwhile"):
        questions.decide(asked, "o")
    assert open_project(questions.project.path, KEY).answers == other.answers


def test_a_card_tells_its_gain_and_where_its_context_is_cut(tmp_path: Path) -> None:
    words = " ".join(f"w{chr(97 + number)}" for number in range(12))
    texts = (("a", f"{words} Junna {words} and Junna too"), ("b", "Junna came home"))
    project = create(tmp_path / "q.learn", Setup(texts, "none", ("name",), 7), KEY)
    asking = Questions(project, learner(pool(project.documents), Prior()))
    asked = asking.card("term")
    assert asked is not None and asked.cluster.key == "junna" and asked.gain == 3.0
    first, second, short = asked.places
    assert first.before == "… we wf wg wh wi wj wk wl " and first.after.endswith("wh …")
    assert second.before.endswith("and ") and second.after == " too"
    assert (short.before, short.after) == ("", " came home")


def test_a_card_shows_its_places_as_they_are_written(tmp_path: Path) -> None:
    texts = (("a", "Our number is (SN-7788), says Junna."),)
    project = create(tmp_path / "q.learn", Setup(texts, "none", ("name",), 7), KEY)
    asking = Questions(project, learner(pool(project.documents), Prior()))
    asked = asking.asked("term", "sn")
    assert asked is not None
    (place,) = asked.places
    assert (place.before, place.word, place.after) == (
        "Our number is (", "SN", "-7788), says Junna.",
    )  # fmt: skip


def test_a_sentence_comes_with_the_text_around_it(tmp_path: Path) -> None:
    texts = (("a", "I saw Junna.  She laughed.\nThen it rained."), ("b", "Nothing here, Tavi."))
    project = create(tmp_path / "q.learn", Setup(texts, "none", ("name",), 7), KEY)
    asking = Questions(project, learner(pool(project.documents), Prior()))
    around = {}
    while (shown := asking.sentence()) is not None:
        around[" ".join(shown.forms)] = shown.before, shown.after
        asking.read(shown, "")
    assert around == {
        "I saw Junna .": ("", "She laughed. Then it rained."),
        "She laughed .": ("I saw Junna.", "Then it rained."),
        "Then it rained .": ("I saw Junna. She laughed.", ""),
        "Nothing here , Tavi .": ("", ""),
    }


def test_random_sentences_are_drawn_of_all_and_wait_nowhere_once_read(questions: Questions) -> None:
    for _ in range(8):
        shown = questions.sentence()
        assert shown is not None
        names = [n for n, form in enumerate(shown.forms, 1) if form[0].isupper() and form != "I"]
        questions.read(shown, "; ".join(f"{n} name" for n in names))
    doubtful = questions.sentence()
    questions.card("term")
    for _ in range(12):
        shown = questions.sentence(at_random=True)
        assert shown is not None and shown.drawn and questions.shown(shown.first) is not None
        questions.read(shown, "")
        assert questions.shown(shown.first) is None
    again = questions.sentence()
    read = {answer.first for answer in questions.project.answers if isinstance(answer, Sentence)}
    assert doubtful is not None and again is not None and again.first not in read


def test_the_model_is_fitted_once_for_the_same_answers(
    questions: Questions, monkeypatch: pytest.MonkeyPatch
) -> None:
    fits: list[object] = []
    fit = type(questions.learner).fit
    monkeypatch.setattr(
        type(questions.learner), "fit", lambda self, made: fits.append(made) or fit(self, made)
    )
    asked = questions.card("term")
    questions.sentence()
    assert asked is not None and len(fits) == 1 and questions.fitted() is questions.fitted()
    questions.decide(asked, "1")
    assert questions.fitted().decisions.cards and len(fits) == 2
    questions.undo()
    assert not questions.fitted().decisions.cards and len(fits) == 3


@pytest.mark.parametrize(("answer", "other"), [("name", "o"), ("o", "place")])
def test_a_card_that_reading_contradicts_is_asked_again_until_it_is_answered(
    questions: Questions, answer: str, other: str
) -> None:
    learner = questions.learner
    cluster = max(learner.by_kind["term"].values(), key=lambda each: len(each.tokens))

    def say(place: int, label: str) -> None:
        sentence = int(learner.texts.sentence_of[cluster.tokens[place]])
        first, end = learner.texts.starts[sentence : sentence + 2].tolist()
        labels = (OUTSIDE if label == "o" else label,) * (end - first)
        questions.project.add(Sentence(first, labels, (), False))

    say(0, other)  # before the card: whoever answered it may have known
    asked = questions.asked("term", cluster.key)
    assert asked is not None
    questions.decide(asked, answer)
    assert questions.contradicted() == []
    say(1, answer)
    say(2, other)
    assert questions.contradicted() == []  # one place against one
    say(3, other)
    assert questions.contradicted() == [cluster]
    again = questions.card("term")
    assert again is not None and again.cluster == cluster and again.contradicted
    questions.decide(again, answer)
    assert questions.contradicted() == []
    following = questions.card("term")
    assert following is not None and not following.contradicted


def test_terms_of_a_split_situation_are_asked_once_and_taken_back_there(
    questions: Questions,
) -> None:
    for _ in range(200):  # until the first term of a situation that was split
        asked = questions.card("situation")
        assert asked is not None
        if asked.cluster.kind == "term":
            break
        questions.decide(asked, "s")
    assert asked.cluster.kind == "term"
    questions.decide(asked, "o")
    following = questions.card("situation")
    assert following is not None and following.cluster != asked.cluster
    questions.undo()
    again = questions.card("situation")
    assert again is not None and again.cluster == asked.cluster


def test_two_people_answer_different_cards_and_none_writes_over_the_other(
    questions: Questions, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]
    monkeypatch.setattr("maskera.learn.questions.time.monotonic", lambda: now[0])
    one = questions.card("term", "a")
    now[0] = 2.0
    two = questions.card("term", "b")
    assert one is not None and two is not None and one.cluster != two.cluster
    assert questions.card("term", "a") == one
    now[0] = 10.0
    assert questions.decide(one, "name", "a") and questions.decide(two, "o", "b")
    assert not questions.decide(one, "o", "b")  # too late: another had it before them
    first, second = questions.project.answers
    assert isinstance(first, Card) and isinstance(second, Card)
    assert (first.answer, second.answer) == ("name", OUTSIDE)
    assert (first.seconds, second.seconds) == (8.0, 8.0)
    questions.undo("a")
    assert open_project(questions.project.path, KEY).answers == [second]
    assert questions.card("term", "b") != questions.card("term", "a") == one
    assert questions.undo("a") is None and questions.undo("b") == second
    assert not open_project(questions.project.path, KEY).answers


def test_a_sentence_that_two_have_before_them_is_read_once(questions: Questions) -> None:
    """As from two browsers, whose answers come at the same time."""
    shown = questions.sentence(asker="a")
    assert shown is not None
    assert questions.read(shown, "", "a") and not questions.read(shown, "1 name", "b")
    (kept,) = questions.project.answers
    assert isinstance(kept, Sentence) and kept.labels == shown.guess
    questions.undo("a")
    assert questions.read(shown, "1 name", "b")


def test_what_somebody_has_left_lying_is_asked_of_the_next(
    questions: Questions, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]
    monkeypatch.setattr("maskera.learn.questions.time.monotonic", lambda: now[0])
    card, sentence = questions.card("term", "a"), questions.sentence(asker="c")
    assert questions.card("term", "b") != card and questions.sentence(asker="d") != sentence
    now[0] = 301.0
    assert questions.card("term", "e") == card and questions.sentence(asker="f") == sentence


def test_the_last_card_is_asked_of_all_who_ask(tmp_path: Path) -> None:
    texts = (("a", "I saw Junna here."),)
    project = create(tmp_path / "q.learn", Setup(texts, "none", ("name",), 7), KEY)
    asking = Questions(project, learner(pool(project.documents), Prior()))
    while (asked := asking.card("term", "a")) is not None:
        assert asking.card("term", "b") is not None
        asking.decide(asked, "o", "a")
    assert asking.card("term", "b") is None
