"""Initials of names: one or more letters with or without full stops, by the names and words round
them."""

from __future__ import annotations

from collections.abc import Iterator, Set

from maskera.lexicon.gazetteer import Entry
from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import CAPITALS, Lexeme
from maskera.mentions import Detection, Evidence, Trust
from maskera.taxonomy import FIRSTNAMES, FULL_NAME
from maskera.text import back_over, on_over

_WORDS = word_list("en", "initials")
OFFICES, ACTIONS, TO_DO = _WORDS["office"], _WORDS["action"], _WORDS["to_do"]
"""Letters of trades and bodies (GP, DWP), and words before and behind who does something in
minutes: Action: JK; TW to ring."""
ACTS, BY = _WORDS["acts"], _WORDS["by"]
"""What people alone do, behind their letters (SM disclosed), and before letters: proposed JC."""
OF_SOMEBODY, TO_SOMEBODY = _WORDS["of_somebody"], _WORDS["to_somebody"]
"""Words behind and before people in a text that calls them by letters: disclosed that DM had."""
_ROW = frozenset((",", "&", "and"))
KNOWN_STATE = 3.5  # Zipf from which on letters are those of a state before a verb
DATED = 14  # characters of a date behind letters
NAMES = FULL_NAME | {"region", "fam"}
WORD_NAMES = frozenset(
    name for label in sorted(FIRSTNAMES) for name in word_list("en", "word_names")[label]
) - {"may"}
"""First names that are ordinary words, but for one that begins a question: May I?"""
HANDED = _WORDS["handed"]
"""What somebody's letters stand behind: handover from, thanks to."""
CLIENTS, QUOTES = _WORDS["client"], frozenset("\"“”'‘’")
"""Words for whom notes are about."""
IRISH = word_list("en", "names")["irish_particles"]
ORDINARY = 1.5  # log-odds from which on a capital is an ordinary word's (My, Samsung)
BOTH_SIDES, ONE_SIDE = Evidence("initial:between names", 4.5), Evidence("initial:by a name", 3.0)
OF_A_NAME = Evidence("initial:of a name of the text", 4.5)
ALONE = Evidence("initial:alone", 2.0)


def claim(table: TokenTable, index: int) -> Iterator[Detection]:
    """Anna B. Larsson, N. Isaza, P.J. Burke, Bia V."""
    if index and table.lowers[index - 1] == "." and table.glued(index - 1):
        return  # inside letters that began before
    last = index
    while table.at(last + 1) == "." and table.glued(last):
        last += 1
        if last + 1 < len(table.words) and table.glued(last) and letter(table, last + 1):
            last += 1
        else:
            break
    if last == index and table.lowers[index] in table.fact(_codes):
        yield table.claim(index, index, "initials", OF_A_NAME, trust=Trust.FORMAL)
        return
    dotted = last > index
    before = index > 0 and table.adjacent(index - 1) and is_name(table.words[index - 1])
    after = (
        last + 1 < len(table.words)
        and table.sentence[last + 1] == table.sentence[index]
        and is_name(table.words[last + 1])
    )
    named = before or (index > 0 and table.adjacent(index - 1) and _word_name(table, index - 1))
    if named and last == index and _given(table.words[index - 1]) and _closes(table, index):
        at_end = (BOTH_SIDES, OF_A_NAME)
        yield table.claim(index, index, "initials", *at_end, trust=Trust.FORMAL)  # with Tyler M
    elif (before and (dotted or after)) or (after and dotted):
        yield table.claim(index, last, "initials", BOTH_SIDES if before and after else ONE_SIDE)
    elif dotted and (
        _alone(table, index, last) or _goes_on(table, index, last) or _signs(table, index, last)
    ):
        yield table.claim(index, last, "initials", ALONE)
    elif dotted and _of_somebody(table, index, last):
        yield table.claim(index, last, "initials", OF_A_NAME)
    elif last - index == 3 and table.left(index) == "," and table.right(last) == ",":
        letters = table.lowers[index] + table.lowers[index + 2]
        if letters not in OFFICES:
            yield table.claim(index, last, "initials", OF_A_NAME)  # another pupil, T.W., who


