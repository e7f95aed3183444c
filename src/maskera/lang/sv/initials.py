"""Letters that stand for people in records, minutes and messages: /KM, KM/sekr JS, Handläggare: KM, JS,
KM har ringt, K uppger att, sonen K, enligt L."""

from __future__ import annotations

from collections.abc import Iterator

from maskera.lang.sv.persons import BE, is_somebody
from maskera.lexicon.table import TokenTable
from maskera.lexicon.triggers import one_of, only
from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import CAPITALS, Lexeme
from maskera.mentions import Detection, Evidence, Trust
from maskera.taxonomy import FIRSTNAMES, INSTITUTIONS

_WORDS = word_list("sv", "initials")

BEFORE_COLON = 3  # words behind a role in which a colon stands
LEAST_REST = 4  # characters of a line's end that are looked at
SURE = 12.0  # log-odds; outweighs a tagger that takes letters for a first name
_OTHERS = INSTITUTIONS | FIRSTNAMES | {"country", "edu", "prof", "sensitive"}
_NO_LETTERS = _WORDS["no_letters"]
_KINDS = _WORDS.endings("ends_kind")
_STROKE = one_of(frozenset(("/", "//")))
_ROLE = one_of(_WORDS["role"])
_AND = frozenset((",", "/", "och", "&", "+"))
_ENDS = frozenset(".!?")
_BREAKS = frozenset("\r\n␤")


def claims(table: TokenTable) -> Iterator[Detection]:
    """The letters, and the same letters wherever they stand for nothing else."""
    found = {*_signed(table), *_before_roles(table), *_behind_roles(table), *_behind_people(table)}
    found |= {*_before_verbs(table, bool(found))}
    forms = {table.lowers[index] for index in found}
    evidence = Evidence("cue:letters of somebody", SURE)
    for index in table.among(forms) if forms else ():
        if index in found or (_in_capitals(table, index) and not _of_a_kind(table, index)):
            yield table.claim(index, _end(table, index), "initials", evidence, trust=Trust.CERTAIN)


def _end(table: TokenTable, index: int) -> int:
    """The last token of letters from one on, with the full stops of single ones: K., R.T."""
    last = index
    while len(table.lowers[last]) == 1 and table.glued(last) and table.at(last + 1) == ".":
        follows = last + 2 < len(table.words) and _letter(table.words[last + 2])
        if not (follows and table.glued(last + 1)):
            within = (
                last > index or table.right(index, 2) or table.words[index - 1].shape in CAPITALS
            )
            return last + bool(within)
        last += 2
    return last


def _signed(table: TokenTable) -> Iterator[int]:
    """Which letters sign what stands before them: ... mår bättre. /KM; kram // B; but not A/B, m/s."""
    text, tokens = table.text, table.document.tokens
    for stroke in table.where(_STROKE):
        letters = stroke + 1
        before = text[max(0, tokens.starts[stroke] - 1) : tokens.starts[stroke]]
        if letters == len(table.words) or not table.adjacent(stroke) or before.isalnum():
            continue
        if (
            _ends_line(table, letters)
            and _letters(table.words[letters])
            and table.document.tokens.forms[letters].isupper()
            and table.lowers[letters] not in _WORDS["no_signature"]
        ):
            yield letters


def _before_roles(table: TokenTable) -> Iterator[int]:
    """Which letters stand before a stroke and who wrote for them, at the head of a line: KM/sekr JS."""
    text, tokens = table.text, table.document.tokens
    for stroke in table.where(_STROKE):
        before, after = stroke - 1, stroke + 1
        if (
            not 0 < stroke < len(table.words) - 1
            or table.lowers[after] not in _WORDS["role"]
            or not _letters(table.words[before])
        ):
            continue
        start = tokens.starts[before]
        if (not start or text[start - 1] in _BREAKS) and tokens.forms[before].isupper():
            yield before


def _ends_line(table: TokenTable, index: int) -> bool:
    """Whether nothing but a full stop stands between a token and the end of its line."""
    end = table.document.tokens.ends[index]
    rest = table.document.text[end : end + LEAST_REST].lstrip(" \t.")
    return rest[:1] in _BREAKS if rest else not table.right(index, 2)


