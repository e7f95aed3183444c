"""Names of no list in texts without capitals, by where somebody alone can stand."""

from __future__ import annotations

import pytest

import maskera

NLP = {mode: maskera.load("en", mode=mode, key=b"small names here") for mode in ("rules", "full")}


@pytest.mark.parametrize("mode", NLP)
@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("i will never forget besrat.", "besrat"),
        ("i know tuvedris since we were small.", "tuvedris"),
        ("my mother in law besrat do not like me.", "besrat"),
        ("my neighbour hesik have a big dog.", "hesik"),
        ("after work hesik took me home.", "hesik"),
        ("the doctor bedril said i must rest.", "bedril"),
        ("hesik from my class was late.", "hesik"),
        ("the lady from the council, besrat, was rude.", "besrat"),
        ("a man in my class, tusok, who never talk.", "tusok"),
        ("hesik and tusok have three children.", "hesik tusok"),
        ("i have two brothers, hesik and tusok.", "hesik tusok"),
        ("every saturday i meet besrat and hesik in the park.", "besrat hesik"),
        ("me and tusok are the same age.", "tusok"),
        ("they called the baby besrat.", "besrat"),
        ("nobody helped me, only besrat.", "besrat"),
        ("my teacher name is besrat tusok.", "besrat tusok"),
        ("hesik she is my teacher in level one.", "hesik"),
        ("hesik always says that i talk.", "hesik"),
        ("now tusok work in the town.", "tusok"),
        ("without besrat i would be lost.", "besrat"),
        ("my friend maria tuvedris wait for me with her car.", "maria tuvedris"),
        ("After lunch Mardell took me home.", "Mardell"),
    ],
)
def test_a_name_of_no_list_is_found(mode: str, text: str, names: str) -> None:
    found = [
        text[mention.span.start : mention.span.end]
        for mention in next(iter(NLP[mode].detect_many([maskera.Document("d", text, "en")])))[1]
        if mention.label.startswith(("firstname", "surname"))
    ]
    assert found == names.split()


@pytest.mark.parametrize("mode", NLP)
@pytest.mark.parametrize(
    "text",
    [
        "in the mornig we prepair brekfast for the childrens.",
        "my mother will come and my sister always like tea.",
        "i call them on watsap evry evning without a reson.",
    ],
)
def test_slips_and_words_of_other_languages_are_no_names(mode: str, text: str) -> None:
    (_, mentions), *_ = NLP[mode].detect_many([maskera.Document("d", text, "en")])
    assert not [m for m in mentions if m.label.startswith(("firstname", "surname", "city"))]
