"""Family, professions, education and sensitive words: ordinary words that count only when said of
the writer or of particular people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from maskera.lang.en.situations import words
from maskera.lexicon.gazetteer import Entry
from maskera.lexicon.memo import Memo
from maskera.lexicon.table import TokenTable
from maskera.lexicon.vocab import CAPITALS, Lexeme
from maskera.mentions import Detection, Evidence
from maskera.taxonomy import FULL_NAME

FIRST = frozenset(("i", "we"))
SUBJECTS = FIRST | frozenset("he she they who it you that".split())
SELF = FIRST | {"my", "our", "me", "us"}
OTHERS = frozenset("he she they his her their who".split())
OWN = frozenset(("my", "our"))
THEIRS = frozenset(("his", "her", "their", "your"))
BE = frozenset("am is was are were be been being became become becomes 'm 's 're m".split())
HAVE = frozenset("have has had got get gets having with 've".split())
ARTICLES = frozenset(("a", "an", "the", "one"))
GENERAL = frozenset("every any no some many most all other these those each another".split())
ROW = frozenset(("and", ",", "or", "&", "plus"))
OWN_STORY = 4
"""First-person words from which a text is the writer's own story: people with a trade in it are
mostly particular ones."""
WINDOW = 6  # tokens
ORDERS = frozenset(("father", "mother", "sister", "brother"))  # of the church, too
OF_KIN = 10  # tokens
UNLISTED = Evidence("cue:works as _, by its ending", 3.0)
UNLISTED_SUBJECT = Evidence("cue:studies _", 2.5)
MOST_OF_SUBJECT = 4  # words of a subject
OFTEN = 4.5  # Zipf from which on a term of an open list is hardly an illness
COMMON = 5.8  # Zipf from which on a word is hardly (part of) a subject
MODIFIERS = 2  # nouns before a trade that say which: primary school teacher
TRADE_ENDS = (
    "er", "or", "ist", "ian", "man", "woman", "ant", "ent", "aide", "hand", "clerk", "ess", "guard",
    "maid", "cook", "chef",
)  # fmt: skip
"""How words for trades end that no list has."""


def claims(table: TokenTable) -> Iterator[Detection]:
    """What the lists of family, professions, education and sensitive words claim, with what stands
    round them."""
    own = sum(not SELF.isdisjoint(_parts(word)) for word in table.normalized) >= OWN_STORY
    yield from _unlisted_trades(table)
    yield from _unlisted_subjects(table)
    inside = -1
    for index in sorted({*_TELLING.places(table.words), *table.multiword}):
        if index <= inside:
            continue
        length = table.multiword.get(index, 0)
        entries = table.entries(index, index + length - 1) if length else ()
        if not any(entry.label in RULES for entry in entries):
            length, entries = 1, table.words[index].entries or table.words[index].meant_entries
        for entry in entries:
            if rule := RULES.get(entry.label):
                yield from rule(table, index, index + length - 1, entry, own)
                inside = index + length - 1


def _window(table: TokenTable, first: int, steps: int = WINDOW) -> list[str]:
    """The words before a token in its sentence, nearest first."""
    low = max(0, first - steps)
    while table.sentence[low] != table.sentence[first]:
        low += 1
    return [part for word in table.normalized[low:first][::-1] for part in _parts(word)]


def _parts(word: str) -> tuple[str, ...]:
    """A contraction as its words, the last one first: i'm -> 'm, i."""
    subject, mark, verb = word.partition("'")
    return (mark + verb, subject) if mark and subject in SUBJECTS else (word,)


def _bare(table: TokenTable, before: Sequence[str]) -> list[str]:
    """The words before without those that may be left out: am [also] [a] _, my [older] _."""
    softening = words(table, "softening")
    rest = list(before)
    while rest and (rest[0] in softening or rest[0] in ARTICLES):
        rest = rest[1:]
    return rest


def _features(table: TokenTable, last: int, entry: Entry) -> frozenset[str]:
    return (entry.flags & {"pl"}) | ({"gen"} if table.words[last].genitive else set())


def _family(
    table: TokenTable, first: int, last: int, entry: Entry, own: bool
) -> Iterator[Detection]:
    evidence = [Evidence("list:fam", min(entry.weight, 2.0) - 3.0, entry.form)]
    before = _window(table, first)
    rest = _bare(table, before)
    near = rest[0] if rest else ""
    if not OWN.isdisjoint(before[:3]) and {".", ","}.isdisjoint(before[:2]):
        evidence.append(Evidence("cue:my _", 4.5))
    elif _of_kin(table, first):
        evidence.append(Evidence("cue:my ...'s _", 3.5))
    elif near in ROW and not OWN.isdisjoint(before):
        evidence.append(Evidence("cue:my ... and _", 3.0))
    elif _called(table, first, entry) and not before[:1]:
        evidence.append(Evidence("cue:begins with a name of kin", 2.5))
    elif _called(table, first, entry) and before[0] not in THEIRS | ARTICLES | GENERAL:
        evidence.append(Evidence("cue:a name of kin", 2.5))
    elif not THEIRS.isdisjoint(before[:2]):
        kin = "your" not in before[:2] and _own_kin(table, first)
        evidence.append(
            Evidence("cue:my wife ... her _" if kin else "cue:her _", 1.5 if kin else -2.5)
        )
    elif not HAVE.isdisjoint(before[:4]) and not FIRST.isdisjoint(before):
        evidence.append(Evidence("cue:I have _", 2.6))
    elif before and before[0] in GENERAL | {"a", "an"}:
        evidence.append(Evidence(f"cue:{before[0]} _", -2.0))
    elif before and before[-1] in words(table, "greeting") and len(before) < 3:
        evidence.append(Evidence("cue:dear _", 2.0))
    elif own:
        evidence.append(Evidence("the writer's own story", 0.6))
    if "pl" in entry.flags and len(evidence) == 1:
        evidence.append(Evidence("plural, nobody's", -1.5))
    if _name_follows(table, last):
        religious = entry.form.lower() in ORDERS and OWN.isdisjoint(before[:3])
        cleric = religious and table.words[first].shape in CAPITALS
        evidence.append(
            Evidence("cue:Father _" if cleric else "cue:_ name", -3.0 if cleric else 1.5)
        )
    yield table.claim(first, last, "fam", *evidence, features=_features(table, last, entry))


def _called(table: TokenTable, first: int, entry: Entry) -> bool:
    """Whether a relative is called by the word: Mum, and with a capital those of other languages."""
    foreign = entry.weight <= 1 and table.words[first].shape in CAPITALS
    return entry.form.lower() in words(table, "kin_called") or (
        foreign and not table.sentence_initial[first]
    )


def _of_kin(table: TokenTable, first: int) -> bool:
    """Whether a relative of the writer's in the genitive stands before a word: my sister's _."""
    at = first - 1
    if at >= 0 and table.lowers[at] in ("'s", "’s"):
        at -= 1
    if at < 0 or not (table.words[first - 1].genitive or at < first - 1):
        return False
    kin = table.entry(at, "fam") is not None
    return kin and not OWN.isdisjoint(_window(table, at, 3))


def _own_kin(table: TokenTable, first: int) -> bool:
    """Whether a relative of the writer's stands before a word in its sentence, whose relatives are
    the writer's own: my wife misses her sister."""
    low = max(0, first - OF_KIN)
    return any(
        table.sentence[at] == table.sentence[first]
        and table.entry(at, "fam") is not None
        and not OWN.isdisjoint(_window(table, at, 2))
        for at in range(low, first)
    )


