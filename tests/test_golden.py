"""Golden output: the pipeline makes of some 12,000 texts what is recorded of it, and the tool that records it sees a change.

After a change that is meant: `python tools/golden.py --compare CHECKOUT` shows it, `python tools/golden.py --write` records it.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from maskera import Document, Pipeline

ROOT = Path(__file__).parent.parent
SETS = ("samples", "cases", "swell_dev", "essays_dev", "noised", "swell_train", "essays_train")


@pytest.fixture(scope="module")
def golden() -> Iterator[ModuleType]:
    sys.path.insert(0, str(ROOT / "tools"))
    yield import_module("golden")
    sys.path.remove(str(ROOT / "tools"))


@pytest.fixture(scope="module")
def pipelines(golden: ModuleType) -> dict[str, Pipeline]:
    return golden.pipelines()  # type: ignore[no-any-return]


@pytest.mark.parametrize("name", SETS)
def test_output_is_as_recorded(
    golden: ModuleType, pipelines: dict[str, Pipeline], name: str
) -> None:
    try:
        now = golden.measured(name, pipelines)
    except FileNotFoundError as missing:
        pytest.skip(f"the annotated data do not lie beside this repository ({missing})")
    assert now == golden.recorded()[name], (
        f"tools/golden.py --compare CHECKOUT {name} shows what changed, --write records it"
    )


def test_every_set_is_recorded(golden: ModuleType) -> None:
    assert tuple(golden.SETS) == tuple(golden.recorded()) == SETS


def test_a_digest_sees_every_part_of_an_outcome_but_no_order(
    golden: ModuleType, nlp: Pipeline
) -> None:
    result = nlp(Document("a", "Jag heter Petronella och bor i Lund."))
    as_is = golden.digest([("a", golden.outcome(result)), ("b", ())])
    first, *others = result.replacements
    changed = [
        replace(result, leaks=None),
        replace(result, named=True),
        replace(result, replacements=tuple(others)),
        replace(result, replacements=(type(first)(first.mention, first.action, "Sara"), *others)),
    ]
    assert as_is not in [
        golden.digest([("a", golden.outcome(each)), ("b", ())]) for each in changed
    ]
    assert as_is == golden.digest([("b", ()), ("a", golden.outcome(result))])


def test_each_noise_changes_a_text(golden: ModuleType) -> None:
    text = "Jag såg Åsa i Malmö i maj, och hon bjöd mig på kaffe hemma hos sin syster."
    assert all(noise(text, random.Random(1)) != text for noise in golden.NOISES)


def test_an_unknown_set_and_an_unknown_option_are_refused(
    golden: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    assert golden.main(["swell_test"]) == 2
    assert "no set 'swell_test'" in capsys.readouterr().err
    assert golden.main(["--rewrite"]) == 2
