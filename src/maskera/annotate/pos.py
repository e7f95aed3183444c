"""Part of speech and morphology by a linear-chain CRF: what it sees of a word type, and the tagger
over whole documents.

A label is a UPOS tag with the features that matter for names and the words beside them, as in
`NOUN|Case=Gen|Definite=Def|Gender=Com|Number=Sing`. The SUC tag PM is PROPN. One pass gives both
columns of Document.tokens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from maskera.annotate.tokens import normal
from maskera.kernels.crf import Tagger, Weights
from maskera.kernels.decode import Decoder
from maskera.text import Document, Span, Tokens

Facts = Callable[[str, str], Sequence[str]]
"""What a language knows of a form (as compared) and its lower case, as features; HIDES_FORM among
them hides the form itself."""

HIDES_FORM = "namelike"
INITIAL = " "  # stands before the key of a sentence's first word, whose capital says nothing; no token can hold a blank
BATCH = 12_000  # tokens whose types are looked up at once
SIZE = 40_000  # word types kept, with the tokens of a batch
LONGEST_SUFFIX, LONGEST_PREFIX = 5, 4


def features(facts: Facts) -> Callable[[str], list[str]]:
    """The features of a type key (a form as written, with INITIAL before it at the beginning of a
    sentence); affixes are marked `~`."""

    def of_type(key: str) -> list[str]:
        initial = key[0] == INITIAL
        form = normal(key[1:] if initial else key)
        kind, lower = spelling(form), form.lower()
        spelt = f"{kind}{initial:d}"
        found = ["bias", "initial", f"s={spelt}"] if initial else ["bias", f"s={spelt}"]
        if kind == "mark":
            return [*found, f"w={lower}"]
        size = len(lower)
        if kind == "digit":
            return [*found, f"d={min(size, 5)}"]
        known = facts(form, lower)
        if HIDES_FORM not in known:
            found.append(f"w={lower}")
            longest = min(LONGEST_PREFIX, size - 1)
            found += [f"~p{lower[:length]}" for length in range(2, longest + 1)]
        longest = min(LONGEST_SUFFIX, size)
        found += [f"~x{lower[-length:]}" for length in range(1, longest + 1)]
        found.append(f"n={min(size, 10)}")
        if "-" in lower:
            found.append("hyphen")
        for fact in known:
            found.append(fact)
            if fact[0] == "!":  # tells more together with the capital
                found.append(f"{fact}/{spelt}")
        return found

    return of_type


def spelling(form: str) -> str:
    """Anna -> capital, ANNA -> upper, anna -> lower, iPhone -> mixed, 12 and 3b -> digit, a single
    A -> letter, all else -> mark.

    Not the shape of detect.words, which knows no single letters: each model sees words as it did in
    training.
    """
    first = form[0]
    if first.isdigit():
        return "digit"
    if not first.isalpha():
        return "mark"
    if form.islower():
        return "lower"
    if len(form) == 1:
        return "letter"
    if form.isupper():
        return "upper"
    return "capital" if first.isupper() and (form[1:].islower() or "-" in form) else "mixed"


def keys(forms: Sequence[str]) -> list[str]:
    """The type keys of the tokens of one sentence. A sentence in capitals is read in small letters:
    its capitals tell nothing apart."""
    found = list(forms)
    if len(found) > 2 and "".join(found).isupper():
        found = [form.lower() for form in found]
    for index, form in enumerate(found):
        if form[0].isalnum():
            found[index] = INITIAL + form
            break
    return found


class PosTagger:
    """Tags documents; knows a language by its weights and its facts. Types are kept in a bounded
    table, texts are not."""

    def __init__(self, weights: Weights, facts: Facts, size: int = SIZE) -> None:
        self.card = weights.card
        self._tagger = Tagger(weights, features(facts), size)
        self._decoder = Decoder(self._tagger.transitions)
        split = [label.partition("|")[::2] for label in weights.labels]
        self._pos = [pos for pos, _ in split]
        self._morphology = [morphology for _, morphology in split]

    def __call__(self, document: Document) -> Document:
        """The document with its tags; see tag()."""
        return next(iter(self.tag([document])))

    def tag(self, documents: Iterable[Document]) -> Iterator[Document]:
        """The documents, in order, with UPOS and morphology; they must have tokens and sentences.
        Tags that are there already are kept.

        Many documents at once are quicker than one by one: about BATCH tokens are decoded together.
        """
        waiting: list[Document] = []
        tokens = 0
        for document in documents:
            waiting.append(document)
            tokens += len(document.tokens)
            if tokens >= BATCH:
                yield from self._tagged(waiting)
                waiting, tokens = [], 0
        yield from self._tagged(waiting)

    def _tagged(self, documents: Sequence[Document]) -> Iterator[Document]:
        bare = [document for document in documents if not document.tokens.pos]
        sequences = [
            (keys(document.tokens.forms[sentence.start : sentence.end]),)
            for document in bare
            for sentence in _sentences(document)
        ]
        labels = [
            label
            for part in self._tagger.parts(sequences)
            for label in self._decoder(part).tolist()
        ]
        place = 0
        for document in documents:
            if document.tokens.pos:
                yield document
                continue
            found = labels[place : place + len(document.tokens)]
            place += len(found)
            tokens = document.tokens
            pos, morphology = (
                tuple(map(self._pos.__getitem__, found)),
                tuple(map(self._morphology.__getitem__, found)),
            )
            yield document.with_tokens(
                Tokens(tokens.starts, tokens.ends, tokens.forms, pos, morphology),
                document.sentences,
            )


def _sentences(document: Document) -> Sequence[Span]:
    """Its sentences where they hold all tokens, else all tokens as one."""
    if sum(map(len, document.sentences)) == len(document.tokens):
        return document.sentences
    return (Span(0, len(document.tokens)),)
