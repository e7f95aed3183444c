"""What names nobody, though it is written like a name: makes of things, titles, public bodies,
words in small letters, kinds, weekdays."""

from __future__ import annotations

from maskera import expressions as re
from maskera.lang.en import situations
from maskera.lang.en.morphology import base
from maskera.lang.en.surroundings import goes_on
from maskera.lang.en.word_names import FINITE, STRONG, may_be_any
from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import Lexeme
from maskera.taxonomy import LISTED_NAMES
from maskera.text import back_over

_WORDS = word_list("en", "exclusions")

DEPARTMENTS = _WORDS["department"]
"""Last words of departments and meetings of any house."""
GENERIC = _WORDS["generic"]
"""Words of which the name of a body of nobody's place is made: the County Council, the Town
Hall."""
CONCEPTS = _WORDS["concept"]
"""What everybody writes of, some with capitals: Global Warming, Fish and Chips."""
_CONCEPT_WORDS = frozenset(word for form in CONCEPTS for word in form.split())
LONGEST_CONCEPT = 5  # words of one
ABBREVIATIONS = _WORDS["abbreviation"]
DEFINITE = _WORDS["definite"]
BRAND, NAMED_BRAND = _WORDS["brand"], _WORDS["named_brand"]
"""What one drives, wears or eats, and such that somebody may be called: our red Skoda, a
Mercedes."""
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
RULER = _WORDS["ruler"]
"""Names of kings and popes, which a number follows."""
_NUMERAL = re.compile("[IVX]{2,5}")
_YEAR = re.compile(r"[ivx]{1,4}|\d{1,2}[a-z]?|[a-z]")
DEITY, OF_DEITY = _WORDS["deity"], _WORDS["of_deity"]
WRITTEN = 3  # capitals inside sentences from which a text is one that writes them
FIELDS, GREETING_SLIPS = _WORDS["field"], _WORDS["greeting_slip"]
"""What a form asks for with a colon (Tel: 0803 ...), and slips for hello: helo teacher."""
PASSED = _WORDS["passed"]
"""Last words of qualifications."""
CLASSES = _WORDS["class"]
"""Words for a year at school, before its number."""
SAID = 2.0  # log-odds from which on a word before a colon says what is asked for
CONTRACTIONS = _WORDS["contraction"]
"""Words that people write in one without the apostrophe: theres."""
SLIP = 3  # letters of a slip for a word in a text without capitals: cant come in clas
FREQUENT = 6.0  # Zipf of words like from and with


