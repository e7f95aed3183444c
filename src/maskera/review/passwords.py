"""Passwords: what one must be, and scrypt (RFC 7914) for what is stored of it."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import unicodedata

from maskera.errors import MaskeraError

LEAST, MOST = 10, 256  # characters; the most because what is hashed is composed first
# log2 of N, r, p: 128 MB and about 0.4 s of a core, the first of the equal choices of OWASP's
# Password Storage Cheat Sheet.
SCRYPT = (17, 8, 1)


def check(password: str) -> None:
    """Raises MaskeraError for one that is too short or too long."""
    if len(password) < LEAST:
        raise MaskeraError(f"a password has at least {LEAST} characters")
    if len(password) > MOST:
        raise MaskeraError(f"a password has at most {MOST} characters")


def hashed(password: str) -> str:
    """scrypt$log_n$r$p$salt$digest; raises MaskeraError for a password that check() refuses."""
    check(password)
    return scrypt(password, secrets.token_bytes(16), *SCRYPT)


def verified(password: str, stored: str | None) -> bool:
    """Whether this is the password of a hash. None, for an account that there is not, takes equally
    long as a hash of today."""
    if stored is None:
        scrypt(password[:MOST], b"", *SCRYPT)
        return False
    _, log_n, r, p, salt, _ = stored.split("$")
    made = scrypt(password[:MOST], bytes.fromhex(salt), int(log_n), int(r), int(p))
    return hmac.compare_digest(made, stored) and len(password) <= MOST


def outdated(stored: str) -> bool:
    """Whether a hash was made at another strength than hashes are made now."""
    return tuple(map(int, stored.split("$")[1:4])) != SCRYPT


def scrypt(password: str, salt: bytes, log_n: int, r: int, p: int) -> str:
    """The hash of a password under a salt at a strength."""
    normal = unicodedata.normalize("NFC", password).encode("utf-8", "surrogatepass")
    digest = hashlib.scrypt(normal, salt=salt, n=1 << log_n, r=r, p=p, maxmem=256 << 20)
    return f"scrypt${log_n}${r}${p}${salt.hex()}${digest.hex()}"
