"""The API: what goes in comes out as the command line writes it, with UTF-16 offsets beside."""

from __future__ import annotations

import json

import msgspec
import pytest

from maskera import Pipeline
from maskera.formats import jsonl
from maskera.result import release
from maskera.service import messages
from maskera.text import Document

from .conftest import Ask, refused

TEXT = "Jag heter Anna 😀 och bor i Lund. Annas mamma är 𝒜lva."


def without_utf16(table: dict) -> dict:
    mentions = [
        {key: value for key, value in found.items() if key not in ("start16", "end16")}
        for found in table["mentions"]
    ]
    return {**table, "mentions": mentions}


def test_detect_answers_as_the_command_line_writes(ask: Ask, nlp: Pipeline) -> None:
    answer = ask(
        "POST",
        f"/v1/detect?mode={nlp.mode}",
        json={"id": "a", "text": TEXT, "genre": "narrative", "level": "B", "words": 3},
    )
    seen, mentions = nlp.detect(Document("a", TEXT, "sv", {"genre": "narrative", "level": "B"}))
    assert without_utf16(answer.json()) == json.loads(jsonl.render_detected(seen, mentions))


def test_pseudonymize_answers_as_the_command_line_writes(ask: Ask, nlp: Pipeline) -> None:
    answer = ask("POST", f"/v1/pseudonymize?mode={nlp.mode}", json={"id": "a", "text": TEXT})
    assert without_utf16(answer.json()) == json.loads(jsonl.render(nlp(Document("a", TEXT))))
    assert "Anna" not in answer.json()["release"] and answer.json()["leaks"] == "PASS"


def test_a_text_without_an_id_gets_what_the_library_gives_it(ask: Ask, nlp: Pipeline) -> None:
    for text in (TEXT, "Jag heter Anna."):
        answer = ask("POST", f"/v1/pseudonymize?mode={nlp.mode}", json={"text": text}).json()
        assert answer["release"] == release(nlp(text)).text


def test_utf16_offsets_count_as_javascript_does(ask: Ask) -> None:
    units = TEXT.encode("utf-16-le")
    found = ask("POST", "/v1/detect", json={"text": TEXT}).json()["mentions"]
    assert [
        units[2 * each["start16"] : 2 * each["end16"]].decode("utf-16-le") for each in found
    ] == [each["text"] for each in found]
    assert found[0]["start16"] == found[0]["start"] and found[-1]["start16"] > found[-1]["start"]


def test_a_list_comes_back_as_a_list_in_order(ask: Ask) -> None:
    many = [
        {"id": number, "text": f"Jag heter {name}."}
        for number, name in enumerate(["Anna", "Björn", "Shirin"] * 20)
    ]
    answers = ask("POST", "/v1/pseudonymize", json=many).json()
    assert [(each["id"], each["text"]) for each in answers] == [
        (str(each["id"]), each["text"]) for each in many
    ]
    assert ask("POST", "/v1/detect", json=[]).json() == []
    assert isinstance(ask("POST", "/v1/detect", json=many[:1]).json(), list)
    assert isinstance(ask("POST", "/v1/detect", json=many[0]).json(), dict)


def test_the_answers_have_the_documented_shapes(ask: Ask) -> None:
    msgspec.convert(ask("POST", "/v1/detect", json={"text": TEXT}).json(), messages.Detected)
    msgspec.convert(
        ask("POST", "/v1/pseudonymize", json={"text": TEXT}).json(), messages.Pseudonymized
    )
    msgspec.convert(
        ask("POST", "/pseuws", content="text=Hej%20Anna%20.").json(), list[list[messages.Item]]
    )
    msgspec.convert(ask("GET", "/v1/labels").json(), list[messages.Label])
    msgspec.convert(ask("GET", "/v1/policies").json(), list[messages.PolicyName])
    msgspec.convert(ask("GET", "/healthz").json(), messages.Health)


