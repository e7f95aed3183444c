"""Files of mapped arrays: what is written is read, and any other file is refused in a sentence."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays_of

from maskera.errors import DataError
from maskera.io.arrays import ALIGNMENT, MAGIC, meta, read, write

KINDS = ("<u4", "|i1", "<f4", "<i8")
SOME = st.sampled_from(KINDS).flatmap(
    lambda kind: arrays_of.arrays(kind, st.tuples(st.integers(0, 5), st.integers(0, 4)))
)


@given(columns=st.dictionaries(st.text(max_size=8), SOME, max_size=4))
def test_what_is_written_is_read(tmp_path_factory: pytest.TempPathFactory, columns: dict) -> None:  # type: ignore[type-arg]
    path = tmp_path_factory.mktemp("arrays") / "some.bin"
    write(path, columns, {"odds": [1.0, 2.5]})
    found = read(path, "a lexicon")
    assert found.meta == meta(path) == {"odds": [1.0, 2.5]}
    assert found.columns.keys() == columns.keys()
    for name, column in columns.items():
        assert found[name].dtype == column.dtype
        assert np.array_equal(found[name], column, equal_nan=column.dtype.kind == "f")
        assert found[name].ctypes.data % ALIGNMENT == 0
        assert not found[name].flags.writeable


def test_who_has_the_old_file_mapped_keeps_it(tmp_path: Path) -> None:
    path = tmp_path / "some.bin"
    write(path, {"a": np.arange(3)}, {})
    old = read(path, "a lexicon")
    write(path, {"a": np.arange(9)}, {})
    assert old["a"].tolist() == [0, 1, 2]
    assert len(read(path, "a lexicon")["a"]) == 9


@given(content=st.binary(max_size=80))
@pytest.mark.parametrize("top", [b"", MAGIC, MAGIC + bytes(8), MAGIC + b"\x01" + bytes(7)])
def test_any_other_file_is_refused(
    tmp_path_factory: pytest.TempPathFactory, content: bytes, top: bytes
) -> None:
    path = tmp_path_factory.mktemp("arrays") / "some.bin"
    path.write_bytes(top + content)
    with pytest.raises(DataError, match=r"^some\.bin: not a lexicon \("):
        read(path, "a lexicon")
    assert meta(path) == {}


def test_a_file_that_ends_early_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "some.bin"
    write(path, {"a": np.arange(99), "b": np.arange(99)}, {})
    path.write_bytes(path.read_bytes()[:-500])
    with pytest.raises(DataError, match="not a lexicon"):
        read(path, "a lexicon")


def test_a_missing_array_and_a_missing_file_are_named(tmp_path: Path) -> None:
    path = tmp_path / "some.bin"
    write(path, {"a": np.arange(3)}, {})
    with pytest.raises(DataError, match="no array 'b'"):
        read(path, "a lexicon", "a", "b")
    with pytest.raises(DataError, match=r"none\.bin: not a lexicon \(FileNotFoundError\)"):
        read(tmp_path / "none.bin", "a lexicon")
