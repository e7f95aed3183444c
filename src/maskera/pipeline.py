"""The pipeline: annotate, detect, label, replace, in this order.

Longer than 400 lines because all that a pipeline is made of is stated once, in load().
"""

from __future__ import annotations

import math
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

import msgspec

from maskera.collector import without_collector
from maskera.errors import MaskeraError
from maskera.genre import (
    GENRE_SOURCE,
    GUESSED,
    check_genres,
    genre_of,
    known_genre,
    stated_genre,
    without_guess,
)
from maskera.io.batches import batches
from maskera.label.decide import decide
from maskera.label.left import left_of
from maskera.label.listed import with_listed
from maskera.label.merge import apart, merge_claims, resolve_overlaps
from maskera.label.propagate import propagated
from maskera.label.scheme import coarser
from maskera.label.sentences import with_sentences
from maskera.lang import PACKS, load_pack
from maskera.lang.additions import added, with_labels
from maskera.lang.pack import LanguagePack
from maskera.leaks import metadata
from maskera.leaks.findings import findings, verdict
from maskera.leaks.ids import told_by_id
from maskera.leaks.words import Finding
from maskera.lexicon.table import TokenTable, token_table
from maskera.mentions import Detection, Exclusion, Mention
from maskera.policy import SCOPES, Policy, checked, load_policy
from maskera.replace import KEPT, check_generators
from maskera.replace import replace as replaced
from maskera.replace.keyed import LEAST_KEY
from maskera.result import Chosen, LeakStatus, Left, Result, release
from maskera.rules.rule import Rule as OwnRule
from maskera.rules.user import NONE as NO_RECOGNIZERS
from maskera.rules.user import Recognizers, adopted, fixed, kept, within
from maskera.rules.user_file import Written
from maskera.text import Document, Span
from maskera.text import checked as checked_document

if TYPE_CHECKING:
    from maskera.risk.bounded import Spare
    from maskera.risk.choice import Bound

MODES = ("rules", "rules+pos", "full")
CONSIDERED = 0.05  # a claim below this probability does not even compete for its span
CONSIDERED_ODDS = math.log(CONSIDERED / (1 - CONSIDERED))


class Claimed(NamedTuple):
    """A document as rules see it, their weighed claims, the claims of a user's own recognizers among
    them, and what was excluded."""

    table: TokenTable
    claims: Sequence[Detection]
    own: Sequence[Detection] = ()
    exclusions: Sequence[Exclusion] = ()


class Judged(NamedTuple):
    """An annotated document, its mentions, and what detection let pass of it."""

    document: Document
    mentions: list[Mention]
    left: Left


SILENCE = -2.2  # log-odds that the tagger's silence counts against a user's EVIDENCE (ensemble.py)


