"""Export: what leaves without originals, what leaves with them, and that what people decided can
train and be measured against."""

from __future__ import annotations

import io
import json
import stat
import zipfile
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from formats.invariant import check_invariant

from maskera.errors import DataError, MaskeraError
from maskera.evaluate.read import read as read_for_evaluation
from maskera.formats import svala
from maskera.io import output
from maskera.lang import load_pack
from maskera.review import essays, export
from maskera.review.export import PUBLIC, SECRET, Selection
from maskera.review.people import User
from maskera.review.state import AcceptLeaks, Add, Comment, Reject
from maskera.review.view import View
from maskera.review.workbench import Workbench
from maskera.taxonomy import shipped
from maskera.train import corpora
from maskera.train import mentions as training
from maskera.train import relation as relations
from maskera.train.network import Settings

TEXT = "Jag heter Anna Berg och bor i Malmö. Annas mamma bor i Kairo."
ORIGINALS = ("Anna", "Malmö", "Kairo")
EssayAdd = Callable[..., int]


@pytest.fixture
def released(workbench: Workbench, essay: EssayAdd, curator: User) -> int:
    """An essay that has left."""
    made = essay(TEXT, "E1", genre="narrative", level="B")
    _review(workbench, made, curator)
    assert workbench.release([made], curator) == {}
    return made


def _review(workbench: Workbench, essay_id: int, user: User) -> None:
    held, reading, _ = workbench.open(essay_id, user)
    workbench.change(held, reading, AcceptLeaks(), user)
    held, reading, _ = workbench.open(essay_id, user)
    workbench.finish(held, reading, True, user)


def _read(folder: Path) -> dict[str, str]:
    return {
        file.relative_to(folder).as_posix(): file.read_text("utf-8")
        for file in folder.rglob("*")
        if file.is_file()
    }


@pytest.mark.parametrize("name", PUBLIC)
def test_public_formats_hold_no_original(
    name: str, workbench: Workbench, released: int, tmp_path: Path
) -> None:
    assert export.export(workbench, name, tmp_path / "out") == []
    written = _read(tmp_path / "out")
    assert len(written) == 2 and "not anonymous" in written.pop("README.md")
    (content,) = written.values()
    assert content and not any(original in content for original in ORIGINALS)


@pytest.mark.parametrize("name", SECRET)
def test_secret_formats_hold_originals_say_so_and_are_for_the_owner_alone(
    name: str, workbench: Workbench, released: int, tmp_path: Path
) -> None:
    export.export(workbench, name, tmp_path / "out")
    written = _read(tmp_path / "out")
    assert "secret" in written.pop("README.md")
    assert all(original in content for content in written.values() for original in ORIGINALS)
    assert all(stat.S_IMODE(file.stat().st_mode) == 0o600 for file in (tmp_path / "out").iterdir())


@pytest.mark.parametrize("name", SECRET)
def test_an_older_file_of_a_secret_format_becomes_its_owners_alone(
    name: str, workbench: Workbench, released: int, tmp_path: Path
) -> None:
    export.export(workbench, name, tmp_path / "out")
    for file in (tmp_path / "out").iterdir():
        file.chmod(0o644)
    export.export(workbench, name, tmp_path / "out")
    assert all(stat.S_IMODE(file.stat().st_mode) == 0o600 for file in (tmp_path / "out").iterdir())


