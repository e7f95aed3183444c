"""Settings: what they change can be seen before, essays follow after, and what does not fit
together is refused."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from maskera.review import essays, readings
from maskera.review.people import User
from maskera.review.state import Accept
from maskera.review.web.settings import pieces
from maskera.review.workbench import Workbench
from maskera.taxonomy import shipped

Client = Callable[[User | None], Any]
Add = Callable[..., int]
FORM = {"title": "Prov", "policy": "swell", "mode": "rules", "scope": "", "retention_days": "0"}
TEXT = "Jag heter Anna Berg och bor i Malmö."


def shown(browser: Any, **fields: object) -> list[str]:
    """The texts of the two sides."""
    page = browser.post("/settings/preview", data={**FORM, **fields}).text
    return [
        html.unescape(re.sub(r"<[^>]+>", "", side))
        for side in re.findall(r'<p class="text">(.*?)</p>', page, re.DOTALL)
    ]


def test_only_administrators_see_and_change_them(
    client: Client, curator: User, admin: User
) -> None:
    for path in ("/settings", "/settings/preview"):
        assert client(curator).post(path, data=FORM).status_code == 403
    assert client(curator).get("/settings").status_code == 403
    assert "Inställningar" in client(admin).get("/settings").text


def test_the_form_shows_what_holds_and_saves_what_it_says(
    client: Client, admin: User, workbench: Workbench
) -> None:
    browser = client(admin)
    changed = {
        "title": " Uppsatser ", "policy": "dummy", "scope": "corpus", "skip_genres": ["evaluative"],
        "selective_genres": ["narrative", "evaluative"], "double": "1", "collect": "1", "collect_originals": "1", "retention_days": "30",
    }  # fmt: skip
    assert browser.post("/settings", data={**FORM, **changed}).status_code == 303
    held = workbench.project.refresh()
    assert (held.title, held.policy, held.scope, held.double, held.retention_days) == (
        "Uppsatser",
        "dummy",
        "corpus",
        True,
        30,
    )
    assert (
        held.skip_genres == ("evaluative",)
        and held.selective_genres == ("narrative",)
        and held.collect
        and held.collect_originals
    )
    page = browser.get("/settings").text
    assert (
        'value="Uppsatser"' in page
        and re.search(r'value="dummy" selected', page)
        and len(re.findall(r'value="evaluative"[^>]* checked', page)) == 1
    )


@pytest.mark.parametrize(
    "wrong",
    [
        {"policy": "/etc/passwd"}, {"policy": "påhittad"}, {"mode": "x"}, {"scope": "x"}, {"retention_days": "-1"}, {"title": " "},
        {"skip_genres": ["x"]}, {"selective_genres": ["x"]}, {"retention_days": "många"},
    ],
)  # fmt: skip
def test_what_is_no_setting_is_refused_and_nothing_changes(
    wrong: dict[str, object], client: Client, admin: User, workbench: Workbench
) -> None:
    before = workbench.project.settings
    assert client(admin).post("/settings", data={**FORM, **wrong}).status_code == 422
    assert workbench.project.refresh() == before


def test_a_preview_shows_both_sides_and_stores_nothing(
    client: Client, admin: User, workbench: Workbench, essay: Add
) -> None:
    made = essay(TEXT)
    browser = client(admin)
    now, then = shown(browser, essay="E1", policy="category")
    assert "Malmö" not in now and "<CITY_" in then and "<CITY_" not in now
    assert workbench.project.refresh().policy == "swell"
    assert "<CITY_" not in workbench.final(essays.load(workbench.project, made)).release.text
    page = browser.post("/settings/preview", data={**FORM, "essay": "E1"}).text
    assert "Det blir ingen skillnad." in page


def test_a_pasted_text_is_shown_and_not_stored(
    client: Client, admin: User, workbench: Workbench
) -> None:
    now, then = shown(client(admin), text="Min <b>stad</b> är Kiruna.", policy="remove")
    assert "Min <b>stad</b> är" in now and "Kiruna" not in now and "<REF>" in then
    assert essays.rows(workbench.project, essays.Filter())[1] == 0


def test_a_preview_without_essay_says_so(client: Client, admin: User) -> None:
    assert (
        "Det finns ingen text med det namnet."
        in client(admin).post("/settings/preview", data={**FORM, "essay": "E9"}).text
    )
    assert (
        "skribent" not in client(admin).post("/settings/preview", data={**FORM, "essay": "E9"}).text
    )


def test_genres_are_skipped_in_the_preview_and_after_saving(
    client: Client, admin: User, workbench: Workbench, essay: Add
) -> None:
    made = essay(TEXT, genre="evaluative")
    browser = client(admin)
    assert shown(browser, essay="E1", skip_genres=["evaluative"])[1].strip() == TEXT
    _save(browser, skip_genres=["evaluative"])
    assert workbench.final(essays.load(workbench.project, made)).state.applied == ()
    _save(browser)
    assert workbench.final(essays.load(workbench.project, made)).state.applied != ()


def test_a_guessed_genre_is_not_skipped_until_somebody_states_another(
    client: Client, admin: User, workbench: Workbench, essay: Add
) -> None:
    made = essay(TEXT, genre="evaluative", genre_source="text")
    _save(client(admin), skip_genres=["evaluative", "narrative"])
    assert workbench.final(essays.load(workbench.project, made)).state.applied != ()
    essays.set_genre(workbench.project, [made], "narrative", None)
    workbench.refresh()
    assert workbench.final(essays.load(workbench.project, made)).state.applied == ()


PUBLIC = "Selma reste till Malmö. Där såg Selma en film."


def test_a_guessed_genre_is_not_selective_until_somebody_states_it(
    client: Client, admin: User, workbench: Workbench, essay: Add
) -> None:
    made = essay(PUBLIC, genre="evaluative", genre_source="text")

    def released() -> str:
        return workbench.final(essays.load(workbench.project, made)).release.text

    _save(client(admin), selective_genres=["evaluative"])
    assert "Malmö" not in released()
    assert (
        shown(client(admin), essay="E1", selective_genres=["evaluative"])[1].strip() == released()
    )
    for genre, kept in (
        ("evaluative", True),
        ("", False),
        ("evaluative", True),
        ("narrative", False),
    ):
        essays.set_genre(workbench.project, [made], genre, None)
        workbench.refresh()
        assert ("Malmö" in released()) == kept, genre
    assert workbench.project.broken_link() == 0


def test_a_guessed_genre_that_is_confirmed_is_skipped(workbench: Workbench, essay: Add) -> None:
    made = essay(PUBLIC, genre="evaluative", genre_source="text")
    workbench.project.change_settings(
        msgspec.structs.replace(workbench.project.settings, skip_genres=("evaluative",)), None
    )
    for genre, skipped in (("evaluative", True), ("", False)):
        essays.set_genre(workbench.project, [made], genre, None)
        workbench.refresh()
        assert (
            workbench.final(essays.load(workbench.project, made)).release.text == PUBLIC
        ) == skipped


def test_no_ids_are_no_essays_and_none_given_are_all(workbench: Workbench, essay: Add) -> None:
    made = [essay(TEXT, name) for name in ("E1", "E2")]
    for ids, found in (([], []), (made[:1], made[:1]), (None, made)):
        assert [each.row.id for each in essays.every(workbench.project, ids=ids)] == found
        assert list(workbench.looked_again(ids)) == found


def test_essays_are_looked_at_again_and_what_people_decided_stays(
    client: Client, admin: User, reviewer: User, workbench: Workbench, essay: Add
) -> None:
    touched, fresh = essay(TEXT, "E1", genre="narrative"), essay(TEXT, "E2", genre="narrative")
    held, reading, _ = workbench.open(touched, reviewer)
    workbench.change(held, reading, Accept((reading.state.marks[0].key,)), reviewer)
    before = workbench.final(essays.load(workbench.project, touched)).state
    assert "Genomgångna texter: 2." in _save(client(admin), skip_genres=["narrative"])
    assert workbench.final(essays.load(workbench.project, touched)).state == before
    assert workbench.final(essays.load(workbench.project, fresh)).state.marks == ()
    assert essays.load(workbench.project, fresh).row.doubtful == 0
    assert workbench.project.broken_link() == 0


def test_released_essays_are_left_alone(
    client: Client, admin: User, workbench: Workbench, essay: Add
) -> None:
    made = essay("Hej på dig.")
    held, reading, _ = workbench.open(made, admin)
    workbench.finish(held, reading, True, admin)
    assert workbench.release([made], admin) == {}
    revisions = readings.history(
        workbench.project, readings.all_of(workbench.project, held)["main"]
    )
    _save(client(admin), policy="dummy")
    held = essays.load(workbench.project, made)
    assert held.row.status == "released"
    assert (
        readings.history(workbench.project, readings.all_of(workbench.project, held)["main"])
        == revisions
    )


def test_a_new_retention_counts_for_essays_that_are_there(
    client: Client, admin: User, workbench: Workbench, essay: Add
) -> None:
    made = essay()
    browser = client(admin)
    assert "Inställningarna är sparade." in _save(browser, retention_days="10")
    row = essays.load(workbench.project, made).row
    assert row.expires == row.added + 10 * essays.DAY
    _save(browser, retention_days="0")
    assert essays.load(workbench.project, made).row.expires is None


def test_pseudonyms_per_author_need_authors(
    client: Client, admin: User, workbench: Workbench, essay: Add
) -> None:
    essay()
    answer = client(admin).post("/settings", data={**FORM, "scope": "author"})
    assert (
        answer.status_code == 422
        and "texter utan författare" in answer.text
        and workbench.project.refresh().scope == ""
    )


def test_a_change_made_meanwhile_is_not_overwritten(
    admin: User, reviewer: User, workbench: Workbench, essay: Add
) -> None:
    made = essay(TEXT)
    held, reading, _ = workbench.open(made, reviewer)
    stale = readings.all_of(workbench.project, held)
    workbench.change(held, reading, Accept((reading.state.marks[0].key,)), reviewer)
    content, state = next(workbench.detect([held.document]))
    assert not readings.look_again(
        workbench.project, held, stale.values(), {"doubtful": 99}, (content, state)
    )
    assert essays.load(workbench.project, made).row.doubtful != 99


def test_pieces_give_the_release_back(workbench: Workbench, essay: Add) -> None:
    released = workbench.final(essays.load(workbench.project, essay(TEXT))).release
    cut = pieces(released, shipped())
    assert "".join(piece.text for piece in cut) == released.text
    assert [piece.text for piece in cut if piece.label] == [
        released.text[m.span.start : m.span.end] for m in released.mentions
    ]


def test_previews_do_not_change_what_others_see(workbench: Workbench, essay: Add) -> None:
    held = essays.load(workbench.project, essay(TEXT))
    before = workbench.final(held).release.text
    workbench.preview(held, msgspec.structs.replace(workbench.project.settings, policy="category"))
    assert workbench.final(held).release.text == before and workbench.nlp().policy.name == "swell"


def _save(browser: Any, **fields: object) -> str:
    answer = browser.post("/settings", data={**FORM, **fields}, follow_redirects=True)
    assert answer.status_code == 200
    return str(answer.text)
