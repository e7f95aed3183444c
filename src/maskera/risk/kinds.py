"""Labels as the model of a language knows them: TAB's types in English, our labels in Swedish."""

from __future__ import annotations

from collections.abc import Mapping

from maskera.taxonomy import taxonomy

SCHEMES: Mapping[str, str] = {"en": "tab"}
"""Language -> the scheme whose types its model was trained on, where these are not our labels."""


def kinds_of(language: str) -> Mapping[str, str]:
    """Label -> kind; empty where the model knows the labels themselves."""
    scheme = SCHEMES.get(language)
    return taxonomy().scheme(scheme) if scheme else {}
