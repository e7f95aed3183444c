"""English words for the people, adjective, language, money and capital of each country."""

from __future__ import annotations

import pytest

import maskera
from maskera.lang import load_pack
from maskera.lang.en.morphology import article
from maskera.lexicon.tsv import notes, shipped

WORDS = load_pack("en").texts.country_words
NLP = maskera.load("en", key=b"drawn from this one")
LISTS = shipped("en")


@pytest.mark.parametrize(
    ("word", "country", "kinds"),
    [
        ("syrians", "SY", {"person"}),
        ("finn", "FI", {"person"}),
        ("irishwomen", "IE", {"woman"}),
        ("dutch", "NL", {"person", "adjective", "language"}),
        ("arabic", "IQ", {"language"}),
        ("zlotys", "PL", {"currency"}),
        ("damascus", "SY", {"capital"}),
        ("holland", "NL", {"name"}),
    ],
)
def test_a_word_says_which_country_it_names(word: str, country: str, kinds: set[str]) -> None:
    assert {each.kind for each in WORDS.read(word) if country in each.countries} == kinds


@pytest.mark.parametrize("word", ["dollar", "euro", "franc", "table"])
def test_ordinary_words_and_money_of_many_say_nothing(word: str) -> None:
    assert not WORDS.read(word)


@pytest.mark.parametrize(
    ("before", "written", "after"),
    [
        ("we have", "won", "the"),
        ("a", "real", "friend"),
        ("i lost twenty", "pounds", "in"),
        ("i learn", "English", ""),
        ("my", "English", "teacher"),
        ("my best subject is", "English", ""),
        ("", "English", "is"),
        ("a", "kiwi", "with"),
        ("the tent", "poles", "broke"),
    ],
)
def test_money_and_peoples_that_are_words_need_more(before: str, written: str, after: str) -> None:
    assert WORDS.meant(WORDS.read(written.lower()), before.split(), written, after) is None


def test_every_country_that_can_be_drawn_has_its_words() -> None:
    drawn = {notes(note)["iso"] for *_, note in LISTS.rows("pseudonyms/countries.tsv")}
    listed = LISTS.rows("pseudonyms/country_words.tsv")
    assert {notes(note)["iso"] for *_, note in listed} == drawn
    assert all(WORDS.country(form) == notes(note)["iso"] for form, _, _, note in listed)


@pytest.mark.parametrize(
    ("before", "written", "after", "kind", "form"),
    [
        ("i am an", "Iraqi", "", "person", "sg"),
        ("an", "Iraqi", "restaurant", "adjective", ""),
        ("she is", "Dutch", "", "adjective", ""),
        ("i am half", "Norwegian", "", "adjective", ""),
        ("the", "Dutch", "like", "person", "all"),
        ("two", "Chinese", "came", "person", "pl"),
        ("we speak", "Finnish", "at", "language", ""),
        ("my", "Polish", "is", "language", ""),
        ("i speak", "polish", "", "language", ""),
        ("i paid 5000", "won", "", "currency", "pl"),
        ("twenty egyptian", "pounds", "", "currency", "pl"),
        ("i am", "English", "", "adjective", ""),
        ("i am", "danish", "and", "adjective", ""),
        ("a", "turkish", "man", "adjective", ""),
        ("my", "English", "husband", "adjective", ""),
        ("the", "English", "are", "person", "all"),
        ("my mother tongue is", "English", "", "language", ""),
        ("she is a", "Kiwi", "", "person", "sg"),
    ],
)
def test_what_stands_around_a_word_tells_what_it_is(
    before: str, written: str, after: str, kind: str, form: str
) -> None:
    meant = WORDS.meant(WORDS.read(written.lower()), before.split(), written, after)
    assert meant is not None
    assert (meant.kind, meant.form) == (kind, form)


@pytest.mark.parametrize(
    ("before", "written", "after"),
    [
        ("please", "polish", "the"),
        ("", "Polish", "your"),
        ("some", "french", "fries"),
        ("a", "Danish", "pastry"),
        ("a mashed", "swede", "and"),
        ("that old", "Persian", "rug"),
    ],
)
def test_the_same_word_may_say_something_else(before: str, written: str, after: str) -> None:
    assert WORDS.meant(WORDS.read(written.lower()), before.split(), written, after) is None


