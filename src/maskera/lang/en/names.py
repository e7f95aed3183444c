"""Claims of names by their words: those that end in a noun of their kind (Brick Lane, York
University, Lake Garda, Königstraße), behind titles, behind each other; house and line numbers.

Longer than 400 lines because all that is told by the last or first word of a name stands together.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from maskera.lang.en import initials, lines
from maskera.lang.en.beginnings import FOREIGN, lead_words, leads_of, street_words, streets
from maskera.lang.en.called import genders
from maskera.lang.en.initials import ORDINARY, is_name, single
from maskera.lang.en.surroundings import every_word_capital, goes_on
from maskera.lexicon.memo import Memo
from maskera.lexicon.table import QUOTES, TokenTable
from maskera.lexicon.tsv import WordLists, word_list
from maskera.lexicon.vocab import CAPITALS, Lexeme
from maskera.mentions import Detection, Evidence, Trust
from maskera.rules.rule import Rule, Stage, Trigger, lexeme, where, words
from maskera.taxonomy import FIRSTNAMES

_WORDS = word_list("en", "names")

HEADS = {
    "head_place": "place", "head_school": "school", "head_org": "other_institution",
    "head_geo": "geo", "head_transport": "transport_name",
}  # fmt: skip
"""Kind of a noun at the end of a name -> the label of the name."""
INSIDE = _WORDS["inside"] | {"&", "'", "-"}
MOST = 6  # tokens of such a name
ENDS_IN = Evidence("name:ends in a noun of its kind", 3.0)
BEGINS_WITH = Evidence("name:begins with a noun of its kind", 3.0)
COMMON_WORD = 2.0  # log-odds from which on a word is an ordinary one, also with a capital
COMPOSED = Evidence("name:ends in an ordinary word", 0.6)
NO_END = frozenset(
    "title nationality month_word weekday fam language prof number ordinal holiday unit".split()
)
"""Lists whose words end no name of a house."""
HOUSE = Evidence("number:of a street", 4.0)
TITLED = Evidence("cue:title", 4.0)
GIVEN_BEFORE = Evidence("cue:first name before", 2.5)
NAMED = Evidence("cue:name is", 4.0)
SOMEBODY = Evidence("cue:somebody called", 8.0)
GIVEN_SURELY = Evidence("cue:first name before a small town", 6.0)
SURELY_GIVEN = 1.5  # weight of a first name that is none but a first name
GIVEN_TITLES = {
    form: label.removeprefix("titled_")
    for label in ("titled_firstname_male", "titled_firstname_female", "titled_firstname_unknown")
    for form in _WORDS[label]
}
"""Titles behind which a first name stands, and its gender where no list has it."""
SURNAMES_TOO = word_list("en", "fields")["surname_too"]
"""Surnames that end the names of places and houses, too: Grace Church, Will Banks."""
GIVEN_WORDS = {
    form: label for label in sorted(FIRSTNAMES) for form in word_list("en", "word_names")[label]
}
"""First names that are words, and their labels."""
RANKS = _WORDS["rank"]
"""Titles before a surname, be it a first name by lists: PC Mason."""
SURE_TITLES = _WORDS["sure_title"]
"""Titles that hardly begin the name of anything else: Mr, Father, PC."""
KUNYAS = {
    "um": "firstname_female", "umm": "firstname_female", "oum": "firstname_female",
    "abu": "firstname_male", "abou": "firstname_male",
}  # fmt: skip
"""First words of Arabic names after a child, which are one name (not Om, a name of its own)."""
POOLS = _WORDS["pools"]
"""Words before a centre that is a place rather than an institution."""


NUMBERED = _WORDS["numbered_title"]
"""Titles of people who have a number: PC 4471."""
OF_FAMILY = _WORDS["of_family"]
"""Words before "name" that say whose: my maiden name is _."""
SAINTS = _WORDS["saints"]
"""What a full stop may stand behind in a name: St. Joseph's Church."""
IRISH = _WORDS["irish_particles"]
"""Those of Irish surnames, which stand with a capital: Ní Mháille."""
FRENCH = _WORDS["capital_particles"]
"""Those of other languages that stand with a capital as often: Le Goff, De Luca."""
PARTICLES = _WORDS["particles"] | IRISH
FREQUENT = 2.0  # log-odds from which on a word is no surname behind a title that is a word, too
STEM = 3  # letters before the word for a street in one word with it


