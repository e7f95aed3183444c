"""What pseudonymization does to the texts: surrogate quality, leak rate, and text statistics before
and after.

Everything is measured on Results, so it needs the originals; no figure holds a word of them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

import msgspec

from maskera.evaluate.align import OUTSIDE, token_labels
from maskera.evaluate.scores import casing
from maskera.lang.pack import LanguagePack
from maskera.leaks.findings import findings
from maskera.mentions import Mention
from maskera.result import Replacement, Result, release
from maskera.text import Document

LONG_WORD = 6  # letters; LIX counts words of more
MALE, FEMALE = "firstname_male", "firstname_female"


class TextFigures(msgspec.Struct, frozen=True):
    """Counts over texts. lix: words a sentence + 100 x long words a word (Björnsson 1968).
    type_token: different words of all words."""

    documents: int
    tokens: int
    sentences: int
    words: int
    lix: float
    type_token: float


class Share(msgspec.Struct, frozen=True):
    """`right` of `whole`; the share of nothing is 1, since nothing is wrong."""

    right: int
    whole: int

    @property
    def share(self) -> float:
        """right / whole."""
        return self.right / self.whole if self.whole else 1.0


class Surrogates(msgspec.Struct, frozen=True):
    """How well replacements stand in for originals.

    gender: a surrogate of a first name of known gender is no name of the other gender alone.
    inflection: it carries the features marked on the original. casing: written like it (all small,
    Capital, ALL CAPITALS). consistent: one surrogate a referent and label within a document,
    whatever its inflection. distinct: a surrogate stands for one referent alone. changed: it is
    another word than the original.
    """

    gender: Share
    inflection: Share
    casing: Share
    consistent: Share
    distinct: Share
    changed: Share


class Leaks(msgspec.Struct, frozen=True):
    """Referents hidden, how many of them show in the released text (plain: in plain sight; any: by
    weak signs too), findings by kind."""

    referents: int
    plain: int
    any: int
    how: dict[str, int]


class Utility(msgspec.Struct, frozen=True):
    """All of it; changed_characters and changed_tokens: shares of the original texts that are gone."""

    before: TextFigures
    after: TextFigures
    changed_characters: float
    changed_tokens: float
    surrogates: Surrogates
    leaks: Leaks


def utility(results: Sequence[Result], language: LanguagePack) -> Utility:
    """Measure pseudonymized documents."""
    originals = [language.tokenization(result.document) for result in results]
    released = [
        language.tokenization(Document(result.document.id, release(result).text))
        for result in results
    ]
    hidden = [
        replacement.mention.span
        for result in results
        for replacement in result.replacements
        if replacement.hidden
    ]
    characters = sum(len(result.document.text) for result in results)
    gone = sum(
        _tokens_gone(document, result) for document, result in zip(originals, results, strict=True)
    )
    tokens = sum(len(document.tokens) for document in originals)
    return Utility(
        _figures(originals),
        _figures(released),
        sum(map(len, hidden)) / characters if characters else 0.0,
        gone / tokens if tokens else 0.0,
        surrogates(results, language),
        leaks(results, language),
    )


def surrogates(results: Iterable[Result], language: LanguagePack) -> Surrogates:
    """The quality of the replacements that were drawn or written by a rule; what a policy marks,
    keeps or removes plays no part."""
    sums = {name: [0, 0] for name in Surrogates.__struct_fields__}

    def count(name: str, right: bool) -> None:
        sums[name][0] += right
        sums[name][1] += 1

    for result in results:
        drawn = [r for r in result.replacements if r.action == "replace" and r.text]
        bases: dict[tuple[str, int], set[str]] = defaultdict(set)
        for replacement in drawn:
            mention, original = (
                replacement.mention,
                result.document.text[replacement.mention.span.start : replacement.mention.span.end],
            )
            if mention.label in (MALE, FEMALE):
                count("gender", _gender_fits(replacement, language))
            if mention.features & {"gen", "def"}:
                count("inflection", _inflection_fits(replacement, result, language))
            if casing(original) in ("lower", "Capitalised", "UPPER") and len(original) > 1:
                count("casing", casing(replacement.text) == casing(original))
            count("changed", replacement.text.casefold() != original.casefold())
            if mention.number:
                bases[mention.label, mention.number].add(_base(replacement, result, language))
        holders = Counter(
            base for found in bases.values() for base in found if any(map(str.isalpha, base))
        )
        for found in bases.values():
            count("consistent", len(found) == 1)
        for held in holders.values():
            count("distinct", held == 1)
    return Surrogates(**{name: Share(right, whole) for name, (right, whole) in sums.items()})


def leaks(results: Iterable[Result], language: LanguagePack) -> Leaks:
    """The leak rate: how many of the referents that should be gone can still be found."""
    referents = plain = weak = 0
    how: Counter[str] = Counter()
    for result in results:
        gone = {(r.mention.label, r.mention.number) for r in result.replacements if r.hidden}
        found = findings(release(result).text, result.document, result.replacements, language)
        how.update(finding.how for finding in found)
        referents += len(gone)
        plain += len(
            {(finding.label, finding.number) for finding in found if not finding.weak} & gone
        )
        weak += len({(finding.label, finding.number) for finding in found} & gone)
    return Leaks(referents, plain, weak, dict(sorted(how.items())))


def _figures(documents: Sequence[Document]) -> TextFigures:
    words = [
        form.lower()
        for document in documents
        for form in document.tokens.forms
        if any(map(str.isalpha, form))
    ]
    sentences = sum(len(document.sentences) for document in documents)
    long = sum(len(word) > LONG_WORD for word in words)
    lix = len(words) / sentences + 100 * long / len(words) if words and sentences else 0.0
    tokens = sum(len(document.tokens) for document in documents)
    return TextFigures(
        len(documents),
        tokens,
        sentences,
        len(words),
        lix,
        len(set(words)) / len(words) if words else 0.0,
    )


def _tokens_gone(document: Document, result: Result) -> int:
    mentions = sorted(
        (replacement.mention for replacement in result.replacements if replacement.hidden),
        key=lambda mention: mention.span,
    )
    return sum(label != OUTSIDE for label in token_labels(document.tokens, mentions))


def _gender_fits(replacement: Replacement, language: LanguagePack) -> bool:
    wrong = FEMALE if replacement.mention.label == MALE else MALE
    form = replacement.text.lower()
    labels = {
        entry.label
        for known in (form, language.morphology.base(form))
        for entry in language.vocab.gazetteer.entries(known)
    }
    return wrong not in labels or replacement.mention.label in labels


def _inflection_fits(replacement: Replacement, result: Result, language: LanguagePack) -> bool:
    """Whether the surrogate is its base form inflected; without the base form, whether inflecting
    it once more changes nothing."""
    mention = replacement.mention
    base = result.aliases.get((mention.label, mention.number))
    marks = mention.features & {"gen", "def"}
    inflected = {language.morphology.inflect(replacement.text, marks)}
    if base is not None:
        inflected.add(_inflected(base, mention, result, language))
    return replacement.text.casefold() in {form.casefold() for form in inflected}


def _inflected(base: str, mention: Mention, result: Result, language: LanguagePack) -> str:
    """The base form of a surrogate as it should stand in the place of a mention."""
    written, forms = (
        result.document.text[mention.span.start : mention.span.end],
        language.morphology,
    )
    return forms.inflect(base, forms.heeded(mention, forms.stem(mention, written)))


def _base(replacement: Replacement, result: Result, language: LanguagePack) -> str:
    mention = replacement.mention
    known = result.aliases.get((mention.label, mention.number))
    form = replacement.text.casefold()
    if known is not None and form == _inflected(known, mention, result, language).casefold():
        return known.casefold()
    return language.morphology.base(form) if "gen" in mention.features else form
