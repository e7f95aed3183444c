"""Training of the tagger: reproducible by seed; names drawn anew are of one kind only."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from maskera.kernels.network import Weights
from maskera.lang import load_pack
from maskera.train import mentions
from maskera.train.augment import Pools
from maskera.train.corpora import Annotated, Marked
from maskera.train.network import Settings

pytest.importorskip("scipy", reason="the extra `train` is not installed")

TEXTS = """Jag heter [[Farida|firstname_female|personal]] och bor i [[Borås|city|personal]].
Min [[bror|fam|personal]] [[Karim|firstname_male|personal]] arbetar i [[Lund|city|personal]].
Solen skiner och vi går till sjön.
"""


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Path, int]]:
    folder = tmp_path_factory.mktemp("texts")
    (folder / "a.txt").write_text(TEXTS, encoding="utf-8")
    return [(folder, 2)]


def fitted(corpus: list[tuple[Path, int]], seed: int) -> Weights:
    return mentions.train(
        corpus, load_pack("sv"), seed, lambda line: None, Settings(epochs=2, least=1)
    )


def test_a_seed_gives_one_model_and_another_seed_another(corpus: list[tuple[Path, int]]) -> None:
    model = fitted(corpus, 7)
    assert model == fitted(corpus, 7)
    assert model.vectors != fitted(corpus, 9).vectors
    assert model.card["texts"] == {"texts0=2": 3} and model.card["settings"]["epochs"] == 2


def test_a_card_adds_up_corpora_of_one_name_and_keeps_their_copies(
    corpus: list[tuple[Path, int]], tmp_path: Path
) -> None:
    ((folder, _),) = corpus
    other = tmp_path / folder.name
    other.mkdir()
    (other / "b.txt").write_text(TEXTS.splitlines()[0], encoding="utf-8")
    assert fitted([(folder, 2), (other, 2), (other, 1)], 7).card["texts"] == {
        "texts0=2": 4,
        "texts0=1": 1,
    }


def test_a_name_of_either_gender_is_not_drawn_for_one() -> None:
    pools = Pools(load_pack("sv").vocab.gazetteer)
    drawn = {
        label: {entry.form for entry in pools._pools[label, False]}
        for label in ("firstname_male", "firstname_female")
    }
    assert "Kim" not in drawn["firstname_male"] | drawn["firstname_female"]
    assert "Anna" in drawn["firstname_female"]


def test_a_doubted_trade_is_in_no_list_and_keeps_what_is_counted() -> None:
    pack = load_pack("en")
    text = Annotated("a", "I am a welder and my nurse knows.", (), "")
    (plain,) = mentions.examples(text, frozenset(), pack)
    (doubted,) = mentions.examples(text, frozenset(), pack, doubted=frozenset({"welder"}))
    features_of = mentions.features_for_training(pack)
    before, after = ([set(features_of(key)) for key in keys] for (keys, *_), _ in (plain, doubted))
    welder, nurse = 3, 6
    assert "l=prof" in before[welder] and "w=welder" in before[welder]
    assert not any(name.startswith(("l=", "w=", "first=")) for name in after[welder])
    assert {name for name in after[welder] if name.startswith(("z=", "c="))} == {
        name for name in before[welder] if name.startswith(("z=", "c="))
    }
    assert after[nurse] == before[nurse]
    places = [(streams[1][welder], streams[1][nurse]) for streams, _ in (plain, doubted)]
    assert [bool(place.rule) for place, _ in places] == [True, False]  # type: ignore[attr-defined]


def test_only_copies_doubt_and_only_words_of_terms(tmp_path: Path) -> None:
    pack = load_pack("en")
    mark = Marked(7, 13, "prof"), Marked(17, 23, "city")
    texts = [Annotated(str(number), "I am a welder in London.", mark, "") for number in range(40)]
    found = list(mentions.versions(texts, 1, pack, Random(7)))
    assert not any(version.doubted for version in found if not version.drawn)
    doubted = [version.doubted for version in found if version.drawn]
    assert 4 <= sum(map(bool, doubted)) <= 20
    london = {word for words in doubted for word in words if word[:1].isupper()}
    assert not london
