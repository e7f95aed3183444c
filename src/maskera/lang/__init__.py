"""The languages: everything that is code or a closed list of one language lives in a folder of its
own here."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path

from maskera.errors import MaskeraError
from maskera.lang.pack import LanguagePack

PACKS: Mapping[str, str] = {
    "sv": "maskera.lang.sv.pack",
    "da": "maskera.lang.da.pack",
    "en": "maskera.lang.en.pack",
    "none": "maskera.lang.none",
}
"""Language code -> the module that has its `pack(models)`; imported when the language is asked
for."""

LEARNED, LEARNED_PACK = "learned.model", "maskera.learn.recognizer"
"""What `maskera learn export` writes into a folder of models, and the module whose `pack(code, file)`
reads it; imported when a folder has that file."""


def load_pack(code: str, models: Path | None = None) -> LanguagePack:
    """The pack of a language; one and the same whenever it is asked for with the same arguments,
    for it is large and never changes. models: a folder of trained models in place of the shipped
    ones, which stand in for those that it lacks.

    Raises MaskeraError for an unknown code and for a folder without any model, DataError for a
    model that cannot be read.
    """
    return _pack(code, models, models and models.absolute())


@cache
def _pack(code: str, models: Path | None, place: Path | None) -> LanguagePack:
    """place: what the path is in the present working folder, which may change."""
    if code not in PACKS:
        raise MaskeraError(f"no language {code!r}; there is {', '.join(PACKS)}")
    if models and (models / LEARNED).is_file():
        pack = import_module(LEARNED_PACK).pack(code, models / LEARNED)
    else:
        pack = import_module(PACKS[code]).pack(models)
    if not isinstance(pack, LanguagePack):
        raise MaskeraError(f"{PACKS[code]}.pack() returned no LanguagePack")
    return pack
