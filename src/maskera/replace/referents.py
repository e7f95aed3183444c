"""Who and what the mentions mean: mentions gathered to referents, each of which gets one pseudonym."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rapidfuzz.fuzz import ratio

from maskera.mentions import Mention
from maskera.replace.shape import fold
from maskera.text import Document

FIRSTNAMES = ("firstname_male", "firstname_female", "firstname_unknown")
PERSON = frozenset({*FIRSTNAMES, "surname", "middlename", "initials"})
SAME = 80  # the same, for a form right beside the one it is like: Sofiia Sofia, but not Anna Anneli
ALIKE = 60  # rapidfuzz ratio from which a form is taken for a spelling of a name part: Sofiia/Sofia 91, Meh/Mehmet 67


@dataclass(frozen=True, slots=True)
class Referent:
    """What one pseudonym stands for: the places of its mentions in the list of mentions, and the base form that speaks for them."""

    label: str
    number: int
    mentions: tuple[int, ...]
    form: str
    canonical: str


def gather(document: Document, mentions: Sequence[Mention], base: Callable[[str], str], apart: bool) -> list[Referent]:
    """The referents in order of first appearance; `apart` makes every mention one of its own (scope mention).

    Mentions of one label and number belong together. Two name mentions that stand side by side under one number are two parts of a name
    (Garcia Marquez) and get a pseudonym each; a later mention goes to the part it looks like. One surname is one surname, whoever bears it.
    """
    forms = [base_form(document, mention, base) for mention in mentions]
    groups: dict[tuple[object, ...], list[int]] = {}
    parts: dict[tuple[str, int], list[set[str]]] = {}
    latest: dict[tuple[str, int], tuple[int, int]] = {}
    for place, (mention, form) in enumerate(zip(mentions, forms, strict=True)):
        key: tuple[object, ...] = (kind(mention.label), mention.number)
        folded = fold(form)
        if apart:
            key = (place,)
        elif mention.label == "surname":
            key = ("surname", mention.number, folded) if mention.number == 0 else key
        elif mention.number == 0:
            key = (*key, fold(mention.referent) or folded)
        if not apart and mention.label in PERSON and mention.number:
            name = (kind(mention.label), mention.number)
            before, end = latest.get(name, (-1, -1))
            beside = before >= 0 and not document.text[end : mention.span.start].strip(" -\u00a0") and mention.span.start - end <= 3
            part = _part(parts.setdefault(name, []), folded, before if beside else -1)
            latest[name] = (part, mention.span.end)
            key = (*key, part)
        groups.setdefault(key, []).append(place)
    referents = [_referent([mentions[place] for place in places], [forms[place] for place in places], places) for places in groups.values()]
    return referents if apart else _families(referents)


def kind(label: str) -> str:
    """What shares a pseudonym under one number: a first name is one name, whichever gender its mentions were given."""
    return "firstname" if label in FIRSTNAMES else label


def value_kind(label: str) -> str:
    """What is drawn together: months and ages, whether in digits or in words."""
    return _TOGETHER.get(label, label)


_TOGETHER = {"month_digit": "month", "month_word": "month", "age_digits": "age", "age_string": "age"}


def base_form(document: Document, mention: Mention, base: Callable[[str], str]) -> str:
    """The form as written, without the genitive where it is marked."""
    written = document.text[mention.span.start : mention.span.end]
    return base(written) if "gen" in mention.features else written


def _part(parts: list[set[str]], folded: str, beside: int) -> int:
    """Which part of the name a form is, given the part right before it (-1 for none); a new one is added to `parts`.

    Alone, a form belongs to the part it is most like, however little, for one number is one person; beside another it must be a spelling.
    """
    likeness = [max(ratio(folded, form) for form in forms) for forms in parts]
    best = max(range(len(parts)), key=likeness.__getitem__, default=-1)
    if best >= 0 and (beside < 0 or likeness[best] >= (SAME if best == beside else ALIKE)):
        parts[best].add(folded)
        return best
    parts.append({folded})
    return len(parts) - 1


def _referent(mentions: list[Mention], forms: list[str], places: list[int]) -> Referent:
    labels = [mention.label for mention in mentions]
    gendered = [label for label in labels if label in ("firstname_male", "firstname_female")]
    canonical = next((mention.referent for mention in mentions if mention.referent), "")
    form = forms[0] if len(forms) == 1 else Counter(forms).most_common(1)[0][0]
    return Referent((gendered or labels)[0], mentions[0].number, tuple(places), form, canonical)


def _families(referents: list[Referent]) -> list[Referent]:
    """Surnames of the same form become one referent: a family keeps one name."""
    merged: dict[object, Referent] = {}
    for number, referent in enumerate(referents):
        key: object = ("surname", fold(referent.form)) if referent.label == "surname" else number
        if key in merged:
            first = merged[key]
            merged[key] = Referent(first.label, first.number, first.mentions + referent.mentions, first.form, first.canonical)
        else:
            merged[key] = referent
    return list(merged.values())