@dataclass(frozen=True, slots=True)
class Pipeline:
    """From a text to a Result; holds no text. Threads may share it; it cannot be pickled, so a
    process loads its own.

    key: the secret from which pseudonyms are drawn; the same key, document id (of a bare text its
    words) and policy give the same output. skip_genres: documents that are said to be of these
    genres pass through untouched. selective: whether only mentions that concern the writer, and
    addresses and numbers that are never public, are replaced; None: in the genres that the policy
    names. spare: which mentions stay as they are under a bound on risk; None: the policy alone says.
    recognizers: what a user has added to the language's rules.
    """

    language: LanguagePack
    policy: Policy
    key: bytes = field(repr=False)
    scope: str
    mode: str = "rules"
    genre: str = ""
    skip_genres: frozenset[str] = frozenset()
    selective: bool | None = None
    spare: Spare | None = None
    recognizers: Recognizers = NO_RECOGNIZERS

    def __repr__(self) -> str:
        return f"Pipeline({self.language!r}, policy={self.policy.name!r}, mode={self.mode!r}, scope={self.scope!r})"

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            "a Pipeline holds a secret key and is not pickled; call maskera.load(...) in each process "
            "(docs/pipelines.md)"
        )

    def annotate(self, documents: Iterable[Document]) -> list[Document]:
        """The documents with their genre, tokens and sentences; with part of speech where the mode
        asks for it."""
        known = [
            (document, genre_of(document, self.language, self.genre))
            for document in map(checked_document, documents)
        ]
        annotated = self._tagged(document for document, _ in known)
        return [
            self._with_genre(document, genre)
            for document, (_, genre) in zip(annotated, known, strict=True)
        ]

    def annotator(self, document: Document) -> Document:
        """One document the same way, its genre aside: what xml and conll show of a released text."""
        return next(self._tagged([document]))

    def _tagged(self, documents: Iterable[Document]) -> Iterator[Document]:
        return (
            map(self.language.tokenization, documents)
            if self.mode == "rules"
            else self.language.models.tag(documents)
        )

    def _with_genre(self, document: Document, genre: str) -> Document:
        said = {"genre": genre} if genre else {}
        if not genre and (guess := self.language.models.guess_genre(document)):
            said = {"genre": guess, GENRE_SOURCE: GUESSED}
        known = without_guess(document.meta) if self.genre else document.meta
        return replace(document, meta={**known, **said}) if said else document

    def detect(self, document: Document) -> tuple[Document, list[Mention]]:
        """The annotated document and its mentions, numbered, in text order."""
        return self.detect_many([document])[0]

    @without_collector()
    def detect_many(self, documents: Sequence[Document]) -> list[tuple[Document, list[Mention]]]:
        """The same for several documents at once, which is faster: the tagger scores them in one
        go."""
        return [
            (document, self.mentions(*claimed) if claimed else [])
            for document, claimed in self.claim_many(documents)
        ]

    @without_collector()
    def judge_many(self, documents: Sequence[Document]) -> list[Judged]:
        """The same, with what detection let pass; nothing where the genre of a document is
        skipped."""
        judged, names = [], self.language.taxonomy.labels("person")
        for document, claimed in self.claim_many(documents):
            mentions = self.mentions(*claimed) if claimed else []
            left = (
                left_of(document, claimed.claims, mentions, CONSIDERED_ODDS, names, self._accepts)
                if claimed
                else Left()
            )
            judged.append(Judged(document, mentions, left))
        return judged

    def judge_all(self, documents: Iterable[Document]) -> Iterator[Judged]:
        """The same for any number, a batch at a time."""
        for batch in batches(map(checked_document, documents)):
            yield from self.judge_many(batch)

    @without_collector()
    def explain_many(
        self, documents: Sequence[Document]
    ) -> list[tuple[Document, list[Mention], list[Exclusion]]]:
        """The same, with what was excluded and why, in text order."""
        return [
            (document, self.mentions(*claimed), sorted(set(claimed.exclusions), key=_place))
            if claimed
            else (document, [], [])
            for document, claimed in self.claim_many(documents)
        ]

    def explain_all(
        self, documents: Iterable[Document]
    ) -> Iterator[tuple[Document, list[Mention], list[Exclusion]]]:
        """The same for any number, a batch at a time."""
        for batch in batches(map(checked_document, documents)):
            yield from self.explain_many(batch)

    def detect_all(self, documents: Iterable[Document]) -> Iterator[tuple[Document, list[Mention]]]:
        """The same for any number, a batch at a time."""
        for batch in batches(map(checked_document, documents)):
            yield from self.detect_many(batch)

    def typed_all(
        self, documents: Iterable[Document], scheme: str
    ) -> Iterator[tuple[Document, list[Mention]]]:
        """The same with the types of a coarser scheme as labels: as the tagger sees them where it
        speaks the scheme, else as the labels have them."""
        for batch in batches(map(checked_document, documents)):
            yield from self._typed(batch, scheme)

    @without_collector()
    def _typed(
        self, documents: Sequence[Document], scheme: str
    ) -> list[tuple[Document, list[Mention]]]:
        typed, taxonomy = self.language.models.typed, self.language.taxonomy
        if typed is None or self.mode != "full":
            return [
                (document, coarser(document, mentions, taxonomy, scheme))
                for document, mentions in self.detect_many(documents)
            ]
        annotated = self.annotate(documents)
        tables = [token_table(document, self.language.vocab) for document in annotated]
        decided = [resolve_overlaps(self._rules(table), CONSIDERED_ODDS) for table in tables]
        found = typed(tables, decided)
        return [
            (document, [] if self.skips(document) else mentions)
            for document, mentions in zip(annotated, found, strict=True)
        ]

    @without_collector()
    def claim_many(self, documents: Sequence[Document]) -> list[tuple[Document, Claimed | None]]:
        """The annotated documents and what is claimed of each, weighed and not decided yet; None
        where its genre is skipped."""
        annotated = self.annotate(documents)
        skipped = list(map(self.skips, annotated))
        tables = [
            token_table(document, self.language.vocab)
            for document, skip in zip(annotated, skipped, strict=True)
            if not skip
        ]
        weighed: Sequence[Sequence[Detection]] = [self._rules(table) for table in tables]
        if self.mode == "full":
            weighed = self.language.models.combine(
                tables,
                [resolve_overlaps(claims, CONSIDERED_ODDS) for claims in weighed],
                CONSIDERED_ODDS,
            )
        claimed = iter([self._claimed(*each) for each in zip(tables, weighed, strict=True)])
        return [
            (document, None if skip else next(claimed))
            for document, skip in zip(annotated, skipped, strict=True)
        ]

    def _rules(self, table: TokenTable) -> Sequence[Detection]:
        return rules(table, self.language, tags=self.mode != "rules")

    def _claimed(self, table: TokenTable, weighed: Sequence[Detection]) -> Claimed:
        """The claims that are not excluded, with a user's own."""
        claims, excluded = self.language.rules.exclude(table, weighed)
        if self.mode != "full":
            claims = self.language.models.corrected(claims)
        if not self.recognizers:
            return Claimed(table, claims, (), excluded)
        own, clauses = self.recognizers.claims(table), self.language.taxonomy.labels("text.clause")
        silence = SILENCE if self.mode == "full" else 0.0
        exclusions = self.recognizers.allows(table)
        claims = adopted(claims, own, silence, clauses)
        spared = within(claims, exclusions, fixed(own))
        claims = [claim for claim in claims if claim.span not in spared]
        claims, against = self.recognizers.excluded(table, claims)
        return Claimed(table, claims, own, [*excluded, *spared.values(), *against])

    def mentions(
        self,
        table: TokenTable,
        claims: Sequence[Detection],
        own: Sequence[Detection] = (),
        exclusions: Sequence[Exclusion] = (),
    ) -> list[Mention]:
        """What the policy accepts of the claims, numbered, in text order; the rest as in Claimed."""
        its = self.language.rules
        first = decide(claims, self._accepts, CONSIDERED_ODDS)
        decided = kept(first, its.harmonize(table, first), own)
        decided = propagated(table, decided, its.propagated, its.repeats, its.capitalized)
        said, kept_here = fixed(own), self.language.texts.kept_here
        names = self.language.taxonomy.labels("person", "org")
        decided = [
            mention
            for mention in decided
            if mention.label not in names
            or mention.span in said
            or not kept_here(table.document.text, mention.span)
        ]
        if self.recognizers.allowed:
            spared = within(decided, self.recognizers.allows(table), said)
            decided = [mention for mention in decided if mention.span not in spared]
        decided = with_sentences(table, decided, self.policy.sentences)
        decided = apart(with_listed(table, decided, self.policy.listed))
        if not decided:
            return []
        mentions = its.link_referents(table, decided)
        probabilities = self.language.models.personal(table, mentions)
        return [
            msgspec.structs.replace(m, personal=p)
            for m, p in zip(mentions, probabilities, strict=True)
        ]

    def _accepts(self, label: str, probability: float) -> bool:
        lenience = 0.0 if self.mode == "full" else self.language.models.lenience
        return self.policy.accepts(label, probability + lenience)

    def __call__(self, text: str | Document) -> Result:
        """Pseudonymize one text. A bare string has no id, so its pseudonyms follow from its words:
        no two texts share theirs."""
        if not isinstance(text, str | Document):
            raise MaskeraError(f"expected str or Document, got {type(text).__name__}")
        document = (
            text
            if isinstance(text, Document)
            else Document("text", text, self.language.code, nameless=True)
        )
        return self.replace(*self.judge_many([document])[0])

    @without_collector()
    def replace(
        self,
        document: Document,
        mentions: Sequence[Mention],
        left: Left | None = None,
        chosen: Mapping[Span, Chosen] | None = None,
    ) -> Result:
        """What becomes of the mentions of a document under the policy. left: see Judged. chosen: by
        the place of the mention."""
        spared = self.spare(document, mentions) if self.spare else None
        result = replaced(
            document,
            mentions,
            self.language,
            self.policy,
            self.key,
            self.scope,
            self._selective(document),
            spared.spans if spared else (),
            chosen,
        )
        bound = spared.record if spared else {}
        if result.leaks is LeakStatus.FAIL and self.recognizers.allowed:
            found = self.allowing(result)
            result = replace(result, leaks=verdict(found), found=found)
        return self._checked(result, result.named, left=left, bound=bound)

    def allowing(self, result: Result) -> tuple[Finding, ...]:
        """What the leak check has found; weak in a form that the user allows: a club named after a
        hidden town is to be looked at and no leak."""
        if not self.recognizers.allowed:
            return result.found or ()
        text = release(result).text
        (document,) = self.annotate([Document("released", text, result.document.language)])
        allowed = [
            one.span for one in self.recognizers.allows(token_table(document, self.language.vocab))
        ]
        return tuple(
            msgspec.structs.replace(one, weak=True)
            if any(span.start <= one.offset < span.end for span in allowed)
            else one
            for one in result.found or ()
        )

    def checked(self, result: Result) -> Result:
        """The result with what its release shows of the metadata, and with the verdict on all that
        leaves beside the text: the id, and the choice to leave the genre alone."""
        named = told_by_id(result.document, result.replacements, self.language)
        return self._checked(result, named, result.left)

    def _checked(self, result: Result, named: bool, left: Left | None, **more: Any) -> Result:
        """The same, where it is known whether the id tells of somebody. left: what detection let
        pass; more: other fields that are set with these."""
        shown, withheld = metadata.released(
            result.document, self.policy, self.language, lambda value: self._tells(value, result)
        )
        leaks = result.leaks
        if leaks is LeakStatus.PASS and self.skips(result.document):
            leaks = LeakStatus.UNCHANGED
        unsure = left is not None and left.unsure > 0
        named = named and leaks is not LeakStatus.UNCHANGED
        if (named or unsure) and leaks in (LeakStatus.PASS, LeakStatus.SELECTIVE):
            leaks = LeakStatus.REVIEW
        return replace(
            result, named=named, leaks=leaks, shown=shown, withheld=withheld, left=left, **more
        )

    def skips(self, document: Document) -> bool:
        """Whether a document passes through untouched, as its stated genre is one to be skipped."""
        return stated_genre(document) in self.skip_genres

    def _tells(self, value: str, result: Result) -> bool:
        """Whether a value of metadata could tell of somebody: something is found in it that the
        policy replaces, or it shows what was replaced in the text."""
        _, found = self.detect(Document("metadata", value, result.document.language))
        rules = (self.policy.rule(m.label, "foreign" in m.features) for m in found)
        return any(rule.action not in KEPT for rule in rules) or bool(
            findings(value, result.document, result.replacements, self.language, ())
        )

    def _selective(self, document: Document) -> bool:
        return (
            stated_genre(document) in self.policy.selective_genres
            if self.selective is None
            else self.selective
        )

    def pipe(self, documents: Iterable[Document]) -> Iterator[Result]:
        """Pseudonymize many, a batch at a time."""
        for judged in self.judge_all(documents):
            yield self.replace(*judged)


