"""Pictures without what their files say of cameras, places and people; what they show stays."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

_JPEG, _PNG = b"\xff\xd8", b"\x89PNG\r\n\x1a\n"
_SCAN, _COMMENT = 0xDA, 0xFE
_FORM = (0xE0, 0xE2, 0xEE)  # APP0 (JFIF), APP2 (colour profile), APP14 (colour transform)
_TOLD = frozenset((b"tEXt", b"zTXt", b"iTXt", b"eXIf", b"tIME"))
PICTURE = re.compile(r".+\.(?:png|jpe?g|jpe|jfif|gif|bmp|tiff?|emf|wmf|svg|wdp|webp)", re.I)
"""Names of files that hold a picture."""
_MEDIA = re.compile(r"(?:.*/)?media/[^/]+", re.I)


def without_metadata(content: bytes) -> bytes:
    """A JPEG or PNG without EXIF, XMP, IPTC, comments and times; any other content as it is.

    Sources: ITU T.81 annex B (segments of JPEG), ISO 15948 clause 5 (chunks of PNG). What follows
    a part that does not fit these is kept unread, as programs show such files, too.
    """
    if content.startswith(_JPEG):
        return _JPEG + b"".join(_segments(content))
    if content.startswith(_PNG):
        return _PNG + b"".join(_chunks(content))
    return content


def left_as_they_are(names: Collection[str]) -> dict[str, int]:
    """What users should be told of the files of a package that show or say something and are left
    as they are: sentences and counts."""
    pictures = sum(bool(PICTURE.fullmatch(name)) for name in names)
    media = sum(bool(_MEDIA.fullmatch(name)) and not PICTURE.fullmatch(name) for name in names)
    return {
        "pictures are left as they are": pictures,
        "sounds and films are left as they are": media,
    }


def _segments(content: bytes) -> Iterator[bytes]:
    at = len(_JPEG)
    while at + 4 <= len(content) and content[at] == 0xFF and content[at + 1] != _SCAN:
        kind = content[at + 1]
        end = at + 2 + int.from_bytes(content[at + 2 : at + 4], "big")
        if kind != _COMMENT and (not 0xE0 <= kind <= 0xEF or kind in _FORM):
            yield content[at:end]
        at = end
    yield content[at:]


def _chunks(content: bytes) -> Iterator[bytes]:
    at = len(_PNG)
    while at + 12 <= len(content):
        end = at + 12 + int.from_bytes(content[at : at + 4], "big")
        kind = content[at + 4 : at + 8]
        if kind not in _TOLD:
            yield content[at:end]
        at = end
        if kind == b"IEND":
            return  # what stands behind is shown by no program
    yield content[at:]
