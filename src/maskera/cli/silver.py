"""`maskera silver`: a corpus to train on from texts that nobody has annotated."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from maskera.cli.inputs import Failures, protected, read_documents
from maskera.cli.options import Encoding, From, Inputs, LanguageCode
from maskera.cli.progress import watched
from maskera.errors import MaskeraError
from maskera.formats import readers
from maskera.io.output import note, store
from maskera.lang import load_pack
from maskera.train import silver as corpora

WITH = "Who annotates: rules, rules+pos, full, model:FOLDER, spacy:PIPELINE."
LISTS = "Lists of terms and their types: FILE.tsv=DEM,FILE.tsv=MISC."
STOP = "A list of terms that are none, a term a line."
KIND = "Kind of the texts, for the first line: court, biography, post, mail, essay, web."
SUFFIX = ".jsonl"


def silver(
    inputs: Inputs = None,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="JSON lines; standard output without it.", readable=False)] = None,
    by: Annotated[str, typer.Option("--with", help=WITH)] = "rules",
    lists: Annotated[list[str] | None, typer.Option("--lists", help=LISTS, show_default=False)] = None,
    stop: Annotated[Path | None, typer.Option("--stop", help=STOP, show_default=False)] = None,
    kind: Annotated[str, typer.Option("--kind", help=KIND, show_default=False)] = "",
    language: LanguageCode = "en", source: From = "", encoding: Encoding = "",
) -> None:  # fmt: skip
    """Write a silver corpus for `maskera train`: texts with what a recognizer and lists of terms
    find in them, and who found it.

    Example: [bold]maskera silver texts/ -o silver.jsonl --with rules --lists jobs.tsv=DEM[/bold]
    """
    if output and output.suffix != SUFFIX:
        raise MaskeraError(f"{output}: a silver corpus is one file that ends in {SUFFIX}")
    pack = load_pack(language)
    corpora.types_of(pack)
    terms = corpora.lists(lists or (), stop, pack)
    teacher = corpora.teacher(by, language)
    failures = Failures()
    documents = read_documents(
        inputs, source, failures, readers(pack.taxonomy, pack.models.tagset, note), None, encoding
    )
    kept = protected(inputs, stop, source=source)
    with store(output, SUFFIX, None, True, kept, secret=True) as put:
        put("", corpora.header(teacher, terms, kind))
        written = 0
        for identifier, line in corpora.corpus(watched(documents), teacher, terms, pack):
            put(identifier, line)
            written += 1
        failures.leave_unless(written)
    failures.leave()
