"""`make bench`: how fast maskera is, stage by stage, beside its references; everything measured in
one run and given as ratios too.

use: python tools/bench.py [--write]. With --write the tables go into docs/performance.md as well.
Needs the extra `bench`. What is measured: bench_subjects.py; what that reads: bench_texts.py.
"""

from __future__ import annotations

import gc
import json
import os
import resource
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import count
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, TypeVar

import maskera
from bench_page import Figures, Rate, machine, page, show
from bench_subjects import KEY, LOOP, PRESIDIO, REFERENCES, SPACY, SUBJECTS, WHOLE
from bench_texts import corpora, title, token_count, up_to, varied
from maskera.formats import SECRET_RENDERERS, renderers
from maskera.io.batches import batches
from maskera.label.merge import resolve_overlaps
from maskera.leaks.findings import check
from maskera.lexicon.table import token_table
from maskera.pipeline import CONSIDERED_ODDS, MODES, Claimed, rules
from maskera.text import Document

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "performance.md"
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
TOKENS = 10_000  # for stages and renderers: shorter passes are mostly noise
SHARED_OUT = 30_000  # for workers, who are timed by the clock on the wall
ROUNDS = 3  # the fastest counts: what else runs on the machine only adds
STARTS = 5
TEXT = "Anna Berg 2019-03-05, anna@example.org"

Item = TypeVar("Item")


def fastest(
    works: Mapping[str, Callable[[], Any]],
    rounds: int,
    clock: Callable[[], float] = time.process_time,
) -> dict[str, float]:
    """Seconds of the fastest run of each work. One run of each makes a round, so that a slow spell
    of the machine meets all."""
    seconds: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            gc.collect()
            begin = clock()
            work()
            seconds[name].append(clock() - begin)
    return {name: min(taken) for name, taken in seconds.items()}


def fresh(subject: str, corpus: str) -> dict[str, float]:
    """A subject in a process of its own: seconds of its first pass over a set of essays, and the
    peak memory of the process in MB.

    To be called while this process is still small: Linux hands the peak of the parent on to the
    child.
    """
    done = subprocess.run(
        [sys.executable, __file__, "--first", subject, corpus],
        capture_output=True,
        text=True,
        check=True,
    )
    figures: dict[str, float] = json.loads(done.stdout)
    return figures


def first_pass(subject: str, corpus: str) -> dict[str, float]:
    """What fresh() gives, in this process."""
    documents = corpora()[corpus]
    work = SUBJECTS[subject]()
    work(
        [Document("warm-up", TEXT)]
    )  # models are read with the first text; the first pass is about word forms
    begin = time.process_time()
    work(documents)
    seconds = time.process_time() - begin
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (
        1024**2 if sys.platform == "darwin" else 1024
    )
    return {"seconds": seconds, "peak": peak}


def modes(
    distinct: Sequence[Document], first: Mapping[str, Mapping[str, float]], rounds: int
) -> list[Rate]:
    """Every mode and reference over one set of texts. Caches are warmed by the texts themselves;
    each round then reads sentences that are new, of known forms. first: what fresh() gave."""
    once, subjects = token_count(distinct), {n: make() for n, make in SUBJECTS.items() if n != LOOP}
    turns = [varied(distinct, turn) for turn in range(rounds)]
    tokens = token_count(turns[0])
    found: dict[str, int] = {}

    def run(name: str, coming: Iterator[Sequence[Document]]) -> None:
        found[name] = subjects[name](next(coming))

    for work in subjects.values():
        work(distinct)
    warm = fastest({name: partial(run, name, iter(turns)) for name in subjects}, rounds)
    return [
        Rate(
            name,
            tokens / warm[name],
            once / first[name]["seconds"] if name in first else None,
            first[name]["peak"] if name in first else None,
            found[name] / tokens * 1000,
        )
        for name in subjects
    ]


