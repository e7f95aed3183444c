"""Whether a mention concerns the writer: the features that the relation model weighs, for Swedish."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path

from maskera.detect.sight import Sight
from maskera.label import relation
from maskera.lang.sv.cues import NAMES, ORGANISATIONS, PLACES
from maskera.mentions import Mention

FIRST_PERSON = frozenset("jag vi mig oss min mitt mina vår våra vårt jg ja mej mins minn mit mi ag jak".split())
THIRD_PERSON = frozenset("han hon hans hennes honom henne de deras sin sina sitt dem dom".split())
SAYS = frozenset(
    "skriver säger menar påpekar berättar anser hävdar förklarar enligt författaren forskaren professor artikeln boken filmen "
    "romanen".split()
)
_QUOTES = frozenset('"”“')
NEAR, AROUND, FAR = 6, 14, 999  # tokens
OWN = (0, 1, 3, 6, 12)  # steps in the number of first-person words of the text
ABOUT = {**dict.fromkeys(NAMES, "names"), **dict.fromkeys(PLACES, "places"), **dict.fromkeys(ORGANISATIONS, "orgs")}
GENERAL_GENRES = frozenset(("evaluative", "investigative"))


def features(seen: Sight, mentions: Sequence[Mention]) -> list[list[str]]:
    """The features of each mention, in order."""
    starts = seen.document.tokens.starts
    if not mentions:
        return []
    first = [index for index, lower in enumerate(seen.lowers) if lower in FIRST_PERSON]
    third = [index for index, lower in enumerate(seen.lowers) if lower in THIRD_PERSON]
    genre = seen.document.meta.get("genre", "")
    kind = "general" if genre in GENERAL_GENRES else "own" if genre else "unknown"
    own = sum(len(first) >= step for step in OWN)
    short = len(seen.document.sentences) <= 2
    in_quotes = _quoted(seen)
    result = []
    for mention in mentions:
        index = min(bisect_left(starts, mention.span.start), len(starts) - 1)
        last = seen.last_token(mention.span)
        distance = _nearest(seen, first, index)
        nearest = "near" if distance <= NEAR else "around" if distance <= AROUND else "same" if distance < FAR else "none"
        about = ABOUT.get(mention.label, mention.label)
        before = seen.lowers[index - 1] if index else "^"
        earlier = seen.lowers[index - 2] if index > 1 else "^"
        after = seen.lowers[last + 1] if last + 1 < len(seen.lowers) else "$"
        found = [*_general(mention.label, about, nearest, kind, own, short), f"-1={before}", f"-2={earlier} -1={before}", f"+1={after}"]
        if mention.referent == "sverige":
            found += ["Sweden", f"Sweden me={nearest}"]
        if _nearest(seen, third, index) <= NEAR:
            found += ["third person near", f"third person near me={nearest}"]
        window = seen.lowers[max(0, index - NEAR) : last + NEAR]
        if not SAYS.isdisjoint(window):
            found += ["says", f"says about={about}"]
        if in_quotes[index]:
            found += ["quoted", f"quoted about={about}"]
        if "foreign" in mention.features:
            found.append(f"foreign me={nearest}")
        result.append(found)
    return result


@lru_cache(5_000)
def _general(label: str, about: str, nearest: str, kind: str, own: int, short: bool) -> tuple[str, ...]:
    """The features that do not hang on the words beside the mention."""
    return (
        f"label={label}", f"me={nearest}", f"label={label} me={nearest}", f"about={about} me={nearest}",
        f"genre={kind}", f"about={about} genre={kind}", f"genre={kind} me={nearest}", f"own={own} short={short}",
        f"about={about} own={own}", f"about={about} short={short}",
    )  # fmt: skip


def _nearest(seen: Sight, places: Sequence[int], index: int) -> int:
    """How far the nearest of the places (sorted) in the sentence of token `index` is; FAR when there is none."""
    at = bisect_left(places, index)
    near = places[max(0, at - 1) : at + 1]
    return min([abs(place - index) for place in near if seen.sentence[place] == seen.sentence[index]], default=FAR)


def _quoted(seen: Sight) -> list[bool]:
    found, within, sentence = [], False, -1
    if _QUOTES.isdisjoint(seen.lowers):
        return [False] * len(seen.lowers)
    for place, lower in enumerate(seen.lowers):
        if seen.sentence[place] != sentence:
            within, sentence = False, seen.sentence[place]
        within = within != (lower in _QUOTES)
        found.append(within)
    return found


def relation_to_writer(path: Path) -> Callable[[Sight, Sequence[Mention]], list[float]]:
    """Probability, for each mention, that it concerns the writer, by the model in a file."""
    model = relation.load(path)
    return lambda seen, mentions: [model.probability(found) for found in features(seen, mentions)]
