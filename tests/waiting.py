"""How long a test waits for other processes, threads and machines: until what it waits for is so."""

from __future__ import annotations

import time
from collections.abc import Callable

PATIENCE = 240.0
"""Seconds after which something that has not come is missed; a machine under load takes many."""


def wait_until(holds: Callable[[], object]) -> None:
    """Return as soon as something holds. Fails where it does not within PATIENCE."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, "what is waited for has not come"
        time.sleep(0.02)
