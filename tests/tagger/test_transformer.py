"""How a transformer reads a text: its pieces on our words, in windows. Encoders are tiny and random
(tests/tiny.py), so only what is done with one is tried."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import tiny
from waiting import PATIENCE

from maskera.errors import DataError, MissingExtra
from maskera.tagger import transformer
from maskera.tagger.transformer import Loaded, Window, load, probabilities, windows

pytest.importorskip("torch", reason=tiny.REASON)
pytest.importorskip("transformers", reason=tiny.REASON)
pytestmark = pytest.mark.filterwarnings("ignore")  # of the model libraries
WORDS = "Åsa bor i Kiruna , med Zoë .".split()
LABELS = ["O", "city", "surname"]


@pytest.fixture(scope="module")
def bert(tmp_path_factory: pytest.TempPathFactory) -> Loaded:
    folder = tiny.bert(tmp_path_factory.mktemp("bert"), WORDS)
    return load(folder, LABELS)


@pytest.fixture(scope="module")
def roberta(tmp_path_factory: pytest.TempPathFactory) -> Loaded:
    return load(tiny.roberta(tmp_path_factory.mktemp("roberta")), LABELS)


def places(text: str, words: list[str]) -> tuple[list[int], list[int]]:
    starts, end = [], 0
    for word in words:
        starts.append(text.index(word, end))
        end = starts[-1] + len(word)
    return starts, [start + len(word) for start, word in zip(starts, words, strict=True)]


def first_pieces(loaded: Loaded, text: str, words: list[str]) -> dict[str, str]:
    """The piece that gives each word its label; a word without one is left out."""
    window, *_ = windows(loaded, text, *places(text, words))
    named = loaded.tokenizer.convert_ids_to_tokens([*window.pieces])
    return {words[word]: named[place] for place, word in window.firsts}


def test_a_word_has_its_first_piece(bert: Loaded) -> None:
    found = first_pieces(bert, "Åsa bor i Kiruna, med Zoë.", WORDS)
    assert found == {
        "Åsa": "Åsa", "bor": "bor", "i": "i", "Kiruna": "Kiru", ",": ",", "med": "med",
        "Zoë": "Zoë", ".": ".",
    }  # fmt: skip


def test_emoji_and_combining_marks_move_no_offset(bert: Loaded, roberta: Loaded) -> None:
    text = "\U0001f600\U0001f468\u200d\U0001f469 A\u030asa bor i Kiruna."
    words = ["A\u030asa", "bor", "i", "Kiruna", "."]
    assert first_pieces(bert, text, words)["Kiruna"] == "Kiru"
    found = first_pieces(roberta, text, words)
    assert [piece.removeprefix("\u0120") for piece in found.values()] == ["A", "b", "i", "K", "."]


def test_a_piece_over_several_words_counts_for_each(bert: Loaded) -> None:
    assert first_pieces(bert, "Kiruna", ["Ki", "ru", "na"]) == {
        "Ki": "Kiru",
        "ru": "Kiru",
        "na": "##na",
    }


def test_a_word_that_the_tokenizer_drops_is_nothing(bert: Loaded) -> None:
    text = "\u0000 Kiruna"  # BERT's normalizer removes control characters
    found = windows(bert, text, *places(text, ["\u0000", "Kiruna"]))
    rows = probabilities(bert, found, 2, 0)
    assert rows[0].tolist() == [1, 0, 0] and 0 < rows[1, 0] < 1


def test_half_of_a_surrogate_pair_is_read(bert: Loaded) -> None:
    text = "\ud83d Kiruna"
    found = windows(bert, text, *places(text, ["\ud83d", "Kiruna"]))
    assert [word for _, word in found[0].firsts] == [1]  # in its place BERT sees nothing


@pytest.mark.parametrize(
    ("pieces", "count"), [(509, 1), (510, 1), (511, 2), (956, 2), (957, 3)]
)  # two of 512 are special, and 64 are shared
def test_windows_at_their_edges(bert: Loaded, pieces: int, count: int) -> None:
    text = " ".join(["bor"] * pieces)
    found = windows(bert, text, range(0, 4 * pieces, 4), range(3, 4 * pieces, 4))
    assert len(found) == count and all(len(window.pieces) <= 512 for window in found)
    assert {word for window in found for _, word in window.firsts} == set(range(pieces))


def test_what_two_windows_hold_counts_where_it_is_further_from_the_edge(bert: Loaded) -> None:
    """By hand: words 446 to 509 are in both; from the 32nd of them on the second is better."""
    text = " ".join(["bor"] * 600)
    found = windows(bert, text, range(0, 2400, 4), range(3, 2400, 4))
    rows = probabilities(bert, found, 600, 0)

    def alone(window: Window) -> dict[int, list[float]]:
        its = probabilities(bert, [window], 600, 0)
        return {word: its[word].tolist() for _, word in window.firsts}

    first, second = map(alone, found)
    assert set(first) & set(second) == set(range(446, 510))
    for word in range(600):
        better = first if word <= 477 else second
        assert rows[word] == pytest.approx(better[word], abs=1e-5), word


def test_a_word_cut_by_an_edge_has_its_first_piece(bert: Loaded) -> None:
    text = " ".join(["Kiruna"] * 300)  # two pieces each
    found = windows(bert, text, range(0, 2100, 7), range(6, 2100, 7))
    named = [bert.tokenizer.convert_ids_to_tokens([*window.pieces]) for window in found]
    of_words = {
        names[place]
        for names, window in zip(named, found, strict=True)
        for place, _ in window.firsts
    }
    assert of_words == {"Kiru"}


def test_windows_are_no_longer_than_the_encoder_can_take(tmp_path: Path, roberta: Loaded) -> None:
    assert roberta.size == 128  # of 130 places two stand before the first
    short = load(tiny.bert(tmp_path, WORDS, places=16), LABELS)
    text = " ".join(["bor"] * 100)
    found = windows(short, text, range(0, 400, 4), range(3, 400, 4))
    assert probabilities(short, found, 100, 0).shape == (100, 3)
    long = "Å" * 1000
    assert probabilities(roberta, windows(roberta, long, [0], [1000]), 1, 0).shape == (1, 3)


def test_a_folder_with_a_list_of_pieces_alone_is_read(bert: Loaded, tmp_path: Path) -> None:
    """As KB-BERT was published: no tokenizer.json."""
    folder = tiny.bert(tmp_path, WORDS)
    pieces = bert.tokenizer.get_vocab()
    for path in folder.glob("tokenizer*.json"):
        path.unlink()
    (folder / "vocab.txt").write_text("\n".join(sorted(pieces, key=pieces.get)), encoding="utf-8")
    (folder / "tokenizer_config.json").write_text('{"do_lower_case": false}', encoding="utf-8")
    loaded = load(folder, LABELS)
    text = "Åsa bor i Kiruna, med Zoë."
    assert windows(loaded, text, *places(text, WORDS)) == windows(bert, text, *places(text, WORDS))


def test_no_words_are_no_windows(bert: Loaded) -> None:
    assert windows(bert, "", [], []) == []
    assert probabilities(bert, [], 0, 0).shape == (0, 3)


def test_a_folder_that_is_no_model_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"no config\.json"):
        load(tmp_path, LABELS)
    folder = tiny.bert(tmp_path / "pickled", WORDS)
    (folder / "model.safetensors").rename(folder / "pytorch_model.bin")
    with pytest.raises(DataError, match="pickled ones are not read"):
        load(folder, LABELS)
    folder = tiny.bert(tmp_path / "broken", WORDS)
    (folder / "model.safetensors").write_bytes(b"nothing")
    with pytest.raises(DataError, match="cannot be read as a token classifier"):
        load(folder, LABELS)
    folder = tiny.bert(tmp_path / "untrained", WORDS)
    with pytest.raises(DataError, match="no model that `maskera train` has written"):
        transformer.Transformer(folder).labels()


def test_without_the_libraries_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr("maskera.errors.import_module", refuse)
    with pytest.raises(MissingExtra, match=r"maskera\[transformers\]"):
        transformer.libraries()


def test_nothing_of_them_is_imported_before_a_model_is_read() -> None:
    asked = (
        "import sys, maskera; maskera.load(); print({'torch', 'transformers'} & set(sys.modules))"
    )
    run = subprocess.run(
        [sys.executable, "-c", asked], capture_output=True, text=True, timeout=PATIENCE
    )
    assert run.stdout == "set()\n", run.stderr


def test_probabilities_are_of_every_label(bert: Loaded) -> None:
    found = windows(bert, "Åsa bor", [0, 4], [3, 7])
    rows = probabilities(bert, found, 2, 0)
    assert np.allclose(rows.sum(1), 1, atol=1e-6)
