"""The English side of detection: the vocabulary, which lists are matched against lower case, the
rules that claim, and what is no personal information."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import resources
from pathlib import Path

from maskera.lang.en import (
    addresses,
    ages,
    bare_names,
    called,
    contact_forms,
    dates,
    family_and_work,
    fields,
    headings,
    houses,
    messages,
    nicknames,
    ordinary_names,
    people,
    rare_events,
    rows_of_names,
    signed_letters,
    small_names,
    sure_names,
    sure_places,
    surnames,
    surroundings,
    towns,
    unlisted,
    word_names,
    years,
)
from maskera.lang.en import names as names_of
from maskera.lang.en.morphology import base, genitive, genitive_stem
from maskera.lang.en.names import KUNYAS
from maskera.lang.en.patterns import PATTERNS
from maskera.lang.en.surroundings import every_word_capital
from maskera.lang.pack import Detector
from maskera.lexicon import gazetteer as gazetteers
from maskera.lexicon import tsv
from maskera.lexicon.gazetteer import Gazetteer
from maskera.lexicon.genitive import Genitive
from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import Vocab
from maskera.mentions import Detection, Evidence, extended
from maskera.rules import patterns as forms
from maskera.rules import word_lists as lists
from maskera.rules.rule import Rule, of_document
from maskera.taxonomy import Taxonomy

_WORDS = word_list("en", "detection")

# Log-odds of meeting a listed name with a small letter, beyond its being an ordinary word; as in
# Swedish, whose learners leave capitals out as often.
LOWER_CASE = {
    "firstname_male": -1.7, "firstname_female": -1.7, "firstname_unknown": -2.0, "surname": -2.5,
    "country": -0.4, "city": -1.0, "region": -0.8, "area": -0.8, "place": -0.8, "geo": -0.8,
    "school": -0.8, "work": -1.0, "other_institution": -0.8, "transport_name": -0.3,
}  # fmt: skip
MISSPELT_LABELS = ("country", "city", "region")
MISSPELT_ZIPF, MISSPELT_LEAST = 3.2, 3.0  # only places that people write of attract slips
ABBREVIATIONS = _WORDS["abbreviations"]


GENITIVE = Genitive(genitive_stem, genitive, base)


def gazetteer() -> Gazetteer:
    """The English lexicon and dictionary, as shipped; read anew."""
    with resources.as_file(resources.files("maskera").joinpath("data", "en")) as folder:
        return gazetteers.read(Path(folder) / "lexicon.bin", Path(folder) / "dictionary.hashes")


def vocabulary(lexicon: Gazetteer, taxonomy: Taxonomy) -> Vocab:
    """The word table of a lexicon."""
    found = lexicon.names_of_label(MISSPELT_LABELS, MISSPELT_LEAST, zipf=MISSPELT_ZIPF)
    targets = {form.lower() for form in found}
    single = sorted(form for form in targets if len(form) > 4 and " " not in form)
    return Vocab(
        lexicon,
        GENITIVE,
        single,
        lists=tsv.shipped("en"),
        taxonomy=taxonomy,
        single_letters=_WORDS["single_letters"],
    )


def _one_by_one(detect: Detector, persons: frozenset[str]) -> Detector:
    """A detector without personal names of several words: each word is a mention of its own; and
    without those that are words for a people or its language (French)."""

    def of(table: TokenTable) -> Iterator[Detection]:
        for listed in detect(table):
            claim = _without_article(table, listed)
            if "nationality" in table.words[table.first_token(claim.span)].labels:
                if kept := tuple(h for h in claim.hypotheses if h.label not in persons):
                    yield Detection(claim.span, kept)
                continue
            written = table.document.text[claim.span.start : claim.span.end].lower()
            first, blank, _ = written.partition(" ")
            if not blank and table.fact(every_word_capital):
                yield _doubted(table, claim)
            elif not blank or first in KUNYAS:
                yield claim
            elif kept := tuple(h for h in claim.hypotheses if h.label not in persons):
                yield Detection(claim.span, kept)

    return of


def _doubted(table: TokenTable, claim: Detection) -> Detection:
    """A claim of a word whose capital says nothing, with the doubt of one in small letters."""
    word = table.words[table.first_token(claim.span)]
    if word.plain <= 0 or word.shape == "lower":
        return claim
    doubt = Evidence("ordinary word, as all have capitals", -word.plain)
    return Detection(claim.span, tuple(extended(h, (doubt,)) for h in claim.hypotheses))


def _without_article(table: TokenTable, claim: Detection) -> Detection:
    """A claim of a name that lists have with its article, without it: the UK."""
    first, last = table.first_token(claim.span), table.last_token(claim.span)
    written = table.document.text[claim.span.start : claim.span.start + 3]
    if first < last and written == "the" and table.lowers[first] == "the":
        return Detection(table.span(first + 1, last), claim.hypotheses)
    return claim


def claims(vocab: Vocab) -> tuple[Rule, ...]:
    """All that claims something in an English text; what they claim is pooled."""
    taxonomy = vocab.taxonomy
    names = _one_by_one(lists.detector(LOWER_CASE, taxonomy), taxonomy.labels("person"))
    return (
        of_document(
            "form", forms.detector((*PATTERNS, *contact_forms.patterns(taxonomy))), "numbers"
        ),
        of_document("list", names, "names", frozenset(LOWER_CASE)),
        *names_of.rules(vocab.lists),
        *word_names.rules(),
        *rows_of_names.RULES,
        *signed_letters.RULES,
        *small_names.RULES,
        *sure_names.RULES,
        *called.RULES,
        *houses.RULES,
        *bare_names.RULES,
        *people.RULES,
        *nicknames.RULES,
        *surnames.RULES,
        *fields.RULES,
        *headings.RULES,
        *messages.RULES,
        *addresses.RULES,
        *surroundings.CLAIMS,
        *ordinary_names.CLAIMS,
        *sure_places.CLAIMS,
        *towns.CLAIMS,
        *unlisted.CLAIMS,
        *family_and_work.rules(vocab.lists),
        *dates.CLAIMS,
        *ages.CLAIMS,
        *years.CLAIMS,
        *rare_events.CLAIMS,
    )
