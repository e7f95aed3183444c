"""Houses whose kind stands in small letters behind their name (the Nellaiappar temple, karmand
centre), and those told by number: School No. 47."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from maskera.lang.en.morphology import base
from maskera.lang.en.people import ends
from maskera.lang.en.situations import words as words_of
from maskera.lang.en.surroundings import every_word_capital, nouns
from maskera.lang.en.word_names import writes_capitals
from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import CAPITALS, Lexeme
from maskera.mentions import Detection, Evidence, Trust
from maskera.rules.rule import Rule, Stage, lexeme, where, words
from maskera.taxonomy import FULL_NAME, INSTITUTIONS, PLACES

_WORDS = word_list("en", "houses")

KINDS: Mapping[str, str] = {
    form: label for label in ("place", "school", "other_institution") for form in _WORDS[label]
}
"""Nouns that tell a kind -> the label of the name before them."""
INSIDE = _WORDS["inside"]
"""Words between a name and its kind: lidget green school, karmand community centre."""
GENERAL = _WORDS["general"]
"""Words before what is any house of a town: a Leeds hospital."""
NUMBERED: Mapping[str, str] = {
    form: label.removeprefix("numbered_")
    for label in ("numbered_school", "numbered_other_institution")
    for form in _WORDS[label]
}
LETTERS, TO_SCHOOL = frozenset(("ps",)), _WORDS["to_school"]
"""Letters of schools in New York, and words before them."""
NUMBER = _WORDS["number"]
STREET, GENERAL_STREET = _WORDS["street"], _WORDS["general_street"]
"""Nouns of streets, and words before one that is any: in main road."""
BUILDINGS = _WORDS["building"]
"""Nouns of buildings and small streets that have numbers: court, mews."""
STREET_BEFORE, QUARTER = _WORDS["street_before"], _WORDS["quarter"]
"""Words before where something is, and nouns of parts of towns: in whipps cross."""
ADDRESSED_AT, NAME_LINKS = _WORDS["addressed_at"], _WORDS["name_link"]
"""Words before a house number, and small ones inside the name of a street."""
DWELLING, STREET_TOLD = _WORDS["dwelling"], 4
"""Words for living somewhere, and tokens before a house number in which one stands."""
NO_ADDRESS = _WORDS["no_address"]
"""Lists whose words name no street."""
WORKED_FOR = frozenset(("at", "for"))
TOLD = 6  # tokens before a name in which work is told
LONGEST = 3  # words of what something is called
MOST = 2  # words of a street's name before its noun
TOWNS = frozenset(("city", "area", "region"))
NO_NAMES = _WORDS["no_name"]
"""Lists whose words name no house before its kind."""
TWO_WORDS: Mapping[str, str] = {
    form: label.removeprefix("two_words_")
    for label in ("two_words_place", "two_words_school", "two_words_other_institution")
    for form in _WORDS[label]
}
"""Kinds of two words, which a name stands before."""
ADJECTIVES = _WORDS.ranked("adjective")
"""Endings of adjectives and participles."""
COUNTED = _WORDS["counted"]
"""Lists of what a number counts: 40 min, 200 naira."""
HOUSE = Evidence("name:before a kind in small letters", 6.0)
BY_NUMBER = Evidence("name:a house by its number", 6.0)
PLAIN = 0.5  # log-odds from which on a listed name is rather another word in small letters
SHORTEST = 4  # letters of a name of no list
USUAL = 4.2  # the same, of one that lists have as a name
RARE = 3.5  # Zipf under which a word of no list may be what a building is called
FREQUENT = 5.0  # Zipf of words like today
FUNCTION = 6.0  # Zipf of words like and, which are in no street's name


def _may_name(word: Lexeme) -> bool:
    """Whether a word may be what a house is called: of no list and no dictionary, or a town's or a
    person's name."""
    if word.shape not in ("lower", "capital") or not word.lower.isalpha():
        return False
    if word.entries:
        named = not word.labels.isdisjoint(TOWNS | FULL_NAME)
        return named and word.labels.isdisjoint(NO_NAMES) and word.plain <= PLAIN
    slip = word.shape == "lower" and word.meant
    return not (slip or word.ordinary > 0 or word.plain > PLAIN) and len(word.lower) >= SHORTEST


