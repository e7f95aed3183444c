"""What form alone decides, with its check and its cues; the counter-claims are half of the file.
Numbers are invented or test numbers."""

from __future__ import annotations

import re
import re._parser as re_parser  # type: ignore[import-not-found]  # has no stubs: not public
from random import Random
from typing import Any

import pytest
from timing import grows_in_proportion, seconds

from maskera import Pipeline
from maskera.lang.en import contact_forms as english_forms
from maskera.lang.en.patterns import PATTERNS as ENGLISH
from maskera.lang.sv.contact_forms import patterns
from maskera.lang.sv.number_checks import personnummer
from maskera.lang.sv.patterns import PATTERNS
from maskera.lexicon.table import token_table
from maskera.mentions import Detection, Evidence
from maskera.rules.patterns import LEAD, Cue, Pattern, detector
from maskera.taxonomy import shipped
from maskera.text import Document


def found(rules: Pipeline, text: str) -> list[tuple[str, str]]:
    """Text and label of every mention."""
    document, mentions = rules.detect(Document("d", text))
    return [(document.text[m.span.start : m.span.end], m.label) for m in mentions]


@pytest.mark.parametrize(
    ("text", "hit", "label"),
    [
        ("Mitt telefonnummer är 070-174 06 05.", "070-174 06 05", "phone_nr"),
        ("Ring mig på 0701740605", "0701740605", "phone_nr"),
        ("Ring +46 70 174 06 05 idag", "+46 70 174 06 05", "phone_nr"),
        ("Mobil: 070 1740605", "070 1740605", "phone_nr"),
        ("Ring 08-465 004 22 efter sex.", "08-465 004 22", "phone_nr"),
        ("Mitt personnummer är 19850709-9805.", "19850709-9805", "personid_nr"),
        ("Mitt personnummer är 850709-9805.", "850709-9805", "personid_nr"),
        ("personnummer 8507099805", "8507099805", "personid_nr"),
        ("Hon är född 120101+9827", "120101+9827", "personid_nr"),
        ("Mitt samordningsnummer är 850769-9802.", "850769-9802", "personid_nr"),
        ("Personnummer: 850709-9801 (fel kontrollsiffra)", "850709-9801", "personid_nr"),
        ("Skriv till anna.ek@exempel.se nu", "anna.ek@exempel.se", "email"),
        ("Läs på https://www.exempel.se/anna?id=3.", "https://www.exempel.se/anna?id=3", "url"),
        ("Läs på www.exempel.se", "www.exempel.se", "url"),
        ("Läs på exempel.se/blogg", "exempel.se/blogg", "url"),
        ("Min bil har nummer ABC 123.", "ABC 123", "license_nr"),
        ("Bilen ABC12D stod där", "ABC12D", "license_nr"),
        ("Adressen är Storgatan 3, 123 45 Lund", "123 45", "zip_code"),
        ("Betala till bankgiro 5050-1055.", "5050-1055", "account_nr"),
        ("IBAN SE35 5000 0000 0549 1000 0003", "SE35 5000 0000 0549 1000 0003", "account_nr"),
        ("Jag kom hit 2019-03-05.", "2019-03-05", "date_digits"),
        ("Vi ses 12/4 hemma.", "12/4", "date_digits"),
        ("Jag är född 180112.", "180112", "date_digits"),
        ("Ärendenummer 4471-22 gäller mig", "4471-22", "other_nr_seq"),
    ],
)
def test_numbers_by_their_form(rules: Pipeline, text: str, hit: str, label: str) -> None:
    assert (hit, label) in found(rules, text)


@pytest.mark.parametrize(
    "text",
    [
        "Biljetten kostar 1 250 kr.",
        "Den kostade 299:-",
        "Tåget går 08.15 och kommer 09:40.",
        "Cirka 45 procent eller 45,5 % av alla.",
        "Vi vann med 3-2 i matchen.",
        "Boken har ISBN 978-91-7000-000-5.",
        "Jag köpte 25 äpplen och 3 liter mjölk.",
        "På 1980-talet var det annorlunda.",
        "Läs sidan 112 till 118.",
        "Det kom 20 000 personer.",
        "Klockan är 10 nu.",
    ],
)
def test_prices_times_shares_scores_and_amounts_are_nobodys(rules: Pipeline, text: str) -> None:
    assert found(rules, text) == []


