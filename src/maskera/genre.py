"""The genre of a document: what the caller says, else its metadata, else the letters in its file
name, else its words."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from pathlib import Path

import msgspec
import numpy as np

from maskera import expressions as re
from maskera.annotate.tokens import normal
from maskera.errors import DataError, MaskeraError, PolicyError, cause
from maskera.io import toml
from maskera.io.utf8 import decoded
from maskera.lang.pack import LanguagePack
from maskera.lexicon.memo import Memo
from maskera.policy import Policy
from maskera.result import GUESSED_GENRE
from maskera.text import Document

SURE = 0.5  # probability below which the classifier says nothing
LEAST_WORDS = 40  # a shorter text has no genre that could be told
LEAST_GENRES = 2  # a model of one would claim every text
BEGINNING = 3  # tokens that tell how a text begins
FIRST_COLUMN = "word"  # of a model file
GENRE_SOURCE, GUESSED = GUESSED_GENRE
_CODE = re.compile(r"^[A-Z]\d{1,3}([A-Z]+)\d{1,2}$")


def genre_of(document: Document, language: LanguagePack, said: str = "") -> str:
    """Our name of the genre (narrative, argumentative ...); the metadata's own word when we do not
    know it; "" when nothing tells.

    A file-name code stands between student and task number: A8AT1 is level A, student 8,
    argumentative text, task 1.
    """
    if said:
        return said
    stated = document.meta.get("genre", "").strip()
    if stated:
        return language.texts.genres.get(_plain(stated), stated)
    code = _CODE.match(document.id.rsplit("/", 1)[-1])
    return language.texts.genre_codes.get(code[1], "") if code else ""


def stated_genre(document: Document) -> str:
    """The genre of an annotated document; "" for a guessed one, which lets nothing through: it may
    be wrong, and names would stay."""
    return "" if document.meta.get(GENRE_SOURCE) == GUESSED else document.meta.get("genre", "")


def without_guess(meta: Mapping[str, str]) -> dict[str, str]:
    """Metadata for a genre that somebody states now, whatever was guessed before."""
    return {key: value for key, value in meta.items() if key != GENRE_SOURCE}


class GenreModel(msgspec.Struct, frozen=True):
    """Word -> a weight for each genre; the bias of each."""

    genres: tuple[str, ...]
    weights: Mapping[str, tuple[float, ...]]
    bias: tuple[float, ...]


def words_of(document: Document) -> set[str]:
    """What the classifier sees of an annotated document: its words and punctuation in lower case,
    digits folded, and how it begins."""
    forms = document.tokens.forms
    return {*map(_word, forms), *map(_opening, forms[:BEGINNING])}


def _word(form: str) -> str:
    return "0" if form[0].isdigit() else normal(form).lower()


def _opening(form: str) -> str:
    return f"^{_word(form)}"


class Guesser:
    """Tells the genre of an annotated document by its words, "" where they do not tell; knows a
    language by its model."""

    def __init__(self, model: GenreModel) -> None:
        self._genres = model.genres
        self._bias = np.array(model.bias)
        self._weights = np.array(
            [[0.0] * len(model.genres), *model.weights.values()]
        )  # row 0: words that the model does not know
        self._rows = {word: row for row, word in enumerate(model.weights, start=1)}
        self._row = Memo[str, int](lambda form: self._rows.get(_word(form), 0))
        self._opening_row = Memo[str, int](lambda form: self._rows.get(_opening(form), 0))

    def __call__(self, document: Document) -> str:
        """The likeliest genre, by the words that words_of() gives; a model of a single genre cannot
        tell."""
        forms = document.tokens.forms
        if len(forms) < LEAST_WORDS or len(self._genres) < LEAST_GENRES:
            return ""
        rows = {
            0,
            *map(self._row.__getitem__, forms),
            *map(self._opening_row.__getitem__, forms[:BEGINNING]),
        }
        totals = self._weights.take(list(rows), 0).sum(0) / math.sqrt(len(rows))
        scores = (self._bias + totals).tolist()
        ceiling = max(scores)
        probability = 1 / math.fsum([math.exp(score - ceiling) for score in scores])
        return self._genres[scores.index(ceiling)] if probability >= SURE else ""


def load_model(path: Path) -> GenreModel:
    """Read a model: a header `word TAB genre TAB genre ...`, a row of biases, rows of words. Raises
    DataError with file and line."""
    header, *rows = decoded(path.read_bytes(), path.name).splitlines() or [""]
    first, *genres = header.split("\t")
    if first != FIRST_COLUMN or not genres:
        raise DataError(
            f"{path.name}:1: not a genre model (expected a header of {FIRST_COLUMN!r} and genres)"
        )
    table: dict[str, tuple[float, ...]] = {}
    for number, row in enumerate(rows, start=2):
        word, *weights = row.split("\t")
        try:
            table[word] = tuple(map(float, weights))
        except ValueError:
            raise DataError(f"{path.name}:{number}: weights are not numbers") from None
        if len(weights) != len(genres):
            raise DataError(f"{path.name}:{number}: want {len(genres)} weights")
    return GenreModel(tuple(genres), table, table.pop("", (0.0,) * len(genres)))


def save_model(model: GenreModel, path: Path) -> None:
    """Write a model as load_model() reads it."""
    rows = [("", model.bias), *sorted(model.weights.items())]
    lines = [
        "\t".join((FIRST_COLUMN, *model.genres)),
        *("\t".join((word, *(f"{weight:g}" for weight in weights))) for word, weights in rows),
    ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def read_codes(path: Path, language: LanguagePack) -> dict[str, str]:
    """File-name codes from a TOML file (`AT = "argumentative"`); raises MaskeraError when it is no
    such file or names no known genre."""
    try:
        table = toml.read(path, str(path))
    except OSError as error:
        raise MaskeraError(f"{path}: cannot be read ({cause(error)})") from None
    codes = {}
    for code, genre in table.items():
        if not isinstance(genre, str) or _plain(genre) not in language.texts.genres:
            raise MaskeraError(
                f"{path}: code {code!r}: no such genre; there are {_names(language)}"
            )
        codes[code] = language.texts.genres[_plain(genre)]
    return codes


def known_genre(name: str, language: LanguagePack, others: Collection[str] = ()) -> str:
    """Our name of a genre, however it is written, or one of the others as it is; raises
    MaskeraError for one that is neither."""
    if name in others:
        return name
    if _plain(name) not in language.texts.genres:
        raise MaskeraError(f"no genre {name!r}; there are {_names(language, others)}")
    return language.texts.genres[_plain(name)]


def check_genres(policy: Policy, language: LanguagePack) -> None:
    """Raises PolicyError for a genre of a policy that no text can be of."""
    for name in policy.selective_genres:
        if name not in language.texts.genres.values():
            raise PolicyError(
                f"policy {policy.source or policy.name}: selective_genres: no genre {name!r}; there are {_names(language)}"
            )


def _plain(name: str) -> str:
    return name.strip().lower().replace(" ", "_")


def _names(language: LanguagePack, others: Collection[str] = ()) -> str:
    return ", ".join(sorted({*language.texts.genres.values(), *others}))
