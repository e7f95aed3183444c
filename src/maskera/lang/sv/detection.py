"""The Swedish side of detection: which lists are matched against lower case, what may be misspelt,
the tuple of detectors."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from maskera.annotate import tokens
from maskera.kernels.cues import Scales
from maskera.lang.pack import Detector
from maskera.lang.sv import (
    contact_forms,
    definite_places,
    family_and_work,
    foreign_streets,
    headed,
    initials,
    institutions,
    kin_rows,
    name_compounds,
    name_places,
    name_shape,
    nationalities,
    nicknames,
    numbers,
    rare_events,
    registers,
    signatures,
    turns,
    user_names,
)
from maskera.lang.sv.context import scales, weighed
from maskera.lang.sv.patterns import PATTERNS
from maskera.lexicon import gazetteer as gazetteers
from maskera.lexicon import tsv
from maskera.lexicon.gazetteer import Gazetteer
from maskera.lexicon.genitive import Genitive
from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import Vocab
from maskera.mentions import Detection
from maskera.rules import name_parts
from maskera.rules import patterns as forms
from maskera.rules import word_lists as lists
from maskera.rules.affixes import Affixes
from maskera.rules.cues import Cues
from maskera.rules.rule import Rule, of_document
from maskera.taxonomy import Taxonomy

_WORDS = word_list("sv", "detection")

# Log-odds of meeting a listed name with a small letter, beyond its being an ordinary word: from
# counts in essays_train.
LOWER_CASE = {
    "firstname_male": -1.7, "firstname_female": -1.7, "firstname_unknown": -2.0, "surname": -2.5, "country": -0.4, "city": -1.0,
    "region": -0.8, "area": -0.8, "place": -0.8, "geo": -0.8, "school": -0.8, "work": -1.0, "other_institution": -0.8,
    "transport_name": -0.3,
}  # fmt: skip
MISSPELT_LABELS = ("country", "city", "region")
MISSPELT_ZIPF = 3.2  # and that people write of
# Hardly another word is near to a long name (samarkant): of 832 unknown forms of seven letters or
# more in learner texts four are near to one of these 1,404, all four meant for it.
MISSPELT_LONG, MISSPELT_LONG_ZIPF = 7, 2.0
MISSPELT_LEAST = 3.0  # only places that are surely places attract misspelt words

# Parts of compounds that learners write apart (stor gatan, hammar kullen, bonus son; tysk land,
# which are countries), and words that are no part of one before them.
TAILS = dict.fromkeys(
    _WORDS.ranked("tail"),
    "",
) | dict.fromkeys(_WORDS.ranked("tail_of_country"), "country")
APART = _WORDS["apart"]

SINGLE_LETTERS = _WORDS["single_letters"]  # words

ABBREVIATIONS = _WORDS["abbreviations"]


def genitive_stem(lower: str) -> str:
    """annas -> anna, sfi:s -> sfi, anna's -> anna; "" for a form without a genitive ending."""
    if lower.endswith(("'s", ":s")):
        return lower[:-2]
    if len(lower) > 3 and lower.endswith("s") and not lower.endswith("ss"):
        return lower[:-1]
    return ""


GENITIVE = Genitive(
    genitive_stem,
    lambda lower: lower + "s",
    lambda lower: lower[:-1].rstrip("'’:") if lower.endswith("s") else lower,
    linking="s",
)
"""Anna -> annas; the s also links the parts of compounds."""


def gazetteer() -> Gazetteer:
    """The Swedish lexicon and dictionary, read anew."""
    folder = Path(__file__).parent.parent.parent / "data" / "sv"
    return gazetteers.read(folder / "lexicon.bin", folder / "dictionary.hashes")


def vocabulary(lexicon: Gazetteer, taxonomy: Taxonomy) -> Vocab:
    """The Swedish vocabulary over a lexicon."""
    places = (
        (tokens.normal(form).lower(), shortest)
        for shortest, zipf in ((5, MISSPELT_ZIPF), (MISSPELT_LONG, MISSPELT_LONG_ZIPF))
        for form in lexicon.names_of_label(MISSPELT_LABELS, MISSPELT_LEAST, zipf=zipf)
    )
    targets = sorted(
        {form for form, shortest in places if len(form) >= shortest and " " not in form}
    )
    lists = tsv.shipped("sv")
    return Vocab(
        lexicon,
        GENITIVE,
        targets,
        TAILS,
        APART,
        lists=lists,
        taxonomy=taxonomy,
        single_letters=SINGLE_LETTERS,
        spoken={form: tsv.noted(note, "as") for form, *_, note in lists.rows("words/spoken.tsv")},
    )


def cues(vocab: Vocab) -> Cues:
    """The Swedish cue phrases."""
    return Cues(vocab.lists.rows("cues.tsv"), vocab.taxonomy)


def composing(vocab: Vocab) -> Detector:
    """The detector of names that no list holds."""
    return name_shape.detector(Affixes(vocab.lists), vocab.derived(cues), vocab.gazetteer)


def composed(table: TokenTable) -> Iterable[Detection]:
    """Names that no list holds. The lists are read when the first document comes."""
    return table.vocab.derived(composing)(table)


def weighing(vocab: Vocab) -> Scales:
    """How claims are weighed by the Swedish cue phrases."""
    return scales(vocab.derived(cues))


def weigh(table: TokenTable, detections: Sequence[Detection]) -> list[Detection]:
    """The evidence of the surroundings."""
    return weighed(table, detections, table.vocab.derived(weighing))


def claims(taxonomy: Taxonomy) -> tuple[Rule, ...]:
    """All that claims something in a Swedish text."""
    people = taxonomy.labels("person")
    return (
        of_document(
            "form", forms.detector((*PATTERNS, *contact_forms.patterns(taxonomy))), "certain"
        ),
        of_document("number.in_words", contact_forms.in_words, "certain"),
        of_document("list", lists.detector(LOWER_CASE, taxonomy), "names", frozenset(LOWER_CASE)),
        of_document("name.shape", composed, "city", frozenset(LOWER_CASE)),
        of_document("name.particles", name_parts.particled, "names", people),
        of_document("name.called_so", nicknames.claims, "homonyms", people),
        of_document("name.shortened", nicknames.shortened, "homonyms", people),
        of_document("name.letters", initials.claims, "initials", people),
        of_document("name.headed", headed.claims, "headed", headed.LABELS),
        *institutions.CLAIMS,
        *definite_places.CLAIMS,
        *foreign_streets.CLAIMS,
        *kin_rows.CLAIMS,
        *name_compounds.CLAIMS,
        *name_places.CLAIMS,
        *signatures.CLAIMS,
        *nationalities.CLAIMS,
        *user_names.CLAIMS,
        *turns.CLAIMS,
        *registers.CLAIMS,
        *rare_events.CLAIMS,
        *numbers.CLAIMS,
        *family_and_work.CLAIMS,
    )
