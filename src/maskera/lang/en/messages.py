"""Names in messages: greeted with slips (Heyyy Nell, Deer Tadhg,), who says who is writing (its Dom
new number, Dom here), who speaks at what time (Cody  9:11 AM), who signs on the line of the closing
(Sincerly Ifeoluwa), in whose name a table is (booking under Calloway), and firms beside a person
between bars (Olivia Calloway | Tidewell Foods)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping

from maskera import expressions as re
from maskera.lang.en.fields import LABELS
from maskera.lang.en.full_names import (
    FIELD,
    NO_NAME,
    end_of_run,
    is_given,
    line_begins,
    only_a_name,
    only_family,
    person,
    same_line,
)
from maskera.lang.en.headings import CLOSING, KISSES
from maskera.lang.en.initials import first_name, given_label, is_name
from maskera.lang.en.people import ends
from maskera.lang.en.surroundings import every_word_capital, goes_on
from maskera.lang.en.word_names import label_of, may_be_word, tells_kind
from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import CAPITALS, Lexeme
from maskera.mentions import Detection, Evidence, Trust
from maskera.rules.rule import Rule, Stage, lexeme, words
from maskera.taxonomy import FIRSTNAMES, FULL_NAME

_WORDS = word_list("en", "messages")

GREETING = _WORDS["greeting"]
"""Words that greet, with every letter once: hey, helo."""
CALLING, BEHIND = _WORDS["calling"], _WORDS["behind"]
"""Words before who says who is writing (its), and behind: new number, from the gym."""
HERE = _WORDS["here"]
"""What stands behind "here" and a name before it."""
BOOKED = _WORDS["booked"]
"""What is in somebody's name: booking, table."""
NO_FIRM = FULL_NAME | _WORDS["no_firm"]
"""Lists whose words are no firm between bars."""
NEAR = 8  # tokens before "under" in which one stands
AT_END = 80  # characters at the end of a text in which one signs
LONGEST = 12  # tokens before a bar in which somebody's name or trade stands
MOST = 4  # words of a firm between bars
SAYS = Evidence("name:says who is writing", 7.0)

_TWICE = re.compile(r"(.)\1+")
_TIMED = re.compile(
    r"^[ \t>]*(?P<name>[^\W\d_][\w.'’-]*(?: [^\W\d_][\w.'’-]*){0,3}),?[ \t]+\W?[ \t]*"
    r"\[?\(?\d{1,2}[:.]\d\d(?:[:.]\d\d)?(?: ?[AaPp]\.?[Mm]\.?)?[)\]]?[ \t]*$",
    re.MULTILINE,
)


def squeezed(word: str) -> str:
    """A word with every letter once where it stands twice or more side by side: heyyy -> hey."""
    return _TWICE.sub(r"\1", word)


def greets(word: Lexeme) -> bool:
    """Whether a word greets, perhaps with a slip: Heyyy, Deer."""
    return word.shape != "mark" and squeezed(word.lower) in GREETING


def _greeted(table: TokenTable, index: int) -> Iterator[Detection]:
    """A first name behind a greeting that begins a line: Heyyy Nell, Helo Laxmikant, how are you"""
    name = index + 1
    if not (line_begins(table, index) and table.adjacent(index)) or goes_on(table, name):
        return
    word = table.words[name]
    closed = name + 1 == len(table.words) or table.words[name + 1].shape in ("mark", "lower")
    if word.shape in CAPITALS and closed and _somebody(table, name):
        yield table.claim(name, name, label_of(table, name), SAYS, trust=Trust.FORMAL)


def _somebody(table: TokenTable, index: int) -> bool:
    """Whether a word may be what somebody is called: of the lists, or of none."""
    word = table.words[index]
    return is_given(table, range(index, index + 1)) or (only_a_name(word) and not only_family(word))