_HEAD = Memo[Lexeme, str](
    lambda word: next((entry.label for entry in word.entries if entry.label in HEADS), "")
)


def head(table: TokenTable, index: int) -> str:
    """The label of things that a token in small letters is a noun for; "" where it is none."""
    if index >= len(table.words) or table.words[index].shape != "lower":
        return ""
    label = HEADS.get(_HEAD[table.words[index]], "")
    return label and _kind(table, index, index, label)


def _capital(word: Lexeme) -> bool:
    return word.shape in CAPITALS


def _ends(word: Lexeme) -> bool:
    return _capital(word) and bool(_HEAD[word])


def _ordinary(word: Lexeme) -> bool:
    return _capital(word) and word.plain > COMMON_WORD


def _title(word: Lexeme) -> bool:
    return _capital(word) and "title" in word.labels


def _unlisted(word: Lexeme) -> bool:
    return (
        _capital(word)
        and len(word.lower) > 1
        and word.ordinary <= ORDINARY
        and word.labels.isdisjoint(("title", "nationality"))
        and not _HEAD[word]
    )


def _tells(table: TokenTable, index: int) -> bool:
    """Whether the capital of a token tells something."""
    return table.words[index].plain <= ORDINARY or not table.fact(every_word_capital)


def behind_given(table: TokenTable, index: int) -> bool:
    """Whether a first name stands before a token."""
    return index > 0 and _is_given(table.words[index - 1])


def rules(lists: WordLists) -> tuple[Rule, ...]:
    """All of them. lists: those of the language."""
    _, behind, begins = streets(lists)
    ends, words_for_streets, leads = streets(lists)[0], behind | begins, leads_of(lists)

    def of_street(word: Lexeme) -> bool:
        return word.lower in words_for_streets or (_capital(word) and word.lower.endswith(ends))

    def begins_name(word: Lexeme) -> bool:
        return _capital(word) and word.lower in leads

    def rule(
        name: str,
        apply: Callable[[TokenTable, int], Iterator[Detection]],
        when: Trigger,
        *labels: str,
    ) -> Rule:
        return Rule(name, Stage.CLAIM, apply, when, frozenset(labels), cases="names")

    return (
        rule("name.head", _headed, where(lexeme(_ends), _tells), *HEADS.values(), "street_nr"),
        rule("name.common", _composed, where(lexeme(_ordinary), _tells), "other_institution"),
        rule("name.lead", _led, where(lexeme(begins_name), _tells), *leads.values()),
        rule("name.foreign_street", _foreign_street, lexeme(of_street), "place", "street_nr"),
        rule(
            "name.title",
            _titled,
            where(lexeme(_title), _tells),
            "surname",
            "initials",
            "other_nr_seq",
            *FIRSTNAMES,
        ),
        rule("name.initial", initials.claim, where(lexeme(single), _tells), "initials"),
        rule("name.plain_initials", initials.plain, lexeme(initials.may_be_plain), "initials"),
        rule("number.line", lines.claim, words(*lines.WORDS), "transport_nr"),
        rule("name.called", _called, words("name", "called", "named"), *FIRSTNAMES, "surname"),
        rule("name.behind_given", _surname, where(lexeme(_unlisted), behind_given), "surname"),
    )


def _headed(table: TokenTable, index: int) -> Iterator[Detection]:
    """A name that ends in a noun of its kind: Brick Lane, York University."""
    if "prof" in table.words[_run_before(table, index)].labels and table.left(index) == "of":
        return  # Director of Nursing
    titled = table.lowers[index] == "dr" and goes_on(table, index)  # R/V Dr Laghari
    titled = titled or _titled_surname(table, index)
    if (first := _run_before(table, index)) < index and not titled:
        label = _kind(table, first, index, HEADS[_HEAD[table.words[index]]])
        yield table.claim(first, index, label, ENDS_IN)
        if label == "place":
            yield from _house(table, first, index)


def _led(table: TokenTable, index: int) -> Iterator[Detection]:
    """A name that begins with one: Lake Garda, University of York."""
    generic = table.lowers[index] == "county" and index + 1 < len(table.words)
    if generic and _HEAD[table.words[index + 1]]:
        return  # the County Council
    if (last := _run_over_particles(table, index)) > index:
        label = table.vocab.derived(lead_words)[table.lowers[index]]
        yield table.claim(index, last, label, BEGINS_WITH)


