"""The release page: what may leave and what may not, releasing and taking back, and files for
download."""

from __future__ import annotations

import html
import io
import re
import zipfile
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from maskera.review import essays, export, readings
from maskera.review.people import User
from maskera.review.project import Project
from maskera.review.readings import RefusedError, StaleError
from maskera.review.state import AcceptLeaks, Comment, Mark, Settle, State
from maskera.review.workbench import Workbench
from review.conftest import agreed

Client = Callable[[User | None], Any]
Add = Callable[..., int]
GOOD, WEAK = "Hej på dig.", "Min bror heter Hans Berg. Jag tog hans bil."


@pytest.fixture
def reviewed(workbench: Workbench, essay: Add, reviewer: User) -> Callable[..., int]:
    """Adds an essay that somebody has reviewed."""

    def add(text: str = GOOD, name: str = "E1", accept: bool = False, **meta: str) -> int:
        made = essay(text, name, **meta)
        held, reading, _ = workbench.open(made, reviewer)
        if accept:
            workbench.change(held, reading, AcceptLeaks(), reviewer)
            held, reading, _ = workbench.open(made, reviewer)
        workbench.finish(held, reading, True, reviewer)
        return made

    return add


def status(workbench: Workbench, essay_id: int) -> str:
    return essays.load(workbench.project, essay_id).row.status


def test_it_is_for_curators(client: Client, reviewer: User, curator: User) -> None:
    for method, path in (("GET", "/release"), ("POST", "/release"), ("POST", "/release/export")):
        assert (
            client(reviewer)
            .request(method, path, data={"show": "ready", "format": "text"})
            .status_code
            == 403
        )
    assert client(curator).get("/release").status_code == 200


def test_reviewed_essays_that_pass_may_leave_and_others_say_why_not(
    client: Client, curator: User, workbench: Workbench, reviewed: Callable[..., int], essay: Add
) -> None:
    reviewed(GOOD, "Bra")
    essay(GOOD, "Ogranskad")
    held = reviewed(GOOD, "Läcker")
    with workbench.project.write() as connection:
        connection.exec_driver_sql("UPDATE essay SET leaks = 'FAIL' WHERE id = " + str(held))
    browser = client(curator)
    ready, kept = browser.get("/release").text, browser.get("/release?show=held").text
    assert ">Bra<" in ready and ">Läcker<" not in ready and ">Ogranskad<" not in ready
    assert (
        ">Läcker<" in kept
        and "står kvar i klartext" in kept
        and "Inte granskade än: 1." in kept
        and ">Bra<" not in kept
    )


def test_review_that_somebody_accepted_may_leave(
    workbench: Workbench, client: Client, curator: User, reviewed: Callable[..., int]
) -> None:
    one, other = reviewed(WEAK, "E1", accept=True), reviewed(WEAK, "E2")
    assert {essays.load(workbench.project, each).row.leaks for each in (one, other)} == {
        "REVIEW"
    }, "the text no longer makes the check doubt"
    page = client(curator).get("/release").text
    assert ">E1<" in page and ">E2<" not in page
    kept = client(curator).get("/release?show=held").text
    assert "ingen har godtagit" in kept and ">E2<" in kept
    answer = agreed(client(curator), "/release", {"show": "ready", "id": [one, other]}).text
    assert (
        "Utlämnade texter: 1." in answer
        and "E2: läckkontrollen släpper inte igenom texten." in answer
    )
    assert [status(workbench, each) for each in (one, other)] == ["released", "reviewed"]


def test_all_are_released_and_taken_back(
    client: Client, curator: User, workbench: Workbench, reviewed: Callable[..., int], essay: Add
) -> None:
    made = [reviewed(GOOD, f"E{number}") for number in range(3)]
    untouched = essay(GOOD, "Ny")
    browser = client(curator)
    assert (
        "Utlämnade texter: 3."
        in agreed(browser, "/release", {"show": "ready", "which": "found"}).text
    )
    assert {status(workbench, each) for each in made} == {"released"} and status(
        workbench, untouched
    ) == "new"
    back = browser.post(
        "/release", data={"show": "released", "id": [made[0], untouched]}, follow_redirects=True
    ).text
    assert "Texter som tagits tillbaka: 1." in back and "Ny: texten är inte utlämnad." in back
    assert [status(workbench, each) for each in made] == ["reviewed", "released", "released"]
    assert browser.post("/release", data={"show": "ready"}).status_code == 422


