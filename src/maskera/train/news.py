"""Named-entity corpora as training text: persons, places and organisations get the labels of this
project by way of the lexicon."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

from maskera.annotate.tokens import normal
from maskera.errors import DataError
from maskera.lexicon.vocab import Vocab
from maskera.taxonomy import GIVEN_NAME
from maskera.train import corpora
from maskera.train.corpora import Annotated, Marked

TAGS = {"PER", "LOC", "ORG", "MISC", "0", "O", ""}


def read(path: Path, vocab: Vocab) -> Iterator[Annotated]:
    """A sentence an annotated text, from `token TAB tag` rows with blank lines between sentences;
    raises DataError with file and line.

    The last word of a person's name is the surname, the ones between it and the first are middle
    names. A place has the label that the lexicon gives it, `city` when it has none. Things (MISC)
    are not marked here. A row may lack its tag, but a file without any is refused.
    """
    rows: list[tuple[str, str]] = []
    tagged = False
    for number, line in enumerate([*corpora.content(path).splitlines(), ""], start=1):
        word, _, tag = (part.strip() for part in line.replace("\xad", "").partition("\t"))
        if word:
            if tag not in TAGS:
                raise DataError(
                    f"{path}:{number}: the tag is none of {', '.join(sorted(filter(None, TAGS)))}"
                )
            rows.append((word, tag))
            tagged = tagged or bool(tag)
        elif rows:
            yield _sentence(f"{path.stem}-{number}", rows, vocab)
            rows = []
    if not tagged:
        raise DataError(
            f"{path}: no named-entity corpus, for no row has a word, a tab and a tag (marked essays are given as a folder)"
        )


def _sentence(identifier: str, rows: Sequence[tuple[str, str]], vocab: Vocab) -> Annotated:
    spans: list[Marked] = []
    text, position = [], 0
    for tag, group in groupby(rows, key=lambda row: row[1]):
        words = [word for word, _ in group]
        starts = []
        for word in words:
            starts.append(position)
            text.append(word)
            position += len(word) + 1
        if tag == "PER":
            labels = _person([normal(word).lower() for word in words], vocab)
            spans += [
                Marked(at, at + len(word), label)
                for at, word, label in zip(starts, words, labels, strict=True)
            ]
        elif tag in ("LOC", "ORG"):
            label = (
                _place(" ".join(normal(word).lower() for word in words), vocab)
                if tag == "LOC"
                else vocab.taxonomy.label("org.other")
            )
            spans.append(Marked(starts[0], starts[-1] + len(words[-1]), label))
    return Annotated(identifier, " ".join(text), tuple(spans))


def _person(words: Sequence[str], vocab: Vocab) -> list[str]:
    given_names, label = vocab.taxonomy.labels(GIVEN_NAME), vocab.taxonomy.label
    family, unknown = label("person.family"), label(f"{GIVEN_NAME}.unknown")

    def first(word: str) -> str:
        known = [
            entry
            for form in (word, vocab.genitive.bare(word))
            for entry in vocab.gazetteer.entries(form)
            if entry.label in given_names
        ]
        return max(known, key=lambda entry: entry.weight).label if known else unknown

    if len(words) == 1:
        weights = {
            entry.label: entry.weight
            for form in (vocab.genitive.bare(words[0]), words[0])
            for entry in vocab.gazetteer.entries(form)
        }
        given = max((weights.get(label, -9.0) for label in given_names), default=-9.0)
        return [first(words[0]) if given > weights.get(family, -1.0) else family]
    return [first(words[0]), *[label("person.middle")] * (len(words) - 2), family]


def _place(form: str, vocab: Vocab) -> str:
    places = vocab.taxonomy.labels("place", "site")
    known = [
        entry
        for each in (form, vocab.genitive.bare(form))
        for entry in vocab.gazetteer.entries(each)
        if entry.label in places
    ]
    return (
        max(known, key=lambda entry: entry.weight).label
        if known
        else vocab.taxonomy.label("place.settlement")
    )
