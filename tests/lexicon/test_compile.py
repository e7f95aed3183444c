"""Lists and extracts become a lexicon: what lists say, what frequencies say, and when it is done."""

from __future__ import annotations

import lzma
from pathlib import Path

import pytest

from maskera.lexicon import compile as compiler
from maskera.lexicon.gazetteer import Gazetteer, read

LISTS = {
    "names.tsv": "form\tlabel\tweight\tnote\nAnna\tfirstname_female\t4.0\torigin=home\n",
    "places.tsv": "form\tlabel\tweight\tnote\nNew York\tcity\t3.0\tin=US\nRome\tcity\t3.0\t\n",
    "words.tsv": "form\tlabel\tweight\tnote\ncook\tprof\t3.0\t\n",
    "cues.tsv": "form\tlabel\tweight\tnote\nmy name is\tname\t3.0\t\n",
}
EXTRACTS = {
    "frequencies": "zipf\tforms\n5.0\tcook the\n4.0\tanna rome\n1.0\tabacus\n",
    "dictionary": "form\nabacus\ncook\nzebra\n",
    "surnames": "form\tlocale\nCook\tx\nLake\tx\n",
}
SETTINGS = 'left_out = ["cues"]\ncommon = ["prof"]\nown_names = "home"\ngenitive = "s"\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "lexicon.toml").write_text(SETTINGS)
    for name, content in LISTS.items():
        (tmp_path / name).write_text(content)
    (tmp_path / "open").mkdir()
    for name, content in EXTRACTS.items():
        (tmp_path / "open" / f"{name}.tsv.xz").write_bytes(lzma.compress(content.encode()))
    return tmp_path


def compiled(folder: Path) -> Gazetteer:
    compiler.compile_stale([folder])
    return read(folder / compiler.LEXICON, folder / compiler.DICTIONARY)


def labels(lexicon: Gazetteer, form: str) -> list[str]:
    return [entry.label for entry in lexicon.entries(form)]


def test_lists_and_data_sets_are_in_it_but_lists_go_first(folder: Path) -> None:
    lexicon = compiled(folder)
    assert labels(lexicon, "anna") == ["firstname_female"]
    assert lexicon.entries("new york")[0].country == "US"
    assert labels(lexicon, "cook") == ["prof"], "a profession by hand is no surname of a data set"
    assert labels(lexicon, "lake") == ["surname"]
    assert labels(lexicon, "my name is") == [], "a list that is left out"


def test_frequencies_and_ordinariness_are_in_it(folder: Path) -> None:
    lexicon = compiled(folder)
    assert lexicon.zipf("the") == 5.0
    assert lexicon.ordinary("the") == 1.5
    assert lexicon.zipf("abacus") == 0.0, "too rare to be listed for its frequency alone"


def test_the_dictionary_is_asked_where_lists_know_nothing(folder: Path) -> None:
    lexicon = compiled(folder)
    assert lexicon.spelled("zebra") == compiler.UNLISTED
    assert lexicon.spelled("cook") is None


def test_a_language_without_extracts_has_its_lists(folder: Path) -> None:
    for path in (folder / "open").iterdir():
        path.unlink()
    assert labels(compiled(folder), "rome") == ["city"]


def test_it_is_compiled_when_its_inputs_change_and_only_then(folder: Path) -> None:
    assert compiler.compile_stale([folder]) == [folder]
    before = (folder / compiler.LEXICON).read_bytes()
    assert compiler.compile_stale([folder]) == []
    (folder / "words.tsv").write_text(LISTS["words.tsv"] + "nurse\tprof\t3.0\t\n")
    assert compiler.compile_stale([folder]) == [folder]
    (folder / "words.tsv").write_text(LISTS["words.tsv"])
    compiler.compile_stale([folder])
    assert (folder / compiler.LEXICON).read_bytes() == before, "the same inputs, the same bytes"


def test_the_shipped_lexicons_follow_from_their_inputs() -> None:
    assert {"en", "sv"} <= {folder.name for folder in compiler.languages()}
    assert all(compiler.up_to_date(folder) for folder in compiler.languages())
