"""The commands `learn ...`: a project of texts without annotation becomes a recognizer."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console

from maskera import vault
from maskera.errors import MaskeraError
from maskera.evaluate.align import OUTSIDE
from maskera.formats import READABLE, readers
from maskera.formats.inputs import read_all
from maskera.io import encodings
from maskera.io.output import counted, identities, note, sink
from maskera.lang import PACKS
from maskera.learn import export as exports
from maskera.learn import model
from maskera.learn import simulate as simulation
from maskera.learn.clusters import KINDS, Kind
from maskera.learn.learner import ENGINES, Learner, learner
from maskera.learn.pool import pool, read_gold
from maskera.learn.prior import NONE, prior
from maskera.learn.project import Project, Setup, create, open_project
from maskera.learn.questions import Questions
from maskera.learn.status import summary, told
from maskera.learn.terminal import Dialogue
from maskera.taxonomy import shipped
from maskera.text import Document

stderr = Console(stderr=True, highlight=False, soft_wrap=True, emoji=False)
learn = typer.Typer(
    help="Make a recognizer for texts of a new kind or language from few decisions.",
    no_args_is_help=True,
    rich_markup_mode="rich",
)
LANGUAGE = (
    "Pack whose lists and claims are known beforehand: "
    f"{', '.join(code for code in PACKS if code != NONE)}; {NONE}: letters, shapes, counts alone."
)
POOL = "Annotated texts; their labels stay hidden until they are asked for."
STRATEGY = "What is read: doubtful sentences, random ones, or cards first and then doubtful ones."
TEST = "Annotated texts to score on; else a fifth of the pool, held out by the seed."
INPUTS = "Texts without annotation, in any format that is read."
FROM = f"How to read, where the suffix does not tell: {', '.join(READABLE)}."
KEY = "Key file of the project; keep it apart from the project."
ENCODING = "Of text files; else UTF-8, or what they look like (Windows-1252, UTF-16)."
LABELS = "The labels, one a line; else those of SweLL."
Language = Annotated[str, typer.Option("--language", help=LANGUAGE)]
Engine = Annotated[str, typer.Option("--engine", help="crf, or hmm (the character model of 2006).")]
By = Annotated[str, typer.Option("--by", help="What a card asks about: term or situation.")]
Seed = Annotated[
    int, typer.Option("--seed", min=0, help="The same seed and decisions give the same model.")
]


ProjectFile = Annotated[
    Path, typer.Argument(metavar="PROJECT", help="The project's file.", readable=False)
]
Key = Annotated[Path, typer.Option("--key", help=KEY, readable=False)]


@learn.command()
def new(
    path: ProjectFile,
    inputs: Annotated[list[Path], typer.Argument(metavar="INPUT...", help=INPUTS, readable=False)],
    key: Key,
    language: Language = NONE,
    labels: Annotated[Path | None, typer.Option("--labels", help=LABELS, readable=False)] = None,
    engine: Engine = ENGINES[0],
    seed: Seed = 7,
    source: Annotated[str, typer.Option("--from", help=FROM, show_default=False)] = "",
    encoding: Annotated[str, typer.Option("--encoding", help=ENCODING)] = "",
) -> None:
    """Begin a project: one encrypted file. The key file is made if there is none.

    Example: [bold]maskera learn new mine.learn texts/ --key mine.key[/bold]
    """
    _check("engine", engine, ENGINES)
    known = prior(language)
    documents = []
    decode = encodings.decoder(encoding, note)
    table = readers(shipped())
    if source:
        _check("format to read", source, tuple(sorted(table)))
    for item in read_all(inputs, table, source, warn=note, decode=decode):
        if isinstance(item, MaskeraError):
            raise item
        documents.append((item.id, item.text))
    if not documents:
        _no_documents(False)
        return
    ready = learner(pool(Document(*each) for each in documents), known)
    if not ready.candidate.any():
        raise MaskeraError("the pool has no candidate: no name, number or rare word to ask about")
    if not key.exists():
        vault.create_key(key)
    names = _labels(labels) if labels else tuple(shipped().categories)
    setup = Setup(tuple(documents), language, names, seed, engine)
    create(path, setup, vault.read_key(key, vault.LEAST_VAULT_KEY))
    stderr.print(
        f"{path}: {counted(len(documents), 'document')}, {counted(len(ready.texts), 'token')}",
        markup=False,
    )
    stderr.print(f"next: maskera learn cards {path} --key {key} --budget 100", markup=False)


@learn.command()
def cards(
    path: ProjectFile,
    key: Key,
    by: By = KINDS[0],
    budget: Annotated[
        int | None, typer.Option("--budget", min=1, help="Ask so many cards.")
    ] = None,
) -> None:
    """Decide clusters of words, most gainful first: sensitive or not, with which label.

    Example: [bold]maskera learn cards mine.learn --key mine.key --budget 100[/bold]
    """
    _check("kind of card", by, KINDS)
    questions = questions_of(path, key)
    kind: Kind = "term" if by == KINDS[0] else "situation"
    Dialogue(questions, Console(highlight=False, emoji=False)).cards(budget, kind)


@learn.command()
def read(
    path: ProjectFile,
    key: Key,
    tokens: Annotated[
        int | None, typer.Option("--tokens", min=1, help="Stop after so many tokens.")
    ] = None,
    at_random: Annotated[
        bool, typer.Option("--random", help="All at random: it tells more of what is still missed.")
    ] = False,
) -> None:
    """Correct the most doubtful sentences, and a tenth drawn at random.

    Example: [bold]maskera learn read mine.learn --key mine.key --tokens 500[/bold]
    """
    questions = questions_of(path, key)
    Dialogue(questions, Console(highlight=False, emoji=False)).read(tokens, at_random)


@learn.command()
def status(
    path: ProjectFile,
    key: Key,
    as_json: Annotated[bool, typer.Option("--json", help="Write it as JSON.")] = False,
) -> None:
    """Say what is decided, how long it took, and what is still missed at most.

    Example: [bold]maskera learn status mine.learn --key mine.key[/bold]
    """
    found = summary(questions_of(path, key))
    typer.echo(msgspec.json.encode(found).decode() if as_json else told(found))


@learn.command()
def export(
    path: ProjectFile,
    key: Key,
    output: Annotated[
        Path,
        typer.Option(
            "--output", "-o", help="FILE.jsonl, FILE.itac, or a folder for models.", readable=False
        ),
    ],
) -> None:
    """Write what was decided and what the model marks beside it, or a folder of models.

    Example: [bold]maskera learn export mine.learn --key mine.key -o gold.jsonl[/bold]
    """
    project, ready = _opened(path, key)
    if (kind := output.suffix.lower().removeprefix(".")) in exports.KINDS:
        with sink(output, identities([path, key]), secret=True) as write:
            write(exports.marked(project, ready, kind))
        return
    if not output.is_dir() and (kind or output.exists()):
        raise MaskeraError(f"{output}: name FILE.jsonl, FILE.itac, or a folder for models")
    exports.models(project, ready, output)
    options = exports.options(project.setup.language)
    stderr.print(f"use it with --models {output} {options}", markup=False)


@learn.command()
def simulate(
    gold: Annotated[list[Path], typer.Argument(metavar="POOL...", help=POOL, readable=False)],
    strategy: Annotated[str, typer.Option("--strategy", help=STRATEGY)] = "doubtful",
    test: Annotated[list[Path] | None, typer.Option("--test", help=TEST, readable=False)] = None,
    tokens: Annotated[
        int, typer.Option("--tokens", min=0, help="Read up to so many tokens.")
    ] = 8000,
    cards: Annotated[
        int, typer.Option("--cards", min=0, help="Cards decided first with --strategy cards.")
    ] = 300,
    by: By = KINDS[0],
    language: Language = NONE,
    engine: Engine = ENGINES[0],
    models: Annotated[
        Path | None,
        typer.Option(
            "--models", help="Folder of trained models for the language pack.", readable=False
        ),
    ] = None,
    seed: Seed = 7,
    as_json: Annotated[bool, typer.Option("--json", help="Write the curve as JSON.")] = False,
) -> None:
    """Replay cards and reading on annotated texts, and print the learning curve: token F1, marked
    or not.

    Example: [bold]maskera learn simulate gold.jsonl --strategy doubtful --json[/bold]
    """
    _check("strategy", strategy, simulation.STRATEGIES)
    _check("kind of card", by, KINDS)
    _check("engine", engine, ENGINES)
    model.require()
    given = read_gold(gold, shipped(), note)
    if not given:
        _no_documents(as_json)
        return
    if test:
        tested, named = read_gold(test, shipped(), note), ", ".join(path.name for path in test)
    else:
        given, tested = simulation.held_out(given, seed)
        named = f"held out: {len(tested)} of {len(given) + len(tested)} documents, seed {seed}"
        stderr.print(f"no --test: scored on a share that is {named}", markup=False)
    tried = simulation.trial(given, tested, prior(language, models), engine)
    curve, whole = simulation.simulate(
        tried, strategy, tokens, cards, seed, "term" if by == KINDS[0] else "situation", _progress
    )
    if as_json:
        found = simulation.Curve(
            [point for point, _ in curve],
            whole[0],
            strategy,
            cards if strategy == "cards" else 0,
            seed,
            language,
            engine,
            named,
            [scores for _, scores in [*curve, whole]],
        )
        typer.echo(msgspec.json.encode(found).decode())
        return
    for what, (point, scores) in [*(("read", each) for each in curve), ("(all)", whole)]:
        typer.echo(
            f"{point.tokens:8} tokens {what:5}  F1 {point.f1:.3f}  MUC {scores.muc:.3f}  "
            f"CoNLL {scores.conll:.3f}"
        )


def questions_of(path: Path, key: Path) -> Questions:
    """What a project asks. Raises MaskeraError for one that cannot be opened."""
    return Questions(*_opened(path, key))


def _opened(path: Path, key: Path) -> tuple[Project, Learner]:
    model.require()
    project = open_project(path, vault.read_key(key, vault.LEAST_VAULT_KEY))
    setup = project.setup
    return project, learner(pool(project.documents), prior(setup.language), setup.engine)


def _labels(path: Path) -> tuple[str, ...]:
    """The labels of a file, one a line."""
    try:
        said = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError):
        raise MaskeraError(f"{path}: cannot be read as labels, one a line") from None
    found = tuple(dict.fromkeys(label for line in said if (label := line.strip())))
    taken = {OUTSIDE, "o", "s", "u", "q", "?"}  # answers of another meaning, as numbers are
    if not found or any(
        len(each.split()) > 1 or each.isdecimal() or each in taken for each in found
    ):
        raise MaskeraError(
            f"{path}: expected labels, one a line, each one word, none a number, O, o, s, u, q or ?"
        )
    return found


def _no_documents(as_json: bool) -> None:
    stderr.print("maskera: no documents", markup=False)
    if as_json:
        typer.echo('{"curve":[],"pool":{"tokens":0,"f1":0.0}}')


def _check(what: str, given: str, there: tuple[str, ...]) -> None:
    if given not in there:
        raise MaskeraError(f"no {what} {given!r}; there are {', '.join(there)}")


def _progress(line: str) -> None:
    if stderr.is_terminal:
        stderr.print(line, markup=False)
