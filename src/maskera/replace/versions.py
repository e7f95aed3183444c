"""The other version of a text (a corrected one) pseudonymized along its links: where a mention is
spelt otherwise there, its pseudonym is written in that spelling's case and inflection."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice, pairwise

from rapidfuzz.fuzz import ratio

from maskera import expressions as re
from maskera.replace.shape import fold
from maskera.result import Replacement, Respelling
from maskera.text import Link, Span, Version

ALIKE = (
    60  # per cent of letters that a corrected name shares with the written one: Götborj, Göteborg
)
SAME_WORD = 80  # the same of one word of a name of several
LEAST = 3  # letters of a word that tells a name wherever it stands
_PROPER = re.compile(r"\w(?:.*\w)?", re.DOTALL)

Respelt = Callable[[int, str], str]
"""Place of a replacement and a form of its mention -> the pseudonym as it reads in that form."""


@dataclass(slots=True)
class _Group:
    """Links that share mentions: places of replacements, words of the text outside all mentions
    (folded), and words of the version by their index there."""

    places: list[int] = field(default_factory=list)
    plain: set[str] = field(default_factory=set)
    words: list[int] = field(default_factory=list)


def respellings(
    text: str, version: Version, replacements: Sequence[Replacement], respelt: Respelt
) -> tuple[Respelling, ...]:
    """What becomes of the version of a text whose replacements (in text order) are these.

    A hidden mention is replaced in the words that its own words are linked to: where it stands
    there letter by letter, or else in the words most like it, or else in all that are not of the
    text beside it. A word that was changed or put in elsewhere is replaced where it is a hidden
    name.
    """
    words = sorted(span for link in version.links for span in link.theirs)
    index = {span: place for place, span in enumerate(words)}
    found: list[Respelling] = []
    linked: set[int] = set()
    hidden = [place for place, one in enumerate(replacements) if one.hidden or one.follows]
    for group in _groups(text, version.links, index, replacements, hidden):
        linked.update(group.words)
        found += _Aligned(text, version.text, words, group, replacements, respelt).found()
    found += _elsewhere(text, version, index, linked, replacements, hidden, respelt)
    return tuple(sorted(found, key=lambda one: one.span))


def _groups(
    text: str,
    links: Sequence[Link],
    index: Mapping[Span, int],
    replacements: Sequence[Replacement],
    hidden: Sequence[int],
) -> Iterator[_Group]:
    """The links of each mention; those of two mentions that share a link are one group."""
    ours = sorted((span, place) for place, link in enumerate(links) for span in link.ours)
    starts, ends = [span.start for span, _ in ours], [span.end for span, _ in ours]
    first: dict[int, int] = {}
    parent = list(range(len(links)))

    def root(place: int) -> int:
        while parent[place] != place:
            parent[place] = place = parent[parent[place]]
        return place

    for place in hidden:
        span = replacements[place].mention.span
        touched = ours[bisect_right(ends, span.start) : bisect_left(starts, span.end)]
        if not touched:
            continue
        first[place] = touched[0][1]
        for (_, one), (_, other) in pairwise(touched):
            parent[root(other)] = root(one)
    groups: dict[int, _Group] = {}
    spans = [replacements[place].mention.span for place in hidden]
    for place, its in first.items():
        groups.setdefault(root(its), _Group()).places.append(place)
    for place, link in enumerate(links):
        if (group := groups.get(root(place))) is None:
            continue
        group.words += [index[span] for span in link.theirs]
        for span in link.ours:
            at = bisect_right(spans, span.start, key=lambda its: its.end)
            if at == len(spans) or spans[at].start >= span.end:
                group.plain.add(_bare(text[span.start : span.end]))
    for group in groups.values():
        group.words.sort()
        yield group


class _Aligned:
    """The mentions of one group of links and where each stands in the version."""

    def __init__(
        self,
        text: str,
        version: str,
        words: Sequence[Span],
        group: _Group,
        replacements: Sequence[Replacement],
        respelt: Respelt,
    ) -> None:
        self._version, self._words, self._plain = version, words, group.plain
        self._respelt = respelt
        self._forms = {
            place: text[(s := replacements[place].mention.span).start : s.end]
            for place in group.places
        }
        self._free = list(group.words)
        self._found: list[Respelling] = []

    def found(self) -> list[Respelling]:
        """What becomes of each mention that the version has."""
        missing = [place for place in self._forms if not self._letter_by_letter(place)]
        missing = [place for place in missing if not self._most_alike(place)]
        names = {_bare(word): place for place, its in self._forms.items() for word in its.split()}
        self._plain -= names.keys()
        for run in self._runs(self._unexplained()):
            if missing:
                self._put(missing.pop(0), run[0], run[-1])
                continue
            for word in run:  # a name that stands there twice, or whose words stand apart
                shown = (p for n, p in names.items() if ratio(self._folded(word), n) >= SAME_WORD)
                for place in islice(shown, 1):
                    self._put(place, word, word, gone=len(self._forms[place].split()) > 1)
        return self._found

    def _letter_by_letter(self, place: int) -> bool:
        """The mention as written, in words of its own or with other mentions in one word."""
        form = self._forms[place]
        pattern = re.compile(rf"(?<!\w){re.escape(form)}(?!\w)")
        for run in self._runs(self._free):
            start, end = self._words[run[0]].start, self._words[run[-1]].end
            for match in pattern.finditer(self._version, start, end):
                span = Span(*match.span())
                if span and not any(span.overlaps(one.span) for one in self._found):
                    self._found.append(Respelling(span, self._respelt(place, form), place))
                    self._free = [w for w in self._free if not self._words[w].overlaps(span)]
                    return True
        return False

    def _most_alike(self, place: int) -> bool:
        """The words most like the mention."""
        form = fold(self._forms[place])
        most = len(form.split()) + 1
        best = max(
            (
                (ratio(fold(self._proper(run[at], run[end])), form), -run[at], run[at], run[end])
                for run in self._runs(self._free)
                for at in range(len(run))
                for end in range(at, min(at + most, len(run)))
            ),
            default=(0.0, 0, 0, 0),
        )
        if best[0] < ALIKE:
            return False
        self._put(place, best[2], best[3])
        return True

    def _unexplained(self) -> list[int]:
        """The words that are neither a mention's nor those beside it in the text."""
        return [word for word in self._free if self._folded(word) not in self._plain]

    def _put(self, place: int, first: int, last: int, gone: bool = False) -> None:
        span = _trimmed(self._version, Span(self._words[first].start, self._words[last].end))
        form = self._version[span.start : span.end]
        text = "" if gone else self._respelt(place, form)
        self._found.append(Respelling(span, text, place))
        self._free = [word for word in self._free if not first <= word <= last]

    def _runs(self, words: Sequence[int]) -> list[list[int]]:
        """Words that stand side by side."""
        runs: list[list[int]] = []
        for word in words:
            if runs and runs[-1][-1] == word - 1:
                runs[-1].append(word)
            else:
                runs.append([word])
        return runs

    def _proper(self, first: int, last: int) -> str:
        span = _trimmed(self._version, Span(self._words[first].start, self._words[last].end))
        return self._version[span.start : span.end]

    def _folded(self, word: int) -> str:
        return fold(self._proper(word, word))


def _elsewhere(
    text: str,
    version: Version,
    index: Mapping[Span, int],
    linked: set[int],
    replacements: Sequence[Replacement],
    hidden: Sequence[int],
    respelt: Respelt,
) -> Iterator[Respelling]:
    """Hidden names in words that were changed or put in."""
    names: dict[str, int] = {}
    for place in hidden:
        form = _bare(text[(s := replacements[place].mention.span).start : s.end])
        if sum(map(str.isalpha, form)) >= LEAST:
            names.setdefault(form, place)
    for link in version.links:
        own = {_bare(text[span.start : span.end]) for span in link.ours}
        for span in link.theirs:
            word = _bare(version.text[span.start : span.end])
            if index[span] not in linked and word not in own and word in names:
                proper = _trimmed(version.text, span)
                form = version.text[proper.start : proper.end]
                yield Respelling(proper, respelt(names[word], form), names[word])


def _trimmed(text: str, span: Span) -> Span:
    """The span without what is neither letter nor digit at its ends; as it is without any."""
    match = _PROPER.search(text, span.start, span.end)
    return Span(*match.span()) if match else span


def _bare(word: str) -> str:
    match = _PROPER.search(word)
    return fold(match[0] if match else word)
