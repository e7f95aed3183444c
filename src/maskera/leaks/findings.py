"""The leak check: does a released text still show an original, or a variant of one? Nothing here ever quotes a text.

Time is linear in the length of the text: originals go into tables by form, by one-letter deletions and by
length, every stretch (see stretches.py) is looked up once, and only places with one that shows something are looked at.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

import msgspec
from rapidfuzz.distance import DamerauLevenshtein

from maskera.language import Language
from maskera.leaks.numbers import code_of, digits_of, find_codes, find_digits
from maskera.leaks.places import Places, compose, located
from maskera.leaks.stretches import LEAST_PLACE, LEAST_REST, LETTERS, WORD, Hints, Stretch, addresses, fold, heads, plain, stretches
from maskera.result import LeakStatus, Replacement
from maskera.taxonomy import FULL_NAME, PLACES
from maskera.text import Document, Span

NUMBERS = frozenset(["phone_nr", "personid_nr", "account_nr", "license_nr", "other_nr_seq", "zip_code", "date_digits"])
VALUES = frozenset(["age_digits", "age_string", "day", "month_digit", "street_nr", "transport_nr", "year"])
"""Labels of everyday numbers and names of days, which say nothing where they are not marked; only a year of four digits is looked for."""
WEAK = VALUES | {"month_word"}
PLACES_AND_STREETS = PLACES | {"place"}
MOST_EDIT = 60  # letters; a longer "word" is a URL or noise, and its one-letter deletions would fill the memory
LEAST_EDIT, LEAST_COMPOUND, LEAST_MAIL, LEAST_WORD = 5, 4, 3, 2
_STRETCH = re.compile(r"\S+")
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
    if not (originals.entries or originals.digits or originals.codes):
        return ()
    taken = located(result_text, document, replacements) if places is None else Places(places, replacements)
    if unicodedata.is_normalized("NFC", result_text):
        return _shown(result_text, originals, taken, language)
    composed, origins = compose(result_text)
    found = _shown(composed, originals, taken.moved(origins), language)
    return tuple([msgspec.structs.replace(finding, offset=origins[finding.offset]) for finding in found])


def _shown(result_text: str, originals: _Originals, taken: Places, language: Language) -> tuple[Finding, ...]:
    """The places of a composed text (NFC)."""
    shown = stretches(result_text, language)
    hints = [one.hints for one in shown if one.hints]
    found = [*_words(result_text, shown, hints, originals, taken, language)]
    found += _addresses(result_text, hints, originals, taken)
    found += _numbers(result_text, originals, taken)
    found += _initials(result_text, hints, originals, taken)
    return tuple(sorted(set(found), key=lambda finding: (finding.offset, finding.how)))


class _Original(msgspec.Struct, frozen=True, gc=False):
    form: str
    label: str
    number: int


@dataclass(frozen=True, slots=True)
class _Originals:
    """The originals that must not be seen, as tables: by folded words, the only word, parts, deletions, digits, codes, initials.

    counts: by the first word, how many words they have, most first. edges: the first and the last LEAST_COMPOUND letters of only words.
    tips: the first two and the last two letters of the same: a word made of one, or one edit away, still has the ones or the others.
    """

    entries: Mapping[tuple[str, ...], _Original]
    single: Mapping[str, _Original]
    counts: Mapping[str, Sequence[int]]
    parts: Mapping[str, _Original]
    deletions: Mapping[str, list[str]]
    tips: frozenset[str]
    lengths: tuple[int, ...]
    edges: frozenset[str]
    digits: Mapping[str, _Original]
    codes: Mapping[str, _Original]
    initials: Mapping[tuple[str, str], _Original]
    ascii: Mapping[str, _Original]


def _originals(document: Document, replacements: Sequence[Replacement], language: Language) -> _Originals:
    kept: set[tuple[str, ...]] = set()
    entries: dict[tuple[str, ...], _Original] = {}
    digits: dict[str, _Original] = {}
    codes: dict[str, _Original] = {}
    people: dict[int, dict[str, _Original]] = {}
    text = document.text
    for replacement in replacements:
        mention = replacement.mention
        label, number = mention.label, mention.number
        form = unicodedata.normalize("NFC", text[mention.span.start : mention.span.end])
        if not replacement.hidden:
            kept.add(_folded_words(form))
            continue
        original = _Original(form, label, number)
        if label in NUMBERS:
            if row := digits_of(form, label):
                digits.setdefault(row, original)
            elif code := code_of(form):
                codes.setdefault(code, original)
            continue
        if label in VALUES and not (label == "year" and len(form) == 4 and form.isdecimal()):
            continue
        if label != "initials" and (words := _folded_words(form)):
            entries.setdefault(words, original)
            if "gen" in mention.features:
                entries.setdefault(_folded_words(language.forms.stem(mention, form)) or words, original)
        if number and form and label in FULL_NAME:
            people.setdefault(number, {}).setdefault("surname" if label == "surname" else "first", original)
    if kept:
        entries = {words: original for words, original in entries.items() if words not in kept}
    return _tables(entries, digits, codes, people, language)


@lru_cache(20_000)
def _folded_words(form: str) -> tuple[str, ...]:
    """The words of an original; none when they are too short to be looked for."""
    words = tuple(WORD.findall(fold(form)))
    return words if sum(map(len, words)) >= LEAST_WORD else ()


def _tables(
    entries: dict[tuple[str, ...], _Original],
    digits: dict[str, _Original],
    codes: dict[str, _Original],
    people: dict[int, dict[str, _Original]],
    language: Language,
) -> _Originals:
    common = language.gazetteer.common
    counts: dict[str, set[int]] = {}
    single: dict[str, _Original] = {}
    parts: dict[str, _Original] = {}
    deletions: dict[str, list[str]] = {}
    flat: dict[str, _Original] = {}
    for words, original in entries.items():
        counts.setdefault(words[0], set()).add(len(words))
        if len(words) > 1:
            if original.label != "extra":
                named = (word for word in words if len(word) >= LEAST_EDIT and not common(word))
                parts.update((word, original) for word in named if word not in parts)
            continue
        word = words[0]
        single[word] = original
        if len(word) >= LEAST_MAIL and original.label not in VALUES:
            flat.setdefault(_plain_word(word), original)
        if LEAST_EDIT <= len(word) <= MOST_EDIT and not word.isdecimal() and not common(word):
            for short in _shortened(word):
                deletions.setdefault(short, []).append(word)
    initials = {
        (fold(names["first"].form[0]), fold(names["surname"].form[0])): names["first"]
        for names in people.values()
        if "first" in names and "surname" in names
    }
    compounding = [word for word in single if len(word) >= LEAST_COMPOUND]
    return _Originals(
        entries,
        single,
        {first: sorted(its, reverse=True) for first, its in counts.items()},
        parts,
        deletions,
        frozenset([tip for word in compounding for tip in (word[:2], word[-2:])]),
        tuple(sorted({len(word) for word in compounding if not word.isdecimal()})),
        frozenset([edge for word in compounding for edge in (word[:LEAST_COMPOUND], word[-LEAST_COMPOUND:])]),
        digits,
        codes,
        initials,
        flat,
    )


_plain_word = lru_cache(20_000)(plain)


@lru_cache(10_000)
def _shortened(word: str) -> frozenset[str]:
    return frozenset([word, *(word[:at] + word[at + 1 :] for at in range(len(word)))])


def _words(
    text: str, shown: Sequence[Stretch], hints: Sequence[Hints], originals: _Originals, taken: Places, language: Language
) -> Iterator[Finding]:
    signs = _signs(hints, originals)
    beginning = originals.counts.keys() & set().union(*[one.forms for one in shown], *[hint.heads for hint in hints if hint.heads])
    if not beginning and not signs:
        return
    telling = {one.written for one in shown if _tells(one, beginning, signs)}
    for stretch in _STRETCH.finditer(text):
        if stretch[0] in telling:
            for match in WORD.finditer(text, *stretch.span()):
                yield from _word(match, text, signs, originals, taken, language)


def _signs(hints: Sequence[Hints], originals: _Originals) -> dict[str, tuple[_Original, str]]:
    """The words that may give an original away without being it, with that original and how."""
    tips, parts = originals.tips, originals.parts
    rare = {word for hint in hints for word in hint.rare if word[:2] in tips or word[-2:] in tips or word in parts or "-" in word}
    long = {word for hint in hints for word in hint.long if word[:2] in tips}
    signs = {word: sign for word in rare if (sign := _sign(word, originals))}
    signs.update((word, sign) for word in long if (sign := _of_place(word, originals)))
    return signs


def _tells(stretch: Stretch, beginning: set[str], signs: Mapping[str, object]) -> bool:
    """Whether an original may begin in a stretch, or a word of it is a sign of one."""
    if not beginning.isdisjoint(stretch.forms):
        return True
    hints = stretch.hints
    return hints is not None and not (beginning.isdisjoint(hints.heads) and signs.keys().isdisjoint((*hints.rare, *hints.long)))


def _word(
    match: re.Match[str],
    text: str,
    signs: Mapping[str, tuple[_Original, str]],
    originals: _Originals,
    taken: Places,
    language: Language,
) -> Iterator[Finding]:
    """What a word shows: an original that begins with it, else a sign of one."""
    place = taken.at(match.start(), match.end())
    if place is False:
        return
    word = fold(match[0])
    if finding := _whole(match, word, text, originals, language):
        if finding.label in WEAK:  # a year moved by two may well be another year of the text
            if place is None:
                yield msgspec.structs.replace(finding, weak=True)
        elif place is None or len(word) > LEAST_WORD:
            yield finding
    elif place is None and (finding := _longer(match, word, originals, language)):
        yield finding
    elif place is None and (sign := signs.get(word)):
        original, how = sign
        yield Finding(match.start(), original.label, original.number, how, True)


def _whole(match: re.Match[str], word: str, text: str, originals: _Originals, language: Language) -> Finding | None:
    """An original from this word on, as it is, in another case, or inflected."""
    offset, base, common = match.start(), language.forms.base, language.gazetteer.common
    for first, how in ((word, ""), (base(word), "inflected")):
        for length in originals.counts.get(first, ()):
            found = list(islice(WORD.finditer(text, offset), length))
            words = (first,) if length == 1 else tuple([fold(one[0]) for one in found])
            original = originals.entries.get(words)
            inflected = how
            if original is None and length > 1 and len(words) == length:
                original = originals.entries.get((*words[:-1], base(words[-1])))
                inflected = "inflected"
            if original is not None:
                kind = inflected or ("exact" if text[offset : found[-1].end()] == original.form else "case")
                return Finding(offset, original.label, original.number, kind, length == 1 and common(word))
    for form in heads(word):
        if (original := originals.single.get(form)) and form in originals.counts:
            return Finding(offset, original.label, original.number, "inflected", common(word))
    return None


def _longer(match: re.Match[str], word: str, originals: _Originals, language: Language) -> Finding | None:
    """The original of which a word that is a name or another word itself may be the genitive (Minas, mos)."""
    stem = language.forms.bare(word)
    original = originals.single.get(stem)
    if original is None or original.label not in FULL_NAME:
        return None
    weak = language.gazetteer.common(word) or language.gazetteer.common(stem)
    return Finding(match.start(), original.label, original.number, "inflected", weak)


def _sign(word: str, originals: _Originals) -> tuple[_Original, str] | None:
    """The original that an uncommon word may give away without being it, and how: as a part, in a compound, one letter off."""
    if original := originals.parts.get(word):
        return original, "compound"
    for piece in LETTERS.findall(word) if "-" in word else ():
        if len(piece) >= LEAST_COMPOUND and (original := originals.single.get(piece)):
            return original, "compound"
    if word[:LEAST_COMPOUND] in originals.edges or word[-LEAST_COMPOUND:] in originals.edges:
        for length in originals.lengths:
            if length >= len(word):
                break
            if original := originals.single.get(word[:length]) or originals.single.get(word[-length:]):
                return original, "compound"
    if LEAST_EDIT - 1 <= len(word) <= MOST_EDIT + 1 and not originals.deletions.keys().isdisjoint(shorter := _shortened(word)):
        for other in [other for short in shorter for other in originals.deletions.get(short, ())]:
            if DamerauLevenshtein.distance(word, other, score_cutoff=1) == 1:
                return originals.single[other], "edit"
    return None


def _of_place(word: str, originals: _Originals) -> tuple[_Original, str] | None:
    """The place that a common word is made of: a festival or paper bears its town's name, however well known it is itself."""
    if word[:LEAST_COMPOUND] not in originals.edges:
        return None
    for length in originals.lengths:
        if length > len(word) - LEAST_REST:
            break
        if length >= LEAST_PLACE and (original := originals.single.get(word[:length])) and original.label in PLACES_AND_STREETS:
            return original, "compound"
    return None


