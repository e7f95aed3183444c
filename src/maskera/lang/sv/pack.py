"""The Swedish pack: its words, rules, models and texts, put together."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from maskera import genre
from maskera.lang import plain
from maskera.lang.pack import LEVELS as CEFR
from maskera.lang.pack import LanguagePack, Models, Rules, Texts
from maskera.lang.sv import detection, ensemble, exclusions, harmonize, pos, rare_events, relation
from maskera.lang.sv.adjectives import gendered
from maskera.lang.sv.country_words import country_words
from maskera.lang.sv.derivation import morphology
from maskera.lang.sv.detection import ABBREVIATIONS
from maskera.lang.sv.generators import generators
from maskera.lang.sv.kept_here import kept_here
from maskera.lang.sv.morphology import NOUNS
from maskera.lang.sv.name_compounds import Compounds
from maskera.lang.sv.referents import link_referents, repeats
from maskera.lang.sv.suc import universal
from maskera.lexicon.gazetteer import Gazetteer
from maskera.replace.generalize import general
from maskera.rules import event_sentences, fitted
from maskera.tagger.topics import Topics
from maskera.taxonomy import LISTED_NAMES, shipped

# The letters between student and task in a file name, as in A8AT4 (SweLL's convention; the codes of
# our essays).
GENRE_CODES: Mapping[str, str] = {
    "NB": "narrative",
    "AT": "argumentative",
    "BG": "descriptive",
    "IN": "instructive",
    "IM": "informal_mail",
    "EV": "evaluative",
    "UT": "investigative",
}
GENRES: Mapping[str, str] = {
    **{name: name for name in GENRE_CODES.values()},
    "narrativ": "narrative",
    "berättande": "narrative",
    "argumenterande": "argumentative",
    "beskrivande": "descriptive",
    "instruerande": "instructive",
    "informellt_mejl": "informal_mail",
    "informal mail": "informal_mail",
    "recension": "evaluative",
    "utvärderande": "evaluative",
    "utredande": "investigative",
    "expository": "expository",
    "explanatory": "explanatory",
}
LEVELS = (
    rf"{CEFR}|(?i:nybörjare|fortsättning|avancerad|(?:sfi ?)?(?:kurs )?[a-d]|sva? ?\d|gr|grund)"
)
"""As on the headers of SweLL, and the courses of sfi and Swedish as a second language."""

MODELS = Path(__file__).parent.parent.parent / "data" / "sv" / "models"
"""The shipped models: those of plain.OWN, and that of part of speech."""
LENIENCE = 0.1
"""Without the tagger more is missed than is marked wrongly, and recall comes first: at .4 in place of
.5 token recall on unseen essays is .802 (.792), precision .967 (.972), labelled F1 the same."""


def pack(models: Path | None = None, lexicon: Gazetteer | None = None) -> LanguagePack:
    """Everything Swedish. models: a folder of one's own models (`maskera train`); what it lacks is
    taken from the shipped ones. lexicon: another one in place of the shipped.

    Raises MaskeraError for a folder without any, and DataError for a model that cannot be read.
    """
    file = plain.model_files(MODELS, models)
    vocab = detection.vocabulary(lexicon or detection.gazetteer(), shipped("swell"))
    tokenization = plain.tokenization(vocab, ABBREVIATIONS)
    compounds = vocab.derived(Compounds)
    forms = morphology(vocab, compounds.read, compounds.half, compounds.noun_of_place)
    wider = general(vocab.lists, vocab.gazetteer, vocab.taxonomy, vocab.genitive)
    topic = Topics(vocab.lists.rows("topics.tsv"), vocab.taxonomy.labels("attribute.family")).of
    return LanguagePack(
        code="sv",
        taxonomy=vocab.taxonomy,
        vocab=vocab,
        tokenization=tokenization,
        morphology=forms,
        rules=Rules(
            claims=(
                *detection.claims(vocab.taxonomy),
                event_sentences.rule(
                    event_sentences.load(file(event_sentences.FILE)), "extra", rare_events.CLAIMS
                ),
            ),
            weigh=detection.weigh,
            weigh_tags=pos.pos_evidence,
            exclude=exclusions.excluded,
            harmonize=harmonize.harmonize,
            propagated=LISTED_NAMES - {"country"},
            repeats=repeats,
            link_referents=link_referents,
        ),
        generators=generators(vocab, forms),
        models=Models(
            tag=pos.tagging(vocab, tokenization),
            tagset=universal,
            topic=topic,
            combine=ensemble.ensemble(ensemble.tagger(file, topic, vocab), vocab),
            corrected=fitted.load(file("rules.tsv")).corrected,
            lenience=LENIENCE,
            relation_features=relation.features,
            personal=relation.relation_to_writer(file("relation.tsv")),
            guess_genre=genre.Guesser(genre.load_model(file("genre.tsv"))),
        ),
        texts=Texts(
            nouns=NOUNS,
            exempt=frozenset(("Sverige",)),
            genre_codes=GENRE_CODES,
            genres=GENRES,
            levels=LEVELS,
            country_words=country_words(vocab),
            kept_here=kept_here(vocab.gazetteer),
            general=wider,
            gendered=gendered(wider.irregular),
        ),
    )
