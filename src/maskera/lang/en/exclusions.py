"""Claims on what names nobody: words for a people and its money (a Finn, Sri Lankans, levs),
holidays (Valentine's Day), a name that is a word by what follows (ray of light, sue them), what
somebody known is called (the linguist David Crystal).

Longer than 400 lines because one function asks them in their order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from maskera.lang.en import impersonal, situations
from maskera.lang.en.country_words import ARTICLES, ONE, SEVERAL, THE, of_people, peoples
from maskera.lang.en.dates import is_old, no_age
from maskera.lang.en.derivation import inhabitants
from maskera.lang.en.features import kind_of
from maskera.lang.en.fields import called
from maskera.lang.en.full_names import line_begins
from maskera.lang.en.houses import KINDS
from maskera.lang.en.impersonal_words import (
    CLASSES,
    DEPARTMENTS,
    VEHICLE,
    brand,
    concept,
    counts_thing,
    department,
    generic,
    goes_on_in_letters,
    kin_word,
    of_deity,
    of_film,
    of_form,
    passed,
    postscript,
    public,
    ruler,
    small_word,
    surnamed,
    weekday_alone,
)
from maskera.lang.en.morphology import base
from maskera.lang.en.surroundings import goes_on
from maskera.lang.en.word_names import (
    ARTICLE,
    FINITE,
    OBJECT,
    REFERENCE,
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
from maskera.taxonomy import FIRSTNAMES, FULL_NAME, LISTED_NAMES

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
MEASURED = _WORDS["measured"]
"""What is said in two numbers with a stroke between them."""
COMMON_LETTERS = word_list("en", "initials")["common"]
AT_BODY = word_list("en", "word_names")["at_body"] | {"work", "works", "for"}
"""Letters of things and bodies of general use, and words before those of somebody's own."""
SHORTENED, UNITS = _WORDS["shortened"], _WORDS["unit"]
"""Those of the abbreviations that in capitals may be a body (at ACC), and nouns before the number of
part of a house: Suite 210."""
STUDENTS, DEGREES, BEFORE_DEGREE = _WORDS["student"], _WORDS["degree"], _WORDS["before_degree"]
"""Words for who studies, which is no trade; letters of degrees, and words before them."""
PARTIES = _WORDS["party"]
"""Sides of a case, which are nobody's name: the Claimant."""
TRADE_ENDS = _WORDS.endings("trade_end")
"""Endings of trades in medicine, which are nobody's name."""
UNTIL = frozenset(("to", "till", "-", "–"))
PRONOUNS = _WORDS["pronoun"]
"""Small words with which an answer begins."""
SPEAK, STATE_WORDS, MEMBERS = _WORDS["speak"], _WORDS["state_word"], _WORDS.ranked("member")
"""Words for speaking a language, letters of states that are words, and endings of words for members
of a party or people: the Jacobites."""
LANGUAGE_TOO, OF_LANGUAGE = _WORDS["language_too"], _WORDS["of_language"]
"""Languages that are somebody's name or a place, too, and what is of a language."""
COLOURS, CARS = _WORDS["colour"], _WORDS["car"]
"""How a car is told, and words that say that it is about one."""
TOLD = 8  # tokens before a make of car, or a people, in which cars or speaking are told of
TAUGHT = 1.0  # weight of a subject of schools, more than an open list gives one
FROM = frozenset(("from", "in", "of"))
BE, PARENTAL = _WORDS["be"], _WORDS["parental"]
"""What may stand between the writer and a word for a parent: I [am a single] mother of two."""
NAMED = LISTED_NAMES - {"region", "country"}
CAPITAL_LETTERS = _WORDS["capitals"]
"""Abbreviations that are somebody's name in some language, too, as they are written: IP, NINO."""
TOWARDS = _WORDS["towards"]
"""Verbs that begin a request to do something to somebody: Kiss Marek from me."""
AGES = frozenset(("age_digits", "age_string"))
NUMBERED = word_list("en", "patterns")["identified"]
"""Words before ID."""
FUNCTION = 6.0  # Zipf of words like from and with
USUAL = 4.5  # Zipf of a word that is nobody's name in small letters behind a genitive: car
USUALLY = 2.0  # log-odds from which on a word is no slip for a month
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
    if label in ("street_nr", "age_digits") and goes_on_in_letters(table, last):
        return NUMBER
    if label in table.labels("place") and first == last and _money(table, first):
        return MONEY
    if label == "fam" and _no_relative(table, first, last):
        return KIN
    if label == "other_nr_seq" and table.left(first) in MODELS:
        return MODEL
    if label == "other_nr_seq" and table.left(first) in MEASURED and _ratio(table, first, last):
        return NUMBER
    in_field = likeliest(claim).trust and label in FULL_NAME  # Cook, behind Surname:
    formal = not in_field and of_form(table, first)
    acting = likeliest(claim).trust and label == "initials"  # AK and NB met
    named_so = table.lowers[first] in ABBREVIATIONS and not (
        acting or _is_body(table, first, label)
    )
    letters = first == last and (named_so or formal)
    if letters and label not in table.labels("attribute"):
        return LETTERS
    if (
        label == "prof"
        and table.lowers[last] in STUDENTS
        and (first == last or _wedding(table, first))
    ):
        return KIND
    if (
        first == last
        and _spoken(table, first, label)
        and label not in table.labels("attribute") - {"sensitive"}
    ):
        return PEOPLE
    if (first == last or label == "initials") and _answer(table, first):
        return LETTERS
    if label not in table.labels("attribute") and _slashed(table, first, last):
        return LETTERS
    if label == "initials" and any(
        told(table, first, last) for told in (_degree, postscript, _kisses, _of_class)
    ):
        return LETTERS
    if label == "fam" and table.lowers[first] == "me":
        return KIND  # the mother of Vietnamese speakers, Me
    if label == "prof" and _of_somebody_known(table, first, last):
        return KNOWN
    if first == last and table.lowers[first] in ISSUER and table.right(last) in ISSUED:
        return FORM
    if first == last and is_old(table.words[first]) and label in table.labels("attribute"):
        return NUMBER
    if label == "region" and first == last and _letters_alone(table, first):
        return LETTERS
    if label == "country" and first == last and _ordinary(table, first):
        return THING
    if label in table.labels("date.day") and first == last and counts_thing(table, first):
        return NUMBER
    if label == "month_word" and first == last and _no_month(table.words[first]):
        return THING
    named = label in table.labels("person", "org", "place")
    if named and first == last and _car(table, first):
        return THING
    there = named or label in table.labels("site", "transport.name")
    if there and first == last and (_see(table, first) or _part_number(table, first)):
        return FORM
    if there and first == last and not likeliest(claim).trust and _general_letters(table, first):
        return LETTERS
    if label in LISTED_NAMES and first == last and _short_weekday(table, first):
        return WEEKDAY
    if named and first == last and small_word(table, first, label):
        return THING
    if named and first == last and table.right(last) in VEHICLE and brand(table, first):
        return THING
    if named and first == last and table.lowers[first] == "santa" and not goes_on(table, last):
        return THING  # Dear Santa; but not Santa Maria
    if named and any(told(table, first, last) for told in (public, of_film, ruler)):
        return THING
    if label in AGES and no_age(table, first, last):
        return NUMBER
    if label in table.labels("date.day") and first == last and _hours(table, first):
        return NUMBER
    if label in ("street_nr", "transport_nr") and _lasting(table, first, last):
        return NUMBER
    if label in table.labels("date.day") and first == last and weekday_alone(table, first):
        return WEEKDAY
    if label in table.labels("org", "site", "transport.name") and any(
        told(table, first, last) for told in (generic, concept, passed, department)
    ):
        return KIND
    if named and called(table, first):
        return FORM
    if label in table.labels("org.school") and first == last and _kind(table, first):
        return KIND
    if label in table.labels("org", "site") and first == last and _subject(table, first):
        return KIND
    if label == "prof" and first == last and _inhabitant(table, first):
        return PEOPLE
    if label not in table.labels("person"):
        return ""
    if first == last and table.lowers[first].endswith(TRADE_ENDS):
        return KIND  # Consultant Geriatrician
    if first == last and table.lowers[first] in DEPARTMENTS | PARTIES:
        return KIND  # Annual General Meeting
    if table.glued(last) and table.words[last + 1].shape == "digit":
        return LETTERS  # the course NUR204
    many = first == last and table.left(first) == "the" and not table.words[first].genitive
    if many and "title" in table.words[first].labels and table.right(last) in FINITE:
        return KIND  # the Bishop is visiting
    if many and table.lowers[first].endswith(MEMBERS):
        return PEOPLE
    if _in_people(table, first, last) or (first == last and _inhabitant(table, first)):
        return PEOPLE
    if _in_holiday(table, first, last):
        return HOLIDAY
    if first == last and (
        surnamed(table, last)
        or _thing(table, first)
        or _owned(table, first)
        or brand(table, first)
        or kin_word(table, first)
        or of_deity(table, first)
    ):
        return THING
    return ""


