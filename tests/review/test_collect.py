"""Handing in: what a learner sees and decides, and that nothing else than what was promised is ever
kept."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
import sqlalchemy as sql
from browsing import at_rest, expect

from maskera.genre import stated_genre
from maskera.io.cipher import WrongKeyError
from maskera.review import essays, export, readings, schema
from maskera.review.essays import Filter
from maskera.review.people import User
from maskera.review.project import Project, essay_place
from maskera.review.state import State
from maskera.review.web import collect
from maskera.review.web.app import create_app
from maskera.review.web.collect import Rate, new_token, valid
from maskera.review.web.site import texts
from maskera.review.workbench import Workbench
from maskera.text import Document

from .conftest import Client, TestClient

if TYPE_CHECKING:
    from playwright.sync_api import Page

TEXT = "Jag heter Mahtab Zarifi och bor i Mölndal.\r\nMin kompis Gnurbert är snäll. Ring 070-1234567. Gnurbert sjunger."
PLANTED = ("Mahtab", "Zarifi", "Mölndal", "Gnurbert", "070-1234567")
Fields = dict[str, Any]


@pytest.fixture
def settings(project: Project, admin: User) -> Callable[..., None]:
    def change(**values: object) -> None:
        project.change_settings(msgspec.structs.replace(project.settings, **values), admin.id)

    return change


@pytest.fixture
def ready(settings: Callable[..., None]) -> None:
    """The page is open, and originals are not kept."""
    settings(collect=True)


def fields(page: str) -> Fields:
    """What a browser would send of a page's form: hidden fields and ticked boxes (and what is
    chosen of a select)."""
    found: Fields = {}
    for tag in re.findall(r"<input[^>]*>", page):
        attributes = dict(re.findall(r'([\w-]+)="([^"]*)"', tag))
        if attributes.get("type") == "hidden" or " checked" in tag:
            found.setdefault(unescape(attributes["name"]), []).append(
                unescape(attributes.get("value", ""))
            )
    for name, options in re.findall(r'<select name="([^"]*)"[^>]*>(.*?)</select>', page, re.DOTALL):
        found[unescape(name)] = re.findall(r'<option value="([^"]*)" selected', options) or [""]
    return found


def look(browser: Any, text: str = TEXT, **more: str) -> str:
    """Writes a text and asks what will be hidden."""
    token = fields(browser.get("/collect").text)["token"][0]
    answer = browser.post("/collect", data={"token": token, "text": text, "do": "look", **more})
    assert answer.status_code == 200
    return str(answer.text)


def place(text: str, words: str, nth: int = 0) -> str:
    """ "12-16"."""
    start = [match.start() for match in re.finditer(re.escape(words), text.replace("\r\n", "\n"))][
        nth
    ]
    return f"{start}-{start + len(words)}"


def stored(project: Project) -> essays.Essay:
    [row], total = essays.rows(project, Filter())
    assert total == 1
    return essays.load(project, row.id)


def everything(project: Project) -> str:
    """All that the database holds, every sealed value opened with the project's keys, and the
    file's own bytes."""
    told = []
    with project.read() as connection:
        keys = [project.keys.project]
        for row in connection.execute(sql.select(schema.essay)):
            keys.append(project.keys.essay(row.key, essay_place(row.lookup)))
        for table in schema.metadata.sorted_tables:
            for row in connection.execute(sql.select(table)).mappings():
                places = [essay_place(row["lookup"])] if "lookup" in row else []
                with_places = [
                    *places,
                    *(f"{each} mentions" for each in places),
                    "settings",
                    f"audit {row.get('id')}",
                ]
                if table is schema.revision:
                    with_places = [
                        essay_place(each)
                        for each in connection.execute(sql.select(schema.essay.c.lookup)).scalars()
                    ]
                for value in row.values():
                    told.append(str(value))
                    if isinstance(value, bytes):
                        told.append(value.decode("utf-8", "replace"))
                        told += [
                            text
                            for key in keys
                            for about in with_places
                            if (text := opened(key, value, about))
                        ]
    database = project.engine.url.database
    assert database is not None
    files = [path for suffix in ("", "-wal") if (path := Path(database + suffix)).exists()]
    told += [path.read_bytes().decode("utf-8", "replace") for path in files]
    return "\n".join(told)


def opened(key: Any, value: bytes, about: str) -> str:
    try:
        return str(key.open(value, about).decode("utf-8", "replace"))
    except WrongKeyError:
        return ""


# --- the way through, without a script
# -----------------------------------------------------------------------------------------------


