"""The Danish pack, a beginning: lists of names, places and cue phrases, and how a genitive is
written. There is no trained model, so every mode finds what lists and cues find."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from maskera.errors import MaskeraError
from maskera.lang import plain
from maskera.lang.pack import LanguagePack, Morphology, Texts
from maskera.lexicon.genitive import Genitive
from maskera.lexicon.tsv import word_list
from maskera.taxonomy import shipped

_WORDS = word_list("da", "pack")

ABBREVIATIONS = _WORDS["abbreviations"]
SINGLE_LETTERS = _WORDS["single_letters"]
SILENT = ("s", "x", "z")
NOUNS = {
    "firstname_male": "navn", "firstname_female": "navn", "firstname_unknown": "navn",
    "surname": "efternavn", "country": "land", "city": "by", "region": "region",
    "area": "område", "place": "sted", "geo": "geosted", "school": "skole",
    "work": "arbejdsplads", "other_institution": "institution", "transport_name": "linjen",
}  # fmt: skip


def bare(form: str) -> str:
    """Annes -> Anne, Jens' -> Jens, SU's -> SU."""
    if form.endswith(("'s", "’s")):
        return form[:-2]
    return form[:-1] if form.endswith(("'", "’", "s", "S")) and len(form) > 2 else form


def stem(lower: str) -> str:
    """annes -> anne; "" for a form that is no genitive."""
    return bare(lower) if len(lower) > 3 and lower[-1:] in "s'’" and lower[-2:] != "ss" else ""


def genitive(form: str) -> str:
    """Anne -> Annes, Jens -> Jens' (s, x, z take an apostrophe)."""
    return f"{form}'" if form.lower().endswith(SILENT) else f"{form}s"


def inflect(form: str, features: frozenset[str]) -> str:
    """The form in the genitive where its original is."""
    return genitive(form) if "gen" in features else form


def pack(models: Path | None = None) -> LanguagePack:
    """Everything Danish; raises MaskeraError for a folder of models, for none can be used yet."""
    if models:
        raise MaskeraError(f"{models}: Danish has no models")
    taxonomy = shipped("swell")
    danish = plain.pack(
        "da",
        genitive=Genitive(stem, genitive, bare, linking="s"),
        single_letters=SINGLE_LETTERS,
        abbreviations=ABBREVIATIONS,
    )
    return replace(
        danish,
        morphology=Morphology(taxonomy, inflect, bare, bare),
        texts=Texts(nouns=NOUNS, exempt=frozenset(("Danmark",))),
    )
