"""The latest renderings of essays, kept in memory: who decides looks at the same marks again and
again (the page, the card of each mention, what an undo leads back to), and to accept a mark that
counts changes nothing in the text."""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Callable

import msgspec

from maskera.review.project import Settings
from maskera.review.view import Rendered
from maskera.text import Document

# Characters of all texts together: 100 readers with essays of 3,000 characters. A rendering takes
# some 160 bytes a character, measured with the training essays: 50 MB in all.
MOST = 300_000

Basis = tuple[Document, bytes, Settings, bool]
"""All that a rendering follows from: the document, view.basis() of the state, the project's
settings, whether the text came pseudonymized."""


class Renderings:
    """Renderings by what they follow from; the longest unused go first."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._held: OrderedDict[bytes, Rendered] = OrderedDict()
        self._size = 0
        self._lock = threading.Lock()

    def of(self, what: Basis, make: Callable[[], Rendered]) -> Rendered:
        """The rendering of this, made unless it is kept."""
        key = _key(what)
        with self._lock:
            if key in self._held:
                self._held.move_to_end(key)
                return self._held[key]
        made = make()
        with self._lock:
            if key not in self._held:
                self._held[key] = made
                self._size += _size(made)
            while self._size > self._most and len(self._held) > 1:
                self._size -= _size(self._held.popitem(last=False)[1])
        return made


def _key(what: Basis) -> bytes:
    document, basis, settings, settled = what
    named = (document.id, document.text, document.language, dict(document.meta))
    told = msgspec.msgpack.encode((named, basis, settings, settled), order="deterministic")
    return hashlib.blake2b(told, digest_size=32).digest()


def _size(made: Rendered) -> int:
    return len(made.result.document.text)
