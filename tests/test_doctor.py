"""What `maskera doctor` tells."""

from __future__ import annotations

import json
import re
from importlib.metadata import version

import pytest
from calling import Cli

from maskera.cli import doctor


def test_it_names_languages_models_and_extras(maskera: Cli) -> None:
    run = maskera("doctor")
    assert run.code == 0
    [models] = re.findall("^language sv: models (.+)$", run.out, re.MULTILINE)
    assert {"genre.tsv", "mentions.model"} <= set(models.split(", "))
    assert "language da: models none" in run.out
    assert "extra vault: ready (cryptography" in run.out
    assert "extra dev" not in run.out


def test_as_json_it_has_versions(maskera: Cli) -> None:
    found = json.loads(maskera("doctor", "--json").out)
    assert found["extras"]["vault"] == {"cryptography": version("cryptography")}
    kernels = (
        "cues decode features lookup marginals near neighbours pooling products sparse strings"
    )
    assert sorted(found["compiled"] + found["uncompiled"]) == kernels.split()


def test_a_missing_package_is_told_with_what_installs_it(
    maskera: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "requires", lambda _: ['nosuch>=1; extra == "vault"'])
    assert "extra vault: missing nosuch: pip install 'maskera[vault]'\n" in maskera("doctor").out


def test_completion_is_there_for_a_shell(maskera: Cli) -> None:
    assert "--install-completion" in maskera("--help").out
