"""What stands around wider words and agrees with them: determiners, adjectives that tell a man, how
many relatives there are, articles before placeholders.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from re import Match

from maskera.mentions import Mention
from maskera.replace.generalize import FAMILY, REACH, WORD_BEFORE, General
from maskera.replace.shape import carry_case
from maskera.result import Replacement
from maskera.text import Document, Span

ONE_OF = re.compile(r"(?<!\w)(\w+)\s+(\w+)\s+(\w+)\s+(?:\w+\s+)?$")  # one of my (older) brothers
NEXT_BEFORE = re.compile(r"(?<!\w)(\w+)\s+$")
OF_SO_MANY = re.compile(r"\s+(\w+)\s+(\w+)(?=[.,;:!?)]|\s*$|\s+(\w+))")  # mother of four


def agreeing(
    document: Document, replacements: Sequence[Replacement], table: General
) -> tuple[Replacement, ...]:
    """What becomes of determiners before a wider word that asks for another form than the original:
    min dotter -> mitt barn, an uncle -> a relative; how many relatives there are is left out: my
    two brothers -> my siblings; and an article before a placeholder. Their action is `agree`: they
    hide nothing."""
    taken = [replacement.mention.span for replacement in replacements]
    found: list[Replacement] = []

    def agree(span: Span, label: str, text: str = "") -> None:
        if not any(map(span.overlaps, taken)):
            taken.append(span)  # a word may stand before two of them
            found.append(Replacement(Mention(span, label), "agree", text, follows=True))

    for replacement in replacements:
        mention = replacement.mention
        if mention.label not in table.to or replacement.action != "replace":
            continue
        start = max(0, mention.span.start - REACH)
        before = WORD_BEFORE.search(document.text[start : mention.span.start])
        if not before:
            continue
        span = Span(start + before.start(1), start + before.end(1))
        text = before[1]
        last = NEXT_BEFORE.search(document.text[start : mention.span.start])
        if last and table.taxonomy.kind(mention.label) == FAMILY and table.several(last[1]):
            agree(Span(start + last.start(), mention.span.start), mention.label)
            continue
        if so_many := _of_so_many(document.text, mention, table):
            agree(so_many, mention.label)
        adjective = table.to.get("masculine", {}).get(last[1].lower() if last else "")
        if last and adjective and table.taxonomy.kind(mention.label) == FAMILY:
            place = Span(start + last.start(1), start + last.end(1))
            agree(place, mention.label, carry_case(last[1], adjective))
        bare = before["between"].strip() == "" and text.lower() in table.to.get("indefinite", {})
        said = replacement.text.lower().split()[:1]  # a stroke -> @health, a diploma -> a subject
        if bare and (replacement.text.startswith("@") or table.to["indefinite"].keys() & said):
            agree(Span(span.start, mention.span.start), mention.label)
            continue
        if word := table.general_word(replacement.text):
            written = document.text[mention.span.start : mention.span.end]
            text = _agreed(table, before, mention.label, written, word)
            text = before[1] if text == before[1].lower() else carry_case(before[1], text)
        if text != before[1]:
            agree(span, mention.label, text)
        if one := _one_of_them(document.text, start, mention, replacement.text, table):
            agree(one[0], mention.label, one[1])
    return tuple(found)


def _one_of_them(
    text: str, start: int, mention: Mention, wider: str, table: General
) -> tuple[Span, str] | None:
    """The article of one of several, where their wider word asks for another: one of my
    brothers."""
    found = ONE_OF.search(text[start : mention.span.start])
    pairs = table.to.get("determiner", {})
    if (
        found is None
        or found[2].lower() not in table.to.get("preposition", {})
        or not table.before.has("whose", found[3].lower())
        or found[1].lower() not in pairs
        or table.read.get(wider.lower(), ("", ""))[0] not in table.neuter
    ):
        return None
    entry = table.entry(mention.label, text[mention.span.start : mention.span.end])
    if entry is None or entry.canonical.lower().endswith(tuple(table.neuter)):
        return None
    span = Span(start + found.start(1), start + found.end(1))
    return span, carry_case(found[1], pairs[found[1].lower()])


def _of_so_many(text: str, mention: Mention, table: General) -> Span | None:
    """How many children are told right behind a relative, and no word for them: mother of four."""
    behind = OF_SO_MANY.match(text, mention.span.end)
    if (
        behind is None
        or table.taxonomy.kind(mention.label) != FAMILY
        or not table.before.has("of", behind[1].lower())
        or not table.several(behind[2].lower())
        or not (
            behind[3] is None or table.before.has("or", behind[3].lower()) or table.joins(behind[3])
        )
    ):
        return None
    return Span(behind.start(), behind.end())


def _agreed(table: General, before: Match[str], label: str, written: str, word: str) -> str:
    """The form of the word before a mention that its wider word asks for, in small letters."""
    determiner = before[1].lower()
    if determiner in table.articles:
        return determiner if before["between"].strip() else table.article(determiner, word)
    entry = table.entry(label, written)
    if word.lower() not in table.neuter:
        return table.common.get(determiner, determiner)
    same = entry and ("pl" in entry.flags or entry.canonical.lower() in table.neuter)
    return determiner if same else table.to.get("determiner", {}).get(determiner, determiner)
