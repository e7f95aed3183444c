"""Streets and pubs that are said without their noun, by the words round them: lives on Elmwood, the
corner of Sunset and Vine, turn onto Larch, we're at 22b Elmwood; see you at the Fleece after, a
pint in the Plough; but not lives on Skye, on Monday, on Facebook; see you at the bank.
"""

from __future__ import annotations

from collections.abc import Iterator

from maskera.lang.en.morphology import base
from maskera.lang.en.names import PARTICLES
from maskera.lang.en.people import SHORTEST, ends
from maskera.lang.en.surroundings import every_word_capital, goes_on
from maskera.lang.en.word_names import DAYS, tells_kind
from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import Lexeme
from maskera.mentions import Detection, Evidence, Trust
from maskera.rules.rule import Rule, Stage, words

_WORDS, _OTHERS = word_list("en", "bare_names"), word_list("en", "exclusions")

BUILT, HAPPENED = _WORDS["built"], _WORDS["happened"]
"""What stands on a street (house, diner), and what one does and what befalls one there."""
TURNING, FOLLOWED = _WORDS["turning"], _WORDS["followed"]
"""Words before "onto" and a street, and behind a street that one takes: take Sunset down to."""
OFF, LIVING, STAYING = _WORDS["off"], _WORDS["living"], _WORDS["staying"]
"""Words before "off" and a street, before "on" and one or an island, and before "at" and a house
number."""
NO_STREET = _OTHERS["app"] | _OTHERS["brand"] | _WORDS["no_street"]
"""What one is on that is no street: Facebook, Earth."""
NO_LABELS = _WORDS["no_label"]
"""Lists whose words are no street behind "on": Skye, Monday."""
DRINKING, GOING_OUT, AT_PUB = _WORDS["drinking"], _WORDS["going_out"], _WORDS["at_pub"]
"""Words of a pub (a pint, quiz), of going out anywhere (tonight, after), and what stands before the
article of a pub."""
PUB_WORDS, PUBS = _WORDS["pub_word"] | _WORDS["pub"], _WORDS["pub"]
"""Words that pubs are called by (red, lion), and those that alone are hardly anything else behind
an article in small letters: the fleece."""
AROUND = 7  # tokens before and behind a pub in which one tells of going there
LONGEST = 2  # words of such a name
NEAR = 5  # tokens before "on" in which a building or event stands
HOURS = 12  # up to which a number before a name may be the time: at 7 Sharp
STREET = Evidence("cue:a street without its noun", 7.0)
PUB = Evidence("cue:a pub by what is done there", 6.0)


def _capital(word: Lexeme) -> bool:
    named = word.shape == "capital" and word.lower.isalpha() and len(word.lower) >= SHORTEST
    return named and base(word.lower) == word.lower


def _street(table: TokenTable, first: int, *, paired: bool = False) -> int:
    """The last token of what may be a street's name that begins at a token; one before it for
    none. paired: whether another one follows."""
    last = first - 1
    while last + 1 < len(table.words) and last + 1 - first < LONGEST:
        word = table.words[last + 1]
        if not _capital(word) or (last >= first and not table.adjacent(last)):
            break
        named = NO_LABELS.isdisjoint(word.labels) and word.lower.removesuffix("s") not in DAYS
        if not named or word.lower in NO_STREET:
            return first - 1
        last += 1
    if last < first or table.fact(every_word_capital):
        return first - 1
    if table.right(last) in PARTICLES and _capital(
        table.words[min(last + 2, len(table.words) - 1)]
    ):
        return first - 1  # Rua do Arenque
    return last if paired or (ends(table, last) and not goes_on(table, last)) else first - 1


def _on(table: TokenTable, index: int) -> Iterator[Detection]:
    """Behind on, onto or off: the house on Elmwood, turn onto Larch, just off Vine."""
    before = [table.left(index, step) for step in range(1, NEAR + 1)]
    link = table.lowers[index]
    if link == "on":
        told = not (BUILT | HAPPENED).isdisjoint(before)
    elif link == "onto":
        told = not TURNING.isdisjoint(before)
    else:
        told = before[0] in OFF or before[0] in BUILT
    if told:
        yield from _claims(table, index + 1, Trust.FORMAL)
    elif link == "on" and before[0] in LIVING:
        yield from _claims(table, index + 1, Trust.EVIDENCE)  # or an island


