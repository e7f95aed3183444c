"""The originals that a released text must not show, as tables to look its words up in."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence, Set
from functools import cached_property, lru_cache
from itertools import islice

import msgspec

from maskera.lang.pack import LanguagePack
from maskera.leaks.chunks import WORD, fold, plain
from maskera.leaks.numbers import code_of, digits_of
from maskera.lexicon.beginnings import Beginnings
from maskera.result import Replacement
from maskera.taxonomy import FULL_NAME_KINDS
from maskera.text import Document

NUMBERS = ("number", "date.whole")
YEAR = "date.year"
VALUES = ("age", "date.day", "date.month.digits", YEAR, "address.number", "transport.number")
"""Kinds of everyday numbers and names of days, which say nothing where they are not marked; only a
year of four digits is looked for."""
MOST_EDIT = 60  # letters; a longer "word" is a URL or noise, and its one-letter deletions would fill the memory
LEAST_EDIT, LEAST_COMPOUND, LEAST_MAIL, LEAST_WORD = 5, 4, 3, 2
MOST_WORDS = 40  # looked for of an original: one of thousands of the same word would cost as many looks at each


class Original(msgspec.Struct, frozen=True, gc=False):
    """A form that was hidden, with the label and number of its mention."""

    form: str
    label: str
    number: int


class Originals:
    """The originals that must not be seen, as tables; most of them are made when somebody asks.

    entries: by folded words. single: by the only word. counts: by the first word, how many words
    they have, most first. parts: by an uncommon word of several. digits, codes: numbers. spared:
    whether some are none, since their forms are kept elsewhere.
    """

    def __init__(
        self,
        entries: Mapping[tuple[str, ...], Original],
        digits: Mapping[str, Original],
        codes: Mapping[str, Original],
        people: Mapping[int, Mapping[str, Original]],
        language: LanguagePack,
        spared: bool = False,
    ) -> None:
        self.entries, self.digits, self.codes, self.spared = entries, digits, codes, spared
        self._people, self._language = people, language
        common, labels = language.vocab.gazetteer.common, language.taxonomy.labels
        clauses = labels("text.clause")
        counts: dict[str, set[int]] = {}
        single: dict[str, Original] = {}
        parts: dict[str, Original] = {}
        for words, original in entries.items():
            counts.setdefault(words[0], set()).add(len(words))
            if len(words) == 1:
                single[words[0]] = original
            elif original.label not in clauses:
                named = (word for word in words if len(word) >= LEAST_EDIT and not common(word))
                parts.update((word, original) for word in named if word not in parts)
        self.single: Mapping[str, Original] = single
        self.parts: Mapping[str, Original] = parts
        self.counts: Mapping[str, Sequence[int]] = {
            first: sorted(its, reverse=True) if len(its) > 1 else (*its,)
            for first, its in counts.items()
        }
        self._compounding = [word for word in single if len(word) >= LEAST_COMPOUND]

    @cached_property
    def labels(self) -> frozenset[str]:
        """The labels of all."""
        tables = (self.entries, self.digits, self.codes)
        return frozenset([one.label for table in tables for one in table.values()])

    @cached_property
    def lettered(self) -> bool:
        """Whether all are words of two letters or more, without digits, hyphens and other marks."""
        if self.digits or self.codes:
            return False
        return all(len(w) > 1 and w.isalpha() for words in self.entries for w in words)

    @cached_property
    def tips(self) -> frozenset[str]:
        """The first two and the last two letters of only words: a word made of one, or one edit
        away, still has the ones or the others."""
        return frozenset([tip for word in self._compounding for tip in (word[:2], word[-2:])])

    @cached_property
    def begun(self) -> Set[str]:
        """The first two letters of what may be made of an only word, and those of its `tips`."""
        return self.tips | self.beginnings.tips

    @cached_property
    def edges(self) -> frozenset[str]:
        """The first and the last LEAST_COMPOUND letters of the same."""
        first, last = slice(LEAST_COMPOUND), slice(-LEAST_COMPOUND, None)
        return frozenset([edge for word in self._compounding for edge in (word[first], word[last])])

    @cached_property
    def lengths(self) -> Sequence[int]:
        """How long they are, numbers aside."""
        return sorted({len(word) for word in self._compounding if not word.isdecimal()})

    @cached_property
    def shortened(self) -> frozenset[str]:
        """Only words of LEAST_EDIT letters, and what is left of them without one."""
        return frozenset().union(*map(shortened, self._edited))

    @cached_property
    def deletions(self) -> Mapping[str, Sequence[str]]:
        """The same words by these."""
        found: dict[str, list[str]] = {}
        for word in self._edited:
            for short in shortened(word):
                found.setdefault(short, []).append(word)
        return found

    @cached_property
    def _edited(self) -> Sequence[str]:
        """Only words that are told with a letter wrong."""
        common = self._language.vocab.gazetteer.common
        return [
            word
            for word in self.single
            if LEAST_EDIT <= len(word) <= MOST_EDIT and not word.isdecimal() and not common(word)
        ]

    @cached_property
    def ascii(self) -> Mapping[str, Original]:
        """Only words as addresses write them."""
        values = self._language.taxonomy.labels(*VALUES)
        found: dict[str, Original] = {}
        for word, original in self.single.items():
            if len(word) >= LEAST_MAIL and original.label not in values:
                found.setdefault(_plain_word(word), original)
        return found

    @cached_property
    def initials(self) -> Mapping[tuple[str, str], Original]:
        """People by the first letters of their first name and surname."""
        return {
            (fold(names["given"].form[0]), fold(names["family"].form[0])): names["given"]
            for names in self._people.values()
            if "given" in names and "family" in names
        }

    @cached_property
    def beginnings(self) -> Beginnings[str]:
        """Only words, by what words made of them begin with."""
        return Beginnings(_beginnings(self.single, self._language))


MARKED = "Mark"
"""The group of everyday words (mother, nurse): one elsewhere in the text shows nobody's."""