@pytest.mark.parametrize(
    "text",
    [
        "Kl. 8.30 åt jag frukost",
        "och så vidare osv. Sen gick jag",
        "hej@ på dig",
        "t.ex. katter",
        "Han sa: nej.Ja, kanske",
    ],
)
def test_no_address_where_there_is_none(rules: Pipeline, text: str) -> None:
    assert not {label for _, label in found(rules, text)} & {"email", "url"}


@pytest.mark.parametrize("day", ["0229", "0228", "0289", "1231", "1291"])
@pytest.mark.parametrize("century", ["", "18", "19", "20"])
def test_a_person_number_has_a_day_that_leap_years_have(century: str, day: str) -> None:
    assert personnummer(f"{century}90{day}-1234")


@pytest.mark.parametrize("day", ["0230", "0290", "1301", "0100", "0160", "0192"])
def test_what_has_no_such_day_is_none(day: str) -> None:
    assert not personnummer(f"1990{day}-1234") and not personnummer(f"90{day}-1234")


DIGITS = Pattern(
    "digits",
    "other_nr_seq",
    re.compile(r"no (?P<hit>\d+)"),
    -1.0,
    cues=(Cue("case", re.compile("case"), 2.0),),
)


def claims(rules: Pipeline, pattern: Pattern, text: str) -> list[Detection]:
    return list(
        detector([pattern])(
            token_table(rules.language.tokenization(Document("d", text)), rules.language.vocab)
        )
    )


def test_a_pattern_claims_its_group_with_form_and_cue_as_evidence(rules: Pipeline) -> None:
    text = "case no 123"
    (claim,) = claims(rules, DIGITS, text)
    assert text[claim.span.start : claim.span.end] == "123"
    assert [(e.source, e.weight) for e in claim.hypotheses[0].evidence] == [
        ("form:digits", -1.0),
        ("cue:case", 2.0),
    ]
    assert claims(rules, DIGITS, "no 123")[0].hypotheses[0].score == -1.0


def test_a_check_can_refuse_and_can_speak_for_it(rules: Pipeline) -> None:
    checked = Pattern(
        "digits",
        "other_nr_seq",
        re.compile(r"\d+"),
        1.0,
        lambda text: Evidence("even", 3.0) if int(text) % 2 == 0 else None,
    )
    assert [claim.hypotheses[0].score for claim in claims(rules, checked, "123 eller 124")] == [4.0]


def test_a_cue_after_the_match_is_looked_for_only_there(rules: Pipeline) -> None:
    after = Pattern(
        "digits",
        "other_nr_seq",
        re.compile(r"\d+"),
        0.0,
        cues=(Cue("unit", re.compile(" kr"), -5.0, after=True),),
    )
    assert claims(rules, after, "12 kr")[0].hypotheses[0].score == -5.0
    assert claims(rules, after, "kr 12 eller kr")[0].hypotheses[0].score == 0.0


def test_a_pattern_does_not_look_where_its_characters_are_missing(rules: Pipeline) -> None:
    gated = Pattern("at", "email", re.compile(r"\w+"), 0.0, needs="@")
    assert claims(rules, gated, "no sign here") == []
    assert claims(rules, gated, "a @ b")


