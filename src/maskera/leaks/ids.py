"""The leak check of a document's id, which leaves with its text."""

from __future__ import annotations

import re
import unicodedata

from maskera.lang.pack import LanguagePack
from maskera.leaks.chunks import LETTERS
from maskera.leaks.findings import findings
from maskera.result import Result
from maskera.taxonomy import taxonomy

_NAME = re.compile(
    r"[^\W\d_]{3}|[^\W\d_][a-z]"
)  # what an id has at least if a name stands in it; most are codes, and the check takes time


def names_in_id(result: Result, language: LanguagePack) -> bool:
    """Whether the id of the document shows a name that was replaced: what the leak check finds in
    its words, and in them as an address."""
    document, identifier = result.document, unicodedata.normalize("NFC", result.document.id)
    if not _NAME.search(identifier):
        return False
    names = [
        r for r in result.replacements if taxonomy().categories[r.mention.label].general == "name"
    ]
    if not names:
        return False
    apart = "".join(
        [f" {letter}" if letter.isupper() else letter for letter in identifier]
    )  # AnnaEk
    words = " ".join(word for word in LETTERS.findall(f"{identifier} {apart}") if len(word) > 1)
    found = findings(f"{words} {words.replace(' ', '.')}@id", document, names, language, ())
    return any(finding.how not in ("edit", "initials") for finding in found)
