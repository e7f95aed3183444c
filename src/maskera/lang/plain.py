"""A pack of which only the lists are known: what a language has that brings nothing of its own.
A language takes it and puts its own parts in the place of these."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from maskera.annotate import tokens
from maskera.annotate.build import Annotator
from maskera.annotate.tokens import normal
from maskera.errors import MaskeraError
from maskera.label.identity import assign_numbers
from maskera.label.persons import Referent
from maskera.lang.pack import LanguagePack, Models, Morphology, Rules, Texts
from maskera.lexicon import gazetteer, tsv
from maskera.lexicon.gazetteer import Entry, Gazetteer
from maskera.lexicon.genitive import NO_GENITIVE, Genitive
from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import WordLists
from maskera.lexicon.vocab import Vocab
from maskera.mentions import Detection, Mention, extended
from maskera.replace import numbers
from maskera.rules import forms, name_parts, patterns, word_lists
from maskera.rules.cues import Cues
from maskera.rules.echo import echoed
from maskera.rules.name_parts import roles
from maskera.rules.rule import of_document
from maskera.tagger import engines
from maskera.taxonomy import LISTED_KINDS, Taxonomy, shipped
from maskera.text import Document

OWN = (*engines.MODELS, "relation.tsv", "genre.tsv", "rules.tsv", "events.tsv")
"""The models that a folder of one's own may hold."""
SMALL = -2.0
"""Log-odds of meeting a listed name with a small letter, for any label: between those of Swedish
first names and surnames, which are counted (lang/sv/detection.py)."""


def pack(
    code: str,
    *,
    taxonomy: Taxonomy | None = None,
    lexicon: Gazetteer | None = None,
    lists: WordLists | None = None,
    genitive: Genitive = NO_GENITIVE,
    single_letters: frozenset[str] = frozenset(),
    abbreviations: frozenset[str] = frozenset(),
) -> LanguagePack:
    """A pack that finds what its lexicon holds, weighed by its cue phrases (`cues.tsv`), and numbers
    and addresses that are written alike everywhere; it replaces numbers and what has a template.

    taxonomy: without one, that of SweLL. lists: without them, those of data/<code>, if there are
    any. lexicon: without one, the names and places of the lists in `names.tsv` and `places.tsv`.
    single_letters: words of one letter. abbreviations: in lower case, without their last full stop.
    """
    labels = taxonomy or shipped()
    lists = lists or tsv.shipped(code)
    vocab = Vocab(
        lexicon or listed(lists, labels),
        genitive,
        [],
        lists=lists,
        taxonomy=labels,
        single_letters=single_letters,
    )
    annotate, names = tokenization(vocab, abbreviations), labels.labels(*LISTED_KINDS)
    return LanguagePack(
        code=code,
        taxonomy=labels,
        vocab=vocab,
        tokenization=annotate,
        morphology=Morphology(labels),
        rules=Rules(
            link_referents=link_referents,
            claims=(
                of_document("form", patterns.detector(forms.alone(labels.label))),
                of_document(
                    "list",
                    word_lists.detector(dict.fromkeys(names, SMALL), labels),
                    labels=names,
                ),
                of_document("name.particles", name_parts.particled, labels=labels.labels("person")),
            ),
            weigh=weigh,
            propagated=names,
        ),
        generators=numbers.TABLE,
        models=Models(tag=lambda documents: map(annotate, documents)),
        texts=Texts(),
    )


def model_files(shipped_models: Path, models: Path | None) -> Callable[[str], Path]:
    """Name of a model -> its file: in a folder of one's own where it is there, else the shipped one.

    Raises MaskeraError for one that holds none of OWN.
    """
    if models and not any((models / name).exists() for name in OWN):
        raise MaskeraError(
            f"{models}: not a folder of models (with {', '.join(OWN[:-1])} or {OWN[-1]})"
        )

    def file(name: str) -> Path:
        return models / name if models and (models / name).exists() else shipped_models / name

    return file


def phrases(vocab: Vocab) -> Cues:
    """The cue phrases of the lists."""
    return Cues(vocab.lists.rows("cues.tsv"), vocab.taxonomy)


def weigh(table: TokenTable, claims: Sequence[Detection]) -> list[Detection]:
    """The claims with what cue phrases say, what the words of a name make of each other, and what
    is a name elsewhere in the text."""
    cues = table.vocab.derived(phrases)
    informed: list[Detection] = []
    places: list[tuple[int, int]] = []
    for claim in claims:
        first, last = table.first_token(claim.span), table.last_token(claim.span)
        said = cues.evidence(table, first, last)
        told = (
            extended(h, [evidence for labels, evidence in said if h.label in labels])
            for h in claim.hypotheses
        )
        informed.append(Detection(claim.span, tuple(told)) if said else claim)
        places.append((first, last))
    names = table.labels("person", *LISTED_KINDS)
    claimed = {claim.span.start for claim in claims}
    return echoed(table, roles(table, informed, places), claimed, names)


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
        return document.with_tokens(
            found, tokens.sentences(tokens.unwrapped(document.text), found, abbreviations)
        )

    return annotate


def link_referents(table: TokenTable, mentions: Sequence[Mention]) -> list[Mention]:
    """The mentions with running numbers; what is written alike is the same."""

    def referent(mention: Mention) -> Referent:
        form = normal(table.document.text[mention.span.start : mention.span.end]).lower()
        if "gen" in mention.features:
            form = table.vocab.genitive.bare(form)
        return Referent(" ".join(form.split()), False)

    return assign_numbers(table.document, mentions, referent, table.vocab.taxonomy)
