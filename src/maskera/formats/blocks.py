"""Words of a result side by side: which whitespace tokens of the original answer which of the
released text.

SVALA's graph and its service protocol count words by whitespace alone, with JavaScript's idea of
whitespace.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise

import msgspec

from maskera.mentions import Mention
from maskera.result import Replacement, Result
from maskera.text import Edit, splice

# JavaScript's \s: other than Python's it holds U+FEFF and lacks U+001C to U+001F and U+0085.
SPACE = "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
_TOKEN = re.compile(rf"[{SPACE}]*([^{SPACE}]+)[{SPACE}]*")


class Word(msgspec.Struct, frozen=True):
    """A whitespace token: its text with the whitespace that belongs to it, and where its characters
    proper stand in the whole text."""

    text: str
    start: int
    end: int


class Block(msgspec.Struct, frozen=True):
    """Words that belong together: source[0] up to source[1] became target[0] up to target[1]
    (indices into the two lists of words).

    replacements: what happened in them, in text order; kept ones do not count. Words outside every
    mention make a block each.
    """

    source: tuple[int, int]
    target: tuple[int, int]
    replacements: tuple[Replacement, ...]


def words(text: str) -> tuple[Word, ...]:
    """The whitespace tokens of a text, `\\s*\\S+\\s*`, a final space added where it is missing;
    none for a text of whitespace alone."""
    found = [Word(match[0], *match.span(1)) for match in _TOKEN.finditer(text)]
    if found and found[-1].end == len(text):
        found[-1] = Word(found[-1].text + " ", found[-1].start, found[-1].end)
    return tuple(found)


def stripped(text: str) -> str:
    """The text without whitespace at its ends (JavaScript's trim)."""
    return text.strip(SPACE)


def blocks(result: Result) -> tuple[tuple[Word, ...], tuple[Word, ...], tuple[Block, ...]]:
    """The words of the original, those of the released text, and the smallest blocks in which both
    sides correspond, in text order.

    Two mentions in one word, or a mention of several words, make one block. So does a replacement
    that grows together with its neighbours because whitespace was part of the mention. Only a text
    without any word can have a block with an empty side on its left.
    """
    text = result.document.text
    replacements = sorted(
        (r for r in result.replacements if not _untouched(r, text)),
        key=lambda replacement: replacement.mention.span,
    )
    released, places = splice(
        text, (Edit(replacement.mention.span, replacement.text) for replacement in replacements)
    )
    source, target = words(text), words(released)
    if not source:
        whole = (Block((0, 0), (0, len(target)), _labelled(replacements)),) if target else ()
        return source, target, whole

    # A boundary between two source words is a cut when no mention and no word of the other side
    # runs across it.
    cuts: list[tuple[int, int]] = [(0, 0)]
    shift = next_edit = next_word = 0
    for index in range(1, len(source)):
        border = source[index].start
        while next_edit < len(replacements) and replacements[next_edit].mention.span.end <= border:
            shift = places[next_edit].end - replacements[next_edit].mention.span.end
            next_edit += 1
        if next_edit < len(replacements) and replacements[next_edit].mention.span.start < border:
            continue
        border += shift
        while next_word < len(target) and target[next_word].end <= border:
            next_word += 1
        if next_word == len(target) or target[next_word].start >= border:
            cuts.append((index, next_word))
    cuts.append((len(source), len(target)))

    found: list[Block] = []
    done = 0
    for (first, left), (last, right) in pairwise(cuts):
        inside = done
        edge = source[last].start if last < len(source) else len(text) + 1
        while inside < len(replacements) and replacements[inside].mention.span.start < edge:
            inside += 1
        found.append(Block((first, last), (left, right), _labelled(replacements[done:inside])))
        done = inside
    return source, target, tuple(found)


def labels(block: Block) -> list[str]:
    """The labels of a block as SVALA orders them: base, running number (when there is one), then
    the features in alphabetical order.

    Two mentions in one block cannot both be written: the first speaks for it. A word that only
    agrees with one (an Iraqi -> a Norwegian) is none.
    """
    named = next((one.mention for one in block.replacements if one.action != "agree"), None)
    return mention_labels(named) if named else []


def mention_labels(mention: Mention) -> list[str]:
    """The same of one mention."""
    return [
        mention.label,
        *([str(mention.number)] if mention.number > 0 else []),
        *sorted(mention.features),
    ]


def _untouched(replacement: Replacement, text: str) -> bool:
    span = replacement.mention.span
    return (replacement.action == "keep" or not span) and replacement.text == text[
        span.start : span.end
    ]


def _labelled(replacements: Iterable[Replacement]) -> tuple[Replacement, ...]:
    return tuple(r for r in replacements if r.action != "keep" and len(r.mention.span))
