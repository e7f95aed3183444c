"""Rewrite tests/cases/LANGUAGE/known_failures_MODE.txt: the cases that fail today, and print how
many of each file pass.

use: python tools/pin_failures.py [--show] [LANGUAGE|MODE ...]; all languages and modes when none is
named. --show prints what is wrong instead of writing lists.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from cases.reading import LANGUAGES, Case, all_faults, pins_file

from maskera.pipeline import MODES

HEAD = "# Cases that fail in mode {mode}: pin, then the line. Written by tools/pin_failures.py, held both ways by tests/test_cases.py.\n"


def main(languages: Sequence[str], modes: Sequence[str], show: bool) -> None:
    """Pin, or show, what fails in each mode."""
    for language in languages:
        for mode in modes:
            faults = all_faults(language, mode)
            if show:
                _show(faults)
            else:
                lines = sorted(
                    f"{case.pin} {case.line}\n" for case, wrong in faults.items() if wrong
                )
                text = HEAD.format(mode=mode) + "".join(lines)
                pins_file(language, mode).write_text(text, encoding="utf-8")
            _count(faults, f"{language} {mode}")


def _show(faults: Mapping[Case, list[str]]) -> None:
    for case, wrong in faults.items():
        if wrong:
            print(f"{case.id}\t{case.line}\n\t{'; '.join(wrong)}")


def _count(faults: Mapping[Case, list[str]], name: str) -> None:
    every = Counter(case.file for case in faults)
    passed = Counter(case.file for case, wrong in faults.items() if not wrong)
    for file, number in sorted(every.items()):
        print(f"{name:13} {file:24} {passed[file]:4} of {number:4}  {passed[file] / number:6.1%}")
    all_, well = every.total(), passed.total()
    print(f"{name:13} {'all':24} {well:4} of {all_:4}  {well / max(all_, 1):6.1%}")


if __name__ == "__main__":
    arguments = sys.argv[1:]
    named = [argument for argument in arguments if argument != "--show"]
    if unknown := [name for name in named if name not in (*MODES, *LANGUAGES)]:
        sys.exit(f"no mode or language {unknown[0]!r}; there is {', '.join((*MODES, *LANGUAGES))}")
    main(
        [name for name in named if name in LANGUAGES] or LANGUAGES,
        [name for name in named if name in MODES] or MODES,
        "--show" in arguments,
    )