def test_a_text_without_an_id_keeps_its_pseudonyms_and_shares_none(ask: Ask) -> None:
    first, again, other = (
        ask("POST", "/v1/pseudonymize", json={"text": text}).json()
        for text in ("Jag heter Anna.", "Jag heter Anna.", "Hon heter Anna.")
    )
    assert (first["id"], first["release"]) == (again["id"], again["release"]) and first[
        "id"
    ] != other["id"]


@pytest.mark.parametrize(
    ("query", "release"),
    [
        ("policy=category", "Jag heter <FIRSTNAME_FEMALE_1> ."),
        ("policy=mark-only", "Jag heter Anna ."),
        ("genre=evaluative&skip_genre=evaluative", "Jag heter Anna ."),
        ("genre=Recension&skip_genre=Informal%20mail,%20Evaluative%20", "Jag heter Anna ."),
        (
            "policy=category&selective=false&scope=corpus&mode=rules",
            "Jag heter <FIRSTNAME_FEMALE_1> .",
        ),
    ],
)
def test_a_request_chooses(ask: Ask, query: str, release: str) -> None:
    assert (
        ask("POST", f"/v1/pseudonymize?{query}", json={"text": "Jag heter Anna ."}).json()[
            "release"
        ]
        == release
    )


@pytest.mark.parametrize(
    "query",
    [
        "policy=../../etc/passwd",
        "policy=planted",
        "mode=planted",
        "scope=x",
        "genre=planted",
        "genre=%20",
        "skip_genre=narrative,planted",
        "selective=planted",
        "planted=1",
        "policy=swell&policy=dummy",
    ],
)
def test_what_cannot_be_chosen_is_refused_and_not_quoted(ask: Ask, query: str) -> None:
    detail = refused(ask("POST", f"/v1/pseudonymize?{query}", json={"text": "x"}), 422)
    assert "query parameter" in detail and "planted" not in detail and "passwd" not in detail


def test_genres_to_choose_from_are_named_once_each(ask: Ask) -> None:
    told = (
        refused(ask("POST", "/v1/detect?genre=x", json={"text": "x"}), 422)
        .partition("there are ")[2]
        .split(", ")
    )
    assert "narrative" in told and "recension" not in told and len(set(told)) == len(told)


@pytest.mark.parametrize(
    ("body", "names"),
    [
        (b"", "the body"),
        (b"{", "JSON"),
        (b'"planted"', "object"),
        (b'{"text": 3}', "text"),
        (b'{"planted": "x"}', "text"),
        (b'[{"text": "a"}, {"text": null}]', "[1]"),
        (b'{"text": "a", "id": ""}', "id"),
        (b'{"text": "a", "id": ["planted"]}', "id"),
        (b'{"text": "a", "meta": "planted"}', "meta"),
        (b'{"text": "planted \\ud800"}', "surrogate"),
        (b"[" * 50_000, "JSON"),
        ("{'text': 'planted'}".encode("utf-16"), "UTF-8"),
    ],
)  # fmt: skip
def test_what_is_no_document_is_refused_and_not_quoted(ask: Ask, body: bytes, names: str) -> None:
    detail = refused(
        ask("POST", "/v1/detect", content=body, headers={"content-type": "application/json"}), 422
    )
    assert names in detail and "planted" not in detail


def test_scope_author_needs_authors(ask: Ask) -> None:
    known, unknown = {"text": "Jag heter Anna.", "author": "w1"}, {"text": "Jag heter Anna."}
    assert ask("POST", "/v1/pseudonymize?scope=author", json=known).status_code == 200
    assert "[1]" in refused(
        ask("POST", "/v1/pseudonymize?scope=author", json=[known, unknown]), 422
    )


