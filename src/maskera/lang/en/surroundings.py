"""Names of no list, by the words before them: a village called Bajgora, works at Arla, lives in
Gort."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from maskera.lang.en.situations import words
from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import CAPITALS, Lexeme, Vocab
from maskera.mentions import Detection, Evidence, Trust
from maskera.rules.rule import Rule, Stage, lexeme
from maskera.rules.rule import words as words_at
from maskera.taxonomy import FIRSTNAMES

_WORDS = word_list("en", "surroundings")

LINKS = _WORDS["links"] | {"&", "'", "-"}
MOST = 6  # tokens of a name
# Words of a text, and share with a capital, from which capitals say nothing.
ENOUGH, NEARLY_ALL = 20, 0.7
FUNCTION = 6.0  # Zipf of words like of and to
RARE = 3.5  # Zipf under which a word that ends like a trade is hardly anything else
BEHIND = 8  # tokens before a name in which work or study is told
CALLED = _WORDS["called"]
AT = _WORDS["at"]
FOR = frozenset(("at", "for"))
"""Behind what one does with the hands: drove six years for Morsolk, but not drove from Leeds."""
TOWARDS = _WORDS["towards"]
SETTLED = _WORDS["settled"] | FIRSTNAMES
NOT_NAMES = frozenset(
    ("title", "nationality", "month_word", "weekday", "fam", "ordinary", "language", "prof")
)
TOLD_BY_NOUN = Evidence("cue:noun before a name", 4.5)
AT_WORK, IN_WORK = Evidence("cue:works at _", 4.5), Evidence("cue:works in _", 2.5)
AT_HOUSE = Evidence("cue:is treated in _", 4.0)
AT_SCHOOL = Evidence("cue:studies at _", 4.0)
PLAYS, SPORT, ALIGHT = _WORDS["plays"], _WORDS["team_sport"], _WORDS["alight"]
HOUSES, CARE, TREATED = _WORDS["house"], _WORDS["care"], _WORDS["treated"]
DIED = _WORDS["died"]
SKIPPED = _WORDS["skipped"]
"""Words of somebody in a team, of what teams play, before the stop where one leaves a train, and
for a house where people work; of what one has done in a hospital, before its name, and what befalls
people there (expired at Amrita); between a noun and the name it tells of."""
APPLIED, ADMITTED, LEARNING = _WORDS["applied"], _WORDS["admitted"], _WORDS["learning"]
"""What one does to be taken as a student, the word behind it, and words that say that a text is
about that: applied to _."""
REFERRAL, REFERRED_TO = _WORDS["referral"], _WORDS["referred_to"]
"""Words for sending somebody to a charity, giving to it or working for it, and behind them."""
NO_BODY = FIRSTNAMES | {"surname", "title", "fam", "prof", "city", "country", "region"}
REFERRED = Evidence("cue:referred to _", 7.0)
ONTO = frozenset(("on", "onto", "off"))
TEAM = Evidence("cue:plays for _", 4.5)
CLUB = Evidence("name:a club in small letters", 6.0)
HOSPITAL = Evidence("name:a hospital of a town", 6.0)
STOP = Evidence("cue:gets off at _", 3.5)
AT_HOME = Evidence("cue:lives in _", 3.0)


def every_word_capital(table: TokenTable) -> bool:
    """Whether the writer begins nearly every word with a capital, which then says nothing; not in
    the lines of a form, where words like of and to keep their small letters."""
    words = [word for word in table.words if word.shape not in ("digit", "mark")]
    high = sum(word.shape in CAPITALS for word in words)
    if len(words) < ENOUGH or high < NEARLY_ALL * len(words):
        return False
    small = [word.shape in CAPITALS for word in words if word.zipf >= FUNCTION]
    return sum(small) >= len(small) / 2


def goes_on(table: TokenTable, last: int) -> bool:
    """Whether a word with a capital stands right behind a token: Baba [Hassan]."""
    return table.adjacent(last) and table.words[last + 1].shape in CAPITALS


def nouns(vocab: Vocab) -> Mapping[str, str]:
    """Common noun -> label of the name behind it."""
    return {form: label for form, label, _, _ in vocab.lists.rows("leads.tsv")}


def _may_begin(word: Lexeme) -> bool:
    return word.shape in CAPITALS and len(word.lower) > 1 and word.labels.isdisjoint(NOT_NAMES)


def _claim(table: TokenTable, index: int) -> Iterator[Detection]:
    """A run of capitals that a noun, a verb of work, study or living tells of."""
    if last := table.fact(_runs).get(index):
        yield from _told(table, index, last, table.vocab.derived(nouns))


def _runs(table: TokenTable) -> Mapping[int, int]:
    """First token -> last one of the runs of capitals; none where every word has one."""
    found: dict[int, int] = {}
    last = -1
    for index in table.where(_may_begin) if not table.fact(every_word_capital) else ():
        if index > last and not table.sentence_initial[index]:
            found[index] = last = _run(table, index)
    return found


def _run(table: TokenTable, first: int) -> int:
    """The last token of the capitals that begin here; small links may stand between two."""
    last, index = first, first + 1
    while index < len(table.words) and index - first < MOST:
        if table.sentence[index] != table.sentence[first] or not table.adjacent(index - 1):
            break
        if table.words[index].shape in CAPITALS:
            last = index
        elif table.lowers[index] not in LINKS:
            break
        index += 1
    return last


def _told(
    table: TokenTable, first: int, last: int, leads: Mapping[str, str]
) -> Iterator[Detection]:
    at = first - 1
    while table.left(first, first - at) in SKIPPED:
        at -= 1
    near = table.at(at) if at >= 0 and table.sentence[at] == table.sentence[first] else ""
    behind = [table.left(first, step) for step in range(2, 2 + BEHIND)]
    noun = leads.get(near) if near and table.words[at].shape == "lower" else ""
    if label := noun or (near in CALLED and called(table, at, leads)) or "":
        own = of_writer(table, first, at, label)
        first += first < last and table.lowers[first] == "the"  # a pub called The Lamb
        yield table.claim(first, last, "work" if own else label, TOLD_BY_NOUN)
    elif near in ("for", "against") and not PLAYS.isdisjoint(behind[:4]) and _team(table, behind):
        yield table.claim(first, last, "other_institution", TEAM)
    elif near == "at" and behind[0] in ALIGHT:
        yield table.claim(first, last, "place", STOP)
    elif near == "for" and first == last and _given(table.words[first]):
        return  # cooks for Anna
    elif near == "at" and not DIED.isdisjoint(behind) and not table.words[last].genitive:
        yield table.claim(first, last, "other_institution", AT_HOUSE, trust=Trust.FORMAL)
    elif near in TREATED and not CARE.isdisjoint(behind[:5]) and not _settled(table, first, last):
        yield table.claim(first, last, "other_institution", AT_HOUSE)
    elif near in ADMITTED and not APPLIED.isdisjoint(behind[:3]) and any(table.among(LEARNING)):
        if not _settled(table, first, last):
            yield from _colleges(table, first, last)
    elif near == "in" and behind[0] in HOUSES and table.words[at - 1].shape == "lower":
        yield table.claim(first, last, "city", IN_WORK)  # works in the factory in Oakey
    elif near in AT and not words(table, "works_at").isdisjoint(behind):
        yield table.claim(first, last, "work", IN_WORK if near in ("in", "from") else AT_WORK)
    elif near in FOR and not words(table, "works_for").isdisjoint(behind):
        yield table.claim(first, last, "work", IN_WORK)
    elif near in AT and _trade(table, at) and near != "from":
        yield table.claim(first, last, "work", IN_WORK if near == "in" else AT_WORK)
    elif near in REFERRED_TO and not REFERRAL.isdisjoint(behind[:3]) and _body(table, first, last):
        yield table.claim(first, last, "other_institution", REFERRED, trust=Trust.FORMAL)
    elif near in ("at", "from", "to") and not words(table, "studies_at").isdisjoint(behind):
        yield table.claim(first, last, "school", AT_SCHOOL)
    elif (
        near in TOWARDS and not words(table, "lives_in").isdisjoint(behind[:4]) and last - first < 3
    ):
        yield table.claim(first, last, "city", AT_HOME)


def of_writer(table: TokenTable, first: int, at: int, label: str) -> bool:
    """Whether a house that a noun tells of is the writer's place of work: in my shop called _.

    first: where its name begins. at: the word before it. label: what the noun tells.
    """
    behind = [table.left(first, step) for step in range(2, 2 + BEHIND)]
    return label == "other_institution" and (
        not {"my", "our", "own"}.isdisjoint(behind[:5])
        or {"i", "have"} <= set(behind[:6])
        or _works(table, at, behind)
    )


def _body(table: TokenTable, first: int, last: int) -> bool:
    """Whether a run of several words may be what a charity is called: Open Door, Next Steps."""
    names = table.words[first : last + 1]
    known = any(not word.labels.isdisjoint(NO_BODY) for word in names)
    return first < last and names[0].shape == names[-1].shape == "capital" and not known


def _colleges(table: TokenTable, first: int, last: int) -> Iterator[Detection]:
    """Where somebody has applied, and the next behind "and": Northwestern and UIC."""
    yield table.claim(first, last, "school", AT_SCHOOL)
    other = last + 2
    if table.right(last) not in ("and", "or") or other >= len(table.words):
        return
    if table.words[other].shape in CAPITALS and _may_begin(table.words[other]):
        yield table.claim(other, other, "school", AT_SCHOOL)


def _settled(table: TokenTable, first: int, last: int) -> bool:
    """Whether lists have a name as a town's, a country's or a person's."""
    entries = table.entries(first, last) if last > first else table.words[first].entries
    return any(e.label in SETTLED for e in entries[:1])


