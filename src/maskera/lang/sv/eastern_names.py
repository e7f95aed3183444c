"""Chinese, Korean and Vietnamese names in their own order, the family's first: Nguyen Van Tuan, Li Na, Kim Min-jun."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from msgspec.structs import replace

from maskera.detect.sight import Sight
from maskera.detect.words import CAPITALS, unmarked
from maskera.label.agree import Nearby, told
from maskera.lang.sv.lists import notes, rows
from maskera.mentions import Mention
from maskera.taxonomy import FIRSTNAMES, FULL_NAME

NAMED = FULL_NAME | {"middlename"}
# Family names that are hardly ever given names, and such as are both: before another family name the second are given ones.
_FAMILY = frozenset(
    "bui cao chen choi dang deng duong guo huang huynh hwang jeong kwon liu ngo nguyen park peng pham phan tran truong wang xie xu yoon "
    "zeng zhang zhao zheng zhou zhu".split()
)
_ALSO_GIVEN = frozenset(
    "cho do dong feng gao han he ho hoang jang jung kang kim le lee li lim lin luo ly ma shin song sun tang vo vu wei wu yang yu".split()
)
_BETWEEN = {"thi": "firstname_female", "van": "firstname_male"}  # of Vietnamese names, and whose they are
_ORIGINS = frozenset(("chinese", "korean", "vietnamese"))
_SYLLABLES = re.compile(r"\w{2,5}-\w{2,5}$")  # how Korean given names are written
MOST = 4  # words of such a name


def found(seen: Sight, mentions: Sequence[Mention]) -> Iterator[tuple[int, int]]:
    """The first and the last token of each such name."""
    named = _named(seen, mentions)
    for first in sorted(named):
        if first - 1 in named:
            continue
        last = first
        while last - first < MOST and last + 1 in named and seen.adjacent(last) and seen.sentence[last + 1] == seen.sentence[first]:
            last += 1
        if 1 <= last - first < MOST and _in_own_order(seen, first, last):
            yield first, last


def _named(seen: Sight, mentions: Sequence[Mention]) -> Mapping[int, int]:
    """The tokens of people's names, and the place of the mention that each is in."""
    return {token: place for place, mention in enumerate(mentions) if mention.label in NAMED for token in _tokens(seen, mention)}


def _tokens(seen: Sight, mention: Mention) -> range:
    return range(seen.first_token(mention.span), seen.last_token(mention.span) + 1)


def _in_own_order(seen: Sight, first: int, last: int) -> bool:
    if not (seen.quiet or all(word.shape in CAPITALS for word in seen.words[first : last + 1])):
        return False
    family, *between, given = (unmarked(lower) for lower in seen.lowers[first : last + 1])
    if family not in _FAMILY and family not in _ALSO_GIVEN:
        return False
    known = bool(_SYLLABLES.match(given)) or given in _given()
    if family in _FAMILY:
        return given not in _FAMILY and (known or not seen.words[last].entries or any(word in _BETWEEN for word in between))
    return known and given not in _FAMILY and (given not in _ALSO_GIVEN or bool(between)) and all(word in _given() for word in between)


@cache
def _given() -> frozenset[str]:
    """The given names of these languages, without their marks."""
    return (
        frozenset(
            unmarked(form.lower())
            for form, label, _, note in rows("names_asia.tsv")
            if notes(note).get("origin") in _ORIGINS and (label in FIRSTNAMES or form.lower() in _BETWEEN)
        )
        | _BETWEEN.keys()
    )


def ordered(seen: Sight, mentions: Sequence[Mention], nearby: Nearby) -> list[Mention]:
    """The mentions; the parts of such names, one a word, have the labels of their places. nearby: asked of the given ones."""
    parts: dict[int, list[Mention]] = {}
    gone: set[int] = set()
    named = _named(seen, mentions)
    for first, last in found(seen, mentions):
        whole = list(dict.fromkeys([named[token] for token in range(first, last + 1)]))
        gone.update(whole)
        parts[whole[0]] = [
            _part(seen, mention, token, first, last, nearby)
            for place in whole
            for mention in [mentions[place]]
            for token in _tokens(seen, mention)
        ]
    kept = ((place, parts.get(place, [] if place in gone else [mention])) for place, mention in enumerate(mentions))
    return [mention for _, several in kept for mention in several]


def _part(seen: Sight, mention: Mention, token: int, first: int, last: int, nearby: Nearby) -> Mention:
    span = seen.span(token, token)
    label = "surname" if token == first else "middlename" if token < last else _gendered(seen, mention, first, last, nearby)
    features = mention.features if token == last else mention.features - {"gen"}
    part = replace(mention, span=span, features=features)
    return part if part.label == label else told(part, label, "family name first")


def _gendered(seen: Sight, mention: Mention, first: int, last: int, nearby: Nearby) -> str:
    """The label of the given name: what a word between says, what it was taken for, or what the words near it and lists agree on."""
    for word in seen.lowers[first + 1 : last]:
        if label := _BETWEEN.get(unmarked(word)):
            return label
    if mention.label in FIRSTNAMES:
        return mention.label
    listed = {entry.label for entry in seen.words[last].entries if entry.label in FIRSTNAMES}
    for label in nearby(seen, replace(mention, span=seen.span(last, last), label="firstname_unknown")):
        return label if not listed or label in listed else "firstname_unknown"
    if len(listed) == 1:
        return listed.pop()
    best, other = ([h for h in mention.hypotheses if h.label in FIRSTNAMES] + [None, None])[:2]
    return best.label if best and not (other and other.score == best.score) else "firstname_unknown"


def beginnings(seen: Sight, mentions: Sequence[Mention]) -> Mapping[int, bool]:
    """Of the parts of such names, by where they start in the text: whether another person begins there; only the first part does."""
    starts = seen.document.tokens.starts
    return {starts[token]: token == first for first, last in found(seen, mentions) for token in range(first, last + 1)}
