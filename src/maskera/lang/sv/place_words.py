"""The words of a place in all their forms: those of a list (lundensisk, parisare), and those of a
place whose stem changes (skånsk, smålänning).
"""

from __future__ import annotations

from collections.abc import Mapping

from maskera.lang.pack import Derivation
from maskera.lang.sv.country_words import declined
from maskera.lang.sv.morphology import VOWELS
from maskera.lexicon.tsv import notes
from maskera.lexicon.vocab import Vocab

AGREEING = ("", "a", "t", "e", "as", "es", "an", "ans")
"""Endings of an adjective."""
ADJECTIVES: Mapping[str, Derivation] = {
    # skånskan: the dialect, or a woman
    stem + ending: Derivation("adjective", ending.rstrip("s") if len(ending) > 1 else ending)
    for stem in ("itisk", "ensisk", "esisk", "isk", "sk")
    for ending in AGREEING
}
"""Endings that make an adjective of a place -> the adjective, by its agreement: iska -> a."""
LEAST_CHANGED = 4  # letters of a name whose last vowel an ending may replace


def changed(place: str) -> dict[str, Derivation]:
    """skåne -> skånsk, skåning; småland -> småländsk, smålänning; östergötland -> östgöte: of a
    place whose stem changes."""
    stems = {place[:-1]} if place[-1:] in VOWELS and len(place) >= LEAST_CHANGED else set()
    people = {f"{stem}ing": "ar" for stem in stems}
    if place.endswith("götland"):
        goth = place.removesuffix("götland").removesuffix("er") + "göt"
        stems.add(goth)
        people[f"{goth}e"] = "e"
    elif place.endswith("land") and len(place) > LEAST_CHANGED:
        stems.add(place[:-4] + "länd")
        people[place[:-4] + "länning"] = "ar"
    found = {stem + ending: how for stem in stems for ending, how in ADJECTIVES.items()}
    for word, declension in people.items():
        found.update(_declined(f"{word}/{declension}"))
    return found


def _declined(noun: str) -> dict[str, Derivation]:
    """The forms of a word for somebody from a place: göteborgare, -n, -, -na, all with -s, too."""
    word, _, declension = noun.partition("/")
    if declension == "a":
        stem = word[:-1]
        forms = [word, f"{word}n", f"{stem}or", f"{stem}orna"]
    elif word.endswith("bo"):
        forms = [word, f"{word}n", f"{word}r", f"{word}rna"]
    else:
        forms = [*declined(noun)]
    found: dict[str, Derivation] = {}
    for form, features in zip(forms, ("", "def", "pl", "def pl"), strict=True):
        found.setdefault(form, Derivation("people", features))
        if not form.endswith("s"):
            found.setdefault(f"{form}s", Derivation("people", f"{features} gen".strip()))
    return found


def listed(vocab: Vocab) -> Mapping[str, Mapping[str, Derivation]]:
    """Place, folded -> the words of pseudonyms/place_words.tsv in all their forms."""
    table: dict[str, dict[str, Derivation]] = {}
    for place, _, _, note in vocab.lists.rows("pseudonyms/place_words.tsv"):
        marks, words = notes(note), table.setdefault(place.lower(), {})
        for adjective in marks["adj"].split("|"):
            for ending in AGREEING:
                words.setdefault(
                    adjective + ending, Derivation("adjective", ending.rstrip("s") or ending)
                )
        for noun in marks["noun"].split("|"):
            for form, how in _declined(noun).items():
                words.setdefault(form, how)
    return table


def people(vocab: Vocab) -> Mapping[str, tuple[str, Derivation]]:
    """The words of the list for somebody from a place, with that place in small letters: moskovit,
    dalmasarna."""
    return {
        word: (place, how)
        for place, words in listed(vocab).items()
        for word, how in words.items()
        if how.kind == "people"
    }


def first_words(words: Mapping[str, Derivation]) -> dict[Derivation, str]:
    """The first word of a place for each of what words can say of it."""
    found: dict[Derivation, str] = {}
    for word, how in words.items():
        found.setdefault(how, word)
    return found
