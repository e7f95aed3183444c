"""Whether a place lies abroad, by the lists, by what it is said to lie in, by its spelling."""

from __future__ import annotations

import pytest
from replace.making import marked

from maskera import Pipeline
from maskera.label.abroad import placed
from maskera.lang.sv.name_compounds import Compounds
from maskera.lexicon.table import token_table

INSIDE = frozenset(("i", "("))


def lying_abroad(rules: Pipeline, text: str) -> list[str]:
    document, mentions = marked(text)
    made = rules.language.vocab.derived(Compounds).entry
    (document,) = rules.language.models.tag([document])
    table = token_table(document, rules.language.vocab)
    found = placed(table, mentions, "SE", INSIDE, made, frozenset(("sankta",)))
    assert [m.features - {"foreign"} for m in found] == [m.features - {"foreign"} for m in mentions]
    return [document.text[m.span.start : m.span.end] for m in found if "foreign" in m.features]


@pytest.mark.parametrize(
    ("text", "abroad"),
    [
        # as the lists have it, under whatever label of a place
        ("Hon seglade till [[Lampedusa|geo]].", ["Lampedusa"]),
        ("Hon seglade till [[Gotland|geo]].", []),
        ("Vi möttes vid [[Antwerpens centralstation|place]].", ["Antwerpens centralstation"]),
        ("Vi möttes vid [[Uppsala centralstation|place]].", []),
        # as what it is said to lie in
        ("Vi bor i [[Lundeby|city]] i [[Norge|country]].", ["Lundeby"]),
        ("Vi bor i [[Lundeby|city]] i [[Sverige|country]].", []),
        ("Vi bor i [[Lundeby|city]] ([[Polen|country]]).", ["Lundeby"]),
        ("Vi bor i [[Qarshaba|city]] i [[Skåne|region]].", []),
        # as what ends its address
        ("Vi bor på [[Lundlaan|place]] 12, 2513 [[Haag|city]].", ["Lundlaan", "Haag"]),
        ("Vi bor på [[Almstrasse|place]] 7 i [[Berlin|city]].", ["Almstrasse", "Berlin"]),
        ("Vi bor på [[Qarstrasse|place]] 7, 223 50 [[Lund|city]].", []),
        ("Vi såg [[Almstigen|place]], [[Paris|city]] var borta.", ["Paris"]),
        # by spelling
        ("Han kommer från [[Qarshaba|city]].", ["Qarshaba"]),
        ("Han kommer från [[qarshaba|city]].", ["qarshaba"]),
        ("Han kommer från [[Önnarsbo|city]].", []),
        ("Floden [[Bukavuri|geo]] och sjön [[Stora Lommetjärn|geo]].", ["Bukavuri"]),
        ("[[Qarshabas|city|gen]] torg är stort.", ["Qarshabas"]),
        # by what is named near it, where its spelling says little
        ("Vi bodde i [[Dessie|city|foreign]] vid floden [[Velmo|geo]].", ["Dessie", "Velmo"]),
        ("Vi bodde i [[Skövde|city]] vid ån [[Velmo|geo]].", []),
        # as what it is made of
        ("Min kusin är [[Luleåpolis|city]], hans chef [[Oslobo|city]].", ["Oslobo"]),
        # a house may be called after anybody
        ("Kyrkan heter [[Zipora|place]].", []),
        ("Torget heter [[Qarshaba|place]].", ["Qarshaba"]),
        # with a word that names have at home
        ("Vi gick till [[Sankta Birgitta|place]].", []),
        ("Vi gick till [[Santa Birgitta|place]].", ["Santa Birgitta"]),
    ],
)
def test_a_place_lies_abroad(rules: Pipeline, text: str, abroad: list[str]) -> None:
    assert lying_abroad(rules, text) == abroad


def test_what_is_no_place_lies_nowhere(rules: Pipeline) -> None:
    assert lying_abroad(rules, "[[Qarshaba|surname]] är lärare på [[Bukavuri|school]].") == []
