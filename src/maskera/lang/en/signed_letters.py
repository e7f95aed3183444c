"""Single letters that sign a message or are greeted in one: Cheers, D; start without me. G x; / J;
Hi K,; but not an answer (Option B.), a mark (I got a B), a list of letters or a kiss.
"""

from __future__ import annotations

from collections.abc import Iterator

from maskera import expressions as re
from maskera.lang.en.initials import single
from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import Lexeme
from maskera.mentions import Detection, Evidence, Trust
from maskera.rules.rule import Rule, Stage, lexeme
from maskera.text import Document

CLOSING = word_list("en", "fields")["closing"]
"""Words of the line above a signature, or before it."""
GREETING = word_list("en", "word_names")["greeting"]
SIGNED = Evidence("initial:signs or is greeted", 7.0)
NOBODY = frozenset("ix")
"""I, and a kiss or the letter for anybody (Dear X)."""
AROUND = 160  # characters of a line, and of those beside it, that are looked at
CLOSES = 5  # words of what closes a letter: lots of love,

_REST = re.compile(
    r"\.?(?P<kiss> ?[xX]{1,6}(?:o[xo]*)?\b)?[ \t!.]*[^\w\s.,:;?!()\[\]{}/|=+&%*-]{0,4}\s*"
)
"""What may stand behind the letter on its line: a full stop, kisses, signs that are pictures."""
_GREETED = re.compile(r"(?:[,!]|\s*$)")
_AHEAD = re.compile(r"[\s>]*(?:[-–—~/*] ?){0,2}")
"""What may stand before a letter that is alone on its line; a mark says that it signs."""
_ENDED = re.compile(
    r"(?:[a-z]|(?:\S+ ){4}\S*\d)[^\w\s]{0,3}[.!?…)'\"][^\w\n]*|[a-z] ?[^\x00-\x7f–—-]{1,4}\s*"
)
"""The end of a sentence before the letter, perhaps with a picture."""
_KISSED = re.compile(r"\b[xX]{1,6}[ ,]+")
_DASHED = re.compile(r"[.!?…] *(?:-|–|—|~|/) ?")


def _lines(document: Document, start: int, end: int) -> tuple[str, str, str, str]:
    """What stands before a place on its line and behind it, the line above (empty ones left out)
    and the one below."""
    text = document.text
    begin = text.rfind("\n", max(0, start - AROUND), start) + 1 or max(0, start - AROUND)
    stop = text.find("\n", end, end + AROUND)
    stop = min(len(text), end + AROUND) if stop < 0 else stop
    above = text[max(0, begin - AROUND) : begin].rstrip()
    below = text[stop + 1 : stop + AROUND].partition("\n")[0]
    return text[begin:start], text[end:stop], above[above.rfind("\n") + 1 :], below


def _may_sign(word: Lexeme) -> bool:
    return single(word) and word.lower not in NOBODY


def _claim(table: TokenTable, index: int) -> Iterator[Detection]:
    span = table.span(index, index)
    ahead, behind, above, below = _lines(table.document, span.start, span.end)
    if _greeted(table, index, behind) or _signs(ahead, behind, above, below):
        dotted = table.at(index + 1) == "." and table.glued(index)
        last = index + dotted
        yield table.claim(index, last, "initials", SIGNED, trust=Trust.FORMAL)


def _greeted(table: TokenTable, index: int, behind: str) -> bool:
    """Whether a letter is all that is greeted: Hi K, are you ok?"""
    if table.at(index - 1) not in GREETING or not _GREETED.match(behind):
        return False
    return index > 0 and table.adjacent(index - 1) and table.sentence_initial[index - 1]


def _closes(line: str) -> bool:
    """Whether a line or its beginning closes a letter: Lots of love,"""
    words = re.findall(r"[\w']+", line.lower())
    return 0 < len(words) <= CLOSES and not CLOSING.isdisjoint(words)


def _signs(ahead: str, behind: str, above: str, below: str) -> bool:
    """Whether a letter ends a message, by its line and those round it."""
    rest = _REST.fullmatch(behind)
    if not rest:
        return False
    kissed = bool(rest["kiss"])
    if _AHEAD.fullmatch(ahead):
        if not above or _lettered(above) or _lettered(below) or above.lstrip(" >")[:2] == ahead:
            return False
        marked = bool(ahead.strip(" >\t"))
        ended = above.rstrip()[-1] in ",.!?x…" or not above.rstrip()[-1].isascii()
        return kissed or _closes(above) or (not below.strip(" >") and (marked or ended))
    if _KISSED.search(ahead) and _KISSED.split(ahead)[-1] == "":
        return True
    if _closes(ahead) and ahead.rstrip().endswith((",", "!", "-", "–")):
        return True
    if kissed and _ends_with(_ENDED, ahead):
        return True
    return not below.strip(" >") and (_ends_with(_ENDED, ahead) or _ends_with(_DASHED, ahead))


def _ends_with(expression: re.Pattern[str], line: str) -> bool:
    """Whether a line ends in a match, whose last letter is part of a word of several."""
    ends = any(found.end() == len(line) for found in expression.finditer(line))
    return ends and bool(re.search(r"(?:[a-z]{2}|\d)\W*$", line))


def _lettered(line: str) -> bool:
    """Whether a line is or begins with a single letter, as a list of answers has: B) ..."""
    return bool(re.match(r"[\s>*•-]*[A-Za-z](?:[).:]|\s*$)", line))


RULES = (
    Rule(
        "name.signed_letter",
        Stage.CLAIM,
        _claim,
        lexeme(_may_sign),
        frozenset(("initials",)),
        cases="fields",
    ),
)