def rules(table: TokenTable, language: LanguagePack, tags: bool) -> Sequence[Detection]:
    """What the rules claim of a document, weighed; with the evidence of part of speech where it has
    been tagged."""
    weighed = language.rules.weigh(table, merge_claims(language.rules.claimed(table)))
    return language.rules.weigh_tags(table, weighed) if tags else weighed


def _place(exclusion: Exclusion) -> tuple[Span, str]:
    return exclusion.span, exclusion.rule


def _long_enough(key: bytes) -> bytes:
    if not isinstance(key, bytes):
        raise MaskeraError(f"a key is bytes, not {type(key).__name__}")
    if len(key) < LEAST_KEY:
        raise MaskeraError(f"the key has {len(key)} bytes; a key needs at least {LEAST_KEY}")
    return key


@without_collector()
def load(
    language: str | LanguagePack = "sv",
    policy: str | Path | Policy = "swell",
    *,
    mode: str = "full",
    key: bytes | None = None,
    scope: str | None = None,
    genre: str = "",
    skip_genres: Iterable[str] = (),
    selective: bool | None = None,
    models: str | Path | None = None,
    bound: Bound | None = None,
    recognizers: str | Path | Written | Sequence[str | Path | Written | OwnRule] = (),
) -> Pipeline:
    """A pipeline. Raises MaskeraError on unknown names, PolicyError for a rule that cannot be
    carried out.

    language: a code, or a pack of one's own. policy: a shipped one by its name, the path of a TOML
    file, or a Policy. models: a folder of trained models instead of the shipped ones. selective: replace only what concerns the writer
    (True) or everything (False); None: as the policy says of the genre. key: 16 bytes or more.
    Without one a fresh one is drawn: nothing can then be drawn again, by anybody. bound: mask only
    what keeps the risk of a document under it, by the language's model of risk. recognizers: files
    (recognizers.toml), texts of such (Written) and Rules of one's own, which hold in every mode; DataError for what is wrong
    in a file.
    """
    if not isinstance(language, LanguagePack) and language not in PACKS:
        raise MaskeraError(f"no language {language!r}; there is {', '.join(PACKS)}")
    if mode not in MODES:
        raise MaskeraError(f"no mode {mode!r}; there is {', '.join(MODES)}")
    if selective not in (None, True, False):
        raise MaskeraError(f"selective is True, False or None, not {selective!r}")
    if scope and scope not in SCOPES:
        raise MaskeraError(f"unknown scope {scope!r}; there are {', '.join(SCOPES)}")
    spoken = (
        load_pack(language, Path(models) if models else None)
        if isinstance(language, str)
        else language
    )
    rules = (
        checked(policy, spoken.taxonomy)
        if isinstance(policy, Policy)
        else load_policy(policy, spoken.taxonomy)
    )
    check_generators(rules, spoken)
    check_genres(rules, spoken)
    said = known_genre(genre, spoken) if genre else ""
    skipped = frozenset(
        known_genre(name, spoken)
        for name in ([skip_genres] if isinstance(skip_genres, str) else skip_genres)
    )
    spare = None
    if bound is not None:
        from maskera.risk.bounded import sparing  # a fifth of a start, for few

        spare = sparing(spoken.code, bound, Path(models) if models else None)
    own = added(recognizers, spoken)
    spoken, rules = with_labels(spoken, rules, own.labels)
    return Pipeline(
        spoken, rules, secrets.token_bytes(32) if key is None else _long_enough(key), scope or rules.scope, mode, said, skipped, selective,
        spare, own,
    )  # fmt: skip
