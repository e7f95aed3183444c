"""English words for the people, adjective, language, capital and currency of each country.

From pseudonyms/country_words.tsv, and for the peoples within countries from
pseudonyms/people_words.tsv: the noun for one of a people is the adjective where no other is
given (a Syrian), and stands for several by rule (Syrians, the Dutch) or by what is behind a slash
(Irishman/men, Swiss/=).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import get_args

from maskera.lang.en.morphology import article, base, plural
from maskera.lang.pack import Article
from maskera.leaks.chunks import fold
from maskera.lexicon.country_words import CountryWord, CountryWords, Kind
from maskera.lexicon.gazetteer import Gazetteer
from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import notes, word_list
from maskera.lexicon.vocab import CAPITALS, Vocab
from maskera.replace.countries import IN as IN_IT
from maskera.taxonomy import FULL_NAME

_WORDS = word_list("en", "country_words")

COMMON_CURRENCY = 10  # countries from which a currency tells of none: dollar, euro, franc
SPEAKING, NOT_SPEAKING = _WORDS["speaking"], _WORDS["not_speaking"]
"""Words behind which a word that is both is the language (I speak Polish), and is not."""
ONE = _WORDS["one"]
"""Words behind which it is one of a people (an Iraqi) where no noun follows."""
SEVERAL = _WORDS["several"]
THE = _WORDS["the"]
"""Words behind which a people is meant as a whole: the Dutch, many Norwegians."""
NO_NOUN = _WORDS["no_noun"]
"""Words that follow a people, and no adjective: the Irish sing, a Syrian helped me."""
ORDINARY, DETERMINER = _WORDS["ordinary"], _WORDS["determiner"]
"""Words that say something else in small letters, and what follows such a verb: polish the floor."""
NAMING = _WORDS["naming"]
"""Words before "is" and a name: my name is, this is."""
MANY = _WORDS["many"]
"""Verbs of several: are, have."""
FIXED = _WORDS["fixed"]
"""An adjective and its noun that tell of no country: French fries."""
COUNTED, COUNTING = _WORDS["counted"], _WORDS["counting"]
"""Money that is an ordinary word, too (won, real, pound), and what stands before it as money."""
COINED, WEIGHED = _WORDS["coined"], _WORDS["weighed"]
"""What stands behind such money (one pound coin), and words of weight: lost twenty pounds."""
HOME, LESSON, SUBJECT = _WORDS["home"], _WORDS["lesson"], _WORDS["subject"]
"""The language of all these texts, which tells of no country where one learns or speaks it: what
follows it then (my English teacher), and what is said to be it (my best subject is English)."""
NATIVE, IS = _WORDS["native"], _WORDS["is"]
"""Words of one's own language (my mother tongue is English), and those behind which it is a
people's adjective: I am English, half English."""
PERSONS = _WORDS["persons"]
"""Nouns behind which it is always a people's adjective: only English kids."""
DESCENT = _WORDS["descent"]
"""Nouns behind which no name stands for somebody: of Igbo descent, a Luo tribe."""
IN = _WORDS["in"]
"""Words behind which a thing of such a name is meant: I fly with Swiss."""
NAMES = FULL_NAME | {"middlename"}
UNCHANGED = tuple(end.lstrip("-") for end in _WORDS["unchanged"])
"""Ends of adjectives that are a whole people behind the article: the Irish, the Dutch."""

WITHIN = 9  # least rank of words for a people within a country, behind all of the country's own
EVERY = frozenset(("adjective", "person", "language"))
"""Kinds of words that one people must have to stand for another."""
NONE = "_"  # a people without a word of its own for a woman

_Slot = tuple[Kind, int, str]
"""Kind, rank and form of a word: one (sg), several (pl), all of them (all)."""
ARTICLES = frozenset(("a", "an"))
ITS_IS = frozenset(("is", "was"))
ONE_MORE = ARTICLES | _WORDS["one_more"]
_ORDER: tuple[Kind, ...] = get_args(Kind)


