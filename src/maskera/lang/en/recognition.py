"""The English tagger: what it sees of a token, and its claims weighed with those of the rules.

One model for court cases, biographies, posts, e-mails and essays. Its labels are the finest that
any corpus has; a corpus that knows coarser ones, or fewer, teaches what it knows (maskera.train.
partial). So it speaks both schemes: the labels of learner essays and, summed up, the eight types of
the Text Anonymization Benchmark.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from maskera import expressions as re
from maskera.kernels.network import Network
from maskera.label.scheme import numbered
from maskera.lang.en import runs
from maskera.lang.en.coarse import Types
from maskera.lang.en.features import kind_of, kind_of_learners, streams
from maskera.lang.en.full_names import FIELD
from maskera.lang.en.situations import AGED
from maskera.lang.pack import Ensemble
from maskera.lexicon.memo import Memo
from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import CAPITALS, Lexeme
from maskera.mentions import Detection, Evidence, Hypothesis, Mention, likeliest, place
from maskera.tagger import engines, spans
from maskera.tagger.ensemble import EnsembleWeights, joined
from maskera.tagger.scorers import NetworkScorer, Scorer, Streams, balance_for
from maskera.taxonomy import FULL_NAME, INSTITUTIONS, PLACES, Taxonomy

_WORDS = word_list("en", "recognition")

BALANCE = EnsembleWeights(
    tagger=0.6, rules=0.45, formal_rules=0.9, bias=-0.3, silent_tagger=-3.0, silent_rules=-3.0,
    limit=6.0,
)  # fmt: skip
# Probability of being anything from which a token is, in the eight types: on the development cases
# F1 is flat from .3 to .5, and what any annotator marks is more than what one does.
TYPED = 0.3
LINKS = _WORDS["links"]
JOINING = _WORDS["joining"]
"""Small words at which a mention ends; "of" may stand in a name."""
OPENING = frozenset("@#€£$(+")  # marks with which a mention may begin
PARTICLES = _WORDS["particles"]

SAINTS = frozenset(("st", "ste"))
_STOPPED = re.compile(r"S(?:te?|TE?)\. ")
_SAINT = Memo[Lexeme, bool](lambda word: word.lower in SAINTS)
NAMED_SO = PLACES | INSTITUTIONS
UNNAMED = NAMED_SO | {"place", "transport_name", "month_word"}
WORK, NAMED, BODY, BIOGRAPHY = "MISC", "PERSON", "ORG", "biography"
MISREAD = frozenset((BODY, "LOC", WORK))
EVENTS = _WORDS["event"]
"""Words of the names of awards and contests, which are MISC in 18 of 20 such names of biographies,
and of which the tagger takes every second for a body's."""
QUOTES = frozenset('"“')
SURE = 0.9  # probability of a work in quotation marks, and of a nickname: John "Jack" Ham
_TITLE = re.compile(r"[\"“](?P<hit>[A-ZÀ-Þ][^\"“”\n]{1,60})[\"”]")
SAINTLY = Evidence("name:of a saint", 2.0)
HOUSE = "other_institution"
"""What a saint's name is of that is neither a town's nor a school's: died in St. George's."""

_BEFORE_NAMES = _WORDS["before_names"]
UNOPENED = {
    **dict.fromkeys(
        ("place", "school", "work", "other_institution", "city", "area", "region", "geo"),
        _BEFORE_NAMES,
    ),
    "sensitive": _WORDS["begins_no_sensitive"],
    "extra": _WORDS["begins_no_extra"],
    "edu": _WORDS["begins_no_edu"],
    "prof": _WORDS["begins_no_prof"],
    "fam": _WORDS["begins_no_fam"],
}
"""Words with which no mention of a label begins ("has asthma")."""


def taggers(
    file: Callable[[str], Path], features_of: Callable[[], Callable[[Any], Iterable[str]]]
) -> tuple[Scorer, ...]:
    """The tagger of a folder of models, as it reads in the labels of learner texts and in the
    eight types. file: of a model by its name. features_of: what it sees of a form or place."""

    def read_as(kind: Callable[[TokenTable], str]) -> Streams:
        return lambda tables, decided: [
            keys
            for table, rules in zip(tables, decided, strict=True)
            for keys in streams(table, rules, kind(table))
        ]

    learners = NetworkScorer(
        file(engines.NETWORK),
        lambda weights: Network(weights, features_of()),
        read_as(kind_of_learners),
    )
    return tuple(
        engines.chosen(file, network, BALANCE)
        for network in (learners, learners.seeing(read_as(kind_of)))
    )


def extents(taxonomy: Taxonomy) -> spans.Extents:
    """How mentions are cut out of runs of tokens: without the tags of words, which English lacks,
    by a few small words; kinds that need more are left as the tagger has them."""
    none = frozenset[str]()
    return spans.extents(taxonomy, PARTICLES, UNOPENED)._replace(
        listed=none, apart=none, rowed=none, links=JOINING, aged=AGED
    )


