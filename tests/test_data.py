"""The data as shipped: each file with its block of provenance, tidy rows, and a lexicon that knows
what it should."""

from __future__ import annotations

import hashlib
import re
import tomllib
import unicodedata
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

import maskera
from maskera.lang import load_pack
from maskera.lexicon.compile import languages
from maskera.lexicon.gazetteer import Gazetteer
from maskera.lexicon.sources import Settings, Sources
from maskera.lexicon.tsv import MANY
from maskera.taxonomy import LISTED_KINDS, taxonomy

DATA = Path(maskera.__file__).parent / "data"
SOURCES = tomllib.loads((DATA / "SOURCES.toml").read_text(encoding="utf-8"))
LISTS = sorted(path for path in DATA.rglob("*.tsv") if "models" not in path.parts)
WORD_LISTS = [path for path in LISTS if path.parent.name != "counts"]


def name_of(path: Path) -> str:
    return path.relative_to(DATA).as_posix()


@pytest.fixture(scope="module")
def lexicon() -> Gazetteer:
    return load_pack("sv").vocab.gazetteer


def test_every_list_has_a_block_and_every_block_a_file() -> None:
    assert {name_of(path) for path in LISTS} <= SOURCES.keys()
    assert [name for name in SOURCES if not (DATA / name).is_file()] == []


@pytest.mark.parametrize("name", sorted(SOURCES))
def test_a_block_tells_where_from_under_what_licence_and_how_again(name: str) -> None:
    block = SOURCES[name]
    assert all(block[field] for field in ("publisher", "licence", "rebuilt"))
    content = (DATA / name).read_bytes()
    assert hashlib.sha256(content).hexdigest() == block["sha256"], (
        f"{name} was changed: run tools/write_sources.py"
    )
    if name.endswith(".tsv"):
        assert content.decode().count("\n") - 1 == block["rows"]


@pytest.mark.parametrize("path", LISTS, ids=name_of)
def test_rows_are_sorted_composed_and_stand_once(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert unicodedata.normalize("NFC", text) == text
    assert text.endswith("\n")
    rows = [tuple(line.split("\t")) for line in text.splitlines()[1:]]
    assert len({len(row) for row in rows}) == 1
    keys = [row[:2] for row in rows] if path in WORD_LISTS else [row[:1] for row in rows]
    assert keys == sorted(keys)
    assert len(set(keys)) == len(keys)
    assert all(cell == cell.strip() for row in rows for cell in row)


@pytest.mark.parametrize("path", WORD_LISTS, ids=name_of)
def test_a_word_list_has_form_label_weight_and_note(path: Path) -> None:
    header, *lines = path.read_text(encoding="utf-8").splitlines()
    assert header == "form\tlabel\tweight\tnote"
    assert lines
    for line in lines:
        form, label, weight, note = line.split("\t")
        assert form
        assert label
        assert -10 <= float(weight) <= 10
        assert all("=" in pair for pair in note.split(";") if pair)


def test_labels_of_the_taxonomy_are_spelt_as_there() -> None:
    kinds = {
        line.split("\t")[1]
        for path in WORD_LISTS
        for line in path.read_text(encoding="utf-8").splitlines()[1:]
    }
    own = {kind for kind in kinds if kind not in taxonomy().categories}
    slips = {
        kind
        for kind in own
        if kind.replace("-", "_") in taxonomy().categories or kind in taxonomy().aliases
    }
    assert slips <= {"firstname", "language", "currency"}


# What a list of the lexicon may say of a form beside a label of things that lists hold.
LISTED = taxonomy().labels(*LISTED_KINDS, "transport.name", "date.month.words", "attribute")
WORD_KINDS = {
    *("ordinary", "weekday", "work_title", "age_decade"),
    *(f"head_{kind}" for kind in ("geo", "org", "place", "school", "transport")),
}


def of_no_lexicon(rows: Iterable[Sequence[str]], settings: Settings) -> set[str]:
    """The labels of rows that say nothing the lexicon knows."""
    return {label for _, label, *_ in rows} - LISTED - settings.common - WORD_KINDS


@pytest.mark.parametrize("code", [folder.name for folder in languages()])
def test_the_lexicon_takes_no_list_of_a_rule_for_names(code: str) -> None:
    settings = Sources(DATA / code).settings
    read = [
        path
        for path in sorted((DATA / code).glob("*.tsv"))
        if not path.stem.startswith(settings.left_out)
    ]
    assert read
    for path in read:
        rows = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()[1:]]
        strange = of_no_lexicon(rows, settings)
        assert not strange, f"{path.name}: a list for a rule stands in data/{code}/words"
    assert of_no_lexicon([("hiss", "stuck"), ("pris", "extra")], settings) == {
        "stuck",
        "extra",
    }
    assert not of_no_lexicon([("Lund", "city"), ("i", "ordinary")], settings)


