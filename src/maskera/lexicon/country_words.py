"""Words that name a country without being its name: its people, adjective, language, capital and currency.

Beside a country that was replaced such a word gives the original back, so replacement may let it follow the country that was drawn
(maskera.replace.follow), and the leak check looks for it (maskera.leaks.kin).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Literal

import msgspec

Kind = Literal["name", "person", "woman", "adjective", "language", "currency", "capital"]


class CountryWord(msgspec.Struct, frozen=True, gc=False):
    """One thing that a word says of countries.

    countries: ISO codes, and codes of regions that have a people of their own.
    form: which of the forms of its kind it is, in the language's own terms; genitive: whether with that ending.
    rank: which of several words of a country for the same (dari, pashto). words: the folded words it has, more than one for some capitals.
    doubtful: an ordinary word as well, which says so only beside words that speak of such things.
    """

    countries: frozenset[str]
    kind: Kind
    form: str = ""
    genitive: bool = False
    rank: int = 0
    words: tuple[str, ...] = ()
    doubtful: bool = False


class CountryWords(msgspec.Struct, frozen=True):
    """What a language knows of such words.

    country: a form of a country's name -> ISO code, "" for none and for the language's own country.
    read: a folded word -> what it can say. write: the same of another country, by ISO code; "" where
    there is no such word. meant: what of several readings a word, as written, is behind these folded
    words and before that one ("" for none); None where it says nothing of a country. holds: the
    countries of which a folded word has a word in it (half-Syrian, Polish-born). bare: a form in
    lower case without a genitive ending. ordinary: folded words that say something else as often, so
    that one of them tells only where meant() says so. region: a form of the name of a region that
    has a people of its own (Catalonia) -> its code, "" for another. part: where in a folded word of
    which holds() says so the word for one of some countries stands; None for nowhere.
    """

    country: Callable[[str], str]
    read: Callable[[str], Sequence[CountryWord]]
    write: Callable[[str, CountryWord], str]
    meant: Callable[[Sequence[CountryWord], Sequence[str], str, str], CountryWord | None]
    holds: Callable[[str], frozenset[str]]
    bare: Callable[[str], str] = lambda lower: lower
    ordinary: frozenset[str] = frozenset()
    region: Callable[[str], str] = lambda _: ""
    part: Callable[[str, Collection[str]], slice | None] = lambda word, countries: None

    def land(self, form: str, is_region: bool) -> str:
        """The code of a country or region by a form of its name."""
        return self.region(form) if is_region else self.country(form)

    def told_by(self, word: str) -> frozenset[str]:
        """All countries that a folded word may tell of, by itself or by a word in it."""
        holds = self.holds(word)
        if not (readings := self.read(word)):  # as of nearly all
            return holds
        return holds.union(*[reading.countries for reading in readings])


NONE = CountryWords(
    lambda _: "",
    lambda _: (),
    lambda *_: "",
    lambda readings, *_: readings[0],
    lambda _: frozenset(),
)
"""For a language without a list of them."""
