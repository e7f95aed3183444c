"""/pseuws as SVALA calls it, and read back by SVALA's rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from conftest import KEY
from fastapi import FastAPI
from formats.test_pseuws import replay

from maskera import Pipeline
from maskera.annotate.tokens import tokenize
from maskera.formats import jsonl
from maskera.formats.blocks import blocks, labels
from maskera.pipeline import MODES
from maskera.policy import load_policy
from maskera.service.app import create_app
from maskera.service.problems import Problem
from maskera.service.pseuws import text_of
from maskera.service.settings import Settings
from maskera.taxonomy import taxonomy
from maskera.text import Document

from .conftest import ORIGIN, Ask, refused

PLAIN = {"content-type": "text/plain;charset=UTF-8", "origin": ORIGIN}
FORM = {"content-type": "application/x-www-form-urlencoded"}


@pytest.fixture(scope="module")
def ask(asker: Callable[[FastAPI], Ask]) -> Ask:
    """A service that answers a last word that cannot be labelled as it stands."""
    return asker(create_app(Settings(key=KEY, origins=(ORIGIN,), pseuws_last_word="plain")))


@pytest.fixture(scope="module")
def strict(app: FastAPI, asker: Callable[[FastAPI], Ask]) -> Ask:
    """The service as it starts."""
    return asker(app)


@pytest.mark.parametrize(
    "text", ["Jag bor i Lund", "Mvh Anna", "Min bror heter Farid.", "Vi bor i Vetlanda.\n"]
)
def test_a_text_that_ends_in_a_name_is_refused_with_what_to_do(strict: Ask, text: str) -> None:
    answer = strict("POST", "/pseuws", content=encoded(text), headers=PLAIN)
    told = refused(answer, 422)
    assert told.startswith("put a full stop or a line break behind the last word")
    assert "with a blank before it" in told
    for mended in (" .", " ␤"):  # what the sentence says helps
        assert called(strict, text.rstrip(".\n") + mended)[1] == 0


@pytest.mark.parametrize("text", ["Jag bor i Lund .", "Mvh Anna ␤", "Jag bor i Lund nu"])
def test_a_text_that_ends_in_another_word_is_answered(strict: Ask, text: str) -> None:
    assert called(strict, text)[1] == 0


def encoded(text: str) -> str:
    """What JavaScript sends: "text=" + encodeURIComponent(text)."""
    return "text=" + quote(text, safe="~()*!.'-_")


def called(ask: Ask, text: str) -> tuple[list[list[dict[str, Any]]], int]:
    answer = ask("POST", "/pseuws", content=encoded(text), headers=PLAIN)
    assert answer.status_code == 200 and answer.headers["content-type"] == "application/json"
    assert answer.headers["access-control-allow-origin"] == ORIGIN
    assert "x-maskera-unexpressed" in answer.headers["access-control-expose-headers"].lower()
    return answer.json(), int(answer.headers["x-maskera-unexpressed"])


def flat(sentences: list[list[dict[str, Any]]]) -> list[str]:
    return [
        f"{item['string']}/{'+'.join(item['label'])}" for sentence in sentences for item in sentence
    ]


def test_a_worked_example(ask: Ask) -> None:
    sentences, unexpressed = called(ask, "Jag heter Anna och bor i New York . ␤ ")
    found = flat(sentences)
    assert (
        found[:2] == ["Jag/", "heter/"]
        and found[3:6] == ["och/", "bor/", "i/"]
        and found[7:] == ["./", "␤/"]
    )
    assert found[2].endswith("/firstname_female+1") and not found[2].startswith("Anna")
    assert found[6].endswith("/city+2+foreign") and unexpressed == 0


def test_the_last_word_is_answered_unlabelled_and_counted(ask: Ask) -> None:
    sentences, unexpressed = called(ask, "Jag bor i Lund")
    assert flat(sentences)[-1] == "Lund/" and unexpressed == 1


def test_no_words_no_items(ask: Ask) -> None:
    assert called(ask, "") == ([], 0)


@pytest.mark.parametrize("text", [" ", "\n\n"])
def test_blanks_alone_are_one_item_as_they_are_one_token_of_svala(ask: Ask, text: str) -> None:
    assert called(ask, text) == ([[{"string": text, "label": []}]], 0)


def test_a_form_says_the_same(ask: Ask) -> None:
    text = "Jag heter Anna + Åsa & co = 100 % . 😀 ␤ "
    plain, _ = called(ask, text)
    assert (
        ask("POST", "/pseuws", content=urlencode({"x": "y", "text": text}), headers=FORM).json()
        == plain
    )
    assert ask("POST", "/pseuws", content=encoded(text), headers=FORM).json() == plain
    assert ask("POST", "/pseuws", content=encoded(text)).json() == plain


def test_a_plus_is_a_blank_in_a_form_alone() -> None:
    assert text_of(b"text=a+b%2B&c=d", FORM["content-type"]) == "a b+"
    assert text_of(b"text=a+b%2B", "text/plain") == "a+b+"
    assert text_of(b"text=a&b", "text/plain") == "a&b"


@pytest.mark.parametrize(
    "body", [b"", b"tekst=planted", b"planted", b"text=%ff", b"text=\xff", b"text=%ED%A0%80"]
)
def test_what_holds_no_text_is_refused(ask: Ask, body: bytes) -> None:
    assert "planted" not in refused(ask("POST", "/pseuws", content=body, headers=PLAIN), 422)


def test_another_content_type_is_refused(ask: Ask) -> None:
    with pytest.raises(Problem):
        text_of(b"text=a", "multipart/form-data")
    refused(ask("POST", "/pseuws", json={"text": "a"}), 415)


def test_another_origin_is_not_allowed(ask: Ask) -> None:
    answer = ask(
        "POST", "/pseuws", content="text=a", headers={"origin": "https://elsewhere.example"}
    )
    assert "access-control-allow-origin" not in answer.headers


def test_the_same_text_has_the_same_answer_and_another_text_others(ask: Ask) -> None:
    assert called(ask, "Jag heter Anna .") == called(ask, "Jag heter Anna .")
    names = {
        flat(called(ask, f"Jag heter Anna {word} .")[0])[2]
        for word in ("nu", "då", "här", "där", "ja", "nej", "sen", "ju")
    }
    assert len(names) > 1  # drawn anew for each essay


def essays(shared: Any) -> list[Document]:
    return [
        item
        for item in jsonl.read((shared / "essays_dev.jsonl").read_bytes(), "essays_dev")
        if isinstance(item, Document)
    ]


def kiosk(text: str) -> str:
    """A text as SweLL's kiosk stores it: blanks round everything, line breaks as tokens."""
    text = text.replace("\r\n", "\n").replace("\n", " ␤ ")
    tokens = tokenize(text)
    return (
        " ".join(text[start:end] for start, end in zip(tokens.starts, tokens.ends, strict=True))
        + " "
    )


