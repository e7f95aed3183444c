"""Ordinary and unknown words that what stands before makes a name: min dotter heter Film, min katt
Smulan, jag kallar henne Plutten.

Longer than 400 lines because nicknames, initials and double names know one another."""

from __future__ import annotations

from collections.abc import Iterator

from maskera.lang.sv.derivation import longs
from maskera.lang.sv.name_shape import NO_WORD
from maskera.lang.sv.persons import FEMALE, MALE, POSSESSIVES, first_name, plural
from maskera.lexicon.table import QUOTES, TokenTable
from maskera.lexicon.triggers import one_of, only
from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import Lexeme
from maskera.mentions import Detection, Evidence, Hypothesis, Trust
from maskera.taxonomy import FIRSTNAMES, FULL_NAME

_WORDS = word_list("sv", "nicknames")

_PETS = frozenset(
    f"{kind}{ending}"
    for kinds, endings in (
        ("katt hund häst hamster valp sköldpadd", ("", "en", "n", "a", "an")),
        (
            "kanin fågel undulat papegoj marsvin ponny kattung hundvalp kisse råtta iller",
            ("", "en", "n", "e", "a", "an", "et"),
        ),
    )
    for kind in kinds.split()
    for ending in endings
)
_NAME = _WORDS["name"]
_IS = _WORDS["is"] | {":"}
_CALL = _WORDS["call"]
_WHOM = _WORDS["whom"]
_CALLED = _WORDS["called"]
_IS_CALLED = one_of(_CALL | _CALLED)
_WHO = _WORDS["who"]
_APPOSED = frozenset((",", ".", "och", "!", "?"))
_SAYS = one_of(_WORDS["say"])
_BACK, _USUAL = 10, 4.0  # tokens back to what somebody is called; Zipf of what many say: hej
_BRACKET = one_of(frozenset("("))
_PEOPLE = frozenset(("fam", "prof", "title"))
_IN_A_ROW = frozenset((",", "och", "o", "&"))
_BETWEEN = _WORDS["between"]
_QUOTES = QUOTES | {"'", "’", "‘"}
_IS_QUOTE = one_of(_QUOTES)
_IS_INTRODUCED = one_of(_PETS | _NAME | _CALL | _CALLED)
_NO_NICKNAME = frozenset(("fam", "prof", "nationality", "title", "country"))
_NO_LETTERS = _NO_NICKNAME | FIRSTNAMES | {"edu", "sensitive"}
# Zipf from which a word is no pet's name, but has a capital by mistake: och, idag. Of what people
# are called hardly any has.
LEAST_BEGUN, LONGEST_NICKNAME = 3, 8  # letters that a nickname shares with the name, and has
UNSURE = 1.0  # log-odds of a word of which nobody knows
OF_A_NAME = 6.5  # log-odds of a nickname made of a name of the text
LEAST_HALF = 0.0  # log-odds of a first name that may be half of a double one: lott
SURE_GIVEN = 2.0  # log-odds of a first name behind which two capitals are initials
_NUMERAL = frozenset("ivx")
_COUNTED = frozenset("IX")  # kings, and a word
_INITIALS = frozenset("bcghjklnwz")  # in small letters, which stand for no word
SURE_SURNAME = 1.5  # log-odds of a surname before which two capitals are initials
_FREQUENT, _VERY_FREQUENT = 5.2, 6.0
# What it may be, and how surely; all together outweigh a tagger that takes the word for what it is
# elsewhere.
_LABELS = {
    "firstname_unknown": 7.0,
    "firstname_female": 6.5,
    "firstname_male": 6.5,
    "surname": 1.5,
    "middlename": 1.5,
}


def claims(table: TokenTable) -> Iterator[Detection]:
    """The names of pets and people, and the nicknames."""
    for index in places(table):
        hypotheses = [
            Hypothesis(label, (Evidence("cue:called so", weight),))
            for label, weight in _LABELS.items()
        ]
        yield Detection(table.span(index, index), tuple(hypotheses))

    evidence = Evidence("cue:called so", _LABELS["firstname_unknown"])
    for index in _said(table):
        yield table.claim(index, index, "firstname_unknown", evidence, trust=Trust.FORMAL)
    for index in table.where(_small_double):
        label = _given(table.words[index]) or _of_halves(table, index)
        if label:
            yield table.claim(index, index, label, evidence, trust=Trust.FORMAL)
    for index in table.where(_IS_QUOTE):
        if _between_names(table, index):
            at = index + 1
            yield table.claim(at, at, "firstname_unknown", evidence, trust=Trust.FORMAL)
    for index in _letter_behind(table):
        yield table.claim(index, index, "initials", evidence, trust=Trust.FORMAL)
    initials = {
        *_letters(table),
        *_before_surnames(table),
        *_behind_first_names(table),
        *_of_double_names(table),
        *_of_full_names(table),
        *_in_brackets(table),
    }
    for index in sorted(_repeated(table, initials)):
        owns = frozenset(("gen",) if table.lowers[index].endswith(":s") else ())
        trust = Trust.CERTAIN
        yield table.claim(index, index, "initials", evidence, features=owns, trust=trust)


