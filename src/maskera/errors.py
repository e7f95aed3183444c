"""The errors of maskera. None ever carries essay text: file, line, offsets, ids and labels only."""

from __future__ import annotations

from importlib import import_module
from typing import Any


class MaskeraError(Exception):
    """Something went wrong that the user can understand; str() is one clear sentence."""


class SpanError(MaskeraError, ValueError):
    """Offsets that are no span of the text, or that overlap."""


class DataError(MaskeraError):
    """A file or a line of input that cannot be read as what it should be."""


class WorkerError(MaskeraError):
    """A worker process that ended before its work was done."""


class PolicyError(MaskeraError):
    """A policy that does not exist or cannot be read."""


class MissingExtra(MaskeraError):  # noqa: N818  # says what is wrong better than with Error behind it
    """An optional part of maskera that is not installed."""

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(f"{what} needs an optional part: pip install 'maskera[{extra}]'")


def of_extra(module: str, what: str, extra: str) -> Any:
    """A module of an optional part, imported when it is needed; raises MissingExtra."""
    try:
        return import_module(module)
    except ImportError:
        raise MissingExtra(what, extra) from None


def cause(error: OSError) -> str:
    """What the system says went wrong with a file, without the file's name."""
    return error.strerror or type(error).__name__