@pytest.mark.parametrize("name", [*export.PUBLIC, *export.SECRET])
def test_a_download_is_a_whole_archive_and_its_name_says_whether_it_is_secret(
    name: str, client: Client, curator: User, workbench: Workbench, reviewed: Callable[..., int]
) -> None:
    made = reviewed("Jag bor i Malmö.", "E1", accept=True)
    workbench.release([made], curator)
    answer = client(curator).post("/release/export", data={"format": name})
    assert answer.status_code == 200 and answer.headers["content-type"] == "application/zip"
    assert ("SECRET" in answer.headers["content-disposition"]) == (name in export.SECRET)
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        assert archive.testzip() is None
        whole = b"".join(archive.read(each) for each in archive.namelist()).decode()
    assert ("Malmö" in whole) == (name in export.SECRET)


def test_taking_out_is_written_to_the_trail(
    client: Client, curator: User, workbench: Workbench, reviewed: Callable[..., int]
) -> None:
    workbench.release([reviewed()], curator)
    client(curator).post("/release/export", data={"format": "gold"})
    line = workbench.project.trail(limit=1)[0]
    assert (
        (line.action, line.user_id) == ("export", curator.id)
        and "gold" in line.detail
        and "1 essays with originals" in line.detail
    )


def test_only_secret_formats_take_what_is_not_released(
    client: Client, curator: User, reviewed: Callable[..., int]
) -> None:
    reviewed("Jag bor i Malmö.", "E1")
    browser = client(curator)
    assert (
        browser.post("/release/export", data={"format": "text", "which": "reviewed"}).status_code
        == 422
    )
    assert browser.post("/release/export", data={"format": "gold"}).status_code == 422
    assert (
        browser.post("/release/export", data={"format": "gold", "which": "reviewed"}).status_code
        == 200
    )


def test_formats_and_selections_that_there_are_not_are_refused(
    client: Client, curator: User, workbench: Workbench, reviewed: Callable[..., int]
) -> None:
    workbench.release([reviewed(genre="narrative")], curator)
    browser = client(curator)
    for wrong in (
        {"format": "pdf"},
        {"format": "text", "genre": "x"},
        {"format": "gold", "which": "all"},
        {},
    ):
        assert browser.post("/release/export", data=wrong).status_code == 422
    assert all(line.action != "export" for line in workbench.project.trail())


def test_what_was_released_stays_as_it_left(
    workbench: Workbench, admin: User, reviewed: Callable[..., int]
) -> None:
    made = reviewed("Jag heter Nadia och bor i Borås.")
    assert workbench.release([made], admin) == {}
    left = workbench.final(essays.load(workbench.project, made)).release.text
    workbench.project.change_settings(
        msgspec.structs.replace(workbench.project.settings, policy="category"), admin.id
    )
    assert workbench.final(essays.load(workbench.project, made)).release.text == left
    workbench.take_back(essays.load(workbench.project, made), admin)
    assert "<CITY" in workbench.final(essays.load(workbench.project, made)).release.text


