"""What a project gives: annotated texts (JSON lines, ITAC), and a folder of models for --models."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from pathlib import Path

import msgspec
import numpy as np

from maskera.errors import MaskeraError, cause
from maskera.evaluate.align import OUTSIDE
from maskera.formats import itac
from maskera.lang import LEARNED
from maskera.learn.committee import Committee
from maskera.learn.labelling import Labeller
from maskera.learn.learner import MARKED, Learner
from maskera.learn.model import Floats
from maskera.learn.numbers import whole
from maskera.learn.project import Project
from maskera.learn.recognizer import Learned, save
from maskera.result import Release, ReleasedMention
from maskera.text import Span

DRAWING = ("sv", "en")
"""The languages that can draw pseudonyms."""
Run = tuple[Span, str, bool]
"""A span of a document, its label, and whether all of it was decided (else the model marks it, or
its rest)."""


def runs(
    learner: Learner, known: Sequence[str | None], probability: Floats, labeller: Labeller
) -> list[list[Run]]:
    """The spans of every document: what was decided, and what the model marks where nothing was."""
    open_ = np.array([said is None for said in known], bool)
    marked = np.flatnonzero(open_ & (whole(learner.source.wholes, probability) >= MARKED))
    named = dict(zip(marked.tolist(), labeller.labels(learner.source, marked), strict=True))
    of_tokens = [
        (said, True) if said is not None else (named.get(token, OUTSIDE), False)
        for token, said in enumerate(known)
    ]
    found: list[list[Run]] = []
    for number, document in enumerate(learner.texts.documents):
        first, end = learner.texts.firsts[number : number + 2]
        spans: list[Run] = []
        place = 0
        tokens = document.tokens
        sentence_of = learner.texts.sentence_of[first:end].tolist()
        said_in = zip(sentence_of, of_tokens[first:end], strict=True)
        for (_, its), group in groupby(said_in, lambda each: (each[0], each[1][0])):
            decided = [by_decision for _, (_, by_decision) in group]
            if its != OUTSIDE:
                span = Span(tokens.starts[place], tokens.ends[place + len(decided) - 1])
                spans.append((span, its, all(decided)))
            place += len(decided)
        found.append(spans)
    return found


def gold(learner: Learner, found: Sequence[Sequence[Run]]) -> str:
    """JSON lines: id, text, spans with label and source (decision or model)."""
    lines = [
        msgspec.json.encode(
            {
                "id": document.id,
                "text": document.text,
                "spans": [
                    {
                        "start": span.start,
                        "end": span.end,
                        "label": label,
                        "source": "decision" if decided else "model",
                    }
                    for span, label, decided in spans
                ],
            }
        ).decode()
        for document, spans in zip(learner.texts.documents, found, strict=True)
    ]
    return "".join(line + "\n" for line in lines)


def as_itac(learner: Learner, found: Sequence[Sequence[Run]]) -> str:
    """The texts with what is sensitive between <ANON> and </ANON>."""
    rendered = [
        itac.render(
            Release(
                document.id,
                document.text,
                tuple(
                    ReleasedMention(span, itac.LABEL, 0, frozenset(), "keep")
                    for span, _, _ in spans
                ),
                {},
                "",
                None,
            )
        )
        for document, spans in zip(learner.texts.documents, found, strict=True)
    ]
    return "".join(rendered)


def marked(project: Project, learner: Learner, kind: str) -> str:
    """All texts of a project with what was decided and what the model marks beside it. kind: one of
    KINDS."""
    decisions = project.decisions()
    probability = learner.probabilities(learner.fit(decisions))
    labeller = learner.labeller(decisions, project.setup.labels)
    found = runs(learner, learner.known(decisions), probability, labeller)
    return KINDS[kind](learner, found)


KINDS: Mapping[str, Callable[[Learner, Sequence[Sequence[Run]]], str]] = {
    "jsonl": gold,
    "itac": as_itac,
}


def options(language: str) -> str:
    """What a command is told beside --models: languages without names to draw take placeholders."""
    return f"--language {language}" + ("" if language in DRAWING else " --policy category")


def models(project: Project, learner: Learner, folder: Path) -> None:
    """Write a folder for --models: the recognizer that the decisions give. Raises MaskeraError as
    long as they give none, and for the engine of 2006."""
    decisions, setup = project.decisions(), project.setup
    learnt = learner.fit(decisions)
    if learnt is None:
        raise MaskeraError("nothing sensitive has been decided yet: there is nothing to train on")
    if not isinstance(learnt, Committee):
        raise MaskeraError(f"the engine {setup.engine} is for comparison, and writes no models")
    labeller = learner.labeller(decisions, setup.labels)
    source = learner.source
    learned = Learned(setup.language, learnt, labeller, source.counts, source.columns)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        save(learned, folder / LEARNED)
    except OSError as error:
        raise MaskeraError(f"{folder}: cannot be written ({cause(error)})") from None
