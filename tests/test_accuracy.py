"""Floors under the accuracy on annotated texts, and the first real essay; skipped where the data
are absent.

A floor stands a hundredth under what was measured when it was set; raise it when the figure has
risen, never lower it to pass. One was lowered on purpose: token precision on essays_dev, from .978,
when `extra` came to count from .35 on for two points of recall (decision 35).
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from conftest import KEY

from maskera import Document, Edit, Pipeline, load, release, splice
from maskera.evaluate.align import align
from maskera.evaluate.read import read
from maskera.evaluate.scores import SCHEMES, Counts, total
from maskera.formats import svala
from maskera.taxonomy import shipped

# set -> mode -> (labelled exact F1, token recall, token precision)
FLOORS = {
    ("swell_dev", "rules"): (0.851, 0.922, 0.913),
    ("swell_dev", "full"): (0.936, 0.951, 0.956),
    ("essays_dev", "rules"): (0.858, 0.890, 0.960),
    ("essays_dev", "full"): (0.937, 0.942, 0.963),
}


@pytest.fixture(scope="module")
def found(shared: Path) -> dict[tuple[str, str], dict[str, Counts]]:
    """The counts of each scheme for each set and mode."""
    counts = {}
    for name, mode in FLOORS:
        gold = read(shared / f"{name}.jsonl", shipped())
        nlp = load(mode=mode, key=KEY)
        detected = (
            (document, tuple(mentions))
            for document, mentions in (nlp.detect(document) for document, _ in gold)
        )
        pairs = align(gold, detected)
        counts[name, mode] = {
            scheme: total([score(pair) for pair in pairs]) for scheme, score in SCHEMES.items()
        }
    return counts


@pytest.mark.parametrize(("name", "mode"), sorted(FLOORS))
def test_accuracy_stays_above_its_floor(
    found: dict[tuple[str, str], dict[str, Counts]], name: str, mode: str
) -> None:
    f1, recall, precision = FLOORS[name, mode]
    scores = found[name, mode]
    assert scores["labelled"].f1 >= f1
    assert scores["token"].recall >= recall
    assert scores["token"].precision >= precision


def small_letters(text: str) -> str:
    """The text in small letters, as long as before: a letter whose small one is two stays (İ)."""
    return "".join(c.lower() if len(c.lower()) == 1 else c for c in text)


@pytest.mark.parametrize("name", ["swell_dev", "essays_dev"])
def test_small_letters_cost_at_most_five_points_of_token_recall(
    shared: Path, nlp: Pipeline, found: dict[tuple[str, str], dict[str, Counts]], name: str
) -> None:
    gold = [
        (Document(document.id, small_letters(document.text)), mentions)
        for document, mentions in read(shared / f"{name}.jsonl", shipped())
    ]
    detected = [
        (document, tuple(mentions))
        for document, mentions in nlp.detect_many([document for document, _ in gold])
    ]
    small = total([SCHEMES["token"](pair) for pair in align(gold, detected)])
    assert small.recall >= found[name, "full"]["token"].recall - 0.05


@pytest.fixture(scope="module")
def essays(shared: Path) -> list[Document]:
    return [document for document, _ in read(shared / "essays_dev.jsonl", shipped())]


def test_no_original_is_left_in_any_essay(nlp: Pipeline, essays: list[Document]) -> None:
    verdicts = Counter(nlp(document).leaks for document in essays)
    assert verdicts["FAIL"] == 0


@pytest.mark.parametrize("policy", ["swell", "dummy", "svala", "natural", "category", "remove"])
def test_every_essay_can_be_undone_and_done_again(essays: list[Document], policy: str) -> None:
    nlp = load(policy=policy, key=KEY)
    for document in essays:
        result = nlp(document)
        released = release(result)
        shown = [r for r in result.replacements if r.action != "keep"]
        originals = [document.text[r.mention.span.start : r.mention.span.end] for r in shown]
        undone = [
            Edit(mention.span, original)
            for mention, original in zip(released.mentions, originals, strict=True)
        ]
        assert splice(released.text, undone)[0] == document.text
        assert release(nlp(document)).text == released.text


def test_different_people_of_an_essay_keep_different_names(
    nlp: Pipeline, essays: list[Document]
) -> None:
    kinds = {
        "firstname_male": "first",
        "firstname_female": "first",
        "firstname_unknown": "first",
        "city": "city",
    }
    for document in essays:
        result = nlp(document)
        names: dict[tuple[str, str], int] = {}
        for (label, number), base in result.aliases.items():
            if label in kinds and not base.endswith(("-stad", "-plats")):
                assert names.setdefault((kinds[label], base), number) == number, (
                    f"{document.id}: {label} {number}"
                )


# One real essay with its manual annotation: Bredäng is a district (written bredäng), Chile a
# country, Stockholm a city (written stockholm).


def test_a8at4_is_found_as_a_person_found_it(nlp: Pipeline, shared: Path) -> None:
    text = (shared / "a8at4" / "A8AT4.txt").read_text(encoding="utf-8")
    result = nlp(Document("A8AT4", text))
    touched = [
        (text[r.mention.span.start : r.mention.span.end], r.mention.label)
        for r in result.replacements
        if r.hidden
    ]
    assert touched == [("bredäng", "city"), ("Chile", "country"), ("stockholm", "city")]
    marked = {
        text[r.mention.span.start : r.mention.span.end] for r in result.replacements if not r.hidden
    }
    assert marked <= {"flickvän", "dotter", "Sverige", "föraldrar"}
    new = release(result).text
    assert not any(name in new for name in ("bredäng", "Chile", "stockholm"))
    assert "Sverige" in new


def test_a8at4_survives_reading_and_writing(shared: Path) -> None:
    content = (shared / "a8at4" / "A8AT4.json").read_bytes()
    (item,) = svala.read(content, "A8AT4.json")
    assert isinstance(item, Document)
    assert "bredäng" in item.text
