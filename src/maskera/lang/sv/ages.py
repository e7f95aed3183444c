"""Ages in digits and words: a number that only its neighbours make somebody's age.

Longer than 400 lines because the forms of ages and what may stand around them are one subject.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from maskera import expressions as re
from maskera.lang.sv.persons import BE, OWN, POSSESSIVES, UNMARKED_PLURAL
from maskera.lang.sv.quantities import counts_years, is_ordinal_ending, is_quantity
from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import word_list
from maskera.mentions import Detection, Evidence, Hypothesis, Trust
from maskera.taxonomy import FULL_NAME
from maskera.text import Span, number_of

_WORDS = word_list("sv", "ages")

_PRONOUNS = _WORDS["pronouns"]
_NO_PERSON = _WORDS["no_person"]
AFTER_AGE = _WORDS["after_age"]
_SEVERAL = _WORDS["several"]  # of whom an age is mostly that of anybody
_ABOUT = _WORDS["about"]
_BOTH = _WORDS["both"]
TURN = _WORDS["turn"]
_BECOME = _WORDS["become"]
_ADVERBS = _WORDS["adverb"]  # between the verb and the age: fyllde ju också _
_TURN_OR_BECOME, BE_OR_TURN = TURN | _BECOME, BE | TURN
_BE_OR_COMMA, _OWN_OR_A = BE | {","}, OWN | {"en"}
OLD = re.compile(r"^(?:gam+al\w*|gam+la|gamel|old|ung|unga|gammla)$")
_DURATION = _WORDS["duration"]
_LATER = _WORDS["later"]  # after years that are no age
_PERSONS = _WORDS["persons"]
SOMEBODYS = 6.0  # the tagger sees no parts of words
_ANYBODY = _WORDS["anybody"]  # said of anybody of that age, not of one in a story
# Things that have an age, also as the last part of a compound; what stands before such a thing
# where it is the subject.
_THING = re.compile(
    rf"(?:\w*{_WORDS.either('thing_part')}|{_WORDS.either('thing')})"
    r"(?:s?(?:en|n|et|t|an|ar|arna|or|orna|er|erna|ium|iet|:n)?)?"
)
SURELY_A_WORD = 1.0  # log-odds of being an ordinary word from which a name that is spelt alike is not asked about: Osten, but not Roland
_SUBJECT_BEGINS = frozenset(
    (
        "",
        ",",
        ":",
        "-",
        "–",
        "(",
        *_WORDS.ranked("subject_begins"),
    )
)
_OF_A_THING = _WORDS["of_a_thing"]
_GENERAL_AGE = _WORDS["general_age"]
_OURS = _WORDS["ours"]
_WHEN = _WORDS["when"]
_BEFORE_COMPOUND = _WORDS["before_compound"]
_GENERAL_COMPOUND = _WORDS["general_compound"]
_AND = _WORDS["and"]
_TURNS_AFTER = _WORDS["turns_after"]
PEOPLE = FULL_NAME | {"fam"}
# One person, or two: behind "på" and before years stands their age.
_PERSON = re.compile(_WORDS.either("person_part"))
_MONTHS = frozenset(("månader", "mån", "veckor"))
_SENTENCE = 20  # words before a number in which another age is looked for
_AGED = 9.0  # log-odds of an age right behind a relative or behind "på" and a person: hardly anything else, and the tagger knows few
VERBS = frozenset(("VERB", "AUX"))
_NOT = _WORDS["not"]  # in a sentence of what has not been for years
_ARTICLES = _WORDS["articles"]
_INTRODUCING = frozenset(("", "som", "har", "med", *BE))
_KNOWN_PERSON = re.compile(
    r"\w+(?:en|an|et)"
)  # a definite one, of those in _PERSON: mannen, kvinnan, paret
_LIKE = re.compile(rf"\w+(?:ig|sk)|{_WORDS.either('like')}")
_PRESENTING = _WORDS["presenting"] | {"", "(", ",", "-", ":", "–"}  # before min bror _ år
_HAVING = _WORDS["having"]
# Relatives who are no children: what is less behind them is how long something was.
_GROWN = re.compile(_WORDS.either("grown"))
_GROWN_UP = 15


class _Number(NamedTuple):
    """A number with the words beside it: `one` before it and `two` before that; `after` it, a
    hyphen looked through, `then` and `third`.

    years: whether it counts years. closed: whether it counts nothing: a mark follows, or a word
    that begins something else.
    """

    first: int
    one: str
    two: str
    after: str
    then: str
    third: str
    years: bool
    closed: bool


def _number_at(table: TokenTable, first: int, last: int) -> _Number:
    after, then, third, fourth = table.behind(last, 4)
    if after in ("-", "–") and then.startswith(("åri", "ari", "års")):
        after, then, third = then, third, fourth
    closed = (not after.isalpha() or after in AFTER_AGE) and not (
        after == ":" and is_ordinal_ending(then)
    )
    return _Number(
        first,
        table.left(first),
        table.left(first, 2),
        after,
        then,
        third,
        counts_years(after),
        closed,
    )


def age(table: TokenTable, first: int, last: int, label: str) -> Iterator[Detection]:
    """Tokens `first` to `last` as somebody's age, with what stands beside them."""
    if table.at(first) in _ADVERBS:
        return  # ju, which a slip for sju may be read as
    number = _number_at(table, first, last)
    evidence = [Evidence("number", -3.8), *_followed(number), *_preceded(table, number)]
    if turned_in_month(table, first):
        evidence.append(Evidence("cue:fyller _ i month", _AGED))
    if not number.years and "klockan" in table.lowers[max(0, first - 5) : first]:
        evidence.append(Evidence("cue:klockan ... _", -5.0))
    if len(evidence) > 1 and sum(item.weight for item in evidence) > -3:
        yield table.claim(first, last, label, *evidence)


