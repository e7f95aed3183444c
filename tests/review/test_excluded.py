"""The panel of what rules left out of an essay, each with its reason in the reader's language."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from browsing import expect

from maskera.lang.en.impersonal import EXCLUSIONS as ENGLISH
from maskera.lang.sv.exclusions import EXCLUSIONS
from maskera.mentions import Exclusion
from maskera.review import people
from maskera.review.people import LANGUAGES, User
from maskera.review.project import Project
from maskera.review.web.excluded import reason
from maskera.text import Span

if TYPE_CHECKING:
    from playwright.sync_api import Page

TEXT = "Jag heter Anna. I Bibeln talade Gud med Moses på berget."
Client = Callable[[User | None], Any]
Add = Callable[..., int]


def lines(page: Any) -> list[str]:
    """What the panel says, a line for each place."""
    found = re.findall(r"<li>(.*?)</li>", page.text, re.S)
    return [" ".join(html.unescape(re.sub(r"<[^>]+>", "", each)).split()) for each in found]


def test_what_rules_left_out_is_shown_with_its_reason(
    client: Client, reviewer: User, project: Project, essay: Add
) -> None:
    at = f"/essays/{essay(TEXT)}/excluded"
    browser = client(reviewer)
    (found,) = [line for line in lines(browser.get(at)) if "Moses" in line]
    assert found.endswith("en gud eller någon ur en helig skrift")
    assert f'href="#w{TEXT.index("Moses")}"' in browser.get(at).text
    people.change(project, reviewer.id, language="en")
    assert any(
        each.endswith("a god or a figure of a holy book")
        for each in lines(client(reviewer).get(at))
    )


def test_what_is_marked_after_all_is_not_left_out(
    client: Client, reviewer: User, essay: Add
) -> None:
    made = essay(TEXT)
    browser = client(reviewer)
    at = TEXT.index("Moses")
    head = re.search(r'"head": (\d+)', browser.get(f"/essays/{made}").text)
    assert head
    marked = {"start": at, "end": at + 5, "label": "firstname_male", "head": head[1]}
    assert browser.post(f"/essays/{made}/add", data=marked).status_code in (200, 303)
    assert not any("Moses" in line for line in lines(browser.get(f"/essays/{made}/excluded")))


def test_an_essay_without_any_says_so(client: Client, reviewer: User, essay: Add) -> None:
    page = client(reviewer).get(f"/essays/{essay('Jag bor här.')}/excluded")
    assert "Ingen regel har valt bort något här." in page.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_that_excludes_has_a_reason(language: str) -> None:
    for name in ("exclude.letters", *(rule.name for rule in (*EXCLUSIONS, *ENGLISH))):
        assert reason(Exclusion(Span(0, 1), name, "untold"), language) != "untold", name
    listed = reason(Exclusion(Span(0, 1), "allow:ord.txt", "untold"), language)
    assert "(ord.txt)" in listed and listed != "untold"
    assert reason(Exclusion(Span(0, 1), "own:mine", "its note"), language) == "its note"


def test_it_opens_and_leads_to_the_words(
    page: Callable[..., Page], essay: Add, reviewer: User
) -> None:
    window = page(reviewer, width=390)
    window.goto(f"/essays/{essay(TEXT)}")
    window.locator("#excluded summary").click()
    window.locator("#excluded a", has_text="Moses").click()
    expect(window.locator(f"#w{TEXT.index('Moses')}")).to_be_focused()
    assert window.evaluate("document.documentElement.scrollWidth") <= 390
