"""What the evaluation commands print: tables on a terminal, JSON on standard output, files that
only their owner may read."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Table as RichTable

from maskera.evaluate.agreement import Agreement, Reliability
from maskera.evaluate.evaluation import Evaluation, Row
from maskera.evaluate.tab import TabScores
from maskera.evaluate.tables import Table
from maskera.evaluate.utility import Share, Utility
from maskera.io.output import counted, identities, spare, write_document

COUNTS = {"direct": "direct entities", "quasi": "quasi-identifying entities"}
"""What of TabScores is no share, and what to call it."""


def as_json(evaluation: Evaluation) -> dict[str, Any]:
    """An evaluation for JSON: its fields, with the main table's rows beside them (labelled,
    unlabelled, token, typed_token)."""
    table = msgspec.to_builtins(evaluation)
    main = {name.replace(" ", "_"): row for name, row in table.pop("main").items()}
    table["selective"] = {name.replace(" ", "_"): row for name, row in table["selective"].items()}
    return {"documents": table.pop("documents"), "tokens": table.pop("tokens"), **main, **table}


def write_page(path: Path, text: str, inputs: Iterable[Path]) -> None:
    """Write a page that holds essay text, readable by its owner alone; raises MaskeraError where
    that cannot be, or it is an input."""
    spare(path, identities(inputs))
    write_document(path, text, secret=True)


def print_json(value: object) -> None:
    """One JSON value on standard output."""
    print(msgspec.json.format(msgspec.json.encode(value)).decode())


def print_evaluation(evaluation: Evaluation, console: Console) -> None:
    """The main tables of an evaluation."""
    console.print(
        f"{counted(evaluation.documents, 'document')}, {counted(evaluation.tokens, 'token')}"
    )
    console.print(_rows("every mention", evaluation.main, intervals=True))
    if any(row.gold for row in evaluation.selective.values()):
        console.print(
            _rows("mentions that concern the writer", evaluation.selective, intervals=True)
        )
    console.print(_rows("MUC and CoNLL", evaluation.schemes))
    console.print(_rows("labels", evaluation.per_label))
    groups = {
        "general groups": evaluation.per_group,
        "genre": evaluation.per_genre,
        "level": evaluation.per_level,
        "casing": evaluation.per_casing,
    }
    for name, rows in groups.items():
        if rows:
            console.print(_rows(name, rows))
    classes, identity, review = evaluation.classes, evaluation.identity, evaluation.review
    matched, flag = evaluation.identity_matched, evaluation.personal_flag
    numbers = {
        "running numbers, B-cubed F1": identity.f1,
        "running numbers, B-cubed F1 over the mentions found": matched.f1,
    }
    facts = {
        "macro F1 over labels": evaluation.averages.macro["f1"],
        "weighted F1 over labels": evaluation.averages.weighted["f1"],
        "token accuracy": classes.accuracy,
        "Matthews correlation over labels": classes.mcc,
        "Matthews correlation, masked or not": classes.mcc_masked,
        "mentions wholly masked": evaluation.covered,
        "mentions that concern the writer, wholly masked": evaluation.covered_personal,
        "personal tokens still there, at most (95 %)": evaluation.missed.share,
        "flag that a mention concerns the writer, F1": flag.f1 if flag else None,
        "all features right": evaluation.features_exact,
        **(numbers if identity.mentions else {}),
        "expected calibration error": evaluation.calibration.error,
        f"area under the review curve ({review.missed} tokens missed)": review.area,
    }
    console.print(
        _facts(
            "beside the label", {name: value for name, value in facts.items() if value is not None}
        )
    )


def print_agreement(agreement: Agreement, console: Console) -> None:
    """The figures of annotators, and the disagreements given."""
    console.print(f"{', '.join(agreement.names)}: {counted(agreement.documents, 'document')}")
    table = _grid(
        "agreement over tokens",
        ("", "Fleiss", "Davies-Fleiss", "Krippendorff", "observed", "tokens"),
    )
    rows = {
        "labels, all tokens": agreement.all_tokens,
        "labels, marked tokens": agreement.marked_tokens,
        "masked or not, all tokens": agreement.all_tokens_masked,
    }
    for name, row in rows.items():
        table.add_row(name, *_reliability(row))
    console.print(table)
    pairs = _grid("F1 of mentions", ("", "labelled", "unlabelled"))
    for pair in agreement.pairs:
        pairs.add_row(
            f"{pair.one} - {pair.other}", f"{pair.labelled:.3f}", f"{pair.unlabelled:.3f}"
        )
    console.print(pairs)
    if agreement.disagreements:
        heads = ("document", "at", "words", *agreement.names)
        listed = _grid(f"disagreements ({agreement.differing})", heads, words=range(2, len(heads)))
        for item in agreement.disagreements:
            listed.add_row(item.document, str(item.span.start), item.text, *item.labels)
        console.print(listed)


def print_tab(scores: Mapping[str, TabScores], console: Console) -> None:
    """The metrics of the Text Anonymization Benchmark, a row a scoring, and token recall per type
    of the first."""
    heads = {
        "entity_recall_direct": "ER\ndirect", "entity_recall_quasi": "ER\nquasi", "entity_recall": "ER\n", "token_recall": "token\nR",
        "mention_recall": "mention\nR", "token_precision": "token\nP", "mention_precision": "mention\nP", "token_f1": "token\nF1",
    }  # fmt: skip
    if _weighted(scores):
        heads |= {
            "token_precision_weighted": "token\nPw",
            "mention_precision_weighted": "mention\nPw",
        }
    table = _grid("Text Anonymization Benchmark", ("", *heads.values()))
    for name, score in scores.items():
        table.add_row(name, *(f"{getattr(score, field):.3f}" for field in heads))
    console.print(table)
    name, first = next(iter(scores.items()))
    console.print(
        f"{name}: {first.direct} direct and {first.quasi} quasi-identifying entities (ER: entity recall)"
    )
    console.print(_facts("token recall", first.token_recall_per_type))


def tab_table(scores: Mapping[str, TabScores]) -> Table:
    """The same as one table, a column a scoring, with token recall per type of each."""
    rows: list[tuple[str, ...]] = []
    for field in TabScores.__struct_fields__:
        values = [getattr(score, field) for score in scores.values()]
        name = COUNTS.get(field, field.replace("_", " "))
        if field == "token_recall_per_type":
            kinds = sorted({kind for recall in values for kind in recall})
            rows += [
                (
                    f"token recall: {kind}",
                    *(f"{recall[kind]:.3f}" if kind in recall else "" for recall in values),
                )
                for kind in kinds
            ]
        elif _weighted(scores) or not field.endswith("_weighted"):
            rows.append(
                (name, *(str(value) if field in COUNTS else f"{value:.3f}" for value in values))
            )
    return Table("Text Anonymization Benchmark", ("", *scores), tuple(rows))


def _weighted(scores: Mapping[str, TabScores]) -> bool:
    """Whether a weigher was given that makes a difference."""
    return any(
        (score.token_precision, score.mention_precision)
        != (score.token_precision_weighted, score.mention_precision_weighted)
        for score in scores.values()
    )


def print_table(table: Table, console: Console) -> None:
    """A published table; one too wide for the console comes in parts, each with the first column."""
    widths = [
        max(len(line) for cell in column for line in cell.split(": "))
        for column in zip(table.columns, *table.rows, strict=True)
    ]
    words = {
        index
        for index in range(1, len(widths))
        if any(cell and not cell[0].isdigit() for cell in (row[index] for row in table.rows))
    }
    for part in _parts(widths, words, console.width):
        grid = _grid(
            table.title,
            [table.columns[index].replace(": ", "\n") for index in part],
            words=[at for at, index in enumerate(part) if index in words],
        )
        for row in table.rows:
            grid.add_row(*(row[index] for index in part))
        console.print(grid)


def _parts(widths: Sequence[int], words: Collection[int], room: int) -> list[list[int]]:
    """Columns in parts that fit; columns of words can be folded, so they ask for little."""
    parts: list[list[int]] = [[0]]
    used = widths[0]
    for index, width in enumerate(widths[1:], 1):
        need = 2 + (min(width, 24) if index in words else width)
        if used + need > room and len(parts[-1]) > 1:
            parts.append([0])
            used = widths[0]
        parts[-1].append(index)
        used += need
    return parts


def print_utility(utility: Utility, console: Console) -> None:
    """Texts before and after, surrogate quality and leaks."""
    table = _grid("texts", ("", "before", "after"))
    before, after = msgspec.structs.asdict(utility.before), msgspec.structs.asdict(utility.after)
    for name, value in before.items():
        table.add_row(
            name.replace("_", "-"),
            *(
                f"{side:.3f}" if isinstance(side, float) else str(side)
                for side in (value, after[name])
            ),
        )
    console.print(table)
    quality: dict[str, Share] = msgspec.structs.asdict(utility.surrogates)
    found = _grid("surrogates", ("", "share", "right", "of"))
    for name, share in quality.items():
        found.add_row(name, f"{share.share:.3f}", str(share.right), str(share.whole))
    console.print(found)
    leaks = utility.leaks
    facts = {
        "characters changed": utility.changed_characters,
        "tokens changed": utility.changed_tokens,
        "referents in plain sight": leaks.plain / leaks.referents if leaks.referents else 0.0,
        "referents with any sign": leaks.any / leaks.referents if leaks.referents else 0.0,
    }
    console.print(_facts("shares", facts))


def _rows(title: str, rows: Mapping[str, Row], intervals: bool = False) -> RichTable:
    heads = (
        "",
        "P",
        "R",
        "F1",
        "F2",
        "gold",
        "found",
        "right",
        *(("F1, 95 %",) if intervals else ()),
    )
    table = _grid(title, heads)
    for name, row in rows.items():
        ends = (
            [f"{row.intervals['f1'].low:.3f}-{row.intervals['f1'].high:.3f}"]
            if row.intervals
            else []
        )
        shares = [f"{value:.3f}" for value in (row.precision, row.recall, row.f1, row.f2)]
        table.add_row(name, *shares, str(row.gold), str(row.found), f"{row.right:g}", *ends)
    return table


def _facts(title: str, facts: Mapping[str, float]) -> RichTable:
    table = _grid(title, ("", ""))
    for name, value in facts.items():
        table.add_row(name, f"{value:.3f}")
    return table


def _reliability(row: Reliability) -> tuple[str, ...]:
    return (
        *(f"{value:.3f}" for value in (row.fleiss, row.davies_fleiss, row.alpha, row.observed)),
        str(row.units),
    )


def _grid(title: str, heads: Sequence[str], words: Sequence[int] = ()) -> RichTable:
    """A table of figures; its first column and those of words give way where room is scarce, by
    going on in the next line."""
    table = RichTable(
        title=title, title_justify="left", box=None, pad_edge=False, show_header=any(heads)
    )
    for index, head in enumerate(heads):
        plain = index == 0 or index in words
        table.add_column(
            head, justify="left" if plain else "right", no_wrap=not plain, overflow="fold"
        )
    return table
