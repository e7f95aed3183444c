"""Swedish part of speech: the facts of a form, the shipped model, and what tags say for and against
a name."""

from __future__ import annotations

from pathlib import Path

import pytest

from maskera.annotate.conllu import read
from maskera.annotate.pos import HIDES_FORM
from maskera.lang import load_pack
from maskera.lang.sv.pack import MODELS
from maskera.lang.sv.pos import (
    WEIGHTS,
    facts,
    pos_evidence,
    spelling_class,
    tag_class,
    tagger,
)
from maskera.lexicon.table import TokenTable, token_table
from maskera.mentions import Detection, Evidence, Hypothesis
from maskera.taxonomy import LISTED_NAMES
from maskera.text import Document, Span
from maskera.train.pos import HELD_OUT, treebank

SWEDISH = load_pack("sv")
UD = Path(__file__).parents[3] / "shared" / "data" / "ud"
needs_treebanks = pytest.mark.skipif(not UD.exists(), reason="../shared/data/ud is not here")


def of(form: str) -> set[str]:
    return set(facts(SWEDISH.vocab)(form, form.lower()))


def tagged(text: str) -> dict[str, tuple[str, str]]:
    """form -> tag and morphology."""
    return {
        token.form: (token.pos, token.morphology)
        for token in next(SWEDISH.models.tag([Document("d", text)])).tokens
    }


def test_a_form_is_told_by_its_relatives() -> None:
    assert "r=>n" in of("cykel") and "r=a>ade" in of("hoppa")
    assert "r=a>ade" not in of("gata")
    assert not {fact for fact in of("xqzwk") if fact.startswith("r=")}


def test_a_rare_compound_has_the_relatives_of_its_tail() -> None:
    assert {"compound", "r=er>en"} <= of("flakmopeder")
    assert "compound" not in of("skola") and "compound" not in of("Rexhep")


def test_names_of_the_lists_are_hidden_and_ordinary_words_are_not() -> None:
    assert HIDES_FORM in of("Yasmin") and HIDES_FORM in of("Yasmins")
    assert HIDES_FORM not in of("bilen") and HIDES_FORM not in of("och")


def test_names_and_ordinary_words_are_told_apart_also_in_small_letters() -> None:
    found = tagged("jag heter yasmin och bor i borås med min hund")
    assert found["yasmin"][0] == found["borås"][0] == "PROPN"
    assert (found["jag"][0], found["hund"][0], found["i"][0]) == ("PRON", "NOUN", "ADP")


def test_a_genitive_is_marked_and_a_nominative_is_not() -> None:
    found = tagged("Yasmins bror bor i Borås. Vi såg flickornas lärare.")
    assert found["Yasmins"] == ("PROPN", "Case=Gen")
    assert found["flickornas"][0] == "NOUN" and "Case=Gen" in found["flickornas"][1]
    assert "Case=Nom" in found["bror"][1]


def test_definiteness_number_and_gender_of_nouns() -> None:
    found = tagged("Huset är stort. Jag köpte en cykel och tre böcker i affären.")
    assert found["Huset"][1] == "Case=Nom|Definite=Def|Gender=Neut|Number=Sing"
    assert found["cykel"][1] == "Case=Nom|Definite=Ind|Gender=Com|Number=Sing"
    assert "Number=Plur" in found["böcker"][1] and "Definite=Def" in found["affären"][1]


def test_odd_texts_are_tagged_token_for_token() -> None:
    for text in (
        "",
        " \n",
        "👋🏽",
        "A\u030asa 😀 \u200b!",
        "JAG HETER YASMIN",
        "a" * 5000,
        "hej\r\nhej␤",
        "٣ 王 मेरा",
    ):
        (document,) = SWEDISH.models.tag([Document("d", text)])
        assert len(document.tokens.pos) == len(document.tokens) == len(document.tokens.morphology)


def test_many_documents_get_the_tags_they_get_alone() -> None:
    documents = [
        Document(str(number), text)
        for number, text in enumerate(["Vi bor i Borås.", "", "hon heter yasmin"])
    ]
    assert list(SWEDISH.models.tag(documents)) == [
        next(SWEDISH.models.tag([document])) for document in documents
    ]


