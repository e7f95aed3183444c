"""What the command line lets out: held back, announced, summed up, noted in the manifest."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from calling import Cli, documents

GOOD = "Jag heter Farid Rostami och bor i Malmö."
REVIEW = "genre: evaluative\n\nJag heter Farid. Boken handlar om Selma Berg. Selma Berg är snäll."
# A sum of money is nobody's, but it has the digits of a number that was replaced.
LEAK = "Jag heter Farid Rostami. Mitt ärendenummer är 2231-408. Priset var 2231408 kr."
DOUBTED = "Vi gick till Klippan och sen hem till lilla."
WEAK = "Jag heter Stig Sten. Vi gick på en stig."


def essays(folder: Path, **texts: str) -> None:
    (folder / "in").mkdir()
    for name, text in texts.items():
        (folder / "in" / f"{name}.txt").write_text(text, encoding="utf-8")


def manifest(folder: Path) -> dict[str, dict[str, Any]]:
    lines = (folder / "manifest.jsonl").read_text(encoding="utf-8").splitlines()
    return {entry["id"]: entry for entry in map(json.loads, lines)}


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


COMMANDS = [("pseudonymize",), ("batch", "--workers", "1")]


def test_review_tells_of_words_that_may_be_names(maskera: Cli) -> None:
    essays(maskera.folder, doubtful="Jag heter Farid. vi leker med kylan i parken", weak=WEAK)
    run = maskera("pseudonymize", "in", "-o", "out")
    told = "somebody should look at it (REVIEW)"
    assert f"doubtful: {told}: a word that may be somebody's name\n" in run.err
    assert f"weak: {told}\n" in run.err


@pytest.mark.parametrize("command", COMMANDS)
def test_a_document_with_a_leak_is_not_written_among_the_others(
    maskera: Cli, command: tuple[str, ...]
) -> None:
    essays(maskera.folder, good=GOOD, leak=LEAK)
    run = maskera(*command, "in", "-o", "out", "--mode", "rules")
    assert run.code == 1 and "leak" in run.err and "FAIL" in run.err and "good" not in run.err
    assert documents(maskera.folder / "out") == [
        *([".maskera-batch"] * (len(command) > 1)),
        "good.txt",
    ]
    entries = manifest(maskera.folder / "out")
    assert entries["leak"]["verdict"] == "FAIL" and entries["leak"]["held"]
    assert entries["good"]["verdict"] == "PASS" and not entries["good"]["held"]


@pytest.mark.parametrize("command", COMMANDS)
def test_what_is_held_back_is_kept_apart_on_wish(maskera: Cli, command: tuple[str, ...]) -> None:
    essays(maskera.folder, good=GOOD, leak=LEAK)
    assert maskera(*command, "in", "-o", "out", "--mode", "rules", "--keep-failed").code == 1
    kept = maskera.folder / "out" / "failed" / "leak.txt"
    assert kept.exists() and mode(kept) == 0o600
    assert not (maskera.folder / "out" / "leak.txt").exists()


def test_formats_with_originals_hold_every_document(maskera: Cli) -> None:
    essays(maskera.folder, good=GOOD, leak=LEAK)
    run = maskera("pseudonymize", "in", "-o", "all.jsonl", "-f", "jsonl", "--mode", "rules")
    lines = (maskera.folder / "all.jsonl").read_text(encoding="utf-8").splitlines()
    verdicts = {json.loads(line)["id"]: json.loads(line)["leaks"] for line in lines}
    assert run.code == 1 and verdicts == {"good": "PASS", "leak": "FAIL"}


def test_an_older_file_is_not_given_up_for_a_leak(maskera: Cli) -> None:
    essays(maskera.folder, leak=LEAK)
    (maskera.folder / "out.txt").write_text("older", encoding="utf-8")
    assert maskera("pseudonymize", "in/leak.txt", "-o", "out.txt", "--mode", "rules").code == 1
    assert (maskera.folder / "out.txt").read_text(encoding="utf-8") == "older"


@pytest.mark.parametrize("command", COMMANDS)
def test_the_file_of_an_earlier_run_goes_when_its_document_is_held_back(
    maskera: Cli, command: tuple[str, ...]
) -> None:
    essays(maskera.folder, good=GOOD, weak=WEAK)
    assert maskera(*command, "in", "-o", "out", "--mode", "rules").code == 0
    run = maskera(*command, "in", "-o", "out", "--mode", "rules", "--strict")
    assert run.code == 1 and (maskera.folder / "out" / "good.txt").exists()
    assert not (maskera.folder / "out" / "weak.txt").exists()
    assert (maskera.folder / "in" / "weak.txt").exists()


def test_review_is_written_and_named_and_held_back_by_strict(maskera: Cli) -> None:
    essays(maskera.folder, good=GOOD, weak=WEAK)
    run = maskera("pseudonymize", "in", "-o", "out")
    assert run.code == 0 and "weak" in run.err and "REVIEW" in run.err
    assert documents(maskera.folder / "out") == ["good.txt", "weak.txt"]
    strict = maskera("pseudonymize", "in", "-o", "strict", "--strict")
    assert strict.code == 1 and documents(maskera.folder / "strict") == ["good.txt"]


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("text", "options", "verdict"),
    [
        (GOOD, ["--policy", "mark-only"], "UNCHANGED"),
        (f"genre: narrative\n\n{GOOD}", ["--skip-genre", "narrative"], "UNCHANGED"),
        (REVIEW, [], "SELECTIVE"),
    ],
)
def test_what_holds_originals_by_choice_is_its_owners_alone_and_announced(
    maskera: Cli, command: tuple[str, ...], text: str, options: list[str], verdict: str
) -> None:
    essays(maskera.folder, a=text)
    run = maskera(*command, "in", "-o", "out", *options)
    assert run.code == 0 and run.err.startswith("maskera: a: ")
    assert mode(maskera.folder / "out" / "a.txt") == 0o600
    assert manifest(maskera.folder / "out")["a"]["verdict"] == verdict


def test_one_file_of_several_documents_is_as_secret_as_any_of_them(maskera: Cli) -> None:
    essays(maskera.folder, a=GOOD, b=REVIEW)
    maskera("pseudonymize", "in", "-o", "all.jsonl", "-f", "jsonl-release")
    assert mode(maskera.folder / "all.jsonl") == 0o600
    maskera("pseudonymize", "in/a.txt", "-o", "one.jsonl", "-f", "jsonl-release")
    assert mode(maskera.folder / "one.jsonl") != 0o600


def test_a_run_over_files_ends_with_a_summary_and_leaves_a_manifest(maskera: Cli) -> None:
    essays(maskera.folder, a=GOOD, b="Det regnar.")
    run = maskera("pseudonymize", "in", "-o", "out")
    assert "2 documents; 3 mentions" in run.summary and "3 replaced; 2 PASS" in run.summary
    assert "Names 2" in run.summary
    assert mode(maskera.folder / "out" / "manifest.jsonl") == 0o600
    content = (maskera.folder / "out" / "manifest.jsonl").read_text(encoding="utf-8")
    assert not any(word in content for word in ("Farid", "Rostami", "Malmö", "regnar"))
    assert maskera("pseudonymize", stdin=GOOD.encode()).summary == ""


@pytest.mark.parametrize("command", COMMANDS)
def test_a_run_says_how_much_is_left_at_most(
    maskera: Cli, key: str, command: tuple[str, ...]
) -> None:
    """Of each document in the manifest, of all in the summary; resumed, the same."""
    essays(maskera.folder, a=GOOD, b=DOUBTED, c=f"{DOUBTED} Vi bor i Lund.")
    run = maskera(*command, "in", "-o", "out", "--key", key)
    (bound,) = re.findall(r"at most (\d+) of 1,000 personal tokens are still there", run.summary)
    entries = manifest(maskera.folder / "out")
    left = {name: entry["left"] for name, entry in entries.items()}
    assert left["b"]["doubted"] and 0 < left["b"]["expected"] < left["b"]["doubted"]
    assert entries["c"]["left_per_1000"] <= entries["b"]["left_per_1000"] <= 1000
    assert 0 < int(bound) <= entries["b"]["left_per_1000"]  # two that are in doubt, one that is not
    again = maskera(*command, "in", "-o", "out", "--key", key, "--resume")
    assert f"at most {bound} of 1,000" in again.summary


def test_nothing_is_said_to_be_left_where_nothing_was_in_doubt(maskera: Cli) -> None:
    """No doubt is no promise: what was never considered may be there."""
    essays(maskera.folder, a="Det regnar.")
    assert "personal tokens" not in maskera("pseudonymize", "in", "-o", "out").summary
    assert manifest(maskera.folder / "out")["a"]["left_per_1000"] is None


def test_a_manifest_in_a_folder_is_no_input(maskera: Cli) -> None:
    essays(maskera.folder, a=GOOD)
    maskera("pseudonymize", "in", "-o", "out")
    run = maskera("pseudonymize", "out", "-o", "again")
    assert run.code == 0 and documents(maskera.folder / "again") == ["a.txt"]


@pytest.mark.parametrize("command", COMMANDS)
def test_a_resumed_run_does_what_is_left_and_tells_all_again(
    maskera: Cli, key: str, command: tuple[str, ...]
) -> None:
    essays(maskera.folder, good=GOOD, leak=LEAK, other=GOOD)
    options = ["in", "-o", "out", "--mode", "rules", "--key", key]
    first = maskera(*command, *options)
    written = (maskera.folder / "out" / "good.txt").stat().st_mtime_ns
    (maskera.folder / "out" / "other.txt").unlink()
    again = maskera(*command, *options, "--resume")
    assert (again.code, again.err) == (first.code, first.err) and "leak" in again.err
    assert "3 documents" in again.summary
    assert (maskera.folder / "out" / "good.txt").stat().st_mtime_ns == written
    assert (maskera.folder / "out" / "other.txt").exists()
    (maskera.folder / "in" / "good.txt").write_text("Jag heter Omar.", encoding="utf-8")
    maskera(*command, *options, "--resume")
    assert (maskera.folder / "out" / "good.txt").read_text(encoding="utf-8").count(" ") == 2


def test_a_run_with_other_settings_is_not_resumed(maskera: Cli, key: str) -> None:
    essays(maskera.folder, a=GOOD)
    maskera("pseudonymize", "in", "-o", "out", "--key", key)
    run = maskera(
        "pseudonymize", "in", "-o", "out", "--key", key, "--policy", "natural", "--resume"
    )
    assert run.code == 2 and "other settings" in run.err
    assert maskera("pseudonymize", "in", "-o", "out", "--resume").code == 2


def test_a_dry_run_counts_and_writes_nothing(maskera: Cli) -> None:
    essays(maskera.folder, a=GOOD, leak=LEAK)
    run = maskera("pseudonymize", "in", "-o", "out", "--dry-run", "--mode", "rules")
    assert run.code == 1 and run.out == "" and "2 documents" in run.summary
    assert documents(maskera.folder) == ["in"]
    assert "1 document" in maskera("pseudonymize", "--dry-run", stdin=GOOD.encode()).summary
    one = maskera("pseudonymize", "--dry-run", stdin=b"Jag heter Anna.")
    assert "1 document; 1 mention (Names 1)" in one.summary


def test_the_header_that_may_be_shown_is_kept_on_wish(maskera: Cli) -> None:
    text = f"genre: narrative\nlevel: B1\nl1: Dari\nauthor: Farid\n\n{GOOD}"
    essays(maskera.folder, a=text)
    maskera("pseudonymize", "in", "-o", "out", "--keep-header")
    shown = (maskera.folder / "out" / "a.txt").read_text(encoding="utf-8")
    assert shown.startswith("genre: narrative\nlevel: B1\n\nJag heter ") and "Dari" not in shown
    maskera("pseudonymize", "in", "-o", "without")
    assert (maskera.folder / "without" / "a.txt").read_text(encoding="utf-8").startswith("Jag")
    assert maskera("pseudonymize", "in", "-f", "xml", "--keep-header").code == 2


def test_a_text_with_a_kept_header_is_revealed(maskera: Cli, key: str) -> None:
    pytest.importorskip("cryptography")
    essays(maskera.folder, a=f"genre: narrative\n\n{GOOD}")
    secret = ["--key", key, "--aliases", "map"]
    maskera("pseudonymize", "in", "-o", "out", "--keep-header", *secret)
    run = maskera("reveal", "out/a.txt", *secret)
    assert run.out.strip() == GOOD
    assert mode(maskera.folder / "map.log") == 0o600


def test_kept_failed_wants_a_place(maskera: Cli) -> None:
    essays(maskera.folder, a=GOOD)
    assert maskera("pseudonymize", "in", "--keep-failed").code == 2
