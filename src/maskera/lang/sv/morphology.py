"""Inflection of Swedish names: Eva -> Evas, Björkvägen -> Björkvägens, A-skola -> A-skolan, Lövsta
-> Lövstabor; and the way back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from maskera import expressions as re
from maskera.lexicon.tsv import notes, word_list
from maskera.lexicon.vocab import Vocab

_WORDS = word_list("sv", "morphology")

PLACEHOLDER = re.compile(r"^([A-Z]{1,2})-([a-zåäö]+)$")
SILENT = ("s", "x", "z")
OWNING = ("s", "S", "'", "’")  # the last letter of every genitive
GENITIVE_STEM = ("s ", "x ", "z ")  # after a genitive a noun has no definite form: Almdals skola
OWNED = re.compile(r"[sxz] \w+ $")  # Chalmers tekniska högskola
PEOPLE = tuple(
    "bo bon bor borna are aren arna ing ingen ingar ingarna it iten iter iterna göte "
    "göten götar götarna karl kulla kullan mas".split()
)
VOWELS = "aeiouyåäö"
LINKED = re.compile(rf"(?<=.)({_WORDS.either('linked')})(?:en|et)?$")
DEFINITE = re.compile(rf"({word_list('sv', 'derivation').either('ends_place')})(?:en|et)$")
TOWN = 2.0  # log-odds of a listed town
LONGEST_HEAD = 40  # letters: no form of a head has more
LEAST_STEM = 2  # letters before a head: "Ek" in Ekgatan

NOUNS: Mapping[str, str] = {
    "firstname_male": "namn", "firstname_female": "namn", "firstname_unknown": "namn", "surname": "efternamn",
    "country": "land", "city": "stad", "region": "region", "area": "område", "place": "plats", "geo": "geoplats",
    "school": "skola", "work": "arbetsplats", "other_institution": "institution", "transport_name": "linjen",
}  # fmt: skip
"""Label -> the noun of its placeholder (SVALA's)."""


@dataclass(frozen=True, slots=True)
class Head:
    """A common noun that ends names (skola in Björkskolan), with its forms and the label it speaks
    for."""

    bare: str
    definite: str
    plural: str
    definite_plural: str
    label: str

    def form(self, definite: bool, plural: bool) -> str:
        """The form with these features."""
        return (
            (self.definite_plural if definite else self.plural)
            if plural
            else self.definite
            if definite
            else self.bare
        )

    def longer(self, first: str) -> Head:
        """The noun that it makes with a first half: klubb -> ridklubb."""
        return Head(
            first + self.bare,
            first + self.definite,
            first + self.plural,
            first + self.definite_plural,
            self.label,
        )

    def indefinite(self, form: str) -> str:
        """One of its forms -> the indefinite one of the same number."""
        return self.form(
            False,
            form in (self.plural, self.definite_plural) and form not in (self.bare, self.definite),
        )


def heads(vocab: Vocab) -> Mapping[str, Head]:
    """Every form of every head (lower case) -> its head; a form that several share goes to the
    first."""
    table: dict[str, Head] = {}
    for form, label, _, note in vocab.lists.rows("pseudonyms/heads.tsv"):
        forms = notes(note)
        head = Head(form, forms["def"], forms["pl"], forms["defpl"], label)
        for one in (head.bare, head.definite, head.plural, head.definite_plural):
            table.setdefault(one, head)
    return table


def owner(form: str) -> str:
    """Lunds -> Lund; "" for what has no ending of a genitive."""
    return form[:-1] if form.endswith("s") else ""


def genitive(form: str) -> str:
    """Eva -> Evas; Lars -> Lars (s, x, z take no ending); SL -> SL:s."""
    last = form.rsplit(" ", 1)[-1]
    if form[-1:].casefold() in SILENT:
        return form
    if last.isupper() and last.isalpha() and len(last) <= 5:
        return f"{form}:s"
    return f"{form}s" if form[-1:].isalnum() else form


def of_town(town: str) -> str:
    """What stands before a noun for a thing of a town: Lund -> Lunds (gymnasium), but Umeå
    (lasarett), whose vowel takes no ending."""
    return town if town[-1:] in VOWELS else genitive(town)


def first_half(name: str) -> str:
    """A name before a noun in one word: Jönköping -> Jönköpings(skolan), Hagmarken -> Hagmarks."""
    return LINKED.sub(r"\1s", DEFINITE.sub(r"\1s", name))


ISLE = "ön"


def _inhabitant(form: str, definite: bool, plural: bool) -> str:
    """Lövsta -> Lövstabo, Hagmarken -> Hagmarksbor, Lindgärdet -> Lindgärdsbor, Björnön ->
    Björnöbor, A-stad -> A-stadsbon."""
    form = form[:-1] if form.endswith(ISLE) else form
    form = f"{form}s" if PLACEHOLDER.match(form) else first_half(form)
    return form + (("borna" if definite else "bor") if plural else "bon" if definite else "bo")


def inhabitant(form: str, canonical: str) -> bool:
    """Whether a form of a place names one of its people: uppsalabo of Uppsala, skåning of Skåne;
    but Habo is a town, and so is Haboo."""
    lower, place = form.lower(), canonical.lower()
    if lower[:1] != place[:1] or not lower.endswith(PEOPLE):
        return False
    return any(lower.endswith(ending) and not place.endswith(ending) for ending in PEOPLE)


def _person_plural(form: str) -> str:
    if form.endswith("a"):
        return form[:-1] + "or"
    return form + ("r" if form.endswith("e") else "ar")


def bare(form: str) -> str:
    """The same of a form whatever the lists know: Minas -> Mina, Lars -> Lar; for texts that have
    the shorter name as well."""
    if form[-1:] not in OWNING:
        return form
    for ending in (":s", "'s", "’s", ":S"):
        if form.endswith(ending):
            return form[: -len(ending)]
    if form[-1:] in ("'", "’") or (len(form) > 2 and form[-1] in "sS" and form[-2].isalpha()):
        return form[:-1]
    return form


class Inflection:
    """Inflection with what the lists of a vocabulary know: which names end in -s, which nouns end
    names."""

    def __init__(self, vocab: Vocab) -> None:
        self._vocab = vocab
        self._invented = frozenset(map(str.lower, vocab.lists.ranked("towns", "city")))
        self.split_head = lru_cache(20_000)(self._split_head)

    def inflect(self, form: str, features: frozenset[str]) -> str:
        """The form with the features gen, def, pl; with `person` besides it is a person's name (Eva ->
        Evor, not Evabor).

        With `inhabitant` it is one of its people (Lövstabo), who alone have a plural and a definite
        form where the name ends in no common noun. What is definite already stays so.
        """
        definite, plural = "def" in features, "pl" in features
        inflected = (
            _inhabitant(form, definite, plural)
            if "inhabitant" in features
            else self._noun(form, definite, plural, "person" in features)
        )
        return genitive(inflected) if "gen" in features else inflected

    def _noun(self, form: str, definite: bool, plural: bool, person: bool) -> str:
        if not definite and not plural:
            return form
        if person:
            return _person_plural(form) if plural else form
        found = self.split_head(form)
        if found is not None and " " in form and form.rpartition(" ")[2].istitle():
            return form  # Lövsta Arena
        if found is not None and (
            PLACEHOLDER.match(form) or found[1].label not in ("city", "country", "region", "area")
        ):
            stem, head, ending = found
            before = stem[: stem.rfind(" ") + 1]  # Almdals of Almdals simhall
            if (
                before.endswith(GENITIVE_STEM)
                or self._of_town(before)
                or (ending == head.bare and OWNED.search(stem))
            ):
                return stem + head.plural if plural else form
            definite = definite or (
                ending in (head.definite, head.definite_plural)
                and ending not in (head.bare, head.plural)
            )
            return stem + head.form(
                definite, plural or ending == head.definite_plural != head.definite
            )
        return form

    def _of_town(self, before: str) -> bool:
        """Whether a noun stands behind a town as a word of its own, as in Umeå universitet."""
        town = before.rstrip().rpartition(" ")[2].lower()
        return before.endswith(" ") and (
            town in self._invented
            or any(
                entry.label == "city" and entry.weight >= TOWN
                for entry in self._vocab.gazetteer.entries(town)
            )
        )

    def _split_head(self, form: str) -> tuple[str, Head, str] | None:
        """Björkskolans -> ("Björk", skola, "skolan"); None when the last word ends in no head. The
        genitive is looked through."""
        known = self._vocab.derived(heads)
        word = form.rsplit(" ", 1)[-1]
        for candidate in dict.fromkeys((word, self.base(word))):
            lower = candidate.lower()
            for start in range(max(len(lower) - LONGEST_HEAD, 0), len(lower)):
                ending = lower[start:]
                head = known.get(ending)
                if head is not None and (
                    start == 0
                    or (start >= LEAST_STEM and lower[start - 1].isalpha())
                    or lower[start - 1] == "-"
                ):
                    small = start > 0 and word != form and candidate.islower()
                    # Flens ridklubb, but not tycho braheskolan
                    if small and (not form.islower() or self._is_noun(lower[:start])):
                        head, ending, start = head.longer(lower[:start]), lower, 0
                    return form[: len(form) - len(word)] + candidate[:start], head, ending
        return None

    def _is_noun(self, stem: str) -> bool:
        common = self._vocab.gazetteer.common
        return common(stem) or (stem.endswith("s") and common(stem[:-1]))

    def base(self, form: str) -> str:
        """Evas -> Eva, SL:s -> SL, Paris' -> Paris; a form that ends in no genitive comes back as it
        is, and so does a name like Lars.

        In no list nobody can tell one from the other: one -s is taken off, so compare both forms.
        """
        return (
            form
            if form[-1:] in ("s", "S") and form[-2:-1].isalpha() and self._listed(form)
            else bare(form)
        )

    def _listed(self, form: str) -> bool:
        """Whether a name is listed with its s, and not rather the genitive of another."""
        lower = form.lower()
        if "-" not in lower and not self._vocab.gazetteer.entries(lower):
            return False  # as most words; what the table knows takes longer
        word = self._vocab.word(form)
        return not (word.genitive or word.misspelt) and not word.labels.isdisjoint(NOUNS)
