"""The leak check: does a released text still show an original, or a variant? It never quotes one.

Time is linear in the length of the text: originals go into tables by form, by one-letter deletions
and by length, every chunk is looked up once, and only places with one that tells are looked at.
Longer than 400 lines because each sign of an original looks at the same tables.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

import msgspec
from rapidfuzz.distance import DamerauLevenshtein

from maskera import expressions as re
from maskera.lang.pack import INHABITED, LanguagePack
from maskera.leaks.chunks import (
    LEAST_PEOPLE,
    LEAST_PLACE,
    LEAST_REST,
    LETTERS,
    WORD,
    Chunk,
    Hints,
    addresses,
    chunks,
    fold,
    heads,
    plain,
    words_of,
)
from maskera.leaks.kin import hidden_countries, kin, made_of, of_names
from maskera.leaks.numbers import find_codes, find_digits
from maskera.leaks.originals import (
    LEAST_COMPOUND,
    LEAST_EDIT,
    LEAST_WORD,
    MOST_EDIT,
    NUMBERS,
    VALUES,
    Original,
    Originals,
    collect,
    shortened,
)
from maskera.leaks.places import Places, compose, located
from maskera.mentions import Mention
from maskera.result import LeakStatus, Replacement
from maskera.taxonomy import FULL_NAME_KINDS
from maskera.text import Document, Span

WEAK = (*VALUES, "date.month.words")
REPLACED = (*NUMBERS, *(kind for kind in VALUES if kind not in ("date.day", "date.month.digits")))
"""Kinds of which none may stay where it was (of a date that is moved, day or month may); names
that do are found as any word is."""
PLACES_AND_STREETS = ("place", "site")
_CHUNK = re.compile(r"\S+")
_INITIALS = re.compile(r"(?<!\w)([^\W\d_])(?:\. ?|-)?([^\W\d_])(?!\w)")


class Finding(msgspec.Struct, frozen=True, gc=False):
    """A place of the released text that shows an original.

    offset: in code points of the text. label, number: of the mention shown. how: exact, case,
    inflected, edit, initials, compound, email, kin. weak: a person should look; else it is a leak.
    """

    offset: int
    label: str
    number: int
    how: str
    weak: bool


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
    countries = language.taxonomy.labels("place.country")
    hidden = hidden_countries(document, replacements, language.texts.country_words, countries)
    found = {*_stayed(document, taken, language.taxonomy.labels(*REPLACED))}
    found |= {*_members(document, taken, language)}
    seen = chunks(result_text, language)
    found |= {*_of_places(result_text, [one.hints for one in seen if one.hints], taken, language)}
    if not originals.labels:
        shown: Iterable[Finding] = ()
    elif unicodedata.is_normalized("NFC", result_text):
        shown = _shown(result_text, seen, originals, hidden, taken, language)
    else:
        composed, origins = compose(result_text)
        shown = (
            msgspec.structs.replace(finding, offset=origins[finding.offset])
            for finding in _shown(
                composed,
                chunks(composed, language),
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
    originals: Originals,
    hidden: Mapping[str, Mention],
    taken: Places,
    language: LanguagePack,
) -> Iterator[Finding]:
    """The places of a composed text (NFC). shown: its chunks. hidden: the countries, as
    hidden_countries() has them."""
    hints = [one.hints for one in shown if one.hints]
    words = set[str]().union(*[one.forms for one in shown])
    yield from _words(result_text, shown, words, hints, originals, taken, language)
    yield from _addresses(result_text, hints, originals, taken)
    yield from _numbers(result_text, originals, taken)
    yield from _initials(result_text, hints, originals, taken)
    taxonomy, forms = language.taxonomy, language.morphology
    for start, end, original in of_names(result_text, words, originals.single, taxonomy, forms):
        if not taken.at(start, end):
            yield Finding(start, original.label, original.number, "kin", True)
    told = words_of(hidden, shown)
    for start, end, mention in kin(result_text, told, hidden, language.texts.country_words):
        if not taken.at(start, end):
            yield Finding(start, mention.label, mention.number, "kin", True)


def _words(
    text: str,
    shown: Sequence[Chunk],
    words: set[str],
    hints: Sequence[Hints],
    originals: Originals,
    taken: Places,
    language: LanguagePack,
) -> Iterator[Finding]:
    signs = _signs(hints, originals, language)
    beginning = originals.counts.keys() & words.union(*[hint.heads for hint in hints if hint.heads])
    if not beginning and not signs:
        return
    telling = {
        one.written
        for one in shown
        if not beginning.isdisjoint(one.forms)
        or (one.hints and _tells(one.hints, beginning, signs))
    }
    for chunk in _CHUNK.finditer(text):
        if chunk[0] in telling:
            for match in WORD.finditer(text, *chunk.span()):
                yield from _word(match, text, signs, originals, taken, language)


def _signs(
    hints: Sequence[Hints], originals: Originals, language: LanguagePack
) -> dict[str, tuple[Original, str]]:
    """The words that may give an original away without being it, with that original and how."""
    tips, parts = originals.tips, originals.parts
    rare = {
        word
        for hint in hints
        for word in hint.rare
        if word[:2] in tips
        or word[-2:] in tips
        or originals.beginnings.may_have(word)
        or word in parts
        or not word.isalnum()
    }
    long = {word for hint in hints for word in hint.long if word[:2] in tips}
    signs = {
        word: sign
        for word in rare
        if (sign := _sign(word, originals) or made_of(word, originals, language))
    }
    signs.update((word, sign) for word in long if (sign := _of_place(word, originals, language)))
    return signs


def _tells(hints: Hints, beginning: set[str], signs: Mapping[str, object]) -> bool:
    """Whether an original may begin in a chunk that has more than plain words, or a word of it is a
    sign of one."""
    return not (
        beginning.isdisjoint(hints.heads) and signs.keys().isdisjoint((*hints.rare, *hints.long))
    )


def _word(
    match: re.Match[str],
    text: str,
    signs: Mapping[str, tuple[Original, str]],
    originals: Originals,
    taken: Places,
    language: LanguagePack,
) -> Iterator[Finding]:
    """What a word shows: an original that begins with it, else a sign of one."""
    place, word = taken.at(match.start(), match.end()), fold(match[0])
    if place is False:
        yield from _in_kept(match, word, text, signs, originals, taken, language)
    elif finding := _whole(match, word, text, originals, language):
        used = place is None and not match[0].islower()  # a noun wants a look all the same
        if used and language.texts.kept_here(text, Span(*match.span())):
            return
        if finding.label in language.taxonomy.labels(
            *WEAK
        ):  # a year moved by two may well be another year of the text
            if place is None:
                yield msgspec.structs.replace(finding, weak=True)
        elif place is None or len(word) > LEAST_WORD:
            yield finding
    elif place is None and (finding := _longer(match, word, originals, language)):
        yield finding
    elif place is None and (sign := signs.get(word)):
        original, how = sign
        yield Finding(match.start(), original.label, original.number, how, True)


def _in_kept(
    match: re.Match[str],
    word: str,
    text: str,
    signs: Mapping[str, tuple[Original, str]],
    originals: Originals,
    taken: Places,
    language: LanguagePack,
) -> Iterator[Finding]:
    """What a kept mention has in it of one that is hidden (Flens kommun, stockholmare): it was kept
    for what it is as a whole."""
    filled = taken.filled(match.start(), match.end())
    if not filled and (finding := _whole(match, word, text, originals, language)):
        if finding.label not in language.taxonomy.labels(*WEAK):
            yield msgspec.structs.replace(finding, weak=True)
    elif sign := signs.get(word):
        original, how = sign
        if not filled or (
            how == "compound"
            and word not in originals.parts
            and language.morphology.base(word) not in originals.single
        ):
            yield Finding(match.start(), original.label, original.number, how, True)


def _whole(
    match: re.Match[str], word: str, text: str, originals: Originals, language: LanguagePack
) -> Finding | None:
    """An original from this word on, as it is, in another case, or inflected."""
    offset, base, common = match.start(), language.morphology.base, language.vocab.gazetteer.common
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
                kind = inflected or (
                    "exact" if text[offset : found[-1].end()] == original.form else "case"
                )
                return Finding(
                    offset, original.label, original.number, kind, length == 1 and common(word)
                )
    for form in heads(word):
        if (original := originals.single.get(form)) and form in originals.counts:
            return Finding(offset, original.label, original.number, "inflected", common(word))
    return None


def _longer(
    match: re.Match[str], word: str, originals: Originals, language: LanguagePack
) -> Finding | None:
    """The original of which a word that is a name or another word itself may be the genitive
    (Minas, mos)."""
    stem = language.morphology.bare(word)
    original = originals.single.get(stem)
    if original is None or original.label not in language.taxonomy.labels(*FULL_NAME_KINDS):
        return None
    weak = language.vocab.gazetteer.common(word) or language.vocab.gazetteer.common(stem)
    return Finding(match.start(), original.label, original.number, "inflected", weak)


def _sign(word: str, originals: Originals) -> tuple[Original, str] | None:
    """The original that an uncommon word may give away without being it, and how: as a part, in a
    compound, one letter off."""
    if original := originals.parts.get(word):
        return original, "compound"
    for piece in LETTERS.findall(word) if not word.isalnum() else ():
        found = originals.single.get(piece)
        # An acronym tells however short it is: its people stand behind a colon.
        if found and (len(piece) >= LEAST_COMPOUND or (len(piece) > 1 and found.form.isupper())):
            return found, "compound"
    if word[:LEAST_COMPOUND] in originals.edges or word[-LEAST_COMPOUND:] in originals.edges:
        for length in originals.lengths:
            if length >= len(word):
                break
            if original := originals.single.get(word[:length]) or originals.single.get(
                word[-length:]
            ):
                return original, "compound"
    if LEAST_EDIT - 1 <= len(word) <= MOST_EDIT + 1 and not originals.shortened.isdisjoint(
        shorter := shortened(word)
    ):
        for other in [other for short in shorter for other in originals.deletions.get(short, ())]:
            if DamerauLevenshtein.distance(word, other, score_cutoff=1) == 1:
                return originals.single[other], "edit"
    return None


def _of_place(
    word: str, originals: Originals, language: LanguagePack
) -> tuple[Original, str] | None:
    """The place that a common word is made of: a festival or paper bears its town's name, however
    well known it is itself."""
    if word[:LEAST_COMPOUND] not in originals.edges:
        return None
    places = language.taxonomy.labels(*PLACES_AND_STREETS)
    for length in originals.lengths:
        if length > len(word) - LEAST_PEOPLE:
            break
        original = originals.single.get(word[:length]) if length >= LEAST_PLACE else None
        if original is None or original.label not in places:
            continue
        if length <= len(word) - LEAST_REST or (
            language.taxonomy.kind(original.label) in INHABITED
            and language.morphology.inhabitant(word, word[:length])
        ):
            return original, "compound"
    return None


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
