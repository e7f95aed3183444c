"""Pages of a project of `maskera learn`: who may, what is asked, keys in Chromium."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from browsing import expect
from learn.invented import corpus

from maskera.learn.learner import learner
from maskera.learn.pool import pool
from maskera.learn.prior import Prior
from maskera.learn.project import Card, Sentence, Setup, create, open_project
from maskera.learn.questions import Questions
from maskera.pipeline import load
from maskera.review.people import User
from maskera.review.workbench import Workbench

from .conftest import Client
from .test_axe_browser import check

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytest.importorskip("scipy")
KEY = b"k" * 32


@pytest.fixture
def learning(tmp_path: Path, workbench: Workbench) -> Questions:
    """A project of ten invented texts, opened beside the workbench's."""
    texts = tuple((document.id, document.text) for document, _ in corpus(10))
    project = create(tmp_path / "p.learn", Setup(texts, "none", ("name", "place"), 7), KEY)
    workbench.learning = Questions(project, learner(pool(project.documents), Prior()))
    return workbench.learning


def test_without_a_project_there_is_no_page_and_no_link(client: Client, admin: User) -> None:
    assert client(admin).get("/learn").status_code == 404
    assert "/learn" not in client(admin).get("/").text


def test_nobody_sees_it_without_logging_in_and_nothing_changes_without_the_token(
    learning: Questions, client: Client, reviewer: User
) -> None:
    assert client(None).get("/learn/cards").headers["location"].startswith("/login")
    browser = client(reviewer)
    asked = learning.card("term")
    assert asked is not None
    del browser.headers["x-csrf"]
    answer = {"key": asked.cluster.key, "answer": "o"}
    assert browser.post("/learn/cards", data=answer).status_code == 403
    assert not learning.project.answers


def test_cards_are_answered_refused_and_taken_back(
    learning: Questions, client: Client, reviewer: User
) -> None:
    browser = client(reviewer)
    asked = learning.card("term", str(reviewer.id))
    assert asked is not None
    page = browser.get("/learn/cards")
    assert page.status_code == 200 and f"<mark>{asked.places[0].word}</mark>" in page.text
    refused = browser.post("/learn/cards", data={"key": asked.cluster.key, "line": "villain"})
    assert refused.status_code == 422 and "ingen av projektets etiketter" in refused.text
    assert browser.post("/learn/cards", data={"key": "no such term"}).status_code == 404
    done = browser.post("/learn/cards", data={"key": asked.cluster.key, "line": "2"})
    assert done.headers["location"] == "/learn/cards?by=term"
    (card,) = open_project(learning.project.path, KEY).answers
    assert isinstance(card, Card) and card.answer == "place"
    browser.post("/learn/undo", data={"back": "/learn/cards"})
    assert not learning.project.answers and learning.card("term", str(reviewer.id)) == asked


def test_terms_of_a_split_situation_are_answered_on_its_page(
    learning: Questions, client: Client, reviewer: User
) -> None:
    browser = client(reviewer)
    while (
        asked := learning.card("situation", str(reviewer.id))
    ) and asked.cluster.kind == "situation":
        learning.decide(asked, "s")
    assert asked is not None
    page = browser.get("/learn/cards?by=situation").text
    assert (
        f'name="kind" value="term"><input type="hidden" name="key" value="{asked.cluster.key}"'
        in page
    )
    answer = {"key": asked.cluster.key, "by": "situation", "kind": "term", "answer": "o"}
    done = browser.post("/learn/cards", data=answer)
    assert done.headers["location"] == "/learn/cards?by=situation"
    assert learning.project.decisions().cards["term", asked.cluster.key] == "O"
    assert browser.post("/learn/cards", data={**answer, "kind": ""}).status_code == 404


def test_sentences_are_read_and_the_status_tells_of_them(
    learning: Questions, client: Client, reviewer: User
) -> None:
    browser = client(reviewer)
    shown = learning.sentence(asker=str(reviewer.id))
    assert shown is not None
    assert "2-3 name; 5 o" in browser.get("/learn/read").text  # a label of the project
    form = {"first": str(shown.first), "line": "1 name"}
    refused = browser.post("/learn/read", data={**form, "line": "99 o"})
    assert refused.status_code == 422 and 'value="99 o"' in refused.text  # to be corrected
    assert browser.post("/learn/read", data=form).headers["location"] == "/learn/read"
    again = browser.post("/learn/read", data=form)  # sent twice
    assert again.status_code == 422 and "Redan besvarat" in again.text
    (read,) = learning.project.answers
    assert isinstance(read, Sentence) and read.labels[0] == "name"
    status = browser.get("/learn")
    assert status.status_code == 200 and "Ännu vet ingen" in status.text
    assert f"{len(shown.forms)} på 0,0 minuter" in status.text


