"""What the words of a released text show of originals: one as it is, inflected, in a compound, or one
letter off."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
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
    fold,
    heads,
)
from maskera.leaks.kin import made_of
from maskera.leaks.originals import (
    LEAST_COMPOUND,
    LEAST_EDIT,
    LEAST_WORD,
    MOST_EDIT,
    VALUES,
    Original,
    Originals,
    shortened,
)
from maskera.leaks.places import Places
from maskera.taxonomy import FULL_NAME_KINDS
from maskera.text import Span

WEAK = (*VALUES, "date.month.words")
PLACES_AND_STREETS = ("place", "site")
_CHUNK = re.compile(r"\S+")
Signs = Mapping[str, tuple[Original, str]]
"""Words that may give an original away without being it, folded, with that original and how."""


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


class Look(msgspec.Struct, frozen=True):
    """A text in which originals are looked for, composed (NFC), and where replacements stand in
    it."""

    text: str
    originals: Originals
    taken: Places
    language: LanguagePack


def in_words(
    look: Look, shown: Sequence[Chunk], words: set[str], hints: Sequence[Hints]
) -> Iterator[Finding]:
    """Where a word of the text, or several in a row, show an original. shown: the chunks of the
    text; words: their words; hints: what they have beyond plain ones."""
    text, signs = look.text, _signs(hints, look.originals, look.language)
    stems = set().union(*[hint.heads for hint in hints if hint.heads])
    beginning = {first for first in look.originals.counts if first in words or first in stems}
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
                yield from _word(match, look, signs)


def _signs(hints: Sequence[Hints], originals: Originals, language: LanguagePack) -> Signs:
    """The words that may give an original away without being it, with that original and how."""
    tips, begun, parts = originals.tips, originals.begun, originals.parts
    firsts = {"", *begun, *[word[:2] for word in parts]}
    hints = [hint for hint in hints if hint.first in firsts or hint.last in tips]
    rare = {
        word
        for hint in hints
        for word in hint.rare
        if word[:2] in begun or word[-2:] in tips or word in parts or not word.isalnum()
    }
    long = {word for hint in hints for word in hint.long if word[:2] in tips}
    signs = {
        word: sign
        for word in rare
        if (sign := _sign(word, originals) or made_of(word, originals, language))
    }
    signs.update((word, sign) for word in long if (sign := _of_place(word, originals, language)))
    return signs


def _tells(hints: Hints, beginning: set[str], signs: Signs) -> bool:
    """Whether an original may begin in a chunk that has more than plain words, or a word of it is a
    sign of one."""
    return not (
        beginning.isdisjoint(hints.heads) and signs.keys().isdisjoint((*hints.rare, *hints.long))
    )


def _word(match: re.Match[str], look: Look, signs: Signs) -> Iterator[Finding]:
    """What a word shows: an original that begins with it, else a sign of one."""
    place, word = look.taken.at(match.start(), match.end()), fold(match[0])
    if place is False:
        yield from _in_kept(match, word, look, signs)
    elif place and word in fold(look.taken.labelled(match.start(), match.end())):
        return  # the policy's own word, whatever else is called so
    elif finding := _whole(match, word, look):
        used = place is None and not match[0].islower()  # a noun wants a look all the same
        if used and look.language.texts.kept_here(look.text, Span(*match.span())):
            return
        if finding.label in look.language.taxonomy.labels(*WEAK):
            # A year moved by two may well be another year of the text.
            if place is None:
                yield msgspec.structs.replace(finding, weak=True)
        elif place is None or len(word) > LEAST_WORD:
            yield finding
    elif place is None and (finding := _longer(match, word, look)):
        yield finding
    elif place is None and (sign := signs.get(word)):
        original, how = sign
        yield Finding(match.start(), original.label, original.number, how, True)


def _in_kept(match: re.Match[str], word: str, look: Look, signs: Signs) -> Iterator[Finding]:
    """What a kept mention has in it of one that is hidden (Flens kommun, stockholmare): it was kept
    for what it is as a whole."""
    filled = look.taken.filled(match.start(), match.end())
    if not filled and (finding := _whole(match, word, look)):
        if finding.label not in look.language.taxonomy.labels(*WEAK):
            yield msgspec.structs.replace(finding, weak=True)
    elif sign := signs.get(word):
        original, how = sign
        if not filled or (
            how == "compound"
            and word not in look.originals.parts
            and look.language.morphology.base(word) not in look.originals.single
        ):
            yield Finding(match.start(), original.label, original.number, how, True)


def _whole(match: re.Match[str], word: str, look: Look) -> Finding | None:
    """An original from this word on, as it is, in another case, or inflected."""
    text, originals, language = look.text, look.originals, look.language
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


def _longer(match: re.Match[str], word: str, look: Look) -> Finding | None:
    """The original of which a word that is a name or another word itself may be the genitive
    (Minas, mos)."""
    language = look.language
    stem = language.morphology.bare(word)
    original = look.originals.single.get(stem)
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
