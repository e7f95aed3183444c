"""Swedish kinds of named things, and the names that are drawn for each (data/sv/kinds.tsv, pseudonyms/kinds.tsv)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache

from maskera.label.slips import Forms, distance
from maskera.lang.sv.morphology import genitive
from maskera.lexicon.tsv import noted, notes, word_list
from maskera.lexicon.vocab import Vocab
from maskera.replace.draw import Draw, Pool, Whole
from maskera.replace.institutions import Catalogue, Pattern
from maskera.replace.kinds import Kinds, Row
from maskera.replace.shape import fold, folded, two_equal
from maskera.taxonomy import INSTITUTIONS

_WORDS = word_list("sv", "kinds")

NAMED = INSTITUTIONS | {"place", "geo", "region"}
KNOWN_TOWN = 2.0  # log-odds of a town from which an institution named after it lies there
NAMED_AFTER = "{name}"
CALLED = _WORDS["called"]
SOME_KIND = "some_kind"
"""Of what a noun says what it is, which has no names of its own: bageriet _."""
_NOUN = frozenset(("cue", "ends"))  # ways in which a noun before a name tells its kind
_ALONE = frozenset(("name", "ends"))  # ways in which one word tells a kind
LEAST_SLIP, LEAST_MEANT = 6, 1.0  # letters of a misspelt institution; log-odds of the one meant


def patterns(vocab: Vocab) -> Mapping[str, tuple[Pattern, ...]]:
    """The patterns of each kind, in their order, but for names that are drawn only where it is told
    in what country."""
    table: dict[str, list[tuple[int, Pattern]]] = {}
    for form, kind, _, note in vocab.lists.rows("pseudonyms/kinds.tsv"):
        marks = notes(note)
        if "near" in marks:
            continue
        pattern = Pattern(form, "said" in marks, "abroad" in marks)
        table.setdefault(kind, []).append((int(marks["rank"]), pattern))
    ordered = {kind: sorted(its, key=lambda one: one[0]) for kind, its in table.items()}
    return {kind: tuple(pattern for _, pattern in its) for kind, its in ordered.items()}


def whole(vocab: Vocab) -> frozenset[str]:
    """The kinds of which no word is kept: an authority or a newspaper is known by any of its words."""
    return frozenset(
        kind
        for _, kind, _, note in vocab.lists.rows("pseudonyms/kinds.tsv")
        if "whole" in notes(note)
    )


def _heads(vocab: Vocab, listing: Sequence[Row]) -> Iterator[str]:
    """The nouns at the end of names (Alvastra kloster) that say no kind of their own."""
    endings = tuple(fold(form) for form, _, note in listing if "ends" in note["how"].split("+"))
    rows = (*vocab.lists.rows("headed.tsv"), *vocab.lists.rows("place_heads.tsv"))
    for form, label, _, note in rows:
        noun = noted(note, "indefinite") or form
        if label in NAMED - {"region"} and not fold(noun).endswith(endings):
            yield noun


def _meant(vocab: Vocab) -> Callable[[str], str]:
    """A misspelt institution of one word -> the listed one: sahlgränska -> sahlgrenska."""

    @cache
    def listed() -> Forms:
        forms = Forms()
        rows = vocab.lists.rows("kinds.tsv")
        its = [form for form, _, _, note in rows if _ALONE & {*notes(note)["how"].split("+")}]
        its += vocab.gazetteer.names_of_label(INSTITUTIONS, LEAST_MEANT, "canonical")
        for form in sorted({folded(form) for form in its if form.isalpha()}):
            forms.add(form)
        return forms

    def meant(form: str) -> str:
        folded = fold(form)
        if len(folded) < LEAST_SLIP or not folded.isalpha():
            return ""
        near = listed().near(folded)
        return min(near, key=lambda name: (distance(folded, name), name), default="")

    return meant


def catalogue(
    vocab: Vocab,
    compounds: Callable[[str, str], Callable[[], Whole]],
    foreign_town: Callable[[Draw, str, str], str],
) -> Catalogue:
    """The kinds with their names. compounds: label and pattern -> names in full for keyed scopes."""

    listed, of_kind = vocab.lists.ranked, vocab.derived(patterns)

    def of_lists(form: str) -> str:
        entries = vocab.gazetteer.entries(fold(form))
        return next((entry.kind for entry in entries if entry.label in NAMED and entry.kind), "")

    towns = listed("towns", "city")
    parts = {
        "town": towns,
        "towns": tuple(map(genitive, towns)),
        "stem": listed("stems", "first"),
        "bare": tuple(pattern.text for pattern in of_kind["bare"]),
    }

    @cache
    def fitting(kind: str, abroad: bool, said: bool) -> tuple[Pattern, ...]:
        its = of_kind.get(kind, ())
        its = tuple(pattern for pattern in its if pattern.abroad == abroad) or its
        return tuple(pattern for pattern in its if pattern.said == said) or its

    @cache
    def pool(kind: str, abroad: bool, said: bool) -> Pool:
        patterns = fitting(kind, abroad, said)
        names = tuple(pattern.text for pattern in patterns if not pattern.field)
        made = tuple(
            two_equal(pattern.text.format(**{pattern.field: filling}))
            for pattern in patterns
            if pattern.field
            for filling in parts[pattern.field]
        )
        first = next((p for p in of_kind.get(kind, ()) if p.field and not p.said), None)
        keyed = first.text if first else NAMED_AFTER
        for field in ("town", "stem", "bare"):
            keyed = keyed.replace("{" + field + "}", "{name}")
        everything = compounds("kind", keyed.replace("{towns}", "{genitive}"))
        return Pool(f"kind/{kind}", names or made, made, everything)

    @lru_cache(20_000)
    def abroad(form: str) -> str:
        entries = [entry for entry in vocab.gazetteer.entries(fold(form)) if entry.label in NAMED]
        if entries:
            return next((entry.country for entry in entries if len(entry.country) == 2), "")
        first = fold(form.split(" ")[0])
        stems = (first, first[:-1]) if first.endswith("s") else (first,)
        cities = [entry for stem in stems for entry in vocab.gazetteer.entries(stem)]
        best = max(cities, key=lambda entry: entry.weight, default=None)
        known = best and best.label == "city" and best.weight >= KNOWN_TOWN and " " in form
        return best.country if best and known and len(best.country) == 2 else ""

    def town(word: str) -> bool:
        return any(
            entry.label == "city" and entry.weight >= KNOWN_TOWN
            for entry in vocab.gazetteer.entries(word)
        )

    neutral = Pool(
        "kind/neutral", parts["bare"], listed("stems", "estate"), compounds("kind", NAMED_AFTER)
    )
    listing = [(form, kind, notes(note)) for form, kind, _, note in vocab.lists.rows("kinds.tsv")]
    known = {fold(form): kind for form, kind, note in listing if _NOUN & {*note["how"].split("+")}}
    listing += [
        (noun, known.get(fold(noun), SOME_KIND), {"how": "first"})
        for form, label, _, note in vocab.lists.rows("headed.tsv")
        if label in INSTITUTIONS
        for noun in (form, notes(note).get("indefinite", ""))
        if noun
    ]
    listing += [(noun, SOME_KIND, {"how": "word"}) for noun in _heads(vocab, listing)]
    kinds = Kinds(listing, of_lists, CALLED, vocab.derived(_meant), town)
    return Catalogue(
        kinds, of_kind, fitting, pool, whole(vocab), parts, neutral, abroad, foreign_town
    )
