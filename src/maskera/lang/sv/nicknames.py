"""Pets and nicknames: ordinary and unknown words that what stands before makes a name: min katt Smulan, jag kallar henne Plutten."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import compress, count

from maskera.detect.sight import QUOTES, Sight
from maskera.mentions import Detection, Evidence, Hypothesis
from maskera.taxonomy import FIRSTNAMES

_PETS = frozenset(
    f"{kind}{ending}"
    for kinds, endings in (
        ("katt hund häst hamster valp sköldpadd", ("", "en", "n", "a", "an")),
        ("kanin fågel undulat papegoj marsvin ponny kattung hundvalp kisse råtta iller", ("", "en", "n", "e", "a", "an", "et")),
    )
    for kind in kinds.split()
    for ending in endings
)
_NICKNAME = frozenset(("smeknamn", "smeknamnet", "öknamn", "öknamnet"))
_IS = frozenset(("är", "var", "blev", ":"))
_CALL = frozenset("kallar kallade kalla kallat".split())
_WHOM = frozenset("henne honom mig oss dig hen".split())
_QUOTES = QUOTES | {"'", "’", "‘"}
_INTRODUCES = _PETS | _NICKNAME | _CALL
_NO_NICKNAME = FIRSTNAMES | {"fam", "prof", "nationality", "title", "country"}
_FREQUENT = 5.2  # Zipf from which a word is no nickname, but one with a capital by mistake: och, idag
# What it may be, and how surely; all together outweigh a tagger that takes the word for what it is elsewhere.
_LABELS = {"firstname_unknown": 7.0, "firstname_female": 6.5, "firstname_male": 6.5, "surname": 6.0}


def claims(sight: Sight) -> Iterator[Detection]:
    """The names of pets and the nicknames."""
    for index in places(sight):
        hypotheses = [Hypothesis(label, (Evidence("cue:pet or nickname", weight),)) for label, weight in _LABELS.items()]
        yield Detection(sight.span(index, index), tuple(hypotheses))


def places(sight: Sight) -> Iterator[int]:
    """Which tokens are made names so: words with a capital inside a sentence that are no kin, people or places, and in no list of names."""
    for cue in compress(count(), map(_INTRODUCES.__contains__, sight.lowers)):
        word = _introduced(sight, cue)
        if word and _named(sight, word, cue):
            yield word


def _introduced(sight: Sight, cue: int) -> int:
    """Where the name stands that a word speaks of; 0 for none."""
    after = cue + 1
    if sight.lowers[cue] in _CALL:
        if sight.right(cue) not in _WHOM:
            return 0
        after += 1 + (sight.right(cue, 2) == "för")
    elif sight.lowers[cue] in _NICKNAME and sight.right(cue) in _IS:
        after += 1
    return after + (sight.at(after) in _QUOTES)


def _named(sight: Sight, index: int, cue: int) -> bool:
    if index >= len(sight.words) or sight.sentence[index] != sight.sentence[cue]:
        return False
    word, before = sight.words[index], sight.at(index - 1)
    begins = sight.initial[index] and before not in _QUOTES and before != ":"
    if word.shape != "capital" or sight.loud[index] or begins or word.zipf >= _FREQUENT or not word.labels.isdisjoint(_NO_NICKNAME):
        return False
    return not word.entries or word.entries[0].form[0].islower() or "surname" in word.labels
