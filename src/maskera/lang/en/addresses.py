"""Names that an address on the net gives away: Art Fox beside artfox@..., Open Door beside
www.opendoor.example. What nobody lists is told so, and no pseudonym is undone by the address.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from maskera import expressions as re
from maskera.lang.en.full_names import FIELD
from maskera.lang.en.word_names import label_of, tells_kind
from maskera.lexicon.table import TokenTable
from maskera.lexicon.vocab import CAPITALS, Lexeme
from maskera.mentions import Detection, Trust
from maskera.replace.shape import fold
from maskera.rules.rule import Rule, of_document
from maskera.taxonomy import FIRSTNAMES

_MARKS = ("@", "www.", "linkedin", "facebook")  # without one of these a text has no address
_PERSON = re.compile(r"([\w.+-]{5,})@(?=\w)|(?<![\w.])@([\w.]{5,})|linkedin\.com/in/([\w-]{5,})")
_HOUSE = re.compile(r"(?:@|www\.|facebook\.com/)(?:[\w-]+\.(?=[\w-]+\.\w+\.))?([\w-]{5,})")
_NO_LETTERS = re.compile(r"[\W\d_]+")
LONGEST = 4  # words of a firm's name
SHORTEST, LETTERS = 3, 6  # letters of a surname behind an initial, and of both names


def _letters(text: str) -> str:
    return _NO_LETTERS.sub("", fold(text))


def _claims(table: TokenTable) -> Iterator[Detection]:
    text = table.document.text
    lower = text.lower()
    if not any(mark in lower for mark in _MARKS):
        return
    people = {_letters(next(filter(None, found.groups()))) for found in _PERSON.finditer(text)}
    houses = {_letters(found[1]) for found in _HOUSE.finditer(lower)}
    if not people | houses:
        return
    runs = _runs(table)
    said, named = " ".join(people), " ".join(houses)
    for first, last in runs.items():
        if _begun(table, first + 1, said):
            yield from _person(table, first, people)
        if _begun(table, first, named):
            yield from _house(table, first, last, houses)


def _begun(table: TokenTable, index: int, letters: str) -> bool:
    """Whether a word's first letters are among these; of one with marks it is not asked."""
    form = table.lowers[index]
    return form[:SHORTEST] in letters or not form.isascii()


def _capital(word: Lexeme) -> bool:
    return word.shape in CAPITALS


def _runs(table: TokenTable) -> Mapping[int, int]:
    """Where words with a capital stand side by side, perhaps with "&" between: first -> last."""
    found: dict[int, int] = {}
    for first in table.where(_capital):
        last = first
        while (
            last + 1 < len(table.words)
            and table.adjacent(last)
            and (table.words[last + 1].shape in CAPITALS or table.lowers[last + 1] in ("&", "and"))
            and last - first < LONGEST
        ):
            last += 1
        if last > first:
            found[first] = last
    return found


def _person(table: TokenTable, first: int, people: set[str]) -> Iterator[Detection]:
    """A first name and a surname of which the local part of an address is made."""
    given, family = _letters(table.lowers[first]), _letters(table.lowers[first + 1])
    if not given or len(family) < SHORTEST or table.words[first + 1].shape not in CAPITALS:
        return
    both = [given + family, family + given] if len(given + family) >= LETTERS else []
    short = [given[0] + family] if len(family) >= LETTERS - 2 else []
    if not any(made in one for one in people for made in both) and not people & {*short}:
        return
    if table.words[first].labels & {"title"} or len(given) == 1:
        return
    label = label_of(table, first)
    yield table.claim(first, first, label, FIELD, trust=Trust.FORMAL)
    yield table.claim(first + 1, first + 1, "surname", FIELD, trust=Trust.FORMAL)


def _house(table: TokenTable, first: int, last: int, houses: set[str]) -> Iterator[Detection]:
    """A firm or a charity whose words make the name of its address."""
    for end in range(last, first, -1):
        if tells_kind(table.words[end]):
            continue  # others know its kind
        name = _letters("".join(table.lowers[first : end + 1]))
        if name in houses or name.removesuffix("ltd") in houses:
            yield table.claim(first, end, "other_institution", FIELD, trust=Trust.FORMAL)
            return


RULES: tuple[Rule, ...] = (
    of_document(
        "name.address_tells", _claims, "fields", FIRSTNAMES | {"surname", "other_institution"}
    ),
)
