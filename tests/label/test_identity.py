"""Running numbers: one number a referent, however it is spelt, inflected or cut short; and never
one number for two."""

from __future__ import annotations

import re
from collections.abc import Iterable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskera import Pipeline
from maskera.label.identity import assign_numbers
from maskera.label.persons import Referent
from maskera.label.slips import Forms, near
from maskera.mentions import Mention
from maskera.taxonomy import taxonomy
from maskera.text import Document, Span


def numbers(rules: Pipeline, text: str) -> dict[str, int]:
    """The running number of each form; a form with two numbers fails."""
    _, mentions = rules.detect(Document("d", text))
    found: dict[str, int] = {}
    for mention in mentions:
        form = text[mention.span.start : mention.span.end]
        assert found.setdefault(form, mention.number) == mention.number, f"{form} has two numbers"
    assert [mention.number for mention in mentions if mention.number < 1] == []
    return found


WRAPPED = """Min bror bor i samma stad som jag, han heter Farid
Rostami och han arbetar på sjukhuset sedan tre år. Vår
granne, som ofta kommer till oss på kaffe, heter Selma
Haddad och hennes man är lärare. Vi brukar laga mat om
kvällarna."""


@pytest.mark.parametrize("line_break", ["\n", "\r\n"])
def test_a_name_goes_on_in_the_next_line_of_wrapped_text_and_in_no_list(
    rules: Pipeline, line_break: str
) -> None:
    found = numbers(rules, WRAPPED.replace("\n", line_break))
    assert found["Farid"] == found["Rostami"] != found["Selma"] == found["Haddad"]
    listed = numbers(rules, line_break.join(["Med på resan var", "Farid", "Selma", "Omar"]))
    assert len(set(listed.values())) == len(listed)


@pytest.mark.parametrize(
    ("text", "one", "other"),
    [
        ("Jag bor i Göteborg. Götebårg är fint.", "Göteborg", "Götebårg"),
        ("Jag bor i Malmö. Malmös parker är fina.", "Malmö", "Malmös"),
        ("Jag bor i Malmö. I malmö regnar det.", "Malmö", "malmö"),
        ("Jag bor i MALMÖ. I malmö regnar det.", "MALMÖ", "malmö"),
        ("Min bror heter Farid Rostami. Farid bor här.", "Rostami", "Farid"),
        ("Min bror heter Farid Rostami. Rostami är snäll.", "Farid", "Rostami"),
        ("Min syster heter Leila. Leilas man är snäll.", "Leila", "Leilas"),
        ("Min bror heter Farid. Min syster heter Leila. Farids fru är snäll.", "Farid", "Farids"),
        ("Mitt namn är Samir K. Haddad. Jag heter Samir.", "K.", "Haddad"),
        ("Böckerna är av George R. R. Martin.", "George", "Martin"),
        ("Min bror heter Farid  Rostami.", "Farid", "Rostami"),
        ("Min bror heter Farid\u00a0Rostami.", "Farid", "Rostami"),
        ("Min bror heter Farid\tRostami.", "Farid", "Rostami"),
        ("Mitt namn är Samir K.  Haddad. Jag heter Samir.", "K.", "Haddad"),
        ("Jag träffade Anna L och Eva B. Anna L:s hund är snäll.", "L", "L:s"),
        ("Min vän är Anna K. Anna K är snäll.", "K.", "K"),
        ("Jag heter Farid Rostami. Min bror heter Omar Haddad. Mvh F. Rostami", "Farid", "F."),
        ("Jag heter Farid Rostami. Hälsningar Farid R.", "Rostami", "R."),
        ("Vi är Anna K. Erik L. och Sara M. Anna är snäll.", "Anna", "K."),
        ("Vi är Anna K. Erik L. och Sara M. Erik är snäll.", "Erik", "L."),
        ("Jag kommer från Syrien. I syrien bodde vi länge.", "Syrien", "syrien"),
        ("Jag flyttade i mars. I Mars var det kallt, den 3 mars.", "mars", "Mars"),
        ("Jag heter Farid Rostami. Hälsningar F.R.", "Rostami", "F.R."),
        ("Min lärare heter Ylva Norén. Ylva Norens röst är varm.", "Norén", "Norens"),
        ("Min vän heter José García. Jose Garcia är snäll.", "José", "Garcia"),
        ("Min vän heter Élise. Elise är snäll.", "Élise", "Elise"),
        ("Min bror heter René. Rene bor i Lund.", "René", "Rene"),
        ("Min syster heter Renée. Renee är snäll.", "Renée", "Renee"),
    ],
)
def test_the_same_referent_has_one_number(rules: Pipeline, text: str, one: str, other: str) -> None:
    found = numbers(rules, text)
    assert found[one] == found[other]