def _said(table: TokenTable) -> Iterator[int]:
    """Words in small letters that somebody is said to be called by all: jag heter Liridona men alla
    säger dona."""
    for verb in table.where(_SAYS):
        said, after = table.right(verb), table.right(verb, 2)
        if (
            table.left(verb) not in _WORDS["all"]
            or not (said.isalpha() and len(said) > 2)
            or (after.isalpha() and after not in _WORDS["behind_said"])
        ):
            continue
        word = table.words[verb + 1]
        named = any(
            table.left(verb, step) in _CALLED for step in range(2, 2 + _BACK) if verb >= step
        )
        if named and word.shape == "lower" and word.zipf < _USUAL and not word.entries:
            yield verb + 1


def shortened(table: TokenTable) -> Iterator[Detection]:
    """Words in no list that begin a sentence, begin as a name of the text does and end as nicknames
    do: Löfan beside Löfgren; and in small letters what bearers of a name of the text are called."""
    yield from _listed_shorts(table)
    ends = _WORDS["ends_nickname"]
    made = [
        index
        for index in table.where(_unlisted)
        if not (table.left(index) or table.all_caps_sentence[index])
    ]
    if not made:
        return
    begun = {
        table.lowers[index][:LEAST_BEGUN]
        for index in table.where(_named_in_full)
        if table.words[index].shape == "capital"
    }
    for index in made:
        lower = table.lowers[index]
        short = LEAST_BEGUN + 1 < len(lower) <= LONGEST_NICKNAME and lower.endswith(tuple(ends))
        if short and lower[:LEAST_BEGUN] in begun:
            evidence = Evidence("short for a name in the text", OF_A_NAME)
            yield table.claim(index, index, "firstname_unknown", evidence, trust=Trust.FORMAL)


def _listed_shorts(table: TokenTable) -> Iterator[Detection]:
    """bengan, where a Bengt is in the text."""
    for index in table.where(_small_name):
        names = frozenset(table.vocab.derived(longs).get(table.lowers[index], ()))
        label = next(filter(None, (_given(table.words[at]) for at in table.among(names))), "")
        if label:
            evidence = Evidence("short for a name in the text", OF_A_NAME)
            yield table.claim(index, index, label, evidence, trust=Trust.FORMAL)


def _given(word: Lexeme) -> str:
    """The label of what is a first name and no word; "" for another."""
    found = first_name(word, SURE_GIVEN)
    return found.label if found else ""


@only("lower")
def _small_name(word: Lexeme) -> bool:
    listed = word.labels - FIRSTNAMES
    return not listed and word.ordinary < UNSURE and word.zipf < LEAST_BEGUN


@only("capital")
def _unlisted(word: Lexeme) -> bool:
    return not word.entries and word.plain <= NO_WORD and not word.zipf


@only(listed=True)
def _named_in_full(word: Lexeme) -> bool:
    return not word.labels.isdisjoint(FULL_NAME) and word.ordinary <= 0


def _letters(table: TokenTable) -> Iterator[int]:
    """Which tokens are two capitals that somebody is called: de kallar mig KG, Per Ek kallas PE, JP
    heter egentligen Jan; but not VD, nor BO, a name that lists know."""
    for cue in table.where(_IS_CALLED):
        if table.right(cue) == "oss":
            continue
        if _letters_alone(table, cue - 1) and table.right(cue) in _WORDS["really"]:
            yield cue - 1
        for index in _introduced(table, cue, named=True):
            within = index < len(table.words) and table.sentence[index] == table.sentence[cue]
            if within and _letters_alone(table, index):
                yield index


def _letters_alone(table: TokenTable, index: int) -> bool:
    return index >= 0 and _two_capitals(table.words[index]) and not table.all_caps_sentence[index]


def _of_halves(table: TokenTable, index: int) -> str:
    """The label of a double first name in no list, by its second half: eva-lott; "" for another."""
    first, second = table.lowers[index].split("-")
    one, other = (
        max(its, key=lambda entry: entry.weight, default=None)
        for half in (first, second)
        for its in [[e for e in table.gazetteer.entries(half) if e.label in FIRSTNAMES]]
    )
    if one is None or other is None or min(one.weight, other.weight) < LEAST_HALF:
        return ""
    odds = [table.gazetteer.ordinary(half) or 0.0 for half in (first, second)]
    return other.label if odds[0] <= 0 and one.weight >= SURE_GIVEN else ""


