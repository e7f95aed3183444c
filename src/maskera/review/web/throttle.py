"""Slowing down who guesses passwords, without locking out who knows theirs.

What counts is the pair of name and address: whoever guesses at a name makes its owner wait at no
other address. An address alone may fail far more often, for many can share one.
"""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict
from dataclasses import dataclass
from math import ceil

TRIES = 5  # refused tries of a name from an address before each next one has to wait
ADDRESS_TRIES = 50  # of all names together from an address: a class that logs in fails now and then
LONGEST, LONGEST_ADDRESS = 900.0, 60.0  # seconds to wait at most; it doubles from one second on
FORGOTTEN = 3600.0  # seconds after its last refused try
REMEMBERED = 10_000  # pairs and addresses
SHOWN_IN_SECONDS = 90.0  # longer waits are told in minutes


@dataclass(slots=True)
class _Tries:
    number: int = 0
    last: float = 0.0


class Throttle:
    """Counts refused tries; kept in memory alone."""

    def __init__(self) -> None:
        self._tries: OrderedDict[str, _Tries] = OrderedDict()

    def wait(self, name: str, address: str = "") -> float:
        """Seconds until this name may be tried again from this address; 0 for at once."""
        kept, now = network(address), time.monotonic()
        return max(
            self._left(f"{kept} {name}", TRIES, LONGEST, now),
            self._left(kept, ADDRESS_TRIES, LONGEST_ADDRESS, now) if kept else 0.0,
        )

    def count(self, name: str, address: str = "") -> None:
        """One more try; call it before the answer is known, or many tries at once all get in."""
        kept, now = network(address), time.monotonic()
        for key in (f"{kept} {name}", kept):
            held = self._tries.pop(key, None)
            if held is None or now - held.last > FORGOTTEN:
                held = _Tries()
            held.number, held.last = held.number + 1, now
            self._tries[key] = held
        while len(self._tries) > REMEMBERED:
            self._tries.popitem(last=False)

    def clear(self, name: str, address: str = "") -> None:
        """The last try was right. Of the address only that one is taken back: else an account of
        one's own would make its guesses at others free."""
        kept = network(address)
        self._tries.pop(f"{kept} {name}", None)
        if held := self._tries.get(kept):
            held.number -= 1

    def _left(self, key: str, free: int, longest: float, now: float) -> float:
        held = self._tries.get(key)
        if held is None or held.number < free or now - held.last > FORGOTTEN:
            return 0.0
        wanted = min(longest, 2.0 ** min(held.number - free, 30))
        return max(0.0, held.last + wanted - now)


def waiting(seconds: float) -> tuple[str, int]:
    """The text that says how long to wait, and its number."""
    if seconds <= SHOWN_IN_SECONDS:
        return "login.wait_seconds", ceil(seconds)
    return "login.wait_minutes", ceil(seconds / 60)


def network(address: str) -> str:
    """What one client holds: of IPv6 the first 64 bits, as anybody has all addresses of those."""
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return address
    if known.version == 4:
        return address
    return str(ipaddress.ip_network((known, 64), strict=False))
