"""Measure what every policy leaves to an acquaintance of the writer, and what it costs, and write
the tables into docs/risk.md.

usage: risk_policies.py [DATA]      DATA holds essays_dev.jsonl and essays_train.jsonl (default
../shared/data; without it only the essays of training/unseen are measured, and nothing is written)

Essays are detected and replaced as `pseudonymize` does it; the facts of an attacker are the gold
mentions that concern the writer. Linkage: `maskera attack linkage` (BM25, top-1). k: as
`maskera k-report` counts it, of what the released text still tells of a writer. Between the marks in
docs/risk.md everything is written anew; nothing there is typed by hand.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from maskera.evaluate.read import read
from maskera.mentions import Mention
from maskera.pipeline import Pipeline, load
from maskera.policy import Policy, load_policy
from maskera.result import Result, release
from maskera.risk import k_report, linkage
from maskera.risk.attributes import CONCERNS
from maskera.risk.linkage import WORD, Fact
from maskera.taxonomy import shipped
from maskera.text import Document, Span

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs" / "risk.md"
BEGIN, END = "<!-- policies -->", "<!-- /policies -->"
KEY = b"the figures need no key"
POLICIES = ("swell", "dummy", "natural", "category", "remove", "careful")
KEPT = ("fam", "prof", "edu", "sensitive")  # what the guidelines keep
ATTRIBUTES = (*KEPT, "age_digits", "age_string", "country", "city")
DRAWN = ("firstname", "surname", "city", "country", "town", "foreign_city", "foreign_town", "age")
"""Generators whose values say nothing of the writer: an attacker who reads them is misled."""
SEEDS = range(10)  # draws of the facts that the attacker has; figures are means
LEAST = 5

Gold = Sequence[tuple[Document, Sequence[Mention]]]


@dataclass(frozen=True, slots=True)
class Measured:
    """One row of a table. Shares of 1."""

    eight: float
    three: float
    kept: float
    shuffled: float
    unique: float
    success: float
    unchanged: float


def facts(
    gold: Gold, labels: Sequence[str] = (), without: Sequence[str] = ()
) -> dict[str, list[Fact]]:
    """What an acquaintance could know: the mentions that concern the writer, each form once."""
    found = {}
    for document, mentions in gold:
        told = {}
        for mention in mentions:
            written = _written(document, mention.span)
            if mention.personal < CONCERNS or mention.label in without:
                continue
            if not labels or mention.label in labels:
                told[written.casefold()] = Fact(written, mention.label)
        found[document.id] = list(told.values())
    return found


def cut(gold: Gold) -> dict[str, str]:
    """The texts without the gold mentions that policies replace: what no policy can hide."""
    found = {}
    for document, mentions in gold:
        text = document.text
        for mention in sorted(mentions, key=lambda mention: -mention.span.start):
            if mention.label not in KEPT:
                text = f"{text[: mention.span.start]} {text[mention.span.end :]}"
        found[document.id] = text
    return found


def linked(told: Mapping[str, Sequence[Fact]], released: Mapping[str, str], known: int) -> float:
    """Top-1 of the attack, the mean over draws of the facts."""
    tries = [linkage.attack(told, released, known, seed, draws=20).top1 for seed in SEEDS]
    return sum(tries) / len(tries)


def told_by(result: Result, policy: Policy) -> dict[str, str]:
    """Attribute -> what the released text says of it, "" where it says nothing true."""
    values: dict[str, set[str]] = {}
    for made in result.decided:
        mention = made.mention
        if mention.label not in ATTRIBUTES or mention.personal < CONCERNS:
            continue
        rule = policy.rule(mention.label, "foreign" in mention.features)
        if made.hidden and (rule.action != "replace" or rule.generator in DRAWN):
            continue
        values.setdefault(mention.label, set()).add(made.text.casefold())
    return {label: k_report.joined(found) for label, found in values.items()}


def unchanged(gold: Gold, results: Mapping[str, Result]) -> float:
    """Share of the words outside gold mentions that stand in the release as they were written."""
    whole = left = 0
    for document, mentions in gold:
        marked = [mention.span for mention in mentions]
        changed = [
            made.mention.span
            for made in results[document.id].replacements
            if made.text != document.text[made.mention.span.start : made.mention.span.end]
        ]
        for word in WORD.finditer(document.text):
            span = Span(word.start(), word.end())
            if not any(span.overlaps(each) for each in marked):
                whole += 1
                left += not any(span.overlaps(each) for each in changed)
    return left / whole if whole else 1.0


def measured(gold: Gold, nlp: Pipeline) -> Measured:
    """One policy on some essays."""
    results = {document.id: nlp(document) for document, _ in gold}
    texts = {name: release(result).text for name, result in results.items()}
    rows = [told_by(result, nlp.policy) for result in results.values()]
    figures = k_report.measure(rows, ATTRIBUTES, LEAST)
    return _row(gold, texts, figures.unique, figures.success, unchanged(gold, results))


def _row(
    gold: Gold, texts: Mapping[str, str], unique: float, success: float, same: float
) -> Measured:
    replaced = facts(gold, without=KEPT)
    return Measured(
        linked(replaced, texts, 8),
        linked(replaced, texts, 3),
        linked(facts(gold, KEPT), texts, 8),
        linked(linkage.shuffled(replaced), texts, 8),
        unique,
        success,
        same,
    )


def rows(gold: Gold) -> list[tuple[str, Measured]]:
    """The original, the gold cut out, every policy, and the ways of spelling."""
    whole = {document.id: document.text for document, _ in gold}
    named = [load_policy(name) for name in POLICIES]
    spelt = [
        replace(load_policy("swell"), name=f"swell, spelling {way}", spelling=way)
        for way in ("carry", "normalize")
    ]
    nlp = load("sv", key=KEY)
    own = k_report.measure([_said(mentions, d) for d, mentions in gold], ATTRIBUTES, LEAST)
    bare = k_report.measure(
        [_said([m for m in mentions if m.label in KEPT], d) for d, mentions in gold],
        ATTRIBUTES,
        LEAST,
    )
    found = [
        ("original", _row(gold, whole, own.unique, own.success, 1.0)),
        ("gold cut out", _row(gold, cut(gold), bare.unique, bare.success, 1.0)),
    ]
    for policy in [*named, *spelt]:
        changed = load("sv", policy=policy, key=KEY) if policy.name != "swell" else nlp
        found.append((policy.name, measured(gold, changed)))
    return found


def _said(mentions: Iterable[Mention], document: Document) -> dict[str, str]:
    values: dict[str, set[str]] = {}
    for mention in mentions:
        if mention.label in ATTRIBUTES and mention.personal >= CONCERNS:
            values.setdefault(mention.label, set()).add(_written(document, mention.span).casefold())
    return {label: k_report.joined(found) for label, found in values.items()}


def _written(document: Document, span: Span) -> str:
    return " ".join(document.text[span.start : span.end].split())


def table(found: Sequence[tuple[str, Measured]]) -> str:
    """The rows in Markdown."""
    heads = (
        "", "8 facts", "3 facts", "kept labels only", "8 facts of another", "k = 1", "mean 1/k",
        "words outside unchanged",
    )  # fmt: skip
    lines = ["| " + " | ".join(heads) + " |", "| " + " | ".join(["---"] * len(heads)) + " |"]
    for name, row in found:
        cells = [f"{getattr(row, field):.3f}" for field in row.__slots__]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def main(data: Path) -> None:
    """Measure, print, and write into the docs where all texts are there."""
    # Two sets number their essays alike.
    unseen = [
        (replace(d, id=f"unseen {d.id}"), m)
        for d, m in read(ROOT / "training" / "unseen", shipped())
    ]
    if not (data / "essays_dev.jsonl").exists():
        print(table(rows(unseen)))
        return
    fresh = [*read(data / "essays_dev.jsonl", shipped()), *unseen]
    trained = list(read(data / "essays_train.jsonl", shipped()))
    told = [
        f"{len(fresh)} essays that nothing was trained on:\n",
        table(rows(fresh)),
        "<!-- bars: 8 facts; kept labels only -->\n",
        f"All {len(fresh) + len(trained)} essays, on {len(trained)} of which the tagger was trained:\n",
        table(rows([*fresh, *trained])),
    ]
    text = "\n".join(told)
    print(text)
    page = DOCS.read_text(encoding="utf-8")
    before, _, rest = page.partition(BEGIN)
    _, mark, after = rest.partition(END)
    if not mark:
        sys.exit(f"{DOCS.name}: no {BEGIN} ... {END}")
    DOCS.write_text(f"{before}{BEGIN}\n{text}{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT.parent / "shared" / "data")
