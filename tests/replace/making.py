"""Documents from marked text: `Jag heter [[Anna|firstname_female|1]]` with label, number and
features between the bars."""

from __future__ import annotations

import re
from functools import cache

from maskera.lang import load_pack
from maskera.lang.pack import LanguagePack
from maskera.mentions import Mention
from maskera.policy import load_policy
from maskera.replace import replace
from maskera.result import Result, release
from maskera.text import Document, Span

KEY = b"an invented key of 32 bytes, ok?"
MARK = re.compile(r"\[\[([^|\]]*)\|(\w+)(?:\|([\w ,]*))?\]\]")


@cache
def swedish() -> LanguagePack:
    """Swedish, read once for all tests."""
    return load_pack("sv")


policy_of = cache(load_policy)


def marked(text: str, id: str = "A1", **meta: str) -> tuple[Document, list[Mention]]:
    """The plain document and its mentions."""
    plain, mentions, done = "", [], 0
    for match in MARK.finditer(text):
        plain += text[done : match.start()]
        marks = set((match[3] or "").replace(",", " ").split())
        number = next((int(mark) for mark in marks if mark.isdecimal()), 0)
        span = Span(len(plain), len(plain) + len(match[1]))
        mentions.append(
            Mention(
                span, match[2], number, frozenset(mark for mark in marks if not mark.isdecimal())
            )
        )
        plain += match[1]
        done = match.end()
    return Document(id, plain + text[done:], "sv", meta), mentions


def replaced(
    text: str,
    policy: str = "swell",
    *,
    id: str = "A1",
    scope: str | None = None,
    key: bytes = KEY,
    **meta: str,
) -> Result:
    """The result of a marked text."""
    document, mentions = marked(text, id, **meta)
    return replace(document, mentions, swedish(), policy_of(policy), key, scope)


def released(
    text: str, policy: str = "swell", *, id: str = "A1", scope: str | None = None, **meta: str
) -> str:
    """The released text of a marked text."""
    return release(replaced(text, policy, id=id, scope=scope, **meta)).text


def texts(result: Result) -> list[str]:
    """What stands in the place of each mention."""
    return [replacement.text for replacement in result.replacements]
