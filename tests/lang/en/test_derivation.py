"""English words made of names, and the same of others."""

from __future__ import annotations

import pytest

import maskera
from maskera.lang import load_pack
from maskera.lang.pack import Derivation
from maskera.lexicon.tsv import shipped

FORMS = load_pack("en").morphology
NLP = maskera.load("en", key=b"drawn from this one")
CITY, FAMILY, GIVEN, WORK = "place.settlement", "person.family", "person.given.male", "org.work"


@pytest.mark.parametrize(
    ("word", "name", "kind", "how"),
    [
        ("Londoner", "london", CITY, Derivation("people", "")),
        ("Mancunians", "manchester", CITY, Derivation("people", "pl")),
        ("Aldbyite", "aldby", CITY, Derivation("people", "")),
        ("Leeds-born", "leeds", CITY, Derivation("compound", "-born")),
        ("Johnsons", "johnson", FAMILY, Derivation("bearers", "")),
        ("Joneses", "jones", FAMILY, Derivation("bearers", "")),
        ("Smiths", "smith", FAMILY, Derivation("bearers", "")),
        ("Googler", "google", WORK, Derivation("members", "employee")),
        ("Liz", "elizabeth", "person.given.female", Derivation("short", "")),
    ],
)
def test_a_word_is_made_of_a_name(word: str, name: str, kind: str, how: Derivation) -> None:
    assert FORMS.derived(word, name, kind) == how


@pytest.mark.parametrize(
    ("word", "name", "kind"),
    [
        ("london", "london", CITY),
        ("Hamburgers", "hamburg", WORK),
        ("reader", "read", CITY),
        ("woods", "wood", FAMILY),
        ("Woodwork", "wood", FAMILY),
        ("Smith-Jones", "smith", FAMILY),
        ("bills", "bill", GIVEN),
        ("Bathing", "bath", CITY),
        ("hamburgers", "hamburg", CITY),
        ("londoner", "london", WORK),
    ],
)
def test_other_words_are_not(word: str, name: str, kind: str) -> None:
    assert FORMS.derived(word, name, kind) is None


@pytest.mark.parametrize(
    ("name", "how", "word"),
    [
        ("Ashford", Derivation("people", "pl"), "Ashforders"),
        ("Aldby", Derivation("people", ""), "Aldbyite"),
        ("Milan", Derivation("people", "pl"), "Milanese"),
        ("Kent", Derivation("people", "pl"), "Kentishmen"),
        ("Clarke", Derivation("bearers", ""), "Clarkes"),
        ("Tarnness", Derivation("compound", "-owned"), "Tarnness-owned"),
        ("Tarnness", Derivation("members", "employees"), "Tarnness employees"),
    ],
)
def test_the_same_is_made_of_another_name(name: str, how: Derivation, word: str) -> None:
    assert FORMS.derive(name, how) == word


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        ("I live in London. As a Londoner I walk fast.", "London"),
        ("He grew up in Manchester and is a proud Mancunian.", "Mancun"),
        ("I was born in Leeds. I am Leeds-born.", "Leeds"),
        ("I'm a Glasgow-born nurse.", "Glasgow"),
        ("I work at Volvo. It is a Volvo-owned site.", "Volvo"),
        ("I work at Google. Googlers eat for free.", "Google"),
        ("Tom Johnson lives here. The Johnsons are nice.", "Johnson"),
        ("I am Syria-born and live in Syria.", "Syria"),
        ("I live in New York. I am a New Yorker.", "York"),
        ("We moved to Los Angeles. Angelenos drive fast.", "Angele"),
        ("My aunt is in California. Californians are rich.", "Califor"),
        ("He is a Geordie, born in Newcastle.", "Geordie"),
        ("My fella is a Corkman, from Cork.", "Cork"),
        ("i was born in lisbon and lisboners love fado.", "lisbon"),
    ],
)
def test_nothing_of_the_name_leaves(text: str, gone: str) -> None:
    result = NLP(text)
    assert gone not in maskera.release(result).text
    assert result.leaks is maskera.LeakStatus.PASS


def test_other_words_of_several_stay() -> None:
    out = maskera.release(NLP("I live in Hull. I read the New Yorker.")).text
    assert "New Yorker" in out


