"""Whose workplace an institution is: one where somebody else works is none (läkaren på Ekens
vårdcentral), and a school that employs somebody is one (lektor vid Umeå
universitet)."""

from __future__ import annotations

from collections.abc import Sequence

from maskera.label.harmonize import told
from maskera.lang.sv.persons import BE, OTHERS, OWN
from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import word_list
from maskera.mentions import Mention

_WORDS = word_list("sv", "workplaces")

_AT = _WORDS["at"]
_SCHOOL = _WORDS.ranked("school")
# Said of people whom the writer knows from work, or of whom the text says that they work there.
_COLLEAGUES = _WORDS.ranked("colleagues")
# Who is at a school without working there for anybody of the writer: of researchers whom texts
# quote, none is the writer's.
_NO_EMPLOYEE = _WORDS["no_employee"]
_BECOMING = _WORDS["becoming"]
_TEACH = _WORDS["teach"]
_POSTS = _WORDS["posts"]
WINDOW = 6  # tokens before a trade that say whose colleague somebody is
LONGEST_SUBJECT = 3  # tokens of what a trade is about: lektor i organisk kemi vid _


def settled(table: TokenTable, mentions: Sequence[Mention]) -> list[Mention]:
    """The mentions, in their order; institutions may have changed their label for another one of
    an institution."""
    return [_settled(table, mention) for mention in mentions]


def _settled(table: TokenTable, mention: Mention) -> Mention:
    if mention.label not in ("work", "school"):
        return mention
    at = table.first_token(mention.span) - 1
    if at < 1 or not table.left(at + 1) or not table.left(at):
        return mention
    if mention.label == "work" and table.lowers[at] in _AT and _someone_elses(table, at - 1):
        return told(mention, _otherwise(table, mention), "somebody else works there")
    if mention.label == "school" and table.lowers[at] in ("på", "vid") and _employs(table, at - 1):
        return told(mention, "work", "a school that employs somebody")
    return mention


def _otherwise(table: TokenTable, mention: Mention) -> str:
    """What a workplace of nobody's is: a school by its last word, or an institution."""
    form = table.document.text[mention.span.start : mention.span.end].lower()
    return "school" if form.endswith(_SCHOOL) else "other_institution"


def _someone_elses(table: TokenTable, index: int) -> bool:
    """Whether a token is a definite trade (läkaren) that nothing before it ties to the writer; the
    boss is the writer's, and "en av läkarna" somebody of the text."""
    entry = table.entry(index, "prof")
    if entry is None or "def" not in entry.flags or table.left(index) == "av":
        return False
    return not any(
        form.startswith(_COLLEAGUES) for form in (table.lowers[index], *_before(table, index))
    )


def _before(table: TokenTable, index: int) -> Sequence[str]:
    """The words before a token in its sentence, at most WINDOW."""
    return table.lowers[table.since(index, WINDOW) : index]


def _employs(table: TokenTable, index: int) -> bool:
    """Whether what ends at a token is said of somebody who works where it goes on: undervisar _,
    jobbet _, rektor _, lektor i organisk kemi _; but not min lärare _, läser till kock _, läraren
    _."""
    if table.lowers[index] in _TEACH | _POSTS:
        return True
    if table.entry(index, "prof") is not None:
        return _held(table, index)
    for trade in range(index - 2, index - 2 - LONGEST_SUBJECT, -1):
        if trade >= 0 and table.right(trade) == "i" and table.entry(trade, "prof") is not None:
            return _held(table, trade)
    return False


def _held(table: TokenTable, trade: int) -> bool:
    """Whether a trade is said to be somebody's."""
    entry = table.entry(trade, "prof")
    if entry is None or entry.flags & {"def", "pl"} or entry.canonical.lower() in _NO_EMPLOYEE:
        return False
    if table.left(trade) in ("en", "ett") and table.left(trade, 2) not in BE:
        return False
    return {table.left(trade, 1), table.left(trade, 2)}.isdisjoint(OWN | OTHERS | _BECOMING)
