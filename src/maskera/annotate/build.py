"""Documents made from tokens that another tool has cut and tagged."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from maskera.text import Document, Span, Tokens

Annotator = Callable[[Document], Document]
"""Adds tokens, sentences and, where it can, tags and morphology."""

Tagset = Callable[[str], tuple[str, str]]
"""What a language gives for tags of its own tradition: "NN.UTR.SIN.DEF.NOM" in, UPOS and CoNLL-U
FEATS out ("" where unknown)."""


def no_tagset(_: str) -> tuple[str, str]:
    """Nothing is known of tags that are not universal."""
    return "", ""


class Builder:
    """A document while its tokens come in; the text grows with them and is exact by construction."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._length = 0
        self._starts: list[int] = []
        self._forms: list[str] = []
        self._pos: list[str] = []
        self._morphology: list[str] = []
        self._sentences: list[Span] = []

    def __len__(self) -> int:
        return len(self._forms)

    def space(self, text: str) -> None:
        """Adds text between tokens."""
        self._pieces.append(text)
        self._length += len(text)

    def token(self, form: str, pos: str, morphology: str) -> None:
        """Adds a token at the end of the text."""
        self._starts.append(self._length)
        self._forms.append(form)
        self._pos.append(pos)
        self._morphology.append(morphology)
        self.space(form)

    def end_sentence(self) -> None:
        """Makes a sentence of the tokens since the last one."""
        begin = self._sentences[-1].end if self._sentences else 0
        if len(self._forms) > begin:
            self._sentences.append(Span(begin, len(self._forms)))

    def document(self, identifier: str, meta: Mapping[str, str]) -> Document:
        """The document so far, annotated. Columns without any tag stay empty."""
        self.end_sentence()
        ends = tuple(
            start + len(form) for start, form in zip(self._starts, self._forms, strict=True)
        )
        pos = tuple(self._pos) if any(self._pos) else ()
        morphology = tuple(self._morphology) if any(self._morphology) else ()
        tokens = Tokens(tuple(self._starts), ends, tuple(self._forms), pos, morphology)
        return Document(
            identifier,
            "".join(self._pieces),
            meta=meta,
            tokens=tokens,
            sentences=tuple(self._sentences),
        )
