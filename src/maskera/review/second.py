"""The second factor: codes that a telephone makes of a shared secret and the time (TOTP, RFC
6238)."""

from __future__ import annotations

import base64
import hmac
import secrets
import time

import segno
from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.totp import TOTP

# What every program for telephones takes: six digits of SHA-1, of 30 seconds.
DIGITS, STEP = 6, 30
SECRET = 20  # bytes, as RFC 4226 recommends
AROUND = (0, -1, 1)  # steps: clocks differ, and typing takes its time


def new_secret() -> str:
    """A fresh secret in base 32, as it is typed into a telephone."""
    return base64.b32encode(secrets.token_bytes(SECRET)).decode()


def read_secret(text: str) -> bytes | None:
    """The bytes of such a secret; None for anything else."""
    try:
        found = base64.b32decode(text.encode())
    except ValueError:
        return None
    return found if len(found) == SECRET else None


def address(secret: bytes, name: str, title: str) -> str:
    """The otpauth: address by which a telephone takes secret and name over."""
    return _made(secret).get_provisioning_uri(name, title)


def picture(address: str) -> str:
    """The address as a QR code, which the telephone's camera reads: SVG, dark on light whatever the
    page's colours are, for some readers take no other."""
    drawn: str = segno.make(address, micro=False).svg_inline(scale=5, light="#fff")
    return drawn


def step_of(secret: bytes, code: str, used: int = 0) -> int:
    """The step of time whose code this is, 0 where it is none of now. used: the last step that was
    used; neither it nor one before it counts, so that a code that somebody saw is worth nothing."""
    offered = "".join(code.split()).encode("utf-8", "surrogatepass")
    now = int(time.time()) // STEP
    found = 0
    for step in (max(0, now + each) for each in AROUND):
        right = hmac.compare_digest(_made(secret).generate(step * STEP), offered)
        if right and step > used:
            found = step
    return found


def _made(secret: bytes) -> TOTP:
    return TOTP(secret, DIGITS, SHA1(), STEP)  # noqa: S303 - the RFC's; HMAC is sound with it
