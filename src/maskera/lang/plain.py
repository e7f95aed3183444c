"""A pack of which only the lists are known: what a language has that brings nothing of its own.
A language takes it and puts its own parts in the place of these."""

from __future__ import annotations

from collections.abc import Sequence

from maskera.annotate import tokens
from maskera.annotate.build import Annotator
from maskera.annotate.tokens import normal
from maskera.label.identity import Referent, assign_numbers
from maskera.lang.pack import LanguagePack, Models, Morphology, Rules, Texts
from maskera.lexicon import gazetteer, tsv
from maskera.lexicon.gazetteer import Entry, Gazetteer
from maskera.lexicon.genitive import NO_GENITIVE
from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import WordLists
from maskera.lexicon.vocab import Vocab
from maskera.mentions import Mention
from maskera.replace import numbers
from maskera.rules import word_lists
from maskera.taxonomy import LISTED_KINDS, Taxonomy, shipped
from maskera.text import Document

SMALL = -2.0
"""Log-odds of meeting a listed name with a small letter, for any label: between those of Swedish
first names and surnames, which are counted (lang/sv/detection.py)."""


def pack(
    code: str,
    *,
    taxonomy: Taxonomy | None = None,
    lexicon: Gazetteer | None = None,
    lists: WordLists | None = None,
) -> LanguagePack:
    """A pack that finds what its lexicon holds, and replaces numbers and what has a template.

    taxonomy: without one, that of SweLL. lists: without them, those of data/<code>, if there are
    any. lexicon: without one, the names and places of the lists in `names.tsv` and `places.tsv`.
    """
    labels = taxonomy or shipped()
    lists = lists or tsv.shipped(code)
    vocab = Vocab(
        lexicon or listed(lists, labels),
        NO_GENITIVE,
        [],
        lists=lists,
        taxonomy=labels,
    )
    annotate, names = tokenization(vocab), labels.labels(*LISTED_KINDS)
    return LanguagePack(
        code=code,
        taxonomy=labels,
        vocab=vocab,
        tokenization=annotate,
        morphology=Morphology(labels),
        rules=Rules(
            link_referents=link_referents,
            detectors=(word_lists.detector(dict.fromkeys(names, SMALL), labels),),
            propagated=names,
        ),
        generators=numbers.TABLE,
        models=Models(tag=lambda documents: map(annotate, documents)),
        texts=Texts(),
    )


def listed(lists: WordLists, taxonomy: Taxonomy) -> Gazetteer:
    """The lexicon of two lists, `names.tsv` and `places.tsv`, whose labels are of the taxonomy."""
    rows = (*lists.rows("names.tsv"), *lists.rows("places.tsv"))
    return gazetteer.of(
        Entry(form, label, weight, form)
        for form, label, weight, _ in rows
        if label in taxonomy.categories
    )


def tokenization(vocab: Vocab, abbreviations: frozenset[str] = frozenset()) -> Annotator:
    """Adds tokens and sentences; a document that a reader has annotated already keeps what it
    has. abbreviations: in lower case, without their last full stop."""

    def annotate(document: Document) -> Document:
        if document.tokens or not document.text:
            return document
        found = tokens.tokenize(document.text, vocab.glued)
        return document.with_tokens(found, tokens.sentences(document.text, found, abbreviations))

    return annotate


def link_referents(table: TokenTable, mentions: Sequence[Mention]) -> list[Mention]:
    """The mentions with running numbers; what is written alike is the same."""

    def referent(mention: Mention) -> Referent:
        form = table.document.text[mention.span.start : mention.span.end]
        return Referent(" ".join(normal(form).lower().split()), False)

    return assign_numbers(table.document, mentions, referent, table.vocab.taxonomy)
