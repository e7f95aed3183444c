"""Things named behind the noun that says what they are: kyrkan Emma, gymmet Styrkan, biografen heter
Saga, en sjö som heter Anten (data/sv/headed.tsv has the nouns).

Lists and tagger know many of these names as people's, so they are claimed in their place.
Longer than 400 lines because what tells a name behind a noun is asked the same way of all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from maskera.label.slips import Forms
from maskera.lang.sv.institutions import PRESCHOOLS, in_their_place, of_work
from maskera.lang.sv.naming import SAID
from maskera.lang.sv.persons import is_somebody, owner_of_place
from maskera.lexicon.table import QUOTES, TokenTable
from maskera.lexicon.triggers import Test, one_of, only
from maskera.lexicon.tsv import notes, word_list
from maskera.lexicon.vocab import CAPITALS, Lexeme, Vocab
from maskera.mentions import Detection, Evidence, Hypothesis, Trust, likeliest, strength
from maskera.taxonomy import FULL_NAME, INSTITUTIONS
from maskera.text import Span

_WORDS = word_list("sv", "headed")

_OF_ADDRESSES = frozenset("/@")  # signs of an address, which no name has

SURE = 8.0  # outweighs a listed first name behind "heter" (up to 7)
FREQUENT, USUAL = 5.2, 3.5
"""Zipf from which a word is no name, but has a capital by mistake, and from which it is one only
where a name may end."""
MOST_WORDS = 3  # with a capital in a name
LEAST_ENDING = 6  # letters of a noun that ends a longer one
LEAST_BARE = 8  # and of an indefinite one: sushirestaurang
LEAST_MISSPELT, RARE = 8, 2.5  # letters of a misspelt noun, and Zipf from which a word is none
COMMON = 4.3  # Zipf from which a definite noun behind another is no name: på kaféet maten
RARER = 3.6  # Zipf below which a word without a definite ending may be a name
LESS_COMMON = 4.0  # the same where it ends a clause
BARE = 4.3  # and below which any word may be one behind an indefinite noun: bio saga, gym puls
UNUSUAL = 1.0  # log-odds of being an ordinary word below which a first name is one
HARDLY = -0.5  # and from which it may be a thing's name in small letters: på krogen nova
KEPT = 20_000  # forms kept with the noun that they may be
WINDOW = 8  # tokens before "heter" in which its subject stands: gymmet där jag tränar heter _
BACK = 24  # tokens before "den heter" in which what it is stands
_CALLED = _WORDS["called"]
_DEFINITE = tuple(sorted(_WORDS["definite_endings"]))
_HOW = tuple(sorted(_WORDS["how_endings"]))  # of adverbs and adjectives
_FINITE = tuple(sorted(_WORDS["verb_endings"]))
_BEFORE_BARE = _WORDS["before_place"] | _WORDS["before_object"] | _WORDS["before_bare"]
_IS_CALLED = one_of(_CALLED)
_THAT = frozenset(("den", "det"))
_SUBJECTS = SAID["person_before"] | _THAT
_ARTICLES = frozenset(("en", "ett"))
_PEOPLE = frozenset(("fam", "prof", "title"))
_NO_NAME = _PEOPLE | {"weekday", "month", "number"}
_PLACED = frozenset("city country region area".split())
_THINGS = INSTITUTIONS | {"place", "geo", "region", "area", "transport_name"}
_AND = frozenset(("och", "o", "&", ","))
LABELS = INSTITUTIONS | {"place", "geo", "transport_name"}
"""What the nouns of the list say of their names."""


class Heads(NamedTuple):
    """Nouns, definite and in all forms -> the label of what they are; what a word, maybe misspelt,
    is among the definite ones ("" for none), and what of the indefinite ones a word is or ends in
    behind which a name stands without an article (på restaurang saffran, på sushirestaurang bambu);
    whether it is one behind which a name may stand, one of these, and a noun that is tied to
    another."""

    definite: Mapping[str, str]
    every: Mapping[str, str]
    meant: Callable[[str], str]
    bare: Callable[[str], str]
    is_head: Test
    is_bare: Test
    is_tied: Test


def heads(vocab: Vocab) -> Heads:
    """The nouns of the list, with the genitives of the definite ones left aside."""
    definite: dict[str, str] = {}
    every: dict[str, str] = {}
    for form, label, _, note in vocab.lists.rows("headed.tsv"):
        definite[form] = every[form] = label
        if indefinite := notes(note).get("indefinite"):
            every[indefinite] = label

    def is_tied(word: Lexeme) -> bool:
        noun, hyphen, _ = word.lower.partition("-")
        return bool(hyphen) and noun in every

    slips = Forms()
    for form in definite:
        if len(form) >= LEAST_MISSPELT:
            slips.add(form)

    longest = tuple(
        sorted((form for form in definite if len(form) >= LEAST_ENDING), key=len, reverse=True)
    )
    last = tuple({form[-1] for form in definite})

    @lru_cache(KEPT)
    def meant(lower: str) -> str:
        if lower in definite:
            return lower
        if not lower.endswith(last):
            return ""
        if lower.endswith(longest):
            return next(filter(lower.endswith, longest))  # kampsportsklubben
        if lower[-1] == "s":
            return ""  # a genitive
        usual = lower in every or len(lower) < LEAST_MISSPELT or vocab.gazetteer.zipf(lower) >= RARE
        return "" if usual else min(slips.near(lower), default="")

    def is_head(word: Lexeme) -> bool:
        if word.lower in definite:
            return word.lower not in PRESCHOOLS
        return (
            word.shape in ("lower", "upper")
            and not word.entries
            and meant(word.lower) not in PRESCHOOLS | {""}
        )

    without_article = tuple(
        form
        for form, label in every.items()
        if form not in definite
        and label in INSTITUTIONS | {"place"}
        and form not in _WORDS["no_bare_head"] | PRESCHOOLS
    )
    ends_bare = tuple(form for form in without_article if len(form) >= LEAST_BARE)

    @lru_cache(KEPT)
    def bare(lower: str) -> str:
        if lower in without_article:
            return lower
        return next(filter(lower.endswith, ends_bare), "") if lower.endswith(ends_bare) else ""

    def is_bare(word: Lexeme) -> bool:
        return word.lower in without_article or (not word.entries and bare(word.lower) != "")

    return Heads(definite, every, meant, bare, is_head, is_bare, is_tied)


def claims(table: TokenTable) -> Sequence[Detection]:
    """The names behind a noun, and those behind a word for being called so."""
    return table.fact(_all)


def _all(table: TokenTable) -> list[Detection]:
    return [*_found(table)]


def _found(table: TokenTable) -> Iterator[Detection]:
    known = table.vocab.derived(heads)
    for head in table.where(known.is_head):
        small = 0
        if last := _beside(table, head) or (small := _beside_in_small_letters(table, head)):
            noun = known.meant(table.lowers[head])
            label = known.definite[noun]
            last += _owned(table, last, known.every)
            named = (
                table.words[head].shape == "capital"
                and not table.sentence_initial[head]
                and label in INSTITUTIONS
            )  # Restaurangen Saffran
            spelt = table.lowers[head].endswith(noun)
            first = head if named or (small and spelt) else head + 1
            yield _claim(table, first, last, label, of_work(table, head))
    for head in table.where(known.is_bare):
        if last := _behind_bare(table, head):
            label = known.every[known.bare(table.lowers[head])]
            yield _claim(table, head, last, label, of_work(table, head))
    yield from _hyphened(table, known)
    yield from _of_families(table, known)
    for verb in table.where(_IS_CALLED):
        if (subject := _subject(table, verb, known.every)) is None:
            continue
        first = verb + 1 + (table.right(verb) == "för")
        first += table.at(first) in QUOTES
        if last := _called(table, first, verb):
            last += _owned(table, last, known.every)
            label = known.every[table.lowers[subject]]
            works = of_work(table, subject - (table.left(subject) in _ARTICLES))
            yield _claim(table, first, last, label, works)


def _hyphened(table: TokenTable, known: Heads) -> Iterator[Detection]:
    """Names whose noun is tied to another behind it: Mälardalens universitet-studenter."""
    for index in table.where(known.is_tied):
        owner = index - 1
        if (
            owner >= 0
            and table.adjacent(owner)
            and table.lowers[owner].endswith("s")
            and table.words[owner].shape in CAPITALS
            and table.words[index].shape not in CAPITALS  # Lars Berg-Nilsson
            and not (table.sentence_initial[owner] and table.words[owner].plain > 0)
        ):
            noun = table.lowers[index].partition("-")[0]
            span = Span(table.span(owner, owner).start, table.span(index, index).start + len(noun))
            evidence = Evidence("cue:noun _", SURE, "a noun behind its genitive says what it is")
            yield Detection(span, (Hypothesis(known.every[noun], (evidence,), trust=Trust.FORMAL),))


def _of_families(table: TokenTable, known: Heads) -> Iterator[Detection]:
    """Things called after a family that is not named itself: Karlssonska huset, Hedmanska skolan."""
    for index in table.where(_adjective):
        noun, name = table.right(index), table.lowers[index].removesuffix("ska")
        family = table.gazetteer.entries(name)
        if (
            name not in table.vocabulary
            and table.adjacent(index)
            and noun.endswith(_DEFINITE)
            and table.words[index + 1].shape == "lower"
            and any(entry.label == "surname" and entry.weight >= UNUSUAL for entry in family)
        ):
            yield _claim(table, index, index + 1, known.definite.get(noun, "place"), False)


@only("capital")
def _adjective(word: Lexeme) -> bool:
    """Whether a word may be the adjective of a surname."""
    return word.lower.endswith("ska") and not word.entries and not word.zipf


def told(table: TokenTable, tagged: list[Detection]) -> list[Detection]:
    """The tagger's claims, in text order, with these in the place of the people and towns they
    overlap; a thing it has found itself stays."""
    found: Sequence[Detection] = claims(table)
    if not found:
        return tagged
    things = [
        claim.span for claim in tagged if likeliest(claim).label in _THINGS and strength(claim) > 0
    ]
    found = [
        claim
        for claim in found
        if not any(span.overlaps(claim.span) and not _within(span, claim.span) for span in things)
    ]
    return in_their_place(tagged, found)


def _within(one: Span, other: Span) -> bool:
    return one != other and other.covers(one)


def _claim(table: TokenTable, first: int, last: int, label: str, works: bool) -> Detection:
    label = "work" if works and label in INSTITUTIONS else label
    evidence = Evidence("cue:noun _", SURE, "the noun before it says what it is")
    return table.claim(first, last, label, evidence, trust=Trust.FORMAL)


def _beside(table: TokenTable, head: int) -> int:
    """The last token of a name with a capital right behind a noun; 0 for none."""
    first = head + 1
    if not (
        table.adjacent(head)
        and table.sentence[head] == table.sentence[min(first, len(table.words) - 1)]
        and table.words[head].shape != "upper"
        and _capital(table, first)
    ):
        return 0
    word = table.words[first]
    if word.zipf >= FREQUENT or _placed(table, first, head):
        return 0
    last = _last_capital(table, first)
    if _person(table, first) or word.zipf >= USUAL or word.plain > 0:
        return last if _subject_apart(table, head, last) else 0
    return last


def _last_capital(table: TokenTable, first: int) -> int:
    """The last token of a name with capitals from its first on."""
    last = first
    while (
        last - first < MOST_WORDS - 1
        and table.adjacent(last)
        and _capital(table, last + 1)
        and table.words[last + 1].zipf < FREQUENT
    ):
        last += 1
    return last


def _small(table: TokenTable, index: int) -> bool:
    """Whether a word has no capital of its own."""
    return table.words[index].shape == "lower" or table.all_caps_sentence[index]


def _beside_in_small_letters(table: TokenTable, head: int) -> int:
    """The last token of a name in small letters right behind a noun; 0 for none. Two definite nouns
    stand beside each other where one names the other: på rökeriet måsen, på krogen gyllene svanen,
    but not på kaféet maten."""
    known = table.vocab.derived(heads)
    if known.definite[known.meant(table.lowers[head])] not in INSTITUTIONS:
        return 0
    for name in (head + 1, head + 2):
        if name >= len(table.words) or not table.adjacent(name - 1):
            return 0
        word = table.words[name]
        if not _small(table, name) or table.sentence[name] != table.sentence[head]:
            return 0
        if word.lower.endswith(_DEFINITE):
            told = (
                (word.zipf > 0 or word.plain > 0)  # no slip
                and word.zipf < COMMON
                and word.labels.isdisjoint(_NO_NAME)
                and word.lower not in _WORDS["time"]  # på biblioteket stunden innan
            )
        else:
            told = name == head + 1 and (
                _noun(word) or (word.ordinary >= HARDLY and _person(table, name))
            )
        if told and not _one_of_several(table, name) and not _placed(table, name, head):
            return name if _subject_apart(table, head, name) else 0
        if word.zipf >= RARER or not word.labels.isdisjoint(_PEOPLE):
            return 0  # på hotellet sista natten
    return 0


def _one_of_several(table: TokenTable, name: int) -> bool:
    """Whether a definite noun goes on in another: städar på hotellet trapporna och rummen."""
    return table.right(name) in _AND and table.right(name, 2).endswith(_DEFINITE)


def _noun(word: Lexeme) -> bool:
    """Whether an ordinary word in small letters is so rare, and ends so, that it names a thing."""
    return (
        word.zipf < LESS_COMMON
        and word.plain > 0
        and len(word.lower) > 3
        and word.labels.isdisjoint(_NO_NAME)
        and not word.lower.endswith((*_HOW, *_FINITE))
    )


def _behind_bare(table: TokenTable, head: int) -> int:
    """The last token of a name behind an indefinite noun without an article; 0 for none: på
    restaurang saffran, äger kafé Flora, but not på restaurang ibland, på en restaurang nära torget,
    i hotell receptionen (one word)."""
    name = head + 1
    if not (
        (_small(table, head) or table.sentence_initial[head])
        and (table.left(head) in _BEFORE_BARE or not table.left(head).isalpha())
        and table.adjacent(head)
        and name < len(table.words)
        and table.sentence[name] == table.sentence[head]
    ):
        return 0
    word, person = table.words[name], _person(table, name)
    if _capital(table, name):
        last = _last_capital(table, name)
        surely = word.zipf < FREQUENT and not (_placed(table, name, head) and word.ordinary < 0)
        apart = not person or not table.left(head) or _subject_apart(table, head, last)
        return last if surely and apart else 0
    person = person and word.ordinary < UNUSUAL
    told = (
        _small(table, name)
        and word.lower.isalpha()
        and len(word.lower) > 2
        and (person or _no_adverb(word))
        and (person or word.labels.isdisjoint(_NO_NAME))
        and word.lower not in _WORDS["before_place"]
        and not (word.lower.endswith(_FINITE) and table.right(name) in SAID["person_before"])
        and (not word.meant or person or word.lower.endswith(_DEFINITE))
        and not _known(table, table.lowers[head] + word.lower)
        and (word.ordinary > 0 or not _placed(table, name, head))
    )
    return name if told and (not person or _subject_apart(table, head, name)) else 0


def _no_adverb(word: Lexeme) -> bool:
    """Whether an ordinary word behind an indefinite noun does not say how or when: tränar på gym
    regelbundet."""
    least = RARER if word.lower.endswith("t") else BARE
    return word.zipf < least and not word.lower.endswith(_HOW)


def _subject_apart(table: TokenTable, head: int, last: int) -> bool:
    """Whether what stands behind a noun is no subject that has come there (på gym anna tränade):
    the noun itself is one or a verb's object, or what follows says so."""
    return table.left(head) in _WORDS["before_object"] or _ends(table, head, last)