def test_closed_unless_the_project_collects(client: Client, project: Project) -> None:
    assert client(None).get("/collect").status_code == 404
    assert (
        client(None).post("/collect", data={"token": new_token(project), "text": TEXT}).status_code
        == 404
    )


def test_only_the_pseudonymized_text_is_kept(
    client: Client, project: Project, ready: None, admin: User
) -> None:
    browser = client(None)
    page = look(browser, level="B1", genre="narrative", author="K17")
    assert "Mahtab" in page and stored_count(project) == 0
    again = browser.post(
        "/collect", data={**fields(page), "word": place(TEXT, "Gnurbert"), "do": "look"}
    ).text
    assert stored_count(project) == 0
    thanks = browser.post("/collect", data={**fields(again), "consent": "yes", "do": "send"})
    assert thanks.status_code == 200
    receipt = re.search(r'class="receipt">([^<]+)<', thanks.text)
    essay = stored(project)
    assert receipt is not None and essay.content.id == receipt[1]
    assert essay.content.settled and essay.content.meta == {"genre": "narrative", "level": "B1"}
    assert (essay.row.genre, essay.row.level, essay.row.status) == ("narrative", "B1", "new")
    assert all(words not in thanks.text for words in PLANTED)
    kept = everything(project)
    assert essay.content.text in kept  # else the search below would prove nothing
    assert all(words not in kept for words in PLANTED)
    assert "K17" not in kept and essays.by_author(project, "k17") == [essay.row.id]


def test_a_genre_that_was_guessed_of_a_text_that_is_kept_without_its_original_stays_a_guess(
    project: Project, workbench: Workbench, curator: User
) -> None:
    document = Document("E1", "Det regnar.", meta={"genre": "narrative", "genre_source": "text"})
    made = workbench.submit(document, State())
    essay = essays.load(project, made)
    assert (
        essay.content.settled
        and essay.row.genre == "narrative"
        and stated_genre(essay.document) == ""
    )
    assert "narrative" not in export.gold(essay, workbench.final(essay))
    essay, reading, _ = workbench.open(made, curator)
    workbench.finish(essay, reading, True, curator)
    assert workbench.release([made], curator) == {}
    (line,) = [
        piece
        for name, piece in export.files(workbench, "jsonl-release", export.Selection())
        if name.endswith(".jsonl")
    ]
    assert json.loads(line)["meta"] == document.meta
    essays.set_genre(project, [made], "narrative", None)
    assert stated_genre(essays.load(project, made).document) == "narrative"


def stored_count(project: Project) -> int:
    return essays.rows(project, Filter())[1]


def test_what_was_shown_is_what_is_kept(client: Client, project: Project, ready: None) -> None:
    browser = client(None)
    page = look(browser)
    browser.post("/collect", data={**fields(page), "consent": "yes", "do": "send"})
    shown = re.search(r'aria-live="polite">(.*?)</div>', page, re.DOTALL)
    assert shown is not None
    assert unescape(re.sub(r"<[^>]+>", "", shown[1])) == stored(project).content.text


def test_originals_are_kept_when_the_project_says_so(
    client: Client, project: Project, settings: Callable[..., None]
) -> None:
    settings(collect=True, collect_originals=True)
    browser = client(None)
    page = look(browser, author="K17")
    browser.post("/collect", data={**fields(page), "consent": "yes", "do": "send"})
    essay = stored(project)
    assert essay.content.text == TEXT.replace("\r\n", "\n") and not essay.content.settled
    assert essay.content.mentions  # with its evidence, for reviewers
    assert all(words in everything(project) for words in PLANTED)


def test_what_is_unticked_stays(client: Client, project: Project, ready: None) -> None:
    browser = client(None)
    sent = fields(look(browser))
    sent["on"].remove(place(TEXT, "Mölndal"))
    page = browser.post("/collect", data={**sent, "do": "look"}).text
    assert 'class="off"' in page
    browser.post("/collect", data={**fields(page), "consent": "yes", "do": "send"})
    text = stored(project).content.text
    assert "Mölndal" in text and "Mahtab" not in text


def test_what_was_unticked_can_be_ticked_again(client: Client, ready: None) -> None:
    browser = client(None)
    sent = fields(look(browser))
    ticked = sent["on"].copy()
    sent["on"] = []
    page = browser.post("/collect", data=sent).text
    assert fields(page)["shown"] == sent["shown"] and "on" not in fields(page)
    page = browser.post("/collect", data={**fields(page), "on": ticked}).text
    assert fields(page)["on"] == ticked


