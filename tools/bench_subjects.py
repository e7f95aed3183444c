"""What `make bench` measures: maskera in each mode, detection alone, and the references."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import maskera
from maskera.io.batches import batches
from maskera.pipeline import MODES
from maskera.text import Document

KEY = b"make bench draws the same pseudonyms each time"

Subject = Callable[[Sequence[Document]], int]
"""Works through documents and gives the number of mentions found."""


def pseudonymizing(mode: str) -> Subject:
    """All of maskera: detection, replacement, leak check, the text that leaves."""
    nlp = maskera.load(mode=mode, key=KEY)

    def work(documents: Sequence[Document]) -> int:
        found = 0
        for result in nlp.pipe(documents):
            maskera.release(result)
            found += len(result.replacements)
        return found

    return work


def detecting(mode: str) -> Subject:
    """Detection alone, which is what the references do."""
    nlp = maskera.load(mode=mode, key=KEY)
    return lambda documents: sum(
        len(mentions) for batch in batches(documents) for _, mentions in nlp.detect_many(batch)
    )


def presidio() -> Subject:
    """Presidio's AnalyzerEngine over a blank Swedish pipeline: its pattern recognizers only, since
    there is no model to recognize more."""
    import spacy
    import tldextract
    from presidio_analyzer import AnalyzerEngine, RecognizerRegistry
    from presidio_analyzer.nlp_engine import SpacyNlpEngine

    # Its e-mail recognizer would fetch the public suffix list; the copy inside the package does.
    tldextract.extract = tldextract.TLDExtract(suffix_list_urls=(), cache_dir=None)
    engine = SpacyNlpEngine()
    engine.nlp = {"sv": spacy.blank("sv")}
    registry = RecognizerRegistry(supported_languages=["sv"])
    registry.load_predefined_recognizers(languages=["sv"])
    registry.remove_recognizer("SpacyRecognizer")
    analyzer = AnalyzerEngine(registry=registry, nlp_engine=engine, supported_languages=["sv"])
    return lambda documents: sum(
        len(analyzer.analyze(document.text, language="sv")) for document in documents
    )


def spacy_tokenizer() -> Subject:
    """spaCy's Swedish tokenizer, the yardstick: it finds nothing."""
    import spacy

    tokenizer = spacy.blank("sv").tokenizer

    def work(documents: Sequence[Document]) -> int:
        for document in documents:
            tokenizer(document.text)
        return 0

    return work


def plain_loop() -> Subject:
    """Plain Python without memory to speak of: what two workers can gain on this machine at most."""
    return lambda documents: sum(
        0 for document in documents for _ in range(100 * len(document.text))
    )


PRESIDIO, SPACY, LOOP = "Presidio, patterns only", "spaCy tokenizer", "a plain Python loop"
WHOLE = {mode: f"{mode}: pseudonymize" for mode in MODES}
REFERENCES: Mapping[str, Callable[[], Subject]] = {PRESIDIO: presidio, SPACY: spacy_tokenizer}
SUBJECTS: Mapping[str, Callable[[], Subject]] = {
    **{f"{mode}: detect": partial(detecting, mode) for mode in MODES},
    **{WHOLE[mode]: partial(pseudonymizing, mode) for mode in MODES},
    **REFERENCES,
    LOOP: plain_loop,
}
