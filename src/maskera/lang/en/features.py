"""What the English tagger sees of a token: its form by lists, letters, clusters; its place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Any, NamedTuple

from maskera import expressions as re
from maskera.lang.en.around import Around, around
from maskera.lang.en.around import features as of_around
from maskera.lang.en.surroundings import every_word_capital
from maskera.lexicon.clusters import BRANCHES, Clusters
from maskera.lexicon.table import TokenTable
from maskera.lexicon.vocab import CAPITALS, Lexeme
from maskera.mentions import Detection, probabilities
from maskera.tagger.features import of_figures
from maskera.taxonomy import FIRSTNAMES, LISTED_NAMES

ESSAY = "essay"
KINDS = ("court", "biography", "post", "mail", ESSAY, "template", "web")
"""Kinds of text that corpora name; a text of which nothing tells its kind has none."""
UNLIKE = frozenset(("court", "biography"))
"""Kinds that no learner writes."""
TITLED_BACK = 3  # tokens behind a title in which a name may stand
SECTION = re.compile(r"PROCEDURE|FACTS|LAW")
DOMAIN_MARKS = {
    "court": re.compile(r"\b(?:the applicant|the Court|application \(no|PROCEDURE|THE FACTS)\b"),
    "post": re.compile(r"(?:^|\n)@?\w+ ?: |#\w+|(?:^|\s)@\w+"),
    "mail": re.compile(
        r"^(?:Subject|From|To):|^(?:Dear|Hi|Hello)\b|\b(?:regards|sincerely)\b",
        re.IGNORECASE | re.MULTILINE,
    ),
    "biography": re.compile(r"\((?:born|[^()]*\d{4}\s?[–-])|\bis an? (?:[A-Z]\w+|former|retired) "),
}
"""What tells the kind of a text of which nobody has said it, in this order."""


class Place(NamedTuple):
    """What a token's place tells, whatever its form: the key of the second stream.

    rule: what the rules would decide there, with its probability in fifths and whether it begins
    there. listed: labels of the listed name of several words that it is part of, and whether it is
    its first. seen: how the form stands elsewhere in the document. section, kind: of the text.
    high: whether nearly every word of it has a capital.
    """

    initial: bool
    glued: bool
    rule: str
    sure: int
    begins: bool
    listed: str
    first: bool
    seen: str
    times: int
    section: str
    kind: str
    high: bool


def features(
    word_of: Callable[[str], Lexeme], clusters: Clusters
) -> Callable[[Any], Iterator[str]]:
    """The features of a form or of a place."""

    def of(key: str | Place | Around) -> Iterator[str]:
        if isinstance(key, Place):
            yield from _place(key)
        elif isinstance(key, Around):
            yield from of_around(key)
        else:
            yield from _form(key, word_of(key), clusters)

    return of


def _form(form: str, word: Lexeme, clusters: Clusters) -> Iterator[str]:
    lower = word.lower
    yield "bias"
    yield f"s={_shape(form)}"
    # Names are seen through their lists, not by their letters.
    if word.ordinary > 0 or word.labels.isdisjoint(LISTED_NAMES):
        yield f"w={lower}"
    if word.shape == "mark":
        return
    if word.shape == "digit":
        yield from of_figures(lower)
        return
    for length in (2, 3, 4):
        if len(lower) > length:
            yield f"~x{lower[-length:]}"
            yield f"~p{lower[:length]}"
    yield f"z={int(word.zipf)}"
    yield f"z={int(word.zipf)}{word.shape}"
    yield f"o={max(-3, min(3, round(word.ordinary)))}{word.shape}"
    if number := clusters.of(form):
        yield f"c={number}"
        for bits in BRANCHES:
            yield f"c{bits}={number & (1 << bits) - 1}"
    else:
        yield f"c={word.shape}"
    if word.genitive:
        yield "gen"
    yield from _entries(word)


def _entries(word: Lexeme) -> Iterator[str]:
    if not word.entries:
        yield f"unlisted={word.shape}"
        return
    yield f"first={word.entries[0].label}"
    given = {e.label: e.weight for e in reversed(word.entries)}
    genders = [label for label in given if label in FIRSTNAMES]
    if genders:
        yield f"gender={max(genders, key=given.__getitem__)}"
        yield "given"
    for label, weight in given.items():
        yield f"l={label}"
        yield f"l={label}{word.shape}"
        yield f"l={label}{max(-2, min(4, round(weight)))}"
    for entry in word.entries[:3]:
        if entry.country:
            yield f"in={entry.label}/{entry.country}"


def _shape(form: str) -> str:
    """McDonald -> XxXxxxx, 2020 -> dddd; runs are cut at four."""
    shape = "".join(
        "X" if c.isupper() else "x" if c.isalpha() else "d" if c.isdigit() else c for c in form
    )
    return re.sub(r"(.)\1{4,}", r"\1\1\1\1", shape)


def _place(place: Place) -> Iterator[str]:
    yield f"i={place.initial}"
    if place.glued:
        yield "glued"
    yield f"r={place.rule}"
    if place.rule:
        yield f"r={place.rule}{place.sure}"
        yield f"rb={place.rule}{place.begins}"
    if place.listed:
        yield f"m={place.listed}"
        yield f"m={place.listed}{place.first}"
    if place.seen:
        yield f"e={place.seen}"
    if place.times:
        yield f"t={place.times}"
    if place.high:
        yield "high"
    if place.kind:
        yield f"k={place.kind}"
        yield f"k={place.kind} r={place.rule}"
        yield f"k={place.kind} {place.section}"


def kind_of(table: TokenTable) -> str:
    """The kind of a text: as it is said in its metadata, else as its words tell; "" for none."""
    said = table.document.meta.get("kind", "")
    if said in KINDS:
        return said
    text = table.document.text
    found = {kind: len(mark.findall(text[:4000])) for kind, mark in DOMAIN_MARKS.items()}
    return next(
        (kind for kind, times in found.items() if times >= (3 if kind == "court" else 1)), ""
    )


def kind_of_learners(table: TokenTable) -> str:
    """The kind of a text that is read in the labels of learner texts: an essay's, whose e-mails
    and posts are annotated as the essays are and as no other e-mails and posts, unless it is said
    to be of another or its words tell one that no learner writes."""
    said = table.document.meta.get("kind", "")
    told = kind_of(table)
    return told if said in KINDS or told in UNLIKE else ESSAY


def streams(
    table: TokenTable, decided: Sequence[Detection], kind: str | None = None
) -> list[tuple[Sequence[Hashable], ...]]:
    """The three streams of type keys, a sequence for each sentence. decided: what the rules would
    decide. kind: of the text; None: as kind_of has it."""
    tokens = table.document.tokens
    told = kind_of(table) if kind is None else kind
    places = _places(table, decided, told)
    rounds = around(table)
    return [
        (tokens.forms[s.start : s.end], places[s.start : s.end], rounds[s.start : s.end])
        for s in table.document.sentences
    ]


def _places(table: TokenTable, decided: Sequence[Detection], kind: str) -> list[Place]:
    count = len(table.words)
    rules = [("", 0, False)] * count
    for detection in decided:
        ranked = probabilities(detection.hypotheses)
        sure = int(5 * min(0.999, sum(share for _, share in ranked)))
        first, last = table.first_token(detection.span), table.last_token(detection.span)
        for index in range(first, last + 1):
            rules[index] = (ranked[0][0], sure, index == first)
    listed, firsts = [""] * count, [False] * count
    for index, length in table.multiword.items():
        if not listed[index] and (entries := table.entries(index, index + length - 1)):
            listed[index : index + length] = [entries[0].label] * length
            firsts[index] = True
    seen = _seen(table)
    times = Counter(table.lowers)
    sections, high = _sections(table), table.fact(every_word_capital)
    starts, ends = table.document.tokens.starts, table.document.tokens.ends
    return [
        Place(
            table.sentence_initial[index],
            index > 0 and starts[index] == ends[index - 1],
            *rules[index],
            listed[index],
            firsts[index],
            seen[index],
            min(times[word.lower], 4) if word.shape in CAPITALS else 0,
            sections[table.sentence[index]],
            kind,
            high,
        )
        for index, word in enumerate(table.words)
    ]


def _seen(table: TokenTable) -> list[str]:
    """Of a form with a capital: whether it stands behind a title (T) or in small letters (s)
    elsewhere; of one in small letters: whether it stands with a capital inside a sentence (C)."""
    titled, capital = set(), set()
    for index, word in enumerate(table.words):
        if word.shape in CAPITALS:
            if not table.sentence_initial[index]:
                capital.add(word.lower)
            near = table.words[max(0, index - TITLED_BACK) : index]
            if any("title" in other.labels and other.shape in CAPITALS for other in near):
                titled.add(word.lower)
    small = {word.lower for word in table.words if word.shape == "lower"}
    return [
        ("T" if word.lower in titled else "s" if word.lower in small else "")
        if word.shape in CAPITALS
        else "C" if word.shape == "lower" and word.lower in capital
        else ""
        for word in table.words
    ]  # fmt: skip


def _sections(table: TokenTable) -> list[str]:
    """The section that each sentence stands in, by headings in capitals."""
    found, now = [], ""
    tokens, text = table.document.tokens, table.document.text
    for sentence in table.document.sentences:
        line = text[tokens.starts[sentence.start] : tokens.ends[sentence.end - 1]]
        if len(line) < 80 and line.isupper() and (heading := SECTION.search(line)):
            now = heading[0]
        found.append(now)
    return found
