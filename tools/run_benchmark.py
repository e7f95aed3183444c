"""Run maskera's modes, Presidio and spaCy on the public test suite and write the tables of
benchmark/README.md; answers go to out/benchmark/.

Systems whose packages or models are missing are left out, and said to be. Models: any spaCy model
that is installed or a folder of one (Swedish: tools/train_spacy_ner.py).

use: python tools/run_benchmark.py [--write] [--spacy-sv MODEL] [--spacy-en MODEL]
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

import maskera
from maskera.evaluate.phenomena import ALL, Case, Figures, asked, read_answers, read_cases, score
from maskera.formats import label_map
from maskera.pipeline import MODES
from maskera.taxonomy import shipped
from maskera.text import Document

ROOT = Path(__file__).parent.parent
SUITE = ROOT / "benchmark"
OUT = ROOT / "out" / "benchmark"
KEY = b"nothing is drawn, but a pipeline has a key"
COMMON = "PERSON,LOC,ORG,DATETIME,CODE"
"""The types that all systems claim to find."""
LANGUAGES = {"sv": "Swedish", "en": "English"}

Spans = list[dict[str, Any]]
Detector = Callable[[Sequence[Case]], Iterable[Spans]]


def ours(mode: str) -> Detector:
    """A mode of maskera."""

    def detect(cases: Sequence[Case]) -> Iterable[Spans]:
        nlp = maskera.load(cases[0].language, mode=mode, key=KEY)
        found = nlp.detect_all(Document(case.id, case.text, case.language) for case in cases)
        for _, mentions in found:
            yield [{"start": m.span.start, "end": m.span.end, "label": m.label} for m in mentions]

    return detect


def spacy_model(name: str) -> Detector:
    """The named entities of a spaCy pipeline."""

    def detect(cases: Sequence[Case]) -> Iterable[Spans]:
        import spacy

        nlp = spacy.load(name)
        for doc in nlp.pipe(case.text for case in cases):
            yield [{"start": e.start_char, "end": e.end_char, "label": e.label_} for e in doc.ents]

    return detect


def presidio(language: str, model: str = "") -> Detector:
    """Presidio with the recognizers that it ships for a language, over a spaCy model or, without
    one, over a blank pipeline: patterns only."""

    def detect(cases: Sequence[Case]) -> Iterable[Spans]:
        import spacy
        import tldextract
        from presidio_analyzer import AnalyzerEngine, RecognizerRegistry
        from presidio_analyzer.nlp_engine import NerModelConfiguration, SpacyNlpEngine

        # Its e-mail recognizer would fetch the public suffix list; the copy inside the package does.
        tldextract.extract = tldextract.TLDExtract(suffix_list_urls=(), cache_dir=None)
        names = {"PER": "PERSON", "LOC": "LOCATION", "ORG": "ORGANIZATION"}
        known = NerModelConfiguration().model_to_presidio_entity_mapping
        engine = SpacyNlpEngine(
            ner_model_configuration=NerModelConfiguration(
                model_to_presidio_entity_mapping={**known, **names}, labels_to_ignore=[]
            )
        )
        engine.nlp = {language: spacy.load(model) if model else spacy.blank(language)}
        registry = RecognizerRegistry(supported_languages=[language])
        registry.load_predefined_recognizers(languages=[language], nlp_engine=engine)
        if not model:
            registry.remove_recognizer("SpacyRecognizer")
        analyzer = AnalyzerEngine(
            registry=registry, nlp_engine=engine, supported_languages=[language]
        )
        for case in cases:
            yield [
                {"start": r.start, "end": r.end, "label": r.entity_type}
                for r in analyzer.analyze(case.text, language=language)
            ]

    return detect


def systems(language: str, model: str) -> Mapping[str, tuple[Detector, str]]:
    """By name: a detector and the name of its label map; "" for our labels."""
    table: dict[str, tuple[Detector, str]] = {
        f"maskera, mode {mode}": (ours(mode), "") for mode in MODES
    }
    table["Presidio, patterns only"] = presidio(language), "presidio"
    if model:
        table["Presidio with the spaCy model"] = presidio(language, model), "presidio"
        table["spaCy model"] = spacy_model(model), "spacy"
    return table


def answered(name: str, language: str, detect: Detector, cases: Sequence[Case]) -> bytes:
    """A system's answers as it would hand them in, which are written, too."""
    lines = (
        msgspec.json.encode({"id": case.id, "spans": spans}) + b"\n"
        for case, spans in zip(cases, detect(cases), strict=True)
    )
    content = b"".join(lines)
    OUT.mkdir(parents=True, exist_ok=True)
    (OUT / f"{language}-{re.sub(r'[^a-z+]+', '-', name.lower())}.jsonl").write_bytes(content)
    return content