def birthday(table: TokenTable, first: int, last: int, label: str) -> Iterator[Detection]:
    """Tokens `first` to `last`, an ordinal, as the age on a birthday of somebody: min femtonde
    födelsedag, hennes 40:e födelsedag."""
    if table.right(last).startswith("födelsedag") and _owned(table, first):
        owner = table.words[first - 1]
        if owner.lower in POSSESSIVES or (owner.genitive and not owner.labels.isdisjoint(PEOPLE)):
            yield table.claim(first, last, label, Evidence("cue:min _ födelsedag", _AGED))


def _followed(number: _Number) -> Iterator[Evidence]:
    """What the words after a number say of it as an age."""
    one, after, then = number.one, number.after, number.then
    if number.years and OLD.match(then):
        yield Evidence("cue:_ år gammal", 0.0 if then.endswith("alt") else 7.0)
    elif number.years:
        yield Evidence("cue:_ år", 1.0)
        if then in _LATER:
            yield Evidence(f"cue:_ år {then}", -4.5)
        if then in ("ålder", "ålders"):
            yield Evidence("cue:_ års ålder", 5.0)
    elif after in _MONTHS and OLD.match(then):
        yield Evidence("cue:_ månader gammal", 6.5)
    elif after.startswith(("årig", "arig")):
        yield Evidence("cue:_-årig", 5.0)
        if one in _GENERAL_AGE:
            yield Evidence("cue:a general age", -3.0)
    elif after.startswith(("åring", "aring")):
        yield Evidence("cue:_-åring", 1.5 if "ar" in after[6:] else 3.5)
        if one in _OURS:
            yield Evidence("cue:min _-åring", 3.0)
        if (
            one == "en"
            and number.two not in BE
            and (number.third if then == "som" else then) in _ANYBODY
        ):
            yield Evidence("cue:en _-åring ska", -4.0)
        if after.startswith(("åringar", "aringar")):
            yield Evidence("cue:_-åringar", -1.5)
    elif after in ("årsåldern", "årsdag", "årsdagen"):
        yield Evidence(f"cue:_-{after}", 5.0)
    elif (is_quantity(after) and not (after == "månader" and one == "(")) or after in (
        "%",
        "°",
        "-",
        ":",
        "/",
    ):
        yield Evidence("cue:quantity", -4.0)


