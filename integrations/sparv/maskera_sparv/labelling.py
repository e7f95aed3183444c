"""Sparv's columns in, maskera's columns out; knows nothing of Sparv but how it counts."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from maskera.errors import DataError
from maskera.lang.sv.suc import universal
from maskera.pipeline import Pipeline, load
from maskera.result import Replacement, Result
from maskera.text import Document, Edit, Span, Tokens, splice
from maskera.vault import read_key


class Row(NamedTuple):
    """What is said of one token; "" where it is no personal information.

    label: the label and what is marked on the form, as "city gen". number: the running number of
    what is meant, within its text. probability: three decimals. replacement: the new text of the
    mention at its first token, "" at its others, the word itself elsewhere.
    """

    label: str
    number: str
    probability: str
    replacement: str


def pipeline(policy: str, mode: str, key_file: str) -> Pipeline:
    """The pipeline of the settings. Without a key file a fresh key is drawn, and no second run
    gives the same pseudonyms."""
    return load("sv", policy, mode=mode, key=read_key(Path(key_file)) if key_file else None)


def documents(
    name: str, text: str, texts: Iterable[tuple[int, int]], spans: Sequence[tuple[int, int]], sentences: Iterable[Sequence[int]],
    msds: Sequence[str],
) -> list[tuple[Document, int]]:  # fmt: skip
    """The documents of a source file, each with the number of its first token.

    text: the whole file. texts, spans: where its texts and its tokens stand in it. sentences: token
    numbers. msds: SUC tags of the tokens. Tokens outside every text are passed over. Raises
    DataError when the columns do not fit together.
    """
    if len(spans) != len(msds):
        raise DataError(f"{name}: {len(spans)} tokens but {len(msds)} tags")
    firsts = {min(sentence) for sentence in sentences if sentence}
    found = []
    for number, (start, end) in enumerate(texts, start=1):
        rows = [
            row for row, (begin, finish) in enumerate(spans) if start <= begin and finish <= end
        ]
        if not rows:
            continue
        tags = [universal(msds[row]) for row in rows]
        tokens = Tokens(
            tuple(spans[row][0] - start for row in rows),
            tuple(spans[row][1] - start for row in rows),
            tuple(text[spans[row][0] : spans[row][1]] for row in rows),
            tuple(pos for pos, _ in tags),
            tuple(morphology for _, morphology in tags),
        )
        begins = [0, *(place for place, row in enumerate(rows) if row in firsts and place)]
        cut = tuple(
            Span(one, other) for one, other in zip(begins, [*begins[1:], len(rows)], strict=True)
        )
        found.append(
            (Document(f"{name}-{number}", text[start:end], tokens=tokens, sentences=cut), rows[0])
        )
    return found


def rows(
    words: Sequence[str], found: Iterable[tuple[Document, int]], nlp: Callable[[Document], Result]
) -> list[Row]:
    """One row a token of the source file. words: the tokens as Sparv has them."""
    result = [Row("", "", "", word) for word in words]
    for document, first in found:
        by_token: dict[int, list[Replacement]] = {}
        tokens = document.tokens
        for replacement in nlp(document).replacements:
            if replacement.action == "keep":  # as if never found
                continue
            span = replacement.mention.span
            for row in range(
                bisect_right(tokens.ends, span.start), bisect_left(tokens.starts, span.end)
            ):
                by_token.setdefault(row, []).append(replacement)
        for row, replacements in by_token.items():
            result[first + row] = _row(tokens.starts[row], tokens.forms[row], replacements)
    return result


def _row(start: int, form: str, replacements: Sequence[Replacement]) -> Row:
    """A token with the mentions that touch it: it has the label of the first, and the new text of
    those that begin in it."""
    mention = replacements[0].mention
    edits = []
    for replacement in replacements:
        begin, end = replacement.mention.span.start - start, replacement.mention.span.end - start
        edits.append(
            Edit(Span(max(begin, 0), min(end, len(form))), replacement.text if begin >= 0 else "")
        )
    label = " ".join((mention.label, *sorted(mention.features)))
    return Row(label, str(mention.number), f"{mention.probability:.3f}", splice(form, edits)[0])
