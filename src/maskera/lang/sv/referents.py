"""What a Swedish mention refers to, for running numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

import msgspec

from maskera.annotate.tokens import normal
from maskera.detect.sight import Sight
from maskera.detect.words import fold
from maskera.gazetteer import Gazetteer
from maskera.label.identity import Referent, numbered
from maskera.lang.sv.composed import INHABITANTS
from maskera.lang.sv.cues import FIRST_NAMES, NAMES, ORGANISATIONS, PLACES
from maskera.lang.sv.forms import SILENT
from maskera.mentions import Mention
from maskera.taxonomy import taxonomy
from maskera.text import Span

COMPACT = frozenset(("phone_nr", "personid_nr", "account_nr", "license_nr", "zip_code", "other_nr_seq"))  # one number, however it is spaced
HOME_CODE = re.compile(r"^(?:\+|00)460?")  # +46 70, 0046 70 and +46 (0)70 are 070 at home
NAMED = NAMES | PLACES | ORGANISATIONS | {"place"}
APOSTROPHES = ("'", "’")
INHABITED = ("city", "region")
QUOTATION = 40  # tokens that one between apostrophes may have
REFERENTS = 10_000  # forms kept with what they stand for


def referent(gazetteer: Gazetteer, sight: Sight, mention: Mention) -> Referent:
    """The canonical form of a place or institution, the value of a number, else the form without inflection, in lower case."""
    form = sight.document.text[mention.span.start : mention.span.end]
    if not form.isalpha() and any(map(str.isdigit, form)):
        return _number(form, mention.label)
    found = _of_form(gazetteer, form, mention.label, "gen" in mention.features)
    return found if found.known else _meant(mention) or found


def _number(form: str, label: str) -> Referent:
    key = _key(form)
    if label in COMPACT:
        compact = "".join(c for c in key if c.isalnum() or c == "+")
        return Referent((HOME_CODE.sub("0", compact) if label == "phone_nr" else compact).replace("+", ""), True)
    return Referent(key.rstrip(".") if label != "day" else key.rstrip(".:aeEA"), True)


@lru_cache(REFERENTS)
def _of_form(gazetteer: Gazetteer, form: str, label: str, genitive: bool) -> Referent:
    """What a form without digits stands for by the lists, or by itself."""
    key = _key(form)
    stems = [key]
    if genitive and key.endswith(("s", "'")):
        stems.insert(0, key[:-1].rstrip("'’:"))
    homes = [key.removesuffix(ending) for ending in INHABITANTS if key.endswith(ending)] if label in INHABITED else []
    homes += [home[:-1] for home in homes if home.endswith("s")]
    for stem in (*stems, *homes):
        alike = FIRST_NAMES if label in FIRST_NAMES else INHABITED if stem in homes else (label,)
        for entry in gazetteer.entries(stem):
            if entry.label in alike:
                if entry.value >= 0 and label not in NAMES:  # of a name it is how frequent it is
                    return Referent(f"{entry.label} {entry.value}", True)
                return Referent(entry.canonical.lower(), True)
    return Referent(fold(stems[0]) if label in FIRST_NAMES else stems[0], False)


def _meant(mention: Mention) -> Referent | None:
    """What a misspelt form is a slip for, where a detector has said so."""
    for hypothesis in mention.hypotheses:
        if hypothesis.label == mention.label:
            for evidence in hypothesis.evidence:
                if evidence.source.startswith("spelling:"):
                    return Referent(evidence.note.lower(), True)
            break
    return None


def _key(form: str) -> str:
    return " ".join(normal(form).lower().split())


def settle(sight: Sight, mentions: Sequence[Mention]) -> list[Mention]:
    """The mentions with running numbers, genitives in an apostrophe marked as such."""
    text = sight.document.text
    whole = [
        _genitive(mention) if _before_apostrophe(text, mention) and not _in_quotes(sight, mention) else mention for mention in mentions
    ]
    return numbered(sight.document, whole, lambda mention: referent(sight.gazetteer, sight, mention), taxonomy())


def _before_apostrophe(text: str, mention: Mention) -> bool:
    """Whether a name stands in the genitive of those that end in s, x or z: Lars' fru."""
    end = mention.span.end
    if text[end : end + 1] not in APOSTROPHES or not text[end + 1 : end + 2].isspace():
        return False
    return mention.label in NAMED and text[end - 1].lower() in SILENT


def _genitive(mention: Mention) -> Mention:
    """The mention with its apostrophe, which would tell of another name how the original ends."""
    return msgspec.structs.replace(mention, span=Span(mention.span.start, mention.span.end + 1), features=mention.features | {"gen"})


def _in_quotes(sight: Sight, mention: Mention) -> bool:
    """Whether an apostrophe opens a quotation before the mention in its sentence, so that the one behind may end it."""
    first = sight.first_token(mention.span)
    before = range(max(0, first - QUOTATION), first)
    return any(
        sight.lowers[place] in APOSTROPHES and sight.sentence[place] == sight.sentence[first] and not (place and sight.glued(place - 1))
        for place in before
    )
