"""What a service is told when it starts: Settings and Limits. Imports nothing of the extra, so the
command line can read it at any time."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path

from maskera.errors import MaskeraError
from maskera.pipeline import MODES

VERSION = version("maskera")


@dataclass(frozen=True, slots=True)
class Limits:
    """What one worker process takes on; beyond it a request is refused (docs/service.md lists the
    answers).

    body: bytes of a request, and of a line in a stream. text: characters of one text. documents:
    texts in one list. seconds: from the first byte of a request to its answer; in a stream, for
    each turn of reading, working or writing. requests: at work or waiting at once; of them `client`
    from one token or address, `streams` streams of JSON lines. held: bytes of request bodies in
    memory at once; backlog: bytes that one stream reads ahead of the work. threads: texts worked on
    at once.
    """

    body: int = 4_000_000
    text: int = 200_000
    documents: int = 1_000
    seconds: float = 30.0
    requests: int = 512
    client: int = 256
    streams: int = 8
    held: int = 256_000_000
    backlog: int = 32_000_000
    threads: int = 2


LAST_WORD = ("refuse", "plain")
LAST_WORD_NAMED = (
    "put a full stop or a line break behind the last word, with a blank before it (_ . or _ ␤)"
)
"""What is answered where SVALA's reader can take no label for the last word: it parts words at
blanks alone, so that a full stop or a line break right behind the word belongs to it."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything a service is made of; holds secrets, so its repr names none.

    key: the secret from which pseudonyms are drawn. tokens: SHA-256 digests of the API tokens that
    are accepted; none means open to all. origins: the web origins whose pages may call (`*`: any).
    hosts: names under which it is reached beside addresses and names without a dot (`*`: any; None:
    nobody looks). open_pseuws: /pseuws asks for no token, because SVALA can send none. pseuws_last_word: what
    becomes of a text whose last word cannot be labelled: `refuse` (422) or `plain` (it stays).
    """

    key: bytes = field(repr=False)
    language: str = "sv"
    policy: str = "swell"
    mode: str = MODES[-1]
    models: Path | None = None
    recognizers: Path | None = None
    tokens: tuple[bytes, ...] = field(default=(), repr=False)
    origins: tuple[str, ...] = ()
    hosts: tuple[str, ...] | None = None
    open_pseuws: bool = False
    pseuws_last_word: str = LAST_WORD[0]
    limits: Limits = field(default_factory=Limits)


def loopback(host: str) -> bool:
    """Whether only this machine can reach an address: 127.0.0.1, ::1, localhost."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def origin(text: str) -> str:
    """A web origin as browsers send it (`https://example.org`, no path); `*` for all. Raises
    MaskeraError on anything else."""
    scheme, separator, host = text.lower().rstrip("/").partition("://")
    if text != "*" and (
        not separator or scheme not in ("http", "https") or not host or set(host) & set("/?#@ *")
    ):
        raise MaskeraError(
            f"--origin {text}: not an origin; give scheme and host, such as https://example.org, or *"
        )
    return text.rstrip("/").lower()
