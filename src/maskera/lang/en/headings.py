"""Names at the head of a line and under a letter: who speaks in a chat (Grace: you there?), who signs
(Kind regards, Dilnoza), whose statement it is, a name over a trade or an address; and behind a
trade: her keyworker, Ty.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from maskera.lang.en.fields import LABELS, name_of_field
from maskera.lang.en.full_names import (
    FIELD,
    MOST,
    STOPS,
    end_of_run,
    is_given,
    line_begins,
    may_be_part,
    only_a_name,
    only_family,
    person,
    same_line,
)
from maskera.lang.en.initials import letter
from maskera.lang.en.morphology import base
from maskera.lang.en.people import KNOWN
from maskera.lang.en.word_names import NAMES, POSSESSIVE, may_be_word, tells_kind
from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import CAPITALS, Lexeme
from maskera.mentions import Detection, Trust
from maskera.rules.rule import Occurrence, Rule, Stage, entries, lexeme, words
from maskera.taxonomy import FIRSTNAMES, FULL_NAME

_WORDS = word_list("en", "fields")

CLOSING = _WORDS["closing"]
"""Words of the line above a signature."""
OFFICE = _WORDS["office"]
"""Words of a trade, a degree or an address, which stand behind or under somebody's name."""
BESIDE = ("|", ",", "(", "–", "—", "-", "/", "<", "[")
"""Marks behind a name that is the beginning of a line."""
KISSES = frozenset(("x", "xx", "xxx", "!", ".", ":", ")"))
"""What may stand behind the name of who signs; a full stop behind a letter is its own."""
LONGEST = 4  # words of a name that is a line
PARTY = FULL_NAME | {"ordinary", "prof", "thing", "head_geo", "person_noun"}


def _speakers(table: TokenTable) -> Mapping[int, range]:
    """Colons behind who speaks, in lines of a chat -> the tokens of their names; none where fewer
    than two lines begin so: Grace: you there?"""
    found: dict[int, range] = {}
    for colon in table.among(frozenset(":")):
        first = colon
        while (
            first
            and colon - first < 2
            and table.adjacent(first - 1)
            and (may_be_part(table, first - 1) or (first == colon and letter(table, first - 1)))
        ):
            first -= 1
        if first == colon or not _begins_turn(table, first) or name_of_field(table, colon)[1]:
            continue
        if colon + 1 < len(table.words) and same_line(table, colon, colon + 1):
            found[colon] = range(first, colon)
    names = [table.lowers[part.start] for part in found.values()]
    small = sum(table.words[colon + 1].shape == "lower" for colon in found)
    turns = len(found) > 1 and (len(set(names)) < len(names) or 2 * small > len(found))
    return found if turns else {}


def _begins_turn(table: TokenTable, index: int) -> bool:
    """Whether a line begins at a token, perhaps behind a time in brackets: [14:02] Grace."""
    if line_begins(table, index):
        return True
    text, start = table.document.text, table.document.tokens.starts[index]
    line = text.rfind("\n", 0, start) + 1
    return not any(map(str.isalpha, text[line:start].replace("am", "").replace("pm", "")))


def _turn(table: TokenTable, colon: int) -> Iterator[Detection]:
    if part := table.fact(_speakers).get(colon):
        yield from person(table, part)


def _signed(table: TokenTable, closing: int) -> Iterator[Detection]:
    """Who stands under the words that close a letter: Kind regards, Dilnoza."""
    end = closing + 1
    while table.at(end) in (",", ".", "!", "-", "&"):
        end += 1
    if end >= len(table.words) or same_line(table, closing, end):
        return
    if not _short_line(table, closing) or table.words[end].shape not in CAPITALS:
        return
    last = end
    while last + 1 < len(table.words) and same_line(table, last, last + 1):
        if table.lowers[last + 1] in BESIDE or last - end > MOST:
            break
        last += 1
    while last > end and table.lowers[last] in KISSES and not letter(table, last - 1):
        last -= 1
    yield from person(table, range(end, last + 1))


def _kissed(table: TokenTable, kiss: int) -> Iterator[Detection]:
    """Who signs with a kiss at the end of a line: see you there? Nance x."""
    name, end = kiss - 1, table.document.tokens.ends[kiss]
    if name < 1 or table.document.text[end : end + 1] not in ("", "\n"):
        return
    if table.sentence_initial[name] and table.adjacent(name):
        yield from person(table, range(name, kiss))


def _addressed(table: TokenTable, index: int) -> Iterator[Detection]:
    """Who is addressed on a line of their own: Lew, and an empty line."""
    comma = index + 1
    if table.at(comma) != "," or not table.glued(index) or not line_begins(table, index):
        return
    behind = table.document.text[table.document.tokens.ends[comma] :][:2]
    if behind == "\n\n":
        yield from person(table, range(index, comma))


def _firm(table: TokenTable, index: int) -> Iterator[Detection]:
    """A line between somebody's trade and an address or a telephone: Case Manager / Open Door / 27
    Mill Walk."""
    if not line_begins(table, index) or index < 2:
        return
    end = end_of_run(table, index)
    last = end - 1
    if not 1 < end - index <= LONGEST or end >= len(table.words) or same_line(table, last, end):
        return
    above = not {"prof"}.isdisjoint(table.words[index - 1].labels) or table.at(index - 1) in OFFICE
    below = table.words[end].shape == "digit" or table.lowers[end] in OFFICE | {"("}
    if above and below and table.words[last].shape == "capital":
        yield table.claim(index, last, "other_institution", FIELD, trust=Trust.FORMAL)


def _may_be_firm(word: Lexeme) -> bool:
    return word.shape == "capital" and word.labels.isdisjoint(NO_FIRM) and len(word.lower) > 2


