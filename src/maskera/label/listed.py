"""Listed words for a relative, a profession or a subject that are somebody's by the words beside them,
though detection, which asks what concerns the writer, has left them: her youngest son, an uncle of
mine, become a nurse or a plumber, a teacher of mathematics, like mum.

For policies that say these words in wider ones (Policy.listed). The words beside them are rows of
the language's `pseudonyms/listed.tsv`: `whose` stands before a relative, with `between` in between,
and `having` before one with an article or number; `of` and then `theirs`, `whose` or a number
behind one; `called` is a relative who is called so without more, but behind `new` and `being`;
`becoming` (two words, too) stands before a profession, with `new` or `whose`, or `new` and an
adjective (one that part of speech or `quality` knows), in between, and so does a comma behind a
relative or a name (her girlfriend, a lawyer); `in` before a subject, and
before that a profession or a word for `studying`, or `teaching` alone; `or` and a comma join a
further one; what is `ordinary` is nothing of the kind, and `contracted` no genitive (it's mum).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from maskera.lexicon.gazetteer import Entry
from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import WordLists
from maskera.lexicon.vocab import Vocab
from maskera.mentions import Evidence, Hypothesis, Mention

NAME = "pseudonyms/listed.tsv"
PERSON = "person"
FAMILY, PROFESSION = "attribute.family", "attribute.profession"
EDUCATION, SUBJECT = "attribute.education", "subject"
WORDS = 3  # of the longest listed form that is looked for
BETWEEN = 2  # words between a determiner and its relative
ROW = 10  # words before a relative in which the one that it is joined to stands
SOURCE = "listed"
NONE: frozenset[str] = frozenset()


class Before(msgspec.Struct, frozen=True):
    """The words of the list, by label."""

    words: Mapping[str, frozenset[str]]

    def has(self, label: str, word: str) -> bool:
        """Whether a word in small letters is one of a label's."""
        return word in self.words.get(label, NONE)


def before_words(vocab: Vocab) -> Before:
    """The list of a vocabulary; empty for a language without one."""
    return before_of(vocab.lists)


def before_of(lists: WordLists) -> Before:
    """The list among those of a language."""
    found: dict[str, set[str]] = {}
    for form, label, _, _ in lists.rows(NAME):
        found.setdefault(label, set()).add(form)
    return Before({label: frozenset(forms) for label, forms in found.items()})


def with_listed(
    table: TokenTable, mentions: Sequence[Mention], labels: Sequence[str]
) -> list[Mention]:
    """The mentions, in text order, with the listed words of these labels that are somebody's."""
    words = table.vocab.derived(before_words)
    if not labels or not words.words:
        return list(mentions)
    family = table.labels(FAMILY).intersection(labels)
    professions = table.labels(PROFESSION).intersection(labels)
    education = table.labels(EDUCATION).intersection(labels)
    people = family | table.labels(PERSON)
    taken = {
        index: mention
        for mention in mentions
        for index in range(table.first_token(mention.span), table.last_token(mention.span) + 1)
    }
    found: list[Mention] = []
    for first, last, entry in _entries(table, taken, family | professions, education, words):
        if entry.label in professions:
            owner = taken.get(first - 1)  # my daughter's teacher
            somebodys = "def" not in entry.flags and (
                _becoming(table, taken, first, professions, people, words)
                or (owner is not None and owner.label in family and "gen" in owner.features)
            )
        elif entry.label in family:
            somebodys = (
                _whose(table, taken, first, family, words)
                or _theirs(table, last, words)
                or (
                    words.has("called", entry.form.lower())
                    and "pl" not in entry.flags
                    and not _new(table, first, words)
                )
            )
        else:
            somebodys = _studied(table, taken, first, professions | education, words)
        if somebodys:
            label = entry.label if entry.label in labels else next(iter(education))
            mention = _mention(table, first, last, entry, label)
            found.append(mention)
            taken.update(dict.fromkeys(range(first, last + 1), mention))
    return sorted([*mentions, *found], key=lambda mention: mention.span)


def is_listed(mention: Mention) -> bool:
    """Whether a mention counts by the words before it alone."""
    evidence = mention.hypotheses[0].evidence if mention.hypotheses else ()
    return bool(evidence) and evidence[0].source == SOURCE


def _entries(
    table: TokenTable,
    taken: Mapping[int, Mention],
    labels: frozenset[str],
    education: frozenset[str],
    words: Before,
) -> Iterator[tuple[int, int, Entry]]:
    """First and last token of each listed form of these labels, or of a subject where labels of
    education are asked for, that is in no mention; the longest."""

    def asked(entry: Entry) -> bool:
        if entry.label in labels:
            return True
        of_subject = entry.label in education and entry.kind == SUBJECT
        return bool(education) and (of_subject or entry.label == SUBJECT)

    index, count = 0, len(table.words)
    while index < count:
        index += 1
        first = index - 1
        word = table.words[first]
        if word.shape != "lower" and not table.sentence_initial[first]:
            continue
        for last in range(min(first + WORDS, count) - 1, first - 1, -1):
            if table.sentence[last] != table.sentence[first]:
                continue
            if any(place in taken for place in range(first, last + 1)):
                continue
            if first == last and words.has("between", word.lower):
                continue  # eldest, which is nobody's before a relative
            if first == last and words.has("ordinary", word.lower):
                continue  # employed, which is no trade
            entries = word.entries if first == last else table.entries(first, last)
            entry = next(filter(asked, entries), None)
            if entry is not None:
                yield first, last, entry
                index = last + 1
                break


