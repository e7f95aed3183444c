"""Count how often a word form is an ordinary word and how often (part of) a name, from corpora that
may be counted (CC BY 4.0).

usage: count_word_case.py DATA_FOLDER OUT.tsv [sv|en]     DATA_FOLDER holds for Swedish
ner/sv_webbnyheter_train.txt, swell_train.jsonl, essays_train.jsonl; for English tab/echr_train.json
and, in en/, ewt_train.jsonl, wnut_train.jsonl, panorama_train.jsonl, panorama_subjects.jsonl

Only forms seen at least three times come out, with two counts; no running text. News words count
when not at the start of a sentence (ordinary = written with a small letter or untagged); learner
words count as names inside a mention of a name, place or organisation.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

WORD = re.compile(r"[^\W\d_]+(?:[-'’:][^\W\d_]+)*")
MARKED_ONLY = {
    "fam",
    "prof",
    "edu",
    "sensitive",
    "extra",
    "day",
    "month_word",
    "age_string",
    "other_nr_seq",
}
LEAST = 3
NAMED = frozenset(
    "PER LOC ORG PERSON person location corporation group product creative-work MISC".split()
)
"""Types of names in the English corpora."""


def news(path: Path, ordinary: Counter[str], named: Counter[str]) -> None:
    """Count one file of `token TAB tag` rows."""
    initial = True
    for line in path.read_text(encoding="utf-8").splitlines():
        word, _, tag = line.strip().partition("\t")
        word = word.strip("\xad").replace("\xad", "")
        if not word:
            initial = True
            continue
        if WORD.fullmatch(word):
            if tag in ("PER", "ORG", "LOC"):
                named[word.lower()] += 1
            elif not initial and word[0].islower():
                ordinary[word.lower()] += 1
        initial = word in (".", "!", "?", ":", "-", '"', "–", "”")


def essays(path: Path, ordinary: Counter[str], named: Counter[str]) -> None:
    """Count one file of annotated learner text."""
    for line in path.read_text(encoding="utf-8").splitlines():
        essay = json.loads(line)
        spans = [(span["start"], span["end"], span["label"]) for span in essay["spans"]]
        for match in WORD.finditer(essay["text"]):
            label = next((label for start, end, label in spans if start <= match.start() < end), "")
            counts = ordinary if not label or label in MARKED_ONLY else named
            if counts is ordinary and match[0][0].isupper() and not label:
                continue  # an unmarked capital: start of a sentence, a title, a language; says little
            counts[match[0].lower()] += 1


def english(folder: Path) -> Iterator[tuple[str, list[tuple[int, int, str]]]]:
    """The English texts and their spans; subjects of posts have none."""
    for name in ("ewt_train", "wnut_train", "panorama_train", "panorama_subjects"):
        for line in (folder / "en" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
            table = json.loads(line)
            yield (
                table["text"],
                [(s["start"], s["end"], s["label"]) for s in table.get("spans", ())],
            )
    for table in json.loads((folder / "tab" / "echr_train.json").read_text(encoding="utf-8")):
        annotators = table["annotations"].values()
        yield (
            table["text"],
            [
                (m["start_offset"], m["end_offset"], m["entity_type"])
                for annotator in annotators
                for m in annotator["entity_mentions"]
            ],
        )


def mixed(
    text: str, spans: list[tuple[int, int, str]], ordinary: Counter[str], named: Counter[str]
) -> None:
    """Count one English text: a capital inside a name is the name's, a small letter outside is a
    word's; a capital that nothing is marked of says little."""
    for match in WORD.finditer(text):
        inside = any(a <= match.start() < b and label in NAMED for a, b, label in spans)
        if inside and match[0][0].isupper():
            named[match[0].lower()] += 1
        elif not inside and match[0][0].islower() and not match[0].isupper():
            ordinary[match[0].lower()] += 1


def main(folder: Path, out: Path, language: str) -> None:
    """Count everything and write the table."""
    ordinary: Counter[str] = Counter()
    named: Counter[str] = Counter()
    if language == "en":
        for text, spans in english(folder):
            mixed(text, spans, ordinary, named)
    else:
        news(folder / "ner" / "sv_webbnyheter_train.txt", ordinary, named)
        for name in ("swell_train.jsonl", "essays_train.jsonl"):
            essays(folder / name, ordinary, named)
    rows = sorted(form for form in ordinary.keys() | named.keys() if ordinary[form] >= LEAST)
    lines = [
        "form\tordinary\tnamed",
        *(f"{form}\t{ordinary[form]}\t{named[form]}" for form in rows),
    ]
    out.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(len(rows), "forms")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), "".join(sys.argv[3:]) or "sv")
