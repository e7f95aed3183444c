"""Silver corpora: what recognizer and lists find, who says so, and that training takes them."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest
from calling import Cli
from hypothesis import given
from hypothesis import strategies as st

from maskera.errors import DataError, MaskeraError
from maskera.lang import load_pack
from maskera.lang.en.morphology import singular
from maskera.lexicon.table import token_table
from maskera.text import Document
from maskera.train import coarse, silver
from maskera.train.silver import Found, Terms, longest

PACK = load_pack("en")
assert PACK.models.types
TYPES = PACK.models.types
TEXT = "Elin is a harbour pilot in Riga. Her nurses saw a hand and two bee keepers."
LIST = "term\tkind\nharbour pilot\tjob\npilot\tjob\nbee keeper\tjob\nnurse\tjob\nhand\tperson\nbar\tjob\n"


@pytest.fixture
def jobs(tmp_path: Path) -> Path:
    path = tmp_path / "jobs.tsv"
    path.write_text(LIST, encoding="utf-8")
    return path


def found(jobs: Path, text: str, stop: Path | None = None) -> list[str]:
    (terms,) = silver.lists([f"{jobs}=DEM"], stop, PACK)
    table = token_table(PACK.tokenization(Document("a", text, "en")), PACK.vocab)
    return [text[one.start : one.end] for one in terms.find(table)]


def test_the_longest_term_counts_also_in_the_plural(jobs: Path) -> None:
    assert found(jobs, TEXT) == ["harbour pilot", "nurses", "bee keepers"]
    assert found(jobs, "HARBOUR PILOTS") == ["HARBOUR PILOTS"]


@pytest.mark.parametrize(
    "text",
    ["a big hand", "in the bar", "I live by the harbour. Pilot season is over", "keeper of a bee"],
)
def test_frequent_and_short_words_and_pieces_are_no_terms(jobs: Path, text: str) -> None:
    assert [one for one in found(jobs, text) if one != "Pilot"] == []


def test_a_list_with_classes_gives_only_those_of_its_type(tmp_path: Path) -> None:
    path = tmp_path / "terms.tsv"
    path.write_text("term\tclass\nbee keeper\tDEM\nRed Gull\tMISC\nharbour pilot\n")
    text = "The bee keepers read Red Gull to a harbour pilot."
    assert found(path, text) == ["bee keepers"]
    (works,) = silver.lists([f"{path}=MISC"], None, PACK)
    table = token_table(PACK.tokenization(Document("a", text, "en")), PACK.vocab)
    assert [text[one.start : one.end] for one in works.find(table)] == ["Red Gull"]


def test_the_first_line_is_a_term_unless_it_names_columns(tmp_path: Path) -> None:
    path = tmp_path / "terms.tsv"
    path.write_text("harbour pilot\tjob\nbee keeper\tjob\n")
    assert found(path, TEXT) == ["harbour pilot", "bee keepers"]
    path.write_text("form\tkind\nbee keeper\tjob\n")
    assert found(path, "In good form, a bee keeper came.") == ["bee keeper"]


def test_an_older_corpus_is_not_given_up_for_nothing(tmp_path: Path, maskera: Cli) -> None:
    (tmp_path / "old.jsonl").write_text("old", encoding="utf-8")
    assert maskera("silver", "nowhere", "-o", "old.jsonl").code == 1
    assert (tmp_path / "old.jsonl").read_text(encoding="utf-8") == "old"


def test_a_stop_list_takes_terms_away(jobs: Path, tmp_path: Path) -> None:
    stop = tmp_path / "stop.txt"
    stop.write_text("nurse\nHarbour pilot\n", encoding="utf-8")
    assert found(jobs, TEXT, stop) == ["pilot", "bee keepers"]


def test_singular_forms() -> None:
    assert "nurse" in singular("nurses") and "baby" in singular("babies")
    assert "coach" in singular("coaches")
    assert singular("boss") == ("boss",)


SPANS = st.lists(
    st.builds(
        lambda start, length, label: Found(start, start + length, label, "x"),
        st.integers(0, 40),
        st.integers(1, 12),
        st.sampled_from(("DEM", "LOC")),
    )
)


@given(SPANS)
def test_no_span_that_stays_overlaps_another_and_each_that_went_a_longer_one(
    spans: list[Found],
) -> None:
    kept = longest(spans)
    assert all(a.end <= b.start for a, b in pairwise(kept))
    for span in spans:
        over = [k for k in kept if k.start < span.end and span.start < k.end]
        assert any(k.end - k.start >= span.end - span.start for k in over)


def test_what_it_writes_is_a_corpus_to_train_on(jobs: Path, tmp_path: Path, maskera: Cli) -> None:
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "a.txt").write_text(TEXT, encoding="utf-8")
    out = tmp_path / "silver.jsonl"
    arguments = ["--with", "rules", "--lists", f"{jobs}=DEM", "--kind", "web", "-o", str(out)]
    assert maskera("silver", str(tmp_path / "texts"), *arguments).code == 0
    first, second = map(json.loads, out.read_text(encoding="utf-8").splitlines())
    assert first["kind"] == "web" and {"PERSON", "DEM"} <= set(first["annotates"])
    assert "MISC" not in first["annotates"]
    told = {TEXT[s["start"] : s["end"]]: (s["label"], s["source"]) for s in second["spans"]}
    assert told["Elin"] == ("PERSON", "rules") and told["Riga"] == ("LOC", "rules")
    assert told["bee keepers"] == ("DEM", "list:jobs.tsv")
    assert coarse.is_coarse(out, {})
    (text,) = coarse.read(out, TYPES)
    assert text.annotates == set(first["annotates"]) and len(text.spans) == len(told)


def test_a_spacy_pipeline_teaches(tmp_path: Path) -> None:
    spacy = pytest.importorskip("spacy")
    pipeline = spacy.blank("en")
    ruler = pipeline.add_pipe("entity_ruler")
    ruler.add_patterns([{"label": "GPE", "pattern": "Riga"}, {"label": "LAW", "pattern": "Elin"}])
    pipeline.to_disk(tmp_path / "small")
    teacher = silver.teacher(f"spacy:{tmp_path / 'small'}", "en")
    assert teacher.types == {"LOC"}
    ((_, spans),) = teacher.find([Document("a", TEXT, "en")])
    assert [(TEXT[s.start : s.end], s.label) for s in spans] == [("Riga", "LOC")]


@pytest.mark.parametrize("name", ["", "rule", "model:", "spacy:"])
def test_no_such_teacher(name: str) -> None:
    with pytest.raises(MaskeraError, match="expected rules"):
        silver.teacher(name, "en")


def test_bad_lists(tmp_path: Path, jobs: Path) -> None:
    with pytest.raises(DataError, match="cannot be read"):
        silver.lists([f"{tmp_path / 'none.tsv'}=DEM"], None, PACK)
    for argument in (str(jobs), f"{jobs}=JOB"):
        with pytest.raises(MaskeraError, match="expected FILE=TYPE"):
            silver.lists([argument], None, PACK)
    with pytest.raises(MaskeraError, match=r"^language sv: .* its tagger does not learn"):
        silver.types_of(load_pack("sv"))


def test_a_word_belongs_to_the_terms_it_was_read_from(jobs: Path) -> None:
    assert isinstance(silver.lists([f"{jobs}=DEM"], None, PACK)[0], Terms)
