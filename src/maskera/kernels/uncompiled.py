"""What kernels say to Cython, for Python: without a compiler each runs as it is written.

Installed packages do not have Cython, which the build alone needs. Every name does nothing here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

Decorated = TypeVar("Decorated")

compiled = False


def _unchanged(decorated: Decorated) -> Decorated:
    return decorated


class _Kind:
    """A type of C, of which arrays and constants can be named."""

    def __getitem__(self, _: Any) -> _Kind:
        return self


cclass = cfunc = final = _unchanged
uchar = schar = ushort = uint = longlong = Py_ssize_t = bint = double = float = const = _Kind()


def locals(**_: object) -> Callable[[Decorated], Decorated]:
    """Types of variables."""
    return _unchanged
