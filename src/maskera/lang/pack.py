"""LanguagePack: what a language supplies. A folder lang/xx, data/xx and a line in PACKS
(maskera.lang) make a language; maskera.lang.plain has what it leaves out."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, Protocol

import msgspec

from maskera.lexicon.country_words import NONE as NO_COUNTRY_WORDS
from maskera.lexicon.country_words import CountryWords
from maskera.lexicon.gazetteer import Entry
from maskera.mentions import Detection, Exclusion, Mention
from maskera.rules.engine import Index, claims
from maskera.rules.rule import Rule, Stage
from maskera.taxonomy import Taxonomy
from maskera.text import Document, Span

if TYPE_CHECKING:
    from maskera.annotate.build import Annotator, Tagset
    from maskera.lexicon.table import TokenTable
    from maskera.lexicon.vocab import Lexeme, Vocab
    from maskera.replace.draw import Draw
    from maskera.replace.generalize import General

NO_PERSON = "123456-0000"  # SweLL's number of nobody
LEVELS = r"[ABC][12]?(?:[.][12]|[+-])?|\d"
"""The CEFR's levels, with halves, and a number."""

Detector = Callable[["TokenTable"], Iterable[Detection]]
"""Claims spans of a document; decides nothing."""

Weigher = Callable[["TokenTable", Sequence[Detection]], Sequence[Detection]]
"""Adds the evidence of the surroundings to pooled claims."""

Excluder = Callable[
    ["TokenTable", Sequence[Detection]], tuple[Sequence[Detection], Sequence[Exclusion]]
]
"""Drops claims on impersonal text; returns what stays, and why the rest does not."""

Ensemble = Callable[
    ["Sequence[TokenTable]", Sequence[Sequence[Detection]], float], list[list[Detection]]
]
"""Takes documents and what the rules would decide in each; returns what the trained tagger and the
rules claim together, as far as it comes above so many log-odds."""

Generator = Callable[["Draw"], str]
"""Draws the base form of a pseudonym for one referent."""


Article = Callable[[str, str, str], str]
"""A word in small letters, what was drawn behind it and the word after that ("" for none) -> the
form of an article that goes with it, "" where none does; another word as it is."""

NO_WORDS: Mapping[str, Derivation] = MappingProxyType({})


SPELLING = "spelling"  # the ending of a `short` form that is another spelling of the name


class Derivation(msgspec.Struct, frozen=True, gc=False):
    """How a word is made of a name.

    kind: `adjective` (of a place), `people` (from it), `bearers` (several who bear a name), `short`
    (a nickname), `members` (who belong to a thing), `compound` (with a noun behind the name),
    `sharing` (the first half of the name before another noun).
    ending: what the language needs to make the same of another name; of people the features of the
    form, of a compound its noun as written, with its hyphen, of members a noun for them, of another
    spelling of the name SPELLING.
    """

    kind: Literal["adjective", "people", "bearers", "short", "members", "compound", "sharing"]
    ending: str


class MadeOf(msgspec.Struct, frozen=True, gc=False):
    """The listed name that a word alone is made of.

    entry: what the lists say of the name. name: as it stands there, in lower case, with the ending
    of a genitive before a hyphen. kind: what the language calls the second half.
    """

    entry: Entry
    name: str
    how: Derivation
    kind: str


@dataclass(frozen=True, slots=True)
class Morphology:
    """How a language inflects a name; as it stands, not at all.

    inflect: base form and what `heeded` makes of a mention's features in, inflected form out.
    base: the way back; bare: the same of a form that is a name with its ending, too (Minas).
    inhabitant: whether a form names somebody from the place of this canonical form, rather than the
    place. derived: how a word, as written, is made of a folded name of this kind. beginnings:
    what such words begin with, unless they are among `related`. derive: the same of another name,
    "" where there is no such word; people are for `inflect`. related: the words in
    lower case that are made of a name of this kind and do not begin with it. made_of: the listed
    name that a word in lower case, in no list itself, is made of; half: how such a word is made of
    a name that may be in no list, where its second half is a word for somebody. place_in: the
    listed place that such a word has before any other noun.
    """

    taxonomy: Taxonomy
    inflect: Callable[[str, frozenset[str]], str] = lambda form, features: form
    base: Callable[[str], str] = lambda form: form
    bare: Callable[[str], str] = lambda form: form
    inhabitant: Callable[[str, str], bool] = lambda form, canonical: False
    derived: Callable[[str, str, str], Derivation | None] = lambda word, name, kind: None
    beginnings: Callable[[str, str], Collection[str]] = lambda name, kind: ()
    derive: Callable[[str, Derivation], str] = lambda name, how: ""
    related: Callable[[str, str], Mapping[str, Derivation]] = lambda name, kind: NO_WORDS
    made_of: Callable[[str], MadeOf | None] = lambda word: None
    half: Callable[[str], Derivation | None] = lambda word: None
    place_in: Callable[[str], Entry | None] = lambda word: None

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
        features = mention.features
        kind = self.taxonomy.kind(mention.label)
        if kind == "place.country":
            return features & {"gen"}
        if kind in INHABITED:
            named = kind == "place.settlement" or not mention.referent
            people = ("pl" in features and named) or self.inhabitant(form, mention.referent)
            return features | {"inhabitant"} if people else features
        return features | {"person"} if features and kind.startswith("person.") else features


