"""Composed names: of their kind, varied, and only where the language composes any."""

from __future__ import annotations

from random import Random

import pytest

from maskera.lang import load_pack
from maskera.lang.en.composed import COMPOSED, Composer
from maskera.train import augment
from maskera.train.corpora import Annotated, Marked

PACK = load_pack("en")
LISTED = {
    "surname": "Okafor", "city": "Leeds", "geo": "Ness",
    "firstname_female": "Maria", "firstname_male": "Tom",
}  # fmt: skip
TEXT = "I work in Duffy Meats with Maria's brother."


def drawn(label: str, written: str, times: int = 200) -> list[str]:
    composer = Composer(PACK.vocab.lists)
    return [composer(label, written, LISTED.__getitem__, Random(seed)) for seed in range(times)]


@pytest.mark.parametrize("label", sorted(COMPOSED))
def test_names_are_many_and_have_no_loose_blanks(label: str) -> None:
    names = [name for name in drawn(label, "Duffy Meats") if name]
    assert len(set(names)) > 100
    assert all(name == " ".join(name.split()) for name in names)


def test_some_names_keep_their_last_word_and_some_do_not() -> None:
    kept = sum(name.endswith(" Meats") for name in drawn("work", "Duffy Meats"))
    assert 30 < kept < 150


def test_people_and_towns_are_not_composed() -> None:
    for label in ("surname", "firstname_male", "city", "fam", "extra"):
        assert set(drawn(label, "Leeds", 20)) == {""}


def test_the_same_chance_gives_the_same_name() -> None:
    assert drawn("work", "Duffy Meats", 20) == drawn("work", "Duffy Meats", 20)


def test_a_copy_has_composed_names_and_whole_genitives() -> None:
    spans = tuple(
        Marked(TEXT.index(words), TEXT.index(words) + len(words), label, gen="'s" in words)
        for words, label in (("Duffy Meats", "work"), ("Maria's", "firstname_female"))
    )
    pools = augment.Pools(PACK.vocab.gazetteer)
    compose = PACK.models.composed
    assert compose
    names, whole = set(), 0
    for seed in range(40):
        text = Annotated("a", TEXT, spans)
        copy, _ = augment.redrawn(text, pools, Random(seed), compose)
        work, name = (copy.text[span.start : span.end] for span in copy.spans)
        names.add(work)
        whole += name.endswith("'s")
    assert len(names) > 15
    assert whole >= 35  # the rest are slips of the pen, which may fall on the mark


def test_swedish_composes_none() -> None:
    assert load_pack("sv").models.composed is None
