"""Names of people by what is done with them, in texts without capitals, too, and of no list: met
tiff yesterday, gave the keys to Jothi, in kel's flat, me and shaz; but not met nobody."""

from __future__ import annotations

from collections.abc import Iterator

from maskera.lang.en.morphology import base, marks
from maskera.lang.en.names import OF_FAMILY
from maskera.lang.en.surroundings import every_word_capital, goes_on
from maskera.lang.en.word_names import (
    ADDRESSED,
    AUXILIARY,
    BARE,
    BEFORE,
    BEHIND,
    DAYS,
    DOES,
    DOUBTFUL,
    GREETING,
    IS,
    MASS,
    NAMES,
    POSSESSIVE,
    SPEAKING,
    STRONG,
    THING,
    WHERE,
    asked_about,
    is_person,
    label_of,
    of_person,
    said_to_be,
    writes_capitals,
)
from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import Lexeme
from maskera.mentions import Detection, Evidence, Trust
from maskera.rules.rule import Rule, Stage, lexeme
from maskera.taxonomy import FIRSTNAMES, FULL_NAME

_WORDS = word_list("en", "people")

HARDLY = _WORDS["hardly"]
"""First names that dictionaries have as words, and people hardly write as such: sam, oscar."""
MET, CALLED = _WORDS["met"], _WORDS["called"]
"""Verbs whose object is hardly a thing: met, texted; words for giving somebody a name."""
SEEN, LIKED = _WORDS["seen"], _WORDS["liked"]
"""Verbs whose object may be a thing as well: saw; love."""
GIVING, GETTING = _WORDS["giving"], _WORDS["getting"]
"""What one does to somebody (gave the keys to _), and has from somebody (a message from _)."""
LOOKED = _WORDS["looked"]
"""What one does at somebody: smiled at _."""
COMPANY = _WORDS["company"]
"""What one does with somebody: lives with _."""
OWNED = _WORDS["owned"]
"""What is somebody's rather than something's: _'s mum, _'s flat."""
SUBJECTS, TOLD, MINE = _WORDS["subjects"], _WORDS["told"], frozenset(("me", "i"))
"""Words before a verb whose object follows (i met _), and somebody who is called something."""
RANKED, SAYING = _WORDS["ranked"], _WORDS["saying"]
"""Words for one of several people (the oldest), and before whom one speaks to (told me)."""
BEARERS, ON = _WORDS["bearers"], _WORDS["on"]
THEY = _WORDS["they"]
"""Who is called something; words with which a sentence goes on, and whom it goes on with."""
OPENING = _WORDS["opening"] | {"", ",", ";", "-", "–", "—", "...", "("}
"""Words before the subject of a clause."""
DONE_TO = MET | ADDRESSED
"""Verbs whose object is a person."""
ENDING = BEHIND | _WORDS["goes_on"]
"""Words behind a name that end it inside a sentence."""
WHEN = _WORDS["when"]
"""When or where somebody was seen."""
HE_OR_SHE, OFTEN = frozenset(("he", "she")), _WORDS["often"]
"""Pronouns with which learners take a subject up, and how often somebody does something."""
WHOM = frozenset(("me", "us", "him"))
GROUPS = _WORDS["group"]
"""Of what somebody is, together with the writer: _ from my class."""
TOGETHER, BABIES = _WORDS["together"], _WORDS["baby"]
"""What two people do (have, live), and who is given a name."""
CLAUSE_ENDS = frozenset(("", ".", ",", "!", "?", "and", "but", "because"))
ASIDE = 6  # tokens before a name between commas in which somebody is told of
NEAR = 6  # tokens before "to" or "from" in which something is given or had
NO_NAMES = frozenset(("fam", "prof", "title", "person_noun"))
SHORTEST = 3  # letters of a name of no list
LONG = 6  # letters of a name from which on it is shortened
SAID_THEN = _WORDS["said_then"]
"""What stands behind somebody whom one is bidden to tell."""
LITTLE, HERE = _WORDS["little"], _WORDS["here"]
"""How a child is told before its name, and where or how somebody may be: is kezzia home?"""
HARDLY_EVER = 2.8  # Zipf under which a word of a dictionary is hardly ever written
LISTED, RARE = 1.5, 3.5  # weight of a first name in lists, and Zipf of a rare word
KNOWN = 1.5  # log-odds from which on a word is an ordinary one
DONE = Evidence("name:where a person alone stands", 7.0)
SMALL = Evidence("name:a name in a text without capitals", 6.0)


