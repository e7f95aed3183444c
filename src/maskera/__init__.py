"""maskera finds, labels and replaces personal information in text.

>>> import maskera
>>> nlp = maskera.load("sv", policy="swell", key=b"a secret of sixteen bytes or more")
>>> result = nlp("Jag heter Anna.")
>>> [(mention.label, mention.number) for mention in result.mentions]
[('firstname_female', 1)]
>>> maskera.release(result).text != "Jag heter Anna."
True
"""

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
