from __future__ import annotations

import math
from pathlib import Path

import pytest

from maskera.errors import MissingExtra
from maskera.evaluate.information import masked_model, unigram
from maskera.text import Span

TEXT = "elin lives in hamar and hamar is small"


def test_a_unigram_model_gives_the_surprise_of_the_rarest_word() -> None:
    weigh = unigram([TEXT])
    (hamar, elin, both) = weigh(TEXT, [], [Span(14, 19), Span(0, 4), Span(0, 19)])
    assert hamar == pytest.approx(
        -math.log(3 / 16)
    )  # 8 words, 7 of them different, and one for all unseen
    assert elin == both == pytest.approx(-math.log(2 / 16))
    assert weigh("what?", [], [Span(0, 5)])[0] == pytest.approx(-math.log(1 / 16))


def test_without_a_model_library_the_missing_part_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr("maskera.errors.import_module", refuse)
    with pytest.raises(MissingExtra, match=r"maskera\[transformers\]"):
        masked_model("some-model")


@pytest.fixture
def tiny(tmp_path: Path) -> str:
    """A BERT of 16 dimensions with random weights and a vocabulary of the words of TEXT, in a
    folder."""
    torch = pytest.importorskip("torch")
    transformers = pytest.importorskip("transformers")
    vocabulary = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *dict.fromkeys(TEXT.split())]
    (tmp_path / "vocab.txt").write_text("\n".join(vocabulary), encoding="utf-8")
    torch.manual_seed(1)
    size = {
        "hidden_size": 16,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 16,
        "max_position_embeddings": 128,
    }
    transformers.BertForMaskedLM(
        transformers.BertConfig(vocab_size=len(vocabulary), **size)
    ).save_pretrained(tmp_path)
    transformers.BertTokenizerFast(vocab=str(tmp_path / "vocab.txt")).save_pretrained(tmp_path)
    return str(tmp_path)


@pytest.mark.filterwarnings("ignore")  # of the model libraries
def test_a_masked_model_weighs_by_what_it_could_have_guessed(tiny: str) -> None:
    weigh = masked_model(tiny)
    masks = [Span(0, 4), Span(14, 19)]
    weights = weigh(TEXT, masks, [*masks, Span(0, 19), Span(4, 5)])
    assert all(0 < weight < 20 for weight in weights[:2])
    assert weights[2] >= max(weights[:2])
    assert weights[3] == 0
    assert list(weigh(TEXT, masks, masks)) == pytest.approx(weights[:2])
    long = " ".join([TEXT] * 30)
    everything = weigh(long, [Span(0, len(long))], [Span(0, 4), Span(len(long) - 5, len(long))])
    assert all(map(math.isfinite, everything))