def _team(table: TokenTable, behind: Sequence[str]) -> bool:
    """Whether a sport is told before a name: plays hurling for Na Fianna; or in the text."""
    return not SPORT.isdisjoint(behind) or bool(table.among(SPORT))


def _given(word: Lexeme) -> bool:
    return bool(word.entries) and word.entries[0].label in FIRSTNAMES


def called(table: TokenTable, at: int, leads: Mapping[str, str]) -> str:
    """The label that the noun before "called" tells: a village called, the name of the village
    is."""
    for step in range(5):
        if label := leads.get(table.left(at, step), ""):
            return label
    return ""


def _works(table: TokenTable, noun: int, behind: Sequence[str]) -> bool:
    """Whether somebody works in the house that a noun is of: cook in the hotel Harbour View, work
    in a meat factory."""
    if not words(table, "works_at").isdisjoint(behind) and not AT.isdisjoint(behind[:4]):
        return True
    places = range(noun - 1, max(0, noun - 5), -1)
    return any(table.lowers[at] in AT and _trade(table, at) for at in places)


def _trade(table: TokenTable, preposition: int) -> bool:
    """Whether somebody's trade stands before "at", perhaps with "now" between: cook at Arla."""
    at = preposition - 1
    if at > 0 and table.at(at) in words(table, "softening"):
        at -= 1
    if at < 0 or table.entry(at, "prof") is not None:
        return at >= 0
    word = table.words[at]
    ends = word.lower.endswith(tuple(words(table, "trade_ending"))) and word.zipf < RARE
    return word.shape == "lower" and (word.lower in words(table, "trade_head") or ends)