def country_words(vocab: Vocab) -> CountryWords:
    """All that English knows of them."""
    lexicon = vocab.gazetteer
    table, written, within = vocab.derived(_table)

    listed = vocab.lists.rows("pseudonyms/country_words.tsv")
    drawn = {fold(form): notes(note)["iso"] for form, _, _, note in listed}

    def country(form: str) -> str:
        entries = lexicon.entries(folded := fold(form))
        return drawn.get(folded) or next(
            (e.country for e in entries if e.label == "country" and e.country), ""
        )

    @lru_cache(20_000)
    def read(word: str) -> tuple[CountryWord, ...]:
        return table.get(word, ()) or tuple(_listed(lexicon, word))

    @lru_cache(20_000)
    def holds(word: str) -> frozenset[str]:
        pieces = [piece for piece in word.split("-") if piece != word]
        return frozenset(
            iso for one in pieces for each in table.get(one, ()) for iso in each.countries
        )

    def said(
        readings: Sequence[CountryWord], before: Sequence[str], form: str, after: str
    ) -> CountryWord | None:
        if (word := fold(form)) in COUNTED and not _counted(before, after, readings, table):
            return None
        if word in HOME and not _of_a_people(before, after):
            return None
        if word in HOME:
            own = not NATIVE.isdisjoint(before)
            readings = [each for each in readings if own == (each.kind == "language")]
        return meant(readings, before, form, after)

    return CountryWords(
        country,
        read,
        lambda iso, word: _written(written, within, iso, word),
        said,
        holds,
        base,
        COUNTED | HOME | ORDINARY,
    )


def _counted(
    before: Sequence[str],
    after: str,
    readings: Sequence[CountryWord],
    table: Mapping[str, tuple[CountryWord, ...]],
) -> bool:
    """Whether a word is money by what stands beside it: 5000 won, Egyptian pounds, a pound coin."""
    if not WEIGHED.isdisjoint((*before, after)):
        return False
    last = before[-1] if before else ""
    if last.isdecimal() or last in COUNTING or after in COINED:
        return True
    theirs = {iso for each in readings for iso in each.countries}
    adjectives = (each for each in table.get(last, ()) if each.kind == "adjective")
    return any(not theirs.isdisjoint(each.countries) for each in adjectives)


def _of_a_people(before: Sequence[str], after: str) -> bool:
    """Whether the word for this language tells of a country: I am English, English weather, an
    English husband, my mother tongue is English; but not my English lesson, I learn English."""
    last = before[-1] if before else ""
    if after in PERSONS or not NATIVE.isdisjoint(before):
        return True
    if after in LESSON or not SUBJECT.isdisjoint(before):
        return False
    told = (each in SPEAKING for each in reversed(before) if each in SPEAKING | NOT_SPEAKING)
    if next(told, False) and last not in ARTICLES:
        return False
    noun = bool(after) and after not in NO_NOUN
    return noun or last in IS or (last == "the" and after != "")


def articles(vocab: Vocab) -> Article:
    """What an article becomes before a word drawn: an Iraqi -> a Norwegian; the Netherlands ->
    Belgium, but where a noun follows (the Netherlands embassy)."""
    listed = vocab.lists.rows("pseudonyms/countries.tsv")
    bare = {form for form, _, _, note in listed if notes(note).get("said", IN_IT) == IN_IT}

    def fitting(word: str, behind: str, after: str) -> str:
        if word == "the" and behind in bare and (not after or after in NO_NOUN):
            return ""
        return article(word, behind)

    return fitting


def peoples(vocab: Vocab) -> Mapping[str, tuple[CountryWord, ...]]:
    """The folded first word of each such word -> what it says."""
    return vocab.derived(_table)[0]


def of_people(table: TokenTable, first: int, last: int, label: str) -> bool:
    """Whether what is taken for a name is a word for one of a people or what is theirs: a Finn,
    South Koreans, half-Czech; but not Mr French, at Swiss."""
    if table.words[last].shape not in CAPITALS:
        return False
    form = " ".join(map(fold, table.lowers[first : last + 1]))
    readings = table.vocab.derived(peoples)
    named = [
        each.kind
        for piece in ([form] if " " in form else form.split("-"))
        for each in readings.get(piece.split(" ")[0], ())
        if each.words == tuple(piece.split(" "))
    ]
    if not any(kind not in ("name", "currency", "capital") for kind in named):
        return False
    if label in table.labels("attribute", "text.clause"):
        return False
    before, listed = table.left(first), table.gazetteer.entries(form)
    after = table.words[last + 1] if last + 1 < len(table.words) and table.adjacent(last) else None
    if before in ARTICLES:
        return after is None or after.shape not in CAPITALS
    if _many(table, first, last, readings.get(form, ())):
        return True
    if label in NAMES and before in IS and table.left(first, 2) not in NAMING:
        return True  # she is Moldovan; but not: my name is French
    if label in NAMES and after is not None and after.lower in DESCENT:
        return True
    if label in NAMES or any(each.label == label for each in listed):
        return False
    attributive = after is not None and after.shape == "lower" and after.lower not in NO_NOUN
    return before not in IN or " " in form or attributive


