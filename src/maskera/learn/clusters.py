"""Candidates and clusters of them: what a card asks about (Medlock 2006; learning-and-risk 3.2)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from maskera.learn.features import Counts, initials, lower
from maskera.learn.pool import Pool
from maskera.learn.prior import COMMON, RARE, Prior

Kind = Literal["term", "situation"]
KINDS: tuple[Kind, ...] = ("term", "situation")
FREQUENT = 5.2  # Zipf value from which a neighbour stands in a situation by itself
# Expected share of sensitive places by the Zipf value of the term (learning-and-risk 3.2).
WORTH = ((3.5, 1.0), (4.5, 0.5))
WORTH_OF_COMMON = 0.2
PLACES = 5  # shown on a card
LEAST_YEAR = 4  # digits of a year, which means the same wherever it stands
# Of what a card about fewer decides where rules have read numbers: its places seldom agree, and whoever
# answers can say no more. Without rules such cards teach (300 of them: essays .837, last asked .831).
AGREEMENT_OF_NUMERALS = 0.1


@dataclass(frozen=True)
class Cluster:
    """Candidates that are decided together: all places of a term, or of one situation."""

    kind: Kind
    key: str
    tokens: tuple[int, ...]

    def __repr__(self) -> str:
        return f"Cluster({self.kind}, {len(self.tokens)} tokens)"


class Zipfs:
    """The frequency of each form of a pool on Zipf's scale."""

    def __init__(self, texts: Pool, counts: Counts, prior: Prior) -> None:
        self.of: Mapping[str, float] = {
            form: prior.zipf(form, counts.small.get(form, 0))
            for form in dict.fromkeys(map(lower, texts.forms))
        }


def candidates(texts: Pool, zipfs: Zipfs) -> NDArray[np.bool_]:
    """Which tokens may be sensitive: those with a digit, with a capital within a sentence, with
    one at its beginning if seldom, and the rare ones."""
    return np.array(
        [
            _candidate(form, first, zipfs.of[lower(form)])
            for form, first in zip(texts.forms, initials(texts), strict=True)
        ],
        bool,
    )


def _candidate(form: str, first: bool, zipf: float) -> bool:
    if any(map(str.isdigit, form)):
        return True
    if not any(map(str.isalpha, form)):
        return False
    if any(map(str.isupper, form)) and (not first or zipf < COMMON):
        return True
    return (zipf < RARE and not form[0].islower()) or (form[0].islower() and 0 < zipf < RARE)


def clusters(
    texts: Pool, chosen: NDArray[np.bool_], zipfs: Zipfs, kind: Kind
) -> dict[str, Cluster]:
    """The candidates by term (lower form), or by situation: orthography of the token, and its
    neighbours' class."""
    keys = terms(texts) if kind == "term" else _situations(texts, zipfs)
    members: defaultdict[str, list[int]] = defaultdict(list)
    for token in chosen.nonzero()[0].tolist():
        members[keys[token]].append(token)
    return {key: Cluster(kind, key, tuple(tokens)) for key, tokens in members.items()}


def terms(texts: Pool) -> list[str]:
    """The term of each token."""
    return [lower(form) for form in texts.forms]


def _situations(texts: Pool, zipfs: Zipfs) -> list[str]:
    classes = [_neighbour(form, zipfs) for form in texts.forms]
    found: list[str] = []
    for start, end in zip(texts.starts[:-1].tolist(), texts.starts[1:].tolist(), strict=True):
        for place in range(start, end):
            before = classes[place - 1] if place > start else "^"
            after = classes[place + 1] if place + 1 < end else "$"
            known = "k" if zipfs.of[lower(texts.forms[place])] >= RARE else "u"
            found.append(f"{before} {orthography(texts.forms[place])}{known} {after}")
    return found


def _neighbour(form: str, zipfs: Zipfs) -> str:
    if form.isdigit():
        return "9"
    low = lower(form)
    return low if zipfs.of[low] >= FREQUENT or not form[0].isalnum() else "x"


def orthography(form: str) -> str:
    """The paper's nine flags of a form, one character each, "." for those that it lacks: first
    capital, all capitals, one capital letter, whole number with its length, decimal number, other
    than letters and digits, full stop, hyphen, mixed case or letters with digits."""
    letters, digits = [c for c in form if c.isalpha()], sum(map(str.isdigit, form))
    number = form.replace(",", ".")
    flags = (
        ("F", form[0].isupper()),
        ("A", len(letters) > 1 and all(c.isupper() for c in letters)),
        ("S", len(form) == 1 and form.isupper()),
        (str(min(len(form), 9)), form.isdigit()),
        ("f", number.count(".") == 1 and number.replace(".", "").isdigit()),
        ("n", not form.isalnum()),
        ("p", "." in form),
        ("h", "-" in form),
        ("m", bool(digits and letters) or (any(map(str.isupper, form[1:])) and not form.isupper())),
    )
    return "".join(sign if held else "." for sign, held in flags)


def ordered(
    found: Iterable[Cluster],
    undecided: NDArray[np.bool_],
    forms: Sequence[str],
    zipfs: Zipfs,
    doubt: NDArray[np.float64] | None = None,
    numbers_read: bool = False,
) -> list[tuple[float, Cluster]]:
    """Clusters with what a decision is expected to gain, most first: places not decided yet, each
    by its worth; later by the doubt of the present model. numbers_read: whether rules tell what
    numbers are."""
    weighed = [
        (
            _gain(cluster, undecided, forms, zipfs, doubt)
            * (AGREEMENT_OF_NUMERALS if numbers_read and _is_numeral(cluster) else 1),
            cluster,
        )
        for cluster in found
    ]
    return sorted(
        (pair for pair in weighed if pair[0] > 0),
        key=lambda pair: (-pair[0], numbers_read and pair[1].key[:1].isdigit(), pair[1].key),
    )


def _gain(
    cluster: Cluster,
    undecided: NDArray[np.bool_],
    forms: Sequence[str],
    zipfs: Zipfs,
    doubt: NDArray[np.float64] | None,
) -> float:
    left = [token for token in cluster.tokens if undecided[token]]
    if doubt is not None:
        return float(doubt[left].sum())
    return float(sum(_worth(zipfs.of[lower(forms[token])]) for token in left))


def _is_numeral(cluster: Cluster) -> bool:
    """Whether a card asks about a number of a few digits, now an age, now a price, now a day."""
    return cluster.kind == "term" and cluster.key.isdigit() and len(cluster.key) < LEAST_YEAR


def _worth(zipf: float) -> float:
    return next((worth for bound, worth in WORTH if zipf < bound), WORTH_OF_COMMON)


def shown(cluster: Cluster, rng: np.random.Generator) -> list[int]:
    """The places of a card: all of a small cluster, else some drawn at random."""
    if len(cluster.tokens) <= PLACES:
        return list(cluster.tokens)
    return sorted(int(token) for token in rng.choice(cluster.tokens, PLACES, replace=False))
