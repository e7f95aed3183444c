"""Units where a model of risk knows coarser kinds than the labels (first name and surname are one), and
the reasons that a reader is given."""

from __future__ import annotations

from maskera import Document
from maskera.mentions import Mention
from maskera.risk.assess import Entity, assess
from maskera.risk.kinds import kinds_of
from maskera.risk.model import Corpus, load_model
from maskera.risk.report import reasons
from maskera.risk.texts import Text, text_of
from maskera.text import Span

SENTENCE = "My name is Adam Bolton and Ida, I live in Leeds since 1987."


def marked(language: str, *forms: tuple[str, str]) -> Text:
    """The sentence with these forms marked by these labels."""
    mentions = [
        Mention(Span(at, at + len(form)), label, number, frozenset())
        for number, (form, label) in enumerate(forms, 1)
        for at in [SENTENCE.index(form)]
    ]
    return text_of(Document("a", SENTENCE, language), mentions, kinds_of(language))


NAMES = (
    ("Adam", "firstname_male"),
    ("Bolton", "surname"),
    ("Ida", "firstname_female"),
    ("Leeds", "city"),
)


def test_neighbours_of_one_kind_are_one_unit() -> None:
    text = marked("en", *NAMES)
    assert text.units == (0, 0, 1, 2)
    assert [text.whole.written(each) for each in text.whole.mentions] == [
        "Adam Bolton",
        "Ida",
        "Leeds",
    ]
    assert text.whole.whole is text.whole


def test_labels_that_the_model_knows_are_units_themselves() -> None:
    assert marked("sv", *NAMES).units == ()
    assert marked("en", ("Adam", "PERSON"), ("Bolton", "PERSON")).units == ()
    assert marked("en", ("Adam", "firstname_male"), ("Leeds", "city")).units == ()


def test_the_parts_of_a_unit_have_its_risk_and_stay_entities_of_their_own() -> None:
    model = load_model("en")
    whole = marked("en", ("Adam Bolton", "PERSON"), ("Ida", "PERSON"), ("Leeds", "LOC"))
    parts = marked("en", *NAMES)
    (of_whole,) = assess(Corpus([whole], model.grams()), model)
    (of_parts,) = assess(Corpus([parts], model.grams()), model)
    first, second, third, town = of_parts.mentions
    assert first == second == of_whole.mentions[0]
    assert (third, town) == of_whole.mentions[1:]
    assert [entity.words for entity in of_parts.entities] == [1, 1, 1, 1]


def test_reasons_have_figures_that_a_reader_can_use() -> None:
    why = {
        "perturbation": -1.6094, "lookup": 3.0, "probability": 0.914, "population": 0.25, "else": 1.0,
    }  # fmt: skip
    entity = Entity("e", "city", 0.9, False, why, (0,), 1, 4.0)
    assert dict(reasons(entity)) == {
        "nearness": "4", "lookup": "5", "probability": "0.91", "population": "4",
    }  # fmt: skip
    far = Entity("e", "city", 0.9, False, {"perturbation": -6.0}, (0,), 1)
    assert not dict(reasons(far))  # 402 words: no reason
    helps = Entity("e", "city", 0.9, False, {"perturbation": 1.5}, (0,), 1)
    assert dict(reasons(helps)) == {"perturbation": "1.50"}  # by a masked language model
