"""Terms that bear a name: treaties, laws, dishes, breeds, medicines, programs, species; and people
and places who are spelt alike."""

from __future__ import annotations

import pytest

from maskera import Document, Pipeline
from maskera.annotate.tokens import tokenize
from maskera.lang.sv.terminology import terms
from maskera.lexicon.table import token_table
from maskera.lexicon.tsv import shipped
from maskera.taxonomy import FULL_NAME, PLACES


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Vi läste om Haagkonventionen och Osloavtalet.", ["Haagkonventionen", "Osloavtalet"]), ("Konventionen och Avtalet gäller.", []),
        ("Enligt Hookes lag och Newtons andra lag", ["Hookes lag", "Newtons andra lag"]), ("Eriks lag vann. Saras cykel är röd.", []),
        ("Blooms taxonomi", ["Blooms taxonomi"]), ("Wilsons katt, Janssons lag, Turners band", []),
        ("Annas sjukdom är svår.", []), ("Tourettes syndrom", ["Tourettes syndrom"]),
        ("en lex Sarah och Lex Maria", ["lex Sarah", "Lex Maria"]), ("Min vän Lex Ek kom.", []),
        ("Rödräv (Vulpes vulpes) är vanlig.", ["Rödräv (Vulpes vulpes)"]), ("Min vän (Anna kommer) ringde.", []),
        ("Vi åt Flygande Jakob.", ["Flygande Jakob"]), ("Jakob Ek åt med Alfredo.", []), ("Han drack en Margarita.", ["Margarita"]),
        ("Margarita kom hem.", []), ("Äpplet heter Ingrid Marie.", ["Ingrid Marie"]), ("Min syster heter Ingrid Marie.", []),
        ("Jag gillar Gouda och Mozzarella.", ["Gouda", "Mozzarella"]), ("Jag bor i Gouda.", []), ("Koka King Edward nu.", ["King Edward"]),
        ("Jag äter Concerta och Yasmin ringde.", ["Concerta"]), ("Hon tar tabletten Yasmin.", ["Yasmin"]),
        ("Jag kan Python och Java.", ["Python", "Java"]), ("Jag jobbar på Fortnox.", []), ("Vi reste till Java.", []),
        ("Min hund är en Jack Russell.", ["Jack Russell"]), ("Jack Russell kom hit.", []),
        ("Min lärare Anna Schäfer bor i Kvibille. Jag träffade John Collins. Tom Collins kom från Loka.", []),
        ("Eddie Haskell är snäll. Min granne heter Lyrica. Fru Chardonnay och herr Walker kom.", []), ("Johnnie Walker kom hit.", []),
        ("Vi har en Schäfer. Hon drack en Tom Collins, ett glas Loka och en Mai Tai.", ["Schäfer", "Tom Collins", "Loka", "Mai Tai"]),
        ("Vi åt Biff Rydberg. Vi köpte ost, Gorgonzola.", ["Biff Rydberg", "Gorgonzola"]), ("Vi lagade lunch åt Rydberg.", []),
        ("I går åt Ingrid Marie ett äpple.", []), ("Sen drack Yasmin en Bloody Mary.", ["Bloody Mary"]),
    ],
)  # fmt: skip
def test_terms(rules: Pipeline, text: str, found: list[str]) -> None:
    (document,) = rules.language.models.tag([Document("d", text)])
    table = token_table(document, rules.language.vocab)
    assert [text[start:end] for start, end in sorted(set(terms(table)))] == found


def test_no_term_that_is_sure_is_in_a_list_of_names(rules: Pipeline) -> None:
    def named(form: str) -> bool:
        words = [token.lower() for token in tokenize(form).forms]
        labels = FULL_NAME if len(words) > 1 else FULL_NAME | PLACES
        return all(
            any(
                e.label in labels and e.weight > 0
                for e in rules.language.vocab.gazetteer.entries(word)
            )
            for word in words
        )

    sure = [
        form
        for form, label, weight, note in shipped("sv").rows("terms.tsv")
        if label == "term" and weight > 0 and "caps=1" not in note
    ]
    assert [form for form in sure if named(form)] == []


def test_an_illness_that_is_called_by_its_finder_tells_of_who_has_it(nlp: Pipeline) -> None:
    text = "Min son har Tourettes syndrom."
    assert [(text[m.span.start : m.span.end], m.label) for m in nlp.detect(Document("d", text))[1]] == [
        ("son", "fam"), ("Tourettes syndrom", "sensitive"),
    ]  # fmt: skip