def _caller(table: TokenTable, index: int) -> Iterator[Detection]:
    """Who says who is writing: its Dom new number, it's me Kemi, this is Jen from the nursery."""
    name = index + 1
    if name >= len(table.words) or goes_on(table, name) or not table.adjacent(index):
        return
    if table.lowers[index] in ("me", "is") and table.left(index) not in CALLING:
        return
    word = table.words[name]
    if word.shape != "capital" or not _somebody(table, name):
        return
    after = table.right(name)
    kin = after == "," and table.right(name, 3) in ("mum", "dad", "mom")
    if after in BEHIND or kin:
        yield table.claim(name, name, label_of(table, name), SAYS, trust=Trust.FORMAL)


def _here(table: TokenTable, index: int) -> Iterator[Detection]:
    """Who is writing: Dom here, new phone; Jen here from the nursery."""
    name = index - 1
    if name < 0 or not table.sentence_initial[name] or table.right(index) not in HERE:
        return
    if table.words[name].shape == "capital" and is_given(table, range(name, index)):
        yield table.claim(name, name, label_of(table, name), SAYS, trust=Trust.FORMAL)


def _timed(table: TokenTable) -> Mapping[int, range]:
    """The first tokens of the names before a time that are a line of their own -> their tokens;
    none where fewer than two lines are such: Cody  9:11 AM."""
    found = [match.span("name") for match in _TIMED.finditer(table.document.text)]
    starts = table.document.tokens.starts
    parts: dict[int, range] = {}
    for begin, end in found if len(found) > 1 else ():
        part = range(bisect_left(starts, begin), bisect_left(starts, end))
        if part and table.words[part[0]].shape in CAPITALS:
            parts[part[0]] = part
    return parts


def _at_time(table: TokenTable, index: int) -> Iterator[Detection]:
    if part := table.fact(_timed).get(index):
        yield from person(table, part)


def _closed(table: TokenTable, closing: int) -> Iterator[Detection]:
    """Who signs on the line of the closing at the end of a text: Sincerly Ifeoluwa."""
    name, text = closing + 1, table.document.text
    if len(text) - table.document.tokens.starts[closing] > AT_END:
        return
    while table.at(name) in (",", "-", "–", "!"):
        name += 1
    if name >= len(table.words) or not same_line(table, closing, name):
        return
    end = end_of_run(table, name)
    signs = all(word.lower in KISSES or word.shape == "mark" for word in table.words[end:])
    first = closing
    while first > 0 and same_line(table, first - 1, closing) and closing - first < 3:
        first -= 1
    if end > name and signs and line_begins(table, first):
        yield from person(table, range(name, end))


def _booked(table: TokenTable, index: int) -> Iterator[Detection]:
    """In whose name something is: a table under Calloway, booking ref KX7 under Jen."""
    name = index + 1
    near = {table.left(index, step) for step in range(1, NEAR)}
    if name >= len(table.words) or near.isdisjoint(BOOKED):
        return
    end = end_of_run(table, name)
    word = table.words[name]
    if end > name + 1:
        yield from person(table, range(name, end))
    elif word.shape == "capital" and ends(table, name) and not word.labels & NO_NAME:
        known = is_given(table, range(name, end))
        label = label_of(table, name) if known else "surname"
        yield table.claim(name, name, label, FIELD, trust=Trust.FORMAL)


def _barred(table: TokenTable, bar: int) -> Iterator[Detection]:
    """A firm behind a bar on the line of somebody's name or trade: Jen Calloway | Tidewell."""
    first = bar + 1
    if first >= len(table.words) or not same_line(table, bar, first):
        return
    end = end_of_run(table, first)
    if not 1 < end - first <= MOST or table.fact(every_word_capital):
        return
    closed = end == len(table.words) or not same_line(table, end - 1, end) or table.at(end) == "|"
    names = table.words[first:end]
    if not closed or any(not NO_FIRM.isdisjoint(word.labels) for word in (names[0], names[-1])):
        return
    if _person_before(table, bar) and not all(word.plain > 0 for word in names):
        yield table.claim(first, end - 1, "other_institution", FIELD, trust=Trust.FORMAL)


