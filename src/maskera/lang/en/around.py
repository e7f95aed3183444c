"""What stands round a name further off than the tagger's window: works or studies told before it,
a trade, the pronouns near it, and the same of where it stands elsewhere in the text. The key of the
tagger's third stream.

Without it an unlisted name behind "he is a welder and works now at" was taken for a town's, for of
the words in the window "at" alone tells anything.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from maskera.lexicon.memo import Memo
from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import CAPITALS, Lexeme, Vocab
from maskera.taxonomy import LISTED_NAMES

_WORDS = word_list("en", "around")

TELLING = ("works_at", "works_as", "studies_at", "studies", "lives_in", "trained", "greeting")
"""Situations (data/en/situations.tsv) that tell what kind of name follows."""
SKIPPED = _WORDS["skipped"]
BEFORE, AFTER = 8, 13  # words looked at before a name, and behind it for pronouns
NEAR = 4  # words before a name in which a trade or a noun of its kind is its own
FREQUENT = 4.5  # Zipf from which a word stands for itself
RUN = 5  # tokens of a name
ORDINARY = 2.0  # log-odds from which a sentence's first word is no name's
MALE = _WORDS["male"]
FEMALE = _WORDS["female"]


class Around(NamedTuple):
    """What a name stands among. skipped, second: the two words before it, articles left out, where
    they are frequent ones. classes: what is told before it. lead: the label that a noun before it
    tells. after: the word behind it. gender: of the pronouns near it: m, f, both or neither.
    elsewhere: what is told before it in other places of the text."""

    skipped: str
    second: str
    classes: tuple[str, ...]
    lead: str
    after: str
    gender: str
    elsewhere: tuple[str, ...]


NOTHING = Around("", "", (), "", "", "", ())


def features(around: Around) -> Iterator[str]:
    """What the tagger weighs of it; nothing for a token that is no name's."""
    if around == NOTHING:
        return
    skipped, second, classes, lead, after, gender, elsewhere = around
    yield f"ab={skipped}"
    yield f"ab={skipped} {second}"
    yield f"aa={after}"
    yield f"ag={gender}"
    if lead:
        yield f"al={lead}"
    for name in classes:
        yield f"ac={name}"
        yield f"ac={name} {skipped}"
    for name in elsewhere:
        yield f"ae={name}"


def _leads(vocab: Vocab) -> Mapping[str, str]:
    return {form: label for form, label, _, _ in vocab.lists.rows("leads.tsv")}


def _telling(vocab: Vocab) -> Mapping[str, tuple[str, ...]]:
    """Word -> the situations that it tells of."""
    found: dict[str, list[str]] = defaultdict(list)
    for form, situation, _, _ in vocab.lists.rows("situations.tsv"):
        if situation in TELLING:
            found[form].append(situation)
    return {form: tuple(names) for form, names in found.items()}


def around(table: TokenTable) -> list[Around]:
    """The key of each token; NOTHING where it is no name's."""
    leads, telling = table.vocab.derived(_leads), table.vocab.derived(_telling)
    found = [NOTHING] * len(table.words)
    places = [at for at in _NAMED.places(table.words) if _named(table, at)]
    first = last = -1
    for at, after in pairwise((*places, -1)):
        first = at if first < 0 else first
        last = at
        if (
            after == at + 1
            and last - first < RUN
            and table.adjacent(at)
            and table.sentence[after] == table.sentence[at]
        ):
            continue
        found[first : last + 1] = [_around(table, first, last, leads, telling)] * (last + 1 - first)
        first = -1
    return _with_others(table, found, places)


def _may_be(word: Lexeme) -> bool:
    if word.shape in CAPITALS:
        return word.lower != "i"
    return word.shape == "lower" and word.ordinary <= 0 and not word.labels.isdisjoint(LISTED_NAMES)


_NAMED = Memo[Lexeme, bool](_may_be)
"""Whether a form may be a name's: it has a capital, or lists have it as one rather than as a
word."""


def _named(table: TokenTable, at: int) -> bool:
    """Whether a token is no ordinary word with the capital of a sentence's first."""
    return not (table.sentence_initial[at] and table.words[at].plain > ORDINARY)


def _around(
    table: TokenTable,
    first: int,
    last: int,
    leads: Mapping[str, str],
    telling: Mapping[str, Sequence[str]],
) -> Around:
    sentence = table.sentence[first]
    places = [at for at in range(first - 1, first - 1 - BEFORE, -1) if at >= 0]
    places = [at for at in places if table.sentence[at] == sentence]
    kept = [at for at in places if table.normalized[at] not in SKIPPED][:2]
    shown = [_shown(table, at) for at in kept] + ["", ""]
    classes = {name for at in places for name in telling.get(table.normalized[at], ())}
    if any(table.entry(at, "prof") is not None for at in places[:NEAR]):
        classes.add("trade")
    lead = next((leads[x] for at in places[:NEAR] if (x := table.lowers[at]) in leads), "")
    behind = range(last + 1, min(len(table.words), last + 1 + AFTER))
    words = {table.lowers[at] for at in (*places, *behind)}
    male, female = not words.isdisjoint(MALE), not words.isdisjoint(FEMALE)
    after = last + 1 < len(table.words) and table.sentence[last + 1] == sentence
    return Around(
        shown[0],
        shown[1],
        tuple(sorted(classes)),
        lead,
        _shown(table, last + 1) if after else "",
        "b" if male and female else "m" if male else "f" if female else "",
        (),
    )


def _shown(table: TokenTable, at: int) -> str:
    """A frequent word as it is, of another what lists say first."""
    word = table.words[at]
    if word.shape in ("digit", "mark"):
        return word.shape if word.shape == "digit" else word.lower
    if word.zipf >= FREQUENT and word.shape == "lower":
        return table.normalized[at]
    return word.entries[0].label if word.entries else word.shape


def _with_others(table: TokenTable, found: list[Around], places: Sequence[int]) -> list[Around]:
    """The keys with what is told before the same form elsewhere. places: of the names' tokens."""
    times = Counter(table.lowers[at] for at in places)
    told: dict[str, set[str]] = defaultdict(set)
    for at in places:
        key, lower = found[at], table.lowers[at]
        if times[lower] > 1:
            told[lower].update(key.classes, (key.gender, f"by {key.skipped}"))
    for at in places:
        if names := told.get(table.lowers[at]):
            found[at] = found[at]._replace(elsewhere=tuple(sorted(names)))
    return found