def ensemble(tagger: Scorer, beyond: frozenset[str], taxonomy: Taxonomy) -> Ensemble:
    """What tagger and rules claim together. beyond: labels of the model that no scheme of essays
    has: there they are nothing."""
    cut, balance = extents(taxonomy), balance_for(tagger, BALANCE)
    kin = taxonomy.labels("attribute.family")

    def join(
        tables: Sequence[TokenTable], decided: Sequence[Sequence[Detection]], least: float
    ) -> list[list[Detection]]:
        labels = tagger.labels()
        marginals = without(tagger.marginals(tables, decided), labels, beyond)
        marginals = runs.of_one_kind(tables, marginals, runs.columns(labels, taxonomy))
        found = spans.of_marginals(tables, marginals, labels, cut)
        return [
            [
                _shown(table, claim)
                for claim in joined(
                    *_saints(table, rules, _told(rules, _one_by_one(table, claims, kin))),
                    balance,
                    least,
                )
            ]
            for table, rules, claims in zip(tables, decided, found, strict=True)
        ]

    return join


def _one_by_one(
    table: TokenTable, claims: Sequence[Detection], kin: frozenset[str]
) -> list[Detection]:
    """The claims; relatives of relatives are a mention each: my [uncle's] [wife]."""
    result = []
    for claim in claims:
        first, last = table.first_token(claim.span), table.last_token(claim.span)
        if first < last and claim.hypotheses[0].label in kin:
            for at in range(first, last):
                if table.words[at].genitive or table.lowers[at] in ("'s", "’s"):
                    result.append(Detection(table.span(first, at), claim.hypotheses))
                    first = at + 1
        result.append(Detection(table.span(first, last), claim.hypotheses))
    return result


def _told(rules: Sequence[Detection], claims: Sequence[Detection]) -> list[Detection]:
    """What the tagger claims, without what it takes for a place or a house where a form has room
    for somebody's names: Name: [Rose] [Pike]."""
    sure = [
        rule.span
        for rule in rules
        if (best := likeliest(rule)).label in FULL_NAME and FIELD in best.evidence
    ]
    if not sure:
        return list(claims)
    return [
        claim
        for claim in claims
        if likeliest(claim).label not in UNNAMED or not any(map(claim.span.overlaps, sure))
    ]


def _saints(
    table: TokenTable, rules: Sequence[Detection], claims: Sequence[Detection]
) -> tuple[Sequence[Detection], Sequence[Detection]]:
    """What rules and tagger claim; a saint's name with a full stop behind "St" is one: lives in
    St. Albans, died in St. Mary's. The tagger sees the full stop as no part of it."""
    if _STOPPED.search(table.document.text) is None:
        return rules, claims
    for at in _SAINT.places(table.words[:-2]):
        if not _saint(table, at):
            continue
        name = table.span(at, at + 2)
        parts = [claim for claim in (*rules, *claims) if claim.span.overlaps(name)]
        if not parts or any(claim.span.covers(name) for claim in rules):
            continue
        ends = max(table.last_token(claim.span) for claim in parts)
        whole = table.span(at, max(at + 2, ends))
        listed = table.gazetteer.entries(f"{table.lowers[at]} {table.lowers[at + 2]}")
        said = max(parts, key=lambda claim: claim.hypotheses[0].score).hypotheses[0]
        of_house = table.words[at + 2].genitive or said.label not in NAMED_SO
        town = listed and not table.words[at + 2].genitive
        label = listed[0].label if town else HOUSE if of_house else said.label
        one = Detection(whole, (Hypothesis(label, (*said.evidence, SAINTLY)),))
        rules = [claim for claim in rules if not claim.span.overlaps(whole)]
        outside = [claim for claim in claims if not claim.span.overlaps(whole)]
        claims = sorted([*outside, one], key=place)
    return rules, claims


def _saint(table: TokenTable, at: int) -> bool:
    """Whether "St", a full stop and a name begin here, and no street's name ends: High St."""
    before = table.words[at - 1].shape if at and table.adjacent(at - 1) else ""
    return (
        table.lowers[at] in SAINTS
        and table.words[at].shape in CAPITALS
        and table.lowers[at + 1] == "."
        and table.glued(at)
        and table.adjacent(at + 1)
        and table.words[at + 2].shape in CAPITALS
        and before not in CAPITALS
    )


def typed(
    tagger: Scorer, types: Types
) -> Callable[[Sequence[TokenTable], Sequence[Sequence[Detection]]], list[list[Mention]]]:
    """The mentions in the eight types: runs of tokens whose likeliest type is the same, with the
    mean of their probabilities; one running number for what is written alike."""
    names = sorted(types.labels)

    def found(
        tables: Sequence[TokenTable], decided: Sequence[Sequence[Detection]]
    ) -> list[list[Mention]]:
        labels = tagger.labels()
        rows = tagger.marginals(tables, decided).rows
        columns = [[labels.index(x) for x in types.labels[n] if x in labels] for n in names]
        shares = np.stack([rows[:, its].sum(1) for its in columns], 1)
        result, first = [], 0
        for table in tables:
            last = first + len(table.words)
            _read_works(table, shares[first:last], names)
            result.append(_typed_mentions(table, shares[first:last], names))
            first = last
        return result

    return found


