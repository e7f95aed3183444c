"""Names of firms, streets, schools and lines that no list has, made of the words such names are
made of: what the tagger is trained on in the place of the few that a corpus holds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from maskera.lexicon.tsv import WordLists

HEADS = {
    "head_place": "place", "head_school": "school", "head_org": "other_institution",
    "head_transport": "transport_name",
}  # fmt: skip
TAILS = "tail_"
COMPOSED = frozenset(("place", "school", "work", "other_institution", "transport_name"))
"""Labels whose names are composed."""
SHAPES = (0.30, 0.48, 0.62, 0.74, 0.84, 0.93)
"""Running shares of the beginnings of a name: word, two words, surname, first name, town, saint;
the rest are possessives."""
KEPT_HEAD = 0.45  # share of names that keep their last word
SINGLE = 0.22  # share of names of one word: the tagger has nothing but the words around
AND = 0.06  # share of names with "&" or "and" before the last word
LETTERS = "ABCDEFGHIKLMNOPRSTUVW"


class Composer:
    """Composes names from `heads.tsv` and `name_words.tsv`, which are read when first needed."""

    def __init__(self, lists: WordLists) -> None:
        self._lists = lists
        self._words: Sequence[str] = ()
        self._ends: dict[str, list[str]] = {}

    def __call__(self, label: str, written: str, listed: Callable[[str], str], rng: Random) -> str:
        """A name of the label in the place of a written one; "" where none is composed of it.
        listed: a label of names or towns -> one of them."""
        if label not in COMPOSED:
            return ""
        self._read()
        words = written.split()
        if len(words) == 1 and label != "work" and rng.random() < 0.5:
            return ""
        if rng.random() < SINGLE:
            return self._single(listed, rng)
        kind = label if label != "work" else rng.choice(("other_institution",) * 3 + ("school",))
        last = (
            words[-1]
            if len(words) > 1 and rng.random() < KEPT_HEAD
            else rng.choice(self._ends[kind])
        )
        if kind == "school" and rng.random() < 0.15:
            return f"University of {listed('city')}"
        begin = self._beginning(listed, rng)
        if rng.random() < AND:
            return f"{begin} {rng.choice(('&', 'and'))} {rng.choice(self._words)} {last}"
        return f"{begin} {last}"

    def _single(self, listed: Callable[[str], str], rng: Random) -> str:
        draw = rng.random()
        if draw < 0.35:
            return rng.choice(self._words)
        if draw < 0.55:
            return "".join(rng.choice(LETTERS) for _ in range(rng.randint(2, 5)))
        if draw < 0.7:
            return rng.choice(self._words) + rng.choice(self._words).lower()
        return listed(rng.choice(("surname", "surname", "city", "geo", "firstname_female")))

    def _beginning(self, listed: Callable[[str], str], rng: Random) -> str:
        draw, given = rng.random(), rng.choice(("firstname_female", "firstname_male"))
        shapes: tuple[Callable[[], str], ...] = (
            lambda: rng.choice(self._words),
            lambda: f"{rng.choice(self._words)} {rng.choice(self._words)}",
            lambda: listed("surname"),
            lambda: listed(given),
            lambda: listed("city"),
            lambda: f"St {listed(given)}'s",
            lambda: f"{listed(rng.choice((given, 'surname')))}'s",
        )
        return shapes[sum(draw >= edge for edge in SHAPES)]()

    def _read(self) -> None:
        if self._words:
            return
        rows = self._lists.rows("name_words.tsv")
        self._words = [form for form, label, _, _ in rows if label == "name_word"]
        heads = [*self._lists.rows("heads.tsv"), *rows]
        for form, label, _, _ in heads:
            kind = HEADS.get(label, label.removeprefix(TAILS) if TAILS in label else "")
            if kind:
                self._ends.setdefault(kind, []).append(form)