def _known(table: TokenTable, form: str) -> bool:
    """Whether a form is a word of the counts or the dictionary."""
    gazetteer = table.gazetteer
    return gazetteer.zipf(form) > 0 or gazetteer.spelled(form) is not None


def _ends(table: TokenTable, head: int, last: int) -> bool:
    """Whether what follows lets the name be a thing's: the clause ends or goes on as behind a noun,
    or the noun begins it and the thing is said to lie somewhere."""
    after = table.right(last)
    if after in SAID["lies"]:
        # maten från campingen oasen var kall; när vi kom till campingen oasen var det stängt
        return (
            not table.left(head)
            or table.left(head, 2).endswith(_DEFINITE)
            or table.right(last, 2) in _SUBJECTS
        )
    if after in _AND:
        other = last + 2
        return not (
            after != ","
            and other < len(table.words)
            and _person(table, last)
            and (_person(table, other) or table.lowers[other] in SAID["person_before"])
        )
    return not after[:1].isalpha() or after in SAID["follows_thing"]


def _called(table: TokenTable, first: int, verb: int) -> int:
    """The last token of what a thing is called; 0 for nothing that is a name."""
    if first >= len(table.words) or table.sentence[first] != table.sentence[verb]:
        return 0
    word = table.words[first]
    if (
        not word.lower[:1].isalnum()
        or not _OF_ADDRESSES.isdisjoint(word.lower)
        or word.lower in SAID["no_thing_name"]
        or table.all_caps_sentence[first]
    ):
        return 0
    last = first
    if _capital(table, first):
        while (
            last - first < MOST_WORDS
            and table.adjacent(last)
            and table.sentence[last + 1] == table.sentence[first]
            and (_capital(table, last + 1) or table.words[last + 1].shape == "digit")
        ):
            last += 1
        return last
    if (
        word.lower in SAID["begins_name"]
        and table.adjacent(first)
        and table.right(first)[:1].isalpha()
    ):
        return first + 1
    return 0 if word.zipf >= FREQUENT or "country" in word.labels else first