def _corner(table: TokenTable, index: int) -> Iterator[Detection]:
    """The corner of Sunset and Vine."""
    first = index + 2
    if table.at(index + 1) != "of" or (last := _street(table, first, paired=True)) < first:
        return
    other = last + 2
    if table.at(last + 1) in ("and", "&") and _street(table, other) >= other:
        yield table.claim(first, last, "place", STREET, trust=Trust.FORMAL)
        yield from _claims(table, other, Trust.FORMAL)


def _taken(table: TokenTable, index: int) -> Iterator[Detection]:
    """Take Sunset down to the river."""
    last = _street(table, index + 1, paired=True)
    if last > index and table.right(last) in FOLLOWED:
        yield table.claim(index + 1, last, "place", STREET, trust=Trust.FORMAL)


def _numbered(table: TokenTable, index: int) -> Iterator[Detection]:
    """We're at 22b Larkspur: a house number that is no hour before a name."""
    number, first = index + 1, index + 2
    if first >= len(table.words) or table.left(index) not in STAYING:
        return
    if table.glued(number) and len(table.lowers[first]) == 1:
        first += 1
    digits = table.lowers[number]
    if not digits.rstrip("abcdefgh").isdecimal() or len(digits) > SHORTEST + 2:
        return
    hour = first == number + 1 and digits.isdecimal() and int(digits) <= HOURS
    if not hour and _street(table, first) >= first and table.adjacent(first - 1):
        yield table.claim(number, first - 1, "street_nr", STREET, trust=Trust.FORMAL)
        yield from _claims(table, first, Trust.FORMAL)


def _claims(table: TokenTable, first: int, trust: Trust) -> Iterator[Detection]:
    last = _street(table, first)
    if last >= first:
        yield table.claim(first, last, "place", STREET, trust=trust)


def _pub(table: TokenTable, index: int) -> Iterator[Detection]:
    """A pub behind its article, near words of going out: see you at the Fleece after, fancy the Red
    Lion tonight, a pint in the Quiet Spoon; in small letters by what pubs are called."""
    first = last = index + 1
    if table.left(index) not in AT_PUB or table.fact(every_word_capital):
        return
    if first >= len(table.words) or not _part_of_pub(table, first):
        return
    while last + 1 < len(table.words) and last + 1 - first < LONGEST and table.adjacent(last):
        if not _part_of_pub(table, last + 1):
            break
        last += 1
    if not ends(table, last) and table.right(last) not in GOING_OUT | DRINKING:
        return
    names = table.words[first : last + 1]
    called = all(word.lower in PUB_WORDS for word in names)
    if names[-1].shape == "lower" and not (called and (last > first or names[0].lower in PUBS)):
        return
    near = range(max(0, index - AROUND), min(len(table.words), last + 1 + AROUND))
    same = {table.at(at) for at in near if table.sentence[at] == table.sentence[index]}
    if not same.isdisjoint(DRINKING) or (called and not same.isdisjoint(GOING_OUT)):
        yield table.claim(first, last, "other_institution", PUB, trust=Trust.FORMAL)


def _part_of_pub(table: TokenTable, index: int) -> bool:
    word = table.words[index]
    if word.shape == "lower":
        return word.lower in PUB_WORDS
    fits = _capital(word) and NO_LABELS.isdisjoint(word.labels - {"prof", "person_noun", "title"})
    return fits and not tells_kind(word) and word.lower not in NO_STREET


_PLACES = frozenset(("place",))
RULES = (
    Rule("name.on_street", Stage.CLAIM, _on, words("on", "onto", "off"), _PLACES, cases="houses"),
    Rule("name.corner", Stage.CLAIM, _corner, words("corner", "junction"), _PLACES, cases="houses"),
    Rule("name.taken_street", Stage.CLAIM, _taken, words("take", "took"), _PLACES, cases="houses"),
    Rule(
        "name.at_house", Stage.CLAIM, _numbered, words("at", "to"), _PLACES | {"street_nr"},
        cases="houses",
    ),
    Rule(
        "name.pub", Stage.CLAIM, _pub, words("the"), frozenset(("other_institution",)),
        cases="houses",
    ),
)  # fmt: skip
