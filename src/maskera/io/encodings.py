"""The encoding of a text file: as named, or UTF-8, or the likeliest of what word processors write.

Guessed are UTF-16 (by its mark, or by the zero bytes of Latin text) and Windows-1252, of which
Latin-1 is a part. A detector of dozens of encodings would take short Swedish texts for Polish or
Turkish ones; here all bytes beyond ASCII must be letters and marks of western European text.
"""

from __future__ import annotations

import codecs
from collections.abc import Callable
from functools import partial

from maskera.errors import DataError, MaskeraError

Warn = Callable[[str], None]

PLAUSIBLE = frozenset("åäöÅÄÖéèêëÉüÜæøÆØàáâãçíìîïñóòôõúùûýß«»‘’“”„–—…·°§´©®€\u00a0½¼²³")
"""What a text of western Europe holds beyond ASCII; seldom what UTF-8 read as Windows-1252 gives."""

SHARE = 0.25  # of all characters that may lie beyond ASCII: Swedish has 5 %, a table of names 15 %
_MARKS = {
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
SAMPLE = 4096  # bytes looked at for zeros


def known(encoding: str) -> str:
    """The name of an encoding as Python spells it; raises MaskeraError for one that there is not,
    and for what Python calls so and is none of text (rot13)."""
    try:
        "".encode(encoding)
        return codecs.lookup(encoding).name
    except (LookupError, UnicodeError):
        raise MaskeraError(f"--encoding {encoding}: there is no such encoding") from None


def decoder(encoding: str, warn: Warn) -> Callable[[bytes, str], bytes | str]:
    """unicode() with a named encoding, or none; raises MaskeraError for one that there is not."""
    return partial(unicode, encoding=known(encoding) if encoding else "", warn=warn)


def unicode(content: bytes, source: str, encoding: str, warn: Warn) -> bytes | str:
    """The content as text where it is in the named encoding, or is not UTF-8 and can be told;
    otherwise as it is, for the reader to say what is wrong. warn: takes a sentence on each guess.

    Raises DataError where the content is not in the named encoding.
    """
    if encoding:
        try:
            return content.decode(encoding).removeprefix("\ufeff")
        except UnicodeError as error:
            at = getattr(error, "start", 0)
            line = 1 + content.count(b"\n", 0, at)
            raise DataError(f"{source}:{line}: not {encoding} text (byte {at + 1})") from None
    guess = _guess(content)
    if not guess:
        return content
    warn(f"{source}: read as {guess}; --encoding says otherwise")
    return content.decode(guess).removeprefix("\ufeff")


def _guess(content: bytes) -> str:
    """The encoding of content that is not UTF-8, "" where it is, or cannot be told."""
    for mark, name in _MARKS.items():
        if content.startswith(mark):
            return name if _decodes(content, name) else ""
    sample = content[:SAMPLE]
    for name, zeros in (("utf-16-le", sample[1::2]), ("utf-16-be", sample[::2])):
        if len(sample) >= 4 and zeros.count(0) > 0.7 * len(zeros) and _decodes(content, name):
            return name
    if b"\0" in content or _decodes(content, "utf-8"):
        return ""
    if not _decodes(content, "windows-1252"):
        return ""
    beyond = [character for character in content.decode("windows-1252") if character > "\x7f"]
    plausible = PLAUSIBLE.issuperset(beyond) and len(beyond) <= max(SHARE * len(content), 1)
    return "windows-1252" if plausible else ""


def _decodes(content: bytes, encoding: str) -> bool:
    try:
        content.decode(encoding)
    except UnicodeError:
        return False
    return True
