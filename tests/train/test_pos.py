"""Training of the part-of-speech model, on toy corpora."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from maskera.annotate.pos import PosTagger
from maskera.annotate.tokens import sentences, tokenize
from maskera.errors import DataError
from maskera.io.models import load, save
from maskera.kernels.crf import Weights
from maskera.text import Document
from maskera.train import pos
from maskera.train.pos import (
    Corpora,
    Sentence,
    common,
    corpora,
    label,
    measured,
    named_entities,
    noisy,
    retokenized,
    silver,
    train,
    treebank,
)

CONLLU = """\
# text = Anna ser t.ex. Borås.
1\tAnna\t_\tPROPN\t_\tCase=Nom\t_\t_\t_\t_
2\tser\t_\tVERB\t_\tMood=Ind|Tense=Pres|VerbForm=Fin|Voice=Act\t_\t_\t_\t_
3\tt.ex.\t_\tADV\t_\tAbbr=Yes\t_\t_\t_\t_
4\tBorås\t_\tPROPN\t_\tCase=Nom\t_\t_\t_\tSpaceAfter=No
5\t.\t_\tPUNCT\t_\t_\t_\t_\t_\t_

"""
NEWS = "Anna\tPER\nser\t0\nBorås\tLOC\n.\t0\n\nbroken row\nBo\tPER\nser\t0\n.\t0\n\n"
NAMES, VERBS = ("Anna", "Bo", "Cia"), ("ser", "hör", "vet")


def no_facts(form: str, lower: str) -> tuple[str, ...]:
    return ()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "ud").mkdir()
    (tmp_path / "ner").mkdir()
    (tmp_path / "ud" / "toy.conllu").write_text(CONLLU * 20, encoding="utf-8")
    (tmp_path / "ner" / "sv_webbnyheter_train.txt").write_text(NEWS * 5, encoding="utf-8")
    return tmp_path


@pytest.fixture(scope="module")
def toy() -> Iterator[tuple[Corpora, Weights]]:
    """A model of sentences that are all "name verb name mark"."""
    pytest.importorskip("pycrfsuite", reason="python-crfsuite is not installed (extra `train`)")
    rng = Random(3)
    gold = [
        Sentence(
            (rng.choice(NAMES), rng.choice(VERBS), rng.choice(NAMES), "."),
            ("PROPN|Case=Nom", "VERB", "PROPN|Case=Nom", "PUNCT"),
        )
        for _ in range(60)
    ]
    data = Corpora(
        gold, {"toy": gold[:5]}, [(("Dag", "ser", "Eva", "."), ("PER", "0", "PER", "0"))] * 5
    )
    yield data, train(data, no_facts)


def test_a_label_keeps_what_its_tag_needs_and_drops_the_rest() -> None:
    assert (
        label("NOUN", "Case=Gen|Definite=Def|Foreign=Yes|Gender=Com|Number=Sing")
        == "NOUN|Case=Gen|Definite=Def|Gender=Com|Number=Sing"
    )
    assert (
        label("VERB", "Mood=Ind|Tense=Pres|VerbForm=Fin|Voice=Act")
        == "VERB|Tense=Pres|VerbForm=Fin"
    )
    assert label("ADV", "Degree=Pos") == "ADV"
    assert label("", "") == "X"


def test_treebank_sentences_are_documents_and_our_tokens_inherit_their_labels(
    tmp_path: Path,
) -> None:
    file = tmp_path / "toy.conllu"
    file.write_text(CONLLU * 2, encoding="utf-8")
    (one, labels), (other, _) = treebank(file)
    assert one.text == other.text == "Anna ser t.ex. Borås."
    assert labels == [
        "PROPN|Case=Nom",
        "VERB|Tense=Pres|VerbForm=Fin",
        "ADV",
        "PROPN|Case=Nom",
        "PUNCT",
    ]
    ours = retokenized(one, labels)
    assert ours.forms == ("Anna", "ser", "t", ".", "ex", ".", "Borås", ".")
    assert ours.labels[2:] == ("ADV", "PUNCT", "ADV", "PUNCT", "PROPN|Case=Nom", "PUNCT")


def test_a_broken_treebank_is_refused_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "toy.conllu"
    file.write_text(CONLLU + "1\tAnna\n\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"toy\.conllu:8"):
        treebank(file)


def test_rare_labels_give_up_features_until_they_are_common(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pos, "LEAST_LABEL", 2)
    backed_off = common(
        [
            Sentence(
                ("a",) * 6,
                ("N|A=1|B=1", "N|A=1|B=2", "N|A=2|B=1", "N|A=2|B=1", "V|C=1", "N|A=3|B=9"),
            )
        ]
    )
    assert backed_off("N|A=2|B=1") == "N|A=2|B=1"
    assert backed_off("N|A=1|B=1") == backed_off("N|A=1|B=7") == "N|A=1"
    assert backed_off("N|A=3|B=9") == "N"
    assert backed_off("V|C=1") == "V"


def test_a_careless_writer_changes_forms_and_never_labels() -> None:
    sentence = Sentence(("Anna", "berättar", "för", "Bo", "."), tuple("abcde"))
    variants = [noisy(sentence, Random(seed)) for seed in range(80)]
    assert all(
        variant.labels == sentence.labels and len(variant.forms) == 5 for variant in variants
    )
    assert 10 < sum(variant.forms[0] == "anna" for variant in variants) < 45
    assert any("berättar" not in variant.forms for variant in variants)


def test_news_rows_become_sentences_and_a_broken_row_is_untagged(folder: Path) -> None:
    found = list(named_entities(folder / "ner" / "sv_webbnyheter_train.txt"))
    assert found[0] == (("Anna", "ser", "Borås", "."), ("PER", "0", "LOC", "0"))
    assert found[1] == (("broken", "row", "Bo", "ser", "."), ("0", "0", "PER", "0", "0"))


def test_every_tenth_sentence_is_kept_out(folder: Path) -> None:
    data = corpora(folder)
    assert (len(data.gold), len(data.held["toy"])) == (18, 2)
    assert data.held["toy"][0].forms[2] == "t.ex."  # measured in the treebank's own tokens


def test_a_folder_without_the_corpora_is_refused_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert pos.main([str(tmp_path), str(tmp_path / "out")]) == 2
    assert "ud/*.conllu" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_a_model_learns_its_corpus_and_says_what_it_was_made_of(
    toy: tuple[Corpora, Weights], tmp_path: Path
) -> None:
    data, weights = toy
    assert measured(weights, no_facts, data.held["toy"], lambda one: one).label == 1.0
    assert weights.card["held out"]["toy"]["upos"] == 1.0 and weights.card["tokens"] == {
        "gold": 240,
        "silver": 20,
    }
    save(weights, tmp_path / "model")
    text = "Fia vet Bo ."
    document = Document(
        "d", text, tokens=tokenize(text), sentences=sentences(text, tokenize(text), frozenset())
    )
    assert PosTagger(load(tmp_path / "model", Weights), no_facts)(document).tokens.pos == (
        "PROPN",
        "VERB",
        "PROPN",
        "PUNCT",
    )


def test_the_same_seed_gives_the_same_model(toy: tuple[Corpora, Weights]) -> None:
    data, weights = toy
    assert train(data, no_facts) == weights


def test_silver_tags_obey_the_name_tags(toy: tuple[Corpora, Weights]) -> None:
    _, weights = toy
    marked = [(("Ser", "Anna", "bo", "."), ("ORG", "0", "0", "0"))]
    (found,) = silver(weights, no_facts, marked)
    assert found.labels[0] == "PROPN|Case=Nom"
    assert not found.labels[2].startswith("PROPN")