def test_two_people_are_asked_different_things_and_take_their_own_answers_back(
    learning: Questions, client: Client, reviewer: User, curator: User
) -> None:
    first, second = client(reviewer), client(curator)
    pages = [browser.get("/learn/cards").text for browser in (first, second)]
    keys = [re.findall(r'name="key" value="([^"]+)"', page) for page in pages]
    assert keys[0] != keys[1] and len(keys[0]) == len(keys[1]) == 1
    for browser, (key,), answer in ((first, keys[0], "1"), (second, keys[1], "o")):
        browser.post("/learn/cards", data={"key": key, "line": answer})
    refused = second.post("/learn/cards", data={"key": keys[0][0], "line": "o"})
    assert refused.status_code == 422 and "Redan besvarat" in refused.text
    cards = learning.project.decisions().cards
    assert cards == {("term", keys[0][0]): "name", ("term", keys[1][0]): "O"}
    first.post("/learn/undo", data={"back": "/learn/cards"})
    assert learning.project.decisions().cards == {("term", keys[1][0]): "O"}
    assert f'value="{keys[0][0]}"' in first.get("/learn/cards").text
    shown = [
        re.findall(r'name="first" value="(\d+)"', browser.get("/learn/read").text)
        for browser in (first, second)
    ]
    assert shown[0] != shown[1]


def pressed(window: Page, key: str) -> None:
    """Press a key once the page listens, and wait for the next question."""
    before = window.locator("input[name=key]").input_value()
    window.keyboard.press(key)
    changed(window, "key", before)


def changed(window: Page, field: str, before: str) -> None:
    """Wait until another page has come, with another value of a field, and listens."""
    expect(window.locator(f"input[name={field}]")).not_to_have_value(before)
    window.wait_for_load_state()


def test_by_keys_in_a_browser(
    learning: Questions, page: Callable[..., Page], reviewer: User
) -> None:
    """A card by 1, by o, taken back by u; a word of a sentence chosen; the next by Enter."""
    window = page(reviewer, 390)
    window.goto("/")
    window.locator("nav a[href='/learn']").click()
    window.wait_for_url("**/learn")
    window.locator("main a.primary").first.click()
    window.wait_for_url("**/learn/cards")
    first = window.locator("input[name=key]").input_value()
    for key in ("1", "o"):
        pressed(window, key)
    assert [card.answer for card in learning.project.answers if isinstance(card, Card)] == [
        "name",
        "O",
    ]
    for _ in range(2):
        pressed(window, "u")
    expect(window.locator("input[name=key]")).to_have_value(first)
    window.goto("/learn/read")
    number = window.locator("input[name=first]").input_value()
    window.locator("#label").select_option("place")
    window.locator(".token").nth(1).click()
    expect(window.locator("#line")).to_have_value("2 place")
    expect(window.locator(".token").nth(1).locator(".tag")).to_have_count(1)
    window.locator(".token").nth(1).click()  # off again: nothing is left to correct
    expect(window.locator("#line")).to_have_value("")
    expect(window.locator(".token").nth(1).locator(".tag")).to_have_count(0)
    window.locator("#line").fill("1 name")  # typed by hand, it stays beside what is clicked
    window.locator(".token").nth(1).click()
    expect(window.locator("#line")).to_have_value("1 name; 2 place")
    window.keyboard.press("Enter")
    changed(window, "first", number)
    (read,) = learning.project.answers
    assert isinstance(read, Sentence) and read.labels[:2] == ("name", "place")
    expect(window.locator("#label")).to_have_value("place")  # not chosen anew in each sentence
    assert window.evaluate("document.documentElement.scrollWidth") <= 390


def test_its_pages_have_no_violation_and_their_link_stands_out(
    learning: Questions, page: Callable[..., Page], reviewer: User
) -> None:
    window = page(reviewer, 1440)
    check(window, ("/learn", "/learn/cards", "/learn/read"))
    expect(window.locator(".top nav [aria-current=true]")).to_have_text("Inlärning")


def test_curators_download_what_the_project_gives(
    learning: Questions, client: Client, curator: User, reviewer: User
) -> None:
    """Nothing decided gives no recognizer, and says so; texts are there at once."""
    assert "/learn/export" not in client(reviewer).get("/learn").text
    assert client(reviewer).post("/learn/export", data={"kind": "jsonl"}).status_code == 403
    browser = client(curator)
    page = browser.get("/learn").text
    assert "/learn/export" in page and "--language none --policy category" in page
    refused = browser.post("/learn/export", data={"kind": "models"})
    assert refused.status_code == 422 and "ingen igenkännare" in refused.text
    texts = browser.post("/learn/export", data={"kind": "jsonl"})
    assert texts.status_code == 200 and len(texts.text.splitlines()) == 10
    assert "SECRET" in texts.headers["content-disposition"]
    assert "<ANON>" not in browser.post("/learn/export", data={"kind": "itac"}).text


def test_the_recognizer_that_is_downloaded_can_be_loaded(
    learning: Questions, client: Client, curator: User, tmp_path: Path
) -> None:
    browser = client(curator)
    for _ in range(12):
        asked = learning.card("term")
        assert asked is not None
        names = any(place.word[:1].isupper() for place in asked.places)
        learning.decide(asked, "name" if names else "o")
    packed = browser.post("/learn/export", data={"kind": "models"})
    assert packed.status_code == 200 and packed.headers["content-type"] == "application/zip"
    with zipfile.ZipFile(BytesIO(packed.content)) as archive:
        archive.extractall(tmp_path / "models")
    nlp = load("none", "category", models=tmp_path / "models")
    assert any(nlp(document).mentions for document in learning.project.documents)
