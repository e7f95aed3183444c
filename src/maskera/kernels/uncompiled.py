"""What kernels say to Cython, for Python: without a compiler each runs as it is written.

Installed packages do not have Cython, which the build alone needs. Every name does nothing here.
"""

from __future__ import annotations

from typing import Any, TypeVar

Decorated = TypeVar("Decorated")

compiled = False


def _unchanged(decorated: Decorated) -> Decorated:
    return decorated


class _Kind:
    """A type of C, of which arrays and constants can be named."""

    def __getitem__(self, _: Any) -> _Kind:
        return self


cclass = cfunc = ccall = _unchanged
schar = uchar = short = ushort = uint = longlong = float = double = bint = const = pointer = (
    Py_ssize_t
) = _Kind()
p_float = void = _Kind()


def cast(_: _Kind, value: Any) -> Any:
    """The value: Python knows no types of C."""
    return value
