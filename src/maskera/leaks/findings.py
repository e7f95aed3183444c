"""The leak check: does a released text still show an original, or a variant? It never quotes one.

Time is linear in the length of the text: originals go into tables by form, by one-letter deletions
and by length, every chunk is looked up once, and only places with one that tells are looked at.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from maskera import expressions as re
from maskera.lang.pack import LanguagePack
from maskera.leaks.chunks import (
    LETTERS,
    WORD,
    Chunk,
    Hints,
    addresses,
    chunks,
    fold,
    plain,
    words_of,
)
from maskera.leaks.kin import hidden_countries, kin, of_names
from maskera.leaks.numbers import find_codes, find_digits
from maskera.leaks.originals import (
    NUMBERS,
    VALUES,
    Originals,
    collect,
)
from maskera.leaks.places import Places, compose, located
from maskera.leaks.words import Finding, Look, in_words
from maskera.mentions import Mention
from maskera.result import LeakStatus, Replacement
from maskera.text import Document, Span

REPLACED = (*NUMBERS, *(kind for kind in VALUES if kind not in ("date.day", "date.month.digits")))
"""Kinds of which none may stay where it was (of a date that is moved, day or month may); names
that do are found as any word is."""
_INITIALS = re.compile(r"(?<!\w)([^\W\d_])(?:\. ?|-)?([^\W\d_])(?!\w)")


def check(
    result_text: str,
    document: Document,
    replacements: Sequence[Replacement],
    language: LanguagePack,
    places: Sequence[Span] | None = None,
) -> LeakStatus:
    """FAIL when an original stands in plain sight, REVIEW when there are only weak signs, PASS when
    there is nothing.

    places: where each replacement stands in the text, when the caller knows.
    """
    return verdict(findings(result_text, document, replacements, language, places))


def verdict(found: Sequence[Finding]) -> LeakStatus:
    """The same of findings that have been made already."""
    if not found:
        return LeakStatus.PASS
    return LeakStatus.REVIEW if all(finding.weak for finding in found) else LeakStatus.FAIL


def findings(
    result_text: str,
    document: Document,
    replacements: Sequence[Replacement],
    language: LanguagePack,
    places: Sequence[Span] | None = None,
    originals: Originals | None = None,
) -> tuple[Finding, ...]:
    """All places of the released text that show an original, in text order.

    What stands where our own pseudonyms stand counts only when it is an original as it is; what the
    policy keeps, only for what it has in it of something else that is hidden. originals: those of
    the replacements, when the caller has collected them.
    """
    originals = originals or collect(document, replacements, language)
    taken = (
        located(result_text, document, replacements)
        if places is None
        else Places(places, replacements)
    )
    words = language.texts.country_words
    hidden = hidden_countries(document, replacements, words, language.taxonomy)
    found = {*_stayed(document, taken, language.taxonomy.labels(*REPLACED))}
    found |= {*_members(document, taken, language)}
    seen = chunks(result_text, language)
    hints = [one.hints for one in seen if one.hints]
    found |= {*_of_places(result_text, hints, taken, language)}
    if not originals.labels:
        shown: Iterable[Finding] = ()
    elif unicodedata.is_normalized("NFC", result_text):
        shown = _shown(result_text, seen, hints, originals, hidden, taken, language)
    else:
        composed, origins = compose(result_text)
        seen = chunks(composed, language)
        shown = (
            msgspec.structs.replace(finding, offset=origins[finding.offset])
            for finding in _shown(
                composed,
                seen,
                [one.hints for one in seen if one.hints],
                originals,
                hidden,
                taken.moved(origins),
                language,
            )
        )
    return tuple(sorted(found.union(shown), key=lambda finding: (finding.offset, finding.how)))


def _stayed(document: Document, taken: Places, labels: frozenset[str]) -> Iterator[Finding]:
    """The numbers that were to be replaced by others and stand there as they were, and the words
    made of a hidden name that are marked only. labels: which are numbers."""
    for place, replacement in zip(
        taken.spans, taken.replacements, strict=False
    ):  # no span in what is no text of theirs, as an id
        mention = replacement.mention
        if replacement.follows and replacement.action == "mark":
            yield Finding(place.start, mention.label, mention.number, "kin", True)
        if replacement.action != "replace" or mention.label not in labels:
            continue
        if fold(replacement.text) == fold(document.text[mention.span.start : mention.span.end]):
            yield Finding(place.start, mention.label, mention.number, "exact", True)


def _members(document: Document, taken: Places, language: LanguagePack) -> Iterator[Finding]:
    """The words for what somebody is that are marked only, and are made of a listed thing."""
    labels = language.taxonomy.labels("attribute")
    for place, replacement in zip(taken.spans, taken.replacements, strict=False):
        mention = replacement.mention
        if replacement.action == "mark" and mention.label in labels:
            written = document.text[mention.span.start : mention.span.end]
            made = map(language.morphology.made_of, fold(written).split())
            if any(one and one.how.kind == "members" for one in made):
                yield Finding(place.start, mention.label, mention.number, "kin", True)


def _of_places(
    text: str, hints: Sequence[Hints], taken: Places, language: LanguagePack
) -> Iterator[Finding]:
    """The words with a capital, outside all mentions, that a listed place begins: they tell of it,
    whether it stands in the text or not."""
    told = {word for hint in hints for word in hint.placed}
    for match in WORD.finditer(text) if told else ():
        word = fold(match[0])
        if word not in told or match[0].islower() or taken.at(*match.span()) is not None:
            continue
        if place := language.morphology.place_in(word):
            yield Finding(match.start(), place.label, 0, "kin", True)


def _shown(
    result_text: str,
    shown: Sequence[Chunk],
    hints: Sequence[Hints],
    originals: Originals,
    hidden: Mapping[str, Mention],
    taken: Places,
    language: LanguagePack,
) -> Iterator[Finding]:
    """The places of a composed text (NFC). shown: its chunks; hints: theirs. hidden: the countries,
    as hidden_countries() has them."""
    words = set().union(*[one.forms for one in shown])
    look = Look(result_text, originals, taken, language)
    yield from _plainly(look, shown, words, hints)
    yield from _initials(result_text, hints, originals, taken)
    taxonomy, forms = language.taxonomy, language.morphology
    for start, end, original in of_names(result_text, words, originals.single, taxonomy, forms):
        if not taken.at(start, end):
            yield Finding(start, original.label, original.number, "kin", True)
    told = words_of(hidden, shown)
    for start, end, mention in kin(result_text, told, hidden, language.texts.country_words):
        if not taken.at(start, end):
            yield Finding(start, mention.label, mention.number, "kin", True)


def beside(text: str, originals: Originals, language: LanguagePack) -> Iterator[Finding]:
    """What a text in which no replacement stands (NFC) shows of originals in its words, addresses
    and numbers."""
    shown = chunks(text, language)
    words = set().union(*[one.forms for one in shown])
    look = Look(text, originals, Places((), ()), language)
    return _plainly(look, shown, words, [one.hints for one in shown if one.hints])


def _plainly(
    look: Look, shown: Sequence[Chunk], words: set[str], hints: Sequence[Hints]
) -> Iterator[Finding]:
    yield from in_words(look, shown, words, hints)
    yield from _addresses(look.text, hints, look.originals, look.taken)
    yield from _numbers(look.text, look.originals, look.taken)


def _addresses(
    text: str, hints: Sequence[Hints], originals: Originals, taken: Places
) -> Iterator[Finding]:
    parts = [part for hint in hints for part in hint.addresses]
    if not parts or originals.ascii.keys().isdisjoint(parts):
        return
    for match in addresses(text):
        if taken.at(match.start(), match.end()) is not None:
            continue
        for part in LETTERS.findall(plain(match[0])):
            if original := originals.ascii.get(part):
                yield Finding(match.start(), original.label, original.number, "email", False)


def _numbers(text: str, originals: Originals, taken: Places) -> Iterator[Finding]:
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


def _initials(
    text: str, hints: Sequence[Hints], originals: Originals, taken: Places
) -> Iterator[Finding]:
    seen = {initial for hint in hints for initial in hint.initials}
    if not seen or not any(
        first + last in seen or (first in seen and last in seen)
        for first, last in originals.initials
    ):
        return
    for match in _INITIALS.finditer(text):
        if (
            not (match[1].isupper() and match[2].isupper())
            or taken.at(match.start(), match.end()) is not None
        ):
            continue
        if original := originals.initials.get((fold(match[1]), fold(match[2]))):
            yield Finding(match.start(), original.label, original.number, "initials", True)