def _rare(word: Lexeme) -> bool:
    """Whether a word in small letters is hardly another than what a house is called."""
    if word.shape != "lower" or not word.lower.isalpha() or word.meant:
        return False
    if word.entries:
        named = not word.labels.isdisjoint(TOWNS | FULL_NAME)
        return named and word.labels.isdisjoint(NO_NAMES | COUNTED) and word.zipf < USUAL
    return word.zipf < RARE


def _begins(table: TokenTable, index: int) -> int:
    """The token where the name before a kind begins; the kind's own for none."""
    first = index - 1
    while first > 0 and table.adjacent(first) and table.lowers[first] in INSIDE:
        first -= 1
    if first < 0 or not table.adjacent(first) or table.sentence[first] != table.sentence[index]:
        return index
    return first if _may_name(table.words[first]) else index


def _of_kind(table: TokenTable, index: int) -> bool:
    return table.words[index].shape == "lower" and _begins(table, index) < index


def _house(table: TokenTable, index: int) -> Iterator[Detection]:
    first = _begins(table, index)
    if table.fact(every_word_capital) or table.left(first) in GENERAL:
        return
    word = table.words[first]
    tells = word.shape in CAPITALS and not table.sentence_initial[first]
    if not ((tells and not word.entries) or table.few_capitals) or base(word.lower) != word.lower:
        return
    if first and table.adjacent(first - 1) and table.words[first - 1].shape in CAPITALS:
        return  # a name that begins before
    label = KINDS[table.lowers[index]]
    trust = Trust.FORMAL if table.few_capitals else Trust.EVIDENCE
    yield table.claim(first, index, label, HOUSE, trust=trust)


def _two_words(table: TokenTable, index: int) -> Iterator[Detection]:
    """A name of rare words, behind a preposition, before a kind of two words in small letters: in
    porter brook medical centre; but not in the medical centre, in modern health centre."""
    label = TWO_WORDS.get(f"{table.left(index)} {table.lowers[index]}", "")
    first = last = index - 2
    if not label or table.words[index].shape != "lower" or first < 1:
        return
    while index - 1 - first < LONGEST and table.at(first - 1) not in STREET_BEFORE:
        first -= 1
    names = table.words[max(first, 0) : last + 1]
    same = first > 0 and table.sentence[first - 1] == table.sentence[index]
    named = [word for word in names if word.lower not in QUARTER]
    if same and table.left(first) in STREET_BEFORE and named and all(map(_rare_name, named)):
        yield table.claim(first, index, label, HOUSE, trust=Trust.FORMAL)


def _rare_name(word: Lexeme) -> bool:
    """Whether a word in small letters may be part of a name, and is no usual adjective."""
    plain = word.shape == "lower" and word.lower.isalpha() and word.lower not in GENERAL_STREET
    return plain and word.zipf < USUAL and not word.lower.endswith(ADJECTIVES) and not word.meant


def _street_of(table: TokenTable, index: int) -> int:
    """Where the name of a street begins that stands without an article (in forest road), or behind
    a house number: 27 tweedale street; the noun itself for none."""
    first = index - 1
    while index - first <= MOST and first > 0 and not _opens_street(table, first):
        first -= 1
    if first < 0 or not _opens_street(table, first) or first + 1 == index:
        return index
    names = table.words[first + 1 : index]
    said = all(
        word.lower.isalpha() and word.lower not in GENERAL_STREET and word.zipf < FUNCTION
        for word in names
    )
    same = table.sentence[first] == table.sentence[index]
    return first + 1 if said and same and table.adjacent(index - 1) else index


def _opens_street(table: TokenTable, index: int) -> bool:
    return table.at(index) in STREET_BEFORE or bool(_house_number(table, index))