INHABITED = ("place.settlement", "place.region")
"""Kinds of places whose people are called after them."""


@dataclass(frozen=True)
class Rules:
    """What the rules of a language do at each stage; as it stands, nothing.

    claims: records of the stage CLAIM; what they claim is pooled. weigh: adds the evidence of the
    surroundings; weigh_tags: that of part of speech. exclude: drops claims on impersonal text.
    harmonize: gives mentions that are written alike one label. propagated: labels whose mentions
    are hidden wherever their word stands. repeats: whether an ordinary word that begins a sentence
    is the name that it is elsewhere in the text, which is asked of `capitalized` ones, whose
    capital says nothing, inside one, too. link_referents: gives mentions running numbers and
    referents.
    """

    link_referents: Callable[[TokenTable, Sequence[Mention]], list[Mention]]
    claims: tuple[Rule, ...] = ()
    weigh: Weigher = lambda table, claims: claims
    weigh_tags: Weigher = lambda table, claims: claims
    exclude: Excluder = lambda table, claims: (claims, ())
    harmonize: Callable[[TokenTable, Sequence[Mention]], list[Mention]] = lambda table, found: [
        *found
    ]
    propagated: frozenset[str] = frozenset()
    repeats: Callable[[TokenTable, int], bool] = lambda table, index: False
    capitalized: frozenset[str] = frozenset()

    def claimed(self, table: TokenTable) -> list[Detection]:
        """What the rules claim of a document, each by itself."""
        return claims(self._index, table)

    @cached_property
    def _index(self) -> Index:
        return Index(self.claims, Stage.CLAIM)


class CoarseTypes(Protocol):
    """A coarser scheme that a language's tagger speaks beside its labels, as the eight types of the
    Text Anonymization Benchmark.

    labels: type -> what the tagger may call it. beyond: labels of the tagger that no label of the
    language is. swapped: types of which a copy may have another text's mentions. resolve: the type
    that another corpus means by a label of its own, "" for none.
    narrowed: what each token of a span of a type may be called, by its form and place. drawn: the
    words of a mention of a type with other names and dates; `another` gives a word in the place of
    one that has a label. singular: the forms of which a word in lower case may be the plural,
    itself first.
    """

    labels: Mapping[str, frozenset[str]]
    beyond: frozenset[str]
    swapped: frozenset[str]

    def resolve(self, label: str) -> str:
        """See above."""

    def narrowed(self, type_: str, forms: Sequence[str]) -> list[frozenset[str]]:
        """See above."""

    def drawn(self, type_: str, words: str, another: Callable[[str, str], str], rng: Random) -> str:
        """See above."""

    def singular(self, word: str) -> Sequence[str]:
        """See above."""


Streams = Callable[
    ["TokenTable", Sequence[Detection], "str | None"], list[tuple[Sequence[Hashable], ...]]
]
"""What a tagger sees of the tokens of each sentence: the keys of their types, a sequence for each
stream. Given what the rules would decide, and the kind of the text where somebody says it."""

Composed = Callable[[str, str, Callable[[str], str], "Random"], str]
"""A label, a name that has it, what gives a listed name of a label -> another name of the label,
made of words; "" where the language composes none."""

Features = Callable[[Callable[[str], "Lexeme"]], Callable[[Any], Iterator[str]]]
"""Of the table of words that is to be used: the features of a type."""


