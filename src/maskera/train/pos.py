"""Training of the part-of-speech model: treebanks, silver tags on news with marked names, small
letters and slips.

usage: python -m maskera.train.pos DATA OUT     DATA holds ud/*.conllu and
ner/sv_webbnyheter_train.txt (docs/pos.md)

Every tenth sentence of each treebank is kept out of training; the figures in the model's card are
measured on those.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np

from maskera.annotate import conllu
from maskera.annotate.pos import Facts, features, keys
from maskera.annotate.tokens import tokenize
from maskera.errors import DataError, MaskeraError
from maskera.io.models import save
from maskera.kernels.crf import Tagger, Weights
from maskera.kernels.decode import Decoder
from maskera.text import Document
from maskera.train import Example
from maskera.train.augment import typo
from maskera.train.crfsuite import fit

KEPT: Mapping[str, tuple[str, ...]] = {
    "NOUN": ("Case", "Definite", "Gender", "Number"),
    "PROPN": ("Case",),
    "ADJ": ("Definite", "Gender", "Number"),
    "DET": ("Definite", "Gender", "Number"),
    "PRON": ("Case", "Poss"),
    "VERB": ("Tense", "VerbForm"),
    "AUX": ("VerbForm",),
}
"""The features a label keeps of each tag, by what replacement and detection ask for and what makes
the neighbours predictable."""
LEAST_LABEL = 40  # a rarer combination gives up its last features
HELD_OUT = 10
SMALL_LETTERS, SLIPS = (
    0.3,
    0.04,
)  # share of sentences in small letters; share of words of the others with a slip
MEASURED_SLIPS = 0.15  # share of words with a slip in the third variant of the held-out sentences
CARELESS_COPIES = 3  # of every gold sentence, beside the sentence itself; silver ones come once, so gold weighs about as much
PARAMETERS: Mapping[str, Any] = {"c1": 0.1, "c2": 0.1, "max_iterations": 100, "feature.minfreq": 2}
NAMED = frozenset(("PER", "ORG", "LOC"))
SURE = 30.0  # added to a score, stronger than any evidence
SEED = 2026


class Sentence(NamedTuple):
    """Forms and labels, one each a token."""

    forms: tuple[str, ...]
    labels: tuple[str, ...]


class Figures(NamedTuple):
    """Shares of tokens: right UPOS, right label (UPOS and kept features); precision and recall of
    PROPN; how many tokens."""

    upos: float
    label: float
    propn_precision: float
    propn_recall: float
    tokens: int


def label(pos: str, morphology: str) -> str:
    """UPOS and FEATS of a treebank -> the label: "NOUN", "Case=Nom|..|Foreign=Yes" ->
    "NOUN|Case=Nom|..". Untagged is X."""
    kept = KEPT.get(pos, ())
    return "|".join(
        [pos or "X", *(feat for feat in morphology.split("|") if feat.partition("=")[0] in kept)]
    )


def treebank(path: Path) -> list[tuple[Document, list[str]]]:
    """The sentences of a CoNLL-U file as documents of their own, with the label of every token;
    raises DataError with file and line."""
    found = []
    for document in conllu.read(path.read_bytes(), path.name):
        if isinstance(document, DataError):
            raise document
        tokens = document.tokens
        for span in document.sentences:
            begin, end = tokens.starts[span.start], tokens.ends[span.end - 1]
            rows = range(span.start, span.end)
            labels = [
                label(tokens.pos[row], tokens.morphology[row] if tokens.morphology else "")
                for row in rows
            ]
            cut = type(tokens)(
                tuple(tokens.starts[row] - begin for row in rows),
                tuple(tokens.ends[row] - begin for row in rows),
                tuple(tokens.forms[row] for row in rows),
            )
            found.append((Document(document.id, document.text[begin:end], tokens=cut), labels))
    return found


def retokenized(document: Document, labels: Sequence[str]) -> Sentence:
    """The sentence in our own tokens: each has the label of the token it begins in, marks inside
    another token are PUNCT."""
    tokens, found = tokenize(document.text), []
    row = 0
    for start, form in zip(tokens.starts, tokens.forms, strict=True):
        while document.tokens.ends[row] <= start:
            row += 1
        inside = len(document.tokens.forms[row]) > len(form) and not form[0].isalnum()
        found.append("PUNCT" if inside else labels[row])
    return Sentence(tokens.forms, tuple(found))


def common(sentences: Iterable[Sentence]) -> Callable[[str], str]:
    """A label -> the label itself, or what is left when features are taken from its end until it is
    frequent enough here."""
    counts = Counter(one for sentence in sentences for one in sentence.labels)
    for length in range(max((one.count("|") for one in counts), default=0), 0, -1):
        for one in [
            one for one, count in counts.items() if one.count("|") == length and count < LEAST_LABEL
        ]:
            counts[one.rpartition("|")[0]] += counts.pop(one)

    def backed_off(one: str) -> str:
        while one not in counts and "|" in one:
            one = one.rpartition("|")[0]
        return one

    return backed_off


def noisy(sentence: Sentence, rng: Random) -> Sentence:
    """The sentence of a careless writer: in small letters, or with a slip in a word here and there."""
    if rng.random() < SMALL_LETTERS:
        return Sentence(tuple(form.lower() for form in sentence.forms), sentence.labels)
    return misspelt(sentence, SLIPS, rng)


def misspelt(sentence: Sentence, share: float, rng: Random) -> Sentence:
    """The sentence with a slip in such a share of its words."""
    forms = (
        typo(form, rng) if form.isalpha() and rng.random() < share else form
        for form in sentence.forms
    )
    return Sentence(tuple(forms), sentence.labels)


def named_entities(path: Path) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """The sentences of a file of `token TAB tag` rows in our own tokens, with the tag (PER ORG LOC
    MISC 0) of each; broken rows are 0."""
    words: list[str] = []
    tags: list[str] = []
    for line in [*path.read_text(encoding="utf-8").splitlines(), ""]:
        word, _, tag = line.replace("\xad", "").strip().partition("\t")
        if word:
            for form in tokenize(word).forms:
                words.append(form)
                tags.append(tag or "0")
        elif words:
            yield tuple(words), tuple(tags)
            words, tags = [], []


def silver(
    weights: Weights, facts: Facts, sentences: Sequence[tuple[tuple[str, ...], tuple[str, ...]]]
) -> list[Sentence]:
    """The sentences tagged by a model, held to what the name tags say: a capitalised name is PROPN,
    a small word outside names is not."""
    tagger = Tagger(weights, features(facts))
    decoder = Decoder(tagger.transitions)
    proper = np.array([one.startswith("PROPN") for one in weights.labels])
    found = []
    for begin in range(0, len(sentences), 500):
        part = sentences[begin : begin + 500]
        emissions = tagger.emissions([(keys(forms),) for forms, _ in part])
        for (forms, tags), emission in zip(part, emissions.split(), strict=True):
            for place, (form, tag) in enumerate(zip(forms, tags, strict=True)):
                if tag in NAMED and form[0].isupper():
                    emission[place, proper] += SURE
                elif tag == "0" and form.islower():
                    emission[place, proper] -= SURE
        best = iter(decoder(emissions).tolist())
        found += [
            Sentence(forms, tuple(weights.labels[next(best)] for _ in forms)) for forms, _ in part
        ]
    return found


def examples(sentences: Iterable[Sentence]) -> Iterator[Example]:
    """The sentences as the trainer wants them."""
    for sentence in sentences:
        yield [keys(sentence.forms)], sentence.labels


def measured(
    weights: Weights, facts: Facts, sentences: Sequence[Sentence], backed_off: Callable[[str], str]
) -> Figures:
    """How well a model tags the sentences."""
    tagger = Tagger(weights, features(facts))
    best = Decoder(tagger.transitions)(
        tagger.emissions([(keys(sentence.forms),) for sentence in sentences])
    )
    found = [weights.labels[number] for number in best.tolist()]
    gold = [backed_off(one) for sentence in sentences for one in sentence.labels]
    pairs = [
        (one.partition("|")[0], other.partition("|")[0])
        for one, other in zip(gold, found, strict=True)
    ]
    both = sum(pair == ("PROPN", "PROPN") for pair in pairs)
    return Figures(
        sum(one == other for one, other in pairs) / len(pairs),
        sum(one == other for one, other in zip(gold, found, strict=True)) / len(pairs),
        both / max(1, sum(other == "PROPN" for _, other in pairs)),
        both / max(1, sum(one == "PROPN" for one, _ in pairs)),
        len(pairs),
    )


class Corpora(NamedTuple):
    """What is trained on and what is measured on (by treebank, in the treebank's own tokens)."""

    gold: list[Sentence]
    held: dict[str, list[Sentence]]
    named: list[tuple[tuple[str, ...], tuple[str, ...]]]


def corpora(folder: Path) -> Corpora:
    """The corpora of a data folder; raises DataError where a file is missing or broken."""
    files = sorted((folder / "ud").glob("*.conllu"))
    news = folder / "ner" / "sv_webbnyheter_train.txt"
    if not files or not news.exists():
        raise DataError(f"{folder}: no ud/*.conllu or no {news.relative_to(folder)} here")
    gold: list[Sentence] = []
    held: dict[str, list[Sentence]] = {}
    for file in files:
        for number, (document, labels) in enumerate(treebank(file)):
            if number % HELD_OUT:
                gold.append(retokenized(document, labels))
            else:
                held.setdefault(file.stem, []).append(
                    Sentence(document.tokens.forms, tuple(labels))
                )
    return Corpora(gold, held, list(named_entities(news)))


def train(
    data: Corpora,
    facts: Facts,
    progress: Callable[[str], None] = lambda line: None,
    seed: int = SEED,
) -> Weights:
    """The model: first on gold alone, then on gold, silver and careless copies. Figures on the
    held-out sentences stand in its card."""
    rng = Random(seed)
    backed_off = common(data.gold)
    gold = [
        Sentence(sentence.forms, tuple(map(backed_off, sentence.labels))) for sentence in data.gold
    ]
    seen = features(facts)
    taught = [*gold, *(noisy(sentence, rng) for _ in range(CARELESS_COPIES) for sentence in gold)]
    first = fit(examples(taught), seen, {}, PARAMETERS, lambda line: progress(f"gold: {line}"))
    tagged = silver(first, facts, data.named)
    weights = fit(
        examples([*taught, *(noisy(sentence, rng) for sentence in tagged)]),
        seen,
        {},
        PARAMETERS,
        lambda line: progress(f"gold and silver: {line}"),
    )
    weights.card = {
        "trained on": "UD Swedish Talbanken dev and PUD test (CC BY-SA), nine sentences of ten; Webbnyheter 2012 (CC BY), silver tags",
        "licence": "CC BY-SA 4.0",
        "seed": seed,
        "tokens": {
            "gold": sum(len(s.forms) for s in gold),
            "silver": sum(len(s.forms) for s in tagged),
        },
        "parameters": dict(PARAMETERS),
        "held out": card(weights, facts, data.held, backed_off),
    }
    return weights


def card(
    weights: Weights,
    facts: Facts,
    held: Mapping[str, Sequence[Sentence]],
    backed_off: Callable[[str], str],
) -> dict[str, dict[str, float]]:
    """The figures by treebank: as written, in small letters, with slips."""
    found = {}
    for name, sentences in held.items():
        lowered = [
            Sentence(tuple(form.lower() for form in sentence.forms), sentence.labels)
            for sentence in sentences
        ]
        rng = Random(SEED)
        slips = [misspelt(sentence, MEASURED_SLIPS, rng) for sentence in sentences]
        for title, variant in (
            (name, sentences),
            (f"{name}, small letters", lowered),
            (f"{name}, slips", slips),
        ):
            found[title] = {
                key: round(value, 4)
                for key, value in measured(weights, facts, variant, backed_off)._asdict().items()
            }
    return found


def main(arguments: Sequence[str]) -> int:
    """Train, write the model, print its card; 2 when the data cannot be read."""
    from maskera.lang import load_pack
    from maskera.lang.sv.pos import facts

    if len(arguments) != 2:
        print("use: python -m maskera.train.pos DATA OUT", file=sys.stderr)
        return 2
    try:
        known = facts(load_pack("sv").vocab)
        weights = train(
            corpora(Path(arguments[0])),
            known,
            lambda line: print(f"\r{line}   ", end="", file=sys.stderr, flush=True),
        )
        save(weights, Path(arguments[1]))
    except MaskeraError as error:
        print(error, file=sys.stderr)
        return 2
    print(file=sys.stderr)
    for name, figures in weights.card["held out"].items():
        print(name, " ".join(f"{key} {value}" for key, value in figures.items()))
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
