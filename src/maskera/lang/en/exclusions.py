"""Claims on what names nobody: words for a people and its money (a Finn, Sri Lankans, levs),
holidays (Valentine's Day), a name that is a word by what follows (ray of light, sue them), what
somebody known is called (the linguist David Crystal)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from maskera.lang.en import impersonal, situations
from maskera.lang.en.country_words import ARTICLES, ONE, SEVERAL, THE, of_people, peoples
from maskera.lang.en.dates import is_old, no_age
from maskera.lang.en.derivation import inhabitants
from maskera.lang.en.features import kind_of
from maskera.lang.en.morphology import base
from maskera.lang.en.word_names import (
    OBJECT,
    REFERENCE,
    STRONG,
    SUFFIX,
    may_be_any,
    may_be_word,
    nobody,
)
from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import CAPITALS, Lexeme, Vocab
from maskera.mentions import Detection, Exclusion, is_certain, likeliest
from maskera.replace.holidays import WORD
from maskera.replace.shape import fold
from maskera.taxonomy import FIRSTNAMES, LISTED_NAMES

PEOPLE, MONEY = "exclude.people", "exclude.money"
NUMBER, HOLIDAY, THING = "exclude.count", "exclude.holiday", "exclude.thing"
KIN, MODEL, LETTERS = "exclude.kin", "exclude.model", "exclude.letters"
KNOWN, FORM, KIND = "exclude.known", "exclude.form", "exclude.kind"
WEEKDAY = "exclude.weekday"
NOTES: Mapping[str, str] = {
    PEOPLE: "a word for a people",
    MONEY: "money",
    NUMBER: "a number of something else",
    HOLIDAY: "the name of a holiday",
    THING: "a thing, by what follows",
    KNOWN: "the trade of somebody known",
    FORM: "whose number or card it is",
    KIND: "a noun that says a kind alone",
    KIN: "a host, or the writer as somebody's parent",
    MODEL: "the model of a thing",
    LETTERS: "an abbreviation of forms and letters",
    WEEKDAY: "a weekday without a date",
}
_WORDS = word_list("en", "exclusions")
HOMONYM, WHERE = _WORDS["homonym"], _WORDS["where"]
"""Countries that are ordinary words in small letters, and words before the country."""
ISSUER, ISSUED = _WORDS["issuer"], _WORDS["issued"]
"""Who gives everybody a number, and words for it: my NHS no."""
HOST, MODELS, ABBREVIATIONS = _WORDS["host"], _WORDS["model"], _WORDS["abbreviation"]
"""Who gives a student a home (my homestay mother), words before the model of a thing (washing
machine model WX-9), abbreviations that stand for no name (DOB, BSB, Apt)."""
BE, PARENTAL = _WORDS["be"], _WORDS["parental"]
"""What may stand between the writer and a word for a parent: I [am a single] mother of two."""
NAMED = LISTED_NAMES - {"region", "country"}
CAPITAL_LETTERS = _WORDS["capitals"]
"""Abbreviations that are somebody's name in some language, too, as they are written: IP, NINO."""
GENERIC = _WORDS["generic"]
"""Words of which the name of a body of nobody's place is made: the County Council, the Town Hall."""
DEFINITE = _WORDS["definite"]
TOWARDS = _WORDS["towards"]
"""Verbs that begin a request to do something to somebody: Kiss Marek from me."""
BRAND, NAMED_BRAND = _WORDS["brand"], _WORDS["named_brand"]
"""What one drives, wears or eats, and such that somebody may be called: our red Skoda, a Mercedes."""
OWNING = _WORDS["owning"]
ADJECTIVES = 2  # words between one of these and the brand
INTRODUCED = _WORDS["introduced"]
DATED = 5  # tokens from a weekday within which the rest of its date stands
VEHICLE, FAREWELL, BODY, FILM = (
    _WORDS["vehicle"],
    _WORDS["farewell"],
    _WORDS["body"],
    _WORDS["film"],
)
"""What is of a make (his Bajaj scooter), how one takes leave on a line of its own (Hwyl,), bodies
that the whole world knows (the Taliban), and what has a title (the film Roja)."""
DEITY, OF_DEITY = _WORDS["deity"], _WORDS["of_deity"]
"""Whom temples and feasts are of: the Murugan temple."""
WRITTEN = 3  # capitals inside sentences from which a text is one that writes them
AGES = frozenset(("age_digits", "age_string"))
FUNCTION = 6.0  # Zipf of words like from and with
USUAL = 4.5  # Zipf of a word that is nobody's name in small letters behind a genitive: car
BESIDE = 3  # tokens round a claim in which the name of a holiday may begin and end


