"""Words that no list and no dictionary has, as names: towns by what stands before them (a man from
Kurshab, drove through oudekerk), and whatever has a capital inside a sentence where nobody would
write one else (it belongs to Zentriq)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from operator import attrgetter

from maskera.lang.en.kinds_told import in_nature, kind_said
from maskera.lang.en.morphology import marks
from maskera.lang.en.names import HEADS, head
from maskera.lang.en.people import ENDING, OWNED, SHORTEST, ends, unlisted
from maskera.lang.en.surroundings import every_word_capital, goes_on, nouns
from maskera.lang.en.word_names import BEFORE, is_person, writes_capitals
from maskera.lexicon.table import TokenTable, quoted
from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import CAPITALS, Lexeme
from maskera.mentions import Detection, Evidence, Mention, Trust
from maskera.rules.rule import Rule, Stage, lexeme
from maskera.taxonomy import FIRSTNAMES, FULL_NAME

_WORDS = word_list("en", "unlisted")
BEFORE_HEAD = word_list("en", "things")["before_head"]

ORIGIN, GOING, LIVING = _WORDS["origin"], _WORDS["going"], _WORDS["living"]
"""Words before "from", before "through" and before "near" with a town behind them."""
APPS = word_list("en", "exclusions")["app"]
NO_NAME, SPEAK = _WORDS["no_name"], word_list("en", "exclusions")["speak"]
"""Words before what is a thing's (a Vokera, model Setra), and of speaking a language."""
PEOPLE, QUALIFIED = _WORDS["people"], _WORDS["qualified"]
"""Words before "in" and a town, and first words of towns: people in _, higher _."""
BEFORE_SMALL = _WORDS["before_small"]
"""Words behind which in a text without capitals a word of no list is rather a name than a slip: of
42 that stand in such texts of training/en_unseen behind any word 26 are names, of 13 behind these
11."""
WHERE = _WORDS["where"]
"""Words before a town."""
TO_THING = _WORDS["to_thing"]
"""Words before a thing that is called by a name, without an article: at kurshab golf club."""
TO_SOMEBODY = _WORDS["to_somebody"]
"""Words before somebody: know, with, told."""
WORK, AT_WORK = _WORDS["work"], _WORDS["at_work"]
"""Of working, and what stands behind it before a firm: works for _."""
FUNCTION_WORDS = ENDING | word_list("en", "function_words")["function"]
LONGEST = 3  # nouns behind the name of a firm: hand car wash
NEAR = 3  # tokens before a word in which a language is told
TOWN = Evidence("cue:a town or river of no list", 7.0)
PAIR = Evidence("name:two words of no list behind a verb", 6.0)
THING = Evidence("name:a word of no list before a noun", 6.0)
TOWNS = frozenset(("city", "area"))
HARDLY_EVER, LEAST_SMALL = 2.0, 4  # Zipf of a word that hardly anybody writes; letters of a name
LEAST = 0.5
"""Probability of a name that is one by its capital and no list alone: of 9 such words that nothing
else marks in training/en_unseen 7 are names, of 30 in training/en 2, the tagger having learned
these."""


def _unlisted(word: Lexeme) -> bool:
    return word.shape in ("lower", "capital") and unlisted(word)


def _small(word: Lexeme) -> bool:
    """Whether a word in small letters is in no list, or in those of names alone."""
    rare = word.ordinary <= 0 and word.plain <= 0 and not word.meant and word.lower.isalpha()
    named = rare and len(word.lower) >= SHORTEST and word.labels <= FULL_NAME | TOWNS
    return word.shape == "lower" and (named or unlisted(word))


def _unlisted_capital(word: Lexeme) -> bool:
    return word.shape == "capital" and unlisted(word)


def _town(table: TokenTable, first: int, *, features: Set[str]) -> bool:
    """Whether what stands before a word makes it a town's."""
    before, second = table.left(first), table.left(first, 2)
    if before == "from":
        return not features and (second in ORIGIN or is_person(table, first - 2))
    if before == "through":
        return second in GOING
    if before == "near":
        return second in LIVING
    if before == "in":
        owned = table.right(first) in OWNED
        return (bool(features) and not owned) or (second in PEOPLE and not features)
    return False


def _claim(table: TokenTable, index: int) -> Iterator[Detection]:
    word = table.words[index]
    small = word.shape == "lower"
    if table.all_caps_sentence[index] or table.fact(every_word_capital) or goes_on(table, index):
        return
    if small and table.fact(writes_capitals):
        return
    features = marks(word.lower)
    first = index
    while first > 0 and table.lowers[first - 1] in QUALIFIED and table.adjacent(first - 1):
        first -= 1  # higher openshaw
    if _town(table, first, features=features) and (ends(table, index) or features or not small):
        yield table.claim(first, index, "city", TOWN, features=features, trust=Trust.FORMAL)
    elif not small and table.left(index) == "the" and in_nature(table, index, index):
        yield table.claim(index, index, "geo", TOWN, trust=Trust.FORMAL)


def _thing(table: TokenTable, index: int) -> Iterator[Detection]:
    """A thing in small letters, of a word in no list and the nouns behind it that say what it is."""
    if table.left(index) not in TO_THING or table.fact(writes_capitals):
        return
    last = index
    while table.right(last) in BEFORE_HEAD:
        last += 1
    if label := head(table, last + 1):
        while head(table, last + 2):
            last, label = last + 1, head(table, last + 2)
        yield table.claim(index, last + 1, label, THING)


