"""The commands of the measuring side: evaluate, agreement, tables, utility. register() puts them on
the command line.

What lies above this package (pipelines, languages) comes in as arguments of register().

Longer than 400 lines because each command of the evaluation declares its options in full.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Annotated

import typer
from msgspec.structs import replace
from rich.console import Console

from maskera.errors import DataError, MaskeraError
from maskera.evaluate import benchmark, output
from maskera.evaluate.agreement import agreement, gathered
from maskera.evaluate.align import Labelled, Pair, align, brought
from maskera.evaluate.arguments import (
    FORMATS,
    UNIFORM,
    Draws,
    Gold,
    GoldFormat,
    Json,
    LabelMap,
    Language,
    Official,
    Pred,
    PredFormat,
    Recognizers,
    Report,
    Seed,
    SkipGenre,
    Threshold,
    Weights,
)
from maskera.evaluate.attributes import is_personal
from maskera.evaluate.evaluation import SEED, evaluate
from maskera.evaluate.faults import faults
from maskera.evaluate.information import masked_model, unigram
from maskera.evaluate.read import content, read, readable, with_genres
from maskera.evaluate.report import page, report, table_html, tables_page
from maskera.evaluate.results import read_results
from maskera.evaluate.tab import (
    Masks,
    TabScores,
    Weigher,
    by_annotator,
    read_gold,
    read_masks,
    score,
    uniform,
)
from maskera.evaluate.tables import (
    MANUAL,
    POS_LABELS,
    Systems,
    Table,
    interventions,
    labels_per_genre,
    scores_per_label,
    sorted_out,
    tags_per_genre,
    words,
)
from maskera.evaluate.utility import utility
from maskera.formats import label_map as label_map_
from maskera.formats.inputs import files, format_of
from maskera.formats.jsonl import NO_TEXTS
from maskera.formats.standoff import OURS
from maskera.formats.tab import TabDocument
from maskera.genre import known_genre
from maskera.io.output import identities, note
from maskera.lang.pack import LanguagePack
from maskera.mentions import Mention
from maskera.taxonomy import Taxonomy
from maskera.text import Document

Detect = Callable[[str, str, Sequence[Document]], Iterable[tuple[Document, Sequence[Mention]]]]
"""A language's code, a mode and documents in; the documents (with their genre where it was found
out) and their mentions out, in order."""


Speak = Callable[[str, Path | None], LanguagePack]
"""A language's code and a file of recognizers, whose labels it is to have, in; the pack out."""


