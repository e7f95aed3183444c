"""Situations and surroundings of tokens as numbers: what the tagger sees of a token beside its
form, packed into bits, so that a whole batch of tokens is worked out in arrays and a type is looked
up by one number.

Names (of labels, topics, tags) get numbers in the order in which they are met. A number means the
same name for the whole process and nothing leaves it, so the order is of no consequence.
"""

from __future__ import annotations

from threading import Lock
from typing import NamedTuple

UPOS = tuple(
    " ADJ ADP ADV AUX CCONJ DET INTJ NOUN NUM PART PRON PROPN PUNCT SCONJ SYM VERB X ?".split(" ")
)
"""The tags by their numbers: none, the universal ones, and all others together, which no model
knows."""


class Names:
    """Numbers for names, at most `size`; 0 is for "". Raises ValueError for more."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._names = [""]
        self._numbers = {"": 0}
        self._lock = Lock()

    def __getitem__(self, number: int) -> str:
        """The name of a number."""
        return self._names[number]

    def number(self, name: str) -> int:
        """The number of a name, a new one where it has none."""
        found = self._numbers.get(name)
        if found is not None:
            return found
        with self._lock:  # two threads must not give two names one number
            if name not in self._numbers:
                if len(self._names) == self._size:
                    raise ValueError(f"more than {self._size} names")
                self._names.append(name)
                self._numbers[name] = len(self._names) - 1
            return self._numbers[name]


LABELS = Names(1 << 12)
TOPICS = Names(1 << 8)  # a byte each


class Tags(dict[str, int]):
    """The numbers of the tags; a tag that is not universal has the last one."""

    def __missing__(self, tag: str) -> int:
        return len(UPOS) - 1


TAGS = Tags({tag: number for number, tag in enumerate(UPOS)})


class Ruling(NamedTuple):
    """What the rules would decide on a token: their label, its probability in tenths, their next
    label, whether their span begins there."""

    label: str
    bucket: int
    second: str
    begins: bool


RULING_LABEL = 17
"""The bit from which on a ruling has its label. Below it stand, from the lowest bit on: whether the
span begins there (1), the bucket (4), the next label (12)."""
BEGINS = 1  # set in the number of a token at which a span begins
NO_RULING = 0  # a ruling has a label, and no label is 0


def ruling_number(label: str, bucket: int, second: str) -> int:
    """A ruling as a number, but for BEGINS."""
    return LABELS.number(label) << RULING_LABEL | LABELS.number(second) << 5 | bucket << 1


def ruling_of(number: int) -> Ruling | None:
    """The ruling of a number."""
    if number == NO_RULING:
        return None
    label, second = number >> RULING_LABEL, number >> 5 & 0xFFF
    return Ruling(LABELS[label], number >> 1 & 0xF, LABELS[second], bool(number & 1))


class Situation(NamedTuple):
    """What a token's place says, whatever its form: the key of the tagger's second stream of types.

    Whether it is initial and in a sentence of capitals (see TokenTable), glued to the token before,
    and between quotation marks; its part of speech; the ruling.
    """

    initial: bool
    all_caps: bool
    glued: bool
    quoted: bool
    pos: str
    ruling: Ruling | None


INITIAL, ALL_CAPS, GLUED, QUOTED, TAG, RULING = 0, 1, 2, 3, 4, 9
"""The bits from which on a situation has each of its columns."""


def situation_of(number: int) -> Situation:
    """The situation of a number."""
    initial, all_caps, glued, quoted = (bool(number >> bit & 1) for bit in range(TAG))
    pos = UPOS[number >> TAG & 0x1F]
    return Situation(initial, all_caps, glued, quoted, pos, ruling_of(number >> RULING))


class Surroundings(NamedTuple):
    """What is to be seen from a token beyond the words beside it: the key of the third stream.

    The topics of the nearest telling word before and after it in the sentence; its echo: whether
    the form is written with a capital (C) or without (l) elsewhere, where that tells something;
    whether the text retells a story; how much it speaks of its writer, in three steps; the rules'
    label here.
    """

    before: str
    after: str
    echo: str
    retold: bool
    own: int
    rule: str


ECHOES = ("", "C", "l")
BEFORE, AFTER, ECHO, RETOLD, OWN, RULE = 0, 8, 16, 18, 19, 21
"""The bits from which on surroundings have each of their columns."""
SURROUNDINGS = 1 << 40
"""Set in all surroundings and in no situation, which has fewer bits."""


def surroundings_of(number: int) -> Surroundings:
    """The surroundings of a number."""
    return Surroundings(
        TOPICS[number >> BEFORE & 0xFF],
        TOPICS[number >> AFTER & 0xFF],
        ECHOES[number >> ECHO & 3],
        bool(number >> RETOLD & 1),
        number >> OWN & 3,
        LABELS[number >> RULE & 0xFFF],
    )
