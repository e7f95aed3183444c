"""Where tokens come from, and that they are compared whole."""

from __future__ import annotations

import hmac
from pathlib import Path

import pytest

from maskera.errors import MaskeraError
from maskera.service import tokens

GOOD, OTHER = "0123456789abcdef", "fedcba9876543210"


def test_a_file_holds_one_a_line_and_comments(tmp_path: Path) -> None:
    file = tmp_path / "tokens"
    file.write_text(f"# ours\n{GOOD}\n\n{OTHER}  # theirs\n")
    assert tokens.read_tokens(file, {}) == tokens.digests([GOOD, OTHER], "test")


def test_without_a_file_the_variable_counts() -> None:
    assert tokens.read_tokens(None, {tokens.VARIABLE: f"{GOOD} {OTHER}"}) == tokens.digests(
        [GOOD, OTHER], "test"
    )
    assert tokens.read_tokens(None, {}) == ()


@pytest.mark.parametrize(
    "content", ["", "# none\n", "short\n", f"{GOOD}\n\u00e5{GOOD}\n", f"{GOOD} {OTHER}"]
)
def test_what_is_no_token_is_told_by_its_number_alone(tmp_path: Path, content: str) -> None:
    file = tmp_path / "tokens"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(MaskeraError) as error:
        tokens.read_tokens(file, {})
    assert (
        "tokens" in str(error.value)
        and "short" not in str(error.value)
        and GOOD not in str(error.value)
    )


def test_a_file_that_is_missing_or_open_to_writers_is_refused(tmp_path: Path) -> None:
    with pytest.raises(MaskeraError, match="cannot be read"):
        tokens.read_tokens(tmp_path / "none", {})
    file = tmp_path / "tokens"
    file.write_text(GOOD)
    file.chmod(0o666)
    with pytest.raises(MaskeraError, match="written by everybody"):
        tokens.read_tokens(file, {})


def test_the_header_names_the_holder() -> None:
    accepted = tokens.digests([GOOD, OTHER], "test")
    assert tokens.holder(f"Bearer {GOOD}".encode(), accepted) == 0
    assert tokens.holder(f"bearer  {OTHER} ".encode(), accepted) == 1
    assert tokens.holder(f"Basic {GOOD}".encode(), accepted) is None
    assert tokens.holder(b"", accepted) is None and tokens.holder(b"Bearer \xff", accepted) is None


def test_every_token_is_compared_in_constant_time(monkeypatch: pytest.MonkeyPatch) -> None:
    compared = []

    def noted(one: bytes, other: bytes) -> bool:
        compared.append((one, other))
        return compare(one, other)

    compare = hmac.compare_digest
    monkeypatch.setattr(hmac, "compare_digest", noted)
    accepted = tokens.digests([GOOD, OTHER], "test")
    tokens.holder(f"Bearer {GOOD}".encode(), accepted)
    assert len(compared) == 2 and all(len(one) == len(other) == 32 for one, other in compared)
