"""Inflection of English names: Eva -> Eva's, James -> James's, the Smiths -> the Smiths'; and the
way back."""

from __future__ import annotations

from collections.abc import Mapping

from maskera import expressions as re

_VOWEL = re.compile(r"(?!eu|one|u(?:[gkst]|n[ai]|r[ou]))[aeiou]|8|1[18](?!\d)", re.IGNORECASE)
"""A word or number that "an" stands before: Iraqi, Uzbek, 8, 18; but not European, Ukrainian."""
_DOTTED = re.compile(r"(?:[^\W\d_]\.){1,4}[^\W\d_]\.?")
APOSTROPHES = ("'", "’", "´", "`")

NOUNS: Mapping[str, str] = {
    "firstname_male": "name", "firstname_female": "name", "firstname_unknown": "name",
    "surname": "surname", "country": "land", "city": "city", "region": "region", "area": "area",
    "place": "place", "geo": "geoplace", "school": "school", "work": "workplace",
    "other_institution": "institution", "transport_name": "line",
}  # fmt: skip
"""Label -> the noun of its placeholder."""


def genitive(form: str) -> str:
    """Eva -> Eva's, James -> James's, the Smiths -> the Smiths' (a plural that ends in s)."""
    return f"{form}'" if form.endswith("s'") else f"{form}'s"


def plural(form: str) -> str:
    """Smith -> Smiths, Jones -> Joneses, Kelly -> Kellys."""
    return f"{form}es" if form.endswith(("s", "x", "z", "ch", "sh")) else f"{form}s"


def inflect(form: str, features: frozenset[str]) -> str:
    """The form with the features gen and pl; English names have no definite form."""
    many = "pl" in features and "inhabitant" not in features
    named = plural(form) if many else form
    if "gen" not in features:
        return named
    return f"{named}'" if many else genitive(named)


def marks(form: str) -> frozenset[str]:
    """The features of a name as written: `gen` for a genitive (Eva's)."""
    return frozenset(["gen"] if base(form) != form else ())


def base(form: str) -> str:
    """Eva's -> Eva, James' -> James; a form that ends in no genitive comes back as it is."""
    for mark in APOSTROPHES:
        if form.endswith((f"{mark}s", f"{mark}S")):
            return form[:-2]
        if form.endswith(mark):
            return form[:-1]
    return form


def undotted(lower: str) -> str:
    """u.s.a. -> usa, u.k -> uk; any other form as it is."""
    return lower.replace(".", "") if _DOTTED.fullmatch(lower) else lower


def genitive_stem(lower: str) -> str:
    """anna's -> anna, james' -> james; "" for a form without a genitive ending."""
    stem = base(lower)
    return stem if stem != lower else ""


def article(word: str, behind: str) -> str:
    """a, Iraqi -> an; an, Ukrainian -> a; any other word as it is."""
    if word not in ("a", "an"):
        return word
    return "an" if _VOWEL.match(behind) else "a"


def singular(word: str) -> tuple[str, ...]:
    """The forms of which a word may be the plural, itself first: nurses -> nurses, nurse."""
    if word.endswith("ies") and len(word) > 4:
        return word, word[:-3] + "y", word[:-1]
    if word.endswith("es") and len(word) > 4:
        return word, word[:-1], word[:-2]
    return (word, word[:-1]) if word.endswith("s") and not word.endswith("ss") else (word,)