def _short_line(table: TokenTable, index: int) -> bool:
    """Whether the line of a token has few words, as one that closes a letter has."""
    text, tokens = table.document.text, table.document.tokens
    start = text.rfind("\n", 0, tokens.starts[index]) + 1
    return len(text[start : tokens.ends[index]].split()) <= 4


def _of_trade(table: TokenTable, found: Occurrence) -> Iterator[Detection]:
    """Who is told by a trade in small letters, or by one that begins a sentence: her keyworker, Ty;
    Health visitor Dot Rich; but not the driver Bolt."""
    trade = found.last
    first = trade + 1 + (table.at(trade + 1) == ",")
    if first >= len(table.words) or table.sentence[first] != table.sentence[trade]:
        return
    comma = first > trade + 1
    small = table.words[trade].shape == "lower" or table.sentence_initial[found.first]
    end = end_of_run(table, first)
    if end == first or not small or table.sentence_initial[first]:
        return
    closed = table.at(end) in (",", ".", ")", "(", "")
    if comma and not (closed and _owned_trade(table, found.first)):
        return
    word = table.words[first]
    known = is_given(table, range(first, end)) and (may_be_word(word) or word.plain <= KNOWN)
    if end == first + 1 and not known:
        return
    yield from person(table, range(first, end + (table.at(end) in STOPS)))


def _owned_trade(table: TokenTable, trade: int) -> bool:
    """Whether it is somebody's: Hunter's keyworker, my solicitor."""
    before = range(max(0, trade - 3), trade)
    return any(table.words[at].genitive or table.lowers[at] in POSSESSIVE for at in before)


def _heading(table: TokenTable, index: int) -> Iterator[Detection]:
    """Whose statement it is: Statement of Dawn Cook, as a line."""
    first = index + 2
    if table.at(index + 1) != "of" or not line_begins(table, index) or first >= len(table.words):
        return
    yield from person(table, range(first, end_of_run(table, first)))


def _parties(table: TokenTable, versus: int) -> Iterator[Detection]:
    """The parties of a case: RICH v RAMDHONEE; but not England v Wales."""
    other = versus + 1 + (table.at(versus + 1) == "." and table.glued(versus))
    if not versus or other >= len(table.words) or not same_line(table, versus - 1, other):
        return
    sides = [table.words[versus - 1], table.words[other]]
    names = [word.shape in CAPITALS and word.labels <= PARTY for word in sides]
    if all(names) and any(only_a_name(word) or only_family(word) for word in sides):
        for at in (versus - 1, other):
            yield table.claim(at, at, "surname", FIELD, trust=Trust.FORMAL)


def _oneself(table: TokenTable, index: int) -> Iterator[Detection]:
    """Who says so of themselves: I, Art Looney, of 27 Mill Walk."""
    first = index + 2
    if table.at(index + 1) != "," or table.words[index].shape not in CAPITALS:
        return
    if first < len(table.words):
        end = end_of_run(table, first)
        if table.at(end) == ",":
            yield from person(table, range(first, end))


def _may_head(word: Lexeme) -> bool:
    """Whether a word may be the first name of somebody whose name is a line."""
    return word.shape in CAPITALS and (
        base(word.lower) in NAMES or not word.labels.isdisjoint(FIRSTNAMES)
    )


def _line(table: TokenTable, index: int) -> Iterator[Detection]:
    """Somebody's name at the head of a line, before a trade, a degree, a bar or an address on the
    next: Guy Rich, BSc; Poppy Moss | Senior Associate."""
    if not line_begins(table, index):
        return
    end = end_of_run(table, index)
    if not 2 <= end - index <= LONGEST or tells_kind(table.words[end - 1]):
        return
    behind = end + (table.at(end) in BESIDE)
    ended = behind > end or (behind < len(table.words) and not same_line(table, end - 1, end))
    if ended and behind < len(table.words) and _of_office(table, behind):
        yield from person(table, range(index, end))


def _of_office(table: TokenTable, index: int) -> bool:
    """Whether a trade, a degree or an address begins at a token, or a trade ends its line's first
    words."""
    if "@" in table.lowers[index] or table.lowers[index] in OFFICE:
        return True
    if table.words[index].shape == "digit":
        return True
    for at in range(index, min(index + 3, len(table.words))):
        if not table.words[at].labels.isdisjoint(("prof", "edu", "degree")):
            return True
        if table.words[at].shape not in CAPITALS:
            return False
    return False


NO_FIRM = FULL_NAME | {"prof", "title", "city", "region", "country", "area"}
RULES = (
    Rule("name.addressed", Stage.CLAIM, _addressed, lexeme(_may_head), LABELS, cases="fields"),
    Rule("name.kissed", Stage.CLAIM, _kissed, words("x", "xx", "xxx"), LABELS, cases="fields"),
    Rule("name.firm_line", Stage.CLAIM, _firm, lexeme(_may_be_firm), LABELS, cases="fields"),
    Rule("name.turn", Stage.CLAIM, _turn, words(":"), LABELS, cases="fields"),
    Rule("name.trade", Stage.CLAIM, _of_trade, entries("prof"), LABELS, cases="fields"),
    Rule("name.heading", Stage.CLAIM, _heading, words(*_WORDS["heading"]), LABELS, cases="fields"),
    Rule("name.parties", Stage.CLAIM, _parties, words("v", "vs", "versus"), LABELS, cases="fields"),
    Rule("name.oneself", Stage.CLAIM, _oneself, words("i", "we"), LABELS, cases="fields"),
    Rule("name.line", Stage.CLAIM, _line, lexeme(_may_head), LABELS, cases="fields"),
    Rule("name.under_closing", Stage.CLAIM, _signed, words(*CLOSING), LABELS, cases="fields"),
)