def _mention(table: TokenTable, first: int, last: int, entry: Entry, label: str) -> Mention:
    evidence = (Evidence(SOURCE, 0.5, entry.form),)
    features = entry.flags & {"def", "pl"}
    if table.words[last].genitive:
        features |= {"gen"}
    hypothesis = Hypothesis(label, evidence, features)
    return Mention(table.span(first, last), label, 0, features, 0.5, 0.5, (hypothesis,))


def _whose(
    table: TokenTable,
    taken: Mapping[int, Mention],
    first: int,
    family: frozenset[str],
    words: Before,
) -> bool:
    """Whether a determiner says whose it is, a mention in the genitive does (Leila's husband), a verb (has
    a brother), or a relative that it is joined to (a son and a daughter)."""
    for steps in range(1, BETWEEN + 2):
        word = table.left(first, steps)
        if words.has("whose", word):
            return True
        owner = taken.get(first - steps)
        if word and owner is not None and "gen" in owner.features:
            return True
        joined = taken.get(first - steps - 1) if _joins(word, words) else None
        if joined is not None and joined.label in family:
            return True
        counted = words.has("new", word) or word.isdecimal() or _number(table, first - steps)
        before = table.left(first, steps + 1)
        if counted and words.has("having", before):
            return True
        row = range(table.since(first - 1, ROW), first - steps - 1)
        if counted and _joins(before, words) and any(_of(taken.get(at), family) for at in row):
            return True  # has a brother who is deaf and a sister
        parent = taken.get(first - steps - 2) if counted and words.has("of", before) else None
        if parent is not None and parent.label in family:
            return True
        if not (counted or words.has("between", word)):
            return False
    return False


def _theirs(table: TokenTable, last: int, words: Before) -> bool:
    """Whether the words behind say whose it is: an uncle of mine, a cousin of my mother, a mother
    of four."""
    whose = table.right(last, 2)
    return words.has("of", table.right(last)) and (
        words.has("theirs", whose) or words.has("whose", whose) or _number(table, last + 2)
    )


def _studied(
    table: TokenTable,
    taken: Mapping[int, Mention],
    first: int,
    studied: frozenset[str],
    words: Before,
) -> bool:
    """Whether a subject is what somebody teaches or has a degree in, or is joined to one that is."""
    other = taken.get(first - 2)
    if words.has("in", table.left(first)):
        verb = table.left(first, 2) and (
            table.left(first, 2),
            table.lowers[first - 2],
        )  # also as written
        return any(words.has("studying", each) for each in verb) or (
            other is not None and other.label in studied
        )
    if words.has("teaching", table.left(first)):
        return True
    joined = _joins(table.left(first), words)
    return joined and other is not None and other.label in studied and _is_subject(table, other)


def _of(mention: Mention | None, labels: frozenset[str]) -> bool:
    return mention is not None and mention.label in labels


def _joins(word: str, words: Before) -> bool:
    """Whether a word joins what stands before it to what stands behind."""
    return word == "," or words.has("or", word)


def _is_subject(table: TokenTable, mention: Mention) -> bool:
    """Whether a mention ends in a subject."""
    entries = table.words[table.last_token(mention.span)].entries
    return any(SUBJECT in (entry.label, entry.kind) for entry in entries)


def _number(table: TokenTable, index: int) -> bool:
    return table.entry(index, "number") is not None


def _new(table: TokenTable, first: int, words: Before) -> bool:
    """Whether an article, a number or a verb of being goes before: of nobody that is known."""
    near = [table.left(first, steps) for steps in (1, 2)]
    return any(words.has("new", word) or words.has("being", word) for word in near) or _number(
        table, first - 1
    )


def _becoming(
    table: TokenTable,
    taken: Mapping[int, Mention],
    first: int,
    professions: frozenset[str],
    people: frozenset[str],
    words: Before,
) -> bool:
    """Whether somebody is, becomes or works as what is named, or as that which it is joined to."""
    at = first - 1
    article = False
    tags = table.document.tokens.pos
    adjective = words.has("quality", table.at(at)) or (tags and at > 0 and tags[at] == "ADJ")
    if adjective and words.has("new", table.at(at - 1)):
        at -= 1  # a well-known lawyer
    if words.has("new", table.at(at)) or words.has("whose", table.at(at)):
        at, article = at - 1, True
    if at < 0 or table.sentence[at] != table.sentence[first]:
        return False
    if article and table.at(at) == "," and _of(taken.get(at - 1), people):
        return True
    if words.has("becoming", table.at(at)) or words.has(
        "becoming", f"{table.at(at - 1)} {table.at(at)}"
    ):
        return True
    other = taken.get(at - 1) if _joins(table.at(at), words) else None
    return (
        other is not None
        and other.label in professions
        and _becoming(table, taken, table.first_token(other.span), professions, people, words)
    )
