"""The languages: everything that is code or a closed list of one language lives in a folder of its
own here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from maskera.lang import sv
from maskera.language import Language

LANGUAGES: Mapping[str, Callable[[Path | None], Language]] = {"sv": sv.language}
"""Language code -> what builds it, given a folder of models (None: the shipped ones); built once,
when first asked for."""
