"""What no claim may be: labels that letters rule out, names in titles, slips."""

from __future__ import annotations

import pytest
from timing import grows_in_proportion

from maskera import Document, Pipeline
from maskera.lang.sv.exclusions import NEEDED, SLIP, doubted, excluded
from maskera.lexicon.table import token_table
from maskera.mentions import Detection, Evidence, Hypothesis
from maskera.text import Span


@pytest.mark.parametrize(
    ("label", "form", "allowed"),
    [
        ("year", "1999", True), ("year", "99", True), ("year", "146", False), ("year", "nittionio", True),
        ("phone_nr", "070-1740605", True), ("phone_nr", "mobil", False), ("phone_nr", "_ali_87", False), ("phone_nr", "+46 (0)70", True),
        ("personid_nr", "23år", False), ("personid_nr", "9805", True), ("account_nr", "23", False), ("account_nr", "8105-9", True),
        ("zip_code", "23 år", False), ("zip_code", "412 6", True), ("age_digits", "5", True),
        ("email", "a@b.example", True), ("email", "snabel-a", False),
        ("surname", "Ek", True), ("surname", "Y", False), ("initials", "Y", True), ("initials", "&", False), ("work", "T:ex", False),
        ("other_nr_seq", "2000 - 2016", False), ("other_nr_seq", "2000-16", True), ("other_nr_seq", "ABC", False),
        ("date_digits", "18/25", False), ("date_digits", "28 / 30", False), ("date_digits", "22/23", True),
        ("date_digits", "18/12", True), ("date_digits", "5/87", True),
        ("date_digits", "18/2-25", True), ("month_digit", "6:e", True), ("month_digit", "12", True), ("month_digit", "7A", False),
        ("month_digit", "13", False), ("month_digit", "2:a", True),
        ("school", "SFI skolan", False), ("school", "D-kursen", False), ("school", "Komvux", False), ("school", "Komvux Ekby", True),
        ("school", "Byskolan", True), ("work", "Språkskolan", True), ("school", "Waldorfskolan", True), ("school", "KORANSKOLAN", True),
        ("school", "byskolan", False), ("school", "Byskola", False), ("school", "Språkskolor", False), ("school", "Grundskolan", False),
        ("school", "Friskolan", False), ("school", "Ekskolan", True), ("work", "sfi", False), ("city", "Å", True),
    ],
)  # fmt: skip
def test_letters_rule_labels_out(label: str, form: str, allowed: bool) -> None:
    assert (
        label not in NEEDED or bool(NEEDED[label].match(f"x {form} y", 2, 2 + len(form)))
    ) == allowed


@pytest.mark.parametrize(
    ("form", "slip"),
    [("sofan", True), ("Därrför", True), ("omkrig", True), ("Tindra", False), ("Ekvik", False)],
)
def test_a_slip_of_a_common_word_is_doubted_as_a_name(
    rules: Pipeline, form: str, slip: bool
) -> None:
    document = rules.language.tokenization(Document("d", f"i {form} nu"))
    claim = Detection(
        Span(2, 2 + len(form)),
        (
            Hypothesis("city", (Evidence("tagger", 1.0),)),
            Hypothesis("fam", (Evidence("tagger", 0.0),)),
        ),
    )
    (kept,) = doubted(token_table(document, rules.language.vocab), [claim])
    assert [hypothesis.score for hypothesis in kept.hypotheses] == [
        1.0 + SLIP if slip else 1.0,
        0.0,
    ]


@pytest.mark.parametrize(
    ("text", "form", "ruled_out"),
    [
        ("s.k. Anna", "s.k.", True), ("K.S. Ek", "K.S.", False), ("D.v.s. jag", "D.v.s.", True), ("T:ex jag", "T:ex", True),
        ("M v h Anna", "h", True), ("M v h Anna", "M", True), ("Tack M", "M", False), ("M. Ek", "M.", False), ("p g a vädret", "g", True),
    ],
)  # fmt: skip
def test_a_letter_of_an_abbreviation_is_no_initial(
    rules: Pipeline, text: str, form: str, ruled_out: bool
) -> None:
    start = text.index(form)
    claim = Detection(
        Span(start, start + len(form)), (Hypothesis("initials", (Evidence("tagger", 1.0),)),)
    )
    table = token_table(rules.language.tokenization(Document("d", text)), rules.language.vocab)
    assert excluded(table, [claim])[0] == ([] if ruled_out else [claim])


def test_what_letters_rule_out_is_no_claim_of_the_rules_either(rules: Pipeline) -> None:
    found = rules.detect(Document("d", "Hon går på Komvux i Lund."))[1]
    assert [mention.label for mention in found] == ["city"]


def test_names_in_a_title_are_nobodys(nlp: Pipeline) -> None:
    text = 'Jag har läst artikeln "Skolor i Finland" och jag bor i Lund.'
    assert [
        text[mention.span.start : mention.span.end]
        for mention in nlp.detect(Document("d", text))[1]
    ] == ["Lund"]


def test_time_grows_with_the_text(nlp: Pipeline) -> None:
    line = 'Boken "Ett hus i Lund" kom 1999. När man är 18 är det öppet 24/7, sa Berg. '
    assert grows_in_proportion(lambda size: nlp.detect(Document("d", line * size)), 60)