def test_a_pattern_does_not_look_where_digits_or_its_word_are_missing(rules: Pipeline) -> None:
    long = Pattern("long", "other_nr_seq", re.compile(r"[\dx]+"), 0.0, digits=3)
    assert claims(rules, long, "xx 12 xx") == []
    assert claims(rules, long, "12 och 3")
    cued = Pattern(
        "cued",
        "other_nr_seq",
        re.compile(r"(?:kod|nr) (?P<hit>\d+)"),
        0.0,
        digits=1,
        word=re.compile("kod"),
    )
    assert claims(rules, cued, "nr 123") == []
    assert claims(rules, cued, "nr 123 och kod 4")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("personnummer-cued", "pers.nr 850709-9805"),
        ("personnummer-cued", "mitt person nummer är 850709-9805"),
        ("phone-cued", "nå mig på 070-174 06 05"),
        ("phone-cued", "what's app 070-174 06 05"),
        ("phone-cued", "hör av dig"),
        ("plate-cued", "reg.nr ABC 123"),
        ("account-cued", "kontonummer 1234 567 890"),
        ("zip-cued", "zip code 12345"),
    ],
)
def test_a_cue_of_several_words_passes_by_one_of_them(
    rules: Pipeline, name: str, text: str
) -> None:
    pattern = next(pattern for pattern in PATTERNS if pattern.name == name)
    assert len(claims(rules, pattern, text)) == len(list(pattern.regex.finditer(text)))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("email-read-aloud", "anna punkt berg \u017fnabel-a gmail punkt com"),
        ("email-read-aloud", "anna (AT) exempel.se"),
        ("email-read-aloud", "anna{ at }exempel.se"),
        ("email-read-aloud", "anna at exempel punkt se"),
        ("email-read-aloud", "anna @ exempel dot se"),
        ("email-read-aloud", "anna kanelbulle exempel.se"),
        ("url-read-aloud", "WWW punkt exempel punkt se"),
        ("url-read-aloud", "exempel [.] se"),
        ("url-read-aloud", "minblogg punkt se"),
        ("email-word", "anna åt GMAIL punkt com"),
        ("email-at", "anna[at]exempel.se"),
        ("email-at", "anna Snabel-a exempel"),
        ("user-sign", "lisa_b"),
        ("url-www", "Www.exempel.se"),
        ("iban-country", "gb29 NWBK 6016 1331 9268 19"),
        ("mac", "00-1A-2b-3C-4d-5E"),
        ("mac", "00:1a:2B:3c:4D:5e:6F:70"),
        ("mac", "001a.2B3c.4D5e"),
        ("card", "4111 1111 1111 1111"),
        ("email-punycode", "anna@exempel.XN--p1ai"),
    ],
)
def test_what_a_pattern_needs_is_in_every_match(rules: Pipeline, name: str, text: str) -> None:
    named = [pattern for pattern in (*PATTERNS, *patterns(shipped())) if pattern.name == name]
    (pattern,) = (pattern for pattern in named if pattern.regex.search(text))
    assert claims(rules, pattern, text)


def test_a_check_is_asked_once_of_one_stretch(rules: Pipeline) -> None:
    asked: list[str] = []

    def check(text: str) -> Evidence:
        asked.append(text)
        return Evidence("check", 1.0)

    twice = [
        Pattern(name, "other_nr_seq", re.compile(r"\d+"), 0.0, check) for name in ("one", "two")
    ]
    found = list(
        detector(twice)(
            token_table(
                rules.language.tokenization(Document("d", "12 och 34")), rules.language.vocab
            )
        )
    )
    assert [claim.hypotheses[0].score for claim in found] == [1.0] * 4
    assert asked == ["12", "34"]


def digits_of(parsed: Any) -> tuple[int, int, bool]:
    """Of a parsed expression: how many digits a match has at least, and how many characters stand
    before the first at most.

    Third: whether a digit is sure to come.
    """
    least, lead, sure = 0, 0, False
    for kind, value in parsed:
        name = str(kind)
        if name in ("ASSERT", "ASSERT_NOT", "AT"):
            continue
        width, some, before, certain = 1, 0, 0, False
        if name == "IN":
            certain = all(
                str(what) == "CATEGORY" and str(which) == "CATEGORY_DIGIT" for what, which in value
            ) or all(
                str(what) in ("RANGE", "LITERAL")
                and all(chr(c).isdigit() for c in (which if isinstance(which, tuple) else (which,)))
                for what, which in value
            )
            some = int(certain)
        elif name == "LITERAL":
            certain = chr(value).isdigit()
            some = int(certain)
        elif name in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
            low, high, inner = value
            some, before, certain = digits_of(inner)
            some, certain, width = some * low, certain and low > 0, int(high) * inner.getwidth()[1]
        elif name == "SUBPATTERN":
            some, before, certain = digits_of(value[-1])
            width = value[-1].getwidth()[1]
        elif name == "BRANCH":
            each = [digits_of(branch) for branch in value[1]]
            some, before = min(one[0] for one in each), max(one[1] for one in each)
            certain, width = (
                all(one[2] for one in each),
                max(branch.getwidth()[1] for branch in value[1]),
            )
        least += some
        if not sure:
            lead += before if certain else width
        sure = sure or certain
    return least, lead, sure


