"""`--bound` of pseudonymize and batch: less is replaced, never what identifies alone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from calling import Cli

from maskera import load
from maskera.errors import MaskeraError
from maskera.risk.choice import Bound

ESSAY = (
    "Hej! Jag heter Anna Berg och bor i Gränna med min son Otto. Mitt nummer är 070-174 06 05. "
    "Förra sommaren var vi i Paris och Rom. Zlatan Ibrahimović är min idol."
)
KEY = b"a key of the tests, long enough for everything"


def hidden(bound: Bound | None) -> set[str]:
    result = load("sv", key=KEY, bound=bound)(ESSAY)
    return {
        ESSAY[r.mention.span.start : r.mention.span.end] for r in result.replacements if r.hidden
    }


def test_a_bound_replaces_less_but_always_what_is_direct() -> None:
    everything, strict, loose = hidden(None), hidden(Bound(0.05)), hidden(Bound(1 - 1e-12))
    assert loose <= strict <= everything
    assert "070-174 06 05" in loose
    assert loose < everything
    assert "Gränna" in strict


@pytest.mark.parametrize("number", [0.5, 0])
def test_a_number_alone_is_no_bound(number: Any) -> None:
    with pytest.raises(MaskeraError, match=r"Bound\(0\.5\)"):
        load("sv", key=KEY, bound=number)


def test_what_becomes_of_a_document_does_not_depend_on_its_neighbours(
    maskera: Cli, tmp_path: Path
) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.txt").write_text(ESSAY + f" Text {name}.", encoding="utf-8")
    assert maskera("key", "k").code == 0
    run = ("pseudonymize", "--key", "k", "--bound", "0.5")
    assert maskera(*run, "a.txt", "-o", "alone/").code == 0
    ended = maskera(*run, "a.txt", "b.txt", "-o", "both/")
    assert ended.code == 0 and "bound 0.5" in ended.err
    (line,) = (tmp_path / "alone" / "manifest.jsonl").read_text(encoding="utf-8").splitlines()
    noted = json.loads(line)["bound"]
    assert (noted["risk"], noted["size"], noted["bits"]) == (0.5, 3, 1.0)
    assert noted["model"]["corpora"] == ["sv.jsonl"] and "Anna" not in line
    texts = [
        (tmp_path / folder / "a.txt").read_text(encoding="utf-8") for folder in ("alone", "both")
    ]
    assert texts[0] == texts[1]
    assert (
        maskera(
            "batch", "a.txt", "-o", "batch", "--key", "k", "--bound", "0.5", "--workers", "1"
        ).code
        == 0
    )
    assert (tmp_path / "batch" / "a.txt").read_text(encoding="utf-8") == texts[0]


def test_what_stays_is_marked_in_the_secret_output(maskera: Cli, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(ESSAY, encoding="utf-8")
    run = maskera("pseudonymize", "a.txt", "-f", "jsonl", "--bound", "0.999999999")
    found = {m["text"]: m["action"] for m in json.loads(run.out)["mentions"]}
    assert found["070-174 06 05"] == "replace"
    assert "mark" in found.values()


@pytest.mark.parametrize("bound", ["0", "1", "2", "-1"])
def test_a_bound_outside_its_range_is_wrong_use(maskera: Cli, tmp_path: Path, bound: str) -> None:
    (tmp_path / "a.txt").write_text(ESSAY, encoding="utf-8")
    ended = maskera("pseudonymize", "a.txt", "--bound", bound)
    assert ended.code == 2 and "between 0 and 1" in ended.err and "Anna" not in ended.err


def test_a_language_without_a_model_of_risk_is_refused() -> None:
    from maskera.risk.model import load_model

    with pytest.raises(MaskeraError, match="no model of risk for language 'xx'"):
        load_model("xx")