def _word_name(table: TokenTable, index: int) -> bool:
    """Whether a word with a capital is a first name that is an ordinary word, too: Will P."""
    return table.words[index].shape == "capital" and table.lowers[index] in WORD_NAMES


def _closes(table: TokenTable, index: int) -> bool:
    """Whether a letter ends its line or clause."""
    behind = table.right(index)
    ended = _ends_line(table.document.text, table.span(index, index).end)
    return ended or (behind in (",", ";", ")", "?", "!") and not table.glued(index + 1))


def _alone(table: TokenTable, first: int, last: int) -> bool:
    """Whether nothing else stands on the line, perhaps a quoted one: V. under a letter."""
    text, span = table.document.text, table.span(first, last)
    begin = back_over(text, span.start, " >".__contains__)
    return text[max(0, begin - 1) : begin] == "\n" and _ends_line(text, span.end)


def _signs(table: TokenTable, first: int, last: int) -> bool:
    """Whether a letter ends the line behind a sentence, and begins a first name of the text: Come
    soon. G."""
    text, span = table.document.text, table.span(first, last)
    begin = back_over(text, span.start, " ".__contains__)
    ended = begin > 0 and text[begin - 1] in ".!?"
    if last - first != 1 or not ended or not _ends_line(text, span.end):
        return False
    return table.lowers[first] in table.fact(_first_letters)


def _ends_line(text: str, place: int) -> bool:
    """Whether nothing but blanks stands behind a place on its line."""
    end = on_over(text, place, " ".__contains__)
    return text[end : end + 1] in ("", "\n")


def _first_letters(table: TokenTable) -> frozenset[str]:
    """The letters with which first names of the text begin."""
    words = enumerate(table.words)
    return frozenset(table.lowers[at][0] for at, word in words if is_name(word) and word.entries)


def _of_somebody(table: TokenTable, first: int, last: int) -> bool:
    """Whether letters are those of a name of the text (Yours, J. P., behind Jonathan Pierce), or
    two in brackets: his son (E.Y.)."""
    letters = [word for word in table.lowers[first : last + 1] if word != "."]
    if len(letters) > 1 and table.at(first - 1) == "(" and table.at(last + 1) == ")":
        return True
    names = table.fact(_full_names)
    if len(letters) > 1 or not names:
        return letters[0] + letters[-1] in names
    before, after = first - 2, last + 1
    if (
        after < len(table.words)
        and letter(table, after)
        and letters[0] + table.lowers[after] in names
    ):
        return True
    dotted = before >= 0 and table.lowers[first - 1] == "." and letter(table, before)
    return dotted and table.lowers[before] + letters[0] in names


def may_be_plain(word: Lexeme) -> bool:
    """Whether a word is two or three capitals that stand for no office."""
    letters = word.shape == "upper" and word.lower.isalpha() and 1 < len(word.lower) < 4
    return letters and word.lower not in OFFICES


def plain(table: TokenTable, index: int) -> Iterator[Detection]:
    """Initials without full stops: those of somebody of the text (TW, of T. Wainwright), and of
    who is to do something in minutes: - FO to send the rota."""
    if table.all_caps_sentence[index] and not _among_letters(table, index):
        return
    letters = table.lowers[index]
    if letters in table.fact(_acting):
        yield table.claim(index, index, "initials", ALONE, OF_A_NAME, trust=Trust.FORMAL)
        return
    names = letters[0] + letters[-1] in table.fact(_full_names)
    if names and table.words[index].labels <= NAMES and table.left(index) != ",":
        yield table.claim(index, index, "initials", OF_A_NAME, trust=Trust.FORMAL)
    elif _to_act(table, index) or (_alone(table, index, index) and _last(table, index)):
        yield table.claim(index, index, "initials", ALONE, OF_A_NAME, trust=Trust.FORMAL)


