"""What no claim may be: what its letters rule out and what is nobody's; and slips, which are no names of the tagger's.

The tagger sees tokens through features, and is at times sure of what no reader would believe.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate

from maskera.detect.sight import Sight
from maskera.detect.words import Word
from maskera.lang.sv import nicknames
from maskera.lang.sv.nobodys_names import gods, holidays, kinds, models, titles, works
from maskera.lang.sv.nobodys_numbers import endings, nobodys, nobodys_age
from maskera.lang.sv.tongues import english_words, foreign_words
from maskera.mentions import Detection, Evidence, extended
from maskera.taxonomy import INSTITUTIONS, LISTED_NAMES, PERSON
from maskera.text import Span

_DIGIT, _DOT, _LETTERS = re.compile(r".*\d", re.DOTALL), re.compile(r".*[.@]", re.DOTALL), re.compile(r"\w(?![:'’´]s$).", re.DOTALL)
_DIGIT_OR_NUMBER = re.compile(
    r".*\d|(?:två|tre|fyr|fem|sex|sju|åtta|ni|ti|tju|el+va|elev|tolv|arton|hundra|ett?\b)", re.DOTALL | re.IGNORECASE
)
_NO_COURSE = re.compile(r"(?!(?:t\W?ex|sfi|sva|komvux|svenska|[a-d]|d-kurs|skola|kurs|en|an|n|[-\s])+$)", re.IGNORECASE)
_NO_SPAN = re.compile(r"(?!(?:1[5-9]|20)\d\d ?[-–/] ?(?:1[5-9]|20)\d\d$).*\d", re.DOTALL)  # of years
# Abbreviations that learners write in single letters: med vänlig hälsning, på grund av.
_ABBREVIATION = re.compile(r"\b(?:d\W*v\W*s|m\W*v\W*h|t\W*ex|e\W*g|s\W*k|m\W*m|b\W*l\W*a|p\W*g\W*a|o\W*s\W*v)\b", re.IGNORECASE)
_AROUND = 6  # letters on either side of a letter of such an abbreviation
# What a mention of the label begins like, whatever its words are: of 15,000 in the texts at hand three do not.
NEEDED = {
    "phone_nr": re.compile(r"(?!.*[^\W\d_]).*\d", re.DOTALL),
    **dict.fromkeys("age_digits account_nr personid_nr zip_code license_nr month_digit".split(), _DIGIT),
    "street_nr": _DIGIT_OR_NUMBER,
    **dict.fromkeys(("email", "url"), _DOT),
    **dict.fromkeys(PERSON - {"initials"}, _LETTERS),
    **dict.fromkeys(INSTITUTIONS, _NO_COURSE),
    "date_digits": _NO_SPAN,
    "other_nr_seq": _NO_SPAN,
    "year": re.compile(r"(?!\d{3}$)"),
}
SLIP = -2.5  # log-odds; a form in no list, a letter or two from a common word, is rather that word than a name
_SLIP = Evidence("spelling:a slip of a common word", SLIP)
ORDINARY = 1.0  # log-odds from which a word that no list of names knows is doubted the same way
_ORDINARY = Evidence("an ordinary word in no list of names", SLIP)
AGES = frozenset(("age_digits", "age_string"))
PEOPLE_AND_TOWNS = PERSON | {"city"}


def doubted(seen: Sight, claims: list[Detection]) -> list[Detection]:
    """The tagger's claims, with doubt where a name would be a slip of a common word or an ordinary word."""
    introduced = set(nicknames.places(seen))
    lasts = map(seen.last_token, [claim.span for claim in claims])
    return [claim if last in introduced else _doubted(claim, seen.words[last]) for claim, last in zip(claims, lasts, strict=True)]


def _doubted(claim: Detection, last: Word) -> Detection:
    if _slip(last):
        return Detection(claim.span, tuple([extended(h, [_SLIP]) if h.label in LISTED_NAMES else h for h in claim.hypotheses]))
    if (last.plain if last.shape == "lower" else last.ordinary) >= ORDINARY and last.labels.isdisjoint(LISTED_NAMES):
        return Detection(claim.span, tuple([extended(h, [_ORDINARY]) if h.label in PEOPLE_AND_TOWNS else h for h in claim.hypotheses]))
    return claim


def _allowed(seen: Sight, claim: Detection) -> Detection | None:
    """The claim without labels that its letters rule out and without nobody's age; None for no label left, and for an abbreviation."""
    span, text = claim.span, seen.document.text
    possible = [h for h in claim.hypotheses if h.label not in NEEDED or NEEDED[h.label].match(text, span.start, span.end)]
    if any(h.label in AGES for h in possible) and nobodys_age(seen, span):
        possible = [h for h in possible if h.label not in AGES]
    if not possible or (len(span) <= _AROUND and any(h.label == "initials" for h in possible) and _abbreviates(text, span)):
        return None
    return claim if len(possible) == len(claim.hypotheses) else Detection(span, tuple(possible))


def _abbreviates(text: str, span: Span) -> bool:
    """Whether a stretch is a letter or all of an abbreviation."""
    around = _ABBREVIATION.finditer(text, max(0, span.start - _AROUND), span.end + _AROUND)
    return any(found.start() <= span.start and span.end <= found.end() + 1 for found in around)


def of_people(seen: Sight, claims: Sequence[Detection]) -> Sequence[Detection]:
    """The claims without labels that letters rule out, and but for those on nobody's numbers, in titles of works and user names."""
    text = seen.document.text
    nobody = english_words(seen) | foreign_words(seen) | gods(seen) | holidays(seen) | kinds(seen)
    claims = [allowed for claim in claims if claim.span not in nobody and (allowed := _allowed(seen, claim))]
    users = {claim.span: user for claim in claims if (user := _user(claim))}
    taken = sorted(
        [*nobodys(text), *endings(text), *titles(text), *works(seen), *models(seen), *((span.start, span.end) for span in users)]
    )
    if not taken:
        return claims
    starts, furthest = [start for start, _ in taken], list(accumulate([end for _, end in taken], max))
    kept = []
    for claim in claims:
        begun = bisect_left(starts, claim.span.end)
        if not begun or furthest[begun - 1] <= claim.span.start:
            kept.append(claim)
        elif claim.span in users:
            kept.append(users[claim.span])
    return kept


def _user(claim: Detection) -> Detection | None:
    """The claim as that of a user name and nothing else, where its form speaks for it; nobody has names or numbers inside one."""
    for hypothesis in claim.hypotheses:
        if hypothesis.label == "extra" and hypothesis.score > 0 and any(e.source.startswith("form:user") for e in hypothesis.evidence):
            return Detection(claim.span, (hypothesis,))
    return None


def _slip(word: Word) -> bool:
    """Whether a common word is meant: in small letters, or where no list knows the form as it is written."""
    return bool(word.meant) and (word.shape == "lower" or word.misspelt or not word.entries)
