"""The arguments and options that commands share, with their help texts."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from maskera.evaluate.arguments import LabelMap as LabelMap
from maskera.evaluate.arguments import one_of
from maskera.formats import FOUND_RENDERERS, READABLE, RENDERERS, SECRET_RENDERERS
from maskera.formats.inputs import BY_SUFFIX
from maskera.label import scheme as schemes
from maskera.lang import PACKS
from maskera.pipeline import MODES
from maskera.policy import shipped
from maskera.tables import KINDS


class Scope(StrEnum):
    """How far one original keeps one pseudonym."""

    mention = "mention"
    document = "document"
    author = "author"
    corpus = "corpus"


Inputs = Annotated[
    list[Path] | None,
    typer.Argument(
        help=f"Files and folders ({', '.join(BY_SUFFIX)}; all files of a folder with --from); none, or - alone, reads standard input.",
        show_default=False,
        readable=False,
    ),
]


def _output(told: str) -> Any:
    return typer.Option(
        "--output",
        "-o",
        metavar="PATH",
        callback=lambda said: None if said == "-" else said,
        help=told,
        show_default=False,
    )


Output = Annotated[
    str | None,  # and no Path, which would lose the slash at the end
    _output(
        "A folder (with a slash at the end, or without a suffix), or a file for a single document; "
        "none or - is standard output."
    ),
]
OneOutput = Annotated[str | None, _output("A file; none or - is standard output.")]
_WRITTEN = sorted([*RENDERERS, *SECRET_RENDERERS])
Format = Annotated[
    str,
    typer.Option(
        "--format",
        "-f",
        help=f"How to write: {', '.join(_WRITTEN)}."
        " Else texts as text; tables and documents in place keep their kind.",
        show_default=False,
        autocompletion=one_of(lambda: _WRITTEN),
    ),
]
TableText = Annotated[
    str | None,
    typer.Option(
        "--text-column",
        help=f"Column of texts in tables ({', '.join(KINDS)}; also .gz, .zst); other columns stay as they are.",
        show_default=False,
    ),
]
TableIds = Annotated[
    str | None,
    typer.Option(
        "--id-column",
        help="Column of document ids in tables; without it pseudonyms follow from the words of each text.",
        show_default=False,
    ),
]
TableLeaks = Annotated[
    str | None,
    typer.Option(
        "--leaks-column",
        help="Add a column of this name to tables: the verdict of the leak check on each text.",
        show_default=False,
    ),
]
FoundFormat = Annotated[
    str,
    typer.Option(
        "--format",
        "-f",
        help="How to write: " + ", ".join(sorted(FOUND_RENDERERS)) + ".",
        autocompletion=one_of(lambda: sorted(FOUND_RENDERERS)),
    ),
]
From = Annotated[
    str,
    typer.Option(
        "--from",
        help="How to read, where the suffix does not tell: " + ", ".join(READABLE) + ".",
        show_default=False,
        autocompletion=one_of(lambda: READABLE),
    ),
]
Encoding = Annotated[
    str,
    typer.Option(
        "--encoding",
        help="Encoding of the texts (utf-8, latin-1, windows-1252, utf-16 ...); without it detected, of "
        "tables UTF-8.",
        show_default=False,
    ),
]
Offsets = Annotated[
    str,
    typer.Option(
        "--offsets",
        help="points (code points), or utf16: start16 and end16 beside them, as JavaScript and Java count.",
    ),
]
PolicyName = Annotated[
    str,
    typer.Option(
        "--policy",
        help="What becomes of each label: a shipped policy (see `maskera policies`) or a TOML file.",
        autocompletion=one_of(shipped),
    ),
]
LanguageCode = Annotated[
    str,
    typer.Option("--language", help="Language of the texts.", autocompletion=one_of(lambda: PACKS)),
]
SchemeName = Annotated[
    str,
    typer.Option(
        "--scheme",
        help="Labels to write: "
        + ", ".join(schemes.NAMES)
        + " (the eight types of the Text Anonymization Benchmark).",
        autocompletion=one_of(lambda: schemes.NAMES),
    ),
]
KeyFile = Annotated[
    Path | None,
    typer.Option(
        "--key",
        help="Secret from which pseudonyms are drawn; the same key gives the same output. Made by `maskera key`.",
        show_default=False,
        readable=False,
    ),
]
ScopeName = Annotated[
    Scope | None,
    typer.Option(
        "--scope",
        help="How far one original keeps one pseudonym; else what the policy says.",
        show_default=False,
    ),
]
Genre = Annotated[
    str,
    typer.Option(
        "--genre", help="Genre of all texts; else metadata or file name tell.", show_default=False
    ),
]
SkipGenres = Annotated[
    str,
    typer.Option(
        "--skip-genre",
        help="Stated genres that pass through untouched, separated by commas.",
        show_default=False,
    ),
]
GenreCodes = Annotated[
    Path | None,
    typer.Option(
        "--genre-codes",
        help='TOML file: letters in a file name and their genre, as in AT = "argumentative"; instead of SweLL\'s.',
        show_default=False,
        readable=False,
    ),
]
Selective = Annotated[
    bool | None,
    typer.Option(
        "--selective/--blanket",
        show_default=False,
        help="Replace what concerns the writer and e-mail addresses, phone and such numbers, mark the rest; or replace all. Else by genre.",
    ),
]
Mode = Annotated[
    str,
    typer.Option(
        "--mode",
        help="What to detect with: " + ", ".join(MODES) + ".",
        autocompletion=one_of(lambda: MODES),
    ),
]
Models = Annotated[
    Path | None,
    typer.Option(
        "--models",
        help="Folder of models from `maskera train`; the shipped ones stand in for those it lacks.",
        show_default=False,
        readable=False,
    ),
]
Recognizers = Annotated[
    Path | None,
    typer.Option(
        "--recognizers",
        help="TOML file of recognizers, lists, allow lists and labels of your own; obeyed in every mode.",
        show_default=False,
        readable=False,
    ),
]
Threshold = Annotated[
    float | None,
    typer.Option(
        "--threshold",
        min=0.05,
        max=1.0,
        help="Probability from which a mention is given; else what the policy says.",
        show_default=False,
    ),
]
Strict = Annotated[
    bool, typer.Option("--strict", help="Hold REVIEW back as well as FAIL, and exit 1 for it.")
]
KeepFailed = Annotated[
    bool,
    typer.Option(
        "--keep-failed", help="Write what is held back to the folder `failed` of the output."
    ),
]
DryRun = Annotated[
    bool, typer.Option("--dry-run", help="Count and check; write nothing but the summary.")
]
KeepHeader = Annotated[
    bool,
    typer.Option("--keep-header", help="Begin each text with what the policy shows of its header."),
]
Resume = Annotated[
    bool,
    typer.Option(
        "--resume",
        help="Leave out what the manifest of the output has; same settings and key only.",
    ),
]
Scheduler = Annotated[
    str,
    typer.Option(
        "--scheduler",
        help="Work on Dask: local (so many workers of this machine) or a running scheduler"
        " (tcp://HOST:PORT, tls://HOST:PORT); workers that die are replaced.",
        show_default=False,
    ),
]
AliasFile = Annotated[
    Path | None,
    typer.Option(
        "--aliases",
        help="Write the mapping from originals to pseudonyms here, or add it to one there; encrypted with --key (at least 32 bytes).",
        show_default=False,
        readable=False,
    ),
]
BoundRisk = Annotated[
    float | None,
    typer.Option(
        "--bound",
        help="Mask as little as keeps every combination of entities below this risk (0 to 1).",
        show_default=False,
    ),
]
BoundSize = Annotated[
    int, typer.Option("--combination", min=1, help="Entities of a combination, with --bound.")
]
WholeText = Annotated[
    bool, typer.Option("--whole-text", help="With --bound: all that is kept together stays below.")
]
