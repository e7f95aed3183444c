"""The pipeline, scheme, bound and columns that options ask for; raises MaskeraError for those that do
not go together."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from maskera import vault
from maskera.cli.inputs import stderr
from maskera.cli.options import Scope
from maskera.errors import MaskeraError
from maskera.genre import read_codes
from maskera.io import encodings
from maskera.label import scheme as schemes
from maskera.pipeline import Pipeline, load
from maskera.risk.choice import Bound
from maskera.risk.masking import SIZE
from maskera.tables import Columns
from maskera.tables.chunks import UTF_8

MASKS = "tab"  # a format of spans without text, in which all that was found is hidden
STREAMED = ("jsonl", "jsonl-release")  # one document a line: written as they come
FAILED = "failed"  # folder of the output for what is held back
TYPED_FORMATS = ("jsonl", MASKS)  # what can write the types of a coarser scheme


def pipeline_of(
    policy: str,
    language: str,
    mode: str,
    key: Path | None,
    scope: Scope | None,
    genre: str,
    skip: str,
    codes: Path | None,
    selective: bool | None,
    models: Path | None,
    bound: Bound | None = None,
    recognizers: Path | None = None,
) -> Pipeline:
    """The pipeline of a command's options; skip: genres, separated by commas."""
    nlp = load(
        language, policy, mode=mode, key=vault.read_key(key) if key else None, scope=scope.value if scope else None, genre=genre,
        skip_genres=[name.strip() for name in skip.split(",") if name.strip()], selective=selective, models=models, bound=bound,
        recognizers=recognizers or (),
    )  # fmt: skip
    if not codes:
        return nlp
    texts = replace(nlp.language.texts, genre_codes=read_codes(codes, nlp.language))
    return replace(nlp, language=replace(nlp.language, texts=texts))


def check_scheme(scheme: str, format_name: str = "") -> None:
    """Raises MaskeraError for an unknown scheme, and for a format that cannot write its types."""
    if scheme not in schemes.NAMES:
        raise MaskeraError(f"no scheme {scheme!r}; there is {', '.join(schemes.NAMES)}")
    if scheme != schemes.OWN and format_name not in ("", *TYPED_FORMATS):
        raise MaskeraError(
            f"--scheme {scheme} is for {' and '.join(TYPED_FORMATS)}, not {format_name}"
        )


def table_columns(
    text: str | None, identifier: str | None, leaks: str | None, encoding: str
) -> Columns | None:
    """The columns of tables; None where none is named. encoding: empty for UTF-8."""
    if text is None:
        if identifier is not None or leaks is not None:
            raise MaskeraError("--id-column and --leaks-column need --text-column")
        return None
    if text in (identifier, leaks) or (leaks is not None and leaks == identifier):
        raise MaskeraError(
            "--text-column, --id-column and --leaks-column must be different columns"
        )
    return Columns(text, identifier, leaks, encodings.known(encoding or UTF_8))


def needs_bound(risk: float | None, size: int, whole: bool) -> None:
    """Refuse what says how to keep to a bound where none is stated."""
    if risk is None and (whole or size != SIZE):
        raise MaskeraError(f"{'--whole-text' if whole else '--combination'} needs --bound")


def stated_bound(risk: float | None, size: int, whole: bool) -> Bound | None:
    """The bound that was asked for, told for the record of the run."""
    needs_bound(risk, size, whole)
    if risk is None:
        return None
    bound = Bound(risk, size, whole)
    kept = "all kept entities" if whole else f"up to {size} kept entities"
    stderr.print(
        f"maskera: bound {risk:g} on {kept} ({bound.bits:.2f} bits), by the model of risk",
        markup=False,
    )
    return bound
