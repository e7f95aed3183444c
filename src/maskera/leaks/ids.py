"""The leak check of a document's id, which leaves with its text."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from itertools import pairwise

from maskera import expressions as re
from maskera.lang.pack import LanguagePack
from maskera.leaks.chunks import LETTERS
from maskera.leaks.findings import findings
from maskera.lexicon.gazetteer import Gazetteer
from maskera.result import LeakStatus, Result
from maskera.taxonomy import CODES, FIRSTNAMES, LISTED_NAMES

# What an id has at least if something stands in it; most are codes, and the check takes time.
_NAME = re.compile(r"[^\W\d_]{3}|[^\W\d_][a-z]|\d{5}|\d{4}\W?\d{4}")
_WORD = re.compile(r"[^\W\d_]+")
LEAST = 3  # letters of a name that is looked for in an id of its own accord
SURNAME = frozenset(("surname",))
LOOKED_FOR = LISTED_NAMES | CODES | {"date_digits", "email"}


def told_by_id(result: Result, language: LanguagePack) -> bool:
    """Whether the id of the document, which is the name of its file, tells of somebody.

    It does where the leak check finds something that was replaced in its words, or in them as an
    address, and where it has a first name and a surname in it, whether the text has them or not.
    """
    document, identifier = result.document, unicodedata.normalize("NFC", result.document.id)
    if document.nameless or result.leaks is LeakStatus.UNCHANGED or not _NAME.search(identifier):
        return False
    apart = "".join([f" {one}" if one.isupper() else one for one in identifier])  # AnnaEk
    if _full_name(tuple(_WORD.findall(apart)), language.vocab.gazetteer):
        return True
    replaced = [r for r in result.replacements if r.mention.label in LOOKED_FOR and r.hidden]
    if not replaced:
        return False
    words = " ".join(word for word in LETTERS.findall(f"{identifier} {apart}") if len(word) > 1)
    shown = f"{words} {words.replace(' ', '.')}@id {identifier}"
    found = findings(shown, document, replaced, language, ())
    return any(finding.how not in ("edit", "initials", "kin") for finding in found)


@lru_cache(1_000)
def _full_name(words: tuple[str, ...], lexicon: Gazetteer) -> bool:
    """Whether a first name and a surname stand beside each other, neither of them a usual word."""
    return any(
        (_is(one, FIRSTNAMES, lexicon) and _is(other, SURNAME, lexicon))
        or (_is(one, SURNAME, lexicon) and _is(other, FIRSTNAMES, lexicon))
        for one, other in pairwise(words)
    )


def _is(word: str, labels: frozenset[str], lexicon: Gazetteer) -> bool:
    folded = word.casefold()
    if len(word) < LEAST or lexicon.common(folded):
        return False
    return any(entry.label in labels for entry in lexicon.entries(folded))