def _preceded(table: TokenTable, number: _Number) -> Iterator[Evidence]:
    """What the words before a number say of it as an age: the first of these that is so."""
    first, one, two, after, then, _, years, closed = number
    if one in TURN:
        yield Evidence(f"cue:{one} _", 5.5)
    elif one in _ADVERBS and (years or closed) and _before_adverbs(table, first) in TURN:
        yield Evidence("cue:fyller ju _", _AGED)
    elif one in BE:
        yield from _is(table, number)
    elif (verb := _inverted(table, first)) in _TURN_OR_BECOME:
        yield Evidence(f"cue:{verb} person _", 5.5 if verb in TURN else 4.0)
    elif one in _PRONOUNS and two in BE:
        yield Evidence("cue:är jag _", 4.5 if years or closed else 1.0)
    elif one in _ABOUT and (
        two in BE or two in TURN or (one == "dag" and table.left(first, 3) in BE)
    ):
        sure = _AGED if closed and one in _BOTH else 5.0 if closed else 2.5
        yield Evidence(f"cue:{two} {one} _", 4.0 if years or two in TURN else sure)
    elif one == "och" and after in _WHEN and _said_before(table, first):
        yield Evidence("cue:var _ när ... och _ när", 5.0)
    elif years and then in BE and one not in _DURATION:
        yield Evidence(f"cue:_ år {then}", 4.0)
    elif (
        years
        and one in ("och", "respektive")
        and _counts(table, first - 2)
        and table.left(first, 3) in _BE_OR_COMMA
    ):
        yield Evidence("cue:number och _ år", 3.5)
    elif (
        years
        and one == "eller"
        and first > 3
        and _counts(table, first - 2)
        and table.left(first, 3) in BE
        and (table.left(first, 4) in _PERSONS or table.words[first - 4].labels & PEOPLE)
    ):
        yield Evidence("cue:person is _ eller _", 5.5)
    elif one in ("ålder", "åldern", "av") and "ålder" in (one + two + table.left(first, 3)):
        yield Evidence("cue:ålder _", 4.0)
    elif one in ("när", "då") or (one == "var" and two == "jag"):
        yield Evidence("cue:när jag var _", 2.0)
    elif one in ("(", ",") and first >= 2:
        name = table.words[first - 2]
        closes = after in (")", ",", ".", "år", "månader", "och") or years
        if closes and (
            name.labels & PEOPLE
            or (name.shape == "capital" and not table.sentence_initial[first - 2])
        ):
            yield Evidence("cue:name, _,", 6.0 if years or one == "(" else 5.2)
    elif (
        one == "på"
        and (years or (closed and not then.isdecimal()) or _bare(table, number))
        and of_person(table, first)
    ):
        yield Evidence("cue:person på _", _AGED)
        if then in _ANYBODY and table.left(first, 3) in ("en", "ett"):
            yield Evidence("cue:en _ på _ ska", -5.0)
    elif one in _DURATION and years:
        yield Evidence(f"cue:{one} _ år", -4.0)
    elif one in ("ålder:", ":") and two in ("ålder", "år"):
        yield Evidence("cue:ålder: _", 6.0)
    elif years and behind_relative(table, first):
        yield Evidence("cue:min bror _ år", _AGED)
    elif (
        (years or after in _MONTHS)
        and first
        and (name := table.words[first - 1]).labels & PEOPLE
        and name.shape == "capital"
    ):
        yield Evidence("cue:name _ år", 4.0) if years else Evidence("cue:name _ månader", 8.0)


def _said_before(table: TokenTable, first: int) -> bool:
    """Whether the sentence has told how old somebody was when something happened: var åtta när."""
    begin = table.since(first - 1, _SENTENCE)
    return any(
        table.at(at) in _WHEN and _counts(table, at - 1) and table.at(at - 2) in BE | TURN
        for at in range(begin + 2, first)
    )


def _before_adverbs(table: TokenTable, first: int) -> str:
    """The word before the adverbs that stand before a token; "" for none."""
    steps = 1
    while table.left(first, steps) in _ADVERBS:
        steps += 1
    return table.left(first, steps)


def _is(table: TokenTable, number: _Number) -> Iterator[Evidence]:
    """What it says of a number as an age that somebody or something is it."""
    first, one, two, after, _, _, years, closed = number
    person = first >= 2 and (
        two in _PERSONS
        or bool(table.words[first - 2].labels & PEOPLE)
        or (table.words[first - 2].shape == "capital" and two not in _NO_PERSON)
    )
    yield Evidence(f"cue:{one} _", 3.0 if years else 1.0)
    if two == "som" and any(
        not word.labels.isdisjoint(PEOPLE) for word in table.words[max(0, first - 6) : first - 2]
    ):
        yield Evidence("cue:person som är _", 3.0 if years or closed else 0.0)
    elif two in _NO_PERSON and not (two == "man" and first >= 3 and _owned(table, first - 2)):
        yield Evidence(f"cue:{two} {one} _", -3.0)
    elif (
        not person
        and not _PRONOUNS.isdisjoint(table.lowers[max(0, first - 8) : first])
        and not after.isalpha()
    ):
        yield Evidence("cue:person ... är _", 3.5)
    if person:
        yield Evidence("cue:person is _", 2.0 if years else 4.5 if closed else 0.5)
        if table.left(first, 3) in _WHEN:
            yield Evidence("cue:när person var _", 3.0)