@pytest.mark.parametrize("shape", [str, kiosk], ids=["plain", "tokenized"])
def test_svala_reads_back_every_label_of_all_essays(
    ask: Ask, nlp: Pipeline, shared: Any, shape: Any
) -> None:
    known, policy = taxonomy(), load_policy("svala")
    mentions = 0
    for essay in essays(shared):
        text = shape(essay.text)
        sentences, unexpressed = called(ask, text)
        edges = replay(text, sentences)  # raises where SVALA would reject
        for _, label in edges:
            if label:
                mentions += 1
                assert (
                    label[0] in known.categories
                    and label[1].isdecimal()
                    and set(label[2:]) <= known.features
                )
        # The same labels on the same words as the pipeline gives, but for a last word that is a
        # mention.
        wanted = expected(nlp, policy, text)
        lost = [index for taken, label in edges for index in taken if label != wanted[index]]
        assert len(lost) == unexpressed <= 1 and lost in ([], [len(wanted) - 1])
    assert mentions > 500


def expected(nlp: Pipeline, policy: Any, text: str) -> list[list[str]]:
    """The labels of each whitespace word."""
    result = replace(nlp, policy=policy, scope=policy.scope, mode=MODES[-1])(Document("x", text))
    source, _, linked = blocks(result)
    found: list[list[str]] = [[] for _ in source]
    for block in linked:
        for index in range(*block.source):
            found[index] = labels(block)
    return found
