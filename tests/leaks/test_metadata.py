"""What of a header leaves with its text."""

from __future__ import annotations

from dataclasses import replace

import pytest
from conftest import KEY

import maskera
from maskera import Document

TEXT = "Jag heter Farid Rostami och bor i Malmö."


def shown(release_meta: tuple[str, ...] = ("genre", "level"), **meta: str) -> dict[str, str]:
    policy = replace(maskera.load_policy("swell"), release_meta=release_meta)
    result = maskera.load(mode="rules", policy=policy, key=KEY)(Document("a", TEXT, meta=meta))
    return dict(maskera.release(result).meta)


@pytest.mark.parametrize(
    ("key", "value"),
    [("genre", "narrative"), ("level", "A"), ("level", "B1"), ("level", "A2+"), ("level", "SFI C")],
)
def test_known_values_of_genre_and_level_leave(key: str, value: str) -> None:
    assert shown(**{key: value})[key] == value


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("level", "Annas"), ("level", "A, Anna Ek"), ("level", "850709-9805"), ("genre", "om Anna"),
        ("l1", "Dari, Anna Lindqvists modersmål"), ("l1", "Dari"), ("title", "Anna"),
        ("task", "A1"), ("author", "Farid Rostami"), ("topic", "Min vän Anna"),
    ],
)  # fmt: skip
def test_nothing_else_does(key: str, value: str) -> None:
    assert key not in shown(**{key: value})


def test_a_policy_may_show_more_but_not_what_tells_of_somebody() -> None:
    keys = ("l1", "title", "task", "author")
    assert shown(keys, l1="Dari", title="Min sommar", task="3") == {
        "l1": "Dari",
        "title": "Min sommar",
        "task": "3",
    }
    assert not shown(keys, l1="Dari, Anna Lindqvists modersmål", title="Farids sommar i Malmö")
    assert not shown(keys, author="Farid Rostami", task="Ring 070-174 06 05")


def test_what_is_held_back_is_told() -> None:
    policy = replace(maskera.load_policy("swell"), release_meta=("level", "title"))
    meta = {"level": "Annas", "title": "Min sommar", "l1": "Dari"}
    result = maskera.load(mode="rules", policy=policy, key=KEY)(Document("a", TEXT, meta=meta))
    assert result.withheld == ("level",)
