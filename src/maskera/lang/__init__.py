"""The languages: everything that is code or a closed list of one language lives in a folder of its own here."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from maskera.lang import sv
from maskera.language import Language

LANGUAGES: Mapping[str, Callable[[], Language]] = {"sv": sv.language}
"""Language code -> what builds it; built once, when first asked for."""