def _behind_roles(table: TokenTable) -> Iterator[int]:
    """Which letters stand behind what somebody does: Handläggare: KM, JS; rapport från ssk KM."""
    for role in table.where(_ROLE):
        after = table.behind(role, BEFORE_COLON)
        colon = ":" in after  # Närvarande vid mötet: HP
        index = role + 1 + (after.index(":") + 1 if colon else after[0] == ".")
        while index < len(table.words) and _letters(table.words[index]):
            shown = table.document.tokens.forms[index].isupper() and not _clock(table, index)
            spoken = (
                table.lowers[index] not in _WORDS["no_signature"]
                if colon
                else _free(table, index, table.words[role].shape == "lower")
            )
            if shown and spoken:
                yield index
            index = _end(table, index) + 1
            index += table.at(index) == "."
            if table.at(index) not in _AND:
                break
            index += 1


def _clock(table: TokenTable, index: int) -> bool:
    """Whether letters are those before a time of day: KL 10."""
    return table.lowers[index] == "kl" and table.right(index)[:1].isdigit()


def _before_verbs(table: TokenTable, told: bool) -> Iterator[int]:
    """Which letters do what people do: K uppger att, KM har ringt, att F ofta är arg; but not grupp B
    vinner, nor, but where others are told by letters (`told`), L vill sänka skatten."""
    for index in table.where(_letters):
        if (
            len(table.lowers[index]) > 2
            or table.left(index) in _WORDS["article"]
            or not _in_capitals(table, index)
            or _of_a_kind(table, index)
        ):
            continue
        verb, *after = table.behind(index, 4)
        unlisted = table.words[index].labels.isdisjoint(_OTHERS)
        if (
            verb in _WORDS["does"]
            or (verb in _WORDS["says"] and (unlisted or told or after[1] in _WORDS["pronoun"]))
            or (unlisted and verb in _WORDS["has"] and after[0] in _WORDS["said"])
            or (table.left(index) in _WORDS["clause"] and verb in _WORDS["adverb"])
            or (
                unlisted
                and not verb.isalnum()
                and len(table.lowers[index]) == 2
                and (table.left(index) == "av" or _closes(table, index))
            )
        ):
            yield index
        elif verb == "och" and after[1] in BE and after[2] in _WORDS["akin"]:
            yield index
            yield index + 2


def _closes(table: TokenTable, index: int) -> bool:
    """Whether letters stand alone behind the last sentence of a line: lugn natt. TH"""
    tokens = table.document.tokens
    return (
        not table.left(index)
        and index > 0
        and "\n" not in table.document.text[tokens.ends[index - 1] : tokens.starts[index]]
        and table.lowers[index - 1] in _ENDS
        and _ends_line(table, index)
    )


def _behind_people(table: TokenTable) -> Iterator[int]:
    """Which single letters stand behind a word for somebody: sonen K, dr L, enligt H."""
    for index in table.where(_letter):
        before = table.left(index)
        said = before in _WORDS["before_letter"] or (
            before and is_somebody(table.words[index - 1]) and before not in _WORDS["kind"]
        )
        if said and table.adjacent(index - 1) and _in_capitals(table, index):
            yield index


def _free(table: TokenTable, index: int, small: bool) -> bool:
    """Whether letters are in no list of what else has letters. small: a word in small letters stands
    before them, so that the capitals of the sentence are theirs."""
    return _in_capitals(table, index, small) and table.words[index].labels.isdisjoint(_OTHERS)


def _in_capitals(table: TokenTable, index: int, small: bool = False) -> bool:
    return (
        table.document.tokens.forms[index].isupper()
        and (small or not table.all_caps_sentence[index])
        and table.lowers[index] not in _NO_LETTERS
        and not (table.glued(index) and table.at(index + 1)[:1].isalnum())  # P4
    )


def _of_a_kind(table: TokenTable, index: int) -> bool:
    """Whether letters tell one of several of a kind: klass B, vitamin D, grupp AB."""
    before = table.left(index)
    beside = table.right(index)
    return (
        before in _WORDS["kind"]
        or before.endswith(_KINDS)
        or (len(table.lowers[index]) == 1 and (beside[:1].isdigit() or before[:1].isdigit()))
    )


@only("upper", "capital")
def _letters(word: Lexeme) -> bool:
    """Whether a word is one to three letters, of a double name with a hyphen (AB-N)."""
    parts = word.lower.split("-")
    letters = len(word.lower) <= 3 if len(parts) == 1 else max(map(len, parts)) <= 2
    return letters and len(parts) <= 2 and all(part.isalpha() for part in parts)


@only("capital")
def _letter(word: Lexeme) -> bool:
    return len(word.lower) == 1 and word.lower.isalpha()