def collect(
    document: Document, replacements: Sequence[Replacement], language: LanguagePack
) -> Originals:
    """What the replacements hide, as far as it can be told from everyday words and numbers; a form
    that is kept anywhere hides nothing."""
    kept: set[tuple[str, ...]] = set()
    entries: dict[tuple[str, ...], Original] = {}
    digits: dict[str, Original] = {}
    codes: dict[str, Original] = {}
    people: dict[int, dict[str, Original]] = {}
    text, labels = document.text, language.taxonomy.labels
    numbers, values, years = labels(*NUMBERS), labels(*VALUES), labels(YEAR)
    initials, names, families = (
        labels("person.initials"),
        labels(*FULL_NAME_KINDS),
        labels("person.family"),
    )
    ordinary = language.texts.country_words.ordinary
    for replacement in replacements:
        mention = replacement.mention
        label, number = mention.label, mention.number
        form = unicodedata.normalize("NFC", text[mention.span.start : mention.span.end])
        if not replacement.hidden:
            kept.add(_folded_words(form))
            continue
        if replacement.follows and (
            (word := fold(form)) == fold(replacement.text) or word in ordinary
        ):
            continue  # Arabic for Syria beside Iraq; English, which kin() looks for where it tells
        category = language.taxonomy.categories.get(label)
        if category and category.group == MARKED:
            continue
        original = Original(form, label, number)
        if label in numbers:
            if row := digits_of(form, language.taxonomy.kind(label)):
                digits.setdefault(row, original)
            elif code := code_of(form):
                codes.setdefault(code, original)
            continue
        if label in values and not (label in years and len(form) == 4 and form.isdecimal()):
            continue
        if label not in initials and (words := _folded_words(form)):
            entries.setdefault(words, original)
            if "gen" in mention.features:
                entries.setdefault(
                    _folded_words(language.morphology.stem(mention, form)) or words, original
                )
        if number and form and label in names:
            people.setdefault(number, {}).setdefault(
                "family" if label in families else "given", original
            )
    if spared := not kept.isdisjoint(entries):
        entries = {words: original for words, original in entries.items() if words not in kept}
    return Originals(entries, digits, codes, people, language, spared)


@lru_cache(20_000)
def _folded_words(form: str) -> tuple[str, ...]:
    """The words of an original, of a long one the first; none when they are too short to be looked
    for."""
    words = tuple([match[0] for match in islice(WORD.finditer(fold(form)), MOST_WORDS)])
    return words if sum(map(len, words)) >= LEAST_WORD else ()


def _beginnings(
    single: Mapping[str, Original], language: LanguagePack
) -> Iterator[tuple[str, str]]:
    kinds = language.taxonomy
    for name, original in single.items():
        if name.isalpha():
            for beginning in language.morphology.beginnings(name, kinds.kind(original.label)):
                yield beginning, name


_plain_word = lru_cache(20_000)(plain)


@lru_cache(10_000)
def shortened(word: str) -> frozenset[str]:
    """The word, and the word without each of its letters; of one longer than any name the word
    alone, for the letters of all these grow with its square."""
    if len(word) > MOST_EDIT:
        return frozenset([word])
    return frozenset([word, *(word[:at] + word[at + 1 :] for at in range(len(word)))])
