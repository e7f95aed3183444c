"""The verdict on a text: what the leak check found, and what was kept by choice."""

from __future__ import annotations

from maskera.policy import Policy
from maskera.result import LeakStatus


def judged(found: LeakStatus, policy: Policy, kept: int, stays: bool) -> LeakStatus:
    """PASS only where everything that was found and that the policy replaces is gone.

    found: what the leak check says. kept: mentions that stay though the policy would replace them.
    stays: nothing was replaced, and what names somebody stands there by a rule of the policy. A
    leak, and what a person should look at, go before what was meant.
    """
    if found is not LeakStatus.PASS:
        return found
    if stays or not policy.replaces:
        return LeakStatus.UNCHANGED
    return LeakStatus.SELECTIVE if kept else LeakStatus.PASS