def test_what_a_name_is_tied_to_stays() -> None:
    out = maskera.release(NLP("I was born in Leeds. I am Leeds-born, a nurse.")).text
    assert "-born, a nurse" in out


def numbers(text: str) -> dict[str, int | None]:
    _, mentions = NLP.detect(maskera.Document("a", text, "en"))
    people = [m for m in mentions if m.label.startswith("firstname")]
    return {text[m.span.start : m.span.end]: m.number for m in people}


@pytest.mark.parametrize(
    ("text", "one", "other"),
    [
        ("Elizabeth Carter is my aunt. Liz lives next door.", "Elizabeth", "Liz"),
        ("My boss Robert Evans is strict. Bob never laughs.", "Robert", "Bob"),
        ("My brother Michael rang. Mike is in the army.", "Michael", "Mike"),
        ("I met Jonathan. Jonathon was late.", "Jonathan", "Jonathon"),
        ("His name is Robert but everybody calls him Bob.", "Robert", "Bob"),
        ("William Harris is my uncle. Uncle Bill is funny.", "William", "Bill"),
    ],
)
def test_somebody_called_short_is_one_person(text: str, one: str, other: str) -> None:
    found = numbers(text)
    assert found[one] == found[other]


@pytest.mark.parametrize(
    ("text", "one", "other"),
    [
        ("Elizabeth is my teacher. My sister Liz is ten.", "Elizabeth", "Liz"),
        ("Katherine and Kathryn are twins.", "Katherine", "Kathryn"),
        ("Dear Becky, Rebecca told me.", "Becky", "Rebecca"),
        ("My brother Michael rang. Mark is in the army.", "Michael", "Mark"),
    ],
)
def test_two_people_stay_two(text: str, one: str, other: str) -> None:
    found = numbers(text)
    assert found[one] != found[other]


def test_a_nickname_beside_the_name_is_one_of_the_name_drawn() -> None:
    shorts = {
        (short, name)
        for short, _, _, note in shipped("en").rows("pseudonyms/nicknames.tsv")
        for name in note.removeprefix("of=").split("|")
    }
    text = "Anthony, known as Tony, is my cousin."
    drawn = maskera.release(NLP(text)).text.split(", ")
    name, short = drawn[0], drawn[1].removeprefix("known as ")
    assert (short, name) in shorts or short == name


def test_a_nickname_stands_for_its_name_throughout() -> None:
    for number in range(20):
        nlp = maskera.load("en", key=b"%016d" % number)
        text = "My sister Elizabeth is called Lizzie. Lizzie sings."
        words = maskera.release(nlp(text)).text.replace(".", "").split()
        assert words[5] == words[6] != words[2]


def test_initials_apart_are_those_of_the_name_drawn() -> None:
    nlp = maskera.load("en", policy="natural", key=b"drawn from this one")
    out = maskera.release(nlp("I am Jonathan Pierce. Yours, J. P.")).text
    words = out.replace(".", "").split()
    assert [words[-2], words[-1]] == [words[2][0], words[3][0]]


@pytest.mark.parametrize(
    ("text", "before", "after"),
    [
        ("Our landlord, Mr Walsh, is kind. The Walshes live upstairs.", 3, 7),
        ("Mr Clarke is old. The Clarkes live upstairs.", 1, 5),
        ("Mr O'Brien is old. The O'Briens live upstairs.", 1, 5),
        ("Mr O'Brien is rich now. O'Briens live upstairs.", 1, 5),
    ],
)
def test_a_family_has_the_surname_of_who_bears_it(text: str, before: int, after: int) -> None:
    words = maskera.release(NLP(text)).text.replace(".", "").replace(",", "").split()
    assert words[after] == FORMS.derive(words[before], Derivation("bearers", ""))


def test_a_couple_shares_its_surname_with_the_family() -> None:
    text = "Susan Hill and Peter Hill live here. The Hills are nice."
    words = maskera.release(NLP(text)).text.replace(".", "").split()
    assert words[1] == words[4]
    assert words[8] == FORMS.derive(words[1], Derivation("bearers", ""))
