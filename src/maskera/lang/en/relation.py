"""Whether a mention concerns the writer: what the relation model weighs, for English."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from maskera.label import relation
from maskera.lexicon.table import TokenTable, quoted
from maskera.lexicon.tsv import word_list
from maskera.mentions import Mention
from maskera.taxonomy import INSTITUTIONS, PERSON, PLACES

_WORDS = word_list("en", "relation")

FIRST_PERSON = _WORDS["first_person"]
THIRD_PERSON = _WORDS["third_person"]
SAYS = _WORDS["says"]
NEAR, AROUND, FAR = 6, 14, 999  # tokens
OWN = (0, 1, 3, 6, 12)  # steps in the number of first-person words of the text
ABOUT = {
    **dict.fromkeys(PERSON, "names"),
    **dict.fromkeys(PLACES, "places"),
    **dict.fromkeys(INSTITUTIONS, "orgs"),
}
GENERAL_GENRES = frozenset(("evaluative", "investigative"))
INTRODUCED = 0.95  # the least probability of a name after "my name is"


def features(table: TokenTable, mentions: Sequence[Mention]) -> list[list[str]]:
    """The features of each mention, in order."""
    lowers, starts = table.lowers, table.document.tokens.starts
    first = list(table.among(FIRST_PERSON))
    genre = table.document.meta.get("genre", "")
    kind = "general" if genre in GENERAL_GENRES else "own" if genre else "unknown"
    own = bisect_right(OWN, len(first))
    in_quotes = quoted(table) if mentions else []
    padded = ["^", "^", *lowers, "$"]
    found = []
    for mention in mentions:
        index = min(bisect_left(starts, mention.span.start), len(starts) - 1)
        last = max(bisect_left(starts, mention.span.end, index) - 1, index)
        near = _how_near(table, first, index)
        around = lowers[max(0, index - NEAR) : last + NEAR]
        about, label = ABOUT.get(mention.label, mention.label), mention.label
        its = [
            f"label={label}", f"me={near}", f"label={label} me={near}", f"about={about} me={near}",
            f"genre={kind}", f"about={about} genre={kind}", f"genre={kind} me={near}",
            f"own={own}", f"about={about} own={own}",
            f"-1={padded[index + 1]}", f"-2={padded[index]} -1={padded[index + 1]}",
            f"+1={padded[last + 3]}",
        ]  # fmt: skip
        its += _if(not THIRD_PERSON.isdisjoint(around), f"third person near me={near}")
        its += _if(not SAYS.isdisjoint(around), f"says about={about}")
        its += _if(in_quotes[index], f"quoted about={about}")
        its += _if("foreign" in mention.features, f"foreign me={near}")
        found.append(its)
    return found


def relation_to_writer(path: Path) -> Callable[[TokenTable, Sequence[Mention]], list[float]]:
    """Probability, for each mention, that it concerns the writer, by the model in a file."""
    model = relation.load(path)

    def of_mentions(table: TokenTable, mentions: Sequence[Mention]) -> list[float]:
        own = set(_introduced(table, mentions))
        found = features(table, mentions) if mentions else []
        chances = [model.probability(model.score(its)) for its in found]
        return [max(p, INTRODUCED) if place in own else p for place, p in enumerate(chances)]

    return of_mentions


def _introduced(table: TokenTable, mentions: Sequence[Mention]) -> Iterator[int]:
    """The places of the mentions that are a name that the writer gives as their own."""
    end = -1  # the last token of the name so far
    for place, mention in enumerate(mentions):
        own = False
        if mention.label in PERSON:
            first = table.first_token(mention.span)
            before = [table.left(first, steps) for steps in (3, 2, 1)]
            said = before in (["my", "name", "is"], ["my", "name", "'s"])
            own = (end >= 0 and first == end + 1) or said or before[1:] in (["i", "am"],)
        end = table.last_token(mention.span) if own else -1
        if own:
            yield place


def _how_near(table: TokenTable, places: Sequence[int], index: int) -> str:
    """How far the first person is in the sentence of a token."""
    at = bisect_left(places, index)
    distances = [
        abs(place - index)
        for place in places[max(at - 1, 0) : at + 1]
        if table.sentence[place] == table.sentence[index]
    ]
    distance = min(distances, default=FAR)
    if distance <= NEAR:
        return "near"
    return "around" if distance <= AROUND else "same" if distance < FAR else "none"


def _if(holds: bool, feature: str) -> list[str]:
    return [feature] if holds else []
