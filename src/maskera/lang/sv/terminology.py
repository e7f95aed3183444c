"""Terms that bear a name and identify no person: treaties, laws of nature, illnesses, dishes, breeds,
medicines, programs, species in Latin."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from maskera import expressions as re
from maskera.annotate.tokens import tokenize
from maskera.lexicon.memo import Memo
from maskera.lexicon.table import TokenTable
from maskera.lexicon.triggers import Test, one_of, only
from maskera.lexicon.tsv import notes, word_list
from maskera.lexicon.vocab import CAPITALS, Lexeme, Vocab
from maskera.taxonomy import FIRSTNAMES, PERSON

_WORDS = word_list("sv", "terminology")

# A word with a capital that ends so is a treaty, an event, a theory: Genèvekonventionen,
# Vietnamkriget; but not Konventionen.
_ENDING = re.compile(
    rf"\w{{3,}}(?:{_WORDS.either('treaty')}(?:en|er|erna|ar|arna)"
    rf"|{_WORDS.either('treaty_et')}(?:et|en)"
    rf"|{_WORDS.either('treaty_en')}en|{_WORDS.either('treaty_n')}n)s?"
)
# What is called by its finder: the first by anybody, the others only by those who are listed with
# them; Eriks lag is a team.
_SURE_HEADS = _WORDS["sure_heads"]
_KINDS = dict.fromkeys(_WORDS.ranked("law"), "law") | dict.fromkeys(
    _WORDS.ranked("illness"), "illness"
)
_KINDS |= dict.fromkeys(_WORDS.ranked("model"), "model")
_THINGS = _WORDS["things"]
_HEADS = _SURE_HEADS | _KINDS.keys() | _THINGS
_WHICH = _WORDS["which"]
# A species in Latin between brackets, with its Swedish name before it: Rödräv (Vulpes vulpes).
_LATIN = re.compile(
    r"(?:\b[A-ZÅÄÖ][a-zåäö]+ )?\([A-Z][a-zë]{3,} ([a-z]{2,}(?:us|a|is|um|i|ae|ens|es|or|x"
    r"|e|on|os))(?: [a-z]{3,})?\)"
)
_WORK = _WORDS.ranked("work")
_WHERE = _WORDS["where"]
_EATERS = _WORDS["eaters"]  # behind whom "åt" is a verb
_AND = frozenset((",", "och", "eller", "&"))
_ONE = frozenset(("en", "ett"))
_IS_HEAD, _LEX = one_of(_HEADS), one_of(("lex",))
_IS_OPERATION = one_of(("operation",))
USUAL = 1.5  # weight of a first name from which it is one
_NAMED = _WORDS["named"]
_COUNTED = frozenset(("dish", "drink", "breed"))  # kinds of which one has one: en Margarita


class _Term(NamedTuple):
    """A listed term. capitals: whether it is one in capitals alone (IBAN; Iban is a first name)."""

    words: list[str]
    kind: str
    sure: bool
    capitals: bool


def terms(table: TokenTable) -> Iterator[tuple[int, int]]:
    """Where terms stand; a listed one that is a person's or a place's name as well, only beside
    words of its kind."""
    yield from _listed(table)
    text, tokens = table.text, table.document.tokens
    for index in table.where(_by_ending):
        yield tokens.starts[index], tokens.ends[index]
    for head in table.where(_IS_HEAD):
        owner = head - 1 - (table.left(head) in _WHICH)
        if table.left(owner + 1) and _eponymous(table, table.words[owner], table.lowers[head]):
            yield tokens.starts[owner], tokens.ends[head]
    for lex in table.where(_LEX):
        law = table.words[lex + 1] if table.right(lex) else None
        if (
            law
            and law.shape == "capital"
            and (table.words[lex].shape == "lower" or law.lower in table.vocab.derived(_laws))
        ):
            yield tokens.starts[lex], tokens.ends[lex + 1]
    for cue in table.where(_IS_OPERATION):  # Operation Storm
        named = table.right(cue) and table.adjacent(cue)
        if named and table.words[cue].shape == table.words[cue + 1].shape == "capital":
            yield tokens.starts[cue], tokens.ends[cue + 1]
    for species in _LATIN.finditer(text) if "(" in text else ():
        known = table.gazetteer.spelled(species[1]) is not None
        if not known and not table.gazetteer.entries(species[1]):  # (Eliels mamma) is a person
            yield species.span()


def _eponymous(table: TokenTable, owner: Lexeme, head: str) -> bool:
    """Whether a law or the like is called by its finder: Maslows behovstrappa, Ohms lag; but not
    Eriks lag."""
    if owner.shape not in CAPITALS or not owner.lower.endswith("s"):
        return False
    finders = table.vocab.derived(_finders)
    kinds = finders.get(owner.lower) or finders.get(owner.lower[:-1]) or ()
    return head in _SURE_HEADS or _KINDS.get(head, head) in kinds


def _listed(table: TokenTable) -> Iterator[tuple[int, int]]:
    begins, may_begin, cues, heads = table.vocab.derived(_table)
    found: dict[int, _Term] = {}
    for index in table.where(may_begin):
        for term in begins[table.lowers[index]]:
            right_case = not term.capitals or table.words[index].shape == "upper"
            if right_case and table.lowers[index : index + len(term.words)] == term.words:
                found.setdefault(index, term)
    told = {(table.sentence[index], term.kind) for index, term in found.items() if term.sure}
    ends = {index + len(term.words): term for index, term in found.items()}
    for index, term in found.items():
        number, after = table.sentence[index], index + len(term.words)
        sentence = table.document.sentences[number]
        left, counted = table.left(index), table.left(index) in _ONE and term.kind in _COUNTED
        headed = (table.left(index, 2) if left in _NAMED or left == "är" else left) in heads[
            term.kind
        ]
        if term.sure:
            is_one = headed or not _introduced(table, index)
        elif headed or counted:
            is_one = True
        elif any(_given(table.words[place]) for place in range(index, after)):
            before, behind = ends.get(index - 1), found.get(after + 1)
            row = (left in _AND and before, table.right(after - 1) in _AND and behind)
            ends_there = table.right(after - 1) in _AND or not table.right(after - 1).isalpha()
            is_one = ends_there and any(
                other and other.sure and other.kind == term.kind for other in row
            )
        else:
            of_its_kind = (number, term.kind) in told or not cues[term.kind].isdisjoint(
                table.lowers[sentence.start : sentence.end]
            )
            is_one = of_its_kind and not _somebody_or_somewhere(table, index, after - 1, term.kind)
        if is_one and not any(map(_OF_WORK.__getitem__, table.lowers[sentence.start : index])):
            yield table.document.tokens.starts[index], table.document.tokens.ends[after - 1]


def _given(word: Lexeme) -> bool:
    """Whether a word is a usual first name, which only what stands right beside it makes a term."""
    return any(entry.label in FIRSTNAMES and entry.weight >= USUAL for entry in word.entries)


def _introduced(table: TokenTable, index: int) -> bool:
    """Whether somebody is said to be called so, or a word for a person stands before."""
    before = table.words[index - 1] if table.left(index) else None
    return before is not None and (
        before.lower in _NAMED or not before.labels.isdisjoint(("fam", "title", "prof"))
    )


def _somebody_or_somewhere(table: TokenTable, first: int, last: int, kind: str) -> bool:
    """Whether what may be a surname or a place is one: med Martini, i Gouda, Martini drack."""
    left = table.left(first)
    where = left in _WHERE and not (left == "åt" and table.left(first, 2) in _EATERS)
    if where or (left == "på" and kind != "program") or _introduced(table, first):
        return True
    subject = table.sentence_initial[first] and table.right(last) not in (",", "är", "")
    beside = [
        table.words[place]
        for place, there in ((first - 1, left), (last + 1, table.right(last)))
        if there
    ]
    return subject or any(
        word.shape in CAPITALS and not word.labels.isdisjoint(PERSON) for word in beside
    )


def _table(
    vocab: Vocab,
) -> tuple[dict[str, list[_Term]], Test, dict[str, frozenset[str]], dict[str, frozenset[str]]]:
    """First word -> the terms that begin with it, the longest first; whether a word may begin one;
    kind -> the words that tell of it, and those that stand before it."""
    begins: defaultdict[str, list[_Term]] = defaultdict(list)
    told: dict[str, defaultdict[str, set[str]]] = {
        "termcue": defaultdict(set),
        "termhead": defaultdict(set),
    }
    for form, label, weight, note in vocab.lists.rows("terms.tsv"):
        marks = notes(note)
        kind = marks.get("kind", "")
        if label == "term":
            words = [token.lower() for token in tokenize(form).forms]
            begins[words[0]].append(_Term(words, kind, weight > 0, "caps" in marks))
        elif label in told:
            told[label][kind].add(form)
    kinds = {term.kind for terms in begins.values() for term in terms}
    cues, heads = ({kind: frozenset(its[kind]) for kind in kinds} for its in told.values())
    return (
        {
            first: sorted(terms, key=lambda term: -len(term.words))
            for first, terms in begins.items()
        },
        lambda word: word.shape in CAPITALS and word.lower in begins,
        cues,
        heads,
    )


def _finders(vocab: Vocab) -> dict[str, list[str]]:
    """Finder, in small letters -> the kinds of what is called by them."""
    return {
        form.lower(): notes(note)["kind"].split("+")
        for form, label, _, note in vocab.lists.rows("terms.tsv")
        if label == "eponym"
    }


def _laws(vocab: Vocab) -> frozenset[str]:
    return frozenset(
        form.lower() for form, label, *_ in vocab.lists.rows("terms.tsv") if label == "lex"
    )


@only("capital")
def _by_ending(word: Lexeme) -> bool:
    return _ENDING.fullmatch(word.lower) is not None


_OF_WORK = Memo[str, bool](lambda lower: lower.startswith(_WORK))
