"""The page that stands alone."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import assume, given
from lxml import html as lxml_html

from maskera.formats import html
from maskera.formats.html import _COLOURS, _NOT_IN_HTML, _groups
from maskera.result import LeakStatus, Result, release
from maskera.taxonomy import shipped
from maskera.text import Document

from .making import anna, result, results


def shown(page: str) -> list[str]:
    """The texts on a page, without the names of the mentions in them."""
    tree = lxml_html.document_fromstring(page)
    for label in tree.xpath('//span[@class="label"]'):
        label.drop_tree()
    return [text.text_content() for text in tree.xpath('//p[@class="text"]')]


def test_mentions_are_named_in_full() -> None:
    page = html.render(release(anna()), shipped())
    assert (
        'title="city 2 foreign: city, town, village; in Sweden also a city district">Dubai<span class="label">city 2 foreign</span></mark>'
        in page
    )


def test_the_legend_has_the_groups_that_occur_and_no_other() -> None:
    tree = lxml_html.document_fromstring(html.render(release(anna()), shipped()))
    assert [entry.text_content() for entry in tree.xpath("//ul/li")] == [
        "Names firstname_female",
        "Geographic data city",
        "Mark prof",
    ]
    assert "legend" not in re.sub(
        r"<style>.*</style>", "", html.render(release(result("hej")), shipped()), flags=re.S
    )


def test_the_public_page_has_no_original_and_the_secret_one_says_what_it_is() -> None:
    public, secret = html.render(release(anna()), shipped()), html.render_both(anna(), shipped())
    assert "Anna" not in public and "Göteborg" not in public
    assert "Anna" in secret and "it is a secret" in secret
    assert shown(secret) == [anna().document.text, release(anna()).text]


def test_policy_leak_check_and_metadata_are_told() -> None:
    page = html.render(
        release(replace(anna(), leaks=LeakStatus.FAIL, genre="narrative")), shipped()
    )
    assert "genre: narrative · policy: swell · leak check:" in page and "may still stand" in page


def test_a_guessed_genre_is_told_as_a_guess() -> None:
    page = html.render(
        release(Result(Document("a", "hej", meta={"genre": "letter", "genre_source": "text"}), ())),
        shipped(),
    )
    assert "genre: letter (guessed)" in page and "genre_source" not in page
    assert "guessed" not in html.render(
        release(Result(Document("a", "hej", meta={"genre": "letter"}), ())), shipped()
    )


def test_nothing_is_loaded_from_elsewhere() -> None:
    page = html.render_both(anna(), shipped())
    assert "default-src 'none'" in page
    assert not re.search(r"(?:src|href)=|url\(|@import|<script", page)


def test_what_looks_like_markup_is_text() -> None:
    page = html.render(
        release(
            result("<script>x</script> & i Lund", ("Lund", "city", 1, '"<b>'), identifier="<i>")
        ),
        shipped(),
    )
    assert "<script" not in page and "<b>" not in page and "<i>" not in page
    assert shown(page) == ['<script>x</script> & i "<b>']


@given(results())
def test_the_text_on_the_page_is_the_released_text(any_result: Result) -> None:
    released = release(any_result)
    edges = {
        edge for mention in released.mentions for edge in (mention.span.start, mention.span.end)
    }
    assume(
        all(released.text[edge - 1 : edge + 1] != "\r\n" for edge in edges)
    )  # cut in two, a line break is two
    expected = _NOT_IN_HTML.sub("\ufffd", released.text)
    (text,) = shown(html.render(released, shipped()))
    assert text == expected.replace("\r\n", "\n").replace("\r", "\n") or text == expected


@pytest.mark.parametrize("text", ["", "\x00\ud800\x85"])
def test_no_text_makes_it_unwritable(text: str) -> None:
    html.render(release(Result(Document("a", text), ())), shipped()).encode()


def luminance(colour: str) -> float:
    channels = [int(colour[index : index + 2], 16) / 255 for index in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_colours_are_legible_and_differ() -> None:
    for background, border, _ in _COLOURS:
        assert contrast("#1a1a1a", background) >= 11
        assert contrast("#333333", background) >= 7  # the small names of the mentions
        assert contrast(border, "#ffffff") >= 4.5 and contrast(border, background) >= 3
    assert all(one[:2] != other[:2] for one, other in combinations(_COLOURS, 2))
    assert len(_groups(shipped())) <= len(_COLOURS)


def test_a_label_of_ones_own_stands_with_its_group_and_says_what_it_is() -> None:
    block = {"name": "nick", "group": "Names", "kind": "person.nick", "description": "A nickname"}
    own = shipped().extended(block, "own")
    page = html.render(release(result("Kim heter jag", ("Kim", "nick", 1, "Pim"))), own)
    assert "nick 1: A nickname" in page and ">Names</mark> nick" in page