def _between_names(table: TokenTable, quote: int) -> bool:
    """Whether a word in quotation marks stands between a first name and a surname: Kjell "Kulan"
    Bäckman."""
    given, close, family = quote - 1, quote + 2, quote + 3
    if given < 0 or table.at(close) not in _QUOTES or family >= len(table.words):
        return False
    its = {entry.label for entry in table.words[family].entries}
    return (
        table.words[quote + 1].shape == "capital"
        and table.words[given].shape == table.words[family].shape == "capital"
        and not {entry.label for entry in table.words[given].entries}.isdisjoint(FIRSTNAMES)
        and ("surname" in its or not its)
    )


def _letter_behind(table: TokenTable) -> Iterator[int]:
    """Which tokens are a single letter behind a first name: Mohammed A har, thilda n har; in small
    letters none that is short for a word (sara o ali, sara m barn) or an ending (sara s bok)."""
    for index in table.where(_letter):
        given = table.words[index - 1] if table.left(index) else None
        if (
            given is None
            or not table.adjacent(index - 1)
            or table.all_caps_sentence[index]
            or table.right(index) == "."  # an initial by its form
        ):
            continue
        form = table.document.tokens.forms[index]
        letter = (
            form.isupper() and form not in _COUNTED
            if given.shape == "capital"
            else form in _INITIALS
        )
        if letter and given.shape in ("capital", "lower") and _given(given):
            yield index


def _before_surnames(table: TokenTable) -> Iterator[int]:
    """Which tokens are two capitals before a surname: AM Svensson; but not VD Svensson, AB Nilsson."""
    for index in table.where(_two_capitals):
        if not table.adjacent(index) or table.all_caps_sentence[index]:
            continue
        family = table.words[index + 1]
        best = max(family.entries, key=lambda entry: entry.weight, default=None)
        surname = best is not None and best.label == "surname" and best.weight >= SURE_SURNAME
        if (
            family.shape == "capital"
            and surname
            and table.lowers[index] not in _WORDS["no_initials"]
        ):
            yield index


def _behind_first_names(table: TokenTable) -> Iterator[int]:
    """Which tokens are two capitals behind a first name that no list has: Leif GW; but not Anna VD,
    Henrik VI."""
    for index in table.where(_two_capitals):
        if not table.left(index) or not table.adjacent(index - 1):
            continue
        word, given = table.words[index], table.words[index - 1]
        named = any(e.label in FIRSTNAMES and e.weight >= SURE_GIVEN for e in given.entries)
        if (
            named
            and given.shape == "capital"
            and given.ordinary <= 0
            and not word.labels
            and not table.all_caps_sentence[index]
            and not set(word.lower) <= _NUMERAL
            and word.lower not in _WORDS["no_initials"]
        ):
            yield index


def _of_double_names(table: TokenTable) -> Iterator[int]:
    """Which tokens are the two capitals of a double name of the text: Per-Olof, PO, PO:s."""
    pairs = [table.lowers[index].split("-") for index in table.where(_double)]
    forms = {f"{one[0]}{sign}{other[0]}" for one, other in pairs for sign in ("", "-")}
    for index in table.among(forms | {f"{form}:s" for form in forms}) if forms else ():
        form = table.document.tokens.forms[index]
        if form[:2].isupper() and not table.all_caps_sentence[index]:
            yield index


def _of_full_names(table: TokenTable) -> Iterator[int]:
    """Which tokens are the capitals of somebody named in full in the text: EJ, AL beside Erik Johan
    Malm, Anna Lind; but not VD."""
    letters = list(table.where(_two_capitals))
    if not letters:
        return
    forms = {
        f"{table.lowers[first][0]}{table.lowers[first + 1][0]}"
        for first in table.where(_first_name)
        if table.adjacent(first)
        and table.right(first)
        and table.words[first + 1].shape == "capital"
        and not table.words[first + 1].labels.isdisjoint(FULL_NAME)
    }
    for index in letters:
        known = table.lowers[index] in forms and table.lowers[index] not in _WORDS["no_initials"]
        if known and not table.all_caps_sentence[index]:
            yield index


@only("capital", listed=True)
def _first_name(word: Lexeme) -> bool:
    return any(e.label in FIRSTNAMES and e.weight >= SURE_GIVEN for e in word.entries)


def _in_brackets(table: TokenTable) -> Iterator[int]:
    """Which tokens are the initials of the name before their bracket: Bo G. Hallström (BGH); but
    not Svenska Kommunalarbetareförbundet (SKF)."""
    for bracket in table.where(_BRACKET):
        letters = table.right(bracket)
        if table.right(bracket, 2) != ")" or table.words[bracket + 1].shape != "upper":
            continue
        back, found, named = bracket - 1, "", False
        while back >= 0 and len(found) < len(letters) and table.at(back)[:1].isalpha():
            found = table.at(back)[0] + found
            named |= not table.words[back].labels.isdisjoint(FIRSTNAMES)
            back -= 1 + (table.at(back - 1) == ".")
        if found == letters and named:
            yield bracket + 1