def test_the_model_says_what_it_was_made_of_and_is_small() -> None:
    card = tagger(SWEDISH.vocab).card
    assert "Talbanken" in card["trained on"] and card["licence"] == "CC BY-SA 4.0"
    file = MODELS / "pos.model"
    assert file.stat().st_size < 1_500_000


@needs_treebanks
@pytest.mark.parametrize(
    ("name", "floor"), [("sv_talbanken-ud-dev", 0.93), ("sv_pud-ud-test", 0.935)]
)
def test_held_out_sentences_of_a_treebank_are_tagged_well(name: str, floor: float) -> None:
    pairs = [
        pair for number, pair in enumerate(treebank(UD / f"{name}.conllu")) if not number % HELD_OUT
    ]
    cut = [
        document.with_tokens(document.tokens, (Span(0, len(document.tokens)),))
        for document, _ in pairs
    ]
    found = [pos for document in tagger(SWEDISH.vocab).tag(cut) for pos in document.tokens.pos]
    gold = [label.partition("|")[0] for _, labels in pairs for label in labels]
    assert sum(one == other for one, other in zip(found, gold, strict=True)) / len(gold) >= floor


def table(text: str, *tags: str) -> TokenTable:
    """The text with tags by hand."""
    rows = "".join(
        f"{number}\t{form}\t_\t{tag}\t_\t_\t_\t_\t_\t_\n"
        for number, (form, tag) in enumerate(zip(text.split(), tags, strict=True), 1)
    )
    (document,) = read(rows, "d.conllu")
    assert isinstance(document, Document)
    return token_table(document, SWEDISH.vocab)


def claim(start: int, end: int, *labels: str) -> Detection:
    return Detection(
        Span(start, end), tuple(Hypothesis(label, (Evidence("list", 1.0),)) for label in labels)
    )


def test_a_name_gains_on_a_proper_noun_and_loses_on_anything_else() -> None:
    for tag, better in (("PROPN", True), ("VERB", False), ("ADV", False), ("NOUN", False)):
        ((one,),) = (
            (pos_evidence(table("hon såg rosen", "PRON", "VERB", tag), [claim(8, 13, "surname")])),
        )
        assert (one.hypotheses[0].score > 1.0) is better
        assert one.hypotheses[0].evidence[-1].source.startswith("tag:")


def test_other_labels_and_documents_without_tags_are_left_alone() -> None:
    view = table("min bror sa", "PRON", "NOUN", "VERB")
    assert pos_evidence(view, [claim(4, 8, "fam")]) == [claim(4, 8, "fam")]
    bare = token_table(SWEDISH.tokenization(Document("d", "min bror sa")), SWEDISH.vocab)
    assert pos_evidence(bare, [claim(4, 8, "surname")]) == [claim(4, 8, "surname")]


def test_every_label_of_one_claim_gains_alike_so_that_their_order_stays() -> None:
    (one,) = pos_evidence(
        table("i rosen nu", "ADP", "PROPN", "ADV"), [claim(2, 7, "surname", "city", "prof")]
    )
    first, second, third = (hypothesis.score for hypothesis in one.hypotheses)
    assert first == second > third == 1.0


def test_one_proper_noun_makes_a_name_of_several_words() -> None:
    assert (
        tag_class(["NOUN", "PROPN"]) == "PROPN"
        and tag_class(["ADP", "NOUN"]) == "NOUN"
        and tag_class(["ADV"]) == "other"
    )


def test_spelling_classes() -> None:
    view = table("Hon såg Rosen och HUSET .", "PRON", "VERB", "PROPN", "CCONJ", "NOUN", "PUNCT")
    assert [spelling_class(view, index) for index in range(5)] == [
        "initial",
        "lower",
        "capital",
        "lower",
        "capital",
    ]


def test_the_weights_cover_every_case_and_favour_proper_nouns() -> None:
    assert len(WEIGHTS) == 9 and "city" in LISTED_NAMES and "fam" not in LISTED_NAMES
    for spelling in ("capital", "initial", "lower"):
        assert (
            WEIGHTS["PROPN", spelling]
            > 0
            > max(WEIGHTS["NOUN", spelling], WEIGHTS["other", spelling])
        )
