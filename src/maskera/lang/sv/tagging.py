"""The Swedish tagger: its model, how it is balanced against the rules, and the features (gen def pl foreign) of what it alone has found."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path

from maskera.annotate import crf
from maskera.detect import runs, tagger
from maskera.detect.gazetteers import features
from maskera.detect.sight import Sight
from maskera.detect.tagger import NAMELIKE, Topic
from maskera.detect.words import TABLE, Word
from maskera.label.join import Balance, joined
from maskera.label.merge import extended
from maskera.lang.sv import detection
from maskera.lang.sv.cues import NAMES, PLACES
from maskera.lang.sv.names import PARTICLES
from maskera.language import Joiner
from maskera.mentions import Detection, Evidence, Hypothesis

# Chosen with tools/fit_balance.py on texts that the tagger had not seen: F1 is flat around it, the scale follows the calibration error.
BALANCE = Balance(
    tagger=0.55, rules=0.165, exact_rules=0.5, bias=0.12, silent_tagger=-4.0, silent_rules=-2.0, limit=6.0,
    exact=frozenset(
        "age_string age_digits day month_digit year date_digits email url phone_nr account_nr other_nr_seq personid_nr license_nr zip_code "
        "street_nr transport_nr initials".split()
    ),
)  # fmt: skip
EXTENTS = runs.Extents(
    single=NAMES,
    listed=frozenset(("fam",)),
    apart=frozenset(("city", "country")),
    unlinked=NAMES | PLACES | {"edu", "prof", "fam"},
    clauses=frozenset(("extra",)),
    particles=PARTICLES,
    unopened={
        "sensitive": frozenset("har ha hade haft fick få får fått är vara var varit blev bli blir blivit jag han hon en ett min".split())
    },
)
_ANYBODY = (  # but not "min man", "hans man"
    r"(?:(?<!\w)(?<!min )(?<!sin )(?<!din )(?<!hans )(?<!nnes )(?<!vars )(?<!en )man"
    r"|\b(?:personer|människor|ungdomar|unga|medborgare|någon))(?: som)?"
)
# Numbers of books, round the clock, parts of a whole, sums, the age at which anybody may vote: nobody's.
NOBODYS = re.compile(
    r"\b(?:isbn|issn)\b(?:-1[03])?[\s:.]*(?:\d[\s-]?)+x?\b|\b24/7\b(?! \d{4})|\b\d{1,2}/\d{1,2} (?:av|del|delar)\b"
    r"|\b\d+(?: [+*=÷] \d+)+\b"
    rf"|{_ANYBODY}(?: har)? (?:är|blir|blivit|fyller|fyllt|fyllde)(?: över| under)? (?P<age>\d{{1,2}})\b"
    r"|\b(?:en|de|dom|alla|person)(?: har)? (?:fyller|fyllt) (?P<turned>\d{1,2})\b",
    re.IGNORECASE,
)
# A quotation after a word for a work; "Titles of books, films, songs" are not marked (ANNOTATION.md).
TITLES = re.compile(
    r"\b(?:artik|text|bok|böcker|roman|film|dikt|låt|sång|program|rapport|rubrik|titel|titl|kapit|novell|serie|berättelse|krönika|insändare|saga|pjäs)\w*"
    r"\s+(?:\w+\s+){0,3}?\\?[\"”“»’']\s*(?P<title>[^\"”“»\\’']{3,90}?)\s*\\?[\"”“»’']",
    re.IGNORECASE,
)
_DIGIT, _DOT, _LETTERS = re.compile(r".*\d", re.DOTALL), re.compile(r".*[.@]", re.DOTALL), re.compile(r"\w.", re.DOTALL)
_NO_COURSE = re.compile(r"(?!(?:sfi|sva|svenska|[a-d]|d-kurs|skola|kurs|en|an|n|[-\s])+$)", re.IGNORECASE)
_NO_ABBREVIATION = re.compile(r"(?!(?:d\W?v\W?s|m\W?v\W?h|t\W?ex|s\W?k|m\W?m|b\W?l\W?a|p\W?g\W?a|o\W?s\W?v)\W*$)", re.IGNORECASE)
# What a mention of the label begins like, whatever its words are: of 15,000 in the texts at hand three do not.
NEEDED = {
    **dict.fromkeys(
        "age_digits date_digits phone_nr account_nr personid_nr zip_code street_nr license_nr other_nr_seq month_digit".split(), _DIGIT
    ),
    **dict.fromkeys(("email", "url"), _DOT),
    **dict.fromkeys(NAMES - {"initials"}, _LETTERS),
    **dict.fromkeys(("school", "work", "other_institution"), _NO_COURSE),
    "initials": _NO_ABBREVIATION,
    "year": re.compile(r"(?!\d{3}$)"),
}
SLIP = -3.0  # log-odds; a form in no list, a letter or two from a common word, is rather that word than a name
_SLIP = Evidence("spelling:a slip of a common word", SLIP)
ORDINARY = 1.0  # log-odds from which a word that no list of names knows is doubted the same way
_ORDINARY = Evidence("an ordinary word in no list of names", SLIP)
PEOPLE_AND_TOWNS = NAMES | {"city"}
INFLECTED = NAMES | {"city", "country", "region", "area", "place", "geo", "school", "work", "other_institution"}


def joiner(path: Path, topic: Topic) -> Joiner:
    """What tagger and rules claim together; the model file is read when the first document comes. topic: what a word speaks of."""

    @cache
    def model() -> crf.Tagger:
        return crf.Tagger(crf.load(path), tagger.word_features(detection.words().word))

    def join(sights: Sequence[Sight], decided: Sequence[Sequence[Detection]], least: float) -> list[list[Detection]]:
        tagged = map(_possible, sights, runs.claims(sights, decided, model(), topic, EXTENTS))
        return [
            [_marked(seen, claim) for claim in _of_people(seen, joined(rules, claims, BALANCE, least))]
            for seen, rules, claims in zip(sights, decided, tagged, strict=True)
        ]

    return join


def _possible(seen: Sight, claims: list[Detection]) -> list[Detection]:
    """The tagger's claims without labels that their letters rule out, and with doubt where they are slips of common words."""
    kept = []
    for claim in claims:
        span = claim.span
        possible = [h for h in claim.hypotheses if h.label not in NEEDED or NEEDED[h.label].match(seen.document.text, span.start, span.end)]
        word = seen.words[seen.last_token(span)]
        if _slip(word):
            possible = [extended(h, [_SLIP]) if h.label in NAMELIKE else h for h in possible]
        elif word.ordinary >= ORDINARY and word.labels.isdisjoint(NAMELIKE):
            possible = [extended(h, [_ORDINARY]) if h.label in PEOPLE_AND_TOWNS else h for h in possible]
        if possible:
            kept.append(Detection(span, tuple(possible)))
    return kept


