"""The eight types of the Text Anonymization Benchmark beside the labels of learner essays: what of
the one may be what of the other, and the names that other corpora have for types."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

from maskera import expressions as re
from maskera.lang.en.morphology import singular
from maskera.lexicon.vocab import Vocab
from maskera.taxonomy import Taxonomy

BEYOND: Mapping[str, str] = {
    "title": "PERSON", "body": "ORG", "demographic": "DEM", "period": "DATETIME",
    "quantity": "QUANTITY", "misc": "MISC",
}  # fmt: skip
"""Labels of the model for what the benchmark marks and no essay does, with their types: titles
before names, countries that act as bodies, origins and descriptions, weekdays and durations,
amounts, everything else."""
ALIASES: Mapping[str, str] = {
    "PER": "PERSON", "person": "PERSON", "TITLE": "PERSON", "location": "LOC", "GPE": "LOC",
    "STREET_ADDRESS": "LOC", "ZIP_CODE": "LOC", "ORGANIZATION": "ORG", "corporation": "ORG",
    "group": "ORG", "product": "MISC", "creative-work": "MISC", "AGE": "DEM", "NRP": "DEM",
    "DATE_TIME": "DATETIME", "CREDIT_CARD": "CODE", "PHONE_NUMBER": "CODE",
    "EMAIL_ADDRESS": "CODE", "DOMAIN_NAME": "CODE", "IBAN_CODE": "CODE", "IP_ADDRESS": "CODE",
}  # fmt: skip
"""What other corpora call these types."""
SWAPPED = frozenset(("DEM", "LOC", "MISC", "ORG"))
"""Types whose mentions stand for each other in a copy. Names of people and dates are drawn from
lists; codes and quantities keep their neighbours."""
YEARS = (-9, 5)  # by how much years move in a copy
NEIGHBOURS = 2  # tokens beside a number in which its month stands


class Types:
    """The types with the labels that may be each."""

    def __init__(self, taxonomy: Taxonomy, vocab: Vocab) -> None:
        self.of: Mapping[str, str] = {**taxonomy.scheme("tab"), **BEYOND}
        self._vocab = vocab
        self.beyond = frozenset(BEYOND)
        self.swapped = SWAPPED
        labels: dict[str, set[str]] = {}
        for label, type_ in self.of.items():
            labels.setdefault(type_, set()).add(label)
        self.labels: Mapping[str, frozenset[str]] = {
            type_: frozenset(its) for type_, its in labels.items()
        }

    def resolve(self, label: str) -> str:
        """The type that a corpus means by a label of its own; "" for none."""
        named = ALIASES.get(label, label)
        return named if named in self.labels else ""

    def singular(self, word: str) -> tuple[str, ...]:
        """The forms of which a word in lower case may be the plural, itself first."""
        return singular(word)

    def narrowed(self, type_: str, forms: Sequence[str]) -> list[frozenset[str]]:
        """The labels that each token of a span of this type may have, by lists and by its place."""
        words = [self._vocab.word(form) for form in forms]
        if type_ == "PERSON":
            return [self._of_person(forms, place) for place in range(len(forms))]
        if type_ == "DATETIME":
            return [self._of_date(forms, place) for place in range(len(forms))]
        if type_ == "ORG":
            whole = " ".join(word.lower for word in words)
            named = any(e.label == "country" for e in self._vocab.gazetteer.entries(whole))
            if named or whole.startswith(("republic of", "kingdom of", "federal republic of")):
                return [frozenset(("body",))] * len(forms)
            return [self.labels[type_] - {"body"}] * len(forms)
        return [self.labels[type_]] * len(forms)

    def drawn(self, type_: str, words: str, another: Callable[[str, str], str], rng: Random) -> str:
        """The words of a mention with other names, days, months and years. another: a word and the
        label that it is to have -> the word in its place."""
        pieces = re.split(r"(\W+)", words)
        forms = [piece for piece in pieces if piece.strip()]
        allowed = dict(zip(forms, self.narrowed(type_, forms), strict=True))
        names = [at for at, piece in enumerate(pieces) if piece[:1].isupper() and len(piece) > 1]
        for at in names:
            piece = pieces[at]
            labels = {entry.label for entry in self._vocab.word(piece).entries}
            if type_ == "PERSON" and len(allowed[piece]) > 1:
                last = at == names[-1] and (len(names) > 1 or "surname" in labels)
                given = rng.choice(("firstname_male", "firstname_female"))
                pieces[at] = another(piece, "surname" if last else given)
            elif type_ == "LOC" and len(forms) == 1:
                pieces[at] = another(piece, "country" if "country" in labels else "city")
            elif allowed[piece] == {"month_word"}:
                pieces[at] = another(piece, "month_word").capitalize()
        for at, piece in enumerate(pieces):
            if piece.isdecimal() and allowed[piece] == {"year"}:
                pieces[at] = str(int(piece) + rng.randint(*YEARS))
            elif piece.isdecimal() and allowed[piece] == {"day"}:
                pieces[at] = str(rng.randint(1, 28))
        return "".join(pieces)

    def _of_person(self, forms: Sequence[str], place: int) -> frozenset[str]:
        def titled(at: int) -> bool:
            return "title" in self._vocab.word(forms[at]).labels and len(forms) > 1

        form = forms[place]
        if (titled(place) and place < len(forms) - 1) or (
            form == "." and place > 0 and titled(place - 1)
        ):
            return frozenset(("title",))
        if (len(form) == 1 and form.isupper()) or (
            form == "." and place and len(forms[place - 1]) == 1
        ):
            return frozenset(("initials",))
        return self.labels["PERSON"] - {"title", "initials"}

    def _of_date(self, forms: Sequence[str], place: int) -> frozenset[str]:
        form = forms[place]
        near = [
            *forms[max(0, place - NEIGHBOURS) : place],
            *forms[place + 1 : place + 1 + NEIGHBOURS],
        ]

        def month(other: str) -> bool:
            return "month_word" in self._vocab.word(other).labels

        if month(form):
            return frozenset(("month_word",))
        if form.isdecimal():
            if len(form) == 4 and 1000 < int(form) < 2200:
                return frozenset(("year",))
            if len(form) <= 2 and 1 <= int(form) <= 31 and any(map(month, near)):
                return frozenset(("day",))
            return frozenset(("date_digits", "period", "day", "month_digit", "year"))
        if form in ("st", "nd", "rd", "th") and place and forms[place - 1].isdecimal():
            return frozenset(("day",))
        return frozenset(("period", "date_digits") if form in "./-" else ("period",))
