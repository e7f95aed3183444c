"""The leak check of a document's id, which leaves with its text."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import inf
from typing import NamedTuple

from maskera import expressions as re
from maskera.lang.pack import LanguagePack, Morphology
from maskera.leaks.chunks import LETTERS, addresses, fold, plain
from maskera.leaks.findings import beside
from maskera.leaks.originals import Originals, collect
from maskera.leaks.words import Finding
from maskera.lexicon.gazetteer import Gazetteer
from maskera.lexicon.vocab import Vocab
from maskera.result import Replacement
from maskera.taxonomy import GIVEN_NAME, LISTED_KINDS
from maskera.text import Document

# What an id has at least if something stands in it; most are codes, and the check takes time.
_NAME = re.compile(r"[^\W\d_]{3}|[^\W\d_][a-z]|\d{5}|\d{4}\W?\d{4}")
_WORD = re.compile(r"[^\W\d_]+")
_DIGITS = re.compile(r"\d+")
LEAST_USUAL, USUAL = 2, 0.5  # letters and log-odds of a surname that is a usual word, too
LEAST = 3  # letters of a name that is looked for in an id of its own accord
LOOKED_FOR = (*LISTED_KINDS, "number", "date.whole", "contact.email")


def told_by_id(
    document: Document,
    replacements: Sequence[Replacement],
    language: LanguagePack,
    originals: Originals | None = None,
) -> bool:
    """Whether the id of the document, which is the name of its file, tells of somebody.

    It does where the leak check finds something that was replaced in its words, or in them as an
    address, and where it has a first name and a surname in it, whether the text has them or not.
    originals: those of the replacements, when the caller has collected them.
    """
    identifier = unicodedata.normalize("NFC", document.id)
    if document.nameless or not _NAME.search(identifier):
        return False
    read = _read(_DIGITS.sub("0", identifier), language.vocab, language.morphology)
    if read.full_name:
        return True
    looked_for = language.taxonomy.labels(*LOOKED_FOR)
    if originals and not originals.spared:
        if not originals.labels or read.shows_none(originals):
            return False
        found = _found(identifier, read.words, originals, language)
        if not found or originals.labels <= looked_for:  # fewer originals would not find more
            return _plain(found)
    replaced = [r for r in replacements if r.mention.label in looked_for and r.hidden]
    return bool(replaced) and _plain(
        _found(identifier, read.words, collect(document, replaced, language), language)
    )


def _found(
    identifier: str, words: str, originals: Originals, language: LanguagePack
) -> Sequence[Finding]:
    """What the words of an id show of originals; the id as it is written where that could be more."""
    shown = f"{words} {words.replace(' ', '.')}@id"
    if not originals.lettered or any(addresses(identifier)):
        shown = f"{shown} {identifier}"
    return list(beside(shown, originals, language))


def _plain(found: Sequence[Finding]) -> bool:
    return any(finding.how != "edit" for finding in found)


def words_apart(name: str) -> str:
    """The words that a name of a thing is made of, with blanks between: Anna_Ek.2, AnnaEk."""
    words = LETTERS.findall(f"{name} {_capitals_apart(name)}")
    return " ".join(word for word in words if len(word) > 1)


def _capitals_apart(name: str) -> str:
    return "".join([f" {one}" if one.isupper() else one for one in name])


class _Read(NamedTuple):
    """What an id says, of all ids that differ in digits alone.

    words: of two letters or more. forms: these, with and without an ending; firsts, lasts: the first and the
    last two letters of them; plain: them as an address has them. address: whether the id looks like
    one.
    """

    full_name: bool
    words: str
    forms: frozenset[str]
    firsts: frozenset[str]
    lasts: frozenset[str]
    plain: frozenset[str]
    address: bool

    def shows_none(self, originals: Originals) -> bool:
        """Whether no original can be found in it, nor what is made of one; False where that takes a
        closer look."""
        return (
            not self.address
            and originals.lettered
            and self.forms.isdisjoint(originals.counts)
            and self.forms.isdisjoint(originals.parts)
            and self.firsts.isdisjoint(originals.begun)
            and self.lasts.isdisjoint(originals.tips)
            and self.plain.isdisjoint(originals.ascii)
        )


@lru_cache(1_000)
def _read(identifier: str, vocab: Vocab, morphology: Morphology) -> _Read:
    names = _WORD.findall(_capitals_apart(identifier))
    words = words_apart(identifier)
    each = list(map(fold, words.split()))
    forms = (form for word in each for form in (word, morphology.base(word), morphology.bare(word)))
    return _Read(
        _full_name(names, vocab),
        words,
        frozenset(forms),
        frozenset(word[:2] for word in each),
        frozenset(word[-2:] for word in each),
        frozenset(map(plain, each)),
        any(addresses(identifier)),
    )


def _full_name(words: Sequence[str], vocab: Vocab) -> bool:
    """Whether a first name and a surname stand beside each other; the surname alone may be a usual
    word (Falk), where it is a usual surname, too."""
    given, family = vocab.taxonomy.labels(GIVEN_NAME), vocab.taxonomy.labels("person.family")
    lexicon = vocab.gazetteer
    return any(
        (_is(one, given, lexicon) and _is(other, family, lexicon, USUAL))
        or (_is(one, family, lexicon, USUAL) and _is(other, given, lexicon))
        for one, other in pairwise(words)
    )


def _is(word: str, labels: frozenset[str], lexicon: Gazetteer, usual: float = inf) -> bool:
    """Whether a word is a name of these labels; a usual word where its log-odds are `usual`."""
    folded = word.casefold()
    if len(word) < (LEAST_USUAL if usual < inf else LEAST):
        return False
    least = usual if lexicon.common(folded) else -inf
    return any(e.label in labels and e.weight >= least for e in lexicon.entries(folded))
