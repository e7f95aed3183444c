"""The leak check: does a released text still show an original, or a variant of one? Nothing here ever quotes a text.

Time is linear in the length of the text: originals go into tables by form, by one-letter deletions and by
length, every word form is looked up once, and only places with a form that shows something are looked at.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import msgspec
from rapidfuzz.distance import DamerauLevenshtein

from maskera.language import Language
from maskera.result import LeakStatus, Replacement
from maskera.text import Document, Edit, Span, splice

NUMBERS = frozenset(["phone_nr", "personid_nr", "account_nr", "license_nr", "other_nr_seq", "zip_code", "date_digits"])
VALUES = frozenset(["age_digits", "age_string", "day", "month_digit", "street_nr", "transport_nr", "year"])
"""Labels of everyday numbers and names of days, which say nothing where they are not marked; only a year of four digits is looked for."""
WEAK = VALUES | {"month_word"}
FIRST = frozenset({"firstname_male", "firstname_female", "firstname_unknown"})
PLACES = frozenset({"city", "region", "country", "area", "place", "geo"})
LEAST_PLACE, LEAST_REST = 5, 4  # letters of a place in a common word, and of what follows it: more than an ending (italiensk, malmöbo)
MOST_EDIT = 60  # letters; a longer "word" is a URL or noise, and its one-letter deletions would fill the memory
LEAST_DIGITS, LEAST_EDIT, LEAST_COMPOUND, LEAST_MAIL, LEAST_WORD = 5, 5, 4, 3, 2
_WORD = re.compile(r"[^\W_]+(?:[-'’:.][^\W_]+)*")
_PART = re.compile(r"[^\W\d_]+")
# Looked for where a run of such characters begins, and nowhere inside it: else a line without blanks takes quadratic time.
_ADDRESS_SIGN = re.compile(r"[@/]|[wW]{3}\.")
_ADDRESS = re.compile(r"(?<!\S)\S+@\S+|(?:https?://|www\.)\S+|(?<![\w-])(?<![\w-]\.)\w[\w-]*(?:\.[\w-]+)+/\S*", re.IGNORECASE)
_DIGITS = re.compile(r"\d(?:[ \u00a0./+-]{0,3}\d)+")
_INITIALS = re.compile(r"(?<!\w)([^\W\d_])(?:\. ?|-)?([^\W\d_])(?!\w)")


class Finding(msgspec.Struct, frozen=True, gc=False):
    """A place of the released text that shows an original.

    offset: in code points of the released text. label, number: of the mention shown.
    how: exact, case, inflected, edit, initials, compound or email. weak: a person should look; else it is a leak.
    """

    offset: int
    label: str
    number: int
    how: str
    weak: bool


def check(
    result_text: str, document: Document, replacements: Sequence[Replacement], language: Language, places: Sequence[Span] | None = None
) -> LeakStatus:
    """FAIL when an original stands in plain sight, REVIEW when there are only weak signs, PASS when there is nothing.

    places: where each replacement stands in the text, when the caller knows.
    """
    return verdict(findings(result_text, document, replacements, language, places))


def verdict(found: Sequence[Finding]) -> LeakStatus:
    """The same of findings that have been made already."""
    if not found:
        return LeakStatus.PASS
    return LeakStatus.REVIEW if all(finding.weak for finding in found) else LeakStatus.FAIL


def findings(
    result_text: str, document: Document, replacements: Sequence[Replacement], language: Language, places: Sequence[Span] | None = None
) -> tuple[Finding, ...]:
    """All places of the released text that show an original, in text order.

    What stands where our own pseudonyms stand counts only when it is an original as it is; what the policy keeps does not count at all.
    """
    originals = _originals(document, replacements, language)
    if not originals.entries:
        return ()
    if places is None:
        taken = _places(result_text, document, replacements)
    else:
        taken = _Places(places, [replacement.hidden for replacement in replacements], [span.start for span in places])
    found = [*_words(result_text, originals, taken, language)]
    found += _addresses(result_text, originals, taken)
    found += _digits(result_text, originals, taken)
    found += _initials(result_text, originals, taken)
    return tuple(sorted(set(found), key=lambda finding: (finding.offset, finding.how)))


class _Original(msgspec.Struct, frozen=True, gc=False):
    form: str
    label: str
    number: int


@dataclass(frozen=True, slots=True)
class _Originals:
    """The originals that must not be seen, as tables: by folded words, by the only word, by parts, by deletions, by digits, by initials.

    counts: by the first word, how many words they have, most first.
    """

    entries: Mapping[tuple[str, ...], _Original]
    single: Mapping[str, _Original]
    counts: Mapping[str, Sequence[int]]
    parts: Mapping[str, _Original]
    deletions: Mapping[str, list[tuple[str, _Original]]]
    lengths: tuple[int, ...]
    digits: Mapping[str, _Original]
    initials: Mapping[tuple[str, str], _Original]
    ascii: Mapping[str, _Original]


@dataclass(frozen=True, slots=True)
class _Places:
    """Where replacements stand in the released text."""

    spans: Sequence[Span]
    hidden: Sequence[bool]
    starts: Sequence[int]

    def at(self, start: int, end: int) -> bool | None:
        """Whether start to end touches a pseudonym (True), a kept mention (False), neither (None)."""
        index = bisect_right(self.starts, start) - 1
        for at in (index, index + 1):
            if 0 <= at < len(self.spans) and self.spans[at].start < end and start < self.spans[at].end:
                return self.hidden[at]
        return None


@lru_cache(50_000)
def _fold(text: str) -> str:
    return unicodedata.normalize("NFC", text).casefold()


def _ascii(text: str) -> str:
    return "".join(character for character in unicodedata.normalize("NFD", text.casefold()) if not unicodedata.combining(character))


def _places(text: str, document: Document, replacements: Sequence[Replacement]) -> _Places:
    """Where the replacements stand; nowhere when the text is not the one they give (edited by hand)."""
    ordered = sorted(replacements, key=lambda replacement: replacement.mention.span)
    spliced, places = splice(document.text, (Edit(replacement.mention.span, replacement.text) for replacement in ordered))
    if spliced != text:
        return _Places((), (), ())
    return _Places(places, [replacement.hidden for replacement in ordered], [span.start for span in places])


def _originals(document: Document, replacements: Sequence[Replacement], language: Language) -> _Originals:
    kept: set[tuple[str, ...]] = set()
    entries: dict[tuple[str, ...], _Original] = {}
    digits: dict[str, _Original] = {}
    people: dict[int, dict[str, _Original]] = {}
    for replacement in replacements:
        mention = replacement.mention
        form = document.text[mention.span.start : mention.span.end]
        words = tuple(_WORD.findall(_fold(form)))
        if not replacement.hidden:
            kept.add(words)
            continue
        original = _Original(form, mention.label, mention.number)
        if mention.label in NUMBERS and len(number := "".join(filter(str.isdigit, form))) >= LEAST_DIGITS:
            digits.setdefault(number, original)
        if mention.label in NUMBERS or (mention.label in VALUES and not (mention.label == "year" and len(form) == 4 and form.isdecimal())):
            continue
        if words and sum(map(len, words)) >= LEAST_WORD and mention.label != "initials":
            entries.setdefault(words, original)
            if "gen" in mention.features:
                entries.setdefault((*words[:-1], _fold(language.forms.base(words[-1]))), original)
        if mention.number and form:
            people.setdefault(mention.number, {}).setdefault("first" if mention.label in FIRST else mention.label, original)
    entries = {words: original for words, original in entries.items() if words not in kept}
    return _tables(entries, digits, people, language)


def _tables(
    entries: dict[tuple[str, ...], _Original], digits: dict[str, _Original], people: dict[int, dict[str, _Original]], language: Language
) -> _Originals:
    counts: dict[str, set[int]] = {}
    parts: dict[str, _Original] = {}
    deletions: dict[str, list[tuple[str, _Original]]] = {}
    flat: dict[str, _Original] = {}
    for words, original in entries.items():
        counts.setdefault(words[0], set()).add(len(words))
        if len(words) > 1:
            if original.label != "extra":
                named = (word for word in words if len(word) >= LEAST_EDIT and not language.gazetteer.common(word))
                parts.update((word, original) for word in named if word not in parts)
            continue
        word = words[0]
        if len(word) >= LEAST_MAIL and original.label not in VALUES:
            flat.setdefault(_ascii(word), original)
        if LEAST_EDIT <= len(word) <= MOST_EDIT and not word.isdecimal() and not language.gazetteer.common(word):
            for short in _shortened(word):
                deletions.setdefault(short, []).append((word, original))
    initials = {
        (_fold(names["first"].form[0]), _fold(names["surname"].form[0])): names["first"]
        for names in people.values()
        if "first" in names and "surname" in names
    }
    single = {words[0]: original for words, original in entries.items() if len(words) == 1} | digits
    return _Originals(
        entries if not digits else {**entries, **{(number,): one for number, one in digits.items()}},
        single,
        {first: sorted(its, reverse=True) for first, its in counts.items()},
        parts,
        deletions,
        tuple(sorted({len(word) for word in single if len(word) >= LEAST_COMPOUND and not word.isdecimal()})),
        digits,
        initials,
        flat,
    )


@lru_cache(10_000)
def _shortened(word: str) -> frozenset[str]:
    return frozenset([word, *(word[:at] + word[at + 1 :] for at in range(len(word)))])


def _words(text: str, originals: _Originals, taken: _Places, language: Language) -> Iterator[Finding]:
    folds = {written: _fold(written) for written in set(_WORD.findall(text))}
    words, common = set(folds.values()), language.gazetteer.common
    signs = {word: sign for word in words if (sign := (_of_place if common(word) else _sign)(word, originals))}
    telling = _beginning(words, originals, language) | signs.keys()
    suspects = {written for written, word in folds.items() if word in telling}
    if not suspects:
        return
    found = list(_WORD.finditer(text))
    folded = [folds[match[0]] for match in found]
    for index, match in enumerate(found):
        if match[0] not in suspects:
            continue
        place = taken.at(match.start(), match.end())
        if place is False:
            continue
        word = folded[index]
        if finding := _whole(match.start(), text, word, folded, found, index, originals, language):
            if finding.label in WEAK:  # a year moved by two may well be another year of the text
                if place is None:
                    yield msgspec.structs.replace(finding, weak=True)
            elif place is None or len(word) > LEAST_WORD:
                yield finding
        elif place is None and (sign := signs.get(word)):
            original, how = sign
            yield Finding(match.start(), original.label, original.number, how, True)


def _beginning(words: set[str], originals: _Originals, language: Language) -> set[str]:
    """The words with which an original may begin."""
    counts, base = originals.counts, language.forms.base
    found = {word for word in words if word in counts or base(word) in counts}
    return found.union(word for word in words if not word.isalnum() and any(form in originals.single for form in _inflections(word)))


def _whole(
    offset: int, text: str, word: str, folded: list[str], found: list[re.Match[str]], index: int, originals: _Originals, language: Language
) -> Finding | None:
    """An original from this word on, as it is, in another case, or inflected."""
    for first, how in ((word, ""), (language.forms.base(word), "inflected")):
        for length in originals.counts.get(first, ()):
            words = (first, *folded[index + 1 : index + length])
            if length > 1:
                words = tuple(folded[index : index + length])
            original = originals.entries.get(words)
            inflected = how
            if original is None and length > 1 and len(words) == length:
                original = originals.entries.get((*words[:-1], language.forms.base(words[-1])))
                inflected = "inflected"
            if original is not None:
                written = text[offset : found[index + length - 1].end()]
                kind = inflected or ("exact" if written == original.form else "case")
                return Finding(offset, original.label, original.number, kind, length == 1 and language.gazetteer.common(word))
    for form in _inflections(word):
        if (original := originals.single.get(form)) and form in originals.counts:
            return Finding(offset, original.label, original.number, "inflected", language.gazetteer.common(word))
    return None


def _inflections(word: str) -> Iterator[str]:
    """What the word may be with a hyphen or an apostrophe ending off (anna-s, anna's)."""
    for mark in "-'’:.":
        head, found, tail = word.rpartition(mark)
        if found and len(tail) <= 2:
            yield head


def _sign(word: str, originals: _Originals) -> tuple[_Original, str] | None:
    """The original that an uncommon word may give away without being it, and how: as a part, in a compound, one letter off."""
    if original := originals.parts.get(word):
        return original, "compound"
    for piece in _PART.findall(word) if "-" in word else ():
        if len(piece) >= LEAST_COMPOUND and (original := originals.single.get(piece)):
            return original, "compound"
    for length in originals.lengths:
        if length >= len(word):
            break
        if original := originals.single.get(word[:length]) or originals.single.get(word[-length:]):
            return original, "compound"
    if originals.deletions and LEAST_EDIT - 1 <= len(word) <= MOST_EDIT + 1:
        for short in _shortened(word):
            for other, original in originals.deletions.get(short, ()):
                if DamerauLevenshtein.distance(word, other, score_cutoff=1) == 1:
                    return original, "edit"
    return None


def _of_place(word: str, originals: _Originals) -> tuple[_Original, str] | None:
    """The place that a common word is made of: a festival or paper bears its town's name, however well known it is itself."""
    for length in originals.lengths:
        if length > len(word) - LEAST_REST:
            break
        if length >= LEAST_PLACE and (original := originals.single.get(word[:length])) and original.label in PLACES:
            return original, "compound"
    return None


def _addresses(text: str, originals: _Originals, taken: _Places) -> Iterator[Finding]:
    if not originals.ascii or not _ADDRESS_SIGN.search(text):
        return
    for match in _ADDRESS.finditer(text):
        if taken.at(match.start(), match.end()) is not None:
            continue
        for part in _PART.findall(_ascii(match.group())):
            if original := originals.ascii.get(part):
                yield Finding(match.start(), original.label, original.number, "email", False)


def _digits(text: str, originals: _Originals, taken: _Places) -> Iterator[Finding]:
    if not originals.digits:
        return
    lengths = sorted({len(number) for number in originals.digits})
    for match in _DIGITS.finditer(text):
        if taken.at(match.start(), match.end()) is not None:
            continue
        where = [at for at in range(match.start(), match.end()) if text[at].isdigit()]
        number = "".join(text[at] for at in where)
        for start in range(len(number)):
            for length in lengths:
                if original := originals.digits.get(number[start : start + length]):
                    yield Finding(where[start], original.label, original.number, "exact", False)


def _initials(text: str, originals: _Originals, taken: _Places) -> Iterator[Finding]:
    if not originals.initials:
        return
    for match in _INITIALS.finditer(text):
        if not (match[1].isupper() and match[2].isupper()) or taken.at(match.start(), match.end()) is not None:
            continue
        if original := originals.initials.get((_fold(match[1]), _fold(match[2]))):
            yield Finding(match.start(), original.label, original.number, "initials", True)
