"""The engines that work on Arrow give, row for row, what one process gives. Each is tested where it
is installed."""

from __future__ import annotations

import logging
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pa = pytest.importorskip("pyarrow")

from maskera.arrow import pseudonymize  # noqa: E402
from maskera.vault import create_key  # noqa: E402

NAMES = ("Anna", "Farid", "Leyla", "Björn", "Maria")
ROWS = pa.table(
    {
        "id": [f"d{row}" for row in range(40)],
        "text": [f"Jag heter {NAMES[row % 5]} och är {20 + row} år." for row in range(39)] + [None],
        "row": range(40),
    }
)


@pytest.fixture(scope="module")
def key(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A key file."""
    path = tmp_path_factory.mktemp("keys") / "my.key"
    create_key(path)
    return path


@pytest.fixture(scope="module")
def expected(key: Path) -> list[str | None]:
    """The texts as one process writes them."""
    texts: list[str | None] = pseudonymize(ROWS, key=key, mode="rules").column("text").to_pylist()
    assert texts[0] != ROWS["text"][0].as_py() and texts[-1] is None
    return texts


def test_a_key_file_gives_what_its_key_gives(key: Path, expected: list[str | None]) -> None:
    found = pseudonymize(ROWS, key=key.read_bytes(), mode="rules")
    assert found["text"].to_pylist() == expected


def test_pandas(key: Path, expected: list[str | None]) -> None:
    pytest.importorskip("pandas")
    frame = ROWS.to_pandas()
    new = pseudonymize(pa.Table.from_pandas(frame), key=key, mode="rules").to_pandas()
    assert list(new["text"])[:-1] == expected[:-1] and list(new["row"]) == list(range(40))


def test_polars(key: Path, expected: list[str | None]) -> None:
    polars = pytest.importorskip("polars")
    frame = polars.from_arrow(ROWS)
    new = polars.from_arrow(pseudonymize(frame.to_arrow(), key=key, mode="rules"))
    assert new["text"].to_list() == expected


def test_hugging_face_datasets(key: Path, expected: list[str | None], tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets")
    dataset = datasets.Dataset(ROWS).with_format("arrow")
    new = dataset.map(
        pseudonymize,
        batched=True,
        batch_size=8,
        num_proc=2,
        fn_kwargs={"key": key, "mode": "rules"},
        cache_file_name=str(tmp_path / "new.arrow"),
    )
    assert new.with_format(None)["text"][:] == expected


@pytest.fixture
def ray() -> Iterator[Any]:
    """A Ray of this machine."""
    ray = pytest.importorskip("ray")
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    yield ray
    ray.shutdown()


@pytest.mark.filterwarnings("ignore")  # of the engine itself
def test_ray_data(key: Path, expected: list[str | None], ray: Any) -> None:
    new = ray.data.from_arrow(ROWS).map_batches(
        pseudonymize,
        batch_format="pyarrow",
        batch_size=8,
        fn_kwargs={"key": key, "mode": "rules"},
    )
    found = {row["id"]: row["text"] for row in new.take_all()}
    assert [found[f"d{row}"] for row in range(40)] == expected


@pytest.fixture
def spark(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A Spark of this machine, whose workers are of our environment; it takes the path's first
    python3 unless told."""
    sql = pytest.importorskip("pyspark.sql")
    if not shutil.which("java"):
        pytest.skip("Spark needs a Java runtime")
    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    session = (
        sql.SparkSession.builder.master("local[2]")
        .config("spark.ui.enabled", "false")
        .getOrCreate()
    )
    yield session
    session.stop()
    # It tells of its end when the interpreter ends, and then nobody listens.
    logging.getLogger("py4j").setLevel(logging.ERROR)


@pytest.mark.filterwarnings("ignore")
def test_spark(key: Path, expected: list[str | None], spark: Any) -> None:
    def each(batches: Iterator[Any]) -> Iterator[Any]:
        for batch in batches:
            yield pseudonymize(batch, key=key, mode="rules")

    frame = spark.createDataFrame(ROWS.to_pandas()[["id", "text"]]).repartition(3)
    new = frame.mapInArrow(each, frame.schema)
    found = {row["id"]: row["text"] for row in new.collect()}
    assert [found[f"d{row}"] for row in range(40)] == expected
