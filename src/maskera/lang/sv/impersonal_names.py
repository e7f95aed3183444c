"""Proper nouns that identify no person: titles of works, models of cars, deities, holidays, species;
and "max" as a limit.

Longer than 400 lines because each kind of such a name is a short rule of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from maskera import expressions as re
from maskera.lang.sv.ages import AFTER_AGE, VERBS
from maskera.lang.sv.impersonal_numbers import WINDOW
from maskera.lang.sv.patterns import MAKES
from maskera.lang.sv.persons import FAVOURITE, POSSESSIVES
from maskera.lang.sv.quantities import counts_years
from maskera.lang.sv.where_people_stand import SURE, stands_as_person
from maskera.lexicon.table import TokenTable
from maskera.lexicon.triggers import Test, one_of, only
from maskera.lexicon.tsv import notes, word_list
from maskera.lexicon.vocab import CAPITALS, Lexeme, Vocab
from maskera.taxonomy import FIRSTNAMES, PERSON
from maskera.text import Span

_WORDS = word_list("sv", "impersonal_names")
_SPOKEN = word_list("sv", "spoken")["spoken"]

# A quotation after a word for a work, and what stands after the year in a list of literature (Berg,
# Anna, 2019: ...): "Titles of books, films, songs" are not marked (docs/annotation.md).
_MARKS = "\"”“»’'"
_MARK = re.compile(f"[{_MARKS}]")
_QUOTATION = re.compile(r"[\"”“»’']\s*([^\"”“»\\’']{3,90}?)\s*\\?[\"”“»’']")
_WORK = re.compile(
    rf"\b{_WORDS.either('work')}\s+(?:(?!{_WORDS.either('not_of_work')}\b)\w+\s+){{0,3}}?\\?$",
    re.IGNORECASE,
)
_BEFORE_TITLE = 90  # letters: such a word and three more
_LITERATURE = re.compile(
    r"\d\d{3}\)? ?: ?([^.\n]{3,90})"
)  # a repeated digit at its head would take three times as long
_AUTHOR = re.compile(r"[A-ZÅÄÖ][\w-]+ ?, [A-ZÅÄÖ][\w-]+ ?,? \(?$")
_OF_ONE_THING = ("en", "et", "na", "an", "ens", "ets", "ans", "nas")
_YEAR_OR_DAY = re.compile(r" (?:(?:19|20)\d\d|[0-3]?\d/(?:1[0-2]|[1-9]))(?!\w)")
FEAST_WITHIN = 10  # tokens before "heter" in which a word for a feast stands
_IN_A_ROW = frozenset((",", "och", "o", "&"))
_DAY_OF = _WORDS.ranks("abbreviated")
_WEEKDAYS = {**_DAY_OF} | {
    f"{first}-{last}": -1 for first in _DAY_OF for last in _DAY_OF
}  # mån-fre
_IS_WEEKDAY = one_of(_WEEKDAYS)
_ALSO_A_NAME = "tor"  # as often as not
_JOINING = _WORDS["joining"] | {"&", "-", "–"}
# two weekdays; a comma stands as often between a day and a person
_AFTER_DAY = _WORDS["after_day"] | {"-", ".", ":", "–"}
_NATIONALITY = frozenset(("nationality",))
_UNIT = frozenset(("quantity_cue",))
_MARKED = {"a": "åä", "o": "ö"}
VERY_FREQUENT = 5.8  # Zipf of från, när, för; but not of lära
# So many (many: too many for an age, and no year), or from so many on to so many, and of what:
# 11000, 2-3 timmar, två barn.
_SO_MANY = re.compile(
    r" (?:(?:(?P<many>(?!(?:19|20)\d\d\b)\d{3,})|\d+)(?:[.,]\d+"
    r"|(?: \d{3})+)?(?: ?[-–] ?\d+)?|(?P<word>[^\W\d]+)) ?(?P<unit>[^\W\d]+|%|:-)?"
)
_COUNTED_ONCE = _WORDS["counted_once"]
# en av mina vänner, en kille i klassen may stand beside a name
_MAY = (" får ", " per ", " i ")  # Max två barn får komma, but Max två barn heter Elsa och Olle
_CARS = one_of(frozenset((*MAKES, "bil", "bilen")))
_MODEL = re.compile(
    r" (?![A-Za-z]{3}[ -]?\d\d[\dA-Za-z]\b)"
    r"(?:(?P<sure>[A-Za-z]{1,3}-?\d{1,3}|[A-Z] \d{2,3}|\d{3}(?=[A-Za-z]))"
    r"|\d{3}(?! \d))[A-Za-z]{0,2}(?![\w-])"
)


_NUMERAL = re.compile(r"[IVX][IVX]")
_RULER = re.compile(
    rf"(?<!\w)(?i:{_WORDS.either('ruler')}) [IVX]{{2,5}}(?!\w)(?: (?i:{_WORDS.either('ruler')})\b)?"
)


def rulers(text: str) -> Iterator[tuple[int, int]]:
    """Where kings and popes stand that are told by their number: Gustav II Adolf, Karl XII."""
    if _NUMERAL.search(text):
        yield from (ruler.span() for ruler in _RULER.finditer(text))


_ROAD = frozenset("e")
_CODE = 3  # letters of such a code
_LIFE = re.compile(r"\d{4}\s?[-–]\s?\d{4}\W?$")
"""The years of a life, at the end of what stands on a stone or a skin: "Ingemar 1956-2019"."""


def titles(text: str) -> Iterator[tuple[int, int]]:
    """Where titles of works stand."""
    behind = 0
    for mark in _MARK.finditer(text) if any(map(text.__contains__, _MARKS)) else ():
        start = mark.start()
        if (
            start >= behind
            and _WORK.search(text, max(0, start - _BEFORE_TITLE), start)
            and (title := _QUOTATION.match(text, start))
            and not _LIFE.search(text, start, title.end())
        ):
            behind = title.end()
            yield title.span(1)
    for entry in _LITERATURE.finditer(text) if ":" in text else ():
        if _AUTHOR.search(text, max(0, entry.start() - WINDOW), entry.start()):
            yield entry.span(1)


def works(table: TokenTable) -> Iterator[tuple[int, int]]:
    """Where well-known titles stand that need no quotation marks: Bröderna Lejonhjärta, but not
    "bröderna Lejonhjärta", who are people."""
    for index, length in table.multiword.items():
        last = index + length - 1
        if any(entry.label == "work_title" for entry in table.entries(index, last)):
            first, *others = [word.shape in CAPITALS for word in table.words[index : last + 1]]
            if first or not any(others):
                span = table.span(index, last)
                yield span.start, span.end


def models(table: TokenTable) -> Iterator[tuple[int, int]]:
    """Where models of cars stand, with the make where that is sure: Volvo V70, Ford Fiesta, (en)
    BMW 320; but not the plate abc 12d."""
    text, tokens = table.text, table.document.tokens
    for index in table.where(_CARS):
        if model := _MODEL.match(text, tokens.ends[index]):
            yield tokens.starts[index] if model["sure"] else tokens.ends[index], model.end()
        elif table.lowers[index] in MAKES and table.right(index) in table.vocab.derived(_products):
            yield tokens.starts[index], tokens.ends[index + 1]


def _products(vocab: Vocab) -> frozenset[str]:
    return frozenset(form.lower() for form, *_ in vocab.lists.rows("brands.tsv"))


def gods(table: TokenTable) -> set[Span]:
    """Gods and figures of holy books and legends, in sentences that speak of such things; but not
    min bror Noa, Maria Ek."""
    divine, cue = table.vocab.derived(_divine)
    if not (sentences := {table.sentence[index] for index in table.where(cue)}):
        return set()
    return {
        table.span(index, index)
        for index in table.where(divine)
        if table.sentence[index] in sentences and not _of_somebody(table, index)
    }


def holidays(table: TokenTable) -> set[Span]:
    """Holidays and the greetings after them; such as are names, too, where holidays are spoken of.
    But not min bror Ramadan."""
    always, feast, greetings, cues = table.vocab.derived(_festive)
    words = _WORDS.__getitem__
    found: set[Span] = set()
    for index in table.where(feast):
        greeted = table.right(index) in greetings
        called, dated = _a_feast_is_called(table, index), _is_dated(table, index)
        if not called and (
            _introduced(table, index)
            if greeted
            else _of_somebody(table, index)
            or (table.left(index) in words("before_person") and not dated)
        ):
            continue
        told = (
            greeted
            or called
            or table.left(index) in words("before_feast")
            or table.right(index) in words("behind_feast")
            or _is_small_feast(table, index)
            or _is_a_time(table, index)
            or dated
        )
        spoken = (
            told
            or table.lowers[index] in always
            or (table.left(index) not in _IN_A_ROW and not cues.isdisjoint(_before(table, index)))
        )
        if spoken:
            found.add(table.span(index, index))
        if spoken and greeted:
            found |= {table.span(index + 1, index + 1), table.span(index, index + 1)}
    return found


def _is_dated(table: TokenTable, index: int) -> bool:
    """Whether a date stands right behind it: Songkran den 13 april, Valborg 30 april, Valborg 1999,
    Valborg, 30/4; but not Valborg 82 år."""
    if table.right(index) == "den":
        return table.right(index, 2).isdecimal()
    comma = table.right(index) == ","
    if _YEAR_OR_DAY.match(table.text, table.document.tokens.ends[index + comma]):
        return True
    month = table.right(index).isdecimal() and table.right(index, 2)
    return bool(month) and table.entry(index + 2, "month_word") is not None


def is_the_day(table: TokenTable, index: int) -> bool:
    """Whether Dan is dagen, as it is said: Dan efter midsommar, hela dan; but not Dan efterlyses."""
    return (
        table.right(index) in _WORDS["after_the_day"]
        and (table.sentence_initial[index] or table.words[index].shape == "lower")
    ) or table.left(index) in _WORDS["before_the_day"]


def is_patient(table: TokenTable, index: int) -> bool:
    """Whether Pat is short for the patient, in a record or in small letters: Pat uppger smärta, hos
    pat.; but not Pat Lindell, jag heter pat."""
    surname = index + 1 < len(table.words) and table.words[index + 1].shape in CAPITALS
    if table.words[index].shape == "lower" and not _introduced(table, index):
        return True
    clinical = not _WORDS["clinical"].isdisjoint(table.vocabulary)
    return clinical and not (surname and table.adjacent(index))


def _is_small_feast(table: TokenTable, index: int) -> bool:
    """Whether it is written as no name is, where a time stands: på valborg, det är lucia; but not
    väntar på lucia."""
    return (
        table.words[index].shape == "lower"
        and table.left(index) in _WORDS["before_small_feast"]
        and table.left(index, 2) not in _WORDS["on_person"]
    )


def _a_feast_is_called(table: TokenTable, index: int) -> bool:
    """Whether it is what a feast is called: nyåret heter _, en högtid som heter _, vi firar det, det
    heter _; but not min vän heter _."""
    if table.left(index) not in ("heter", "hette", "kallas"):
        return False
    steps = range(2, 2 + FEAST_WITHIN)
    before = [word for step in steps if (word := table.left(index, step))]
    feasts = tuple(_WORDS["feast_in"])
    return any(word.startswith(feasts) for word in before) and not any(
        table.words[index - step].labels & {"fam"} for step in steps if table.left(index, step)
    )


def peoples(table: TokenTable) -> Iterator[Span]:
    """The people of a country spoken of as such: Syriska flyktingar, Syriern; but not Syriska
    föreningen."""
    for index in table.where(_is_people):
        if not table.adjacent(index) or table.words[index + 1].shape not in CAPITALS:
            yield table.span(index, index)
    for index in table.where(_of_a_country):
        if (
            table.adjacent(index)
            and table.right(index).isalpha()
            and table.words[index + 1].shape == "lower"
            and not table.right(index).endswith(_OF_ONE_THING)
        ):
            yield table.span(index, index + 1)


@only("capital", listed=True)
def _is_people(word: Lexeme) -> bool:
    return word.labels == _NATIONALITY and not (word.misspelt or word.lower.endswith(("sk", "ska")))


@only("capital", listed=True)
def _of_a_country(word: Lexeme) -> bool:
    return word.lower.endswith("ska") and "nationality" in word.labels


def kinds(table: TokenTable) -> set[Span]:
    """Plants and animals of which a sentence begins to tell what they are: Lind är ett träd; but
    not Sara är en blomma."""
    living, is_kind = table.vocab.derived(_living)
    found = set()
    for index in table.where(is_kind):
        article = next(
            (index - step for step in (1, 2, 3) if table.left(index, step) in ("en", "ett")), 0
        )
        name = article - 2
        defined = (
            name >= 0
            and table.left(article) == "är"
            and table.sentence[name] == table.sentence[index]
        )
        if (
            defined
            and table.sentence_initial[name]
            and table.lowers[index] in living.get(table.lowers[name], ())
        ):
            found.add(table.span(name, name))
    return found


def favourites(table: TokenTable) -> set[Span]:
    """Words that are names, too, of which a sentence says that they are a favourite thing: Rosa är
    min favoritfärg; but not Rosa är min favoritlärare."""
    return {
        table.span(index - 3, index - 3)
        for index in table.where(_is_favourite)
        if table.left(index) in POSSESSIVES
        and table.left(index, 2) == "är"
        and table.left(index, 3)
        and not table.left(index, 4)
        and table.words[index - 3].plain > 0
    }


def _is_favourite(word: Lexeme) -> bool:
    """Whether it is a favourite thing: no person, and no pet."""
    head = word.lower.removeprefix(FAVOURITE)
    return (
        head != word.lower
        and len(head) > 2
        and (word.labels | word.head_labels).isdisjoint(("fam", "prof", "title"))
        and not head.startswith(tuple(_WORDS["favourite_person"]))
    )


def currencies(table: TokenTable) -> set[Span]:
    """Currencies in small letters, in sentences that speak of money: dong är pengar där, det kostar
    femtio birr; or behind a number: 500 lei; but not min vän dong."""
    money = {table.sentence[index] for index in table.where(_is_money)}
    return {
        table.span(index, index)
        for index in table.where(table.vocab.derived(_currency))
        if (table.sentence[index] in money or table.left(index).isdecimal())
        and table.words[index].shape == "lower"
        and (not _introduced(table, index) or table.left(index, 2) in _WORDS["money"])
    }


_is_money = one_of(_WORDS["money"])


def _currency(vocab: Vocab) -> Test:
    rows = vocab.lists.rows("pseudonyms/country_words.tsv")
    listed = [notes(note)["currency"] for *_, note in rows if "currency=" in note]
    forms = {form.rstrip("*?") for its in listed for form in re.split(r"[|/]", its)}
    return one_of(frozenset(forms))


def honorifics(table: TokenTable) -> set[Span]:
    """Words of respect and love in small letters behind a first name: Reza jan, Ali agha; but not
    Jan, nor jan 2020."""
    return {
        table.span(index, index)
        for index in table.where(table.vocab.derived(_honorific))
        if _honours(table, index)
    }


def is_unit(table: TokenTable, index: int) -> bool:
    """Whether a word that the lists have as a unit or a currency and as nothing else is one: in
    small letters or where it begins a sentence: Zloty är pengarna där; but not Jag heter Zloty."""
    return (
        (table.sentence_initial[index] or table.words[index].shape == "lower")
        and not _introduced(table, index)
        and not (table.right(index) and table.words[index + 1].shape in CAPITALS)
    )


def spoken(table: TokenTable) -> Iterator[Span]:
    """Words in small letters as they are spoken: oxå, najs."""
    forms = table.document.tokens.forms
    if not _SPOKEN.isdisjoint(forms):
        for index, form in enumerate(forms):
            if form in _SPOKEN:
                yield table.span(index, index)


def trades(table: TokenTable) -> Iterator[Span]:
    """A trade at the head of a line that is a surname, too, and stands for itself: Kock på Solhem,
    2014–2019 Kock, Bastard; but not Kock, Anna."""
    for index in table.where(_trade_and_name):
        before, after = table.left(index), table.right(index)
        named = index + 2 < len(table.words) and not table.words[index + 2].labels.isdisjoint(
            FIRSTNAMES
        )
        if not before[:1].isalpha() and (
            after in _WORDS["at_work"] or (after in (",", "") and before and not named)
        ):
            yield table.span(index, index)


@only("capital", listed=True)
def _trade_and_name(word: Lexeme) -> bool:
    return "prof" in word.labels and "surname" in word.labels


def unmarked(table: TokenTable) -> set[Span]:
    """Very frequent words in small letters whose mark is missing, that are a name, too: fran."""
    return {
        table.span(index, index)
        for index in table.where(table.vocab.derived(_unmarked))
        if not _introduced(table, index) and stands_as_person(table, index) < SURE
    }


def roads(table: TokenTable) -> Iterator[Span]:
    """The roads of Europe that one takes: vi tar E18; but not bussen E12."""
    for index in table.among(_ROAD):
        if (
            table.glued(index)
            and table.words[index].shape in CAPITALS
            and table.right(index) in _WORDS["road"]
            and table.left(index) not in _WORDS["line"]
        ):
            yield table.span(index, index + 1)


@only("upper", listed=True)
def may_be_code(word: Lexeme) -> bool:
    """Whether a name in capitals is short enough for the letters of a class: VO."""
    return len(word.lower) <= _CODE and not word.labels.isdisjoint(PERSON)


def is_code(table: TokenTable, index: int) -> bool:
    """Whether a number is glued to it: VO22."""
    return table.glued(index) and table.right(index).isdecimal()


@only(listed=True)
def listed_as_unit(word: Lexeme) -> bool:
    """Whether the lists have a word as a unit or a currency and as nothing else."""
    return word.labels == _UNIT


def _unmarked(vocab: Vocab) -> Test:
    """Whether a name is a very frequent word, once one of its letters gets a mark."""

    @only("lower", listed=True)
    def is_one(word: Lexeme) -> bool:
        if word.labels.isdisjoint(PERSON):
            return False
        lower = word.lower
        marked = (
            lower[:place] + other + lower[place + 1 :]
            for place, letter in enumerate(lower)
            for other in _MARKED.get(letter, "")
        )
        return any(vocab.gazetteer.zipf(form) >= VERY_FREQUENT for form in marked)

    return is_one


def is_cut_short(table: TokenTable, index: int) -> bool:
    """Whether the name Ang is the word angående cut short: Ang. min ansökan; but not Jag heter
    Ang."""
    stopped = table.right(index) == "." and table.glued(index)
    return stopped and table.sentence_initial[index] and bool(table.right(index, 2))


def is_limit(table: TokenTable, index: int) -> bool:
    """Whether the word max stands before the most that something may be: Max 11000, max två
    timmar; but not Max fem år och Elsa tre."""
    amount = _SO_MANY.match(table.text, table.document.tokens.ends[index])
    if not amount or _introduced(table, index):
        return False
    unit = amount["unit"] or ""
    if amount["many"]:
        return True
    if amount["word"] in ("en", "ett"):
        return unit in _COUNTED_ONCE
    if amount["word"] and not any(
        entry.label == "number" for entry in table.gazetteer.entries(amount["word"])
    ):
        return False
    if (
        not unit
        or unit[0].isupper()
        or counts_years(unit)
        or unit.startswith(("mån", "år"))
        or unit in AFTER_AGE
    ):
        return False
    if any(entry.label == "fam" for entry in table.gazetteer.entries(unit)):
        return table.text.startswith(_MAY, amount.end())
    tags = table.document.tokens.pos
    return not (tags and tags[table.last_token(Span(*amount.span()))] in VERBS)


def _honours(table: TokenTable, index: int) -> bool:
    if (
        table.words[index].shape != "lower"
        or not table.left(index)
        or not table.adjacent(index - 1)
        or table.right(index).isdecimal()
    ):
        return False
    name = table.words[index - 1]
    return (
        name.shape == "capital"
        and name.lower not in POSSESSIVES
        and not name.labels.isdisjoint(FIRSTNAMES)
    )  # Min abla


def weekdays(table: TokenTable) -> set[Span]:
    """Weekdays cut short, at the head of an entry or in a row: Ons: bad. Mån tis. But not Tor:
    Hej!, where no other entry has one."""
    places = table.where(_IS_WEEKDAY)
    names = {
        table.lowers[index]
        for index in places
        if _introduced(table, index) or _beside_a_name(table, index)
    }
    places = [index for index in places if table.lowers[index] not in names]
    heads = [index for index in places if _heads(table, index)]
    if len({_WEEKDAYS[table.lowers[index]] for index in heads}) < 2:
        heads = [index for index in heads if table.lowers[index] != _ALSO_A_NAME]
    return {
        table.span(index, index)
        for index in (*heads, *(index for index in places if _in_a_row(table, index)))
    }


def _in_a_row(table: TokenTable, index: int) -> bool:
    """Whether another weekday stands beside one, or a word further: mån tis ons, ons och fre."""
    if table.lowers[index] == _ALSO_A_NAME and table.words[index].shape in CAPITALS:
        return _among_capitals(table, index)
    around = (table.left(index, 2), table.left(index), table.right(index), table.right(index, 2))
    return any(
        _WEEKDAYS.get(form, _WEEKDAYS[table.lowers[index]]) != _WEEKDAYS[table.lowers[index]]
        for form in around
    )


def _among_capitals(table: TokenTable, index: int) -> bool:
    """Whether a weekday with a capital stands in a row of such: Mån Tis Ons Tor, Tor och Fre; but
    not ons Tor, Mån Tor spelar, tis, Tor."""
    for step in (1, 2):
        first = last = index
        while _followed(table, first - step, step):
            first -= step
        while _followed(table, last, step):
            last += step
        joined = step == 2 and not _JOINING.isdisjoint(table.lowers[first : last + 1])
        if len({_WEEKDAYS[form] for form in table.lowers[first : last + 1 : step]}) >= (
            2 if joined else 3
        ):
            return True
    return False


def _followed(table: TokenTable, index: int, step: int) -> bool:
    """Whether a weekday has another after it, both with a capital, or after a comma or a word that
    joins them."""
    after = index + step
    return (
        0 <= index < after < len(table.words)
        and table.sentence[index] == table.sentence[after]
        and all(
            table.lowers[place] in _WEEKDAYS and table.words[place].shape in CAPITALS
            for place in (index, after)
        )
        and (step == 1 or table.lowers[index + 1] == "," or table.lowers[index + 1] in _JOINING)
    )


def _heads(table: TokenTable, index: int) -> bool:
    after = table.right(index)
    return table.sentence_initial[index] and (after in _AFTER_DAY or after.isdecimal())


def _beside_a_name(table: TokenTable, index: int) -> bool:
    """Whether a weekday has a surname behind it on its line, or a first name before it, that is no
    weekday: Tor Ek, Ali Fre."""
    first, after = index - 1, index + 1
    named = (
        table.right(index)
        and table.lowers[after] not in _WEEKDAYS
        and table.adjacent(index)
        and "surname" in table.words[after].labels
    )
    given = (
        table.left(index)
        and table.lowers[first] not in _WEEKDAYS
        and not table.words[first].labels.isdisjoint(FIRSTNAMES)
    )
    return bool(
        (named and table.words[after].shape in CAPITALS)
        or (given and table.words[first].shape in CAPITALS)
    )


def _is_a_time(table: TokenTable, index: int) -> bool:
    """Whether a word is said to be a time or feast: _ är en helig månad."""
    if table.right(index) not in ("är", "var", "e"):
        return False
    feasts = _WORDS["feast_is"]
    return any(table.right(index, step) in feasts for step in range(2, 6))


def _before(table: TokenTable, index: int) -> list[str]:
    """The words before a token in its sentence."""
    return table.lowers[table.document.sentences[table.sentence[index]].start : index]


def _living(vocab: Vocab) -> tuple[Mapping[str, frozenset[str]], Test]:
    """Names that are plants or animals -> what a sentence says that they are (träd, fågel), and
    whether a word is such a kind."""
    words = _WORDS.__getitem__
    living = {
        form: words(f"kind_of_{each}") for each in ("plant", "animal") for form in words(each)
    }
    return living, one_of(words("kind_of_plant") | words("kind_of_animal"))


def _honorific(vocab: Vocab) -> Test:
    """Whether a word is a title that stands behind a name."""
    return one_of(_WORDS["honorific"])


def _festive(vocab: Vocab) -> tuple[frozenset[str], Test, frozenset[str], frozenset[str]]:
    """Holidays that are nearly always nothing else, whether a word is one of them or of those that
    are names as often, greetings after them, the words that tell of them."""
    listed = vocab.lists.rows("holidays.tsv")
    always = {
        form.lower() for form, label, _, note in listed if label == "holiday" and "word=1" in note
    }
    names = {
        form.lower()
        for form, label, _, note in listed
        if label == "holiday" and "word=1" not in note
    }
    greetings, cues = (
        {form.lower() for form, label, _, _ in listed if label == wanted}
        for wanted in ("greeting", "holidaycue")
    )
    return frozenset(always), one_of(always | names), frozenset(greetings), frozenset(cues)


def _divine(vocab: Vocab) -> tuple[Test, Test]:
    """Whether a word is a name of gods and the like, or its genitive, and whether it tells of
    them."""
    names = {form.lower() for form, label, _, _ in vocab.lists.rows("gods.tsv") if label == "myth"}
    cues = {
        form.lower() for form, label, _, _ in vocab.lists.rows("gods.tsv") if label == "mythcue"
    }
    return one_of(names | {name + "s" for name in names}), one_of(cues)


def _of_somebody(table: TokenTable, index: int) -> bool:
    """Whether a name belongs to a person: another name stands beside it, or a word for a relative
    or "heter" before it."""
    beside = [
        table.words[place]
        for place, there in ((index - 1, table.left(index)), (index + 1, table.right(index)))
        if there
    ]
    return _introduced(table, index) or any(
        word.shape in CAPITALS and not word.labels.isdisjoint(PERSON) for word in beside
    )


def _introduced(table: TokenTable, index: int) -> bool:
    """Whether a word before says that a name comes: heter _, min bror _, doktor _, läraren _."""
    before = table.words[index - 1] if table.left(index) else None
    return before is not None and (
        before.lower in ("heter", "hette", "kallas")
        or not before.labels.isdisjoint(("fam", "title", "prof"))
    )
