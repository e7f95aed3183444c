"""What a Swedish mention refers to (for running numbers), and how likely it is that it concerns the writer."""

from __future__ import annotations

import math
from collections.abc import Sequence

from maskera.annotate.tokens import normal
from maskera.detect.sight import Sight
from maskera.detect.words import fold
from maskera.gazetteer import Gazetteer
from maskera.label.identity import Referent, numbered
from maskera.lang.sv.cues import FIRST_NAMES
from maskera.mentions import Mention
from maskera.taxonomy import taxonomy

_GENERAL_GENRES = frozenset(("evaluative", "investigative"))
_FIRST_PERSON = frozenset(["jag", "vi", "mig", "oss", "min", "mitt", "mina", "vår", "våra", "vårt", "jg", "ja", "mej"])
_ALWAYS = frozenset(
    [
        "phone_nr",
        "email",
        "personid_nr",
        "account_nr",
        "license_nr",
        "other_nr_seq",
        "street_nr",
        "zip_code",
        "age_digits",
        "age_string",
        "fam",
        "transport_nr",
        "extra",
        "work",
    ]
)


def referent(gazetteer: Gazetteer, sight: Sight, mention: Mention) -> Referent:
    """The canonical form of a place or institution, the value of a number, else the form without inflection, in lower case."""
    form = normal(sight.document.text[mention.span.start : mention.span.end]).lower()
    key = " ".join(form.split())
    if any(c.isdigit() for c in key):
        return Referent(key.rstrip(".") if mention.label != "day" else key.rstrip(".:aeEA"), True)
    stems = [key]
    if "gen" in mention.features and key.endswith("s"):
        stems.insert(0, key[:-1].rstrip("'’:"))
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


def personal(sight: Sight, mentions: Sequence[Mention]) -> list[float]:
    """Probability, for each mention, that it concerns the writer: from its label, the genre, and first-person words near it.

    Log-odds by hand after the guidelines' principle 4; Sweden as a country never does.
    """
    genre = sight.document.meta.get("genre", "")
    general = -2.5 if genre in _GENERAL_GENRES else 0.3
    starts = sight.document.tokens.starts
    first = [index for index, lower in enumerate(sight.lowers) if lower in _FIRST_PERSON]
    token_of = {start: index for index, start in enumerate(starts)}
    found = []
    for mention in mentions:
        if mention.referent == "sverige":
            found.append(0.02)
            continue
        score = general + (2.5 if mention.label in _ALWAYS else 0.5)
        index = token_of.get(mention.span.start, -1)
        if index >= 0:
            near = [other for other in first if abs(other - index) <= 12]
            same = any(sight.sentence[other] == sight.sentence[index] for other in near)
            score += 1.8 if same else 0.5 if near else -0.4
        if mention.label in ("prof", "surname") and not first:
            score -= 1.0
        found.append(1 / (1 + math.exp(-score)))
    return found
