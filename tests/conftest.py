"""What tests share: the pipeline with a fixed key, and the annotated data that may lie beside the
repository."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest
from calling import Cli
from hypothesis import HealthCheck, settings

from maskera import Pipeline, load
from maskera.lexicon.compile import compile_stale

KEY = b"a key of the tests, long enough for everything"
ROOT = Path(__file__).parent.parent
SHARED = ROOT.parent / "shared" / "data"

compile_stale()  # after a change to a list; as the build does

# A check says the same of the same code every time; `pytest --hypothesis-profile search` looks for
# what it has not seen yet.
settings.register_profile(
    "maskera",
    deadline=None,
    max_examples=60,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "search", deadline=None, max_examples=1000, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("maskera")


def pytest_collection_finish() -> None:
    """What was imported stays until the end: looking through it for cycles again and again took a
    tenth of the time."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def nlp() -> Pipeline:
    """The pipeline as shipped: default mode, policy swell."""
    return load("sv", key=KEY)


@pytest.fixture(scope="session")
def rules() -> Pipeline:
    """The same without anything trained, for claims about lists, patterns and cues."""
    return load("sv", mode="rules", key=KEY)


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of annotated data; the test is skipped where it is absent."""
    if not SHARED.is_dir():
        pytest.skip(f"the annotated data do not lie beside this repository ({SHARED})")
    return SHARED


@pytest.fixture
def maskera(
    capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Cli:
    return Cli(capfdbinary, monkeypatch, tmp_path)


@pytest.fixture
def key(maskera: Cli) -> str:
    assert maskera("key", "my.key").code == 0
    return "my.key"
