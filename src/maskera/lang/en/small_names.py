"""First names that are ordinary words in texts without capitals, by what only people are said to be
and do: mark cant come, is grace ok?, tell will i said hi, pick poppy up, thanks rose, its dean from
the gym; but not: grace is a gift, hope is here, can will power help, thanks hope you are ok.
"""

from __future__ import annotations

from collections.abc import Iterator

from maskera.lang.en.fields import name_of_field
from maskera.lang.en.full_names import line_begins
from maskera.lang.en.initials import first_name
from maskera.lang.en.morphology import base, marks
from maskera.lang.en.people import KNOWN, NO_NAMES, ends, unlisted
from maskera.lang.en.word_names import (
    ARTICLE,
    BEFORE,
    DAYS,
    DOUBTFUL,
    ENDEARING,
    MASS,
    MONTHS,
    NAMES,
    PLACES,
    POSSESSIVE,
    RATHER_WORDS,
    SEASON,
    SPEAKING,
    STATE,
    STRONG,
    THING,
    THINGS_ARE,
    is_person,
    label_of,
    of_person,
    writes_capitals,
)
from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import Lexeme
from maskera.mentions import Detection, Evidence, Trust
from maskera.rules.rule import Rule, Stage, lexeme, words
from maskera.taxonomy import FIRSTNAMES

_WORDS = word_list("en", "small_names")

OPENER, SUBJECT = _WORDS["opener"], _WORDS["subject"]
"""Words before the subject of a clause, and pronouns that are one."""
NEGATIVE, MODAL, BE = _WORDS["negative"], _WORDS["modal"], _WORDS["be"]
ACT = _WORDS["act"]
"""What people do, behind a modal."""
ADVERB, MEMBER = _WORDS["adverb"], _WORDS["member"]
"""What stands between "is" and a state, and whose somebody is: my mate."""
OF_HOME = _WORDS["of_home"]
"""Where one knows somebody from, without an article: joy from work."""
DOING, WHOM, POSSESSION = _WORDS["doing"], _WORDS["whom"], _WORDS["possession"]
"""Verbs of people with an object (texted, got), objects that are people, and things had."""
OBJECT, SEEN, WHEN = _WORDS["object"], _WORDS["seen"], _WORDS["when"]
"""Verbs whose object is somebody, such that see things as well, and when somebody was seen."""
CARRIED, CARRIED_OFF = _WORDS["carried"], _WORDS["carried_off"]
BEING, COMPANY = _WORDS["being"], _WORDS["company"]
"""Verbs before "with" and somebody, and words behind "me and" somebody."""
CALLING, BEHIND_CALLER = _WORDS["calling"], _WORDS["behind_caller"]
"""Words before who says who they are (its), and behind: from the gym."""
HAILED, BEHIND_HAILED = _WORDS["hailed"], _WORDS["behind_hailed"]
ASKING, ASKED = _WORDS["asking"], _WORDS["asked"]
KISS, CLOSING_WORDS = _WORDS["kiss"], _WORDS["closing"]
GREETED_TOO = frozenset(("hope", "may", "will"))
"""Names that are verbs with which a message goes on behind a greeting: thanks will do."""
SPOKEN = _WORDS["spoken"]
"""Forms of "speak", near behind which "a" stands before somebody: spoke to a daniel."""
USUAL = 4.5  # Zipf of words like milk and oil, which lists have as names
AROUND, LONGEST = 60, 6  # characters round a closing's name, and names of a row on each side
NEAR = 8  # tokens from one of these to the name
OF_PERSON = Evidence("name:in small letters where only people stand", 7.0)


