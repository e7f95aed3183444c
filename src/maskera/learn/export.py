"""What a project gives: annotated texts (JSON lines, ITAC), and a folder of models for --models."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from pathlib import Path

import msgspec

from maskera.errors import MaskeraError
from maskera.evaluate.align import OUTSIDE
from maskera.formats import itac
from maskera.io import models as model_files
from maskera.lang import load_pack
from maskera.lang.pack import LanguagePack
from maskera.learn.learner import MARKED, Learner
from maskera.learn.model import Floats
from maskera.learn.prior import NONE
from maskera.learn.project import Project
from maskera.result import Release, ReleasedMention
from maskera.text import Document, Span
from maskera.train import Example, corpora, mentions, network

Run = tuple[Span, str, bool]
"""A span of a document, its label, and whether it was decided (else the model marks it)."""


def runs(learner: Learner, known: Sequence[str | None], probability: Floats, label: str) -> list[list[Run]]:  # fmt: skip
    """The spans of every document: what was decided, and what the model marks where nothing was.
    label: of what only the model marks, where the prior claims none."""
    claims = learner.prior.labels(learner.texts)
    of_tokens = [
        (said, True)
        if said is not None
        else (claims[token] or label if probability[token] >= MARKED else OUTSIDE, False)
        for token, said in enumerate(known)
    ]
    found: list[list[Run]] = []
    for number, document in enumerate(learner.texts.documents):
        first, end = learner.texts.firsts[number : number + 2]
        spans: list[Run] = []
        place = 0
        for (its, decided), group in groupby(of_tokens[first:end]):
            count = len(list(group))
            if its != OUTSIDE:
                tokens = document.tokens
                span = Span(tokens.starts[place], tokens.ends[place + count - 1])
                spans.append((span, its, decided))
            place += count
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


def models(
    project: Project,
    learner: Learner,
    known: Sequence[str | None],
    folder: Path,
    progress: Callable[[str], None],
) -> None:
    """Train the project's tagger on the decisions, partial sentences included, and write a folder
    for --models. Raises MaskeraError for a project without a pack and for labels that it lacks."""
    setup = project.setup
    if setup.language == NONE:
        raise MaskeraError(
            "a folder of models needs a language pack, and this project has none; "
            "export gold.jsonl and train with it"
        )
    language = load_pack(setup.language)
    if strange := set(filter(None, known)) - {OUTSIDE} - set(language.taxonomy.categories):
        raise MaskeraError(f"the label {sorted(strange)[0]!r} is not one of the language pack")
    every = frozenset((OUTSIDE, *setup.labels))
    sequences: list[Example] = []
    for number, document in enumerate(learner.texts.documents):
        first, end = learner.texts.firsts[number : number + 2]
        labels: list[str | None] = [None] * len(document.text)
        for token, label in enumerate(known[first:end]):
            tokens = document.tokens
            for place in range(tokens.starts[token], tokens.ends[token]):
                labels[place] = label
        if any(labels):
            sequences += _examples(document.id, document.text, labels, every, language)
    if not any(isinstance(a, str) and a != OUTSIDE for _, answers in sequences for a in answers):
        raise MaskeraError("nothing sensitive has been decided yet: there is nothing to train on")
    card = {"task": "mentions", "language": language.code, "sequences": len(sequences)}
    settings = network.Settings(epochs=EPOCHS)
    features = mentions.features_for_training(language)
    folder.mkdir(parents=True, exist_ok=True)
    weights = network.fit(sequences, features, card, settings, setup.seed, progress)
    model_files.save(weights, folder / "mentions.model")


EPOCHS = 40  # of the few sentences that a project has decided


def _examples(
    name: str,
    text: str,
    labels: Sequence[str | None],
    every: frozenset[str],
    language: LanguagePack,
) -> list[Example]:
    """The sentences of a text with a decided token; of the others any label is allowed."""
    bare = corpora.Annotated(name, text, ())
    document = next(language.models.tag([Document(name, text, language.code)]))
    found: list[Example] = []
    rows = mentions.examples(bare, frozenset(), language)
    for (streams, _), sentence in zip(rows, document.sentences, strict=True):
        starts = document.tokens.starts[sentence.start : sentence.end]
        answers = [every if labels[start] is None else labels[start] for start in starts]
        if any(answer is not every for answer in answers):
            found.append((streams, [answer for answer in answers if answer is not None]))
    return found
