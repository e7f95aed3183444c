"""Family, professions, education and sensitive words: ordinary words that count only when said of
the writer or of particular people."""

from __future__ import annotations

from collections.abc import Iterator

from maskera.lang.en import education, family, health, professions
from maskera.lang.en.situations import own_story
from maskera.lexicon.memo import Memo
from maskera.lexicon.table import TokenTable
from maskera.lexicon.vocab import Lexeme
from maskera.mentions import Detection

RULES = {
    "fam": family.claim,
    "prof": professions.claim,
    "edu": education.claim,
    "subject": education.claim,
    "sensitive": health.claim,
}
"""Label of a listed word -> what claims it."""
_TELLING = Memo[Lexeme, bool](
    lambda word: any(entry.label in RULES for entry in word.entries or word.meant_entries)
)


def claims(table: TokenTable) -> Iterator[Detection]:
    """What the lists of family, professions, education and sensitive words claim, with what stands
    round them."""
    own = table.fact(own_story)
    yield from professions.unlisted(table)
    yield from education.unlisted(table)
    yield from health.of_body(table)
    yield from health.ill_of(table)
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
