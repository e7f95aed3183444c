"""Numbers: masks, house and line numbers, ages; and the ways of writing a number that a language
must supply."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from random import Random

import msgspec

from maskera import expressions as re
from maskera.lang.pack import Generator
from maskera.replace import keyed
from maskera.replace.draw import Agree, Draw, ForLabels, PerMention
from maskera.replace.ibans import iban_like, written_as_iban
from maskera.replace.shape import (
    DIGITS,
    carry_case,
    fold,
    hexadecimal,
    mask_initials,
    mask_otherwise,
    mask_plate,
)
from maskera.text import number_of

HOUSE_NUMBERS = 50  # guidelines, as SVALA has it
REACH = 2  # years an age or year may move: guidelines 5 and 6
YOUNGEST = 1  # nobody is said to be zero years old
PLAUSIBLE = (18, 60)  # an age that cannot be read
AGES = ("age",)
IN_DIGITS = (
    *("number.account", "number.identifier", "number.person", "number.phone", "number.postal"),
    *("address.number", "transport.number", "age.digits"),
    *("date.whole", "date.month.digits", "date.year"),
)
"""Kinds of what is digits as a rule: of a plate the letters, of a weekday everything would stay
when digits are masked."""
_QUAD, _QUAD_PART = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}"), re.compile(r"\d+")
_NUMBER_WORD = re.compile(r"[^\W\d_]+")
_SUFFIX = re.compile(r"(\d+)(\s?:?)([^\W\d_]+)?")


class Numerals(msgspec.Struct, frozen=True):
    """How a language writes numbers.

    read: a number word (also an ordinal, also misspelt) -> its value, None when it is none, rounded
    down when a half is added. is_ordinal: whether a word is an ordinal. write, ordinal: 0 to 120
    and years -> the word; write is given the original, too, and adds the half that it has. endings:
    what may follow the digits of an ordinal ("th"). ending: the right one for a value, given the
    one that was written. glued: the numbers of several words written as one; none for another word.
    """

    read: Callable[[str], int | None]
    is_ordinal: Callable[[str], bool]
    write: Callable[[int, str], str]
    ordinal: Callable[[int], str]
    endings: frozenset[str]
    ending: Callable[[int, str], str]
    glued: Callable[[str], Sequence[int]] = lambda _: ()

    def value(self, form: str) -> int | None:
        """The number in a form, in digits or in words, without tenths."""
        digits = DIGITS.search(form)
        if digits:
            return number_of(digits.group())
        return self.read(form)

    def like(self, form: str, value: int) -> str:
        """The value written as the form is: digits (zero padding, tenths, ordinal ending kept) or a
        word (case, a half kept)."""
        digits = _SUFFIX.search(form)
        if digits is None:
            return carry_case(
                form, self.ordinal(value) if self.is_ordinal(form) else self.write(value, form)
            )
        width = len(digits[1]) if digits[1].startswith("0") else 0
        ending = digits[3] or ""
        if ending.lower() in self.endings:
            ending = carry_case(ending, self.ending(value, ending))
        return (
            form[: digits.start()]
            + str(value).zfill(width)
            + digits[2]
            + ending
            + form[digits.end() :]
        )


def assign(
    values: Iterable[int], candidates: Callable[[int], Sequence[int]], rng: Random
) -> dict[int, int]:
    """A candidate for each value, different for different values, if it can be without one of the
    values; in keyed random order.

    First without the values themselves, then with them; what still finds none takes any candidate.
    """
    wanted = sorted(set(values))
    if len(wanted) == 1:  # nothing to match; and most documents name one age, one day
        return {
            value: next(
                (other for other in keyed.shuffled(rng, candidates(value)) if other != value), value
            )
            for value in wanted
        }
    orders = {value: list(keyed.shuffled(rng, candidates(value))) for value in wanted}
    originals = frozenset(wanted)
    nothing: frozenset[int] = frozenset()
    for forbidden in (originals, nothing):
        chosen = matched(orders, forbidden)
        if len(chosen) == len(wanted):
            break
    return {value: chosen.get(value, orders[value][0]) for value in wanted}


def matched(
    orders: Mapping[int, Sequence[int]], forbidden: frozenset[int] = frozenset()
) -> dict[int, int]:
    """A candidate of its own for as many values as can have one, if it can be an early one of its
    order: matching by augmenting paths."""
    taken: dict[int, int] = {}
    for value in orders:
        _augment(value, orders, forbidden, taken)
    return {value: candidate for candidate, value in taken.items()}


def _augment(
    start: int,
    orders: Mapping[int, Sequence[int]],
    forbidden: frozenset[int],
    taken: dict[int, int],
) -> bool:
    """Give `start` a candidate, moving others where needed (breadth first, so that long chains need
    no recursion)."""
    came_from: dict[int, int] = {}
    queue = [start]
    for value in queue:
        for candidate in orders[value]:
            if candidate in forbidden or candidate in came_from:
                continue
            came_from[candidate] = value
            if candidate not in taken:
                while True:
                    owner = came_from[candidate]
                    previous = (
                        next((other for other, holder in taken.items() if holder == owner), None)
                        if owner != start
                        else None
                    )
                    taken[candidate] = owner
                    if previous is None:
                        return True
                    candidate = previous
            queue.append(taken[candidate])
    return False


def near(value: int, key: bytes, *material: str, low: int = 0) -> int:
    """Another number within REACH of the value; different for different values, without knowing the
    others.

    The numbers from `low` on are cut into secretly placed blocks of three, and each block is turned
    by one or two places.
    """
    offset = value - low
    first = keyed.index(key, 3, *material, "first")
    head = (
        first + 3 if first == 1 else first
    )  # a block of one could not move: 1 + 3 become two pairs
    if offset < head:
        size = 2
        block, place = divmod(offset, size)
        start = block * size
    else:
        size = 3
        block, place = divmod(offset - head, 3)
        start = head + block * 3
    turn = 1 + keyed.index(key, size - 1, *material, "turn", str(start))
    return low + start + (place + turn) % size


def table(draw: Draw, values: Iterable[int], what: str, low: int = 0) -> Mapping[int, int]:
    """Each value moved by at most REACH: in a keyed scope as its key has it, else all different and
    none of the others."""
    if draw.keyed:
        return {
            value: near(max(value, low), draw.key, *draw.material, what, low=low)
            for value in values
        }
    return assign(values, lambda value: _around(value, low), draw.rng(what))


def _around(value: int, low: int) -> list[int]:
    return [value + step for step in range(-REACH, REACH + 1) if step and value + step >= low]


def moved(
    draw: Draw, value_of: Callable[[str], int | None], value: int, what: str, low: int = 0
) -> int:
    """The value moved, in line with the scope; value_of reads the siblings, with which it must not
    collide."""
    if draw.scope == "mention":
        return draw.rng(what, str(draw.mention.span.start)).choice(_around(value, low))
    return draw.once(what, lambda: table(draw, sibling_values(draw, value_of), what, low))[value]


def sibling_values(draw: Draw, value_of: Callable[[str], int | None]) -> list[int]:
    """The values of all forms that share the generator; unreadable ones are left out."""
    return [value for form in draw.siblings if (value := value_of(form)) is not None]


def age(numerals: Numerals, words: bool = True) -> Generator:
    """Another age within two years, never the same, never below 1; words stay words unless `words`
    is False."""

    def write(draw: Draw) -> str:
        value = numerals.value(draw.written)
        new = (
            draw.rng().randint(*PLAUSIBLE)
            if value is None
            else moved(draw, numerals.value, value, "age", YOUNGEST)
        )
        return (
            numerals.like(draw.written, new) if words or DIGITS.search(draw.written) else str(new)
        )

    return PerMention(write, kinds=AGES)


def pour(form: str, digits: str) -> str:
    """The digits in the places of the form's digits; there must be as many."""
    numbers = iter(digits)
    return "".join(next(numbers) if character.isdigit() else character for character in form)