READ_WHOLE = {"sv/words/other_languages.tsv"}  # its labels are the languages, whichever they are


def unread(rows: Iterable[str], sources: str) -> set[str]:
    """The labels of a list of words that no module of the language names."""
    named = set(re.findall(r"\w+", sources))
    return {row.split("\t")[1] for row in rows} - named


@pytest.mark.parametrize(
    "path",
    [path for path in LISTS if "words" in path.parts and name_of(path) not in READ_WHOLE],
    ids=name_of,
)
def test_the_words_of_a_rule_are_read_by_it(path: Path) -> None:
    folder, code = DATA.parent / "lang", path.parent.parent.name
    rooms = [folder, folder / code]
    if code == MANY:
        rooms = [DATA.parent / room for room in ("label", "replace", "rules")]
    sources = [source for room in rooms for source in room.glob("*.py")]
    text = "\n".join(source.read_text(encoding="utf-8") for source in sources)
    assert unread(path.read_text(encoding="utf-8").splitlines()[1:], text) == set()
    assert unread(["ska\tturn\t1\t", "är\tbe\t1\t"], '_WORDS["turn"]') == {"be"}


def labels(lexicon: Gazetteer, form: str) -> set[str]:
    return {entry.label for entry in lexicon.entries(form)}


@pytest.mark.parametrize(
    ("form", "label"),
    [
        ("anna", "firstname_female"), ("farid", "firstname_male"), ("aster", "firstname_female"), ("nguyen", "surname"),
        ("lindqvist", "surname"),
        ("malmö", "city"), ("bredäng", "city"), ("rosengård", "city"), ("botkyrka", "city"), ("köpenhamn", "city"), ("copenhagen", "city"),
        ("syrien", "country"), ("syria", "country"), ("papua nya guinea", "country"), ("skåne", "region"), ("mälaren", "geo"),
        ("stockholms universitet", "school"), ("migrationsverket", "other_institution"), ("kock", "prof"), ("mamma", "fam"),
        ("muslim", "sensitive"), ("drottninggatan", "place"),
    ],
)  # fmt: skip
def test_the_lexicon_knows(lexicon: Gazetteer, form: str, label: str) -> None:
    assert label in labels(lexicon, form)


@pytest.mark.parametrize("form", ["och", "xyzzyx", "", "hemma", "fönster"])
def test_the_lexicon_does_not_take_words_for_names(lexicon: Gazetteer, form: str) -> None:
    assert not labels(lexicon, form) & {
        "firstname_male",
        "firstname_female",
        "surname",
        "city",
        "country",
    }


def test_places_know_where_they_lie(lexicon: Gazetteer) -> None:
    assert {entry.parent for entry in lexicon.entries("bredäng") if entry.label == "city"} == {
        "Stockholm"
    }
    assert {entry.country for entry in lexicon.entries("köpenhamn") if entry.label == "city"} == {
        "DK"
    }
    assert {entry.country for entry in lexicon.entries("malmö") if entry.label == "city"} == {""}


def test_other_spellings_lead_to_one_form(lexicon: Gazetteer) -> None:
    def canonical(form: str, label: str) -> set[str]:
        return {entry.canonical for entry in lexicon.entries(form) if entry.label == label}

    assert canonical("syria", "country") == canonical("syrien", "country") == {"Syrien"}
    assert canonical("copenhagen", "city") & canonical("köpenhamn", "city")


def test_it_is_large_and_still_small() -> None:
    assert len(load_pack("sv").vocab.gazetteer) > 150_000
    installed = [path for path in DATA.rglob("*") if path.is_file() and path.suffix != ".xz"]
    size = sum(path.stat().st_size for path in installed)
    # Swedish 42 MB, English 27, with a tagger of 6.4; of each 6 MB are tables that make the lexicon open at once.
    assert size < 71_500_000