def _surname(table: TokenTable, index: int) -> Iterator[Detection]:
    """What stands behind a first name, and is none with a name behind it."""
    inside = _is_given(table.words[index]) and _name_at(table, index + 1)
    if table.adjacent(index - 1) and _tells(table, index) and not inside:
        yield table.claim(index, index, "surname", GIVEN_BEFORE)
        if _rather_surname(table, index):
            yield table.claim(index, index, "surname", GIVEN_SURELY, trust=Trust.FORMAL)


def _rather_surname(table: TokenTable, index: int) -> bool:
    """Whether a town is somebody's surname behind a first name: Faye Butterworth; but not Sofia,
    Bulgaria."""
    given, word = table.words[index - 1], table.words[index]
    if goes_on(table, index) or word.shape != "capital" or given.shape != "capital":
        return False
    sure = given.plain <= 0 and any(
        e.label in FIRSTNAMES and e.weight >= SURELY_GIVEN for e in given.entries[:1]
    )
    return (
        sure
        and bool(word.labels)
        and word.labels <= {"city", "area", "surname"}
        and not any(e.weight > SURELY_GIVEN for e in word.entries if e.label == "city")
    )


def _composed(table: TokenTable, last: int) -> Iterator[Detection]:
    """A name that ends in an ordinary word with a capital, inside a sentence: at Walsh Fungi."""
    word = table.words[last]
    if table.fact(every_word_capital) or (_HEAD[word] and _run_before(table, last) < last):
        return
    if not word.labels.isdisjoint(NO_END) or len(word.lower) < 3 or goes_on(table, last):
        return
    first = _run_before(table, last)
    if word.shape == "upper" != table.words[first].shape:
        return  # to Huda PLEASE
    named = all(word.labels.isdisjoint(NO_END) for word in table.words[first:last])
    if first < last and named and not table.sentence_initial[first] and table.left(first):
        lower = table.words[first - 1].shape == "lower" or table.left(first) == ","
        if lower:
            yield table.claim(first, last, "other_institution", COMPOSED)


def _foreign_street(table: TokenTable, index: int) -> Iterator[Detection]:
    """Königstraße 4, Robert Anbergs väg 7, Rue de Lyon."""
    if table.fact(every_word_capital):
        return
    ends, behind, begins = table.vocab.derived(street_words)
    word = table.words[index]
    if word.shape in CAPITALS and len(word.lower) > STEM and word.lower.endswith(ends):
        if len(word.lower) - max(len(x) for x in ends if word.lower.endswith(x)) >= STEM:
            yield table.claim(index, index, "place", ENDS_IN)
            yield from _house(table, index, index)
    elif word.lower in behind and (first := _run_before(table, index)) < index:
        yield table.claim(first, index, "place", ENDS_IN)
        yield from _house(table, first, index)
    elif word.lower in begins and (
        word.shape in CAPITALS or word.zipf < FOREIGN or table.at(index + 1) in PARTICLES
    ):
        last = _run_over_particles(table, index)
        if last > index:
            yield table.claim(index, last, "place", BEGINS_WITH)
            yield from _house(table, index, last)


def _kind(table: TokenTable, first: int, head: int, label: str) -> str:
    """The label of a name that ends in a noun: a shopping centre is a place, and so is what a house
    number stands before (12 Kingfisher Court)."""
    numbered = first > 0 and _house_number(table, first - 1) and table.adjacent(first - 1)
    pool = table.lowers[head] in ("centre", "center") and table.left(head) in POOLS
    place = any(e.label == "head_place" for e in table.words[head].entries)
    return "place" if pool or (numbered and place) else label


def _name_at(table: TokenTable, index: int) -> bool:
    """Whether a name follows right behind: Juan [Pablo] Villarreal."""
    return index < len(table.words) and table.adjacent(index - 1) and is_name(table.words[index])


def _is_given(word: Lexeme) -> bool:
    best = word.entries[0].label if word.entries else ""
    return best.startswith("firstname") and word.shape in CAPITALS and word.plain <= ORDINARY


