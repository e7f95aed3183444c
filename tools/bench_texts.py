"""The texts that `make bench` works on: of two densities, no sentence twice, and never the same
sentence again in a later round."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

from maskera.formats import readers
from maskera.formats.inputs import read_all
from maskera.lang import load_pack
from maskera.taxonomy import shipped
from maskera.text import Document

ROOT = Path(__file__).parent.parent
BESIDE = ROOT.parent / "shared" / "data"
SENTENCES, ESSAYS, SAMPLES = "learner sentences", "invented essays", "sample essays"
TOGETHER = 12  # sentences in a document
CHANGED = 8  # one word in so many is another one in each round


def corpora() -> dict[str, list[Document]]:
    """The texts by the name of their set: real sentences and invented essays where they lie beside
    the repository, else its samples."""
    found = {}
    if (path := BESIDE / "swell_train.jsonl").exists():
        found[SENTENCES] = list(grouped(distinct(read([path]))))
    if paths := [p for name in ("train", "dev") if (p := BESIDE / f"essays_{name}.jsonl").exists()]:
        found[ESSAYS] = list(distinct(read(paths)))
    return found or {SAMPLES: read(sorted((ROOT / "samples").glob("*.txt")))}


def read(paths: Iterable[Path]) -> list[Document]:
    """The documents of files and folders; what cannot be read is left out."""
    return [item for item in read_all(paths, readers(shipped())) if isinstance(item, Document)]


def distinct(documents: Iterable[Document]) -> Iterator[Document]:
    """The documents without those whose text has come before."""
    seen: set[str] = set()
    for document in documents:
        if document.text not in seen:
            seen.add(document.text)
            yield document


def grouped(sentences: Iterable[Document]) -> Iterator[Document]:
    """Documents of TOGETHER sentences each."""
    waiting = list(sentences)
    for start in range(0, len(waiting), TOGETHER):
        text = " ".join(sentence.text for sentence in waiting[start : start + TOGETHER])
        yield Document(f"sentences-{start}", text)


def varied(documents: Sequence[Document], turn: int) -> list[Document]:
    """The same texts under new ids with one word in CHANGED drawn anew from the small-letter words
    of all: sentences that nobody has seen, of forms that everybody has."""
    rng = Random(turn)
    words = sorted({word for document in documents for word in _words(document.text)})
    known, found = frozenset(words), []
    for document in documents:
        pieces = re.split(r"(\s+)", document.text)
        for start in range(0, len(pieces), 2 * CHANGED):
            within = range(start, min(start + 2 * CHANGED, len(pieces)))
            if places := [place for place in within if pieces[place] in known]:
                pieces[rng.choice(places)] = rng.choice(words)
        found.append(replace(document, id=f"{document.id}-{turn}", text="".join(pieces)))
    return found


def _words(text: str) -> Iterator[str]:
    return (word for word in text.split() if word.isalpha() and word.islower())


def up_to(documents: Sequence[Document], tokens: int) -> list[Document]:
    """The first documents that have so many tokens together, at least one."""
    found: list[Document] = []
    for document in documents:
        if found and token_count(found) >= tokens:
            break
        found.append(document)
    return found


def forms(documents: Iterable[Document]) -> list[str]:
    """The tokens as maskera cuts them: everybody's are counted so."""
    annotate = load_pack("sv").tokenization
    return [form for document in documents for form in annotate(document).tokens.forms]


def token_count(documents: Iterable[Document]) -> int:
    """How many tokens there are."""
    return len(forms(documents))


def title(name: str, documents: Sequence[Document]) -> str:
    """What a set is: texts, tokens, and how many forms in 1,000 tokens come for the first time."""
    tokens = forms(documents)
    new = 1000 * len(set(tokens)) / max(len(tokens), 1)
    return f"{name}: {len(documents)} texts, {len(tokens):,} tokens, {new:.0f} new forms in 1,000"
