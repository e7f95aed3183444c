"""Training of the tagger: the mean of several runs, reproducible by seed; names drawn anew are of one kind only."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from maskera.annotate.crf import Weights
from maskera.lang import LANGUAGES
from maskera.train import mentions
from maskera.train.redraw import Pools

pytest.importorskip("pycrfsuite", reason="the extra `train` is not installed")
from maskera.train.crfsuite import averaged

TEXTS = """Jag heter [[Farida|firstname_female|personal]] och bor i [[Borås|city|personal]].
Min [[bror|fam|personal]] [[Karim|firstname_male|personal]] arbetar i [[Lund|city|personal]].
Solen skiner och vi går till sjön.
"""


def table(model: Weights) -> dict[tuple[str, int], float]:
    """(feature, column) -> weight."""
    first, columns = np.frombuffer(model.first, np.uint32), np.frombuffer(model.columns, np.uint16)
    values = np.frombuffer(model.values, np.float16)
    return {(n, int(columns[i])): float(values[i]) for r, n in enumerate(model.features) for i in range(first[r], first[r + 1])}


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Path, int]]:
    folder = tmp_path_factory.mktemp("texts")
    (folder / "a.txt").write_text(TEXTS, encoding="utf-8")
    return [(folder, 2)]


def fitted(corpus: list[tuple[Path, int]], seed: int, runs: int) -> Weights:
    return mentions.train(corpus, LANGUAGES["sv"](), seed, lambda line: None, {"max_iterations": 4, "feature.minfreq": 1}, runs)


def test_the_weights_are_the_means_of_the_runs(corpus: list[tuple[Path, int]]) -> None:
    one, other = fitted(corpus, 7, 1), fitted(corpus, 8, 1)
    mean, first, second = table(averaged([one, other])), table(one), table(other)
    assert one.labels == other.labels
    for place in first.keys() | second.keys():
        assert mean.get(place, 0.0) == pytest.approx((first.get(place, 0.0) + second.get(place, 0.0)) / 2, abs=0.004)


def test_the_mean_of_one_is_that_one(corpus: list[tuple[Path, int]]) -> None:
    one = fitted(corpus, 7, 1)
    assert table(averaged([one])) == table(one)


def test_a_seed_gives_one_model_and_another_seed_another(corpus: list[tuple[Path, int]]) -> None:
    model = fitted(corpus, 7, 2)
    assert model == fitted(corpus, 7, 2)
    assert model.values != fitted(corpus, 9, 2).values
    assert model.card["runs"] == 2


def test_a_name_of_either_gender_is_not_drawn_for_one() -> None:
    pools = Pools(LANGUAGES["sv"]().gazetteer)
    drawn = {label: {entry.form for entry in pools._pools[label, False]} for label in ("firstname_male", "firstname_female")}
    assert "Kim" not in drawn["firstname_male"] | drawn["firstname_female"]
    assert "Anna" in drawn["firstname_female"]