def _bare(table: TokenTable, number: _Number) -> bool:
    """Whether it counts nothing between a relative and the verb: min son på _ sover."""
    tags, after = table.document.tokens.pos, number.first + 1
    return (
        bool(tags)
        and after < len(tags)
        and tags[after] in VERBS
        and _owned(table, number.first - 2)
    )


def of_person(table: TokenTable, first: int) -> bool:
    """Whether "på" and a person stand before a number: en tjej på _, min son på _; not barn på _,
    kan man på _, inte sett min bror på _."""
    person = first - 2
    if table.left(first) != "på" or not (noun := table.left(first, 2)):
        return False
    if not _PERSON.fullmatch(noun) and not (
        table.entry(person, "fam") and (_owned(table, person) or noun not in UNMARKED_PLURAL)
    ):
        return False
    return _introduced(table, person, noun) and _NOT.isdisjoint(
        table.lowers[max(0, person - 6) : person]
    )


def _introduced(table: TokenTable, person: int, noun: str) -> bool:
    """Whether a noun is one of a person there: min _, en glad _, två _, jag är _; not träffade _,
    kan man, en sak man."""
    one, two = table.left(person), table.left(person, 2)
    if one in _ARTICLES or _owned(table, person) or _counts(table, person - 1):
        return True
    described = two in _ARTICLES or _owned(table, person - 1)
    if noun == "man":
        return described and bool(_LIKE.fullmatch(one))
    return described or one in _INTRODUCING or bool(_KNOWN_PERSON.fullmatch(noun))


def behind_relative(table: TokenTable, first: int) -> bool:
    """Whether one of the writer's relatives is told of right before a number: min bror _, har en
    son _; not skötte or hos min moster _."""
    relative = first - 1
    entry = table.entry(relative, "fam") if table.left(first) else None
    if (
        entry is None
        or "pl" in entry.flags
        or not (table.left(relative) in OWN or table.left(relative) == "en")
    ):
        return False
    if _GROWN.fullmatch(table.left(first)) and 0 < _value(table, first) < _GROWN_UP:
        return False
    return _told_of(table, relative - 1) and _NOT.isdisjoint(
        table.lowers[max(0, relative - 6) : relative]
    )


def _told_of(table: TokenTable, begin: int) -> bool:
    """Whether the relative that begins there is presented, and belongs to no verb before: min _,
    jag har en _; not skötte min _.

    Where "och" stands before, an age or another relative that is presented must stand before that.
    """
    while (
        (one := table.left(begin)) in _AND
        and (two := table.left(begin, 2))
        and not counts_years(two)
    ):
        begin -= 2
        if table.entry(begin, "fam") is None:
            return False
        begin -= table.left(begin) in _OWN_OR_A
    two = table.left(begin, 2)
    if one == "har":
        return table.at(begin) == "en" or two in _HAVING
    return one in _PRESENTING or one in _AND or (one in _HAVING and two == "har")


def of_thing(table: TokenTable, first: int) -> bool:
    """Whether a number is how old a thing is: datorn är _, en bil som är _, vår skola fyller _; not
    min bror med cykel är _."""
    verb = first - 1
    while verb > 0 and (table.lowers[verb] in _ABOUT or table.lowers[verb] == "över"):
        verb -= 1
    if not verb or table.lowers[verb] not in BE_OR_TURN:
        return False
    noun = verb - 1
    while noun > 0 and table.lowers[noun] in _TURNS_AFTER:
        noun -= 1
    told = table.lowers[noun] == "som" and noun > 0
    noun -= told
    word = table.words[noun]
    named = "fam" in word.labels or (
        word.plain <= SURELY_A_WORD and not word.labels.isdisjoint(PEOPLE)
    )
    if named or table.sentence[noun] != table.sentence[first] or not _THING.fullmatch(word.lower):
        return False
    begin = noun
    while noun - begin < 3 and _describes(table, begin - 1):
        begin -= 1
    return told or table.left(begin) in _SUBJECT_BEGINS