def _owned(table: TokenTable, last: int, known: Mapping[str, str]) -> bool:
    """Whether a name goes on in a noun behind a genitive: Rosenlunds kafé."""
    owner = table.lowers[last].endswith("s") and table.adjacent(last)
    return owner and table.right(last) in known


def _subject(table: TokenTable, verb: int, known: Mapping[str, str]) -> int | None:
    """The noun for what is called something: gymmet heter, gymmet där jag tränar heter, ett gym som
    heter, jag tränar på ett gym, det heter; None where a person is (läraren på gymmet heter)."""
    before = table.left(verb)
    if before in SAID["person_before"]:
        return None
    back = before in _THAT
    for index in range(verb - 1 - back, max(-1, verb - (BACK if back else WINDOW) - 1), -1):
        if not back and table.sentence[index] != table.sentence[verb]:
            return None
        lower, word = table.lowers[index], table.words[index]
        if lower in known:
            owner = index if back or before == "som" else owner_of_place(table, index)
            if is_somebody(table.words[owner]):
                return None
            return owner if table.lowers[owner] in known else index
        if not word.labels.isdisjoint(_PEOPLE) or _person(table, index):
            return None
        if lower in _CALLED:
            return None
    return None


def _placed(table: TokenTable, index: int, head: int) -> bool:
    """Whether a word is a town rather than the name of what stands there: sjukhuset Danderyd; but
    the lake Urmia is none."""
    natural = table.vocab.derived(heads).every.get(table.lowers[head]) == "geo"
    return any(
        entry.label in _PLACED and entry.weight > 0 and not (natural and entry.label == "city")
        for entry in table.words[index].entries
    )


def _person(table: TokenTable, index: int) -> bool:
    return any(
        entry.label in FULL_NAME and entry.weight > 0 for entry in table.words[index].entries
    )


def _capital(table: TokenTable, index: int) -> bool:
    return (
        index < len(table.words)
        and table.words[index].shape in CAPITALS
        and not (table.all_caps_sentence[index] or table.sentence_initial[index])
    )
