"""Letters without their marks, as learners write them who lack a key or an accent."""

from __future__ import annotations

import unicodedata

from maskera.lexicon.memo import Memo

_BARE = {
    "ø": "o", "đ": "d", "ł": "l", "ı": "i", "ß": "ss", "æ": "ae",
    "Ø": "O", "Đ": "D", "Ł": "L", "İ": "I",
}  # fmt: skip


def unmarked(form: str) -> str:
    """Letters without their marks, but for å ä ö, which are letters of their own: żaneta -> zaneta."""
    if form.isascii():
        return form
    return "".join(map(_BY_LETTER.__getitem__, form))


def _of_letter(c: str) -> str:
    return c if c in "åäöÅÄÖ" else _BARE.get(c) or unicodedata.normalize("NFD", c)[0]


_BY_LETTER = Memo(_of_letter, 4_000)