def exclude(
    table: TokenTable, claims: Sequence[Detection]
) -> tuple[Sequence[Detection], Sequence[Exclusion]]:
    """The claims that stay, and why the others do not."""
    kept: list[Detection] = []
    told: list[Exclusion] = []
    for claim in claims:
        if why := "" if is_certain(claim) else _why(table, claim):
            told.append(Exclusion(claim.span, why, NOTES[why], exact=True))
        else:
            kept.append(claim)
    left, more = impersonal.excluded(table, kept)
    return left, [*told, *more]


def _why(table: TokenTable, claim: Detection) -> str:
    label = likeliest(claim).label
    first, last = table.first_token(claim.span), table.last_token(claim.span)
    if of_people(table, first, last, label):
        return PEOPLE
    if label in table.labels("place") and first == last and _money(table, first):
        return MONEY
    if label == "fam" and _no_relative(table, first, last):
        return KIN
    if label == "other_nr_seq" and table.left(first) in MODELS:
        return MODEL
    if first == last and table.lowers[first] in ABBREVIATIONS and label in NAMED:
        return LETTERS
    if label == "prof" and _of_somebody_known(table, first, last):
        return KNOWN
    if first == last and table.lowers[first] in ISSUER and table.right(last) in ISSUED:
        return FORM
    if first == last and is_old(table.words[first]) and label in table.labels("attribute"):
        return NUMBER
    if label == "country" and first == last and _ordinary(table, first):
        return THING
    if label in table.labels("date.day") and first == last and _counts_thing(table, first):
        return NUMBER
    named = label in table.labels("person", "org", "place")
    if named and first == last and _small_word(table, first, label):
        return THING
    if named and first == last and table.right(last) in VEHICLE and _brand(table, first):
        return THING
    if named and (_public(table, first, last) or _of_film(table, first, last)):
        return THING
    if label in AGES and no_age(table, first, last):
        return NUMBER
    if label in table.labels("date.day") and first == last and _weekday_alone(table, first):
        return WEEKDAY
    if first < last and label in table.labels("org", "site") and _generic(table, first, last):
        return KIND
    if label in table.labels("org.school") and first == last and _kind(table, first):
        return KIND
    if label not in table.labels("person"):
        return ""
    if _in_people(table, first, last) or (first == last and _inhabitant(table, first)):
        return PEOPLE
    if _in_holiday(table, first, last):
        return HOLIDAY
    if first == last and (
        _surnamed(table, last)
        or _thing(table, first)
        or _owned(table, first)
        or _brand(table, first)
        or _kin_word(table, first)
        or (table.lowers[first] in DEITY and table.right(last) in OF_DEITY)
    ):
        return THING
    return ""


def _no_relative(table: TokenTable, first: int, last: int) -> bool:
    """Whether a relative's word is for a host (my homestay mother) or for the writer: I am [a]
    single mother of two, I am the mother of Ali; but not: I am my mother's help. In a post such a
    description is marked, and the tagger goes by it."""
    if first and table.lowers[first - 1] in HOST:
        return True
    at = 1
    while table.left(first, at) in PARENTAL:
        at += 1
    writer = table.left(first, at) in BE and table.left(first, at + 1) == "i"
    of_own = table.right(last) == "of" or "single" in (table.left(first), table.left(first, 2))
    return writer and of_own and table.fact(kind_of) != "post"


def _kind(table: TokenTable, index: int) -> bool:
    """Whether a token in small letters is a noun of which names are made: at university."""
    word = table.words[index]
    return word.shape == "lower" and any(entry.label == "head_school" for entry in word.entries)


def _counts_thing(table: TokenTable, index: int) -> bool:
    """Whether an ordinal in letters counts a thing: the first winter; but not the first of May."""
    word = table.words[index]
    behind = table.words[index + 1] if index + 1 < len(table.words) else None
    if "ordinal" not in word.labels or word.lower[0].isdigit() or behind is None:
        return False
    return (
        table.adjacent(index)
        and behind.shape == "lower"
        and behind.lower != "of"
        and table.gazetteer.zipf(behind.lower) < FUNCTION
        and "month_word" not in behind.labels
    )


