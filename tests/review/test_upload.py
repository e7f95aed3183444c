"""The upload page: many files at once, a report of what was added and what was not, and a browser
that need not wait."""

from __future__ import annotations

import html
import io
import json
import tempfile
import zipfile
from collections.abc import Callable
from typing import Any

import pytest
from waiting import wait_until

from maskera.review import essays, readings
from maskera.review.people import User
from maskera.review.project import Settings
from maskera.review.state import Accept
from maskera.review.web import jobs
from maskera.review.workbench import LONGEST, Workbench
from review.conftest import agreed

Client = Callable[[User | None], Any]
File = tuple[str, tuple[str, bytes, str]]


def file(name: str, content: str | bytes) -> File:
    return "files", (
        name,
        content.encode() if isinstance(content, str) else content,
        "application/octet-stream",
    )


def sent(browser: Any, files: list[File], **fields: str) -> str:
    """The report behind an upload."""
    answer = browser.post("/upload", files=files, data=fields)
    assert answer.status_code == 303, answer.text
    pages: list[str] = []

    def done() -> bool:
        pages.append(browser.get(answer.headers["location"]).text)
        return 'class="job" hx-get' not in pages[-1]

    wait_until(done)
    return pages[-1]


def test_files_of_several_kinds_are_added_at_once_and_told(
    client: Client, reviewer: User, workbench: Workbench
) -> None:
    lines = "\n".join(
        json.dumps({"id": f"J{number}", "text": f"Jag bor i hus {number}."}) for number in range(40)
    )
    files = [
        file("A.txt", "Jag heter Anna."),
        file("B.jsonl", lines),
        file("C.png", b"\x89PNG"),
        file("D.txt", b"Malm\x81\x8d"),
    ]
    report = sent(client(reviewer), files, genre="narrative", level="B", author="L17")
    assert "Tillagda texter: 41." in report and "Inte tillagda: 2." in report
    assert (
        "C.png: filer av det slaget kan inte läsas." in report
        and "D.txt:1: är inte text i UTF-8 (byte 5); spara filen i UTF-8." in report
    )
    found, total = essays.rows(workbench.project, essays.Filter(), 0, 100)
    assert (
        total == 41
        and {row.genre for row in found} == {"narrative"}
        and {row.level for row in found} == {"B"}
    )
    assert len(essays.by_author(workbench.project, "L17")) == 41


def test_a_word_file_with_a_password_is_told_in_the_visitors_language(
    client: Client, reviewer: User
) -> None:
    report = sent(
        client(reviewer),
        [file("A.docx", bytes.fromhex("d0cf11e0a1b11ae1") + bytes(2000)), file("B.docx", "Hej.")],
    )
    assert (
        "A.docx: är ingen docx-fil, eller är skadad eller krypterad." in report
        and "B.docx: är ingen docx-fil, eller är skadad eller krypterad." in report
    )


