"""maskera finds, labels and replaces personal information in text.

>>> import maskera
>>> nlp = maskera.load("sv", policy="swell", key=b"a secret of sixteen bytes or more")
>>> result = nlp("Jag heter Anna.")
>>> [(mention.label, mention.number) for mention in result.mentions]
[('firstname_female', 1)]
>>> maskera.release(result).text != "Jag heter Anna."
True
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from maskera.collector import without_collector

if TYPE_CHECKING:
    from maskera.errors import MaskeraError
    from maskera.mentions import Evidence, Hypothesis, Mention
    from maskera.pipeline import Pipeline, load
    from maskera.policy import Policy, Rule, load_policy
    from maskera.result import LeakStatus, Release, Replacement, Result, release
    from maskera.text import Document, Edit, Span, Token, splice

__version__ = "0.1.0"

__all__ = [
    "Document",
    "Edit",
    "Evidence",
    "Hypothesis",
    "LeakStatus",
    "MaskeraError",
    "Mention",
    "Pipeline",
    "Policy",
    "Release",
    "Replacement",
    "Result",
    "Rule",
    "Span",
    "Token",
    "load",
    "load_policy",
    "release",
    "splice",
]

_HOMES = {
    **dict.fromkeys(("MaskeraError",), "errors"),
    **dict.fromkeys(("Evidence", "Hypothesis", "Mention"), "mentions"),
    **dict.fromkeys(("Pipeline", "load"), "pipeline"),
    **dict.fromkeys(("Policy", "Rule", "load_policy"), "policy"),
    **dict.fromkeys(("LeakStatus", "Release", "Replacement", "Result", "release"), "result"),
    **dict.fromkeys(("Document", "Edit", "Span", "Token", "splice"), "text"),
}


def __getattr__(name: str) -> Any:
    """A public name, imported when it is first asked for: `maskera --version` and the build need
    none of what a pipeline does."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    with without_collector():
        value = globals()[name] = getattr(import_module(f"maskera.{_HOMES[name]}"), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