def _run_before(table: TokenTable, last: int) -> int:
    """Where the capitals before a noun begin; `last` for none."""
    # Where every word has a capital, ordinary ones are no part of a name: We Go To Brick Lane.
    most = ORDINARY if table.fact(every_word_capital) else math.inf
    first = last
    while first > 0 and last - first < MOST and table.sentence[first - 1] == table.sentence[last]:
        before = table.words[first - 1]
        saint = before.lower == "." and first > 1 and table.lowers[first - 2] in SAINTS
        if saint and table.glued(first - 2):
            first -= 2
        elif before.shape in CAPITALS and not (
            before.plain > (2 if table.sentence_initial[first - 1] else most)
        ):
            first -= 1
        elif (
            before.lower in INSIDE
            and first > 1
            and table.words[first - 2].shape in CAPITALS
            and before.lower not in ("and", "the", "on", "-")
            and not (before.lower == "of" and table.glued(first - 3))  # class 4Y of _
        ):
            first -= 2
        else:
            break
    return first


def _run_after(table: TokenTable, first: int) -> int:
    """Where a name ends that a noun begins, perhaps with "of"; `first` for none."""
    last, of = first, table.right(first) == "of"
    index = first + 2 if of else first + 1
    while (
        index < len(table.words)
        and table.sentence[index] == table.sentence[first]
        and table.words[index].shape in CAPITALS
        and index - first < MOST
    ):
        last, index = index, index + 1
    return last


def _run_over_particles(table: TokenTable, first: int) -> int:
    """The same, where particles may stand between its words: Plaza de la Encarnación."""
    last = _run_after(table, first)
    while True:
        index = last + 1
        while table.at(index) in PARTICLES and index - last < 3:
            index += 1
        if index == last + 1 or index >= len(table.words):
            return last
        joined = table.sentence[index] == table.sentence[first]
        if not joined or table.words[index].shape not in CAPITALS:
            return last
        last = _run_after(table, index)


def _house(table: TokenTable, first: int, last: int) -> Iterator[Detection]:
    """14 Brick Lane, Brick Lane 14."""
    before, after = first - 1, last + 1
    if before >= 0 and _house_number(table, before) and table.adjacent(before):
        yield table.claim(before, before, "street_nr", HOUSE, trust=Trust.FORMAL)
    elif after < len(table.words) and _house_number(table, after) and table.adjacent(last):
        yield table.claim(after, after, "street_nr", HOUSE, trust=Trust.FORMAL)


def _house_number(table: TokenTable, index: int) -> bool:
    lower = table.lowers[index]
    return lower.isdecimal() and len(lower) <= 5 and table.sentence[index] >= 0


def _titled(table: TokenTable, title: int) -> Iterator[Detection]:
    """Mr Smith, Dr. Anna Lind."""
    index = title + 1
    while table.at(index) == ".":
        index += 1
    if (
        index < len(table.words)
        and "title" in table.words[index].labels
        and _capital(table.words[index])
    ):
        return  # Rev. Fr. Cletus
    if table.lowers[title] in NUMBERED and len(table.at(index)) > 2 and table.at(index).isdecimal():
        yield table.claim(index, index, "other_nr_seq", HOUSE, trust=Trust.FORMAL)
        index += 1  # PC 4471 Hussain
    run: list[int] = []
    while (
        index < len(table.words)
        and len(run) < 3
        and table.words[index].shape in CAPITALS
        and table.sentence[index] == table.sentence[title]
        and (not _HEAD[table.words[index]] or _surname_too(table, index, len(run)))
    ):
        run.append(index)
        index += 1
    if not run:
        return
    behind = table.words[run[-1]]
    usual = behind.plain > FREQUENT and behind.labels.isdisjoint(FIRSTNAMES | {"surname"})
    if usual and table.lowers[title] not in SURE_TITLES:
        return  # Annual General Meeting
    if len(run) == 1 and len(table.lowers[run[0]]) == 1 and table.lowers[run[0]] != "i":
        dotted = table.at(run[0] + 1) == "." and table.glued(run[0])
        yield table.claim(run[0], run[0] + dotted, "initials", TITLED)  # Mrs T., Teacher
        return
    if len(run) == 2 and table.lowers[run[0]] in GIVEN_WORDS:
        label = GIVEN_WORDS[table.lowers[run[0]]]
        yield table.claim(run[0], run[0], label, TITLED, trust=Trust.FORMAL)  # PC Rich Church
    given = only_given(table.words[run[-1]]) if len(run) == 1 else ""
    if len(run) == 1 and table.lowers[title] in GIVEN_TITLES:
        entries = table.words[run[-1]].entries
        listed = [e.label for e in entries if e.label.startswith("firstname")]
        given = listed[0] if listed else GIVEN_TITLES[table.lowers[title]]
    relatives, _ = table.vocab.derived(genders)
    of_title = relatives.get(table.lowers[title], "")
    other = of_title and given not in ("", of_title, "firstname_unknown")  # Mr Cherry
    given = "" if other or table.lowers[title] in RANKS else given
    family = (
        table.lowers[title] in RANKS
        or "surname" in table.words[run[-1]].labels
        or table.lowers[run[-1]] in SURNAMES_TOO
    )
    unlisted = table.words[run[-1]].labels.isdisjoint(FIRSTNAMES | {"holiday", "prof"})
    sure = not given and (family or unlisted) and table.lowers[title] in SURE_TITLES
    trust = Trust.FORMAL if sure else Trust.EVIDENCE
    yield table.claim(run[-1], run[-1], given or "surname", TITLED, trust=trust)