def _read_works(table: TokenTable, shares: Any, names: Sequence[str]) -> None:
    """Makes what a biography has in quotation marks with a capital a work (MISC), unless the tagger
    sees a person there; one word between a person's names is a nickname. Of the 39 such words in 40
    biographies 37 are marked so, and taggers of halves saw 10 of them."""
    if WORK not in names or kind_of(table) != BIOGRAPHY:
        return
    text, starts = table.document.text, table.document.tokens.starts
    work, person = names.index(WORK), names.index(NAMED)
    for quoted in _TITLE.finditer(text):
        first = bisect_left(starts, quoted.start("hit"))
        last = bisect_left(starts, quoted.end("hit"))
        part, amid = shares[first:last], shares[[first - 2, min(last + 1, len(shares) - 1)]]
        nickname = last - first == 1 and first > 1 and (amid.argmax(1) == person).all()
        if nickname or not ((part.argmax(1) == person) & (part.sum(1) >= TYPED)).any():
            part[:] = 0
            part[:, person if nickname else work] = SURE


def _typed_mentions(table: TokenTable, shares: Any, names: Sequence[str]) -> list[Mention]:
    some, best = shares.sum(1).tolist(), shares.argmax(1).tolist()
    biography = kind_of(table) == BIOGRAPHY
    mentions: list[Mention] = []
    index = 0
    while index < len(best):
        if some[index] < TYPED:
            index += 1
            continue
        end = index + 1
        while (
            end < len(best)
            and some[end] >= TYPED
            and best[end] == best[index]
            and table.sentence[end] == table.sentence[index]
        ):
            end += 1
        first, last = _trimmed(table, index, end - 1)
        if names[best[index]] == WORK and table.left(index) in QUOTES:
            first = index  # "The Epic Fail"
        if first <= last:
            span, label = table.span(first, last), names[best[index]]
            if (
                label == BODY
                and biography
                and not EVENTS.isdisjoint(table.lowers[first : last + 1])
            ):
                label = WORK
            share = sum(some[first : last + 1]) / (last + 1 - first)
            mentions.append(Mention(span, label, probability=min(share, 1.0)))
        index = end
    return numbered(table.document, by_full_names(table, mentions))


def by_full_names(table: TokenTable, mentions: Sequence[Mention]) -> list[Mention]:
    """The mentions; one word that is part of somebody's full name in the text is a person where the
    tagger takes it for a body or a place: Mary Ellen Lords, and [Lords] said."""
    parts = {
        table.lowers[at]
        for mention in mentions
        if mention.label == NAMED
        for at in _words_of(table, mention)
        if len(_words_of(table, mention)) > 1 and table.words[at].shape in CAPITALS
    }
    return [
        msgspec.structs.replace(mention, label=NAMED)
        if mention.label in MISREAD
        and len(_words_of(table, mention)) == 1
        and table.lowers[table.first_token(mention.span)] in parts
        else mention
        for mention in mentions
    ]


def _words_of(table: TokenTable, mention: Mention) -> range:
    return range(table.first_token(mention.span), table.last_token(mention.span) + 1)


def _trimmed(table: TokenTable, first: int, last: int) -> tuple[int, int]:
    """A run without marks and small words at its ends."""
    while first <= last and _loose(table, first) and table.lowers[first] not in OPENING:
        first += 1
    while last >= first and _loose(table, last) and not _abbreviated(table, last):
        last -= 1
    return first, last


def _loose(table: TokenTable, index: int) -> bool:
    return table.words[index].shape == "mark" or table.lowers[index] in LINKS


def _abbreviated(table: TokenTable, index: int) -> bool:
    return table.lowers[index] in (")", "%") or (
        table.lowers[index] == "." and index > 0 and len(table.lowers[index - 1]) == 1
    )


def without(marginals: Any, labels: Sequence[str], beyond: Iterable[str]) -> Any:
    """The probabilities with those of some labels added to the probability of none."""
    columns = [number for number, label in enumerate(labels) if label in set(beyond)]
    rows = marginals.rows.copy()
    rows[:, labels.index(spans.OUTSIDE)] += rows[:, columns].sum(1)
    rows[:, columns] = 0
    return marginals._replace(rows=rows)


def _shown(table: TokenTable, claim: Detection) -> Detection:
    """The claim with the features that its last word shows."""
    word = table.words[table.last_token(claim.span)]
    shown = []
    for hypothesis in claim.hypotheses:
        found = set(hypothesis.features)
        if word.genitive or word.lower.endswith(("'s", "s'")):
            found.add("gen")
        if any(e.label == hypothesis.label and "pl" in e.flags for e in word.entries):
            found.add("pl")
        shown.append(
            Hypothesis(hypothesis.label, hypothesis.evidence, frozenset(found), hypothesis.trust)
        )
    return Detection(claim.span, tuple(shown))
