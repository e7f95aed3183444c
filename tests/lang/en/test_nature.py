"""Rivers, lakes, mountains and seas become others of their kind in the country that is drawn."""

from __future__ import annotations

import pytest
from replace.making import KEY, marked, policy_of, texts

from maskera.lang import load_pack
from maskera.lang.en.generators import atlas
from maskera.lexicon.tsv import notes
from maskera.replace import replace
from maskera.replace.shape import fold

PACK = load_pack("en")
WORLD = atlas(PACK.vocab)
NATURE = {
    form: (kind, notes(note).get("in", ""))
    for form, kind, _, note in PACK.vocab.lists.rows("pseudonyms/nature.tsv")
}
ISLES = {form for form, *_ in PACK.vocab.lists.rows("pseudonyms/islands.tsv")}


def drawn(text: str, key: int = 0) -> list[str]:
    document, mentions = marked(text, f"E{key}")
    return texts(replace(document, mentions, PACK, policy_of("natural"), KEY))


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("We sat by the [[Tyne|geo|1]].", "river"),
        ("We crossed the river [[Bukavuri|geo|1,foreign]].", "river"),
        ("We swam in [[Lake Erie|geo|1]].", "lake"),
        ("He climbed [[Mount Meru|geo|1]].", "mountain"),
        ("We saw the [[Alps|geo|1]].", "range"),
        ("He sailed on the [[Baltic|geo|1]].", "waters"),
        ("He sailed on the [[North Sea|geo|1]].", "sea"),
    ],
)
def test_another_of_its_kind(text: str, kind: str) -> None:
    original = text.split("[[")[1].split("|")[0]
    for key in range(6):
        (new,) = drawn(text, key)
        assert NATURE[new][0] == kind
        assert fold(original) not in fold(new)


def test_it_lies_in_the_country_drawn() -> None:
    for key in range(6):
        land, river = drawn("In [[Poland|country|1]] we sat by the [[Vistula|geo|2,foreign]].", key)
        there = WORLD.country_of(land)
        own = {form for form, (kind, iso) in NATURE.items() if kind == "river" and iso == there}
        assert river in own or not own


def test_the_nouns_of_a_river_stay() -> None:
    (first,) = drawn("By the [[River Tyne|geo|1]].")
    (second,) = drawn("By the [[Hudson River|geo|1]].")
    assert first.startswith("River ") and NATURE[first.removeprefix("River ")][0] == "river"
    assert second.endswith(" River") and NATURE[second.removesuffix(" River")][0] == "river"


def test_what_nobody_knows_keeps_its_noun_alone() -> None:
    (new,) = drawn("We walked along [[Hind Creek|geo|1]].")
    assert new.endswith(" Creek") and new not in NATURE


def test_one_on_which_one_lives_is_an_island() -> None:
    (new,) = drawn("He was born on [[Bukavuri|geo|1,foreign]].")
    assert new in ISLES


def test_beyond_the_document_the_words_around_do_not_count() -> None:
    results = set()
    for before in ("the river", "on"):
        document, mentions = marked(f"He lived {before} [[Bukavuri|geo|1,foreign]].")
        made = replace(document, mentions, PACK, policy_of("natural"), KEY, "corpus")
        results.update(texts(made))
    assert len(results) == 1
