"""No language: texts of which nothing is known but what `maskera learn` has learnt of them."""

from __future__ import annotations

from pathlib import Path
from typing import NoReturn

from maskera.errors import MaskeraError


def pack(models: Path | None = None) -> NoReturn:
    """Raises MaskeraError: without a learned recognizer there is nothing that could find
    anything."""
    where = f"{models}: no learned.model" if models else "no --models"
    raise MaskeraError(
        f"{where}; the language none has what `maskera learn export` wrote, and nothing else"
    )