def stages(documents: Sequence[Document], rounds: int) -> dict[str, float]:
    """Seconds of each stage of mode full over the documents, warm; each gets what the one before it
    gave."""
    nlp = maskera.load(mode="full", key=KEY)
    language = nlp.language
    parts = list(batches(documents))
    cut = [[language.tokenization(document) for document in part] for part in parts]
    tagged = [list(language.models.tag(part)) for part in cut]
    known = [nlp.annotate(part) for part in parts]
    tables = [[token_table(document, language.vocab) for document in part] for part in known]
    claimed = [[rules(each, language, tags=True) for each in part] for part in tables]

    def join() -> Iterator[Claimed]:
        for sighted, part in zip(tables, claimed, strict=True):
            joined = language.models.combine(
                sighted,
                [resolve_overlaps(claims, CONSIDERED_ODDS) for claims in part],
                CONSIDERED_ODDS,
            )
            yield from map(nlp._claimed, sighted, joined)

    undecided = list(join())
    found = flat(nlp.detect_many(part) for part in parts)
    results = [nlp.replace(*each) for each in found]
    seconds = fastest(
        {
            "annotate (tokens, sentences)": lambda: [
                language.tokenization(document) for document in documents
            ],
            "tag (part of speech)": lambda: [list(language.models.tag(part)) for part in cut],
            "genre": lambda: [language.models.guess_genre(document) for document in flat(tagged)],
            "detect and weigh (rules)": lambda: [
                rules(token_table(d, language.vocab), language, tags=True) for d in flat(known)
            ],
            "join (tagger of personal information)": lambda: list(join()),
            "settle and relation": lambda: [nlp.mentions(*each) for each in undecided],
            "replace": lambda: [nlp.replace(*each) for each in found],
            "leak check": lambda: [
                check(maskera.release(r).text, r.document, r.replacements, language)
                for r in results
            ],
        },
        rounds,
    )
    seconds["replace"] = max(
        seconds["replace"] - seconds["leak check"], 1e-9
    )  # which it has within it
    return seconds


def rendering(documents: Sequence[Document], rounds: int) -> dict[str, float]:
    """Seconds of each renderer over the results, warm; the releases are made before."""
    nlp = maskera.load(mode="full", key=KEY)
    results = list(nlp.pipe(documents))
    releases = [maskera.release(result) for result in results]
    public = {
        name: partial(rendered, render, releases)
        for name, render in renderers(nlp.language.taxonomy, nlp.annotator).items()
    }
    secret = {name: partial(rendered, render, results) for name, render in SECRET_RENDERERS.items()}
    return fastest({**public, **secret}, rounds)


def rendered(render: Callable[[Any], str], items: Iterable[Any]) -> int:
    """Characters written."""
    return sum(len(render(item)) for item in items)


def flat(lists: Iterable[Iterable[Item]]) -> list[Item]:
    """One list of many."""
    return [item for items in lists for item in items]


# Workers and starts
# ----------------------------------------------------------------------------------------------------------------------


def cores() -> list[int]:
    """The cores this process may use."""
    return (
        sorted(os.sched_getaffinity(0))
        if hasattr(os, "sched_getaffinity")
        else list(range(os.cpu_count() or 1))
    )


