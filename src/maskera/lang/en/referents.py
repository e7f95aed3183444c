"""What an English mention refers to, for running numbers."""

from __future__ import annotations

from collections.abc import Sequence

from maskera.annotate.tokens import normal
from maskera.label.identity import assign_numbers
from maskera.label.persons import Referent
from maskera.label.renamed import renamed
from maskera.lang.en.derivation import longs, without_participle
from maskera.lang.en.morphology import base, plural, singular, undotted
from maskera.lang.en.roles import CALLED, role_of
from maskera.lexicon.letters import unmarked
from maskera.lexicon.table import TokenTable
from maskera.lexicon.triggers import one_of
from maskera.mentions import Mention
from maskera.taxonomy import CODES, FIRSTNAMES, PERSON

_OTHERWISE = one_of(CALLED - {","} | {"("})


def referent(table: TokenTable, mention: Mention) -> Referent:
    """The canonical form of a place or institution, the value of a number, else the form without
    genitive, in lower case."""
    form = table.document.text[mention.span.start : mention.span.end]
    key = " ".join(normal(form).lower().split())
    label = mention.label
    if any(map(str.isdigit, key)):
        compact = "".join(c for c in key if c.isalnum()) if label in CODES else key.rstrip(".")
        return Referent(compact, True)
    stem = without_participle(base(key) if "gen" in mention.features else key)
    if label == "surname" and "pl" in mention.features:
        forms = (one for one in reversed(singular(stem)) if plural(one) == stem)
        known = (one for one in forms if table.gazetteer.entries(one))
        stem = next(known, stem)
    if label == "initials":
        return Referent("".join(filter(str.isalpha, stem)), True)
    stem = undotted(stem) if label not in PERSON else stem
    entries = [e for e in table.gazetteer.entries(stem) if e.label == label]
    if entries and label not in PERSON:
        entry = entries[0]
        valued = entry.value >= 0
        return Referent(f"{label} {entry.value}" if valued else entry.canonical.lower(), True)
    return Referent(unmarked(stem) if label in FIRSTNAMES else stem, bool(entries))


def link_referents(table: TokenTable, mentions: Sequence[Mention]) -> list[Mention]:
    """The mentions with running numbers."""
    return assign_numbers(
        table.document,
        mentions,
        lambda mention: referent(table, mention),
        table.vocab.taxonomy,
        longs=table.vocab.derived(longs),
        roles={m.span.start: role for m in mentions if (role := role_of(table, m))},
        renamed=renamed(table, mentions, table.where(_OTHERWISE)),
    )