def unlisted(word: Lexeme) -> bool:
    """Whether a word is in no list and no dictionary, and no slip for another where it is small."""
    known = word.entries or word.ordinary > 0 or word.plain > KNOWN / 3
    slip = word.shape == "lower" and word.meant
    return not (known or slip) and len(word.lower) >= SHORTEST and base(word.lower).isalpha()


def rare(word: Lexeme) -> bool:
    """Whether a word with a capital is in no list, and so rare that it is hardly the word that
    dictionaries have: Perce, Tibs."""
    unknown = word.shape == "capital" and not word.entries and word.zipf < HARDLY_EVER
    return unknown and len(word.lower) >= SHORTEST and base(word.lower).isalpha()


def may_be(word: Lexeme) -> bool:
    """Whether a word may be a first name: by lists, or as it is in none and in no dictionary."""
    if word.shape not in ("lower", "capital") or len(word.lower) < 2:
        return False
    name = base(word.lower)
    if name in HARDLY or name in NAMES or rare(word):
        return True
    if word.entries:
        named = not word.labels.isdisjoint(FIRSTNAMES) and word.labels.isdisjoint(NO_NAMES)
        return (named and word.plain <= KNOWN) or _rare_name(word)
    return unlisted(word)


def _rare_name(word: Lexeme) -> bool:
    """Whether a word with a capital is a usual first name and a rare word: Deb, Bren, Ger."""
    listed = any(e.label in FIRSTNAMES and e.weight >= LISTED for e in word.entries)
    kept = word.labels.isdisjoint(NO_NAMES - {"person_noun"}) and len(word.lower) <= LONG
    return word.shape == "capital" and listed and kept and word.zipf < RARE


def owns(table: TokenTable, index: int) -> bool:
    """Whether a token is the genitive of what may be a first name, or of a word of no list."""
    word = table.words[index]
    return base(word.lower) != word.lower and may_be(word)


def _claim(table: TokenTable, index: int) -> Iterator[Detection]:
    word = table.words[index]
    small = word.shape == "lower"
    if table.all_caps_sentence[index] or table.fact(every_word_capital):
        return
    if small and table.fact(writes_capitals):
        return
    if goes_on(table, index):
        return
    name = base(word.lower)
    sure = small and name in HARDLY and table.left(index) not in BEFORE
    if sure or _stands(table, index, name):
        features = marks(word.lower)
        known = word.plain <= 0 and bool(word.entries) and word.entries[0].label in FIRSTNAMES
        yield table.claim(
            index,
            index,
            label_of(table, index),
            SMALL if sure else DONE,
            features=features,
            trust=Trust.EVIDENCE if known else Trust.FORMAL,  # lists may err in its gender
        )
        if _last(table, index) > index:
            yield table.claim(index + 1, index + 1, "surname", DONE)


def _last(table: TokenTable, index: int) -> int:
    """The last token of a name that begins there: of a first name in small letters the word of no
    list behind it, too."""
    name = index + 1
    if name >= len(table.words) or table.words[index].shape != "lower" or not table.adjacent(index):
        return index
    word = table.words[name]
    family = word.shape == "lower" and unlisted(word) and base(word.lower) == word.lower
    return name if family and not table.fact(writes_capitals) else index