def pin(core: int) -> None:
    """Stay on one core, where the system can do that."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {core})


def serve(subject: str, core: int, line: Connection) -> None:
    """A worker: builds the subject, then works through what comes, and answers when done. None ends
    it."""
    pin(core)
    work = SUBJECTS[subject]()
    while (documents := line.recv()) is not None:
        line.send(work(documents))


def two_workers(
    subject: str, documents: Sequence[Document], on: Sequence[int], rounds: int
) -> dict[str, float]:
    """Seconds by the clock on the wall that one and two warm workers take for all documents,
    handing them over included."""
    lines, workers = [], []
    spawning = get_context("spawn")  # a fork would share the caches of this process
    for core in on[:2]:
        ours, theirs = spawning.Pipe()
        worker = spawning.Process(target=serve, args=(subject, core, theirs), daemon=True)
        worker.start()
        lines.append(ours)
        workers.append(worker)

    def run(shares: Sequence[Sequence[Document]]) -> None:
        for line, share in zip(lines, shares, strict=False):
            line.send(share)
        for line, _ in zip(lines, shares, strict=False):
            line.recv()

    run([documents, documents])
    halves = [documents[0::2], documents[1::2]]
    seconds = fastest(
        {"one": partial(run, [documents]), "two": partial(run, halves)}, rounds, time.perf_counter
    )
    for line, worker in zip(lines, workers, strict=True):
        line.send(None)
        worker.join()
    return seconds


def starts(times: int) -> dict[str, float]:
    """Seconds by the clock on the wall from calling a program to its end: the median of some fresh
    processes. The modules have been compiled before, as those of an installed package have."""
    calls = {
        "python, nothing else": ["-c", "pass"],
        "maskera --version": [
            "-c",
            "import sys; sys.argv = ['maskera', '--version']; from maskera.cli.main import main; main()",
        ],
        **{
            f"load and one short text, {mode}": [
                "-c",
                f"import maskera; maskera.load(mode={mode!r})({TEXT!r})",
            ]
            for mode in MODES
        },
        "spaCy: blank('sv') and one short text": [
            "-c",
            f"import spacy; spacy.blank('sv')({TEXT!r})",
        ],
        "Presidio: import alone": ["-c", "import presidio_analyzer"],
    }
    taken: dict[str, list[float]] = {name: [] for name in calls}
    compiles = {name: its for name, its in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    with tempfile.TemporaryDirectory() as folder:
        environment = {**compiles, "PYTHONPYCACHEPREFIX": folder}
        for turn in range(times + 1):  # the first one compiles
            for name, call in calls.items():
                begin = time.perf_counter()
                subprocess.run(
                    [sys.executable, *call], capture_output=True, check=True, env=environment
                )
                if turn:
                    taken[name].append(time.perf_counter() - begin)
    return {name: statistics.median(seconds) for name, seconds in taken.items()}


def close_network() -> None:
    """From here on nothing in this process reaches the network."""

    def refuse(*_: object) -> None:
        raise OSError("the benchmark runs with the network off")

    socket.getaddrinfo = refuse  # type: ignore[assignment]  # put in its place on purpose
    socket.socket.connect = refuse  # type: ignore[method-assign]  # the same


def measured(rounds: int, warn: Callable[[str], None]) -> Figures:
    """Everything, in some minutes. warn: is told what is being done."""
    on = cores()
    about = machine(len(on))
    pin(on[-1])
    sets = corpora()
    if not sets:
        raise SystemExit("no texts to work on: samples/ is empty")
    warn("fresh starts")
    started = starts(STARTS)
    warn("first passes in fresh processes")
    alone = [*WHOLE.values(), *REFERENCES]
    first = {corpus: {name: fresh(name, corpus) for name in alone} for corpus in sets}
    rates = {}
    for corpus, documents in sets.items():
        warn(f"modes and references, {corpus}")
        rates[title(corpus, documents)] = modes(documents, first[corpus], rounds)
    essays = list(sets.values())[-1]
    many, more = up_to(essays, TOKENS), up_to(essays, SHARED_OUT)
    warn("stages")
    by_stage = stages(many, rounds)
    warn("renderers")
    by_format = rendering(many, rounds)
    warn("two workers")
    crowd = (
        {name: two_workers(name, more, on, rounds) for name in (WHOLE["full"], PRESIDIO, LOOP)}
        if len(on) > 1
        else {}
    )
    through = (token_count(many), token_count(more))
    return Figures(
        about,
        rates,
        *through,
        by_stage,
        by_format,
        crowd,
        started,
        (PRESIDIO, SPACY),
        WHOLE["full"],
        LOOP,
    )


def main(arguments: Sequence[str]) -> None:
    """Measure and show; with --write, put the page into docs."""
    if any(os.environ.get(name) != value for name, value in ONE_THREAD.items()):
        os.execve(
            sys.executable, [sys.executable, __file__, *arguments], {**os.environ, **ONE_THREAD}
        )  # NumPy reads them when it loads
    close_network()
    if arguments[:1] == ["--first"]:
        print(json.dumps(first_pass(*arguments[1:3])))
        return
    begin, step = time.perf_counter(), count(1)
    figures = measured(
        ROUNDS,
        lambda what: print(
            f"{next(step)}. {what} ({time.perf_counter() - begin:.0f} s)", file=sys.stderr
        ),
    )
    show(figures)
    if "--write" in arguments:
        PAGE.write_text(page(figures), encoding="utf-8")
        print(f"{PAGE.relative_to(ROOT)} is written")


if __name__ == "__main__":
    main(sys.argv[1:])