def _no_month(word: Lexeme) -> bool:
    """Whether an ordinary word is taken for a slip for a month: a tattoo of octopus."""
    return word.plain > USUALLY and "month_word" not in word.labels


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


def _car(table: TokenTable, index: int) -> bool:
    """Whether a make or model of a car is told by its colour: drove a white Cortina."""
    if table.left(index) not in COLOURS or table.left(index, 2) not in ARTICLE:
        return False
    low = table.since(index, TOLD)
    return not CARS.isdisjoint(table.normalized[low:index])


def _short_weekday(table: TokenTable, index: int) -> bool:
    """Whether a short weekday stands before a time: [Mon 09:14]."""
    behind = index + 1
    digits = behind < len(table.words) and table.lowers[behind][0].isdigit()
    return digits and "weekday" in table.words[index].labels


def _subject(table: TokenTable, index: int) -> bool:
    """Whether it is a subject that somebody teaches, or whose house it is: Prof. Lind from Biology,
    a Sikh temple."""
    labels = table.words[index].labels
    if any(e.label == "subject" and e.weight >= TAUGHT for e in table.words[index].entries):
        return table.left(index) in FROM
    return not labels.isdisjoint(("nationality", "sensitive")) and table.right(index) in KINDS


def _letters_alone(table: TokenTable, index: int) -> bool:
    """Whether letters of a state that are a word, too, stand behind no town: (ID 20943); but not
    Boise, ID."""
    if table.lowers[index] not in STATE_WORDS or index == 0:
        return False
    if table.lowers[index - 1] in NUMBERED:
        return True  # Emp ID 30417
    town = index - 1 - (table.lowers[index - 1] == ",")
    return town < 0 or table.words[town].shape not in CAPITALS


