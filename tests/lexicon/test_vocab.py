"""Facts about a form whatever its context: shape, marks, genitives, misspellings, a table that does
not grow."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskera.lang import load_pack
from maskera.lexicon.genitive import NO_GENITIVE
from maskera.lexicon.vocab import Lexeme, Vocab, shape, unmarked
from maskera.text import Document, Tokens


@pytest.fixture(scope="module")
def table() -> Vocab:
    return load_pack("sv").vocab


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ("anna", "lower"), ("Anna", "capital"), ("ANNA", "upper"), ("McDonald", "mixed"), ("12", "digit"), ("3maj", "digit"), (",", "mark"),
        ("Å", "capital"), ("Anna-Karin", "capital"), ("anna-Karin", "mixed"), ("سارة", "capital"), ("😀", "mark"), ("iPhone", "mixed"),
        ("sfi:s", "lower"), ("SFI:s", "mixed"),
    ],
)  # fmt: skip
def test_shape(form: str, expected: str) -> None:
    assert shape(form) == expected


@given(st.text(min_size=1).filter(lambda form: not form.isspace()))
def test_every_form_has_a_shape_and_a_word(form: str) -> None:
    assert shape(form) in ("lower", "capital", "upper", "mixed", "digit", "mark")
    assert isinstance(load_pack("sv").vocab.word(form), Lexeme)


@pytest.mark.parametrize(
    ("form", "bare"),
    [
        ("żaneta", "zaneta"),
        ("Łukasz", "Lukasz"),
        ("Åsa", "Åsa"),
        ("öğrenci", "ögrenci"),
        ("ß", "ss"),
    ],
)
def test_marks_fall_but_the_letters_of_the_language_stay(form: str, bare: str) -> None:
    assert unmarked(form) == bare


def test_a_form_is_known_however_it_is_written(table: Vocab) -> None:
    for form in ("Malmö", "malmö", "MALMÖ", unicodedata.normalize("NFD", "Malmö"), "Mal\u00admö"):
        word = table.word(form)
        assert (word.lower, "city" in word.labels) == ("malmö", True)


def test_a_genitive_is_seen_through(table: Vocab) -> None:
    assert table.word("Malmös").genitive
    assert "city" in table.word("Malmös").labels
    assert not table.word("Malmö").genitive
    assert not table.word("Paris").genitive  # the s belongs to the name


@pytest.mark.parametrize("form", ["pappas", "Pappas", "mans"])
def test_the_genitive_of_a_common_word_is_rather_that_than_a_rare_name(
    table: Vocab, form: str
) -> None:
    word = table.word(form)
    assert (
        word.genitive
        and word.entries[0].label == "fam"
        and word.labels & {"surname", "firstname_male"}
    )


@pytest.mark.parametrize(
    ("form", "genitive"),
    [
        ("davids", True),
        ("Sveriges", True),
        ("kronobergs", True),
        ("jeans", False),
        ("shorts", False),
        ("hodans", True),
    ],
)
def test_a_genitive_is_rarer_than_its_name(table: Vocab, form: str, genitive: bool) -> None:
    word = table.word(form)
    assert (word.genitive, word.ordinary < 0) == (genitive, genitive)


@pytest.mark.parametrize("typo", ["stokholm", "Stockolm", "götebårg", "Göteborgg"])
def test_a_misspelt_town_is_still_one(table: Vocab, typo: str) -> None:
    word = table.word(typo)
    assert word.misspelt or "city" in word.labels
    assert "city" in word.labels


@pytest.mark.parametrize(
    ("form", "misspelt"), [("sverig", True), ("veran", False), ("ågnade", False)]
)
def test_a_rare_form_that_word_lists_know_may_be_a_misspelt_place(
    table: Vocab, form: str, misspelt: bool
) -> None:
    assert ("country" in table.word(form).labels) == misspelt


@pytest.mark.parametrize("ordinary", ["skola", "malmen", "soffan", "stock"])
def test_an_ordinary_word_is_no_misspelt_town(table: Vocab, ordinary: str) -> None:
    assert not table.word(ordinary).misspelt
    assert "city" not in table.word(ordinary).labels or table.word(ordinary).ordinary > 0


def test_homonyms_are_ordinary_words_as_well(table: Vocab) -> None:
    for homonym in ("hans", "björn", "maj", "bo"):
        word = table.word(homonym)
        assert word.ordinary > 0, homonym
        assert word.entries, homonym


@pytest.mark.parametrize("form", ["katedern", "lekplatsens", "Ljudnivån"])
def test_a_word_of_the_dictionary_is_plain_and_as_unlisted_as_before(
    table: Vocab, form: str
) -> None:
    word = table.word(form)
    assert word.plain > 2 and word.ordinary < 1 and not word.misspelt


@pytest.mark.parametrize("form", ["kragujevac", "Solbritt", "veckefjärden"])
def test_a_name_is_in_no_dictionary(table: Vocab, form: str) -> None:
    word = table.word(form)
    assert word.plain == word.ordinary


def test_a_name_that_the_dictionary_has_is_one_where_it_has_a_capital(table: Vocab) -> None:
    assert table.word("Ystad").plain < 0 < table.word("ystad").plain


@pytest.mark.parametrize(
    ("form", "head"),
    [
        ("hemsjukvården", "sjukvården"), ("kylmontör", "montör"), ("modersmålsundervisningen", "undervisningen"),
        ("VM-sorgen", "sorgen"), ("Kent-Ove", ""), ("kragujevac", ""), ("skola", ""), ("Malmö", ""),
    ],
)  # fmt: skip
def test_a_rare_compound_has_a_head(table: Vocab, form: str, head: str) -> None:
    assert table.word(form).head == head


@pytest.mark.parametrize(
    ("form", "least"), [("kylmontör", 1.5), ("Kylmontör", 0.5), ("kylmantar", -0.5)]
)
def test_a_compound_in_no_list_is_plain(table: Vocab, form: str, least: float) -> None:
    assert table.word(form).plain == least


@pytest.mark.parametrize(
    ("form", "label"),
    [
        ("Dagmar-Inez", "firstname_female"), ("Sören-Olles", "firstname_male"), ("Kent-Ove", "firstname_male"),
        ("kent-ove", "firstname_male"), ("Tindra-Lo", "firstname_female"), ("Andersson-Haddad", "surname"),
    ],
)  # fmt: skip
def test_a_name_of_two_listed_ones_is_one(table: Vocab, form: str, label: str) -> None:
    word = table.word(form)
    assert word.entries[0].label == label
    assert word.genitive == form.endswith("s")


@pytest.mark.parametrize(
    "form",
    [
        "maj-juni",
        "Maj-juni",
        "Nord-Sverige",
        "Stockholm-Malmö",
        "e-post",
        "Anna-x",
        "Karl-",
        "-Karl",
    ],
)
def test_not_everything_with_a_hyphen_is_a_name(table: Vocab, form: str) -> None:
    assert not table.word(form).labels & {
        "firstname_female",
        "firstname_male",
        "firstname_unknown",
        "surname",
    }


def test_digits_and_marks_are_in_no_name_list(table: Vocab) -> None:
    assert table.word("1987").labels == frozenset()
    assert table.word("!").ordinary == 0.0


def test_the_table_is_bounded() -> None:
    small = Vocab(load_pack("sv").vocab.gazetteer, NO_GENITIVE, [], size=6)
    tokens = Tokens(tuple(range(20)), tuple(range(1, 21)), tuple("abcdefghijklmnopqrst"))
    assert len(small.words(Document("d", "abcdefghijklmnopqrst", tokens=tokens))) == 20
    assert small.word("t") is small.word("t") and small.word("o") is small.word("o")
    assert len(small.word.__self__) <= 3


def test_a_table_with_other_words_leaves_the_first_as_it_was(table: Vocab) -> None:
    other = table.with_words(lambda form: table.word("hus"))
    assert other.word("Malmö").lower == "hus" and other.gazetteer is table.gazetteer
    assert table.word("Malmö").lower == "malmö"


@pytest.mark.parametrize(
    ("form", "meant"),
    [
        ("drika", "dricka"),
        ("Dagan", "dagen"),
        ("måsta", "måste"),
        ("slktingar", "släktingar"),
        ("familjn", "familjen"),
    ],
)
def test_a_slip_is_seen_for_the_word_that_was_meant(table: Vocab, form: str, meant: str) -> None:
    assert table.word(form).meant == meant


@pytest.mark.parametrize(
    "form",
    ["dricka", "Fatima", "stockholm", "Björkqvist", "Ikea", "bamse", "hus", "x", "3:e", "jiwarli"],
)
def test_words_and_names_that_people_write_are_no_slips(table: Vocab, form: str) -> None:
    assert table.word(form).meant == ""


def test_lists_say_of_a_slip_what_the_word_meant_is(table: Vocab) -> None:
    assert "fam" in {entry.label for entry in table.word("slktingar").meant_entries}
    assert not table.word("slktingar").entries


@pytest.mark.parametrize(
    ("form", "genitive"),
    [
        ("Per-Anders", False),
        ("Jan-Anders", False),
        ("Per-Mats", False),
        ("Karl-Oskars", True),
        ("Hans-Eriks", True),
        ("Eva-Lenas", True),
    ],
)
def test_the_last_part_of_a_double_name_tells_whether_it_is_inflected(
    table: Vocab, form: str, genitive: bool
) -> None:
    assert table.word(form).genitive == genitive
