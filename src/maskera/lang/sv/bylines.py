"""Where writers put their own name apart from the running text: a header (Namn: _), a byline (Av
_), a signature, a line of its own.

Each line at the beginning and the end of a text is looked at as a sketch, in which one sign stands
for a mention.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence, Set
from functools import cache
from typing import NamedTuple

from maskera import expressions as re
from maskera.lexicon.tsv import word_list
from maskera.mentions import Mention
from maskera.taxonomy import PERSON, Taxonomy

_WORDS = word_list("sv", "bylines")

EDGE = 10  # lines at either end of a text, at most
LONG, LONGEST = (
    10,
    160,
)  # words from which a line is running text, even without a full stop; characters of a line, at most, in its sketch
NAME, OTHER = "\ue000", "\ue001"  # for private use: no letters, and nobody writes them

_LINE = re.compile(r"[^\n␤]*[^\s␤][^\n␤]*")
_BREAK = re.compile("[\n␤]")
_HEAD = _WORDS.either("head")
_KIND = _WORDS.either("kind_of_text")
_FAREWELL = rf"(?:{_WORDS.either('farewell')}\b[\s.,!:/]*)+"
# Beside a name: marks, numbers, the class (9 B, SVA 2, EK21B) and these words.
_ELSE = (
    r"[^\w:]|\b(?=\w*\d)\w++|\b[A-ZÅÄÖ]{1,4}\b|"
    rf"\b(?i:{_WORDS.either('beside_name')})\b"
)
_OWN = rf"(?P<own>(?>(?:{_ELSE})+))"
_OWN_NAME = rf"(?=[^:]*{NAME}){_OWN}"
_BARE_NAME = rf"(?!.*(?:©|\(\s*{NAME})){_OWN_NAME}"  # not a citation: (Ek 2010)

HEADED = re.compile(
    rf"(?:^|[^\w\s]|\b\d\w?\s)\s*(?i:(?:{_WORDS.either('whose')}\s)?{_HEAD}(?:\s*(?:och|/"
    rf"|&)\s*{_HEAD})?)\s*:{_OWN}"
)
SIGNED = re.compile(rf"\W*(?i:{_FAREWELL}|{_HEAD}\b){_OWN_NAME}$")
FAREWELL = re.compile(rf"\W*(?i:{_FAREWELL})$")
ALONE = re.compile(rf"{_BARE_NAME}$")
BYLINE = re.compile(rf"\W*(?i:(?:{_KIND}\s+)*av\b)\s*:?{_OWN_NAME}$")
GOES_ON = re.compile(rf"{_OWN}$")
CLOSING = re.compile(rf"(?:[.!?…]['\"”)]?\s+|\s(?P<slash>/+)\s*){_BARE_NAME}$")
LISTING = re.compile(rf"\W*(?i:{_WORDS.either('list_of_others')})\s*(?::\s*(?P<value>\S)?|$)")
"""What begins a box of facts, a cast or a list of sources: the names below it are other people's.
"""
PROSE = re.compile(r"(?!\W*(?i:p\.?\s?s)\b).*[.!?…][\"”)]?$")
"""What ends as a sentence; an afterthought (PS) aside, which stands behind a signature."""


class _Line(NamedTuple):
    """A line as a sketch, the places of the mentions in it, and whether a blank line stands before
    it."""

    sketch: str
    places: Sequence[int]
    apart: bool

    def own(self, match: re.Match[str]) -> set[int]:
        """The places of the mentions in what a match gives to the writer."""
        signs = [at for at, sign in enumerate(self.sketch) if sign in (NAME, OTHER)]
        return {
            place
            for place, at in zip(self.places, signs, strict=True)
            if match.start("own") <= at < match.end("own")
        }


Found = tuple[bool, set[int]]
"""Whether a line surely names the writer, and the places of the mentions that it then gives to
them."""


def by_the_writer(text: str, mentions: Sequence[Mention], taxonomy: Taxonomy) -> set[int]:
    """The places of the mentions that stand in such lines: the writer's names, and class, school
    and teacher beside them.

    A name that stands alone or after `av` may be an author's or a title: it is the writer's unless
    the text names that person elsewhere.
    """
    if not mentions:
        return set()
    names = frozenset(
        place
        for place, mention in enumerate(mentions)
        if taxonomy.category(mention.label).group != "Mark"
    )
    spans = [match.span() for match in _LINE.finditer(text)]
    starts = [mention.span.start for mention in mentions]
    line = cache(lambda at: _sketch(text, mentions, names, starts, spans, at))
    lines = range(len(spans))
    found = [
        *_signed(_until_prose(map(line, lines[:EDGE]))),
        *_signed(reversed(list(_until_prose(map(line, lines[: -EDGE - 1 : -1]))))),
        *_closing(line(lines[-1])),
    ]
    sure = set().union(*[places for certain, places in found if certain])
    perhaps = [places for certain, places in found if not certain]
    if not perhaps:
        return sure
    apart = sure.union(*perhaps)
    told = {
        mention.number
        for place, mention in enumerate(mentions)
        if mention.label in PERSON and place not in apart
    }
    return sure.union(
        *[
            places
            for places in perhaps
            if told.isdisjoint([mentions[place].number for place in places])
        ]
    )


def _sketch(
    text: str,
    mentions: Sequence[Mention],
    names: Set[int],
    starts: Sequence[int],
    lines: Sequence[tuple[int, int]],
    at: int,
) -> _Line:
    """One of the lines of a text. names: the places of the mentions that are more than marked."""
    begin, end = lines[at]
    done = max(begin, end - LONGEST)
    places = range(bisect_left(starts, done), bisect_left(starts, end))
    shown = [place for place in places if place in names]
    pieces: list[str] = []
    for place in shown:
        mention = mentions[place]
        pieces += (text[done : mention.span.start], NAME if mention.label in PERSON else OTHER)
        done = min(mention.span.end, end)
    apart = at > 0 and len(_BREAK.findall(text, lines[at - 1][1], begin)) > 1
    return _Line("".join([*pieces, text[done:end]]).strip(), shown, apart)


def _until_prose(lines: Iterable[_Line]) -> Iterator[_Line]:
    """The lines that stand before running text: a sentence, or many words, and more than a name."""
    for line in lines:
        if (len(line.sketch.split()) > LONG or PROSE.match(line.sketch)) and not ALONE.match(
            line.sketch
        ):
            return
        yield line


def _signed(lines: Iterable[_Line]) -> list[Found]:
    found: list[Found] = []
    before = (
        ""  # what the line before was: a farewell, a heading, in a list; own, if it gave something
    )
    for line in lines:
        if before == "list" and line.apart:
            before = ""
        if headed := list(HEADED.finditer(line.sketch)):
            found.append((True, set().union(*map(line.own, headed))))
            before = "own"
        elif signed := SIGNED.match(line.sketch):
            found.append((True, line.own(signed)))
            before = "own"
        elif listing := LISTING.match(line.sketch):
            before = "list" if listing["value"] else "heading"
        elif before in ("list", "heading"):
            before = "list"
        elif FAREWELL.match(line.sketch):
            before = "farewell"
        elif name := ALONE.match(line.sketch):
            found.append((before == "farewell", line.own(name)))
            before = "own"
        elif byline := BYLINE.match(line.sketch):
            if before == "own" and not found[-1][0]:
                found.pop()  # a name alone above it is a title
            found.append((False, line.own(byline)))
            before = "own"
        elif before == "own" and (beside := GOES_ON.match(line.sketch)):
            certain, places = found[-1]
            found[-1] = (certain, places | line.own(beside))
        else:
            before = ""
    return found


def _closing(line: _Line) -> Iterator[Found]:
    """What the last line gives where a name stands behind its last sentence (... är bra. /Anna Ek)."""
    if NAME in line.sketch and (closing := CLOSING.search(line.sketch)):
        yield closing["slash"] is not None, line.own(closing)
