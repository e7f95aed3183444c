"""Token table: lexical features of a document's tokens, computed once for all rules."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, field
from itertools import compress, count
from typing import TypeVar, cast

from maskera import expressions as re
from maskera.annotate.tokens import broken_words, typed, unwrapped
from maskera.lexicon.gazetteer import Entry, Gazetteer
from maskera.lexicon.triggers import Test, triggers
from maskera.lexicon.vocab import CAPITALS, Lexeme, Vocab
from maskera.mentions import Detection, Evidence, Hypothesis, Trust
from maskera.text import Document, Span

T = TypeVar("T")
MOST_CAPITALS = 0.25  # a sentence, where there are few: elsewhere each begins with one
QUOTES = frozenset('"”“»«')
_DIGIT = re.compile(r"\d")
_OPENING = frozenset("\"”“»«'’‘([-–—*•:")


@dataclass(frozen=True, slots=True)
class TokenTable:
    """Columns over the tokens of one document.

    text: as it would be typed, with plain blanks and hyphens (tokens.typed), for what looks for
    numbers. lowers: the tokens in lower case; vocabulary: the different ones; normalized: lowers with
    slips read as the words meant, for cues and all that looks round a mention. sentence_initial:
    whether a capital says nothing there (first word of a sentence, a line, a quotation, after a
    colon). all_caps_sentence: whether the sentence is written in capitals. sentence: number of the
    sentence a token stands in. few_capitals: whether the text has hardly any, so that a small
    letter says nothing. multiword_limit: where names of several words may begin, and how many words
    they may have there. multiword: where one stands in the lists, and how many words the longest
    has; also where two words together are a listed one that has been cut in two (hammar kullen,
    bonus son), or broken at the end of a line. places: see where(). facts: see fact().
    """

    document: Document
    text: str
    words: list[Lexeme]
    lowers: list[str]
    vocabulary: frozenset[str]
    normalized: list[str]
    sentence_initial: list[bool]
    all_caps_sentence: list[bool]
    sentence: list[int]
    few_capitals: bool
    vocab: Vocab
    gazetteer: Gazetteer
    multiword_limit: dict[int, int]
    multiword: dict[int, int]
    places: dict[Test, Sequence[int]] = field(default_factory=dict, repr=False, compare=False)
    facts: dict[object, object] = field(default_factory=dict, repr=False, compare=False)

    def fact(self, of: Callable[[TokenTable], T]) -> T:
        """What a function says of the document, asked once."""
        if of not in self.facts:
            self.facts[of] = of(self)
        return cast(T, self.facts[of])

    def labels(self, *kinds: str) -> frozenset[str]:
        """The labels of these kinds in the taxonomy of the vocabulary."""
        return self.vocab.taxonomy.labels(*kinds)

    def span(self, first: int, last: int) -> Span:
        """The span from token `first` to token `last`, both included."""
        tokens = self.document.tokens
        return Span(tokens.starts[first], tokens.ends[last])

    def claim(
        self,
        first: int,
        last: int,
        label: str,
        *evidence: Evidence,
        features: frozenset[str] = frozenset(),
        trust: Trust = Trust.EVIDENCE,
    ) -> Detection:
        """A detection with one hypothesis over tokens `first` to `last`."""
        return Detection(self.span(first, last), (Hypothesis(label, evidence, features, trust),))

    def at(self, index: int) -> str:
        """The token at an index as it is read, "" outside the text."""
        return self.normalized[index] if 0 <= index < len(self.normalized) else ""

    def left(self, index: int, steps: int = 1) -> str:
        """The token so many steps before, "" if it stands in another sentence."""
        where = index - steps
        return (
            self.normalized[where]
            if where >= 0 and self.sentence[where] == self.sentence[index]
            else ""
        )

    def right(self, index: int, steps: int = 1) -> str:
        """The token so many steps after, "" if it stands in another sentence."""
        where = index + steps
        return (
            self.normalized[where]
            if where < len(self.normalized) and self.sentence[where] == self.sentence[index]
            else ""
        )

    def since(self, index: int, most: int) -> int:
        """Where at most so many tokens before one begin that stand in its sentence."""
        number = self.sentence[index]
        return max(index - most, self.document.sentences[number].start if number else 0)

    def behind(self, index: int, most: int) -> list[str]:
        """So many tokens after one, as they are read; "" for those in another sentence."""
        first, number = index + 1, self.sentence[index]
        if self.sentence[index + most : index + most + 1] == [number]:  # as for most
            return self.normalized[first : first + most]
        return [self.right(index, steps) for steps in range(1, most + 1)]

    def where(self, test: Test) -> Sequence[int]:
        """Which tokens a test of their lexemes holds of; all that a language asks are answered in
        one pass."""
        if test not in self.places:
            self.places.update(self.vocab.derived(triggers).places(self.words, test))
        return self.places[test]

    def among(self, forms: Set[str]) -> Iterator[int]:
        """Which tokens are among these forms in lower case, where they are forms of this one text
        (for others there is where()); where it has none of them, not one token is looked at."""
        return (
            iter(())
            if forms.isdisjoint(self.vocabulary)
            else compress(count(), map(forms.__contains__, self.lowers))
        )

    def glued(self, index: int) -> bool:
        """Whether the token and the next touch."""
        tokens = self.document.tokens
        return index + 1 < len(self.words) and tokens.ends[index] == tokens.starts[index + 1]

    def entry(self, index: int, label: str) -> Entry | None:
        """What the lists say of the token under this label; None for nothing."""
        if not 0 <= index < len(self.words):
            return None
        for entry in self.words[index].entries:
            if entry.label == label:
                return entry
        return None

    def entries(self, first: int, last: int) -> tuple[Entry, ...]:
        """What lists say of tokens `first` to `last` as one form."""
        words = self.lowers[first : last + 1]
        return self.gazetteer.entries(" ".join(words)) or (
            self.gazetteer.entries(_whole(words)) if first in self.multiword else ()
        )

    def first_token(self, span: Span) -> int:
        """The index of the first token that begins where the span does, or after; of a span within
        the last token that one."""
        starts = self.document.tokens.starts
        return min(bisect_left(starts, span.start), len(starts) - 1)

    def last_token(self, span: Span) -> int:
        """The index of the last token that begins before the span ends."""
        return bisect_left(self.document.tokens.starts, span.end) - 1

    def covered(self, spans: Iterable[Span]) -> set[int]:
        """The indices of the tokens that lie in spans of text, in part or wholly."""
        return {
            token
            for span in spans
            for token in range(self.first_token(span), self.last_token(span) + 1)
        }

    def adjacent(self, index: int) -> bool:
        """Whether token `index` and the next stand on one line with at most one blank between them."""
        tokens = self.document.tokens
        if index + 1 >= len(self.words):
            return False
        gap = tokens.starts[index + 1] - tokens.ends[index]
        return gap == 0 or (gap == 1 and self.text[tokens.ends[index]] not in "\r\n\t")


def token_table(document: Document, table: Vocab) -> TokenTable:
    """Look at a document."""
    words = table.words(document)
    lowers = [word.lower for word in words]
    multiword_limit = table.gazetteer.multiword_limits(lowers, table.shortened)
    multiword = {
        index: length
        for index, bound in multiword_limit.items()
        if (length := table.gazetteer.longest_match(lowers, index, bound))
    }
    for index in table.cut_in_two(words, lowers):
        multiword_limit.setdefault(index, 2)
        multiword.setdefault(index, 2)
    sentence = [0] * len(words)
    for number, span in enumerate(document.sentences):
        sentence[span.start : span.end] = [number] * (span.end - span.start)
    for hyphen in broken_words(document.text, document.tokens) if "-" in lowers else ():
        first, last = hyphen - 1, hyphen + 1
        if (
            first >= 0
            and sentence[first] == sentence[last]
            and table.gazetteer.entries(_whole(lowers[first : last + 1]))
        ):
            multiword_limit[first] = multiword[first] = 3
    text = unwrapped(document.text)
    asked = table.derived(triggers)
    places: dict[Test, Sequence[int]] = {}
    for test in (_opens, has_capital, _in_capitals):
        if test not in places:
            places.update(asked.places(words, test))
    sentence_initial, all_caps_sentence = (
        _initial(document, text, words, sentence, places[_opens]),
        _in_capital_sentences(document, words, sentence, places[_in_capitals]),
    )
    few_capitals = len(places[has_capital]) <= MOST_CAPITALS * len(document.sentences)
    normalized = [word.read for word in words]
    return TokenTable(
        document=document,
        text=typed(text),
        words=words,
        lowers=lowers,
        vocabulary=frozenset(lowers),
        normalized=normalized,
        sentence_initial=sentence_initial,
        all_caps_sentence=all_caps_sentence,
        sentence=sentence,
        few_capitals=few_capitals,
        vocab=table,
        gazetteer=table.gazetteer,
        multiword_limit=multiword_limit,
        multiword=multiword,
        places=places,
    )


def _whole(words: Sequence[str]) -> str:
    """The word of its pieces; the hyphen at which a line was broken is none."""
    return "".join([word for word in words if word != "-"])


def digits(table: TokenTable) -> list[int]:
    """Where in the text digits stand; a fact, for several rules begin there."""
    starts, ends = table.document.tokens.starts, table.document.tokens.ends
    return [
        digit.start()
        for index in table.where(_has_digit)
        for digit in _DIGIT.finditer(table.text, starts[index], ends[index])
    ]


def _has_digit(word: Lexeme) -> bool:
    return not word.lower.isalpha() and _DIGIT.search(word.lower) is not None


def quoted(table: TokenTable) -> list[bool]:
    """Whether each token stands between quotation marks of its sentence (titles, words of others),
    or is an opening one."""
    if QUOTES.isdisjoint(table.vocabulary):
        return [False] * len(table.lowers)
    found, within, sentence = [], False, -1
    for lower, number in zip(table.lowers, table.sentence, strict=True):
        if number != sentence:
            within, sentence = False, number
        within = within != (lower in QUOTES)
        found.append(within)
    return found


def _initial(
    document: Document,
    text: str,
    words: list[Lexeme],
    sentence: list[int],
    opening: Iterable[int],
) -> list[bool]:
    """Where something begins: the first word of a sentence, after an opening mark in it, and of a
    line in what another tool has cut."""
    found = [False] * len(words)
    starts, ends = document.tokens.starts, document.tokens.ends
    begins = [(span.start, span.end) for span in document.sentences]
    for mark in opening if begins else ():
        start, end = begins[sentence[mark]]
        if start <= mark < end:
            begins.append((mark + 1, end))
    for span in document.sentences:
        if text.find("\n", ends[span.start], starts[span.end - 1]) >= 0:
            inside = range(span.start + 1, span.end)
            apart = [
                index
                for index in inside
                if words[index].shape != "mark" and starts[index] - ends[index - 1] > 1
            ]
            begins += [
                (index, span.end)
                for index in apart
                if "\n" in text[ends[index - 1] : starts[index]]
            ]
    # Marks that lead to a word already found: in a row of opening marks each would be walked over
    # from all before.
    passed: set[int] = set()
    for first, end in begins:
        while first < end and words[first].shape == "mark" and first not in passed:
            passed.add(first)
            first += 1
        if first < end and first not in passed:
            found[first] = True
    return found


def _in_capital_sentences(
    document: Document, words: list[Lexeme], sentence: list[int], capitals: Iterable[int]
) -> list[bool]:
    """Whether each word stands in a sentence of three words or more of which most are in capitals."""
    found = [False] * len(words)
    for number in {sentence[index] for index in capitals} if document.sentences else ():
        span = document.sentences[number]
        letters = [
            word.shape
            for word in words[span.start : span.end]
            if word.shape not in ("digit", "mark")
        ]
        if len(letters) >= 3 and letters.count("upper") >= 0.6 * len(letters):
            found[span.start : span.end] = [True] * (span.end - span.start)
    return found


def _opens(word: Lexeme) -> bool:
    return word.shape == "mark" and word.lower[0] in _OPENING


def has_capital(word: Lexeme) -> bool:
    """Whether a word has a capital in it; a test, for where()."""
    return word.shape in CAPITALS


def _in_capitals(word: Lexeme) -> bool:
    return word.shape == "upper"