@pytest.mark.parametrize("done_again", [False, True])
def test_what_its_reviewer_takes_up_while_it_is_released_stays(
    done_again: bool,
    workbench: Workbench,
    curator: User,
    reviewer: User,
    reviewed: Callable[..., int],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made, look = reviewed(), workbench.look

    def slowly(*given: Any) -> Any:
        seen = look(*given)
        monkeypatch.undo()
        essay, reading, _ = workbench.open(made, reviewer)
        workbench.finish(essay, reading, False, reviewer)
        if done_again:
            essay, reading, _ = workbench.open(made, reviewer)
            workbench.change(essay, reading, Comment("Vem?"), reviewer)
            essay, reading, _ = workbench.open(made, reviewer)
            workbench.finish(essay, reading, True, reviewer)
        return seen

    monkeypatch.setattr(workbench, "look", slowly)
    assert workbench.release([made], curator) == {made: "changed"}
    assert status(workbench, made) == ("reviewed" if done_again else "in_review")


def test_one_that_is_deleted_while_others_are_released_is_told_alone(
    client: Client,
    curator: User,
    workbench: Workbench,
    reviewed: Callable[..., int],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made, look = [reviewed(name=f"E{number}") for number in range(3)], workbench.look

    def slowly(*given: Any) -> Any:
        monkeypatch.undo()
        essays.delete(workbench.project, [made[1]], None, "retention date")
        return look(*given)

    monkeypatch.setattr(workbench, "look", slowly)
    answer = agreed(client(curator), "/release", {"show": "ready", "which": "found"}).text
    assert (
        "Utlämnade texter: 2." in answer
        and "E1: någon ändrade eller tog bort texten samtidigt; försök igen." in answer
    )
    assert [status(workbench, each) for each in (made[0], made[2])] == ["released", "released"]
    assert workbench.release([made[1]], curator) == {made[1]: "changed"}


def test_one_that_is_deleted_while_others_are_looked_at_again_stops_nothing(
    workbench: Workbench, essay: Add, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, all_of = [essay(GOOD, f"E{number}") for number in range(3)], readings.all_of

    def slowly(project: Project, held: essays.Essay) -> Any:
        monkeypatch.undo()
        essays.delete(project, [made[1]], None, "retention date")
        return all_of(project, held)

    monkeypatch.setattr(readings, "all_of", slowly)
    assert list(workbench.looked_again(made)) == made


def test_nothing_is_changed_in_what_was_released_meanwhile(
    workbench: Workbench, curator: User, reviewer: User, reviewed: Callable[..., int]
) -> None:
    made = reviewed()
    essay, reading, _ = workbench.open(made, reviewer)
    assert workbench.release([made], curator) == {}
    with pytest.raises(RefusedError):
        workbench.finish(essay, reading, False, reviewer)
    with pytest.raises(RefusedError):
        readings.store(
            workbench.project, essay, reading, Comment("Vem?"), reading.state, {}, reviewer
        )
    seen = workbench.final(essay).summary()
    assert not readings.look_again(
        workbench.project, essay, [reading], {**seen, "leaks": "FAIL"}, None
    )
    with pytest.raises(StaleError):
        workbench.take_back(essay, curator)
    row = essays.load(workbench.project, made).row
    assert (row.status, row.leaks) == ("released", "PASS")


DOUBTED = "Min granne Qwert Zxcvb bor i Yuiop."


def doubted(workbench: Workbench, essay: Add, name: str, user: User) -> int:
    """Adds an essay with a place on which nobody has decided."""
    made = essay(DOUBTED, name)
    held, reading, _ = workbench.open(made, user)
    mark = Mark(0, 11, 22, "surname", 1, probability=0.5)
    state = State((mark,))
    summary = {**workbench.look(held, state).summary(), "status": "reviewed"}
    readings.store(workbench.project, held, reading, Settle((mark,)), state, summary, user)
    return made


def test_release_asks_with_numbers_and_does_nothing_before(
    client: Client, curator: User, workbench: Workbench, essay: Add
) -> None:
    made = [doubted(workbench, essay, f"E{number}", curator) for number in range(3)]
    browser = client(curator)
    browser.get(f"/essays/{made[0]}")
    undecided = sum(essays.load(workbench.project, each).row.doubtful for each in made)
    assert undecided >= 3
    page = browser.post("/release", data={"show": "ready", "id": made}).text
    assert f"Texter: 3. Obestämda ställen: {undecided}. Aldrig öppnade: 2." in page
    page = browser.post("/bulk", data={"do": "reviewed", "id": made}).text
    assert f"Texter: 3. Obestämda ställen: {undecided}. Aldrig öppnade: 2." in page
    assert {status(workbench, each) for each in made} == {"reviewed"}
    assert browser.post("/asked", data={"sealed": "forged"}).status_code == 403


def test_the_release_page_shows_what_is_undecided_and_who_never_was_opened(
    client: Client, curator: User, workbench: Workbench, essay: Add
) -> None:
    made = doubted(workbench, essay, "E1", curator)
    rows = [client(curator).get(f"/release?show={show}").text for show in ("ready", "held")]
    assert "Obestämda" in "".join(rows) and "aldrig öppnad" in "".join(rows)
    client(curator).get(f"/essays/{made}")
    rows = [client(curator).get(f"/release?show={show}").text for show in ("ready", "held")]
    assert "aldrig öppnad" not in "".join(rows)


def test_the_project_says_who_may_and_whether_undecided_places_block(
    client: Client, reviewer: User, curator: User, admin: User, workbench: Workbench, essay: Add
) -> None:
    made = doubted(workbench, essay, "E1", curator)
    held = workbench.project.settings
    strict = msgspec.structs.replace(
        held, bulk_role="curator", release_role="admin", undecided_block=True
    )
    workbench.project.change_settings(strict, admin.id)
    assert workbench.release([made], admin) == {made: "undecided"}
    assert "bestämt om" in agreed(client(admin), "/bulk", {"do": "reviewed", "id": [made]}).text
    sent = {"do": "reviewed", "id": [made]}
    assert client(reviewer).post("/bulk", data=sent).status_code == 403
    assert client(curator).post("/release", data={"show": "ready", "id": [made]}).status_code == 403
    assert "hålls kvar" in client(admin).post("/release", data={"show": "ready", "id": [made]}).text


def test_both_texts_stand_side_by_side(
    client: Client, curator: User, workbench: Workbench, reviewed: Callable[..., int], essay: Add
) -> None:
    made = reviewed("Jag heter Anna Berg <b>och</b> bor i Malmö.", "E1", accept=True)
    browser = client(curator)
    assert f'hx-get="/release/{made}"' in browser.get("/release").text
    shown = browser.get(f"/release/{made}").text
    left, right = re.findall(r'<div class="text".*?</div>', shown, re.DOTALL)
    text = workbench.final(essays.load(workbench.project, made)).release.text
    assert plain(left).strip().endswith("Jag heter Anna Berg <b>och</b> bor i Malmö.")
    assert plain(right).strip() == text and "Berg" not in right
    assert "<html" not in browser.get(f"/release/{made}", headers={"HX-Request": "true"}).text
    assert browser.get(f"/release/{essay(GOOD, 'Ogranskad')}").status_code == 404
    assert browser.get("/release/999").status_code == 404


def test_a_long_essay_comes_a_stretch_at_a_time(
    client: Client, curator: User, workbench: Workbench, reviewed: Callable[..., int]
) -> None:
    text = " ".join(f"Ord nummer {number} står här." for number in range(400))
    made, browser = reviewed(text, "E1", accept=True), client(curator)
    path, texts = f"/release/{made}", []
    while path:
        shown = browser.get(path, headers={"HX-Request": "true"}).text
        texts.append("".join(map(plain, re.findall(r'<div class="text".*?</div>', shown)[::2])))
        more = re.search(r'hx-get="([^"]+)"', shown)
        path = html.unescape(more[1]) if more else ""
    assert len(texts) > 1 and max(map(len, texts)) < len(text) / 2
    assert "".join(texts) == text


def test_both_texts_are_for_curators(
    client: Client, reviewer: User, reviewed: Callable[..., int]
) -> None:
    assert client(reviewer).get(f"/release/{reviewed()}").status_code == 403


def plain(fragment: str) -> str:
    """The text of a piece of HTML."""
    return html.unescape(re.sub(r"<[^>]*>", "", fragment))