def _small_club(table: TokenTable, club: int) -> Iterator[Detection]:
    """A club in small letters, behind its town and sport: whitstable football club."""
    town = club - 2
    if town < 0 or not (table.adjacent(club - 1) and table.adjacent(town)):
        return
    sport = table.words[club - 1]
    if sport.shape != "lower" or not (sport.lower in SPORT or "thing" in sport.labels):
        return
    listed = table.words[town]
    if listed.shape == "lower" and listed.plain <= 0 and listed.labels & {"city", "area", "region"}:
        yield table.claim(town, club, "other_institution", CLUB)


def _general(table: TokenTable, last: int) -> Iterator[Detection]:
    """A hospital named after its town: drove her to Cavan General; but not Mitchell General
    Store."""
    town = last - 1
    if town < 0 or not table.adjacent(town) or table.words[last].shape != "capital":
        return
    if goes_on(table, last):
        return
    before = table.words[town]
    if before.shape == "capital" and before.labels & {"city", "area", "region"}:
        yield table.claim(town, last, "other_institution", HOSPITAL)


def _small_letters(table: TokenTable, letters: int) -> Iterator[Detection]:
    """A club in small letters by those before it: afc monton."""
    name = letters + 1
    if name >= len(table.words) or not table.adjacent(letters):
        return
    word = table.words[name]
    if word.shape == "lower" and word.plain <= 0 and len(word.lower) > 3:
        yield table.claim(letters, name, "other_institution", CLUB)


def _ward(table: TokenTable, ward: int) -> Iterator[Detection]:
    """A ward of a hospital by its name: seen on Rowan Ward; but not told Emma Ward."""
    name = ward - 1
    if name < 1 or table.words[ward].shape != "capital" or not table.adjacent(name):
        return
    if (
        table.words[name].shape == "capital"
        and table.left(name) in ONTO
        and not goes_on(table, ward)
    ):
        yield table.claim(name, ward, "other_institution", AT_HOUSE, trust=Trust.FORMAL)


CLAIMS = (
    Rule("name.ward", Stage.CLAIM, _ward, words_at("ward"), cases="names"),
    Rule("name.hospital", Stage.CLAIM, _general, words_at("general", "infirmary"), cases="names"),
    Rule("name.small_letters", Stage.CLAIM, _small_letters, words_at("afc", "fc"), cases="names"),
    Rule("name.surroundings", Stage.CLAIM, _claim, lexeme(_may_begin), cases="names"),
    Rule("name.small_club", Stage.CLAIM, _small_club, words_at("club"), cases="names"),
)
