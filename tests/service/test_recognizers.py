"""The service with a file of recognizers and labels of one's own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import httpx
import pytest
from conftest import KEY
from fastapi import FastAPI

from maskera.errors import DataError
from maskera.service.app import create_app
from maskera.service.settings import Settings

OWN = """[[label]]
name = "religion"
kind = "quasi"
group = "Mark"
action = "placeholder"
template = "<TRO>"

[[recognizer]]
name = "faith"
label = "religion"
pattern = '(?i)\\bkatolik\\w{0,5}'
trust = "certain"
examples = ["Han är katolik."]
counter = ["Han är katt."]

[[allow]]
forms = ["Selma Lagerlöf"]
"""
TEXT = "Anna är katolik och läser Selma Lagerlöf."


def test_labels_lists_and_recognizers_of_a_file_hold_in_every_answer(
    asker: Callable[[FastAPI], Callable[..., httpx.Response]], tmp_path: Path
) -> None:
    path = tmp_path / "own.toml"
    path.write_text(OWN, encoding="utf-8")
    ask = asker(create_app(Settings(key=KEY, mode="rules", recognizers=path)))
    told = {each["label"]: each for each in ask("GET", "/v1/labels").json()}
    assert told["religion"]["action"] == "placeholder" and "surname" in told
    found = ask("POST", "/v1/detect", json={"id": "a", "text": TEXT}).json()["mentions"]
    assert [(each["text"], each["label"]) for each in found] == [
        ("Anna", "firstname_female"),
        ("katolik", "religion"),
    ]
    for policy in ("swell", "category", "svala"):
        asked = {"id": "a", "text": TEXT}
        answer = ask("POST", f"/v1/pseudonymize?policy={policy}", json=asked).json()
        assert "<TRO>" in answer["release"] and "Selma Lagerlöf" in answer["release"]
    reply = ask("POST", "/pseuws", content=f"text={quote(TEXT)}")
    labels = {item["label"][0] for sentence in reply.json() for item in sentence if item["label"]}
    assert labels == {"firstname_female", "extra"}  # of labels that SVALA does not have


def test_a_file_with_a_fault_is_refused_at_the_start(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(OWN.replace("är katt", "är katolik"), encoding="utf-8")
    with pytest.raises(DataError, match=r"own\.toml:8: recognizer 'faith': counter-example 1"):
        create_app(Settings(key=KEY, mode="rules", recognizers=path))