@pytest.mark.parametrize(
    ("text", "gone", "kept"),
    [
        ("I'm Syrian. I come from Syria.", ["Syria"], []),
        ("My wife is a Finn. She was born in Finland and speaks Finnish.", ["Finn"], []),
        ("I grew up in Poland, speak Polish and paid in zlotys.", ["Pol", "zloty"], []),
        ("I am from South Korea. South Koreans work hard.", ["Korea"], []),
        ("My wife is Czech and half-Czech. We left the Czech Republic.", ["Czech"], []),
        ("I come from Poland. Please polish the floor.", ["Poland"], ["polish the floor"]),
        ("I live in Denmark and had a Danish pastry.", ["Denmark"], ["Danish pastry"]),
        ("I am English. I come from England.", ["Engl"], []),
        ("I moved to England to learn English.", ["England"], ["learn English"]),
        (
            "I like English food, and my English class in England.",
            ["England", "English food"],
            ["English class"],
        ),
        ("A coffee is 20000 dong in Vietnam.", ["dong", "Vietnam"], []),
        ("We won in South Korea and paid 5000 won.", ["Korea", "5000 won"], ["We won"]),
        ("I come from Moldova and I am Moldovan.", ["Moldov"], []),
        ("I am from Thailand. Thais are polite.", ["Thai"], []),
        ("I left New Zealand, I am a Kiwi. I eat a kiwi.", ["Kiwi", "Zealand"], ["a kiwi"]),
        ("I come from Syria. My Norwegian friend is kind.", ["Syria"], ["Norwegian friend"]),
        ("I am Kurdish from Iraq. My Kurd friends speak Sorani.", ["Kurd", "Sorani"], []),
        ("My Tamil teacher left Sri Lanka. She spoke Tamil.", ["Tamil"], []),
        ("She is Catalan, from Spain, and Catalans are proud.", ["Catalan"], []),
        ("She is from Poland. My Kurdish friend speaks Tamil.", [], ["Kurdish", "Tamil"]),
    ],
)
def test_they_follow_the_country_drawn(text: str, gone: list[str], kept: list[str]) -> None:
    result = NLP(text)
    out = maskera.release(result).text
    assert not [word for word in gone if word in out]
    assert not [word for word in kept if word not in out]
    assert result.leaks is maskera.LeakStatus.PASS


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        ("I am Tamil, from Sri Lanka. My Tamil friends speak Tamil.", {"LK"}),
        ("A Punjabi family of Pakistan and India speaks Punjabi.", {"PK", "IN"}),
        ("She is Catalan, from Spain. She speaks Catalan.", {"ES"}),
    ],
)
def test_one_people_becomes_one_people(text: str, hidden: set[str]) -> None:
    """Of the country drawn, and none that lives in the original's: that would tell it."""
    for number in range(20):
        nlp = maskera.load("en", key=b"%016d" % number, policy="natural")
        result = nlp(text)
        readings = [
            {iso for each in WORDS.read(made.text.casefold()) for iso in each.countries}
            for made in result.replacements
            if made.follows
        ]
        assert readings and all(isos.isdisjoint(hidden) for isos in readings)
        assert frozenset.intersection(*map(frozenset, readings))
        assert result.leaks is maskera.LeakStatus.PASS


def test_the_article_goes_with_the_word_drawn() -> None:
    for number in range(40):
        nlp = maskera.load("en", key=b"%016d" % number)
        words = maskera.release(nlp("I come from Iraq. I am an Iraqi.")).text.split()
        assert words[-2] == article("a", words[-1])


@pytest.mark.parametrize(
    ("word", "behind", "fitting"),
    [
        ("an", "Norwegian", "a"),
        ("a", "Iraqi", "an"),
        ("a", "Uzbek", "an"),
        ("an", "Ukrainian", "a"),
        ("the", "Iraqi", "the"),
        ("an", "9-year-old", "a"),
        ("a", "8-year-old", "an"),
        ("a", "18-year-old", "an"),
        ("an", "110-page", "a"),
    ],
)
def test_an_article_has_two_forms(word: str, behind: str, fitting: str) -> None:
    assert article(word, behind) == fitting


@pytest.mark.parametrize("text", ["I met Mr French today.", "Dawn French is my aunt."])
def test_a_name_that_is_such_a_word_stays_a_name(text: str) -> None:
    assert "French" not in maskera.release(NLP(text)).text
