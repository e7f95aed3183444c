"""Swedish."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from maskera import genre
from maskera.errors import MaskeraError
from maskera.lang.sv import detection, ensemble, exclusions, harmonize, pos, relation
from maskera.lang.sv.generators import generators
from maskera.lang.sv.morphology import FORMS, NOUNS
from maskera.lang.sv.referents import link_referents
from maskera.lang.sv.suc import universal
from maskera.lang.sv.topics import Topics
from maskera.language import Language
from maskera.taxonomy import LISTED_NAMES

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


MODELS = Path(__file__).parent.parent.parent / "data" / "sv" / "models"
"""The shipped models: those of OWN, and that of part of speech."""
OWN = ("mentions.model", "relation.tsv", "genre.tsv")
"""The models that a folder of one's own may hold."""


REPEATED = LISTED_NAMES - {"country"}


@cache
def language(models: Path | None = None) -> Language:
    """Everything Swedish. models: a folder of one's own models (`maskera train`); what it lacks is
    taken from the shipped ones.

    Raises MaskeraError for a folder without any, and DataError for a model that cannot be read.
    """
    if models and not any((models / name).is_file() for name in OWN):
        raise MaskeraError(
            f"{models}: not a folder of models (with {', '.join(OWN[:-1])} or {OWN[-1]})"
        )
    lexicon = detection.gazetteer()

    def file(name: str) -> Path:
        return models / name if models and (models / name).exists() else MODELS / name

    topic = Topics().of
    return Language(
        code="sv",
        gazetteer=lexicon,
        words=detection.words(),
        annotate=detection.annotate,
        tag=pos.annotate_all,
        tagset=universal,
        detectors=detection.DETECTORS,
        names=REPEATED,
        weigh=detection.weigh,
        weigh_tags=pos.pos_evidence,
        topic=topic,
        combine=ensemble.ensemble(file("mentions.model"), topic),
        exclude=exclusions.excluded,
        harmonize=harmonize.harmonize,
        link_referents=link_referents,
        relation_features=relation.features,
        personal=relation.relation_to_writer(file("relation.tsv")),
        guess_genre=genre.Guesser(genre.load_model(file("genre.tsv"))),
        forms=FORMS,
        generators=generators(lexicon),
        nouns=NOUNS,
        exempt=frozenset(("Sverige",)),
        genre_codes=GENRE_CODES,
        genres=GENRES,
    )
