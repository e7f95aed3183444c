"""Exclusions: claims whose form cannot carry the label, or that stand in impersonal text; a penalty
for misspelt common words.

The tagger sees tokens through features, and is at times sure of what no reader would believe.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from maskera import expressions as re
from maskera.lang.sv import nicknames, rare_events
from maskera.lang.sv.body_measures import body_measures
from maskera.lang.sv.impersonal_names import (
    currencies,
    favourites,
    gods,
    holidays,
    honorifics,
    is_code,
    is_cut_short,
    is_limit,
    is_patient,
    is_the_day,
    is_unit,
    kinds,
    listed_as_unit,
    may_be_code,
    models,
    peoples,
    roads,
    rulers,
    spoken,
    titles,
    trades,
    unmarked,
    weekdays,
    works,
)
from maskera.lang.sv.impersonal_numbers import endings, impersonal, impersonal_age
from maskera.lang.sv.name_compounds import products
from maskera.lang.sv.nationalities import is_language, may_be_language
from maskera.lang.sv.no_subject import heads_sentence, is_no_subject, word_and_name
from maskera.lang.sv.numerals import ORDINAL_UNITS
from maskera.lang.sv.other_languages import (
    english_words,
    foreign_phrases,
    foreign_words,
    is_mine,
)
from maskera.lang.sv.persons import BE
from maskera.lang.sv.sought import sought
from maskera.lang.sv.terminology import terms
from maskera.lang.sv.transcripts import edits, is_interjection, is_verb, sounds, speakers
from maskera.lexicon.table import TokenTable, digits
from maskera.lexicon.triggers import only
from maskera.lexicon.tsv import word_list
from maskera.lexicon.vocab import Lexeme
from maskera.mentions import (
    Detection,
    Evidence,
    Exclusion,
    Hypothesis,
    extended,
)
from maskera.rules import engine
from maskera.rules.rule import Rule, Stage, Trigger, lexeme, where, words
from maskera.taxonomy import INSTITUTIONS, LISTED_NAMES, PERSON, PLACES
from maskera.text import Span

_WORDS = word_list("sv", "exclusions")

_DIGIT, _DOT, _LETTERS = (
    re.compile(r".*\d", re.DOTALL),
    re.compile(r".*(?:[.@]|\s(?:punkt|dot)\s)", re.DOTALL),
    re.compile(r"\w(?![:'’´]s$).", re.DOTALL),
)
_DIGIT_OR_NUMBER = re.compile(
    rf".*\d|(?:{_WORDS.either('number_word')}|ett?\b)",
    re.DOTALL | re.IGNORECASE,
)
# Schools that everybody goes to, and kinds that are names of one where they have a capital and are
# definite: på Byskolan, but en byskola.
_STAGES = _WORDS.either("stage")
_KINDS = _WORDS.either("kind_of_school")
_NO_COURSE = re.compile(
    rf"(?!(?:{_WORDS.either('no_name_of_school')}|t\W?ex|\b[a-d]\b|\d|{_STAGES}?skola"
    rf"|{_KINDS}skola(?!n)|(?-i:{_KINDS})skolan"
    rf"|(?:{_STAGES}|{_KINDS})skolor|\w{{4,}}(?:{_WORDS.either('ends_law')})|[-\s])+$)",
    re.IGNORECASE,
)
_NO_SPAN = re.compile(
    r"(?!(?:1[5-9]|20)\d\d ?[-–/] ?(?:1[5-9]|20)\d\d$).*\d", re.DOTALL
)  # of years
# Neither of years nor of two numbers that both are no month, 18/25; but läsåret 22/23.
_SCHOOL_YEAR = "|".join(f"{year}/{year + 1}" for year in range(13, 99))
_NO_SPAN_NOR_SHARE = re.compile(
    rf"(?!(?:1[3-9]|[2-9]\d) ?/ ?(?:1[3-9]|[2-9]\d)$)(?:{_NO_SPAN.pattern})|(?:{_SCHOOL_YEAR})$",
    re.DOTALL,
)
# Abbreviations that learners write in single letters: med vänlig hälsning, på grund av; and those
# whose letters have full stops between them: t.o.m., f.d.
_ABBREVIATION = re.compile(
    r"\b(?:d\W*v\W*s|m\W*v\W*h|t\W*ex|e\W*g|s\W*k|m\W*m|b\W*l\W*a|p\W*g\W*a|o\W*s\W*v"
    rf"|(?-i:{_WORDS.either('abbreviation')}))\b",
    re.IGNORECASE,
)
_ORDINAL = re.compile(r"\d:[ae]")
_AROUND = 6  # letters on either side of a letter of such an abbreviation
# What a mention of the label begins like, whatever its words are: of 15,000 in the texts at hand
# three do not.
NEEDED = {
    "phone_nr": re.compile(r"(?!.*[^\W\d_]).*\d", re.DOTALL),
    "personid_nr": re.compile(
        r"(?!\d{6}(?:\d\d)? ?[-–] ?\d{6}(?:\d\d)?$)(?:\D*\d){4}"
    ),  # no two dates
    "account_nr": re.compile(r"(?:\D*\d){4}"),
    "zip_code": re.compile(r"(?:\D*\d){3}"),
    **dict.fromkeys(("age_digits", "license_nr"), _DIGIT),
    "age_string": re.compile(r"[\W\d]*[etfsånaoh]|\W*\d", re.IGNORECASE),  # as numbers begin
    "month_digit": re.compile(
        r"(?:(?:0?[1-9]|1[0-2])(?![\d])(?:\W{0,2}(?:e|a|an|[dt]e|dje|nde|ende))?"
        rf"|(?i:{'|'.join(ORDINAL_UNITS[1:13])}))$"  # den åttonde i elfte
    ),
    "street_nr": _DIGIT_OR_NUMBER,
    **dict.fromkeys(("email", "url"), _DOT),
    **dict.fromkeys(PERSON - {"initials"}, _LETTERS),
    "initials": re.compile(r"(?![eox]$)[\W\d_]*[^\W\d_]", re.DOTALL),  # tara e (är) på, anna o jag
    **dict.fromkeys(INSTITUTIONS, _NO_COURSE),
    "date_digits": _NO_SPAN_NOR_SHARE,
    "other_nr_seq": _NO_SPAN,
    "year": re.compile(r"(?!\d{3}$)"),
}
SLIP = -2.5  # log-odds; a form in no list, a letter or two from a common word, is rather that word than a name
_SLIP = Evidence("spelling:a slip of a common word", SLIP)
SHORT = 2  # letters of a word that is hardly a name in small letters where no list has it
ORDINARY = 1.0  # log-odds from which a word that no list of names knows is doubted the same way
_ORDINARY = Evidence("an ordinary word in no list of names", SLIP)
OF_A_FAMILY = "ska"
AGES = frozenset(("age_digits", "age_string"))
PEOPLE_AND_TOWNS = PERSON | {"city"}
PEOPLE_AND_PLACES = PERSON | PLACES | {"place", "geo", "area"}
_LETTERED = re.compile(r"[A-ZÅÄÖ]-[a-zåäö]{3,}")  # B-bryggan is one of several
_DEFINITE = ("an", "en", "et")


def doubted(table: TokenTable, claims: list[Detection]) -> list[Detection]:
    """The tagger's claims, with doubt where a name would be a slip of a common word or an ordinary
    word."""
    introduced = set(nicknames.places(table))
    lasts = map(table.last_token, [claim.span for claim in claims])
    return [
        claim if last in introduced else _doubted(claim, table.words[last], _said_of(table, last))
        for claim, last in zip(claims, lasts, strict=True)
    ]


def _said_of(table: TokenTable, index: int) -> bool:
    """Whether a word in small letters of a dictionary is said of something: stammen är rutten."""
    word = table.words[index]
    return (
        word.shape == "lower"
        and word.ordinary >= ORDINARY
        and table.left(index) in BE
        and table.left(index, 2).isalpha()
        and table.left(index, 2) not in _WORDS["may_be_somebody"]
        and table.words[index - 2].labels.isdisjoint(("fam", "prof", "title"))
        and not table.right(index)[:1].isalpha()
    )


def _doubted(claim: Detection, last: Lexeme, said_of: bool) -> Detection:
    if said_of:
        return Detection(
            claim.span,
            tuple([extended(h, [_ORDINARY]) if h.label in PERSON else h for h in claim.hypotheses]),
        )
    if _slip(last):
        return Detection(
            claim.span,
            tuple(
                [extended(h, [_SLIP]) if h.label in LISTED_NAMES else h for h in claim.hypotheses]
            ),
        )
    if (
        last.plain if last.shape == "lower" else last.ordinary
    ) >= ORDINARY and last.labels.isdisjoint(LISTED_NAMES):
        return Detection(
            claim.span,
            tuple(
                [
                    extended(h, [_ORDINARY]) if h.label in PEOPLE_AND_TOWNS else h
                    for h in claim.hypotheses
                ]
            ),
        )
    return claim


def _allowed(table: TokenTable, claim: Detection) -> Detection | None:
    """The claim without labels that its letters rule out and impersonal ages; None for no label
    left, and for an abbreviation."""
    span, text = claim.span, table.text
    possible: list[Hypothesis] = []
    asked, fits = None, True  # labels of one kind, as those of persons, need the same
    for hypothesis in claim.hypotheses:
        needed = NEEDED.get(hypothesis.label)
        if needed is not asked:
            asked, fits = needed, needed is None or bool(needed.match(text, span.start, span.end))
        if fits:
            possible.append(hypothesis)
    labels, length = [h.label for h in possible], span.end - span.start
    if not AGES.isdisjoint(labels) and impersonal_age(table, span):
        possible = [h for h in possible if h.label not in AGES]
    if span.start and text[span.start - 1].isalnum():  # v60n is no v and a plate
        possible = [h for h in possible if h.label != "license_nr"]
    if length > 1 and text[span.start + 1] == "-" and (lettered := _lettered(table, span)):
        possible = [h for h in possible if h.label not in lettered]
    if length == 1 and _ORDINAL.fullmatch(text, span.start - 2, span.end):
        return None
    if not possible or (length <= _AROUND and "initials" in labels and _abbreviates(text, span)):
        return None
    return claim if len(possible) == len(claim.hypotheses) else Detection(span, tuple(possible))


def _lettered(table: TokenTable, span: Span) -> frozenset[str]:
    """What one of several things told by letters is none of: B-bryggan; X-trafik and
    E-hälsomyndigheten may be institutions."""
    if not _LETTERED.fullmatch(table.text, span.start, span.end):
        return frozenset()
    listed = table.entries(table.first_token(span), table.last_token(span))
    definite = table.text.endswith(_DEFINITE, span.start, span.end)
    return PEOPLE_AND_PLACES | (INSTITUTIONS if definite and not listed else frozenset())


def _abbreviates(text: str, span: Span) -> bool:
    """Whether a stretch is a letter or all of an abbreviation."""
    around = _ABBREVIATION.finditer(text, max(0, span.start - _AROUND), span.end + _AROUND)
    return any(found.start() <= span.start and span.end <= found.end() + 1 for found in around)


def excluded(
    table: TokenTable, claims: Sequence[Detection]
) -> tuple[Sequence[Detection], Sequence[Exclusion]]:
    """The claims but for those that a rule excludes (EXCLUSIONS) or whose letters rule out all
    labels, and what was excluded. What is certain stays."""
    return engine.sifted(_INDEX, table, claims, _allowed, _LETTERS_NOTE)


_LETTERS_NOTE = "its letters rule the label out, or the age is of anybody"
Places = Iterable[tuple[int, int] | Span]


def _rule(
    name: str,
    note: str,
    find: Callable[[TokenTable], Places],
    cases: str,
    *,
    exact: bool = False,
    keeps: frozenset[str] = frozenset(),
) -> Rule:
    """A rule that excludes the places that a function finds in a document."""

    def apply(table: TokenTable, _: None) -> list[Exclusion]:
        return [
            Exclusion(place if isinstance(place, Span) else Span(*place), name, note, exact, keeps)
            for place in find(table)
        ]

    return Rule(name, Stage.EXCLUDE, apply, cases=cases)


def _at(
    name: str,
    note: str,
    when: Trigger,
    holds: Callable[[TokenTable, int], bool],
    cases: str,
    keeps: frozenset[str] = frozenset(),
) -> Rule:
    """A rule that excludes a single token at its trigger, if something holds there."""

    def apply(table: TokenTable, index: int) -> Iterator[Exclusion]:
        if holds(table, index):
            yield Exclusion(table.span(index, index), name, note, True, keeps)

    return Rule(name, Stage.EXCLUDE, apply, when, cases=cases, exact=True)


def _of_numbers(
    find: Callable[[str, Sequence[int]], Places],
) -> Callable[[TokenTable], Places]:
    return lambda table: find(table.text, table.fact(digits))


def _of_text(find: Callable[[str], Places]) -> Callable[[TokenTable], Places]:
    return lambda table: find(table.text)


def _phrases(table: TokenTable, _: None) -> Iterator[Exclusion]:
    for span, label in foreign_phrases(table).items():
        keeps = frozenset((label,)) if label else frozenset()
        yield Exclusion(
            span, "exclude.foreign_phrase", "two words of another language", True, keeps
        )


def _in_small_letters(table: TokenTable, index: int) -> bool:
    return table.words[index].shape == "lower"


@only("lower")
def _is_short(word: Lexeme) -> bool:
    """Whether a word of one or two letters is in no list: nb, gm."""
    return len(word.lower) <= SHORT and not word.entries and word.lower.isalpha()


@only("capital")
def _may_head(word: Lexeme) -> bool:
    """Whether a word in no list ends in a common one: Telefonkontakt."""
    return bool(word.head) and not (word.entries or word.head_labels)


def _heads_note(table: TokenTable, index: int) -> bool:
    """Whether a word stands first in its sentence, right before a number."""
    return heads_sentence(table, index) and table.right(index)[:1].isdigit()


@only("capital")
def _ends_as_adjective(word: Lexeme) -> bool:
    return word.lower.endswith(OF_A_FAMILY) and not word.entries


def _of_a_family(table: TokenTable, index: int) -> bool:
    """Whether a word with a capital is the adjective of a surname of the text, which follows that:
    Lindellska huset, beside familjen Lindell."""
    stem = table.lowers[index].removesuffix(OF_A_FAMILY)
    named = (table.words[at] for at in table.among(frozenset((stem,))))
    return any(word.shape == "capital" and "surname" in word.labels for word in named)


_NO_NAMES = frozenset(("day", "month_word", "fam", "prof", "edu", "sensitive"))
_LETTER = _NO_NAMES | {"initials", "street_nr"}
_FIRST_WORD = where(lexeme(word_and_name), heads_sentence)
EXCLUSIONS: tuple[Rule, ...] = (
    _rule("exclude.english_word", "a word of an English sentence", english_words, "excluded", exact=True),
    _rule("exclude.foreign_word", "a word of a sentence in another language", foreign_words, "excluded", exact=True),
    _at("exclude.my", "the English word before a noun", words("my"), is_mine, "excluded"),
    _at("exclude.language", "a language that somebody speaks", lexeme(may_be_language), is_language, "excluded"),
    _at("exclude.called", "a word that says what somebody is called", words(*_WORDS["called"]), _in_small_letters, "excluded"),
    _at("exclude.of_a_family", "an adjective of a surname of the text", lexeme(_ends_as_adjective), _of_a_family, "excluded"),
    _at("exclude.is", "är, as it is said", words("e"), is_verb, "excluded"),
    Rule("exclude.foreign_phrase", Stage.EXCLUDE, _phrases, cases="excluded"),
    _rule("exclude.god", "a god or a figure of a holy book", gods, "excluded", exact=True),
    _rule("exclude.holiday", "a holiday or its greeting", holidays, "excluded", exact=True),
    _rule("exclude.honorific", "a word of respect behind a first name", honorifics, "excluded", exact=True),
    _rule("exclude.people", "people of a country", peoples, "excluded", exact=True, keeps=frozenset(("sensitive",))),
    _rule("exclude.currency", "a currency", currencies, "excluded", exact=True),
    _rule("exclude.favourite", "what is somebody's favourite", favourites, "excluded", exact=True),
    _rule("exclude.species", "a plant or an animal", kinds, "excluded", exact=True),
    _rule("exclude.spoken", "a word as it is spoken", spoken, "excluded", exact=True, keeps=_NO_NAMES),
    _rule("exclude.trade", "a trade that stands for itself", trades, "excluded", exact=True, keeps=frozenset(("prof",))),
    _at("exclude.short_word", "a short word in small letters", lexeme(_is_short), _in_small_letters, "excluded", keeps=_LETTER),
    _at("exclude.heading", "a kind of note before its date", lexeme(_may_head), _heads_note, "excluded"),
    _at("exclude.limit", "max, before the most that something may be", words("max"), is_limit, "excluded"),
    _rule("exclude.road", "a road of Europe", roads, "excluded"),
    _at("exclude.code", "letters before the number of a class", lexeme(may_be_code), is_code, "excluded"),
    _at("exclude.cut_short", "angående, cut short", words("ang"), is_cut_short, "excluded"),
    _at("exclude.the_day", "dagen, as it is said", words("dan"), is_the_day, "excluded"),
    _at("exclude.patient", "the patient, in a record", words("pat", "pats", "pt"), is_patient, "excluded"),
    _at("exclude.unit", "a unit or a currency", lexeme(listed_as_unit), is_unit, "excluded"),
    _at("exclude.no_subject", "a word that heads a sentence of nobody", _FIRST_WORD, is_no_subject, "excluded"),
    _rule("exclude.unmarked", "a frequent word without its mark", unmarked, "excluded", exact=True),
    _at("exclude.interjection", "a sound in a transcript", lexeme(sounds), is_interjection, "excluded"),
    _rule("exclude.weekday", "a weekday cut short", weekdays, "excluded", exact=True, keeps=frozenset(("day",))),
    _rule("exclude.term", "a term of a field, a dish, a breed", terms, "excluded", keeps=frozenset(("sensitive",))),
    _rule("exclude.number", "a number of a book or law, a sum, a measure, a time of day", _of_numbers(impersonal), "excluded"),
    _rule("exclude.ending", "an ending glued to a number", _of_numbers(endings), "excluded"),
    _rule("exclude.ruler", "a king or pope told by a number", _of_text(rulers), "excluded"),
    _rule("exclude.title", "a title of a work", _of_text(titles), "excluded"),
    _rule("exclude.speaker", "who speaks, in a transcript", _of_text(speakers), "excluded"),
    _rule("exclude.edit", "the mark of a change to a post", _of_text(edits), "excluded"),
    _rule("exclude.sought", "a trade that somebody applies or looks for", sought, "excluded", exact=True),
    _rule("exclude.work", "a well-known work", works, "excluded"),
    _rule("exclude.model", "a model of a car", models, "excluded"),
    _rule("exclude.product", "a thing that a firm makes", products, "excluded"),
    _rule("exclude.body_measure", "a measure of a body", body_measures, "excluded"),
    *rare_events.EXCLUSIONS,
)  # fmt: skip
"""What is impersonal, in the order in which it is looked for; each with the file of cases that
fires it."""
_INDEX = engine.Index(EXCLUSIONS, Stage.EXCLUDE)


def _slip(word: Lexeme) -> bool:
    """Whether a common word is meant: in small letters, or where no list knows the form as it is
    written."""
    return bool(word.meant) and (word.shape == "lower" or word.misspelt or not word.entries)