def _among_letters(table: TokenTable, index: int) -> bool:
    """Whether all that is in capitals in a sentence is letters of people: Present: DM, SM, RJT."""
    sentence = table.document.sentences[table.sentence[index]]
    capitals = [
        word for word in table.words[sentence.start : sentence.end] if word.shape == "upper"
    ]
    return all(may_be_plain(word) for word in capitals)


def _acting(table: TokenTable) -> frozenset[str]:
    """Letters of people by what they do, and under notes: SM disclosed that; proposed JC; [TW] as the
    last word."""
    places = table.where(may_be_plain)
    telling = (_acts, _under, _to_act, _told)
    found = {table.lowers[at] for at in places if any(told(table, at) for told in telling)}
    if not found:
        return frozenset()
    for at in places:  # in the order of the text, for those in a row come after one another
        if table.words[at].labels <= NAMES | {"country"} and _beside(table, at, found):
            found.add(table.lowers[at])
    return frozenset(found)


def _told(table: TokenTable, index: int) -> bool:
    """Whether letters stand in brackets behind a trade, or behind what is had from a colleague: the
    treasurer (PW), handover from SM."""
    if table.left(index) == "(" and table.right(index) == ")" and index > 1:
        return "prof" in table.words[index - 2].labels and table.words[index - 2].shape == "lower"
    return table.left(index, 2) in HANDED and table.left(index) in ("from", "to", "with")


def _beside(table: TokenTable, index: int, found: Set[str]) -> bool:
    """Whether letters stand as somebody does, in a text that has people by their letters."""
    capitals = table.all_caps_sentence[index] and not _among_letters(table, index)
    if capitals or _before_capital(table, index):
        return False
    before, after = table.left(index), table.right(index)
    if after in TO_DO and table.words[index + 2 : index + 3] and before in _ROW:
        return table.words[index + 2].shape == "lower"  # JK to circulate dates, NF to book the room
    if after == ":" and before in ("", "."):
        return True  # GK: no funding
    if before in ("-", "–", ":") and (index + 1 == len(table.words) or not table.adjacent(index)):
        return True  # Rota - NF
    if before in _ROW | {"to", "from"} and table.left(index, 2) in found:
        return True  # Present: DM, LW; handoff RLM to TJ
    return after in OF_SOMEBODY and before in TO_SOMEBODY | {"", "."}


def _before_capital(table: TokenTable, index: int) -> bool:
    return table.adjacent(index) and table.words[index + 1].shape in CAPITALS


def _acts(table: TokenTable, index: int) -> bool:
    """Whether letters do what people do, perhaps with others: SM disclosed, PA and SM met."""
    if table.all_caps_sentence[index]:
        return False
    if table.left(index) in BY or (table.left(index) == "by" and table.left(index, 2) in BY | ACTS):
        return True
    with_another = table.left(index) in ("and", "&") and may_be_plain(table.words[index - 2])
    if with_another and table.right(index) in ACTS:
        return True
    last = index
    if table.right(index) in ("and", "&") and last + 2 < len(table.words):
        other = table.words[last + 2]
        last += 2 if may_be_plain(other) and not other.entries else 0
    word = table.words[index]
    listed = word.entries and (word.labels - {"region"} or word.zipf >= KNOWN_STATE)
    if last == index and listed:
        return False  # NY said; but AK said
    age = table.right(index, 2)
    if table.right(index) == table.right(index, 3) == "," and age.isdecimal() and len(age) == 2:
        return True  # EM, 34, self-discharged
    return table.right(last) in ACTS and table.words[last + 1].shape == "lower"


def _under(table: TokenTable, index: int) -> bool:
    """Whether letters end a text behind a full stop, perhaps with a date: was tearful. TW 13/3."""
    if table.at(index - 1) != ".":
        return False
    rest = table.document.text[table.span(index, index).end :]
    return not rest.startswith(".") and not any(map(str.isalpha, rest)) and len(rest) < DATED


