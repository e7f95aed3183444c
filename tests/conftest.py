"""What tests share: the pipeline with a fixed key, and the annotated data that may lie beside the repository."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

import maskera
from maskera import Pipeline

KEY = b"a key of the tests, long enough for everything"
ROOT = Path(__file__).parent.parent
SHARED = ROOT.parent / "shared" / "data"

settings.register_profile("maskera", deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("maskera")


@pytest.fixture(scope="session")
def nlp() -> Pipeline:
    """The pipeline as shipped: default mode, policy swell."""
    return maskera.load("sv", key=KEY)


@pytest.fixture(scope="session")
def rules() -> Pipeline:
    """The same without anything trained, for claims about lists, patterns and cues."""
    return maskera.load("sv", mode="rules", key=KEY)


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of annotated data; the test is skipped where it is absent."""
    if not SHARED.is_dir():
        pytest.skip(f"the annotated data do not lie beside this repository ({SHARED})")
    return SHARED
