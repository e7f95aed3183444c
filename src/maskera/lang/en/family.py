"""Words for relatives and friends: the writer's own, by what stands round them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from maskera.lang.en import situations
from maskera.lang.en.situations import ARTICLES, FIRST, OWN, THEIRS, words
from maskera.lexicon.gazetteer import Entry
from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import CAPITALS
from maskera.mentions import Detection, Evidence

_WORDS = word_list("en", "family")

ROW = _WORDS["row"] | {"&", ","}
SURE = 3  # weight of a word that is a relative's and nothing else's
RARE = 3.5  # Zipf under which a relative's word of another language is hardly an English one
OF_KIN = 10  # tokens
BARE = Evidence("cue:_ without an article", 2.2)
NUMBER = Evidence("cue:two _", 1.8)


def claim(table: TokenTable, first: int, last: int, entry: Entry, own: bool) -> Iterator[Detection]:
    """A listed relative's word with the evidence for its being one of the writer's."""
    evidence = [Evidence("list:fam", min(entry.weight, 2.0) - 3.0, entry.form)]
    before = situations.before(table, first)
    rest = situations.bare(table, before)
    near = rest[0] if rest else ""
    if len(rest) > 1 and _number(table, first - 1):
        near = rest[1]  # my mother and two brothers
    having = before[:4] if near not in ROW else before
    if not OWN.isdisjoint(before[:3]) and {".", ","}.isdisjoint(before[:2]):
        evidence.append(Evidence("cue:my _", 4.5))
    elif _of_kin(table, first):
        evidence.append(Evidence("cue:my ...'s _", 3.5))
    elif near in ROW and not OWN.isdisjoint(before):
        evidence.append(Evidence("cue:my ... and _", 3.0))
    elif _called(table, first, entry) and not before[:1]:
        evidence.append(Evidence("cue:begins with a name of kin", 2.5))
    elif _called(table, first, entry) and before[0] not in THEIRS | ARTICLES | _general(table):
        evidence.append(Evidence("cue:a name of kin", 2.5))
    elif not THEIRS.isdisjoint(before[:2]):
        kin = "your" not in before[:2] and _own_kin(table, first)
        evidence.append(
            Evidence("cue:my wife ... her _" if kin else "cue:her _", 3.0 if kin else -2.5)
        )
    elif not words(table, "have").isdisjoint(having) and not FIRST.isdisjoint(before):
        evidence.append(Evidence("cue:I have _", 2.6))
    elif own and before and _number(table, first - 1):
        evidence.append(NUMBER)
    elif before and before[0] in _general(table) | {"a", "an"}:
        evidence.append(Evidence(f"cue:{before[0]} _", -2.0))
    elif before and before[-1] in words(table, "greeting") and len(before) < 3:
        evidence.append(Evidence("cue:dear _", 2.0))
    elif own and _bare(table, first, last, entry, before):
        evidence.append(BARE)
    elif own:
        evidence.append(Evidence("the writer's own story", 0.6))
    if "pl" in entry.flags and len(evidence) == 1:
        evidence.append(Evidence("plural, generic", -1.5))
    if situations.name_follows(table, last):
        order = entry.form.lower() in words(table, "order") and OWN.isdisjoint(before[:3])
        cleric = order and table.words[first].shape in CAPITALS
        evidence.append(
            Evidence("cue:Father _" if cleric else "cue:_ name", -3.0 if cleric else 1.5)
        )
    yield table.claim(
        first, last, "fam", *evidence, features=situations.features(table, last, entry)
    )


def _general(table: TokenTable) -> frozenset[str]:
    """Words before people in general: every mother."""
    return words(table, "general")


def _called(table: TokenTable, first: int, entry: Entry) -> bool:
    """Whether a relative is called by the word: Mum; with a capital those of other languages."""
    foreign = entry.weight <= 1 and table.words[first].shape in CAPITALS
    return entry.form.lower() in words(table, "kin_called") or (
        foreign and not table.sentence_initial[first]
    )


def _number(table: TokenTable, index: int) -> bool:
    """Whether a token counts people: two, 2."""
    word = table.words[index]
    small = word.shape == "digit" and len(word.lower) < 3
    return small or any(entry.label == "number" for entry in word.entries)


def _bare(table: TokenTable, first: int, last: int, entry: Entry, before: Sequence[str]) -> bool:
    """Whether one relative is spoken of without an article, as many learners do of their own: wife
    is sick, in the night grandfather told stories; but not as brother and sister, not a father
    figure."""
    foreign = entry.weight < SURE and table.words[first].zipf < RARE and first == last
    if not foreign and entry.weight < SURE:
        return False
    if "pl" in entry.flags or entry.form.lower() in words(table, "young"):
        return False
    if before and (
        before[0] in ARTICLES | {"as", "like"} or table.words[first - 1].shape == "digit"
    ):
        return False
    if before and any(
        e.label in ("nationality", "ordinal") for e in table.words[first - 1].entries
    ):
        return False
    return table.right(last) not in words(table, "no_kin")


def _of_kin(table: TokenTable, first: int) -> bool:
    """Whether a relative of the writer's in the genitive stands before a word: my sister's _."""
    at = first - 1
    if at >= 0 and table.lowers[at] in ("'s", "’s"):
        at -= 1
    if at < 0 or not (table.words[first - 1].genitive or at < first - 1):
        return False
    kin = table.entry(at, "fam") is not None
    return kin and not OWN.isdisjoint(situations.before(table, at, 3))


def _own_kin(table: TokenTable, first: int) -> bool:
    """Whether a relative of the writer's stands before a word in its sentence, whose relatives are
    the writer's own: my wife misses her sister."""
    low = max(0, first - OF_KIN)
    return any(
        table.sentence[at] == table.sentence[first]
        and table.entry(at, "fam") is not None
        and not OWN.isdisjoint(situations.before(table, at, 2))
        for at in range(low, first)
    )
