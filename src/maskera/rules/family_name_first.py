"""Chinese, Korean and Vietnamese names in their own order, the family's first: Nguyen Van Tuan, Li
Na, Kim Min-jun."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from maskera import expressions as re
from maskera.label.harmonize import Nearby, told
from maskera.lexicon.letters import unmarked
from maskera.lexicon.table import TokenTable
from maskera.lexicon.triggers import only
from maskera.lexicon.tsv import MANY, noted, word_list
from maskera.lexicon.vocab import CAPITALS, Lexeme, Vocab
from maskera.mentions import Mention
from maskera.taxonomy import GIVEN_NAME

NAMED = (GIVEN_NAME, "person.family", "person.middle")
"""Kinds of names that such a name has."""
_WORDS = word_list(MANY, "family_name_first")
_FAMILY, _ALSO_GIVEN = _WORDS["family"], _WORDS["also_given"]
"""Family names that are hardly ever given names, and such as are both: before another family name
the second are given ones."""
_BETWEEN = {
    **dict.fromkeys(_WORDS["between_female"], f"{GIVEN_NAME}.female"),
    **dict.fromkeys(_WORDS["between_male"], f"{GIVEN_NAME}.male"),
}
"""Of Vietnamese names, and whose they are."""
_ORIGINS = frozenset(("chinese", "korean", "vietnamese"))
_SYLLABLES = re.compile(r"\w{2,5}-\w{2,5}$")  # how Korean given names are written
MOST = 4  # words of such a name


def found(table: TokenTable, mentions: Sequence[Mention]) -> Iterator[tuple[int, int]]:
    """The first and the last token of each such name."""
    if not _may_be(table):
        return
    named = _named(table, mentions)
    doubtful: list[tuple[int, int]] = []
    sure = False
    for first in sorted(named):
        if first - 1 in named:
            continue
        last = first
        while (
            last - first < MOST
            and last + 1 in named
            and table.adjacent(last)
            and table.sentence[last + 1] == table.sentence[first]
        ):
            last += 1
        if not 1 <= last - first < MOST:
            continue
        if own := _in_own_order(table, first, last) or _family_in_capitals(table, first, last):
            yield first, last
        elif _may_be_in_own_order(table, first, last):
            doubtful.append((first, last))
        sure |= own
    if sure:  # Li Wei, beside Wang Fang
        yield from doubtful


def _may_be(table: TokenTable) -> bool:
    """Whether the text has a family name that such a name may begin with."""
    words = table.words
    return any(
        table.few_capitals
        or (words[first].shape in CAPITALS and words[first + 1].shape in CAPITALS)
        for first in table.where(_is_family)
        if first + 1 < len(words)
    ) or any(
        words[first + 1].shape == "capital"
        for first in table.where(_in_capitals)
        if first + 1 < len(words) and table.adjacent(first)
    )


@only("upper")
def _in_capitals(word: Lexeme) -> bool:
    return len(word.lower) > 2


def _family_in_capitals(table: TokenTable, first: int, last: int) -> bool:
    """Whether the family's name is in capitals throughout, as forms of many countries have it:
    DIALLO Aminata; but not ANNA Diallo."""
    family = table.words[first]
    if not _in_capitals(family) or table.all_caps_sentence[first]:
        return False
    if any(word.shape != "capital" for word in table.words[first + 1 : last + 1]):
        return False
    best = family.entries[0].label if family.entries else ""
    return best not in table.vocab.taxonomy.labels(GIVEN_NAME)


def _is_family(word: Lexeme) -> bool:
    family = unmarked(word.lower)
    return family in _FAMILY or family in _ALSO_GIVEN


def _named(table: TokenTable, mentions: Sequence[Mention]) -> Mapping[int, int]:
    """The tokens of people's names, and the place of the mention that each is in."""
    names = table.labels(*NAMED)
    return {
        token: place
        for place, mention in enumerate(mentions)
        if mention.label in names
        for token in _tokens(table, mention)
    }


def _tokens(table: TokenTable, mention: Mention) -> range:
    return range(table.first_token(mention.span), table.last_token(mention.span) + 1)