def random_like(form: str, rng: Random, letters: str = "ABCDEFGHJKLMNPRSTUVWXYZ") -> str:
    """Another random digit for each digit, another letter for each letter; case and delimiters
    stay. Letters that are digits become such; an IBAN becomes one."""
    if written_as_iban(form):
        return iban_like(form, rng)
    if _QUAD.fullmatch(form):  # parts of an address of IPv4 are 255 at most
        return _QUAD_PART.sub(lambda part: _part_like(part[0], rng), form)
    letters = "ABCDEF" if hexadecimal(form) else letters
    new = []
    for character in form:
        if character.isdigit():
            new.append(rng.choice([digit for digit in "0123456789" if digit != character]))
        elif character.isalpha():
            drawn = rng.choice([letter for letter in letters if letter != character.upper()])
            new.append(drawn if character.isupper() else drawn.lower())
        else:
            new.append(character)
    return "".join(new)


def _part_like(part: str, rng: Random) -> str:
    """Another part of an address of IPv4 with as many digits."""
    low = 10 ** (len(part) - 1) if len(part) > 1 else 0
    return str(rng.choice([n for n in range(low, min(256, 10 ** len(part))) if str(n) != part]))


def luhn(digits: str) -> int:
    """The check digit that makes the digits with it pass the Luhn test (ISO/IEC 7812-1)."""
    doubled = (
        int(digit) * (2 if place % 2 == 0 else 1) for place, digit in enumerate(reversed(digits))
    )
    return -sum(number - 9 if number > 9 else number for number in doubled) % 10