def _house_number(table: TokenTable, index: int) -> range:
    """The tokens of the number that ends at one, with its letter: 27, 14b."""
    first = index
    if len(table.at(index)) == 1 and table.at(index).isalpha() and table.glued(index - 1):
        first -= 1
    number = table.at(first)
    fits = first >= 0 and number.isdecimal() and len(number) < 5
    return range(first, index + 1) if fits else range(0)


def _street(table: TokenTable, index: int) -> Iterator[Detection]:
    """A street in a text without capitals: in forest road; behind a house number in any."""
    word = table.words[index]
    first = _street_of(table, index) if word.shape == "lower" else index
    if first == index or table.words[first].shape != "lower":
        return
    number = _house_number(table, first - 1)
    if not ends(table, index) or (not number and table.fact(writes_capitals)):
        return
    if number and word.lower == "square":
        return  # 3 miles square
    yield table.claim(first, index, "place", HOUSE, trust=Trust.FORMAL)
    if number:
        yield table.claim(number.start, first - 1, "street_nr", HOUSE, trust=Trust.FORMAL)


def _building(table: TokenTable, index: int) -> Iterator[Detection]:
    """A building or small street in small letters behind its number: 14b whitmore court; but not 3
    tennis courts, a 10 minute walk."""
    first = index - 1
    while index - first < MOST and first > 0 and not _house_number(table, first - 1):
        first -= 1
    number = _house_number(table, first - 1)
    if not number or not all(_rare(word) for word in table.words[first:index]):
        return
    if table.words[index].shape != "lower" or not ends(table, index):
        return
    yield table.claim(first, index, "place", HOUSE, trust=Trust.FORMAL)
    yield table.claim(number.start, first - 1, "street_nr", HOUSE, trust=Trust.FORMAL)


def _quarter(table: TokenTable, index: int) -> Iterator[Detection]:
    """A part of a town, of no list, in a text without capitals: in whipps cross."""
    first = index - 1
    if first < 1 or table.words[index].shape != "lower" or table.fact(writes_capitals):
        return
    word = table.words[first]
    if table.left(first) in STREET_BEFORE and not word.entries and _may_name(word):
        yield table.claim(first, index, "area", HOUSE, trust=Trust.FORMAL)


def _employer(table: TokenTable, index: int) -> Iterator[Detection]:
    """What no list has, where one works or behind what it is, in a text without capitals: i have
    nights at freshtime, the new restaurant zaytoona."""
    if table.fact(writes_capitals) or not ends(table, index):
        return
    if label := table.vocab.derived(nouns).get(table.left(index), ""):
        yield table.claim(index, index, label, HOUSE, trust=Trust.FORMAL)
        return
    before = 2 if table.left(index) == "the" else 1
    if table.left(index, before) not in WORKED_FOR:
        return
    behind = (table.left(index, step) for step in range(before + 1, before + 1 + TOLD))
    if not words_of(table, "works_at").isdisjoint(behind):
        yield table.claim(index, index, "work", HOUSE, trust=Trust.FORMAL)


def _may_be_number(word: Lexeme) -> bool:
    return word.shape == "digit" and word.lower.isdecimal() and len(word.lower) < 4


def _address(table: TokenTable, number: int) -> Iterator[Detection]:
    """A house number and the name of a street or house without a noun, before a town or where one
    lives: at 6 Cnoc na Gréine, Kilrush; a room at 7 Thorn Bank; but not by 6 March, London."""
    first = last = number + 1
    if first >= len(table.words) or table.words[first].shape not in CAPITALS:
        return
    if table.glued(number) or not table.adjacent(number) or table.fact(every_word_capital):
        return
    while last + 1 < len(table.words) and last - first < LONGEST and table.adjacent(last):
        if table.words[last + 1].shape not in CAPITALS and table.lowers[last + 1] not in NAME_LINKS:
            break
        last += 1
    names = [table.words[at] for at in range(first, last + 1)]
    if table.words[last].shape not in CAPITALS:
        return
    if any(not NO_ADDRESS.isdisjoint(word.labels) for word in names):
        return
    before, town = table.left(number), last + 2
    said = before in ADDRESSED_AT and any(
        table.left(number, step) in DWELLING for step in range(2, 2 + STREET_TOLD)
    )
    if table.right(last) == "," and town < len(table.words):
        listed = not table.words[town].labels.isdisjoint(TOWNS)
        addressed = before in ADDRESSED_AT or (listed and before in ("", ":"))
        said = said or (table.words[town].shape == "capital" and addressed)
    if said:
        yield table.claim(first, last, "place", HOUSE, trust=Trust.FORMAL)
        yield table.claim(number, number, "street_nr", HOUSE, trust=Trust.FORMAL)