def _wedding(table: TokenTable, index: int) -> bool:
    """Whether it is somebody's best man, maid of honour or chief bridesmaid."""
    return table.lowers[index] in ("best", "maid", "chief")


def _spoken(table: TokenTable, index: int, label: str) -> bool:
    """Whether a people, or a name that is one's, is its language: I speak Hausa, Karen and a little
    Fulani."""
    labels = table.words[index].labels
    people = "nationality" in labels and (label == "sensitive" or label not in labels)
    if not (people or table.lowers[index] in LANGUAGE_TOO):
        return False
    if table.right(index) in OF_LANGUAGE:
        return True
    return not SPEAK.isdisjoint(table.normalized[table.since(index, TOLD) : index])


def _hours(table: TokenTable, index: int) -> bool:
    """Whether it is one of two hours behind a weekday, or that: Thursday, 9 to 11; but not 9 to 11
    May."""
    if "weekday" in table.words[index].labels:
        first = index + 1 + (table.right(index) in (",", "from"))
    else:
        first = index if table.right(index) in UNTIL else index - 2
    last = first + 2
    if first < 1 or last >= len(table.words) or table.at(first + 1) not in UNTIL:
        return False
    if not (_hour(table.lowers[first]) and _hour(table.lowers[last])):
        return False
    day = first - 1 - (table.lowers[first - 1] in (",", "from"))
    month = last + 1 < len(table.words) and "month_word" in table.words[last + 1].labels
    return day >= 0 and "weekday" in table.words[day].labels and not month


def _hour(form: str) -> bool:
    return form.isdecimal() and 0 < int(form) <= 12