def register(
    app: typer.Typer, detect: Detect, modes: Sequence[str], language: Speak, taxonomy: Taxonomy
) -> None:
    """Put the commands on an app. detect and modes: for the tables of the shipped modes. taxonomy:
    of texts of which nobody says the language."""

    def evaluate_command(
        gold: Gold,
        pred: Pred,
        report_file: Report = None,
        as_json: Json = False,
        gold_format: GoldFormat = "",
        pred_format: PredFormat = "",
        threshold: Threshold = 0.0,
        draws: Draws = 1000,
        seed: Seed = SEED,
        official: Official = False,
        weights: Weights = UNIFORM,
        label_map: LabelMap = None,
        recognizers: Recognizers = None,
        code: Language = "sv",
    ) -> None:
        """Score predictions against a gold: precision, recall, F1, F2 of spans and tokens, by
        label, level, genre, casing, and more.

        Example: [bold]maskera evaluate gold.jsonl found.jsonl --report errors.html[/bold]
        """
        if gold_format == "tab" or (not gold_format and _is_tab(gold)):
            known = language(code, recognizers).taxonomy
            scores = tab_scores(gold, pred, pred_format, known, official, weights, threshold)
            _show_tab(scores, report_file, as_json, (gold, pred))
            return
        if official or weights != UNIFORM:
            raise MaskeraError(
                f"{gold}: --official and --weights are for a gold of the Text Anonymization Benchmark, which this is not"
            )
        spoken = language(code, recognizers)
        expected = _side(gold, spoken.taxonomy, gold_format, label_map)
        texts = {document.id: document.text for document, _ in expected}
        pairs = align(
            with_genres(expected, spoken),
            with_genres(_side(pred, spoken.taxonomy, pred_format, label_map, texts), spoken),
            threshold,
        )
        evaluation = evaluate(
            pairs, spoken.taxonomy, draws=draws, seed=seed, boundary=threshold or 0.5
        )
        if report_file is not None:
            output.write_page(
                report_file,
                report(evaluation, list(faults(pairs)), gold.name, pred.name),
                (gold, pred),
            )
        if as_json:
            output.print_json(output.as_json(evaluation))
        else:
            output.print_evaluation(evaluation, _console())

    def tables_command(
        gold: Gold,
        systems: Annotated[
            list[str] | None,
            typer.Argument(
                metavar="[NAME=PRED]...",
                help="Columns; none: the modes of this program are run.",
                show_default=False,
            ),
        ] = None,
        skip_genre: SkipGenre = "evaluative,investigative",
        gold_format: GoldFormat = "",
        most: Annotated[
            int, typer.Option("--words", min=0, help="How many words to list behind each label.")
        ] = 12,
        page_file: Report = None,
        as_json: Json = False,
        recognizers: Recognizers = None,
        code: Language = "sv",
    ) -> None:
        """The tables of the published studies: tags per genre, scores per label, part of speech and
        topic selection, words.

        Example: [bold]maskera tables gold.jsonl rules=rules.jsonl rules+pos=pos.jsonl[/bold]
        """
        spoken = language(code, recognizers)
        sides = _systems(
            read(gold, spoken.taxonomy, gold_format, note),
            systems or [],
            partial(detect, code),
            modes,
            spoken,
        )
        skipped = [
            known_genre(name.strip(), spoken, set(sides.genres.values()))
            for name in skip_genre.split(",")
            if name.strip()
        ]
        columns = (Path(column.partition("=")[2]) for column in systems or [])
        _show_tables(published(sides, skipped, most), page_file, as_json, (gold, *columns))

    def utility_command(
        pseudonymized: Annotated[
            Path,
            typer.Argument(
                help="What `maskera pseudonymize -f jsonl` or `batch -f jsonl` wrote: a file or folder.",
                readable=False,
            ),
        ],
        recognizers: Recognizers = None,
        code: Language = "sv",
        as_json: Json = False,
    ) -> None:
        """What pseudonymization does to texts: surrogate quality, leak rate, LIX, type-token ratio,
        share changed."""
        spoken = language(code, recognizers)
        figures = utility(read_results(pseudonymized, spoken.taxonomy, note), spoken)
        if as_json:
            output.print_json(figures)
        else:
            output.print_utility(figures, _console())

    def agreement_command(
        annotations: Annotated[
            list[Path],
            typer.Argument(
                help="Two annotations of the same texts or more: files or folders.", readable=False
            ),
        ],
        source: Annotated[
            str,
            typer.Option(
                "--format",
                help=f"How to read them where the suffix does not tell: {FORMATS}.",
                show_default=False,
            ),
        ] = "",
        most: Annotated[
            int,
            typer.Option(
                "--disagreements",
                min=0,
                help="How many disagreements to list; they are essay text.",
            ),
        ] = 30,
        recognizers: Recognizers = None,
        as_json: Json = False,
    ) -> None:
        """Agreement of annotators over tokens: Fleiss kappa, Krippendorff alpha, pairwise F1, and where
        they disagree.

        Example: [bold]maskera agreement anna.jsonl bo.jsonl[/bold]
        """
        known = language("sv", recognizers).taxonomy if recognizers else taxonomy
        names = _distinct(annotations)
        sides = {
            name: _side(path, known, source) for name, path in zip(names, annotations, strict=True)
        }
        figures = agreement(names, gathered(sides), most)
        if as_json:
            output.print_json(figures)
        else:
            output.print_agreement(figures, _console())

    app.command("evaluate")(evaluate_command)
    app.command("agreement")(agreement_command)
    benchmark.register(app, taxonomy)
    app.command("tables")(tables_command)
    app.command("utility")(utility_command)


def published(systems: Systems, skipped: Sequence[str], most: int) -> tuple[Table, ...]:
    """All published tables of some systems (see maskera.evaluate.tables)."""
    names = list(systems.pairs)
    return (
        tags_per_genre(systems),
        *(scores_per_label(name, systems.pairs[name]) for name in names),
        labels_per_genre(systems),
        labels_per_genre(systems, POS_LABELS),
        interventions(systems, skipped),
        words(systems, most=most),
        *(sorted_out(systems, before, after, most) for before, after in pairwise(names)),
    )


def tab_scores(
    gold: Path,
    pred: Path,
    pred_format: str,
    taxonomy: Taxonomy,
    official: bool,
    weights: str,
    threshold: float = 0.0,
) -> dict[str, TabScores]:
    """The benchmark's metrics for all annotators together and for each; masks may come in the
    benchmark's or any readable format."""
    documents = [
        document
        for file in readable(gold, note)
        for document in read_gold(content(file), file.name)
    ]
    masks = _masks(pred, pred_format, taxonomy, documents, threshold)
    weigh = _weigher(weights, documents)
    scores = {"all annotators": score(documents, masks, official=official, weigh=weigh)}
    apart = by_annotator(documents, masks, official=official, weigh=weigh)
    return {**scores, **apart} if len(apart) > 1 else scores