def test_a_missed_word_is_hidden_wherever_it_stands(
    client: Client, project: Project, ready: None
) -> None:
    browser = client(None)
    where = place(TEXT, "kompis"), place(TEXT, "snäll")
    page = browser.post("/collect", data={**fields(look(browser)), "word": list(where)}).text
    sent = fields(page)
    assert set(sent["word"]) == set(where)
    sent[f"kind {where[1]}"] = ["city"]
    page = browser.post("/collect", data=sent).text
    assert fields(page)[f"kind {where[1]}"] == ["city"] and fields(page)[f"kind {where[0]}"] == [
        "extra"
    ]
    browser.post("/collect", data={**fields(page), "consent": "yes", "do": "send"})
    marks = readings.all_of(project, stored(project))["main"].state.applied
    assert {"extra", "city"} <= {mark.label for mark in marks}
    assert not re.search("kompis|snäll", stored(project).content.text)


def test_one_tap_hides_every_such_word(client: Client, project: Project, ready: None) -> None:
    text = "Vi har en groda. En groda! Grodan är snäll, grodaktig, groda."
    browser = client(None)
    page = browser.post(
        "/collect", data={**fields(look(browser, text)), "word": place(text, "groda", 1)}
    ).text
    assert "× 3" in page and len(fields(page)["word"]) == 1
    browser.post("/collect", data={**fields(page), "consent": "yes", "do": "send"})
    kept = stored(project).content.text
    assert not re.search(r"\bgroda\b", kept) and "Grodan" in kept and "grodaktig" in kept


def test_words_side_by_side_are_one_name(client: Client, ready: None) -> None:
    text = "Hon heter Blorp Fnask."
    browser = client(None)
    sent = fields(look(browser, text))
    sent.pop("shown", None)
    page = browser.post(
        "/collect", data={"token": sent["token"], "text": text, "word": ["10-15", "16-21"]}
    ).text
    assert fields(page).get("word", ["10-21"]) == ["10-21"]
    assert collect._joined(collect.Draft(text, added=((10, 15, ""), (16, 21, "")))) == [
        (10, 21, "")
    ]
    assert collect._joined(collect.Draft(text, added=((10, 15, "city"), (16, 21, "school")))) == [
        (10, 15, "city"),
        (16, 21, "school"),
    ]


# --- what is refused
# -----------------------------------------------------------------------------------------------------------------


def test_consent_is_asked_for(client: Client, project: Project, ready: None) -> None:
    browser = client(None)
    answer = browser.post("/collect", data={**fields(look(browser)), "do": "send"})
    assert answer.status_code == 422 and stored_count(project) == 0
    assert texts("sv")["collect.no_consent"] in answer.text


@pytest.mark.parametrize(
    ("text", "status"),
    [("", 422), ("   \n", 422), ("a" * (collect.LONGEST + 1), 422), ("b" * 1_000_001, 413)],
)
def test_too_little_and_too_much(
    client: Client, project: Project, ready: None, text: str, status: int
) -> None:
    answer = client(None).post("/collect", data={"token": new_token(project), "text": text})
    assert answer.status_code == status and stored_count(project) == 0