def figures(
    language: str, model: str, cases: Sequence[Case], types: str
) -> dict[str, dict[str, Figures]]:
    """By system: figures by phenomenon."""
    rows = {}
    for name, (detect, labels) in systems(language, model).items():
        table = label_map.read(SUITE / "labels" / f"{labels}.tsv", shipped()) if labels else {}
        try:
            content = answered(name, language, detect, cases)
        except ImportError as error:
            print(f"{name}: left out ({error.name} is not installed)")
            continue
        answers, _ = read_answers(content, name, cases, shipped(), table)
        rows[name] = score(cases, answers, asked(shipped(), table, types), shipped())
        print(f"{language} {name}: token recall {rows[name][ALL].tokens.recall:.3f}")
    return rows


def table_of(rows: Mapping[str, Mapping[str, Figures]]) -> str:
    """All cases, a system a row."""
    lines = [
        "| system | all right | mentions covered | must not, but marked | token P | token R | typed F1 |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for name, by in rows.items():
        its = by[ALL].shares()
        shown = (
            "right",
            "covered",
            "must_not_marked",
            "token_precision",
            "token_recall",
            "typed_f1",
        )
        lines.append(f"| {name} | " + " | ".join(f"{its[key]:.3f}" for key in shown) + " |")
    return "\n".join(lines)


def by_phenomenon(rows: Mapping[str, Mapping[str, Figures]]) -> str:
    """Share of cases that are all right, a phenomenon a row."""
    names = list(rows)
    lines = [
        "| phenomenon | cases | " + " | ".join(names) + " |",
        "| --- | --- | " + " | ".join("---" for _ in names) + " |",
    ]
    for phenomenon, its in next(iter(rows.values())).items():
        shares = (f"{rows[name][phenomenon].shares()['right']:.3f}" for name in names)
        lines.append(f"| {phenomenon} | {its.cases} | " + " | ".join(shares) + " |")
    return "\n".join(lines)


def main(models: Mapping[str, str], write: bool) -> None:
    """Run all systems and print, or write, their tables."""
    parts = []
    for language, spoken in LANGUAGES.items():
        path = SUITE / f"{language}.jsonl"
        rows = figures(
            language, models[language], read_cases(path.read_bytes(), path.name, shipped()), COMMON
        )
        parts += [
            f"### {spoken}",
            table_of(rows),
            "Cases that are all right, by phenomenon:",
            by_phenomenon(rows),
        ]
    text = "\n\n".join(parts)
    print(text)
    if write:
        page = SUITE / "README.md"
        begin, end = "<!-- figures -->", "<!-- /figures -->"
        head, _, rest = page.read_text(encoding="utf-8").partition(begin)
        tail = rest.partition(end)[2]
        page.write_text(f"{head}{begin}\n\n{text}\n\n{end}{tail}", encoding="utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--spacy-sv", default="")
    parser.add_argument("--spacy-en", default="")
    given = parser.parse_args()
    main({"sv": given.spacy_sv, "en": given.spacy_en}, given.write)