@pytest.mark.parametrize(
    ("text", "one", "other"),
    [
        ("Min bror heter Farid och min syster heter Leila.", "Farid", "Leila"),
        ("Min bror heter Farid  \nLeila heter min syster.", "Farid", "Leila"),
        ("Min bror heter Farid.  Leila heter min syster.", "Farid", "Leila"),
        ("Min syster heter Anna Ek. Min vän heter Karin Holm.", "Anna", "Karin"),
        ("Jag träffade Anna B. Erik var också där.", "Anna", "Erik"),
        ("Vi är Anna K. Erik L. och Sara M. Sara är snäll.", "K.", "L."),
        ("Jag träffade Anna L och Leila B. Leila B:s hund är snäll.", "L", "B:s"),
        ("Vi åkte från Lund till Malmö.", "Lund", "Malmö"),
        ("Jag kommer från Irak och min man från Iran.", "Irak", "Iran"),
        ("Linje 4 och linje 41 går hit.", "4", "41"),
        (
            "Skriv till anna.berg@example.org eller ann.berg@example.org.",
            "anna.berg@example.org",
            "ann.berg@example.org",
        ),
        (
            "Se www.farid.example och www.farida.example där.",
            "www.farid.example",
            "www.farida.example",
        ),
        ("Mina söner heter Ali och Adil.", "Ali", "Adil"),
        (
            "Jag heter Farid Rostami. Min vän heter Fatima Rahimi. Hälsningar F.R.",
            "Rostami",
            "F.R.",
        ),
        ("Jag heter Farid Rostami. Hälsningar F.B.", "Rostami", "F.B."),
        ("Min vän heter Pär Ek. Min chef heter Par Holm.", "Pär", "Par"),
        ("Mina systrar heter Lena och Tina.", "Lena", "Tina"),
        (
            "Jag bor hos familjen Konstantopoulos. Min vän heter Eva Tomičić.",
            "Konstantopoulos",
            "Tomičić",
        ),
        ("Min bror heter Farid. Min syster heter Leila. Farid bor här.", "Leila", "Farid"),
        ("Min bror heter Dũng och min syster heter Dung.", "Dũng", "Dung"),
        ("Min syster heter Lan och min bror heter Lân. Lân bor i Hanoi.", "Lan", "Lân"),
    ],
)
def test_different_referents_have_different_numbers(
    rules: Pipeline, text: str, one: str, other: str
) -> None:
    found = numbers(rules, text)
    assert found[one] != found[other]


def test_as_many_names_as_many_people(rules: Pipeline) -> None:
    """However frequent they are: what the lexicon holds as the value of a name is no sign of who is
    meant."""
    names = [
        "Lena",
        "Tina",
        "Märta",
        "Göran",
        "Mats",
        "Björn",
        "Tuva",
        "Elin",
        "Ahmed",
        "Fatima",
        "Carlos",
        "Olga",
    ]
    found = numbers(rules, " ".join(f"Jag har en vän som heter {name}." for name in names))
    assert len({found[name] for name in names}) == len(names)


def test_numbers_begin_with_one_and_follow_the_text(rules: Pipeline) -> None:
    _, mentions = rules.detect(
        Document("d", "Jag heter Anna Ek och bor i Lund. Anna gillar Lund, men Malmö är större.")
    )
    order = list(dict.fromkeys(mention.number for mention in mentions))
    assert order == list(range(1, len(order) + 1))


def test_a_lone_first_name_is_the_last_person_who_bears_it(rules: Pipeline) -> None:
    text = "Min lärare heter Anna Ek. Min granne heter Anna Holm. Anna bor ovanför mig."
    _, mentions = rules.detect(Document("d", text))
    named = [
        (text[m.span.start : m.span.end], m.number)
        for m in mentions
        if m.label.startswith(("firstname", "surname"))
    ]
    assert named[0][1] == named[1][1] != named[2][1] == named[3][1] == named[4][1]


