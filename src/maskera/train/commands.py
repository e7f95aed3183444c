"""The command `train`: annotated essays in, models out, the tagger with a card of what it was made
of."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from maskera import genre
from maskera.errors import MaskeraError, cause
from maskera.evaluate.arguments import LabelMap
from maskera.formats import label_map as label_map_
from maskera.formats.standoff import OURS
from maskera.io import models
from maskera.io.output import note
from maskera.label import relation
from maskera.lang.pack import LanguagePack
from maskera.pipeline import load
from maskera.risk import gold
from maskera.risk.model import FILE
from maskera.rules import event_sentences, fitted
from maskera.tagger.engines import HMM, NETWORK, TRANSFORMER
from maskera.train import events, hmm, mentions, network, risk, rules, transformer
from maskera.train import genre as genres
from maskera.train import relation as relations
from maskera.train.coarse import is_coarse
from maskera.train.corpora import SUFFIXES, TOOLS, Reader, is_news, read

ENGINES = ("network", "transformer", "hmm")
stderr = Console(stderr=True, highlight=False, soft_wrap=True, emoji=False)
CORPORA = (
    "FILE.jsonl (id, text, spans), a folder with such files and marked essays (.txt; without header a text a line), FILE.txt of a "
    "named-entity corpus, FILE.json of the Text Anonymization Benchmark, or what an annotation tool wrote (docs/annotation-tools.md); =N "
    "draws N copies anew."
)
ANNOTATES = "FILE=LABEL,LABEL: all that is marked in a corpus, whose other tokens are unknown then (its header may say so, too)."
EPOCHS = f"How often the tagger sees all texts; else {mentions.SETTINGS.epochs} times, and more often where they are few."
ENGINE = (
    f"What tags mentions: {', '.join(ENGINES)} (docs/transformers.md; hmm is the baseline of 2006)."
)
BASE = (
    "Folder of a pretrained model (config.json, safetensors, tokenizer.json or vocab.txt) for the "
    "engine transformer; nothing is downloaded."
)
RATE = f"Learning rate of the engine transformer; else {transformer.DEFAULT.rate}."
WHAT = ("mentions", "relation", "genre")
RULES = "rules"  # asked for by name: they serve the modes without a tagger
EVENTS = "events"  # asked for by name: few texts have clauses marked as rare events
RISK = "risk"  # asked for by name: it takes mentions that have been classed DIRECT, QUASI, NO_MASK
MODELS = (
    f"Which models: {', '.join(WHAT)}, {RULES} (weights of the rules, for the modes without a "
    f"tagger), {EVENTS} (sentences that tell of a rare event); or {RISK} alone."
)


def train(
    corpora: Annotated[list[str], typer.Argument(help=CORPORA)],
    output: Annotated[Path, typer.Option("--output", "-o", help="Folder for the models; give it to --models afterwards.", readable=False)],
    what: Annotated[str, typer.Option("--what", help=MODELS)] = ",".join(WHAT),
    language: Annotated[str, typer.Option("--language", help="Language of the texts.")] = "sv",
    seed: Annotated[int, typer.Option("--seed", min=0, help="The same seed and texts give the same models.")] = 7,
    epochs: Annotated[int | None, typer.Option("--epochs", min=1, help=EPOCHS, show_default=False)] = None,
    annotates: Annotated[list[str] | None, typer.Option("--annotates", help=ANNOTATES, show_default=False)] = None,
    engine: Annotated[str, typer.Option("--engine", help=ENGINE)] = ENGINES[0],
    base: Annotated[Path | None, typer.Option("--base", help=BASE, show_default=False)] = None,
    rate: Annotated[float | None, typer.Option("--rate", help=RATE, show_default=False)] = None,
    label_map: LabelMap = None,
) -> None:  # fmt: skip
    """Train models on annotated essays: the tagger, the relation to the writer, the genre
    classifier.

    Example: [bold]maskera train essays.jsonl=6 more.jsonl=1 -o models/[/bold]
    """
    wanted = {name.strip() for name in what.split(",")}
    if unknown := wanted - {*WHAT, RULES, EVENTS, RISK}:
        names = ", ".join((*WHAT, RULES, EVENTS, RISK))
        raise MaskeraError(f"no model {sorted(unknown)[0]!r} to train; there are {names}")
    if engine not in ENGINES:
        raise MaskeraError(f"no engine {engine!r}; there is {', '.join(ENGINES)}")
    if (engine == "transformer") != (base is not None):
        raise MaskeraError("--engine transformer and --base FOLDER go together")
    if rate is not None and (engine != "transformer" or not 0 < rate < 1):
        raise MaskeraError("--rate is of --engine transformer, above 0 and below 1")
    started = time.monotonic()

    def progress(line: str) -> None:
        stderr.print(f"{time.monotonic() - started:6.0f} s  {line}", markup=False)

    if RISK in wanted:
        if wanted != {RISK}:
            raise MaskeraError("risk is trained by itself: it takes other texts than the rest")
        _risk(corpora, output, seed, progress)
        return
    corpus = [_corpus(argument) for argument in corpora]
    said = dict(map(_annotated, annotates or ()))
    if strange := said.keys() - {str(path) for path, _ in corpus}:
        raise MaskeraError(f"--annotates {sorted(strange)[0]}: not among the corpora")
    spoken = load(language).language
    labels = label_map_.read(label_map, spoken.taxonomy) if label_map else OURS
    # Each model reads the corpus, and what was left out is told once.
    reader = partial(read, warn=cache(note), labels=labels)
    try:
        output.mkdir(parents=True, exist_ok=True)
        annotated = [path for path, _ in corpus if not (is_coarse(path, said) or is_news(path))]
        if annotated and "relation" in wanted:
            _relation(annotated, spoken, output / "relation.tsv", progress, reader)
        if annotated and "genre" in wanted:
            _genre(annotated, spoken, output / "genre.tsv", progress, reader)
        for name in () if annotated else sorted(wanted - {"mentions"}):
            _leave_out(
                output / f"{name}.tsv", "a named-entity corpus teaches mentions alone", progress
            )
        if annotated and RULES in wanted:
            _rules(annotated, spoken, output / "rules.tsv", progress, reader)
        if annotated and EVENTS in wanted:
            _events(annotated, spoken, output / event_sentences.FILE, progress, reader)
        if "mentions" in wanted:
            if base is not None:
                folder = output / TRANSFORMER
                card = transformer.train(
                    corpus, base, folder, spoken, seed, progress,
                    _fine_tuning(epochs, rate), reader, said,
                )  # fmt: skip
                progress(f"{folder.name}: card: {card}")
            elif engine == "hmm":
                card = hmm.train(corpus, output / HMM, spoken, seed, progress, reader, said)
                progress(f"{HMM}: card: {card}")
            else:
                settings = network.Settings(epochs=epochs) if epochs else None
                weights = mentions.train(corpus, spoken, seed, progress, settings, reader, said)
                models.save(weights, output / NETWORK)
                progress(
                    f"{NETWORK}: {len(weights.features)} features, {len(weights.labels)} labels; card: {weights.card}"
                )
    except OSError as error:
        raise MaskeraError(f"{output}: cannot be written ({cause(error)})") from None


def _fine_tuning(epochs: int | None, rate: float | None) -> transformer.Settings:
    """The settings that are asked for; without --epochs more of them where the corpus is small."""
    return transformer.Settings(epochs=epochs or 0, rate=rate or transformer.DEFAULT.rate)


def _risk(corpora: Sequence[str], output: Path, seed: int, progress: Callable[[str], None]) -> None:
    texts = [text for name in corpora for text in gold.read(Path(name))]
    if len(texts) < risk.FOLDS:
        raise MaskeraError(f"{len(texts)} documents to train risk on; it takes {risk.FOLDS}")
    card = {"corpora": [Path(name).name for name in corpora]}
    model = risk.train(texts, seed, progress, card=card)
    try:
        output.mkdir(parents=True, exist_ok=True)
        models.save(model, output / FILE)
    except OSError as error:
        raise MaskeraError(f"{output}: cannot be written ({cause(error)})") from None
    progress(f"{FILE}: {model.card}")


def _relation(
    annotated: Sequence[Path],
    spoken: LanguagePack,
    file: Path,
    progress: Callable[[str], None],
    reader: Reader,
) -> None:
    marks = [pair for path in annotated for pair in relations.pairs(path, spoken, reader)]
    if not marks:
        raise _no_mention(annotated)
    if not any(
        personal for _, personal in marks
    ):  # it would let everything pass in a selective policy
        _leave_out(file, "no mention is marked as concerning the writer", progress)
        return
    relation.save(relations.fit(marks), file)
    progress(f"relation.tsv: {len(marks)} mentions")


def _genre(
    annotated: Sequence[Path],
    spoken: LanguagePack,
    file: Path,
    progress: Callable[[str], None],
    reader: Reader,
) -> None:
    essays = [pair for path in annotated for pair in genres.pairs(path, spoken, reader)]
    if len({name for _, name in essays}) < genre.LEAST_GENRES:
        _leave_out(file, f"it takes essays of {genre.LEAST_GENRES} genres or more", progress)
        return
    genre.save_model(genres.fit(essays), file)
    progress(f"genre.tsv: {len(essays)} essays")


def _rules(
    annotated: Sequence[Path],
    spoken: LanguagePack,
    file: Path,
    progress: Callable[[str], None],
    reader: Reader,
) -> None:
    claims = [pair for path in annotated for pair in rules.pairs(path, spoken, reader)]
    if not any(label for _, label in claims):
        raise _no_mention(annotated)
    corrections = rules.fit(claims)
    fitted.save(corrections, file)
    progress(f"rules.tsv: {len(claims)} claims, {len(corrections.weights)} weights")


def _events(
    annotated: Sequence[Path],
    spoken: LanguagePack,
    file: Path,
    progress: Callable[[str], None],
    reader: Reader,
) -> None:
    told = [pair for path in annotated for pair in events.pairs(path, spoken, reader)]
    count = sum(is_event for _, is_event in told)
    if count < events.LEAST_EVENTS:
        _leave_out(
            file, f"it takes {events.LEAST_EVENTS} rare events, and {count} are marked", progress
        )
        return
    event_sentences.save(events.fit(told), file)
    progress(
        f"{file.name}: {len(told)} sentences, as written and in small letters, {count} of them events"
    )


def _no_mention(annotated: Sequence[Path]) -> MaskeraError:
    names = ", ".join(path.name for path in annotated)
    return MaskeraError(f"{names}: no mention to train on")


def _leave_out(file: Path, reason: str, progress: Callable[[str], None]) -> None:
    if (
        file.exists()
    ):  # --models would take it, though it is of other texts, where the shipped one is to stand in
        raise MaskeraError(
            f"{file}: this older model would stay in use, for {reason}; remove it, or leave it out with --what"
        )
    progress(f"{file.name}: left out, for {reason}")


def _annotated(argument: str) -> tuple[str, frozenset[str]]:
    name, equals, labels = argument.rpartition("=")
    found = frozenset(label.strip() for label in labels.split(",") if label.strip())
    if not equals or not found:
        raise MaskeraError(f"--annotates {argument}: expected FILE=LABEL,LABEL")
    return name, found


def _corpus(argument: str) -> tuple[Path, int]:
    name, equals, times = argument.partition("=")
    if equals and not times.isdecimal():
        raise MaskeraError(f"{argument}: expected FILE=N with a whole number N")
    path = Path(name)
    try:
        if path.is_dir() or (path.suffix.lower() in (*SUFFIXES, *TOOLS) and path.is_file()):
            return path, int(times or 1)
    except OSError as error:
        raise MaskeraError(f"{name}: cannot be read ({cause(error)})") from None
    raise MaskeraError(
        f"{name}: no .jsonl, .json or .txt file, none of an annotation tool and no folder to train on"
    )
