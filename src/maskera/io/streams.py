"""Standard input and output, which whoever starts a program may have closed: Python has None then."""

from __future__ import annotations

import sys
from typing import TextIO

from maskera.errors import MaskeraError


def standard_input() -> TextIO:
    """Raises MaskeraError where it was closed before the start."""
    if sys.stdin is None:
        raise MaskeraError("standard input: cannot be read (it is closed)")
    return sys.stdin


def standard_output() -> TextIO:
    """Raises MaskeraError where it was closed before the start."""
    if sys.stdout is None:
        raise MaskeraError("standard output: cannot be written (it is closed)")
    return sys.stdout