@pytest.mark.parametrize(
    ("text", "owners"),
    [
        ("Jag heter Omar Haddad. Leila Haddad är min mamma. Mvh O. Haddad", [1, 1, 2, 2, 1, 1]),
        ("Jag heter Anna Rostami. Anna K. går också här. Anna R. är jag.", [1, 1, 2, 2, 1, 1]),
        (
            "Där var Anna L och Anna B. Anna L:s hund och Anna B's katt kom.",
            [1, 1, 2, 2, 1, 1, 2, 2],
        ),
    ],
)
def test_an_initial_that_begins_no_name_of_a_person_is_another_persons(
    rules: Pipeline, text: str, owners: list[int]
) -> None:
    _, mentions = rules.detect(Document("d", text))
    names = [m.number for m in mentions if m.label.startswith(("firstname", "surname", "initials"))]
    assert [list(dict.fromkeys(names)).index(number) + 1 for number in names] == owners


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("sofiia", "sofia"),
        ("götebårg", "göteborg"),
        ("farid", "fariid"),
        ("johansson", "jonhanson"),
        ("johansen", "johanzon"),
    ],
)
def test_a_slip_is_near(one: str, other: str) -> None:
    assert near(one, other)
    assert near(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ali", "adi"),
        ("sara", "lara"),
        ("anna", "anneli"),
        ("", "a"),
        ("eva", "eve"),
        ("jansson", "janzzon"),
    ],
)
def test_short_or_other_names_are_not(one: str, other: str) -> None:
    assert not near(one, other)


@pytest.mark.parametrize(
    ("known", "same"),
    [(("farid",), True), (("fariid",), True), ((), True), (("farid", "fariid"), False)],
)
@pytest.mark.parametrize("label", ["firstname_male", "city"])
def test_a_slip_is_the_same_referent_unless_lists_know_both(
    label: str, known: tuple[str, ...], same: bool
) -> None:
    document = Document("d", "farid, fariid")
    mentions = [Mention(Span(0, 5), label), Mention(Span(7, 13), label)]

    def referent(mention: Mention) -> Referent:
        form = document.text[mention.span.start : mention.span.end]
        return Referent(form, form in known)

    one, other = assign_numbers(document, mentions, referent, taxonomy())
    assert (one.number == other.number) == same


LABELS = ("firstname_female", "firstname_male", "surname", "city", "country", "year", "email")


@st.composite
def essays(draw: st.DrawFn) -> tuple[Document, list[Mention]]:
    """Words of a few letters, some of them mentions of any label."""
    words = draw(
        st.lists(
            st.sampled_from(["anna", "anne", "ek", "lund", "1987", "och", "farid"]),
            min_size=1,
            max_size=12,
        )
    )
    text = " ".join(words)
    mentions, start = [], 0
    for word in words:
        if word != "och" and draw(st.booleans()):
            mentions.append(Mention(Span(start, start + len(word)), draw(st.sampled_from(LABELS))))
        start += len(word) + 1
    return Document("d", text), mentions


@given(essays(), st.booleans())
def test_the_same_form_and_label_always_has_one_number_outside_names(
    essay: tuple[Document, list[Mention]], known: bool
) -> None:
    document, mentions = essay

    def referent(mention: Mention) -> Referent:
        return Referent(document.text[mention.span.start : mention.span.end], known)

    result = assign_numbers(document, mentions, referent, taxonomy())
    assert [(m.span, m.label) for m in result] == [(m.span, m.label) for m in mentions]
    spaces: dict[tuple[str, str], int] = {}
    holders: dict[int, str] = {}
    for mention in result:
        space = taxonomy().categories[mention.label].identity
        assert (
            holders.setdefault(mention.number, space) == space
        )  # no number means a person here and a place there
        if space != "person":
            assert (
                spaces.setdefault((space, referent(mention).key), mention.number) == mention.number
            )
    used = list(dict.fromkeys(mention.number for mention in result))
    assert used == list(range(1, len(used) + 1))


