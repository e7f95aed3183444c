"""How a language writes the genitive of a name, in lower case; a language without one needs
none."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


def _same(lower: str) -> str:
    return lower


class Genitive(NamedTuple):
    """stem: a form -> the name whose genitive it may be, "" for none. of: a name -> its genitive.
    bare: a form that is known to be a genitive -> the form without its ending. linking: what may
    stand between the parts of a compound."""

    stem: Callable[[str], str] = lambda lower: ""
    of: Callable[[str], str] = _same
    bare: Callable[[str], str] = _same
    linking: str = ""


NO_GENITIVE = Genitive()
