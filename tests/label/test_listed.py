"""Listed words that are somebody's by the words before them: what is added, and what is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from maskera import Pipeline, load, load_policy
from maskera.errors import PolicyError
from maskera.label.listed import is_listed, with_listed
from maskera.lang import load_pack
from maskera.lexicon.table import token_table
from maskera.text import Document

LABELS = ("fam", "prof", "edu")


def added(text: str, code: str = "sv", labels: tuple[str, ...] = LABELS) -> list[str]:
    pack = load_pack(code)
    table = token_table(pack.tokenization(Document("a", text, code)), pack.vocab)
    found = with_listed(table, [], labels)
    assert all(is_listed(mention) for mention in found)
    return [text[mention.span.start : mention.span.end] for mention in found]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Hennes yngsta son heter Bo.", ["son"]),
        ("Hon bor med sina tre barn.", ["barn"]),
        ("Han har en snäll syster.", []),  # what stands between is no word of the list
        ("Han har en syster och en bror.", ["syster", "bror"]),
        ("Jag lagar mat som mormor gjorde.", ["mormor"]),
        ("En mormor kom in, och det är svårt att vara mormor.", []),
        ("Jag vill bli polis eller läkare.", ["polis", "läkare"]),
        ("En läkare eller en polis kom, och läkarna var trötta.", []),
        ("Barn leker.", []),
        ("Hon bor med sin flickvän, en advokat från Rom.", ["flickvän", "advokat"]),
        ("På bordet låg en bok, en advokat hade lagt den där.", []),
        ("Hennes systrar är gifta med varsin polis.", ["systrar", "polis"]),
        ("Hon är lärare i historia och filosofi.", ["lärare", "historia", "filosofi"]),
        ("Han disputerade i kemi.", ["kemi"]),
        ("Intresset i kemi och historia är stort.", []),
        ("En kusin till min granne kom, och en kusin till oss.", ["kusin", "kusin"]),
        ("En kusin till kungen kom.", []),
    ],
)
def test_a_word_is_somebodys_by_those_before_it(text: str, expected: list[str]) -> None:
    assert added(text) == expected


def test_english_forms_of_several_words_and_only_the_labels_asked_for() -> None:
    text = "Her youngest son wants to be a police officer or an actor. An actor came."
    assert added(text, "en") == ["son", "police officer", "actor"]
    assert added(text, "en", ("fam",)) == ["son"]
    assert added(text, "en", ()) == []


def test_a_policy_asks_for_it(swell: Pipeline) -> None:
    text = "Jag vill bli polis."
    assert not swell(text).mentions
    asking = load("sv", policy="careful", key=swell.key)
    assert [mention.label for mention in asking(text).mentions] == ["prof"]


def test_a_policy_that_asks_for_no_label_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text('extends = "swell"\nlisted = ["job"]\n', encoding="utf-8")
    with pytest.raises(PolicyError, match="'job' not in the taxonomy"):
        load_policy(file)


@pytest.fixture(scope="module")
def swell() -> Pipeline:
    return load("sv", key=b"a key of the tests, long enough for everything")
