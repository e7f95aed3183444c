"""The command `risk`: documents in, the risk of each entity out, with reasons and what to mask."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console

from maskera.cli.options import (
    BoundRisk,
    BoundSize,
    From,
    LanguageCode,
    Mode,
    Models,
    Output,
    PolicyName,
    WholeText,
)
from maskera.cli.settings import check_scheme
from maskera.errors import DataError, MaskeraError
from maskera.io.output import identities, note, sink
from maskera.label.scheme import OWN
from maskera.pipeline import MODES, load
from maskera.risk import inputs, scores
from maskera.risk.assess import Assessment, assess
from maskera.risk.choice import THRESHOLDS, Bound, masked_by_bound, masked_by_threshold
from maskera.risk.direct import direct_of
from maskera.risk.kinds import SCHEMES, kinds_of
from maskera.risk.masking import SIZE, Choice
from maskera.risk.model import Corpus, load_model
from maskera.risk.population import read_population
from maskera.risk.report import render_report
from maskera.taxonomy import taxonomy

stderr = Console(stderr=True, highlight=False, soft_wrap=True, emoji=False)
DIGITS = 4


class MaskLevel(StrEnum):
    """Thresholds by name."""

    default = "default"
    balanced = "balanced"
    cautious = "cautious"


def risk(
    paths: Annotated[
        list[Path],
        typer.Argument(help="Documents, annotated ones, or TAB's JSON.", readable=False),
    ],
    output: Output = None,
    language: LanguageCode = "sv",
    source: From = "",
    policy: PolicyName = "swell",
    mode: Mode = MODES[-1],
    models: Models = None,
    bound: BoundRisk = None,
    combination: BoundSize = SIZE,
    whole: WholeText = False,
    mask: Annotated[
        MaskLevel, typer.Option("--mask", help="From which risk on an entity would be masked.")
    ] = MaskLevel.default,
    about: Annotated[
        str, typer.Option("--about", help="Name of the person to protect.", show_default=False)
    ] = "",
    population: Annotated[
        Path | None,
        typer.Option(
            "--population",
            help="CSV with columns named after labels, a row a person (or with a weight).",
            show_default=False,
            readable=False,
        ),
    ] = None,
    scheme: Annotated[
        str,
        typer.Option(
            "--scheme",
            help="Labels of what is detected: swell, or tab; without it those that the model of risk "
            "was trained on (with --population, swell).",
            show_default=False,
        ),
    ] = "",
    detect: Annotated[
        bool, typer.Option("--detect", help="Detect, even where mentions are marked.")
    ] = False,
    figures: Annotated[
        Path | None,
        typer.Option(
            "--scores", help="Write agreement with annotators here, as JSON.", show_default=False
        ),
    ] = None,
) -> None:
    """How likely each document's mentions find the person it is about, and what to mask.

    One JSON object a document, the riskiest first; -o FILE.html writes a report with plots.

    Example: [bold]maskera risk essays/ -o risk.jsonl --bound 0.2[/bold]
    """
    scheme = scheme or (OWN if population else SCHEMES.get(language, OWN))
    check_scheme(scheme)
    spoken_model = load_model(language, models)
    labels = frozenset({*taxonomy().categories, *spoken_model.kinds})
    people = read_population(str(population), labels) if population else None
    stated = Bound(bound, combination, whole, people) if bound is not None else None
    failed = 0

    def fail(error: DataError) -> None:
        nonlocal failed
        failed += 1
        stderr.print(f"maskera: {error}", markup=False)

    nlp = None

    def detected(documents: Any) -> Any:
        nonlocal nlp
        documents = list(documents)
        if documents and nlp is None:
            nlp = load(language, policy, mode=mode, models=models)
        if nlp is None:
            return []
        return nlp.detect_all(documents) if scheme == OWN else nlp.typed_all(documents, scheme)

    kinds = kinds_of(language)
    found = inputs.collect(paths, detected, note, fail, kinds, source, detect)
    texts = [replace(text, about=about) if about else text for text in found.texts]
    if not texts:
        stderr.print("maskera: no documents", markup=False)
        raise typer.Exit(1 if failed else 0)
    corpus = Corpus(texts, spoken_model.grams(), population=people)
    assessments = assess(corpus, spoken_model, direct_of(language))
    masked, choices = _masked(assessments, stated, THRESHOLDS[mask.value])
    order = sorted(range(len(texts)), key=lambda place: (-assessments[place].bits, texts[place].id))
    settings = {"mask": mask.value, "threshold": THRESHOLDS[mask.value]}
    if stated:
        settings = stated.record()
        for text, choice in zip(texts, choices, strict=True):
            if choice.note:
                stderr.print(f"maskera: {text.id}: {choice.note} ({choice.method})", markup=False)
    measured = _figures(assessments, found, masked)
    with sink(output, identities(paths), secret=True) as write:
        if output and output.lower().endswith((".html", ".htm")):
            ordered = [assessments[place] for place in order]
            hidden = [masked[place] for place in order]
            write(render_report(ordered, hidden, settings, measured))
        else:
            for place in order:
                write(rendered(assessments[place], masked[place]))
    if measured:
        _tell(measured)
        if figures:
            figures.write_bytes(msgspec.json.encode(measured) + b"\n")
    elif figures:
        raise MaskeraError("--scores needs documents whose mentions annotators have classed")
    if failed:
        raise typer.Exit(1)


def rendered(assessment: Assessment, masked: frozenset[str]) -> str:
    """One line of JSON: id, risk and entities, the riskiest first; it holds offsets and no text."""
    text = assessment.text
    ranked = sorted(
        enumerate(assessment.entities, 1), key=lambda pair: -round(pair[1].risk, DIGITS)
    )
    entities = [
        {
            "entity": number,
            "label": entity.label,
            "risk": round(entity.risk, DIGITS),
            "direct": entity.direct,
            "mask": entity.name in masked,
            "why": dict(entity.why),
            "mentions": [
                {"start": text.mentions[place].span.start, "end": text.mentions[place].span.end}
                for place in entity.mentions
            ],
        }
        for number, entity in ranked
    ]
    table = {"id": text.id, "risk": round(assessment.risk, DIGITS), "entities": entities}
    return msgspec.json.encode(table).decode() + "\n"


def _masked(
    assessments: Sequence[Assessment], bound: Bound | None, threshold: float
) -> tuple[list[frozenset[str]], list[Choice]]:
    if bound is None:
        return [masked_by_threshold(each, threshold) for each in assessments], []
    pairs = [masked_by_bound(each, bound) for each in assessments]
    return [names for names, _ in pairs], [choice for _, choice in pairs]


def _figures(
    assessments: Sequence[Assessment], found: inputs.Inputs, masked: Sequence[frozenset[str]]
) -> dict[str, Any]:
    figures: dict[str, Any] = {}
    if any(marked.identifier for each in assessments for marked in each.text.mentions):
        figures |= scores.agreement(assessments)
    if any(document.annotations for document in found.gold):
        figures |= scores.against_tab(found.gold, assessments, masked)
    return figures


def _tell(figures: dict[str, Any]) -> None:
    for name, value in figures.items():
        stderr.print(f"  {name.replace('_', ' '):28} {value}", markup=False)
