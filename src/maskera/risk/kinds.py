"""Labels as the model of a language knows them: TAB's types in English, our labels in Swedish."""

from __future__ import annotations

from collections.abc import Mapping

from maskera.taxonomy import taxonomy

PERSON = "PERSON"  # TAB's type of names of people
SCHEMES: Mapping[str, str] = {"en": "tab"}
"""Language -> the scheme whose types its model was trained on, where these are not our labels."""


def kinds_of(language: str) -> Mapping[str, str]:
    """Label -> kind; empty where the model knows the labels themselves."""
    scheme = SCHEMES.get(language)
    return _types(scheme) if scheme else {}


def of_people() -> frozenset[str]:
    """The labels of names of people, and what the models call them."""
    return frozenset(
        {PERSON, *(label for label, type_ in _types("tab").items() if type_ == PERSON)}
    )


def _types(scheme: str) -> Mapping[str, str]:
    return taxonomy().scheme(scheme)
