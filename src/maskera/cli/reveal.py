"""`maskera key` and `maskera reveal`: a key, and what it undoes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

import typer

from maskera import vault
from maskera.cli.inputs import Failures, protected, read_documents, stderr
from maskera.cli.options import Output
from maskera.errors import DataError
from maskera.formats import SUFFIXES, jsonl
from maskera.formats.text import read_whole, split_header
from maskera.io.output import folder_of, store
from maskera.text import Document

REVEALED = ("text", "jsonl-release")
"""Formats whose documents reveal can undo."""


def key(
    file: Annotated[
        Path, typer.Argument(help="Where to write it; must not exist.", readable=False)
    ],
) -> None:
    """Make a key file: 32 random bytes, readable by you alone."""
    vault.create_key(file)
    stderr.print(
        f"maskera: key written to {file}; whoever has it can undo pseudonyms, and without it nobody can",
        markup=False,
    )


def reveal(
    aliases: Annotated[Path, typer.Option("--aliases", help="The mapping.", show_default=False, readable=False)],
    key: Annotated[Path, typer.Option("--key", help="The key it was encrypted with.", show_default=False, readable=False)],
    inputs: Annotated[list[Path] | None, typer.Argument(
        help="Released texts (.txt, .jsonl as of jsonl-release) and folders; none or - reads standard input.",
        show_default=False, readable=False)] = None,
    output: Output = None,
    source: Annotated[str, typer.Option("--from", help="How to read, where no suffix tells: text, jsonl.", show_default=False)] = "",
    reason: Annotated[str, typer.Option("--reason", help="Why; goes into the log.", show_default=False)] = "",
) -> None:  # fmt: skip
    """Undo a pseudonymization: give back the originals of released texts. Logged beside the
    mapping, in FILE.log.

    Example: [bold]maskera reveal out/essay1.txt --aliases mapping.vault --key my.key --reason "the
    writer asked"[/bold]
    """
    records = vault.by_release(vault.read(aliases, vault.read_key(key)))
    failures = Failures()
    written, folder = 0, folder_of(output)
    with store(
        output,
        SUFFIXES["text"],
        inputs=protected(inputs, key, aliases, source=source, leave_out=folder),
        secret=True,
    ) as put:
        for document in read_documents(
            inputs, source, failures, {"text": read_whole, "jsonl": jsonl.read}, folder
        ):
            try:
                record, released = _record(document, records)
                original = vault.reveal(released, record)
                vault.log_reveal(aliases, record.id, reason)
                put(document.id, original)
                written += 1
            except DataError as error:
                failures.warn(error)
        failures.leave_unless(written)
    if output:
        stderr.print(
            "maskera: what is revealed is the original: a secret, not to be shared", markup=False
        )
    failures.leave()


def _record(
    document: Document, records: Mapping[bytes, Sequence[vault.Record]]
) -> tuple[vault.Record, str]:
    """The record of a released text and that text, without the header of --keep-header."""
    try:
        return vault.matching(document.id, document.text, records), document.text
    except DataError:
        meta, text = split_header(document.text)
        if not meta:
            raise
        return vault.matching(document.id, text, records), text