@given(essays())
def test_two_known_things_never_share_a_number(essay: tuple[Document, list[Mention]]) -> None:
    document, mentions = essay
    keys = {m.span: document.text[m.span.start : m.span.end] for m in mentions}
    result = assign_numbers(document, mentions, lambda m: Referent(keys[m.span], True), taxonomy())
    by_number: dict[int, set[str]] = {}
    for mention in result:
        if taxonomy().categories[mention.label].identity != "person":
            by_number.setdefault(mention.number, set()).add(keys[mention.span])
    assert all(len(forms) == 1 for forms in by_number.values())


def test_of_two_forms_that_a_slip_may_mean_the_first_counts() -> None:
    names = ["Malmberg", "Malmborg", "Malmbrg", "Nalmbrg"]
    text = " ".join(names)
    mentions = [
        Mention(Span(start := text.index(name), start + len(name)), "city") for name in names
    ]
    found = assign_numbers(
        Document("d", text),
        mentions,
        lambda mention: Referent(
            text[mention.span.start : mention.span.end], mention.span.start < text.index("Malmbrg")
        ),
        taxonomy(),
    )
    assert [mention.number for mention in found] == [1, 2, 1, 3]


def test_a_lone_name_is_the_last_person_who_bears_it() -> None:
    text = "Leila Berg. Leila Lind. Farid. Leila."
    labels = {
        "Leila": "firstname_female",
        "Farid": "firstname_male",
        "Berg": "surname",
        "Lind": "surname",
    }
    mentions = [
        Mention(Span(match.start(), match.end()), labels[match[0]])
        for match in re.finditer(r"\w+", text)
    ]
    found = assign_numbers(
        Document("d", text),
        mentions,
        lambda mention: Referent(text[mention.span.start : mention.span.end], True),
        taxonomy(),
    )
    assert [mention.number for mention in found] == [1, 1, 2, 2, 3, 2]


@pytest.mark.parametrize(
    ("text", "owners"),
    [
        ("Leila [Berg Lind]. Leila [Berg].", [1, 1, 1, 1]),
        ("Leila [Berg]. Leila [Berg Lind].", [1, 1, 1, 1]),
        ("Leila [Berg-Lind]. Leila [Lind].", [1, 1, 1, 1]),
        ("Leila-Maria [Berg]. Leila Maria.", [1, 1, 1, 1]),
        ("Leila_Maria [Berg] [Lind]. Leila [Lind].", [1, 1, 1, 1, 1]),
        ("Leila [Berg Lind]. [Lind].", [1, 1, 1]),
        ("Leila_Maria. Leila.", [1, 1]),
        ("Leila-Maria. Leila.", [1, 2]),
        ("Leila-Maria [Berg]. Leila [Berg].", [1, 1, 2, 2]),
        ("Leila [Berg Lind]. Farid [Lind].", [1, 1, 2, 2]),
        ("Leila [Berg]. Leila [Lind]. Leila [Berg Lind].", [1, 1, 2, 2, 3, 3]),
    ],
)
def test_a_person_is_herself_by_some_of_her_names_where_one_alone_is_meant(
    text: str, owners: list[int]
) -> None:
    mentions = [
        Mention(
            Span(match.start(), match.end()),
            "surname" if match[0][0] == "[" else "firstname_unknown",
        )
        for match in re.finditer(r"\[[^]]+\]|[\w-]+", text)
    ]

    def referent(mention: Mention) -> Referent:
        return Referent(
            text[mention.span.start : mention.span.end].strip("[]").replace("_", " ").lower(), True
        )

    assert [
        mention.number
        for mention in assign_numbers(Document("d", text), mentions, referent, taxonomy())
    ] == owners


