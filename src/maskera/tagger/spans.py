"""The trained tagger's marginals become claims: runs of tokens with one likeliest label, cut where
one mention ends and the next begins."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, pairwise, takewhile
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from maskera import mentions
from maskera.kernels.type_scores import Block
from maskera.lexicon.table import TokenTable
from maskera.lexicon.vocab import CAPITALS, Lexeme
from maskera.mentions import Detection, Evidence, Hypothesis, Trust
from maskera.taxonomy import LISTED_KINDS, Taxonomy
from maskera.text import Span

OUTSIDE = "O"
_NONE, _EVIDENCE = frozenset[str](), Trust.EVIDENCE
LEAST = 0.015  # a token below this probability of being anything claims nothing
FLOOR = 1e-4  # marginals are cut off here before they become log-odds
KEPT = 4  # labels a claim carries for the reviewer
DOUBT = 0.5  # a word that is nothing with a greater probability is no end of a mention, where that has a better one ("okt kom")
WITHIN = frozenset(".-–&'’:")  # marks that may stand in a name
LINKS = frozenset(("ADP", "CCONJ", "SCONJ"))  # tags of words that join two mentions
ASIDE = frozenset(
    ("VERB", "AUX", "ADV", "DET", "PRON", "NUM")
)  # tags of ordinary words at which a name ends: "Skogens sjukhus gick bra"
TAIL = 4  # words in small letters before the mark that ends a clause, which belong to it
ORDINARY = 1.0  # log-odds of being an ordinary word that such a word has at least, for a rare name in small letters may be tagged so


class Extents(NamedTuple):
    """How the mentions of some labels are cut out of a run of tokens.

    single: labels whose mentions are one token each (names). listed: labels of which every listed
    word is a mention of its own (a grandmother's sister). apart: labels of which two listed names
    side by side are two mentions. rowed: labels of which two listed names with a conjunction
    between them are two. unlinked: labels in which no preposition and no conjunction stands; at
    their ends they stand in none but the clauses. particles: small words that belong to the name
    after them. unopened: words that begin no mention of a label ("has asthma"). names: labels of
    proper names. dotted: labels that may end in a mark. dated: labels that begin at a number.
    links: words that count as prepositions and conjunctions whatever their tag. aged: endings of
    words before a mention that tell somebody's age ("60-year-old driver").
    """

    single: frozenset[str]
    listed: frozenset[str]
    apart: frozenset[str]
    rowed: frozenset[str]
    unlinked: frozenset[str]
    clauses: frozenset[str]
    particles: frozenset[str]
    unopened: Mapping[str, frozenset[str]]
    names: frozenset[str]
    dotted: frozenset[str]
    dated: frozenset[str]
    links: frozenset[str] = frozenset()
    aged: tuple[str, ...] = ()


def extents(
    taxonomy: Taxonomy, particles: frozenset[str], unopened: Mapping[str, frozenset[str]]
) -> Extents:
    """How the mentions of a taxonomy are cut out, by their kinds."""
    labels = taxonomy.labels
    attributes = ("attribute.education", "attribute.profession", "attribute.family")
    return Extents(
        single=labels("person"),
        listed=labels("attribute.family"),
        apart=labels("place.settlement", "place.country"),
        rowed=labels("org"),
        unlinked=labels("person", "place", *attributes),
        clauses=labels("text.clause"),
        particles=particles,
        unopened=unopened,
        names=labels(*LISTED_KINDS),
        dotted=labels("person.initials"),
        dated=labels("date.whole"),
    )


def of_marginals(
    tables: Sequence[TokenTable], marginals: Block, labels: Sequence[str], extents: Extents
) -> list[list[Detection]]:
    """What the probabilities of each label at each token claim in each document: runs of tokens with
    one likeliest label. Where that is a clause, it is also told what there is inside, if it is none.

    marginals: of the sentences of all documents, one after the other.
    """
    owners = [
        (number, sentence.start)
        for number, table in enumerate(tables)
        for sentence in table.document.sentences
    ]
    found: list[list[Detection]] = [[] for _ in tables]
    inside = _inside(
        marginals,
        [number for number, label in enumerate(labels) if label in extents.clauses],
        labels.index(OUTSIDE),
    )
    for run in chain.from_iterable(
        _runs(tables, owners, block, labels, extents) for block in (marginals, *inside)
    ):
        tokens = tables[run.document].document.tokens
        hypotheses = tuple(
            [
                Hypothesis(label, (Evidence("tagger", odds),), _NONE, _EVIDENCE, odds)
                for label, odds in run.labels
            ]
        )
        found[run.document].append(
            Detection(Span(tokens.starts[run.first], tokens.ends[run.last]), hypotheses)
        )
    return [sorted(claims, key=mentions.place) for claims in found] if inside else found


def _inside(marginals: Block, clauses: Sequence[int], outside: int) -> list[Block]:
    """The probabilities where there may be a clause and a name in it, if there is no clause;
    elsewhere nothing. Empty for no such place."""
    rows = marginals.rows
    clause = rows[:, clauses].sum(1)
    doubtful = ((clause > LEAST) & (1 - rows[:, outside] - clause > LEAST)).nonzero()[0]
    if not len(doubtful):
        return []
    given = rows[doubtful]
    given[:, clauses] = 0
    given /= given.sum(1, keepdims=True)
    names = np.zeros_like(rows)
    names[:, outside] = 1
    names[doubtful] = given
    return [Block(names, marginals.lengths)]


class Run(NamedTuple):
    """Tokens `first` to `last` of a document, and the labels they may have together with their
    log-odds against none, likeliest first."""

    document: int
    first: int
    last: int
    labels: list[tuple[str, float]]


def _runs(
    tables: Sequence[TokenTable],
    owners: Sequence[tuple[int, int]],
    marginals: Block,
    labels: Sequence[str],
    extents: Extents,
) -> Iterator[Run]:
    """The runs of tokens with one likeliest label. owners: document and first token of each
    sentence, as marginals has them."""
    probability = marginals.rows
    if not len(probability):
        return
    outside = labels.index(OUTSIDE)
    hot = (1.0 - probability[:, outside] > LEAST).nonzero()[0]
    if not len(hot):
        return
    probability = probability[hot]
    none = probability[:, outside].copy()
    probability[:, outside] = 0
    best = probability.argmax(1)
    lengths = np.array(marginals.lengths)
    firsts = lengths.cumsum() - lengths
    sentences = firsts.searchsorted(hot, "right") - 1
    document, start = np.array(owners).T
    documents, tokens = (
        document[sentences].tolist(),
        (hot - firsts[sentences] + start[sentences]).tolist(),
    )
    begins = np.ones(len(hot), bool)
    begins[1:] = (np.diff(hot) != 1) | (np.diff(best) != 0) | (np.diff(sentences) != 0)
    labelled = [labels[number] for number in best.tolist()]
    links = [
        place
        for place, label in enumerate(labelled)
        if label in extents.names and _apart(tables[documents[place]], tokens[place])
    ]
    for place in links:
        begins[place + 1 : place + 2] = True
    for place in (~begins).nonzero()[0].tolist():
        label, table, token = labelled[place], tables[documents[place]], tokens[place]
        if (label in extents.unlinked and _links(table, token, extents.links)) or (
            label in extents.rowed and _in_row(table, token, extents.rowed)
        ):
            links.append(place)
            begins[place + 1 : place + 2] = True
        elif label in extents.single:
            begins[place] |= _separate(table, token - 1, extents.particles)
        elif label in extents.listed:
            begins[place] |= _listed(table.words[token], label) and _listed(
                table.words[token - 1], label
            )
        elif label in extents.apart:
            begins[place] |= (
                all(label in word.labels for word in table.words[token - 1 : token + 1])
                and token - 1 not in table.multiword
            )
    if links:
        begins, probability, none = (
            np.delete(column, links, 0) for column in (begins, probability, none)
        )
        documents, tokens, labelled = (
            np.delete(column, links).tolist() for column in (documents, tokens, labelled)
        )
    doubtful = (none > DOUBT).tolist()
    firm = [
        not doubt or tables[d].words[token].shape == "digit"
        for doubt, d, token in zip(doubtful, documents, tokens, strict=True)
    ]
    if loose := _loose(begins, labelled, firm, extents.clauses):
        begins, probability, none = (
            np.delete(column, loose, 0) for column in (begins, probability, none)
        )
        documents, tokens = np.delete(documents, loose).tolist(), np.delete(tokens, loose).tolist()
    edges = begins.nonzero()[0]
    counts = np.diff(edges, append=len(begins)).astype(np.float32)
    mean = np.add.reduceat(probability, edges) / counts[:, None]
    against = np.maximum(np.add.reduceat(none, edges) / counts, FLOOR).tolist()
    ranks = np.argsort(-mean, 1, "stable")[:, :KEPT]
    ranked = zip(ranks.tolist(), np.take_along_axis(mean, ranks, 1).tolist(), strict=True)
    for edge, count, odds_against, (numbers, shares) in zip(
        edges.tolist(), counts.tolist(), against, ranked, strict=True
    ):
        kept = [
            (labels[number], math.log(max(share, FLOOR) / odds_against))
            for rank, (number, share) in enumerate(zip(numbers, shares, strict=True))
            if share > 0.01 or not rank
        ]
        first, last = _extent(
            tables[documents[edge]],
            tokens[edge],
            tokens[edge + int(count) - 1],
            kept[0][0],
            extents,
        )
        yield Run(documents[edge], first, last, kept)


def _loose(
    begins: NDArray[np.bool_],
    labelled: Sequence[str],
    firm: Sequence[bool],
    clauses: frozenset[str],
) -> list[int]:
    """What is not firm at the ends of runs that have firm tokens; the run begins behind it, then."""
    loose: list[int] = []
    for edge, end in pairwise([*begins.nonzero()[0].tolist(), len(begins)]):
        if end - edge > 1 and labelled[edge] not in clauses and any(firm[edge:end]):
            first = firm.index(True, edge)
            begins[first] = True
            loose += range(edge, first)
            loose += takewhile(lambda place: not firm[place], range(end - 1, first, -1))
    return loose


def _extent(
    table: TokenTable, first: int, last: int, label: str, extents: Extents
) -> tuple[int, int]:
    """What of a run is the mention: no mark after it; a name from its capital on ("hotel
    Bellevue"), a date from its number.

    A clause goes to its end. Of a listed kind the listed word alone ("liten bror")."""
    if first == last and label not in extents.clauses and label not in extents.listed:
        return first, last  # as most
    words = table.words
    if label in extents.names:
        behind = first + table.multiword.get(first, 1)  # moderna museet, whatever their tags
        last = next((place - 1 for place in range(behind, last + 1) if _aside(table, place)), last)
        last = _listed_end(table, first, last, label, extents.names)
    if label in extents.apart:  # i Malmö 18 månader
        while last > first and words[last].shape == "digit":
            last -= 1
    while last > first and (
        (words[last].shape == "mark" and label not in extents.dotted)
        or (label not in extents.clauses and _links(table, last, extents.links))
    ):
        last -= 1
    while last > first and label not in extents.clauses and _links(table, first, extents.links):
        first += 1
    while last > first and words[first].read in extents.unopened.get(label, ()):
        first += 1
    if extents.aged and label not in extents.clauses:
        first = next(
            (at + 1 for at in range(first, last) if table.lowers[at].endswith(extents.aged)), first
        )
    if label in extents.clauses:
        last = _clause_end(table, last)
    if label in extents.names and words[last].shape in CAPITALS:
        while words[first].shape == "lower" and words[first].lower not in extents.particles:
            first += 1
    if label in extents.dated:
        first = next(
            (place for place in range(first, last) if words[place].shape == "digit"), first
        )
    if label in extents.listed and (
        known := [place for place in range(first, last + 1) if _listed(words[place], label)]
    ):
        first = last = known[-1]
        if first - 1 in table.multiword and any(
            entry.label == label for entry in table.entries(first - 1, last)
        ):
            first -= 1
    return first, last


def _clause_end(table: TokenTable, last: int) -> int:
    """The last word before the mark at which a clause ends, where few words stand between: no
    clause ends a word before the full stop, nor before "of all places"."""
    end = last
    while table.right(end).isalpha() and table.words[end + 1].shape == "lower":
        end += 1
        if end - last > TAIL:
            return last
    return last if table.right(end).isalnum() else end


def _listed(word: Lexeme, label: str) -> bool:
    return label in word.labels or any(entry.label == label for entry in word.meant_entries)


def _links(table: TokenTable, token: int, links: frozenset[str]) -> bool:
    tags = table.document.tokens.pos
    linking = bool(tags) and tags[token] in LINKS
    return (linking or table.lowers[token] in links) and table.words[token].shape == "lower"


def _in_row(table: TokenTable, token: int, labels: frozenset[str]) -> bool:
    """Whether a conjunction or a preposition stands between two listed names of these labels that
    are no name together: from Telia to Tele2."""
    tags = table.document.tokens.pos
    if (
        not tags
        or tags[token] not in ("CCONJ", "ADP")
        or not 0 < token < len(tags) - 1
        or token - 1 in table.multiword
    ):
        return False
    if table.words[token - 1].labels.isdisjoint(labels):
        return False
    last = token + table.multiword.get(token + 1, 1)  # Tele2
    return any(entry.label in labels for entry in table.entries(token + 1, last))


def _apart(table: TokenTable, token: int) -> bool:
    """Whether a token is a mark that is no part of a name: it stands between two names or before
    one, as a hyphen between blanks does."""
    if table.words[token].shape != "mark":
        return False
    lower = table.lowers[token]
    return lower not in WITHIN or (
        not table.glued(token - 1) and (table.glued(token) or lower in ("-", "–"))
    )


def _listed_end(table: TokenTable, first: int, last: int, label: str, names: frozenset[str]) -> int:
    """Where a listed name ends, if only ordinary words in small letters come after it ("Lunds
    gator", "Dagens Nyheter ekonomi", but "stadsbiblioteket i lund"); else `last`."""
    if first not in table.multiword and label not in table.words[first].labels:
        return last
    end = first + table.multiword.get(first, 1) - 1
    rest, named = table.words[end + 1 : last + 1], {label, *names}
    return (
        end
        if rest
        and all(
            word.shape == "lower"
            and word.ordinary >= ORDINARY
            and not any(entry.label in named and entry.weight > 0 for entry in word.entries)
            for word in rest
        )
        else last
    )


def _aside(table: TokenTable, token: int) -> bool:
    tags, word = table.document.tokens.pos, table.words[token]
    return (
        bool(tags) and tags[token] in ASIDE and word.shape == "lower" and word.ordinary >= ORDINARY
    )


def _separate(table: TokenTable, last: int, particles: frozenset[str]) -> bool:
    """Whether the name ends with token `last`: it does at a blank, but for particles ("de Wit");
    "J.K." is one."""
    tokens = table.document.tokens
    return tokens.starts[last + 1] > tokens.ends[last] and table.lowers[last] not in particles
