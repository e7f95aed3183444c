"""What a name is of no person by its place: a brand that one drives, eats or drinks (kör en Volvo),
a medium that one listens to, and in small letters, where somebody bears its name, a noun behind its
article (såg en björn), a limit (max två) and a word of English (love you)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from maskera import expressions as re
from maskera.lexicon.gazetteer import Gazetteer
from maskera.lexicon.memo import Memo
from maskera.lexicon.tsv import word_list
from maskera.text import Span

_WORDS = word_list("sv", "brands_in_use")

BEFORE = 60  # characters before a name in which the words that tell may stand
BRANDS = frozenset(("industry", "food", "shop"))  # kinds of employers that make or sell a brand
_WORD = re.compile(r"[^\W_]+(?:[-'’:][^\W_]+)*")
_END = re.compile(r"[.!?;:,()\n␤]")


class _Words(NamedTuple):
    """using: behind these a brand is what one uses; having: behind these a brand with a noun of its
    own is (har Adidas skor), but for a link (har Volvo och Saab). through: behind these a medium
    is what one does something of `medium` with (lyssnar på Spotify)."""

    using: frozenset[str]
    having: frozenset[str]
    article: frozenset[str]
    adjective: frozenset[str]
    link: frozenset[str]
    medium: frozenset[str]
    through: frozenset[str]


def kept_here(gazetteer: Gazetteer) -> Callable[[str, Span], bool]:
    """Whether what stands at a place of a text names no person there."""

    @cache
    def words() -> _Words:
        return _Words(*(_WORDS[label] for label in _Words._fields))

    branded = Memo[str, bool](
        lambda folded: any(
            entry.label == "work" and entry.kind in BRANDS for entry in gazetteer.entries(folded)
        )
    )

    medium = Memo[str, bool](
        lambda folded: any("media" in entry.flags for entry in gazetteer.entries(folded))
    )

    def counts(word: str) -> bool:
        return word.isdecimal() or any(e.label == "number" for e in gazetteer.entries(word))

    def kept(text: str, span: Span) -> bool:
        form = text[span.start : span.end]
        if text.startswith("-", span.end):  # Volvo-anställd is no car
            return False
        folded = form.lower()
        if form.islower():
            behind = (
                _WORD.match(text, span.end + 1) if text[span.end : span.end + 1] == " " else None
            )
            after = behind[0].lower() if behind else ""
            if after in _WORDS["english"] or (folded in _WORDS["limit"] and counts(after)):
                return True
            return (gazetteer.ordinary(folded) or 0) > 0 and _before(text, span)[-1:] in (
                ["en"],
                ["ett"],
            )
        if medium[folded] and _heard_there(text, span, words()):
            return True
        return branded[folded] and _used(text, span, words())

    return kept


def _used(text: str, span: Span, its: _Words) -> bool:
    words = _before(text, span)
    if not words:
        return False
    if words[-1] in its.using:
        return True
    if words[-1] in its.having:
        behind = _WORD.match(text, span.end + 1) if text[span.end : span.end + 1] == " " else None
        return behind is not None and behind[0].islower() and behind[0] not in its.link
    while words and words[-1] in its.adjective:
        words.pop()
    return bool(words) and words[-1] in its.article


def _heard_there(text: str, span: Span, its: _Words) -> bool:
    words = _before(text, span)
    return bool(words) and words[-1] in its.through and not its.medium.isdisjoint(words)


def _before(text: str, span: Span) -> list[str]:
    """The words of the clause right before a place, in small letters."""
    clause = _END.split(text[max(0, span.start - BEFORE) : span.start])[-1]
    return [word.lower() for word in _WORD.findall(clause)] if clause[-1:].isspace() else []
