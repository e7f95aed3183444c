"""The baseline of 2006 (maskera.tagger.hmm) for a pool. A token that is not decided counts for nothing
in training; the states around it are those of the decided spans."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from maskera.learn.model import Answers, Floats, Source
from maskera.tagger import hmm


@dataclass(frozen=True)
class Baseline:
    """See learn.model.Recognizer."""

    model: hmm.Hmm

    @property
    def labels(self) -> tuple[str, ...]:
        """OUTSIDE first."""
        return self.model.labels

    def marginals(self, source: Source) -> Floats:
        """Tokens x labels."""
        return self.model.marginals(source.texts.forms, source.texts.lengths.tolist())


def fit(source: Source, answers: Answers) -> Baseline:
    """Maximum likelihood from the decided spans of the answers' sentences."""
    forms = source.texts.forms
    tokens = source.tokens(answers.sentences).tolist()
    known = [
        answers.labels[int(row.argmax())] if row.sum() == 1 else None for row in answers.allowed
    ]
    sequences: list[tuple[list[str], list[str]]] = []
    place = 0
    for length in source.texts.lengths[answers.sentences].tolist():
        here = slice(place, place + length)
        sequences += _spans([forms[token] for token in tokens[here]], known[here])
        place += length
    return Baseline(hmm.fit(sequences))


def _spans(
    forms: Sequence[str], known: Sequence[str | None]
) -> Iterator[tuple[list[str], list[str]]]:
    """The parts of a sentence without a token that is not decided."""
    taken: list[tuple[str, str]] = []
    for form, label in [*zip(forms, known, strict=True), ("", None)]:
        if label is not None:
            taken.append((form, label))
        elif taken:
            yield [form for form, _ in taken], [label for _, label in taken]
            taken = []
