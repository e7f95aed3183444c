"""The genre: what the caller says, else metadata, else the letters of the file name."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import maskera
from maskera import Document, MaskeraError, Pipeline
from maskera.annotate.tokens import tokenize
from maskera.genre import GenreModel, Guesser, genre_of, load_model, read_codes


def document(identifier: str = "essay", **meta: str) -> Document:
    return Document(identifier, "Text.", meta=meta)


@pytest.mark.parametrize(
    ("identifier", "expected"),
    [
        ("A8AT1", "argumentative"), ("G04NB1", "narrative"), ("C10EV2", "evaluative"), ("course/A16IM1", "informal_mail"), ("A8XX1", ""),
        ("A8AT", ""), ("essay", ""), ("8AT1", ""), ("A8AT1b", ""),
    ],
)  # fmt: skip
def test_a_file_name_tells_by_its_code(nlp: Pipeline, identifier: str, expected: str) -> None:
    assert genre_of(document(identifier), nlp.language) == expected


def test_metadata_go_before_the_file_name_and_the_caller_before_both(nlp: Pipeline) -> None:
    stated = document("A8AT1", genre="recension")
    assert genre_of(stated, nlp.language) == "evaluative"
    assert genre_of(stated, nlp.language, "narrative") == "narrative"


@pytest.mark.parametrize("written", ["Informal Mail", "informal_mail", " informellt mejl "])
def test_a_genre_is_known_by_its_other_names(nlp: Pipeline, written: str) -> None:
    assert genre_of(document(genre=written), nlp.language) == "informal_mail"


def test_an_unknown_genre_of_metadata_stays_as_it_is(nlp: Pipeline) -> None:
    assert genre_of(document(genre="haiku"), nlp.language) == "haiku"


def test_codes_can_be_ones_own(nlp: Pipeline, tmp_path: Path) -> None:
    path = tmp_path / "codes.toml"
    path.write_text('BREV = "Informal mail"\nXX = "narrativ"\n', encoding="utf-8-sig")
    own = replace(
        nlp.language,
        texts=replace(nlp.language.texts, genre_codes=read_codes(path, nlp.language)),
    )
    assert genre_of(document("A8BREV1"), own) == "informal_mail"
    assert genre_of(document("A8XX1"), own) == "narrative"
    assert genre_of(document("A8AT1"), own) == ""


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b'XX = "haiku"', "code 'XX': no such genre"),
        (b"XX = 3", "code 'XX': no such genre"),
        (b'[codes]\nXX = "narrative"', "code 'codes': no such genre"),
        (b'XX = ["narrative"]', "code 'XX': no such genre"),
        (b'AT = "narrative"\nXX = ', "codes.toml:2: not TOML"),
        (b"\xff\xfe", "cannot be read as UTF-8 text"),
    ],
)
def test_codes_that_are_none(nlp: Pipeline, tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "codes.toml"
    path.write_bytes(content)
    with pytest.raises(MaskeraError, match=message):
        read_codes(path, nlp.language)


def test_missing_codes(nlp: Pipeline, tmp_path: Path) -> None:
    with pytest.raises(MaskeraError, match=r"none\.toml: cannot be read \(No such file"):
        read_codes(tmp_path / "none.toml", nlp.language)


@pytest.mark.parametrize("genre", ["Evaluative", "Recension", "evaluative", " evaluative "])
def test_a_genre_is_said_as_metadata_say_it(genre: str) -> None:
    nlp = maskera.load("sv", mode="rules", genre=genre, skip_genres=["Informal mail"])
    assert (nlp.genre, nlp.skip_genres) == ("evaluative", {"informal_mail"})


def test_a_skipped_genre_passes_through_untouched() -> None:
    nlp = maskera.load("sv", key=bytes(32), skip_genres=["evaluative"])
    text = "Jag heter Anna Ek och bor i Lund."
    assert maskera.release(nlp(Document("A1EV1", text))).text == text
    assert maskera.release(nlp(Document("A1NB1", text))).text != text


def test_an_unknown_genre_to_skip_is_an_error() -> None:
    with pytest.raises(MaskeraError, match="no genre 'haiku'"):
        maskera.load("sv", skip_genres=["haiku"])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Då gick vi . " + "Sedan sprang vi 12 steg . " * 10, "story"),
        ("Sedan gick vi .", ""),  # too short
        ("Hon bodde här . " * 20, ""),  # nothing that the model knows
        ("Och " + "sedan gick vi . " * 20, ""),  # a tie between two of three
    ],
)
def test_a_genre_is_guessed_from_words_that_tell(text: str, expected: str) -> None:
    weights = {
        "sedan": (2.0, 1.0, 0.0),
        "0": (9.0, 0.0, 0.0),
        "^då": (1.0, 0.0, 0.0),
        "^och": (0.0, 1.0, 0.0),
    }
    guess = Guesser(GenreModel(("story", "letter", "essay"), weights, (0.0, 0.0, 0.0)))
    assert guess(Document("essay", text, tokens=tokenize(text))) == expected


def test_a_model_of_one_genre_claims_no_text() -> None:
    text = "Sedan gick vi hem . " * 20
    assert (
        Guesser(GenreModel(("story",), {"sedan": (2.0,)}, (1.0,)))(
            Document("essay", text, tokens=tokenize(text))
        )
        == ""
    )


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "genre.tsv:1: not a genre model"),
        (b"word\n", "genre.tsv:1: not a genre model"),
        (b"feature\tweight\n", "genre.tsv:1: not a genre model"),
        (b"word\ta\tb\n\t0\tx\n", "genre.tsv:2: weights are not numbers"),
        (b"word\ta\tb\n\t0\n", "genre.tsv:2: want 2 weights"),
        (b"word\ta\tb\n\xff\t0\n", "genre.tsv:2: not UTF-8"),
    ],
)
def test_a_file_that_is_no_model_is_refused(content: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "genre.tsv"
    path.write_bytes(content)
    with pytest.raises(MaskeraError, match=message):
        load_model(path)
