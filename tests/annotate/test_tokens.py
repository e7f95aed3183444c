"""Tokens and sentences of texts as learners, tools and phones write them."""

from __future__ import annotations

import re
import textwrap
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from timing import grows_in_proportion

from maskera.annotate import tokens as tokenizer
from maskera.annotate.tokens import normal, sentences, tokenize, typed, unwrapped
from maskera.text import Tokens

ABBREVIATIONS = frozenset(("t.ex", "ex", "ca", "s:t"))
WEIRD = (
    st.text(
        st.sampled_from(
            "aåÅ.!?…␤ \n\r\t\u00a0\u200b\u0301\u0308-'’@:/1\ud83d😀👨\u200d👩سلام\ufeff\"”)("
        )
    )
    | st.text()
)


def forms(text: str) -> list[str]:
    return list(tokenize(text).forms)


def cut(text: str) -> list[str]:
    """The sentences of a text, as their tokens joined by blanks."""
    tokens = tokenize(text)
    return [
        " ".join(tokens.forms[span.start : span.end])
        for span in sentences(text, tokens, ABBREVIATIONS)
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Jag heter Anna.", ["Jag", "heter", "Anna", "."]),
        ("jag bor i malmö ␤ hej då", ["jag", "bor", "i", "malmö", "␤", "hej", "då"]),
        ("Hem . Sen åkte vi , alla .", ["Hem", ".", "Sen", "åkte", "vi", ",", "alla", "."]),
        ("JAG HETER ALI!!!", ["JAG", "HETER", "ALI", "!!!"]),
        ("Anna-Karin och O'Brien", ["Anna-Karin", "och", "O'Brien"]),
        ("SFI:s lärare", ["SFI:s", "lärare"]),
        (
            "VD:arna i USA:s tv:ns S:ta EU:S sfi:are",
            ["VD:arna", "i", "USA:s", "tv:ns", "S:ta", "EU:S", "sfi:are"],
        ),
        ("Hassan:s e:post c:a", ["Hassan:s", "e:post", "c:a"]),
        ("Namn:Ahmed min bror:ali", ["Namn", ":", "Ahmed", "min", "bror", ":", "ali"]),
        (
            "NAMN:ALI Anna:en till mor:li",
            ["NAMN", ":", "ALI", "Anna", ":", "en", "till", "mor", ":", "li"],
        ),
        (
            "min mammaFatima, iPhone McDonald mp3Or hbtQ",
            ["min", "mammaFatima", ",", "iPhone", "McDonald", "mp", "3", "Or", "hbtQ"],
        ),
        ("mail:anna@exempel.se kl:8", ["mail", ":", "anna@exempel.se", "kl", ":", "8"]),
        ("ring 070-174 06 05", ["ring", "070", "-", "174", "06", "05"]),
        ("anna.ek@exempel.se, eller", ["anna.ek@exempel.se", ",", "eller"]),
        ("se https://exempel.se/a?b=1.", ["se", "https://exempel.se/a?b=1", "."]),
        (
            "på exempel.se/a?u=anna&x=1, eller exempel.se?namn=bo",
            ["på", "exempel.se/a?u=anna&x=1", ",", "eller", "exempel.se?namn=bo"],
        ),
        (
            "vad är exempel.se/a?Jag vet 2+2=4",
            [*"vad är exempel . se / a ? Jag vet 2 + 2 = 4".split()],
        ),
        ("Jag\u00a0heter\u00a0Bo", ["Jag", "heter", "Bo"]),
        ("hej 😀😀 du", ["hej", "😀😀", "du"]),
        ("Hon heter سارة och bor här", ["Hon", "heter", "سارة", "och", "bor", "här"]),
        ("مُحَمَّد är min bror", ["مُحَمَّد", "är", "min", "bror"]),
        ("ett\r\ntvå\rtre", ["ett", "två", "tre"]),
        ("", []),
        (" \n\u00a0\t", []),
    ],
)
def test_tokens(text: str, expected: list[str]) -> None:
    assert forms(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("min mammaFatima, frånSyrien.", ["min", "mamma", "Fatima", ",", "från", "Syrien", "."]),
        ("mammaFatimas frånSyrien-Anna", ["mamma", "Fatimas", "från", "Syrien-Anna"]),
        (
            "karIn iPhone mammaFATIMA mammaLeilaFatima",
            ["karIn", "iPhone", "mammaFATIMA", "mamma", "LeilaFatima"],
        ),
        (
            "mammaFatima@exempel.se https://exempel.se/mammaFatima",
            ["mammaFatima@exempel.se", "https://exempel.se/mammaFatima"],
        ),
    ],
)
def test_words_that_are_told_to_be_glued_are_two(text: str, expected: list[str]) -> None:
    tokens = tokenize(text, lambda first, second: first in ("mamma", "från"))
    assert (
        list(tokens.forms)
        == expected
        == [text[start:end] for start, end in zip(tokens.starts, tokens.ends, strict=True)]
    )