def test_forms_that_are_not_ours(
    client: Client, project: Project, ready: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = client(None)
    good = new_token(project)
    forged = (
        good[:-1] + ("0" if good[-1] != "0" else "1"),
        good.replace(".", "0.", 1),
        "",
        "..",
        "1.2.3",
        "ä.ö.å",
    )
    for token in forged:
        answer = browser.post(
            "/collect", data={"token": token, "text": TEXT, "consent": "yes", "do": "send"}
        )
        assert answer.status_code == 403 and stored_count(project) == 0
    assert valid(project, good)
    later = time.time() + collect.VALID + 1
    monkeypatch.setattr(collect.time, "time", lambda: later)
    answer = browser.post(
        "/collect", data={"token": good, "text": TEXT, "consent": "yes", "do": "send"}
    )
    assert answer.status_code == 403 and "Mahtab" in answer.text  # what was written is not lost


def test_other_sites_are_refused(client: Client, project: Project, ready: None) -> None:
    data = {"token": new_token(project), "text": TEXT, "consent": "yes", "do": "send"}
    for header in ({"sec-fetch-site": "cross-site"}, {"origin": "https://elsewhere.example"}):
        assert client(None).post("/collect", data=data, headers=header).status_code == 403
    assert stored_count(project) == 0


def test_sending_twice_keeps_one(client: Client, project: Project, ready: None) -> None:
    browser = client(None)
    sent = {**fields(look(browser)), "consent": "yes", "do": "send"}
    assert [browser.post("/collect", data=sent).status_code for _ in range(2)] == [200, 409]
    assert stored_count(project) == 1


def test_a_flood_from_one_address_waits(
    project: Project, ready: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(collect, "LOOKS", (3, 60.0))
    with TestClient(create_app(Workbench(project)), base_url="http://127.0.0.1") as browser:
        token = new_token(project)
        answers = [
            browser.post("/collect", data={"token": token, "text": "Hej Anna."}) for _ in range(4)
        ]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert "Hej Anna." in answers[-1].text  # what was written is not lost


def test_rates_are_counted_by_address_and_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(collect.time, "monotonic", lambda: now[0])
    rate = Rate(2, 60.0)
    assert [rate.full("a"), rate.full("a"), rate.full("a"), rate.full("b")] == [
        False,
        False,
        True,
        False,
    ]
    now[0] = 61.0
    assert not rate.full("a")


def test_a_code_is_needed_where_pseudonyms_are_a_persons(
    client: Client, project: Project, settings: Callable[..., None]
) -> None:
    settings(collect=True, scope="author")
    answer = client(None).post("/collect", data={"token": new_token(project), "text": TEXT})
    assert answer.status_code == 422 and texts("sv")["collect.no_author"] in answer.text
    look(client(None), author="K17")


def test_nonsense_in_the_fields_is_left_out(client: Client, project: Project, ready: None) -> None:
    token = new_token(project)
    data = {
        "token": token, "text": TEXT, "level": "Z9", "genre": "<script>", "word": ["9999999-10000000", "5-3", "x", "0-0", "3-3"],
        "shown": ["a-b", "1"], "on": "?", "kind 1-2": "spaceship", "consent": "yes", "do": "send",
    }  # fmt: skip
    assert client(None).post("/collect", data=data).status_code == 200
    assert stored(project).row.level == ""


def test_what_the_leak_check_sees_is_shown_and_kept_as_doubtful(
    client: Client, project: Project, ready: None
) -> None:
    browser = client(None)
    text = "Jag heter Anna Kvistgren. En kvistgran är fin."
    sent = fields(look(browser, text))
    page = browser.post("/collect", data=sent).text
    assert "doubts" in page, "the text no longer makes the check doubt"
    browser.post("/collect", data={**sent, "consent": "yes", "do": "send"})
    assert stored(project).row.doubtful > 0


def test_the_receipt_finds_the_essay_for_deleting(
    client: Client, project: Project, ready: None, admin: User
) -> None:
    browser = client(None)
    browser.post("/collect", data={**fields(look(browser)), "consent": "yes", "do": "send"})
    essay = stored(project)
    rows, total = essays.rows(project, Filter(words=essay.content.id))
    assert total == 1
    essays.delete(project, [rows[0].id], admin.id, "asked")
    assert stored_count(project) == 0


def test_both_languages(client: Client, ready: None) -> None:
    assert texts("sv").keys() == texts("en").keys()
    browser = client(None)
    assert texts("en")["collect.heading"] in browser.get("/collect?lang=en").text
    assert texts("sv")["collect.heading"] in browser.get("/collect?lang=sv").text
    assert (
        texts("en")["collect.heading"]
        in browser.get("/collect", headers={"accept-language": "en-GB,en;q=0.9"}).text
    )


def test_no_word_of_a_text_is_logged(
    client: Client,
    project: Project,
    ready: None,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def crash(*_: object) -> None:
        raise ValueError(TEXT)

    caplog.set_level(0)
    browser = client(None)
    page = look(browser)
    monkeypatch.setattr(collect, "corrected", crash)
    answer = browser.post("/collect", data=fields(page))
    assert answer.status_code == 500
    assert not any(words in caplog.text + answer.text for words in PLANTED)


# --- with a script
# -------------------------------------------------------------------------------------------------------------------


def test_tapping_a_word(page: Callable[..., Page], project: Project, ready: None) -> None:
    window = page(None, 390)
    window.goto("/collect?lang=sv")
    window.fill("textarea", "Hej!\nJag heter Anna och bor i Malmö.\n\nMin hund Gnurbert sover.")
    with window.expect_event("load"):  # before that a tap ticks the word and asks for no new page
        window.click("main button.primary")
    window.get_by_text("hund", exact=True).click()
    expect(window.locator("mark", has_text="hund")).to_be_visible()
    at_rest(window)
    assert window.evaluate("document.documentElement.scrollWidth") <= 390
    window.locator("tr", has_text="Malmö").get_by_role("checkbox").uncheck()
    expect(window.locator("tr.off")).to_be_visible()
    at_rest(window)
    window.check("[name=consent]")
    window.click("button[value=send]")
    expect(window.locator(".receipt")).to_be_visible()
    text = stored(project).content.text
    assert "Malmö" in text and "hund" not in text and "Anna" not in text
