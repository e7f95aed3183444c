"""Calling the command line from tests, in this process, and what an error message must look like."""

from __future__ import annotations

import io
import re
import sys
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from maskera.cli.main import main

SECRET = "Farid Hemligson"
ESSAY = f"Jag heter {SECRET} och bor i Malmö."
DETECTED = "maskera: jsonl holds the originals too: a secret, not to be shared\n"
SUMMARY = r"maskera: \d+ documents?; \d+ mentions?"
REVEALED = "maskera: what is revealed is the original: a secret, not to be shared\n"


@dataclass(frozen=True)
class Run:
    """What a call gave."""

    code: int
    out: str
    err: str  # without the summary
    summary: str = field(default="", compare=False)

    def after(self, last: str) -> Run:
        """The same without the last line on standard error, which must be this one."""
        assert self.err.endswith(last), self.err
        return replace(self, err=self.err.removesuffix(last))


class Cli:
    """Calls the command line in this process, in a folder of its own."""

    def __init__(
        self,
        capfdbinary: pytest.CaptureFixture[bytes],
        monkeypatch: pytest.MonkeyPatch,
        folder: Path,
    ) -> None:
        self._captured, self._patch, self.folder = capfdbinary, monkeypatch, folder
        monkeypatch.chdir(folder)

    def __call__(self, *arguments: str, stdin: bytes | None = b"") -> Run:
        self._patch.setattr(sys, "argv", ["maskera", *arguments])
        self._patch.setattr(
            sys, "stdin", None if stdin is None else io.TextIOWrapper(io.BytesIO(stdin))
        )
        self._captured.readouterr()
        code = 0
        try:
            main()
        except SystemExit as error:
            code = error.code if isinstance(error.code, int) else 0
        if sys.stdout is not None:
            sys.stdout.flush()
        out, err = self._captured.readouterr()
        lines = err.decode().splitlines(keepends=True)
        sums = [line for line in lines if re.match(SUMMARY, line)]
        rest = "".join(line for line in lines if line not in sums)
        return Run(code, out.decode(), rest, "".join(sums))

    def write(self, name: str, content: str | bytes) -> str:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return name


def one_sentence(run: Run, *parts: str) -> None:
    """One line on standard error that names what is meant, with no trace and nothing of an essay."""
    lines = run.err.strip().splitlines()
    assert len(lines) == 1, run.err
    assert lines[0].startswith("maskera: ")
    assert all(part in lines[0] for part in parts), lines[0]
    assert "Traceback" not in run.err
    assert "Hemligson" not in run.err
    assert "Farid" not in run.err


def documents(folder: Path) -> list[str]:
    """The names of what stands in a folder, the manifest aside."""
    return sorted(path.name for path in folder.iterdir() if path.name != "manifest.jsonl")
