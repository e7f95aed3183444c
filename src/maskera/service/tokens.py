"""API tokens: read from a file or an environment variable, kept and compared as digests, in
constant time."""

from __future__ import annotations

import hashlib
import hmac
import stat
from collections.abc import Mapping
from pathlib import Path

from maskera.errors import DataError, MaskeraError, cause

VARIABLE = "MASKERA_TOKENS"
LEAST = 16  # characters; 16 random letters and digits are 95 bits


def read_tokens(path: Path | None, environment: Mapping[str, str]) -> tuple[bytes, ...]:
    """The digests of the accepted tokens: one a line of the file (# begins a comment), or separated
    by blanks in MASKERA_TOKENS.

    Raises MaskeraError when the file cannot be read, can be written by everybody, or holds a token
    that is too short; never quotes a token.
    """
    if path is None:
        return digests(environment.get(VARIABLE, "").split(), VARIABLE)
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
        mode = path.stat().st_mode
    except OSError as error:
        raise DataError(f"token file {path} cannot be read ({cause(error)})") from None
    except UnicodeDecodeError:
        raise DataError(f"token file {path} cannot be read as UTF-8 text") from None
    if mode & stat.S_IWOTH:
        raise DataError(
            f"token file {path} can be written by everybody on this machine: chmod 600 {path}"
        )
    found = [line.partition("#")[0].strip() for line in lines]
    accepted = digests([token for token in found if token], f"token file {path}")
    if not accepted:
        raise DataError(f"token file {path} holds no token")
    return accepted


def digests(tokens: list[str], where: str) -> tuple[bytes, ...]:
    """The tokens as kept in memory. Raises MaskeraError for one that is too short or could not
    stand in a header."""
    for number, token in enumerate(tokens, 1):
        if len(token) < LEAST or not token.isascii() or " " in token:
            raise MaskeraError(
                f"{where}: token {number} is not {LEAST} or more characters of ASCII without a blank"
            )
    return tuple(digest(token.encode()) for token in tokens)


def digest(token: bytes) -> bytes:
    """SHA-256: of equal length for all, and no use to who reads the memory of a worker."""
    return hashlib.sha256(token).digest()


def holder(header: bytes, accepted: tuple[bytes, ...]) -> int | None:
    """The number of the token in an Authorization header, None when it is not accepted.

    All tokens are compared in full, so the time tells neither which one nor how much of it was
    right.
    """
    scheme, _, token = header.partition(b" ")
    offered = digest(token.strip())
    matches = [
        number for number, known in enumerate(accepted) if hmac.compare_digest(offered, known)
    ]
    return matches[0] if matches and scheme.lower() == b"bearer" else None