def test_an_export_that_ends_midway_leaves_the_older_file(
    workbench: Workbench, essay: EssayAdd, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("E1", "E2"):
        essay(TEXT, name)
    export.export(workbench, "gold", tmp_path / "out", Selection(("new",)))
    before = _read(tmp_path / "out")
    answers = [
        workbench.final(essays.load(workbench.project, 1)),
        DataError("the essay cannot be opened"),
    ]

    def failing(_: essays.Essay) -> View:
        if isinstance(answer := answers.pop(0), DataError):
            raise answer
        return answer

    monkeypatch.setattr(workbench, "final", failing)
    with pytest.raises(DataError):
        export.export(workbench, "gold", tmp_path / "out", Selection(("new",)))
    assert _read(tmp_path / "out") == before


@pytest.mark.parametrize("name", PUBLIC)
def test_what_is_not_released_does_not_leave_in_public(
    name: str, workbench: Workbench, essay: EssayAdd, curator: User, tmp_path: Path
) -> None:
    made = essay(TEXT)
    _review(workbench, made, curator)
    export.export(workbench, name, tmp_path / "out")
    assert not any("E1" in content for content in _read(tmp_path / "out").values())
    with pytest.raises(MaskeraError, match="release them first"):
        export.export(workbench, name, tmp_path / "other", Selection(("reviewed", "released")))
    assert not (tmp_path / "other").exists()


def test_what_the_leak_check_lets_out_no_more_is_left_out_and_named(
    workbench: Workbench, released: int, admin: User, tmp_path: Path
) -> None:
    settings = msgspec.structs.replace(workbench.project.settings, policy="mark-only")
    workbench.project.change_settings(settings, admin.id)
    held = essays.load(workbench.project, released)
    left = export.export(workbench, "text", tmp_path / "out")
    assert left == ([] if workbench.final(held).may_leave else ["E1"])


def test_gold_is_what_train_and_evaluate_read(
    workbench: Workbench, essay: EssayAdd, curator: User, tmp_path: Path
) -> None:
    made = essay(TEXT, "E1", genre="narrative", level="B")
    held, reading, view = workbench.open(made, curator)
    wrong = next(mark for mark in view.state.applied if TEXT[mark.start : mark.end] == "Kairo")
    workbench.change(held, reading, Reject((wrong.key,)), curator)
    held, reading, _ = workbench.open(made, curator)
    start = TEXT.index("mamma")
    workbench.change(held, reading, Add(start, start + 5, "fam", ("foreign",)), curator)
    _review(workbench, made, curator)
    export.export(workbench, "gold", tmp_path, Selection(("reviewed",)))

    (text,) = corpora.read(tmp_path / "gold.jsonl", shipped())
    assert list(corpora.read(tmp_path, shipped())) == [text]
    assert [document.id for document, _ in read_for_evaluation(tmp_path, shipped())] == ["E1"]
    marked = {(text.text[span.start : span.end], span.label): span for span in text.spans}
    assert text.text == TEXT and text.genre == "narrative" and ("mamma", "fam") in marked
    assert not any(form == "Kairo" for form, _ in marked)
    assert marked["mamma", "fam"].foreign and marked["mamma", "fam"].personal
    first = next(
        span
        for (form, label), span in marked.items()
        if label.startswith("firstname") and form == "Anna"
    )
    assert (
        first.ref
        == next(span for (form, _), span in marked.items() if form in ("Annas", "Anna")).ref
    )

    ((document, mentions),) = read_for_evaluation(tmp_path / "gold.jsonl", shipped())
    state = workbench.final(essays.load(workbench.project, made)).state
    assert document.text == TEXT and document.meta["level"] == "B"
    assert [(m.span, m.label, m.number, m.features) for m in mentions] == [
        (m.span, m.label, m.number, m.features) for m in state.applied
    ]
    assert [m.personal >= 0.5 for m in mentions] == [m.personal >= 0.5 for m in state.applied]


def test_gold_holds_a_genre_that_somebody_stated_and_no_guess(
    workbench: Workbench, essay: EssayAdd
) -> None:
    made = essay(TEXT, "E1", genre="evaluative", genre_source="text", level="B")

    def exported() -> dict[str, object]:
        held = essays.load(workbench.project, made)
        line: dict[str, object] = json.loads(export.gold(held, workbench.final(held)))
        return line

    assert list(exported()) == ["id", "level", "text", "spans"]
    essays.set_genre(workbench.project, [made], "evaluative", None)
    assert exported()["genre"] == "evaluative"


def test_a_tagger_and_the_relation_model_are_trained_on_gold(
    workbench: Workbench, essay: EssayAdd, curator: User, tmp_path: Path
) -> None:
    pytest.importorskip("scipy", reason="the extra train is not installed")
    for number, place in enumerate(("Malmö", "Lund", "Kiruna", "Borås")):
        _review(
            workbench,
            essay(
                f"Jag heter Anna Berg och bor i {place}. Min bror Erik bor i Kairo.", f"E{number}"
            ),
            curator,
        )
    export.export(workbench, "gold", tmp_path, Selection(("reviewed",)))
    spoken = load_pack("sv")
    weights = training.train(
        [(tmp_path / "gold.jsonl", 1)], spoken, 7, lambda _: None, Settings(epochs=1)
    )
    assert (
        "city" in str(weights.labels)
        and len(list(relations.pairs(tmp_path / "gold.jsonl", spoken))) >= 8
    )


def test_svala_takes_comments_along_and_keeps_the_graphs_rules(
    workbench: Workbench, essay: EssayAdd, curator: User, tmp_path: Path
) -> None:
    made = essay(TEXT)
    held, reading, view = workbench.open(made, curator)
    city = next(mark for mark in view.state.applied if TEXT[mark.start : mark.end] == "Malmö")
    workbench.change(held, reading, Comment("Är det hemstaden?", city.key, ("OBS!",)), curator)
    held, reading, _ = workbench.open(made, curator)
    workbench.change(held, reading, Comment("Hela texten är avskriven."), curator)
    _review(workbench, made, curator)
    export.export(workbench, "svala", tmp_path, Selection(("reviewed",)))
    graph = svala.parse((tmp_path / "E1.json").read_bytes(), "E1.json")
    check_invariant(graph)
    (edge,) = [edge for edge in graph.edges.values() if edge.comment]
    assert (
        edge.comment == "Är det hemstaden?" and edge.labels[0] == "city" and "OBS!" in edge.labels
    )
    assert graph.comment == "Hela texten är avskriven."


def test_essays_that_would_share_a_file_are_numbered(
    workbench: Workbench, essay: EssayAdd, curator: User, tmp_path: Path
) -> None:
    for name in ("README", "a:b", "a?b", "../c", "d", "D"):
        made = essay(f"Hej {len(name)}.", name)
        _review(workbench, made, curator)
        workbench.release([made], curator)
    export.export(workbench, "text", tmp_path / "out")
    names = [output.place(Path(), name, ".txt").name for name in ("a:b", "a?b", "../c")]
    assert sorted(_read(tmp_path / "out")) == sorted(
        ["README.md", "README.txt", "d.txt", "D-2.txt", *names]
    )
    assert [file.name for file in tmp_path.iterdir() if file.suffix == ".txt"] == []


def test_a_selection_takes_genre_and_level(workbench: Workbench, released: int) -> None:
    assert (
        export.count(workbench, Selection())
        == export.count(workbench, Selection(genre="narrative", level="B"))
        == 1
    )
    assert (
        export.count(workbench, Selection(genre="argumentative"))
        == export.count(workbench, Selection(level="A"))
        == 0
    )


def test_the_archive_holds_what_the_folder_would(
    workbench: Workbench, released: int, tmp_path: Path
) -> None:
    for name in ("text", "gold"):
        export.export(workbench, name, tmp_path / name)
        with zipfile.ZipFile(io.BytesIO(b"".join(export.zipped(workbench, name)))) as archive:
            assert archive.testzip() is None
            assert {each: archive.read(each).decode() for each in archive.namelist()} == _read(
                tmp_path / name
            )


def test_jsonl_with_both_sides_is_what_the_command_line_writes(
    workbench: Workbench, released: int, tmp_path: Path
) -> None:
    export.export(workbench, "jsonl", tmp_path)
    (line,) = (tmp_path / "essays_with_originals.jsonl").read_text("utf-8").splitlines()
    table = json.loads(line)
    assert (
        table["text"] == TEXT
        and "Anna" not in table["release"]
        and all("replacement" in each for each in table["mentions"])
    )


def test_unknown_formats_are_refused_before_anything_is_written(
    workbench: Workbench, tmp_path: Path
) -> None:
    with pytest.raises(MaskeraError, match="no format 'pdf'"):
        export.zipped(workbench, "pdf")
    with pytest.raises(MaskeraError, match="cannot be written"):
        (tmp_path / "file").write_text("")
        export.export(workbench, "text", tmp_path / "file")
