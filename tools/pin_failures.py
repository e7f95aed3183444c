"""Rewrite tests/cases/sv/known_failures_<mode>.txt: the cases that fail today, and print how many
of each file pass.

use: python tools/pin_failures.py [--show] [MODE ...]; all modes when none is named. --show prints
what is wrong instead of writing lists.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from cases.reading import Case, faults, pins_file, read_all

from maskera.pipeline import MODES

HEAD = "# Cases that fail in mode {mode}: pin, then the line. Written by tools/pin_failures.py, held both ways by tests/test_cases.py.\n"


def main(modes: list[str], show: bool) -> None:
    """Pin, or show, what fails in each mode."""
    cases = read_all()
    for mode in modes:
        wrong = {case.pin: found for case in cases if (found := faults(case, mode))}
        if show:
            _show(cases, wrong)
        else:
            lines = sorted(f"{case.pin} {case.line}\n" for case in cases if case.pin in wrong)
            pins_file(mode).write_text(HEAD.format(mode=mode) + "".join(lines), encoding="utf-8")
        _count(cases, wrong, mode)


def _show(cases: list[Case], wrong: dict[str, list[str]]) -> None:
    for case in cases:
        if case.pin in wrong:
            print(f"{case.id}\t{case.line}\n\t{'; '.join(wrong[case.pin])}")


def _count(cases: list[Case], wrong: dict[str, list[str]], mode: str) -> None:
    every = Counter(case.file for case in cases)
    passed = Counter(case.file for case in cases if case.pin not in wrong)
    for file, number in sorted(every.items()):
        print(f"{mode:10} {file:24} {passed[file]:4} of {number:4}  {passed[file] / number:6.1%}")
    print(
        f"{mode:10} {'all':24} {passed.total():4} of {every.total():4}  {passed.total() / max(every.total(), 1):6.1%}"
    )


if __name__ == "__main__":
    arguments = sys.argv[1:]
    named = [argument for argument in arguments if argument != "--show"]
    if unknown := [mode for mode in named if mode not in MODES]:
        sys.exit(f"no mode {unknown[0]!r}; there is {', '.join(MODES)}")
    main(named or list(MODES), "--show" in arguments)
