"""What a project exports as models, and what that finds in texts that nobody has seen."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest
from calling import Cli

import maskera
from learn.invented import corpus
from maskera.errors import DataError, MaskeraError
from maskera.evaluate.align import OUTSIDE
from maskera.label.identity import assign_numbers
from maskera.label.persons import Referent
from maskera.lang import LEARNED, load_pack
from maskera.learn import model, recognizer
from maskera.learn.export import models
from maskera.learn.labelling import fit_labels
from maskera.learn.learner import MARKED, Learner, learner
from maskera.learn.pool import Gold, labels_of, pool
from maskera.learn.prior import NONE, Prior
from maskera.learn.project import Project, Sentence, Setup, create
from maskera.mentions import Mention
from maskera.taxonomy import shipped
from maskera.text import Document, Span

pytest.importorskip("scipy")
pytest.importorskip("cryptography")
GOLD, OTHERS = corpus(25), corpus(6, 2)
LABELS = ("name", "place", "phone")


def _project(folder: Path, gold: list[Gold], share: float = 1.0) -> tuple[Project, Learner]:
    """A project in which the first sentences were read."""
    texts = tuple((document.id, document.text) for document, _ in gold)
    project = create(folder / "p.learn", Setup(texts, NONE, LABELS, 7), b"k" * 32)
    ready = learner(pool(project.documents), Prior())
    truth = labels_of(ready.texts, gold)
    for start, end in zip(ready.texts.starts[:-1], ready.texts.starts[1:], strict=True):
        if end <= share * len(truth):
            project.add(Sentence(int(start), tuple(truth[start:end])))
    return project, ready


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Project, Learner]:
    folder = tmp_path_factory.mktemp("learn")
    project, ready = _project(folder, GOLD)
    models(project, ready, folder / "models")
    return folder / "models", project, ready


def test_the_file_marks_what_the_project_marks(exported: tuple[Path, Project, Learner]) -> None:
    folder, project, ready = exported
    texts = pool(document for document, _ in OTHERS)
    source = model.Source(texts, Prior(), ready.source)
    wanted = ready.probabilities(ready.fit(project.decisions()), source) >= MARKED
    assert wanted.any()
    nlp = maskera.load(NONE, "category", models=folder, key=bytes(32))
    found = np.zeros(len(texts), bool)
    for number, (document, mentions) in enumerate(nlp.detect_all(d for d, _ in OTHERS)):
        tokens = texts.documents[number].tokens
        for place, start in enumerate(tokens.starts):
            found[texts.firsts[number] + place] = any(
                m.span.start <= start < m.span.end for m in mentions
            )
        assert document.text == texts.documents[number].text
    assert np.array_equal(found, wanted)


def test_labels_are_those_that_were_decided(exported: tuple[Path, Project, Learner]) -> None:
    nlp = maskera.load(NONE, "category", models=exported[0], key=bytes(32))
    released = nlp("yesterday Junna and I walked home from Felgrad . call me at 070 512345 .")
    assert [m.label for m in released.mentions] == ["name", "place", "phone"]
    shown = maskera.release(released).text
    assert shown.startswith("yesterday <NAME_1> and I walked home from <PLACE_2> .")


def test_no_word_of_the_texts_stands_in_the_file(exported: tuple[Path, Project, Learner]) -> None:
    content = (exported[0] / LEARNED).read_bytes().lower()
    for word in (b"junna", b"quistby", b"yesterday"):
        assert word not in content
    assert b"place" in content  # labels are no words of the texts


def test_the_same_decisions_give_the_same_file(
    exported: tuple[Path, Project, Learner], tmp_path: Path
) -> None:
    folder, project, ready = exported
    models(project, ready, tmp_path / "again")
    assert (tmp_path / "again" / LEARNED).read_bytes() == (folder / LEARNED).read_bytes()


def test_the_pack_stays_beside_what_was_learnt(tmp_path: Path) -> None:
    """Swedish: what nobody decided is as the pack says; what was decided is not."""
    texts = (("a", "Jag heter Anna. Vi kom till Kotka i går. Kotka är kallt. Det var roligt."),)
    project = create(
        tmp_path / "p", Setup(texts, "sv", ("firstname_female", "surname", "city"), 7), b"k" * 32
    )
    ready = learner(pool(project.documents), recognizer.prior("sv"))
    forms = ready.texts.forms
    for start, end in zip(ready.texts.starts[:-1], ready.texts.starts[1:], strict=True):
        labels = tuple("city" if form == "Kotka" else OUTSIDE for form in forms[start:end])
        if "Anna" not in forms[start:end]:
            project.add(Sentence(int(start), labels))
    models(project, ready, tmp_path / "models")
    found = maskera.load("sv", models=tmp_path / "models", key=bytes(32))(
        "Hon heter Eva Ek. Nu bor hon i Kotka. Evas bok är här."
    )
    shown = {found.document.text[m.span.start : m.span.end]: m.label for m in found.mentions}
    assert shown["Kotka"] == "city" and shown["Eva"] == shown["Evas"] == "firstname_female"
    assert shown["Ek"] == "surname"
    assert "gen" in next(m.features for m in found.mentions if m.span.start >= 38)


def test_what_rules_are_certain_of_stays_whatever_was_learnt(tmp_path: Path) -> None:
    """A card number, where a project says of every number that it is none."""
    texts = (("a", "Vi har 12 och 4012 och 8888 stolar. Hon kom till Kotka igår."),)
    project = create(tmp_path / "p", Setup(texts, "sv", ("city",), 7), b"k" * 32)
    ready = learner(pool(project.documents), recognizer.prior("sv"))
    for start, end in zip(ready.texts.starts[:-1], ready.texts.starts[1:], strict=True):
        labels = ("city" if form == "Kotka" else OUTSIDE for form in ready.texts.forms[start:end])
        project.add(Sentence(int(start), tuple(labels)))
    models(project, ready, tmp_path / "models")
    nlp = maskera.load("sv", models=tmp_path / "models", key=bytes(32))
    found = nlp("Jag skrev 4012 8888 8888 1881 och 4012 8888 stolar på lappen.")
    assert [found.document.text[m.span.start : m.span.end] for m in found.mentions] == [
        "4012 8888 8888 1881"
    ]


@pytest.mark.parametrize("language", [NONE, "sv"])
def test_no_part_of_a_number_is_left_where_the_recognizer_is_sure_of_one(
    language: str, tmp_path: Path
) -> None:
    """It has learnt of the area alone; a card number and an address nobody has told it of."""
    texts = tuple(
        (str(n), f"Hun bor der. Ring 070-{n}12 34 {n}6 snart. Det er {n}12 ting og 34 kasser.")
        for n in range(1, 9)
    )
    project = create(tmp_path / "p", Setup(texts, language, ("phone",), 7), b"k" * 32)
    ready = learner(pool(project.documents), recognizer.prior(language))
    for start, end in zip(ready.texts.starts[:-1], ready.texts.starts[1:], strict=True):
        labels = ("phone" if f == "070" else OUTSIDE for f in ready.texts.forms[start:end])
        project.add(Sentence(int(start), tuple(labels)))
    models(project, ready, tmp_path / "models")
    nlp = maskera.load(language, "category", models=tmp_path / "models", key=bytes(32))
    found = nlp(
        "Ring 070-998 76 54 snart. Det er 998 ting og 76 kasser. "
        "Kort 4012 8888 8888 1881 fra WWW.eksempel.example."
    )
    told = [(found.document.text[m.span.start : m.span.end], m.label) for m in found.mentions]
    assert told == [
        ("070-998 76 54", "phone"),
        ("4012 8888 8888 1881", "other_nr_seq"),
        ("WWW.eksempel.example", "url"),
    ]


def test_without_an_export_no_language_finds_nothing_and_says_so(tmp_path: Path) -> None:
    with pytest.raises(MaskeraError, match=r"^no --models; the language none has what"):
        maskera.load(NONE, "category")
    with pytest.raises(MaskeraError, match=r"no learned\.model; the language none"):
        maskera.load(NONE, "category", models=tmp_path)


def test_a_recognizer_of_another_language_or_kind_is_refused(
    exported: tuple[Path, Project, Learner], tmp_path: Path
) -> None:
    with pytest.raises(MaskeraError, match="learned with --language none, not en"):
        load_pack("en", exported[0])
    (tmp_path / LEARNED).write_bytes(b"nothing of the kind")
    with pytest.raises(DataError, match=r"^learned\.model: not a recognizer of maskera learn"):
        load_pack(NONE, tmp_path)


def test_nothing_decided_gives_no_models(tmp_path: Path) -> None:
    project, ready = _project(tmp_path, GOLD[:2], share=0)
    with pytest.raises(MaskeraError, match="nothing sensitive has been decided yet"):
        models(project, ready, tmp_path / "models")
    assert not (tmp_path / "models").exists()


def test_one_label_is_the_label_of_all_and_a_claim_is_where_labels_begin() -> None:
    texts = pool([Document("a", "Ada met Bo in Ry .")])
    source = model.Source(texts, Prior())
    every = np.array([0, 2, 4])
    assert fit_labels(source, {}, ["name"]).labels(source, every) == ["name"] * 3
    assert (
        fit_labels(source, {1: OUTSIDE, 2: "place"}, ["x"]).labels(source, every) == ["place"] * 3
    )

    class Told(Prior):
        def labels(self, texts):  # type: ignore[no-untyped-def]
            return ["name", "", "place", "", "name", "", ""]

    told = model.Source(texts, Told())
    learnt = fit_labels(told, {1: "name", 3: "place"}, ["name", "place"])
    assert learnt.labels(told, every) == ["name", "place", "name"]
    undecided = fit_labels(told, {}, ["name", "place"])
    assert undecided.labels(told, every) == ["name", "place", "name"]
    assert learnt.labels(told, every[:0]) == []


def test_people_of_a_label_of_ones_own_are_numbered_by_what_they_are_called() -> None:
    labels = recognizer._with_labels(shipped(), ["person"])
    document = Document("d", "Junna, Felka and Junna")
    spans = (Span(0, 5), Span(7, 12), Span(17, 22))
    found = assign_numbers(
        document,
        [Mention(span, "person") for span in spans],
        lambda m: Referent(document.text[m.span.start : m.span.end].lower(), False),
        labels,
    )
    assert [mention.number for mention in found] == [1, 2, 1]


def test_an_afternoon_by_hand(maskera: Cli, tmp_path: Path) -> None:
    """New, cards, undo, reading, status, three exports, and the models at work on a new text."""
    for document, _ in GOLD:
        (tmp_path / f"{document.id}.txt").write_text(document.text)
    (tmp_path / "labels").write_text("\n".join(LABELS))
    files = sorted(path.name for path in tmp_path.glob("t*.txt"))
    project = ["p.learn", "--key", "k"]
    assert maskera("learn", "new", *project, *files, "--labels", "labels").code == 0
    assert maskera("learn", "cards", *project, stdin=b"1\nu\n1\n1\nq\n").code == 0
    assert maskera("learn", "read", *project, "--tokens", "80", stdin=b"\n" * 30).code == 0
    status = maskera("learn", "status", *project)
    assert status.code == 0 and "2 cards" in status.out and "tokens read" in status.out
    for output in ("gold.jsonl", "all.itac", "models"):
        done = maskera("learn", "export", *project, "-o", output)
        assert done.code == 0, done.err
    assert "--models models --language none --policy category" in done.err
    (tmp_path / "new.txt").write_text(OTHERS[0][0].text)
    use = ("new.txt", "--models", "models", "--language", "none", "--policy", "category")
    detected = maskera("detect", *use, "-f", "jsonl")
    assert detected.code == 0 and msgspec.json.decode(detected.out)["mentions"]
    done = maskera("pseudonymize", *use, "-o", "out/")
    assert done.code == 0, done.err
    assert "<NAME_1>" in (tmp_path / "out" / "new.txt").read_text()
    refused = maskera("pseudonymize", *use[:-2])
    assert refused.code == 2 and "the policies category and remove need none" in refused.err
