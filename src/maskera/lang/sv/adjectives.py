"""Adjectives and participles of one person or thing in the other gender: trött, påkörd -> trött,
påkört."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from maskera import expressions as re
from maskera.lexicon.tsv import word_list

_VOWELS = "aeiouyåäö"
_SYLLABLE = re.compile(f"[{_VOWELS}]+")
_UNCHANGED = re.compile(r"(?:[aeo]|id|[^aeiouyåäö]t)$")  # bra, gravid, gift
# Before the neuter's -t: of other endings (-rt, -nt, -tt) only a list could tell what stood there
# (kört: körd, stort: stor).
_BARE = tuple(word_list("sv", "adjectives")["bare"])


def gendered(irregular: Mapping[str, str]) -> Callable[[str, bool], str]:
    """Takes the indefinite form of an adjective in the singular, and whether the neuter is asked
    for rather than the common gender; as it is where no rule tells.

    irregular: common form in small letters -> neuter form.
    """
    back = {neuter: common for common, neuter in irregular.items()}

    def turned(form: str, neuter: bool) -> str:
        lower = form.lower()
        made = (irregular if neuter else back).get(lower)
        if made is None:
            made = _neuter(lower) if neuter else _common(lower)
        return made if lower == form else made.capitalize()

    return turned


def _neuter(form: str) -> str:
    short = len(_SYLLABLE.findall(form)) == 1
    if _UNCHANGED.search(form):
        return form
    if form.endswith(("dd", "nn")):
        return form[:-2] + ("tt" if form[-1] == "d" else "nt")
    if form.endswith("d"):
        return form[:-1] + ("tt" if short and form[-2] in _VOWELS else "t")
    if form.endswith("en") and not short:
        return form[:-1] + "t"
    if form.endswith("t"):
        return form + "t" if short else form
    return form + ("tt" if form[-1] in _VOWELS else "t")


def _common(form: str) -> str:
    if not form.endswith("t"):
        return form
    if form[:-1].endswith(_BARE):
        return form[:-1]
    if len(_SYLLABLE.findall(form)) > 1 and form[-3:-2] not in _VOWELS and form[-2] in "ae":
        return form[:-1] + ("d" if form[-2] == "a" else "n")
    return form
