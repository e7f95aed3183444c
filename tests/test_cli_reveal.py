"""Revealing: what comes back, for whom, and what is read for it."""

from __future__ import annotations

import os

import pytest
from calling import DETECTED, ESSAY, REVEALED, Cli, Run, one_sentence

pytest.importorskip("cryptography")


def test_what_holds_originals_is_its_owners_alone_whatever_an_older_file_was(
    maskera: Cli, key: str
) -> None:
    name, secret = maskera.write("a.txt", ESSAY), ("--aliases", "map.vault", "--key", key)
    assert maskera("pseudonymize", name, "-o", "out", *secret) == Run(0, "", "")
    older = maskera.folder / maskera.write("older.txt", "Det regnar.")
    older.chmod(0o644)
    before = os.umask(0o022)
    try:
        assert maskera("detect", name, "-o", "found.jsonl") == Run(0, "", DETECTED)
        for output in ("older.txt", "back"):
            assert maskera("reveal", "out", *secret, "-o", output) == Run(0, "", REVEALED)
    finally:
        os.umask(before)
    for path in ("found.jsonl", "older.txt", "back/a.txt"):
        assert (maskera.folder / path).stat().st_mode & 0o777 == 0o600


def test_the_output_in_a_folder_of_the_input_is_not_revealed_again(maskera: Cli, key: str) -> None:
    maskera.write("in/a.txt", ESSAY)
    secret = ("--aliases", "map.vault", "--key", key)
    assert maskera("pseudonymize", "in", "-o", "out", *secret).code == 0
    for _ in range(2):
        assert maskera("reveal", "out", *secret, "-o", "out/back") == Run(0, "", REVEALED)
    assert sorted(
        path.relative_to(maskera.folder / "out").as_posix()
        for path in (maskera.folder / "out").rglob("*.txt")
    ) == [
        "a.txt",
        "back/a.txt",
    ]


def test_lines_like_a_header_in_a_released_text_are_text(maskera: Cli, key: str) -> None:
    text, secret = f"title: Min dag\n\n{ESSAY}", ("--aliases", "map.vault", "--key", key)
    maskera.write("a.txt", f"level: A\n\n{text}")
    assert maskera("pseudonymize", "a.txt", "-o", "out", *secret) == Run(0, "", "")
    assert maskera("reveal", "out", *secret, "-o", "back") == Run(0, "", REVEALED)
    assert (maskera.folder / "back/a.txt").read_text(encoding="utf-8") == text
    released = (maskera.folder / "out/a.txt").read_bytes()
    assert maskera("reveal", *secret, stdin=released) == Run(0, f"{text}\n", "")


def test_two_texts_of_one_name_are_both_revealed(maskera: Cli, key: str) -> None:
    texts, secret = (
        (ESSAY, "Min syster Leila bor i Lund."),
        ("--aliases", "map.vault", "--key", key),
    )
    for number, text in enumerate(texts):
        maskera.write(f"{number}/a.txt", text)
        assert maskera("pseudonymize", f"{number}/a.txt", "-o", f"out{number}", *secret) == Run(
            0, "", ""
        )
    for number, text in enumerate(texts):
        assert maskera("reveal", f"out{number}/a.txt", *secret) == Run(0, f"{text}\n", "")


def test_only_what_reveal_reads_can_be_named(maskera: Cli, key: str) -> None:
    maskera.write("a.txt", ESSAY)
    assert (
        maskera("pseudonymize", "a.txt", "-o", "b.txt", "--key", key, "--aliases", "map.vault").code
        == 0
    )
    run = maskera("reveal", "b.txt", "--key", key, "--aliases", "map.vault", "--from", "svala")
    assert run.code == 2
    one_sentence(run, "no format 'svala' to read; there are jsonl, text")
