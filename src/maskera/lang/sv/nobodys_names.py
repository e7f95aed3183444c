"""Names that are nobody's: titles of works, models of cars, gods, holidays, plants and animals; and "max" for the most."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from maskera.detect.sight import Sight
from maskera.detect.words import CAPITALS
from maskera.lang.sv.ages import AFTER_AGE, VERBS
from maskera.lang.sv.lists import rows
from maskera.lang.sv.nobodys_numbers import WINDOW
from maskera.lang.sv.patterns import MAKES
from maskera.lang.sv.persons import POSSESSIVES
from maskera.lang.sv.quantities import YEARS
from maskera.taxonomy import FIRSTNAMES, PERSON
from maskera.text import Span

# A quotation after a word for a work, and what stands after the year in a list of literature (Berg, Anna, 2019: ...): "Titles of books,
# films, songs" are not marked (ANNOTATION.md).
_MARK = re.compile("[\"”“»’']")
_QUOTATION = re.compile(r"[\"”“»’']\s*([^\"”“»\\’']{3,90}?)\s*\\?[\"”“»’']")
_WORK = re.compile(
    r"\b(?:artik|text|bok|böcker|roman|film|dikt|låt|sång|program|rapport|rubrik|titel|titl|kapit|novell|serie|berättelse|krönika"
    r"|insändare|saga|pjäs)\w*"
    r"\s+(?:(?!(?:till|av|från|med|hos|åt|om|sa|sade|säger|skrev|min|mina)\b)\w+\s+){0,3}?\\?$",
    re.IGNORECASE,
)
_BEFORE_TITLE = 90  # letters: such a word and three more
_LITERATURE = re.compile(r"\d\d{3}\)? ?: ?([^.\n]{3,90})")  # a repeated digit at its head would take three times as long
_AUTHOR = re.compile(r"[A-ZÅÄÖ][\w-]+ ?, [A-ZÅÄÖ][\w-]+ ?,? \(?$")
_AT_A_TIME = frozenset("under inför i före innan efter firar firade fira firat god glad glada trevlig happy".split())
_TIMES = frozenset("slut över månad månaden högtid högtiden helg fest festen fastan fasta nyår tradition dag dagen tid tiden".split())
_TAKES_PLACE = frozenset("börjar började slutar slutade infaller inföll firas firades".split())
_OF_PEOPLE = frozenset("med av hos från åt och heter hette kallas".split())
_IN_A_ROW = frozenset((",", "och", "o", "&"))
_PLANT = frozenset("blomma träd buske växt ört frukt bär krydda lövträd barrträd ord".split())
_ANIMAL = frozenset("djur fågel rovdjur kattdjur däggdjur husdjur ord".split())
_KINDS = _PLANT | _ANIMAL
_LIVING = {
    **dict.fromkeys(
        "ask alm asp björk ek gran hassel hägg iris jasmin lilja lind linnea ljung malva pil ros rosa rönn salvia tall viol viola".split(),
        _PLANT,
    ),
    **dict.fromkeys("björn falk hök lo mård orre räv svan trana tupp ulv uv varg örn".split(), _ANIMAL),
}  # names that are plants and animals
_HONORIFICS = frozenset("abi abla agha bey hanim hanım hocam jaan jan joon khanom khanum laoshi saheb sahib usta ustad".split())
_ABBREVIATED = ("mån", "tis", "ons", "tor tors", "fre", "lör", "sön")
_DAY_OF = {form: day for day, forms in enumerate(_ABBREVIATED) for form in forms.split()}
_WEEKDAYS = _DAY_OF | {f"{first}-{last}": -1 for first in _DAY_OF for last in _DAY_OF}  # mån-fre
_ALSO_A_NAME = "tor"  # as often as not
_JOINING = frozenset("och o & eller - –".split())  # two weekdays; a comma stands as often between a day and a person
_AFTER_DAY = frozenset((":", ".", "-", "–", "kl", "klockan", "fm", "em"))
# So many (many: too many for an age, and no year), or from so many on to so many, and of what: 11000, 2-3 timmar, två barn.
_SO_MANY = re.compile(
    r" (?:(?:(?P<many>(?!(?:19|20)\d\d\b)\d{3,})|\d+)(?:[.,]\d+|(?: \d{3})+)?(?: ?[-–] ?\d+)?|(?P<word>[^\W\d]+)) ?(?P<unit>[^\W\d]+|%|:-)?"
)
_COUNTED_ONCE = frozenset("gång timme tim minut vecka dag person".split())  # en av mina vänner, en kille i klassen may stand beside a name
_MAY = (" får ", " per ", " i ")  # Max två barn får komma, but Max två barn heter Elsa och Olle
_CARS = frozenset((*MAKES, "bil", "bilen"))
_MODEL = re.compile(
    r" (?![A-Za-z]{3}[ -]?\d\d[\dA-Za-z]\b)"
    r"(?:(?P<sure>[A-Za-z]{1,3}-?\d{1,3}|[A-Z] \d{2,3}|\d{3}(?=[A-Za-z]))|\d{3}(?! \d))[A-Za-z]{0,2}(?![\w-])"
)


def titles(text: str) -> Iterator[tuple[int, int]]:
    """Where titles of works stand."""
    behind = 0
    for mark in _MARK.finditer(text):
        start = mark.start()
        if start >= behind and _WORK.search(text, max(0, start - _BEFORE_TITLE), start) and (title := _QUOTATION.match(text, start)):
            behind = title.end()
            yield title.span(1)
    for entry in _LITERATURE.finditer(text):
        if _AUTHOR.search(text, max(0, entry.start() - WINDOW), entry.start()):
            yield entry.span(1)


def works(seen: Sight) -> Iterator[tuple[int, int]]:
    """Where well-known titles stand that need no quotation marks: Bröderna Lejonhjärta, but not "bröderna Lejonhjärta", who are people."""
    for index, length in seen.several.items():
        last = index + length - 1
        if any(entry.label == "work_title" for entry in seen.entries(index, last)):
            first, *others = [word.shape in CAPITALS for word in seen.words[index : last + 1]]
            if first or not any(others):
                span = seen.span(index, last)
                yield span.start, span.end


def models(seen: Sight) -> Iterator[tuple[int, int]]:
    """Where models of cars stand, with the make where that is sure: Volvo V70, Ford Fiesta, (en) BMW 320; but not the plate abc 12d."""
    text, tokens = seen.text, seen.document.tokens
    for index in seen.among(_CARS):
        if model := _MODEL.match(text, tokens.ends[index]):
            yield tokens.starts[index] if model["sure"] else tokens.ends[index], model.end()
        elif seen.lowers[index] in MAKES and seen.right(index) in _products():
            yield tokens.starts[index], tokens.ends[index + 1]


@cache
def _products() -> frozenset[str]:
    return frozenset(form.lower() for form, *_ in rows("brands.tsv"))


def gods(seen: Sight) -> set[Span]:
    """Gods and figures of holy books and legends, in sentences that speak of such things; but not min bror Noa, Maria Ek."""
    divine, cues = _divine()
    if not (sentences := {seen.sentence[index] for index in seen.among(cues)}):
        return set()
    return {seen.span(index, index) for index in seen.among(divine) if seen.sentence[index] in sentences and not _of_somebody(seen, index)}


def holidays(seen: Sight) -> set[Span]:
    """Holidays and the greetings after them; such as are names, too, where holidays are spoken of. But not min bror Ramadan."""
    always, names, greetings, cues = _festive()
    found: set[Span] = set()
    for index in seen.among(always | names):
        greeted = seen.right(index) in greetings
        if _introduced(seen, index) if greeted else _of_somebody(seen, index) or seen.left(index) in _OF_PEOPLE:
            continue
        told = greeted or seen.left(index) in _AT_A_TIME or seen.right(index) in _TAKES_PLACE or _is_a_time(seen, index)
        spoken = told or seen.lowers[index] in always or (seen.left(index) not in _IN_A_ROW and not cues.isdisjoint(_before(seen, index)))
        if spoken:
            found.add(seen.span(index, index))
        if spoken and greeted:
            found |= {seen.span(index + 1, index + 1), seen.span(index, index + 1)}
    return found


def kinds(seen: Sight) -> set[Span]:
    """Plants and animals of which a sentence begins to tell what they are: Lind är ett träd; but not Sara är en blomma."""
    found = set()
    for index in seen.among(_KINDS):
        article = next((index - step for step in (1, 2, 3) if seen.left(index, step) in ("en", "ett")), 0)
        name = article - 2
        defined = name >= 0 and seen.left(article) == "är" and seen.sentence[name] == seen.sentence[index]
        if defined and seen.initial[name] and seen.lowers[index] in _LIVING.get(seen.lowers[name], ()):
            found.add(seen.span(name, name))
    return found


def honorifics(seen: Sight) -> set[Span]:
    """Words of respect and love in small letters behind a first name: Reza jan, Ali agha; but not Jan, nor jan 2020."""
    return {seen.span(index, index) for index in seen.among(_HONORIFICS) if _honours(seen, index)}


def limits(seen: Sight) -> set[Span]:
    """The word max before the most that something may be: Max 11000, max två timmar; but not Max fem år och Elsa tre."""
    return {seen.span(index, index) for index in seen.among({"max"}) if _limits(seen, index)}


def _limits(seen: Sight, index: int) -> bool:
    amount = _SO_MANY.match(seen.text, seen.document.tokens.ends[index])
    if not amount or _introduced(seen, index):
        return False
    unit = amount["unit"] or ""
    if amount["many"]:
        return True
    if amount["word"] in ("en", "ett"):
        return unit in _COUNTED_ONCE
    if amount["word"] and not any(entry.label == "number" for entry in seen.gazetteer.entries(amount["word"])):
        return False
    if not unit or unit[0].isupper() or YEARS.match(unit) or unit.startswith(("mån", "år")) or unit in AFTER_AGE:
        return False
    if any(entry.label == "fam" for entry in seen.gazetteer.entries(unit)):
        return seen.text.startswith(_MAY, amount.end())
    tags = seen.document.tokens.pos
    return not (tags and tags[seen.last_token(Span(*amount.span()))] in VERBS)


def _honours(seen: Sight, index: int) -> bool:
    if seen.words[index].shape != "lower" or not seen.left(index) or not seen.adjacent(index - 1) or seen.right(index).isdecimal():
        return False
    name = seen.words[index - 1]
    return name.shape == "capital" and name.lower not in POSSESSIVES and not name.labels.isdisjoint(FIRSTNAMES)  # Min abla


def weekdays(seen: Sight) -> set[Span]:
    """Weekdays cut short, at the head of an entry or in a row: Ons: bad. Mån tis. But not Tor: Hej!, where no other entry has one."""
    places = list(seen.among(_WEEKDAYS.keys()))
    names = {seen.lowers[index] for index in places if _introduced(seen, index) or _beside_a_name(seen, index)}
    places = [index for index in places if seen.lowers[index] not in names]
    heads = [index for index in places if _heads(seen, index)]
    if len({_WEEKDAYS[seen.lowers[index]] for index in heads}) < 2:
        heads = [index for index in heads if seen.lowers[index] != _ALSO_A_NAME]
    return {seen.span(index, index) for index in (*heads, *(index for index in places if _in_a_row(seen, index)))}


def _in_a_row(seen: Sight, index: int) -> bool:
    """Whether another weekday stands beside one, or a word further: mån tis ons, ons och fre."""
    if seen.lowers[index] == _ALSO_A_NAME and seen.words[index].shape in CAPITALS:
        return _among_capitals(seen, index)
    around = (seen.left(index, 2), seen.left(index), seen.right(index), seen.right(index, 2))
    return any(_WEEKDAYS.get(form, _WEEKDAYS[seen.lowers[index]]) != _WEEKDAYS[seen.lowers[index]] for form in around)


def _among_capitals(seen: Sight, index: int) -> bool:
    """Whether a weekday with a capital stands in a row of such: Mån Tis Ons Tor, Tor och Fre; but not ons Tor, Mån Tor spelar, tis, Tor."""
    for step in (1, 2):
        first = last = index
        while _followed(seen, first - step, step):
            first -= step
        while _followed(seen, last, step):
            last += step
        joined = step == 2 and not _JOINING.isdisjoint(seen.lowers[first : last + 1])
        if len({_WEEKDAYS[form] for form in seen.lowers[first : last + 1 : step]}) >= (2 if joined else 3):
            return True
    return False


def _followed(seen: Sight, index: int, step: int) -> bool:
    """Whether a weekday has another after it, both with a capital, or after a comma or a word that joins them."""
    after = index + step
    return (
        0 <= index < after < len(seen.words)
        and seen.sentence[index] == seen.sentence[after]
        and all(seen.lowers[place] in _WEEKDAYS and seen.words[place].shape in CAPITALS for place in (index, after))
        and (step == 1 or seen.lowers[index + 1] == "," or seen.lowers[index + 1] in _JOINING)
    )


def _heads(seen: Sight, index: int) -> bool:
    after = seen.right(index)
    return seen.initial[index] and (after in _AFTER_DAY or after.isdecimal())


def _beside_a_name(seen: Sight, index: int) -> bool:
    """Whether a weekday has a surname behind it on its line, or a first name before it, that is no weekday: Tor Ek, Ali Fre."""
    first, after = index - 1, index + 1
    named = seen.right(index) and seen.lowers[after] not in _WEEKDAYS and seen.adjacent(index) and "surname" in seen.words[after].labels
    given = seen.left(index) and seen.lowers[first] not in _WEEKDAYS and not seen.words[first].labels.isdisjoint(FIRSTNAMES)
    return bool((named and seen.words[after].shape in CAPITALS) or (given and seen.words[first].shape in CAPITALS))


def _is_a_time(seen: Sight, index: int) -> bool:
    """Whether a word is said to be a time or feast: _ är en helig månad."""
    return seen.right(index) in ("är", "var", "e") and any(seen.right(index, step) in _TIMES for step in range(2, 6))


def _before(seen: Sight, index: int) -> list[str]:
    """The words before a token in its sentence."""
    return seen.lowers[seen.document.sentences[seen.sentence[index]].start : index]


@cache
def _festive() -> tuple[frozenset[str], frozenset[str], frozenset[str], frozenset[str]]:
    """Holidays that are nearly always nothing else, those that are names as often, greetings after them, the words that tell of them."""
    listed = rows("holidays.tsv")
    always = {form.lower() for form, label, _, note in listed if label == "holiday" and "word=1" in note}
    names = {form.lower() for form, label, _, note in listed if label == "holiday" and "word=1" not in note}
    greetings, cues = ({form.lower() for form, label, _, _ in listed if label == wanted} for wanted in ("greeting", "holidaycue"))
    return frozenset(always), frozenset(names), frozenset(greetings), frozenset(cues)


@cache
def _divine() -> tuple[frozenset[str], frozenset[str]]:
    """Names of gods and the like, their genitives too, and the words that tell of them."""
    names = {form.lower() for form, label, _, _ in rows("gods.tsv") if label == "myth"}
    cues = {form.lower() for form, label, _, _ in rows("gods.tsv") if label == "mythcue"}
    return frozenset(names | {name + "s" for name in names}), frozenset(cues)


def _of_somebody(seen: Sight, index: int) -> bool:
    """Whether a name belongs to a person: another name stands beside it, or a word for a relative or "heter" before it."""
    beside = [seen.words[place] for place, there in ((index - 1, seen.left(index)), (index + 1, seen.right(index))) if there]
    return _introduced(seen, index) or any(word.shape in CAPITALS and not word.labels.isdisjoint(PERSON) for word in beside)


def _introduced(seen: Sight, index: int) -> bool:
    """Whether a word before says that a name comes: heter _, min bror _, doktor _, läraren _."""
    before = seen.words[index - 1] if seen.left(index) else None
    return before is not None and (before.lower in ("heter", "hette", "kallas") or not before.labels.isdisjoint(("fam", "title", "prof")))
