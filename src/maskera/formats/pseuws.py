"""The answer of the service that SVALA's pseudonymizer button calls, shaped after what SVALA's
reader does with it.

The reader walks its source tokens beside the answer. An unlabelled item takes one token. A labelled
item takes one token and, when the next item is unlabelled, all further tokens up to the one whose
text equals that item's string. So a labelled item in the last place has no end (the reader rejects
the whole answer), and one of several tokens needs an unlabelled item behind it that none of its own
tokens equals.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from maskera.annotate import tokens as tokenizer
from maskera.formats.blocks import Block, Word, blocks, labels, stripped
from maskera.result import Result
from maskera.taxonomy import taxonomy

Item = dict[str, Any]
"""{"string": what stands there now, "label": [base, number, features...], empty for a word that is
no mention}"""

NOTHING = "*"
"""The string of a removed mention: SVALA drops items with an empty one and would be a token ahead.
"""


def answer(result: Result) -> tuple[list[list[Item]], int]:
    """The items by sentences, and how many words had to be answered unlabelled.

    Every whitespace token of the text is one item, except that a mention of several tokens is one
    item where the reader can see its end; elsewhere each of its words is an item with the same
    label, number and pseudonym. Only the last word of a text cannot be labelled: it is answered
    verbatim and counted.
    """
    if not stripped(result.document.text):  # one token for SVALA, if it has any character
        return (
            [[{"string": result.document.text, "label": []}]] if result.document.text else []
        ), 0
    source, target, linked = blocks(result)
    items: list[Item] = []
    starts: list[int] = []
    unexpressed = 0
    for block, following in pairwise((*linked, None)):
        assert block is not None
        old = [stripped(word.text) for word in source[slice(*block.source)]]
        if not old:
            continue
        label = _of_svala(labels(block))
        if not label:
            grouped = [{"string": word, "label": []} for word in old]
        elif following is None:
            unexpressed += 1
            last = {"string": old[-1], "label": []}
            grouped = [*_mention(old[:-1], _pseudonym(block, target), label, old[-1]), last]
        else:
            behind = "" if labels(following) else stripped(source[following.source[0]].text)
            grouped = _mention(old, _pseudonym(block, target), label, behind)
        items += grouped
        # Items and words are as many, unless the whole mention is one item.
        starts += [
            source[block.source[0] + min(index, len(old) - 1)].start
            for index in range(len(grouped))
        ]
    return _by_sentence(items, starts, result), unexpressed


def _of_svala(label: list[str]) -> list[str]:
    """A mention's labels with the base label that SVALA has for one of a user's own: it reads all
    that it does not know so, and keeps the number."""
    known = taxonomy()
    if not label or label[0] in known.categories:
        return label
    return [known.label("text.clause"), *label[1:]]


def _mention(words: Sequence[str], pseudonym: str, label: list[str], behind: str) -> list[Item]:
    """The items of a labelled block; `behind` is the unlabelled word that follows, empty where a
    label follows."""
    if len(words) > 1 and behind and behind not in words[1:]:
        return [{"string": pseudonym, "label": label}]
    return [{"string": pseudonym, "label": label} for _ in words]


def _pseudonym(block: Block, target: Sequence[Word]) -> str:
    return " ".join(stripped(word.text) for word in target[slice(*block.target)]) or NOTHING


def _by_sentence(items: Sequence[Item], starts: Sequence[int], result: Result) -> list[list[Item]]:
    document = result.document
    tokens, sentences = document.tokens, document.sentences
    if not sentences:
        tokens = tokenizer.tokenize(document.text)
        sentences = tokenizer.sentences(document.text, tokens, frozenset())
    begins = [tokens.starts[sentence.start] for sentence in sentences]
    found: list[list[Item]] = []
    current = -1
    for item, start in zip(items, starts, strict=True):
        sentence = bisect_right(begins, start)
        if sentence != current:
            found.append([])
            current = sentence
        found[-1].append(item)
    return found