@pytest.mark.parametrize(
    "pattern", [pattern for pattern in PATTERNS if pattern.digits], ids=lambda pattern: pattern.name
)
def test_the_patterns_ask_for_no_more_digits_than_they_must(pattern: Pattern) -> None:
    least, lead, _ = digits_of(re_parser.parse(pattern.regex.pattern, pattern.regex.flags))
    by_check = {"phone": 7, "phone-trunk": 7, "phone-international": 7, "iban": 8}
    assert pattern.digits <= max(least, by_check.get(pattern.name, 0))
    assert pattern.word or lead <= LEAD


def drawn(parsed: Any, rng: Random, groups: dict[int, str]) -> str:
    """A text that a parsed expression may match: its assertions are not looked at."""
    text = ""
    for kind, value in parsed:
        match str(kind):
            case "LITERAL":
                text += chr(value)
            case "IN":
                text += drawn(
                    [rng.choice([each for each in value if str(each[0]) != "NEGATE"])], rng, groups
                )
            case "RANGE":
                text += chr(rng.randint(*value))
            case "CATEGORY":
                text += rng.choice(
                    {"CATEGORY_DIGIT": "0123456789", "CATEGORY_SPACE": " \n"}.get(
                        str(value), "abcAB01_"
                    )
                )
            case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
                text += "".join(
                    drawn(value[2], rng, groups)
                    for _ in range(rng.randint(value[0], min(int(value[1]), value[0] + 6)))
                )
            case "SUBPATTERN":
                groups[value[0]] = drawn(value[-1], rng, groups)
                text += groups[value[0]]
            case "ATOMIC_GROUP":
                text += drawn(value, rng, groups)
            case "BRANCH":
                text += drawn(rng.choice(value[1]), rng, groups)
            case "GROUPREF":
                text += groups[value]
    return text


@pytest.mark.parametrize(
    "pattern", [pattern for pattern in PATTERNS if pattern.core], ids=lambda pattern: pattern.name
)
def test_every_match_of_a_pattern_has_its_core(pattern: Pattern) -> None:
    rng, parsed, table = Random(1), re_parser.parse(pattern.regex.pattern, pattern.regex.flags), 0
    for _ in range(3_000):
        match = pattern.regex.search(drawn(parsed, rng, {}))
        if match and sum(map(str.isdigit, match[0])) >= pattern.digits:
            table += 1
            assert re.search(pattern.core, match[0]), match[0]
    assert table > 100


@pytest.mark.parametrize(
    "piece",
    [
        "1",
        "a_",
        "a1.",
        "@a",
        "insta a1 ",
        "1 ",
        "12-",
        "+46 ",
        "1/",
        "(1",
        "a.",
        "a@a.",
        "ABC 12",
        "3 maj ",
        "kr ",
        "a(a)",
        "a snabel a punkt ",
    ],
)
def test_a_long_line_takes_time_in_proportion(rules: Pipeline, piece: str) -> None:
    assert grows_in_proportion(lambda size: rules.detect(Document("d", piece * size)), 1_000)


@pytest.mark.parametrize(
    "pattern",
    [*PATTERNS, *patterns(shipped()), *ENGLISH, *english_forms.patterns(shipped())],
    ids=lambda pattern: pattern.name,
)
@pytest.mark.parametrize("tail", ["till", "!"])
def test_no_row_of_the_same_takes_an_expression_long(pattern: Pattern, tail: str) -> None:
    """Thirty digits in one word once took the English form of a code five seconds."""
    rows = ("1", "A1", "1a", "a", "A", "1 ", "a ", "A ", "Ab ", "1-", "a-", "1.", "a.", "1/", "- ")
    assert min(seconds(lambda: _search(pattern, rows, tail)) for _ in range(2)) < 0.2


def _search(pattern: Pattern, rows: tuple[str, ...], tail: str) -> None:
    for row in rows:
        list(pattern.regex.finditer(f"nr {row * 30}{tail}"))
