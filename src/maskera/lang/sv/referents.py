"""What a Swedish mention refers to, for running numbers."""

from __future__ import annotations

from collections.abc import Sequence

from maskera.annotate.tokens import normal
from maskera.detect.sight import Sight
from maskera.detect.words import fold
from maskera.gazetteer import Gazetteer
from maskera.label.identity import Referent, numbered
from maskera.lang.sv.composed import INHABITANTS
from maskera.lang.sv.cues import FIRST_NAMES
from maskera.mentions import Mention
from maskera.taxonomy import taxonomy

COMPACT = frozenset(("phone_nr", "personid_nr", "account_nr", "license_nr", "zip_code", "other_nr_seq"))  # one number, however it is spaced


def referent(gazetteer: Gazetteer, sight: Sight, mention: Mention) -> Referent:
    """The canonical form of a place or institution, the value of a number, else the form without inflection, in lower case."""
    form = normal(sight.document.text[mention.span.start : mention.span.end]).lower()
    key = " ".join(form.split())
    if any(c.isdigit() for c in key):
        if mention.label in COMPACT:
            return Referent("".join(c for c in key if c.isalnum()), True)
        return Referent(key.rstrip(".") if mention.label != "day" else key.rstrip(".:aeEA"), True)
    stems = [key]
    if "gen" in mention.features and key.endswith("s"):
        stems.insert(0, key[:-1].rstrip("'’:"))
    if mention.label in ("city", "region"):
        stems += [key.removesuffix(ending) for ending in INHABITANTS if key.endswith(ending)]
    for stem in stems:
        for entry in gazetteer.entries(stem):
            if entry.label == mention.label or (mention.label in FIRST_NAMES and entry.label in FIRST_NAMES):
                if entry.value >= 0:
                    return Referent(f"{entry.label} {entry.value}", True)
                return Referent(entry.canonical.lower(), True)
    misspelt = next((h for h in mention.hypotheses if h.label == mention.label), None)
    if misspelt:
        for evidence in misspelt.evidence:
            if evidence.source.startswith("spelling:"):
                return Referent(evidence.note.lower(), True)
    return Referent(fold(stems[0]) if mention.label in FIRST_NAMES else stems[0], False)


def settle(sight: Sight, mentions: Sequence[Mention]) -> list[Mention]:
    """The mentions with running numbers."""
    return numbered(sight.document, mentions, lambda mention: referent(sight.gazetteer, sight, mention), taxonomy())
