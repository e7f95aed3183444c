"""Worker processes share the cores."""

from __future__ import annotations

import multiprocessing
import os
import signal
from concurrent.futures import ProcessPoolExecutor

import pytest

from maskera.workers import one_thread_each, out_of_reach


def test_workers_do_their_matrix_work_in_one_thread_unless_the_user_says_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    monkeypatch.setenv("OMP_NUM_THREADS", "3")
    with one_thread_each():
        started = multiprocessing.get_context("spawn").Pool(1)
    with started as pool:
        assert pool.map(os.getenv, ["OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"]) == ["1", "3"]
    assert "OPENBLAS_NUM_THREADS" not in os.environ
    assert os.environ["OMP_NUM_THREADS"] == "3"


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="no signal masks on this system")
def test_an_interrupt_reaches_who_started_a_process_and_not_the_process() -> None:
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        with out_of_reach():
            found = pool.submit(signal.pthread_sigmask, signal.SIG_BLOCK, ())
        assert signal.SIGINT in found.result()
    assert signal.pthread_sigmask(signal.SIG_BLOCK, ()) == before
