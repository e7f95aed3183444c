"""The article before what was drawn: an Iraqi -> a Norwegian, an 8-year-old -> a 9-year-old, the
Netherlands -> Belgium."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from maskera import expressions as re
from maskera.lang.pack import Article
from maskera.leaks.kin import following
from maskera.mentions import Mention
from maskera.result import Replacement
from maskera.text import Document, Span

LONGEST = 8  # characters of an article and the blank behind it
_BEFORE = re.compile(r"(?<!\w)(\w+)[ \u00a0]$")


def agreeing(
    document: Document, replacements: Sequence[Replacement], article: Article
) -> Iterator[Replacement]:
    """What becomes of the articles, but for those before words for a kind (@health), which
    determiners.py sees to. Their action is `agree`: they hide nothing."""
    taken = {each.mention.span.end for each in replacements}
    for one in replacements:
        if one.action != "replace" or one.text.startswith("@"):
            continue
        start = one.mention.span.start
        found = _BEFORE.search(document.text[max(0, start - LONGEST) : start])
        if found is None or start - 1 in taken:
            continue
        lower, end = found[1].lower(), one.mention.span.end
        if (fitting := article(lower, one.text, following(document.text, end))) != lower:
            text = fitting.capitalize() if found[1][0].isupper() else fitting
            span = Span(start - 1 - len(found[1]), start - 1 if text else start)
            yield Replacement(Mention(span, one.mention.label), "agree", text, follows=True)
