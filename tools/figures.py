"""Measure every mode on the annotated data beside the repository and write the figures into
README.md and docs/accuracy.md.

usage: figures.py [DATA]      DATA holds essays_dev.jsonl and swell_dev.jsonl (default
../shared/data)

What stands between `<!-- figures -->` and `<!-- /figures -->` is written anew; nothing there is
typed by hand.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from maskera.evaluate.align import Pair, align
from maskera.evaluate.evaluation import Evaluation, Row, evaluate
from maskera.evaluate.read import read
from maskera.lang import load_pack
from maskera.pipeline import MODES, load
from maskera.taxonomy import FULL_NAME, shipped
from maskera.text import Document

ROOT = Path(__file__).parent.parent
SETS = {
    "swell_dev": "learner sentences (911, 375 mentions)",
    "essays_dev": "whole essays (30, 774 mentions)",
    "unseen": "essays by two other writers (64, 1,642 mentions)",
}
UNSEEN = ROOT / "training" / "unseen"  # marked essays that no model was trained on
BEGIN, END = "<!-- figures -->", "<!-- /figures -->"
LEAST = 8  # mentions below which a row says nothing


def measured(
    data: Path, name: str, mode: str, lower: bool = False
) -> tuple[Evaluation, Sequence[Pair]]:
    """One mode on one set; lower: with all text in small letters."""
    gold = read(UNSEEN if name == "unseen" else data / f"{name}.jsonl", shipped())
    if lower:
        gold = [
            (Document(d.id, d.text.lower(), d.language, d.meta), mentions)
            for d, mentions in gold
            if len(d.text.lower()) == len(d.text)
        ]
    nlp = load(mode=mode, key=b"the figures need no key")
    found = nlp.detect_many([document for document, _ in gold])
    pairs = align(gold, [(document, tuple(mentions)) for document, mentions in found])
    return evaluate(pairs, shipped(), draws=0), pairs


def table(header: Sequence[str], rows: Iterable[Sequence[object]]) -> list[str]:
    """A table in Markdown; figures with three decimals."""
    cells = [
        [f"{cell:.3f}" if isinstance(cell, float) else str(cell) for cell in row] for row in rows
    ]
    return ["| " + " | ".join(row) + " |" for row in (header, ["---"] * len(header), *cells)] + [""]


INTRODUCTION = """\
Measured by `tools/figures.py` with the definitions of `maskera evaluate` on three sets that no tagger was trained on (the first
two served for tuning, the third to choose between taggers, so other texts may do worse): F1 and F2 over spans with their labels; token
recall and precision: masked or not; last column: share of the mentions that concern the writer that are wholly masked. Two human
annotators of such sentences agree at F1 .964. Details: docs/accuracy.md."""


def summary(data: Path) -> list[str]:
    """The main figures of every mode and set."""
    header = (
        "set",
        "mode",
        "labelled P",
        "R",
        "F1",
        "F2",
        "token recall",
        "token precision",
        "writer's mentions covered",
    )
    rows = []
    for name, title in SETS.items():
        for mode in MODES:
            found, _ = measured(data, name, mode)
            labelled, token = found.main["labelled"], found.main["token"]
            rows.append(
                (
                    title,
                    f"`{mode}`",
                    labelled.precision,
                    labelled.recall,
                    labelled.f1,
                    labelled.f2,
                    token.recall,
                    token.precision,
                    found.covered_personal,
                )
            )
    return ["## Figures", "", INTRODUCTION, "", *table(header, rows)]


def details(data: Path) -> list[str]:
    """Mode full by label, level, genre, casing and origin of names; in small letters; identity,
    relation, calibration."""
    lines: list[str] = []
    for name, title in SETS.items():
        found, pairs = measured(data, name, "full")
        small, _ = measured(data, name, "full", lower=True)
        lines += [f"### {name}: {title}", ""]
        facts = (
            ("token recall, all text in small letters", small.main["token"].recall),
            ("labelled F1, all text in small letters", small.main["labelled"].f1),
            ("running numbers, B-cubed F1", found.identity.f1),
            (
                "flag that a mention concerns the writer, F1",
                found.personal_flag and found.personal_flag.f1,
            ),
            ("features gen def pl foreign all right", found.features_exact),
            ("expected calibration error", found.calibration.error),
        )
        lines += table(("figure", "value"), [fact for fact in facts if fact[1]])
        by: dict[str, Mapping[str, Row | Share]] = {
            "label": found.per_label,
            "genre": found.per_genre,
            "level": found.per_level,
            "casing": found.per_casing,
            "origin of the name": origins(pairs),
        }
        for kind, groups in by.items():
            rows = [
                (key, c.precision, c.recall, c.f1, c.gold)
                for key, c in groups.items()
                if c.gold >= LEAST and key
            ]
            if len(rows) > 1:
                lines += table((kind, "P", "R", "F1", "mentions"), rows)
                lines += ["<!-- bars: P; R -->", ""] if kind == "label" else []
    return lines


class Share:
    """Recall of a group, with the shape of the evaluator's counts; precision is not defined for
    origins."""

    precision = f1 = float("nan")

    def __init__(self) -> None:
        self.gold = self.right = 0

    @property
    def recall(self) -> float:
        """Share found with the right label."""
        return self.right / self.gold


def origins(pairs: Sequence[Pair]) -> dict[str, Share]:
    """Recall of first names and surnames by the origin that the lexicon gives them; `in no list`
    for those that it lacks."""
    lexicon = load_pack("sv").vocab.gazetteer
    groups: dict[str, Share] = defaultdict(Share)
    for pair in pairs:
        found = {(mention.span, mention.label) for mention in pair.found}
        for mention in pair.gold:
            if mention.label in FULL_NAME:
                form = pair.document.text[mention.span.start : mention.span.end].lower()
                kinds = [
                    e.kind
                    for each in (form, form.removesuffix("s"))
                    for e in lexicon.entries(each)
                    if e.label in FULL_NAME
                ]
                share = groups[kinds[0] if kinds else "in no list"]
                share.gold += 1
                share.right += (mention.span, mention.label) in found
    return dict(sorted(groups.items(), key=lambda item: -item[1].gold))


def write(path: Path, lines: Sequence[str]) -> None:
    """Put the lines between the marks of a page."""
    text = path.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    path.write_text(
        "\n".join([before + BEGIN, "", *lines, END + after]).replace("nan", "–"), encoding="utf-8"
    )


if __name__ == "__main__":
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT.parent / "shared" / "data"
    write(ROOT / "README.md", summary(folder))
    write(ROOT / "docs" / "accuracy.md", details(folder))