def _firm(table: TokenTable, index: int) -> Iterator[Detection]:
    """A firm in small letters, where somebody works: i work for gufen car wash since two years."""
    last = index
    while last < index + LONGEST and table.adjacent(last) and _in_firm(table.words[last + 1]):
        last += 1
    works = any(table.left(index, step) in WORK for step in (2, 3))
    ended = ends(table, last) or table.right(last) in FUNCTION_WORDS
    told = last > index and works and table.left(index) in AT_WORK and ended
    if told and not table.fact(writes_capitals):
        yield table.claim(index, last, "work", THING)


def _in_firm(word: Lexeme) -> bool:
    return word.shape == "lower" and word.lower.isalpha() and word.lower not in FUNCTION_WORDS


def _pair(table: TokenTable, index: int) -> Iterator[Detection]:
    """A full name in small letters behind what is done with somebody: i know mytas rikak."""
    if table.left(index) not in TO_SOMEBODY or table.fact(writes_capitals):
        return
    last = index + 1
    if not (table.adjacent(index) and last < len(table.words) and _small(table.words[last])):
        return
    if last + 1 < len(table.words) and _small(table.words[last + 1]):
        return  # a sentence in another language
    yield table.claim(index, index, "firstname_unknown", PAIR)
    yield table.claim(last, last, "surname", PAIR)


def with_remaining(table: TokenTable, mentions: Sequence[Mention]) -> list[Mention]:
    """The mentions, and the words of no list that nothing else marks, with a capital, or in a text
    without them where a name may stand."""
    left = [at for at in table.where(_unlisted_capital) if _stands_alone(table, at)]
    small = not table.fact(writes_capitals)
    if small:
        left = [at for at in table.where(_left_small) if _stands_small(table, at)]
    if not left:
        return list(mentions)
    covered = table.covered(mention.span for mention in mentions)
    if small:
        people = table.covered(m.span for m in mentions if m.label in FIRSTNAMES)
        left = [at for at in left if at - 1 in people or table.left(at) in BEFORE_SMALL]
    found = list(mentions)
    for index in left:
        if index not in covered:
            features = marks(table.lowers[index])
            span, label = table.span(index, index), _label(table, index)
            found.append(Mention(span, label, features=features, probability=LEAST))
    return sorted(found, key=attrgetter("span"))


def _stands_alone(table: TokenTable, index: int) -> bool:
    """Whether a word with a capital stands for itself: no thing's, no language's, no part of a
    longer name."""
    if table.sentence_initial[index] or table.all_caps_sentence[index]:
        return False
    if table.fact(every_word_capital) or not table.fact(writes_capitals):
        return False
    if (
        table.left(index) in NO_NAME
        or table.lowers[index] in APPS
        or table.fact(quoted)[index]
        or goes_on(table, index)
    ):
        return False
    if index and table.words[index - 1].shape in (*CAPITALS, "digit"):
        return False
    after = table.words[index + 1] if index + 1 < len(table.words) else None
    if after is not None and after.shape == "digit":
        return False
    near = {table.left(index, step) for step in range(1, NEAR + 1)}
    return SPEAK.isdisjoint(near)


def _unlisted_small(word: Lexeme) -> bool:
    return word.shape == "lower" and word.zipf < HARDLY_EVER and unlisted(word)


def _left_small(word: Lexeme) -> bool:
    """Whether a word in small letters may be a name that nothing else marks."""
    return _unlisted_small(word) or (bool(word.entries) and _small(word))


def _stands_small(table: TokenTable, index: int) -> bool:
    """Whether a word in small letters stands where a name may: behind no article or possessive, and
    not among words of another language."""
    before, behind = index - 1, index + 1
    if table.left(index) in NO_NAME | BEFORE or table.fact(quoted)[index]:
        return False
    if table.lowers[index] in APPS or not table.left(index) or goes_on(table, index):
        return False
    beside = (at for at in (before, behind) if 0 <= at < len(table.words))
    if any(_unlisted_small(table.words[at]) or table.words[at].shape == "digit" for at in beside):
        return False
    near = {table.left(index, step) for step in range(1, NEAR + 1)}
    return SPEAK.isdisjoint(near) and len(table.lowers[index]) >= LEAST_SMALL


def _label(table: TokenTable, index: int) -> str:
    """What a word of no list is likeliest."""
    before = table.left(index)
    if table.words[index].shape == "lower" and before not in BEFORE_SMALL:
        return "surname"
    if label := table.vocab.derived(nouns).get(table.right(index), "") or kind_said(table, index):
        return label
    listed = table.words[index].entries
    if listed:
        return listed[0].label
    if before == "at":
        return "other_institution"
    return "city" if before in WHERE else "firstname_unknown"


CLAIMS = (
    Rule(
        "name.unlisted_town",
        Stage.CLAIM,
        _claim,
        lexeme(_unlisted),
        frozenset(("city", "geo")),
        cases="unlisted",
    ),
    Rule(
        "name.small_pair",
        Stage.CLAIM,
        _pair,
        lexeme(_small),
        frozenset(("firstname_unknown", "surname")),
        cases="unlisted",
    ),
    Rule(
        "name.small_firm",
        Stage.CLAIM,
        _firm,
        lexeme(_small),
        frozenset(("work",)),
        cases="unlisted",
    ),
    Rule(
        "name.small_thing",
        Stage.CLAIM,
        _thing,
        lexeme(_small),
        frozenset(HEADS.values()),
        cases="unlisted",
    ),
)