def _of_people(seen: Sight, claims: list[Detection]) -> list[Detection]:
    """The claims but for those on nobody's numbers and in titles of works."""
    text = seen.document.text
    nobodys = [match.span(match.lastgroup or 0) for match in NOBODYS.finditer(text)]
    nobodys += [match.span("title") for match in TITLES.finditer(text)]
    if not nobodys:
        return claims
    return [claim for claim in claims if not any(start < claim.span.end and claim.span.start < end for start, end in nobodys)]


def _slip(word: Word) -> bool:
    """Whether a common word is meant: in small letters, or where no list knows the form as it is written."""
    return bool(word.meant) and (word.shape == "lower" or word.misspelt or not word.entries)


def _marked(seen: Sight, claim: Detection) -> Detection:
    """The claim, its hypotheses with the features that the form shows where the rules have not said."""
    word = seen.words[seen.last_token(claim.span)]
    return Detection(claim.span, tuple([_shown(hypothesis, word) for hypothesis in claim.hypotheses]))


def _shown(hypothesis: Hypothesis, word: Word) -> Hypothesis:
    found = hypothesis.features or _features(hypothesis.label, word)
    return Hypothesis(hypothesis.label, hypothesis.evidence, found) if found else hypothesis


@lru_cache(TABLE)
def _features(label: str, word: Word) -> frozenset[str]:
    """What the last word of a mention shows of its form."""
    for entry in word.entries:
        if entry.label == label:
            return features(entry, word.genitive)
    found = set()
    if label in INFLECTED and word.lower.endswith(("'s", ":s", "ens", "ets", "ans")) and not word.entries:
        found.add("gen")
    if label == "area":
        found.add("foreign")
    return frozenset(found)