def _titled_surname(table: TokenTable, index: int) -> bool:
    """Whether a surname that ends places' names stands behind a title, perhaps with a first name."""
    at = index - 1 - _surname_too(table, index, 1)
    title = at >= 0 and table.adjacent(at) and "title" in table.words[at].labels
    return title and table.words[at].shape in CAPITALS and table.lowers[index] in SURNAMES_TOO


def _surname_too(table: TokenTable, index: int, number: int) -> bool:
    """Whether a word of which names of places are made is somebody's surname behind a title: Dr
    Church, PC Rich Church; but not Dr Lind Surgery."""
    before = table.lowers[index - 1]
    known = not number or (before in GIVEN_WORDS or bool(_is_given(table.words[index - 1])))
    return known and table.lowers[index] in SURNAMES_TOO and not goes_on(table, index)


def only_given(word: Lexeme) -> str:
    """The label of a name that is no surname in any list: Miss Anna, Mr Piotr."""
    if "surname" in word.labels or not word.entries:
        return ""
    best = word.entries[0]
    if best.label == "firstname_unknown" and best.kind == "nqg":
        return ""  # counted as a first name of both genders: as often a family's (Mrs Hollis)
    return best.label if best.label.startswith("firstname") and best.weight >= SURELY_GIVEN else ""


def _called(table: TokenTable, index: int) -> Iterator[Detection]:
    """my name is Anna, a girl called Anna."""
    quoted = table.at(index + 1) in QUOTES and _somebody(table, index - 1)  # a man called "Solo"
    first = index + 1 + quoted
    if table.lowers[index] == "name":
        if table.at(first) not in ("is", "was"):
            return
        first += 1
    if first < len(table.words) and table.words[first].shape not in ("digit", "mark"):
        word = table.words[first]
        if table.left(index) in OF_FAMILY and word.shape in CAPITALS:
            yield table.claim(first, first, "surname", NAMED, trust=Trust.FORMAL)
            return
        best = word.entries[0].label if word.entries else ""
        if best.startswith("firstname") and (word.shape in CAPITALS or word.plain <= ORDINARY):
            yield table.claim(first, first, best, NAMED)
        elif word.shape in CAPITALS and not word.entries and word.lower != "the":
            relatives, _ = table.vocab.derived(genders)
            somebody = table.lowers[index] != "name" and _somebody(table, index - 1)
            label = relatives.get(table.lowers[index - 1], "") if somebody else ""
            how = SOMEBODY if somebody else NAMED
            yield table.claim(first, first, label or "firstname_unknown", how)


def _somebody(table: TokenTable, index: int) -> bool:
    """Whether a token is a word for a person: a fisherman [called Muniyandi]."""
    if index < 0 or table.words[index].shape != "lower":
        return False
    relatives, _ = table.vocab.derived(genders)
    people = {"fam", "prof", "person_noun", "nationality"}
    return table.lowers[index] in relatives or not people.isdisjoint(table.words[index].labels)
