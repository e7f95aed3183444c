"""The shipped Swedish model of risk."""

from __future__ import annotations

import pytest

from maskera.risk.model import RiskModel, load_model


@pytest.fixture(scope="session")
def model() -> RiskModel:
    return load_model("sv")