def _last(table: TokenTable, index: int) -> bool:
    """Whether nothing stands behind a token: JK under minutes."""
    return index + 1 == len(table.words)


def _to_act(table: TokenTable, index: int) -> bool:
    """Whether letters begin a line and somebody is to do something, or stand behind "Action:"."""
    if table.left(index) == ":" and table.left(index, 2) in ACTIONS:
        return True
    text, start = table.document.text, table.span(index, index).start
    begin = back_over(text, start, " -–—•*>.)0123456789\t".__contains__)
    opened = text[max(0, begin - 1) : begin] in ("", "\n")
    opened = opened or (table.sentence_initial[index] and table.right(index) == "to")
    verb = index + 2
    if not opened or table.right(index) not in TO_DO or verb >= len(table.words):
        return False
    return table.words[verb].shape == "lower"


def _codes(table: TokenTable) -> frozenset[str]:
    """Letters that stand for somebody in the text: Client: "M"; but not vitamin "C"."""
    people = {"prof", "fam", "person_noun"}
    return frozenset(
        table.lowers[at]
        for at in table.where(_single_capital)
        if table.at(at - 1) in QUOTES
        and table.at(at + 1) in QUOTES
        and table.at(at - 2) in (":", "called", "is")
        and (table.lowers[at - 3] in CLIENTS or people & table.words[at - 3].labels)
    )


def _single_capital(word: Lexeme) -> bool:
    return single(word) and word.lower not in ("i", "a")


def _full_names(table: TokenTable) -> frozenset[str]:
    """The first letters of every first name, or initial, and the surname or letter behind it."""
    words = table.words
    found = {
        table.lowers[at][0] + table.lowers[at + 2][0]
        for at in table.where(single)
        if at + 2 < len(words)
        and table.lowers[at + 1] == "."
        and table.adjacent(at + 1)
        and words[at + 2].shape in CAPITALS
        and len(words[at + 2].lower) > 1
    }
    for at in table.where(_given):
        family = at + 1 + (table.at(at + 1) in IRISH)  # Aisling Ó Broin: AÓ and AB
        for last in {at + 1, family}:
            if last >= len(words) or words[last].shape not in CAPITALS or table.glued(last - 1):
                continue
            named = "surname" in words[last].labels or is_name(words[last]) or letter(table, last)
            if table.adjacent(last - 1) and (named or last > at + 1 or family > at + 1):
                found.add(table.lowers[at][0] + table.lowers[last][0])
    return frozenset(found)


def single(word: Lexeme) -> bool:
    """Whether a word is one capital letter."""
    return word.shape in CAPITALS and len(word.lower) == 1


def _given(word: Lexeme) -> bool:
    return word.shape in CAPITALS and not word.labels.isdisjoint(FIRSTNAMES)


def _goes_on(table: TokenTable, first: int, last: int) -> bool:
    """Whether a sentence goes on behind a full stop: whom I call B., said nothing."""
    if first == 0 or last + 1 >= len(table.words) or not table.adjacent(first - 1):
        return False
    after = table.words[last + 1]
    goes_on = after.lower in (",", ":", ";") or (after.shape == "lower" and last - first == 1)
    return table.words[first - 1].shape == "lower" and goes_on


def letter(table: TokenTable, index: int) -> bool:
    """Whether a token is one capital letter."""
    return table.words[index].shape in CAPITALS and len(table.lowers[index]) == 1


def first_name(word: Lexeme) -> Entry | None:
    """What lists say of a word as a first name; None for another."""
    return next((entry for entry in word.entries if entry.label in FIRSTNAMES), None)


def given_label(word: Lexeme) -> str:
    """The label of a word that is a first name here, whatever lists say."""
    listed = first_name(word)
    return listed.label if listed else "firstname_unknown"


def is_name(word: Lexeme) -> bool:
    """Whether a word is written as a name and is hardly another word."""
    return (
        word.shape in CAPITALS
        and len(word.lower) > 1
        and word.plain <= ORDINARY
        and (not word.entries or not word.labels.isdisjoint(FULL_NAME))
    )