def _stands(table: TokenTable, index: int, name: str) -> bool:
    """Whether a person alone can stand where a token does."""
    last = _last(table, index)
    before, after = table.left(index), table.right(last)
    verb = table.left(index, 2)
    if name != table.words[index].lower:
        return after in OWNED and before not in BEFORE and table.words[index + 1].shape == "lower"
    doubtful = name in DOUBTFUL or name in MASS
    ended = ends(table, last)
    if ((ended or after in DOES) and _named(table, index)) or name in DAYS:
        return ended and _named(table, index)
    if before in BEFORE or (after in THING and table.adjacent(index)):
        return False
    capital = table.words[index].shape == "capital" and not table.sentence_initial[index]
    if capital and name in HARDLY and ended and table.fact(writes_capitals):
        return not doubtful
    if before in TOLD and verb in SAYING and after == "you":
        return True  # my mother told me Selam you must go
    if name in AUXILIARY and after in SUBJECTS:
        return False  # i asked will he come
    if not _rather_a_name(table.words[index]):
        return ended and before in DONE_TO and verb in SUBJECTS
    if _subject(table, index, doubtful):
        return True
    if of_person(table, index) and (not doubtful or before == "," or after in DOES):
        return True
    if after == "and" and table.right(index, 2) in MINE:
        return before in OPENING or not (doubtful or before in WHERE)
    if not doubtful and asked_about(table, index) and (capital or table.right(index) in HERE):
        return True
    if before in LITTLE and verb not in BEFORE and ended and capital and not doubtful:
        return True  # Angel and baby Jaxten
    if not doubtful and (_pair(table, index) or _aside(table, index, last)):
        return True
    if before == "and" and may_be(table.words[index - 2]) and ended and not doubtful:
        return _object(table, index - 2, doubtful)  # i meet hesik and mara in the park
    trade = index > 0 and "prof" in table.words[index - 1].labels
    if trade and verb == "the" and after in DOES and unlisted(table.words[index]):
        return True  # the doctor bedril said
    if not ended:
        return False
    return _object(table, index, doubtful)


def _pair(table: TokenTable, index: int) -> bool:
    """Whether two people do something: hesik and mara have three children, me and hesik are old."""
    first = index - 2 if table.left(index) == "and" else index
    last = first + 2
    if first < index and table.at(first) in MINE:
        return table.right(index) in TOGETHER
    if last + 1 >= len(table.words) or table.at(first + 1) != "and" or not table.adjacent(last):
        return False
    both = may_be(table.words[first]) and may_be(table.words[last])
    return both and table.left(first) in OPENING and table.right(last) in TOGETHER


def _aside(table: TokenTable, index: int, last: int) -> bool:
    """Whether a name stands between commas behind somebody: the lady from the council, Jothi, was;
    a man in my class, hesik, who."""
    if table.left(index) != "," or table.right(last) != ",":
        return False
    begin = max(0, index - 2 - ASIDE)
    near = [at for at in range(begin, index - 1) if table.sentence[at] == table.sentence[index]]
    return any(is_person(table, at) for at in near) and "," not in table.lowers[begin : index - 1]


def _rather_a_name(word: Lexeme) -> bool:
    """Whether lists have a word as somebody's name rather than as a town's or a firm's."""
    return not word.entries or word.entries[0].label in FULL_NAME or base(word.lower) in NAMES


def ends(table: TokenTable, index: int) -> bool:
    """Whether a name ends there: nothing follows that it may stand before."""
    behind = index + 1
    if behind >= len(table.words) or table.sentence[behind] != table.sentence[index]:
        return True
    word = table.words[behind]
    if word.shape == "mark":
        return word.lower not in ("-", "/", "'", "’")
    return word.lower in ENDING


def _subject(table: TokenTable, index: int, doubtful: bool) -> bool:
    """Whether a name is the subject of what people alone do: then shaz rang me, _ is my friend."""
    after = table.right(index)
    if not table.adjacent(index) or table.words[index + 1].shape != "lower":
        return False
    opened = table.left(index) in OPENING
    if after in (SPEAKING if doubtful else STRONG):
        return opened
    if not doubtful and opened and after in HE_OR_SHE and table.right(index, 2) in DOES | BARE:
        return True  # hesik she is my teacher
    if not doubtful and opened and after in OFTEN and table.right(index, 2) in DOES | BARE:
        return True  # hesik always says
    if not doubtful and after in BARE and table.left(index) in OPENING - {""}:
        return True  # now hesik work in the town
    if not doubtful and after in DOES and table.right(index, 2) in WHOM:
        return opened  # after school hesik took me home
    if not doubtful and after == "from" and table.right(index, 2) in POSSESSIVE:
        return opened and table.right(index, 3) in GROUPS
    return after in IS and opened and said_to_be(table, index + 1)