def _name_follows(table: TokenTable, last: int) -> bool:
    if not table.adjacent(last):
        return False
    after = table.words[last + 1]
    return bool(after.labels & FULL_NAME) and after.shape in CAPITALS


def _profession(
    table: TokenTable, first: int, last: int, entry: Entry, own: bool
) -> Iterator[Detection]:
    if entry.weight < 1 and first == last and "pl" not in entry.flags and not _rare(table, first):
        return
    if "title" in table.words[last].labels and _name_follows(table, last):
        return  # Professor Lindqvist
    first = _with_modifiers(table, first)
    before = _window(table, first)
    rest = _bare(table, before)
    near = rest[0] if rest else ""
    wish = not words(table, "wish").isdisjoint(before[:4])
    evidence = [Evidence("list:prof", min(entry.weight, 2.0) - 3.2, entry.form)]
    if near in ("as", "like") and not words(table, "works_as").isdisjoint(before):
        evidence.append(Evidence("cue:works as _", 5.0))
    elif near == "as":
        evidence.append(Evidence("cue:as _", 2.5))
    elif near in OWN or (near in THEIRS and own):
        evidence.append(Evidence("cue:my _", 3.6))
    elif near in BE and not wish:
        who = before[len(before) - len(rest) + 1 :][:3]
        told = not (FIRST | OTHERS | SELF).isdisjoint(who) or _people(table, first)
        evidence.append(Evidence("cue:is _", 4.4 if told else 1.2))
    elif near in (",", "(") and first >= 2 and _person(table.words[first - 2]):
        evidence.append(Evidence("cue:name, _", 3.2))
    elif before[:1] and before[0] in ("retired", "former", "trained", "qualified", "ex"):
        evidence.append(Evidence(f"cue:{before[0]} _", 3.0))
    elif before[:1] == ["the"] and own:
        evidence.append(Evidence("cue:the _", 1.2))
    if _name_follows(table, last):
        evidence.append(Evidence("cue:_ name", 3.0))
    if len(evidence) == 1:
        return
    if "pl" in entry.flags:
        evidence.append(Evidence("plural", -2.5))
    if wish:
        evidence.append(Evidence("cue:wants to be _", -3.0))
    if own:
        evidence.append(Evidence("the writer's own story", 0.8))
    yield table.claim(first, last, "prof", *evidence, features=_features(table, last, entry))