def _person_before(table: TokenTable, bar: int) -> bool:
    """Whether somebody's trade or name stands on the line before a token."""
    first = bar
    while first > 0 and bar - first < LONGEST and same_line(table, first - 1, bar):
        first -= 1
    line = table.words[first:bar]
    return any(not word.labels.isdisjoint(FIRSTNAMES | {"prof", "surname"}) for word in line)


def _reversed(table: TokenTable, comma: int) -> Iterator[Detection]:
    """A surname and a first name behind a comma that begin a line, perhaps behind the number of a
    bed: Houston, Liam - overdue; Rm 12 - Hutchins, Earline, 78F."""
    family, given = comma - 1, comma + 1
    if given >= len(table.words) or family < 0 or goes_on(table, given):
        return
    if not line_begins(table, family) and table.at(family - 1) not in ("-", "–", ":"):
        return
    word = table.words[family]
    named = "surname" in word.labels or only_a_name(word)
    named = named and not may_be_word(word) and not table.glued(comma)
    last = given + 1 == len(table.words) or not same_line(table, comma, given + 1)
    closed = last or table.at(given + 1) in ("-", "–", "(", ":")
    closed = closed or (table.at(given + 1) == "," and table.at(given + 2)[:1].isdigit())
    if not (word.shape in CAPITALS and named and closed) or not same_line(table, family, given):
        return
    other = table.words[given]
    if other.shape in CAPITALS and is_name(other) and first_name(other) is not None:
        yield table.claim(family, family, "surname", FIELD, trust=Trust.FORMAL)
        yield table.claim(given, given, given_label(other), FIELD, trust=Trust.FORMAL)


def _school(table: TokenTable, index: int) -> Iterator[Detection]:
    """A school whose kind stands in small letters: from Whitlock middle school, at Lomax high."""
    name = index - 1
    if name < 1 or not table.adjacent(name) or table.words[index].shape != "lower":
        return
    word = table.words[name]
    if word.shape != "capital" or table.sentence_initial[name] or table.left(name) not in TO_SCHOOL:
        return
    if tells_kind(word) or not {"month_word", "weekday", "nationality"}.isdisjoint(word.labels):
        return
    last = index + (table.right(index) in ("school", "high"))
    if last > index or ends(table, last):
        yield table.claim(name, last, "school", SCHOOL, trust=Trust.FORMAL)


TO_SCHOOL, SCHOOL_KINDS = word_list("en", "houses")["to_school"], _WORDS["school_kind"]
SCHOOL = Evidence("name:a school by its kind", 6.0)
RULES = (
    Rule("name.greeted", Stage.CLAIM, _greeted, lexeme(greets), FIRSTNAMES, cases="fields"),
    Rule("name.caller", Stage.CLAIM, _caller, words(*CALLING, "me"), FIRSTNAMES, cases="fields"),
    Rule("name.here", Stage.CLAIM, _here, words("here"), FIRSTNAMES, cases="fields"),
    Rule(
        "name.at_time",
        Stage.CLAIM,
        _at_time,
        lexeme(lambda word: word.shape in CAPITALS),
        LABELS,
        cases="fields",
    ),
    Rule("name.closed", Stage.CLAIM, _closed, words(*CLOSING), LABELS, cases="fields"),
    Rule("name.booked", Stage.CLAIM, _booked, words("under"), LABELS, cases="fields"),
    Rule("name.reversed", Stage.CLAIM, _reversed, words(","), LABELS, cases="fields"),
    Rule("name.barred", Stage.CLAIM, _barred, words("|"), LABELS, cases="fields"),
    Rule(
        "name.school_kind",
        Stage.CLAIM,
        _school,
        words(*SCHOOL_KINDS),
        frozenset(("school",)),
        cases="houses",
    ),
)
