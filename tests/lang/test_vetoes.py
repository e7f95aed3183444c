"""What no claim may be: labels that letters rule out, nobody's numbers, titles, slips."""

from __future__ import annotations

import pytest
from timing import grows_in_proportion

from maskera import Document, Pipeline
from maskera.detect.sight import sight
from maskera.lang.sv.vetoes import NEEDED, SLIP, doubted, models, nobodys, of_anybody, of_people, titles, works
from maskera.mentions import Detection, Evidence, Hypothesis
from maskera.text import Span


@pytest.mark.parametrize(
    ("label", "form", "allowed"),
    [
        ("year", "1999", True), ("year", "99", True), ("year", "146", False), ("year", "nittionio", True),
        ("phone_nr", "070-1740605", True), ("phone_nr", "mobil", False), ("phone_nr", "_ali_87", False), ("phone_nr", "+46 (0)70", True),
        ("email", "a@b.example", True), ("email", "snabel-a", False),
        ("surname", "Ek", True), ("surname", "Y", False), ("initials", "Y", True), ("work", "T:ex", False),
        ("other_nr_seq", "2000 - 2016", False), ("other_nr_seq", "2000-16", True), ("other_nr_seq", "ABC", False),
        ("school", "SFI skolan", False), ("school", "D-kursen", False), ("school", "Komvux", False), ("school", "Komvux Ekby", True),
        ("school", "Ekskolan", True), ("work", "sfi", False), ("city", "Å", True),
    ],
)  # fmt: skip
def test_letters_rule_labels_out(label: str, form: str, allowed: bool) -> None:
    assert (label not in NEEDED or bool(NEEDED[label].match(f"x {form} y", 2, 2 + len(form)))) == allowed


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("ISBN 978-91-7000-000-5.", "ISBN 978-91-7000-000-5"), ("Öppet 24/7 hela året", "24/7"), ("1/3 av oss", "1/3 av"),
        ("2 + 2 = 4", "2 + 2 = 4"), ("Det väger 2020 kilo", "2020 kilo"), ("1999 sidor", "1999 sidor"), ("2,5 %", "2,5 %"),
        ("2015 kiloliter", ""), ("Mejla 2015 kom", ""), ("i maj 2015 medan", ""),
        ("på 1900-talet", "1900"), ("2000 talets barn", "2000"), ("20 talare", ""),
        ("180203+9808", ""),
        ("den 24/7 2019", ""), ("från 15 till 24 år", "15 till 24 år"), ("mellan 18 och 25 år", "18 och 25 år"),
        ("från 15 till 24 maj", ""),
        ("Antal röster: 6 535 271", "6 535 271"), ("tjänar 24 000 – 28 000 nu", "24 000 – 28 000"), ("24-28 000", "24-28 000"),
        ("24000-28000", "24000-28000"), ("350 000 000 fiskar", "350 000 000"), ("1900-2000", ""), ("Jag har 512 345 678.", ""),
        ("Ring 40 123 456", ""), ("Mitt norska nummer är 40 123 456", ""), ("konto 8214-9 903 441 000", ""), ("+45 20 123 456", ""),
        ("Ring Eva om du inte tjänar 24 000-28 000", "24 000-28 000"), ("1 200 300-4", ""),
        ("Ta 1/2 dl mjölk", "1/2 dl"), ("Hacka 1/2 gul lök", "1/2 gul lök"), ("Det tog 3/4 timme", "3/4 timme"),
        ("Jag åt 1/2 pizza.", "1/2 pizza"),
        ("Den 1/2 glas", ""), ("Vi köpte 3/10 ost", ""), ("Vi ses 1/2 på kaféet", ""), ("Mötet är 3/4 klockan tio", ""),
        ("Enligt skollagen (2010:800)", "skollagen (2010:800"), ("socialtjänstlagen (SFS 2001:453)", "socialtjänstlagen (SFS 2001:453"),
        ("I SOU 2017:35 står", "SOU 2017:35"), ("Se prop. 2015/16:122", "prop. 2015/16:122"), ("bet. 2016/17:UbU12", "bet. 2016/17:UbU12"),
        ("Enligt Lpo 94", "94"), ("Parnass ( 2013:3 )", ""), ("ärende EMI 1911:0376", ""), ("i lag 2018: 5 personer", ""),
        ("Betyg: 3/5", "3/5"), ("Jag ger filmen 4/5.", "4/5"), ("Jag fick 7/10 på provet", "7/10"), ("Jag hade 18/20 rätt", "18/20 rätt"),
        ("Hon gav mig boken 4/5", ""), ("Jag fick barn 4/5", ""), ("Jag fick 7/10 brev från", ""), ("Provet är 7/10", ""),

    ],
)  # fmt: skip
def test_nobodys_numbers(text: str, number: str) -> None:
    found = [text[start:end] for start, end in nobodys(text)]
    assert found == ([number] if number else [])


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ('I artikeln "Skolan i Norrby" läser vi', "Skolan i Norrby"), ("Boken ” Ett hus i Lund ” är bra", "Ett hus i Lund"),
        ('En text som heter \\" Språken i Finland \\" ( 2013 )', "Språken i Finland"), ('Hon sa "Jag bor i Lund" till mig', ""),
        ("Filmen heter Ronja. Jag bor i ”Lund”.", ""),
        ('Jag skickade en film till "Anna Ek"', ""), ('Min text: "Jag bor i Lund"', ""),
        ("Holm , Bo , 2014 : Skolor i Lund . Vi", "Skolor i Lund "),
        ("Holm, Eva, 2014: Skolor i Lund.", "Skolor i Lund"), ("Anna, Bo, 2014 kom de", ""),
    ],
)  # fmt: skip
def test_titles_of_works(text: str, title: str) -> None:
    assert [text[start:end] for start, end in titles(text)] == ([title] if title else [])


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Jag har läst Bröderna Lejonhjärta två gånger.", "Bröderna Lejonhjärta"), ("vi såg fucking åmål hemma", "fucking åmål"),
        ("Då hämtade bröderna Lejonhjärta hjälp.", ""), ("Gå till doktor Glas på torget.", ""), ("Ove är en man som bor här.", ""),
        ("En man som heter Ove är rolig.", "En man som heter Ove"), ("En man som heter Uno är rolig.", ""),
    ],
)  # fmt: skip
def test_well_known_titles_need_no_quotation_marks(rules: Pipeline, text: str, title: str) -> None:
    (document,) = rules.language.tag([Document("d", text)])
    assert [text[start:end] for start, end in works(sight(document, rules.language.words))] == ([title] if title else [])