def test_decomposed_letters_stay_in_their_word() -> None:
    text = unicodedata.normalize("NFD", "Åsa bor i Malmö nära Göteborg")
    assert len(text) > len("Åsa bor i Malmö nära Göteborg")
    assert [normal(form) for form in forms(text)] == [
        "Åsa",
        "bor",
        "i",
        "Malmö",
        "nära",
        "Göteborg",
    ]


def test_invisible_characters_neither_split_nor_change_a_word() -> None:
    assert [normal(form) for form in forms("An\u200bna och Mal\u00admö")] == [
        "Anna",
        "och",
        "Malmö",
    ]
    assert normal("O’Brien") == "O'Brien"


@given(WEIRD)
def test_a_text_as_typed_has_the_same_length_and_what_was_typed_stays(text: str) -> None:
    assert len(typed(text)) == len(text)
    assert (
        typed("070\u2011174\u00a006\u202f05 \u2212 å\u0308\u200b–")
        == "070-174 06 05 - å\u0308\u200b–"
    )


@pytest.mark.parametrize("form", ["ALİ", "ALI\u0307", "Ali", "ali\u0307"])
def test_a_turkish_dotted_i_is_an_i(form: str) -> None:
    assert normal(form).lower() == "ali"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Jag heter Anna. Jag bor i Lund.", ["Jag heter Anna .", "Jag bor i Lund ."]),
        ("jag heter anna jag bor i lund", ["jag heter anna jag bor i lund"]),
        ("Hem . ␤ Sen", ["Hem .", "␤", "Sen"]),
        ("Hej Anna\nJag mår bra", ["Hej Anna", "Jag mår bra"]),
        ("Jag bor i Upp-\nsala. Ja", ["Jag bor i Upp - sala .", "Ja"]),
        ("Att göra:\n- äta -\nsova\nEtt-\nTvå", ["Att göra :", "- äta -", "sova", "Ett -", "Två"]),
        ("Hej Anna\r\nJag mår bra", ["Hej Anna", "Jag mår bra"]),
        ("Det är t.ex. bra.", ["Det är t . ex . bra ."]),
        ("Den 3. maj kom ca. 10 st.", ["Den 3 . maj kom ca . 10 st ."]),
        ("Hon heter Anna K. och bor här.", ["Hon heter Anna K . och bor här ."]),
        ("Vi åkte hemma.Sen sov vi", ["Vi åkte hemma .", "Sen sov vi"]),
        ('Han sa "kom hit!" Sen gick han.', ['Han sa " kom hit ! "', "Sen gick han ."]),
        ("Va?! Nej...", ["Va ? !", "Nej ..."]),
        ("", []),
    ],
)
def test_sentences(text: str, expected: list[str]) -> None:
    assert cut(text) == expected


WHOLE_GRAMMAR = re.compile(f"{tokenizer._ADDRESS}|{tokenizer._PLAIN}")


@given(st.text(st.sampled_from("aåÄßµªeñ\u0308\u200b1² .,:/@w-'’!!\n😀")))
def test_the_short_ways_cut_as_the_whole_grammar_does(text: str) -> None:
    found = tokenize(text)
    assert list(zip(found.starts, found.ends, strict=True)) == [
        match.span() for match in WHOLE_GRAMMAR.finditer(text)
    ]


@given(WEIRD)
def test_tokens_cover_exactly_what_is_not_space_in_order(text: str) -> None:
    tokens = tokenize(text)
    covered = [
        place
        for start, end in zip(tokens.starts, tokens.ends, strict=True)
        for place in range(start, end)
    ]
    assert covered == [place for place, character in enumerate(text) if not character.isspace()]
    assert all(
        text[start:end] == form
        for start, end, form in zip(tokens.starts, tokens.ends, tokens.forms, strict=True)
    )
    assert all(tokens.forms)


