"""Titles of works, models of cars and limits, which name nobody."""

from __future__ import annotations

import pytest

from maskera import Document, Pipeline
from maskera.lang.sv.impersonal_names import is_limit, models, titles, works
from maskera.lexicon.table import token_table


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
    (document,) = rules.language.models.tag([Document("d", text)])
    assert [
        text[start:end] for start, end in works(token_table(document, rules.language.vocab))
    ] == ([title] if title else [])


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
    (document,) = rules.language.models.tag([Document("d", text)])
    assert [
        text[start:end] for start, end in models(token_table(document, rules.language.vocab))
    ] == ([model] if model else [])


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("Max 11000 i månaden.", True), ("Max två timmar.", True), ("Hyran? Max 9000.", True), ("Högst fem, max 6,5 timmar.", True),
        ("Max 10 % av lönen.", True), ("Max 3 barn i varje grupp.", True), ("Max en gång i veckan.", True),
        ("Max 8 år.", False), ("Max fem månader.", False), ("Max 8, Elsa 5.", False), ("Max 5 Elsa 3.", False), ("Max 8 och Elsa 5", False),
        ("Max 2019 i Lund.", False), ("Max en av mina vänner kom.", False), ("Max tre systrar bor i Lund.", False),
        ("Max Ek, 40 timmar.", False), ("Min son Max 5 poäng.", False), ("Jag heter Max 3 timmar sen.", False), ("Max och 5 till", False),
    ],
)  # fmt: skip
def test_max_before_so_many_is_a_limit(rules: Pipeline, text: str, limit: bool) -> None:
    (document,) = rules.language.models.tag([Document("d", text)])
    table = token_table(document, rules.language.vocab)
    at = next(index for index, lower in enumerate(table.lowers) if lower == "max")
    assert is_limit(table, at) == limit