def house_number(draw: Draw) -> str:
    """1 to 50, none of the document's own."""
    own = DIGITS.search(draw.written)
    otherwise = ""
    for number in map(str, keyed.shuffled(draw.rng(), range(1, HOUSE_NUMBERS + 1))):
        if own is None or number != own.group():
            if draw.free(number):
                return number
            otherwise = otherwise or number
    return otherwise


def line_number(draw: Draw) -> str:
    """1, 2, 3 in order of appearance, passing over the numbers that are lines of the document."""

    def numbers() -> list[str]:
        siblings = draw.siblings
        own = {form.strip() for form in siblings}
        free: list[str] = []
        number = 1
        while len(free) <= len(siblings):
            if str(number) not in own:
                free.append(str(number))
            number += 1
        return free

    return draw.once("line_number", numbers)[draw.place]


def _initials(draw: Draw) -> str:
    """A for every initial; of people with one first name whom initials alone tell apart each has
    a letter of her own: Ebba B and Ebba S, A and B."""
    letters = {} if draw.keyed else draw.once("letters beside one name", lambda: _letters(draw))
    own = letters.get(draw.number, "A")
    return mask_initials(draw.written, draw.features, lambda _: own)


def _letters(draw: Draw) -> Mapping[int, str]:
    """The letters of those who share a first name and are named with an initial behind it."""
    given, initials = draw.labels("person.given"), draw.labels("person.initials")
    sharing: dict[str, dict[int, None]] = {}
    for (one, form), (other, _) in pairwise(zip(draw.mentions, draw.forms, strict=True)):
        follows = other.label in initials and other.number == one.number
        if one.label in given and follows:
            sharing.setdefault(fold(form), {})[one.number] = None
    return {
        number: chr(ord("A") + place % 26)
        for numbers in sharing.values()
        for place, number in enumerate(numbers)
    }


_MASKS: Mapping[str, PerMention] = {
    "zeros": PerMention(lambda draw: mask_otherwise(draw.written, "0"), kinds=IN_DIGITS),
    "ones": PerMention(lambda draw: mask_otherwise(draw.written, "1"), kinds=IN_DIGITS),
    "plate": PerMention(lambda draw: mask_plate(draw.written)),
    "random": PerMention(
        lambda draw: random_like(draw.written, draw.rng(draw.label, fold(draw.written)))
    ),
}
TABLE: Mapping[str, Generator] = {
    **_MASKS,
    "initials": PerMention(_initials),
    "street_nr": house_number,
    "transport_nr": ForLabels(frozenset(), line_number, ("transport.number",)),
}
"""Generators that need nothing of the language."""


def masks(numerals: Numerals, agree: Agree | None = None) -> dict[str, Generator]:
    """Those of them that change digits, for numbers written in words, too: each word becomes that
    of a digit ("zero seven three" -> "zero zero zero"). agree: what the ones, which stand for
    dates, ask of one another."""

    def of(name: str, digit: Callable[[Draw], Callable[[], int]]) -> Generator:
        mask = _MASKS[name]

        def write(draw: Draw) -> str:
            masked = in_words(draw.written, digit(draw), numerals) or mask.write(draw)
            return masked if masked != draw.written else _other_letters(masked)

        return PerMention(write, mask.labels, mask.kinds, agree if name == "ones" else None)

    def any_digit(draw: Draw) -> Callable[[], int]:
        rng = draw.rng(draw.label, fold(draw.written))
        return lambda: rng.randrange(10)

    return {
        "zeros": of("zeros", lambda draw: lambda: 0),
        "ones": of("ones", lambda draw: lambda: 1),
        "plate": of("plate", lambda draw: lambda: 0),
        "random": of("random", any_digit),
    }


def _other_letters(form: str) -> str:
    """Letters that no digit was masked among, each as X (X as Y): flat B -> flat X."""

    def other(letter: str) -> str:
        new = "Y" if letter in "xX" else "X"
        return new if letter.isupper() else new.lower()

    return "".join(other(sign) if sign.isalpha() else sign for sign in form)


def in_words(form: str, digit: Callable[[], int], numerals: Numerals) -> str:
    """A number in words with the word of a digit in the place of each, and digits among them (+46
    seventy) with digits; "" for what is none, and for one that would stay as it was."""

    def written(found: re.Match[str]) -> str:
        known = numerals.read(fold(found[0])) is not None
        count = 1 if known else len(numerals.glued(fold(found[0])))
        words = "".join([numerals.write(digit(), "") for _ in range(count)])
        return carry_case(found[0], words) if words else found[0]

    masked = _NUMBER_WORD.sub(written, form)
    if masked == form:
        return ""
    return "".join([str(digit()) if sign.isdigit() else sign for sign in masked])