def _many(table: TokenTable, first: int, last: int, readings: Sequence[CountryWord]) -> bool:
    """Whether a word is said of several of a people: Thais are polite; but not Thais is."""
    several = any(each.form == "pl" and len(each.words) == 1 for each in readings)
    return several and first == last and table.right(last) in MANY


def _listed(lexicon: Gazetteer, word: str) -> Iterator[CountryWord]:
    """Other names of a country: Holland, Burma, UK."""
    for entry in lexicon.entries(word):
        if entry.country and entry.label == "country":
            yield CountryWord(frozenset((entry.country,)), "name")


def _written(
    table: Mapping[tuple[str, _Slot], str],
    within: Mapping[str, Sequence[tuple[int, frozenset[str]]]],
    iso: str,
    word: CountryWord,
) -> str:
    """The word of a country drawn; a people within a country becomes one that lives in none of its
    countries, where that country has such: the Catalans of Spain the Sicilians of Italy."""
    rank = word.rank
    if rank >= WITHIN:
        others = [own for own, isos in within.get(iso, ()) if isos.isdisjoint(word.countries)]
        rank = others[rank % len(others)] if others else 0
    slots = ((word.kind, rank, word.form), (word.kind, 0, word.form), (_PEOPLE, 0, word.form))
    people = slots if word.kind == "woman" else slots[:2]
    return next((table[iso, slot] for slot in people if (iso, slot) in table), "")


_PEOPLE: Kind = "person"


def meant(
    readings: Sequence[CountryWord], before: Sequence[str], written: str, after: str
) -> CountryWord | None:
    """The reading that fits: a language behind a word of speaking, an adjective before a noun, one
    of a people behind an article; None for a word that says something else: polish the floor."""
    word, last = fold(written), before[-1] if before else ""
    told = (each in SPEAKING for each in reversed(before) if each in SPEAKING | NOT_SPEAKING)
    language = next(told, False) or (after in ITS_IS and last not in ONE_MORE)
    language = language and after not in PERSONS
    if f"{word} {after}" in FIXED:
        return None
    people = language or last in IS or after in PERSONS
    if word in ORDINARY and (after in DETERMINER or (written.islower() and not people)):
        return None
    if written.islower():
        readings = [each for each in readings if each.kind not in ("name", "capital")]
    noun = bool(after) and after not in NO_NOUN

    both = any(each.kind == "adjective" for each in readings)  # one Chinese, two Chinese

    def misfit(each: CountryWord) -> bool:
        if each.kind == "language":
            return not language
        if each.form == "all":
            return noun or last not in THE
        if each.form == "sg":
            return noun or last not in ONE
        if each.form == "pl":
            return both and (noun or last not in SEVERAL)
        return language

    return min(readings, key=misfit, default=None)