@given(WEIRD)
def test_sentences_part_the_tokens(text: str) -> None:
    tokens = tokenize(text)
    spans = sentences(text, tokens, ABBREVIATIONS)
    assert [index for span in spans for index in range(span.start, span.end)] == list(
        range(len(tokens))
    )
    assert all(len(span) for span in spans)


@given(st.text(min_size=1))
def test_a_normal_form_is_settled(form: str) -> None:
    assert normal(normal(form)) == normal(form)


def test_no_tokens_no_sentences() -> None:
    assert sentences("", Tokens(), ABBREVIATIONS) == ()


@pytest.mark.parametrize(
    "piece",
    [
        "a.",
        "1+",
        "a-1",
        "a@",
        "www.",
        "http://",
        "a:",
        "a'",
        "\u0301-",
        "_",
        "a.aa/",
        "a.aa?=",
        "=a.",
    ],
)
def test_a_long_line_takes_time_in_proportion(piece: str) -> None:
    # With the address pattern unbounded a line of 40,000 such characters took ten seconds.
    def work(size: int) -> None:
        line = piece * size
        sentences(line, tokenize(line), ABBREVIATIONS)

    assert grows_in_proportion(work, 8_000)


def wrapped(text: str, width: int) -> str:
    return "\n".join(
        "\n".join(textwrap.wrap(line, width, break_long_words=False)) for line in text.split("\n")
    )


PARAGRAPHS = (
    "Min bror heter Farid och han bor i Malmö sedan tre år tillbaka med sin familj.\n"
    "Han arbetar som kock på en restaurang och ringer mig varje kväll när han är ledig."
)


@pytest.mark.parametrize("width", [35, 40, 60])
def test_a_line_break_inside_a_paragraph_is_a_blank(width: int) -> None:
    text = "\n".join([PARAGRAPHS] * 3)
    assert unwrapped(wrapped(text, width)).count("\n") <= text.count("\n")


@pytest.mark.parametrize(
    "text",
    [
        "Mjölk\nBröd\nSmör\nOst\n",
        "Hej Anna!\n\nTack för ditt brev. Det var roligt att läsa.\n\nHälsningar\nFarid\nStorgatan 3\n",
        "Jag går i skogen\noch ser en hare\nden springer bort\ninnan jag hinner svare\n",
        PARAGRAPHS,
        "Namn: Farid\nAdress: Storgatan 3\nTelefon: 070-174 06 05\nPersonnummer: 19850709-9805\n",
    ],
)
def test_lists_verse_letters_and_paragraphs_keep_their_line_breaks(text: str) -> None:
    assert unwrapped(text) == text


@given(st.text("ab -\n\r.", max_size=400))
def test_unwrapping_changes_line_breaks_alone(text: str) -> None:
    found = unwrapped(text)
    assert len(found) == len(text)
    assert all(a == b or (a in "\r\n" and b == " ") for a, b in zip(text, found, strict=True))


def test_unwrapping_takes_linear_time() -> None:
    assert grows_in_proportion(lambda size: unwrapped((PARAGRAPHS[:40] + "\n") * size), 2_000)


def test_a_tab_parts_cells() -> None:
    text = "Anna\tKarlsson\tLund"
    assert len(sentences(text, tokenize(text), frozenset())) == 3
    assert len(sentences("\tAnna bor", tokenize("\tAnna bor"), frozenset())) == 1


@pytest.mark.parametrize(
    ("text", "joined"),
    [
        ("Ring 070-123\n45 67 nu", True),
        ("Min adress:\n412\n58 Lund", True),
        ("Personnummer: 850709-\n9805", True),
        ("Personnummer: 850709-\r\n9805", True),
        ("Ring mig på 073-\r\n1234567", True),
        ("Ring mig på 073-\n12 men inte nu", False),
        ("Jag har 070-123\n4 barn", False),
        ("Det kostar 412\n58 av dem är röda", True),
        ("2019\n2020", False),
        ("sida 412\n5 barn", False),
    ],
)
def test_a_number_broken_at_the_end_of_a_line_is_one(text: str, joined: bool) -> None:
    assert ("\n" not in unwrapped(text).partition(":\n")[2 if ":\n" in text else 0]) == joined