@pytest.mark.parametrize(
    ("text", "model"),
    [
        ("Jag har en Volvo V70 nu", "Volvo V70"), ("en Mercedes E 220 till salu", "Mercedes E 220"), ("min Ford Fiesta", "Ford Fiesta"),
        ("en BMW 320 på skoj", " 320"), ("min bil V70", "bil V70"), ("en volvo abc 12d", ""), ("min skoda GHT55K", ""),
        ("Volvo 412 50 Lund", ""),
        ("Kia Lindberg är här", ""), ("på Volvo 12 år", ""), ("en Volvo 1999", ""),
    ],
)  # fmt: skip
def test_models_of_cars(rules: Pipeline, text: str, model: str) -> None:
    (document,) = rules.language.tag([Document("d", text)])
    assert [text[start:end] for start, end in models(sight(document, rules.language.words))] == ([model] if model else [])


@pytest.mark.parametrize(("form", "slip"), [("sofan", True), ("Därrför", True), ("omkrig", True), ("Tindra", False), ("Ekvik", False)])
def test_a_slip_of_a_common_word_is_doubted_as_a_name(rules: Pipeline, form: str, slip: bool) -> None:
    document = rules.language.annotate(Document("d", f"i {form} nu"))
    claim = Detection(
        Span(2, 2 + len(form)), (Hypothesis("city", (Evidence("tagger", 1.0),)), Hypothesis("fam", (Evidence("tagger", 0.0),)))
    )
    (kept,) = doubted(sight(document, rules.language.words), [claim])
    assert [hypothesis.score for hypothesis in kept.hypotheses] == [1.0 + SLIP if slip else 1.0, 0.0]


@pytest.mark.parametrize(
    ("text", "form", "ruled_out"),
    [
        ("s.k. Anna", "s.k.", True), ("K.S. Ek", "K.S.", False), ("D.v.s. jag", "D.v.s.", True), ("T:ex jag", "T:ex", True),
        ("M v h Anna", "h", True), ("M v h Anna", "M", True), ("Tack M", "M", False), ("M. Ek", "M.", False), ("p g a vädret", "g", True),
    ],
)  # fmt: skip
def test_a_letter_of_an_abbreviation_is_no_initial(rules: Pipeline, text: str, form: str, ruled_out: bool) -> None:
    start = text.index(form)
    claim = Detection(Span(start, start + len(form)), (Hypothesis("initials", (Evidence("tagger", 1.0),)),))
    seen = sight(rules.language.annotate(Document("d", text)), rules.language.words)
    assert of_people(seen, [claim]) == ([] if ruled_out else [claim])


def test_what_letters_rule_out_is_no_claim_of_the_rules_either(rules: Pipeline) -> None:
    found = rules.detect(Document("d", "Hon går på Komvux i Lund."))[1]
    assert [mention.label for mention in found] == ["city"]


def test_names_in_a_title_are_nobodys(nlp: Pipeline) -> None:
    text = 'Jag har läst artikeln "Skolor i Finland" och jag bor i Lund.'
    assert [text[mention.span.start : mention.span.end] for mention in nlp.detect(Document("d", text))[1]] == ["Lund"]


def test_time_grows_with_the_text(nlp: Pipeline) -> None:
    line = 'Boken "Ett hus i Lund" kom 1999. När man är 18 är det öppet 24/7, sa Berg. '
    assert grows_in_proportion(lambda size: nlp.detect(Document("d", line * size)), 60)


@pytest.mark.parametrize(
    ("before", "anybodys"),
    [
        ("När man är ", True), ("personer som har fyllt ", True), ("innan de fyller ", True), ("rösta när de blir ", True),
        ("Barn börjar skolan när de är ", True), ("Alla som är över ", True), ("Barn som är ", True),
        ("Jag är ", False), ("Min man är ", False), ("Hon fyller ", False), ("Mina barn blir ", False), ("Mina barn, de är ", False),
        ("Barnen är ", False), ("En är ", False), ("Hennes man fyllde ", False), ("Min bror som är ", False),
    ],
)  # fmt: skip
def test_ages_of_anybody(before: str, anybodys: bool) -> None:
    assert of_anybody(f"{before}femton år", len(before)) == anybodys