def counts_thing(table: TokenTable, index: int) -> bool:
    """Whether an ordinal in letters counts a thing: the first winter; but not the first of May."""
    word = table.words[index]
    behind = table.words[index + 1] if index + 1 < len(table.words) else None
    if "ordinal" not in word.labels or word.lower[0].isdigit() or behind is None:
        return False
    return (
        table.adjacent(index)
        and behind.shape == "lower"
        and behind.lower != "of"
        and table.gazetteer.zipf(behind.lower) < FREQUENT
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


def small_word(table: TokenTable, index: int, label: str) -> bool:
    """Whether a name is an ordinary word, or a slip for one, in small letters in a text that writes
    capitals: a scotch bonnet, the bus was stoped."""
    word = table.words[index]
    if word.shape != "lower" or may_be_any(word):
        return False
    if word.lower in CONTRACTIONS:
        return True
    if not table.fact(_writes_capitals):
        slip = bool(word.meant) and not word.entries and len(word.lower) > SLIP
        return slip and label in table.labels("place", "org", "site")
    if word.ordinary > 0:
        return not (label in word.labels and word.plain <= 0)
    return bool(word.meant) and not word.entries


def public(table: TokenTable, first: int, last: int) -> bool:
    """Whether it is a body that the whole world knows, or words of leave on a line of their own."""
    words = table.lowers[first : last + 1]
    if "".join(words) in BODY or (len(words) == 2 and not BODY.isdisjoint(words)):
        return True  # A&E; the Taliban, Al Shabaab
    if first != last or words[0] not in FAREWELL:
        return False
    text = table.document.text
    begin = back_over(text, table.span(first, first).start, " >".__contains__)
    return begin == 0 or text[begin - 1] == "\n"


def ruler(table: TokenTable, first: int, last: int) -> bool:
    """Whether a king or a pope is told by a number: Henry VIII, Elizabeth II."""
    forms = table.document.tokens.forms
    return any(
        at > 0 and table.lowers[at - 1] in RULER and _NUMERAL.fullmatch(forms[at])
        for at in range(first, min(last + 3, len(forms)))  # John Paul II
    )


def of_film(table: TokenTable, first: int, last: int) -> bool:
    """Whether it is the title of a film or a novel: songs from the film Roja; but not the film
    Anna told me of."""
    if table.left(first) not in FILM or not table.adjacent(first - 1):
        return False
    return table.left(first, 2) in DEFINITE | {"a"} and table.right(last) not in STRONG


def surnamed(table: TokenTable, index: int) -> bool:
    """Whether "the" and a word with a capital stand behind: Erik the Red, Winnie the Pooh."""
    what = index + 2
    if table.right(index) != "the" or what >= len(table.words) or not table.adjacent(index):
        return False
    word = table.words[what]
    inside = (
        table.words[index + 1].shape == "lower" and table.sentence[what] == table.sentence[index]
    )
    return inside and word.shape == "capital" and word.plain > 0 and not word.labels & LISTED_NAMES


def brand(table: TokenTable, index: int) -> bool:
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


def kin_word(table: TokenTable, index: int) -> bool:
    """Whether a name is the word by which a relative is called: Nana fell; but not Nana Yaw, a girl
    called Nana."""
    if base(table.lowers[index]) not in situations.words(table, "kin_called"):
        return False
    if goes_on(table, index):
        return False
    before = table.words[index - 1] if index else None
    person = before is not None and before.labels & {"fam", "title"}
    return table.left(index) not in INTRODUCED and not person


def generic(table: TokenTable, first: int, last: int) -> bool:
    """Whether several nouns that say kinds are all there is: the County Council; but not in City
    College."""
    definite = first < last and table.left(first) in DEFINITE
    return definite and GENERIC.issuperset(table.lowers[first : last + 1])


def concept(table: TokenTable, first: int, last: int) -> bool:
    """Whether it is, or is part of, what everybody writes of, with capitals at times (Social Media,
    Climate Change), or two of these: Table Tennis and Chess."""
    if not _CONCEPT_WORDS.issuperset(table.lowers[first : first + 1]):
        return False
    for start in range(max(0, first - LONGEST_CONCEPT + 1), first + 1):
        for end in range(first + 1, min(start + LONGEST_CONCEPT, len(table.lowers)) + 1):
            if " ".join(table.lowers[start:end]) in CONCEPTS:
                return end > last or table.lowers[end] in ("and", "&")
    return False


def department(table: TokenTable, first: int, last: int) -> bool:
    """Whether it is a department as every house has one: the Complaints Department, To: Housing
    Team; but not the Ashford Office."""
    words = table.words[first : last + 1]
    if first == last or table.entries(first, last):
        return False  # the Home Office
    return words[-1].lower in DEPARTMENTS and all(
        (word.plain > 0 or word.shape == "lower") and not word.labels & LISTED_NAMES
        for word in words
    )


def weekday_alone(table: TokenTable, index: int) -> bool:
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


def of_deity(table: TokenTable, index: int) -> bool:
    """Whether it is whom a temple or a feast is of: the Murugan temple."""
    return table.lowers[index] in DEITY and table.right(index) in OF_DEITY


def of_form(table: TokenTable, index: int) -> bool:
    """Whether a token is no name on a form (Tel: 0803 ..., Age: 54, Occupation: Farmer), or greets
    with a slip: Helo teacher; but not Helo is my brother."""
    lower = table.lowers[index]
    if lower in GREETING_SLIPS and table.sentence_initial[index]:
        return index + 1 < len(table.words) and table.right(index) not in FINITE
    if lower in FIELDS:
        return table.at(index + 1 + (table.at(index + 1) == ".")) in (":", "(", "+")
    word = table.words[index]
    if word.plain > SAID and table.at(index + 1) == ":" and table.sentence_initial[index]:
        return not may_be_any(word)  # Age: 54
    return word.plain > 0 and "prof" in word.labels and table.at(index - 1) == ":"


def passed(table: TokenTable, first: int, last: int) -> bool:
    """Whether it is what somebody has passed: School Leaving Certificate, Second Class Upper;
    or the year of a school: Std VIII."""
    if first + 1 == last and table.lowers[first] in CLASSES and _YEAR.fullmatch(table.lowers[last]):
        return True
    digit = last + 1 < len(table.words) and table.words[last + 1].shape == "digit"
    if first == last and digit and table.lowers[first] in CLASSES:
        return True  # Term 2
    subject = {"subject", "edu"} & table.words[last].labels
    if subject and last - first == 2 and table.lowers[first + 1] == "of":
        return table.lowers[first] in PASSED | {"school", "faculty", "college"}
    if table.lowers[last] in PASSED:
        return first < last or table.left(first) == "class"
    return False


def goes_on_in_letters(table: TokenTable, last: int) -> bool:
    """Whether letters are glued to a number: class 4LC, the 2nd group."""
    if not table.glued(last):
        return False
    letters = table.words[last + 1].lower
    return len(letters) > 1 and letters.isalpha()


def postscript(table: TokenTable, first: int, last: int) -> bool:
    """Whether letters begin a line as P.S. does."""
    letters = "".join(word for word in table.lowers[first : last + 1] if word != ".")
    start = table.span(first, first).start
    begins = table.document.text[max(0, start - 1) : start] in ("", "\n")
    return begins and letters in ABBREVIATIONS and letters.startswith("p")
