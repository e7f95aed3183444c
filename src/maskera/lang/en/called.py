"""What people are called beside their names: by a relative's word (Uncle Col), and by a nickname in
quotation marks between theirs (Jimmy "Bull" Hayes)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from maskera.lang.en.initials import first_name
from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import CAPITALS, Lexeme, Vocab
from maskera.mentions import Detection, Evidence, Trust
from maskera.rules.rule import Rule, Stage, lexeme, words
from maskera.taxonomy import FIRSTNAMES
from maskera.text import back_over, on_over

_WORDS = word_list("en", "called")

KIN = _WORDS["kin"]
"""Words for relatives behind which a first name stands."""
LEAVE = _WORDS["leave"]
"""Words of a line with which one takes leave."""
LONGEST = 5  # words of such a line
SIGNED = Evidence("name:signed", 6.0)
NO_NAMES = frozenset(("fam", "title", "prof", "holiday", "month_word", "weekday", "head_org"))
QUOTES = frozenset("\"“”'‘’()")
NAMED_SO = ("capital", "mixed")  # Hayes, O'Hara
OF_KIN = Evidence("name:behind a relative's word", 5.0)
QUOTED = Evidence("name:in quotation marks between names", 6.0)
SURELY_GIVEN = 1.0  # weight of a first name before a nickname


def genders(vocab: Vocab) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """Words for relatives and titles, and all words for people, pronouns too -> the label of their
    bearers' names."""
    rows = [(form, label, note) for form, label, _, note in vocab.lists.rows("genders.tsv")]
    beside = {form: label for form, label, note in rows if note != "pronoun=1"}
    return beside, {form: label for form, label, _ in rows}


def _of_kin(table: TokenTable, index: int) -> Iterator[Detection]:
    """Uncle Col, my auntie Bright; but not Granny Smith apples, which follow in small letters."""
    name = index + 1
    if name >= len(table.words) or not table.adjacent(index):
        return
    word = table.words[name]
    if word.shape != "capital" or len(word.lower) < 2 or word.labels & NO_NAMES:
        return
    if table.words[index].shape == "lower" and table.sentence[name] != table.sentence[index]:
        return
    relatives, _ = table.vocab.derived(genders)
    if label := relatives.get(table.lowers[index], ""):
        features = frozenset(["gen"] if word.genitive else ())
        yield table.claim(name, name, label, OF_KIN, features=features)


def _may_be_quoted(word: Lexeme) -> bool:
    return word.lower in QUOTES


def _quoted(table: TokenTable, mark: int) -> Iterator[Detection]:
    """The word in quotation marks or brackets between a first name and another name, and that, a
    surname."""
    given, name, end, family = mark - 1, mark + 1, mark + 2, mark + 3
    if given < 0 or family >= len(table.words) or table.lowers[end] not in QUOTES:
        return
    if table.glued(given) or not (table.glued(mark) and table.glued(name)):
        return
    around = table.words[given].shape == "capital" and table.words[family].shape in NAMED_SO
    first = first_name(table.words[given])
    bracket = table.lowers[mark] == "("
    titled = given > 0 and "title" in table.words[given - 1].labels
    names = table.words[name].labels & FIRSTNAMES and "surname" in table.words[family].labels
    if bracket and not (titled or names):
        return  # Anna (Rome) Airport
    if around and first and first.weight >= SURELY_GIVEN and table.words[name].shape in CAPITALS:
        yield table.claim(name, name, first.label, QUOTED, trust=Trust.FORMAL)
        if titled:
            yield table.claim(given, given, first.label, QUOTED, trust=Trust.FORMAL)
        if table.words[family].labels & {"surname"}:
            yield table.claim(family, family, "surname", QUOTED)


def _given_in_small_letters(word: Lexeme) -> bool:
    return word.shape == "lower" and not word.labels.isdisjoint(FIRSTNAMES)


def _signed(table: TokenTable, index: int) -> Iterator[Detection]:
    """A first name in small letters on a line of its own, behind one that takes leave:
    laters, baz."""
    span, text = table.span(index, index), table.document.text
    begin = back_over(text, span.start, " ".__contains__)
    end = on_over(text, span.end, " .xX".__contains__)
    if text[max(0, begin - 1) : begin] != "\n" or text[end : end + 1] not in ("", "\n"):
        return
    above = back_over(text, begin, str.isspace)
    line = text[text.rfind("\n", 0, above) + 1 : above].strip().lower()
    if not line.endswith(",") and not LEAVE.intersection(line.split()):
        return
    if len(line.split()) < LONGEST:
        first = next(e for e in table.words[index].entries if e.label in FIRSTNAMES)
        yield table.claim(index, index, first.label, SIGNED)


RULES = (
    Rule(
        "name.signed",
        Stage.CLAIM,
        _signed,
        lexeme(_given_in_small_letters),
        FIRSTNAMES,
        cases="names",
    ),
    Rule("name.kin", Stage.CLAIM, _of_kin, words(*KIN), FIRSTNAMES, cases="names"),
    Rule(
        "name.quoted",
        Stage.CLAIM,
        _quoted,
        lexeme(_may_be_quoted),
        FIRSTNAMES | {"surname"},
        cases="names",
    ),
)
