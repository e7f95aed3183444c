"""The rows of a column of texts as documents, and what leaves of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from maskera.pipeline import Pipeline
from maskera.result import LeakStatus, Result, release
from maskera.text import Document

HELD = frozenset((LeakStatus.FAIL,))
HELD_STRICT = HELD | {LeakStatus.REVIEW}
"""Verdicts whose text does not leave; where that is strict, what wants a look stays behind, too."""


def results_of(
    nlp: Pipeline,
    texts: Sequence[str | None],
    ids: Sequence[object] | None = None,
    meta: Mapping[str, Sequence[str | None]] | None = None,
) -> list[Result | None]:
    """The results of a column of texts, in one go; None where a text is None. A row without an id
    is nameless: its pseudonyms follow from its words."""
    documents = [
        Document(
            "row" if ids is None or ids[row] is None else str(ids[row]),
            text,
            nlp.language.code,
            {
                name: value
                for name, values in (meta or {}).items()
                if (value := values[row]) is not None
            },
            nameless=ids is None or ids[row] is None,
        )
        for row, text in enumerate(texts)
        if text is not None
    ]
    results = iter(nlp.pipe(documents))
    return [None if text is None else next(results) for text in texts]


def new_texts(results: Iterable[Result | None], strict: bool = False) -> list[str | None]:
    """The new texts, None where there is none or it must not leave."""
    held = HELD_STRICT if strict else HELD
    return [
        None if result is None or result.leaks in held else release(result).text
        for result in results
    ]


def verdicts(results: Iterable[Result | None]) -> list[str | None]:
    """The verdict on each text, None where there is none."""
    return [result.leaks.value if result and result.leaks else None for result in results]