def _object(table: TokenTable, index: int, doubtful: bool) -> bool:
    """Whether something is done to, with or for a name, or it is somebody's."""
    before, verb = table.left(index), table.left(index, 2)
    if before in IS and is_person(table, index - 2):
        return table.right(index) == "," and table.right(index, 2) in ("he", "she")
    if before == "and" and verb in MINE:
        return True
    if before in DONE_TO and verb in BEFORE:
        return False  # my phone bill
    if before in DONE_TO and (verb in SUBJECTS or not doubtful or _bidden(table, index)):
        return True
    if before == "," and is_person(table, index - 2):
        return table.right(index) in (",", ".", "!", "")
    if before in GREETING:
        return table.right(index) in (",", "!", ".", "")
    if gives_or_gets(table, index) or (before == "at" and verb in LOOKED):
        return True
    if before == "between" and table.right(index) == "and":
        return True
    if before == "(" and is_person(table, index - 2):
        return table.right(index) in (")", ",")
    if doubtful:
        return False
    if before == "with":
        return any(table.left(index, step) in COMPANY for step in (2, 3))
    if before in BABIES and verb not in SUBJECTS:
        return table.left(index, 3) in CALLED  # they called the baby _
    if before in SEEN:
        return verb in SUBJECTS and (table.right(index) in WHEN or _alone(table, index))
    if before == "only":
        return verb in (",", "but") and _alone(table, index)
    return before in LIKED and verb in SUBJECTS and _goes_on_as_person(table, index)


def _alone(table: TokenTable, index: int) -> bool:
    """Whether a name that is no word ends a clause: i will never forget hesik."""
    word = table.words[index]
    word_too = word.plain > 0 or word.ordinary > 0
    return not word_too and table.right(index) in CLAUSE_ENDS


def _bidden(table: TokenTable, index: int) -> bool:
    """Whether somebody is bidden to do something to a name, which a pronoun follows: tell rich i
    said hi."""
    return table.left(index, 2) in ("", ".", ",") and table.right(index) in SAID_THEN


def gives_or_gets(table: TokenTable, index: int) -> bool:
    """Whether something is given to a name, or had from it: lent my bike to _, a card from _."""
    if table.left(index) == "to":
        return any(table.left(index, step) in GIVING for step in range(2, 2 + NEAR))
    if table.left(index) == "from":
        return any(table.left(index, step) in GETTING for step in range(2, 5))
    return False


def _named(table: TokenTable, index: int) -> bool:
    """Whether somebody is said to be called so: her name is _, my neighbour is called _, they call
    me _."""
    before, verb = table.left(index), table.left(index, 2)
    if before in IS and verb == "name" and table.left(index, 3) in OF_FAMILY:
        return False  # her maiden name is
    if before in IS and (verb in ("name", "nickname") or _one_of_several(table, index - 2)):
        return True
    if before in CALLED:
        who = index - 2 - (verb in IS)
        return is_person(table, who) or (who < index - 2 and table.left(index, 3) in BEARERS)
    return before in TOLD and verb in CALLED


def _one_of_several(table: TokenTable, index: int) -> bool:
    """Whether a token tells one of several: the oldest [one] [is called _]."""
    return (
        table.at(index if table.at(index) not in ("one", "child", "kid") else index - 1) in RANKED
    )


def _goes_on_as_person(table: TokenTable, index: int) -> bool:
    """Whether a sentence goes on with a pronoun for somebody: i love ingy because she is kind."""
    steps = (table.right(index, step) in THEY for step in (2, 3))
    return table.right(index) in ON and any(steps)


RULES = (Rule("name.person", Stage.CLAIM, _claim, lexeme(may_be), FIRSTNAMES, cases="people"),)