def _addresses(text: str, hints: Sequence[Hints], originals: _Originals, taken: Places) -> Iterator[Finding]:
    if originals.ascii.keys().isdisjoint([part for hint in hints for part in hint.addresses]):
        return
    for match in addresses(text):
        if taken.at(match.start(), match.end()) is not None:
            continue
        for part in LETTERS.findall(plain(match[0])):
            if original := originals.ascii.get(part):
                yield Finding(match.start(), original.label, original.number, "email", False)


def _numbers(text: str, originals: _Originals, taken: Places) -> Iterator[Finding]:
    if not (originals.digits or originals.codes):
        return
    text = taken.blanked(text)
    for offset, number in find_digits(text, originals.digits):
        original = originals.digits[number]
        yield Finding(offset, original.label, original.number, "exact", False)
    for offset, end, code in find_codes(text, originals.codes):
        original = originals.codes[code]
        how = "exact" if text[offset:end] == original.form else "case"
        yield Finding(offset, original.label, original.number, how, sum(map(str.isalpha, code)) < 2)


def _initials(text: str, hints: Sequence[Hints], originals: _Originals, taken: Places) -> Iterator[Finding]:
    seen = {initial for hint in hints for initial in hint.initials}
    if not any(first + last in seen or (first in seen and last in seen) for first, last in originals.initials):
        return
    for match in _INITIALS.finditer(text):
        if not (match[1].isupper() and match[2].isupper()) or taken.at(match.start(), match.end()) is not None:
            continue
        if original := originals.initials.get((fold(match[1]), fold(match[2]))):
            yield Finding(match.start(), original.label, original.number, "initials", True)