def test_author_and_level_may_be_numbers_as_the_id_may(ask: Ask) -> None:
    sent = {"id": 7, "text": "Jag heter Anna.", "author": 17, "level": 3}
    assert ask("POST", "/v1/detect", json=sent).json()["meta"] == {"author": "17", "level": "3"}
    answers = [
        ask(
            "POST", "/v1/pseudonymize?scope=author", json={**sent, "id": f"by {by!r}", "author": by}
        )
        for by in (17, "17")
    ]
    assert (
        answers[0].status_code == 200
        and answers[0].json()["release"] == answers[1].json()["release"]
    )
    refused(ask("POST", "/v1/pseudonymize?scope=author", json={**sent, "author": True}), 422)


@pytest.mark.parametrize("wrong", [1.5, True, ["planted"], {"planted": 1}])
@pytest.mark.parametrize("name", ["author", "level"])
def test_an_author_or_level_that_is_neither_string_nor_number_is_refused(
    ask: Ask, name: str, wrong: object
) -> None:
    for known in ({name: wrong}, {"meta": {name: wrong}}):
        detail = refused(
            ask(
                "POST", "/v1/detect", json=[{"text": "Hej."}, {"text": "Jag heter Klara.", **known}]
            ),
            422,
        )
        assert (
            f'"{name}" of [1] is neither a string nor a whole number' in detail
            and "planted" not in detail
        )
    assert (
        ask("POST", "/v1/detect", json={"text": "Jag heter Klara.", name: None}).json()["meta"]
        == {}
    )


def test_a_byte_order_mark_is_no_part_of_the_body(ask: Ask) -> None:
    body = b'\xef\xbb\xbf{"id": "a", "text": "Hej Anna."}'
    assert ask("POST", "/v1/detect", content=body).json()["id"] == "a"
    refused(ask("POST", "/v1/detect", content=b"\xef\xbb\xbf" + body), 422)


@pytest.mark.parametrize("path", ["/healthz", "/v1/labels", "/metrics", "/docs"])
def test_head_is_answered_as_get_without_the_body(ask: Ask, path: str) -> None:
    head, whole = ask("HEAD", path), ask("GET", path)
    assert (head.status_code, head.content) == (200, b"") and whole.content
    assert (
        head.headers.keys() == whole.headers.keys()
        and head.headers["content-type"] == whole.headers["content-type"]
    )


def test_head_is_refused_where_get_is(ask: Ask) -> None:
    for path, status in (("/nothing/here", 404), ("/v1/detect", 405)):
        answer = ask("HEAD", path)
        assert (answer.status_code, answer.content) == (status, b"")


def test_other_paths_methods_and_content_types_are_refused(ask: Ask) -> None:
    refused(ask("GET", "/nothing/here"), 404)
    for method, path in (
        ("POST", "/v1/pseudonymize/"),
        ("GET", "/v1/labels/"),
    ):  # sent nowhere else, whatever the host is called
        answer = ask(method, path, headers={"host": "other.example"})
        refused(answer, 404)
        assert "location" not in answer.headers
    refused(ask("GET", "/v1/detect"), 405)
    refused(
        ask("POST", "/v1/detect", content="text=a", headers={"content-type": "text/plain"}), 415
    )


def test_labels_tell_what_the_policy_does(ask: Ask) -> None:
    actions = {each["label"]: each["action"] for each in ask("GET", "/v1/labels").json()}
    assert actions["surname"] == "replace" and actions["prof"] == "mark"
    assert {each["action"] for each in ask("GET", "/v1/labels?policy=mark-only").json()} <= {
        "mark",
        "keep",
    }
    assert [each["name"] for each in ask("GET", "/v1/policies").json() if each["default"]] == [
        "swell"
    ]


def test_every_answer_carries_the_security_headers(ask: Ask) -> None:
    for answer in (
        ask("GET", "/healthz"),
        ask("GET", "/nothing"),
        ask("POST", "/v1/detect", content=b"{"),
        ask("GET", "/docs"),
    ):
        assert (
            answer.headers["cache-control"] == "no-store"
            and answer.headers["x-content-type-options"] == "nosniff"
        )
        assert (
            "default-src 'none'" in answer.headers["content-security-policy"]
            and answer.headers["referrer-policy"] == "no-referrer"
        )
