"""Swedish words for the people, adjective, language, capital and currency of each country, in all their forms.

From pseudonyms/country_words.tsv, and for peoples within countries from
pseudonyms/people_words.tsv, by the rules of declension; what a text may say besides (subgroups, other spellings) from the lexicon.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from maskera.leaks.chunks import fold
from maskera.lexicon.country_words import CountryWord, CountryWords, Kind
from maskera.lexicon.gazetteer import Gazetteer
from maskera.lexicon.memo import shared
from maskera.lexicon.tsv import WordLists, noted, notes, word_list
from maskera.lexicon.vocab import Vocab

_WORDS = word_list("sv", "country_words")

HOME = "SE"
COMMON_CURRENCY = 10  # countries from which a currency tells of none: dollar, euro and franc have more, peso and dinar eight
LEAST_PART, LEAST_OTHER = (
    5,
    3,
)  # letters of such a word in a compound, and of the rest: polsk|född, halv|syrier
SPEAKING = _WORDS["speaking"]
"""Words behind which a word that is both is the language: hon talar polska, skriven på polska."""
SURELY_SPEAKING = _WORDS["surely_speaking"]
NOT_SPEAKING = _WORDS["not_speaking"]
BEHIND_LANGUAGE, NOT_A_LANGUAGE = _WORDS["behind_language"], _WORDS["not_a_language"]
OF_LANGUAGE = _WORDS["of_language"]
"""Words before which a word that is both is the language: persiska är svårt, but not de persiska är
svåra; det persiska språket."""
SEVERAL = _WORDS["several"]
MONEY = _WORDS["money"]
ONE = _WORDS["one"]
"""Words behind which somebody from a country is one: a noun without them is of several (holländare cyklar)."""
A_WOMAN = _WORDS["a_woman"]
DECLENSIONS: Mapping[str, tuple[str, str, str, str]] = {
    "are": ("e", "en", "e", "na"), "ier": ("", "n", "", "na"), "e": ("e", "en", "ar", "arna"), "ar": ("", "en", "ar", "arna"),
    "man": ("an", "annen", "än", "ännen"), "er": ("", "en", "er", "erna"),
}  # fmt: skip
"""Class -> the endings of the indefinite and definite singular and plural, on the stem."""
NEVER, DOUBTFUL = "*", "?"
FORMS = ("sg", "def", "pl", "defpl")
ADJECTIVE = {"base": "", "t": "t", "a": "a", "e": "e"}

WITHIN = 9  # rank of the words for a people within a country, behind all of the country's own

_Slot = tuple[Kind, int, str]
"""Kind, rank and form of a word."""


def country_words(vocab: Vocab) -> CountryWords:
    """All that Swedish knows of them."""
    lexicon = vocab.gazetteer
    table, written, parts = _table(vocab.lists)
    of_people = regions(vocab.lists)
    nothing = shared(())

    def country(form: str) -> str:
        found = (
            entry.country
            for entry in lexicon.entries(fold(form))
            if entry.label == "country" and entry.country
        )
        return next((iso for iso in found if iso != HOME), "")

    def region(form: str) -> str:
        folded = fold(form)
        return of_people.get(folded) or of_people.get(folded.rpartition(" ")[2], "")

    def read(word: str) -> tuple[CountryWord, ...]:
        found = [*table.get(word, ())]
        if word.endswith("s"):
            found += [_in_genitive(each) for each in table.get(word[:-1].rstrip("':’"), ())]
        if not found and lexicon.entries(word):
            found += _listed(lexicon, word)
        return tuple(found)

    longest = max(map(len, parts), default=0)
    firsts = {part[:LEAST_PART] for part in parts}
    lasts = {part[-LEAST_PART:] for part in parts}

    def holds(word: str) -> frozenset[str]:
        begun, ended = word[:LEAST_PART] in firsts, word[-LEAST_PART:] in lasts
        if not (begun or ended or "-" in word):  # as most
            return nothing
        if len(word) < LEAST_PART + LEAST_OTHER or lexicon.common(word):
            return nothing
        most = min(longest, len(word) - LEAST_OTHER)
        lengths = range(LEAST_PART, most + 1)
        begins = (word[:length] for length in lengths if begun)
        ends = (word[-length:] for length in lengths if ended)
        pieces = (piece for piece in word.split("-") if piece != word)
        return shared(
            frozenset().union(
                *[parts[part] for part in (*begins, *ends) if part in parts],
                *[reading.countries for piece in pieces for reading in read(piece)],
            )
        )

    def part(word: str, countries: Collection[str]) -> slice | None:
        for length in range(min(longest, len(word) - LEAST_OTHER), LEAST_PART - 1, -1):
            for piece in (slice(0, length), slice(len(word) - length, len(word))):
                if not parts.get(word[piece], nothing).isdisjoint(countries):
                    return piece
        return None

    return CountryWords(
        country,
        read,
        lambda iso, word: _written(written, iso, word),
        _meant,
        holds,
        lambda lower: lower.rstrip("s"),
        region=region,
        part=part,
    )


def _in_genitive(word: CountryWord) -> CountryWord:
    return CountryWord(word.countries, word.kind, word.form, True, word.rank, word.words)


def _listed(lexicon: Gazetteer, word: str) -> Iterator[CountryWord]:
    """What the lexicon has beside the table: other names of a country, its peoples and languages; nobody can say their form."""
    for entry in lexicon.entries(word):
        if entry.country and entry.country != HOME and entry.label in ("nationality", "country"):
            yield CountryWord(frozenset((entry.country,)), "name")


def _written(table: Mapping[tuple[str, _Slot], str], iso: str, word: CountryWord) -> str:
    found = next(
        (
            table[iso, slot]
            for slot in ((word.kind, word.rank, word.form), (word.kind, 0, word.form))
            if (iso, slot) in table
        ),
        "",
    )
    return f"{found}s" if word.genitive and found[-1:] not in ("", "s", "x", "z") else found


def _meant(
    readings: Sequence[CountryWord], before: Sequence[str], written: str = "", after: str = ""
) -> CountryWord | None:
    """The first reading that fits: a language behind a word of speaking or before one of languages, a plural behind one of
    several (vi är syrier); None for a doubtful word without such a word before it, or one of
    money."""
    last = before[-1] if before else ""
    speaking = next(
        (word in SPEAKING for word in reversed(before) if word in SPEAKING or word in NOT_SPEAKING),
        False,
    )
    speaking = speaking or after in OF_LANGUAGE
    speaking = speaking or (after in BEHIND_LANGUAGE and last not in NOT_A_LANGUAGE)
    several = not SEVERAL.isdisjoint(before) or ONE.isdisjoint(before[-2:])

    def misfit(word: CountryWord) -> tuple[bool, bool, bool, bool]:
        plural = word.form in ("pl", "defpl") and word.kind == "person"
        woman = word.kind == "woman" and last not in A_WOMAN
        return not word.form, (word.kind == "language") != speaking, plural != several, woman

    found = min(readings, key=misfit)
    cues = MONEY if found.kind == "currency" else SURELY_SPEAKING
    if found.doubtful and cues.isdisjoint(before) and not last.isdecimal():
        return None
    return found


def _table(
    lists: WordLists,
) -> tuple[
    Mapping[str, tuple[CountryWord, ...]],
    Mapping[tuple[str, _Slot], str],
    Mapping[str, frozenset[str]],
]:
    """Folded word -> what it says; country and slot -> the word; adjective or person that a compound may have in it -> countries."""
    found: dict[tuple[str, _Slot], set[str]] = {}
    written: dict[tuple[str, _Slot], str] = {}
    parts: dict[str, set[str]] = {}
    doubtful: set[str] = set()
    listed = [notes(note) for _, _, _, note in lists.rows("pseudonyms/country_words.tsv")]
    shared = Counter(name for marks in listed for name in marks["currency"].split("|"))
    for marks in listed:
        iso = marks["iso"]
        for slot, form, mark in _forms(marks, shared):
            kind, rank, number = slot
            whole = written.get((iso, (kind, rank, "sg")), form)
            sum_of = kind == "currency" and number == "pl" and form == f"{whole}er"
            written.setdefault((iso, slot), whole if sum_of else form)  # 500 lek, not leker
            if mark == NEVER:
                continue
            found.setdefault((fold(form), slot), set()).add(iso)
            if mark == DOUBTFUL:
                doubtful.add(fold(form))
            if slot[0] in ("person", "adjective") and len(form) >= LEAST_PART:
                parts.setdefault(fold(form), set()).add(iso)
    for noun, _, _, note in lists.rows("pseudonyms/people_words.tsv"):
        marks = notes(note)
        region = fold(marks.get("home", ""))
        homes = {*marks["in"].split("|"), region} - {""}
        for (kind, _, number), form, _ in _forms({"noun": noun, **marks}, shared):
            found.setdefault((fold(form), (kind, WITHIN, number)), set()).update(homes)
            written.setdefault((region, (kind, 0, number)), form)
            if kind in ("person", "adjective") and len(form) >= LEAST_PART:
                parts.setdefault(fold(form), set()).update(homes)
    table: dict[str, list[CountryWord]] = {}
    for (form, (kind, rank, slot_form)), countries in found.items():
        first, *others = form.split()
        word = CountryWord(
            frozenset(countries),
            kind,
            slot_form,
            rank=rank,
            words=(first, *others),
            doubtful=form in doubtful and kind in ("language", "currency"),
        )
        table.setdefault(first, []).append(word)
    order = ("person", "woman", "adjective", "language", "currency", "capital")
    for readings in table.values():
        readings.sort(key=lambda word: order.index(word.kind))
    frozen = {part: frozenset(countries) for part, countries in parts.items()}
    return {word: tuple(readings) for word, readings in table.items()}, written, frozen


def _forms(marks: Mapping[str, str], shared: Mapping[str, int]) -> Iterator[tuple[_Slot, str, str]]:
    """Every slot of a country with its form, and the mark of one that is an ordinary word as well:
    no text is read for one with an asterisk, and for one with a question mark where the words
    before speak of such things."""
    for rank, noun in enumerate(marks["noun"].split("|")):
        yield from (
            (("person", rank, form), word, "")
            for form, word in zip(FORMS, declined(noun), strict=True)
        )
    for rank, adjective in enumerate(marks["adj"].split("|")):
        yield from (
            (("adjective", rank, form), adjective + ending, "")
            for form, ending in ADJECTIVE.items()
        )
        woman = marks.get("woman", f"{adjective}a")
        stem = woman[:-1]
        women = (woman, f"{woman}n", f"{stem}or", f"{stem}orna")
        yield from (
            (("woman", rank, form), word, "") for form, word in zip(FORMS, women, strict=True)
        )
    for rank, language in enumerate(_several(marks, "language")):
        name, mark = _marked(language)
        yield ("language", rank, "sg"), name, mark
        yield ("language", rank, "def"), f"{name}n" if name[-1:] in "aiouy" else name, mark
    for rank, money in enumerate(_several(marks, "currency")):
        name, mark = _marked(money)
        mark = mark if shared[money] <= COMMON_CURRENCY else NEVER
        yield from (
            (("currency", rank, form), word, NEVER if mark and "def" in form else mark)
            for form, word in zip(FORMS, _money(name), strict=True)
        )
    for rank, capital in enumerate(_several(marks, "capital")):
        yield ("capital", rank, "sg"), capital, ""


def _several(marks: Mapping[str, str], name: str) -> Sequence[str]:
    return marks[name].split("|") if name in marks else ()


def regions(lists: WordLists) -> Mapping[str, str]:
    """The regions that have a people of their own, folded, each as its code."""
    rows = lists.rows("pseudonyms/people_words.tsv")
    named = {fold(noted(note, "home")) for _, _, _, note in rows} - {""}
    return {region: region for region in named}


def _marked(form: str) -> tuple[str, str]:
    """dong? -> dong and its mark."""
    name = form.rstrip(NEVER + DOUBTFUL)
    return name, form[len(name) :]


def declined(noun: str) -> Iterable[str]:
    """syrier -> syrier, syriern, syrier, syrierna; a class that the word does not show stands behind a slash (dansk/ar)."""
    word, _, named = noun.partition("/")
    declension = named or next((each for each, ending in _ENDINGS if word.endswith(ending)), "er")
    cut = {"are": 1, "e": 1, "man": 2}.get(declension, 0)
    stem = word[: len(word) - cut]
    return (
        [stem + ending for ending in DECLENSIONS[declension]]
        if declension != "are"
        else [word, f"{word}n", word, f"{stem}na"]
    )


_ENDINGS = (("are", "are"), ("ier", "er"), ("man", "man"), ("e", "e"), ("ar", "ing"))


def _money(name: str) -> Iterable[str]:
    """pund -> pund, pundet, pund, punden; sums have the singular (fem lira). What is called
    otherwise behind a number stands behind a slash (leu/lei)."""
    name, _, counted = name.partition("/")
    if counted:
        return name, f"{name}n", counted, f"{counted}na"
    if name.endswith("pund"):
        return name, f"{name}et", name, f"{name}en"
    short = name[-1:] in "aeiouyáéíóú" or (name.endswith(("el", "ar")) and name != "dinar")
    several = f"{name[:-1]}or" if name.endswith("a") else f"{name}er"
    return name, f"{name}n" if short else f"{name}en", several, f"{several}na"