def _may_be(word: Lexeme) -> bool:
    """Whether a word in small letters is a first name of our list, or of others and no word."""
    if word.shape != "lower" or word.lower in DAYS or word.lower in MONTHS:
        return False
    placed = not word.labels.isdisjoint(PLACES) and word.entries[0].label in PLACES
    if placed or word.lower in SUBJECT:
        return False  # gaza, india
    if word.lower in NAMES or unlisted(word):
        return True
    listed = first_name(word) is not None and word.plain <= KNOWN and word.zipf < USUAL
    return listed and word.labels.isdisjoint(NO_NAMES | {"month_word"}) and word.lower.isalpha()


def _claim(table: TokenTable, index: int) -> Iterator[Detection]:
    if table.fact(_names_have_capitals) or _thing(table, index):
        return
    listed = first_name(table.words[index]) is not None or table.lowers[index] in NAMES
    rest = listed and (table.left(index) == "a" or table.left(index) not in BEFORE)
    if _says_who(table, index) or (rest and any(tells(table, index) for tells in _TELLS)):
        label = label_of(table, index)
        yield table.claim(index, index, label, OF_PERSON, trust=Trust.FORMAL)


def _names_have_capitals(table: TokenTable) -> bool:
    """Whether a text writes names with a capital: it has capitals, one inside a sentence, too."""
    if not table.fact(writes_capitals):
        return False
    return any(
        word.shape == "capital" and len(word.lower) > 1 and not table.sentence_initial[at]
        for at, word in enumerate(table.words)
    )


def _thing(table: TokenTable, index: int) -> bool:
    """Whether a word goes on to a thing or is one: poppy seeds, rose-red."""
    return table.right(index) in THING or table.right(index) in ("-", "'s", "/")


def _ended(after: str) -> bool:
    """Whether nothing follows in the clause, by the token behind."""
    return not after or not after[0].isalnum()


def _vague(name: str) -> bool:
    """Whether a name stands without an article as a word, too, or is what plants do."""
    return name in MASS or name in RATHER_WORDS or name in DOUBTFUL


def _opened(table: TokenTable, index: int) -> bool:
    return table.left(index) in OPENER or table.sentence_initial[index]


def _subject(table: TokenTable, index: int) -> bool:
    """Whether a name is the subject of what people do and are."""
    name, verb, behind = table.lowers[index], table.right(index), table.right(index, 2)
    told = table.left(index) in WHOM and table.left(index, 2) in OBJECT  # told me hunter keeps
    if not (_opened(table, index) or told):
        return False
    vague = _vague(name)
    if verb in NEGATIVE or verb in MODAL:
        return behind in ACT or (not vague and behind not in SUBJECT)
    if verb in BE:
        return _state(table, index, index + 2)
    if verb == "from":
        return behind in (OF_HOME if vague else OF_HOME | MEMBER)  # joy from work
    if verb == "keeps" and behind.endswith("ing"):
        return True
    if verb in SPEAKING:
        return not (vague and behind in ("", ",", "."))
    if verb in DOING and (behind in WHOM or table.right(index, 3) in POSSESSION):
        return True
    if verb == "owes" and behind[:1].isdigit():
        return True
    if verb in DOING and (behind in POSSESSION or (behind in ARTICLE and not vague)):
        return True
    return verb in STRONG and not vague


def _state(table: TokenTable, index: int, at: int) -> bool:
    """Whether a name is said to be as people are: is so drunk, was at work, is my mate."""
    name = table.lowers[index]
    while table.at(at) in ADVERB:
        at += 1
    state = table.at(at)
    if state in MEMBER:
        return any(is_person(table, at + step) for step in (1, 2))
    if name in SEASON and state in THINGS_ARE:
        return False
    return state in STATE or (state in THINGS_ARE and not (name in MASS or name in RATHER_WORDS))