def _side(
    path: Path,
    taxonomy: Taxonomy,
    format_name: str,
    labels: Path | None = None,
    texts: Mapping[str, str] = NO_TEXTS,
) -> list[Labelled]:
    """One side, with a warning where it marks nothing: perhaps it is the wrong file. What a label
    map makes one label is one."""
    theirs = label_map_.read(labels, taxonomy) if labels else OURS
    side = read(path, taxonomy, format_name, note, theirs, texts)
    if labels:
        one = label_map_.merged(labels, taxonomy)
        side = [
            (
                document,
                tuple(
                    replace(found, label=one.get(found.label, found.label)) for found in mentions
                ),
            )
            for document, mentions in side
        ]
    if not any(mentions for _, mentions in side):
        note(f"{path}: no mention in any document")
    return side


def _weigher(name: str, documents: Sequence[TabDocument]) -> Weigher:
    tables: Mapping[str, Callable[[], Weigher]] = {
        UNIFORM: lambda: uniform,
        "unigram": lambda: unigram(document.text for document in documents),
    }
    return tables.get(name, lambda: masked_model(name))()


def _masks(
    path: Path,
    format_name: str,
    taxonomy: Taxonomy,
    gold: Sequence[TabDocument],
    threshold: float,
) -> Masks:
    """Masks as the benchmark writes them, {id: [[start, end], ...]}, or the mentions of another
    format, in the offsets of the gold.

    Mentions less probable than the threshold mask nothing. Raises DataError when the texts of an id
    differ.
    """
    if not format_name and path.suffix == ".json":
        return read_masks(content(path), path.name)
    # The benchmark's own files mark what need not be masked as well (NO_MASK); elsewhere a mention
    # is there to be masked.
    masked = is_personal if format_name == "tab" else bool
    texts = {document.doc_id: Document(document.doc_id, document.text) for document in gold}
    masks = {}
    for document, mentions in _side(path, taxonomy, format_name):
        moved = brought(mentions, document, texts.get(document.id, document))
        masks[document.id] = [
            mention.span
            for mention in moved
            if masked(mention) and mention.probability >= threshold
        ]
    return masks


def _is_tab(path: Path) -> bool:
    """Whether a file, or the first of a folder, is of the Text Anonymization Benchmark; one that
    cannot be read is left to its reader."""
    first = files(path)[0]
    if isinstance(first, DataError) or first.suffix.lower() != ".json" or not identities([first]):
        return False
    return format_of(first.name, content(first)) == "tab"


def _systems(
    gold: list[Labelled],
    given: Sequence[str],
    detect: Callable[[str, Sequence[Document]], Iterable[tuple[Document, Sequence[Mention]]]],
    modes: Sequence[str],
    language: LanguagePack,
) -> Systems:
    gold = with_genres(gold, language)
    pairs: dict[str, tuple[Pair, ...]] = {}
    for argument in given:
        name, equals, path = argument.partition("=")
        if not (name and equals and path):
            raise MaskeraError(f"{argument!r}: give a column as NAME=FILE")
        if name in (MANUAL, *pairs):
            raise MaskeraError(
                f"{argument!r}: the name {name!r} is taken{', by the gold' if name == MANUAL else ''}; give each column its own"
            )
        pairs[name] = align(
            gold, with_genres(read(Path(path), language.taxonomy, warn=note), language)
        )
    if not given:
        documents = [document for document, _ in gold]
        for mode in modes:
            pairs[mode] = align(
                gold,
                ((document, tuple(mentions)) for document, mentions in detect(mode, documents)),
            )
    return Systems(pairs)


def _show_tables(
    tables: Sequence[Table], page_file: Path | None, as_json: bool, inputs: Iterable[Path]
) -> None:
    if page_file is not None:
        output.write_page(page_file, tables_page("Tables", tables), inputs)
    if as_json:
        output.print_json(tables)
        return
    for table in tables:
        output.print_table(table, _console())


def _show_tab(
    scores: Mapping[str, TabScores], page_file: Path | None, as_json: bool, inputs: Iterable[Path]
) -> None:
    if page_file is not None:
        table = output.tab_table(scores)
        output.write_page(page_file, page(table.title, table_html(table, "h2")), inputs)
    if as_json:
        output.print_json(scores)
    else:
        output.print_tab(scores, _console())


def _distinct(paths: Sequence[Path]) -> list[str]:
    """What to call annotations: by their names, by their whole paths where two have the same."""
    names = [path.stem for path in paths]
    return (
        names
        if len(set(names)) == len(names)
        else [f"{index} {path}" for index, path in enumerate(paths, 1)]
    )


def _console() -> Console:
    """What is printed is words, ids and names of files: none of them is markup, whatever brackets
    and colons it has."""
    return Console(highlight=False, soft_wrap=False, markup=False, emoji=False)
