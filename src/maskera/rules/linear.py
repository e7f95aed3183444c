"""Whether a regular expression of a user can be searched for in any text without endless time.

Python's `re` tries one way after the other; a repetition within a repetition has exponentially many. Two guards: what is built so is
refused, and the rest is timed on texts made to be hard for it (each of its repetitions drawn out, then broken off).
"""

from __future__ import annotations

import re
import re._constants as codes  # type: ignore[import-not-found]  # have no stubs: not public
import re._parser as parser  # type: ignore[import-not-found]
import time
import warnings
from collections.abc import Iterator, Sequence
from typing import Any

LONGEST = 1000  # characters of the pieces in which a text is searched: the longest that a repetition is drawn out
LIMIT = 0.1  # processor seconds for such a piece; ordinary expressions need less than a thousandth
CLOSE, GROWTH = (
    64,
    1.25,
)  # so many trials one character apart, in which exponential time shows early; then by this factor
MOST = 20  # times that something of several lengths or forms may be repeated
_REPEATS = (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT)
_BREAKS = "\x00"  # in no text, so whatever was drawn out ends in a mismatch


def fault(expression: str) -> str:
    """Why an expression is not to be used, in words that follow "the pattern"; "" for one that may be. Never quotes it."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", FutureWarning)
            compiled = re.compile(expression)
            tree = parser.parse(expression)
    except FutureWarning:
        return (
            "will mean something else in later Pythons: write \\[, --, &&, || or ~~ in a set apart"
        )
    except re.error as error:
        where = f" at its character {error.pos + 1}" if error.pos is not None else ""
        return f"is no regular expression: {error.msg}{where}"
    except (OverflowError, RecursionError):
        return "is no regular expression: it is too large"
    if compiled.match("") or compiled.fullmatch(""):
        return "matches the empty text"
    if any(
        code in _REPEATS and argument[1] > 1 and not argument[2].getwidth()[0]
        for code, argument in _nodes(tree)
    ):
        return "repeats what may be empty, which can take endless time"
    if _ambiguous(tree):
        return f"repeats alternatives, or what may have several lengths, more than {MOST} times: give an upper bound, as in {{1,{MOST}}}"
    if any(code is codes.GROUPREF for code, _ in _nodes(tree)):
        return "refers back to a group, which can take endless time"
    if not _quick(compiled, tree):
        return f"takes too long on a hard text of {LONGEST} characters: give its repetitions upper bounds, as in {{1,20}}"
    return ""


def _nodes(tree: Any) -> Iterator[tuple[Any, Any]]:
    """The node of each operation in an expression, outer ones first."""
    for code, argument in tree:
        yield code, argument
        for inner in _inner(code, argument):
            yield from _nodes(inner)


def _inner(code: Any, argument: Any) -> Sequence[Any]:
    """The parts of an operation that are expressions themselves."""
    if code in _REPEATS:
        return (argument[2],)
    if code is codes.SUBPATTERN:
        return (argument[3],)
    if code is codes.BRANCH:
        return tuple(argument[1])
    if code in (codes.ASSERT, codes.ASSERT_NOT):
        return (argument[1],)
    if code is codes.ATOMIC_GROUP:
        return (argument,)
    if code is codes.GROUPREF_EXISTS:
        return tuple(part for part in argument[1:] if part is not None)
    return ()


def _ambiguous(tree: Any) -> bool:
    """Whether something is repeated more than MOST times that may have several lengths or forms: its ways multiply."""
    return any(
        code in _REPEATS
        and argument[1] > MOST
        and (_varies(argument[2]) or _varies_inside(argument[2]))
        for code, argument in _nodes(tree)
    )


def _varies(tree: Any) -> bool:
    least, most = tree.getwidth()
    return bool(least != most)


def _varies_inside(tree: Any) -> bool:
    return any(
        code is codes.BRANCH or (code in _REPEATS and argument[0] != argument[1])
        for code, argument in _nodes(tree)
    )


def _quick(compiled: re.Pattern[str], tree: Any) -> bool:
    """Whether hard texts of growing length are all searched within the limit."""
    slowly = CLOSE + min(tree.getwidth()[0], LONGEST)
    repeats = [argument for code, argument in _nodes(tree) if code in _REPEATS and argument[1] > 1]
    for argument in repeats:
        for alternative in range(_alternatives(argument[2])):
            length = 2
            while length <= LONGEST:
                begun = time.thread_time()
                compiled.search(
                    _sample(tree, argument, alternative, length)[: 2 * LONGEST] + _BREAKS
                )
                if time.thread_time() - begun > LIMIT:
                    return False
                length = length + 1 if length < slowly else int(length * GROWTH)
    return True


def _alternatives(tree: Any) -> int:
    return max(
        (len(argument[1]) for code, argument in _nodes(tree) if code is codes.BRANCH), default=1
    )


def _sample(tree: Any, drawn_out: Any, alternative: int, length: int) -> str:
    """A text that an expression begins to match, with one of its repetitions drawn out; what stands behind that is left out."""
    text, _ = _sampled(tree, drawn_out, alternative, length)
    return text


def _sampled(tree: Any, drawn_out: Any, alternative: int, length: int) -> tuple[str, bool]:
    """The sample of a tree, and whether the repetition was met in it."""
    pieces: list[str] = []
    for code, argument in tree:
        if code in _REPEATS:
            inner, met = _sampled(argument[2], drawn_out, alternative, length)
            if argument is drawn_out:
                pieces.append(inner * (length // max(1, len(inner)) + 1))
                return "".join(pieces), True
            pieces.append(inner if met else inner * min(max(argument[0], 1), 20))
        else:
            inner, met = _one(code, argument, drawn_out, alternative, length)
            pieces.append(inner)
        if met:
            return "".join(pieces), True
    return "".join(pieces), False


def _one(
    code: Any, argument: Any, drawn_out: Any, alternative: int, length: int
) -> tuple[str, bool]:
    if code is codes.LITERAL:
        return chr(argument), False
    if code in (codes.IN, codes.ANY, codes.NOT_LITERAL, codes.CATEGORY):
        return _member(code, argument), False
    if code is codes.BRANCH:
        sampled = [_sampled(branch, drawn_out, alternative, length) for branch in argument[1]]
        return next((one for one in sampled if one[1]), sampled[alternative % len(sampled)])
    if code in (codes.ASSERT_NOT, codes.AT):
        return "", False
    for inner in _inner(code, argument):
        return _sampled(inner, drawn_out, alternative, length)
    return "", False


_OF_CATEGORY = {
    codes.CATEGORY_DIGIT: "0",
    codes.CATEGORY_SPACE: " ",
    codes.CATEGORY_WORD: "a",
    codes.CATEGORY_NOT_WORD: "-",
}


def _member(code: Any, argument: Any) -> str:
    """A character of a set."""
    if code is codes.CATEGORY:
        return _OF_CATEGORY.get(argument, "a")
    if code is codes.NOT_LITERAL:
        return "a" if argument != ord("a") else "b"
    if code is codes.ANY:
        return "a"
    if argument[0][0] is codes.NEGATE:
        taken = re.compile(
            "|".join(re.escape(chr(value)) for kind, value in argument if kind is codes.LITERAL)
            or r"(?!)"
        )
        return next((c for c in "a0 -b." if not taken.match(c)), "a")
    kind, value = argument[0]
    if kind is codes.LITERAL:
        return chr(value)
    return chr(value[0]) if kind is codes.RANGE else _OF_CATEGORY.get(value, "a")