def _object(table: TokenTable, index: int) -> bool:
    """Whether something is done to a name that is done to people."""
    name, before, after = table.lowers[index], table.left(index), table.right(index)
    if table.left(index, 2) in BEFORE:
        return False  # my phone bill
    if name in MODAL and before.startswith("ask") and after in SUBJECT:
        return False  # i asked will he come
    if before in OBJECT and not (before == "thank" and name in ENDEARING):
        return ends(table, index) or after in SUBJECT or after in WHEN
    if before in SEEN:
        if after[:1].isdigit():
            return name not in MASS
        return name not in MASS and (after in WHEN or (_ended(after) and name not in DOUBTFUL))
    if before in CARRIED:
        return after in CARRIED_OFF and name not in RATHER_WORDS
    if before == "a":
        near = {table.left(index, step) for step in range(2, NEAR)}
        return not _vague(name) and ends(table, index) and not SPOKEN.isdisjoint(near)
    if before == "off" and table.left(index, 2) in POSSESSION:
        return ends(table, index)
    return False


def _with(table: TokenTable, index: int) -> bool:
    """Whether somebody is with a name, or it stands beside "me": was with drew, me and pat are."""
    name, before, after = table.lowers[index], table.left(index), table.right(index)
    if before == "with":
        there = table.left(index, 2) in (BE if name in MASS else BEING)
        return there and after not in ("and", "&") and (ends(table, index) or after in WHEN)
    if before in ("and", "&", "+") and table.left(index, 2) in ("me", "i"):
        return ends(table, index) or after in COMPANY
    return (
        after in ("and", "&", "+")
        and table.right(index, 2) in ("me", "i")
        and _opened(table, index)
    )


def _of_mine(table: TokenTable, index: int) -> bool:
    """Whether somebody's friend or relative is called so: can her mate hope come."""
    after = table.right(index)
    if table.lowers[index] in MODAL:
        return False  # my child will be alone
    return of_person(table, index) or (
        is_person(table, index - 1)
        and any(table.left(index, step) in POSSESSIVE for step in (2, 3))
        and (after in ACT or after in MODAL or after in NEGATIVE or _ended(after))
    )


def _says_who(table: TokenTable, index: int) -> bool:
    """Whether somebody says so of themselves: its pat from the gym."""
    name, before, after = table.lowers[index], table.left(index), table.right(index)
    listed, at = not unlisted(table.words[index]), index - 1
    said = before in ("is", "'s", "s") and table.left(index, 2) in ("it", "this", "name")
    if said or (before == "me" and table.left(index, 2) in CALLING):
        at = index - 2
    elif before not in CALLING:
        return False
    if table.left(at) in ("if", "that", "because"):
        return False
    return after in BEHIND_CALLER or (listed and _ended(after) and not _vague(name))


def _hailed(table: TokenTable, index: int) -> bool:
    """Whether a name is greeted, thanked or wished something."""
    name, before, after = table.lowers[index], table.left(index), table.right(index)
    if before not in HAILED or name in ENDEARING:
        return False
    if name in GREETED_TOO and not (_ended(after) or after in KISS):
        return False
    return _ended(after) or after in KISS or after in BEHIND_HAILED


def _signs(table: TokenTable, index: int) -> bool:
    """Whether a name ends a line that closes a letter, or stands before kisses at its end: love
    chase xx."""
    text, tokens = table.document.text, table.document.tokens
    start, end = tokens.starts[index], tokens.ends[index]
    begin = max(text.rfind("\n", 0, start) + 1, start - AROUND)
    ahead = text[begin:start].split()
    behind = text[end : end + AROUND].partition("\n")[0].strip(" .,!")
    closed = len(ahead) <= 3 and bool(ahead) and ahead[-1].strip(",!.-").lower() in CLOSING_WORDS
    return (
        closed and (not behind or behind.lower() in KISS) and table.lowers[index] not in ENDEARING
    )


def _asked(table: TokenTable, index: int) -> bool:
    """Whether a question is asked about a name: is grace ok, wheres mark, did will say."""
    name, before, after = table.lowers[index], table.left(index), table.right(index)
    if before not in ASKING or table.left(index, 2) not in OPENER | {""}:
        return False
    if name in SEASON and after in THINGS_ARE:
        return False
    if after in STATE or (after in ASKED and name not in MASS):
        return True
    if after == "with" and table.right(index, 2) in WHOM:
        return True
    return after in THINGS_ARE and not (name in MASS or name in RATHER_WORDS)


