"""Train the Swedish spaCy pipeline that tools/run_benchmark.py compares with (tok2vec and ner, a small
CNN), from a corpus of `word<TAB>label` lines with a blank line between sentences. spaCy offers a
Swedish model of its own, which cannot be had from a package index.

use: python tools/train_spacy_ner.py CORPUS FOLDER [--sentences N] [--minutes N]
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

SEED = 1


def sentences(path: Path) -> Iterator[tuple[list[str], list[str]]]:
    """The words and the labels of each sentence."""
    words: list[str] = []
    labels: list[str] = []
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            word, _, label = line.rstrip("\n").partition("\t")
            if label:
                words.append(word)
                labels.append(label)
            elif words:
                yield words, labels
                words, labels = [], []


def spans(labels: list[str]) -> list[tuple[int, int, str]]:
    """Runs of one label; "0" is none."""
    found: list[tuple[int, int, str]] = []
    for index, label in enumerate(labels):
        if label == "0":
            continue
        if found and found[-1][1] == index and found[-1][2] == label:
            found[-1] = (found[-1][0], index + 1, label)
        else:
            found.append((index, index + 1, label))
    return found


def main(corpus: Path, folder: Path, most: int, minutes: float) -> None:
    """Train for so many minutes of processor time at most, or ten rounds."""
    import spacy
    from spacy.tokens import Doc, Span
    from spacy.training import Example
    from spacy.util import fix_random_seed, minibatch

    fix_random_seed(SEED)
    nlp = spacy.blank("sv")
    examples = []
    for words, labels in islice(sentences(corpus), most):
        doc = Doc(nlp.vocab, words=words)
        doc.ents = [Span(doc, start, end, label=label) for start, end, label in spans(labels)]
        examples.append(Example(nlp.make_doc(doc.text), doc))
    nlp.add_pipe("ner")
    optimizer = nlp.initialize(lambda: examples[:2000])
    rng = random.Random(SEED)
    begun = time.process_time()
    for number in range(10):
        rng.shuffle(examples)
        losses: dict[str, float] = {}
        for batch in minibatch(examples, 128):
            nlp.update(batch, sgd=optimizer, drop=0.2, losses=losses)
            if time.process_time() - begun > minutes * 60:
                break
        print(f"round {number + 1}: loss {losses['ner']:.0f}", flush=True)
        if time.process_time() - begun > minutes * 60:
            break
    nlp.to_disk(folder)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sentences", type=int, default=40_000)
    parser.add_argument("--minutes", type=float, default=8.0)
    given = parser.parse_args()
    main(given.corpus, given.folder, given.sentences, given.minutes)
