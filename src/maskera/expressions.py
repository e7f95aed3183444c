"""Regular expressions that are compiled when they are first used: it stands in for the module `re`
in what every start imports (`from maskera import expressions as re`), for compiling the 400 that
there are takes a quarter of a start, and most texts use a few of them.

A group is repeated without backtracking as `(?>(?:...)*)`: the shorter `(?:...)*+` goes wrong in
Python 3.11.0 to 3.11.4 (python/cpython issue 106052).
"""

from __future__ import annotations

import re
from re import (
    DOTALL,
    IGNORECASE,
    MULTILINE,
    VERBOSE,
    Match,
    Pattern,
    escape,
    findall,
    finditer,
    fullmatch,
    match,
    search,
    split,
    sub,
)  # fmt: skip
from typing import Any, cast

__all__ = [
    "DOTALL", "IGNORECASE", "MULTILINE", "VERBOSE", "Match", "Pattern", "compile", "escape",
    "findall", "finditer", "fullmatch", "match", "search", "split", "sub",
]  # fmt: skip


class _Late:
    """A pattern that is not compiled yet; then its methods are those of the compiled one."""

    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern = pattern
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        value = getattr(re.compile(self.pattern, self._flags), name)
        self.__dict__[name] = value  # the next time it is found as quickly as in the compiled one
        return value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Late) and (self.pattern, self._flags) == (
            other.pattern,
            other._flags,
        )

    def __hash__(self) -> int:
        return hash((self.pattern, self._flags))

    def __repr__(self) -> str:
        return f"expressions.compile({self.pattern!r})"


def compile(pattern: str, flags: int = 0) -> Pattern[str]:
    """As re.compile; an expression that is wrong is found out when it is used (and by a test)."""
    return cast("Pattern[str]", _Late(pattern, flags))
