"""Names that no list has as anything but a person's, wherever they stand with a capital (say nothing
to Huda), with the surname behind them that is a word (Aoife Hand), and who signs (Grace x)."""

from __future__ import annotations

from collections.abc import Iterator

from maskera.lang.en.extents import behind_title
from maskera.lang.en.initials import first_name, is_name
from maskera.lang.en.morphology import APOSTROPHES
from maskera.lang.en.names import SAINTS
from maskera.lang.en.people import gives_or_gets
from maskera.lang.en.surroundings import every_word_capital, goes_on, nouns
from maskera.lang.en.word_names import gender, may_be_word, tells, tells_kind
from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import CAPITALS, Lexeme
from maskera.mentions import Detection, Evidence, Trust
from maskera.rules.rule import Rule, Stage, lexeme, where
from maskera.taxonomy import FIRSTNAMES, FULL_NAME, INSTITUTIONS
from maskera.text import back_over, on_over

_WORDS = word_list("en", "word_names")

SURE, HARDLY_A_WORD = 3.0, -1.0  # weight of a name in lists, and log-odds of another word
SURELY = Evidence("name:of no other list", 6.0)
LETTERS = Evidence("name:letters of a body", 4.0)
AT_BODY, OF_BODY = _WORDS["at_body"], _WORDS["of_body"]
"""Words before the letters of a body (emailed NTH), and behind them: the NTH meeting, NTH have."""
ASKING = word_list("en", "word_names")["auxiliary"]
"""Words before a body that is asked to do something: could NTH send."""
_INITIALS, _EXCLUSIONS = word_list("en", "initials"), word_list("en", "exclusions")
ABBREVIATIONS = _EXCLUSIONS["abbreviation"] | _EXCLUSIONS["capitals"] | _INITIALS["office"]
ABBREVIATIONS = (ABBREVIATIONS | _INITIALS["common"]) - _EXCLUSIONS["shortened"]
SHORTENED = _EXCLUSIONS["shortened"]
"""Letters that stand for no body that somebody goes to, and such that do only in small letters."""
KNOWN_LETTERS = 3.0  # Zipf of letters like HDMI
NO_SURNAME = _WORDS["no_surname"]
"""Lists whose words are no surname behind a first name."""
SHORTEST = 3  # letters of a surname that is a word
LAST_LINES = 3  # from the end of a text, where one signs


def _sure(word: Lexeme) -> bool:
    """Whether lists have a word with a capital as a person's name before all, and no dictionary."""
    if word.shape != "capital" or not word.entries or word.plain > HARDLY_A_WORD:
        return False
    best = word.entries[0]
    return best.label in FULL_NAME and best.weight >= SURE and word.labels <= FULL_NAME


def _in_larger(table: TokenTable, index: int) -> bool:
    """Whether a word is part of a longer name that may be a thing's: Aisha Foods, Port Farida."""
    if table.left(index) in table.vocab.derived(nouns) or table.left(index) == "at":
        return True  # the school Dion Casio, expired at Amrita
    if index and (table.words[index - 1].shape == "digit" or behind_title(table, index)):
        return True  # told by their title: PC 4471 Hussain
    if table.left(index) == "." and table.at(index - 2) in SAINTS:
        return True
    before = table.words[max(0, index - 1) : index]
    ahead = bool(before) and table.adjacent(index - 1) and before[0].shape in CAPITALS
    if ahead and not (
        before[0].labels & (FULL_NAME | {"title"}) or table.sentence_initial[index - 1]
    ):
        return True
    if not goes_on(table, index):
        return False
    behind = table.words[index + 1]
    return behind.plain <= 0 and not behind.labels & FULL_NAME


def _claim(table: TokenTable, index: int) -> Iterator[Detection]:
    word = table.words[index]
    if table.all_caps_sentence[index] or _in_larger(table, index):
        return
    features = frozenset(["gen"] if word.genitive else ())
    label = word.entries[0].label
    family = index + 1
    beside = family < len(table.words) and table.adjacent(index) and not word.genitive
    if beside and label in FIRSTNAMES and table.words[family].shape == "capital":
        yield from _surname(table, index, family)
    elif not beside or table.words[family].shape != "capital":
        yield table.claim(index, index, label, SURELY, features=features)


def _surname(table: TokenTable, given: int, family: int) -> Iterator[Detection]:
    """The surname behind a first name, where it is a word of its own: Aoife Hand."""
    word = table.words[family]
    last = word.lower.isalpha() and not goes_on(table, family)
    if word.labels & FULL_NAME or tells_kind(word) or not last or word.labels & NO_SURNAME:
        return
    if table.fact(every_word_capital) or word.plain <= 0 or len(word.lower) < SHORTEST:
        return
    if table.glued(family) and table.words[family + 1].lower in APOSTROPHES:
        return  # Farmers' Market
    label = table.words[given].entries[0].label
    yield table.claim(given, given, label, SURELY, trust=Trust.FORMAL)
    yield table.claim(family, family, "surname", SURELY, trust=Trust.FORMAL)


def _may_sign(word: Lexeme) -> bool:
    return may_be_word(word) or (word.shape == "capital" and first_name(word) is not None)


def _signed(table: TokenTable, index: int) -> Iterator[Detection]:
    """The first name that is all of one of the last lines, perhaps with kisses: Grace x."""
    text, span = table.document.text, table.span(index, index)
    if text.count("\n", span.end) - text[span.end :].isspace() > LAST_LINES:
        return
    begin = back_over(text, span.start, " -–~".__contains__)
    end = on_over(text, span.end, " xX.!".__contains__)
    if text[max(0, begin - 1) : begin] != "\n" or text[end : end + 1] not in ("", "\n"):
        return
    listed = first_name(table.words[index])
    label = gender(table, index) or (listed.label if listed else "")
    if label:
        yield table.claim(index, index, label, SURELY, trust=Trust.FORMAL)


def _letters(word: Lexeme) -> bool:
    """Whether a word is three to six capitals of no list and no dictionary."""
    known = word.entries or word.lower in ABBREVIATIONS
    known = known or (word.zipf >= KNOWN_LETTERS and word.lower not in SHORTENED)
    return word.shape == "upper" and word.lower.isalpha() and 2 < len(word.lower) < 7 and not known


def _body(table: TokenTable, index: int) -> Iterator[Detection]:
    """Letters that somebody goes to, works or studies at, writes to or waits for: I'm going to the
    RTB, let ACC know, the BFI meeting; but not in a sentence of capitals."""
    if table.all_caps_sentence[index] or table.fact(every_word_capital) or goes_on(table, index):
        return
    the = table.left(index) == "the"
    before, after = table.left(index, 1 + the), table.right(index)
    told = before in AT_BODY or (the and before == "to") or gives_or_gets(table, index - the)
    acts = table.words[index + 1].shape == "lower" if table.adjacent(index) else False
    asked = before in ASKING and acts and table.left(index, 2 + the) in ("", ",", "and", "so")
    named = before == "(" and after == ")" and index > 1 + the
    named = named and is_name(table.words[index - 2 - the])
    if told or asked or named or (acts and after in OF_BODY):
        yield table.claim(index, index, "other_institution", LETTERS, trust=Trust.FORMAL)


RULES = (
    Rule("name.letters", Stage.CLAIM, _body, lexeme(_letters), INSTITUTIONS, cases="names"),
    Rule("name.sure", Stage.CLAIM, _claim, lexeme(_sure), FULL_NAME, cases="names"),
    Rule(
        "name.last_line",
        Stage.CLAIM,
        _signed,
        where(lexeme(_may_sign), tells),
        FIRSTNAMES,
        cases="names",
    ),
)
