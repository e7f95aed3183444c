"""Words of situations, by list (works as, studies, suffers from, lives in; see data/en/
situations.tsv), and the words that stand before a token."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from maskera.lexicon.gazetteer import Entry
from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import WordLists, word_list
from maskera.lexicon.vocab import CAPITALS, Lexeme, Vocab
from maskera.taxonomy import FULL_NAME

_WORDS = word_list("en", "situations")

FIRST = frozenset(("i", "we"))
SUBJECTS = FIRST | _WORDS["subjects"]
SELF = FIRST | _WORDS["self"]
OTHERS = _WORDS["others"]
OWN = frozenset(("my", "our"))
THEIRS = _WORDS["theirs"]
ARTICLES = _WORDS["articles"]
OWN_STORY = 4
"""First-person words from which a text is the writer's own story: people with a trade in it are
mostly particular ones."""
WINDOW = 6  # tokens
AGED = tuple(sorted(_WORDS["aged"]))
"""How a word ends that tells somebody's age before a noun: a 60-year-old driver."""


def told(lists: WordLists) -> Mapping[str, frozenset[str]]:
    """Situation -> its words; none for one that the lists do not have."""
    found: dict[str, set[str]] = defaultdict(set)
    for form, situation, _, _ in lists.rows("situations.tsv"):
        found[situation].add(form)
    return defaultdict(frozenset, {name: frozenset(forms) for name, forms in found.items()})


def _read(vocab: Vocab) -> Mapping[str, frozenset[str]]:
    return told(vocab.lists)


def words(table: TokenTable, situation: str) -> frozenset[str]:
    """The words of a situation; none in a lexicon without such lists."""
    return table.vocab.derived(_read)[situation]


def own_story(table: TokenTable) -> bool:
    """Whether a text is about its writer, by its words of the first person."""
    return sum(not SELF.isdisjoint(parts(word)) for word in table.normalized) >= OWN_STORY


def before(table: TokenTable, first: int, steps: int = WINDOW) -> list[str]:
    """The words before a token in its sentence, nearest first."""
    words = table.normalized[table.since(first, steps) : first][::-1]
    return [part for word in words for part in parts(word)]


def parts(word: str) -> tuple[str, ...]:
    """A contraction as its words, the last one first: i'm -> 'm, i."""
    subject, mark, verb = word.partition("'")
    return (mark + verb, subject) if mark and subject in SUBJECTS else (word,)


def bare(table: TokenTable, behind: Sequence[str]) -> list[str]:
    """The words before without those that may be left out: am [also] [a] _, my [older] _, a
    [60-year-old] _."""
    softening = words(table, "softening")
    rest = list(behind)
    while rest and (rest[0] in softening or rest[0] in ARTICLES or rest[0].endswith(AGED)):
        in_figures = rest[0].endswith(AGED) and rest[1:2] == ["-"]
        rest = rest[3:] if in_figures else rest[1:]
    return rest


def people(table: TokenTable, first: int) -> bool:
    """Whether a name or a relative stands shortly before a token in its sentence."""
    low = max(0, first - 5)
    return any(
        person(word)
        for at, word in enumerate(table.words[low:first], low)
        if table.sentence[at] == table.sentence[first]
    )


def person(word: Lexeme) -> bool:
    """Whether a word is a relative's, or a name written as one."""
    return not word.labels.isdisjoint({"fam"}) or (
        word.shape in CAPITALS and not word.labels.isdisjoint(FULL_NAME)
    )


def name_follows(table: TokenTable, last: int) -> bool:
    """Whether a personal name stands right behind a token."""
    if not table.adjacent(last):
        return False
    after = table.words[last + 1]
    return bool(after.labels & FULL_NAME) and after.shape in CAPITALS


def features(table: TokenTable, last: int, entry: Entry) -> frozenset[str]:
    """Plural and genitive of a listed word, by its entry and its last token."""
    return (entry.flags & {"pl"}) | ({"gen"} if table.words[last].genitive else set())
