"""`make bench`: that it counts, repeats, compares and reports as it says. No time is asserted here:
that is what the tool itself is for."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

import pytest

from maskera.formats import RENDERERS, SECRET_RENDERERS
from maskera.pipeline import MODES
from maskera.text import Document

TOOLS = Path(__file__).parent.parent / "tools"
ESSAYS = [
    Document("a", "Jag heter Petronella och bor i Lund. Skriv till nella@example.org!"),
    Document("b", "Min bror Torkel kom till Sverige 2014."),
]
needs_references = pytest.mark.skipif(
    not (find_spec("presidio_analyzer") and find_spec("spacy")),
    reason="the references are not installed (extra `bench`)",
)


@pytest.fixture(scope="module")
def bench() -> Iterator[ModuleType]:
    sys.path.insert(0, str(TOOLS))
    yield import_module("bench")
    sys.path.remove(str(TOOLS))


def test_everybodys_tokens_are_counted_as_maskera_cuts_them(bench: ModuleType) -> None:
    assert bench.token_count(ESSAYS) == 12 + 8, "an address is one token"
    assert bench.token_count([]) == 0


def test_each_round_reads_other_sentences_of_the_same_forms(bench: ModuleType) -> None:
    long = [Document("c", " ".join(["vi", "åkte", "till", "sjön", "och", "badade", "länge"] * 40))]
    first, second = bench.varied([*ESSAYS, *long], 0), bench.varied([*ESSAYS, *long], 1)
    assert first == bench.varied([*ESSAYS, *long], 0), "the same for every subject"
    assert first[2].text != second[2].text != long[0].text
    assert {document.id for document in first}.isdisjoint(document.id for document in second)
    words = {word for document in [*ESSAYS, *long] for word in document.text.split()}
    assert {word for document in first for word in document.text.split()} <= words
    assert "Petronella" in first[0].text, "names and numbers stay"


def test_no_text_comes_twice_and_sentences_stand_together(bench: ModuleType) -> None:
    texts = import_module("bench_texts")
    again = Document("b again", ESSAYS[1].text)
    assert list(texts.distinct([*ESSAYS, again])) == ESSAYS
    assert [len(d.text.split()) for d in texts.grouped([Document("s", "ja nej")] * 25)] == [
        24,
        24,
        2,
    ]
    assert texts.title("essays", ESSAYS) == "essays: 2 texts, 20 tokens, 900 new forms in 1,000"
    assert texts.up_to(ESSAYS, 5) == ESSAYS[:1]
    assert texts.up_to(ESSAYS, 500) == ESSAYS


def test_the_fastest_round_counts_and_a_round_runs_each_work_once(bench: ModuleType) -> None:
    ran: list[str] = []
    ticks = iter([0, 5, 5, 6, 10, 12, 12, 15])
    seconds = bench.fastest(
        {"one": lambda: ran.append("one"), "two": lambda: ran.append("two")}, 2, lambda: next(ticks)
    )
    assert ran == ["one", "two", "one", "two"]
    assert seconds == {"one": 2, "two": 1}


@pytest.mark.parametrize("mode", MODES)
def test_each_mode_is_a_subject_that_finds_mentions_both_ways(bench: ModuleType, mode: str) -> None:
    whole = bench.SUBJECTS[f"{mode}: pseudonymize"]()(ESSAYS)
    assert whole == bench.SUBJECTS[f"{mode}: detect"]()(ESSAYS) >= 5


@needs_references
def test_the_references_work_without_model_and_network(
    bench: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", socket.getaddrinfo)  # both are put back afterwards
    monkeypatch.setattr(socket.socket, "connect", socket.socket.connect)
    bench.close_network()
    with pytest.raises(OSError, match="network off"):
        socket.create_connection(("127.0.0.1", 9))
    assert bench.REFERENCES[bench.PRESIDIO]()(ESSAYS) >= 1, "the e-mail address"
    assert bench.REFERENCES[bench.PRESIDIO]()(ESSAYS[1:]) == 0, (
        "no name, no place: it has patterns only"
    )
    assert bench.REFERENCES[bench.SPACY]()(ESSAYS) == 0


def test_stages_and_renderers_are_those_of_the_pipeline(bench: ModuleType) -> None:
    stages = bench.stages(ESSAYS, 1)
    words = ("annotate", "tag", "genre", "detect", "join", "settle", "replace", "leak")
    assert [name.startswith(word) for name, word in zip(stages, words, strict=True)] == [
        True
    ] * len(words)
    assert set(bench.rendering(ESSAYS, 1)) == {*RENDERERS, *SECRET_RENDERERS}
    assert min(stages.values()) > 0


def test_two_workers_do_what_one_does(bench: ModuleType) -> None:
    assert set(bench.two_workers(bench.LOOP, ESSAYS, [*bench.cores(), *bench.cores()], 1)) == {
        "one",
        "two",
    }


def test_pinning_keeps_to_one_core(bench: ModuleType) -> None:
    before = bench.cores()
    bench.pin(before[-1])
    pinned = bench.cores()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, before)
        assert pinned == before[-1:]


def test_the_page_holds_every_table_and_says_which_goals_are_met(bench: ModuleType) -> None:
    page = bench.page(figures(bench, 150_000.0))
    for text in (
        "2026-11-21",
        "learner sentences: 2 texts",
        "Two workers",
        "conll",
        "What the ratios mean",
    ):
        assert text in page
    assert "| rules | 50,000 | 100,000 | 2.00 | 0.50 | 1.25 | 80 | 150 |" in page
    assert "| Presidio | 40,000 | 50,000 | 1.00 | 0.25 | 1.00 | 5 | - |" in page
    assert "| tag | 400,000 | 2.50 | 25 |" in page
    assert "| two workers against one | 1.9 | 2.00 (plain loop: 1.67) | yes |" in page
    assert "| learner sentences, warm: x Presidio | 1.3 | 3.00 | yes |" in page
    assert page.count("| yes |") == 7
    assert "| no |" not in page


def test_a_goal_that_is_missed_is_called_missed(bench: ModuleType) -> None:
    assert "| 100,000 | 99,000 | no |" in bench.page(figures(bench, 99_000.0))


def test_the_tables_fit_a_terminal(bench: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    bench.show(figures(bench, 150_000.0))
    printed = capsys.readouterr().out
    assert "Stages of mode full, warm" in printed
    assert "150,000" in printed


def figures(bench: ModuleType, warm: float) -> object:
    """What a run might have given, in round numbers."""
    shown = import_module("bench_page")
    rates = [
        shown.Rate("rules", 100_000.0, 50_000.0, 150.0, 80.0),
        shown.Rate("full", warm, 60_000.0, 200.0, 90.0),
        shown.Rate("Presidio", 50_000.0, 40_000.0, None, 5.0),
        shown.Rate("spaCy", 200_000.0, None, None, 0.0),
    ]
    return bench.Figures(
        machine={"date": "2026-11-21"},
        rates={"learner sentences: 2 texts": rates},
        tokens=20_000,
        shared_out=20_000,
        stages={"annotate": 0.05, "tag": 0.05, "detect": 0.1},
        renderers={"text": 0.01, "conll": 0.1},
        workers={"full": {"one": 1.0, "two": 0.5}, "loop": {"one": 1.0, "two": 0.6}},
        starts={"load and one short text, full": 0.4},
        references=("Presidio", "spaCy"),
        whole="full",
        loop="loop",
    )