def begun_before(table: TokenTable, first: int) -> bool:
    """Whether what begins there is only the half of a number whose whole stands before it: ett och
    _."""
    half = first + (table.at(first) in ("en", "ett"))
    if not table.at(half).startswith("halv") or table.left(first) not in _AND:
        return False
    return table.left(first, 2) in ("en", "ett") or _counts(table, first - 2)


def _describes(table: TokenTable, index: int) -> bool:
    """Whether a token says whose the noun after it is, or what it is like."""
    return (
        _owned(table, index + 1)
        or table.at(index) in _OF_A_THING
        or (table.at(index).endswith("a") and table.words[index].ordinary > 0)
    )


def turned_in_month(table: TokenTable, first: int) -> bool:
    """Whether somebody turns so old in a month: fyller _ i maj, Ali blir _ i maj, nu fyller min son
    _ i maj; not festen blir _ i maj."""
    if (
        table.right(first) != "i"
        or not table.right(first, 2)
        or not table.entry(first + 2, "month_word")
    ):
        return False
    verb = first - 1 - (table.at(first - 1) in _ABOUT)
    if verb < 0 or table.sentence[verb] != table.sentence[first]:
        return False
    if table.at(verb) in _PRONOUNS:
        return table.left(verb) in _TURN_OR_BECOME
    if table.at(verb) in TURN:
        return table.left(verb) not in _SEVERAL
    if (inverted := _inverted(table, verb + 1)) in _TURN_OR_BECOME:
        return (
            inverted in TURN or _owned(table, verb) or not table.entry(verb, "fam")
        )  # but not: Anna blir mamma 5 i maj
    who = verb - 1
    while who > 0 and table.at(who) in _TURNS_AFTER:
        who -= 1
    if table.at(verb) not in _BECOME or who < 0 or table.sentence[who] != table.sentence[verb]:
        return False
    return table.at(who) in _PERSONS or not table.words[who].labels.isdisjoint(PEOPLE)


def _inverted(table: TokenTable, first: int) -> str:
    """The verb before the person right before a number: i maj fyller (min) mamma 60. "" where no
    person stands there."""
    if not first or table.words[first - 1].labels.isdisjoint(PEOPLE):
        return ""
    return table.left(first, 3 if _owned(table, first - 1) else 2)


def _owned(table: TokenTable, index: int) -> bool:
    """Whether somebody's stands before a token: min, Evas."""
    return index > 0 and (table.lowers[index - 1] in POSSESSIVES or table.words[index - 1].genitive)


def _value(table: TokenTable, index: int) -> int:
    entry = table.entry(index, "number")
    return (
        number_of(table.at(index)) if table.at(index).isdecimal() else entry.value if entry else 0
    )


def _counts(table: TokenTable, index: int) -> bool:
    return table.at(index).isdecimal() or table.entry(index, "number") is not None


def _of_one(table: TokenTable, index: int) -> bool:
    """Whether somebody's age is meant: min (lilla) tioåring, hon är en glad trettioåring; but not:
    det är svårt för en tioåring."""
    before = [table.left(index, steps) for steps in range(1, 6)]
    if not POSSESSIVES.isdisjoint(before[:2]):
        return True
    being = next((place for place, word in enumerate(before[:4]) if word in BE), -1)
    return being >= 0 and before[being + 1] in _PERSONS


def compound(table: TokenTable, index: int, match: re.Match[str]) -> Iterator[Detection]:
    """sextonårige, trettioårsåldern: the number is the mention."""
    stem = match[1].rstrip("-")
    entries = table.words[index].entries
    if any(entry.label == "age_decade" for entry in entries):
        decade = next(entry for entry in entries if entry.label == "age_decade")
        if decade.form[0].isdigit():
            return
    if not any(
        entry.label == "number" and entry.value > 1 for entry in table.gazetteer.entries(stem)
    ):
        return
    tail = match[2]
    weight = -1.0 if tail.startswith(("åringar", "aringar")) else 2.0
    if table.left(index) in _BEFORE_COMPOUND:
        weight += 0.5
    if table.left(index) in _GENERAL_COMPOUND:
        weight -= 2.0
    if tail.startswith("års") and not tail.startswith(("årsd", "årså")):
        weight -= 3.0
    start = table.document.tokens.starts[index]
    own = tail == "åring" and _of_one(table, index)
    yield Detection(
        Span(start, start + len(stem)),
        (
            Hypothesis(
                "age_string",
                (Evidence(f"ending:{tail}", SOMEBODYS if own else weight),),
                trust=Trust.CERTAIN if own else Trust.EVIDENCE,
            ),
        ),
    )
