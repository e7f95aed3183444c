"""Encryption at rest: AES-256-GCM under keys that come from one key file, kept apart from the
store.

Every essay has a key of its own, sealed under the project's. Whoever deletes the essay's row
deletes that key, and what is left of the essay anywhere else (the audit trail's details, a backup's
fragments) can no longer be read.
"""

from __future__ import annotations

import hashlib
import hmac
import os

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from maskera.errors import DataError

NONCE, KEY = 12, 32


class WrongKeyError(DataError):
    """The key does not open this, or what it should open was changed."""


class Sealer:
    """Seals and opens byte strings under one key; `about` binds a value to its place, so that rows
    cannot be swapped."""

    def __init__(self, key: bytes) -> None:
        self._cipher = AESGCM(key)

    def seal(self, plain: bytes, about: str) -> bytes:
        """The value encrypted, with its nonce before it."""
        nonce = os.urandom(NONCE)
        return nonce + self._cipher.encrypt(nonce, plain, about.encode())

    def open(self, sealed: bytes, about: str) -> bytes:
        """The value again; raises WrongKeyError."""
        try:
            return self._cipher.decrypt(sealed[:NONCE], sealed[NONCE:], about.encode())
        except (InvalidTag, ValueError):  # the latter of what is too short to be anything
            raise WrongKeyError(
                "the key does not open this project, or the file was changed"
            ) from None


class Keys:
    """What one key file gives: the project's sealer, a keyed digest for looking things up, the
    secret for drawing pseudonyms."""

    def __init__(self, secret: bytes) -> None:
        self.project = Sealer(_derived(secret, "seal"))
        self.drawing = _derived(secret, "draw")
        self._lookup = _derived(secret, "lookup")
        self._chain = _derived(secret, "audit")

    def lookup(self, text: str, purpose: str) -> bytes:
        """A digest under the key by which a row is found without its name being stored."""
        return hmac.digest(
            self._lookup, f"{purpose}\0{text}".encode("utf-8", "surrogatepass"), "sha256"
        )

    def link(self, previous: bytes, row: bytes) -> bytes:
        """The next link of the audit trail's chain: who lacks the key cannot forge, change or drop
        a row unnoticed."""
        return hmac.digest(self._chain, hashlib.sha256(previous).digest() + row, "sha256")

    def new_essay_key(self, about: str) -> tuple[bytes, Sealer]:
        """A fresh key for one essay, sealed for its row, and the sealer of it."""
        key = os.urandom(KEY)
        return self.project.seal(key, about), Sealer(key)

    def essay(self, sealed: bytes, about: str) -> Sealer:
        """The sealer of an essay; raises WrongKeyError."""
        return Sealer(self.project.open(sealed, about))


def _derived(secret: bytes, purpose: str) -> bytes:
    return HKDF(
        algorithm=SHA256(), length=KEY, salt=None, info=f"maskera review 1 {purpose}".encode()
    ).derive(secret)