@dataclass(frozen=True, slots=True)
class Models:
    """What has been learned of a language.

    tag: tokens, sentences, part of speech and morphology of many documents. tagset: how tags of the
    language's own tag set read in universal ones. topic: what a word speaks of, for the tagger, ""
    for most. combine: adds the trained tagger's claims. corrected: what the rules claim by
    themselves, in the modes without a tagger, with weights fitted to annotated texts. lenience: by
    how much less than the policy's threshold a probability is enough in those modes.
    relation_features: what the relation model weighs of each mention, in order; personal: the
    probability that each concerns the writer. guess_genre: the genre of an annotated document, or
    "". streams, features: what the tagger sees; without them, what maskera.tagger.features has.
    types: the coarser scheme of the tagger. typed: the mentions of each document in that scheme,
    with their types as labels. composed: names for training that no list has.
    doubted: share of trades, studies and sensitive terms of a copy in training that no list is to
    have.
    """

    tag: Callable[[Iterable[Document]], Iterator[Document]]
    tagset: Tagset = lambda tag: ("", "")
    topic: Callable[[Lexeme], str] = lambda lexeme: ""
    combine: Ensemble = lambda tables, decided, least: [[*claims] for claims in decided]
    corrected: Callable[[Sequence[Detection]], Sequence[Detection]] = lambda claims: claims
    lenience: float = 0.0
    relation_features: Callable[[TokenTable, Sequence[Mention]], list[list[str]]] = (
        lambda table, mentions: [[] for _ in mentions]
    )
    personal: Callable[[TokenTable, Sequence[Mention]], list[float]] = lambda table, mentions: [
        0.5 for _ in mentions
    ]
    guess_genre: Callable[[Document], str] = lambda document: ""
    streams: Streams | None = None
    features: Features | None = None
    types: CoarseTypes | None = None
    composed: Composed | None = None
    doubted: float = 0.0
    typed: (
        Callable[[Sequence[TokenTable], Sequence[Sequence[Detection]]], list[list[Mention]]] | None
    ) = None


@dataclass(frozen=True, slots=True)
class Texts:
    """The words of a language that input and output use.

    nouns: label -> the word in "A-stad". exempt: countries (canonical form) never replaced.
    genre_codes: the letters of a file name that tell the genre. genres: our name and the language's
    own name of a genre -> our name. levels: a pattern of the levels of its courses. country_words:
    words that name a country without being its name. kept_here: whether what stands at a place of a
    text, though it is somebody's name elsewhere, names nobody there. general: wider words, for
    policies that generalize; None where the language has none. article: a word in small letters and
    the two behind it -> its form there, where it is an article; None where what is drawn never asks
    for another. gendered: an adjective as it stands, and whether its neuter is asked for rather
    than the common gender -> its form; None where adjectives have no gender. personal_number: a
    personal number as written -> one of its kind that nobody has.
    """

    nouns: Mapping[str, str] = field(default_factory=dict)
    exempt: frozenset[str] = frozenset()
    genre_codes: Mapping[str, str] = field(default_factory=dict)
    genres: Mapping[str, str] = field(default_factory=dict)
    levels: str = LEVELS
    country_words: CountryWords = NO_COUNTRY_WORDS
    kept_here: Callable[[str, Span], bool] = lambda text, span: False
    general: General | None = None
    article: Article | None = None
    gendered: Callable[[str, bool], str] | None = None
    personal_number: Callable[[str], str] = lambda written: NO_PERSON


@dataclass(frozen=True, slots=True)
class LanguagePack:
    """Everything the pipeline needs of one language; whoever needs the language is given its pack.

    vocab: the lexicon and what it says of a form. tokenization: adds tokens and sentences.
    generators: by the names that policies use.
    """

    code: str
    taxonomy: Taxonomy
    vocab: Vocab
    tokenization: Annotator
    morphology: Morphology
    rules: Rules
    generators: Mapping[str, Generator]
    models: Models
    texts: Texts

    def __repr__(self) -> str:
        return f"LanguagePack({self.code!r})"


__all__ = [
    "INHABITED",
    "CoarseTypes",
    "Composed",
    "Derivation",
    "Detector",
    "Ensemble",
    "Features",
    "Generator",
    "LanguagePack",
    "MadeOf",
    "Models",
    "Morphology",
    "Rules",
    "Streams",
    "Texts",
    "Weigher",
]
