"""Passwords: what one must be, and scrypt (RFC 7914) for what is stored of it."""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
import sys
import threading
import unicodedata
from concurrent.futures import ThreadPoolExecutor
from functools import cache

from maskera.errors import MaskeraError

LEAST, MOST = 10, 256  # characters; the most because what is hashed is composed first
# log2 of N, r, p: 32 MB and 0.19 s of a core, by which a class that logs in at once waits. One of the
# choices that OWASP's Password Storage Cheat Sheet calls equal: (17, 8, 1) takes 128 MB and 0.30 s,
# (16, 8, 2) 64 MB and 0.27 s, (14, 8, 5) 16 MB and 0.14 s.
SCRYPT = (15, 8, 3)
AT_ONCE = min(os.cpu_count() or 1, 8)  # hashes made at once: 256 MB in all, at most
NICE = 5  # under readers, who get three quarters of a core that both want; at 10 logins starved


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
    made = _pool().submit(
        hashlib.scrypt, normal, salt=salt, n=1 << log_n, r=r, p=p, maxmem=256 << 20
    )
    digest = made.result()
    return f"scrypt${log_n}${r}${p}${salt.hex()}${digest.hex()}"


@cache
def _pool() -> ThreadPoolExecutor:
    """The threads that hash, for a hash holds a core and its memory; nothing else is done in them."""
    return ThreadPoolExecutor(AT_ONCE, "hash", initializer=_give_way)


def _give_way() -> None:
    """Let all other threads go first: who logs in can wait, who reads should not. Only Linux has
    priorities of single threads."""
    if sys.platform == "linux":
        own = threading.get_native_id()
        nice = max(NICE, os.getpriority(os.PRIO_PROCESS, own))
        os.setpriority(os.PRIO_PROCESS, own, nice)