@only(listed=True)
def _double(word: Lexeme) -> bool:
    parts = word.lower.split("-")
    return len(parts) == 2 and all(parts) and not word.labels.isdisjoint(FIRSTNAMES)


def _repeated(table: TokenTable, letters: set[int]) -> set[int]:
    """The same letters wherever they stand in capitals."""
    forms = {table.lowers[index] for index in letters}
    if not forms:
        return letters
    again = (index for index in table.among(forms) if table.words[index].shape == "upper")
    return {*letters, *(index for index in again if not table.all_caps_sentence[index])}


@only("lower")
def _small_double(word: Lexeme) -> bool:
    """Whether a word may be a double name in small letters."""
    one, hyphen, other = word.lower.partition("-")
    return bool(hyphen) and min(len(one), len(other)) > 1 and "-" not in other


def _letter(word: Lexeme) -> bool:
    return len(word.lower) == 1 and word.lower.isalpha()


@only("upper")
def _two_capitals(word: Lexeme) -> bool:
    return len(word.lower) == 2 and word.lower.isalpha() and word.labels.isdisjoint(_NO_LETTERS)


def places(table: TokenTable) -> Iterator[int]:
    """Which tokens are made names so: words with a capital inside a sentence that are no kin,
    people or places, nor usual as names.

    And the same words elsewhere in the text, with a capital."""
    if forms := {
        table.lowers[word]
        for cue in table.where(_IS_INTRODUCED)
        for word in _introduced(table, cue)
        if _named(table, word, cue)
    }:
        for index in table.among(forms):
            if table.words[index].shape == "capital" and not table.all_caps_sentence[index]:
                yield index


def _introduced(table: TokenTable, cue: int, named: bool = False) -> Iterator[int]:
    """Where names may stand that a word speaks of. named: whether who is called so may be told by
    name."""
    lower, after, several = table.lowers[cue], cue + 1, False
    if lower in _CALL:
        if table.right(cue) not in _WHOM:
            return
        after += 1 + (table.right(cue, 2) == "för")
    elif lower in _CALLED:
        turned = table.right(cue) in _WHO
        who = cue + 1 if turned else _subject(table, cue, named)
        if who < 0:
            return
        several = plural(table.words[who])
        after += turned
        after += table.at(after) == "för"
    elif lower in _NAME:
        told = table.right(cue) in _IS
        if lower.startswith("namn") and not (told and table.left(cue) in POSSESSIVES):
            return
        after += told
    elif table.at(after) == "," and table.right(after, 2) in _APPOSED:  # en katt, Grus, och
        after += 1
    after += table.at(after) in _QUOTES
    yield after
    while several and table.right(after) in _IN_A_ROW:  # mina barn heter Anna, Film och Dröm
        after += 2
        yield after


def _subject(table: TokenTable, verb: int, named: bool) -> int:
    """The word for the person that is called something: jag heter, hennes son heter, en kompis som
    heter, and where names count (`named`) Per Ek kallas; -1 in boken heter."""
    who = verb - 1
    while table.at(who) in _BETWEEN:
        who -= 1
    if who < 0 or table.sentence[who] != table.sentence[verb]:
        return -1
    person = table.normalized[who]
    if person == "man" and table.left(who) not in POSSESSIVES | {"en"}:
        return -1  # anybody: man kallas
    known = (
        person in _WHO
        or person in FEMALE
        or person in MALE
        or (person not in _PETS and not table.words[who].labels.isdisjoint(_PEOPLE))
        or (named and table.words[who].shape == "capital" and _named_in_full(table.words[who]))
    )
    return who if known else -1


def _named(table: TokenTable, index: int, cue: int) -> bool:
    if index >= len(table.words) or table.sentence[index] != table.sentence[cue]:
        return False
    word, before, pet = table.words[index], table.at(index - 1), table.lowers[cue] in _PETS
    begins = table.sentence_initial[index] and before not in _QUOTES and before != ":"
    if (
        word.shape != "capital"
        or table.all_caps_sentence[index]
        or begins
        or not word.labels.isdisjoint(_NO_NICKNAME)
    ):
        return False
    if word.zipf >= (_FREQUENT if pet else _VERY_FREQUENT) or (
        table.lowers[cue] in _CALLED and word.ordinary <= NO_WORD
    ):
        return False
    enough = FULL_NAME if table.lowers[cue] in _CALLED else FIRSTNAMES
    if any(entry.label in enough and entry.weight > 0 for entry in word.entries):
        return False  # lists and cues are enough
    return (
        not word.entries
        or word.entries[0].form[0].islower()
        or not word.labels.isdisjoint(FULL_NAME)
    )
