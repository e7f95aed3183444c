"""XML: sentences and words with offsets, part of speech and morphology; mentions as elements with
their label, number and features.

The schema is data/maskera.xsd. Offsets count code points of the released text, which can be put
together again from `head`, the words and `tail` (the whitespace before the first and after each
word). Characters that XML 1.0 cannot hold become U+FFFD, so that offsets stay right.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape

from maskera.formats.layout import Annotate, Mark, Word, sentences
from maskera.result import Release, ReleasedMention

NOT_IN_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_TO_REFERENCE = re.compile(
    "[\t\n\r\u0085\u2028\u2029]"
)  # what a parser would turn into a blank or a line feed


def render(released: Release, annotate: Annotate | None = None) -> str:
    """The released text as a document of the schema; part of speech is UPOS, `suc="PM"` tells
    proper names."""
    marks = [Mark(mention.span, mention.label) for mention in released.mentions]
    layout = sentences(released.text, marks, annotate)
    facts = {
        key: value
        for key, value in released.meta.items()
        if key in ("genre", "genre_source", "level", "l1")
    }
    facts = {
        "id": released.id or "-",
        **facts,
        "policy": released.policy,
        "leaks": released.leaks.value if released.leaks else "",
    }
    starts = [word.span.start for sentence in layout for word in sentence]
    follows = dict(zip(starts, [*starts[1:], len(released.text)], strict=False))
    head = released.text[: starts[0] if starts else len(released.text)]
    pieces = [
        '<?xml version="1.0" encoding="UTF-8"?>\n',
        f"<document{_attributes({**facts, 'head': head})}>\n",
    ]
    # Mentions without a word (removed ones) stand before the sentence that follows them.
    empty = [
        mention
        for mention, covered in zip(released.mentions, _covered(len(marks), layout), strict=True)
        if not covered
    ]
    for sentence in layout:
        while empty and empty[0].span.start < sentence[-1].span.end:
            pieces.append(f"  {_opening(empty.pop(0))[:-1]}/>\n")
        pieces.append(_sentence(sentence, released, follows))
    pieces += [f"  {_opening(mention)[:-1]}/>\n" for mention in empty]
    pieces.append("</document>\n")
    return "".join(pieces)


def _covered(count: int, layout: Sequence[Sequence[Word]]) -> list[bool]:
    covered = [False] * count
    for sentence in layout:
        for word in sentence:
            if word.mention >= 0:
                covered[word.mention] = True
    return covered


def _sentence(sentence: Sequence[Word], released: Release, follows: Mapping[int, int]) -> str:
    pieces = [f'  <sentence start="{sentence[0].span.start}" end="{sentence[-1].span.end}">\n']
    within = -1
    for word in sentence:
        if word.mention != within:
            if within >= 0:
                pieces.append("    </mention>\n")
            if word.mention >= 0:
                pieces.append(f"    {_opening(released.mentions[word.mention])}\n")
            within = word.mention
        tail = released.text[word.span.end : follows[word.span.start]]
        pieces.append(f"{'      ' if within >= 0 else '    '}{_word(word, tail)}\n")
    if within >= 0:
        pieces.append("    </mention>\n")
    pieces.append("  </sentence>\n")
    return "".join(pieces)


def _opening(mention: ReleasedMention) -> str:
    facts = {
        "label": mention.label,
        "number": str(mention.number) if mention.number else "",
        "features": " ".join(sorted(mention.features)),
        "action": mention.action,
        "start": str(mention.span.start),
        "end": str(mention.span.end),
    }
    return f"<mention{_attributes(facts)}>"


def _word(word: Word, tail: str) -> str:
    facts = {
        "start": str(word.span.start),
        "end": str(word.span.end),
        "pos": word.pos,
        "suc": "PM" if word.pos == "PROPN" else "",
        "morphology": word.morphology,
        "tail": tail,
    }
    return f"<word{_attributes(facts)}>{_escaped(word.form)}</word>"


def _attributes(facts: Mapping[str, str]) -> str:
    """The attributes that have a value."""
    return "".join(f' {name}="{_escaped(value)}"' for name, value in facts.items() if value)


def _escaped(text: str) -> str:
    return _TO_REFERENCE.sub(
        lambda match: f"&#{ord(match[0])};", escape(NOT_IN_XML.sub("\ufffd", text))
    )