def test_an_id_that_is_taken_and_a_text_without_words_are_told_each_in_a_sentence(
    client: Client, reviewer: User, essay: Callable[..., int]
) -> None:
    essay(name="A")
    report = sent(
        client(reviewer),
        [file("A.txt", "Hej."), file("B.txt", " \n"), file("C.txt", "Hej då."),
         file("D.txt", "Hej. " * (LONGEST // 5 + 1))],
    )  # fmt: skip
    assert "D: är längre än en text får vara (300 000 tecken)" in report
    assert (
        "A: det finns redan en text med det namnet." in report
        and "B: innehåller ingen text." in report
    )
    assert "Tillagda texter: 1." in report


def test_an_id_that_comes_twice_in_a_file_is_told_in_the_visitors_language(
    client: Client, reviewer: User
) -> None:
    lines = '{"id": "j#1", "text": "Hej."}\n' * 2
    assert "a#.jsonl:2: id &#39;j#1&#39; finns redan (a#.jsonl:1)." in sent(
        client(reviewer), [file("a#.jsonl", lines)]
    )


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        (
            "a.txt",
            "Hej [[Klara|Lind]]",
            "a.txt:1: har en etikett som inte finns, i märkning 1 på raden (en märkning skrivs [[ord|etikett]]",
        ),
        (
            "a.txt",
            "[[Klara|firstname_female|Lind]]",
            "a.txt:1: har en flagga som inte finns, i märkning 1 på raden",
        ),
        ("a.conll", "Klara\tPM\tB-Lind\n", "a.conll:1: har en etikett som inte finns."),
        (
            "a.jsonl",
            '{"id":"a","text":"Klara Lind","spans":[{"start":6,"end":10,"label":"Lind"}]}',
            "a.jsonl:1: har en etikett som inte finns, på plats 1 i spans.",
        ),
    ],
)
def test_a_label_that_is_none_is_told_in_the_visitors_language_and_not_shown(
    client: Client, reviewer: User, name: str, content: str, told: str
) -> None:
    report = sent(client(reviewer), [file(name, content)])
    assert told in report and "Lind" not in report


def test_a_project_of_authors_wants_one(
    client: Client, reviewer: User, admin: User, workbench: Workbench
) -> None:
    workbench.project.change_settings(Settings(mode="rules", scope="author"), admin.id)
    browser = client(reviewer)
    assert "texten säger inte vem den är av" in sent(browser, [file("A.txt", "Hej Anna.")])
    assert "Tillagda texter: 1." in sent(browser, [file("A.txt", "Hej Anna.")], author="L1")


def test_marks_of_an_annotated_file_count(
    client: Client, reviewer: User, workbench: Workbench
) -> None:
    sent(client(reviewer), [file("A.txt", "Anna bor i [[hemma|city|ref=1]] nu.")])
    essay = essays.load(workbench.project, essays.ids(workbench.project, essays.Filter())[0])
    state = readings.of(workbench.project, essay, reviewer).state
    assert [(mark.label, mark.decision) for mark in state.applied] == [("city", "accepted")]


def test_what_nobody_annotated_is_detected_although_its_neighbour_is_marked(
    client: Client, reviewer: User, workbench: Workbench
) -> None:
    lines = '{"id": "A", "text": "Hej Anna.", "spans": []}\n{"id": "B", "text": "Jag heter Anna och bor i Malmö."}\n'
    sent(client(reviewer), [file("A.jsonl", lines)])
    found = essays.find(workbench.project, "B")
    assert found is not None
    released = workbench.open(found, reviewer)[2].release.text
    assert "Anna" not in released and "Malmö" not in released


def test_what_the_marks_of_a_file_leave_in_the_clear_is_not_released_unseen(
    client: Client, reviewer: User, curator: User, workbench: Workbench
) -> None:
    line = '{"id": "B", "text": "Jag heter Anna och bor i Malmö.", "spans": []}'
    sent(client(reviewer), [file("B.jsonl", line)])
    (found,) = essays.ids(workbench.project, essays.Filter())
    assert essays.load(workbench.project, found).row.leaks == "REVIEW"
    answer = agreed(client(reviewer), "/bulk", {"do": "reviewed", "id": [found]}).text
    assert (
        "B: programmet fann uppgifter" in answer
        and essays.load(workbench.project, found).row.status == "new"
    )
    essay, reading, view = workbench.open(found, reviewer)
    assert "ingen har bestämt om: 2." in client(reviewer).get(f"/essays/{found}").text
    workbench.finish(essay, reading, True, reviewer)
    assert workbench.release([found], curator) == {found: "leaks"}
    workbench.finish(
        essays.load(workbench.project, found), workbench.open(found, reviewer)[1], False, reviewer
    )
    essay, reading, view = workbench.open(found, reviewer)
    workbench.change(essay, reading, Accept(tuple(mark.key for mark in view.queue)), reviewer)
    agreed(client(reviewer), "/bulk", {"do": "reviewed", "id": [found]})
    assert workbench.release([found], curator) == {}


@pytest.mark.parametrize(
    ("mark", "told"),
    [
        (
            '{"start": 1, "end": 99, "label": "city"}',
            "har en markering utanför texten, på plats 2 i spans (1–99).",
        ),
        (
            '{"start": 9, "end": 3, "label": "city"}',
            "har en markering som inte börjar före sitt slut, på plats 2 i spans (9–3).",
        ),
        (
            '{"start": 1}',
            "har något annat än en markering (start, end, label), på plats 2 i spans.",
        ),
        (
            '{"start": 0, "end": 3, "text": "Nej", "label": "city"}',
            "har en markering med andra ord än texten har där, på plats 2 i spans (0–3).",
        ),
    ],
)
def test_what_is_wrong_with_a_mark_is_told_in_the_readers_language(
    mark: str, told: str, client: Client, reviewer: User
) -> None:
    line = f'{{"id": "A", "text": "Hej Anna.", "spans": [{{"start": 4, "end": 8, "label": "city"}}, {mark}]}}'
    assert f"A.jsonl:1: {told}" in html.unescape(sent(client(reviewer), [file("A.jsonl", line)]))


def test_nothing_chosen_is_told(client: Client, reviewer: User) -> None:
    answer = client(reviewer).post("/upload", data={"genre": ""})
    assert answer.status_code == 422 and "Välj minst en fil." in answer.text
    assert (
        client(None).post("/upload", files=[file("A.txt", "Hej.")]).headers["location"]
        == "/login?lost=1"
    )


def test_a_thousand_and_more_files_are_taken(
    client: Client, reviewer: User, workbench: Workbench
) -> None:
    report = sent(client(reviewer), [file(f"{number}.txt", "") for number in range(1100)])
    assert "Inte tillagda: 1100." in report and "900 till" in report


def test_no_upload_is_written_to_a_file(
    client: Client, reviewer: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def rolled(_: object) -> None:
        raise AssertionError("an upload was written to a file")

    monkeypatch.setattr(tempfile.SpooledTemporaryFile, "rollover", rolled)
    report = sent(client(reviewer), [file("A.jsonl", "x" * 2_000_000)])
    assert "Inte tillagda: 1." in report


def test_a_job_that_takes_its_time_has_a_page_of_its_own_for_its_owner_alone(
    client: Client, reviewer: User, curator: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "SOON", 0.0)
    browser = client(reviewer)
    answer = browser.post(
        "/upload",
        files=[file(f"{number}.txt", f"Jag heter Anna {number}.") for number in range(40)],
    )
    where = answer.headers["location"]
    if where.startswith("/jobs/"):
        page = browser.get(where)
        assert page.status_code == 200 and "Lägger till texter" in page.text
        assert client(curator).get(where).status_code == 404
    assert browser.get("/jobs/x").status_code == 404


def test_a_job_that_breaks_says_so_without_saying_what(
    client: Client, reviewer: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("Jag heter Anna")

    monkeypatch.setattr(Workbench, "add", broken)
    report = sent(client(reviewer), [file("A.txt", "Hej.")])
    assert "Något gick fel" in report and "Jag heter Anna" not in report


def zipped(**members: bytes) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, content in members.items():
            archive.writestr(name.replace("__", "."), content)
    return stream.getvalue()


def test_a_zip_a_folder_and_latin_1_are_taken(
    client: Client, reviewer: User, workbench: Workbench
) -> None:
    files = [
        file("klass.zip", zipped(E1__txt=b"Hej.", E2__txt="Åsa bor här.".encode("latin-1"))),
        file("mapp/under/E3.txt", "Åsa bor i Örebro.".encode("utf-16")),
        file("mapp/.DS_Store", b"\0\1"),
        file("mapp/bild.png", b"\x89PNG"),
    ]
    report = sent(client(reviewer), files)
    assert "Tillagda texter: 3." in report and "Inte tillagda" not in report
    texts = {each.content.id: each.content.text for each in essays.every(workbench.project)}
    assert texts == {"E1": "Hej.", "E2": "Åsa bor här.", "under/E3": "Åsa bor i Örebro."}


def test_an_unknown_genre_is_refused_with_those_that_there_are(
    client: Client, reviewer: User, workbench: Workbench
) -> None:
    lines = [{"id": "A", "text": "Hej.", "genre": "sonett"}, {"id": "B", "text": "Hej."}]
    made = "\n".join(json.dumps(line) for line in lines)
    report = html.unescape(sent(client(reviewer), [file("A.jsonl", made)]))
    assert "Tillagda texter: 1." in report
    assert "Texten A har en okänd genre; det finns argumenterande, beskrivande," in report
    assert "sonett" not in report, "what a file holds is not quoted"
    answer = client(reviewer).post(
        "/upload", files=[file("C.txt", "Hej")], data={"genre": "sonett"}
    )
    assert answer.status_code == 422
    assert set(essays.counts(workbench.project)["genre"]) == {""}
