"""The pipeline at work for many callers: texts are worked on in a bounded number of threads, in
batches that let others by."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

import anyio
import anyio.to_thread

from maskera.errors import MaskeraError
from maskera.formats import jsonl, pseuws
from maskera.genre import known_genre
from maskera.lang.additions import with_rules
from maskera.pipeline import MODES, Pipeline, load
from maskera.policy import SCOPES, Policy, load_policy, shipped
from maskera.result import Result
from maskera.service.documents import Intake, with_utf16
from maskera.service.metrics import Metrics
from maskera.service.options import Options
from maskera.service.problems import Problem
from maskera.service.settings import LAST_WORD_NAMED, Settings
from maskera.text import Document

BATCH_TEXTS, BATCH_CHARACTERS = 16, 20_000  # what one turn in a thread takes: about 0.2 s
SVALA = "svala"
WARM_UP = "Anna Berg 2019-03-05, anna@example.org"

T = TypeVar("T")
R = TypeVar("R")


class Engine:
    """Pipelines by policy, and the threads. Holds no text."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self.settings = settings
        self.metrics = metrics
        self.policies: dict[str, Policy] = {name: load_policy(name) for name in shipped()}
        own = load_policy(settings.policy)
        self.policies[own.name] = own
        self.nlp = load(
            settings.language,
            own,
            mode=settings.mode,
            key=settings.key,
            models=settings.models,
            recognizers=settings.recognizers or (),
        )
        labels = self.nlp.recognizers.labels
        self.policies = {name: with_rules(each, labels) for name, each in self.policies.items()}
        self.genres = sorted(set(self.nlp.language.texts.genres.values()))
        self.nlp(WARM_UP)  # models are read with the first text
        self._limiter: anyio.CapacityLimiter | None = None

    def pipeline(self, options: Options) -> Pipeline:
        """The pipeline as a request wants it. Raises Problem 422 that lists what there is."""
        policy = self.policies[
            _chosen("policy", options.policy, self.policies, self.nlp.policy.name)
        ]
        mode = _chosen("mode", options.mode, MODES, self.settings.mode)
        scope = _chosen("scope", options.scope, SCOPES, policy.scope)
        genre = self._genre("genre", options.genre) if options.genre else ""
        skip = frozenset(
            self._genre("skip_genre", name)
            for name in options.skip_genre.split(",")
            if name.strip()
        )
        return replace(
            self.nlp,
            policy=policy,
            mode=mode,
            scope=scope,
            genre=genre,
            skip_genres=skip,
            selective=options.selective,
        )

    def _genre(self, parameter: str, name: str) -> str:
        try:
            return known_genre(name, self.nlp.language)
        except MaskeraError:  # which quotes the request
            raise _unknown(parameter, self.genres) from None

    def intake(self, nlp: Pipeline) -> Intake:
        """What makes documents of the requests for this pipeline."""
        settings = self.settings
        return Intake(settings.language, settings.key, settings.limits, nlp.scope == "author")

    async def detect(self, documents: Sequence[Document], nlp: Pipeline) -> list[bytes]:
        """One JSON object a document, in order."""

        def work(batch: Sequence[Document]) -> list[tuple[bytes, int]]:
            found = nlp.detect_many(batch)
            return [
                (with_utf16(jsonl.render_detected(seen, mentions), seen.text), len(mentions))
                for seen, mentions in found
            ]

        answers: list[bytes] = []
        for batch in batches(documents):
            done = await self._in_thread(work, batch)
            self._count(batch, sum(mentions for _, mentions in done))
            answers += [answer for answer, _ in done]
        return answers

    async def pseudonymize(self, documents: Sequence[Document], nlp: Pipeline) -> list[bytes]:
        """One JSON object a document, in order, with replacements, new text and leak status."""

        def work(batch: Sequence[Document]) -> list[tuple[bytes, Result]]:
            results = [nlp.replace(seen, mentions) for seen, mentions in nlp.detect_many(batch)]
            return [
                (with_utf16(jsonl.render(result), result.document.text), result)
                for result in results
            ]

        answers: list[bytes] = []
        for batch in batches(documents):
            done = await self._in_thread(work, batch)
            self._count(batch, sum(len(result.replacements) for _, result in done))
            for answer, result in done:
                if result.leaks is not None:
                    self.metrics.add("leaks", result.leaks.value)
                answers.append(answer)
        return answers

    async def svala(self, text: str) -> tuple[list[list[pseuws.Item]], int]:
        """The answer that SVALA's reader understands, and how many words it cannot be told about."""
        nlp = self.pipeline(Options(policy=SVALA))
        document = self.intake(nlp).bare(text, "the request")

        def work(_: None) -> tuple[list[list[pseuws.Item]], int, int]:
            result = nlp(document)
            return *pseuws.answer(result), len(result.replacements)

        items, unexpressed, mentions = await self._in_thread(work, None)
        if unexpressed and self.settings.pseuws_last_word == "refuse":
            raise Problem(422, LAST_WORD_NAMED)
        self._count([document], mentions)
        self.metrics.add("unexpressed", amount=unexpressed)
        return items, unexpressed

    async def _in_thread(self, work: Callable[[T], R], batch: T) -> R:
        if self._limiter is None:  # made here because it belongs to the event loop that runs
            self._limiter = anyio.CapacityLimiter(self.settings.limits.threads)
        return await anyio.to_thread.run_sync(work, batch, limiter=self._limiter)

    def _count(self, documents: Sequence[Document], mentions: int) -> None:
        self.metrics.add("documents", amount=len(documents))
        self.metrics.add("characters", amount=sum(len(document.text) for document in documents))
        self.metrics.add("mentions", amount=mentions)


def batches(documents: Sequence[Document]) -> Iterator[list[Document]]:
    """The documents in runs that one turn takes; a longer text is a turn of its own."""
    batch: list[Document] = []
    characters = 0
    for document in documents:
        if batch and (
            len(batch) == BATCH_TEXTS or characters + len(document.text) > BATCH_CHARACTERS
        ):
            yield batch
            batch, characters = [], 0
        batch.append(document)
        characters += len(document.text)
    if batch:
        yield batch


def _chosen(parameter: str, value: str, known: Collection[str], otherwise: str) -> str:
    if not value:
        return otherwise
    if value not in known:
        raise _unknown(parameter, known)
    return value


def _unknown(parameter: str, known: Collection[str]) -> Problem:
    return Problem(
        422,
        f"query parameter {parameter}: no such {parameter}; there are {', '.join(sorted(known))}",
    )