def _lasting(table: TokenTable, first: int, last: int) -> bool:
    """Whether it is weeks of a year in notes (6/52), or an hour on four digits: at 0300."""
    form = table.lowers[first]
    if first == last and len(form) == 4 and form.isdecimal() and form[0] == "0":
        return int(form[:2]) < 24 and int(form[2:]) < 60
    return "52" in (form, table.at(last + 2)) and "/" in (table.at(first - 1), table.at(last + 1))


def _slashed(table: TokenTable, first: int, last: int) -> bool:
    """Whether it is an abbreviation of notes in two letters: T/C, S/N, d/w, r/v."""
    if "/" not in table.vocabulary:
        return False
    at = (
        first
        if table.lowers[first] == "/"
        else last + 1
        if table.at(last + 1) == "/"
        else first - 1
    )
    if not (0 < at < len(table.words) - 1 and table.lowers[at] == "/" and last - first < 3):
        return False
    sides = table.lowers[at - 1], table.lowers[at + 1]
    glued = table.glued(at - 1) and table.glued(at)
    alone = at == 1 or not table.glued(at - 2)
    return glued and alone and all(len(side) == 1 and side.isalpha() for side in sides)


def _answer(table: TokenTable, index: int) -> bool:
    """Whether it is the letter before a question or an answer (A. He was), or a small word behind
    it."""
    at = index if table.lowers[index] in ("q", "a") else index - 2
    if at < 0 or table.lowers[at] not in ("q", "a") or table.at(at + 1) != ".":
        return False
    if not line_begins(table, at) or not table.vocabulary >= {"q", "a"}:
        return False
    return at == index or table.lowers[index] in PRONOUNS


def _degree(table: TokenTable, first: int, last: int) -> bool:
    """Whether letters are a degree's: after that my B.E. from Leeds; but not J. B. Lind."""
    letters = "".join(word for word in table.lowers[first : last + 1] if word != ".")
    behind = table.words[last + 1] if last + 1 < len(table.words) else None
    named = behind is not None and not table.glued(last) and behind.shape in CAPITALS
    return letters in DEGREES and table.left(first) in BEFORE_DEGREE and not named


def _of_class(table: TokenTable, first: int, last: int) -> bool:
    """Whether it is the letter of a room or the like: Conference Room B."""
    return table.left(first) in CLASSES and len(table.lowers[first]) == 1 and last - first < 2


def _ratio(table: TokenTable, first: int, last: int) -> bool:
    """Whether it is two small numbers: BP 152/90, Rpt 2/52."""
    numbers = "".join(table.lowers[first : last + 1]).split("/")
    return len(numbers) == 2 and all(part.isdecimal() and len(part) < 4 for part in numbers)


def _see(table: TokenTable, index: int) -> bool:
    """Whether it is "see" before "you": See you in Leeds!"""
    return table.lowers[index] == "see" and table.right(index) in ("you", "u", "ya")


def _general_letters(table: TokenTable, index: int) -> bool:
    """Whether it is letters that stand for a thing or a body that everybody knows: CIPD, PTO."""
    word = table.words[index]
    told = word.shape == "upper" and word.lower in COMMON_LETTERS and not word.entries
    return told and not (table.all_caps_sentence[index] or table.left(index) in AT_BODY)


def _part_number(table: TokenTable, index: int) -> bool:
    """Whether it is the noun of part of a house before its number: Suite 210."""
    return table.lowers[index] in UNITS and table.at(index + 1)[:1].isdigit()


def _is_body(table: TokenTable, index: int, label: str) -> bool:
    """Whether letters are those of a body, where in small ones they shorten a word: at ACC."""
    shortened = table.lowers[index] in SHORTENED and table.words[index].shape == "upper"
    return shortened and label in table.labels("org")


def _kisses(table: TokenTable, first: int, last: int) -> bool:
    """Whether a word is kisses: see you there. J xx"""
    return (
        first == last and table.words[first].shape == "lower" and set(table.lowers[first]) == {"x"}
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
    """Whether it is a word for somebody from a place: a Geordie, Sydneysiders, I am Vietnamese; but
    not Roman came."""
    if "nationality" in table.words[index].labels and "prof" not in table.words[index].labels:
        return table.words[index].labels.isdisjoint(FULL_NAME)
    listed = table.vocab.derived(inhabitants)
    if (many := listed.get(table.lowers[index])) is None or table.words[index].shape == "lower":
        return False
    if goes_on(table, index):
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