def _row(table: TokenTable, index: int) -> bool:
    """Whether a name stands in a row of three or more that are all names, before what people are:
    hunter, summer and ger are in the car."""
    members = _members(table, index)
    if len(members) == 2:
        (other,) = set(members) - {index}
        paired = table.words[other].plain <= 0 and first_name(table.words[other]) is not None
        after = table.right(members[-1])
        return paired and (_ended(after) or after in COMPANY or after in WHEN)
    if len(members) < 3:
        return False
    last = members[-1]
    sure = any(not _vague(table.lowers[at]) or table.words[at].plain <= 0 for at in members)
    after = table.right(last)
    return sure and (_ended(after) or after in COMPANY)


def _members(table: TokenTable, index: int) -> list[int]:
    """The words of a row that a token stands in, if all may be names; nothing for others."""
    found = [index]
    for step in (-2, 2):
        at = index
        while (
            _link(table, at, step)
            and _may_be(table.words[at + step])
            and abs(at - index) < 2 * LONGEST
        ):
            at += step
            found.append(at)
        if _link(table, at, step):
            return []
    return sorted(found)


def _link(table: TokenTable, at: int, step: int) -> bool:
    """Whether a comma or an "and" stands beside a token, and a word behind it in its sentence."""
    link, other = at + step // 2, at + step
    if not 0 <= other < len(table.words) or table.sentence[other] != table.sentence[at]:
        return False
    return table.at(link) in (",", "and", "&", "+") and table.words[other].shape == "lower"


def _shortened(word: Lexeme) -> bool:
    return word.shape == "lower" and word.lower != base(word.lower) and base(word.lower) in NAMES


def _is(table: TokenTable, index: int) -> Iterator[Detection]:
    """A name with a short "is" behind it: olive's off til weds; but not summer's here."""
    name, after = base(table.lowers[index]), table.right(index)
    if table.fact(_names_have_capitals) or name in SEASON or not _opened(table, index):
        return
    stays = after in STATE or (after == "off" and name not in MASS)
    if stays and name not in MONTHS and name not in DAYS:
        label = label_of(table, index)
        features = marks(table.lowers[index])
        yield table.claim(index, index, label, OF_PERSON, features=features, trust=Trust.FORMAL)


def _turns(table: TokenTable) -> frozenset[int]:
    """Colons behind who speaks in the lines of a chat; none where fewer than two lines begin so:
    will: me + rose."""
    found = [
        colon
        for colon in table.among(frozenset(":"))
        if colon and line_begins(table, colon - 1) and _may_be(table.words[colon - 1])
    ]
    names = {table.lowers[colon - 1] for colon in found}
    turns = len(found) > len(names) or len(found) > 2
    return frozenset(found) if turns else frozenset()


def _turn(table: TokenTable, colon: int) -> Iterator[Detection]:
    if colon in table.fact(_turns) and not name_of_field(table, colon)[1]:
        label = label_of(table, colon - 1)
        yield table.claim(colon - 1, colon - 1, label, OF_PERSON, trust=Trust.FORMAL)


_TELLS = (_subject, _object, _with, _hailed, _signs, _asked, _row, _of_mine)
RULES = (
    Rule("name.small_is", Stage.CLAIM, _is, lexeme(_shortened), FIRSTNAMES, cases="small_names"),
    Rule("name.small_turn", Stage.CLAIM, _turn, words(":"), FIRSTNAMES, cases="small_names"),
    Rule(
        "name.small_person", Stage.CLAIM, _claim, lexeme(_may_be), FIRSTNAMES, cases="small_names"
    ),
)
