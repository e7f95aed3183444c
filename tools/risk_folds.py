"""Measure the English model of risk on court cases and biographies that it was not fitted on.

usage: risk_folds.py [DATA]      DATA holds tab/ and en/ (default ../shared/data)

Five folds by document over all that the shipped model is fitted on; indicators and stack are fitted
without the fold they judge (the stack on the scores of the other folds). Then the benchmark's
development documents end to end: mentions by our own detection, a model of risk fitted without
them. Prints the tables of docs/risk.md; nothing is written.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from maskera.evaluate.tab import read_gold
from maskera.formats.tab import TabDocument
from maskera.mentions import probability
from maskera.pipeline import load
from maskera.risk import gold, scores
from maskera.risk.assess import Assessment, assess, stack
from maskera.risk.choice import LEVELS, Bound, masked_at, masked_by_bound, masked_by_threshold
from maskera.risk.direct import direct_of
from maskera.risk.indicators import INDICATORS
from maskera.risk.inputs import collect
from maskera.risk.kinds import SCHEMES, kinds_of
from maskera.risk.model import Corpus
from maskera.risk.texts import Text
from maskera.train import risk

COURT = ("echr_train.json", "echr_dev.json")
CORPORA = (
    *(f"tab/{name}" for name in COURT),
    "en/wiki_dev.json",
    "en/panorama_train.jsonl",
    "en/wiki_span_probabilities.csv",
)
THRESHOLDS = (0.2, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6)
BOUNDS = (
    Bound(0.7), Bound(0.8), Bound(0.875), Bound(0.875, 2),
    Bound(0.75, whole=True), Bound(0.8, whole=True), Bound(0.85, whole=True),
)  # fmt: skip
SEED = 7


def main(data: Path) -> None:
    """Fit, judge, print."""
    files = [data / name for name in CORPORA]
    if missing := [file for file in files if not file.is_file()]:
        sys.exit(f"{missing[0]}: not there")
    read = {file.name: gold.read(file) for file in files}
    court = [d for name in COURT for d in read_gold((data / "tab" / name).read_bytes(), name)]
    ids = {
        "court cases": {document.doc_id for document in court},
        "biographies": {text.id for text in read["wiki_dev.json"]},
    }
    texts = [text for each in read.values() for text in each]
    bare = [text for text in texts if text.bare]
    folds = risk.parts([text for text in texts if not text.bare], SEED)
    models, found = [], []
    for held in folds:
        others = [text for fold in folds if fold is not held for text in fold]
        models.append(risk.fitted([*others, *bare], None))
        found.append(risk.scored(Corpus(held, models[-1].grams()), models[-1]))
    assessed: list[Assessment] = []
    rows: list[tuple[str, dict[str, float | None], float, bool]] = []
    for number, held in enumerate(folds):
        rest = [place for place in range(len(folds)) if place != number]
        models[number].stack = risk.stacked(
            [row for place in rest for row in found[place]],
            [yes for place in rest for yes in risk.decisions(folds[place])],
            [count for place in rest for count in risk.even(folds[place])],
        )
        corpus = Corpus(held, models[number].grams())
        assessed += assess(corpus, models[number], direct_of("en"))
        owners = [text.id for text in held for _ in text.mentions]
        for owner, row, yes in zip(owners, found[number], risk.decisions(held), strict=True):
            rows.append((owner, row, stack(models[number].stack, row), yes))
    for name, own in ids.items():
        _print_agreement(name, [row for row in rows if row[0] in own])
    whole = {text.id: text for fold in folds for text in fold}
    order = [document for document in court if document.doc_id in whole]
    _print_masks(order, [each for each in assessed if each.text.id in ids["court cases"]])
    _end_to_end(data, [text for text in texts if text not in read["echr_dev.json"]])


def _print_agreement(
    name: str, rows: Sequence[tuple[str, dict[str, float | None], float, bool]]
) -> None:
    right = [yes for _, _, _, yes in rows]
    odds = [value for _, _, value, _ in rows]
    print(
        f"\n{name}: {len({owner for owner, *_ in rows})} documents, {len(rows)} mentions; stacked ROC AUC "
        f"{scores.auc(odds, right):.3f}, average precision {scores.average_precision(odds, right):.3f}, "
        f"calibration error {scores.calibration_error([*map(probability, odds)], right):.3f}"
    )
    for indicator in INDICATORS:
        told = [(value, yes) for _, row, _, yes in rows if (value := row[indicator]) is not None]
        if told:
            values, decided = zip(*told, strict=True)
            print(f"  {indicator}: {scores.auc(values, decided):.3f} ({len(told)} mentions)")


def _print_masks(documents: Sequence[TabDocument], assessed: Sequence[Assessment]) -> None:
    print("\n| mask | ER direct | ER quasi | token P | token R | F1 | words | fewer |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    everything = [masked_by_threshold(each, 0.0) for each in assessed]
    most = scores.against_tab(documents, assessed, everything)["words_masked"]
    choices = [("everything", everything)]
    choices += [
        (f"risk >= {least}", [masked_by_threshold(each, least) for each in assessed])
        for least in THRESHOLDS
    ]
    choices += [
        (name, [masked_at(each, level) for each in assessed]) for name, level in LEVELS.items()
    ]
    for bound in BOUNDS:
        size = " --whole-text" if bound.whole else f" --combination {bound.size}"
        masks = [masked_by_bound(each, bound)[0] for each in assessed]
        choices.append((f"--bound {bound.risk}{size}", masks))
    for name, masks in choices:
        row = scores.against_tab(documents, assessed, masks)
        cells = [
            row["entity_recall_direct"], row["entity_recall_quasi"], row["token_precision"],
            row["token_recall"], row["token_f1"],
        ]  # fmt: skip
        words = row["words_masked"]
        print(
            f"| {name} | "
            + " | ".join(f"{cell:.3f}" for cell in cells)
            + f" | {words} | {1 - words / most:.1%} |"
        )


def _end_to_end(data: Path, others: Sequence[Text]) -> None:
    """The development documents by our own detection, which was fitted on the training documents;
    the model of risk is fitted without them."""
    folds = risk.parts([text for text in others if not text.bare], SEED)
    rows: list[dict[str, float | None]] = []
    right: list[bool] = []
    counts: list[float] = []
    bare = [text for text in others if text.bare]
    for held in folds:
        rest = [text for fold in folds if fold is not held for text in fold]
        model = risk.fitted([*rest, *bare], None)
        rows += risk.scored(Corpus(held, model.grams()), model)
        right += risk.decisions(held)
        counts += risk.even(held)
    model = risk.fitted(others, None)
    model.stack = risk.stacked(rows, right, counts)
    nlp = load("en")
    read = collect(
        [data / "tab" / COURT[1]],
        partial(nlp.typed_all, scheme=SCHEMES["en"]),
        print,
        _fail,
        lambda _: kinds_of("en"),
        "",
        True,
    )
    print(f"\n{len(read.texts)} development documents, detected:")
    _print_masks(read.gold, assess(Corpus(read.texts, model.grams()), model, direct_of("en")))


def _fail(error: Exception) -> None:
    sys.exit(str(error))


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parents[2] / "shared" / "data")
