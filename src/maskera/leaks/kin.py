"""Words of a released text that give a hidden name back without being it: a country's people,
language and money, and words made of a place or a surname."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set

from maskera import expressions as re
from maskera.lang.pack import LanguagePack, Morphology
from maskera.leaks.chunks import PART, WORD, fold
from maskera.leaks.originals import Original, Originals
from maskera.lexicon.country_words import CountryWord, CountryWords
from maskera.mentions import Mention
from maskera.result import Replacement
from maskera.taxonomy import Taxonomy
from maskera.text import Document

BEFORE = 60  # characters before a word that tell what it is
_NEXT = re.compile(r"[^\S\n]+([^\W_]+)")

LEAST_CAPITAL = 4  # letters of a capital in small letters: rabat, but not rom


def hidden_countries(
    document: Document,
    replacements: Sequence[Replacement],
    words: CountryWords,
    taxonomy: Taxonomy,
) -> dict[str, Mention]:
    """The codes of the countries, and of the regions with a people of their own, that are hidden
    wherever they are named, with the first mention of each."""
    countries, regions = taxonomy.labels("place.country"), taxonomy.labels("place.region")
    hidden: dict[str, Mention] = {}
    shown: set[str] = set()
    for replacement in replacements:
        mention = replacement.mention
        is_region = mention.label in regions
        if replacement.follows or not (is_region or mention.label in countries):
            continue
        written = document.text[mention.span.start : mention.span.end]
        iso = (
            words.land(mention.referent, is_region)
            or words.land(written, is_region)
            or words.land(words.bare(written.lower()), is_region)
        )
        if replacement.hidden:
            hidden.setdefault(iso, mention)
        else:
            shown.add(iso)
    return {iso: mention for iso, mention in hidden.items() if iso and iso not in shown}


def kin(
    text: str, told: Set[str], hidden: Mapping[str, Mention], words: CountryWords
) -> Iterator[tuple[int, int, Mention]]:
    """Where a word names one of the countries, and the mention that hides it. told: folded words,
    those among them that may name one."""
    for match in WORD.finditer(text) if told else ():
        word = fold(match[0])
        if word not in told:
            continue
        found = _named(text, match, word, hidden, words)
        if found is None and not words.holds(word).isdisjoint(hidden):
            found = next(iter(hidden.values()))
        if found is not None:
            yield match.start(), match.end(), found


def of_names(
    text: str,
    words: Set[str],
    single: Mapping[str, Original],
    taxonomy: Taxonomy,
    forms: Morphology,
) -> Iterator[tuple[int, int, Original]]:
    """Where a word is made of a hidden name and does not begin with it.

    words: those of the text, folded. single: originals of one word, by that.
    """
    related: dict[str, str] = {}
    for name, original in single.items():
        made = forms.related(name, taxonomy.kind(original.label)).keys()
        if not made.isdisjoint(words):
            related.update((word, name) for word in made & words if word not in single)
    for match in WORD.finditer(text) if related else ():
        if name := related.get(fold(match[0]), ""):
            original = single[name]
            if forms.derived(match[0], name, taxonomy.kind(original.label)):
                yield match.start(), match.end(), original


def made_of(word: str, originals: Originals, language: LanguagePack) -> tuple[Original, str] | None:
    """The name that an uncommon word, folded, is made of, and how, be it short or cut by an
    ending."""
    for name in originals.beginnings.of(word):
        original = originals.single[name]
        kind = language.taxonomy.kind(original.label)
        if name != word and language.morphology.derived(word.capitalize(), name, kind):
            return original, "compound"
    return None


def following(text: str, end: int) -> str:
    """The folded word that blanks alone part from what ends there; "" for none."""
    found = _NEXT.match(text, end)
    return fold(found[1]) if found else ""


def of_sentence(text: str, at: int, before: Sequence[str]) -> Sequence[str]:
    """Those of the words before a place that stand in its sentence."""
    start = max(text.rfind(mark, 0, at) for mark in ".!?\n") + 1
    return before[max(0, len(before) - len(PART.findall(text, start, at))) :]


def stands(text: str, start: int, reading: CountryWord) -> bool:
    """Whether all words of a reading stand there."""
    words = " ".join(reading.words)
    end = start + len(words)
    return fold(text[start:end]) == words and not text[end : end + 1].isalnum()


def _named(
    text: str, match: re.Match[str], word: str, hidden: Mapping[str, Mention], words: CountryWords
) -> Mention | None:
    before: list[str] | None = None
    for reading in words.read(word):
        named = hidden.keys() & reading.countries
        small = match[0][0].islower() and len(word) < LEAST_CAPITAL
        if not named or (reading.kind == "capital" and small):
            continue
        if len(reading.words) > 1 and not stands(text, match.start(), reading):
            continue
        if before is None:
            start = max(0, match.start() - BEFORE)
            before = [fold(one) for one in PART.findall(text, start, match.start())]
        near = of_sentence(text, match.start(), before) if reading.doubtful else before
        if words.meant([reading], near, match[0], following(text, match.end())) is not None:
            return hidden[min(named)]
    return None
