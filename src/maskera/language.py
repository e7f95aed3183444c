"""Language: what a language must supply. One folder lang/xx and one line in LANGUAGES
(maskera.lang) make a language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from maskera.annotate.build import Annotator
from maskera.lexicon.gazetteer import Gazetteer
from maskera.mentions import Detection, Mention
from maskera.taxonomy import taxonomy
from maskera.text import Document

if TYPE_CHECKING:
    from maskera.annotate.build import Tagset
    from maskera.lexicon.table import TokenTable
    from maskera.lexicon.vocab import Vocab
    from maskera.replace.draw import Draw
    from maskera.tagger.features import Topic

INHABITED = ("city", "region")

Detector = Callable[["TokenTable"], Iterable[Detection]]
"""Claims stretches of a document as it is seen with the language's words; decides nothing."""

Weigher = Callable[["TokenTable", Sequence[Detection]], Sequence[Detection]]
"""Adds the evidence of the surroundings to pooled claims."""

Ensemble = Callable[
    ["Sequence[TokenTable]", Sequence[Sequence[Detection]], float], list[list[Detection]]
]
"""Takes documents and what the rules would decide in each; gives back what the trained tagger and
the rules claim together, as far as it comes above so many log-odds."""

Generator = Callable[["Draw"], str]
"""Draws the base form of a pseudonym for one referent."""


class Forms(msgspec.Struct, frozen=True):
    """How a language inflects a name.

    inflect: base form and what `heeded` makes of a mention's features in, inflected form out; base:
    the way back; bare: the same of a form that is a name with its ending, too (Minas). inhabitant:
    whether a form names somebody from the place of this canonical form, rather than the place.
    """

    inflect: Callable[[str, frozenset[str]], str]
    base: Callable[[str], str]
    bare: Callable[[str], str]
    inhabitant: Callable[[str, str], bool]

    def stem(self, mention: Mention, written: str) -> str:
        """The form of a mention without a marked genitive: as its referent has it where that is the
        shorter of two names (Minas: Mina)."""
        if "gen" not in mention.features:
            return written
        bare = self.bare(written)
        return bare if bare.lower() == mention.referent else self.base(written)

    def heeded(self, mention: Mention, form: str) -> frozenset[str]:
        """What inflection heeds in the place of a mention with this base form: its features, and
        whether it names a person or inhabitants.

        A town has no plural but its inhabitants. A country is named without article, however its
        own name is formed.
        """
        if mention.label == "country":
            return mention.features & {"gen"}
        if mention.label in INHABITED:
            plural = "pl" in mention.features and (mention.label == "city" or not mention.referent)
            return (
                mention.features | {"inhabitant"}
                if plural or self.inhabitant(form, mention.referent)
                else mention.features
            )
        person = mention.features and taxonomy().categories[mention.label].identity == "person"
        return mention.features | {"person"} if person else mention.features


@dataclass(frozen=True, slots=True)
class Language:
    """Everything the pipeline needs of one language.

    words: the table of word facts that detectors look through. annotate: tokens and sentences; tag:
    part of speech and morphology too, many documents at once. tagset: how tags of the language's
    own tag set read in universal ones. detectors: in no particular order; what they claim is
    pooled. names: labels whose mentions are hidden wherever their word stands. weigh: the evidence
    of the surroundings; weigh_tags: that of part of speech. topic: what a word speaks of, for the
    tagger. combine: adds the trained tagger's claims. exclude: drops claims on impersonal text.
    harmonize: gives mentions that are written alike one label. link_referents: gives mentions their
    running numbers and referents. relation_features: what the relation model weighs of each
    mention, in order; personal: the probability that each concerns the writer. guess_genre: genre
    of an annotated document, or "". nouns: label -> the word in "A-stad". exempt: countries
    (canonical form) never replaced. genre_codes: the letters of a file name that tell the genre.
    genres: our name and the language's own name of a genre -> our name.
    """

    code: str
    gazetteer: Gazetteer
    words: Vocab
    annotate: Annotator
    tag: Callable[[Iterable[Document]], Iterator[Document]]
    tagset: Tagset
    detectors: tuple[Detector, ...]
    names: frozenset[str]
    weigh: Weigher
    weigh_tags: Weigher
    topic: Topic
    combine: Ensemble
    exclude: Callable[[TokenTable, Sequence[Detection]], Sequence[Detection]]
    harmonize: Callable[[TokenTable, Sequence[Mention]], list[Mention]]
    link_referents: Callable[[TokenTable, Sequence[Mention]], list[Mention]]
    relation_features: Callable[[TokenTable, Sequence[Mention]], list[list[str]]]
    personal: Callable[[TokenTable, Sequence[Mention]], list[float]]
    guess_genre: Callable[[Document], str]
    forms: Forms
    generators: Mapping[str, Generator]
    nouns: Mapping[str, str]
    exempt: frozenset[str]
    genre_codes: Mapping[str, str]
    genres: Mapping[str, str]


__all__ = ["Annotator", "Detector", "Ensemble", "Forms", "Generator", "Language", "Weigher"]
