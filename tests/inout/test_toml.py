"""TOML files of users."""

from __future__ import annotations

from pathlib import Path

import pytest

from maskera.errors import DataError
from maskera.io import toml


def test_a_byte_order_mark_is_no_part_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text("a = 1\n", encoding="utf-8-sig")
    assert toml.read(tmp_path / "a.toml", "a.toml") == {"a": 1}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"a = 1\nb = ?\n", "a.toml:2: not TOML"),
        (b"a = 1\nb = ", "a.toml:2: not TOML"),
        (b"a = " + b"[" * 5000 + b"]" * 5000, "a.toml: not TOML: brackets in brackets"),
        (b"a = '\xe5'", "a.toml: cannot be read as UTF-8 text"),
    ],
)
def test_what_is_no_toml_is_told_with_its_line(
    tmp_path: Path, content: bytes, message: str
) -> None:
    (tmp_path / "a.toml").write_bytes(content)
    with pytest.raises(DataError, match=f"^{message}"):
        toml.read(tmp_path / "a.toml", "a.toml")
