"""The commands `k-report` and `attack linkage`: how far a released corpus singles its writers out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console

from maskera.cli.options import Encoding, From, LanguageCode, Mode, Models, OneOutput
from maskera.errors import DataError, MaskeraError, cause
from maskera.formats import readers
from maskera.formats.inputs import read_all
from maskera.io import decoders, encodings
from maskera.io.output import identities, note, sink
from maskera.io.utf8 import lines
from maskera.lang.spoken import Misread
from maskera.pipeline import MODES, load
from maskera.risk import inputs, k_report, linkage
from maskera.risk.attributes import BANDS, ONE, Readings, generalized, rows, understood
from maskera.risk.k_report import People, Rung
from maskera.risk.kinds import kinds_of
from maskera.risk.linkage import Fact, Found
from maskera.risk.population import read_population
from maskera.risk.texts import Text
from maskera.taxonomy import shipped
from maskera.text import Document

stderr = Console(stderr=True, highlight=False, soft_wrap=True, emoji=False)
stdout = Console(highlight=False, soft_wrap=True, emoji=False)
QUASI = "age,city,country,prof,edu,fam,sensitive"
META = "level,genre,l1"
DIGITS = 4
DOCUMENT = frozenset({"text", "data", "source"})
"""Keys of which a line of JSON that is a document has one (ours, Label Studio's, SVALA's)."""
LEAST_SHARE = 0.005  # of what made the hits; less is 0 %

attack = typer.Typer(no_args_is_help=True, help="Attacks on released texts, to see what they show.")


def k_anonymity(
    paths: Annotated[
        list[Path], typer.Argument(help="Documents, plain or annotated.", readable=False)
    ],
    output: OneOutput = None,
    quasi: Annotated[
        str, typer.Option("--quasi", help="Attributes of mentions, separated by commas.")
    ] = QUASI,
    meta: Annotated[
        str, typer.Option("--meta", help="Metadata that will be released, separated by commas.")
    ] = META,
    exact: Annotated[
        bool, typer.Option("--exact", help="Ages, cities and so on as they stand, not generalized.")
    ] = False,
    widths: Annotated[
        str, typer.Option("--widths", help="Years of the bands of ages, from fine to coarse.")
    ] = ",".join(map(str, BANDS)),
    population: Annotated[
        Path | None,
        typer.Option(
            "--population",
            help="CSV of persons, columns named after attributes (or with a weight): k is counted there.",
            show_default=False,
            readable=False,
        ),
    ] = None,
    least: Annotated[int, typer.Option("--k", min=2, help="The k to reach.")] = 5,
    language: LanguageCode = "sv",
    source: From = "",
    encoding: Encoding = "",
    mode: Mode = MODES[-1],
    models: Models = None,
    as_json: Annotated[bool, typer.Option("--json", help="Write JSON.")] = False,
) -> None:
    """How many writers share each combination of age, origin, profession, metadata and so on.

    Example: [bold]maskera k-report essays/ --meta level,genre,l1 --k 5[/bold]
    """
    nlp = load(language, mode=mode, models=models)
    taxonomy = nlp.language.taxonomy
    ages, sensitive = taxonomy.by_label(ONE), taxonomy.label("attribute.sensitive")
    labels = {*taxonomy.categories, *ages.values()}
    named = _names(quasi)
    if unknown := [name for name in named if name not in labels]:
        raise MaskeraError(f"--quasi: {unknown[0]!r} is no label")
    released = _names(meta)
    bands = _widths(widths)
    known = frozenset({*labels, *released})
    persons = read_population(str(population), known) if population else None
    texts, failed = _texts(paths, nlp.detect_all, source, language, encoding)
    misread = Misread(language)
    for text in texts:
        misread.take(Document(text.id, text.text, meta=text.meta))
    if warning := misread.told():
        note(warning)
    for name in released:
        if texts and not any(text.meta.get(name) for text in texts):
            note(f"--meta: no document says its {name!r}")
    readings = Readings(nlp.language)
    attributes = [*named, *released]
    table = rows(texts, named, released, ages, readings.value, readings.sets())
    if len(table) < 2:
        raise MaskeraError(f"k-report compares writers and needs two; found: {len(table)}")
    writers: Sequence[Mapping[str, str]] = [table[name] for name in sorted(table)]
    ladders: Mapping[str, Sequence[Rung]] = readings.ladders(bands)
    others = None
    if persons:
        own = understood(persons, ages, readings.of)
        others = People(own.columns, own.rows, own.weights)
    if not exact:
        writers = generalized(writers, ladders)
        if others:
            others = replace(others, rows=generalized(others.rows, ladders))
        ladders = {name: rungs[1:] for name, rungs in ladders.items()}
    present = [name for name in attributes if any(row.get(name) for row in writers)]
    figures = k_report.overview(writers, present, least, others)
    steps = k_report.proposals(writers, present, ladders, least, others)
    fewest, alone = k_report.diversity(
        writers, [name for name in present if name != sensitive], sensitive
    )
    found = {
        "writers": len(writers),
        "k": least,
        "persons": persons.size if persons else None,
        "attributes": present,
        "figures": [_rounded(msgspec.to_builtins(each)) for each in figures],
        "proposals": [_rounded(msgspec.to_builtins(step)) for step in steps],
        "diversity": {"fewest": fewest, "alone": round(alone, DIGITS)},
    }
    with sink(output, identities(paths)) as write:
        write(msgspec.json.encode(found).decode() + "\n" if as_json else _k_text(found))
    if failed:
        raise typer.Exit(1)


@attack.command("linkage")
def attack_linkage(
    facts: Annotated[
        Path,
        typer.Option(
            "--facts",
            help='JSONL {"id", "facts": [...]}, or documents with marked mentions.',
            readable=False,
        ),
    ],
    released: Annotated[Path, typer.Option("--released", help="Released texts.", readable=False)],
    originals: Annotated[
        Path | None,
        typer.Option("--originals", help="The originals, to compare.", readable=False),
    ] = None,
    known: Annotated[
        str, typer.Option("--known", help="Facts the attacker has of a writer: a number, or all.")
    ] = "8",
    draws: Annotated[
        int, typer.Option("--draws", min=20, help="Draws of the bootstrap intervals.")
    ] = linkage.DRAWS,
    labels: Annotated[
        str,
        typer.Option("--labels", help="Only facts of these labels, by commas.", show_default=False),
    ] = "",
    encoding: Encoding = "",
    seed: Annotated[int, typer.Option("--seed", min=0, help="Of the draws.")] = 7,
    as_json: Annotated[bool, typer.Option("--json", help="Write JSON.")] = False,
) -> None:
    """How often an acquaintance who knows some facts finds the writer's text among the released.

    Example: [bold]maskera attack linkage --facts gold.jsonl --released out/ --known 8[/bold]
    """
    count = _count(known)
    table = _facts(facts, frozenset(_names(labels)))
    texts = _released(released, encoding)
    if len(texts) < 2:
        raise MaskeraError(
            f"{released}: an attack compares texts and needs two; found: {len(texts)}"
        )
    if missing := sorted(table.keys() - texts.keys()):
        raise MaskeraError(f"{facts}: id {missing[0]!r} is not among the released texts")
    runs: dict[str, Found] = {
        "released": linkage.attack(table, texts, count, seed, draws=draws),
        "released, characters": linkage.attack(
            table, texts, count, seed, linkage.CharacterRuns, draws
        ),
        "released, facts shuffled": linkage.attack(
            linkage.shuffled(table, seed), texts, count, seed, draws=draws
        ),
    }
    if originals:
        own = _released(originals, encoding)
        if missing := sorted(table.keys() - own.keys()):
            raise MaskeraError(f"{facts}: id {missing[0]!r} is not among the originals")
        runs["originals"] = linkage.attack(table, own, count, seed, draws=draws)
    if as_json:
        stdout.file.write(
            msgspec.json.encode(
                {name: _rounded(msgspec.to_builtins(found)) for name, found in runs.items()}
            ).decode()
            + "\n"
        )
        return
    stdout.file.write(_linkage_text(runs, count))


def _names(said: str) -> list[str]:
    return [name.strip() for name in said.split(",") if name.strip()]


def _widths(said: str) -> list[int]:
    found = _names(said)
    if not found or not all(each.isdecimal() and int(each) > 1 for each in found):
        raise MaskeraError(f"--widths: {said!r} is no list of numbers of years above 1")
    widths = list(map(int, found))
    if widths != sorted(set(widths)):
        raise MaskeraError(f"--widths: {said!r} does not go from fine to coarse")
    return widths


def _count(known: str) -> int | None:
    if known == "all":
        return None
    if not known.isdecimal() or known == "0":
        raise MaskeraError(f"--known: {known!r} is neither a number above 0 nor all")
    return int(known)


def _texts(
    paths: Iterable[Path],
    detect: inputs.Detect,
    source: str = "",
    language: str = "sv",
    encoding: str = "",
) -> tuple[list[Text], int]:
    failed = 0

    def fail(error: DataError) -> None:
        nonlocal failed
        failed += 1
        stderr.print(f"maskera: {error}", markup=False)

    kinds = kinds_of(language)
    found = inputs.collect(paths, detect, note, fail, lambda _: kinds, source, encoding=encoding)
    return found.texts, failed


class _Facts(msgspec.Struct):
    """A line of facts: a list of them, or an object whose keys are their labels."""

    id: str
    facts: list[str | int | float] | dict[str, str | int | float]


def _facts(path: Path, labels: frozenset[str]) -> dict[str, Sequence[Fact]]:
    """The facts of each writer (of some labels): as stated, else the mentions that concern the
    writer, each once."""
    found = _stated(path)
    if found is None:
        found = _marked(path)
    known = {fact.label for facts in found.values() for fact in facts}
    if labels:
        for name in sorted(labels - known):
            note(f"--labels: no fact is of {name!r}")
        found = {
            name: [fact for fact in facts if fact.label in labels] for name, facts in found.items()
        }
    if not any(found.values()):
        raise MaskeraError(f"{path}: no fact that concerns a writer")
    return found


def _marked(path: Path) -> dict[str, Sequence[Fact]]:
    texts, failed = _texts([path], lambda documents: [(d, ()) for d in documents])
    if failed:
        raise MaskeraError(f"{path}: not all facts can be read")
    found: dict[str, Sequence[Fact]] = {}
    for text in texts:
        marked = [m for m in text.mentions if m.personal >= 0.5]
        told = {text.written(m).casefold(): Fact(text.written(m), m.label) for m in marked}
        found[text.id] = list(told.values())
    return found


def _stated(path: Path) -> dict[str, Sequence[Fact]] | None:
    """The facts of a JSONL file; None for another kind of file, and one whose first line has a text."""
    if path.is_dir() or path.suffix.lower() != ".jsonl":
        return None
    try:
        content = path.read_bytes()
    except OSError as error:
        raise MaskeraError(f"{path}: cannot be read ({cause(error)})") from None
    found: dict[str, Sequence[Fact]] = {}
    for number, line in lines(content, str(path)):
        if isinstance(line, DataError):
            raise line
        if not line.strip():
            continue
        try:
            row: dict[str, Any] = decoders.json(dict[str, Any]).decode(line)
        except decoders.NOT_JSON:
            raise DataError(f"{path}:{number}: not a JSON object") from None
        if not found and DOCUMENT & row.keys():
            return None
        try:
            stated = decoders.convert(row, _Facts)
        except msgspec.ValidationError:
            raise DataError(f"{path}:{number}: facts need an id and a list of facts") from None
        if stated.id in found:
            raise DataError(f"{path}:{number}: id {stated.id!r} is taken already")
        told = stated.facts
        named = told.items() if isinstance(told, dict) else [("", fact) for fact in told]
        found[stated.id] = [Fact(str(f), name) for name, f in named if linkage.words(str(f))]
    return found


def _released(path: Path, encoding: str) -> Mapping[str, str]:
    found: dict[str, str] = {}
    decode = encodings.decoder(encoding, note)
    for item in read_all([path], readers(shipped()), warn=note, decode=decode):
        if isinstance(item, DataError):
            raise item
        found[item.id] = item.text
    return found


def _rounded(table: dict[str, Any]) -> dict[str, Any]:
    def short(value: Any) -> Any:
        if isinstance(value, float):
            return round(value, DIGITS)
        if isinstance(value, list | tuple):
            return [short(each) for each in value]
        return {k: short(v) for k, v in value.items()} if isinstance(value, dict) else value

    return {name: short(value) for name, value in table.items()}


def _k_text(found: Mapping[str, Any]) -> str:
    least = found["k"]
    among = f", k counted among {found['persons']:g} persons" if found["persons"] else ""
    told = [
        f"{found['writers']} writers{among}. Of each attribute, pair and all together: the share of",
        f"writers who are alone with their values (k = 1), who share them with fewer than {least - 1}",
        "others, the smallest group, and how often a guess at somebody in it is right (mean of 1/k).",
        "",
    ]
    told.append(f"{'attributes':44} {'k = 1':>7} {f'k < {least}':>7} {'min k':>6} {'1/k':>6}")
    for each in found["figures"]:
        whole = len(each["attributes"]) > 2  # singles, pairs, and then all of them
        names = "all of them" if whole else " + ".join(each["attributes"])
        told.append(
            f"{names:44} {each['unique']:7.2f} {each['below']:7.2f} {each['smallest']:6} "
            f"{each['success']:6.3f}"
        )
    told += ["", "What lowers the success of an attacker (mean of 1/k) most, step by step:"]
    for number, step in enumerate(found["proposals"], 1):
        told.append(
            f"{number}. {step['attribute']}: {step['change']} -> 1/k {step['success']:.3f}, "
            f"smallest k {step['smallest']}{'' if step['needed'] else ' (not needed in the end)'}"
        )
    if not found["proposals"]:
        told.append("nothing to do")
    diversity = found["diversity"]
    told.append(
        f"\nsensitive values: {diversity['alone']:.2f} of those who have one share their class "
        "with no other value"
    )
    return "\n".join(told) + "\n"


RUNS: Mapping[str, str] = {
    "released": "by whole words (BM25)",
    "released, characters": "by runs of characters, which find misspelt forms, too",
    "released, facts shuffled": "with the facts of another writer: what is found by chance",
    "originals": "in the originals, for comparison",
}
"""What each run of an attack is."""


def _linkage_text(runs: Mapping[str, Found], known: int | None) -> str:
    found = runs["released"]
    low, high = found.interval
    facts = "all their facts" if known is None else f"{known} facts at most"
    told = [
        f"Whoever knows {facts} of a writer finds their text first in {found.top1:.0%} of "
        f"{found.queries} cases (95 %: {low:.0%} to {high:.0%}; by chance {found.chance:.0%}).",
        "",
        f"{'searched':26} {'top-1':>6} {'95 %':>13} {'top-5':>6} {'mean 1/rank':>11}",
    ]
    for name, each in runs.items():
        low, high = each.interval
        told.append(
            f"{name:26} {each.top1:6.3f} {f'{low:.3f}-{high:.3f}':>13} {each.top5:6.3f} "
            f"{each.reciprocal:11.3f}"
        )
    told += ["", *(f"{name}: {RUNS[name]}" for name in runs)]
    if by := [*found.by_label.items()][:6]:
        shares = ", ".join(f"{label} {share:.0%}" for label, share in by if share >= LEAST_SHARE)
        told += ["", f"Found by words of: {shares}"]
    return "\n".join(told) + "\n"