def _in_own_order(table: TokenTable, first: int, last: int) -> bool:
    if not (
        table.few_capitals or all(word.shape in CAPITALS for word in table.words[first : last + 1])
    ):
        return False
    given_names = table.vocab.derived(_given)
    family, *between, given = (unmarked(lower) for lower in table.lowers[first : last + 1])
    if family not in _FAMILY and family not in _ALSO_GIVEN:
        return False
    known = bool(_SYLLABLES.match(given)) or given in given_names
    if family in _FAMILY:
        return given not in _FAMILY and (
            known or _listed_given(table, last) or any(word in _BETWEEN for word in between)
        )
    return (
        known
        and given not in _FAMILY
        and (given not in _ALSO_GIVEN or bool(between))
        and all(word in given_names for word in between)
    )


def _may_be_in_own_order(table: TokenTable, first: int, last: int) -> bool:
    """Whether two names are a family name and a given one that both can be either: Li Wei."""
    family, given = unmarked(table.lowers[first]), unmarked(table.lowers[last])
    return (
        last == first + 1
        and family in _ALSO_GIVEN
        and given in _ALSO_GIVEN
        and given in table.vocab.derived(_given)
        and (table.few_capitals or table.words[last].shape in CAPITALS)
    )


def _listed_given(table: TokenTable, at: int) -> bool:
    """Whether lists have a token as a given name before all else, or not at all."""
    entries = table.words[at].entries
    return not entries or entries[0].label in table.vocab.taxonomy.labels(GIVEN_NAME)


def _given(vocab: Vocab) -> frozenset[str]:
    """The given names of these languages, without their marks."""
    first_names = vocab.taxonomy.labels(GIVEN_NAME)
    return (
        frozenset(
            unmarked(form.lower())
            for form, label, _, note in vocab.lists.rows("names_asia.tsv")
            if (label in first_names or form.lower() in _BETWEEN)
            and noted(note, "origin") in _ORIGINS
        )
        | _BETWEEN.keys()
    )


def ordered(table: TokenTable, mentions: Sequence[Mention], nearby: Nearby) -> list[Mention]:
    """The mentions; the parts of such names, one a word, have the labels of their places. nearby:
    asked of the given ones."""
    if not _may_be(table):
        return [*mentions]
    parts: dict[int, list[Mention]] = {}
    gone: set[int] = set()
    named = _named(table, mentions)
    for first, last in found(table, mentions):
        whole = list(dict.fromkeys([named[token] for token in range(first, last + 1)]))
        gone.update(whole)
        parts[whole[0]] = [
            _part(table, mention, token, first, last, nearby)
            for place in whole
            for mention in [mentions[place]]
            for token in _tokens(table, mention)
        ]
    kept = (
        (place, parts.get(place, [] if place in gone else [mention]))
        for place, mention in enumerate(mentions)
    )
    return [mention for _, several in kept for mention in several]


def _part(
    table: TokenTable, mention: Mention, token: int, first: int, last: int, nearby: Nearby
) -> Mention:
    span, taxonomy = table.span(token, token), table.vocab.taxonomy
    label = (
        taxonomy.label("person.family")
        if token == first
        else taxonomy.label("person.middle")
        if token < last
        else _gendered(table, mention, first, last, nearby)
    )
    features = mention.features if token == last else mention.features - {"gen"}
    part = replace(mention, span=span, features=features)
    return part if part.label == label else told(part, label, "family name first")


def _gendered(table: TokenTable, mention: Mention, first: int, last: int, nearby: Nearby) -> str:
    """The label of the given name: what a word between says, what it was taken for, or what the
    words near it and lists agree on."""
    taxonomy = table.vocab.taxonomy
    first_names, unknown = taxonomy.labels(GIVEN_NAME), taxonomy.label(f"{GIVEN_NAME}.unknown")
    for word in table.lowers[first + 1 : last]:
        if kind := _BETWEEN.get(unmarked(word)):
            return taxonomy.label(kind)
    if mention.label in first_names:
        return mention.label
    listed = {entry.label for entry in table.words[last].entries if entry.label in first_names}
    for label in nearby(table, replace(mention, span=table.span(last, last), label=unknown)):
        return label if not listed or label in listed else unknown
    if len(listed) == 1:
        return listed.pop()
    best, other = ([h for h in mention.hypotheses if h.label in first_names] + [None, None])[:2]
    return best.label if best and not (other and other.score == best.score) else unknown


def beginnings(table: TokenTable, mentions: Sequence[Mention]) -> Mapping[int, bool]:
    """Of the parts of such names, by where they start in the text: whether another person begins
    there; only the first part does."""
    starts = table.document.tokens.starts
    return {
        starts[token]: token == first
        for first, last in found(table, mentions)
        for token in range(first, last + 1)
    }
