"""What is impersonal by rules that are records (a day with a name, the title of a work, an app, an
amount), and claims that their letters rule out; each with the reason that `detect --why` shows.

The tagger sees tokens through features, and is at times sure of what no reader would believe.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from maskera import expressions as re
from maskera.lang.en.dates import OLDEST
from maskera.lang.en.word_names import tells_kind
from maskera.lexicon.table import TokenTable
from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import CAPITALS, Lexeme
from maskera.mentions import Detection, Exclusion, Hypothesis
from maskera.rules import engine
from maskera.rules.rule import Rule, Stage, lexeme, regex, words
from maskera.taxonomy import FULL_NAME, INSTITUTIONS, PERSON, PLACES
from maskera.text import Span, number_of

_WORDS = word_list("en", "exclusions")

HOLIDAY_ENDS = _WORDS["holiday_end"]
APPS = _WORDS["app"]
LONGEST = 4  # words of a holiday's name
ORDINARY = 4.0  # log-odds from which a word with a capital is none of a holiday's: One Day
FIRMS = frozenset(("work",))
_SOME = re.compile(r"[\W_]*\w", re.DOTALL)
_DIGIT = re.compile(r".*\d", re.DOTALL)
_LETTERS = re.compile(r"[\W\d_]*[^\W\d_](?!['’]s$).", re.DOTALL)
# What a mention of the label has, whatever its words are: of the 14,848 in training/en,
# en_sentences and en_unseen all do.
NEEDED = {
    "phone_nr": re.compile(r"(?:\D*\d){3}"),
    "personid_nr": re.compile(r"(?:\D*\d){4}"),
    "account_nr": re.compile(r"(?:\D*\d){4}"),
    **dict.fromkeys(("zip_code", "age_digits", "license_nr", "street_nr", "month_digit"), _DIGIT),
    "date_digits": re.compile(r"(?:\D*\d){2}"),
    **dict.fromkeys(PERSON - {"initials"}, _LETTERS),
    **dict.fromkeys(PLACES | INSTITUTIONS | {"transport_name"}, _SOME),  # no full stop alone
}
_QUOTED = (
    rf"\b{_WORDS.either('work')}\b[^.!?\n\"“”«]{{0,24}}[\"“«]"
    r"(?P<hit>[A-ZÀ-Þ][^\"“”»\n]{1,60})[\"”»]"
)
_AMOUNT = r"(?:[£€$₦₹¥]|\b(?:N|R|Rs\.?|US\$|A\$|C\$)) ?\d{1,3}(?:[,.]\d{3})+(?!\d)|\b[Rr][Ss]\.? ?\d[\d,]*(?!\d)"


def _holidays(table: TokenTable, end: int) -> Iterator[Exclusion]:
    """The names that end in "Day" or "Eve": St. John's Eve, Australia Day; but not Doris Day."""
    first = end
    while first > 0 and end - first < LONGEST and table.sentence[first - 1] == table.sentence[end]:
        before = table.words[first - 1]
        stop = before.lower == "." and table.glued(first - 2) if first > 1 else False
        part = before.shape in CAPITALS and before.plain <= ORDINARY
        if not part and not stop and before.lower not in ("'s", "’s"):
            break
        first -= 1
    if end + 1 < len(table.words) and tells_kind(table.words[end + 1]):
        return  # Zodwa's Day Care
    entries = table.words[first].entries[:1] if end - first == 1 else ()
    person = entries and not table.words[first].genitive and entries[0].label in FULL_NAME
    if first < end and not person:
        yield Exclusion(table.span(first, end), "exclude.named_day", "a day with a name")


def _apps(table: TokenTable, at: int) -> Iterator[Exclusion]:
    yield Exclusion(table.span(at, at), "exclude.app", "an app or a game", True, FIRMS)


def _ends_holiday(word: Lexeme) -> bool:
    return word.lower in HOLIDAY_ENDS and word.shape in CAPITALS


def _titles(table: TokenTable, found: re.Match[str]) -> Iterator[Exclusion]:
    yield Exclusion(Span(*found.span("hit")), "exclude.title", "the title of a work")


def _amounts(table: TokenTable, found: re.Match[str]) -> Iterator[Exclusion]:
    yield Exclusion(Span(*found.span()), "exclude.amount", "a sum of money")


EXCLUSIONS: tuple[Rule, ...] = (
    Rule("exclude.named_day", Stage.EXCLUDE, _holidays, lexeme(_ends_holiday), cases="excluded"),
    Rule("exclude.app", Stage.EXCLUDE, _apps, words(*APPS), cases="excluded", exact=True),
    Rule("exclude.title", Stage.EXCLUDE, _titles, regex(_QUOTED), cases="excluded"),
    Rule("exclude.amount", Stage.EXCLUDE, _amounts, regex(_AMOUNT), cases="excluded"),
)
_INDEX = engine.Index(EXCLUSIONS, Stage.EXCLUDE)
_LETTERS_NOTE = "its letters rule the label out, or nobody is so old"


def excluded(
    table: TokenTable, claims: Sequence[Detection]
) -> tuple[Sequence[Detection], Sequence[Exclusion]]:
    """The claims but for those that a rule excludes (EXCLUSIONS) or whose letters rule out all
    labels, and what was excluded. What is certain stays."""
    return engine.sifted(_INDEX, table, claims, _allowed, _LETTERS_NOTE)


def _allowed(table: TokenTable, claim: Detection) -> Detection | None:
    """The claim without labels that its letters rule out; None for no label left."""
    text, span = table.document.text, claim.span
    possible = tuple([h for h in claim.hypotheses if _possible(h, text, span)])
    if len(possible) == len(claim.hypotheses):
        return claim
    return Detection(span, possible) if possible else None


def _possible(hypothesis: Hypothesis, text: str, span: Span) -> bool:
    """Whether the words of a span may be of a label."""
    needed = NEEDED.get(hypothesis.label)
    if needed is None:
        return True
    if not needed.match(text, span.start, span.end):
        return False
    if hypothesis.label != "age_digits":
        return True
    written = text[span.start : span.end]
    return not (written.isdecimal() and number_of(written) > OLDEST)