def _writes_capitals(table: TokenTable) -> bool:
    """Whether the writer of a text uses capitals inside sentences, and for I."""
    inside = (
        word.shape == "capital" and len(word.lower) > 1 and not table.sentence_initial[at]
        for at, word in enumerate(table.words)
    )
    return "i" not in {table.lowers[at] for at in table.where(_small_i)} and sum(inside) >= WRITTEN


def _small_i(word: Lexeme) -> bool:
    return word.lower == "i" and word.shape == "lower"


def _small_word(table: TokenTable, index: int, label: str) -> bool:
    """Whether a name is an ordinary word, or a slip for one, in small letters in a text that writes
    capitals: a scotch bonnet, the bus was stoped."""
    word = table.words[index]
    if word.shape != "lower" or not table.fact(_writes_capitals) or may_be_any(word):
        return False
    if word.ordinary > 0:
        return not (label in word.labels and word.plain <= 0)
    return bool(word.meant) and not word.entries


def _public(table: TokenTable, first: int, last: int) -> bool:
    """Whether it is a body that the whole world knows, or words of leave on a line of their own."""
    words = table.lowers[first : last + 1]
    if "".join(words) in BODY or (len(words) == 2 and not BODY.isdisjoint(words)):
        return True  # A&E; the Taliban, Al Shabaab
    before = table.document.text[: table.span(first, first).start].rstrip(" >")
    return first == last and words[0] in FAREWELL and (not before or before.endswith("\n"))


def _of_film(table: TokenTable, first: int, last: int) -> bool:
    """Whether it is the title of a film or a novel: songs from the film Roja; but not the film
    Anna told me of."""
    if table.left(first) not in FILM or not table.adjacent(first - 1):
        return False
    return table.left(first, 2) in DEFINITE | {"a"} and table.right(last) not in STRONG


def _surnamed(table: TokenTable, index: int) -> bool:
    """Whether "the" and a word with a capital stand behind: Erik the Red, Winnie the Pooh."""
    what = index + 2
    if table.right(index) != "the" or what >= len(table.words) or not table.adjacent(index):
        return False
    word = table.words[what]
    inside = (
        table.words[index + 1].shape == "lower" and table.sentence[what] == table.sentence[index]
    )
    return inside and word.shape == "capital" and word.plain > 0 and not word.labels & LISTED_NAMES


def _brand(table: TokenTable, index: int) -> bool:
    """Whether it is a product: our red Skoda, an old Mercedes; but not my friend Mercedes."""
    if table.lowers[index] in BRAND:
        return table.left(index) != "." and "title" not in table.words[index - 1].labels
    make = table.right(index) in VEHICLE and table.adjacent(index)
    if base(table.lowers[index]) not in NAMED_BRAND and not (
        make and not table.words[index].genitive
    ):
        return False
    for step in range(1, ADJECTIVES + 2):
        if table.left(index, step) in OWNING:
            return True
        before = table.words[index - step] if index >= step else None
        if before is None or before.shape != "lower" or before.labels & {"fam", "prof"}:
            return False
    return False


def _kin_word(table: TokenTable, index: int) -> bool:
    """Whether a name is the word by which a relative is called: Nana fell; but not Nana Yaw, a girl
    called Nana."""
    if base(table.lowers[index]) not in situations.words(table, "kin_called"):
        return False
    behind = table.words[index + 1] if index + 1 < len(table.words) else None
    if behind is not None and table.adjacent(index) and behind.shape in CAPITALS:
        return False
    before = table.words[index - 1] if index else None
    person = before is not None and before.labels & {"fam", "title"}
    return table.left(index) not in INTRODUCED and not person


def _generic(table: TokenTable, first: int, last: int) -> bool:
    """Whether nouns that say kinds are all there is: the County Council; but not in City College."""
    return table.left(first) in DEFINITE and GENERIC.issuperset(table.lowers[first : last + 1])


def _weekday_alone(table: TokenTable, index: int) -> bool:
    """Whether no other part of a date stands near a weekday: on Friday night. In training 216
    weekdays are so, and none of the 58 that are marked."""
    if "weekday" not in table.words[index].labels:
        return False
    near = range(max(0, index - DATED), min(len(table.words), index + 1 + DATED))
    return not any(
        table.words[at].shape == "digit"
        or table.lowers[at][0].isdigit()
        or not table.words[at].labels.isdisjoint(("month_word", "ordinal"))
        for at in near
    )


