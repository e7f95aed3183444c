"""Somebody's full name in a run of words with capitals, in lists or not: [Fr.] Michael, K. Osei, Poppy
Field; and whether it is one at all: not Head Office.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from maskera.lang.en.initials import is_name, letter, may_be_plain
from maskera.lang.en.morphology import base, marks
from maskera.lang.en.names import PARTICLES, SURNAMES_TOO, only_given
from maskera.lang.en.people import KNOWN, rare
from maskera.lang.en.word_names import DAYS, label_of, may_be_word, tells_kind
from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import CAPITALS, Lexeme
from maskera.mentions import Detection, Evidence, Trust
from maskera.taxonomy import FIRSTNAMES, FULL_NAME, INSTITUTIONS
from maskera.text import back_over

PERSON, DOCTOR = "person", "doctor"
GIVEN, FAMILY = "given", "family"
"""What there is room for: a full name, first names, surnames, somebody called by the surname."""
STOPS = word_list("en", "fields")["stops"]
"""What may stand behind a name in a field."""
NO_NAME = word_list("en", "fields")["no_name"]
"""Lists whose words are no names."""
FIELD = Evidence("name:in a field for one", 7.0)
LISTED, USUAL = 1.5, 5.0  # weight of a first name in lists, and Zipf of a word that is another
MOST = 5  # words of somebody's name


def line_begins(table: TokenTable, index: int) -> bool:
    """Whether a token is the first of its line, behind marks of a list or a quotation."""
    text, start = table.document.text, table.document.tokens.starts[index]
    begin = back_over(text, start, " \t>*•-–—#".__contains__)
    return begin == 0 or text[begin - 1] == "\n"


def same_line(table: TokenTable, first: int, last: int) -> bool:
    """Whether two tokens stand on one line."""
    tokens = table.document.tokens
    return "\n" not in table.document.text[tokens.ends[first] : tokens.starts[last]]


def end_of_run(table: TokenTable, first: int) -> int:
    """Behind the words with a capital that begin at a token, and their initials' full stops."""
    at = first
    while at < len(table.words) and (at == first or same_line(table, at - 1, at)):
        dot = table.lowers[at] == "." and at > first and letter(table, at - 1)
        if not dot and table.words[at].shape not in CAPITALS:
            break
        at += 1
    return at


def may_be_part(table: TokenTable, index: int) -> bool:
    """Whether a token is a word with a capital, which part of a name may be."""
    return table.words[index].shape in CAPITALS and len(table.lowers[index]) > 1


def is_title(table: TokenTable, index: int) -> bool:
    """Whether a token is a title: Mrs, PC."""
    return "title" in table.words[index].labels


def person(table: TokenTable, part: range, kind: str = PERSON) -> Iterator[Detection]:
    """The names of one person: with titles and initials, [Fr.] Michael, K. Osei, Aine Ní Fhloinn;
    nothing where the words are hardly a name. part: its tokens."""
    at = part.start
    while at < part.stop and (is_title(table, at) or (at > part.start and table.lowers[at] == ".")):
        at += 1
    titled, units = at > part.start, list[range]()
    while at < part.stop and len(units) < MOST:
        last = at
        if letter(table, at):
            last += table.at(at + 1) == "." and table.glued(at)
        elif table.lowers[at] in PARTICLES:
            while last + 1 < part.stop and table.lowers[last] in PARTICLES:
                last += 1
        if table.words[last].shape not in CAPITALS and table.lowers[last] != ".":
            break
        units.append(range(at, last + 1))
        at = last + 1
    stops = at >= part.stop or table.lowers[at] in STOPS
    stops = stops or (len(units) > 1 and table.words[at].shape == "digit")
    if not units or not stops:
        return
    if not _is_person(table, units, titled, kind):
        return
    for number, unit in enumerate(units):
        if 0 < number < len(units) - 1 and not is_given(table, unit):
            continue  # Araceli Montiel Rueda
        label = _label(table, unit, number, len(units), titled, kind)
        word = table.words[unit[-1]]
        features = marks(word.lower)
        yield table.claim(unit[0], unit[-1], label, FIELD, features=features, trust=Trust.FORMAL)


def _label(table: TokenTable, unit: range, number: int, count: int, titled: bool, kind: str) -> str:
    if letter(table, unit[0]):
        return "initials"
    word = table.words[unit[-1]]
    alone = count == 1
    if alone and kind == PERSON and not word.entries and may_be_plain(word):
        return "initials"  # Action: RLM
    if kind == FAMILY or (number == count - 1 and kind != GIVEN and not alone):
        return "surname"
    called = table.at(unit[-1] + 1) == "("  # Mrs Winifred (Winnie) Mensah
    given = bool(only_given(word)) or (called and is_given(table, unit))
    if alone and kind != GIVEN and ((titled and not given) or kind == DOCTOR or only_family(word)):
        return "surname"
    return label_of(table, unit[-1])


def only_family(word: Lexeme) -> bool:
    """Whether lists have a word as a surname and as no first name."""
    return "surname" in word.labels and word.labels.isdisjoint(FIRSTNAMES) and not may_be_word(word)


def is_given(table: TokenTable, unit: range) -> bool:
    """Whether lists have a word as a first name, or it is a letter."""
    word = table.words[unit[-1]]
    if letter(table, unit[0]) or (may_be_word(word) and base(word.lower) not in DAYS):
        return True
    listed = any(e.label in FIRSTNAMES and e.weight >= LISTED for e in word.entries)
    return listed and word.zipf < USUAL and word.labels.isdisjoint(NO_NAME)


def _is_person(table: TokenTable, units: Sequence[range], titled: bool, kind: str) -> bool:
    """Whether words with a capital are somebody's names."""
    first, last = units[0], units[-1]
    word = table.words[last[-1]]
    family = "surname" in word.labels
    if kind in (GIVEN, FAMILY):
        return word.labels.isdisjoint(NO_NAME - {"prof"}) or family or may_be_word(word)
    if len(units) == 1:
        if letter(table, first[0]):
            return False
        known = family and (word.plain <= KNOWN or titled or kind == DOCTOR)
        return known or titled or is_given(table, first) or only_a_name(word)
    if letter(table, last[0]):
        return is_given(table, first)
    if (tells_kind(word) and not family and word.lower not in SURNAMES_TOO) or word.shape == "mark":
        return False
    if not word.labels.isdisjoint(NO_NAME) and not (family or may_be_word(word)):
        return False
    if len(last) > 1 or is_given(table, first):
        return True
    begins = table.words[first[-1]]
    named = family and kind == PERSON and not begins.labels & (NO_NAME | INSTITUTIONS)
    if named and any(e.label == "surname" and e.weight >= LISTED for e in word.entries):
        return "prof" not in word.labels and not begins.zipf > USUAL  # Moss Hartley
    return only_a_name(begins) and (family or only_a_name(word))


def only_a_name(word: Lexeme) -> bool:
    """Whether a word is in no list but as somebody's name, and in no dictionary."""
    if rare(word):
        return True
    return is_name(word) and word.ordinary <= 0 and word.labels <= FULL_NAME
