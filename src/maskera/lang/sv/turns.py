"""Who speaks in a chat, at the head of a line, and the same names in small letters below: Lo: vi
ses, [21:04] Dag: ok, ska du me lo?"""

from __future__ import annotations

from collections.abc import Iterator

from maskera import expressions as re
from maskera.lang.sv.name_places import RARE
from maskera.lang.sv.persons import POSSESSIVES
from maskera.lang.sv.where_people_stand import NO_NAME, SURE, stands_as_person
from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import CAPITALS, Lexeme
from maskera.mentions import Detection, Evidence, Trust
from maskera.rules.rule import Rule, Stage, words
from maskera.taxonomy import FIRSTNAMES, FULL_NAME

_WORDS = word_list("sv", "turns")

_BREAKS = "\n␤"
_TIME = re.compile(r"(?:[\s\d\[\](),./–-]*:[\s\d\[\](),.:/–-]*)?")  # [21:04], 2024-02-17, 19:42 -
LONGEST_TIME = 40  # characters in front of who speaks
LEAST_TURNS = 2
LEAST_NAME = 1.3  # log-odds of a name that is no word: it tells that people speak
FREQUENT = 5.0  # Zipf of a word that is rarely a name even where somebody has it: liv, dag, max
_SOMEBODY = frozenset(("fam", "prof", "title"))
_DEFINITE = tuple(_WORDS["definite"])
_NO_PERSON = frozenset(("weekday", "month_word", "number"))


def speakers(table: TokenTable) -> frozenset[int]:
    """The tokens that are one word before a colon at the head of a line, in a text in which people
    take turns: they have a time before them, or two lines or more have such a head, and one of them
    is a name and nothing else, or all may be first names."""
    heads = [colon - 1 for colon in table.among({":"}) if colon and _heads_line(table, colon - 1)]
    told = len(heads) >= LEAST_TURNS and (
        any(_is_name(table.words[head]) for head in heads)
        or all(not table.words[head].labels.isdisjoint(FIRSTNAMES) for head in heads)
    )
    return frozenset(head for head in heads if told or _line(table, head))


def _line(table: TokenTable, index: int) -> str:
    """What stands before a token in its line."""
    start = table.document.tokens.starts[index]
    before = table.text[max(0, start - LONGEST_TIME) : start]
    return before[max(before.rfind(mark) for mark in _BREAKS) + 1 :].strip()


def _heads_line(table: TokenTable, index: int) -> bool:
    """Whether a word with a capital stands glued to its colon at the head of a line, behind a time at
    most, and something that people say behind it."""
    word = table.words[index]
    start = table.document.tokens.starts[index]
    said = table.words[index + 2] if index + 2 < len(table.words) else None
    return (
        word.shape in CAPITALS
        and word.lower.isalpha()
        and word.lower not in _WORDS["addressing"]
        and table.glued(index)
        and not table.glued(index + 1)
        and said is not None
        and said.shape != "digit"
        and said.labels.isdisjoint(_NO_PERSON)
        and len(_line(table, index)) < min(LONGEST_TIME, start + 1)
        and _TIME.fullmatch(_line(table, index)) is not None
    )


def _is_name(word: Lexeme) -> bool:
    """Whether a word is a name and nothing else."""
    return word.plain <= 0 and any(
        entry.label in FULL_NAME and entry.weight >= LEAST_NAME for entry in word.entries
    )


def _speaker(table: TokenTable, colon: int) -> Iterator[Detection]:
    """Dag: ok; but not Tid: ok."""
    head = colon - 1
    if head not in table.fact(speakers):
        return
    word = table.words[head]
    if word.shape == "upper" and word.plain > 0:  # POST: in a note
        return
    names = [entry for entry in word.entries if entry.label in FULL_NAME]
    given = [entry for entry in names if entry.label in FIRSTNAMES] or names
    nick = word.labels.isdisjoint(_SOMEBODY) and (_line(table, head) or _nick(table, head))
    if given or nick:
        best = max(given, key=lambda entry: entry.weight, default=None)
        label = best.label if best else "firstname_unknown"
        evidence = Evidence("place:of who speaks", SURE)
        yield table.claim(head, head, label, evidence, trust=Trust.CERTAIN)


def _nick(table: TokenTable, head: int) -> bool:
    """Whether a word speaks twice and is not definite, as a role is: Mynta, but not Kunden."""
    form, heads = table.lowers[head], table.fact(speakers)
    again = sum(table.lowers[other] == form for other in heads) > 1
    return again and not form.endswith(_DEFINITE) and table.words[head].zipf < FREQUENT


def stands_as_known(table: TokenTable, index: int) -> bool:
    """Whether a word in small letters that is somebody's name in the text is that name where it
    stands: läget lo? åker me sol, lo kan du; but not en lo, höga berg, regn och sol."""
    word, before, after = table.words[index], table.left(index), table.right(index)
    tags = table.document.tokens.pos
    if word.shape != "lower" or word.labels.isdisjoint(FULL_NAME) or word.lower in NO_NAME:
        return False
    if word.genitive and table.lowers[index] != table.normalized[index].removesuffix("s"):
        return word.zipf < RARE and bool(after and tags) and tags[index + 1] == "NOUN"
    if before in _WORDS["determiner"] | POSSESSIVES:
        return False
    called = before in _WORDS["called_out"]
    beside = called or before in _WORDS["with"]
    if before and not beside and tags and tags[index - 1] == "ADJ":
        return False
    if stands_as_person(table, index) >= SURE:
        return True
    addressed = after in _WORDS["addressing"] or (
        after == "," and table.right(index, 2) in _WORDS["addressing"]
    )
    if called or before in ("", ":"):
        return addressed or (called and (after in _WORDS["goes_on"] or not after[:1].isalpha()))
    ends = not after[:1].isalpha() or after in _WORDS["goes_on"]
    return beside and ends and word.zipf < FREQUENT


CLAIMS = (
    Rule(
        "name.speaker",
        Stage.CLAIM,
        _speaker,
        words(":"),
        FULL_NAME,
        Trust.CERTAIN,
        "name_places",
    ),
)