def _of_somebody_known(table: TokenTable, first: int, last: int) -> bool:
    """Whether "the" stands before a trade that makes people known and a name of two words behind
    it: the linguist David Crystal. In training/en 10 of 10 of them are nobody who was met; with a
    title (the historian Dr Kerr) or another trade (the barber) it is mostly somebody who was."""
    names = range(last + 1, last + 3)
    return (
        table.left(first) == "the"
        and table.lowers[last] in situations.words(table, "makes_known")
        and last + 2 < len(table.words)
        and table.adjacent(last)
        and table.adjacent(last + 1)
        and all(table.words[at].shape in CAPITALS for at in names)
        and "title" not in table.words[last + 1].labels
    )


def _money(table: TokenTable, index: int) -> bool:
    readings = table.vocab.derived(peoples).get(fold(table.lowers[index]), ())
    return table.words[index].shape == "lower" and any(one.kind == "currency" for one in readings)


def _in_people(table: TokenTable, first: int, last: int) -> bool:
    """Whether it is part of a word for a people, or its capital: Sri, of Sri Lankans."""
    readings = table.vocab.derived(peoples)
    for start in range(max(0, first - 2), first + 1):
        for reading in readings.get(fold(table.lowers[start]), ()):
            size = len(reading.words)
            form = tuple(map(fold, table.lowers[start : start + size]))
            if size > 1 and start + size > last and form == reading.words:
                return True
    return False


def _inhabitant(table: TokenTable, index: int) -> bool:
    """Whether it is a word for somebody from a place: a Geordie, Sydneysiders; but not Roman came."""
    listed = table.vocab.derived(inhabitants)
    if (many := listed.get(table.lowers[index])) is None or table.words[index].shape == "lower":
        return False
    behind = table.words[index + 1] if index + 1 < len(table.words) else None
    if behind is not None and table.adjacent(index) and behind.shape in CAPITALS:
        return False
    return many or table.left(index) in ARTICLES | ONE | SEVERAL | THE


def _holidays(vocab: Vocab) -> Mapping[str, tuple[str, ...]]:
    """Each word of a holiday's name of several -> the names that have it, as tokens make them."""
    found: dict[str, tuple[str, ...]] = {}
    for form, _, _, note in vocab.lists.rows("fixed_dates.tsv"):
        name = " ".join(WORD.findall(fold(form)))
        if note and " " in name:
            for word in fold(form).split():
                found[word] = (*found.get(word, ()), f" {name} ")
    return found


def _in_holiday(table: TokenTable, first: int, last: int) -> bool:
    names = table.vocab.derived(_holidays)
    words = table.lowers[first : last + 1]
    if not all(word in names for word in words):
        return False
    around = " ".join(table.lowers[max(0, first - BESIDE) : last + 1 + BESIDE])
    said = f" {' '.join(WORD.findall(fold(around)))} "
    return any(name in said for name in names[words[0]])


def _ordinary(table: TokenTable, index: int) -> bool:
    """Whether a country that is an ordinary word is that where a text has it in small letters, too:
    China, my china plates; but not in china."""
    word = table.lowers[index]
    if word not in HOMONYM or table.words[index].shape != "lower" or table.left(index) in WHERE:
        return False
    return any(table.words[at].shape == "capital" for at in table.among({word}))


def _owned(table: TokenTable, index: int) -> bool:
    """Whether it is no name: what somebody of a name has (James's car), what follows one (Jr.), or
    a word or letters in capitals."""
    word = table.words[index]
    if word.lower in SUFFIX or (word.shape == "upper" and word.lower in CAPITAL_LETTERS):
        return True
    if word.lower in TOWARDS and table.sentence_initial[index] and table.adjacent(index):
        return not table.words[index + 1].labels.isdisjoint(FIRSTNAMES)
    function = table.gazetteer.zipf(word.lower) > FUNCTION or table.right(index) in REFERENCE
    if word.shape == "upper" and function and not may_be_any(word):
        return True  # in capitals throughout: FROM; NASS ref
    usual = word.shape == "lower" and table.gazetteer.zipf(word.lower) > USUAL
    return usual and index > 0 and base(table.at(index - 1)) != table.at(index - 1)


def _thing(table: TokenTable, index: int) -> bool:
    """Whether a name that is a word is that, by what follows it: ray of light; sue them."""
    if may_be_any(table.words[index]) and nobody(table, index):
        return True
    if not may_be_word(table.words[index]):
        return False
    behind = index + 2
    if table.sentence_initial[index] and table.right(index) in OBJECT:
        return table.adjacent(index)
    return (
        table.right(index) == "of"
        and behind < len(table.words)
        and table.words[behind].shape == "lower"
    )
