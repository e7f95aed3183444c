"""`maskera detect`: find and label."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Annotated

import typer

from maskera.cli.inputs import Failures, protected, tell_secret
from maskera.cli.kinds import ALL_READ, documents_of
from maskera.cli.options import (
    Encoding,
    FoundFormat,
    From,
    Genre,
    GenreCodes,
    Inputs,
    LabelMap,
    LanguageCode,
    Mode,
    Models,
    Offsets,
    Output,
    PolicyName,
    Recognizers,
    SchemeName,
    SkipGenres,
    Threshold,
)
from maskera.cli.progress import watched
from maskera.cli.settings import STREAMED, check_scheme, pipeline_of
from maskera.errors import MaskeraError
from maskera.formats import FORMATS, FOUND_RENDERERS
from maskera.formats import label_map as label_maps
from maskera.formats.jsonl import render_explained, with_utf16
from maskera.io.output import folder_of, store
from maskera.label import scheme as schemes
from maskera.mentions import Mention
from maskera.pipeline import MODES, Pipeline
from maskera.text import Document


def detect(
    inputs: Inputs = None, output: Output = None, format_name: FoundFormat = "jsonl",
    source: From = "", encoding: Encoding = "",
    policy: PolicyName = "swell", language: LanguageCode = "sv", genre: Genre = "", skip_genre: SkipGenres = "",
    genre_codes: GenreCodes = None, mode: Mode = MODES[-1], models: Models = None, threshold: Threshold = None,
    label_map: LabelMap = None, scheme: SchemeName = schemes.OWN, offsets: Offsets = "points",
    recognizers: Recognizers = None,
    why: Annotated[bool, typer.Option("--why", help="Show what was excluded, too, by which rule and why.")] = False,
) -> None:  # fmt: skip
    """Find and label personal information: one JSON object a document, with the reasons for each
    mention; or a file for an annotation tool, to correct there.

    Example: [bold]maskera detect essays/ -o found.jsonl[/bold]
    """
    if format_name not in FOUND_RENDERERS:
        raise MaskeraError(
            f"detect writes {', '.join(sorted(FOUND_RENDERERS))}, not {format_name!r}"
        )
    if why and (format_name != "jsonl" or label_map or scheme != schemes.OWN):
        raise MaskeraError(
            "--why shows exclusions in jsonl alone, without --label-map and --scheme"
        )
    check_scheme(scheme)
    nlp = pipeline_of(
        policy,
        language,
        mode,
        None,
        None,
        genre,
        skip_genre,
        genre_codes,
        None,
        models,
        recognizers=recognizers,
    )
    render = FOUND_RENDERERS[format_name]
    if label_map:
        render = label_maps.writing(render, label_maps.theirs(label_map, nlp.language.taxonomy))
    if offsets not in ("points", "utf16"):
        raise MaskeraError(f"--offsets {offsets}: there are points, utf16")
    if offsets == "utf16" and format_name != "jsonl":
        raise MaskeraError(
            f"--offsets utf16 is for jsonl; {format_name} has the offsets of its tool"
        )
    if threshold is not None:
        nlp = replace(nlp, policy=replace(nlp.policy, threshold=threshold, thresholds={}))
    failures, folder = Failures(), folder_of(output)
    documents = documents_of(inputs, ALL_READ, nlp, failures, source, encoding, folder)
    written, utf16 = 0, offsets == "utf16"
    form = FORMATS[format_name]
    with store(
        output,
        form.suffix,
        form.join,
        format_name in STREAMED,
        protected(inputs, source=source, leave_out=folder),
        secret=True,
    ) as put:
        if why:
            for document, mentions, exclusions in nlp.explain_all(watched(documents)):
                content = render_explained(document, mentions, exclusions)
                put(document.id, with_utf16(content, document.text) if utf16 else content)
                written += 1
        for document, mentions in () if why else _detected(nlp, watched(documents), scheme):
            content = render(document, mentions)
            put(document.id, with_utf16(content, document.text) if utf16 else content)
            written += 1
        failures.leave_unless(written)
    if output:
        tell_secret(format_name)
    failures.leave()


def _detected(
    nlp: Pipeline, documents: Iterable[Document], scheme: str
) -> Iterator[tuple[Document, list[Mention]]]:
    return nlp.detect_all(documents) if scheme == schemes.OWN else nlp.typed_all(documents, scheme)
