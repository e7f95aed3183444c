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

from maskera.cli.languages import Languages
from maskera.cli.options import (
    BoundRisk,
    BoundSize,
    Encoding,
    From,
    Mode,
    Models,
    OneOutput,
    PolicyName,
    WholeText,
)
from maskera.cli.settings import check_scheme, needs_bound
from maskera.errors import DataError, MaskeraError
from maskera.io.output import identities, note, sink
from maskera.label.scheme import OWN
from maskera.pipeline import MODES, load
from maskera.risk import inputs, scores
from maskera.risk.assess import Assessment
from maskera.risk.attributes import ONE
from maskera.risk.choice import LEVELS, Bound, Level, masked_at, masked_by_bound
from maskera.risk.kinds import SCHEMES, kinds_of
from maskera.risk.masking import SIZE, Choice
from maskera.risk.population import read_population
from maskera.risk.report import render_report
from maskera.taxonomy import taxonomy

stderr = Console(stderr=True, highlight=False, soft_wrap=True, emoji=False)
DIGITS = 4


class MaskLevel(StrEnum):
    """Levels of masking by name."""

    default = "default"
    balanced = "balanced"
    cautious = "cautious"


def risk(
    paths: Annotated[
        list[Path],
        typer.Argument(help="Documents, annotated ones, or TAB's JSON.", readable=False),
    ],
    output: OneOutput = None,
    language: Annotated[
        str,
        typer.Option(
            "--language",
            help="Language of the texts; without it that which a text's header states, or its words "
            "tell.",
            show_default=False,
        ),
    ] = "",
    source: From = "",
    encoding: Encoding = "",
    policy: PolicyName = "swell",
    mode: Mode = MODES[-1],
    models: Models = None,
    bound: BoundRisk = None,
    combination: BoundSize = SIZE,
    whole: WholeText = False,
    mask: Annotated[
        MaskLevel, typer.Option("--mask", help="How readily an entity would be masked.")
    ] = MaskLevel.default,
    about: Annotated[
        str, typer.Option("--about", help="Name of the person to protect.", show_default=False)
    ] = "",
    population: Annotated[
        Path | None,
        typer.Option(
            "--population",
            help="CSV with columns named after labels or age, a row a person (or with a weight).",
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
    needs_bound(bound, combination, whole)
    if scheme:
        check_scheme(scheme)
    spoken = Languages(
        language,
        scheme or (OWN if population else ""),
        lambda code: load(code, policy, mode=mode, models=models),
        models,
    )
    people = read_population(str(population), _attributes()) if population else None
    stated = Bound(bound, combination, whole, people) if bound is not None else None
    failed = 0

    def fail(error: DataError) -> None:
        nonlocal failed
        failed += 1
        stderr.print(f"maskera: {error}", markup=False)

    found = inputs.collect(paths, spoken.detect, note, fail, spoken.kinds, source, detect, encoding)
    texts = []
    for text in found.texts:
        if refusal := spoken.refusal(text):
            fail(DataError(refusal))
        else:
            texts.append(replace(text, about=about) if about else text)
    if not texts:
        stderr.print("maskera: no documents", markup=False)
        raise typer.Exit(1 if failed else 0)
    if languages := spoken.told(texts):
        note(languages)
    assessments = spoken.assess(texts, people)
    masked, choices = _masked(assessments, stated, LEVELS[mask.value])
    order = sorted(range(len(texts)), key=lambda place: (-assessments[place].bits, texts[place].id))
    level = LEVELS[mask.value]
    settings = {"mask": mask.value, "threshold": level.least, "together": level.together}
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


def _attributes() -> frozenset[str]:
    """What the columns of a population may be named after: labels, attributes of several labels (age),
    and types of coarser schemes."""
    types = (kind for code in SCHEMES for kind in kinds_of(code).values())
    return frozenset({*taxonomy().categories, *ONE.values(), *types})


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
    assessments: Sequence[Assessment], bound: Bound | None, level: Level
) -> tuple[list[frozenset[str]], list[Choice]]:
    if bound is None:
        return [masked_at(each, level) for each in assessments], []
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