def _table(
    vocab: Vocab,
) -> tuple[
    Mapping[str, tuple[CountryWord, ...]],
    Mapping[tuple[str, _Slot], str],
    Mapping[str, Sequence[tuple[int, frozenset[str]]]],
]:
    """Folded first word -> what it says; country and slot -> the word; country -> the ranks of the
    peoples within it that have words of all kinds, and the countries of each."""
    found: dict[tuple[str, _Slot], set[str]] = {}
    written: dict[tuple[str, _Slot], str] = {}
    listed = [notes(note) for _, _, _, note in vocab.lists.rows("pseudonyms/country_words.tsv")]
    common = Counter(name for marks in listed for name in marks["currency"].split("|"))
    for marks in listed:
        for slot, form, readable in _forms(marks, common):
            written.setdefault((marks["iso"], slot), form)
            if readable:
                found.setdefault((fold(form), slot), set()).add(marks["iso"])
    within: dict[str, list[tuple[int, frozenset[str]]]] = {}
    for isos, forms in _peoples(vocab):
        for slot, form in forms:
            found[fold(form), slot] = set(isos)
            for iso in isos:
                written.setdefault((iso, slot), form)
        if {kind for (kind, _, _), _ in forms} == EVERY:
            for iso in isos:
                within.setdefault(iso, []).append((forms[0][0][1], frozenset(isos)))
    table: dict[str, list[CountryWord]] = {}
    for (form, (kind, rank, which)), countries in found.items():
        words = tuple(form.split())
        table.setdefault(words[0], []).append(
            CountryWord(frozenset(countries), kind, which, rank=rank, words=words)
        )
    for readings in table.values():
        readings.sort(key=lambda each: (-len(each.words), each.rank, _ORDER.index(each.kind)))
    return {word: tuple(readings) for word, readings in table.items()}, written, within


def _peoples(vocab: Vocab) -> Iterator[tuple[Sequence[str], Sequence[tuple[_Slot, str]]]]:
    """The peoples within countries: these, and the slots and forms for the people and its
    languages: Kurdish, Tamil. Each has a rank of its own."""
    rows = vocab.lists.rows("pseudonyms/people_words.tsv")
    for rank, (adjective, _, _, note) in enumerate(rows, WITHIN):
        marks, noun = notes(note), notes(note)["noun"]
        forms: list[tuple[_Slot, str]] = [(("adjective", rank, ""), adjective)]
        if noun != NONE:
            several = _several(noun)[2]
            of_person = (("sg", noun), ("pl", several), ("all", several))
            forms += [((_PEOPLE, rank, which), form) for which, form in of_person]
        languages = marks["language"].split("|")
        forms += [(("language", rank, ""), name) for name in languages if name != NONE]
        yield marks["in"].split("|"), forms


def _forms(
    marks: Mapping[str, str], common: Mapping[str, int]
) -> Iterator[tuple[_Slot, str, bool]]:
    """Every slot of a country with its form, and whether a text is read for it: an asterisk marks
    what is an ordinary word as well."""
    adjectives = marks["adj"].split("|")
    for rank, (form, readable, _) in enumerate(map(_several, adjectives)):
        yield ("adjective", rank, ""), form, readable
    people: tuple[tuple[Kind, str], ...] = (
        ("person", marks.get("noun", marks["adj"])),
        ("woman", marks.get("woman", NONE)),
    )
    for kind, nouns in people:
        for rank, noun in enumerate(nouns.split("|")):
            form, readable, several = _several(noun)
            if form == NONE:
                continue
            theirs, tells, _ = _several(adjectives[min(rank, len(adjectives) - 1)])
            alike = kind == "person" and theirs.endswith(UNCHANGED)
            yield (kind, rank, "sg"), form, readable
            yield (kind, rank, "pl"), several, readable
            yield (
                (kind, rank, "all"),
                theirs if alike else several,
                readable and (tells or not alike),
            )
    for rank, name in enumerate(marks["language"].split("|")):
        yield ("language", rank, ""), name.rstrip("*"), not name.endswith("*")
    for rank, money in enumerate(marks["currency"].split("|")):
        form, readable, several = _several(money)
        tells = readable and common[money] <= COMMON_CURRENCY
        yield ("currency", rank, "sg"), form, tells
        for which, many in (("pl", several), ("other", plural(form))):  # leva, and levs
            yield ("currency", rank, which), many, tells
    for rank, capital in enumerate(marks["capital"].split("|")):
        yield ("capital", rank, ""), capital.rstrip("*"), not capital.endswith("*")


def _several(noun: str) -> tuple[str, bool, str]:
    """A noun, whether texts are read for it, and its plural: Irishman/men, lev/leva, yen/=, Pole."""
    word, _, ending = noun.partition("/")
    name = word.rstrip("*")
    if not ending:
        return name, name == word, name if name.endswith("ese") else plural(name)
    if ending == "men":
        return name, name == word, f"{name.removesuffix('man')}men"
    return name, name == word, name if ending == "=" else ending