@pytest.mark.parametrize(
    ("forms", "owners"),
    [
        (("ekskolan i lund", "ekskolan"), [1, 1]),
        (("ekskolan", "ekskolan i lund", "ekskolan i malmö", "ekskolan"), [1, 1, 2, 1]),
        (("ekskolan i lund", "ekskolan i malmö", "ekskolan"), [1, 2, 3]),
        (("farids livs", "livs"), [1, 1]),
        (("ekan ab", "ekan"), [1, 1]),
        (("eka ab", "eka"), [1, 2]),
    ],
)
def test_an_institution_cut_short_is_itself_where_one_alone_is_meant(
    forms: tuple[str, ...], owners: list[int]
) -> None:
    document = Document("d", ", ".join(forms))
    mentions, start = [], 0
    for form in forms:
        mentions.append(Mention(Span(start, start + len(form)), "school"))
        start += len(form) + 2

    def referent(mention: Mention) -> Referent:
        return Referent(document.text[mention.span.start : mention.span.end], False)

    assert [
        mention.number for mention in assign_numbers(document, mentions, referent, taxonomy())
    ] == owners


def test_names_that_stand_apart_are_two_people() -> None:
    mentions = [Mention(Span(0, 5), "firstname_female"), Mention(Span(6, 10), "firstname_female")]
    document, forms = Document("d", "Ifrah Anna"), {Span(0, 5): "ifrah", Span(6, 10): "anna"}

    def found(begins: dict[int, bool]) -> list[int]:
        return [
            m.number
            for m in assign_numbers(
                document, mentions, lambda m: Referent(forms[m.span], True), taxonomy(), begins
            )
        ]

    assert found({}) == found({6: False}) == [1, 1]
    assert found({6: True}) == [1, 2]


@pytest.mark.parametrize(
    "text",
    [
        "Min syster heter Eva Maria. Min chef heter Eva Holm.",
        "Min chef heter Eva Holm. Min syster heter Eva Maria.",
        "Min mormor heter Sara Amal. Min moster heter Sara Haddad.",
        "Min chef heter Maria Silva. Min granne heter Maria Popescu.",
    ],
)
def test_two_given_names_are_nobody_who_has_one_of_them_and_a_surname(
    nlp: Pipeline, text: str
) -> None:
    first, _, other, _ = (
        mention.number for mention in nlp.detect(Document("d", text))[1] if mention.label != "fam"
    )
    assert first != other


@pytest.mark.parametrize(
    "text",
    [
        "Min syster heter Eva Maria. Eva är gift. Hon heter Eva Maria Holm. Eva Holm är snäll.",
        "Min syster heter Eva Holm. Hon heter Eva Maria Holm. Eva Maria är gift.",
        "Min syster heter Eva. Eva Maria är gift.",
    ],
)
def test_but_they_are_where_all_three_are_said_together(nlp: Pipeline, text: str) -> None:
    assert (
        len(
            {
                mention.number
                for mention in nlp.detect(Document("d", text))[1]
                if mention.label != "fam"
            }
        )
        == 1
    )


@pytest.mark.parametrize("sentence", ["Jag heter {}.", "Anna {} kom."])
def test_people_are_compared_with_those_of_like_names_alone(
    rules: Pipeline, monkeypatch: pytest.MonkeyPatch, sentence: str
) -> None:
    compared = 0

    def counted(persons: Iterable[object], named: object, full: object) -> list[object]:
        nonlocal compared
        found = list(persons)
        compared += len(found)
        return found

    monkeypatch.setattr("maskera.label.whose._who_may", counted)

    def of(count: int) -> int:
        nonlocal compared
        compared = 0
        chance = Random(7)
        syllables = [a + b for a in "bdfgklmnprstv" for b in "aeiouåä"]
        names = ("".join(chance.sample(syllables, 3)).title() for _ in range(count))
        rules(" ".join(sentence.format(name) for name in names))
        return compared

    assert of(600) < 6_000  # each with each of its letter would be more than 20,000


WORDS_LIKE_NAMES = st.text("abcdå", max_size=12)


@given(
    WORDS_LIKE_NAMES, st.lists(st.tuples(st.integers(0, 11), st.sampled_from("abcd+-")), max_size=2)
)
def test_all_forms_that_are_near_are_found_and_no_others(
    form: str, slips: list[tuple[int, str]]
) -> None:
    other = form
    for place, what in slips:
        rest = other[place + 1 :]
        if what == "-":
            other = other[:place] + rest
        elif what == "+":
            other = other[:place] + rest[:1] + other[place : place + 1] + rest[1:]
        else:
            other = other[:place] + what + other[place:]
    forms = Forms()
    forms.add(other)
    assert forms.near(form) == ([other] if len(form) > 3 and near(form, other) else [])
