"""The essay page in a browser: what is done by mouse and by keyboard, and what follows of it in all
views."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from browsing import Held, at_rest, expect
from formats.invariant import check_invariant

from maskera.formats import svala
from maskera.review import essays, export, readings
from maskera.review.people import User
from maskera.review.project import Project
from maskera.review.state import Mark, State
from maskera.review.web.site import COOKIE
from maskera.review.workbench import Workbench
from maskera.taxonomy import shipped
from maskera.text import Document
from review.conftest import end_sessions, log_in_again, secret_of

if TYPE_CHECKING:
    from playwright.sync_api import Page

TEXT = "Jag heter Anna Berg och bor i Malmö. Min kompis Qwerta Zxcva kommer från Qwertby. Anna ringer 070-123 45 67 . ␤ Vi ses i Malmö !"
Window = Callable[..., "Page"]


@pytest.fixture
def window(page: Window, essay: Callable[..., int], reviewer: User) -> Page:
    """The page of an essay."""
    opened = page(reviewer)
    opened.goto(f"/essays/{essay(TEXT)}")
    return opened


def marks(workbench: Workbench, user: User) -> dict[str, Mark]:
    """The marks that count, by their words."""
    return {TEXT[mark.start : mark.end]: mark for mark in state(workbench, user).applied}


def state(workbench: Workbench, user: User) -> State:
    return readings.of(workbench.project, essays.load(workbench.project, 1), user).state


def word(window: Page, form: str) -> tuple[float, float]:
    """The middle of a word of the source on the screen."""
    at = TEXT.index(form)
    box = window.locator(f"#w{at}").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(window: Page, first: str, last: str) -> None:
    window.mouse.move(*word(window, first))
    window.mouse.down()
    window.mouse.move(*word(window, last), steps=4)
    window.mouse.up()


def answered(window: Page, act: Callable[[], object]) -> None:
    """Do something and wait until its answer stands on the page."""
    with window.expect_response(lambda response: response.request.method == "POST"):
        act()
    at_rest(window)


def card_of(window: Page, key: str | int) -> None:
    """Wait for the card of a mention."""
    expect(window.locator("#card")).to_have_attribute("data-key", str(key))
    at_rest(window)


def moved(window: Page, left: str | None) -> int:
    """The mention with the ring, once that is not where it was."""
    work = window.locator("#work")
    expect(work).not_to_have_attribute("data-selected", str(left))
    return int(work.get_attribute("data-selected") or "-1")


def test_words_are_marked_by_dragging_and_typing_a_label(
    window: Page, workbench: Workbench, reviewer: User
) -> None:
    drag(window, "Qwerta", "Zxcva")
    expect(window.locator("#chosen-words")).to_have_text("Qwerta Zxcva")
    window.keyboard.press("l")
    expect(window.locator("#palette-filter")).to_be_focused()
    window.keyboard.type("surn")
    answered(window, lambda: window.keyboard.press("Enter"))
    mark = marks(workbench, reviewer)["Qwerta Zxcva"]
    assert mark.label == "surname"
    for place in ("#source .m", "#target .m", "#graph .edge", "#referents .m", "#card"):
        expect(window.locator(f'{place}[data-key="{mark.key}"]')).to_have_count(1)
    expect(window.locator("#target")).not_to_contain_text("Qwerta")


def test_words_are_marked_by_keys_alone(window: Page, workbench: Workbench, reviewer: User) -> None:
    window.locator(f"#w{TEXT.index('Min')}").evaluate(
        "each => { each.tabIndex = 0; each.focus(); }"
    )
    for key in ("ArrowRight", "ArrowRight", "Shift+ArrowRight", "Enter"):
        window.keyboard.press(key)
    expect(window.locator("#palette-words")).to_have_text("Qwerta Zxcva")
    window.keyboard.type("efternamn")  # what the label means is found too
    answered(window, lambda: window.keyboard.press("Enter"))
    assert marks(workbench, reviewer)["Qwerta Zxcva"].label == "surname"
    expect(window.locator("#work :focus")).to_have_count(1)


def test_pointing_at_a_mention_lights_it_up_in_all_views(window: Page) -> None:
    mark = window.locator("#source .m", has_text="Berg")
    key = mark.get_attribute("data-key")
    mark.hover()
    for place in ("#source", "#target", "#graph", "#referents"):
        expect(window.locator(f'{place} [data-key="{key}"].lit')).to_have_count(1)
    window.locator("h1").hover()
    expect(window.locator(".lit")).to_have_count(0)
    window.locator(f'#target [data-key="{key}"]').focus()
    expect(window.locator(f'#source [data-key="{key}"].lit')).to_have_count(1)


def test_keys_choose_decide_and_undo(window: Page, workbench: Workbench, reviewer: User) -> None:
    before = state(workbench, reviewer)
    left = window.locator("#card").get_attribute("data-key")
    window.keyboard.press("j")
    chosen = moved(window, left)
    card_of(window, chosen)
    answered(window, lambda: window.keyboard.press("x"))
    assert state(workbench, reviewer).mark(chosen).decision == "rejected"
    expect(window.locator(f'#source .m[data-key="{chosen}"]')).to_have_count(0)
    answered(window, lambda: window.keyboard.press("u"))
    assert state(workbench, reviewer) == before
    answered(window, lambda: window.keyboard.press("U"))
    assert state(workbench, reviewer).mark(chosen).decision == "rejected"


def test_a_key_pressed_before_the_card_has_come_waits_for_it(
    window: Page, workbench: Workbench, reviewer: User
) -> None:
    before = state(workbench, reviewer)
    left = window.locator("#card").get_attribute("data-key")
    card = Held(window, "**/mention/*")
    window.keyboard.press("j")
    chosen = moved(window, left)  # the ring is elsewhere, the card still the old one
    card.come()
    window.keyboard.press("x")
    expect(window.locator("#waiting")).to_contain_text("1")
    assert state(workbench, reviewer) == before
    answered(window, card.let_on)
    after = state(workbench, reviewer)
    assert after.mark(chosen).decision == "rejected"
    assert after.mark(int(left or "-1")) == before.mark(int(left or "-1"))


def test_keys_pressed_while_an_answer_is_under_way_decide_one_place_each(
    window: Page, workbench: Workbench, reviewer: User
) -> None:
    before = state(workbench, reviewer)
    first = Held(window, "**/essays/*/*")
    places = window.locator("#queue .place[data-key]")
    wanted = [int(key or "-1") for key in places.evaluate_all("all => all.map(e => e.dataset.key)")]
    assert len(wanted) >= 3
    for key in "xax":
        window.keyboard.press(key)
    waiting = window.locator("#waiting")
    expect(waiting).to_contain_text("2")
    first.let_on()
    expect(waiting).to_be_empty()
    expect(places).to_have_count(len(wanted) - 3)
    after = state(workbench, reviewer)
    decided = {mark.key: mark.decision for mark in after.marks if mark not in before.marks}
    assert decided == dict(zip(wanted, ("rejected", "accepted", "rejected"), strict=False))


def test_a_word_is_marked_by_a_double_click_and_one_key(
    window: Page, workbench: Workbench, reviewer: User
) -> None:
    word = window.locator("#source .w", has_text="Qwerta").first
    word.dblclick()
    expect(window.locator("#chosen")).to_be_visible()
    bar, at = window.locator("#chosen").bounding_box(), word.bounding_box()
    assert bar and at and abs(bar["y"] - at["y"]) < 120, "the bar stands at the word"
    label = window.locator('#chosen [data-digit="1"]').get_attribute("data-label")
    answered(window, lambda: window.keyboard.press("1"))
    assert marks(workbench, reviewer)["Qwerta"].label == label


def test_so_is_a_word_seen_in_the_pseudonymized_text(
    window: Page, workbench: Workbench, reviewer: User
) -> None:
    """Where the digit would else give its label to the mention of the card."""
    before = marks(workbench, reviewer)
    place = window.locator("#target").evaluate(
        """target => {
            const walker = document.createTreeWalker(target, NodeFilter.SHOW_TEXT);
            while (walker.nextNode()) {
                const at = walker.currentNode.data.indexOf("ringer");
                if (at < 0) continue;
                const range = document.createRange();
                range.setStart(walker.currentNode, at);
                range.setEnd(walker.currentNode, at + 6);
                const box = range.getBoundingClientRect();
                return [box.x + box.width / 2, box.y + box.height / 2];
            }
        }"""
    )
    window.mouse.dblclick(*place)
    expect(window.locator("#chosen-words")).to_have_text("ringer")
    answered(window, lambda: window.keyboard.press("3"))
    after = marks(workbench, reviewer)
    assert after.pop("ringer").label == "surname"
    assert {form: mark.label for form, mark in after.items()} == {
        form: mark.label for form, mark in before.items()
    }


def test_on_a_telephone_the_word_stands_above_the_bar_that_asks_about_it(
    page: Window, essay: Callable[..., int], reviewer: User, workbench: Workbench
) -> None:
    window = page(reviewer, width=390, touch=True)
    window.goto(f"/essays/{essay(TEXT)}")
    word = window.locator("#source .w", has_text="ringer").first
    word.evaluate(
        "each => scrollTo(0, each.getBoundingClientRect().bottom + scrollY - innerHeight)"
    )
    word.tap()
    expect(window.locator("#chosen")).to_be_visible()
    bar, at = window.locator("#chosen").bounding_box(), word.bounding_box()
    assert bar and at and bar["y"] + bar["height"] >= 799, "the bar is at the thumb"
    assert at["y"] > 0 and at["y"] + at["height"] <= bar["y"] <= 800
    answered(window, lambda: window.locator("#chosen .pick").first.tap())
    assert marks(workbench, reviewer)["ringer"].decision == "accepted"


def test_a_finger_that_holds_a_word_and_slides_to_a_label_marks_it(
    page: Window, essay: Callable[..., int], reviewer: User, workbench: Workbench
) -> None:
    window = page(reviewer, width=390, touch=True)
    window.clock.install(time=0)
    window.goto(f"/essays/{essay(TEXT)}")
    at_rest(window)
    window.clock.pause_at(3600)  # how long a finger rests is ours to say
    touch = window.context.new_cdp_session(window)

    def finger(kind: str, place: str = "") -> None:
        box = window.locator(place).first.bounding_box() if place else None
        points = (
            [{"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}] if box else []
        )
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    first, bar = f"#w{TEXT.index('Qwerta')}", window.locator("#chosen")
    finger("touchStart", first)
    finger("touchMove", "#referents-heading")  # it scrolls: nothing is chosen
    window.clock.run_for(1000)
    finger("touchEnd")
    expect(bar).to_be_hidden()
    finger("touchStart", first)
    window.clock.run_for(1000)
    expect(bar).to_be_visible()
    window.clock.resume()
    finger("touchMove", f"#w{TEXT.index('Zxcva')}")
    finger("touchMove", f"#w{TEXT.index('Anna ringer')}")  # another line, which it passes
    finger("touchMove", '#chosen [data-digit="2"]')
    expect(window.locator("#chosen .aimed")).to_have_count(1)
    label = window.locator("#chosen .aimed").get_attribute("data-label")
    answered(window, lambda: finger("touchEnd"))
    assert marks(workbench, reviewer)["Qwerta Zxcva"].label == label


def test_labels_are_called_by_name_in_all_views(window: Page) -> None:
    for place in ("#graph .label", "#referent-rows", "#labels", "#chosen .pick"):
        expect(window.locator(place).first).to_be_attached()
        told = " ".join(window.locator(place).all_text_contents())
        assert "förnamn" in told and "firstname" not in told, place
    expect(window.locator(".top nav [aria-current=true]")).to_have_text("Texter")


def test_who_goes_on_before_the_card_has_come_is_brought_that_of_the_last_place(
    window: Page,
) -> None:
    card = Held(window, "**/mention/*")
    for form in ("Berg", "Malmö"):
        window.locator("#source .m", has_text=form).first.click()
    chosen = window.locator("#source .m", has_text="Malmö").first.get_attribute("data-key")
    expect(window.locator("#work")).to_have_attribute("data-selected", str(chosen))
    card.let_on()
    card_of(window, str(chosen))


def test_what_is_written_and_not_saved_outlives_other_answers(
    window: Page, workbench: Workbench, reviewer: User
) -> None:
    chosen = window.locator("#card").get_attribute("data-key")
    window.locator("#comment").fill("Fel namn?")
    window.locator("#comment-1").check()
    window.locator("#note").fill("Läs om.")
    other = window.locator("#queue [data-place]", has=window.locator(".m", has_text="Zxcva"))
    answered(window, lambda: other.locator(".quick button").last.click())
    window.locator("#source .m", has_text="Berg").click()
    expect(window.locator("#card-heading")).to_contain_text("Berg")
    at_rest(window)
    expect(window.locator("#comment")).to_have_value("")
    expect(window.locator("#note")).to_have_value("Läs om.")
    window.locator(
        f'#referents [data-key="{chosen}"], #source .m[data-key="{chosen}"]'
    ).first.click()
    card_of(window, str(chosen))
    expect(window.locator("#comment")).to_have_value("Fel namn?")
    expect(window.locator("#comment-1")).to_be_checked()
    window.once("dialog", lambda dialog: dialog.dismiss())
    with window.expect_event("dialog") as asked:
        window.evaluate("location.href = '/'")
    assert asked.value.type == "beforeunload" and "/essays/" in window.url
    answered(window, lambda: window.locator("#comment-save").click())
    answered(window, lambda: window.locator("#note-save").click())
    found = state(workbench, reviewer)
    assert (found.comment, found.mark(int(chosen or "-1")).comment) == ("Läs om.", "Fel namn?")
    window.goto("/")
    assert "/essays/" not in window.url, "nothing is left to ask about"


def test_a_comment_that_could_not_be_saved_stays_to_be_mended(
    page: Window, essay: Callable[..., int], reviewer: User
) -> None:
    window = page(reviewer, failing=True)
    window.goto(f"/essays/{essay(TEXT)}")
    window.locator("#comment").fill("Fel namn?")
    answered(window, lambda: window.locator("#comment-save").click())
    expect(window.locator("#said")).to_contain_text("OBS!")
    expect(window.locator("#comment")).to_have_value("Fel namn?")


@pytest.mark.parametrize("gone", ["network", "server"])
def test_it_says_that_nothing_was_saved(
    page: Window, essay: Callable[..., int], reviewer: User, gone: str
) -> None:
    window = page(reviewer, failing=True)
    window.goto(f"/essays/{essay(TEXT)}")
    answered(window, lambda: window.locator("#accept").click())
    answered(window, lambda: window.locator("#undo").click())
    expect(window.locator("#said")).to_have_text("Ångrat.")
    fail = {
        "network": lambda route: route.abort(),
        "server": lambda route: route.fulfill(status=502, body="<h1>Bad gateway</h1>"),
    }[gone]
    window.route("**/essays/*/accept", fail)
    window.locator("#accept").click()
    expect(window.locator("#notice")).to_contain_text("ändringen är inte sparad")
    expect(window.locator("#said")).to_be_empty()
    expect(window.locator("#work #source")).to_have_count(1)
    window.unroute("**/essays/*/accept")
    at_rest(window)
    answered(window, lambda: window.locator("#accept").click())
    expect(window.locator("#notice")).to_be_empty()


def test_what_the_server_itself_says_went_wrong_stands_above_the_page(
    page: Window, essay: Callable[..., int], reviewer: User
) -> None:
    window = page(reviewer, failing=True)
    window.goto(f"/essays/{essay(TEXT)}")
    ours = {"HX-Retarget": "#notice", "HX-Reswap": "innerHTML"}
    window.route(
        "**/accept",
        lambda route: route.fulfill(status=503, headers=ours, body="<p>Databasen svarar inte.</p>"),
    )
    answered(window, lambda: window.locator("#accept").click())
    expect(window.locator("#notice")).to_have_text("Databasen svarar inte.")


def test_what_is_typed_into_a_field_is_no_command(
    window: Page, workbench: Workbench, reviewer: User
) -> None:
    before = state(workbench, reviewer)
    window.locator("#note").focus()
    window.keyboard.type("ax u?")
    expect(window.locator("#note")).to_have_value("ax u?")
    expect(window.locator("#help")).to_be_hidden()
    assert state(workbench, reviewer) == before


def test_a_pseudonym_is_typed_and_focus_stays(
    window: Page, workbench: Workbench, reviewer: User
) -> None:
    window.locator("#source .m", has_text="Berg").click()
    expect(window.locator("#card-heading")).to_contain_text("Berg")
    at_rest(window)
    window.keyboard.press("p")
    expect(window.locator("#pseudonym")).to_be_focused()
    window.keyboard.type("Sjölind")
    answered(window, lambda: window.keyboard.press("Enter"))
    expect(window.locator("#target")).to_contain_text("Sjölind")
    expect(window.locator("#pseudonym")).to_be_focused()


def test_the_help_opens_and_closes(window: Page) -> None:
    window.keyboard.press("?")
    expect(window.locator("#help")).to_be_visible()
    window.keyboard.press("Escape")
    expect(window.locator("#help")).to_be_hidden()


def test_it_is_readable_on_a_phone(page: Window, essay: Callable[..., int], reviewer: User) -> None:
    window = page(reviewer, width=390)
    window.goto(f"/essays/{essay(TEXT)}")
    assert window.evaluate("document.documentElement.scrollWidth") <= 390
    upper, lower = (
        window.locator("#source").bounding_box(),
        window.locator("#target").bounding_box(),
    )
    assert upper and lower and upper["y"] + upper["height"] <= lower["y"]


def test_a_comment_outlives_the_end_of_the_session(
    page: Window, essay: Callable[..., int], reviewer: User, workbench: Workbench, project: Project
) -> None:
    window = page(reviewer, failing=True)
    window.goto(f"/essays/{essay(TEXT)}")
    window.locator("#note-form textarea").fill("Vem är det?")
    end_sessions(project)
    answered(window, lambda: window.locator("#note-form button").click())
    expect(window.locator("#notice")).to_contain_text("utloggad")
    log_in_again(window, reviewer)
    answered(window, lambda: window.locator("#note-form button").click())
    expect(window.locator("#notice")).to_contain_text(f"inloggad som {reviewer.name}")
    answered(window, lambda: window.locator("#note-form button").click())
    expect(window.locator("#notice")).to_be_empty()
    assert state(workbench, reviewer).comment == "Vem är det?"


def test_the_page_names_who_has_logged_in_since(
    page: Window, essay: Callable[..., int], reviewer: User, curator: User, project: Project
) -> None:
    window = page(reviewer, failing=True)
    window.goto(f"/essays/{essay(TEXT)}")
    window.context.add_cookies(
        [
            {
                "name": COOKIE,
                "value": secret_of(project, curator),
                "url": window.evaluate("location.origin"),
            }
        ]
    )
    window.locator("#note-form textarea").fill("Vem är det?")
    for _ in range(2):
        answered(window, lambda: window.locator("#note-form button").click())
        expect(window.locator("header #who")).to_have_text(curator.name)
        expect(window.locator("#who")).to_have_count(1)
    expect(window.locator("#notice")).to_be_empty()


@pytest.mark.parametrize(("width", "height"), [(640, 400), (360, 740), (1280, 800)])
def test_the_word_with_the_focus_is_never_under_the_card(
    width: int, height: int, page: Window, essay: Callable[..., int], reviewer: User
) -> None:
    window = page(reviewer)
    window.set_viewport_size({"width": width, "height": height})
    window.goto(f"/essays/{essay(f'{TEXT} ' * 6)}")
    window.locator("#source .w").first.focus()
    above = "() => { const r = document.activeElement.getBoundingClientRect(), x = (r.left + r.right) / 2, y = (r.top + r.bottom) / 2;"
    above += "return document.activeElement.contains(document.elementFromPoint(x, y)) }"
    for key in ["ArrowRight"] * 30 + ["ArrowDown"] * 10 + ["ArrowUp"] * 5:
        window.keyboard.press(key)
        assert window.evaluate(above), key


def test_a8at4_is_corrected_by_clicks(
    page: Window, workbench: Workbench, reviewer: User, shared: Path
) -> None:
    gold = svala.parse((shared / "a8at4" / "A8AT4.json").read_bytes(), "A8AT4.json")
    text = svala.text(gold)
    (essay_id,) = workbench.add([Document("A8AT4", text)], None)
    assert isinstance(essay_id, int)
    window = page(reviewer)
    window.goto(f"/essays/{essay_id}")
    wanted = {mention.span.start: mention for mention in svala.mentions(gold, shipped())}

    def mark_at(start: int) -> Mark | None:
        reading = readings.of(workbench.project, essays.load(workbench.project, essay_id), reviewer)
        return next((mark for mark in reading.state.applied if mark.start == start), None)

    def choose(mark: Mark) -> None:
        window.locator(f'#source .m[data-key="{mark.key}"]').first.click()
        card_of(window, mark.key)

    for key in [
        mark.key
        for mark in workbench.open(essay_id, reviewer)[1].state.applied
        if mark.start not in wanted
    ]:
        window.locator(f'#source .m[data-key="{key}"]').first.click()
        card_of(window, key)
        answered(window, lambda: window.locator("#reject").click())
    for start, mention in wanted.items():
        if (mark := mark_at(start)) is None:
            window.locator(f"#w{start}").click()
            window.locator("#chosen-mark").click()
            expect(window.locator("#palette-filter")).to_be_focused()
            window.keyboard.type(mention.label)
            answered(window, lambda: window.keyboard.press("Enter"))
        else:
            choose(mark)
            if mark.label == mention.label:
                answered(window, lambda: window.locator("#accept").click())
            else:
                window.locator("#relabel").click()
                expect(window.locator("#palette-filter")).to_be_focused()
                window.keyboard.type(mention.label)
                answered(window, lambda: window.keyboard.press("Enter"))
    seen = workbench.open(essay_id, reviewer)[2]
    marked = [(mark.span, mark.label, mark.features) for mark in seen.state.applied]
    assert marked == [
        (mention.span, mention.label, mention.features) for mention in wanted.values()
    ]
    assert len({mark.number for mark in seen.state.applied}) == len(wanted), (
        "four things, four numbers"
    )
    written = export.graph(seen)
    check_invariant(written)
    ours, theirs = (
        [edge.ids[:-1] for edge in graph.edges.values() if edge.labels] for graph in (written, gold)
    )
    assert ours == theirs, "the same tokens are marked"


@pytest.mark.parametrize("width", [1280, 390])
def test_a_missed_word_is_marked_by_a_double_click_and_one_key(
    width: int, page: Window, workbench: Workbench, essay: Callable[..., int], reviewer: User
) -> None:
    window = page(reviewer, width=width)
    window.goto(f"/essays/{essay(TEXT)}")
    window.locator(f"#w{TEXT.index('Qwerta')}").dblclick()
    expect(window.locator("#chosen")).to_be_visible()
    expect(window.locator("#card")).to_be_hidden()  # that of the mention before gives way
    bar = window.locator("#chosen").bounding_box()
    words = window.locator(f"#w{TEXT.index('Qwerta')}").bounding_box()
    assert bar and words
    if width > 700:
        beside = min(
            abs(bar["y"] - words["y"] - words["height"]), abs(bar["y"] + bar["height"] - words["y"])
        )
        assert beside < 20
    else:
        assert 800 - 2 < bar["y"] + bar["height"] < 800 + 2, "at the thumb"
    answered(window, lambda: window.keyboard.press("3"))
    assert marks(workbench, reviewer)["Qwerta"].label == "surname"
    expect(window.locator("#card")).to_be_visible()
    expect(window.locator("#chosen")).to_be_hidden()


def test_an_answer_replaces_only_what_changed(
    page: Window, essay: Callable[..., int], reviewer: User
) -> None:
    window = page(reviewer)
    window.goto(
        f"/essays/{essay(' '.join(f'Anna bor i Malmö med Bo Berg {at} .' for at in range(60)))}"
    )
    assert window.locator("#source .block").count() > 4
    window.evaluate(
        "for (const each of document.querySelectorAll('#source .block')) each.old = true"
    )
    mention = window.locator("#source .m").first
    mention.click()
    card_of(window, str(mention.get_attribute("data-key")))
    answered(window, lambda: window.keyboard.press("x"))
    left = window.evaluate(
        "[...document.querySelectorAll('#source .block')].map(each => each.old === true)"
    )
    assert left.count(False) == 1, left


def test_it_is_dark_where_the_reader_wants_it_and_prints_the_texts_alone(
    page: Window, essay: Callable[..., int], reviewer: User
) -> None:
    window = page(reviewer)
    window.goto(f"/essays/{essay(TEXT)}")
    paper = "getComputedStyle(document.documentElement).backgroundColor"
    light = window.evaluate(paper)
    window.emulate_media(color_scheme="dark")
    assert window.evaluate(paper) != light
    window.emulate_media(media="print")  # paper is white, whatever the reader's screen is
    assert window.evaluate(paper) == light
    for left in ("#source", "#target"):
        expect(window.locator(left)).to_be_visible()
    for gone in ("#queue", "#graph", "#labels", ".top", "#done"):
        expect(window.locator(gone)).to_be_hidden()
