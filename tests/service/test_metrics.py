"""Counters that never fall, a histogram that adds up, and no text."""

from __future__ import annotations

import os
import re
import subprocess

import pytest

from maskera.service.metrics import SIZE, Metrics, board

from .conftest import Ask


def numbers(text: str) -> dict[str, float]:
    return {
        line.rpartition(" ")[0]: float(line.rpartition(" ")[2])
        for line in text.splitlines()
        if not line.startswith("#")
    }


def test_a_scrape_is_well_formed_and_counts(ask: Ask) -> None:
    before = numbers(ask("GET", "/metrics").text)
    ask("POST", "/v1/pseudonymize", json=[{"text": "Jag heter Plantagenet."}, {"text": "Hej."}])
    ask("POST", "/v1/detect", content=b"{")
    ask("GET", "/plantagenet/path")
    answer = ask("GET", "/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    assert re.fullmatch(
        r'(# (HELP|TYPE) maskera_[a-z_]+ .+\n|maskera_[a-z_]+(\{([a-z]+="[^"]*",?)+\})? [0-9.]+\n)+',
        answer.text,
    )
    assert "lantagenet" not in answer.text
    after = numbers(answer.text)
    grown = {name: after[name] - before.get(name, 0) for name in after}
    assert grown['maskera_requests_total{path="/v1/pseudonymize",status="200"}'] == 1
    assert grown['maskera_requests_total{path="/v1/detect",status="422"}'] == 1
    assert grown['maskera_requests_total{path="other",status="404"}'] == 1
    assert grown["maskera_documents_total"] == 2 and grown["maskera_mentions_total"] >= 1
    assert grown["maskera_characters_total"] == len("Jag heter Plantagenet.Hej.")
    assert grown['maskera_leak_checks_total{verdict="PASS"}'] == 2
    assert after["maskera_requests_in_flight"] == 1  # the scrape itself


def test_a_histogram_rises_to_its_count() -> None:
    metrics = Metrics(board())
    for seconds in (0.001, 0.02, 0.02, 99.0):
        metrics.answered("/v1/detect", 200, seconds)
    found = numbers(metrics.exposition())
    buckets = [
        value
        for name, value in found.items()
        if name.startswith('maskera_request_seconds_bucket{path="/v1/detect"')
    ]
    assert buckets == sorted(buckets) and buckets[0] == 1 and buckets[-2:] == [3, 4]
    assert found['maskera_request_seconds_count{path="/v1/detect"}'] == 4
    assert found['maskera_request_seconds_sum{path="/v1/detect"}'] == pytest.approx(99.041)


def test_workers_add_up_and_the_row_of_a_dead_one_is_taken_over() -> None:
    table = board(workers=2)
    ended = subprocess.Popen(["true"])
    ended.wait()
    table.cells[0] = ended.pid  # a worker that has gone ...
    table.cells[SIZE] = os.getppid()  # ... and one that lives
    first = Metrics(table)
    first.add("documents", amount=3)
    assert table.cells[0] == os.getpid()
    table.cells[0] = ended.pid
    second = Metrics(table)
    second.add("documents")
    assert numbers(second.exposition())["maskera_documents_total"] == 4
    assert numbers(second.exposition())["maskera_requests_in_flight"] == 0