def _with_modifiers(table: TokenTable, first: int) -> int:
    """Where a trade begins with the nouns that say which: [bus] driver, [primary school]
    teacher."""
    trades = words(table, "trade")
    start = first
    while (
        first - start < MODIFIERS
        and table.left(start) in trades
        and table.words[start - 1].shape == "lower"
    ):
        start -= 1
    return start


def _unlisted_trades(table: TokenTable) -> Iterator[Detection]:
    """works as [a] shrimp fisherman: a trade of no list, by its place and its ending."""
    for at in table.among(frozenset(("as",))):
        before = _window(table, at + 1, 4)[1:]
        if words(table, "works_as").isdisjoint(before) or not words(table, "wish").isdisjoint(
            before
        ):
            continue
        first = at + 1
        while table.at(first) in ARTICLES or table.at(first) in words(table, "softening"):
            first += 1
        for last in range(first, min(first + 3, len(table.words))):
            word = table.words[last]
            if word.shape != "lower" or table.sentence[last] != table.sentence[at]:
                break
            if table.entry(last, "prof") is not None:
                break
            if len(word.lower) > 4 and word.lower.endswith(TRADE_ENDS):
                yield table.claim(first, last, "prof", UNLISTED)
                break


def _unlisted_subjects(table: TokenTable) -> Iterator[Detection]:
    """studies food science, a degree in town planning: a subject of no list, by its place."""
    degrees, filling = words(table, "degree"), words(table, "no_subject")
    for at in table.among(words(table, "reads") | degrees):
        first = at + 1
        if table.lowers[at] in degrees:
            if table.at(first) not in ("in", "of"):
                continue
            first += 1
        last = first
        while (
            last < len(table.words)
            and last - first < MOST_OF_SUBJECT
            and table.words[last].shape == "lower"
            and table.lowers[last] not in filling
            and table.words[last].zipf < COMMON
            and "nationality" not in table.words[last].labels
            and table.sentence[last] == table.sentence[at]
        ):
            last += 1
        if first < last:
            yield table.claim(first, last - 1, "edu", UNLISTED_SUBJECT)


def _rare(table: TokenTable, index: int) -> bool:
    """Whether a word that an open list has as a trade is hardly anything else (hand, second)."""
    return table.words[index].zipf < 3.5


def _people(table: TokenTable, first: int) -> bool:
    """Whether a name or a relative stands shortly before a token in its sentence."""
    low = max(0, first - 5)
    return any(
        _person(word)
        for at, word in enumerate(table.words[low:first], low)
        if table.sentence[at] == table.sentence[first]
    )


def _person(word: Lexeme) -> bool:
    return not word.labels.isdisjoint({"fam"}) or (
        word.shape in CAPITALS and not word.labels.isdisjoint(FULL_NAME)
    )


def _education(
    table: TokenTable, first: int, last: int, entry: Entry, own: bool
) -> Iterator[Detection]:
    if entry.weight < 1:
        return  # open terms: first, march, degree
    degree = entry.label == "edu"
    before = _window(table, first)
    evidence = [Evidence(f"list:{entry.label}", (-0.5 if degree else -2.0), entry.form)]
    if not words(table, "studies").isdisjoint(before[:4]):
        evidence.append(Evidence("cue:studied _", 3.2 if degree else 4.0))
    elif degree and not words(table, "finished").isdisjoint(before[:4]):
        evidence.append(Evidence("cue:has a _", 2.6))
    elif degree and (table.right(last) in ("in", "of", "from") or own):
        evidence.append(Evidence("cue:_ in", 1.2))
    if len(evidence) > 1:
        if own:
            evidence.append(Evidence("the writer's own story", 0.8))
        yield table.claim(first, last, "edu", *evidence)


def _sensitive(
    table: TokenTable, first: int, last: int, entry: Entry, own: bool
) -> Iterator[Detection]:
    if entry.weight < 1 and first == last and table.words[first].zipf >= OFTEN:
        return  # open terms: cold, cut, order
    before = _window(table, first, 8)
    evidence = [Evidence("list:sensitive", min(entry.weight, 2.0) - 2.6, entry.form)]
    mine = not SELF.isdisjoint(before)
    person = mine or not OTHERS.isdisjoint(before) or _people(table, first)
    if person and not words(table, "suffers").isdisjoint(before[:4]):
        evidence.append(Evidence("cue:has _", 3.6 if mine else 3.0))
    elif before[:1] and before[0] in OWN | THEIRS:
        evidence.append(Evidence("cue:my _", 2.6))
    elif mine:
        evidence.append(Evidence("cue:my ... _", 1.2))
    if len(evidence) > 1:
        if own:
            evidence.append(Evidence("the writer's own story", 0.8))
        yield table.claim(first, last, "sensitive", *evidence)


RULES = {
    "fam": _family, "prof": _profession, "edu": _education, "subject": _education,
    "sensitive": _sensitive,
}  # fmt: skip
_TELLING = Memo[Lexeme, bool](
    lambda word: any(entry.label in RULES for entry in word.entries or word.meant_entries)
)