def _called(table: TokenTable, index: int) -> Iterator[Detection]:
    """What something is called in a text without capitals: a school name fatima balkhi."""
    label = table.vocab.derived(nouns).get(table.left(index), "")
    if not label or not (table.few_capitals or not table.fact(writes_capitals)):
        return
    first = index + 1 + (table.right(index) in ("is", "was", ":"))
    last = first = first + (table.at(first) == "the")
    while last - first < LONGEST and not ends(table, last):
        last += 1
    span = range(first, last + 1)
    if last >= len(table.words) or not ends(table, last):
        return
    words = [table.words[at] for at in span]
    if first == last and words[0].zipf >= FREQUENT:
        return  # the school called today
    if all(word.shape == "lower" and word.zipf < FUNCTION for word in words):
        yield table.claim(first, last, label, HOUSE, trust=Trust.FORMAL)


def _unlisted_small(word: Lexeme) -> bool:
    unknown = not word.entries and word.ordinary <= 0 and not word.meant
    return (
        word.shape == "lower" and unknown and len(word.lower) >= SHORTEST and word.lower.isalpha()
    )


def _numbered(table: TokenTable, index: int) -> Iterator[Detection]:
    at = index + 1
    if table.lowers[index] in LETTERS:
        if table.words[index].shape != "upper" or table.at(index - 1) not in TO_SCHOOL:
            return
    elif table.at(at) in NUMBER:
        at += 1 + (table.at(at + 1) == ".")
    else:
        return
    if at < len(table.words) and table.words[at].shape == "digit":
        label = NUMBERED[table.lowers[index]]
        yield table.claim(index, at, label, BY_NUMBER)


RULES = (
    Rule(
        "name.house",
        Stage.CLAIM,
        _house,
        where(words(*KINDS), _of_kind),
        frozenset(KINDS.values()),
        cases="houses",
    ),
    Rule(
        "name.address",
        Stage.CLAIM,
        _address,
        lexeme(_may_be_number),
        frozenset(("place", "street_nr")),
        cases="houses",
    ),
    Rule(
        "name.small_called",
        Stage.CLAIM,
        _called,
        words("call", "called", "name", "named"),
        PLACES | INSTITUTIONS | {"transport_name"},
        cases="houses",
    ),
    Rule(
        "name.small_employer",
        Stage.CLAIM,
        _employer,
        lexeme(_unlisted_small),
        PLACES | INSTITUTIONS | {"transport_name"},
        cases="houses",
    ),
    Rule(
        "name.street",
        Stage.CLAIM,
        _street,
        words(*STREET),
        frozenset(("place", "street_nr")),
        cases="houses",
    ),
    Rule(
        "name.two_words",
        Stage.CLAIM,
        _two_words,
        words(*{form.split()[-1] for form in TWO_WORDS}),
        frozenset(TWO_WORDS.values()),
        cases="houses",
    ),
    Rule(
        "name.numbered_building",
        Stage.CLAIM,
        _building,
        words(*BUILDINGS),
        frozenset(("place", "street_nr")),
        cases="houses",
    ),
    Rule(
        "name.quarter",
        Stage.CLAIM,
        _quarter,
        words(*QUARTER),
        frozenset(("area",)),
        cases="houses",
    ),
    Rule(
        "name.numbered_house",
        Stage.CLAIM,
        _numbered,
        words(*NUMBERED),
        frozenset(NUMBERED.values()),
        cases="houses",
    ),
)
