"""People named in a row without commas: mina systrar Ifrah Najma Sagal are three, each by her first
name, and no person of three names; and two people by their first names: Hamid och Ehsan."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from maskera.label.harmonize import told
from maskera.lang.sv.family_and_work import several
from maskera.lang.sv.persons import UNMARKED_PLURAL, plural
from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import Lexeme
from maskera.mentions import Mention
from maskera.rules import family_name_first
from maskera.rules.family_name_first import NAMED
from maskera.taxonomy import FIRSTNAMES
from maskera.text import number_of

_WORDS = word_list("sv", "name_lists")

_SAYS = _WORDS["says"] | {":"}
_JOINING = _WORDS["and"] | {"&"}
_AND = _JOINING | {","}
_PARENTS = ("föräldrar", "föräldrarna")  # two, who are named in full as often as not
BESIDE = 1.0  # log-odds for a first name beside another
SURE_ROW = 3  # names side by side, where no number says how many people there are


def rows(table: TokenTable, mentions: Sequence[Mention]) -> Iterator[list[Mention]]:
    """The names of the essay that stand side by side and are each a person's."""
    if not table.where(plural):
        return
    named = table.labels(*NAMED)
    names = {
        table.first_token(mention.span): mention for mention in mentions if mention.label in named
    }
    eastern = {first for first, _ in family_name_first.found(table, mentions)}
    for first in names.keys() - eastern:
        people = first - 1 if first - 1 not in names else -1
        if people >= 0 and table.left(first) in _SAYS:
            people -= 1
        if (
            people < 0
            or table.sentence[people] != table.sentence[first]
            or not plural(table.words[people])
        ):
            continue
        if table.lowers[people].endswith(_PARENTS) or (
            table.normalized[people] in UNMARKED_PLURAL and not several(table, people)
        ):
            continue
        run, last = _run(table, names, first), first
        last += len(run)
        others = 0
        while table.at(last) in _AND and len(_run(table, names, last + 1)) == 1:
            others, last = others + 1, last + 2
        if table.at(last) in _AND and last + 1 in names:
            continue  # names of two words after commas: those before are in full, too
        said = _number(table, people)
        if len(run) > 1 and (len(run) + others == said if said else len(run) >= SURE_ROW):
            row = [names[token] for token in run]
            if all(_first_name(table.words[token]) for token in run):
                yield row


def _run(table: TokenTable, names: Mapping[int, Mention], first: int) -> list[int]:
    """The tokens from one on that are names of one word each, side by side."""
    run: list[int] = []
    while (token := first + len(run)) in names and names[token].span == table.span(token, token):
        if run and not (
            table.adjacent(token - 1) and table.sentence[token] == table.sentence[first]
        ):
            break
        run.append(token)
    return run


def _number(table: TokenTable, people: int) -> int:
    """How many people there are said to be: tre bröder, mina 3 bröder; 0 where nothing says it."""
    before = table.left(people)
    if before.isdecimal():
        return number_of(before)
    return max(
        [entry.value for entry in table.gazetteer.entries(before) if entry.label == "number"],
        default=0,
    )


def _first_name(word: Lexeme, less: float = 0.0) -> bool:
    """Whether lists do not take a word for a surname rather than a first name, which may be so much
    less likely (log-odds)."""
    first = max([entry.weight for entry in word.entries if entry.label in FIRSTNAMES], default=0.0)
    return first >= -less + max(
        [entry.weight for entry in word.entries if entry.label == "surname"], default=0.0
    )


def _partners(table: TokenTable, mentions: Sequence[Mention]) -> Iterator[Mention]:
    """Surnames that stand alone behind a first name alone and "och", and may be first names."""
    labels = table.labels(*NAMED)
    named = sorted((m for m in mentions if m.label in labels), key=lambda m: m.span)
    for before, one, after in zip([None, *named], named, [*named[1:], None], strict=False):
        if one.label != "surname" or before is None or before.label not in FIRSTNAMES:
            continue
        first, last = table.first_token(before.span), table.first_token(one.span)
        alone = first == table.last_token(before.span) and last == table.last_token(one.span)
        if not alone or last != first + 2 or table.normalized[first + 1] not in _JOINING:
            continue
        follows = after is not None and table.first_token(after.span) == last + 1
        word = table.words[last]
        if not follows and not word.labels.isdisjoint(FIRSTNAMES) and _first_name(word, BESIDE):
            yield one


def _in_row(table: TokenTable, mentions: Sequence[Mention]) -> Iterator[Mention]:
    """Surnames that stand alone in a row of names between commas, half of which are first names:
    Storai, Gul, Rahim och Björn-Erik."""
    labels = table.labels(*NAMED)
    row: list[Mention] = []
    for one in sorted((m for m in mentions if m.label in labels), key=lambda m: m.span):
        first, last = table.first_token(one.span), table.last_token(one.span)
        goes_on = (
            row and table.last_token(row[-1].span) + 2 == first and table.at(first - 1) in _AND
        )
        if not goes_on or first != last:
            yield from _surnames(table, row)
            row = []
        if first == last:
            row.append(one)
    yield from _surnames(table, row)


def _surnames(table: TokenTable, row: Sequence[Mention]) -> list[Mention]:
    given = sum(one.label in FIRSTNAMES for one in row)
    if len(row) < SURE_ROW or given < 2 or 2 * given < len(row):
        return []
    heads = table.first_token(row[0].span) - 1
    brothers = heads >= 0 and "fam" in table.words[heads].labels  # bröderna Lejonhjärta, Karl och
    words = [(one, table.words[table.first_token(one.span)]) for one in row[brothers:]]
    return [one for one, word in words if one.label == "surname" and _first_name(word, BESIDE)]


def given(table: TokenTable, mentions: Sequence[Mention]) -> list[Mention]:
    """The mentions; those in such rows and pairs are first names, and so are those alone that are
    written alike."""
    in_rows = [mention for row in rows(table, mentions) for mention in row]
    between = [*_in_row(table, mentions)]
    firsts = {
        mention.span: _given(table, mention)
        for mention in (*in_rows, *between, *_partners(table, mentions))
        if mention.label not in FIRSTNAMES
    }
    if between:
        forms = {table.lowers[table.first_token(mention.span)] for mention in between}
        others = [
            one for one in mentions if one.label == "surname" and _alone(table, mentions, one)
        ]
        alike = [one for one in others if table.lowers[table.first_token(one.span)] in forms]
        firsts |= {one.span: _given(table, one) for one in alike}
    return [firsts.get(mention.span, mention) for mention in mentions]


def _alone(table: TokenTable, mentions: Sequence[Mention], one: Mention) -> bool:
    """Whether a name of one word stands beside no other person's name."""
    first, people = table.first_token(one.span), table.labels(*NAMED)
    covered = table.covered(m.span for m in mentions if m.label in people and m.span != one.span)
    return first == table.last_token(one.span) and covered.isdisjoint((first - 1, first + 1))


def _given(table: TokenTable, mention: Mention) -> Mention:
    word = table.words[table.first_token(mention.span)]
    listed = max(
        (entry for entry in word.entries if entry.label in FIRSTNAMES),
        key=lambda entry: entry.weight,
        default=None,
    )
    return told(mention, listed.label if listed else "firstname_unknown", "one of several people")


def beginnings(table: TokenTable, mentions: Sequence[Mention]) -> Mapping[int, bool]:
    """Of the names in such rows, by where they start in the text: whether another person begins
    there, as one does with each."""
    return {mention.span.start: True for row in rows(table, mentions) for mention in row}
